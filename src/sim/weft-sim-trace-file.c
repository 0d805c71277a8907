/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a "weft-trace/1" file in one pass, whatever the order of its members. */
#include "sim/weft-sim-trace-read-private.h"

#include <glib/gi18n-lib.h>

#include "mapper/weft-platform.h"

#define NO_DEVICE G_MAXUINT32

/* What a task has to say. */
enum
{
  HAS_NAME = 1 << 0,
  HAS_COST = 1 << 1,
  HAS_DEVICE = 1 << 2,
  HAS_START = 1 << 3,
  HAS_FINISH = 1 << 4,
  HAS_DEPS = 1 << 5,
  HAS_ALL = (1 << 6) - 1,
};

static gboolean
fail (WeftSimTraceFile *self, int code, const char *message)
{
  return weft_json_pull_fail (self->json.pull, WEFT_WORKLOAD_ERROR, code, message);
}

static void
read_format (WeftSimTraceFile *self)
{
  const char *format;

  if (!weft_json_pull_string (self->json.pull, &format, NULL))
    return;
  self->has |= WEFT_SIM_HAS_FORMAT;
  if (!g_str_equal (format, WEFT_SIM_TRACE_FORMAT))
    fail (self, WEFT_WORKLOAD_ERROR_UNSUPPORTED,
          _("this is another format, or a later one; “weft-trace/1” is read"));
}

/* --- devices --- */

static void
read_device (WeftSimTraceFile *self)
{
  guint32 machine_device = NO_DEVICE;
  char *name = NULL;
  const char *key, *text;

  weft_json_pull_object (self->json.pull);
  while (weft_json_pull_member (self->json.pull, &key))
    if (g_str_equal (key, "name"))
      {
        if (weft_json_pull_string (self->json.pull, &text, NULL))
          {
            g_free (name);
            name = g_strdup (text);
          }
      }
    else if (g_str_equal (key, "machine_device"))
      {
        if (!weft_json_pull_null (self->json.pull))
          weft_json_pull_index (self->json.pull, NO_DEVICE, &machine_device);
      }
    else
      weft_json_pull_skip (self->json.pull);
  if (name == NULL)
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a device has a “name”"));
  g_ptr_array_add (self->device_names, name != NULL ? name : g_strdup (""));
  g_array_append_val (self->machine_devices, machine_device);
}

static void
read_devices (WeftSimTraceFile *self)
{
  self->has |= WEFT_SIM_HAS_DEVICES;
  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull))
    {
      if (self->device_names->len == WEFT_MAX_PLATFORM_DEVICES)
        {
          g_autofree char *message
            = g_strdup_printf (_("a trace of more than %u devices is not taken"), WEFT_MAX_PLATFORM_DEVICES);

          fail (self, WEFT_WORKLOAD_ERROR_LIMIT, message);
          return;
        }
      read_device (self);
    }
  if (self->device_names->len == 0)
    fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a trace has at least one device"));
}

/* --- costs --- */

static void
read_event_kind (WeftSimTraceFile *self, WeftTaskCost *cost)
{
  const char *kind;

  if (!weft_json_pull_string (self->json.pull, &kind, NULL))
    return;
  if (g_str_equal (kind, "send"))
    cost->comm = WEFT_COMM_SEND;
  else if (!g_str_equal (kind, "compute") && !g_str_equal (kind, "collective"))
    weft_json_pull_refuse (self->json.pull, WEFT_JSON_ERROR_RANGE, "\"compute\", \"send\" or \"collective\"");
}

static void
read_cost (WeftSimTraceFile *self)
{
  WeftTaskCost cost = { 0 };
  const char *key;

  weft_json_pull_object (self->json.pull);
  while (weft_json_pull_member (self->json.pull, &key))
    if (g_str_equal (key, "kind"))
      read_event_kind (self, &cost);
    else if (g_str_equal (key, "times") || !weft_workload_json_read_cost (&self->json, key, &cost))
      weft_json_pull_skip (self->json.pull);
  if (weft_json_pull_has_failed (self->json.pull))
    return;
  if (cost.kernel == NULL)
    {
      fail (self, WEFT_WORKLOAD_ERROR_MISSING, _("a cost has a “kernel”"));
      return;
    }
  weft_task_builder_add_kind (self->json.builder, &cost);
  self->json.n_kinds++;
}

