/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mapping: which device runs each task, and when. */
#pragma once

#include "mapper/weft-map-problem.h"

G_BEGIN_DECLS

/**
 * WeftSchedule: (skip)
 * @n_tasks: how many tasks
 * @device: [@n_tasks] the device of each
 * @start_s: [@n_tasks] when it starts
 * @finish_s: [@n_tasks] when it is done
 * @makespan_s: when all are done
 */
typedef struct
{
  guint32 n_tasks;
  guint32 *device;
  double *start_s;
  double *finish_s;
  double makespan_s;
  gatomicrefcount refs;
} WeftSchedule;

WEFT_API WeftSchedule *weft_schedule_new   (guint32               n_tasks);
WEFT_API WeftSchedule *weft_schedule_ref   (WeftSchedule         *self);
WEFT_API void          weft_schedule_unref (WeftSchedule         *self);

/* Whether the schedule keeps every rule: each task once on a device that can run it and hold it, no two at once on one
 * device, each edge's bytes there in time, the tasks of a collective not before all could start. The message names the
 * tasks. For tests, for what is read from files, and for a debug build after each run. */
WEFT_API gboolean      weft_schedule_check (const WeftSchedule   *self,
                                            const WeftMapProblem *problem,
                                            GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSchedule, weft_schedule_unref)

G_END_DECLS
