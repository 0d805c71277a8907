/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a component's record may say, and resolving all of them. */
#pragma once

#include "catalog/weft-component.h"

G_BEGIN_DECLS

/* A value of which a record may give the point, the bounds or the choices. */
typedef struct
{
  const char *key;
  const char *min;     /* (nullable) */
  const char *max;     /* (nullable) */
  const char *options; /* (nullable) */
} WeftBounds;

extern const WeftBounds weft_bounds[];
extern const guint weft_n_bounds;

/* Whether a record of a component says what it must, and nothing that contradicts itself. */
gboolean weft_component_check       (WeftRecord   *record,
                                     GError      **error);
/* Fills the catalog's array from its records. */
void     weft_component_resolve_all (WeftCatalog  *catalog);

G_END_DECLS
