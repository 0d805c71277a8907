/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in edits of graphs: titles for menus, and ids that are not taken. */
#include "design/graph/weft-graph-edit-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "design/weft-design-private.h"

/* Labels stand in menus. */
#define TITLE_CHARS 40

/* More names than these are not compared for a hint. */
#define NEAREST_NAMES 5000

G_DEFINE_QUARK (weft-graph-edit-error-quark, weft_graph_edit_error)

gboolean
weft_graph_edit_refuse (GError **error, WeftGraphEditError code, char *message)
{
  g_set_error_literal (error, WEFT_GRAPH_EDIT_ERROR, code, message);
  g_free (message);
  return FALSE;
}

/* A name with letters and digits in one word is a product's and stays as it is: "q3400-ra", but not
 * "rack-2". */
static gboolean
is_product (const char *name)
{
  gboolean letters = FALSE, digits = FALSE;

  for (const char *at = name; *at != '\0'; at++)
    {
      gboolean ends = *at == '-' || *at == '_' || *at == ' ';

      letters = !ends && (letters || !g_ascii_isdigit (*at));
      digits = !ends && (digits || g_ascii_isdigit (*at));
      if (letters && digits)
        return TRUE;
    }
  return FALSE;
}

char *
weft_graph_edit_title (const char *name)
{
  GString *title = g_string_new (NULL);
  gboolean keeps = is_product (name), begins = TRUE;
  guint n = 0;

  for (const char *at = name; *at != '\0' && n < TITLE_CHARS; at = g_utf8_next_char (at), n++)
    {
      gunichar c = g_utf8_get_char (at);

      if (g_unichar_iscntrl (c) || g_unichar_isspace (c) || (!keeps && (c == '-' || c == '_')))
        c = ' ';
      g_string_append_unichar (title, begins && !keeps ? g_unichar_toupper (c) : c);
      begins = c == ' ';
      if (n + 1 == TITLE_CHARS && *g_utf8_next_char (at) != '\0')
        g_string_append (title, "…");
    }
  g_strstrip (title->str);
  if (title->str[0] == '\0')
    {
      g_string_free (title, TRUE);
      return g_strdup (_("Item"));
    }
  return g_string_free (title, FALSE);
}

char *
weft_graph_edit_item_title (const WeftGraphItem *item)
{
  return weft_graph_edit_title (item->id[0] != '\0' || item->of == NULL ? item->id : item->of);
}

char *
weft_graph_edit_end_title (const WeftGraphEnd *end)
{
  return weft_graph_edit_title (end->item_id);
}

char *
weft_graph_edit_meant (const char *nearest)
{
  return nearest != NULL ? g_strdup_printf (_(" Did you mean “%s”?"), nearest) : g_strdup ("");
}

static const char *
nearest_of (const char *name, gconstpointer first, gsize stride, guint n)
{
  g_autoptr (GPtrArray) known = NULL;

  if (n > NEAREST_NAMES)
    return NULL;
  known = g_ptr_array_sized_new (n + 1);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (known, *(char *const *) ((const char *) first + i * stride));
  g_ptr_array_add (known, NULL);
  return weft_design_nearest (name, (const char *const *) known->pdata);
}

const char *
weft_graph_edit_nearest_item (const WeftGraphDefinition *definition, const char *name)
{
  G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftGraphItem, id) == 0);
  return nearest_of (name, definition->items, sizeof (WeftGraphItem), definition->n_items);
}

const char *
weft_graph_edit_nearest_port (const WeftGraphDefinition *definition, const char *name)
{
  G_STATIC_ASSERT (G_STRUCT_OFFSET (WeftGraphPort, id) == 0);
  return nearest_of (name, definition->ports, sizeof (WeftGraphPort), definition->n_ports);
}

/* --- free names --- */

void
weft_graph_edit_names_init (WeftGraphEditNames *self, const WeftGraphIndex *taken)
{
  self->taken = taken;
  self->given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->next = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
weft_graph_edit_names_clear (WeftGraphEditNames *self)
{
  g_clear_pointer (&self->given, g_hash_table_unref);
  g_clear_pointer (&self->next, g_hash_table_unref);
}

static gboolean
is_free (const WeftGraphEditNames *self, const char *name)
{
  return (self->taken == NULL || weft_graph_index_find (self->taken, name) < 0)
         && !g_hash_table_contains (self->given, name);
}

/* "leaf-2" -> "leaf" when a number may follow: copies of copies do not get longer names. */
static char *
stem_of (const char *base, gboolean is_item)
{
  glong chars = g_utf8_strlen (base, -1);
  char *stem = g_utf8_substring (base, 0, MIN (chars, WEFT_DESIGN_NAME_CHARS - 12));
  char *dash = strrchr (stem, '-');

  if (is_item)
    g_strdelimit (stem, ":[]", '-');
  if (dash != NULL && dash > stem && dash[1] != '\0' && strspn (dash + 1, "0123456789") <= 6
      && dash[1 + strspn (dash + 1, "0123456789")] == '\0')
    *dash = '\0';
  if (stem[0] == '\0')
    {
      g_free (stem);
      return g_strdup ("item");
    }
  return stem;
}

char *
weft_graph_edit_names_make (WeftGraphEditNames *self, const char *base, gboolean is_item)
{
  gboolean fits = base[0] != '\0' && g_utf8_strlen (base, -1) <= WEFT_DESIGN_NAME_CHARS
                  && (!is_item || strpbrk (base, ":[]") == NULL);
  g_autofree char *name = g_strdup (base);
  g_autofree char *stem = NULL;
  guint number;

  if (!fits || !is_free (self, name))
    {
      stem = stem_of (base, is_item);
      number = GPOINTER_TO_UINT (g_hash_table_lookup (self->next, stem));
      g_free (name);
      name = g_strdup (stem);
      for (number = MAX (number, 1); number > 1 || !is_free (self, name);)
        {
          number++;
          g_free (name);
          name = g_strdup_printf ("%s-%u", stem, number);
          if (is_free (self, name))
            break;
        }
      g_hash_table_insert (self->next, g_strdup (stem), GUINT_TO_POINTER (number));
    }
  g_hash_table_add (self->given, g_strdup (name));
  return g_steal_pointer (&name);
}
