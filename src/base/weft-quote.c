/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Showing foreign text in a message: in double quotes, cut where it gets long, and without the
 * control characters that could turn a terminal or the reading direction upside down. */

#include "base/weft-quote-private.h"

#include <string.h>

static void
append_shown (GString  *out,
              gunichar  c)
{
  if (c == '\n')
    g_string_append (out, "\\n");
  else if (c == '\t')
    g_string_append (out, "\\t");
  else if (c == '"' || c == '\\')
    g_string_append_printf (out, "\\%c", (char) c);
  else if (g_unichar_isprint (c))
    g_string_append_unichar (out, c);
  else
    g_string_append_printf (out, "\\u%04x", c);
}

/**
 * weft_quote: (skip)
 * @text: any bytes
 * @length: their number, or -1 when a zero byte ends them
 *
 * Returns: (transfer full): @text in double quotes, fit to be shown; an ellipsis stands for what
 *   comes after %WEFT_QUOTE_MAX_CHARS characters
 */
char *
weft_quote (const char *text,
            gssize      length)
{
  GString *out = g_string_new ("\"");
  const char *end = text + (length < 0 ? strlen (text) : (gsize) length);
  guint n_chars = 0;

  for (const char *at = text; at < end; n_chars++)
    {
      gunichar c = g_utf8_get_char_validated (at, end - at);

      if (n_chars == WEFT_QUOTE_MAX_CHARS)
        {
          g_string_append (out, "…");
          break;
        }
      if (c >= 0x80000000u)
        {
          g_string_append_printf (out, "\\x%02x", (guchar) *at++);
          continue;
        }
      append_shown (out, c);
      at = g_utf8_next_char (at);
    }

  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

/**
 * weft_quote_bare: (skip)
 * @text: valid UTF-8
 *
 * Returns: (transfer full): @text without quotes and uncut, with escapes for what cannot be shown
 */
char *
weft_quote_bare (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (g_unichar_isprint (c))
        g_string_append_unichar (out, c);
      else
        g_string_append_printf (out, "\\u%04x", c);
    }
  return g_string_free (out, FALSE);
}
