/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the members of WfFormat 1.5. What says nothing about the work, such as who wrote the file, is passed over; what
 * does and is not used becomes a note. */
#include "workload/weft-workflow-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_USES WEFT_MAX_TASK_EDGES
#define CANCEL_STEP 65536

/* A name as an index of @table; @values gets a NAN for a new one. */
static guint32
intern (WeftWorkflow *self, GHashTable *table, GArray *values, const char *name)
{
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (table, name));
  const double unknown = NAN;

  if (index > 0)
    return index - 1;
  g_array_append_val (values, unknown);
  g_hash_table_insert (table, g_string_chunk_insert (self->texts, name), GUINT_TO_POINTER (values->len));
  return values->len - 1;
}

/* Members that the format has and that are of no use here, then others. */
static void
leave_out (WeftWorkflow *self, const char *where, const char *key, const char *const *silent, const char *const *unused)
{
  WeftUnreadReason reason = g_strv_contains (unused, key) ? WEFT_UNREAD_UNUSED : WEFT_UNREAD_UNKNOWN;

  if (!g_strv_contains (silent, key))
    weft_unread_add (self->unread, reason, where, key);
  weft_json_pull_skip (self->pull);
}

static gboolean
fail (WeftWorkflow *self, int code, const char *message)
{
  return weft_json_pull_fail (self->pull, WEFT_WORKLOAD_ERROR, code, message);
}

static gboolean
has_room (WeftWorkflow *self, guint n, guint limit)
{
  g_autofree char *message = NULL;
  g_autoptr (GError) cancelled = NULL;

  if (n % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (self->file->cancellable, &cancelled))
    return weft_json_pull_fail (self->pull, cancelled->domain, cancelled->code, cancelled->message);
  if (n < limit)
    return TRUE;
  message = g_strdup_printf (_("a workload has at most %u tasks and %u edges"), WEFT_MAX_TASKS, WEFT_MAX_TASK_EDGES);
  return fail (self, WEFT_WORKLOAD_ERROR_LIMIT, message);
}

/* --- tasks of the specification --- */

static gboolean
read_id (WeftWorkflow *self, guint32 *stem, guint32 *ordinal)
{
  const char *id;
  gsize length;

  if (!weft_json_pull_string (self->pull, &id, &length))
    return FALSE;
  *stem = weft_task_name_intern (self->builder, id, length, ordinal);
  return TRUE;
}

/* The id of something that may be there once. */
static gboolean
read_own_id (WeftWorkflow *self, WeftTaskNames *names, guint32 *stem, guint32 *ordinal)
{
  g_autofree char *name = NULL;
  g_autofree char *message = NULL;

  if (!read_id (self, stem, ordinal))
    return FALSE;
  if (weft_task_names_add (names, *stem, *ordinal))
    return TRUE;
  name = weft_task_builder_join_name (self->builder, *stem, *ordinal);
  message = g_strdup_printf (_("the id “%s” is here a second time"), name);
  return fail (self, WEFT_WORKLOAD_ERROR_DUPLICATE, message);
}

static void
read_links (WeftWorkflow *self, gboolean is_child)
{
  WeftWfLink link = { .task = self->tasks->len, .is_child = is_child };

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && has_room (self, self->links->len, WEFT_MAX_TASK_EDGES)
         && read_id (self, &link.stem, &link.ordinal))
    g_array_append_val (self->links, link);
}

static void
read_uses (WeftWorkflow *self, gboolean is_output)
{
  WeftWfUse use = { .task = self->tasks->len, .is_output = is_output };
  const char *id;

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && has_room (self, self->uses->len, MAX_USES)
         && weft_json_pull_string (self->pull, &id, NULL))
    {
      guint known = self->file_bytes->len;

      use.file = intern (self, self->file_index, self->file_bytes, id);
      if (use.file == known)
        g_ptr_array_add (self->file_ids, g_string_chunk_insert_const (self->texts, id));
      g_array_append_val (self->uses, use);
    }
}

