/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best split that can be found: by the topology's own coordinates, by growing from a vertex,
 * and from random splits of coarser graphs; each made better by moving vertices and settling
 * switches. */
#include "design/topology/weft-topology-cut-private.h"

#include <string.h>

/* Starts from coarser graphs: as many as this many looks at an edge allow, within limits. */
#define LOOKS 3000000
#define MIN_STARTS 2
#define MAX_STARTS 64

/* Coarsening stops below this many vertices; that few get several random splits. */
#define COARSEST 32
#define COARSEST_TRIES 8
#define MAX_LEVELS 24

/* Beyond this many edges a minimum cut takes too long, and switches follow their majority. */
#define MAX_FLOW_EDGES 2000000

typedef struct
{
  const WeftCutGraph *graph;
  GRand *random;
  guint8 *best_sides;
  guint64 best;
  guint32 slack;
} Search;

static void
clear_sides (const WeftCutGraph *graph, guint8 *sides)
{
  memset (sides, 0, graph->n);
}

/* Settling switches and moving vertices in turn never makes a split worse; the end is when neither
 * makes it better. */
static void
improve (Search *search, guint8 *sides)
{
  guint64 cost = G_MAXUINT64, now;

  while (TRUE)
    {
      if (search->graph->n_edges <= MAX_FLOW_EDGES)
        weft_cut_settle (search->graph, sides);
      now = weft_cut_refine (search->graph, sides, search->slack);
      if (now >= cost)
        break;
      cost = now;
    }
  if (cost < search->best)
    {
      search->best = cost;
      memcpy (search->best_sides, sides, search->graph->n);
    }
}

/* Endpoints in the order of one coordinate, the first half on one side. */
static void
split_by_coordinate (const WeftCutGraph *graph, guint32 inner, guint32 side, guint8 *sides)
{
  guint32 outer = graph->total / (inner * side), place = 0;

  clear_sides (graph, sides);
  for (guint32 x = 0; x < side; x++)
    for (guint32 o = 0; o < outer; o++)
      for (guint32 i = 0; i < inner; i++)
        sides[(o * side + x) * inner + i] = place++ < graph->total / 2 ? 0 : 1;
}

static void
try_coordinates (Search *search, const guint32 *shape, guint n_shape)
{
  g_autofree guint8 *sides = g_new (guint8, search->graph->n);
  guint32 inner = 1;

  for (guint i = n_shape; i-- > 0; inner *= shape[i])
    if (shape[i] > 1)
      {
        split_by_coordinate (search->graph, inner, shape[i], sides);
        improve (search, sides);
      }
  if (n_shape == 0)
    {
      split_by_coordinate (search->graph, 1, search->graph->total, sides);
      improve (search, sides);
    }
}

/* One side grows from a vertex by distance until it has half of the endpoints. */
static void
try_growing (Search *search, guint32 from)
{
  const WeftCutGraph *graph = search->graph;
  g_autofree guint8 *sides = g_new (guint8, graph->n);
  g_autofree guint32 *queue = g_new (guint32, graph->n);
  guint32 n = 0, taken = 0;

  memset (sides, 1, graph->n);
  sides[from] = 0;
  queue[n++] = from;
  for (guint32 i = 0; i < n; i++)
    {
      taken += graph->weights[queue[i]];
      if (taken >= graph->total / 2)
        break;
      for (guint32 e = graph->first[queue[i]]; e < graph->first[queue[i] + 1]; e++)
        if (sides[graph->ends[e]] == 1 && n < graph->n)
          {
            sides[graph->ends[e]] = 0;
            queue[n++] = graph->ends[e];
          }
    }
  improve (search, sides);
}

static guint32
heaviest (const WeftCutGraph *graph)
{
  guint32 most = 1;

  for (guint32 v = 0; v < graph->n; v++)
    most = MAX (most, graph->weights[v]);
  return most;
}

/* A few random splits of a small graph; the best stays in @sides. */
static void
split_coarsest (const WeftCutGraph *graph, GRand *random, guint8 *sides)
{
  g_autofree guint8 *now = g_new (guint8, graph->n);
  guint64 best = G_MAXUINT64;

  for (guint i = 0; i < COARSEST_TRIES; i++)
    {
      guint64 cost;

      for (guint32 v = 0; v < graph->n; v++)
        now[v] = g_rand_boolean (random) ? 1 : 0;
      cost = weft_cut_refine (graph, now, heaviest (graph));
      if (cost < best)
        {
          best = cost;
          memcpy (sides, now, graph->n);
        }
    }
}

/* Down to a small graph, a split there, and up again, better at every level. */
static void
try_levels (Search *search)
{
  WeftCutGraph *graphs[MAX_LEVELS + 1] = { NULL };
  guint32 *coarse[MAX_LEVELS] = { NULL };
  const WeftCutGraph *graph = search->graph;
  guint8 *sides;
  guint n = 0;

  while (n < MAX_LEVELS && graph->n > COARSEST)
    {
      coarse[n] = g_new (guint32, graph->n);
      graphs[n] = weft_cut_graph_coarsen (graph, search->random, coarse[n]);
      n++;
      if (graphs[n - 1]->n > graph->n - graph->n / 16)
        break;
      graph = graphs[n - 1];
    }
  graph = n > 0 ? graphs[n - 1] : search->graph;
  sides = g_new (guint8, graph->n);
  split_coarsest (graph, search->random, sides);
  while (n-- > 0)
    {
      const WeftCutGraph *finer = n > 0 ? graphs[n - 1] : search->graph;
      guint8 *fine = g_new (guint8, finer->n);

      for (guint32 v = 0; v < finer->n; v++)
        fine[v] = sides[coarse[n][v]];
      g_free (sides);
      sides = fine;
      if (n > 0)
        weft_cut_refine (finer, sides, heaviest (finer));
      g_clear_pointer (&graphs[n], weft_cut_graph_free);
      g_clear_pointer (&coarse[n], g_free);
    }
  improve (search, sides);
  g_free (sides);
}

/**
 * weft_cut_search: (skip)
 * @graph: a graph that is not coarsened
 * @shape: coordinates of the endpoints, the first the most significant
 * @n_shape: how many, 0 for none
 * @seed: seed of the random starts
 * @sides: (out caller-allocates) (optional): the split
 *
 * Looks for a cheap split of the endpoints in halves. The work depends on the graph's size alone,
 * so that the same graph and seed give the same answer on any machine.
 *
 * Returns: the cables that it cuts, an upper bound of the bisection
 */
guint64
weft_cut_search (const WeftCutGraph *graph,
                 const guint32      *shape,
                 guint               n_shape,
                 guint32             seed,
                 guint8             *sides)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autofree guint8 *best_sides = g_new0 (guint8, MAX (graph->n, 1));
  Search search = { graph, random, best_sides, G_MAXUINT64, graph->total % 2 };
  guint starts = CLAMP (LOOKS / (graph->n_edges + graph->n + 1), MIN_STARTS, MAX_STARTS);

  if (graph->n == 0)
    return 0;
  try_coordinates (&search, shape, n_shape);
  for (guint i = 0; i < starts; i++)
    {
      try_levels (&search);
      try_growing (&search, g_rand_int_range (random, 0, graph->n));
    }
  if (sides != NULL)
    memcpy (sides, best_sides, graph->n);
  return search.best;
}
