/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a folder. There is no index that could go wrong: every run says what it is. */

#include <string.h>

#include "base/weft-list.h"
#include "trail/weft-trail-entry-private.h"
#include "trail/weft-trail-error-private.h"
#include "trail/weft-trail-list-private.h"

static int
compare_later_first_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) b, *(const char *const *) a);
}

/**
 * weft_trail_default_folder:
 *
 * Returns: (transfer none): WEFT_TRAIL_DIR, else weft/runs where the user's programs keep their state
 */
const char *
weft_trail_default_folder (void)
{
  const char *from_environment = g_getenv ("WEFT_TRAIL_DIR");
  g_autofree char *folder = NULL;

  if (from_environment != NULL && *from_environment != '\0')
    return g_intern_string (from_environment);
  folder = g_build_filename (g_get_user_state_dir (), "weft", "runs", NULL);
  return g_intern_string (folder);
}

/* File names of runs, the newest first; none when there is no folder. NULL on an error. */
GPtrArray *
weft_trail_list_names (const char *folder, GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &cause);
  const char *name;

  if (dir == NULL && !g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_set_error_literal (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_FILE, cause->message);
      return NULL;
    }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, WEFT_TRAIL_SUFFIX) && name[0] != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_later_first_cb);
  return g_steal_pointer (&names);
}

/**
 * weft_trail_list:
 * @folder: (nullable): where runs are; weft_trail_default_folder() when %NULL
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for an error
 *
 * Returns: (transfer full): the runs as #WeftTrailEntry, the newest first; %NULL when the folder
 *   cannot be read. A folder that is not there has none.
 */
GListModel *
weft_trail_list (const char *folder, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (WeftList) list = weft_list_new (WEFT_TYPE_TRAIL_ENTRY);

  if (folder == NULL)
    folder = weft_trail_default_folder ();
  names = weft_trail_list_names (folder, error);
  if (names == NULL)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], NULL);
      g_autoptr (WeftTrailEntry) entry = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      entry = weft_trail_entry_new (path);
      weft_list_append (list, entry);
    }
  return G_LIST_MODEL (g_steal_pointer (&list));
}
