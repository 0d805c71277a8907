/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping as a trace. Tasks of the graph keep their numbers; behind them come what a task needs besides: loads and
 * stores of remote memory, the work of a rank before its part of a collective, and meetings of groups. */
#include "sim/weft-sim-mapped.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim/weft-sim-builder-private.h"
#include "sim/weft-sim-remote-private.h"

/* What stands at one task, in the order in which it runs. */
typedef enum
{
  STEP_LOAD,
  STEP_WORK, /* of a part of a collective, or the meeting before a task */
  STEP_TASK,
  STEP_STORE,
} Step;

/* A task behind those of the graph. */
typedef struct
{
  guint32 base; /* task of the graph */
  Step step;
} Extra;

typedef struct
{
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  const WeftSchedule *schedule;
  WeftSimBuilder *builder;
  guint32 *place;      /* (nullable): [regions] provider of each in remote memory */
  guint32 *sim_group;  /* [groups] index of the builder's group, WEFT_SIM_NONE: all of it on one device */
  guint32 *rep;        /* [tasks] the task of its group that takes part for its device; itself without a group */
  guint32 *meeting;    /* (nullable): [tasks] the part of a barrier that it waits for, WEFT_SIM_NONE */
  guint32 *entry;      /* [tasks] what its predecessors lead to */
  guint32 *last_store; /* (nullable): [regions] the last store of each, WEFT_SIM_NONE */
  GArray *extras;      /* of Extra */
  GHashTable *groups;  /* GBytes of devices -> index + 1 */
} Mapper;

/* --- what tasks are --- */

static guint8
comm_of (const Mapper *self, guint32 task)
{
  return self->graph->kinds[self->graph->kind[task]].comm;
}

static guint32
group_of (const Mapper *self, guint32 task)
{
  return self->graph->group != NULL ? self->graph->group[task] : WEFT_TASK_NONE;
}

static gboolean
is_collective (guint8 comm)
{
  return comm != WEFT_COMM_NONE && comm != WEFT_COMM_SEND;
}

/* Whether it is of a group on several devices. */
static gboolean
meets (const Mapper *self, guint32 task)
{
  guint32 group = group_of (self, task);

  return group != WEFT_TASK_NONE && self->sim_group[group] != WEFT_SIM_NONE;
}

static WeftSimComm
sim_comm (guint8 comm)
{
  static const WeftSimComm comms[WEFT_N_COMMS] = {
    [WEFT_COMM_NONE] = WEFT_SIM_BARRIER,
    [WEFT_COMM_ALL_REDUCE] = WEFT_SIM_ALL_REDUCE,
    [WEFT_COMM_ALL_GATHER] = WEFT_SIM_ALL_GATHER,
    [WEFT_COMM_REDUCE_SCATTER] = WEFT_SIM_REDUCE_SCATTER,
    [WEFT_COMM_ALL_TO_ALL] = WEFT_SIM_ALL_TO_ALL,
    [WEFT_COMM_BROADCAST] = WEFT_SIM_BROADCAST,
    [WEFT_COMM_SEND] = WEFT_SIM_BARRIER,
  };

  return comms[comm];
}

/* Without parts the time is what it is: that of a part of a collective is the collective's. */
static WeftSimCost
cost_of (const Mapper *self, guint32 task)
{
  guint32 device = self->schedule->device[task];
  guint n_classes = self->problem->platform->n_classes;
  const WeftTaskParts *parts;

  if (self->problem->parts == NULL && meets (self, task) && is_collective (comm_of (self, task)))
    return (WeftSimCost) { 0 };
  if (self->problem->parts == NULL)
    return (WeftSimCost) { .compute_s = weft_map_problem_time_s (self->problem, task, device) };
  parts = &self->problem->parts[(gsize) self->graph->kind[task] * n_classes
                                + self->problem->platform->class_of[device]];
  return (WeftSimCost) { parts->launch_s, parts->compute_s, parts->memory_s, 0 };
}

static gboolean
takes_time (const WeftSimCost *cost)
{
  return cost->launch_s > 0 || cost->compute_s > 0 || cost->memory_s > 0;
}

