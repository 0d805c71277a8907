/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Typed graphs of random numbers, with every type and relation somewhere among them. */
#pragma once

#include "base/weft-random.h"
#include "search/tgrl/weft-typed-graph-private.h"

static inline void
fixture_fill (WeftRandom *random, float *feature, guint n)
{
  for (guint i = 0; i < n; i++)
    feature[i] = (float) weft_random_normal (random);
}

/* (transfer full) */
static inline WeftTypedGraph *
fixture_graph (WeftRandom *random, guint n_nodes, guint n_joins, guint n_actions)
{
  WeftTypedGraph *graph = weft_typed_graph_new ();
  float node[WEFT_TYPED_NODE_FEATURES], edge[WEFT_TYPED_EDGE_FEATURES];

  fixture_fill (random, graph->global, WEFT_TYPED_GLOBAL_FEATURES);
  for (guint i = 0; i < n_nodes; i++)
    {
      fixture_fill (random, node, WEFT_TYPED_NODE_FEATURES);
      weft_typed_graph_add_node (graph, i % WEFT_TYPED_N_TYPES, node);
    }
  for (guint i = 0; i < n_joins; i++)
    {
      fixture_fill (random, edge, WEFT_TYPED_EDGE_FEATURES);
      weft_typed_graph_join (graph, weft_random_below (random, n_nodes), weft_random_below (random, n_nodes), i % 6,
                             edge);
    }
  for (guint i = 0; i < n_actions; i++)
    {
      WeftTypedAction *action = weft_typed_graph_add_action (graph, weft_random_below (random, n_nodes),
                                                             weft_random_below (random, WEFT_TYPED_N_KINDS),
                                                             weft_random_normal (random));

      fixture_fill (random, action->feature + WEFT_TYPED_ACTION_RESOURCE,
                    WEFT_TYPED_ACTION_PRIOR - WEFT_TYPED_ACTION_RESOURCE);
    }
  weft_typed_graph_standardise (graph);
  return graph;
}
