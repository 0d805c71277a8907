/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every candidate of a space once, in a fixed order. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/* Where the walk stands: a plain value that may be copied to go on from there twice. */
typedef struct
{
  WeftProblem *problem;
  guint n;        /* partitions, 0 before the first candidate */
  guint split;    /* which of the splits into @n */
  guint kinds[WEFT_SPACE_MAX_PARTITIONS]; /* unit times roles, plus role, of each partition */
} WeftEnumeration;

WEFT_API void     weft_enumerate_start (WeftEnumeration *self, WeftProblem *problem);
/* FALSE after the last. @candidate is sorted. */
WEFT_API gboolean weft_enumerate_next  (WeftEnumeration *self, WeftCandidate *candidate);

G_END_DECLS
