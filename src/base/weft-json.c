/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parsing JSON text and files: the strict scanner first, then json-glib on what it let through. */

#include "base/weft-json.h"

#include <string.h>

#include "base/weft-file.h"

/* json-glib parses by recursion and runs out of stack at some tens of thousands of levels. */
#define PARSER_MAX_DEPTH 4096

const WeftJsonLimits weft_json_default_limits = {
  .max_bytes = 64 * 1024 * 1024,
  .max_depth = 64,
  .max_values = 4 * 1000 * 1000,
};

G_DEFINE_QUARK (weft-json-error-quark, weft_json_error)

/* json-glib's own refusal, which the scanner should have come before. */
static void
set_parser_error (GError      **error,
                  const char   *name,
                  const GError *reason)
{
  g_set_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_SYNTAX, "%s: %s",
               name != NULL ? name : "JSON text", reason->message);
}

/**
 * weft_json_parse:
 * @text: the text
 * @length: its length in bytes, or -1 when a zero byte ends it
 * @name: (nullable): what messages call the text, such as its file's name
 * @limits: (nullable): what is too much; %NULL for weft_json_default_limits. No more than 4096
 *   levels are taken in any case
 * @error: where to put a #WeftJsonError
 *
 * Parses one JSON value after weft_json_scan() has checked it. `\u0000` and halves of surrogate
 * pairs arrive as U+FFFD.
 *
 * Returns: (transfer full): the value, or %NULL
 */
JsonNode *
weft_json_parse (const char            *text,
                 gssize                 length,
                 const char            *name,
                 const WeftJsonLimits  *limits,
                 GError               **error)
{
  WeftJsonLimits allowed = limits != NULL ? *limits : weft_json_default_limits;
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *cleaned = NULL;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (length < 0)
    length = strlen (text);
  allowed.max_depth = MIN (allowed.max_depth, PARSER_MAX_DEPTH);
  if (!weft_json_scan (text, length, name, &allowed, &cleaned, error))
    return NULL;

  parser = json_parser_new ();
  if (!json_parser_load_from_data (parser, cleaned != NULL ? cleaned : text,
                                   cleaned != NULL ? (gssize) strlen (cleaned) : length, &reason))
    {
      set_parser_error (error, name, reason);
      return NULL;
    }

  return json_parser_steal_root (parser);
}

/**
 * weft_json_load:
 * @path: (type filename): a regular file
 * @limits: (nullable): what is too much; %NULL for weft_json_default_limits
 * @error: where to put a #WeftJsonError: %WEFT_JSON_ERROR_FILE when the file cannot be read,
 *   %WEFT_JSON_ERROR_LIMIT when it is too large, else what weft_json_parse() says
 *
 * Reads and parses a whole file; messages begin with its name.
 *
 * Returns: (transfer full): the file's value, or %NULL
 */
JsonNode *
weft_json_load (const char            *path,
                const WeftJsonLimits  *limits,
                GError               **error)
{
  const WeftJsonLimits *allowed = limits != NULL ? limits : &weft_json_default_limits;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) reason = NULL;
  gsize length;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  text = weft_file_read (path, allowed->max_bytes, &length, &reason);
  if (text == NULL)
    {
      gboolean too_large = g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE);

      g_set_error_literal (error, WEFT_JSON_ERROR,
                           too_large ? WEFT_JSON_ERROR_LIMIT : WEFT_JSON_ERROR_FILE,
                           reason->message);
      return NULL;
    }

  name = g_filename_display_name (path);
  return weft_json_parse (text, length, name, allowed, error);
}
