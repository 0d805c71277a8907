/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A schedule for a placement that somebody else has chosen, such as the plan of a language model. */
#pragma once

#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

/* @device: [tasks] the device of each task. Of tasks that are ready the
 * first in the workload's own order goes, as early as it can. NULL when cancelled, or
 * with a WEFT_MAPPER_ERROR when a task cannot run or does not fit where it is put. (transfer full) */
WEFT_API WeftSchedule *weft_map_fixed (WeftMapProblem  *problem,
                                       const guint32   *device,
                                       GCancellable    *cancellable,
                                       GError         **error);

G_END_DECLS
