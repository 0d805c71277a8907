/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64.
 * One generator serves one thread. */
#pragma once

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 state[4];
} WeftRandom;

/* Streams of one seed do not overlap in practice: @stream sets runs, restarts or ranks apart. */
WEFT_API void     weft_random_init   (WeftRandom *self,
                                      guint64     seed,
                                      guint64     stream);
WEFT_API guint64  weft_random_next   (WeftRandom *self);
/* Uniform in [0, 1), 53 bits. */
WEFT_API double   weft_random_double (WeftRandom *self);
/* Uniform in 0 ... @n - 1 without bias; @n > 0. */
WEFT_API guint    weft_random_below  (WeftRandom *self,
                                      guint       n);
/* Standard normal (Box and Muller, one of the pair). */
WEFT_API double   weft_random_normal (WeftRandom *self);

G_END_DECLS
