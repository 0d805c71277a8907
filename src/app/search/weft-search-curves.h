/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search has found as plots: curves of its methods, and candidates as points. */
#pragma once

#include "app/search/weft-search-job.h"
#include "draw/plot/weft-plot-private.h"
#include "draw/plot/weft-published-private.h"
#include "draw/plot/weft-scatter-private.h"

G_BEGIN_DECLS

/* Above this only some of the points are drawn; those of the front always are. */
#define WEFT_SEARCH_MOST_DRAWN 12000

void   weft_search_fill_curves     (WeftPlot            *plot,
                                    WeftSearchJob       *job,
                                    const WeftPublished *published);
/* The point that item @index of layer @layer of these curves stands for: the best so far at that evaluation. -1 for none. */
int    weft_search_find_on_curve   (WeftSearchJob       *job,
                                    int                  layer,
                                    int                  index);
/* @labels: (element-type utf8): what is kept of points in words; grows. @drawn: (element-type guint): filled with the point of
 * each candidate, then of the best of each method. @selected: a point that gets a mark, -1 for none. Returns how many
 * candidates there are, of which some may not be drawn. */
guint  weft_search_fill_candidates (WeftPlot            *plot,
                                    WeftSearchJob       *job,
                                    WeftScatterPrice     price,
                                    GPtrArray           *labels,
                                    GArray              *drawn,
                                    int                  selected);
/* The point that item @index of layer @layer of that plot stands for, -1 for none. */
int    weft_search_find_candidate  (WeftPlot            *plot,
                                    GArray              *drawn,
                                    int                  layer,
                                    int                  index);

G_END_DECLS
