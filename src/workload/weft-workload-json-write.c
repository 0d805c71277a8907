/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes Weft's own format: kinds and regions one a line, tasks and edges as columns. The same graph gives the same
 * bytes, also after it was read. */
#include "workload/weft-workload-json-private.h"

#include "base/weft-json-repeat-private.h"
#include "workload/weft-quoted-names-private.h"

/* Columns are broken after so many bytes. */
#define LINE_BYTES 100

typedef struct
{
  const WeftTaskGraph *graph;
  GString *out;
  gsize line;         /* where it begins */
  const char *between; /* what comes before the next element */
  WeftJsonRepeat amounts; /* often the same, and seldom whole */
} Writer;

/* --- columns --- */

static void
begin_column (Writer *self, const char *before, const char *name)
{
  g_string_append_printf (self->out, "%s\n    \"%s\": [", before, name);
  self->line = self->out->len;
  self->between = "";
}

static void
next_value (Writer *self)
{
  g_string_append (self->out, self->between);
  if (self->out->len - self->line > LINE_BYTES)
    {
      g_string_append (self->out, "\n      ");
      self->line = self->out->len;
    }
  self->between = ", ";
}

static void
append_index (Writer *self, guint32 index)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  if (index == WEFT_TASK_NONE)
    g_string_append (self->out, "null");
  else
    g_string_append (self->out, weft_json_format_double (index, buffer));
}

static void
write_indices (Writer *self, const char *before, const char *name, const guint32 *values, guint32 n)
{
  begin_column (self, before, name);
  for (guint32 i = 0; i < n; i++)
    {
      next_value (self);
      append_index (self, values[i]);
    }
  g_string_append_c (self->out, ']');
}

/* --- kinds and regions --- */

static void
append_member (Writer *self, const char *name, double amount)
{
  if (amount == 0)
    return;
  g_string_append_printf (self->out, ", \"%s\": ", name);
  weft_json_append_number (self->out, amount);
}

static void
append_flops (Writer *self, const WeftTaskKind *kind)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint i = 0; i < kind->n_work; i++)
    {
      g_string_append_printf (self->out, "%s\"%s\": ", i == 0 ? ", \"flops\": {" : ", ",
                              weft_dtype_nick (graph->work_dtype[kind->first_work + i]));
      weft_json_append_number (self->out, graph->work_flops[kind->first_work + i]);
    }
  if (kind->n_work > 0)
    g_string_append_c (self->out, '}');
}

/* Of two times for one class the first stays. */
static gboolean
is_said (const WeftTaskGraph *graph, const WeftTaskKind *kind, guint i)
{
  const WeftTaskTime *times = graph->times + kind->first_time;

  for (guint k = 0; k < i; k++)
    if (times[k].device_class == times[i].device_class)
      return TRUE;
  return FALSE;
}

static void
append_times (Writer *self, char **quoted, const WeftTaskKind *kind)
{
  const WeftTaskGraph *graph = self->graph;

  for (guint i = 0; i < kind->n_times; i++)
    {
      const WeftTaskTime *time = &graph->times[kind->first_time + i];

      if (is_said (graph, kind, i))
        continue;
      g_string_append (self->out, i == 0 ? ", \"times\": {" : ", ");
      g_string_append_printf (self->out, "%s\": ", quoted[time->device_class]);
      weft_json_append_number (self->out, time->time_s);
    }
  if (kind->n_times > 0)
    g_string_append_c (self->out, '}');
}

static void
write_kinds (Writer *self, char **quoted)
{
  const WeftTaskGraph *graph = self->graph;

  g_string_append (self->out, "  \"kinds\": [");
  for (guint32 k = 0; k < graph->n_kinds; k++)
    {
      const WeftTaskKind *kind = &graph->kinds[k];

      g_string_append_printf (self->out, "%s\n    {\"kernel\": %s\"", k > 0 ? "," : "", quoted[kind->kernel]);
      append_flops (self, kind);
      append_member (self, "bytes_read", kind->bytes_read);
      append_member (self, "bytes_written", kind->bytes_written);
      append_member (self, "working_set_bytes", kind->working_set_bytes);
      if (kind->comm != WEFT_COMM_NONE)
        g_string_append_printf (self->out, ", \"comm\": \"%s\"", weft_comm_kind_nick (kind->comm));
      append_member (self, "comm_bytes", kind->comm_bytes);
      append_member (self, "region_bytes_read", kind->region_bytes_read);
      append_member (self, "region_bytes_written", kind->region_bytes_written);
      append_times (self, quoted, kind);
      g_string_append_c (self->out, '}');
    }
  g_string_append (self->out, graph->n_kinds > 0 ? "\n  ],\n" : "],\n");
}

