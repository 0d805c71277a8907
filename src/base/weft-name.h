/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as people write them: "Infinity Fabric", "infinity-fabric" and "InfinityFabric" are one
 * name, and a wrong one gets the nearest known one as a hint. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* Lower case without spaces, hyphens and underscores. (transfer full) */
WEFT_API char       *weft_name_fold    (const char        *name);
WEFT_API gboolean    weft_name_equal   (const char        *a,
                                        const char        *b);

/* Whether each word of @search is in @folded, which weft_name_fold() has made. */
WEFT_API gboolean    weft_name_matches (const char        *folded,
                                        const char        *search);

/* The entry of @known (NULL-terminated) with the least edit distance (optimal string alignment, on
 * folded names), or NULL when none is near enough to be meant (distance above a third of the longer
 * name, at least 1). Ties go to the first. (transfer none) */
WEFT_API const char *weft_name_nearest (const char        *name,
                                        const char *const *known);

G_END_DECLS
