/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules as a picture in a file: all of the time, and, where that is too much to tell bars apart, a part of it
 * larger below. */
#pragma once

#include "draw/gantt/weft-gantt.h"
#include "draw/weft-paint.h"
#include "mapper/weft-map-report.h"

G_BEGIN_DECLS

/**
 * WeftGanttPlan: (skip)
 * @result: what a mapper found
 * @report: (nullable): what it means, for the critical path
 */
typedef struct
{
  const WeftMapResult *result;
  const WeftMapReport *report;
} WeftGanttPlan;

/* One line about a result: "PEFT-LC · 1.23 ms · at most 4.1 % above the bound · mapped in 0.21 s".
 * (transfer full) */
WEFT_API char    *weft_gantt_head   (const WeftMapProblem *problem,
                                     const WeftMapResult  *result);
/* One or two plans of one problem, above each other, as .svg, .pdf or .png by the suffix of @path. @palette:
 * weft_palette_light or weft_palette_dark. */
WEFT_API gboolean weft_gantt_export (const char           *path,
                                     WeftMapProblem       *problem,
                                     const WeftGanttPlan  *plans,
                                     guint                 n_plans,
                                     const WeftPalette    *palette,
                                     GError              **error);

G_END_DECLS
