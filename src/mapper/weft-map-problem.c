/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be mapped: a task graph, a platform, and the times of its kinds. */
#include "mapper/weft-map-problem-private.h"

G_DEFINE_QUARK (weft-mapper-error-quark, weft_mapper_error)

WeftMapProblem *
weft_map_problem_new_rows (WeftTaskGraph *graph, WeftPlatform *platform, guint32 n_rows, const guint32 *row_of,
                           double *time_s)
{
  WeftMapProblem *self = g_new0 (WeftMapProblem, 1);

  self->graph = weft_task_graph_ref (graph);
  self->platform = weft_platform_ref (platform);
  self->n_rows = n_rows;
  self->row_of = row_of;
  self->time_s = time_s;
  g_atomic_ref_count_init (&self->refs);
  return self;
}

/**
 * weft_map_problem_new: (skip)
 * @graph: the tasks
 * @platform: the devices
 * @time_s: (transfer full): [kinds × classes] seconds, infinite where a kind cannot run
 *
 * Returns: (transfer full): the problem
 */
WeftMapProblem *
weft_map_problem_new (WeftTaskGraph *graph, WeftPlatform *platform, double *time_s)
{
  return weft_map_problem_new_rows (graph, platform, graph->n_kinds, graph->kind, time_s);
}

/**
 * weft_map_problem_ref: (skip)
 * @self: a problem
 *
 * Returns: (transfer full): @self
 */
WeftMapProblem *
weft_map_problem_ref (WeftMapProblem *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_map_problem_unref: (skip)
 * @self: (transfer full): a problem
 */
void
weft_map_problem_unref (WeftMapProblem *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_task_graph_unref (self->graph);
  weft_platform_unref (self->platform);
  g_free (self->time_s);
  g_free (self->parts);
  g_free (self->is_remote);
  g_free (self);
}
