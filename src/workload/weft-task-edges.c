/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorts the edges of a graph by counting, once by where they come from and once by where they lead to. */
#include "workload/weft-task-edges-private.h"

/* [n + 1] where each task's edges begin, of how many it has: counted at [task + 1]. */
static void
sum_up (guint32 *first, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
}

/* The edges by where they come from. */
static guint32 *
sort_by_from (guint32 n, GArray *edges)
{
  g_autofree guint32 *at = g_new0 (guint32, (gsize) n + 1);
  guint32 *sorted = g_new (guint32, edges->len);

  for (guint e = 0; e < edges->len; e++)
    at[g_array_index (edges, WeftTaskEdge, e).from + 1]++;
  sum_up (at, n);
  for (guint e = 0; e < edges->len; e++)
    sorted[at[g_array_index (edges, WeftTaskEdge, e).from]++] = e;
  return sorted;
}

/* The edges into each task, by rising predecessor: those sorted by where they come from, dealt out. */
static void
sort_preds (WeftTaskGraph *graph, GArray *edges)
{
  guint32 n = graph->n_tasks;
  g_autofree guint32 *sorted = sort_by_from (n, edges);
  g_autofree guint32 *at = NULL;

  graph->first_pred = g_new0 (guint32, (gsize) n + 1);
  for (guint e = 0; e < edges->len; e++)
    graph->first_pred[g_array_index (edges, WeftTaskEdge, e).to + 1]++;
  sum_up (graph->first_pred, n);
  at = g_memdup2 (graph->first_pred, ((gsize) n + 1) * sizeof *at);
  graph->pred = g_new (guint32, edges->len);
  graph->pred_bytes = g_new (double, edges->len);
  for (guint i = 0; i < edges->len; i++)
    {
      const WeftTaskEdge *edge = &g_array_index (edges, WeftTaskEdge, sorted[i]);
      guint32 place = at[edge->to]++;

      graph->pred[place] = edge->from;
      graph->pred_bytes[place] = edge->bytes;
    }
  graph->n_edges = edges->len;
}

/* Edges that were said twice stand side by side now. */
static void
merge_preds (WeftTaskGraph *graph)
{
  guint32 n_kept = 0;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      guint32 begin = graph->first_pred[i];

      graph->first_pred[i] = n_kept;
      for (guint32 e = begin; e < graph->first_pred[i + 1]; e++)
        if (n_kept > graph->first_pred[i] && graph->pred[n_kept - 1] == graph->pred[e])
          graph->pred_bytes[n_kept - 1] += graph->pred_bytes[e];
        else
          {
            graph->pred[n_kept] = graph->pred[e];
            graph->pred_bytes[n_kept++] = graph->pred_bytes[e];
          }
    }
  graph->first_pred[graph->n_tasks] = n_kept;
  graph->n_edges = n_kept;
}

static void
sort_succs (WeftTaskGraph *graph)
{
  guint32 n = graph->n_tasks;
  g_autofree guint32 *at = NULL;

  graph->first_succ = g_new0 (guint32, (gsize) n + 1);
  for (guint32 e = 0; e < graph->n_edges; e++)
    graph->first_succ[graph->pred[e] + 1]++;
  sum_up (graph->first_succ, n);
  at = g_memdup2 (graph->first_succ, ((gsize) n + 1) * sizeof *at);
  graph->succ = g_new (guint32, graph->n_edges);
  for (guint32 i = 0; i < n; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      graph->succ[at[graph->pred[e]]++] = i;
}

void
weft_task_graph_set_edges (WeftTaskGraph *graph, GArray *edges)
{
  sort_preds (graph, edges);
  g_array_unref (edges);
  merge_preds (graph);
  sort_succs (graph);
}

void
weft_task_graph_set_groups (WeftTaskGraph *graph, guint32 n_groups)
{
  g_autofree guint32 *at = NULL;

  graph->n_groups = n_groups;
  graph->first_member = g_new0 (guint32, (gsize) n_groups + 1);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (graph->group[i] != WEFT_TASK_NONE)
      graph->first_member[graph->group[i] + 1]++;
  sum_up (graph->first_member, n_groups);
  at = g_memdup2 (graph->first_member, ((gsize) n_groups + 1) * sizeof *at);
  graph->member = g_new (guint32, graph->first_member[n_groups]);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (graph->group[i] != WEFT_TASK_NONE)
      graph->member[at[graph->group[i]]++] = i;
}
