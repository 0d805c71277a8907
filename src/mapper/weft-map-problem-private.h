/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A problem whose rows of times are not the kinds of its graph. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/* @row_of: (nullable): [tasks] the row of each, which @graph must keep; NULL when task i has row i. Takes @time_s.
 * (transfer full) */
WeftMapProblem *weft_map_problem_new_rows (WeftTaskGraph *graph,
                                           WeftPlatform  *platform,
                                           guint32        n_rows,
                                           const guint32 *row_of,
                                           double        *time_s);

G_END_DECLS
