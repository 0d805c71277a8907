/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strict JSON: the scanner that stands before json-glib, and loading of whole files.
 * Files, traces and endpoints are untrusted; what is not RFC 8259 is refused with line and
 * column. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_JSON_ERROR (weft_json_error_quark ())

/**
 * WeftJsonError:
 * @WEFT_JSON_ERROR_SYNTAX: the text is not JSON as RFC 8259 has it
 * @WEFT_JSON_ERROR_ENCODING: the text is not UTF-8
 * @WEFT_JSON_ERROR_LIMIT: too large, too deep or too many values
 * @WEFT_JSON_ERROR_RANGE: a number that a double or a 64-bit integer cannot hold, or outside
 *   of what is allowed
 * @WEFT_JSON_ERROR_DUPLICATE: one object has the same key twice
 * @WEFT_JSON_ERROR_TYPE: a value of another type than expected
 * @WEFT_JSON_ERROR_MISSING: a required member is absent
 * @WEFT_JSON_ERROR_FILE: the file cannot be read
 */
typedef enum
{
  WEFT_JSON_ERROR_SYNTAX,
  WEFT_JSON_ERROR_ENCODING,
  WEFT_JSON_ERROR_LIMIT,
  WEFT_JSON_ERROR_RANGE,
  WEFT_JSON_ERROR_DUPLICATE,
  WEFT_JSON_ERROR_TYPE,
  WEFT_JSON_ERROR_MISSING,
  WEFT_JSON_ERROR_FILE,
} WeftJsonError;

/**
 * WeftJsonLimits:
 * @max_bytes: longest accepted text
 * @max_depth: deepest nesting of arrays and objects
 * @max_values: most values in all
 */
typedef struct
{
  gsize max_bytes;
  guint max_depth;
  gsize max_values;
} WeftJsonLimits;

/* 64 MiB, 64 levels, 4 million values: far above any design, far below what hurts. */
WEFT_API extern const WeftJsonLimits weft_json_default_limits;

WEFT_API GQuark    weft_json_error_quark (void);
WEFT_API gboolean  weft_json_scan        (const char            *text,
                                          gsize                  length,
                                          const char            *name,
                                          const WeftJsonLimits  *limits,
                                          char                 **cleaned,
                                          GError               **error);
WEFT_API JsonNode *weft_json_parse       (const char            *text,
                                          gssize                 length,
                                          const char            *name,
                                          const WeftJsonLimits  *limits,
                                          GError               **error);
WEFT_API JsonNode *weft_json_load        (const char            *path,
                                          const WeftJsonLimits  *limits,
                                          GError               **error);

G_END_DECLS
