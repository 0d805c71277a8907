/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph that is cut: a net without what cannot matter. A switch with one neighbour goes to its
 * side, and switches with the same cables to the same neighbours are best on the same side, so they
 * become one. */
#include "design/topology/weft-topology-cut-private.h"

#include <string.h>

#define DROPPED G_MAXUINT32

static guint64
hash_row (const WeftNet *net, guint32 v)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint32 i = net->first[v]; i < net->first[v + 1]; i++)
    {
      hash = (hash ^ net->ends[i]) * G_GUINT64_CONSTANT (0x100000001b3);
      hash = (hash ^ net->cables[i]) * G_GUINT64_CONSTANT (0x100000001b3);
    }
  return hash ^ hash >> 29;
}

static gboolean
same_row (const WeftNet *net, guint32 a, guint32 b)
{
  gsize bytes = (net->first[a + 1] - net->first[a]) * sizeof (guint32);

  return net->first[a + 1] - net->first[a] == net->first[b + 1] - net->first[b]
         && memcmp (net->ends + net->first[a], net->ends + net->first[b], bytes) == 0
         && memcmp (net->cables + net->first[a], net->cables + net->first[b], bytes) == 0;
}

/* Which vertex of the net stands for each: itself, an equal one before it, or none. */
static guint32 *
choose_leaders (const WeftNet *net)
{
  guint32 *leaders = g_new (guint32, MAX (net->n_vertices, 1));
  guint32 size = 16;
  g_autofree guint32 *slots = NULL;

  while (size < 2 * (net->n_vertices - net->n_of_kind[WEFT_VERTEX_ENDPOINT]))
    size *= 2;
  slots = g_new0 (guint32, size);
  for (guint32 v = 0; v < net->n_vertices; v++)
    {
      guint32 slot;

      leaders[v] = v;
      if (net->kinds[v] == WEFT_VERTEX_ENDPOINT)
        continue;
      if (net->first[v + 1] - net->first[v] < 2)
        {
          leaders[v] = DROPPED;
          continue;
        }
      for (slot = hash_row (net, v) & (size - 1); slots[slot] != 0; slot = (slot + 1) & (size - 1))
        if (same_row (net, v, slots[slot] - 1))
          break;
      if (slots[slot] == 0)
        slots[slot] = v + 1;
      leaders[v] = slots[slot] - 1;
    }
  return leaders;
}

/* Numbers the leaders, endpoints first. */
static guint32 *
number_leaders (const WeftNet *net, const guint32 *leaders, guint32 *n)
{
  guint32 *numbers = g_new (guint32, MAX (net->n_vertices, 1));

  *n = 0;
  for (guint32 v = 0; v < net->n_vertices; v++)
    if (net->kinds[v] == WEFT_VERTEX_ENDPOINT)
      numbers[v] = (*n)++;
  for (guint32 v = 0; v < net->n_vertices; v++)
    if (net->kinds[v] != WEFT_VERTEX_ENDPOINT && leaders[v] == v)
      numbers[v] = (*n)++;
  return numbers;
}

static void
count_ends (const WeftNet *net, const guint32 *leaders, const guint32 *numbers, guint32 *first)
{
  for (guint32 v = 0; v < net->n_vertices; v++)
    for (guint32 i = net->first[v]; leaders[v] == v && i < net->first[v + 1]; i++)
      if (leaders[net->ends[i]] == net->ends[i])
        first[numbers[v] + 1]++;
}

/* The cables between two leaders, times the vertices that each stands for. Going through the rows
 * in the order of the numbers leaves every row of the other ends sorted. */
static void
fill_ends (const WeftNet *net, const guint32 *leaders, const guint32 *numbers,
           const guint32 *copies, WeftCutGraph *graph)
{
  g_autofree guint32 *next = g_memdup2 (graph->first, sizeof (guint32) * MAX (graph->n, 1));
  g_autofree guint32 *vertices = g_new (guint32, MAX (graph->n, 1));

  for (guint32 v = 0; v < net->n_vertices; v++)
    if (leaders[v] == v)
      vertices[numbers[v]] = v;
  for (guint32 a = 0; a < graph->n; a++)
    for (guint32 i = net->first[vertices[a]]; i < net->first[vertices[a] + 1]; i++)
      {
        guint32 u = net->ends[i], b;

        if (leaders[u] != u)
          continue;
        b = numbers[u];
        graph->ends[next[b]] = a;
        graph->capacities[next[b]++] = net->cables[i] * copies[u] * copies[vertices[a]];
      }
}

/**
 * weft_cut_graph_alloc: (skip)
 * @n: how many vertices
 * @n_ends: twice the edges
 *
 * Returns: (transfer full): a graph whose arrays are still to be filled in
 */
WeftCutGraph *
weft_cut_graph_alloc (guint32 n,
                      guint64 n_ends)
{
  WeftCutGraph *graph = g_new0 (WeftCutGraph, 1);

  graph->n = n;
  graph->n_edges = n_ends / 2;
  graph->weights = g_new0 (guint32, MAX (n, 1));
  graph->first = g_new0 (guint32, (gsize) n + 1);
  graph->ends = g_new (guint32, MAX (n_ends, 1));
  graph->capacities = g_new (guint32, MAX (n_ends, 1));
  return graph;
}

/**
 * weft_cut_graph_new: (skip)
 * @net: a frozen net
 *
 * Returns: (transfer full): the graph that has the same cheapest cut
 */
WeftCutGraph *
weft_cut_graph_new (const WeftNet *net)
{
  g_autofree guint32 *leaders = choose_leaders (net);
  g_autofree guint32 *copies = g_new0 (guint32, MAX (net->n_vertices, 1));
  g_autofree guint32 *first = NULL;
  g_autofree guint32 *numbers = NULL;
  WeftCutGraph *graph;
  guint32 n;

  for (guint32 v = 0; v < net->n_vertices; v++)
    if (leaders[v] != DROPPED)
      copies[leaders[v]]++;
  numbers = number_leaders (net, leaders, &n);
  first = g_new0 (guint32, (gsize) n + 1);
  count_ends (net, leaders, numbers, first);
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];

  graph = weft_cut_graph_alloc (n, first[n]);
  memcpy (graph->first, first, sizeof (guint32) * ((gsize) n + 1));
  graph->total = net->n_of_kind[WEFT_VERTEX_ENDPOINT];
  for (guint32 i = 0; i < graph->total; i++)
    graph->weights[i] = 1;
  fill_ends (net, leaders, numbers, copies, graph);
  return graph;
}

/**
 * weft_cut_graph_free: (skip)
 * @graph: (nullable) (transfer full): a graph
 */
void
weft_cut_graph_free (WeftCutGraph *graph)
{
  if (graph == NULL)
    return;
  g_free (graph->weights);
  g_free (graph->first);
  g_free (graph->ends);
  g_free (graph->capacities);
  g_free (graph);
}

/**
 * weft_cut_cost: (skip)
 * @graph: a graph
 * @sides: a split of it
 *
 * Returns: the cables between the two sides
 */
guint64
weft_cut_cost (const WeftCutGraph *graph,
               const guint8       *sides)
{
  guint64 cost = 0;

  for (guint32 v = 0; v < graph->n; v++)
    for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
      if (sides[v] < sides[graph->ends[i]])
        cost += graph->capacities[i];
  return cost;
}
