/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the trace of a mapping, "weft-trace/1": what an event simulator reads. A task is a line; what tasks of one
 * kind cost stands once. The schema is data/schema/weft-trace.schema.json. */
#include "mapper/weft-map-report.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

#include "base/weft-file.h"
#include "base/weft-json-repeat-private.h"
#include "workload/weft-quoted-names-private.h"

/* Text that is gathered before it is written. */
#define BLOCK_BYTES (1 << 18)

typedef struct
{
  const WeftMapProblem *problem;
  const WeftTaskGraph *graph;
  const WeftSchedule *schedule;
  GOutputStream *stream; /* (nullable): none gathers all in @out */
  GString *out;
  char **quoted; /* [names] as JSON, without the quote at the end */
  WeftJsonRepeat numbers;
} Writer;

/* --- text --- */

static gboolean
flush (Writer *self, gsize at_least, GError **error)
{
  gboolean done = TRUE;

  if (self->stream != NULL && self->out->len >= at_least)
    {
      done = g_output_stream_write_all (self->stream, self->out->str, self->out->len, NULL, NULL, error);
      g_string_truncate (self->out, 0);
    }
  return done;
}

static void
append (Writer *self, const char *text)
{
  g_string_append (self->out, text);
}

static void
append_number (Writer *self, const char *before, double value)
{
  append (self, before);
  weft_json_repeat_append (&self->numbers, self->out, value);
}

/* Faster than printf, which would take longer than all else. */
static void
append_index (Writer *self, const char *before, guint32 value)
{
  char digits[10];
  guint n = 0;

  append (self, before);
  do
    digits[n++] = '0' + value % 10;
  while ((value /= 10) > 0);
  while (n > 0)
    g_string_append_c (self->out, digits[--n]);
}

/* --- parts --- */

static void
write_head (Writer *self)
{
  append (self, "{\n\"format\":\"weft-trace/1\",\n\"workload\":");
  weft_json_append_string (self->out, self->graph->name);
  if (self->graph->source != NULL)
    {
      append (self, ",\n\"source\":");
      weft_json_append_string (self->out, self->graph->source);
    }
  append_number (self, ",\n\"makespan_s\":", self->schedule->makespan_s);
}

static void
write_devices (Writer *self)
{
  const WeftPlatform *platform = self->problem->platform;

  append (self, ",\n\"devices\":[");
  for (guint p = 0; p < platform->n_devices; p++)
    {
      const char *chip = platform->class_name[platform->class_of[p]];
      g_autofree char *number = g_strdup_printf ("%u", p);

      append (self, p > 0 ? ",\n{\"name\":" : "\n{\"name\":");
      weft_json_append_string (self->out, platform->device_name != NULL ? platform->device_name[p] : number);
      if (chip != NULL)
        {
          append (self, ",\"chip\":");
          weft_json_append_string (self->out, chip);
        }
      if (platform->device != NULL)
        append_index (self, ",\"machine_device\":", platform->device[p]);
      append (self, "}");
    }
  append (self, "]");
}

static const char *
kind_nick (const WeftTaskKind *kind)
{
  if (kind->comm == WEFT_COMM_NONE)
    return "compute";
  return kind->comm == WEFT_COMM_SEND ? "send" : "collective";
}

static void
write_flops (Writer *self, const WeftTaskKind *kind)
{
  for (guint i = 0; i < kind->n_work; i++)
    {
      append (self, i == 0 ? ",\"flops\":{\"" : ",\"");
      append (self, weft_dtype_nick (self->graph->work_dtype[kind->first_work + i]));
      append_number (self, "\":", self->graph->work_flops[kind->first_work + i]);
    }
  if (kind->n_work > 0)
    append (self, "}");
}

static void
write_amount (Writer *self, const char *before, double amount)
{
  if (amount > 0)
    append_number (self, before, amount);
}

