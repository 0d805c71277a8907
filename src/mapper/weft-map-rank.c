/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Upward and downward ranks (Topcuoglu, Hariri, Wu, IEEE TPDS 13(3), 2002). Edges are kept by where they lead to, so
 * that a finished rank is pushed along the edges into its task. */
#include "mapper/weft-map-rank-private.h"

#include <math.h>

static inline double
mean_of (const WeftMapProblem *problem, const double *mean_s, guint32 task)
{
  return mean_s[problem->row_of != NULL ? problem->row_of[task] : task];
}

guint32 *
weft_map_order (const WeftTaskGraph *graph)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (graph->first_pred[i + 1] > graph->first_pred[i] && graph->pred[graph->first_pred[i + 1] - 1] >= i)
      return weft_task_graph_sort (graph);
  return NULL;
}

double
weft_map_mean (const WeftPlatform *platform, const double *by_class)
{
  double sum = 0;
  guint n = 0;

  for (guint p = 0; p < platform->n_devices; p++)
    {
      double value = by_class[platform->class_of[p]];

      if (isfinite (value))
        {
          sum += value;
          n++;
        }
    }
  return n > 0 ? sum / n : INFINITY;
}

double *
weft_map_mean_times (const WeftMapProblem *problem)
{
  double *mean_s = g_new (double, problem->n_rows);

  for (gsize r = 0; r < problem->n_rows; r++)
    mean_s[r] = weft_map_mean (problem->platform, problem->time_s + r * problem->platform->n_classes);
  return mean_s;
}

double *
weft_map_upward_rank (const WeftMapProblem *problem, const guint32 *order, const double *mean_s)
{
  const WeftTaskGraph *graph = problem->graph;
  double *rank_s = g_new0 (double, graph->n_tasks);

  for (guint32 k = graph->n_tasks; k > 0; k--)
    {
      guint32 task = weft_map_order_at (order, k - 1);

      rank_s[task] = mean_of (problem, mean_s, task) + rank_s[task];
      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        {
          double along_s = weft_platform_mean_comm_s (problem->platform, graph->pred_bytes[e]) + rank_s[task];

          rank_s[graph->pred[e]] = MAX (rank_s[graph->pred[e]], along_s);
        }
    }
  return rank_s;
}

double *
weft_map_downward_rank (const WeftMapProblem *problem, const guint32 *order, const double *mean_s)
{
  const WeftTaskGraph *graph = problem->graph;
  double *rank_s = g_new0 (double, graph->n_tasks);

  for (guint32 k = 0; k < graph->n_tasks; k++)
    {
      guint32 task = weft_map_order_at (order, k);

      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        {
          guint32 pred = graph->pred[e];
          double along_s = rank_s[pred] + mean_of (problem, mean_s, pred)
                           + weft_platform_mean_comm_s (problem->platform, graph->pred_bytes[e]);

          rank_s[task] = MAX (rank_s[task], along_s);
        }
    }
  return rank_s;
}
