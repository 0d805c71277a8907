/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The strict scanner: RFC 8259 and nothing else, without recursion, in one pass over the bytes.
 * It allocates only for nesting, keys and what has to be cleaned. */

#include "base/weft-json-scan-private.h"

#include <string.h>

#include "base/weft-quote-private.h"

static gboolean
in_object (const WeftScan *scan)
{
  return scan->open->len > 0 && scan->open->data[scan->open->len - 1] == '{';
}

void
weft_scan_after_value (WeftScan *scan)
{
  scan->next = scan->open->len > 0 ? NEXT_COMMA_OR_CLOSE : NEXT_END;
}

static gboolean
scan_key (WeftScan  *scan,
          GError   **error)
{
  const char *start = scan->at;
  WeftScanPiece piece;
  g_autofree char *quoted = NULL;
  g_autofree char *found = NULL;

  if (!weft_scan_string (scan, &piece, error))
    return FALSE;
  if (piece.escaped)
    weft_scan_unescape (scan, &piece);
  scan->key = piece;
  scan->next = NEXT_COLON;
  if (weft_json_keys_add (scan->keys, piece.start, piece.length))
    return TRUE;

  quoted = weft_quote (piece.start, piece.length);
  found = g_strdup_printf ("the key %s a second time", quoted);
  return weft_scan_refuse (scan, start, WEFT_JSON_ERROR_DUPLICATE, found,
                           "each key once in an object", error);
}

/* Values */

static gboolean
open_container (WeftScan  *scan,
                GError   **error)
{
  guint8 bracket = *scan->at;

  if (scan->open->len >= scan->limits.max_depth)
    {
      g_autofree char *expected = g_strdup_printf ("at most %u levels of arrays and objects "
                                                   "inside one another", scan->limits.max_depth);

      return weft_scan_refuse (scan, scan->at, WEFT_JSON_ERROR_LIMIT, "one level more", expected,
                               error);
    }

  g_byte_array_append (scan->open, &bracket, 1);
  if (bracket == '{')
    weft_json_keys_enter (scan->keys);
  scan->next = bracket == '{' ? NEXT_KEY_OR_CLOSE : NEXT_VALUE_OR_CLOSE;
  scan->at++;
  return TRUE;
}

static void
close_container (WeftScan *scan)
{
  if (in_object (scan))
    weft_json_keys_leave (scan->keys);
  g_byte_array_set_size (scan->open, scan->open->len - 1);
  weft_scan_after_value (scan);
  scan->at++;
}

static gboolean
refuse_value (WeftScan    *scan,
              const char  *expected,
              GError     **error)
{
  char c = scan->at < scan->end ? *scan->at : '\0';

  if (c == '.')
    return weft_scan_refuse_here (scan, "a value: a number needs a digit before the point", error);
  if (c == '+')
    return weft_scan_refuse_here (scan, "a value: a number has no plus sign in front", error);
  if (c == '\'')
    return weft_scan_refuse_here (scan, "a value: strings stand in double quotes", error);
  if (c == ']' && scan->open->len > 0)
    return weft_scan_refuse_here (scan, "a value: a comma stands only between two values", error);
  if (weft_scan_is_nonfinite (scan, scan->at))
    {
      g_autofree char *found = weft_scan_copy_word (scan, scan->at);

      return weft_scan_refuse (scan, scan->at, WEFT_JSON_ERROR_RANGE, found, "a finite number",
                               error);
    }

  return weft_scan_refuse_here (scan, expected, error);
}

static gboolean
scan_word (WeftScan    *scan,
           const char  *word,
           const char  *expected,
           GError     **error)
{
  gsize length = strlen (word);

  if ((gsize) (scan->end - scan->at) < length || memcmp (scan->at, word, length) != 0
      || (scan->at + length < scan->end && weft_scan_is_word_char (scan->at[length])))
    return refuse_value (scan, expected, error);

  scan->at += length;
  return TRUE;
}

gboolean
weft_scan_count_value (WeftScan  *scan,
                       GError   **error)
{
  g_autofree char *expected = NULL;

  if (scan->n_values++ < scan->limits.max_values)
    return TRUE;

  expected = g_strdup_printf ("at most %" G_GSIZE_FORMAT " values", scan->limits.max_values);
  return weft_scan_refuse (scan, scan->at, WEFT_JSON_ERROR_LIMIT, "one value more", expected,
                           error);
}

static gboolean
scan_value (WeftScan  *scan,
            GError   **error)
{
  const char *expected = scan->next == NEXT_VALUE_OR_CLOSE ? "a value or \"]\"" : "a value";
  char c = scan->at < scan->end ? *scan->at : '\0';
  WeftScanPiece piece;
  gboolean ok;

  if (!weft_scan_count_value (scan, error))
    return FALSE;

  switch (c)
    {
    case '{':
    case '[':
      return open_container (scan, error);

    case '"':
      ok = weft_scan_string (scan, &piece, error);
      break;

    case '-':
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9':
      ok = weft_scan_number (scan, error);
      break;

    case 't':
      ok = scan_word (scan, "true", expected, error);
      break;

    case 'f':
      ok = scan_word (scan, "false", expected, error);
      break;

    case 'n':
      ok = scan_word (scan, "null", expected, error);
      break;

    default:
      return refuse_value (scan, expected, error);
    }

  weft_scan_after_value (scan);
  return ok;
}

