/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A schedule as a list for each device. */
#pragma once

#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

/* [tasks] by device, then by time; a task that takes no time stands before one that begins then. (transfer full) */
guint32 *weft_schedule_sort (const WeftSchedule *self);

G_END_DECLS
