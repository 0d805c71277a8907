/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which of many candidates no other beats in both score and price. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

/* @score is wanted high, @price low. Writes the indices of the front into @front (room for @n), by ascending price, and
 * returns how many. Of equal candidates the first counts; what is not finite does not take part. */
WEFT_API guint weft_pareto_front (const double *score,
                                  const double *price,
                                  guint         n,
                                  guint        *front);

G_END_DECLS