static void
write_regions (Writer *self, char **quoted)
{
  const WeftTaskGraph *graph = self->graph;

  if (graph->n_regions == 0)
    return;
  g_string_append (self->out, "  \"regions\": [");
  for (guint32 r = 0; r < graph->n_regions; r++)
    {
      g_string_append_printf (self->out, "%s\n    {\"name\": ", r > 0 ? "," : "");
      weft_quoted_names_append (self->out, quoted, graph->regions[r].stem, graph->regions[r].ordinal);
      g_string_append (self->out, ", \"bytes\": ");
      weft_json_repeat_append (&self->amounts, self->out, graph->regions[r].bytes);
      g_string_append_c (self->out, '}');
    }
  g_string_append (self->out, "\n  ],\n");
}

/* --- the whole --- */

static void
write_head (Writer *self)
{
  const WeftTaskGraph *graph = self->graph;

  g_string_append (self->out, "{\n  \"format\": \"" WEFT_WORKLOAD_JSON_FORMAT "\",\n  \"name\": ");
  weft_json_append_string (self->out, graph->name);
  if (graph->source != NULL)
    {
      g_string_append (self->out, ",\n  \"source\": ");
      weft_json_append_string (self->out, graph->source);
    }
  for (guint i = 0; graph->notes != NULL && graph->notes[i] != NULL; i++)
    {
      g_string_append (self->out, i == 0 ? ",\n  \"notes\": [\n    " : ",\n    ");
      weft_json_append_string (self->out, graph->notes[i]);
    }
  g_string_append (self->out, graph->notes != NULL && graph->notes[0] != NULL ? "\n  ],\n" : ",\n");
}

static void
write_tasks (Writer *self, char **quoted)
{
  const WeftTaskGraph *graph = self->graph;

  g_string_append (self->out, "  \"tasks\": {");
  begin_column (self, "", "name");
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      next_value (self);
      weft_quoted_names_append (self->out, quoted, graph->stem[i], graph->ordinal[i]);
    }
  g_string_append_c (self->out, ']');
  write_indices (self, ",", "kind", graph->kind, graph->n_tasks);
  if (graph->group != NULL)
    write_indices (self, ",", "group", graph->group, graph->n_tasks);
  if (graph->rank != NULL)
    write_indices (self, ",", "rank", graph->rank, graph->n_tasks);
  if (graph->region != NULL)
    write_indices (self, ",", "region", graph->region, graph->n_tasks);
  g_string_append (self->out, "\n  },\n");
}

static void
write_edge_ends (Writer *self)
{
  const WeftTaskGraph *graph = self->graph;

  write_indices (self, "", "from", graph->pred, graph->n_edges);
  begin_column (self, ",", "to");
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        next_value (self);
        append_index (self, i);
      }
  g_string_append_c (self->out, ']');
}

static void
write_edges (Writer *self)
{
  const WeftTaskGraph *graph = self->graph;

  g_string_append (self->out, "  \"edges\": {");
  write_edge_ends (self);
  begin_column (self, ",", "bytes");
  for (guint32 e = 0; e < graph->n_edges; e++)
    {
      next_value (self);
      weft_json_repeat_append (&self->amounts, self->out, graph->pred_bytes[e]);
    }
  g_string_append (self->out, "]\n  }\n}\n");
}

GString *
weft_workload_json_write (const WeftTaskGraph *graph)
{
  g_autofree Writer *self = g_new0 (Writer, 1);
  g_auto (GStrv) quoted = weft_quoted_names_new (graph);

  self->graph = graph;
  self->out = g_string_sized_new (4096 + (gsize) graph->n_tasks * 24 + (gsize) graph->n_edges * 32);
  write_head (self);
  write_kinds (self, quoted);
  write_regions (self, quoted);
  write_tasks (self, quoted);
  write_edges (self);
  return self->out;
}
