/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a Gantt chart: bars in the order of rows and time, and the sums over blocks of them. */
#pragma once

#include "draw/gantt/weft-gantt.h"

G_BEGIN_DECLS

/* Bars of a block: sums are kept at its beginning, and its longest bar. */
#define WEFT_GANTT_BLOCK 32
/* Sums of a block: of each kernel, of bars beside the critical path and of those on it. */
#define WEFT_GANTT_SUMS (2 * WEFT_MAX_KERNEL_LOOKS)
/* Levels of longest bars: 32^5 is more than there can be tasks. */
#define WEFT_GANTT_MAX_LEVELS 5

/* A bar of the critical path has this bit in its kernel. */
#define WEFT_GANTT_ON_PATH 0x80

/**
 * WeftGanttPyramid: (skip)
 * @n_sums: sums a block, two for each kernel
 * @sums: [blocks + 1 × @n_sums] time of all bars before the block
 * @n_levels: levels of @longest
 * @longest: of each level, the duration of the longest bar of a block, of 32 blocks, and so on
 * @n_at: how many of a level
 *
 * Sums over blocks of bars.
 */
typedef struct
{
  guint n_sums;
  double *sums;
  guint n_levels;
  double *longest[WEFT_GANTT_MAX_LEVELS];
  guint32 n_at[WEFT_GANTT_MAX_LEVELS];
} WeftGanttPyramid;

/* A line of the critical path from one bar to another on another device, or on the same one some time later. */
typedef struct
{
  guint32 bar;
  guint32 from;
  guint16 row;
  guint16 from_row;
  gboolean together; /* they begin at once: ranks of one collective */
} WeftGanttStep;

struct _WeftGantt
{
  WeftMapProblem *problem;
  WeftSchedule *schedule;
  gboolean plain;
  double end_s;

  guint n_rows;
  WeftGanttRow *rows;
  guint16 *row_of; /* [devices] */

  guint n_kernels;
  WeftGanttKernel kernels[WEFT_MAX_KERNEL_LOOKS];

  /* By row and time. */
  guint32 n_bars;
  guint32 *task;
  guint32 *bar_of; /* [tasks] */
  double *start;
  double *finish;
  guint8 *look; /* kernel, and WEFT_GANTT_ON_PATH */

  WeftGanttPyramid pyramid;

  guint32 n_path;
  guint32 n_steps;
  WeftGanttStep *steps;

  gatomicrefcount refs;
};

/* In weft-gantt-pyramid.c */
void    weft_gantt_build_pyramid  (WeftGantt       *self);
void    weft_gantt_clear_pyramid  (WeftGantt       *self);
/* The first bar of [@from, @end) that ends after a time, or @end. */
guint32 weft_gantt_first_after    (const WeftGantt *self,
                                   guint32          from,
                                   guint32          end,
                                   double           time_s);
/* The first bar of [@from, @end) that takes @least_s or longer, or @end. */
guint32 weft_gantt_next_long      (const WeftGantt *self,
                                   guint32          from,
                                   guint32          end,
                                   double           least_s);
/* Adds to @sums what bars do between two times; @at is the first bar that ends after @from_s and becomes the first one
 * that ends after @to_s. Returns the bits of the sums that may have changed. */
guint32 weft_gantt_add_span       (const WeftGantt *self,
                                   guint32         *at,
                                   guint32          end,
                                   double           from_s,
                                   double           to_s,
                                   double          *sums);

G_END_DECLS
