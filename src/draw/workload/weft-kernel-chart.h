/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workload by kernel: how many tasks, operations and bytes each has, as a table whose cells are bars. */
#pragma once

#include "draw/workload/weft-kernel-look.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

/**
 * WeftKernelChart: (skip)
 * @summary: (nullable): what is shown
 * @hover: row under the pointer or focus, -1 none
 * @title: (nullable): painted above, for exports
 */
typedef struct
{
  const WeftTaskSummary *summary;
  int hover;
  const char *title;
} WeftKernelChart;

WEFT_API guint  weft_kernel_chart_n_rows   (const WeftKernelChart *chart);
WEFT_API void   weft_kernel_chart_paint    (cairo_t               *cr,
                                            double                 width,
                                            double                 height,
                                            const WeftPalette     *palette,
                                            const WeftKernelChart *chart);
/* The row that holds (x, y), or -1. */
WEFT_API int    weft_kernel_chart_pick     (double                 x,
                                            double                 y,
                                            double                 width,
                                            double                 height,
                                            const WeftPalette     *palette,
                                            const WeftKernelChart *chart);
WEFT_API void   weft_kernel_chart_row      (guint                  row,
                                            double                 width,
                                            double                 height,
                                            const WeftPalette     *palette,
                                            const WeftKernelChart *chart,
                                            WeftBox               *box);
/* The height that has all rows. */
WEFT_API double weft_kernel_chart_height   (double                 width,
                                            const WeftPalette     *palette,
                                            const WeftKernelChart *chart);
/* A row in words: "symgs: 4,000 tasks (12 %), …". (transfer full) */
WEFT_API char  *weft_kernel_chart_describe (const WeftKernelChart *chart,
                                            guint                  row);

G_END_DECLS
