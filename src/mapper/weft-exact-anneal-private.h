/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Better schedules by small changes, so that a search has something closer to aim at. */
#pragma once

#include "mapper/weft-exact-search-private.h"

G_BEGIN_DECLS

/* Begins with @schedule. Stops when a schedule is found that is not longer than @bound_s. Memory is not looked at.
 * (transfer full): the best that was met, @schedule itself when none is better */
WeftSchedule *weft_exact_anneal (const WeftExactProblem *problem,
                                 WeftSchedule           *schedule,
                                 double                  bound_s,
                                 const WeftExactLimits  *limits);

G_END_DECLS
