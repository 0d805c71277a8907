/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload as a graph of tasks that knows no hardware: its memory, its names, and the order in which tasks can run. */
#include "workload/weft-task-graph-private.h"

#include <string.h>

G_DEFINE_QUARK (weft-workload-error-quark, weft_workload_error)
G_DEFINE_BOXED_TYPE (WeftTaskGraph, weft_task_graph, weft_task_graph_ref, weft_task_graph_unref)

static const char *const dtype_nicks[WEFT_N_DTYPES] = { "fp64", "fp32", "bf16", "fp8", "int8" };

static const char *const comm_nicks[WEFT_N_COMMS] = {
  "none", "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "send",
};

static int
find_nick (const char *const *nicks, guint n, const char *nick)
{
  for (guint i = 0; i < n; i++)
    if (g_str_equal (nicks[i], nick))
      return i;
  return -1;
}

static char *
join_name (const WeftTaskGraph *self, guint32 stem, guint32 ordinal)
{
  if (ordinal == WEFT_TASK_NONE)
    return g_strdup (self->names[stem]);
  return g_strdup_printf ("%s@%u", self->names[stem], ordinal);
}

/* --- the order --- */

/* What is left of a graph while its tasks are taken one by one. */
typedef struct
{
  const WeftTaskGraph *graph;
  guint32 *n_waits;      /* [tasks] edges into it whose task has not been taken */
  guint32 *n_group_waits; /* [groups] members that still wait for an edge */
  guint32 *order;
  guint32 n_queued;
} Walk;

static void
enqueue (Walk *walk, guint32 task)
{
  const WeftTaskGraph *graph = walk->graph;
  guint32 group = graph->group != NULL ? graph->group[task] : WEFT_TASK_NONE;

  if (group == WEFT_TASK_NONE)
    walk->order[walk->n_queued++] = task;
  else if (--walk->n_group_waits[group] == 0)
    for (guint32 i = graph->first_member[group]; i < graph->first_member[group + 1]; i++)
      walk->order[walk->n_queued++] = graph->member[i];
}

static void
walk_init (Walk *walk, const WeftTaskGraph *graph)
{
  walk->graph = graph;
  walk->n_waits = g_new (guint32, graph->n_tasks);
  walk->n_group_waits = g_new (guint32, graph->n_groups);
  walk->order = g_new (guint32, graph->n_tasks);
  walk->n_queued = 0;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    walk->n_waits[i] = graph->first_pred[i + 1] - graph->first_pred[i];
  for (guint32 g = 0; g < graph->n_groups; g++)
    walk->n_group_waits[g] = graph->first_member[g + 1] - graph->first_member[g];
}

static void
walk_run (Walk *walk)
{
  const WeftTaskGraph *graph = walk->graph;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    if (walk->n_waits[i] == 0)
      enqueue (walk, i);
  for (guint32 at = 0; at < walk->n_queued; at++)
    {
      guint32 task = walk->order[at];

      for (guint32 e = graph->first_succ[task]; e < graph->first_succ[task + 1]; e++)
        if (--walk->n_waits[graph->succ[e]] == 0)
          enqueue (walk, graph->succ[e]);
    }
}

static void
walk_clear (Walk *walk)
{
  g_free (walk->n_waits);
  g_free (walk->n_group_waits);
  g_free (walk->order);
}

/* --- cycles --- */

/* Something that a task that was never taken waits for. */
static guint32
find_wait (const Walk *walk, const guint8 *is_taken, guint32 task)
{
  const WeftTaskGraph *graph = walk->graph;
  guint32 group;

  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    if (!is_taken[graph->pred[e]])
      return graph->pred[e];
  group = graph->group[task];
  for (guint32 i = graph->first_member[group]; i < graph->first_member[group + 1]; i++)
    if (walk->n_waits[graph->member[i]] > 0)
      return graph->member[i];
  g_assert_not_reached ();
}