static gboolean
refuse_key (WeftScan  *scan,
            GError   **error)
{
  char c = scan->at < scan->end ? *scan->at : '\0';

  if (scan->next == NEXT_KEY_OR_CLOSE)
    return weft_scan_refuse_here (scan, "a key in double quotes or \"}\"", error);
  if (c == '}')
    return weft_scan_refuse_here (scan, "a key: a comma stands only between two members", error);
  return weft_scan_refuse_here (scan, "a key in double quotes", error);
}

static gboolean
scan_separator (WeftScan  *scan,
                GError   **error)
{
  gboolean object = in_object (scan);
  char c = scan->at < scan->end ? *scan->at : '\0';

  if (c == ',')
    {
      scan->next = object ? NEXT_KEY : NEXT_VALUE;
      scan->at++;
      return TRUE;
    }
  if (c == (object ? '}' : ']'))
    {
      close_container (scan);
      return TRUE;
    }

  return weft_scan_refuse_here (scan, object ? "\",\" or \"}\"" : "\",\" or \"]\"", error);
}

/* Takes one token, before which there is no white space. */
gboolean
weft_scan_step (WeftScan  *scan,
                GError   **error)
{
  char c = scan->at < scan->end ? *scan->at : '\0';

  switch (scan->next)
    {
    case NEXT_VALUE_OR_CLOSE:
    case NEXT_VALUE:
      if (scan->next == NEXT_VALUE || c != ']')
        return scan_value (scan, error);
      close_container (scan);
      return TRUE;

    case NEXT_KEY_OR_CLOSE:
    case NEXT_KEY:
      if (c == '"')
        return scan_key (scan, error);
      if (scan->next == NEXT_KEY || c != '}')
        return refuse_key (scan, error);
      close_container (scan);
      return TRUE;

    case NEXT_COLON:
      if (c != ':')
        return weft_scan_refuse_here (scan, "\":\" after the key", error);
      scan->next = NEXT_VALUE;
      scan->at++;
      return TRUE;

    case NEXT_COMMA_OR_CLOSE:
      return scan_separator (scan, error);

    case NEXT_END:
      return weft_scan_refuse_here (scan, "the end of the text: one value is all a JSON text has",
                                    error);

    default:
      g_assert_not_reached ();
    }
}

