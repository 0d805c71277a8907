/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A world of 500 machines of four columns. J is a bowl with the lowest point drawn at each reset; the prior is right
 * about two columns, overrates the third and has the fourth the wrong way round. */
#pragma once

#include <math.h>
#include <string.h>

#include "search/tgrl/weft-policy-world.h"

#define WORLD_N_COLUMNS 4

static const guint world_sizes[WORLD_N_COLUMNS] = { 5, 5, 5, 4 };
static const double world_weights[WORLD_N_COLUMNS] = { 0.05, 0.04, 0.03, 0.06 };
static const double world_trust[WORLD_N_COLUMNS] = { 1, 1, 2, -0.6 };

typedef struct
{
  guint8 at[WORLD_N_COLUMNS];
  guint8 aim[WORLD_N_COLUMNS];
  guint8 to[2 * WORLD_N_COLUMNS][WORLD_N_COLUMNS]; /* of the actions observed last */
  guint n_to;
  gboolean seen[500];
} World;

static inline double
world_j (const World *world, const guint8 *at)
{
  double sum = 0;

  for (guint c = 0; c < WORLD_N_COLUMNS; c++)
    sum += world_weights[c] * pow ((double) at[c] - world->aim[c], 2);
  return sum;
}

static inline guint
world_index (const guint8 *at)
{
  return at[0] + 5 * (at[1] + 5 * (at[2] + 5 * at[3]));
}

static inline gpointer
world_begin (gpointer data)
{
  return g_new0 (World, 1);
}

static inline void
world_reset (gpointer place, WeftRandom *random)
{
  World *world = place;

  memset (world, 0, sizeof *world);
  for (guint c = 0; c < WORLD_N_COLUMNS; c++)
    {
      world->aim[c] = (guint8) weft_random_below (random, world_sizes[c]);
      world->at[c] = (guint8) weft_random_below (random, world_sizes[c]);
    }
  world->seen[world_index (world->at)] = TRUE;
}

static inline void
world_add_action (World *world, WeftTypedGraph *graph, guint column, gboolean is_up)
{
  guint8 *to = world->to[world->n_to++];
  WeftTypedAction *action;
  double gain;

  memcpy (to, world->at, WORLD_N_COLUMNS);
  to[column] = (guint8) (to[column] + (is_up ? 1 : -1));
  gain = world_j (world, world->at) - world_j (world, to);
  action = weft_typed_graph_add_action (graph, column + 1, 2 * column + is_up, world_trust[column] * gain);
  action->feature[WEFT_TYPED_ACTION_RESOURCE + column] = is_up ? 1 : -1;
}

static inline void
world_observe (gpointer place, guint step, guint n_steps, WeftTypedGraph *graph)
{
  World *world = place;
  float node[WEFT_TYPED_NODE_FEATURES] = { 1 }, edge[WEFT_TYPED_EDGE_FEATURES] = { 1 };

  world->n_to = 0;
  graph->global[0] = (float) step / n_steps;
  graph->global[1] = (float) world_j (world, world->at);
  weft_typed_graph_add_node (graph, 0, node);
  for (guint c = 0; c < WORLD_N_COLUMNS; c++)
    {
      node[1] = (float) world->at[c] / world_sizes[c];
      weft_typed_graph_add_node (graph, c + 1, node);
      weft_typed_graph_join (graph, 0, c + 1, c, edge);
    }
  for (guint c = 0; c < WORLD_N_COLUMNS; c++)
    {
      if (world->at[c] > 0)
        world_add_action (world, graph, c, FALSE);
      if (world->at[c] + 1u < world_sizes[c])
        world_add_action (world, graph, c, TRUE);
    }
  weft_typed_graph_standardise (graph);
}

static inline double
world_step (gpointer place, guint action, gboolean *is_duplicate)
{
  World *world = place;

  g_assert_cmpuint (action, <, world->n_to);
  memcpy (world->at, world->to[action], WORLD_N_COLUMNS);
  *is_duplicate = world->seen[world_index (world->at)];
  world->seen[world_index (world->at)] = TRUE;
  return world_j (world, world->at);
}

static inline double
world_objective (gpointer place)
{
  World *world = place;

  return world_j (world, world->at);
}

static inline void
world_mark (gpointer place, guint8 *mark)
{
  memcpy (mark, ((World *) place)->at, WORLD_N_COLUMNS);
}

static inline void
world_go_back (gpointer place, const guint8 *mark)
{
  World *world = place;

  /* Only to what was measured. */
  g_assert_true (world->seen[world_index (mark)]);
  memcpy (world->at, mark, WORLD_N_COLUMNS);
}

static const WeftPolicyWorld fixture_world = {
  .begin = world_begin,
  .end = g_free,
  .reset = world_reset,
  .observe = world_observe,
  .step = world_step,
  .objective = world_objective,
  .mark = world_mark,
  .go_back = world_go_back,
  .mark_size = WORLD_N_COLUMNS,
};
