/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs whose ranks have their devices: what their collectives cost there. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* @problem with each collective priced on the worst link that joins its ranks, instead of a mean of all links, since
 * who takes part is known. @device_of_rank: (nullable): [@n_ranks]; rank r on device r without it. NULL with a WEFT_MAPPER_ERROR_INVALID when a rank has no
 * device. (transfer full) */
WEFT_API WeftMapProblem *weft_map_problem_for_ranks (WeftMapProblem  *problem,
                                                     const guint32   *device_of_rank,
                                                     guint            n_ranks,
                                                     GError         **error);

G_END_DECLS