static GArray *
trace_cycle (const Walk *walk, const guint8 *is_taken, guint32 task)
{
  g_autofree guint32 *step_of = g_new0 (guint32, walk->graph->n_tasks);
  g_autoptr (GArray) way = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *cycle = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; step_of[task] == 0; task = find_wait (walk, is_taken, task))
    {
      g_array_append_val (way, task);
      step_of[task] = way->len;
    }
  /* The way goes from a task to what it waits for: backwards it is the order of the work. */
  g_array_append_val (cycle, task);
  for (guint i = way->len; i >= step_of[task]; i--)
    g_array_append_val (cycle, g_array_index (way, guint32, i - 1));
  return cycle;
}

GArray *
weft_task_graph_find_cycle (const WeftTaskGraph *self)
{
  g_autofree guint8 *is_taken = g_new0 (guint8, self->n_tasks);
  GArray *cycle = NULL;
  Walk walk;

  walk_init (&walk, self);
  walk_run (&walk);
  for (guint32 i = 0; i < walk.n_queued; i++)
    is_taken[walk.order[i]] = TRUE;
  for (guint32 i = 0; i < self->n_tasks && cycle == NULL; i++)
    if (!is_taken[i])
      cycle = trace_cycle (&walk, is_taken, i);
  walk_clear (&walk);
  return cycle;
}

/* --- public --- */

WeftTaskGraph *
weft_task_graph_new_empty (const char *name)
{
  WeftTaskGraph *self = g_new0 (WeftTaskGraph, 1);

  g_atomic_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  return self;
}

/**
 * weft_task_graph_ref: (skip)
 * @self: a graph
 *
 * Returns: (transfer full): @self
 */
WeftTaskGraph *
weft_task_graph_ref (WeftTaskGraph *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * weft_task_graph_unref: (skip)
 * @self: (transfer full): a graph
 */
void
weft_task_graph_unref (WeftTaskGraph *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->name);
  g_free (self->source);
  g_strfreev (self->notes);
  g_free (self->kind);
  g_free (self->stem);
  g_free (self->ordinal);
  g_free (self->first_pred);
  g_free (self->pred);
  g_free (self->pred_bytes);
  g_free (self->first_succ);
  g_free (self->succ);
  g_free (self->group);
  g_free (self->rank);
  g_free (self->first_member);
  g_free (self->member);
  g_free (self->region);
  g_free (self->kinds);
  g_free (self->work_flops);
  g_free (self->work_dtype);
  g_free (self->times);
  g_free (self->regions);
  g_free (self->names);
  g_clear_pointer (&self->chunk, g_string_chunk_free);
  g_free (self);
}

/**
 * weft_task_graph_task_name: (skip)
 * @self: a graph
 * @task: a task
 *
 * Returns: (transfer full): its name, unlike that of any other task
 */
char *
weft_task_graph_task_name (const WeftTaskGraph *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_tasks, NULL);

  return join_name (self, self->stem[task], self->ordinal[task]);
}

/**
 * weft_task_graph_region_name: (skip)
 * @self: a graph
 * @region: a region
 *
 * Returns: (transfer full): its name
 */
char *
weft_task_graph_region_name (const WeftTaskGraph *self, guint32 region)
{
  g_return_val_if_fail (region < self->n_regions, NULL);

  return join_name (self, self->regions[region].stem, self->regions[region].ordinal);
}

/**
 * weft_task_graph_kernel: (skip)
 * @self: a graph
 * @task: a task
 *
 * Returns: (transfer none): the name of what it runs
 */
const char *
weft_task_graph_kernel (const WeftTaskGraph *self, guint32 task)
{
  g_return_val_if_fail (task < self->n_tasks, NULL);

  return self->names[self->kinds[self->kind[task]].kernel];
}

/**
 * weft_task_graph_kind_flops: (skip)
 * @self: a graph
 * @kind: a kind
 *
 * Returns: operations in all dtypes
 */
double
weft_task_graph_kind_flops (const WeftTaskGraph *self, guint32 kind)
{
  const WeftTaskKind *at = &self->kinds[kind];
  double flops = 0;

  for (guint i = 0; i < at->n_work; i++)
    flops += self->work_flops[at->first_work + i];
  return flops;
}

