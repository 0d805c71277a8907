/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a fit explains its points: predicted against measured times, and relative errors against size. */
#pragma once

#include "calib/weft-fit.h"
#include "draw/plot/weft-plot-private.h"

G_BEGIN_DECLS

/* Both copy what they need. @series: (nullable): one, with a layer for each segment; else all, with one for each operator.
 * Outliers are a layer of their own. (transfer full) */
WEFT_API WeftPlot *weft_residual_plot_times  (const WeftFit       *fit,
                                              const WeftFitSeries *series);
WEFT_API WeftPlot *weft_residual_plot_errors (const WeftFit       *fit,
                                              const WeftFitSeries *series);
/* Both beside each other in .svg, .pdf or .png by the suffix, or a line for each point in .csv. */
WEFT_API gboolean  weft_residual_plot_export (const WeftFit       *fit,
                                              const WeftFitSeries *series,
                                              const char          *path,
                                              const WeftPalette   *palette,
                                              GError             **error);
/* RFC 4180. (transfer full) */
WEFT_API char     *weft_residual_csv         (const WeftFit       *fit,
                                              const WeftFitSeries *series);

G_END_DECLS