static gboolean
write_costs (Writer *self, GError **error)
{
  const WeftTaskGraph *graph = self->graph;

  append (self, ",\n\"costs\":[");
  for (guint32 k = 0; k < graph->n_kinds; k++)
    {
      const WeftTaskKind *kind = &graph->kinds[k];

      append (self, k > 0 ? ",\n{\"kernel\":" : "\n{\"kernel\":");
      append (self, self->quoted[kind->kernel]);
      append (self, "\",\"kind\":\"");
      append (self, kind_nick (kind));
      append (self, "\"");
      write_flops (self, kind);
      write_amount (self, ",\"bytes_read\":", kind->bytes_read);
      write_amount (self, ",\"bytes_written\":", kind->bytes_written);
      write_amount (self, ",\"working_set_bytes\":", kind->working_set_bytes);
      if (kind->comm != WEFT_COMM_NONE && kind->comm != WEFT_COMM_SEND)
        {
          append (self, ",\"comm\":\"");
          append (self, weft_comm_kind_nick (kind->comm));
          append (self, "\"");
        }
      write_amount (self, ",\"comm_bytes\":", kind->comm_bytes);
      append (self, "}");
      if (!flush (self, BLOCK_BYTES, error))
        return FALSE;
    }
  append (self, "]");
  return TRUE;
}

static void
write_task (Writer *self, guint32 task)
{
  const WeftTaskGraph *graph = self->graph;
  guint32 group = graph->group != NULL ? graph->group[task] : WEFT_TASK_NONE;

  append (self, task > 0 ? ",\n{\"name\":" : "\n{\"name\":");
  weft_quoted_names_append (self->out, self->quoted, graph->stem[task], graph->ordinal[task]);
  append_index (self, ",\"cost\":", graph->kind[task]);
  append_index (self, ",\"device\":", self->schedule->device[task]);
  append_number (self, ",\"start_s\":", self->schedule->start_s[task]);
  append_number (self, ",\"finish_s\":", self->schedule->finish_s[task]);
  append (self, ",\"deps\":[");
  for (guint32 e = graph->first_pred[task]; e < graph->first_pred[task + 1]; e++)
    append_index (self, e > graph->first_pred[task] ? "," : "", graph->pred[e]);
  append (self, "]");
  if (group != WEFT_TASK_NONE)
    append_index (self, ",\"group\":", group);
  append (self, "}");
}

static gboolean
write_tasks (Writer *self, GError **error)
{
  append (self, ",\n\"tasks\":[");
  for (guint32 i = 0; i < self->graph->n_tasks; i++)
    {
      write_task (self, i);
      if (!flush (self, BLOCK_BYTES, error))
        return FALSE;
    }
  append (self, "]");
  return TRUE;
}

/* Edges whose ends run on two devices. */
static gboolean
write_messages (Writer *self, GError **error)
{
  const WeftTaskGraph *graph = self->graph;
  const guint32 *device = self->schedule->device;
  gboolean is_first = TRUE;

  append (self, ",\n\"messages\":[");
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        if (device[graph->pred[e]] == device[i])
          continue;
        append_index (self, is_first ? "\n[" : ",\n[", graph->pred[e]);
        append_index (self, ",", i);
        append_number (self, ",", graph->pred_bytes[e]);
        append (self, "]");
        is_first = FALSE;
        if (!flush (self, BLOCK_BYTES, error))
          return FALSE;
      }
  append (self, "]\n}\n");
  return TRUE;
}

static gboolean
write_all (Writer *self, GError **error)
{
  write_head (self);
  write_devices (self);
  return write_costs (self, error) && write_tasks (self, error) && write_messages (self, error)
         && flush (self, 0, error);
}

/**
 * weft_map_write_trace: (skip)
 * @problem: what was mapped
 * @schedule: a schedule of it
 * @path: a file's name, or "-" for standard output
 * @error: return location for a #GIOErrorEnum
 *
 * A file takes the place of the old one when it is whole, whatever stops the writing; to standard output text goes in
 * blocks.
 *
 * Returns: whether all was written
 */
gboolean
weft_map_write_trace (const WeftMapProblem *problem, const WeftSchedule *schedule, const char *path, GError **error)
{
  gboolean is_stdout = g_str_equal (path, "-");
  g_autoptr (GOutputStream) stream = is_stdout ? g_unix_output_stream_new (STDOUT_FILENO, FALSE) : NULL;
  g_autofree Writer *writer = g_new0 (Writer, 1);
  gboolean done;

  writer->problem = problem;
  writer->graph = problem->graph;
  writer->schedule = schedule;
  writer->stream = stream;
  writer->out = g_string_sized_new (2 * BLOCK_BYTES);
  writer->quoted = weft_quoted_names_new (problem->graph);
  done = write_all (writer, error);
  if (!done)
    g_prefix_error (error, "%s: ", path);
  else if (!is_stdout)
    done = weft_file_save (path, writer->out->str, writer->out->len, FALSE, error);
  g_string_free (writer->out, TRUE);
  g_strfreev (writer->quoted);
  return done;
}