/* --- groups --- */

/* The ranks of a collective do the same. */
static gboolean
check_group (const Mapper *self, guint32 group, GError **error)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 first = graph->member[graph->first_member[group]];
  const WeftTaskKind *kind = &graph->kinds[graph->kind[first]];

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    {
      const WeftTaskKind *other = &graph->kinds[graph->kind[graph->member[m]]];
      g_autofree char *one = NULL;
      g_autofree char *two = NULL;

      if (sim_comm (other->comm) == sim_comm (kind->comm)
          && (!is_collective (kind->comm) || other->comm_bytes == kind->comm_bytes))
        continue;
      one = weft_task_graph_task_name (graph, first);
      two = weft_task_graph_task_name (graph, graph->member[m]);
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_MISMATCH,
                   _("tasks “%s” and “%s” are ranks of one collective, but the first is %s of %.17g bytes and the "
                     "second %s of %.17g bytes"),
                   one, two, weft_comm_kind_nick (kind->comm), kind->comm_bytes, weft_comm_kind_nick (other->comm),
                   other->comm_bytes);
      return FALSE;
    }
  return TRUE;
}

/* The builder's group of those devices; the same ones are one group. */
static guint32
find_group (Mapper *self, const GArray *devices)
{
  g_autoptr (GBytes) key = g_bytes_new (devices->data, devices->len * sizeof (guint32));
  guint32 found = GPOINTER_TO_UINT (g_hash_table_lookup (self->groups, key));
  g_autofree char *name = NULL;

  if (found > 0)
    return found - 1;
  name = g_strdup_printf (_("group %u"), g_hash_table_size (self->groups) + 1);
  found = weft_sim_builder_add_group (self->builder, name, (const guint32 *) devices->data, devices->len, NULL);
  g_hash_table_insert (self->groups, g_steal_pointer (&key), GUINT_TO_POINTER (found + 1));
  return found;
}

/* @first: [devices] the first task of the group on each, WEFT_TASK_NONE before and after. */
static void
take_group (Mapper *self, guint32 group, guint32 *first)
{
  const WeftTaskGraph *graph = self->graph;
  g_autoptr (GArray) devices = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 m = graph->first_member[group]; m < graph->first_member[group + 1]; m++)
    {
      guint32 task = graph->member[m];
      guint32 device = self->schedule->device[task];

      if (first[device] == WEFT_TASK_NONE)
        {
          first[device] = task;
          g_array_append_val (devices, device);
        }
      self->rep[task] = first[device];
    }
  for (guint i = 0; i < devices->len; i++)
    first[g_array_index (devices, guint32, i)] = WEFT_TASK_NONE;
  self->sim_group[group] = devices->len > 1 ? find_group (self, devices) : WEFT_SIM_NONE;
}

static gboolean
take_groups (Mapper *self, GError **error)
{
  const WeftTaskGraph *graph = self->graph;
  guint n_devices = self->problem->platform->n_devices;
  g_autofree guint32 *first = g_new (guint32, n_devices);

  for (guint p = 0; p < n_devices; p++)
    first[p] = WEFT_TASK_NONE;
  for (guint32 i = 0; i < graph->n_tasks; i++)
    self->rep[i] = i;
  for (guint32 g = 0; graph->group != NULL && g < graph->n_groups; g++)
    {
      if (graph->first_member[g] == graph->first_member[g + 1])
        self->sim_group[g] = WEFT_SIM_NONE;
      else if (check_group (self, g, error))
        take_group (self, g, first);
      else
        return FALSE;
    }
  return TRUE;
}

/* --- tasks --- */

/* Numbers of collectives come first, so that groups meet in the order of the graph. */
static guint64
next_id (const Mapper *self)
{
  return (guint64) self->graph->n_groups + self->builder->trace->n_tasks;
}

static gboolean
add_plain (Mapper *self, guint32 task, WeftSimKind kind, const WeftSimCost *cost, GError **error)
{
  return weft_sim_builder_add_labelled (self->builder, kind, self->schedule->device[task], next_id (self),
                                        weft_task_graph_kernel (self->graph, task), cost, error)
         != WEFT_SIM_NONE;
}

