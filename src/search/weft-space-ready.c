/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ready spaces: those of the catalog, with the user's own over them, found by name. One file stands for a space of
 * each year. */
#include "search/weft-space-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/weft-json.h"
#include "base/weft-list.h"
#include "base/weft-name.h"
#include "base/weft-paths.h"

/* Names that stand for one file and a year. */
#define YEAR_FILE "same-generation"
#define YEAR_PREFIX YEAR_FILE "-"

static WeftSpace *
load_file (const char *path,
           GError    **error)
{
  g_autofree char *shown = g_path_get_basename (path);
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, error);

  return root != NULL ? weft_space_new_from_json (root, shown, error) : NULL;
}

static char *
path_in (const char *catalog,
         const char *name)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);

  return g_build_filename (catalog, "spaces", file, NULL);
}

/* The user's file of that name, else the shipped one; (nullable) (transfer full). */
static char *
find_path (const char *name)
{
  const char *const catalogs[] = { weft_paths_user_catalog (), weft_paths_catalog_dir () };

  for (guint i = 0; i < G_N_ELEMENTS (catalogs); i++)
    {
      g_autofree char *path = path_in (catalogs[i], name);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
    }

  return NULL;
}

/* --- years --- */

static gboolean
names_generation (const char *name)
{
  const char *year = name + strlen (YEAR_PREFIX);

  return g_str_has_prefix (name, YEAR_PREFIX) && strlen (year) == 4
         && strspn (year, "0123456789") == 4;
}

/* "same-generation-2024": the file with its year replaced. */
static WeftSpace *
load_generation (const char *name,
                 GError    **error)
{
  g_autofree char *path = path_in (weft_paths_catalog_dir (), YEAR_FILE);
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, error);
  g_autofree char *shown = NULL;
  JsonObject *object;

  if (root == NULL)
    return NULL;

  object = json_node_get_object (root);
  shown = g_strdup_printf ("%s, %s", json_object_get_string_member_with_default (object, "name", ""),
                           name + strlen (YEAR_PREFIX));
  json_object_set_string_member (object, "id", name);
  json_object_set_string_member (object, "name", shown);
  json_object_set_int_member (object, "generation_year",
                              g_ascii_strtoll (name + strlen (YEAR_PREFIX), NULL, 10));
  json_object_remove_member (object, "years");
  return weft_space_new_from_json (root, name, error);
}

/* The years that the file names, as spaces of their own. */
static void
add_generations (GPtrArray *names)
{
  g_autofree char *path = path_in (weft_paths_catalog_dir (), YEAR_FILE);
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, NULL);
  JsonNode *node = root != NULL && JSON_NODE_HOLDS_OBJECT (root)
                     ? json_object_get_member (json_node_get_object (root), "years") : NULL;
  JsonArray *years = node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  for (guint i = 0; years != NULL && i < json_array_get_length (years); i++)
    g_ptr_array_add (names, g_strdup_printf (YEAR_PREFIX "%04d",
                                             (int) json_array_get_int_element (years, i)));
}

/* --- lists --- */

static int
compare_names_cb (gconstpointer a,
                  gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
add_names (GPtrArray  *names,
           const char *catalog,
           GError    **error)
{
  g_autofree char *folder = g_build_filename (catalog, "spaces", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *name = NULL;

      if (!g_str_has_suffix (file, ".json"))
        continue;
      name = g_strndup (file, strlen (file) - strlen (".json"));
      if (!g_str_equal (name, YEAR_FILE)
          && !g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }

  return dir != NULL;
}

/* The names of the ready spaces, sorted. (transfer full) */
static GStrv
list_names (GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (!add_names (names, weft_paths_catalog_dir (), error))
    return NULL;

  add_names (names, weft_paths_user_catalog (), NULL);
  add_generations (names);
  g_ptr_array_sort (names, compare_names_cb);
  g_ptr_array_add (names, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

static gboolean
is_users (const char *name)
{
  g_autofree char *path = path_in (weft_paths_user_catalog (), name);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

/* --- public API --- */

/**
 * weft_space_load:
 * @name_or_path: the name of a ready space, "same-generation-YEAR", or the path of a file
 * @error: return location
 *
 * Returns: (transfer full): the space, or %NULL with an error
 */
WeftSpace *
weft_space_load (const char *name_or_path,
                 GError    **error)
{
  g_autofree char *path = NULL;
  g_auto (GStrv) known = NULL;
  const char *nearest;

  g_return_val_if_fail (name_or_path != NULL, NULL);

  if (names_generation (name_or_path))
    return load_generation (name_or_path, error);
  if (strchr (name_or_path, '/') != NULL || g_str_has_suffix (name_or_path, ".json"))
    return load_file (name_or_path, error);

  path = find_path (name_or_path);
  if (path != NULL && !g_str_equal (name_or_path, YEAR_FILE))
    return load_file (path, error);
  if (g_file_test (name_or_path, G_FILE_TEST_IS_REGULAR))
    return load_file (name_or_path, error);

  known = list_names (NULL);
  nearest = known != NULL ? weft_name_nearest (name_or_path, (const char *const *) known) : NULL;
  if (nearest != NULL)
    g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_SPACE,
                 _("There is no space “%s”; is “%s” meant?"), name_or_path, nearest);
  else
    {
      g_autofree char *all = known != NULL ? g_strjoinv (", ", known) : g_strdup ("");

      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_SPACE,
                   _("There is no space “%s”, neither ready nor as a file; ready are %s"), name_or_path,
                   all);
    }
  return NULL;
}

/**
 * weft_space_list:
 * @error: return location
 *
 * A file of the user that is no space is left out; weft_space_load() says why.
 *
 * Returns: (transfer full): a list of #WeftSpace, by id; %NULL with an error
 */
GListModel *
weft_space_list (GError **error)
{
  g_autoptr (WeftList) list = weft_list_new (WEFT_TYPE_SPACE);
  g_auto (GStrv) names = list_names (error);

  if (names == NULL)
    return NULL;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) local = NULL;
      g_autoptr (WeftSpace) space = weft_space_load (names[i], &local);

      if (space != NULL)
        weft_list_append (list, space);
      else if (!is_users (names[i]))
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return NULL;
        }
    }

  return G_LIST_MODEL (g_steal_pointer (&list));
}
