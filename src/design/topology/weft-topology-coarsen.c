/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a graph coarser: every vertex joins the neighbour that it has most cables to, so that a
 * leaf with its devices, or a group of routers, moves as one. */
#include "design/topology/weft-topology-cut-private.h"

#include <string.h>

#define NONE G_MAXUINT32

/* No cluster gets more than this part of all endpoints, or halves could not be made of them. */
#define PARTS 8

static void
shuffle (guint32 *order, guint32 n, GRand *random)
{
  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  for (guint32 i = n; i-- > 1;)
    {
      guint32 j = g_rand_int_range (random, 0, i + 1), swap = order[i];

      order[i] = order[j];
      order[j] = swap;
    }
}

/* The cluster with the most cables to @v that still has room for it. */
static guint32
choose_cluster (const WeftCutGraph *graph, guint32 v, const guint32 *clusters,
                const guint32 *weights, guint32 most)
{
  guint32 chosen = NONE;
  guint64 cables = 0;

  for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
    {
      guint32 cluster = clusters[graph->ends[i]];

      if (cluster != v && weights[cluster] + graph->weights[v] <= most
          && graph->capacities[i] > cables)
        {
          chosen = cluster;
          cables = graph->capacities[i];
        }
    }
  return chosen;
}

/* Clusters are named by one of their vertices; only a vertex that nobody has joined may join. */
static void
build_clusters (const WeftCutGraph *graph, GRand *random, guint32 *clusters)
{
  g_autofree guint32 *order = g_new (guint32, graph->n);
  g_autofree guint32 *weights = g_memdup2 (graph->weights, sizeof (guint32) * graph->n);
  g_autofree guint8 *is_joined = g_new0 (guint8, graph->n);
  guint32 most = MAX (graph->total / PARTS, 1);

  shuffle (order, graph->n, random);
  for (guint32 v = 0; v < graph->n; v++)
    clusters[v] = v;
  for (guint32 i = 0; i < graph->n; i++)
    {
      guint32 v = order[i], cluster;

      if (is_joined[v] || clusters[v] != v)
        continue;
      cluster = choose_cluster (graph, v, clusters, weights, most);
      if (cluster == NONE)
        continue;
      clusters[v] = cluster;
      is_joined[cluster] = 1;
      weights[cluster] += graph->weights[v];
    }
}

static guint32
number_clusters (guint32 n, const guint32 *clusters, guint32 *coarse)
{
  guint32 count = 0;

  for (guint32 v = 0; v < n; v++)
    if (clusters[v] == v)
      coarse[v] = count++;
  for (guint32 v = 0; v < n; v++)
    if (clusters[v] != v)
      coarse[v] = coarse[clusters[v]];
  return count;
}

/* The vertices of each cluster one after the other. */
static void
list_members (guint32 n, guint32 n_coarse, const guint32 *coarse, guint32 *first, guint32 *members)
{
  g_autofree guint32 *next = NULL;

  memset (first, 0, sizeof (guint32) * ((gsize) n_coarse + 1));
  for (guint32 v = 0; v < n; v++)
    first[coarse[v] + 1]++;
  for (guint32 c = 0; c < n_coarse; c++)
    first[c + 1] += first[c];
  next = g_memdup2 (first, sizeof (guint32) * ((gsize) n_coarse + 1));
  for (guint32 v = 0; v < n; v++)
    members[next[coarse[v]]++] = v;
}

/* @seen holds one more than the place of a neighbour in the present row. */
static void
join_rows (const WeftCutGraph *graph, const guint32 *coarse, const guint32 *first_member,
           const guint32 *members, WeftCutGraph *joined)
{
  g_autofree guint32 *seen = g_new0 (guint32, joined->n);
  guint32 kept = 0;

  for (guint32 c = 0; c < joined->n; c++)
    {
      guint32 row = kept;

      for (guint32 k = first_member[c]; k < first_member[c + 1]; k++)
        {
          guint32 v = members[k];

          joined->weights[c] += graph->weights[v];
          for (guint32 i = graph->first[v]; i < graph->first[v + 1]; i++)
            {
              guint32 u = coarse[graph->ends[i]];

              if (u == c)
                continue;
              if (seen[u] > row)
                {
                  joined->capacities[seen[u] - 1] += graph->capacities[i];
                  continue;
                }
              joined->ends[kept] = u;
              joined->capacities[kept] = graph->capacities[i];
              seen[u] = ++kept;
            }
        }
      joined->first[c + 1] = kept;
    }
  joined->n_edges = kept / 2;
  joined->total = graph->total;
}

/**
 * weft_cut_graph_coarsen: (skip)
 * @graph: a graph
 * @random: where the order of joining comes from
 * @coarse: (out caller-allocates): for each vertex the one that it became part of
 *
 * Returns: (transfer full): a graph whose vertices are clusters of those of @graph
 */
WeftCutGraph *
weft_cut_graph_coarsen (const WeftCutGraph *graph,
                        GRand              *random,
                        guint32            *coarse)
{
  g_autofree guint32 *clusters = g_new (guint32, graph->n);
  g_autofree guint32 *members = g_new (guint32, graph->n);
  g_autofree guint32 *first = NULL;
  WeftCutGraph *joined;
  guint32 n;

  build_clusters (graph, random, clusters);
  n = number_clusters (graph->n, clusters, coarse);
  first = g_new (guint32, (gsize) n + 1);
  list_members (graph->n, n, coarse, first, members);
  joined = weft_cut_graph_alloc (n, 2 * (guint64) graph->n_edges);
  join_rows (graph, coarse, first, members, joined);
  return joined;
}
