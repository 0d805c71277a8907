/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All candidates of a search: score against power or cost, with the front of Pareto. */
#pragma once

#include "draw/plot/weft-plot-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SCATTER_POWER,
  WEFT_SCATTER_COST,
} WeftScatterPrice;

/**
 * WeftScatterCandidate: (skip)
 * @cost_usd: NAN when it is not known
 * @hue: of WeftPalette.series, -1 for the usual one
 * @label: (nullable): the design in words
 */
typedef struct
{
  double score;
  double power_w;
  double cost_usd;
  gboolean feasible;
  int hue;
  const char *label;
} WeftScatterCandidate;

/* Layers of the plot. Items of WEFT_SCATTER_POINTS are the candidates by their index. */
enum
{
  WEFT_SCATTER_POINTS,
  WEFT_SCATTER_FRONT,
};

/* Infeasible candidates are hollow and stand at score 0. One whose price is not known has no place, but stays an
 * item. (transfer full) */
WEFT_API WeftPlot *weft_scatter_plot      (const WeftScatterCandidate *candidates, guint n, WeftScatterPrice price);
/* The same in a plot that is shown already. One "changed". */
WEFT_API void      weft_scatter_plot_fill (WeftPlot *plot, const WeftScatterCandidate *candidates, guint n, WeftScatterPrice price);

G_END_DECLS
