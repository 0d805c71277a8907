/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search space: which chips, fabrics, roles and fractions a design may be made of, as a JSON file. Immutable, and
 * independent of any catalog: what of it exists is for WeftProblem to find out. */
#pragma once

#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-types.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

#define WEFT_SEARCH_ERROR (weft_search_error_quark ())

typedef enum
{
  WEFT_SEARCH_ERROR_SPACE,   /* the file is no space */
  WEFT_SEARCH_ERROR_PROBLEM, /* the space has no candidate, or nothing to compare with */
  WEFT_SEARCH_ERROR_METHOD,  /* no such method */
  WEFT_SEARCH_ERROR_RESUME,  /* the recorded run is not what this program would do */
} WeftSearchError;

WEFT_API GQuark     weft_search_error_quark (void);

/* Most partitions of a candidate; fractions are multiples of a millionth. */
#define WEFT_SPACE_MAX_PARTITIONS 8
#define WEFT_SPACE_MAX_FRACTIONS 256
#define WEFT_SPACE_WHOLE 1000000

#define WEFT_TYPE_SPACE (weft_space_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftSpace, weft_space, WEFT, SPACE, GObject)

/* (transfer full) */
WEFT_API WeftSpace  *weft_space_new_from_json (JsonNode *root, const char *file, GError **error);
/* The file at a path, or the space of a name: "paper-2", "same-generation-2024". (transfer full) */
WEFT_API WeftSpace  *weft_space_load          (const char *name_or_path, GError **error);
/* The ready spaces, in the order to show them. (transfer full) */
WEFT_API GListModel *weft_space_list          (GError **error);
WEFT_API JsonNode   *weft_space_to_json       (WeftSpace *self); /* (transfer full) */
WEFT_API const char *weft_space_get_id          (WeftSpace *self);
WEFT_API const char *weft_space_get_name        (WeftSpace *self);
WEFT_API const char *weft_space_get_description (WeftSpace *self); /* (nullable) */
/* The same without some chips (NULL-terminated), for "what if that one is not to be had". (transfer full) */
WEFT_API WeftSpace  *weft_space_without         (WeftSpace *self, const char *const *chips);

G_END_DECLS
