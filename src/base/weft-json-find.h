/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of an object that another program may have written: a member of the wrong type is as good as none. For what has to
 * be right there is weft-json-at.h. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* @object: (nullable). Borrowed; NULL when there is none of that type. */
WEFT_API const char *weft_json_find_string  (JsonObject *object, const char *member);
WEFT_API JsonObject *weft_json_find_object  (JsonObject *object, const char *member);
WEFT_API JsonArray  *weft_json_find_array   (JsonObject *object, const char *member);
/* NAN when there is none. */
WEFT_API double      weft_json_find_number  (JsonObject *object, const char *member);
/* Whole and not negative, else 0. */
WEFT_API guint64     weft_json_find_count   (JsonObject *object, const char *member);
WEFT_API gboolean    weft_json_find_boolean (JsonObject *object, const char *member, gboolean otherwise);

G_END_DECLS
