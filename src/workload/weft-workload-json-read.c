/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads Weft's own format in one pass, whatever the order of its members; what depends on others is looked at when all
 * are there. */
#include "workload/weft-workload-json-private.h"

#include <glib/gi18n-lib.h>

const WeftJsonLimits weft_workload_json_limits = {
  .max_bytes = WEFT_WORKLOAD_MAX_BYTES,
  .max_depth = 64,
  .max_values = 400 * 1000 * 1000,
};

/* --- kinds and regions --- */

static void
read_kind (WeftWorkloadJson *self)
{
  WeftTaskCost cost = { 0 };
  const char *key;

  g_array_set_size (self->times, 0);
  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (!g_str_equal (key, "kernel") && weft_json_pull_null (self->pull))
      continue;
    else if (!weft_workload_json_read_cost (self, key, &cost))
      {
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "kinds[]", key);
        weft_json_pull_skip (self->pull);
      }
  if (weft_json_pull_has_failed (self->pull))
    return;
  if (cost.kernel == NULL)
    {
      g_autofree char *message = g_strdup_printf (_("kind number %u, counted from 0, has no “kernel”"), self->n_kinds);

      weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING, message);
      return;
    }
  weft_task_builder_add_kind (self->builder, &cost);
  for (guint i = 0; i < self->times->len; i++)
    {
      const WeftGivenTime *time = &g_array_index (self->times, WeftGivenTime, i);

      weft_task_builder_add_time (self->builder, time->device_class, time->time_s);
    }
  self->n_kinds++;
}

static void
read_kinds (WeftWorkloadJson *self)
{
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && weft_workload_json_has_room (self, self->n_kinds, WEFT_MAX_TASKS))
    read_kind (self);
}

static gboolean
read_region_name (WeftWorkloadJson *self, guint32 *stem, guint32 *ordinal)
{
  const char *name;
  gsize length;
  g_autofree char *message = NULL;

  if (!weft_json_pull_string (self->pull, &name, &length))
    return FALSE;
  *stem = weft_task_name_intern (self->builder, name, length, ordinal);
  if (weft_task_names_add (self->region_names, *stem, *ordinal))
    return TRUE;
  message = g_strdup_printf (_("a second region is called “%s”"), name);
  return weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_DUPLICATE, message);
}

static void
read_region (WeftWorkloadJson *self)
{
  gboolean has_name = FALSE, has_bytes = FALSE;
  guint32 stem = 0, ordinal = 0;
  double bytes = 0;
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "name"))
      has_name = read_region_name (self, &stem, &ordinal);
    else if (g_str_equal (key, "bytes"))
      has_bytes = weft_json_pull_amount (self->pull, &bytes);
    else
      {
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "regions[]", key);
        weft_json_pull_skip (self->pull);
      }
  if (!has_name || !has_bytes)
    weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_MISSING,
                         _("a region has a “name” and “bytes”"));
  else
    weft_task_builder_add_region (self->builder, stem, ordinal, bytes);
}

static void
read_regions (WeftWorkloadJson *self)
{
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull)
         && weft_workload_json_has_room (self, weft_task_names_length (self->region_names), WEFT_MAX_TASKS))
    read_region (self);
}

/* --- the whole --- */

static void
read_notes (WeftWorkloadJson *self)
{
  const char *note;

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull))
    if (weft_json_pull_string (self->pull, &note, NULL))
      weft_task_builder_add_note (self->builder, note);
}

static void
read_format (WeftWorkloadJson *self, gboolean *has_format)
{
  const char *format;

  *has_format = weft_json_pull_string (self->pull, &format, NULL);
  if (*has_format && !g_str_equal (format, WEFT_WORKLOAD_JSON_FORMAT))
    weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
                         _("this is another format, or a later one; “weft-workload/1” is read"));
}

static void
read_tasks (WeftWorkloadJson *self)
{
  if (weft_json_pull_type (self->pull) == WEFT_JSON_PULL_ARRAY)
    weft_workload_json_read_rows (self);
  else
    weft_workload_json_read_columns (self);
}

