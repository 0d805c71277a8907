/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting violations by code, so that a hundred thousand equal faults are one sentence. */
#include "design/graph/weft-graph-found-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-members-private.h"

typedef struct
{
  char *code;
  guint n;
  guint order;
  WeftSeverity worst;
} Count;

static void
free_count (gpointer data)
{
  Count *count = data;

  g_free (count->code);
  g_free (count);
}

static Count *
count_of (WeftGraphFound *found, const char *code)
{
  Count *count = g_hash_table_lookup (found->counts, code);

  if (count != NULL)
    return count;
  count = g_new0 (Count, 1);
  count->code = g_strdup (code);
  count->order = g_hash_table_size (found->counts);
  g_hash_table_insert (found->counts, count->code, count);
  return count;
}

static void
add_rest (WeftGraphFound *found, const Count *count)
{
  g_autofree char *message
      = g_strdup_printf (_("And %u more of this kind."), count->n - WEFT_GRAPH_FOUND_LISTED);

  g_ptr_array_add (found->violations,
                   weft_violation_new (count->code, count->worst, "/graph",
                                       weft_members_number (count->n),
                                       weft_members_number (WEFT_GRAPH_FOUND_LISTED), message,
                                       _("Mend those that are listed; the others are alike.")));
}

void
weft_graph_found_init (WeftGraphFound *found, GPtrArray *violations)
{
  *found = (WeftGraphFound) { .violations = violations };
  found->counts = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, free_count);
}

gboolean
weft_graph_found_is_open (WeftGraphFound *found, const char *code)
{
  return count_of (found, code)->n < WEFT_GRAPH_FOUND_LISTED;
}

void
weft_graph_found_skip (WeftGraphFound *found, const char *code, WeftSeverity severity)
{
  Count *count = count_of (found, code);

  count->n++;
  count->worst = MAX (count->worst, severity);
  if (severity == WEFT_SEVERITY_ERROR)
    found->n_errors++;
}

void
weft_graph_found_add (WeftGraphFound *found, WeftViolation *violation)
{
  const char *code = weft_violation_get_code (violation);
  gboolean is_listed = weft_graph_found_is_open (found, code);

  weft_graph_found_skip (found, code, weft_violation_get_severity (violation));
  if (is_listed)
    g_ptr_array_add (found->violations, violation);
  else
    g_object_unref (violation);
}

void
weft_graph_found_finish (WeftGraphFound *found)
{
  guint n = g_hash_table_size (found->counts);
  g_autofree const Count **ordered = g_new0 (const Count *, n + 1);
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, found->counts);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    ordered[((const Count *) value)->order] = value;
  for (guint i = 0; i < n; i++)
    if (ordered[i]->n > WEFT_GRAPH_FOUND_LISTED)
      add_rest (found, ordered[i]);
  g_clear_pointer (&found->counts, g_hash_table_unref);
}
