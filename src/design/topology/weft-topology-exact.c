/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bisection of a few endpoints, proved: endpoints take sides one after the other, and a branch
 * ends when what is cut for certain is no less than the best split known. */
#include "design/topology/weft-topology-cut-private.h"

#include <string.h>

#include "design/topology/weft-topology-metrics.h"

/* Steps after which the proof is given up; some ten seconds. */
#define MAX_WORK G_GUINT64_CONSTANT (6000000000)

#define MAX_ENDS WEFT_TOPOLOGY_MAX_EXACT

/* Endpoints that can change places without changing the graph are of one class, and stand one after
 * the other in @order. */
typedef struct
{
  const WeftCutGraph *graph;
  guint n;
  guint order[MAX_ENDS];
  guint classes[MAX_ENDS]; /* by vertex */
  guint most;              /* endpoints of one side */
  guint64 best;
  guint64 work;
  guint8 *sides;           /* UNSET, or the side that was taken */
  guint32 *back;           /* with switches: the other direction of each arc */
  guint32 *queue;
  guint32 *path;           /* the arc that reached each vertex */
  guint32 *stamps;
  guint32 stamp;
} Exact;

#define UNSET 2

static void
exact_clear (Exact *exact)
{
  g_clear_pointer (&exact->sides, g_free);
  g_clear_pointer (&exact->back, g_free);
  g_clear_pointer (&exact->queue, g_free);
  g_clear_pointer (&exact->path, g_free);
  g_clear_pointer (&exact->stamps, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Exact, exact_clear)

/* Whether two endpoints have the same cables to all others. */
static gboolean
can_swap (const WeftCutGraph *graph, guint32 a, guint32 b)
{
  guint32 i = graph->first[a], j = graph->first[b];

  while (TRUE)
    {
      while (i < graph->first[a + 1] && graph->ends[i] == b)
        i++;
      while (j < graph->first[b + 1] && graph->ends[j] == a)
        j++;
      if (i == graph->first[a + 1] || j == graph->first[b + 1])
        return i == graph->first[a + 1] && j == graph->first[b + 1];
      if (graph->ends[i] != graph->ends[j] || graph->capacities[i] != graph->capacities[j])
        return FALSE;
      i++;
      j++;
    }
}

/* Classes one after the other, each as near as possible to what stands before it, so that cut
 * cables show early. */
static void
order_endpoints (Exact *exact)
{
  const WeftCutGraph *graph = exact->graph;
  gboolean is_placed[MAX_ENDS] = { FALSE };
  guint placed = 0;

  for (guint v = 0; v < exact->n; v++)
    {
      exact->classes[v] = v;
      for (guint u = 0; u < v && exact->classes[v] == v; u++)
        if (can_swap (graph, u, v))
          exact->classes[v] = exact->classes[u];
    }
  while (placed < exact->n)
    {
      guint chosen = MAX_ENDS;
      guint64 most = 0;

      for (guint v = 0; v < exact->n; v++)
        {
          guint64 near = 1;

          for (guint32 i = graph->first[v]; !is_placed[v] && i < graph->first[v + 1]; i++)
            if (graph->ends[i] < exact->n && is_placed[graph->ends[i]])
              near += graph->capacities[i];
          if (!is_placed[v] && near > most)
            {
              chosen = v;
              most = near;
            }
        }
      for (guint v = chosen; v < exact->n; v++)
        if (exact->classes[v] == exact->classes[chosen])
          {
            exact->order[placed++] = v;
            is_placed[v] = TRUE;
          }
    }
}

/* Whether the endpoint at this depth may take a side: the halves have room, the first endpoint sits
 * on side 0, and in a class those on side 0 come first. */
static gboolean
may_take (const Exact *exact, guint depth, guint side, guint taken)
{
  if (taken >= exact->most || (depth == 0 && side == 1))
    return FALSE;
  if (depth == 0 || side == 1)
    return TRUE;
  return exact->classes[exact->order[depth - 1]] != exact->classes[exact->order[depth]]
         || exact->sides[exact->order[depth - 1]] == 0;
}

/* --- endpoints alone --- */

/* Each endpoint without a side will cut at least its cables to the side where it has fewer. When
 * more of them lean to one side than it has room for, the ones that lean least must cross. */
static guint64
bound_direct (const Exact *exact, guint depth, const guint64 links[MAX_ENDS][2],
              const guint taken[2])
{
  guint64 lean[2][MAX_ENDS];
  guint n[2] = { 0, 0 };
  guint64 bound = 0;

  for (guint i = depth; i < exact->n; i++)
    {
      const guint64 *link = links[exact->order[i]];
      guint side = link[0] >= link[1] ? 0 : 1;
      guint64 by = link[side] - link[1 - side];
      guint place = n[side]++;

      bound += link[1 - side];
      for (; place > 0 && lean[side][place - 1] > by; place--)
        lean[side][place] = lean[side][place - 1];
      lean[side][place] = by;
    }
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; taken[side] + n[side] > exact->most + i; i++)
      bound += lean[side][i];
  return bound;
}

static void
branch_direct (Exact *exact, guint depth, guint64 cost, const guint64 links[MAX_ENDS][2],
               const guint taken[2])
{
  const WeftCutGraph *graph = exact->graph;
  guint32 v = depth < exact->n ? exact->order[depth] : 0;

  exact->work += exact->n;
  if (depth == exact->n)
    {
      exact->best = MIN (exact->best, cost);
      return;
    }
  if (exact->work > MAX_WORK || cost + bound_direct (exact, depth, links, taken) >= exact->best)
    return;
  for (guint side = 0; side < 2; side++)
    {
      guint64 next[MAX_ENDS][2];
      guint now[2] = { taken[0], taken[1] };

      if (!may_take (exact, depth, side, taken[side]))
        continue;
      memcpy (next, links, sizeof next);
      for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
        next[graph->ends[i]][side] += graph->capacities[i];
      now[side]++;
      exact->sides[v] = side;
      branch_direct (exact, depth + 1, cost + links[v][1 - side], next, now);
    }
}

