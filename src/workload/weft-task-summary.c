/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A task graph in figures: sums by kernel, by dtype and by level. Kinds are summed up once and counted. */
#include "workload/weft-task-summary.h"

/* [n_tasks] tasks on the longest way to each, itself not counted; the deepest + 1 in @n_levels. */
static guint32 *
find_levels (const WeftTaskGraph *graph, guint32 *n_levels)
{
  g_autofree guint32 *order = weft_task_graph_sort (graph);
  guint32 *level = g_new0 (guint32, graph->n_tasks);

  *n_levels = 0;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      guint32 task = order[i];

      for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
        level[task] = MAX (level[task], level[graph->pred[e]] + 1);
      *n_levels = MAX (*n_levels, level[task] + 1);
    }
  return level;
}

static guint32
find_max_width (const guint32 *level, guint32 n_tasks, guint32 n_levels)
{
  g_autofree guint32 *width = g_new0 (guint32, n_levels);
  guint32 max_width = 0;

  for (guint32 i = 0; i < n_tasks; i++)
    width[level[i]]++;
  for (guint32 l = 0; l < n_levels; l++)
    max_width = MAX (max_width, width[l]);
  return max_width;
}

static void
sum_levels (WeftTaskSummary *self)
{
  const WeftTaskGraph *graph = self->graph;
  g_autofree guint32 *level = find_levels (graph, &self->n_levels);
  guint32 n_bins;

  self->max_width = find_max_width (level, graph->n_tasks, self->n_levels);
  self->levels_per_bin = MAX (1, (self->n_levels + WEFT_TASK_SUMMARY_LEVELS - 1) / WEFT_TASK_SUMMARY_LEVELS);
  n_bins = (self->n_levels + self->levels_per_bin - 1) / self->levels_per_bin;
  g_array_set_size (self->levels, n_bins);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      WeftLevelSum *sum = &g_array_index (self->levels, WeftLevelSum, level[i] / self->levels_per_bin);
      const WeftTaskKind *kind = &graph->kinds[graph->kind[i]];

      sum->n_tasks++;
      sum->flops += weft_task_graph_kind_flops (graph, graph->kind[i]);
      sum->bytes += kind->bytes_read + kind->bytes_written;
    }
}

static void
add_kind (WeftTaskSummary *self, WeftKernelSum *sum, guint32 kind, guint32 n)
{
  const WeftTaskKind *at = &self->graph->kinds[kind];

  sum->n_tasks += n;
  sum->flops += n * weft_task_graph_kind_flops (self->graph, kind);
  sum->bytes += n * (at->bytes_read + at->bytes_written);
  sum->comm_bytes += n * at->comm_bytes;
  for (guint i = 0; i < at->n_work; i++)
    self->flops[self->graph->work_dtype[at->first_work + i]] += n * self->graph->work_flops[at->first_work + i];
  self->bytes_read += n * at->bytes_read;
  self->bytes_written += n * at->bytes_written;
  self->comm_bytes += n * at->comm_bytes;
  self->max_working_set_bytes = MAX (self->max_working_set_bytes, at->working_set_bytes);
}

static WeftTimeSum *
find_time_sum (WeftTaskSummary *self, const char *device_class)
{
  const WeftTimeSum none = { .device_class = device_class };

  for (guint i = 0; i < self->times->len; i++)
    if (g_array_index (self->times, WeftTimeSum, i).device_class == device_class)
      return &g_array_index (self->times, WeftTimeSum, i);
  g_array_append_val (self->times, none);
  return &g_array_index (self->times, WeftTimeSum, self->times->len - 1);
}

/* Of two times for one class the first counts. */
static gboolean
is_said (const WeftTaskTime *times, guint i)
{
  for (guint k = 0; k < i; k++)
    if (times[k].device_class == times[i].device_class)
      return TRUE;
  return FALSE;
}

static void
add_times (WeftTaskSummary *self, guint32 kind, guint32 n)
{
  const WeftTaskTime *times = self->graph->times + self->graph->kinds[kind].first_time;

  for (guint i = 0; i < self->graph->kinds[kind].n_times; i++)
    if (!is_said (times, i))
      {
        WeftTimeSum *sum = find_time_sum (self, self->graph->names[times[i].device_class]);

        sum->n_tasks += n;
        sum->time_s += n * times[i].time_s;
      }
}

static void
sum_kernels (WeftTaskSummary *self)
{
  const WeftTaskGraph *graph = self->graph;
  g_autofree guint32 *count = g_new0 (guint32, graph->n_kinds);
  g_autofree guint32 *place = g_new0 (guint32, graph->n_names);

  for (guint32 i = 0; i < graph->n_tasks; i++)
    count[graph->kind[i]]++;
  for (guint32 k = 0; k < graph->n_kinds; k++)
    {
      guint32 kernel = graph->kinds[k].kernel;

      if (count[k] == 0)
        continue;
      if (place[kernel] == 0)
        {
          g_array_set_size (self->kernels, self->kernels->len + 1);
          place[kernel] = self->kernels->len;
          g_array_index (self->kernels, WeftKernelSum, place[kernel] - 1).kernel = graph->names[kernel];
        }
      add_kind (self, &g_array_index (self->kernels, WeftKernelSum, place[kernel] - 1), k, count[k]);
      add_times (self, k, count[k]);
    }
}

static void
sum_edges (WeftTaskSummary *self)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 e = 0; e < graph->n_edges; e++)
    self->edge_bytes += graph->pred_bytes[e];
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      self->n_roots += graph->first_pred[i] == graph->first_pred[i + 1];
      self->n_leaves += graph->first_succ[i] == graph->first_succ[i + 1];
    }
  for (guint32 r = 0; r < graph->n_regions; r++)
    self->region_bytes += graph->regions[r].bytes;
}

/**
 * weft_task_summary_new: (skip)
 * @graph: a graph
 *
 * Returns: (transfer full): its figures
 */
WeftTaskSummary *
weft_task_summary_new (WeftTaskGraph *graph)
{
  WeftTaskSummary *self = g_new0 (WeftTaskSummary, 1);

  self->graph = weft_task_graph_ref (graph);
  self->kernels = g_array_new (FALSE, TRUE, sizeof (WeftKernelSum));
  self->times = g_array_new (FALSE, FALSE, sizeof (WeftTimeSum));
  self->levels = g_array_new (FALSE, TRUE, sizeof (WeftLevelSum));
  sum_kernels (self);
  sum_edges (self);
  sum_levels (self);
  return self;
}

/**
 * weft_task_summary_free: (skip)
 * @self: (transfer full): figures
 */
void
weft_task_summary_free (WeftTaskSummary *self)
{
  weft_task_graph_unref (self->graph);
  g_array_unref (self->kernels);
  g_array_unref (self->times);
  g_array_unref (self->levels);
  g_free (self);
}

/**
 * weft_task_summary_total_flops: (skip)
 * @self: figures
 *
 * Returns: operations of all dtypes together
 */
double
weft_task_summary_total_flops (const WeftTaskSummary *self)
{
  double flops = 0;

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    flops += self->flops[d];
  return flops;
}
