/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of workloads and of what mappers found for them. All constructors: (transfer full). */
#pragma once

#include "draw/weft-table.h"
#include "mapper/weft-llm-plan.h"
#include "mapper/weft-map-report.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

/* What found a result: "PEFT-LC", or "Best of all: PEFT-LC" when that was asked for. */
WEFT_API char      *weft_map_result_title (const WeftMapResult         *result);

/* A row a kernel: tasks, operations, bytes. */
WEFT_API WeftTable *weft_table_kernels    (const WeftTaskSummary       *summary);
/* A row a chip: which part of all tasks, and of those of each kernel, runs on its devices, in percent: what CHASE's
 * Table 7 has for one chip and two kernels. */
WEFT_API WeftTable *weft_table_placement  (const WeftMapProblem        *problem,
                                           const WeftMapReport         *report);
/* A row a device: tasks, busy time, what it holds. */
WEFT_API WeftTable *weft_table_loads      (const WeftMapProblem        *problem,
                                           const WeftSchedule          *schedule,
                                           const WeftMapReport         *report);
/* A row a link with bytes on it, the most first. @flat: (nullable): the machine of the report. @most: 0 for all. */
WEFT_API WeftTable *weft_table_links      (const WeftMapProblem        *problem,
                                           const WeftMapReport         *report,
                                           const WeftFlat              *flat,
                                           guint                        most);
/* A row a result of the same problem: makespan, distance from the best one and from the bound, bytes moved, time of the
 * mapper. @reports: each (nullable). */
WEFT_API WeftTable *weft_table_results    (const WeftMapProblem        *problem,
                                           const WeftMapResult *const  *results,
                                           const WeftMapReport *const  *reports,
                                           guint                        n);
/* A row a plan; @plans: (element-type WeftLlmPlan). */
WEFT_API WeftTable *weft_table_llm_plans  (const GPtrArray             *plans);

G_END_DECLS
