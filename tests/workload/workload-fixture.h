/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts for the readers of workloads, and what their tests ask of graphs. */
#pragma once

#include <string.h>

#include "workload/weft-workload-json-private.h"
#include "workload/weft-workload-text-private.h"

/* A reader's answer, with its notes. */
typedef struct
{
  WeftTaskGraph *graph; /* (nullable) */
  GPtrArray *notes;
  GError *error;
} Reading;

static inline void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->graph, weft_task_graph_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static inline Reading
read_bytes (WeftWorkloadReadFunc read, const char *text, gsize length)
{
  Reading self = { .notes = g_ptr_array_new_with_free_func (g_free) };
  WeftWorkloadText file = { .text = text, .length = length, .name = "dir/f.x", .notes = self.notes };

  self.graph = read (&file, &self.error);
  g_assert_true ((self.graph == NULL) == (self.error != NULL));
  return self;
}

/* In tests ' stands for ", which C would have to escape. (transfer full) */
static inline char *
quote_text (const char *text)
{
  return g_strdelimit (g_strdup (text), "'", '"');
}

static inline Reading
read_text (WeftWorkloadReadFunc read, const char *text)
{
  g_autofree char *quoted = quote_text (text);

  return read_bytes (read, quoted, strlen (quoted));
}

/* A text that has to be read. */
static inline Reading
take_text (WeftWorkloadReadFunc read, const char *text)
{
  Reading self = read_text (read, text);

  if (self.error != NULL)
    g_error ("%s\nof\n%s", self.error->message, text);
  return self;
}

static inline gboolean
has_note (char *const *notes, guint n, const char *words)
{
  for (guint i = 0; i < n && notes[i] != NULL; i++)
    if (strstr (notes[i], words) != NULL)
      return TRUE;
  return FALSE;
}

/* Of the reading, or of the workload itself. */
static inline void
expect_note (const Reading *self, const char *words)
{
  if (has_note ((char *const *) self->notes->pdata, self->notes->len, words)
      || (self->graph->notes != NULL && has_note (self->graph->notes, G_MAXUINT, words)))
    return;
  for (guint i = 0; i < self->notes->len; i++)
    g_printerr ("%s\n", (char *) g_ptr_array_index (self->notes, i));
  for (guint i = 0; self->graph->notes != NULL && self->graph->notes[i] != NULL; i++)
    g_printerr ("%s\n", self->graph->notes[i]);
  g_error ("no note says “%s”", words);
}

static inline void
expect_refused (WeftWorkloadReadFunc read, const char *text, int code, const char *words)
{
  g_auto (Reading) self = read_text (read, text);

  if (self.error == NULL)
    g_error ("was read:\n%s", text);
  if (code >= 0)
    g_assert_error (self.error, WEFT_WORKLOAD_ERROR, code);
  if (!g_str_has_prefix (self.error->message, "dir/f.x:") || strstr (self.error->message, words) == NULL)
    g_error ("“%s” says nothing of “%s”", self.error->message, words);
}

static inline guint32
task_named (const WeftTaskGraph *graph, const char *name)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      g_autofree char *other = weft_task_graph_task_name (graph, i);

      if (g_str_equal (other, name))
        return i;
    }
  g_error ("there is no task “%s”", name);
}

/* Bytes from one task to another, -1 without an edge. */
static inline double
edge_bytes (const WeftTaskGraph *graph, const char *from, const char *to)
{
  guint32 source = task_named (graph, from);
  guint32 target = task_named (graph, to);

  for (guint32 e = graph->first_pred[target]; e < graph->first_pred[target + 1]; e++)
    if (graph->pred[e] == source)
      return graph->pred_bytes[e];
  return -1;
}

static inline const WeftTaskKind *
kind_of (const WeftTaskGraph *graph, const char *task)
{
  return &graph->kinds[graph->kind[task_named (graph, task)]];
}

/* The time on a class of devices, -1 when none is given. */
static inline double
time_of (const WeftTaskGraph *graph, const char *task, const char *device_class)
{
  const WeftTaskKind *kind = kind_of (graph, task);

  for (guint i = 0; i < kind->n_times; i++)
    if (g_str_equal (graph->names[graph->times[kind->first_time + i].device_class], device_class))
      return graph->times[kind->first_time + i].time_s;
  return -1;
}

static inline double
flops_of (const WeftTaskGraph *graph, const char *task)
{
  return weft_task_graph_kind_flops (graph, graph->kind[task_named (graph, task)]);
}

/* What is written is read again to the same bytes. */
static inline void
check_round_trip (const WeftTaskGraph *graph)
{
  g_autoptr (GString) first = weft_workload_json_write (graph);
  g_auto (Reading) again = read_bytes (weft_workload_json_read, first->str, first->len);
  g_autoptr (GString) second = NULL;

  g_assert_no_error (again.error);
  second = weft_workload_json_write (again.graph);
  g_assert_cmpstr (first->str, ==, second->str);
  g_assert_cmpuint (again.notes->len, ==, 0);
}
