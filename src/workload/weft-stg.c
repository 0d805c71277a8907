/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads STG files line by line: how many tasks, then of each its number, its time, and which tasks it comes after. */
#include "workload/weft-stg-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "workload/weft-kind-set-private.h"

#define STEM "T"
#define CANCEL_STEP 65536

typedef struct
{
  const WeftWorkloadText *file;
  const char *at;    /* in a line */
  const char *next;  /* the line after it */
  guint line;
  gboolean is_prototype; /* numbers from 1, and only the dummy at the end */
  guint32 n_said;
  guint32 first;         /* number of the first task */
  WeftTaskBuilder *builder;
  WeftKindSet *kinds;
  guint32 stem;
  guint64 n_edges;
} Stg;

static gboolean refuse (const Stg *self, int code, GError **error, const char *format, ...) G_GNUC_PRINTF (4, 5);

static gboolean
refuse (const Stg *self, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  return weft_workload_text_refuse (self->file, self->line, code, error, "%s", words);
}

/* --- lines and fields --- */

static gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static const char *
skip_blanks (const char *at)
{
  while (is_blank (*at))
    at++;
  return at;
}

/* Goes to the next line that has fields; FALSE at the end of the file. */
static gboolean
next_line (Stg *self)
{
  const char *end = self->file->text + self->file->length;

  while (self->next < end)
    {
      const char *line = self->next;
      const char *newline = memchr (line, '\n', end - line);

      self->next = newline != NULL ? newline + 1 : end;
      self->line++;
      self->at = skip_blanks (line);
      if (*self->at != '#' && *self->at != '\n' && self->at < self->next)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_field (const Stg *self)
{
  return self->at < self->next && *self->at != '\n';
}

static guint
count_fields (const char *at, const char *end)
{
  guint n = 0;

  for (at = skip_blanks (at); at < end && *at != '\n'; at = skip_blanks (at), n++)
    while (at < end && *at != '\n' && !is_blank (*at))
      at++;
  return n;
}

/* The text of the next field, which is not taken. (transfer full) */
static char *
show_field (const Stg *self)
{
  const char *end = self->at;

  if (!has_field (self))
    return g_strdup (_("the end of the line"));
  while (end < self->next && *end != '\n' && !is_blank (*end))
    end++;
  return weft_quote (self->at, end - self->at);
}

static gboolean
ends_field (const Stg *self, const char *at)
{
  return at >= self->next || *at == '\n' || is_blank (*at);
}

/* A whole number below 2^32 - 1; @what is not translated yet. */
static gboolean
take_whole (Stg *self, const char *what, guint32 *value, GError **error)
{
  g_autofree char *found = NULL;
  const char *at = self->at;
  guint64 number = 0;

  while (at < self->next && g_ascii_isdigit (*at) && number < G_MAXUINT32)
    number = 10 * number + (guint) (*at++ - '0');
  if (at == self->at || !ends_field (self, at) || number >= G_MAXUINT32)
    {
      found = show_field (self);
      return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error, _("found %s, expected %s: a whole number"), found,
                     _(what));
    }
  *value = (guint32) number;
  self->at = skip_blanks (at);
  return TRUE;
}

static gboolean
take_time (Stg *self, guint32 task, double *time_s, GError **error)
{
  g_autofree char *found = NULL;
  const char *end = self->at;

  while (!ends_field (self, end))
    end++;
  if (!weft_workload_parse_amount (self->at, end - self->at, time_s))
    {
      found = show_field (self);
      return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error,
                     _("found %s, expected the time of task %u: a number from 0 on"), found, task);
    }
  self->at = skip_blanks (end);
  return TRUE;
}

/* --- what the file says --- */

static gboolean
read_head (Stg *self, GError **error)
{
  guint32 n_processors = 0;

  if (!next_line (self))
    return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_INVALID, error, _("the file has no tasks"));
  if (!take_whole (self, N_ ("the number of tasks"), &self->n_said, error))
    return FALSE;
  if (self->n_said > WEFT_MAX_TASKS - 2)
    return refuse (self, WEFT_WORKLOAD_ERROR_LIMIT, error,
                   _("the file has %u tasks; a workload has at most %u, two dummies among them"), self->n_said,
                   WEFT_MAX_TASKS);
  self->is_prototype = has_field (self);
  if (self->is_prototype && !take_whole (self, N_ ("the number of processors"), &n_processors, error))
    return FALSE;
  if (has_field (self))
    return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error,
                   _("the first line has %u numbers, expected one, or two in the prototype set"),
                   2 + count_fields (self->at, self->next));
  self->first = self->is_prototype ? 1 : 0;
  if (self->is_prototype)
    {
      g_autofree char *note = g_strdup_printf (_("The file is meant for %u processors, which a workload does not know"),
                                               n_processors);

      weft_task_builder_add_note (self->builder, note);
    }
  return TRUE;
}

/* How many lines of tasks there may be: the dummies count among them. */
static guint32
max_tasks (const Stg *self)
{
  return self->n_said + (self->is_prototype ? 1 : 2);
}

