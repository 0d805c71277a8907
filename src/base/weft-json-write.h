/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing JSON: the same node gives the same bytes everywhere. Numbers are the shortest text that
 * reads back to the same double; infinities and NaN are refused, since JSON has none. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

#define WEFT_DOUBLE_BUFFER 32

/* Shortest decimal text (C locale) that strtod reads back to @value; "1312" for integers below
 * 1e15. @value is finite. */
WEFT_API const char *weft_json_format_double   (double value,
                                                char   buffer[WEFT_DOUBLE_BUFFER]);

/* No white space, members sorted by key (bytewise): the form that is hashed. (transfer full), NULL
 * when the node holds inf or NaN. */
WEFT_API char       *weft_json_write_canonical (JsonNode *node);

/* No white space, members in their own order. (transfer full), NULL when the node holds inf or
 * NaN. */
WEFT_API char       *weft_json_write_compact   (JsonNode *node);

/* For people: two-space indent, members in their own order, arrays and objects of scalars on one
 * line when they fit in 100 columns (except the root), one newline at the end. (transfer full),
 * NULL when the node holds inf or NaN. */
WEFT_API char       *weft_json_write_pretty    (JsonNode *node);

/* For files of many rows, which are written without a tree of nodes: one string with its quotes, one
 * number; what is not finite becomes null. */
WEFT_API void        weft_json_append_string   (GString    *out,
                                                const char *text);
WEFT_API void        weft_json_append_number   (GString    *out,
                                                double      value);

/* Sets a member: JSON has no infinity and no NaN, which become null: unknown. */
WEFT_API void        weft_json_set_number      (JsonObject *object,
                                                const char *key,
                                                double      value);

/* An array of strings. (nullable @strings) (element-type utf8). (transfer full) */
WEFT_API JsonArray  *weft_json_strings         (GPtrArray  *strings);

/* SHA-256 of the canonical form, in lower-case hexadecimal. (transfer full), NULL when the node
 * holds inf or NaN. */
WEFT_API char       *weft_json_digest          (JsonNode *node);

G_END_DECLS
