/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strings and their escapes, as the strict scanner takes them. */

#include "base/weft-json-scan-private.h"

#include <string.h>

static int
hex_unit (const char *at,
          const char *end)
{
  int unit = 0;

  if (end - at < 4)
    return -1;
  for (guint i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0)
        return -1;
      unit = unit * 16 + digit;
    }
  return unit;
}

/* Reads the \uXXXX at @at (a pair of them for a character beyond U+FFFF) and moves on.
 * Returns 0xfffd for NUL and for half a pair, setting @replaced; -1 when it is no such escape. */
static gint32
read_unicode_escape (const char **at,
                     const char  *end,
                     gboolean    *replaced)
{
  int unit = hex_unit (*at + 2, end);
  int low = -1;

  *replaced = FALSE;
  if (unit < 0)
    return -1;

  *at += 6;
  if (unit >= 0xd800 && unit < 0xdc00 && end - *at >= 6 && (*at)[0] == '\\' && (*at)[1] == 'u')
    low = hex_unit (*at + 2, end);
  if (low >= 0xdc00 && low < 0xe000)
    {
      *at += 6;
      return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }

  *replaced = unit == 0 || (unit >= 0xd800 && unit < 0xe000);
  return *replaced ? 0xfffd : unit;
}

static gboolean
scan_escape (WeftScan  *scan,
             GError   **error)
{
  const char *start = scan->at;
  gsize offset = start - scan->text;
  gboolean replaced;
  g_autofree char *found = NULL;

  if (start + 1 < scan->end && start[1] != '\0' && strchr ("\"\\/bfnrt", start[1]) != NULL)
    {
      scan->at += 2;
      return TRUE;
    }

  if (start + 1 < scan->end && start[1] == 'u')
    {
      if (read_unicode_escape (&scan->at, scan->end, &replaced) < 0)
        return weft_scan_refuse (scan, start, WEFT_JSON_ERROR_SYNTAX, "the escape \\u",
                                 "four hexadecimal digits after it", error);
      if (!replaced)
        return TRUE;
      if (scan->bad_escapes == NULL)
        scan->bad_escapes = g_array_new (FALSE, FALSE, sizeof (gsize));
      g_array_append_val (scan->bad_escapes, offset);
      return TRUE;
    }

  if (start + 1 >= scan->end)
    {
      scan->at = scan->end;
      return weft_scan_refuse_here (scan, "the rest of an escape and a closing double quote",
                                    error);
    }

  found = weft_scan_describe_char (scan, start + 1);
  return weft_scan_refuse (scan, start + 1, WEFT_JSON_ERROR_SYNTAX, found,
                           "one of \" \\ / b f n r t u after a backslash", error);
}

static gboolean
refuse_in_string (WeftScan    *scan,
                  const char  *start,
                  GError     **error)
{
  g_autofree char *expected = NULL;
  gsize line, column;

  if (scan->at < scan->end && *scan->at != '\n' && *scan->at != '\r')
    {
      expected = g_strdup_printf ("the escape \\u%04x: control characters in strings are escaped",
                                  (guchar) *scan->at);
      return weft_scan_refuse_here (scan, expected, error);
    }

  weft_scan_locate (scan, start, &line, &column);
  expected = g_strdup_printf ("the closing double quote of the string that starts at %"
                              G_GSIZE_FORMAT ":%" G_GSIZE_FORMAT, line, column);
  return weft_scan_refuse_here (scan, expected, error);
}

gboolean
weft_scan_string (WeftScan       *scan,
                  WeftScanPiece  *piece,
                  GError        **error)
{
  const char *start = scan->at;
  const char *end = scan->end;
  const char *at = start + 1;

  piece->start = at;
  piece->escaped = FALSE;

  for (;;)
    {
      while (at < end && *at != '"' && *at != '\\' && (guchar) *at >= 0x20)
        at++;
      scan->at = at;

      if (at < end && *at == '"')
        break;
      if (at >= end || *at != '\\')
        return refuse_in_string (scan, start, error);
      if (!scan_escape (scan, error))
        return FALSE;

      piece->escaped = TRUE;
      at = scan->at;
    }

  piece->length = at - piece->start;
  scan->at = at + 1;
  return TRUE;
}

/* Takes the escapes out of a string that has been scanned already. */
void
weft_scan_unescape (WeftScan      *scan,
                    WeftScanPiece *piece)
{
  static const char names[] = "bfnrt";
  static const char meant[] = "\b\f\n\r\t";
  const char *end = piece->start + piece->length;
  g_autoptr (GString) plain = g_string_sized_new (piece->length);
  gboolean replaced;

  for (const char *at = piece->start; at < end;)
    {
      const char *name;

      if (*at != '\\')
        {
          g_string_append_c (plain, *at++);
          continue;
        }
      if (at[1] == 'u')
        {
          g_string_append_unichar (plain, read_unicode_escape (&at, end, &replaced));
          continue;
        }

      name = strchr (names, at[1]);
      g_string_append_c (plain, name != NULL ? meant[name - names] : at[1]);
      at += 2;
    }

  if (scan->unescaped == NULL)
    scan->unescaped = g_string_chunk_new (1024);
  piece->start = g_string_chunk_insert_len (scan->unescaped, plain->str, plain->len);
  piece->length = plain->len;
}
