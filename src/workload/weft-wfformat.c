/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WfFormat from text to graph: which version it is, and the parts of reading in their order. */
#include "workload/weft-wfformat-private.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quantity.h"
#include "base/weft-quote-private.h"
#include "workload/weft-workflow-private.h"
#include "workload/weft-workload-json-private.h"

#define VERSION "1.5"

/* --- versions --- */

/* 15 for "1.5"; 0 for what is no version. */
static guint64
version_number (const char *version)
{
  char *end;
  guint64 major = g_ascii_strtoull (version, &end, 10);

  if (end == version || *end != '.' || major > 1000)
    return 0;
  return 100 * major + MIN (g_ascii_strtoull (end + 1, NULL, 10), 99);
}

static gboolean
refuse_old (const WeftWorkflow *self, GError **error)
{
  g_autofree char *version = self->version != NULL ? weft_quote (self->version, -1) : g_strdup (_("no version"));

  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                    _("this is an older WfFormat: “schemaVersion” is %s, and tasks stand in "
                                      "“workflow.tasks” with their run times and files; 1.5 is read, with "
                                      "“workflow.specification” and “workflow.execution”. Convert the file by the "
                                      "migration tool of WfCommons"),
                                    version);
}

static gboolean
check_version (WeftWorkflow *self, GError **error)
{
  guint64 number = self->version != NULL ? version_number (self->version) : 0;
  g_autofree char *note = NULL;

  if (self->is_old && !self->has_specification)
    return refuse_old (self, error);
  if (number > 0 && number < version_number (VERSION))
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                                      _("“schemaVersion” is %s, but 1.5 is read: convert the file by the migration "
                                        "tool of WfCommons"),
                                      self->version);
  if (number == version_number (VERSION))
    return TRUE;
  if (self->version == NULL)
    note = g_strdup (_("The file has no “schemaVersion”; it was read as WfFormat 1.5"));
  else
    note = g_strdup_printf (_("“schemaVersion” is %s; the file was read as WfFormat 1.5"), self->version);
  weft_task_builder_add_note (self->builder, note);
  return TRUE;
}

static gboolean
check_parts (const WeftWorkflow *self, GError **error)
{
  if (!self->has_specification)
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                      _("“workflow.specification.tasks” is missing: the tasks of WfFormat 1.5"));
  if (!self->has_execution && self->tasks->len > 0)
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_MISSING, error,
                                      _("“workflow.execution.tasks” is missing: without “runtimeInSeconds” of each "
                                        "task there are no costs to map by. Take an instance that was executed, or add "
                                        "the times"));
  return TRUE;
}

/* --- the whole --- */

static void
init (WeftWorkflow *self, const WeftWorkloadText *file)
{
  g_autofree char *title = weft_workload_text_title (file);

  *self = (WeftWorkflow) { .file = file };
  self->pull = weft_json_pull_new (file->text, file->length, file->name, &weft_workload_json_limits);
  self->unread = weft_unread_new ();
  self->builder = weft_task_builder_new (title);
  self->texts = g_string_chunk_new (4096);
  self->names = weft_task_names_new ();
  self->tasks = g_array_new (FALSE, FALSE, sizeof (WeftWfTask));
  self->links = g_array_new (FALSE, FALSE, sizeof (WeftWfLink));
  self->uses = g_array_new (FALSE, FALSE, sizeof (WeftWfUse));
  self->runs = g_array_new (FALSE, FALSE, sizeof (WeftWfRun));
  self->run_names = weft_task_names_new ();
  self->places = g_array_new (FALSE, FALSE, sizeof (WeftWfPlace));
  self->file_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->file_ids = g_ptr_array_new ();
  self->file_bytes = g_array_new (FALSE, FALSE, sizeof (double));
  self->machine_index = g_hash_table_new (g_str_hash, g_str_equal);
  self->machine_hz = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
clear (WeftWorkflow *self)
{
  g_array_unref (self->machine_hz);
  g_hash_table_unref (self->machine_index);
  g_array_unref (self->file_bytes);
  g_ptr_array_unref (self->file_ids);
  g_hash_table_unref (self->file_index);
  g_array_unref (self->places);
  weft_task_names_free (self->run_names);
  g_array_unref (self->runs);
  g_array_unref (self->uses);
  g_array_unref (self->links);
  g_array_unref (self->tasks);
  weft_task_names_free (self->names);
  g_string_chunk_free (self->texts);
  g_clear_pointer (&self->builder, weft_task_builder_free);
  weft_unread_free (self->unread);
  weft_json_pull_free (self->pull);
  g_free (self->version);
}

static void
count_ends (const WeftTaskGraph *graph, WeftWfStats *stats)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      stats->n_roots += graph->first_pred[i] == graph->first_pred[i + 1];
      stats->n_leaves += graph->first_succ[i] == graph->first_succ[i + 1];
    }
}

static void
note_stats (const WeftWorkloadText *file, const WeftWfStats *stats)
{
  g_autofree char *bytes = weft_quantity_format (stats->file_bytes, WEFT_UNIT_BYTES);
  g_autofree char *external = weft_quantity_format (stats->external_input_bytes, WEFT_UNIT_BYTES);

  weft_workload_text_note (file, g_strdup_printf (_("Files: %u, %s; of these %s come from outside. Tasks without run "
                                                    "time: %u of %u"),
                                                  stats->n_files, bytes, external, stats->n_zero_runtimes,
                                                  stats->n_tasks));
}

WeftTaskGraph *
weft_wfformat_read_stats (const WeftWorkloadText *file, WeftWfStats *stats, GError **error)
{
  g_autofree char *source = weft_workload_text_source (file, "WfFormat");
  WeftTaskGraph *graph = NULL;
  WeftWorkflow self;

  *stats = (WeftWfStats) { 0 };
  init (&self, file);
  weft_task_builder_set_source (self.builder, source);
  if (weft_workflow_read (&self, error) && check_version (&self, error) && check_parts (&self, error)
      && weft_workflow_add_tasks (&self, stats, error) && weft_workflow_join (&self, stats, error))
    {
      weft_unread_report (self.unread, file);
      graph = weft_workload_text_finish (file, g_steal_pointer (&self.builder), error);
    }
  if (graph != NULL)
    {
      count_ends (graph, stats);
      note_stats (file, stats);
    }
  clear (&self);
  return graph;
}

WeftTaskGraph *
weft_wfformat_read (const WeftWorkloadText *file, GError **error)
{
  WeftWfStats stats;

  return weft_wfformat_read_stats (file, &stats, error);
}
