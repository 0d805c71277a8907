/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thin bar with a tick: a workload's speed-up beside the reference, or what is used of a
 * budget. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_METER (weft_meter_get_type ())
G_DECLARE_FINAL_TYPE (WeftMeter, weft_meter, WEFT, METER, GtkWidget)

/* The colour of its bar: a workload's, or the plain one. */
#define WEFT_METER_PLAIN (-1)

GtkWidget *weft_meter_new (int        workload);
void       weft_meter_set (WeftMeter *self,
                           double     fraction,
                           double     tick);

G_END_DECLS
