/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the layout knows of marks. */
#pragma once

#include "draw/plot/weft-plot-layers-private.h"

G_BEGIN_DECLS

const char *weft_plot_marks_get_text (WeftPlotMarks *self,
                                      guint          index);

G_END_DECLS
