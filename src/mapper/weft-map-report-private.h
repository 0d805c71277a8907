/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a report, one a file. */
#pragma once

#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

/* The critical path, in the order of time. @order: [tasks] by device, then by time. (transfer full)
 * (element-type WeftPathStep) */
GArray  *weft_map_path    (const WeftMapProblem *problem,
                           const WeftSchedule   *schedule,
                           const guint32        *order);
/* Sets links, moved_bytes, moved_messages and collective_bytes. FALSE when cancelled. */
gboolean weft_map_traffic (WeftMapReport        *report,
                           const WeftMapProblem *problem,
                           const WeftSchedule   *schedule,
                           const WeftFlat       *flat,
                           GCancellable         *cancellable);

G_END_DECLS