static gboolean
is_dummy (const Stg *self, guint32 index, double time_s)
{
  return time_s == 0 && (index == self->n_said + (self->is_prototype ? 0 : 1) || (index == 0 && !self->is_prototype));
}

/* The set with costs lists a cost beside each predecessor, in the same line or in lines of their own. */
static gboolean
has_costs (const Stg *self, guint32 n_preds, guint n_fields)
{
  return n_preds > 0
         && (n_fields == (guint64) 2 * n_preds
             || (n_fields == 0 && count_fields (self->next, self->file->text + self->file->length) == 2));
}

static gboolean
read_preds (Stg *self, guint32 index, guint32 n_preds, GError **error)
{
  guint n_fields = count_fields (self->at, self->next);
  guint32 number = self->first + index;

  if (n_fields != n_preds && has_costs (self, n_preds, n_fields))
    return refuse (self, WEFT_WORKLOAD_ERROR_UNSUPPORTED, error,
                   _("this is the variant of STG with communication costs, which is not read; write the graph as DOT "
                     "or as “weft-workload/1”"));
  if (n_fields != n_preds)
    return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error,
                   _("task %u comes after %u tasks, but its line lists %u"), number, n_preds, n_fields);
  for (guint32 i = 0; i < n_preds; i++)
    {
      guint32 pred;

      if (!take_whole (self, N_ ("the task that it comes after"), &pred, error))
        return FALSE;
      if (pred < self->first || pred - self->first >= max_tasks (self))
        return refuse (self, WEFT_WORKLOAD_ERROR_DANGLING, error, _("task %u comes after task %u, which is not there"),
                       number, pred);
      if (self->n_edges++ >= WEFT_MAX_TASK_EDGES)
        return refuse (self, WEFT_WORKLOAD_ERROR_LIMIT, error, _("a workload has at most %u edges"),
                       WEFT_MAX_TASK_EDGES);
      weft_task_builder_add_edge (self->builder, pred - self->first, index, 0);
    }
  return TRUE;
}

static gboolean
check_number (const Stg *self, guint32 index, guint32 number, GError **error)
{
  guint32 expected = self->first + index;

  if (number == expected)
    return TRUE;
  if (number >= self->first && number < expected)
    return refuse (self, WEFT_WORKLOAD_ERROR_DUPLICATE, error, _("found task %u a second time, expected task %u"),
                   number, expected);
  return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error, _("found task %u, expected task %u"), number, expected);
}

static gboolean
read_task (Stg *self, guint32 index, GError **error)
{
  WeftTaskCost cost = { 0 };
  WeftGivenTime time = { "*", 0 };
  guint32 number, n_preds;

  if (!take_whole (self, N_ ("the number of a task"), &number, error) || !check_number (self, index, number, error)
      || !take_time (self, number, &time.time_s, error)
      || !take_whole (self, N_ ("how many tasks it comes after"), &n_preds, error))
    return FALSE;
  cost.kernel = is_dummy (self, index, time.time_s) ? "dummy" : "task";
  weft_task_builder_add_task (self->builder, weft_kind_set_take_timed (self->kinds, &cost, &time, 1), self->stem,
                              number);
  return read_preds (self, index, n_preds, error);
}

static gboolean
read_tasks (Stg *self, GError **error)
{
  guint32 n = 0;

  for (; next_line (self); n++)
    {
      if (n >= max_tasks (self))
        return refuse (self, WEFT_WORKLOAD_ERROR_INVALID, error,
                       _("the first line says %u tasks, but here is one more than these and the dummies"),
                       self->n_said);
      if (!read_task (self, n, error))
        return FALSE;
      if (n % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (self->file->cancellable, error))
        return FALSE;
    }
  /* The prototype set may be without its dummy. */
  if (n == max_tasks (self) || (self->is_prototype && n == self->n_said))
    return TRUE;
  return weft_workload_text_refuse (self->file, 0, WEFT_WORKLOAD_ERROR_INVALID, error,
                                    _("the first line says %u tasks, which makes %u lines with the dummies; found %u"),
                                    self->n_said, max_tasks (self), n);
}

WeftTaskGraph *
weft_stg_read (const WeftWorkloadText *file, GError **error)
{
  g_autofree char *title = weft_workload_text_title (file);
  g_autofree char *source = weft_workload_text_source (file, "STG");
  Stg self = { .file = file, .next = file->text, .builder = weft_task_builder_new (title) };
  gboolean is_read;

  weft_task_builder_set_source (self.builder, source);
  weft_task_builder_add_note (self.builder, _("STG has no unit of time: one is taken as a second on any device"));
  self.stem = weft_task_builder_intern (self.builder, STEM);
  self.kinds = weft_kind_set_new (self.builder);
  is_read = read_head (&self, error) && read_tasks (&self, error);
  weft_kind_set_free (self.kinds);
  if (is_read)
    return weft_workload_text_finish (file, self.builder, error);
  weft_task_builder_free (self.builder);
  return NULL;
}
