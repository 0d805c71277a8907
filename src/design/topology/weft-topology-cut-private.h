/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cutting a network in halves: the graph that is cut, and the ways to find a cheap cut. A split is
 * an array of sides, 0 or 1, one for each vertex of the graph. */
#pragma once

#include "design/topology/weft-topology-net.h"

G_BEGIN_DECLS

/* Endpoints are the vertices 0 to n_endpoints - 1 in the net's order, each with the weight 1; what
 * else can matter to a cut follows with the weight 0, and rows are sorted. A coarser graph has
 * joined vertices and their weights, and rows in no order. */
typedef struct
{
  guint32 n;
  guint32 n_edges;
  guint32 total;      /* of the weights: the endpoints */
  guint32 *weights;
  guint32 *first;
  guint32 *ends;
  guint32 *capacities; /* cables */
} WeftCutGraph;

WeftCutGraph *weft_cut_graph_new     (const WeftNet *net);
WeftCutGraph *weft_cut_graph_alloc   (guint32 n,
                                      guint64 n_ends);
void          weft_cut_graph_free    (WeftCutGraph *graph);
guint64       weft_cut_cost          (const WeftCutGraph *graph,
                                      const guint8       *sides);
guint64       weft_cut_settle        (const WeftCutGraph *graph,
                                      guint8             *sides);
guint64       weft_cut_refine        (const WeftCutGraph *graph,
                                      guint8             *sides,
                                      guint32             slack);
WeftCutGraph *weft_cut_graph_coarsen (const WeftCutGraph *graph,
                                      GRand              *random,
                                      guint32            *coarse);
guint64       weft_cut_search        (const WeftCutGraph *graph,
                                      const guint32      *shape,
                                      guint               n_shape,
                                      guint32             seed,
                                      guint8             *sides);
gboolean      weft_cut_exact         (const WeftCutGraph *graph,
                                      const guint32      *shape,
                                      guint               n_shape,
                                      guint32             seed,
                                      guint64            *bisection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftCutGraph, weft_cut_graph_free)

G_END_DECLS
