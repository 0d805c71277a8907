/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The anytime curves of a study as a plot: a band for each method and budget, what regret is measured against, and
 * published scores. */
#pragma once

#include "draw/plot/weft-plot-private.h"
#include "search/weft-published-table.h"
#include "search/weft-study.h"

G_BEGIN_DECLS

/* @published: (nullable). (transfer full) */
WEFT_API WeftPlot *weft_study_plot_new (WeftStudy *study, const WeftPublishedTable *published);

G_END_DECLS
