/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Definitions of groups from the first record, the user and METADATA nodes; a group is added when it is first used. */
#include "interop/weft-chakra-groups-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-quote-private.h"
#include "interop/weft-chakra-group-text-private.h"
#include "interop/weft-chakra-paths-private.h"

/* Names that a sentence lists. */
#define MAX_NAMED 8

/* What PyTorch calls the group of all ranks, besides 0. */
#define DEFAULT_NAME "default_pg"

/* @ranks: [@n_ranks]; @group: WEFT_SIM_NONE until it is used */
typedef struct
{
  char *name;
  char *title;
  guint32 *ranks;
  guint32 n_ranks;
  guint32 group;
} Definition;

/* --- definitions --- */

static guint
definition_hash_cb (gconstpointer key)
{
  const Definition *self = key;
  guint hash = g_str_hash (self->name);

  for (guint32 i = 0; i < self->n_ranks; i++)
    hash = hash * 31 + self->ranks[i];
  return hash;
}

static gboolean
definition_equal_cb (gconstpointer a, gconstpointer b)
{
  const Definition *one = a;
  const Definition *other = b;

  return one->n_ranks == other->n_ranks && g_str_equal (one->name, other->name) &&
         memcmp (one->ranks, other->ranks, one->n_ranks * sizeof *one->ranks) == 0;
}

static void
definition_free_cb (gpointer data)
{
  Definition *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self->ranks);
  g_free (self);
}

/* Borrowed. No ranks are all ranks. */
static Definition *
define (WeftChakraGroups *self, const char *name, const char *title, const guint32 *ranks, guint32 n_ranks)
{
  Definition *made = g_new0 (Definition, 1);
  Definition *known;

  made->name = g_strdup (name);
  made->title = g_strdup (title);
  made->n_ranks = n_ranks > 0 ? n_ranks : self->n_ranks;
  made->ranks = g_new (guint32, made->n_ranks);
  made->group = WEFT_SIM_NONE;
  for (guint32 i = 0; i < made->n_ranks; i++)
    made->ranks[i] = n_ranks > 0 ? ranks[i] : i;
  known = g_hash_table_lookup (self->definitions, made);
  if (known != NULL)
    {
      definition_free_cb (made);
      return known;
    }
  g_hash_table_add (self->definitions, made);
  return made;
}

static gboolean
use (WeftChakraGroups *self, Definition *definition, WeftChakraFile *file, guint32 *group, GError **error)
{
  if (definition->group == WEFT_SIM_NONE)
    {
      definition->group = weft_sim_builder_add_group (self->builder, definition->title, definition->ranks,
                                                      definition->n_ranks, error);
      if (definition->group == WEFT_SIM_NONE)
        {
          g_prefix_error (error, "%s: ", file->records.name);
          return FALSE;
        }
      g_array_append_val (self->sizes, definition->n_ranks);
    }
  *group = definition->group;
  return TRUE;
}

/* --- nodes of METADATA --- */

typedef struct
{
  WeftChakraGroups *groups;
  guint32 rank;
} Search;

static char *
own_key (guint32 rank, const char *name)
{
  return g_strdup_printf ("%u %s", rank, name);
}

static void
found_group_cb (const char *name, const char *title, const guint32 *ranks, guint32 n_ranks, gpointer data)
{
  Search *search = data;
  WeftChakraGroups *self = search->groups;
  Definition *definition = define (self, name, title, ranks, n_ranks);

  g_hash_table_insert (self->own, own_key (search->rank, name), definition);
  if (!g_hash_table_contains (self->any, name))
    g_hash_table_insert (self->any, g_strdup (name), definition);
}

static gboolean
search_rank (WeftChakraGroups *self, guint32 rank, GCancellable *cancellable, GError **error)
{
  g_autofree char *path = weft_chakra_rank_path (self->prefix, rank);
  Search search = { self, rank };
  GError *reason = NULL;
  WeftChakraFile file;

  if (weft_chakra_file_open (&file, path, NULL, cancellable, &reason))
    while (weft_chakra_file_next (&file, &reason))
      if (file.node.type == WEFT_CHAKRA_METADATA && file.node.values != NULL)
        weft_chakra_group_text_parse (file.node.values, found_group_cb, &search);
  weft_chakra_file_clear (&file);
  if (reason == NULL)
    return TRUE;
  g_propagate_error (error, reason);
  return FALSE;
}

static gboolean
search_all (WeftChakraGroups *self, GCancellable *cancellable, GError **error)
{
  if (self->was_searched)
    return TRUE;
  self->was_searched = TRUE;
  for (guint32 r = 0; r < self->n_ranks; r++)
    if (!search_rank (self, r, cancellable, error))
      return FALSE;
  return TRUE;
}

/* --- finding --- */