static void
read_task (WeftWorkflow *self)
{
  WeftWfTask task = { 0 };
  gboolean has_id = FALSE;
  const char *key, *name;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "id"))
      has_id = read_own_id (self, self->names, &task.stem, &task.ordinal);
    else if (weft_json_pull_null (self->pull))
      continue;
    else if (g_str_equal (key, "name"))
      {
        if (weft_json_pull_string (self->pull, &name, NULL))
          task.name = g_string_chunk_insert_const (self->texts, name);
      }
    else if (g_str_equal (key, "parents") || g_str_equal (key, "children"))
      read_links (self, *key == 'c');
    else if (g_str_equal (key, "inputFiles") || g_str_equal (key, "outputFiles"))
      read_uses (self, *key == 'o');
    else
      leave_out (self, "workflow.specification.tasks[]", key, (const char *[]) { NULL }, (const char *[]) { NULL });
  if (!has_id)
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a task of the specification has no “id”"));
  g_array_append_val (self->tasks, task);
}

static void
read_tasks (WeftWorkflow *self)
{
  self->has_specification = TRUE;
  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && has_room (self, self->tasks->len, WEFT_MAX_TASKS))
    read_task (self);
}

/* --- files --- */

static void
set_size (WeftWorkflow *self, const char *id, double bytes)
{
  guint known = self->file_bytes->len;
  guint32 file = intern (self, self->file_index, self->file_bytes, id);
  double *said = &g_array_index (self->file_bytes, double, file);
  g_autofree char *message = NULL;

  if (file == known)
    g_ptr_array_add (self->file_ids, g_string_chunk_insert_const (self->texts, id));
  if (isnan (*said))
    {
      *said = bytes;
      self->n_files++;
      return;
    }
  if (*said == bytes)
    return;
  message = g_strdup_printf (_("the file “%s” is here a second time, with another size"), id);
  fail (self, WEFT_WORKLOAD_ERROR_DUPLICATE, message);
}

static void
read_file (WeftWorkflow *self)
{
  g_autofree char *id = NULL;
  double bytes = NAN;
  const char *key, *text;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "id"))
      {
        if (weft_json_pull_string (self->pull, &text, NULL))
          id = g_strdup (text);
      }
    else if (g_str_equal (key, "sizeInBytes"))
      weft_json_pull_amount (self->pull, &bytes);
    else
      leave_out (self, "workflow.specification.files[]", key, (const char *[]) { NULL }, (const char *[]) { NULL });
  if (id == NULL || isnan (bytes))
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a file has an “id” and “sizeInBytes”"));
  else
    set_size (self, id, bytes);
}

static void
read_specification (WeftWorkflow *self)
{
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "tasks"))
      read_tasks (self);
    else if (g_str_equal (key, "files"))
      {
        if (weft_json_pull_null (self->pull))
          continue;
        weft_json_pull_array (self->pull);
        while (weft_json_pull_element (self->pull) && has_room (self, self->file_bytes->len, MAX_USES))
          read_file (self);
      }
    else
      leave_out (self, "workflow.specification", key, (const char *[]) { NULL }, (const char *[]) { NULL });
}

/* --- execution --- */

static void
read_places (WeftWorkflow *self)
{
  WeftWfPlace place = { .run = self->runs->len };
  const char *name;

  weft_json_pull_array (self->pull);
  while (weft_json_pull_element (self->pull) && has_room (self, self->places->len, MAX_USES)
         && weft_json_pull_string (self->pull, &name, NULL))
    {
      place.machine = intern (self, self->machine_index, self->machine_hz, name);
      g_array_append_val (self->places, place);
    }
}

static void
read_run (WeftWorkflow *self)
{
  static const char *const silent[] = { "command", "executedAt", NULL };
  static const char *const unused[] = { "coreCount", "avgCPU", "priority", "energyInKWh", "avgPowerInW", NULL };
  WeftWfRun run = { .runtime_s = NAN };
  gboolean has_id = FALSE;
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "id"))
      has_id = read_own_id (self, self->run_names, &run.stem, &run.ordinal);
    else if (weft_json_pull_null (self->pull))
      continue;
    else if (g_str_equal (key, "runtimeInSeconds"))
      weft_json_pull_amount (self->pull, &run.runtime_s);
    else if (g_str_equal (key, "memoryInBytes"))
      weft_json_pull_amount (self->pull, &run.memory_bytes);
    else if (g_str_equal (key, "readBytes"))
      weft_json_pull_amount (self->pull, &run.read_bytes);
    else if (g_str_equal (key, "writtenBytes"))
      weft_json_pull_amount (self->pull, &run.written_bytes);
    else if (g_str_equal (key, "machines"))
      read_places (self);
    else
      leave_out (self, "workflow.execution.tasks[]", key, silent, unused);
  if (!has_id)
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a task of the execution has no “id”"));
  g_array_append_val (self->runs, run);
}

