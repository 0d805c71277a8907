/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem with some of its devices left empty. */
#pragma once

#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

/* @is_left: [devices] which devices are left empty; at least one is not. Devices keep their order, classes without a
 * device go. (transfer full) */
WeftMapProblem *weft_subset_problem  (const WeftMapProblem *problem,
                                      const guint8         *is_left);
/* Turns the devices of a schedule of the subset into those of the whole. */
void            weft_subset_schedule (const WeftMapProblem *problem,
                                      const guint8         *is_left,
                                      WeftSchedule         *schedule);
/* "GPU 3 of node 1, GPU 4 of node 1". (transfer full) */
char           *weft_subset_words    (const WeftMapProblem *problem,
                                      const guint8         *is_left);

G_END_DECLS
