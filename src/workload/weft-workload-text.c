/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes, refusals and the end of reading, alike for all formats. */
#include "workload/weft-workload-text-private.h"

#include <math.h>
#include <string.h>

#define LONGEST_AMOUNT 400

void
weft_workload_text_note (const WeftWorkloadText *self, char *sentence)
{
  if (self->notes != NULL)
    g_ptr_array_add (self->notes, sentence);
  else
    g_free (sentence);
}

gboolean
weft_workload_text_refuse (const WeftWorkloadText *self, guint line, int code, GError **error, const char *format, ...)
{
  g_autofree char *words = NULL;
  va_list list;

  va_start (list, format);
  words = g_strdup_vprintf (format, list);
  va_end (list);
  if (line > 0)
    g_set_error (error, WEFT_WORKLOAD_ERROR, code, "%s:%u: %s", self->name, line, words);
  else
    g_set_error (error, WEFT_WORKLOAD_ERROR, code, "%s: %s", self->name, words);
  return FALSE;
}

gboolean
weft_workload_parse_amount (const char *text, gsize length, double *amount)
{
  char copy[LONGEST_AMOUNT + 1];
  char *end;

  if (length == 0 || length > LONGEST_AMOUNT)
    return FALSE;
  memcpy (copy, text, length);
  copy[length] = '\0';
  /* strtod takes white space, signs, "inf", "nan" and hexadecimal numbers too */
  if (strspn (copy, "0123456789.eE+-") != length || !(g_ascii_isdigit (*copy) || *copy == '.'))
    return FALSE;
  *amount = g_ascii_strtod (copy, &end);
  return end == copy + length && isfinite (*amount);
}

char *
weft_workload_text_title (const WeftWorkloadText *self)
{
  char *title = g_path_get_basename (self->name);
  char *dot = strrchr (title, '.');

  if (dot != NULL && dot != title)
    *dot = '\0';
  return title;
}

char *
weft_workload_text_source (const WeftWorkloadText *self, const char *format)
{
  g_autofree char *base = g_path_get_basename (self->name);

  return g_strdup_printf ("%s (%s)", base, format);
}

WeftTaskGraph *
weft_workload_text_finish (const WeftWorkloadText *self, WeftTaskBuilder *builder, GError **error)
{
  WeftTaskGraph *graph = weft_task_builder_finish (builder, self->cancellable, error);

  if (graph == NULL)
    g_prefix_error (error, "%s: ", self->name);
  return graph;
}
