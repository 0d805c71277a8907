/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of foreign JSON that weft-json-find.h does not read. Nothing is coerced. */
#pragma once

#include "base/weft-json-find.h"

G_BEGIN_DECLS

const char *weft_turn_text     (JsonObject *object, const char *key); /* a string that is not empty */
gboolean    weft_turn_integer  (JsonObject *object, const char *key, gint64 *value);
JsonObject *weft_turn_element  (JsonArray *array, guint index); /* (nullable): when it is an object */

G_END_DECLS
