/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of unknown origin made harmless. */

#include "base/weft-plain.h"

#include <string.h>

#define MARK "\ufffd"
#define ELLIPSIS "…"

static void
append_plain (GString   *out,
              gunichar   c,
              WeftPlain  plain)
{
  if (!weft_plain_is_control (c))
    g_string_append_unichar (out, c);
  else if (c != '\n' && c != '\t' && c != '\r')
    g_string_append (out, MARK);
  else if (plain == WEFT_PLAIN_ONE_LINE)
    g_string_append_c (out, ' ');
  else if (c == '\r')
    g_string_append (out, MARK); /* writes over the line that stands there */
  else
    g_string_append_c (out, (char) c);
}

/**
 * weft_plain_is_control: (skip)
 * @c: a character
 *
 * Returns: whether it does something to what shows it instead of being shown: Unicode's controls
 *   (U+0000 to U+001F, U+007F to U+009F), its marks, embeddings, overrides and isolates of
 *   direction, and the separators of lines and paragraphs
 */
gboolean
weft_plain_is_control (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x61c || c == 0x200e || c == 0x200f
         || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/**
 * weft_plain_text: (skip)
 * @text: any bytes up to a zero byte
 * @plain: whether lines stay
 * @max_chars: the most characters, 0 for no limit
 *
 * Makes @text fit to be shown on a terminal or laid out in a picture.
 *
 * Returns: (transfer full): the text in UTF-8
 */
char *
weft_plain_text (const char *text,
                 WeftPlain   plain,
                 gsize       max_chars)
{
  const char *end;
  GString *out;
  gsize n_chars = 0;

  g_return_val_if_fail (text != NULL, NULL);

  end = text + strlen (text);
  out = g_string_new (NULL);
  for (const char *at = text; at < end;)
    {
      gunichar c = g_utf8_get_char_validated (at, end - at);
      const char *next = c < 0x80000000u ? g_utf8_next_char (at) : at + 1;

      if (max_chars > 0 && n_chars + 1 == max_chars && next < end)
        {
          g_string_append (out, ELLIPSIS);
          break;
        }
      if (c < 0x80000000u)
        append_plain (out, c, plain);
      else
        g_string_append (out, MARK);
      at = next;
      n_chars++;
    }

  return g_string_free (out, FALSE);
}
