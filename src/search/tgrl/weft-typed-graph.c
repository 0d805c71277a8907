/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling typed graphs, and the z-scores of their priors. */
#include "search/tgrl/weft-typed-graph-private.h"

#include <math.h>
#include <string.h>

WeftTypedGraph *
weft_typed_graph_new (void)
{
  WeftTypedGraph *self = g_new0 (WeftTypedGraph, 1);

  self->nodes = g_array_new (FALSE, TRUE, sizeof (WeftTypedNode));
  self->edges = g_array_new (FALSE, TRUE, sizeof (WeftTypedEdge));
  self->actions = g_array_new (FALSE, TRUE, sizeof (WeftTypedAction));
  return self;
}

WeftTypedGraph *
weft_typed_graph_copy (const WeftTypedGraph *self)
{
  WeftTypedGraph *copy = g_new0 (WeftTypedGraph, 1);

  copy->nodes = g_array_copy (self->nodes);
  copy->edges = g_array_copy (self->edges);
  copy->actions = g_array_copy (self->actions);
  memcpy (copy->global, self->global, sizeof copy->global);
  return copy;
}

void
weft_typed_graph_free (WeftTypedGraph *self)
{
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_array_unref (self->actions);
  g_free (self);
}

void
weft_typed_graph_reset (WeftTypedGraph *self)
{
  g_array_set_size (self->nodes, 0);
  g_array_set_size (self->edges, 0);
  g_array_set_size (self->actions, 0);
  memset (self->global, 0, sizeof self->global);
}

guint
weft_typed_graph_add_node (WeftTypedGraph *self,
                           guint           type,
                           const float    *feature)
{
  WeftTypedNode node = { .type = type };

  g_return_val_if_fail (type < WEFT_TYPED_N_TYPES, 0);

  memcpy (node.feature, feature, sizeof node.feature);
  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

void
weft_typed_graph_join (WeftTypedGraph *self,
                       guint           a,
                       guint           b,
                       guint           relation,
                       const float    *feature)
{
  WeftTypedEdge edge = { .from = a, .to = b, .relation = relation };
  WeftTypedEdge back = { .from = b, .to = a, .relation = relation + WEFT_TYPED_N_RELATIONS / 2 };

  g_return_if_fail (a < self->nodes->len && b < self->nodes->len);
  g_return_if_fail (relation < WEFT_TYPED_N_RELATIONS / 2);

  memcpy (edge.feature, feature, sizeof edge.feature);
  memcpy (back.feature, feature, sizeof back.feature);
  g_array_append_val (self->edges, edge);
  g_array_append_val (self->edges, back);
}

/* Returns the action for its other features, valid until the next one is added. */
WeftTypedAction *
weft_typed_graph_add_action (WeftTypedGraph *self,
                             guint           node,
                             guint           kind,
                             double          raw_prior)
{
  WeftTypedAction action = { .node = node, .prior = (float) raw_prior };

  g_return_val_if_fail (node < self->nodes->len, NULL);
  g_return_val_if_fail (kind < WEFT_TYPED_N_KINDS, NULL);

  action.feature[WEFT_TYPED_ACTION_KIND + kind] = 1;
  action.feature[WEFT_TYPED_ACTION_PRIOR] = (float) (3 * raw_prior);
  g_array_append_val (self->actions, action);
  return &g_array_index (self->actions, WeftTypedAction, self->actions->len - 1);
}

void
weft_typed_graph_standardise (WeftTypedGraph *self)
{
  double mean = 0, variance = 0;

  for (guint i = 0; i < self->actions->len; i++)
    mean += g_array_index (self->actions, WeftTypedAction, i).prior / self->actions->len;
  for (guint i = 0; i < self->actions->len; i++)
    {
      double away = g_array_index (self->actions, WeftTypedAction, i).prior - mean;

      variance += away * away / self->actions->len;
    }
  for (guint i = 0; i < self->actions->len; i++)
    {
      float *prior = &g_array_index (self->actions, WeftTypedAction, i).prior;

      *prior = variance > 1e-18 ? (float) ((*prior - mean) / sqrt (variance)) : 0;
    }
}
