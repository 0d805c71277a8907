/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The difference of two JSON values, itself JSON, and the way from the first to the second by it:
 * what a log of changes holds. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

WEFT_API JsonNode *weft_json_delta_new   (JsonNode  *before,
                                          JsonNode  *after);
WEFT_API gboolean  weft_json_delta_apply (JsonNode **root,
                                          JsonNode  *delta,
                                          GError   **error);
WEFT_API gboolean  weft_json_same        (JsonNode  *a,
                                          JsonNode  *b);

G_END_DECLS
