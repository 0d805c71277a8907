/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading parsed JSON with its place kept, so that every error names file and JSON pointer.
 * A place is a small struct on the stack that points to its parent; the pointer's text is built
 * only for an error. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef struct _WeftJsonAt WeftJsonAt;

/**
 * WeftJsonAt: (skip)
 * @parent: (nullable): the enclosing place, which must outlive this one
 * @file: (nullable): the file's name for messages
 * @node: the value here
 * @key: (nullable): the member's name in the parent, when that is an object
 * @index: the element's index in the parent, when that is an array
 */
struct _WeftJsonAt
{
  const WeftJsonAt *parent;
  const char *file;
  JsonNode *node;
  const char *key;
  guint index;
};

/* Whether an absent member is an error. null counts as absent for optional members. */
typedef enum
{
  WEFT_JSON_REQUIRED,
  WEFT_JSON_OPTIONAL,
} WeftJsonNeed;

/* Places. The getters return FALSE (no error) when there is no such member or element. */
WEFT_API void      weft_json_at_root    (WeftJsonAt *at,
                                         JsonNode   *root,
                                         const char *file);
WEFT_API gboolean  weft_json_at_member  (const WeftJsonAt *object,
                                         const char       *key,
                                         WeftJsonAt       *out);
WEFT_API gboolean  weft_json_at_element (const WeftJsonAt *array,
                                         guint             index,
                                         WeftJsonAt       *out);
WEFT_API guint     weft_json_at_length  (const WeftJsonAt *array_or_object);
WEFT_API gboolean  weft_json_at_is_null (const WeftJsonAt *at);

/* RFC 6901, "" at the root. (transfer full) */
WEFT_API char *weft_json_at_pointer (const WeftJsonAt *at);

/* What is found here, in words: "the number 3", "the string \"x\"", "an object". For messages. */
WEFT_API char *weft_json_at_found (const WeftJsonAt *at);

/* Sets a WEFT_JSON_ERROR: "FILE: /pointer: found X, expected EXPECTED". Always returns FALSE. */
WEFT_API gboolean weft_json_at_refuse (const WeftJsonAt  *at,
                                       int                code,
                                       const char        *expected,
                                       GError           **error);

/* The value here, of that type or an error. Strings are borrowed. An integer may be written 8 or
 * 8.0. */
WEFT_API gboolean  weft_json_at_object  (const WeftJsonAt  *at,
                                         GError           **error);
WEFT_API gboolean  weft_json_at_array   (const WeftJsonAt  *at,
                                         GError           **error);
WEFT_API gboolean  weft_json_at_number  (const WeftJsonAt  *at,
                                         double            *value,
                                         GError           **error);
WEFT_API gboolean  weft_json_at_integer (const WeftJsonAt  *at,
                                         gint64            *value,
                                         GError           **error);
WEFT_API gboolean  weft_json_at_boolean (const WeftJsonAt  *at,
                                         gboolean          *value,
                                         GError           **error);
WEFT_API gboolean  weft_json_at_string  (const WeftJsonAt  *at,
                                         const char       **value,
                                         GError           **error);

/* Whether an object has no members but @known (NULL-terminated); the error names the nearest one. */
WEFT_API gboolean  weft_json_at_known   (const WeftJsonAt  *object,
                                         const char *const *known,
                                         GError           **error);

/* A member of an object. An absent optional member leaves *value as it was and returns TRUE. */
WEFT_API gboolean  weft_json_at_get_object  (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             WeftJsonAt        *out,
                                             gboolean          *present,
                                             GError           **error);
WEFT_API gboolean  weft_json_at_get_array   (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             WeftJsonAt        *out,
                                             gboolean          *present,
                                             GError           **error);
WEFT_API gboolean  weft_json_at_get_number  (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             double            *value,
                                             GError           **error);
WEFT_API gboolean  weft_json_at_get_integer (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             gint64            *value,
                                             GError           **error);
WEFT_API gboolean  weft_json_at_get_boolean (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             gboolean          *value,
                                             GError           **error);
WEFT_API gboolean  weft_json_at_get_string  (const WeftJsonAt  *object,
                                             const char        *key,
                                             WeftJsonNeed       need,
                                             const char       **value,
                                             GError           **error);

G_END_DECLS
