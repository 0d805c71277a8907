/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of a simulation: what each rank does and waits for, and what crosses each link. */
#pragma once

#include "draw/gantt/weft-gantt.h"
#include "draw/weft-paint.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* A row a rank. Tasks are those of the trace by their numbers; waits follow. @beside: (nullable): a result that is shown
 * with this one: both have as many rows and the same scale of time. (transfer full) */
WEFT_API WeftGantt *weft_gantt_new_for_run       (WeftSimResult       *result,
                                                  const WeftSimResult *beside);
/* A row a link, the busiest first: how much of its rate is used in each step of time, and, where they were recorded, its
 * messages as tasks. (transfer full) */
WEFT_API WeftGantt *weft_gantt_new_for_links     (WeftSimResult       *result);

/* The task of the trace behind a task of either chart: that waits, or that a message goes to. */
WEFT_API guint32    weft_gantt_run_get_task      (const WeftGantt     *self,
                                                  guint32              task);
/* The result behind either chart, NULL for charts of something else. (transfer none) (nullable) */
WEFT_API WeftSimResult *weft_gantt_get_result    (const WeftGantt     *self);
/* One line about a result: "all_reduce on Star · 1.23 ms · fluid: …". (transfer full) */
WEFT_API char      *weft_gantt_run_head          (const WeftSimResult *result);
/* One or two results above each other, by ranks or by their busiest links, as .svg, .pdf or .png by the suffix of
 * @path. */
WEFT_API gboolean   weft_gantt_run_export        (const char           *path,
                                                  WeftSimResult *const *results,
                                                  guint                 n_results,
                                                  gboolean              by_links,
                                                  const WeftPalette    *palette,
                                                  GError              **error);

G_END_DECLS