static double
read_clock (WeftWorkflow *self)
{
  static const char *const silent[] = { "vendor", NULL };
  static const char *const unused[] = { "coreCount", NULL };
  double mhz = NAN;
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "speedInMHz"))
      {
        if (!weft_json_pull_null (self->pull))
          weft_json_pull_amount (self->pull, &mhz);
      }
    else
      leave_out (self, "workflow.execution.machines[].cpu", key, silent, unused);
  return mhz * 1e6;
}

static void
read_machine (WeftWorkflow *self)
{
  static const char *const silent[] = { "system", "architecture", "release", NULL };
  static const char *const unused[] = { "memoryInBytes", NULL };
  g_autofree char *name = NULL;
  double hz = NAN;
  const char *key, *text;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "nodeName"))
      {
        if (weft_json_pull_string (self->pull, &text, NULL))
          name = g_strdup (text);
      }
    else if (weft_json_pull_null (self->pull))
      continue;
    else if (g_str_equal (key, "cpu"))
      hz = read_clock (self);
    else
      leave_out (self, "workflow.execution.machines[]", key, silent, unused);
  if (name == NULL)
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a machine has a “nodeName”"));
  else
    {
      guint32 machine = intern (self, self->machine_index, self->machine_hz, name);

      g_array_index (self->machine_hz, double, machine) = hz;
      self->n_machines++;
    }
}

static void
read_execution (WeftWorkflow *self)
{
  static const char *const silent[] = { "makespanInSeconds", "executedAt", NULL };
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "tasks"))
      {
        self->has_execution = TRUE;
        weft_json_pull_array (self->pull);
        while (weft_json_pull_element (self->pull) && has_room (self, self->runs->len, WEFT_MAX_TASKS))
          read_run (self);
      }
    else if (g_str_equal (key, "machines"))
      {
        if (weft_json_pull_null (self->pull))
          continue;
        weft_json_pull_array (self->pull);
        while (weft_json_pull_element (self->pull) && has_room (self, self->machine_hz->len, WEFT_MAX_TASKS))
          read_machine (self);
      }
    else
      leave_out (self, "workflow.execution", key, silent, (const char *[]) { NULL });
}

/* --- the whole --- */

static void
read_workflow (WeftWorkflow *self)
{
  static const char *const silent[] = { "repo", "runName", NULL };
  const char *key;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "specification"))
      read_specification (self);
    else if (g_str_equal (key, "execution"))
      {
        if (!weft_json_pull_null (self->pull))
          read_execution (self);
      }
    else if (g_str_equal (key, "tasks") || g_str_equal (key, "jobs"))
      {
        self->is_old = TRUE;
        weft_json_pull_skip (self->pull);
      }
    else
      leave_out (self, "workflow", key, silent, (const char *[]) { NULL });
}

static void
read_version (WeftWorkflow *self)
{
  const char *version;

  if (weft_json_pull_string (self->pull, &version, NULL))
    self->version = g_strdup (version);
}

gboolean
weft_workflow_read (WeftWorkflow *self, GError **error)
{
  static const char *const silent[] = { "description", "createdAt", "author", "runtimeSystem", NULL };
  const char *key, *name;

  weft_json_pull_object (self->pull);
  while (weft_json_pull_member (self->pull, &key))
    if (g_str_equal (key, "workflow"))
      read_workflow (self);
    else if (weft_json_pull_null (self->pull))
      continue;
    else if (g_str_equal (key, "schemaVersion"))
      read_version (self);
    else if (g_str_equal (key, "name"))
      {
        if (weft_json_pull_string (self->pull, &name, NULL))
          weft_task_builder_set_name (self->builder, name);
      }
    else
      leave_out (self, "", key, silent, (const char *[]) { NULL });
  return weft_json_pull_finish (self->pull, error);
}