static Definition *
find_by_name (WeftChakraGroups *self, const char *name)
{
  Definition *definition = g_hash_table_lookup (self->by_name, name);
  const GArray *ranks = self->given != NULL ? g_hash_table_lookup (self->given, name) : NULL;

  if (definition != NULL || ranks == NULL)
    return definition;
  definition = define (self, name, name, (const guint32 *) ranks->data, ranks->len);
  g_hash_table_insert (self->by_name, g_strdup (name), definition);
  return definition;
}

static Definition *
find_searched (WeftChakraGroups *self, guint32 rank, const char *name)
{
  g_autofree char *key = own_key (rank, name);
  Definition *definition = g_hash_table_lookup (self->own, key);

  return definition != NULL ? definition : g_hash_table_lookup (self->any, name);
}

static int
compare_names_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "1, 2, tp"; NULL for none. (transfer full) */
static char *
list_known (const WeftChakraGroups *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTable *tables[] = { self->given, self->any, self->by_name };
  GString *text;
  gpointer name;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      GHashTableIter iter;

      if (tables[i] == NULL)
        continue;
      g_hash_table_iter_init (&iter, tables[i]);
      while (g_hash_table_iter_next (&iter, &name, NULL))
        if (g_hash_table_add (seen, name))
          g_ptr_array_add (names, name);
    }
  if (names->len == 0)
    return NULL;
  g_ptr_array_sort (names, compare_names_cb);
  text = g_string_new (NULL);
  for (guint i = 0; i < names->len && i < MAX_NAMED; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", (const char *) names->pdata[i]);
  if (names->len > MAX_NAMED)
    g_string_append (text, ", …");
  return g_string_free (text, FALSE);
}

static gboolean
refuse_unknown (const WeftChakraGroups *self, WeftChakraFile *file, const char *name, GError **error)
{
  g_autofree char *shown = weft_quote (name, -1);
  g_autofree char *known = list_known (self);

  if (known == NULL)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                    _("its process group pg_name %s is not known: neither the trace nor a file of "
                                      "communicator groups says which ranks it has; give such a file"),
                                    shown);
  return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                  _("its process group pg_name %s is not known; those that are: %s. Add it to the file "
                                    "of communicator groups"),
                                  shown, known);
}

/* --- public --- */

void
weft_chakra_groups_init (WeftChakraGroups *self, WeftSimBuilder *builder, const char *prefix, guint32 n_ranks,
                         GHashTable *given)
{
  *self = (WeftChakraGroups) { .builder = builder, .prefix = prefix, .n_ranks = n_ranks, .given = given };
  self->definitions = g_hash_table_new_full (definition_hash_cb, definition_equal_cb, definition_free_cb, NULL);
  self->sizes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->sizes, n_ranks);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->any = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
weft_chakra_groups_clear (WeftChakraGroups *self)
{
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->own, g_hash_table_unref);
  g_clear_pointer (&self->any, g_hash_table_unref);
  g_clear_pointer (&self->sizes, g_array_unref);
  g_clear_pointer (&self->definitions, g_hash_table_unref);
}

typedef struct
{
  WeftChakraGroups *groups;
  WeftChakraFile *file;
  GError *reason;
} Taker;

static void
written_group_cb (const char *name, const char *title, const guint32 *ranks, guint32 n_ranks, gpointer data)
{
  Taker *taker = data;
  Definition *definition = define (taker->groups, name, title, ranks, n_ranks);
  guint32 group;

  g_hash_table_insert (taker->groups->by_name, g_strdup (name), definition);
  if (taker->reason == NULL)
    use (taker->groups, definition, taker->file, &group, &taker->reason);
}

gboolean
weft_chakra_groups_take_head (WeftChakraGroups *self, WeftChakraFile *file, GError **error)
{
  Taker taker = { self, file, NULL };

  if (file->head.groups == NULL)
    return TRUE;
  if (!weft_chakra_group_text_parse (file->head.groups, written_group_cb, &taker) && taker.reason == NULL)
    return weft_chakra_file_refuse (file, WEFT_SIM_ERROR_INVALID, error,
                                    _("its process groups, which Weft has written, are not understood: the file was "
                                      "changed"));
  if (taker.reason == NULL)
    return TRUE;
  g_propagate_error (error, taker.reason);
  return FALSE;
}

gboolean
weft_chakra_groups_find (WeftChakraGroups *self, WeftChakraFile *file, guint32 rank, const char *name, guint32 *group,
                         GCancellable *cancellable, GError **error)
{
  Definition *definition;

  *group = 0;
  if (*name == '\0' || g_str_equal (name, "0"))
    return TRUE;
  definition = find_by_name (self, name);
  if (definition == NULL)
    {
      if (!search_all (self, cancellable, error))
        return FALSE;
      definition = find_searched (self, rank, name);
    }
  if (definition != NULL)
    return use (self, definition, file, group, error);
  if (!g_str_equal (name, DEFAULT_NAME))
    return refuse_unknown (self, file, name, error);
  self->n_default++;
  return TRUE;
}

guint32
weft_chakra_groups_n_ranks (const WeftChakraGroups *self, guint32 group)
{
  return g_array_index (self->sizes, guint32, group);
}
