/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks that could change places in any schedule: they take the same times, wait for the same tasks and are waited for
 * by the same ones, for the same price. */
#pragma once

#include "mapper/weft-exact-problem-private.h"

G_BEGIN_DECLS

#define WEFT_EXACT_NO_TWIN G_MAXUINT32

/* Fills in for each task that is not among @done the twin before it, by index. Edges from tasks that are done do not
 * count, but for those from @source, which may be WEFT_EXACT_NO_TWIN; tails have to be the same. */
void weft_exact_find_twins (const WeftExactProblem *problem,
                            const guint64          *done,
                            guint32                 source,
                            const double           *tail_s,
                            guint32                *twin_before);

G_END_DECLS
