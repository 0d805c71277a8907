/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a task graph together. Tasks and edges are kept as they come; the end sorts the edges and looks for cycles. */
#include "workload/weft-task-builder.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "workload/weft-task-edges-private.h"
#include "workload/weft-task-graph-private.h"

/* Names of a cycle that a message lists. */
#define MAX_CYCLE_NAMES 12

struct _WeftTaskBuilder
{
  WeftTaskGraph *graph;
  GArray *kind; /* guint32 each */
  GArray *stem;
  GArray *ordinal;
  GArray *group;
  GArray *rank;
  GArray *region;
  GArray *edges; /* WeftTaskEdge */
  GArray *kinds;
  GArray *work_flops;
  GArray *work_dtype;
  GArray *times;
  GArray *regions;
  GPtrArray *names;
  GPtrArray *notes; /* (nullable) */
  GHashTable *name_index; /* char * (of the chunk) -> index + 1 */
  guint32 n_groups;
  char *bad; /* (nullable): the first thing that was wrong */
  int bad_code;
};

/* --- what may go wrong --- */

static void
keep_bad (WeftTaskBuilder *self, int code, char *message)
{
  if (self->bad == NULL)
    {
      self->bad = message;
      self->bad_code = code;
    }
  else
    g_free (message);
}

static gboolean
is_amount (double value)
{
  return isfinite (value) && value >= 0;
}

static void
check_cost (WeftTaskBuilder *self, const WeftTaskCost *cost)
{
  const double amounts[] = { cost->bytes_read, cost->bytes_written,     cost->working_set_bytes,
                             cost->comm_bytes, cost->region_bytes_read, cost->region_bytes_written };
  double flops = 0;

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    if (!is_amount (amounts[i]))
      keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
                g_strdup_printf (_("kernel “%s” moves %g bytes; bytes are a finite number from 0 on"), cost->kernel,
                                 amounts[i]));
  if (cost->region_bytes_read > cost->bytes_read || cost->region_bytes_written > cost->bytes_written)
    keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
              g_strdup_printf (_("kernel “%s” reads %g and writes %g bytes of its region, but only %g and %g in all"),
                               cost->kernel, cost->region_bytes_read, cost->region_bytes_written, cost->bytes_read,
                               cost->bytes_written));
  for (guint d = 0; d < WEFT_N_DTYPES; flops += cost->flops[d++])
    if (!is_amount (cost->flops[d]))
      keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
                g_strdup_printf (_("kernel “%s” has %g operations in %s; operations are a finite number from 0 on"),
                                 cost->kernel, cost->flops[d], weft_dtype_nick (d)));
  if (!is_amount (flops))
    keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
              g_strdup_printf (_("kernel “%s” has more operations than a double holds"), cost->kernel));
}

static char *
show_cycle (const WeftTaskGraph *graph, GArray *cycle)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < cycle->len; i++)
    {
      g_autofree char *name = NULL;

      if (i == MAX_CYCLE_NAMES && cycle->len > MAX_CYCLE_NAMES + 1)
        {
          g_string_append (text, " → …");
          i = cycle->len - 1;
        }
      name = weft_task_graph_task_name (graph, g_array_index (cycle, guint32, i));
      g_string_append_printf (text, "%s%s", i > 0 ? " → " : "", name);
    }
  return g_string_free (text, FALSE);
}

static gboolean
check_cycle (WeftTaskGraph *graph, GError **error)
{
  g_autoptr (GArray) cycle = weft_task_graph_find_cycle (graph);
  g_autofree char *names = NULL;

  if (cycle == NULL)
    return TRUE;
  names = show_cycle (graph, cycle);
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_CYCLE,
               g_dngettext (NULL, "%u task waits for itself: %s", "%u tasks wait for each other: %s", cycle->len - 1),
               cycle->len - 1, names);
  return FALSE;
}

/* --- edges --- */

/* The name of a task that may not be there. */
static char *
name_end (WeftTaskBuilder *self, guint32 task)
{
  g_autofree char *name = NULL;

  if (task >= self->kind->len)
    return g_strdup_printf (_("number %u, which is not there"), task);
  name = weft_task_builder_join_name (self, g_array_index (self->stem, guint32, task),
                                      g_array_index (self->ordinal, guint32, task));
  return g_strdup_printf ("“%s”", name);
}