static void
read_costs (WeftSimTraceFile *self)
{
  self->has |= WEFT_SIM_HAS_COSTS;
  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull)
         && weft_workload_json_has_room (&self->json, self->json.n_kinds, WEFT_MAX_TASKS))
    read_cost (self);
}

/* --- tasks --- */

typedef struct
{
  guint has;
  guint32 stem;
  guint32 ordinal;
  guint32 cost;
  guint32 device;
  guint32 group;
  double start_s;
  double finish_s;
} Row;

static void
read_deps (WeftSimTraceFile *self, guint32 task)
{
  guint32 before;

  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull))
    if (weft_json_pull_index (self->json.pull, WEFT_MAX_TASKS, &before))
      weft_task_builder_add_edge (self->json.builder, before, task, 0);
}

/* FALSE when @key is none of a task. */
static gboolean
read_task_member (WeftSimTraceFile *self, const char *key, guint32 task, Row *row)
{
  WeftJsonPull *pull = self->json.pull;
  const char *name;
  gsize length;

  if (g_str_equal (key, "name"))
    {
      if (weft_json_pull_string (pull, &name, &length))
        row->stem = weft_task_name_intern (self->json.builder, name, length, &row->ordinal);
      row->has |= HAS_NAME;
    }
  else if (g_str_equal (key, "cost"))
    row->has |= weft_json_pull_index (pull, WEFT_MAX_TASKS, &row->cost) ? HAS_COST : 0;
  else if (g_str_equal (key, "device"))
    row->has |= weft_json_pull_index (pull, WEFT_MAX_TASKS, &row->device) ? HAS_DEVICE : 0;
  else if (g_str_equal (key, "start_s"))
    row->has |= weft_json_pull_amount (pull, &row->start_s) ? HAS_START : 0;
  else if (g_str_equal (key, "finish_s"))
    row->has |= weft_json_pull_amount (pull, &row->finish_s) ? HAS_FINISH : 0;
  else if (g_str_equal (key, "deps"))
    {
      read_deps (self, task);
      row->has |= HAS_DEPS;
    }
  else if (g_str_equal (key, "group"))
    {
      if (!weft_json_pull_null (pull))
        weft_json_pull_index (pull, WEFT_MAX_TASKS, &row->group);
    }
  else
    return FALSE;
  return TRUE;
}

static gboolean
check_row (WeftSimTraceFile *self, const Row *row)
{
  g_autofree char *message = NULL;

  if (row->has != HAS_ALL)
    return fail (self, WEFT_WORKLOAD_ERROR_MISSING,
                 _("a task has “name”, “cost”, “device”, “start_s”, “finish_s” and “deps”"));
  if (row->finish_s >= row->start_s)
    return TRUE;
  message = g_strdup_printf (_("a task finishes at %g s, before its start at %g s"), row->finish_s, row->start_s);
  return fail (self, WEFT_WORKLOAD_ERROR_INVALID, message);
}

static void
read_task (WeftSimTraceFile *self)
{
  Row row = { .group = WEFT_TASK_NONE };
  guint32 task = self->cost->len;
  const char *key;

  weft_json_pull_object (self->json.pull);
  while (weft_json_pull_member (self->json.pull, &key))
    if (!read_task_member (self, key, task, &row))
      weft_json_pull_skip (self->json.pull);
  if (weft_json_pull_has_failed (self->json.pull) || !check_row (self, &row))
    return;
  weft_task_builder_add_task (self->json.builder, row.cost, row.stem, row.ordinal);
  if (row.group != WEFT_TASK_NONE)
    weft_task_builder_set_group (self->json.builder, task, row.group);
  g_array_append_val (self->cost, row.cost);
  g_array_append_val (self->device, row.device);
  g_array_append_val (self->start_s, row.start_s);
  g_array_append_val (self->finish_s, row.finish_s);
}

static void
read_tasks (WeftSimTraceFile *self)
{
  self->has |= WEFT_SIM_HAS_TASKS;
  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull)
         && weft_workload_json_has_room (&self->json, self->cost->len, WEFT_MAX_TASKS))
    read_task (self);
}

/* --- messages --- */

