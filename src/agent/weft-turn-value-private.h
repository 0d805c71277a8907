/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of foreign JSON: of the right type or not there. Nothing is coerced. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

const char *weft_turn_string   (JsonObject *object, const char *key);
const char *weft_turn_text     (JsonObject *object, const char *key); /* a string that is not empty */
JsonObject *weft_turn_object   (JsonObject *object, const char *key);
JsonArray  *weft_turn_array    (JsonObject *object, const char *key);
gboolean    weft_turn_integer  (JsonObject *object, const char *key, gint64 *value);
JsonObject *weft_turn_element  (JsonArray *array, guint index); /* (nullable): when it is an object */

G_END_DECLS