static gboolean
check_edges (WeftTaskBuilder *self, GError **error)
{
  for (guint i = 0; i < self->edges->len; i++)
    {
      const WeftTaskEdge *edge = &g_array_index (self->edges, WeftTaskEdge, i);
      gboolean is_there = edge->from < self->kind->len && edge->to < self->kind->len;
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;

      if (is_there && is_amount (edge->bytes))
        continue;
      from = name_end (self, edge->from);
      to = name_end (self, edge->to);
      if (is_there)
        g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                     _("the edge from task %s to task %s carries %g bytes; bytes are a finite number from 0 on"), from,
                     to, edge->bytes);
      else
        g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_DANGLING,
                     _("an edge leads from task %s to task %s"), from, to);
      return FALSE;
    }
  return TRUE;
}

/* Edges that are said twice have the bytes of both, which may be too many for a double. */
static gboolean
check_sums (const WeftTaskGraph *graph, GError **error)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      if (!isfinite (graph->pred_bytes[e]))
        {
          g_autofree char *from = weft_task_graph_task_name (graph, graph->pred[e]);
          g_autofree char *to = weft_task_graph_task_name (graph, i);

          g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                       _("the edges from task “%s” to task “%s” together carry more bytes than a double holds"), from,
                       to);
          return FALSE;
        }
  return TRUE;
}

/* --- parts --- */

/* Values of tasks that most graphs have none of: made when the first is set. */
static void
set_value (GArray **values, guint32 task, guint32 value)
{
  const guint32 none = WEFT_TASK_NONE;

  if (*values == NULL)
    *values = g_array_new (FALSE, FALSE, sizeof (guint32));
  while ((*values)->len <= task)
    g_array_append_val (*values, none);
  g_array_index (*values, guint32, task) = value;
}

/* (nullable) */
static guint32 *
take_values (GArray **values, guint32 n_tasks)
{
  if (*values == NULL)
    return NULL;
  if (n_tasks > 0 && (*values)->len < n_tasks)
    set_value (values, n_tasks - 1, WEFT_TASK_NONE);
  return (guint32 *) g_array_free (g_steal_pointer (values), FALSE);
}

static gpointer
take_array (GArray **array)
{
  return g_array_free (g_steal_pointer (array), FALSE);
}

static void
take_parts (WeftTaskBuilder *self)
{
  WeftTaskGraph *graph = self->graph;

  graph->n_tasks = self->kind->len;
  graph->n_kinds = self->kinds->len;
  graph->n_regions = self->regions->len;
  graph->n_names = self->names->len;
  graph->kind = take_array (&self->kind);
  graph->stem = take_array (&self->stem);
  graph->ordinal = take_array (&self->ordinal);
  graph->group = take_values (&self->group, graph->n_tasks);
  graph->rank = take_values (&self->rank, graph->n_tasks);
  graph->region = take_values (&self->region, graph->n_tasks);
  graph->kinds = take_array (&self->kinds);
  graph->work_flops = take_array (&self->work_flops);
  graph->work_dtype = take_array (&self->work_dtype);
  graph->times = take_array (&self->times);
  graph->regions = take_array (&self->regions);
  graph->names = (char **) g_ptr_array_free (g_steal_pointer (&self->names), FALSE);
  if (self->notes != NULL)
    {
      g_ptr_array_add (self->notes, NULL);
      graph->notes = (char **) g_ptr_array_free (g_steal_pointer (&self->notes), FALSE);
    }
}

static gboolean
check_limits (WeftTaskBuilder *self, GError **error)
{
  if (self->kind->len <= WEFT_MAX_TASKS && self->edges->len <= WEFT_MAX_TASK_EDGES)
    return TRUE;
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
               _("a workload of more than %u tasks or %u edges is not taken; make the blocks larger or the iterations "
                 "fewer"),
               WEFT_MAX_TASKS, WEFT_MAX_TASK_EDGES);
  return FALSE;
}

/* --- public --- */

/**
 * weft_task_builder_new: (skip)
 * @name: what the workload is called
 *
 * Returns: (transfer full): a builder, for one thread
 */
