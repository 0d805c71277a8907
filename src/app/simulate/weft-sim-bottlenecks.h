/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What bounds a run: the shares of its critical path, the fullest links, ranks and memories; two runs beside each
 * other. */
#pragma once

#include <gtk/gtk.h>

#include "app/simulate/weft-sim-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SIM_BOTTLENECKS (weft_sim_bottlenecks_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimBottlenecks, weft_sim_bottlenecks, WEFT, SIM_BOTTLENECKS, GtkWidget)

void weft_sim_bottlenecks_bind   (WeftSimBottlenecks *self,
                                  WeftSimJob         *job);
void weft_sim_bottlenecks_update (WeftSimBottlenecks *self);

G_END_DECLS
