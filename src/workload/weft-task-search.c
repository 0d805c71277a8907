/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Most tasks share few stems, so these are looked at first; names are only put together when the text could reach over
 * the end of the stem into the number. */
#include "workload/weft-task-search.h"

#include <string.h>

/* "@" and a number. */
#define MOST_NUMBER 16

/* What is known of a name. */
enum
{
  UNSEEN,
  MATCHES,
  DIFFERS,
};

/* What could be the end of "stem@123": something with a number at its end. */
static gboolean
may_reach (const char *needle)
{
  gsize n = strlen (needle);

  return n > 0 && (g_ascii_isdigit (needle[n - 1]) || needle[n - 1] == '@');
}

static gboolean
matches_whole (const WeftTaskGraph *graph, guint32 task, const char *needle, GString *name)
{
  char number[MOST_NUMBER];

  g_string_assign (name, graph->names[graph->stem[task]]);
  g_snprintf (number, sizeof number, "@%u", graph->ordinal[task]);
  g_string_append (name, number);
  for (char *p = name->str; *p != '\0'; p++)
    *p = g_ascii_tolower (*p);
  return strstr (name->str, needle) != NULL;
}

static gboolean
matches_stem (const WeftTaskGraph *graph, guint32 stem, const char *needle, guint8 *known)
{
  if (known[stem] == UNSEEN)
    {
      g_autofree char *lower = g_ascii_strdown (graph->names[stem], -1);

      known[stem] = strstr (lower, needle) != NULL ? MATCHES : DIFFERS;
    }
  return known[stem] == MATCHES;
}

/**
 * weft_task_graph_search: (skip)
 * @self: a graph
 * @text: a part of a name, "spmv" or "halo@12"
 *
 * Returns: (transfer full) (element-type guint32): the tasks whose names contain it
 */
GArray *
weft_task_graph_search (const WeftTaskGraph *self, const char *text)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree char *stripped = g_strstrip (g_ascii_strdown (text, -1));
  g_autofree guint8 *known = g_new0 (guint8, MAX (1, self->n_names));
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean reaches = may_reach (stripped);

  if (*stripped == '\0')
    return found;
  for (guint32 i = 0; i < self->n_tasks; i++)
    if (matches_stem (self, self->stem[i], stripped, known)
        || (reaches && self->ordinal[i] != WEFT_TASK_NONE && matches_whole (self, i, stripped, name)))
      g_array_append_val (found, i);
  return found;
}