static void
read_member (WeftWorkloadJson *self, const char *key, gboolean *has_format, gboolean *has_tasks)
{
  const char *text;

  if (g_str_equal (key, "format"))
    read_format (self, has_format);
  else if (g_str_equal (key, "tasks"))
    {
      *has_tasks = TRUE;
      read_tasks (self);
    }
  else if (weft_json_pull_null (self->pull))
    return;
  else if (g_str_equal (key, "name"))
    {
      if (weft_json_pull_string (self->pull, &text, NULL))
        weft_task_builder_set_name (self->builder, text);
    }
  else if (g_str_equal (key, "source"))
    {
      if (weft_json_pull_string (self->pull, &text, NULL))
        weft_task_builder_set_source (self->builder, text);
    }
  else if (g_str_equal (key, "notes"))
    read_notes (self);
  else if (g_str_equal (key, "kinds"))
    read_kinds (self);
  else if (g_str_equal (key, "regions"))
    read_regions (self);
  else if (g_str_equal (key, "edges"))
    weft_workload_json_read_edges (self);
  else
    {
      if (!g_str_equal (key, "$schema"))
        weft_unread_add (self->unread, WEFT_UNREAD_UNKNOWN, "", key);
      weft_json_pull_skip (self->pull);
    }
}

static gboolean
read_all (WeftWorkloadJson *self, GError **error)
{
  gboolean has_format = FALSE, has_tasks = FALSE;
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    read_member (self, key, &has_format, &has_tasks);
  if (!weft_json_pull_finish (self->pull, error))
    return FALSE;
  if (!has_format)
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                      _("“format” is missing; of this one it is “weft-workload/1”"));
  if (!has_tasks)
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error, _("“tasks” is missing"));
  return TRUE;
}

static gboolean
put_together (WeftWorkloadJson *self, GError **error)
{
  gboolean is_rows = weft_task_builder_n_tasks (self->builder) > 0;

  return (is_rows ? weft_workload_json_end_rows (self, error) : weft_workload_json_end_columns (self, error))
         && weft_workload_json_end_edges (self, error);
}

static void
init (WeftWorkloadJson *self, const WeftWorkloadText *file)
{
  g_autofree char *title = weft_workload_text_title (file);

  *self = (WeftWorkloadJson) { .file = file };
  self->pull = weft_json_pull_new (file->text, file->length, file->name, &weft_workload_json_limits);
  self->builder = weft_task_builder_new (title);
  self->unread = weft_unread_new ();
  self->texts = g_string_chunk_new (1024);
  self->names = weft_task_names_new ();
  self->region_names = weft_task_names_new ();
  self->rows = weft_kind_set_new (self->builder);
  self->stem = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ordinal = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->times = g_array_new (FALSE, FALSE, sizeof (WeftGivenTime));
  self->row_edges = g_array_new (FALSE, FALSE, sizeof (WeftRowEdge));
  self->row_regions = g_array_new (FALSE, FALSE, sizeof (WeftRowRegion));
}

static void
clear (WeftWorkloadJson *self)
{
  GArray **arrays[] = {
    &self->stem, &self->ordinal, &self->kind,  &self->group,     &self->rank,   &self->region,      &self->from,
    &self->to,   &self->bytes,   &self->times, &self->row_edges, &self->row_regions,
  };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (arrays[i], g_array_unref);
  g_clear_pointer (&self->rows, weft_kind_set_free);
  g_clear_pointer (&self->region_names, weft_task_names_free);
  g_clear_pointer (&self->names, weft_task_names_free);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_clear_pointer (&self->unread, weft_unread_free);
  g_clear_pointer (&self->builder, weft_task_builder_free);
  g_clear_pointer (&self->pull, weft_json_pull_free);
}

WeftTaskGraph *
weft_workload_json_read (const WeftWorkloadText *file, GError **error)
{
  WeftTaskGraph *graph = NULL;
  WeftWorkloadJson self;
  WeftTaskBuilder *builder;

  init (&self, file);
  if (read_all (&self, error) && put_together (&self, error))
    {
      weft_unread_report (self.unread, file);
      builder = g_steal_pointer (&self.builder);
      g_clear_pointer (&self.rows, weft_kind_set_free);
      graph = weft_workload_text_finish (file, builder, error);
    }
  clear (&self);
  return graph;
}
