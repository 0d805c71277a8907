/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks through the folder for the numbers of the files. */
#include "interop/weft-chakra-paths-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sim/weft-sim-builder.h"

#define SUFFIX ".et"

/* Where the number begins in "name.12.et"; NULL when there is none. */
static const char *
find_number (const char *name)
{
  const char *end = name + strlen (name);
  const char *at;

  if (!g_str_has_suffix (name, SUFFIX))
    return NULL;
  end -= strlen (SUFFIX);
  for (at = end; at > name && g_ascii_isdigit (at[-1]); at--)
    ;
  if (at == end || at == name || at[-1] != '.' || (*at == '0' && end - at > 1))
    return NULL;
  return at;
}

/* The rank of "BASE.RANK.et"; FALSE for other names. */
static gboolean
parse_rank (const char *name, const char *base, guint64 *rank)
{
  const char *number = find_number (name);

  if (number == NULL || number != name + strlen (base) + 1 || !g_str_has_prefix (name, base))
    return FALSE;
  *rank = g_ascii_strtoull (number, NULL, 10);
  return TRUE;
}

/* Counts the files, and finds the last one. */
static void
scan (const char *prefix, guint64 *n_files, guint64 *last)
{
  g_autofree char *folder = g_path_get_dirname (prefix);
  g_autofree char *base = g_path_get_basename (prefix);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint64 rank;

  *n_files = *last = 0;
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (parse_rank (name, base, &rank))
      {
        (*n_files)++;
        *last = MAX (*last, rank);
      }
}

static gboolean
check_gap (const char *prefix, guint64 n_files, guint64 last, GError **error)
{
  g_autofree char *missing = NULL;
  guint32 rank = 0;

  if (n_files == 0 || last + 1 == n_files)
    return TRUE;
  for (; missing == NULL; rank++)
    {
      g_autofree char *path = weft_chakra_rank_path (prefix, rank);

      if (!g_file_test (path, G_FILE_TEST_EXISTS))
        missing = g_filename_display_name (path);
    }
  g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
               _("%s is missing, although there is a file of rank %" G_GUINT64_FORMAT ": ranks are counted from 0 "
                 "without a gap. Add it, or take the later files away"),
               missing, last);
  return FALSE;
}

/* --- public --- */

char *
weft_chakra_plain_prefix (const char *prefix)
{
  const char *number = find_number (prefix);

  return number != NULL ? g_strndup (prefix, number - prefix - 1) : g_strdup (prefix);
}

char *
weft_chakra_rank_path (const char *prefix, guint32 rank)
{
  return g_strdup_printf ("%s.%u" SUFFIX, prefix, rank);
}

gboolean
weft_chakra_count_ranks (const char *prefix, guint32 *n_ranks, GError **error)
{
  g_autofree char *name = g_filename_display_name (prefix);
  guint64 n_files, last;

  scan (prefix, &n_files, &last);
  *n_ranks = 0;
  if (n_files > WEFT_MAX_SIM_RANKS)
    {
      g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                   _("%s: there are files of %" G_GUINT64_FORMAT " ranks; at most %u are read"), name, n_files,
                   WEFT_MAX_SIM_RANKS);
      return FALSE;
    }
  if (!check_gap (prefix, n_files, last, error))
    return FALSE;
  *n_ranks = n_files;
  return TRUE;
}

gboolean
weft_chakra_require_ranks (const char *prefix, guint32 *n_ranks, GError **error)
{
  g_autofree char *name = g_filename_display_name (prefix);

  if (!weft_chakra_count_ranks (prefix, n_ranks, error))
    return FALSE;
  if (*n_ranks > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               _("there is no Chakra trace %s: it would be the files %s.0.et, %s.1.et and so on"), name, name, name);
  return FALSE;
}

char *
weft_chakra_left_over (const char *prefix, guint32 n_ranks)
{
  guint64 n_files, last;

  scan (prefix, &n_files, &last);
  return n_files > 0 && last >= n_ranks ? g_strdup_printf ("%s.%" G_GUINT64_FORMAT SUFFIX, prefix, last) : NULL;
}
