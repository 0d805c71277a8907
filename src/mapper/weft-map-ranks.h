/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs whose ranks have their devices: where their tasks run, and what their collectives cost there. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* [tasks] the device of each task, by its rank. @device_of_rank: (nullable): [@n_ranks]; without it rank r runs on
 * device r, and @n_ranks is how many devices there are. NULL with a WEFT_MAPPER_ERROR_INVALID when a task is of no
 * rank, or of one without a device. (transfer full) */
WEFT_API guint32 *weft_map_rank_placement (const WeftTaskGraph *graph,
                                           const guint32       *device_of_rank,
                                           guint                n_ranks,
                                           GError             **error);

/* @problem with each collective priced on the links between the devices of its ranks, instead of a mean of all links:
 * who takes part is known. @device_of_rank: (nullable): without it rank r runs on the r-th device of the largest class,
 * and of further ones where that does not hold all. (transfer full) */
WEFT_API WeftMapProblem *weft_map_problem_for_ranks (WeftMapProblem  *problem,
                                                     const guint32   *device_of_rank,
                                                     guint            n_ranks,
                                                     GError         **error);

G_END_DECLS