WeftTaskBuilder *
weft_task_builder_new (const char *name)
{
  WeftTaskBuilder *self = g_new0 (WeftTaskBuilder, 1);

  self->graph = weft_task_graph_new_empty (name);
  self->graph->chunk = g_string_chunk_new (1024);
  self->kind = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->stem = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ordinal = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->edges = g_array_new (FALSE, FALSE, sizeof (WeftTaskEdge));
  self->kinds = g_array_new (FALSE, TRUE, sizeof (WeftTaskKind));
  self->work_flops = g_array_new (FALSE, FALSE, sizeof (double));
  self->work_dtype = g_array_new (FALSE, FALSE, sizeof (guint8));
  self->times = g_array_new (FALSE, TRUE, sizeof (WeftTaskTime));
  self->regions = g_array_new (FALSE, TRUE, sizeof (WeftTaskRegion));
  self->names = g_ptr_array_new ();
  self->name_index = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

/**
 * weft_task_builder_free: (skip)
 * @self: (transfer full): a builder
 */
void
weft_task_builder_free (WeftTaskBuilder *self)
{
  GArray **arrays[] = {
    &self->kind,  &self->stem,       &self->ordinal,    &self->group, &self->rank, &self->region,  &self->edges,
    &self->kinds, &self->work_flops, &self->work_dtype, &self->times, &self->regions,
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (arrays[i], g_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->name_index, g_hash_table_unref);
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_free (self->bad);
  g_free (self);
}

/**
 * weft_task_builder_set_name: (skip)
 * @self: a builder
 * @name: what the workload is called after all
 */
void
weft_task_builder_set_name (WeftTaskBuilder *self, const char *name)
{
  g_free (self->graph->name);
  self->graph->name = g_strdup (name);
}

/**
 * weft_task_builder_set_source: (skip)
 * @self: a builder
 * @source: where the workload comes from, for people
 */
void
weft_task_builder_set_source (WeftTaskBuilder *self, const char *source)
{
  g_free (self->graph->source);
  self->graph->source = g_strdup (source);
}

/**
 * weft_task_builder_add_note: (skip)
 * @self: a builder
 * @note: a sentence about the workload, for people
 */
void
weft_task_builder_add_note (WeftTaskBuilder *self, const char *note)
{
  if (self->notes == NULL)
    self->notes = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->notes, g_strdup (note));
}

/**
 * weft_task_builder_intern: (skip)
 * @self: a builder
 * @name: a name
 *
 * Returns: its index, the same for the same name
 */
guint32
weft_task_builder_intern (WeftTaskBuilder *self, const char *name)
{
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->name_index, name));
  char *kept;

  if (index > 0)
    return index - 1;
  kept = g_string_chunk_insert (self->graph->chunk, name);
  g_ptr_array_add (self->names, kept);
  g_hash_table_insert (self->name_index, kept, GUINT_TO_POINTER (self->names->len));
  return self->names->len - 1;
}

/**
 * weft_task_builder_join_name: (skip)
 * @self: a builder
 * @stem: an interned name
 * @ordinal: a number after it, or %WEFT_TASK_NONE
 *
 * Returns: (transfer full): the name of a task or a region
 */
char *
weft_task_builder_join_name (WeftTaskBuilder *self, guint32 stem, guint32 ordinal)
{
  const char *name;

  g_return_val_if_fail (stem < self->names->len, NULL);

  name = g_ptr_array_index (self->names, stem);
  return ordinal == WEFT_TASK_NONE ? g_strdup (name) : g_strdup_printf ("%s@%u", name, ordinal);
}

/**
 * weft_task_builder_add_kind: (skip)
 * @self: a builder
 * @cost: what its tasks cost
 *
 * Returns: the kind
 */
guint32
weft_task_builder_add_kind (WeftTaskBuilder *self, const WeftTaskCost *cost)
{
  WeftTaskKind kind = {
    .bytes_read = cost->bytes_read,
    .bytes_written = cost->bytes_written,
    .working_set_bytes = cost->working_set_bytes,
    .comm_bytes = cost->comm_bytes,
    .region_bytes_read = cost->region_bytes_read,
    .region_bytes_written = cost->region_bytes_written,
    .first_work = self->work_flops->len,
    .first_time = self->times->len,
    .kernel = weft_task_builder_intern (self, cost->kernel),
    .comm = cost->comm,
  };

  check_cost (self, cost);
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    if (cost->flops[d] > 0)
      {
        const guint8 dtype = d;

        g_array_append_val (self->work_flops, cost->flops[d]);
        g_array_append_val (self->work_dtype, dtype);
        kind.n_work++;
      }
  g_array_append_val (self->kinds, kind);
  return self->kinds->len - 1;
}

/**
 * weft_task_builder_add_time: (skip)
 * @self: a builder with a kind
 * @device_class: the class of devices, a chip's id, or "*" for all
 * @time_s: the time there
 */
void
weft_task_builder_add_time (WeftTaskBuilder *self, const char *device_class, double time_s)
{
  WeftTaskTime time = { .device_class = weft_task_builder_intern (self, device_class), .time_s = time_s };
  WeftTaskKind *kind = &g_array_index (self->kinds, WeftTaskKind, self->kinds->len - 1);

  g_return_if_fail (self->kinds->len > 0);

  if (!is_amount (time_s))
    keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
              g_strdup_printf (_("kernel “%s” takes %g seconds on “%s”; a time is a finite number from 0 on"),
                               (char *) g_ptr_array_index (self->names, kind->kernel), time_s, device_class));
  if (kind->n_times == G_MAXUINT8)
    keep_bad (self, WEFT_WORKLOAD_ERROR_LIMIT,
              g_strdup_printf (_("kernel “%s” has times for more than %u classes of devices"),
                               (char *) g_ptr_array_index (self->names, kind->kernel), G_MAXUINT8));
  else
    kind->n_times++;
  g_array_append_val (self->times, time);
}

