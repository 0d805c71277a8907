/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One workload in the strip: name, speed-up, bar and bottleneck; a click opens its details. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MINI_BAR (weft_mini_bar_get_type ())
G_DECLARE_FINAL_TYPE (WeftMiniBar, weft_mini_bar, WEFT, MINI_BAR, GtkWidget)

GtkWidget  *weft_mini_bar_new       (guint           kind);
/* @scale is the speed-up at the bar's end, the same for all six. */
void        weft_mini_bar_show      (WeftMiniBar    *self,
                                     WeftEvaluation *evaluation,
                                     double          scale);
const char *weft_mini_bar_get_value (WeftMiniBar    *self);

G_END_DECLS