/* --- with switches --- */

static void
pair_arcs (Exact *exact)
{
  const WeftCutGraph *graph = exact->graph;
  g_autofree guint32 *next = g_memdup2 (graph->first, sizeof (guint32) * graph->n);

  exact->back = g_new (guint32, MAX (2 * (gsize) graph->n_edges, 1));
  exact->queue = g_new (guint32, graph->n);
  exact->path = g_new (guint32, graph->n);
  exact->stamps = g_new0 (guint32, graph->n);
  /* Rows are sorted, so the arcs back to a vertex come in the order of the vertices. */
  for (guint32 v = 0; v < graph->n; v++)
    for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
      exact->back[i] = next[graph->ends[i]]++;
}

/* The nearest vertex that has the other side and that @from can still send to, or take from when
 * its own side is 1; G_MAXUINT32 when there is none. */
static guint32
find_path (Exact *exact, const guint32 *room, guint32 from, guint side)
{
  const WeftCutGraph *graph = exact->graph;
  guint32 n = 0;

  exact->stamp++;
  exact->stamps[from] = exact->stamp;
  exact->queue[n++] = from;
  for (guint32 k = 0; k < n; k++)
    {
      guint32 v = exact->queue[k];

      exact->work += graph->first[v + 1] - graph->first[v];
      for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
        {
          guint32 u = graph->ends[i];

          if (exact->stamps[u] == exact->stamp || room[side == 0 ? i : exact->back[i]] == 0)
            continue;
          exact->stamps[u] = exact->stamp;
          exact->path[u] = i;
          if (exact->sides[u] == 1 - side)
            return u;
          if (exact->sides[u] == UNSET)
            exact->queue[n++] = u;
        }
    }
  return G_MAXUINT32;
}

/* Sends as much as fits between @from and the other side; stops at @enough. */
static guint64
send (Exact *exact, guint32 *room, guint32 from, guint side, guint64 enough)
{
  guint64 sent = 0;
  guint32 to;

  while (sent < enough && (to = find_path (exact, room, from, side)) != G_MAXUINT32)
    {
      guint32 least = G_MAXUINT32;

      for (guint32 v = to; v != from; v = exact->graph->ends[exact->back[exact->path[v]]])
        {
          guint32 arc = side == 0 ? exact->path[v] : exact->back[exact->path[v]];

          least = MIN (least, room[arc]);
        }
      for (guint32 v = to; v != from; v = exact->graph->ends[exact->back[exact->path[v]]])
        {
          guint32 arc = side == 0 ? exact->path[v] : exact->back[exact->path[v]];

          room[arc] -= least;
          room[exact->back[arc]] += least;
        }
      sent += least;
    }
  return sent;
}

/* The flow between the two sides, with everything else free, is cut for certain. */
static void
branch_flow (Exact *exact, guint depth, guint64 flow, const guint32 *room, const guint taken[2])
{
  gsize n_arcs = 2 * (gsize) exact->graph->n_edges;
  g_autofree guint32 *now = NULL;
  guint32 v;

  if (depth == exact->n)
    {
      exact->best = MIN (exact->best, flow);
      return;
    }
  v = exact->order[depth];
  now = g_new (guint32, MAX (n_arcs, 1));
  for (guint side = 0; side < 2; side++)
    {
      guint next[2] = { taken[0], taken[1] };
      guint64 cost;

      if (exact->work > MAX_WORK || !may_take (exact, depth, side, taken[side]))
        continue;
      memcpy (now, room, sizeof now[0] * n_arcs);
      exact->work += n_arcs / 8;
      cost = flow + send (exact, now, v, side, exact->best - flow);
      next[side]++;
      exact->sides[v] = side;
      if (cost < exact->best)
        branch_flow (exact, depth + 1, cost, now, next);
      exact->sides[v] = UNSET;
    }
}

/**
 * weft_cut_exact: (skip)
 * @graph: a graph that is not coarsened
 * @shape: coordinates of the endpoints, for a first split
 * @n_shape: how many
 * @seed: seed of the search for a first split
 * @bisection: (out): the fewest cables that a split of the endpoints in halves cuts
 *
 * Proves the bisection of a graph with at most %WEFT_TOPOLOGY_MAX_EXACT endpoints.
 *
 * Returns: %FALSE when the proof would take too long
 */
gboolean
weft_cut_exact (const WeftCutGraph *graph,
                const guint32      *shape,
                guint               n_shape,
                guint32             seed,
                guint64            *bisection)
{
  g_auto (Exact) exact = { .graph = graph, .n = graph->total };
  guint64 links[MAX_ENDS][2] = { { 0 } };
  guint taken[2] = { 0, 0 };

  g_assert (graph->total <= MAX_ENDS);
  exact.most = graph->total - graph->total / 2;
  exact.sides = g_new (guint8, MAX (graph->n, 1));
  memset (exact.sides, UNSET, graph->n);
  exact.best = weft_cut_search (graph, shape, n_shape, seed, NULL);
  order_endpoints (&exact);
  if (graph->n == graph->total)
    branch_direct (&exact, 0, 0, links, taken);
  else
    {
      pair_arcs (&exact);
      branch_flow (&exact, 0, 0, graph->capacities, taken);
    }
  *bisection = exact.best;
  return exact.work <= MAX_WORK;
}
