/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Six workloads in one picture: bottleneck, name, speed-up and bar of each. One widget, so that a list of many stays quick. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RATIO_STRIP (weft_ratio_strip_get_type ())
G_DECLARE_FINAL_TYPE (WeftRatioStrip, weft_ratio_strip, WEFT, RATIO_STRIP, GtkWidget)

GtkWidget *weft_ratio_strip_new   (void);
/* One workload: its speed-up (NAN: none), what holds it (WEFT_N_PARTS: unknown), and all that in words. */
void       weft_ratio_strip_set   (WeftRatioStrip *self,
                                   guint           kind,
                                   double          ratio,
                                   WeftTimePart    part,
                                   const char     *words);
/* Where the bars of some ratios end, so that a design like the reference shows half a bar. */
double     weft_ratio_strip_scale (const double   *ratios,
                                   guint           n);

G_END_DECLS
