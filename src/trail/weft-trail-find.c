/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which run a name means. */

#include <string.h>

#include "trail/weft-trail-error-private.h"
#include "trail/weft-trail-list-private.h"
#include "trail/weft-ulid-private.h"

/* Fewer letters would mean something else tomorrow. */
#define MIN_LETTERS 4

static gboolean
refuse (const char *folder, const char *name, const char *reason, GError **error)
{
  g_autofree char *display = g_filename_display_name (folder);
  g_autofree char *given = g_filename_display_name (name);

  g_set_error (error, WEFT_TRAIL_ERROR, WEFT_TRAIL_ERROR_MISSING, "%s: %s “%s”", display, reason, given);
  return FALSE;
}

static gboolean
is_meant (const char *file, const char *letters)
{
  gsize n = strlen (letters);
  gsize n_id = strlen (file) - strlen (WEFT_TRAIL_SUFFIX);

  return n <= n_id && (strncmp (file, letters, n) == 0 || strncmp (file + n_id - n, letters, n) == 0);
}

/**
 * weft_trail_find:
 * @folder: (nullable): where runs are; weft_trail_default_folder() when %NULL
 * @name: a path, a ULID, the beginning or end of one (four letters or more) or "last"
 * @error: return location for a #WEFT_TRAIL_ERROR_MISSING
 *
 * Returns: (transfer full): the path of the one run that is meant, or %NULL
 */
char *
weft_trail_find (const char *folder, const char *name, GError **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autofree char *letters = g_ascii_strup (name, -1);
  const char *found = NULL;
  gboolean last = g_str_equal (name, "last");

  if (strchr (name, '/') != NULL || (!last && g_file_test (name, G_FILE_TEST_IS_REGULAR)))
    return g_strdup (name);
  if (folder == NULL)
    folder = weft_trail_default_folder ();
  names = weft_trail_list_names (folder, error);
  if (names == NULL)
    return NULL;
  if (!last && strlen (name) < MIN_LETTERS)
    {
      refuse (folder, name, "four letters or more name a run, found", error);
      return NULL;
    }
  for (guint i = 0; i < names->len; i++)
    if (last || is_meant (names->pdata[i], letters))
      {
        if (found != NULL)
          {
            refuse (folder, name, "there are several runs with", error);
            return NULL;
          }
        found = names->pdata[i];
        if (last)
          break;
      }
  if (found != NULL)
    return g_build_filename (folder, found, NULL);
  refuse (folder, name, "found no run", error);
  return NULL;
}
