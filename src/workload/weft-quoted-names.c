/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of a graph as JSON, quoted once for all tasks that have them. */
#include "workload/weft-quoted-names-private.h"

#include "base/weft-json-write.h"

char **
weft_quoted_names_new (const WeftTaskGraph *graph)
{
  char **quoted = g_new0 (char *, (gsize) graph->n_names + 1);

  for (guint32 i = 0; i < graph->n_names; i++)
    {
      GString *name = g_string_new (NULL);

      weft_json_append_string (name, graph->names[i]);
      g_string_truncate (name, name->len - 1);
      quoted[i] = g_string_free (name, FALSE);
    }
  return quoted;
}

void
weft_quoted_names_append (GString *out, char *const *quoted, guint32 stem, guint32 ordinal)
{
  g_string_append (out, quoted[stem]);
  if (ordinal != WEFT_TASK_NONE)
    {
      g_string_append_c (out, '@');
      weft_json_append_number (out, ordinal);
    }
  g_string_append_c (out, '"');
}