static gboolean
add_part (Mapper *self, guint32 task, guint8 comm, double bytes, GError **error)
{
  guint32 group = group_of (self, task);

  return weft_sim_builder_add_collective (self->builder, self->schedule->device[task], group, NULL,
                                          self->sim_group[group], sim_comm (comm), bytes, WEFT_SIM_NONE, error)
         != WEFT_SIM_NONE;
}

static gboolean
add_task (Mapper *self, guint32 task, GError **error)
{
  const WeftTaskKind *kind = &self->graph->kinds[self->graph->kind[task]];
  const WeftSimCost none = { 0 };
  WeftSimCost cost = cost_of (self, task);

  if (meets (self, task) && is_collective (kind->comm))
    return self->rep[task] == task ? add_part (self, task, kind->comm, kind->comm_bytes, error)
                                   : add_plain (self, task, WEFT_SIM_CONTROL, &none, error);
  if (kind->comm == WEFT_COMM_SEND && !takes_time (&cost))
    return add_plain (self, task, WEFT_SIM_CONTROL, &none, error);
  return add_plain (self, task, WEFT_SIM_COMPUTE, &cost, error);
}

static gboolean
add_tasks (Mapper *self, GError **error)
{
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    if (!add_task (self, i, error))
      return FALSE;
  return TRUE;
}

/* --- what comes besides --- */

/* The one that was just added. */
static guint32
keep_extra (Mapper *self, guint32 base, Step step)
{
  const Extra extra = { base, step };

  g_array_append_val (self->extras, extra);
  return self->builder->trace->n_tasks - 1;
}

/* Before what its task runs first. */
static void
put_before (Mapper *self, guint32 task, guint32 extra)
{
  weft_sim_builder_add_edge (self->builder, extra, self->entry[task], 0);
  self->entry[task] = extra;
}

/* All of a device wait for its part, and none of them before the last of all devices. */
static gboolean
add_meeting (Mapper *self, guint32 task, GError **error)
{
  guint32 rep = self->rep[task];

  if (self->meeting[rep] == WEFT_SIM_NONE)
    {
      if (!add_part (self, rep, WEFT_COMM_NONE, 0, error))
        return FALSE;
      self->meeting[rep] = keep_extra (self, rep, STEP_WORK);
    }
  put_before (self, task, self->meeting[rep]);
  return TRUE;
}

static gboolean
add_work (Mapper *self, guint32 task, GError **error)
{
  WeftSimCost cost = cost_of (self, task);

  if (!takes_time (&cost))
    return TRUE;
  if (!add_plain (self, task, WEFT_SIM_COMPUTE, &cost, error))
    return FALSE;
  put_before (self, task, keep_extra (self, task, STEP_WORK));
  return TRUE;
}

/* What a task reads of its region at most, where its kind does not say. */
static double
region_loads (const Mapper *self, guint32 task)
{
  const WeftTaskKind *kind = &self->graph->kinds[self->graph->kind[task]];
  double region = self->graph->regions[self->graph->region[task]].bytes;

  if (kind->region_bytes_read > 0 || kind->region_bytes_written > 0)
    return kind->region_bytes_read;
  return MIN (region, kind->bytes_read);
}

static gboolean
add_remote (Mapper *self, guint32 task, gboolean is_store, double bytes, GError **error)
{
  guint32 region = self->graph->region[task];

  return weft_sim_builder_add_remote (self->builder, self->schedule->device[task], next_id (self), NULL,
                                      self->place[region], is_store, bytes, error)
         != WEFT_SIM_NONE;
}

static gboolean
add_load (Mapper *self, guint32 task, GError **error)
{
  double bytes = region_loads (self, task);
  guint32 store = self->last_store[self->graph->region[task]];
  guint32 load;

  if (bytes <= 0)
    return TRUE;
  if (!add_remote (self, task, FALSE, bytes, error))
    return FALSE;
  load = keep_extra (self, task, STEP_LOAD);
  /* What was written before has to be there; between devices it is there when its reader could start. */
  if (store != WEFT_SIM_NONE && self->builder->trace->rank[store] == self->builder->trace->rank[load])
    weft_sim_builder_add_edge (self->builder, store, load, 0);
  put_before (self, task, load);
  return TRUE;
}

