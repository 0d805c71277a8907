/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks as rows, as people write them: {"name": "b", "flops": 1e9, "after": ["a"]}. Costs are in the row; what it comes
 * after may stand further down. */
#include "workload/weft-workload-json-private.h"

#include <glib/gi18n-lib.h>

#define NO_KERNEL "task"

typedef struct
{
  WeftTaskCost cost;
  guint32 stem;
  guint32 ordinal;
  guint32 group;
  guint32 rank;
  gboolean has_name;
} Row;

/* --- after --- */

static gboolean
read_reference (WeftWorkloadJson *self, WeftRowEdge *edge)
{
  const char *name;
  gsize length;

  if (!weft_json_pull_string (self->pull, &name, &length))
    return FALSE;
  edge->stem = weft_task_name_intern (self->builder, name, length, &edge->ordinal);
  return TRUE;
}

/* {"task": "a", "bytes": 8} */
static void
read_edge (WeftWorkloadJson *self, WeftRowEdge *edge)
{
  gboolean has_task = FALSE;
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "task"))
      has_task = read_reference (self, edge);
    else if (g_str_equal (key, "bytes"))
      weft_json_pull_amount (self->pull, &edge->bytes);
    else
      {
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "tasks[].after[]", key);
        weft_json_pull_skip (self->pull);
      }
  if (!has_task)
    weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING,
                         _("what a task comes after has a “task”: the name of that task"));
}

static void
read_after (WeftWorkloadJson *self, guint32 task)
{
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull)
         && weft_workload_json_has_room (self, self->row_edges->len, WEFT_MAX_TASK_EDGES))
    {
      WeftRowEdge edge = { .task = task };

      if (weft_json_pull_type (self->pull) == WEFT_JSON_PULL_OBJECT)
        read_edge (self, &edge);
      else if (!read_reference (self, &edge))
        break;
      g_array_append_val (self->row_edges, edge);
    }
}

/* --- rows --- */

static void
read_region (WeftWorkloadJson *self, guint32 task)
{
  WeftRowRegion use = { .task = task };
  const char *name;
  gsize length;

  if (!weft_json_pull_string (self->pull, &name, &length))
    return;
  use.stem = weft_task_name_intern (self->builder, name, length, &use.ordinal);
  g_array_append_val (self->row_regions, use);
}

static void
read_name (WeftWorkloadJson *self, Row *row)
{
  const char *name;
  gsize length;

  if (!weft_json_pull_string (self->pull, &name, &length))
    return;
  row->has_name = TRUE;
  row->stem = weft_task_name_intern (self->builder, name, length, &row->ordinal);
  if (!weft_task_names_add (self->names, row->stem, row->ordinal))
    {
      g_autofree char *message = g_strdup_printf (_("a second task is called “%s”; the first is number %u, counted "
                                                    "from 0"),
                                                  name, weft_task_names_find (self->names, row->stem, row->ordinal));

      weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_DUPLICATE, message);
    }
}

static void
read_member (WeftWorkloadJson *self, const char *key, guint32 task, Row *row)
{
  if (g_str_equal (key, "name"))
    read_name (self, row);
  else if (weft_json_pull_null (self->pull))
    return;
  else if (g_str_equal (key, "after"))
    read_after (self, task);
  else if (g_str_equal (key, "group"))
    weft_json_pull_index (self->pull, WEFT_MAX_TASKS, &row->group);
  else if (g_str_equal (key, "rank"))
    weft_json_pull_index (self->pull, WEFT_MAX_TASKS, &row->rank);
  else if (g_str_equal (key, "region"))
    read_region (self, task);
  else if (!weft_workload_json_read_cost (self, key, &row->cost))
    {
      weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "tasks[]", key);
      weft_json_pull_skip (self->pull);
    }
}

static void
read_row (WeftWorkloadJson *self)
{
  Row row = { .cost.kernel = NO_KERNEL, .group = WEFT_TASK_NONE, .rank = WEFT_TASK_NONE };
  guint32 task = weft_task_builder_n_tasks (self->builder);
  const char *key;
  guint32 kind;

  g_array_set_size (self->times, 0);
  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    read_member (self, key, task, &row);
  if (weft_json_pull_has_failed (self->pull))
    return;
  if (!row.has_name)
    {
      g_autofree char *message = g_strdup_printf (_("task number %u, counted from 0, has no “name”"), task);

      weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING, message);
      return;
    }
  kind = weft_kind_set_take_timed (self->rows, &row.cost, (const WeftGivenTime *) self->times->data, self->times->len);
  weft_task_builder_add_task (self->builder, kind, row.stem, row.ordinal);
  g_array_append_val (self->stem, row.stem);
  g_array_append_val (self->ordinal, row.ordinal);
  if (row.group != WEFT_TASK_NONE)
    weft_task_builder_set_group (self->builder, task, row.group);
  if (row.rank != WEFT_TASK_NONE)
    weft_task_builder_set_rank (self->builder, task, row.rank);
}

void
weft_workload_json_read_rows (WeftWorkloadJson *self)
{
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull)
         && weft_workload_json_has_room (self, weft_task_builder_n_tasks (self->builder), WEFT_MAX_TASKS))
    read_row (self);
}

/* --- what rows refer to --- */

static gboolean
add_row_edge (WeftWorkloadJson *self, const WeftRowEdge *edge, GError **error)
{
  guint32 from = weft_task_names_find (self->names, edge->stem, edge->ordinal);
  g_autofree char *name = NULL;
  g_autofree char *parent = NULL;

  if (from != WEFT_TASK_NONE)
    {
      weft_task_builder_add_edge (self->builder, from, edge->task, edge->bytes);
      return TRUE;
    }
  name = weft_workload_json_name_task (self, edge->task);
  parent = weft_task_builder_join_name (self->builder, edge->stem, edge->ordinal);
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                    _("task “%s” comes after task “%s”, which is not there"), name, parent);
}

static gboolean
use_region (WeftWorkloadJson *self, const WeftRowRegion *use, GError **error)
{
  guint32 region = weft_task_names_find (self->region_names, use->stem, use->ordinal);
  g_autofree char *name = NULL;
  g_autofree char *wanted = NULL;

  if (region != WEFT_TASK_NONE)
    {
      weft_task_builder_set_region (self->builder, use->task, region);
      return TRUE;
    }
  name = weft_workload_json_name_task (self, use->task);
  wanted = weft_task_builder_join_name (self->builder, use->stem, use->ordinal);
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                    _("task “%s” uses region “%s”, which “regions” does not have"), name, wanted);
}

gboolean
weft_workload_json_end_rows (WeftWorkloadJson *self, GError **error)
{
  for (guint i = 0; i < self->row_regions->len; i++)
    if (!use_region (self, &g_array_index (self->row_regions, WeftRowRegion, i), error))
      return FALSE;
  for (guint i = 0; i < self->row_edges->len; i++)
    if (!add_row_edge (self, &g_array_index (self->row_edges, WeftRowEdge, i), error))
      return FALSE;
  return TRUE;
}