/* [from, to, bytes] */
static void
read_message (WeftSimTraceFile *self)
{
  guint32 ends[2] = { 0, 0 };
  double bytes = 0;
  guint n = 0;

  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull))
    {
      if (n < 2)
        weft_json_pull_index (self->json.pull, WEFT_MAX_TASKS, &ends[n]);
      else if (n == 2)
        weft_json_pull_amount (self->json.pull, &bytes);
      else
        weft_json_pull_skip (self->json.pull);
      n++;
    }
  if (n == 3)
    weft_task_builder_add_edge (self->json.builder, ends[0], ends[1], bytes);
  else
    fail (self, WEFT_WORKLOAD_ERROR_INVALID, _("a message is the task before, the task after and the bytes"));
}

static void
read_messages (WeftSimTraceFile *self)
{
  weft_json_pull_array (self->json.pull);
  while (weft_json_pull_element (self->json.pull))
    read_message (self);
}

/* --- the whole --- */

static void
read_member (WeftSimTraceFile *self, const char *key)
{
  const char *text;

  if (g_str_equal (key, "format"))
    read_format (self);
  else if (g_str_equal (key, "workload"))
    {
      if (weft_json_pull_string (self->json.pull, &text, NULL))
        weft_task_builder_set_name (self->json.builder, text);
    }
  else if (g_str_equal (key, "source") && !weft_json_pull_null (self->json.pull))
    {
      if (weft_json_pull_string (self->json.pull, &text, NULL))
        weft_task_builder_set_source (self->json.builder, text);
    }
  else if (g_str_equal (key, "devices"))
    read_devices (self);
  else if (g_str_equal (key, "costs"))
    read_costs (self);
  else if (g_str_equal (key, "tasks"))
    read_tasks (self);
  else if (g_str_equal (key, "messages"))
    read_messages (self);
  else if (!g_str_equal (key, "source"))
    weft_json_pull_skip (self->json.pull);
}

static gboolean
check_members (const WeftSimTraceFile *self, GError **error)
{
  static const char *const names[] = { "format", "devices", "costs", "tasks" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((self->has & 1u << i) == 0)
      return weft_workload_text_refuse (self->json.file, 0, WEFT_WORKLOAD_ERROR_MISSING, error, _("“%s” is missing"),
                                        names[i]);
  return TRUE;
}

static gboolean
check_numbers (const WeftSimTraceFile *self, const GArray *numbers, guint n, const char *what, GError **error)
{
  for (guint i = 0; i < numbers->len; i++)
    if (g_array_index (numbers, guint32, i) >= n)
      return weft_workload_text_refuse (self->json.file, 0, WEFT_WORKLOAD_ERROR_DANGLING, error,
                                        _("task number %u is of %s number %u, but there are %u, counted from 0"), i,
                                        what, g_array_index (numbers, guint32, i), n);
  return TRUE;
}

gboolean
weft_sim_trace_file_read (WeftSimTraceFile *self, GError **error)
{
  const char *key;

  weft_json_pull_object (self->json.pull);
  while (weft_json_pull_member (self->json.pull, &key))
    read_member (self, key);
  return weft_json_pull_finish (self->json.pull, error) && check_members (self, error)
         && check_numbers (self, self->cost, self->json.n_kinds, _("cost"), error)
         && check_numbers (self, self->device, self->device_names->len, _("device"), error);
}

void
weft_sim_trace_file_init (WeftSimTraceFile *self, const WeftWorkloadText *text)
{
  g_autofree char *title = weft_workload_text_title (text);

  *self = (WeftSimTraceFile) { .json = { .file = text } };
  self->json.pull = weft_json_pull_new (text->text, text->length, text->name, &weft_workload_json_limits);
  self->json.builder = weft_task_builder_new (title);
  self->json.texts = g_string_chunk_new (1024);
  self->json.times = g_array_new (FALSE, FALSE, sizeof (WeftGivenTime));
  self->device_names = g_ptr_array_new_with_free_func (g_free);
  self->machine_devices = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->cost = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->device = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->start_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->finish_s = g_array_new (FALSE, FALSE, sizeof (double));
}

void
weft_sim_trace_file_clear (WeftSimTraceFile *self)
{
  GArray **arrays[] = { &self->machine_devices, &self->cost, &self->device, &self->start_s, &self->finish_s,
                        &self->json.times };

  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_clear_pointer (arrays[i], g_array_unref);
  g_clear_pointer (&self->device_names, g_ptr_array_unref);
  g_clear_pointer (&self->json.texts, g_string_chunk_free);
  g_clear_pointer (&self->json.builder, weft_task_builder_free);
  g_clear_pointer (&self->json.pull, weft_json_pull_free);
}
