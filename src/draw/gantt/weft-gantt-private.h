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
  guint32 row;
  guint32 from_row;
  guint32 lane;
  guint32 from_lane;
  gboolean together; /* they begin at once: ranks of one collective, both ends of a message */
} WeftGanttStep;

/**
 * WeftGanttLane: (skip)
 * @row: its row
 * @first: its first bar
 * @end: the bar after its last
 * @top: where it begins in the row, 0..1
 * @bottom: where it ends
 *
 * Bars of which no two run at the same time.
 */
typedef struct
{
  guint row;
  guint32 first;
  guint32 end;
  float top;
  float bottom;
} WeftGanttLane;

/**
 * WeftGanttSource: (skip)
 * @name_kernel: (transfer none): the kernel of a task
 * @name_task: (transfer full): a task in its bar, when there is room
 * @describe_task: (transfer full): all that is known of a task, in lines
 * @describe_span: (transfer full): what a row does between two times, in lines; %NULL to say how busy it is
 * @summarise: (transfer full): the whole in one sentence
 * @free: frees what the tasks are of
 *
 * What a chart asks of what its tasks are of.
 */
typedef struct
{
  const char *(*name_kernel) (const WeftGantt *chart, guint32 task);
  char *(*name_task) (const WeftGantt *chart, guint32 task);
  char *(*describe_task) (const WeftGantt *chart, guint32 task);
  char *(*describe_span) (const WeftGantt *chart, guint row, double from_s, double to_s);
  char *(*summarise) (const WeftGantt *chart);
  GDestroyNotify free;
} WeftGanttSource;

/**
 * WeftGanttGiven: (skip)
 * @n_tasks: how many
 * @start_s: [@n_tasks]
 * @finish_s: [@n_tasks]
 * @lane: [@n_tasks]
 * @kernel: [@n_tasks]
 * @overlaps: tasks of a lane may run at the same time; the later one's bar begins where the one before ends
 *
 * What bars are made from.
 */
typedef struct
{
  guint32 n_tasks;
  const double *start_s;
  const double *finish_s;
  const guint32 *lane;
  const guint8 *kernel;
  gboolean overlaps;
} WeftGanttGiven;

/**
 * WeftGanttLevels: (skip)
 * @n_steps: steps of time, 0 when there are no levels
 * @step_s: length of each
 * @amount: [any × @n_steps], of whoever made the chart
 * @index: [rows] which of @amount is a row's, %WEFT_TASK_NONE for none
 * @full: [rows] the amount that is all of a step
 *
 * How much of each step of time a row is used, when that is known and not by which task.
 */
typedef struct
{
  guint n_steps;
  double step_s;
  const float *amount;
  guint32 *index;
  double *full;
} WeftGanttLevels;

struct _WeftGantt
{
  const WeftGanttSource *source;
  gpointer owner; /* of @source */
  gboolean plain;
  double makespan_s;
  double end_s;
  double whole_s; /* what shares of kernels are of */

  guint n_rows;
  WeftGanttRow *rows;
  guint n_lanes;
  WeftGanttLane *lanes;

  guint n_kernels;
  WeftGanttKernel kernels[WEFT_MAX_KERNEL_LOOKS];

  /* By lane and time. */
  guint32 n_bars;
  guint32 *task;
  guint32 *bar_of; /* [tasks] */
  double *start;
  double *finish;
  guint8 *look;     /* kernel, and WEFT_GANTT_ON_PATH */
  guint32 *n_waits; /* (nullable): [bars + 1] waits before each */

  WeftGanttPyramid pyramid;
  WeftGanttLevels levels;

  guint32 n_path;
  guint32 n_steps;
  WeftGanttStep *steps;

  gatomicrefcount refs;
};

/* In weft-gantt.c: an empty chart. @owner: taken over. */
WeftGantt    *weft_gantt_create        (const WeftGanttSource *source,
                                        gpointer               owner);
/* In weft-gantt-rows.c: one more row, with @n_lanes lanes. @name: taken over; @heights: (nullable): of the lanes, as
 * shares of any whole. Valid until the next. */
WeftGanttRow *weft_gantt_add_row       (WeftGantt             *self,
                                        guint                  device,
                                        guint                  n_devices,
                                        char                  *name,
                                        const double          *heights,
                                        guint                  n_lanes);
/* Steps that the names of all rows begin with go: the rack of a machine with one rack says nothing. */
void          weft_gantt_shorten_names (WeftGantt             *self);
/* In weft-gantt-sort.c: makes bars of tasks; rows, lanes and kernels are there. */
void          weft_gantt_take_tasks    (WeftGantt             *self,
                                        const WeftGanttGiven  *given);
/* A task of the critical path, and the one that it waited for, which may be itself. @together: both began at once. Once
 * all are there weft_gantt_build_pyramid() is next. */
void          weft_gantt_take_step     (WeftGantt             *self,
                                        guint32                task,
                                        guint32                from,
                                        gboolean               together);
/* In weft-gantt-levels.c: what of a row is used between two times, 0..1; of a chart with levels. */
double        weft_gantt_level         (const WeftGantt       *self,
                                        guint                  row,
                                        double                 from_s,
                                        double                 to_s);
/* In weft-gantt-words.c: "1.2 ms, from 3.4 ms to 4.6 ms", and "45 %". (transfer full) */
char         *weft_gantt_say_times     (const WeftGantt       *self,
                                        double                 start_s,
                                        double                 finish_s);
char         *weft_gantt_say_share     (double                 part,
                                        double                 whole);

static inline gboolean
weft_gantt_is_wait (const WeftGantt *self, guint32 bar)
{
  return self->kernels[self->look[bar] & ~WEFT_GANTT_ON_PATH].is_wait;
}

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
