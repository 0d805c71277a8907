/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best sides of the switches when the endpoints have theirs: a minimum cut, by Dinic's
 * algorithm on the switches alone. The endpoints of each side are one terminal. */
#include "design/topology/weft-topology-cut-private.h"

#include <string.h>

#define SOURCE 0
#define SINK 1
#define UNREACHED G_MAXUINT32

/* Arc i goes to to[i] and still takes room[i]; back[i] is the same cable seen from there. */
typedef struct
{
  guint32 n;
  guint32 *first;
  guint32 *to;
  guint32 *back;
  guint64 *room;
  guint32 *level;
  guint32 *next;
  guint32 *queue;
} Flow;

static void
flow_clear (Flow *flow)
{
  g_clear_pointer (&flow->first, g_free);
  g_clear_pointer (&flow->to, g_free);
  g_clear_pointer (&flow->back, g_free);
  g_clear_pointer (&flow->room, g_free);
  g_clear_pointer (&flow->level, g_free);
  g_clear_pointer (&flow->next, g_free);
  g_clear_pointer (&flow->queue, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Flow, flow_clear)

/* What a switch has to the endpoints of one side. */
static guint64
sum_to_side (const WeftCutGraph *graph, guint32 v, const guint8 *sides, guint8 side)
{
  guint64 sum = 0;

  for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
    if (graph->ends[i] < graph->total && sides[graph->ends[i]] == side)
      sum += graph->capacities[i];
  return sum;
}

static void
flow_init (Flow *flow, const WeftCutGraph *graph)
{
  guint32 n = graph->n - graph->total + 2;
  gsize n_arcs = 4 * (gsize) n;

  for (guint32 v = graph->total; v < graph->n; v++)
    n_arcs += graph->first[v + 1] - graph->first[v];
  *flow = (Flow) { .n = n };
  flow->first = g_new0 (guint32, (gsize) n + 1);
  flow->to = g_new (guint32, n_arcs);
  flow->back = g_new (guint32, n_arcs);
  flow->room = g_new (guint64, n_arcs);
  flow->level = g_new (guint32, n);
  flow->next = g_new (guint32, n);
  flow->queue = g_new (guint32, n);
}

/* Both directions of a cable have room for it. Terminal arcs need room in one direction only. */
static void
flow_join (Flow *flow, guint32 a, guint32 b, guint64 there, guint64 back)
{
  guint32 i = flow->next[a]++, j = flow->next[b]++;

  flow->to[i] = b;
  flow->room[i] = there;
  flow->back[i] = j;
  flow->to[j] = a;
  flow->room[j] = back;
  flow->back[j] = i;
}

/* A switch with cables to both sides cuts the fewer of them in any case; only the difference has to
 * be decided. Returns what is cut in any case. */
static guint64
flow_fill (Flow *flow, const WeftCutGraph *graph, const guint8 *sides)
{
  guint32 shift = graph->total - 2;
  guint64 sure = 0;

  for (guint32 v = graph->total; v < graph->n; v++)
    {
      flow->first[v - shift + 1]++;
      for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
        flow->first[v - shift + 1] += graph->ends[i] >= graph->total ? 1 : 0;
    }
  flow->first[SOURCE + 1] = flow->first[SINK + 1] = flow->n - 2;
  for (guint32 v = 0; v < flow->n; v++)
    flow->first[v + 1] += flow->first[v];
  memcpy (flow->next, flow->first, sizeof (guint32) * flow->n);
  for (guint32 v = graph->total; v < graph->n; v++)
    {
      guint64 to_source = sum_to_side (graph, v, sides, 0);
      guint64 to_sink = sum_to_side (graph, v, sides, 1);

      sure += MIN (to_source, to_sink);
      if (to_source >= to_sink)
        flow_join (flow, SOURCE, v - shift, to_source - to_sink, 0);
      else
        flow_join (flow, v - shift, SINK, to_sink - to_source, 0);
      for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
        if (graph->ends[i] > v)
          flow_join (flow, v - shift, graph->ends[i] - shift, graph->capacities[i],
                     graph->capacities[i]);
    }
  return sure;
}

/* The arcs of a vertex lie between its first and the one where its filling ended. */
static gboolean
flow_level (Flow *flow, const guint32 *ends)
{
  guint32 n = 0;

  memset (flow->level, 0xff, sizeof (guint32) * flow->n);
  flow->level[SOURCE] = 0;
  flow->queue[n++] = SOURCE;
  for (guint32 i = 0; i < n && flow->level[SINK] == UNREACHED; i++)
    {
      guint32 v = flow->queue[i];

      for (guint32 a = flow->first[v]; a < ends[v]; a++)
        if (flow->room[a] > 0 && flow->level[flow->to[a]] == UNREACHED)
          {
            flow->level[flow->to[a]] = flow->level[v] + 1;
            flow->queue[n++] = flow->to[a];
          }
    }
  return flow->level[SINK] != UNREACHED;
}

/* One path after the other along the levels, on a stack of arcs, until none is left. */
static guint64
flow_push (Flow *flow, const guint32 *ends)
{
  guint32 *stack = flow->queue;
  guint32 depth = 0, v = SOURCE;
  guint64 pushed = 0;

  memcpy (flow->next, flow->first, sizeof (guint32) * flow->n);
  while (TRUE)
    {
      guint32 a = flow->next[v];

      if (v == SINK)
        {
          guint64 least = G_MAXUINT64;

          for (guint32 i = 0; i < depth; i++)
            least = MIN (least, flow->room[stack[i]]);
          for (guint32 i = 0; i < depth; i++)
            {
              flow->room[stack[i]] -= least;
              flow->room[flow->back[stack[i]]] += least;
            }
          pushed += least;
          depth = 0;
          v = SOURCE;
        }
      else if (a < ends[v])
        {
          if (flow->room[a] > 0 && flow->level[flow->to[a]] == flow->level[v] + 1)
            {
              stack[depth++] = a;
              v = flow->to[a];
            }
          else
            flow->next[v]++;
        }
      else if (depth > 0)
        {
          v = flow->to[flow->back[stack[--depth]]];
          flow->next[v]++;
        }
      else
        return pushed;
    }
}

/* What separates two endpoints is cut wherever the switches are. */
static guint64
cut_between_endpoints (const WeftCutGraph *graph, const guint8 *sides)
{
  guint64 cost = 0;

  for (guint32 v = 0; v < graph->total; v++)
    for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
      if (graph->ends[i] < v && sides[v] != sides[graph->ends[i]])
        cost += graph->capacities[i];
  return cost;
}

/**
 * weft_cut_settle: (skip)
 * @graph: a graph that is not coarsened
 * @sides: (inout): a split; those of the endpoints stay, those of the rest become the best ones
 *
 * Returns: the cables between the two sides
 */
guint64
weft_cut_settle (const WeftCutGraph *graph,
                 guint8             *sides)
{
  g_auto (Flow) flow = { 0 };
  g_autofree guint32 *ends = NULL;
  guint64 cost = cut_between_endpoints (graph, sides);

  if (graph->n == graph->total)
    return cost;
  flow_init (&flow, graph);
  cost += flow_fill (&flow, graph, sides);
  ends = g_memdup2 (flow.next, sizeof (guint32) * flow.n);
  while (flow_level (&flow, ends))
    cost += flow_push (&flow, ends);
  for (guint32 v = graph->total; v < graph->n; v++)
    sides[v] = flow.level[v - graph->total + 2] == UNREACHED ? 1 : 0;
  return cost;
}
