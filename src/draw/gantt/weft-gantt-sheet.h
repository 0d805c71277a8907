/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One Gantt chart, or two above each other on one time axis, as a picture: painting it and finding what is at a
 * point. */
#pragma once

#include "draw/gantt/weft-gantt-view.h"
#include "draw/gantt/weft-gantt.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

#define WEFT_GANTT_MOST_CHARTS 2

typedef struct _WeftGanttLabels WeftGanttLabels;

/**
 * WeftGanttSheet: (skip)
 * @charts: (nullable): one or two that were made for each other, the upper one first
 * @heads: (nullable): a line above each
 * @title: (nullable): above everything, for exports
 * @view: what is seen; painting tells it how much room there is
 * @labels: (nullable): texts of bars that are kept from picture to picture
 * @shows_path: whether the critical paths stand out
 * @hides_legend: whether there is no legend
 * @lit_kernel: a kernel that stands out, -1 for none
 */
typedef struct
{
  WeftGantt *charts[WEFT_GANTT_MOST_CHARTS];
  const char *heads[WEFT_GANTT_MOST_CHARTS];
  const char *title;
  WeftGanttView *view;
  WeftGanttLabels *labels;
  gboolean shows_path;
  gboolean hides_legend;
  int lit_kernel;
} WeftGanttSheet;

/* Tells the view how much room there is; what is found and painted agrees with it. */
WEFT_API void     weft_gantt_sheet_place       (const WeftGanttSheet *self,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette);
WEFT_API void     weft_gantt_sheet_paint       (const WeftGanttSheet *self,
                                                cairo_t              *cr,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette);
/* The height at which each row is @row_height high. */
WEFT_API double   weft_gantt_sheet_height      (const WeftGanttSheet *self,
                                                double                width,
                                                double                row_height,
                                                const WeftPalette    *palette);

/**
 * WeftGanttMarks: (skip)
 * @chart: which of the charts @hover and @selected belong to
 * @hover: a task under the pointer, %WEFT_TASK_NONE
 * @selected: a task that is chosen, %WEFT_TASK_NONE
 * @cursor_s: a time that is pointed at, NAN for none
 * @from_s: begin of a span that is marked, NAN for none
 * @to_s: its end
 *
 * What lies over a picture and changes more often than it.
 */
typedef struct
{
  guint chart;
  guint32 hover;
  guint32 selected;
  double cursor_s;
  double from_s;
  double to_s;
} WeftGanttMarks;

WEFT_API void     weft_gantt_sheet_paint_marks (const WeftGanttSheet *self,
                                                cairo_t              *cr,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette,
                                                const WeftGanttMarks *marks);

typedef enum
{
  WEFT_GANTT_NOTHING,
  WEFT_GANTT_AXIS,
  WEFT_GANTT_DEVICE, /* the name of a row */
  WEFT_GANTT_TASK,   /* a bar */
  WEFT_GANTT_SPAN,   /* bars too narrow to be told apart */
  WEFT_GANTT_IDLE,   /* a gap */
  WEFT_GANTT_KERNEL, /* of the legend */
} WeftGanttPart;

/**
 * WeftGanttHit: (skip)
 * @part: what it is
 * @chart: which of the charts
 * @row: its row
 * @lane: its lane
 * @task: the task, for a bar and for the middle of a span
 * @kernel: of the legend
 * @time_s: the time
 * @from_s: begin of the pixel
 * @to_s: end of the pixel
 *
 * What is at a point.
 */
typedef struct
{
  WeftGanttPart part;
  guint chart;
  guint row;
  guint lane;
  guint32 task;
  guint kernel;
  double time_s;
  double from_s;
  double to_s;
} WeftGanttHit;

WEFT_API void     weft_gantt_sheet_pick        (const WeftGanttSheet *self,
                                                double                x,
                                                double                y,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette,
                                                WeftGanttHit         *hit);
/* A task's bar; FALSE when it cannot be seen. */
WEFT_API gboolean weft_gantt_sheet_task_box    (const WeftGanttSheet *self,
                                                guint                 chart,
                                                guint32               task,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette,
                                                WeftBox              *box);
/* The room for bars of a chart. */
WEFT_API void     weft_gantt_sheet_plot_box    (const WeftGanttSheet *self,
                                                guint                 chart,
                                                double                width,
                                                double                height,
                                                const WeftPalette    *palette,
                                                WeftBox              *box);
/* What is at a point in words, NULL for nothing. (transfer full) (nullable) */
WEFT_API char    *weft_gantt_sheet_describe    (const WeftGanttSheet *self,
                                                const WeftGanttHit   *hit);

WEFT_API WeftGanttLabels *weft_gantt_labels_new  (void);
WEFT_API void             weft_gantt_labels_free (WeftGanttLabels *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGanttLabels, weft_gantt_labels_free)

G_END_DECLS