void
weft_scan_skip_space (WeftScan *scan)
{
  while (scan->at < scan->end
         && (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\t' || *scan->at == '\r'))
    scan->at++;
}

/* Goes to the first token; a text without any is none of JSON. */
static gboolean
find_start (WeftScan  *scan,
            GError   **error)
{
  weft_scan_skip_space (scan);
  if (scan->at == scan->end)
    {
      const char *found = scan->text == scan->end ? "an empty text" : "nothing but white space";

      return weft_scan_refuse (scan, scan->text, WEFT_JSON_ERROR_SYNTAX, found, "a JSON value",
                               error);
    }
  return TRUE;
}

/* How many bytes in front are surely UTF-8, eight of them at a time: most of most texts. */
static gsize
count_ascii (const char *text,
             gsize       length)
{
  gsize n = 0;

  for (; n + sizeof (guint64) <= length; n += sizeof (guint64))
    {
      guint64 word;

      memcpy (&word, text + n, sizeof word);
      /* a byte above 0x7f, or one of zero */
      if (((word | (word - G_GUINT64_CONSTANT (0x0101010101010101)))
           & G_GUINT64_CONSTANT (0x8080808080808080)) != 0)
        break;
    }
  return n;
}

/* Checks on the text as a whole, before its grammar. */
static gboolean
check_text (WeftScan  *scan,
            GError   **error)
{
  gsize length = scan->end - scan->text;
  gsize ascii;
  const char *bad;
  g_autofree char *found = NULL;

  if (length > scan->limits.max_bytes)
    {
      g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_LIMIT,
                   "%s: found a text of %" G_GSIZE_FORMAT " bytes, expected at most %"
                   G_GSIZE_FORMAT, scan->name, length, scan->limits.max_bytes);
      return FALSE;
    }
  if (length >= 3 && memcmp (scan->text, "\xef\xbb\xbf", 3) == 0)
    return weft_scan_refuse (scan, scan->text, WEFT_JSON_ERROR_ENCODING, "a byte order mark",
                             "UTF-8 text without one (\"UTF-8\", not \"UTF-8 with BOM\")",
                             error);
  if (length >= 2
      && (memcmp (scan->text, "\xff\xfe", 2) == 0 || memcmp (scan->text, "\xfe\xff", 2) == 0))
    return weft_scan_refuse (scan, scan->text, WEFT_JSON_ERROR_ENCODING, "UTF-16 text",
                             "UTF-8 text", error);
  ascii = count_ascii (scan->text, length);
  if (g_utf8_validate_len (scan->text + ascii, length - ascii, &bad))
    return TRUE;

  if (*bad == '\0')
    return weft_scan_refuse (scan, bad, WEFT_JSON_ERROR_ENCODING, "a zero byte", "UTF-8 text",
                             error);
  found = g_strdup_printf ("the byte 0x%02x, which is not UTF-8 here", (guchar) *bad);
  return weft_scan_refuse (scan, bad, WEFT_JSON_ERROR_ENCODING, found, "UTF-8 text", error);
}

/* At the first token of a text that is UTF-8 and not too long. weft_scan_end() follows, whatever
 * comes back. */
gboolean
weft_scan_begin (WeftScan              *scan,
                 const char            *text,
                 gsize                  length,
                 const char            *name,
                 const WeftJsonLimits  *limits,
                 GError               **error)
{
  *scan = (WeftScan) { 0 };
  scan->text = text != NULL ? text : "";
  scan->at = scan->text;
  scan->end = scan->text + length;
  scan->name = name != NULL ? name : "JSON text";
  scan->limits = limits != NULL ? *limits : weft_json_default_limits;
  scan->next = NEXT_VALUE;
  scan->open = g_byte_array_new ();
  scan->keys = weft_json_keys_new ();
  return check_text (scan, error) && find_start (scan, error);
}

void
weft_scan_end (WeftScan *scan)
{
  g_clear_pointer (&scan->open, g_byte_array_unref);
  g_clear_pointer (&scan->keys, weft_json_keys_free);
  g_clear_pointer (&scan->unescaped, g_string_chunk_free);
  g_clear_pointer (&scan->bad_escapes, g_array_unref);
  g_clear_pointer (&scan->big_integers, g_array_unref);
}

static gboolean
scan_all (WeftScan  *scan,
          GError   **error)
{
  while (scan->at < scan->end || scan->next != NEXT_END)
    {
      if (!weft_scan_step (scan, error))
        return FALSE;
      weft_scan_skip_space (scan);
    }
  return TRUE;
}

/* \ufffd is as long as any escape it stands for, so nothing moves by that. A fraction of zero makes
 * a whole number one that the parser reads as a double. */
static char *
clean_text (const WeftScan *scan)
{
  GString *clean = g_string_new_len (scan->text, scan->end - scan->text);

  for (guint i = 0; scan->bad_escapes != NULL && i < scan->bad_escapes->len; i++)
    memcpy (clean->str + g_array_index (scan->bad_escapes, gsize, i), "\\ufffd", 6);
  if (scan->big_integers != NULL)
    {
      g_autoptr (GString) moved = g_string_sized_new (clean->len + 2 * scan->big_integers->len);
      gsize done = 0;

      for (guint i = 0; i < scan->big_integers->len; i++)
        {
          gsize offset = g_array_index (scan->big_integers, gsize, i);

          g_string_append_len (moved, clean->str + done, offset - done);
          g_string_append (moved, ".0");
          done = offset;
        }
      g_string_append_len (moved, clean->str + done, clean->len - done);
      g_string_assign (clean, moved->str);
    }
  return g_string_free (clean, FALSE);
}

/**
 * weft_json_scan:
 * @text: (array length=length): the text, which needs no zero byte at its end
 * @length: its length in bytes
 * @name: (nullable): what messages call the text, such as its file's name
 * @limits: (nullable): what is too much; %NULL for weft_json_default_limits
 * @cleaned: (out) (optional) (nullable) (transfer full): a copy in which `\u0000` and halves of
 *   surrogate pairs have become `\ufffd` and whole numbers beyond 64 bits end in `.0`, or %NULL when
 *   there are none; a zero byte ends it
 * @error: where to put a #WeftJsonError
 *
 * Checks that @text is one JSON value as RFC 8259 has it, in UTF-8 without a byte order mark, with
 * each key once in its object and with numbers that a double can hold.
 * Messages have the form `NAME:LINE:COLUMN: found X, expected Y`; columns count characters from 1.
 *
 * The time is linear in @length and the stack's use does not depend on the text.
 *
 * Returns: whether it is
 */
gboolean
weft_json_scan (const char            *text,
                gsize                  length,
                const char            *name,
                const WeftJsonLimits  *limits,
                char                 **cleaned,
                GError               **error)
{
  WeftScan scan;
  gboolean ok;

  g_return_val_if_fail (text != NULL || length == 0, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (cleaned != NULL)
    *cleaned = NULL;
  ok = weft_scan_begin (&scan, text, length, name, limits, error) && scan_all (&scan, error);
  if (ok && cleaned != NULL && (scan.bad_escapes != NULL || scan.big_integers != NULL))
    *cleaned = clean_text (&scan);
  weft_scan_end (&scan);
  return ok;
}
