/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of an event's data, any of which may be missing or of another kind. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

const char *weft_data_string  (JsonObject *data, const char *member); /* (nullable) */
JsonObject *weft_data_object  (JsonObject *data, const char *member); /* (nullable) */
JsonArray  *weft_data_array   (JsonObject *data, const char *member); /* (nullable) */
double      weft_data_number  (JsonObject *data, const char *member); /* NAN */
guint64     weft_data_count   (JsonObject *data, const char *member); /* 0 */
gboolean    weft_data_boolean (JsonObject *data, const char *member, gboolean missing);
char       *weft_data_text    (JsonObject *data, const char *member); /* (nullable) (transfer full): a string, or other JSON as text */
char       *weft_data_word    (JsonObject *data, const char *member, gsize max); /* (nullable) (transfer full): a string as one line, safe to show */

G_END_DECLS