static gboolean
add_store (Mapper *self, guint32 task, GError **error)
{
  double bytes = self->graph->kinds[self->graph->kind[task]].region_bytes_written;
  guint32 store;

  if (bytes <= 0)
    return TRUE;
  if (!add_remote (self, task, TRUE, bytes, error))
    return FALSE;
  store = keep_extra (self, task, STEP_STORE);
  weft_sim_builder_add_edge (self->builder, task, store, 0);
  self->last_store[self->graph->region[task]] = store;
  return TRUE;
}

static gboolean
is_remote (const Mapper *self, guint32 task)
{
  return self->place != NULL && self->graph->region != NULL && self->graph->region[task] != WEFT_TASK_NONE
         && self->place[self->graph->region[task]] != WEFT_SIM_NONE;
}

/* @order: [tasks] each after those that it waits for, so that a load comes after the stores before it. */
static gboolean
add_extras (Mapper *self, const guint32 *order, GError **error)
{
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      guint32 task = order[i];
      gboolean is_joint = meets (self, task);

      if (is_joint && is_collective (comm_of (self, task)) && !add_work (self, task, error))
        return FALSE;
      if (is_joint && !is_collective (comm_of (self, task)) && !add_meeting (self, task, error))
        return FALSE;
      if (is_remote (self, task) && (!add_load (self, task, error) || !add_store (self, task, error)))
        return FALSE;
    }
  return TRUE;
}

/* --- edges --- */

/* A task that another one stands for in a collective is over when that one is. */
static guint32
exit_of (const Mapper *self, guint32 task)
{
  return meets (self, task) && is_collective (comm_of (self, task)) ? self->rep[task] : task;
}

static void
add_edges (Mapper *self)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
        weft_sim_builder_add_edge (self->builder, exit_of (self, graph->pred[e]), self->entry[i],
                                   graph->pred_bytes[e]);
      if (exit_of (self, i) != i)
        weft_sim_builder_add_edge (self->builder, i, exit_of (self, i), 0);
    }
}

/* --- the order on each device --- */

typedef struct
{
  double start_s;
  guint32 device;
  guint32 base;
  guint32 step;
  guint32 task;
} Turn;

static int
compare_turn_cb (gconstpointer a, gconstpointer b)
{
  const Turn *one = a;
  const Turn *other = b;

  if (one->device != other->device)
    return one->device < other->device ? -1 : 1;
  if (one->start_s != other->start_s)
    return one->start_s < other->start_s ? -1 : 1;
  if (one->base != other->base)
    return one->base < other->base ? -1 : 1;
  return (one->step > other->step) - (one->step < other->step);
}

static void
set_order (const Mapper *self, WeftSimTrace *trace)
{
  g_autofree Turn *turns = g_new (Turn, MAX (1, trace->n_tasks));

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      const Extra plain = { i, STEP_TASK };
      const Extra *at
        = i < self->graph->n_tasks ? &plain : &g_array_index (self->extras, Extra, i - self->graph->n_tasks);

      turns[i] = (Turn) { self->schedule->start_s[at->base], trace->rank[i], at->base, at->step, i };
    }
  qsort (turns, trace->n_tasks, sizeof *turns, compare_turn_cb);
  g_free (trace->order);
  trace->order = g_new (guint32, MAX (1, trace->n_tasks));
  for (guint32 i = 0; i < trace->n_tasks; i++)
    trace->order[turns[i].task] = i;
}

/* Numbers of nodes are of files; names are those of the graph. */
static void
take_graph_names (const Mapper *self, WeftSimTrace *trace)
{
  for (guint32 i = 0; i < trace->n_names; i++)
    g_free (trace->names[i]);
  trace->n_names = 0;
  g_clear_pointer (&trace->names, g_free);
  g_clear_pointer (&trace->name_of, g_free);
  g_clear_pointer (&trace->id, g_free);
  trace->graph = weft_task_graph_ref (self->problem->graph);
}

