/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Process groups as files know them: by numbers. */
#include "interop/weft-chakra-group-write-private.h"

#include <string.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"

/* Whether a peer can read a name as a number of a group. */
static gboolean
is_number (const char *name)
{
  gsize n = strspn (name, "0123456789");

  return n > 0 && n <= 9 && name[n] == '\0' && *name != '0';
}

static void
append_ranks (GString *out, const WeftSimTrace *trace, const WeftSimGroup *group)
{
  g_string_append_c (out, '[');
  for (guint32 i = 0; i < group->n_ranks; i++)
    g_string_append_printf (out, i > 0 ? ",%u" : "%u", trace->member_rank[group->first + i]);
  g_string_append_c (out, ']');
}

/* --- public --- */

char **
weft_chakra_group_names (const WeftSimTrace *trace)
{
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);
  char **names = g_new0 (char *, trace->n_groups + 1);
  guint32 next = 1;

  for (guint32 g = 1; g < trace->n_groups; g++)
    if (is_number (trace->groups[g].name) && g_hash_table_add (used, trace->groups[g].name))
      names[g] = g_strdup (trace->groups[g].name);
  for (guint32 g = 1; g < trace->n_groups; g++)
    while (names[g] == NULL)
      {
        g_autofree char *number = g_strdup_printf ("%u", next++);

        if (!g_hash_table_contains (used, number))
          names[g] = g_steal_pointer (&number);
      }
  return names;
}

char *
weft_chakra_groups_show (const WeftSimTrace *trace, char **names)
{
  GString *out;

  if (trace->n_groups < 2)
    return NULL;
  out = g_string_new ("[");
  for (guint32 g = 1; g < trace->n_groups; g++)
    {
      g_string_append_printf (out, "%s{\"pg_name\":\"%s\",\"name\":", g > 1 ? "," : "", names[g]);
      weft_json_append_string (out, trace->groups[g].name);
      g_string_append (out, ",\"ranks\":");
      append_ranks (out, trace, &trace->groups[g]);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

gboolean
weft_chakra_groups_save (const WeftSimTrace *trace, char **names, const char *prefix, GError **error)
{
  g_autofree char *path = g_strconcat (prefix, ".groups.json", NULL);
  g_autoptr (GString) out = g_string_new ("{");

  for (guint32 g = 1; g < trace->n_groups; g++)
    {
      g_string_append_printf (out, "%s\n  \"%s\": ", g > 1 ? "," : "", names[g]);
      append_ranks (out, trace, &trace->groups[g]);
    }
  g_string_append (out, trace->n_groups > 1 ? "\n}\n" : "}\n");
  return weft_file_save (path, out->str, -1, FALSE, error);
}
