/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers of a sweep as a plot: a line over the first input, for each value of the second one its own. */
#pragma once

#include "draw/plot/weft-plot-private.h"
#include "draw/weft-table.h"
#include "model/whatif/weft-input.h"
#include "model/whatif/weft-output.h"
#include "model/whatif/weft-sweep.h"

G_BEGIN_DECLS

/**
 * WeftSweepPlot: (skip)
 * @sweep: the answers
 * @output: which of its outputs
 * @what: what that is
 * @inputs: of its axes, in their order
 * @title: (nullable): of the plot
 * @log: whether the first input's axis is logarithmic
 * @names: (nullable): of a sweep over one input: what answers, a line for each output from @output on; ends with %NULL
 */
typedef struct
{
  const WeftSweep *sweep;
  guint output;
  const WeftOutput *what;
  WeftInput *inputs[WEFT_SWEEP_MOST_AXES];
  const char *title;
  gboolean log;
  const char *const *names;
} WeftSweepPlot;

/* Copies what it needs; of many values of the second input evenly chosen ones have lines. (transfer full) */
WEFT_API WeftPlot  *weft_sweep_plot_new   (const WeftSweepPlot *data);
/* A row for each point. (transfer full) */
WEFT_API WeftTable *weft_table_sweep      (const WeftSweepPlot *data);
/* As .svg, .pdf or .png by the suffix of @path. */
WEFT_API gboolean   weft_sweep_plot_export (const WeftSweepPlot *data,
                                           const char          *path,
                                           const WeftPalette   *palette,
                                           GError             **error);

G_END_DECLS
