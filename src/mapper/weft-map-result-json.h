/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mapper found, as JSON: the keys that scripts rely on, and the schedule as columns. */
#pragma once

#include <json-glib/json-glib.h>

#include "mapper/weft-mapper.h"

G_BEGIN_DECLS

/* {"algorithm", "makespan", "mapper_s", "tasks", "devices", "bound", "gap_bound", ...}. (transfer full) */
WEFT_API JsonObject *weft_map_result_to_json     (const WeftMapResult  *result,
                                                  const WeftMapProblem *problem);
/* Adds "proc" and "start": the device and the start of each task. */
WEFT_API void        weft_schedule_add_json      (const WeftSchedule   *schedule,
                                                  JsonObject           *object);
/* Writes "weft-schedule/1": a header, then one row for each task: name, kernel, device, start and finish. "-" is
 * standard output. */
WEFT_API gboolean    weft_schedule_write         (const WeftMapResult  *result,
                                                  const WeftMapProblem *problem,
                                                  const char           *path,
                                                  GError              **error);
/* makespan / bound - 1, NAN without a bound. */
WEFT_API double      weft_map_result_gap         (const WeftMapResult  *result);

G_END_DECLS
