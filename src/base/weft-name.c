/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparing names as people write them. */

#include "base/weft-name.h"

#include <string.h>

/* U+2010 and U+2011, the hyphens that a word processor makes of "-". */
static gboolean
is_filler (gunichar c)
{
  return c == '-' || c == '_' || c == 0x2010 || c == 0x2011 || g_unichar_isspace (c);
}

/* The next character that counts, in lower case; 0 at the end. Bytes that are not UTF-8 count as
 * themselves, beyond all characters. */
static gunichar
next_folded (const char **at)
{
  while (**at != '\0')
    {
      gunichar c = g_utf8_get_char_validated (*at, -1);

      if (c >= 0x80000000u)
        return 0x80000000u | (guchar) *(*at)++;
      *at = g_utf8_next_char (*at);
      if (!is_filler (c))
        return g_unichar_tolower (c);
    }
  return 0;
}

static GArray *
fold_to_chars (const char *name)
{
  GArray *chars = g_array_new (FALSE, FALSE, sizeof (gunichar));
  gunichar c;

  while ((c = next_folded (&name)) != 0)
    g_array_append_val (chars, c);
  return chars;
}

/* Insertions, deletions, substitutions and swaps of neighbours, none of them inside another
 * (Damerau 1964 in the restricted form, "optimal string alignment"). */
static guint
edit_distance (const gunichar *a,
               guint           n_a,
               const gunichar *b,
               guint           n_b)
{
  gsize n_row = (gsize) n_b + 1;
  g_autofree guint *rows = g_new (guint, 3 * n_row);
  guint *before = rows;
  guint *above = rows + n_row;
  guint *row = rows + 2 * n_row;

  for (guint j = 0; j <= n_b; j++)
    above[j] = j;

  for (guint i = 1; i <= n_a; i++)
    {
      guint *free_row = before;

      row[0] = i;
      for (guint j = 1; j <= n_b; j++)
        {
          guint cost = a[i - 1] != b[j - 1];

          row[j] = MIN (MIN (above[j], row[j - 1]) + 1, above[j - 1] + cost);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }

      before = above;
      above = row;
      row = free_row;
    }
  return above[n_b];
}

/**
 * weft_name_fold:
 * @name: a name
 *
 * Returns: (transfer full): @name in lower case, without spaces, hyphens and underscores. Bytes
 *   that are not UTF-8 become U+FFFD.
 */
char *
weft_name_fold (const char *name)
{
  GString *folded;
  gunichar c;

  g_return_val_if_fail (name != NULL, NULL);

  folded = g_string_new (NULL);
  while ((c = next_folded (&name)) != 0)
    g_string_append_unichar (folded, c < 0x80000000u ? c : 0xfffd);
  return g_string_free (folded, FALSE);
}

/**
 * weft_name_equal:
 * @a: a name
 * @b: another name
 *
 * Returns: whether the two are the same when folded
 */
gboolean
weft_name_equal (const char *a,
                 const char *b)
{
  gunichar c;

  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  do
    {
      c = next_folded (&a);
      if (next_folded (&b) != c)
        return FALSE;
    }
  while (c != 0);
  return TRUE;
}

/**
 * weft_name_matches:
 * @folded: a text, or several, folded
 * @search: what somebody types, words between blanks
 *
 * Returns: whether each of the words, folded, is in @folded
 */
gboolean
weft_name_matches (const char *folded,
                   const char *search)
{
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (folded != NULL && search != NULL, FALSE);

  words = g_strsplit_set (search, " \t", -1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = weft_name_fold (words[i]);

      if (strstr (folded, word) == NULL)
        return FALSE;
    }
  return TRUE;
}

/**
 * weft_name_nearest:
 * @name: a name that is not known
 * @known: (array zero-terminated=1): the known names
 *
 * Finds the name that was probably meant: the one with the least edit distance, when that is not
 * above a third of the longer of the two (but 1 is always near). Both are compared folded.
 *
 * Returns: (transfer none) (nullable): an entry of @known, the first of equally near ones, or
 *   %NULL when none is near
 */
const char *
weft_name_nearest (const char        *name,
                   const char *const *known)
{
  g_autoptr (GArray) chars = NULL;
  const char *nearest = NULL;
  guint least = G_MAXUINT;

  g_return_val_if_fail (name != NULL && known != NULL, NULL);

  chars = fold_to_chars (name);
  for (guint i = 0; known[i] != NULL; i++)
    {
      g_autoptr (GArray) other = fold_to_chars (known[i]);
      guint longer = MAX (chars->len, other->len);
      guint allowed = MAX (longer / 3, 1);
      guint distance;

      /* The difference in length bounds the distance from below, which keeps long texts cheap. */
      if (longer - MIN (chars->len, other->len) > allowed)
        continue;

      distance = edit_distance ((const gunichar *) chars->data, chars->len,
                                (const gunichar *) other->data, other->len);
      if (distance <= allowed && distance < least)
        {
          least = distance;
          nearest = known[i];
        }
    }
  return nearest;
}