/**
 * weft_task_graph_footprint: (skip)
 * @self: a graph
 *
 * Returns: bytes that its arrays and names take
 */
gsize
weft_task_graph_footprint (const WeftTaskGraph *self)
{
  gsize bytes = sizeof *self;

  bytes += (gsize) self->n_tasks * (3 * sizeof (guint32)) + 2 * ((gsize) self->n_tasks + 1) * sizeof (guint32);
  bytes += (gsize) self->n_edges * (2 * sizeof (guint32) + sizeof (double));
  if (self->group != NULL)
    bytes += ((gsize) self->n_tasks + self->n_groups + 1 + self->first_member[self->n_groups]) * sizeof (guint32);
  if (self->rank != NULL)
    bytes += (gsize) self->n_tasks * sizeof (guint32);
  if (self->region != NULL)
    bytes += (gsize) self->n_tasks * sizeof (guint32) + self->n_regions * sizeof (WeftTaskRegion);
  for (guint32 k = 0; k < self->n_kinds; k++)
    bytes += sizeof (WeftTaskKind) + self->kinds[k].n_work * (sizeof (double) + 1)
             + self->kinds[k].n_times * sizeof (WeftTaskTime);
  for (guint32 i = 0; i < self->n_names; i++)
    bytes += sizeof (char *) + strlen (self->names[i]) + 1;
  return bytes;
}

/**
 * weft_task_graph_sort: (skip)
 * @self: a graph
 *
 * Kahn's algorithm with a queue; the tasks of a collective are taken together.
 *
 * Returns: (transfer full) (nullable): the tasks, each after what it waits for
 */
guint32 *
weft_task_graph_sort (const WeftTaskGraph *self)
{
  guint32 *order = NULL;
  Walk walk;

  walk_init (&walk, self);
  walk_run (&walk);
  if (walk.n_queued == self->n_tasks)
    order = g_steal_pointer (&walk.order);
  walk_clear (&walk);
  return order;
}

/**
 * weft_dtype_nick: (skip)
 * @dtype: a dtype
 *
 * Returns: its name in files
 */
const char *
weft_dtype_nick (WeftDtype dtype)
{
  g_return_val_if_fail (dtype < WEFT_N_DTYPES, NULL);

  return dtype_nicks[dtype];
}

/**
 * weft_dtype_parse: (skip)
 * @nick: a name
 * @dtype: (out): the dtype
 *
 * Returns: whether there is one of that name
 */
gboolean
weft_dtype_parse (const char *nick, WeftDtype *dtype)
{
  int found = find_nick (dtype_nicks, WEFT_N_DTYPES, nick);

  if (found >= 0)
    *dtype = found;
  return found >= 0;
}

/**
 * weft_dtype_bytes: (skip)
 * @dtype: a dtype
 *
 * Returns: bytes of one number
 */
double
weft_dtype_bytes (WeftDtype dtype)
{
  static const double bytes[WEFT_N_DTYPES] = { 8, 4, 2, 1, 1 };

  g_return_val_if_fail (dtype < WEFT_N_DTYPES, 0);

  return bytes[dtype];
}

/**
 * weft_comm_kind_nick: (skip)
 * @comm: a kind of communication
 *
 * Returns: its name in files
 */
const char *
weft_comm_kind_nick (WeftCommKind comm)
{
  g_return_val_if_fail (comm < WEFT_N_COMMS, NULL);

  return comm_nicks[comm];
}

/**
 * weft_comm_kind_parse: (skip)
 * @nick: a name
 * @comm: (out): the kind of communication
 *
 * Returns: whether there is one of that name
 */
gboolean
weft_comm_kind_parse (const char *nick, WeftCommKind *comm)
{
  int found = find_nick (comm_nicks, WEFT_N_COMMS, nick);

  if (found >= 0)
    *comm = found;
  return found >= 0;
}