/* --- the whole --- */

static void
begin (Mapper *self, const WeftMapProblem *problem, const WeftSchedule *schedule)
{
  const WeftTaskGraph *graph = problem->graph;
  const WeftPlatform *platform = problem->platform;
  gsize n_tasks = MAX (1, graph->n_tasks);

  *self = (Mapper) { .problem = problem, .graph = graph, .schedule = schedule };
  self->builder = weft_sim_builder_new (graph->name, platform->n_devices);
  if (graph->source != NULL)
    weft_sim_builder_set_source (self->builder, graph->source);
  for (guint p = 0; platform->device_name != NULL && p < platform->n_devices; p++)
    weft_sim_builder_set_rank_name (self->builder, p, platform->device_name[p]);
  self->sim_group = g_new (guint32, MAX (1, graph->n_groups));
  self->rep = g_new (guint32, n_tasks);
  self->meeting = g_new (guint32, n_tasks);
  self->entry = g_new (guint32, n_tasks);
  self->last_store = g_new (guint32, MAX (1, graph->n_regions));
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      self->meeting[i] = WEFT_SIM_NONE;
      self->entry[i] = i;
    }
  for (guint32 r = 0; r < graph->n_regions; r++)
    self->last_store[r] = WEFT_SIM_NONE;
  self->extras = g_array_new (FALSE, FALSE, sizeof (Extra));
  self->groups = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
}

static void
end (Mapper *self)
{
  weft_sim_builder_free (self->builder);
  g_free (self->place);
  g_free (self->sim_group);
  g_free (self->rep);
  g_free (self->meeting);
  g_free (self->entry);
  g_free (self->last_store);
  g_array_unref (self->extras);
  g_hash_table_unref (self->groups);
}

static WeftSimTrace *
make (Mapper *self, GError **error)
{
  g_autofree guint32 *order = weft_task_graph_sort (self->graph);
  WeftSimTrace *trace;

  if (!take_groups (self, error) || !add_tasks (self, error) || !add_extras (self, order, error))
    return NULL;
  add_edges (self);
  trace = weft_sim_builder_finish (self->builder, error);
  if (trace == NULL)
    return NULL;
  set_order (self, trace);
  take_graph_names (self, trace);
  return trace;
}

/**
 * weft_sim_trace_from_mapping: (skip)
 * @problem: what was mapped
 * @schedule: a schedule of it
 * @flat: (nullable): the machine, with @remotes
 * @inventory: (nullable): the catalog as a profile sees it, with @remotes
 * @remotes: (nullable) (element-type WeftSimRemote): data that stands in remote memory
 * @error: return location for a #WeftSimError
 *
 * Groups of the graph become collectives of the devices that their tasks run on: work of a task before the collective
 * is a task of its own, a second task of a group on the same device is over with the first, and a group that does no
 * collective meets in a barrier. Edges between devices are messages. A load waits for what its task waits for, and a
 * task for its load; a store waits for its task, and later loads of the same data there for the store.
 *
 * Returns: (transfer full) (nullable): the trace
 */
WeftSimTrace *
weft_sim_trace_from_mapping (const WeftMapProblem *problem, const WeftSchedule *schedule, const WeftFlat *flat,
                             WeftInventory *inventory, GArray *remotes, GError **error)
{
  Mapper mapper;
  WeftSimTrace *trace = NULL;
  gboolean has_remotes = remotes != NULL && remotes->len > 0;

  g_return_val_if_fail (!has_remotes || (flat != NULL && WEFT_IS_INVENTORY (inventory)), NULL);
  g_return_val_if_fail (schedule->n_tasks == problem->graph->n_tasks, NULL);

  begin (&mapper, problem, schedule);
  if (has_remotes)
    mapper.place = weft_sim_remote_place (mapper.builder, problem->graph, flat, inventory, remotes, error);
  if (!has_remotes || mapper.place != NULL)
    trace = make (&mapper, error);
  end (&mapper);
  return trace;
}
