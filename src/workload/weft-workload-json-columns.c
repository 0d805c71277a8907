/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks and edges as columns, as Weft writes them: {"name": [...], "kind": [...]}. They are kept as they are and put
 * together when the whole file has been read, since kinds may stand after tasks. */
#include "workload/weft-workload-json-private.h"

#include <glib/gi18n-lib.h>

/* How often a long column looks whether to stop, a power of two. */
#define CANCEL_STEP 65536

gboolean
weft_workload_json_has_room (WeftWorkloadJson *self, guint n, guint limit)
{
  g_autofree char *message = NULL;
  g_autoptr (GError) cancelled = NULL;

  if (n >= limit)
    {
      message = g_strdup_printf (_("a workload has at most %u tasks and %u edges; make the blocks larger or the "
                                   "iterations fewer"),
                                 WEFT_MAX_TASKS, WEFT_MAX_TASK_EDGES);
      return weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT, message);
    }
  if (n % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (self->file->cancellable, &cancelled))
    return weft_json_pull_fail (self->pull, cancelled->domain, cancelled->code, cancelled->message);
  return TRUE;
}

/* --- tasks --- */

static void
read_names (WeftWorkloadJson *self)
{
  const char *name;
  gsize length;

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && weft_workload_json_has_room (self, self->stem->len, WEFT_MAX_TASKS)
         && weft_json_pull_string (self->pull, &name, &length))
    {
      guint32 ordinal;
      guint32 stem = weft_task_name_intern (self->builder, name, length, &ordinal);

      g_array_append_val (self->stem, stem);
      g_array_append_val (self->ordinal, ordinal);
    }
}

/* Whole numbers below @limit; where @may_be_none, null stands for none. */
static GArray *
read_indices (WeftWorkloadJson *self, guint32 limit, gboolean may_be_none, guint max_length)
{
  GArray *column = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 index;

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && weft_workload_json_has_room (self, column->len, max_length))
    {
      if (may_be_none && weft_json_pull_null (self->pull))
        index = WEFT_TASK_NONE;
      else if (!weft_json_pull_index (self->pull, limit, &index))
        break;
      g_array_append_val (column, index);
    }
  return column;
}

/* Which of something each task has, or NULL: a column that may be left out. */
static GArray *
read_places (WeftWorkloadJson *self)
{
  return weft_json_pull_null (self->pull) ? NULL : read_indices (self, WEFT_MAX_TASKS, TRUE, WEFT_MAX_TASKS);
}

void
weft_workload_json_read_columns (WeftWorkloadJson *self)
{
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "name"))
      read_names (self);
    else if (g_str_equal (key, "kind"))
      self->kind = read_indices (self, WEFT_MAX_TASKS, FALSE, WEFT_MAX_TASKS);
    else if (g_str_equal (key, "group"))
      self->group = read_places (self);
    else if (g_str_equal (key, "rank"))
      self->rank = read_places (self);
    else if (g_str_equal (key, "region"))
      self->region = read_places (self);
    else
      {
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "tasks", key);
        weft_json_pull_skip (self->pull);
      }
}

/* (nullable) column */
static gboolean
check_length (WeftWorkloadJson *self, GArray *column, const char *what, const char *other, guint n, GError **error)
{
  if (column == NULL || column->len == n)
    return TRUE;
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_INVALID, error,
                                    _("“%s” has %u values, expected %u: as many as “%s”"), what, column->len, n, other);
}

char *
weft_workload_json_name_task (WeftWorkloadJson *self, guint32 task)
{
  return weft_task_builder_join_name (self->builder, g_array_index (self->stem, guint32, task),
                                      g_array_index (self->ordinal, guint32, task));
}

static gboolean
check_name (WeftWorkloadJson *self, guint task, GError **error)
{
  guint32 stem = g_array_index (self->stem, guint32, task);
  guint32 ordinal = g_array_index (self->ordinal, guint32, task);
  g_autofree char *name = NULL;

  if (weft_task_names_add (self->names, stem, ordinal))
    return TRUE;
  name = weft_workload_json_name_task (self, task);
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_DUPLICATE, error,
                                    _("two tasks are called “%s”: numbers %u and %u, counted from 0"), name,
                                    weft_task_names_find (self->names, stem, ordinal), task);
}

