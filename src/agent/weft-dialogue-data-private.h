/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text of an event's data that is going to be shown; the other members are for weft-json-find.h. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-json-find.h"

G_BEGIN_DECLS

char       *weft_data_text    (JsonObject *data, const char *member); /* (nullable) (transfer full): a string, or other JSON as text */
char       *weft_data_word    (JsonObject *data, const char *member, gsize max); /* (nullable) (transfer full): a string as one line, safe to show */

G_END_DECLS
