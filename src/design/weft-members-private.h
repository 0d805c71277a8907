/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of JSON objects that Weft keeps without knowing them. They are copied to the leaves,
 * since the reference counts of JSON objects are not safe between threads. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

JsonNode   *weft_members_copy_node   (JsonNode          *node);
JsonObject *weft_members_copy_object (JsonObject        *object);
JsonObject *weft_members_unknown     (JsonObject        *object,
                                      const char *const *known);
void        weft_members_append      (JsonObject        *object,
                                      JsonObject        *more);
JsonNode   *weft_members_to_node     (JsonObject        *object);
JsonNode   *weft_members_number      (double             value);
JsonNode   *weft_members_string      (const char        *text);

G_END_DECLS
