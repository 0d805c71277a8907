/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's profiles: one file each in a folder of his. A bad one harms no other. */
#include "agent/weft-endpoint-private.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/weft-file.h"
#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "base/weft-name.h"

#define SUFFIX ".json"
/* Most profiles and bytes of one: nobody has as many, and a folder that was filled by mistake ends somewhere. */
#define MAX_FILES 1000
static const WeftJsonLimits limits = { 256 * 1024, 8, 1000 };

char *
weft_endpoint_folder (void)
{
  const char *given = g_getenv ("WEFT_ENDPOINT_DIR");

  if (given != NULL && *given != '\0')
    return g_strdup (given);
  return g_build_filename (g_get_user_config_dir (), "weft", "endpoints", NULL);
}

static WeftEndpoint *
load (const char *path, GError **error)
{
  g_autoptr (JsonNode) root = weft_json_load (path, &limits, error);
  WeftEndpoint *self = root != NULL ? weft_endpoint_new_from_json (root, path, error) : NULL;

  if (self != NULL)
    self->path = g_strdup (path);
  return self;
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftEndpoint *left = a, *right = b;
  int order = g_utf8_collate (left->texts[WEFT_ENDPOINT_NAME], right->texts[WEFT_ENDPOINT_NAME]);

  return order != 0 ? order : g_strcmp0 (left->path, right->path);
}

static void
add_file (GListStore *list, const char *path, GPtrArray *problems)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (WeftEndpoint) self = load (path, &reason);

  if (self != NULL)
    g_list_store_insert_sorted (list, self, compare_names, NULL);
  else if (problems != NULL)
    g_ptr_array_add (problems, g_strdup (reason->message));
}

/**
 * weft_endpoint_list:
 * @problems: (nullable) (element-type utf8): is given a sentence for each file that is no profile
 * @error: return location
 *
 * Returns: (transfer full): the user's profiles by name; %NULL when their folder cannot be read. A folder that is not
 *   there has none
 */
GListModel *
weft_endpoint_list (GPtrArray *problems, GError **error)
{
  g_autofree char *folder = weft_endpoint_folder ();
  g_autoptr (GListStore) list = g_list_store_new (WEFT_TYPE_ENDPOINT);
  g_autoptr (GError) reason = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &reason);
  const char *name;
  guint n = 0;

  if (dir == NULL && !g_error_matches (reason, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return NULL;
    }
  while (dir != NULL && n < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, SUFFIX) && *name != '.')
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        add_file (list, path, problems);
        n++;
      }
  return G_LIST_MODEL (g_steal_pointer (&list));
}

/* A name as a file's: letters and digits stay. Names that differ by what was lost get different files. */
static char *
path_for_name (const char *name)
{
  g_autofree char *folder = weft_endpoint_folder ();
  g_autoptr (GString) file = g_string_new (NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);

  for (const char *at = name; *at != '\0' && file->len < 60; at++)
    if (g_ascii_isalnum (*at))
      g_string_append_c (file, g_ascii_tolower (*at));
    else if (file->len > 0 && file->str[file->len - 1] != '-')
      g_string_append_c (file, '-');
  if (file->len > 0 && file->str[file->len - 1] == '-')
    g_string_truncate (file, file->len - 1);
  if (!g_str_equal (file->str, name))
    g_string_append_printf (file, "%s%.8s", file->len > 0 ? "-" : "", sum);
  g_string_append (file, SUFFIX);
  return g_build_filename (folder, file->str, NULL);
}

/**
 * weft_endpoint_save:
 * @self: an endpoint
 * @error: return location
 *
 * Writes its profile: over the file that it came from, or to one that is named after it.
 *
 * Returns: %FALSE when it cannot be written
 */
gboolean
weft_endpoint_save (WeftEndpoint *self, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);

  root = weft_endpoint_to_json (self);
  text = weft_json_write_pretty (root);
  path = self->path != NULL ? g_strdup (self->path) : path_for_name (self->texts[WEFT_ENDPOINT_NAME]);
  folder = g_path_get_dirname (path);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", folder, g_strerror (errno));
      return FALSE;
    }
  if (!weft_file_save (path, text, -1, FALSE, error))
    return FALSE;
  g_free (self->path);
  self->path = g_steal_pointer (&path);
  return TRUE;
}

/**
 * weft_endpoint_remember_fields:
 * @self: an endpoint
 * @error: return location
 *
 * Writes which fields it takes into its profile, and nothing else that may have been changed for a run. Does nothing for an
 * endpoint without a file.
 *
 * Returns: %FALSE when the profile cannot be read or written
 */
gboolean
weft_endpoint_remember_fields (WeftEndpoint *self, GError **error)
{
  g_autoptr (WeftEndpoint) stored = NULL;

  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);

  if (self->path == NULL)
    return TRUE;
  stored = load (self->path, error);
  if (stored == NULL)
    return FALSE;
  for (guint i = 0; i < WEFT_N_FIELDS; i++)
    weft_endpoint_set_field (stored, i, weft_endpoint_has_field (self, i));
  return weft_endpoint_save (stored, error);
}

/**
 * weft_endpoint_delete:
 * @self: an endpoint
 * @error: return location
 *
 * Takes its file away. Its key stays in the keyring; weft_endpoint_store_key_async() with %NULL takes that out.
 *
 * Returns: %FALSE when the file stays
 */
gboolean
weft_endpoint_delete (WeftEndpoint *self, GError **error)
{
  g_return_val_if_fail (WEFT_IS_ENDPOINT (self), FALSE);

  if (self->path != NULL && g_unlink (self->path) != 0 && errno != ENOENT)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", self->path, g_strerror (errno));
      return FALSE;
    }
  g_clear_pointer (&self->path, g_free);
  return TRUE;
}

static void
set_not_found (GListModel *list, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = weft_endpoint_folder ();
  const char *nearest;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftEndpoint) other = g_list_model_get_item (list, i);

      g_ptr_array_add (names, g_strdup (weft_endpoint_get_name (other)));
    }
  g_ptr_array_add (names, NULL);
  nearest = weft_name_nearest (name, (const char *const *) names->pdata);
  if (nearest != NULL)
    g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_PROFILE,
                 _("there is no endpoint “%s”; did you mean “%s”?"), name, nearest);
  else
    g_set_error (error, WEFT_ENDPOINT_ERROR, WEFT_ENDPOINT_ERROR_PROFILE,
                 _("there is no endpoint “%s”; %u are in %s"), name, names->len - 1, folder);
}

/**
 * weft_endpoint_find:
 * @name_or_path: the name of one of the user's profiles, or a file
 * @error: return location
 *
 * Returns: (transfer full): the endpoint
 */
WeftEndpoint *
weft_endpoint_find (const char *name_or_path, GError **error)
{
  g_autoptr (GListModel) list = NULL;

  g_return_val_if_fail (name_or_path != NULL, NULL);

  if (strchr (name_or_path, G_DIR_SEPARATOR) != NULL || g_str_has_suffix (name_or_path, SUFFIX))
    return load (name_or_path, error);
  list = weft_endpoint_list (NULL, error);
  if (list == NULL)
    return NULL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftEndpoint) self = g_list_model_get_item (list, i);

      if (weft_name_equal (weft_endpoint_get_name (self), name_or_path))
        return g_steal_pointer (&self);
    }
  set_not_found (list, name_or_path, error);
  return NULL;
}