static gboolean
check_kind (WeftWorkloadJson *self, guint task, guint32 kind, GError **error)
{
  g_autofree char *name = NULL;

  if (kind < self->n_kinds)
    return TRUE;
  name = weft_workload_json_name_task (self, task);
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                    _("task “%s” is of kind %u, but “kinds” has %u, counted from 0"), name, kind,
                                    self->n_kinds);
}

/* What a column has of a task that may have none. */
static guint32
get_place (GArray *column, guint task)
{
  return column != NULL ? g_array_index (column, guint32, task) : WEFT_TASK_NONE;
}

static gboolean
set_region (WeftWorkloadJson *self, guint task, guint32 region, GError **error)
{
  guint32 n_regions = weft_task_names_length (self->region_names);
  g_autofree char *name = NULL;

  if (region < n_regions)
    {
      weft_task_builder_set_region (self->builder, task, region);
      return TRUE;
    }
  name = weft_workload_json_name_task (self, task);
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                    _("task “%s” uses region %u, but “regions” has %u, counted from 0"), name, region,
                                    n_regions);
}

static gboolean
add_task (WeftWorkloadJson *self, guint task, GError **error)
{
  guint32 kind = g_array_index (self->kind, guint32, task);
  guint32 group = get_place (self->group, task);
  guint32 rank = get_place (self->rank, task);
  guint32 region = get_place (self->region, task);

  if (!check_name (self, task, error) || !check_kind (self, task, kind, error))
    return FALSE;
  weft_task_builder_add_task (self->builder, kind, g_array_index (self->stem, guint32, task),
                              g_array_index (self->ordinal, guint32, task));
  if (group != WEFT_TASK_NONE)
    weft_task_builder_set_group (self->builder, task, group);
  if (rank != WEFT_TASK_NONE)
    weft_task_builder_set_rank (self->builder, task, rank);
  return region == WEFT_TASK_NONE || set_region (self, task, region, error);
}

gboolean
weft_workload_json_end_columns (WeftWorkloadJson *self, GError **error)
{
  guint n = self->stem->len;

  if (self->kind == NULL && n > 0)
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                      _("“tasks” has no “kind”: which of the “kinds” each task is"));
  if (!check_length (self, self->kind, "tasks.kind", "tasks.name", n, error)
      || !check_length (self, self->group, "tasks.group", "tasks.name", n, error)
      || !check_length (self, self->rank, "tasks.rank", "tasks.name", n, error)
      || !check_length (self, self->region, "tasks.region", "tasks.name", n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!add_task (self, i, error))
      return FALSE;
  return TRUE;
}

/* --- edges --- */

static GArray *
read_bytes (WeftWorkloadJson *self)
{
  GArray *column;
  double bytes;

  if (weft_json_pull_null (self->pull))
    return NULL;
  column = g_array_new (FALSE, FALSE, sizeof (double));
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && weft_workload_json_has_room (self, column->len, WEFT_MAX_TASK_EDGES)
         && weft_json_pull_amount (self->pull, &bytes))
    g_array_append_val (column, bytes);
  return column;
}

void
weft_workload_json_read_edges (WeftWorkloadJson *self)
{
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "from"))
      self->from = read_indices (self, WEFT_MAX_TASKS, FALSE, WEFT_MAX_TASK_EDGES);
    else if (g_str_equal (key, "to"))
      self->to = read_indices (self, WEFT_MAX_TASKS, FALSE, WEFT_MAX_TASK_EDGES);
    else if (g_str_equal (key, "bytes"))
      self->bytes = read_bytes (self);
    else
      {
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "edges", key);
        weft_json_pull_skip (self->pull);
      }
}

gboolean
weft_workload_json_end_edges (WeftWorkloadJson *self, GError **error)
{
  guint n = self->from != NULL ? self->from->len : 0;

  if ((self->from == NULL) != (self->to == NULL))
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                      _("“edges” has only one of “from” and “to”"));
  if (!check_length (self, self->to, "edges.to", "edges.from", n, error)
      || !check_length (self, self->bytes, "edges.bytes", "edges.from", n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    weft_task_builder_add_edge (self->builder, g_array_index (self->from, guint32, i),
                                g_array_index (self->to, guint32, i),
                                self->bytes != NULL ? g_array_index (self->bytes, double, i) : 0);
  return TRUE;
}
