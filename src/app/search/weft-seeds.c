/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and ranges, separated by commas or spaces. */
#include "config.h"

#include "app/search/weft-seeds.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

static gboolean
refuse (const char *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _("“%s” is no seed; write numbers and ranges, such as 1-20 or 3, 7"), what);
  return FALSE;
}

static gboolean
read_number (const char *text, guint64 *number)
{
  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, number, NULL);
}

static gboolean
has_seed (GArray *seeds, guint64 seed)
{
  for (guint i = 0; i < seeds->len; i++)
    if (g_array_index (seeds, guint64, i) == seed)
      return TRUE;

  return FALSE;
}

static gboolean
add_range (GArray *seeds, guint64 first, guint64 last, GError **error)
{
  if (last - first >= WEFT_SEEDS_MOST)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("Seeds %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT " are too many; at most %d can run together"),
                   first, last, WEFT_SEEDS_MOST);
      return FALSE;
    }
  for (guint64 seed = first; seed <= last; seed++)
    if (!has_seed (seeds, seed))
      g_array_append_val (seeds, seed);

  return TRUE;
}

/* A range has a hyphen or, as typographers write it, an en dash. */
static gboolean
read_word (GArray *seeds, const char *word, GError **error)
{
  g_auto (GStrv) plain = g_strsplit (word, "–", -1);
  g_autofree char *joined = g_strjoinv ("-", plain);
  g_auto (GStrv) ends = g_strsplit (joined, "-", -1);
  guint n = g_strv_length (ends);
  guint64 first, last;

  if (n < 1 || n > 2 || !read_number (ends[0], &first))
    return refuse (word, error);
  last = first;
  if (n == 2 && !read_number (ends[1], &last))
    return refuse (word, error);
  if (last < first)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("The range “%s” ends before it begins"), word);
      return FALSE;
    }

  return add_range (seeds, first, last, error);
}

GArray *
weft_seeds_parse (const char *text, GError **error)
{
  g_autoptr (GArray) seeds = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  words = g_strsplit_set (text, ", \t", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && !read_word (seeds, words[i], error))
      return NULL;
  if (seeds->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                           _("Give at least one seed, such as 1"));
      return NULL;
    }
  if (seeds->len > WEFT_SEEDS_MOST)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   _("%u seeds are too many; at most %d can run together"), seeds->len,
                   WEFT_SEEDS_MOST);
      return NULL;
    }

  return g_steal_pointer (&seeds);
}
