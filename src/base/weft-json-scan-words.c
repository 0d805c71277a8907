/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the scanner says: the place by line and column, what was found there, what was expected. */

#include "base/weft-json-scan-private.h"

#define SHOWN_CHARS 40

void
weft_scan_locate (const WeftScan *scan,
                  const char     *at,
                  gsize          *line,
                  gsize          *column)
{
  const char *start = scan->text;
  gsize n_chars = 0;

  *line = 1;
  for (const char *c = scan->text; c < at; c++)
    if (*c == '\n' || (*c == '\r' && (c + 1 == scan->end || c[1] != '\n')))
      {
        (*line)++;
        start = c + 1;
      }

  for (const char *c = start; c < at; c++)
    if (((guchar) *c & 0xc0) != 0x80)
      n_chars++;
  *column = n_chars + 1;
}

gboolean
weft_scan_refuse (const WeftScan  *scan,
                  const char      *at,
                  int              code,
                  const char      *found,
                  const char      *expected,
                  GError         **error)
{
  gsize line, column;

  weft_scan_locate (scan, at, &line, &column);
  g_set_error (error, WEFT_JSON_ERROR, code,
               "%s:%" G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT ": found %s, expected %s",
               scan->name, line, column, found, expected);
  return FALSE;
}

gboolean
weft_scan_is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.' || c == '+' || c == '-';
}

/* A run of letters and digits from @at on, cut where it gets long. */
char *
weft_scan_copy_word (const WeftScan *scan,
                     const char     *at)
{
  gsize n = 0;

  while (at + n < scan->end && weft_scan_is_word_char (at[n]))
    n++;
  return n <= SHOWN_CHARS ? g_strndup (at, n) : g_strdup_printf ("%.*s…", SHOWN_CHARS, at);
}

char *
weft_scan_describe_char (const WeftScan *scan,
                         const char     *at)
{
  gunichar c = g_utf8_get_char_validated (at, scan->end - at);

  if (c == '\n' || c == '\r')
    return g_strdup ("a line break");
  if (c == '\t')
    return g_strdup ("a tab");
  if (c == '"')
    return g_strdup ("a double quote");
  if (c >= 0x80000000u)
    return g_strdup_printf ("the byte 0x%02x", (guchar) *at);
  if (!g_unichar_isgraph (c))
    return g_strdup_printf ("the character U+%04X", c);
  return g_strdup_printf ("\"%.*s\"", (int) (g_utf8_next_char (at) - at), at);
}

/* What stands at @at, in words. */
char *
weft_scan_describe (const WeftScan *scan,
                    const char     *at)
{
  g_autofree char *word = NULL;

  if (at >= scan->end)
    return g_strdup ("the end of the text");
  if (*at == '"')
    return g_strdup ("a string");
  if (*at == '\'')
    return g_strdup ("a single quote");
  if (*at == '#' || (*at == '/' && at + 1 < scan->end && (at[1] == '/' || at[1] == '*')))
    return g_strdup ("a comment");
  if (!g_ascii_isalnum (*at) && *at != '-')
    return weft_scan_describe_char (scan, at);

  word = weft_scan_copy_word (scan, at);
  if (g_ascii_isalpha (*at))
    return g_strdup_printf ("the word \"%s\"", word);
  return g_strdup_printf ("the number %s", word);
}

gboolean
weft_scan_refuse_here (const WeftScan  *scan,
                       const char      *expected,
                       GError         **error)
{
  g_autofree char *found = weft_scan_describe (scan, scan->at);

  return weft_scan_refuse (scan, scan->at, WEFT_JSON_ERROR_SYNTAX, found, expected, error);
}

/* Whether a word stands at @at that other languages write for what JSON has no number for. */
gboolean
weft_scan_is_nonfinite (const WeftScan *scan,
                        const char     *at)
{
  static const char *const words[] = { "nan", "inf", "infinity", NULL };
  g_autofree char *word = weft_scan_copy_word (scan, at);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_ascii_strcasecmp (word, words[i]) == 0)
      return TRUE;
  return FALSE;
}