/**
 * weft_task_builder_add_region: (skip)
 * @self: a builder
 * @stem: an interned name
 * @ordinal: a number after it, or %WEFT_TASK_NONE
 * @bytes: what a device that has it holds
 *
 * Returns: the region
 */
guint32
weft_task_builder_add_region (WeftTaskBuilder *self, guint32 stem, guint32 ordinal, double bytes)
{
  WeftTaskRegion region = { stem, ordinal, bytes };

  if (!is_amount (bytes))
    keep_bad (self, WEFT_WORKLOAD_ERROR_INVALID,
              g_strdup_printf (_("region “%s” has %g bytes; bytes are a finite number from 0 on"),
                               (char *) g_ptr_array_index (self->names, stem), bytes));
  g_array_append_val (self->regions, region);
  return self->regions->len - 1;
}

/**
 * weft_task_builder_add_task: (skip)
 * @self: a builder
 * @kind: its kind
 * @stem: an interned name
 * @ordinal: a number after it, or %WEFT_TASK_NONE
 *
 * Returns: the task
 */
guint32
weft_task_builder_add_task (WeftTaskBuilder *self, guint32 kind, guint32 stem, guint32 ordinal)
{
  g_array_append_val (self->kind, kind);
  g_array_append_val (self->stem, stem);
  g_array_append_val (self->ordinal, ordinal);
  return self->kind->len - 1;
}

/**
 * weft_task_builder_set_group: (skip)
 * @self: a builder
 * @task: a task that was added
 * @group: which collective it is a rank's part of, counted from 0
 */
void
weft_task_builder_set_group (WeftTaskBuilder *self, guint32 task, guint32 group)
{
  g_return_if_fail (task < self->kind->len);

  set_value (&self->group, task, group);
  self->n_groups = MAX (self->n_groups, group + 1);
}

/**
 * weft_task_builder_set_rank: (skip)
 * @self: a builder
 * @task: a task that was added
 * @rank: which process of a parallel program it belongs to, counted from 0
 */
void
weft_task_builder_set_rank (WeftTaskBuilder *self, guint32 task, guint32 rank)
{
  g_return_if_fail (task < self->kind->len);

  set_value (&self->rank, task, rank);
}

/**
 * weft_task_builder_set_region: (skip)
 * @self: a builder
 * @task: a task that was added
 * @region: the region that it uses
 */
void
weft_task_builder_set_region (WeftTaskBuilder *self, guint32 task, guint32 region)
{
  g_return_if_fail (task < self->kind->len && region < self->regions->len);

  set_value (&self->region, task, region);
}

/**
 * weft_task_builder_add_edge: (skip)
 * @self: a builder
 * @from: a task, which may come later
 * @to: a task that waits for it
 * @bytes: bytes that pass
 */
void
weft_task_builder_add_edge (WeftTaskBuilder *self, guint32 from, guint32 to, double bytes)
{
  WeftTaskEdge edge = { from, to, bytes };

  g_array_append_val (self->edges, edge);
}

/**
 * weft_task_builder_n_tasks: (skip)
 * @self: a builder
 *
 * Returns: how many tasks have been added
 */
guint32
weft_task_builder_n_tasks (WeftTaskBuilder *self)
{
  return self->kind->len;
}

/**
 * weft_task_builder_finish: (skip)
 * @self: (transfer full): a builder
 * @cancellable: (nullable): to stop it
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the graph
 */
WeftTaskGraph *
weft_task_builder_finish (WeftTaskBuilder *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftTaskBuilder) owned = self;
  WeftTaskGraph *graph = self->graph;

  if (self->bad != NULL)
    {
      g_set_error_literal (error, WEFT_WORKLOAD_ERROR, self->bad_code, self->bad);
      return NULL;
    }
  if (!check_limits (self, error) || !check_edges (self, error))
    return NULL;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  take_parts (self);
  weft_task_graph_set_edges (graph, g_steal_pointer (&self->edges));
  if (!check_sums (graph, error))
    return NULL;
  if (graph->group != NULL)
    weft_task_graph_set_groups (graph, self->n_groups);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) || !check_cycle (graph, error))
    return NULL;
  return g_steal_pointer (&self->graph);
}
