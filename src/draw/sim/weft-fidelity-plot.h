/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second look at designs as a picture of both rankings and as tables. All constructors: (transfer full). */
#pragma once

#include "draw/plot/weft-plot-private.h"
#include "draw/weft-table.h"
#include "search/weft-fidelity.h"

G_BEGIN_DECLS

/* Rank against rank, with the workload that moves a design most as its reason. */
WEFT_API WeftPlot  *weft_fidelity_plot_new          (const WeftFidelity *fidelity);
/* A row a design, by the evaluator's rank: both ranks and both scores. */
WEFT_API WeftTable *weft_table_fidelity             (const WeftFidelity *fidelity);
/* A row a workload of a design in which both differ, or that could not be simulated: both ratios and why. */
WEFT_API WeftTable *weft_table_fidelity_reasons     (const WeftFidelity *fidelity);
/* "Kendall’s tau of both rankings: 0.71; 4 pairs of 28 stand the other way round"; words for too few designs too. */
WEFT_API char      *weft_fidelity_summarise         (const WeftFidelity *fidelity);

G_END_DECLS
