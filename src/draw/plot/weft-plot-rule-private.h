/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the layout knows of a rule. */
#pragma once

#include "draw/plot/weft-plot-layers-private.h"

G_BEGIN_DECLS

/* In pixels, NAN when it is outside of the plot. */
double   weft_plot_rule_place      (WeftPlotRule        *self,
                                    const WeftPlotFrame *frame);
gboolean weft_plot_rule_is_upright (WeftPlotRule        *self);

G_END_DECLS
