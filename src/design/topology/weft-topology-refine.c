/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fiduccia and Mattheyses (DAC 1982): move the vertex that gains most, each once a pass, also when
 * it loses; keep the best split that the pass went through. Heaps stand in for their buckets, since
 * cables come in any number. */
#include "design/topology/weft-topology-cut-private.h"

/* One heap for each side, of vertices with and without endpoints. */
#define N_HEAPS 4
#define LOCKED G_MAXUINT32

/* Moves in a row without a better split, after which a pass ends. */
#define MAX_IDLE 4000

typedef struct
{
  guint32 *vertices;
  guint32 n;
} Heap;

/* The best split of a pass is the one with the least (beyond, cost). */
typedef struct
{
  const WeftCutGraph *graph;
  guint8 *sides;
  gint64 *gains;
  guint32 *places; /* in its heap, or LOCKED */
  Heap heaps[N_HEAPS];
  guint32 *moved;
  gint64 excess;   /* endpoints on side 1 beyond those on side 0 */
  gint64 cost;
} Pass;

static void
pass_clear (Pass *pass)
{
  g_clear_pointer (&pass->gains, g_free);
  g_clear_pointer (&pass->places, g_free);
  g_clear_pointer (&pass->moved, g_free);
  for (guint i = 0; i < N_HEAPS; i++)
    g_clear_pointer (&pass->heaps[i].vertices, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pass, pass_clear)

static Heap *
heap_of (Pass *pass, guint32 v)
{
  return &pass->heaps[2 * pass->sides[v] + (pass->graph->weights[v] > 0 ? 1 : 0)];
}

/* Equal gains go by number, so that the same input gives the same split. */
static gboolean
is_before (const Pass *pass, guint32 a, guint32 b)
{
  return pass->gains[a] > pass->gains[b] || (pass->gains[a] == pass->gains[b] && a < b);
}

static void
put (Pass *pass, Heap *heap, guint32 place, guint32 v)
{
  heap->vertices[place] = v;
  pass->places[v] = place;
}

static void
sift_up (Pass *pass, Heap *heap, guint32 place)
{
  guint32 v = heap->vertices[place];

  for (; place > 0 && is_before (pass, v, heap->vertices[(place - 1) / 2]); place = (place - 1) / 2)
    put (pass, heap, place, heap->vertices[(place - 1) / 2]);
  put (pass, heap, place, v);
}

static void
sift_down (Pass *pass, Heap *heap, guint32 place)
{
  guint32 v = heap->vertices[place];

  while (2 * place + 1 < heap->n)
    {
      guint32 child = 2 * place + 1;

      if (child + 1 < heap->n
          && is_before (pass, heap->vertices[child + 1], heap->vertices[child]))
        child++;
      if (!is_before (pass, heap->vertices[child], v))
        break;
      put (pass, heap, place, heap->vertices[child]);
      place = child;
    }
  put (pass, heap, place, v);
}

static void
take_out (Pass *pass, guint32 v)
{
  Heap *heap = heap_of (pass, v);
  guint32 place = pass->places[v];
  guint32 last = heap->vertices[--heap->n];

  pass->places[v] = LOCKED;
  if (last == v)
    return;
  put (pass, heap, place, last);
  sift_up (pass, heap, place);
  sift_down (pass, heap, pass->places[last]);
}

static void
change_gain (Pass *pass, guint32 v, gint64 by)
{
  Heap *heap = heap_of (pass, v);

  pass->gains[v] += by;
  if (by > 0)
    sift_up (pass, heap, pass->places[v]);
  else
    sift_down (pass, heap, pass->places[v]);
}

static void
pass_init (Pass *pass, const WeftCutGraph *graph, guint8 *sides)
{
  *pass = (Pass) { .graph = graph, .sides = sides };
  pass->gains = g_new (gint64, graph->n);
  pass->places = g_new (guint32, graph->n);
  pass->moved = g_new (guint32, graph->n);
  for (guint i = 0; i < N_HEAPS; i++)
    pass->heaps[i].vertices = g_new (guint32, graph->n);
}

static void
pass_begin (Pass *pass)
{
  const WeftCutGraph *graph = pass->graph;

  pass->excess = 0;
  pass->cost = weft_cut_cost (graph, pass->sides);
  for (guint i = 0; i < N_HEAPS; i++)
    pass->heaps[i].n = 0;
  for (guint32 v = 0; v < graph->n; v++)
    {
      Heap *heap = heap_of (pass, v);
      gint64 weight = graph->weights[v];

      pass->excess += pass->sides[v] != 0 ? weight : -weight;
      pass->gains[v] = 0;
      for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
        pass->gains[v] += pass->sides[v] != pass->sides[graph->ends[i]]
                            ? (gint64) graph->capacities[i] : -(gint64) graph->capacities[i];
      put (pass, heap, heap->n++, v);
      sift_up (pass, heap, heap->n - 1);
    }
}

static gint64
excess_after (const Pass *pass, guint32 v)
{
  gint64 weight = 2 * (gint64) pass->graph->weights[v];

  return ABS (pass->sides[v] != 0 ? pass->excess - weight : pass->excess + weight);
}

/* The vertex to move next, or LOCKED: the one that gains most among those that keep the balance
 * within @most or better it. */
static guint32
choose_move (const Pass *pass, gint64 most)
{
  guint32 chosen = LOCKED;

  for (guint i = 0; i < N_HEAPS; i++)
    {
      const Heap *heap = &pass->heaps[i];
      guint32 v = heap->n > 0 ? heap->vertices[0] : LOCKED;

      if (v == LOCKED || (excess_after (pass, v) > most
                          && excess_after (pass, v) >= ABS (pass->excess)))
        continue;
      if (chosen == LOCKED || pass->gains[v] > pass->gains[chosen]
          || (pass->gains[v] == pass->gains[chosen]
              && excess_after (pass, v) < excess_after (pass, chosen)))
        chosen = v;
    }
  return chosen;
}

static void
move (Pass *pass, guint32 v)
{
  const WeftCutGraph *graph = pass->graph;
  gint64 weight = 2 * (gint64) graph->weights[v];

  take_out (pass, v);
  pass->cost -= pass->gains[v];
  pass->excess += pass->sides[v] != 0 ? -weight : weight;
  pass->sides[v] ^= 1;
  for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
    {
      guint32 u = graph->ends[i];
      gint64 by = 2 * (gint64) graph->capacities[i];

      if (pass->places[u] != LOCKED)
        change_gain (pass, u, pass->sides[u] == pass->sides[v] ? -by : by);
    }
}

static gboolean
run_pass (Pass *pass, gint64 slack, gint64 most)
{
  gint64 best_beyond, best_cost;
  guint32 n = 0, kept = 0, v;

  pass_begin (pass);
  best_beyond = MAX (ABS (pass->excess) - slack, 0);
  best_cost = pass->cost;
  while (n - kept < MAX_IDLE && (v = choose_move (pass, most)) != LOCKED)
    {
      gint64 beyond;

      move (pass, v);
      pass->moved[n++] = v;
      beyond = MAX (ABS (pass->excess) - slack, 0);
      if (beyond < best_beyond || (beyond == best_beyond && pass->cost < best_cost))
        {
          best_beyond = beyond;
          best_cost = pass->cost;
          kept = n;
        }
    }
  while (n > kept)
    pass->sides[pass->moved[--n]] ^= 1;
  pass->cost = best_cost;
  return kept > 0;
}

/**
 * weft_cut_refine: (skip)
 * @graph: a graph
 * @sides: (inout): a split of it
 * @slack: most endpoints that one side may have beyond the other
 *
 * Makes a split cheaper until no pass finds a better one, and balanced when it was not.
 *
 * Returns: the cables between the two sides
 */
guint64
weft_cut_refine (const WeftCutGraph *graph,
                 guint8             *sides,
                 guint32             slack)
{
  g_auto (Pass) pass = { 0 };
  gint64 heaviest = 1;

  if (graph->n == 0)
    return 0;
  for (guint32 v = 0; v < graph->n; v++)
    heaviest = MAX (heaviest, (gint64) graph->weights[v]);
  pass_init (&pass, graph, sides);
  while (run_pass (&pass, slack, (gint64) slack + 2 * heaviest))
    ;
  return pass.cost;
}
