/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is at a point of a sheet, and where a task is. */
#include <math.h>

#include "draw/gantt/weft-gantt-bars-private.h"

/* The pointer is not held as still as this, in user units. */
#define REACH 1.5
/* A bar is at least as wide when it is pointed at. */
#define LEAST_BAR 3.0

static gboolean
pick_key (const WeftGanttLayout *layout, double x, double y, WeftGanttHit *hit)
{
  for (guint i = 0; i < layout->n_keys; i++)
    if (layout->keys[i].kernel >= 0 && weft_box_contains (&layout->keys[i].box, x, y))
      {
        hit->part = WEFT_GANTT_KERNEL;
        hit->kernel = (guint) layout->keys[i].kernel;
        return TRUE;
      }

  return FALSE;
}

/* The lowest lane of a row that begins above a point. */
static guint
find_lane (const WeftGanttSheet *self, const WeftGantt *chart, guint row, double y)
{
  const WeftGanttRow *at = weft_gantt_row (chart, row);
  guint lane = at->lane;
  double y0, y1;

  for (guint l = at->lane + 1; l < at->lane + at->n_lanes; l++)
    {
      weft_gantt_lane_place (self->view, chart, l, &y0, &y1);
      lane = y >= y0 ? l : lane;
    }
  return lane;
}

static gboolean
pick_row (const WeftGanttSheet *self, const WeftBox *box, double y, guint chart, WeftGanttHit *hit)
{
  double row = floor (weft_gantt_view_row (self->view, y - box->y));

  if (row < 0 || row >= weft_gantt_n_rows (self->charts[chart]))
    return FALSE;
  hit->chart = chart;
  hit->row = (guint) row;
  hit->lane = find_lane (self, self->charts[chart], hit->row, y - box->y);
  return TRUE;
}

/* The task there, or the nearest one within reach: bars may be narrower than the pointer is steady. */
static guint32
find_task (const WeftGanttSheet *self, const WeftGanttHit *hit)
{
  const WeftGantt *chart = self->charts[hit->chart];
  guint32 task = weft_gantt_task_at (chart, hit->lane, hit->time_s);

  if (task == WEFT_TASK_NONE)
    task = weft_gantt_task_at (chart, hit->lane, hit->from_s);
  if (task == WEFT_TASK_NONE)
    {
      task = weft_gantt_task_near (chart, hit->lane, hit->from_s, FALSE);
      if (task != WEFT_TASK_NONE && weft_gantt_task_start_s (chart, task) > hit->to_s)
        task = WEFT_TASK_NONE;
    }
  return task;
}

static gboolean
is_alone (const WeftGantt *chart, const WeftGanttHit *hit)
{
  WeftGanttSpan span;

  weft_gantt_sum_lane (chart, hit->lane, hit->from_s, hit->to_s, &span);
  return span.n_tasks <= 1
         || weft_gantt_task_finish_s (chart, hit->task) - weft_gantt_task_start_s (chart, hit->task)
              >= hit->to_s - hit->from_s;
}

static void
pick_bar (const WeftGanttSheet *self, WeftGanttHit *hit)
{
  hit->task = weft_gantt_shows_bars (self->charts[hit->chart], self->view) ? find_task (self, hit) : WEFT_TASK_NONE;
  hit->part = hit->task == WEFT_TASK_NONE               ? WEFT_GANTT_IDLE
              : is_alone (self->charts[hit->chart], hit) ? WEFT_GANTT_TASK
                                                         : WEFT_GANTT_SPAN;
}

/**
 * weft_gantt_sheet_pick: (skip)
 * @self: a sheet
 * @x: in the picture
 * @y: in the picture
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @hit: (out caller-allocates): what is there
 */
void
weft_gantt_sheet_pick (const WeftGanttSheet *self, double x, double y, double width, double height,
                       const WeftPalette *palette, WeftGanttHit *hit)
{
  g_auto (WeftGanttLayout) layout = { 0 };
  double at;

  g_return_if_fail (self != NULL && self->view != NULL && palette != NULL && hit != NULL);

  *hit = (WeftGanttHit){ .task = WEFT_TASK_NONE };
  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  if (layout.n_charts == 0 || pick_key (&layout, x, y, hit))
    return;
  at = layout.mirrored ? weft_box_right (&layout.plots[0]) - x : x - layout.plots[0].x;
  hit->time_s = weft_gantt_view_time (self->view, at);
  hit->from_s = weft_gantt_view_time (self->view, at - REACH);
  hit->to_s = weft_gantt_view_time (self->view, at + REACH);
  if (weft_box_contains (&layout.axis, x, y))
    hit->part = WEFT_GANTT_AXIS;
  for (guint c = 0; c < layout.n_charts; c++)
    {
      WeftBox names = layout.names[c];

      if (weft_box_contains (&names, x, y) && pick_row (self, &names, y, c, hit))
        hit->part = WEFT_GANTT_DEVICE;
      else if (weft_box_contains (&layout.plots[c], x, y) && pick_row (self, &layout.plots[c], y, c, hit))
        pick_bar (self, hit);
    }
}

/**
 * weft_gantt_sheet_task_box: (skip)
 * @self: a sheet
 * @chart: which of its charts
 * @task: a task
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @box: (out caller-allocates): its bar, as far as it is seen, and at least as wide as can be seen
 *
 * Returns: %FALSE when no part of it is seen
 */
gboolean
weft_gantt_sheet_task_box (const WeftGanttSheet *self, guint chart, guint32 task, double width, double height,
                           const WeftPalette *palette, WeftBox *box)
{
  g_auto (WeftGanttLayout) layout = { 0 };
  const WeftGantt *of;
  double x0, x1, y0, y1;

  g_return_val_if_fail (self != NULL && self->view != NULL && palette != NULL && box != NULL, FALSE);

  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  if (chart >= layout.n_charts || task >= self->charts[chart]->n_bars)
    return FALSE;
  of = self->charts[chart];
  x0 = weft_gantt_view_x (self->view, weft_gantt_task_start_s (of, task));
  x1 = weft_gantt_view_x (self->view, weft_gantt_task_finish_s (of, task));
  weft_gantt_lane_place (self->view, of, weft_gantt_lane_of_task (of, task), &y0, &y1);
  if (x1 < 0 || x0 > layout.plots[chart].w || y1 <= 0 || y0 >= layout.plots[chart].h)
    return FALSE;
  x0 = MAX (x0, -8);
  x1 = MIN (x1, layout.plots[chart].w + 8);
  if (x1 - x0 < LEAST_BAR)
    {
      x0 = (x0 + x1 - LEAST_BAR) / 2;
      x1 = x0 + LEAST_BAR;
    }
  *box = (WeftBox){ layout.plots[chart].x + x0, layout.plots[chart].y + y0, x1 - x0, MAX (1, y1 - y0) };
  if (layout.mirrored)
    box->x = weft_box_right (&layout.plots[chart]) - x1;
  return TRUE;
}

/**
 * weft_gantt_sheet_plot_box: (skip)
 * @self: a sheet
 * @chart: which of its charts
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @box: (out caller-allocates): the room for its bars
 */
void
weft_gantt_sheet_plot_box (const WeftGanttSheet *self, guint chart, double width, double height,
                           const WeftPalette *palette, WeftBox *box)
{
  g_auto (WeftGanttLayout) layout = { 0 };

  g_return_if_fail (self != NULL && palette != NULL && box != NULL && chart < WEFT_GANTT_MOST_CHARTS);

  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  *box = layout.plots[chart];
}

/**
 * weft_gantt_sheet_describe: (skip)
 * @self: a sheet
 * @hit: what weft_gantt_sheet_pick() found
 *
 * Returns: (transfer full) (nullable): it in words, in lines
 */
char *
weft_gantt_sheet_describe (const WeftGanttSheet *self, const WeftGanttHit *hit)
{
  g_return_val_if_fail (self != NULL && hit != NULL, NULL);

  switch (hit->part)
    {
    case WEFT_GANTT_TASK:
      return weft_gantt_describe_task (self->charts[hit->chart], hit->task);
    case WEFT_GANTT_SPAN:
    case WEFT_GANTT_IDLE:
      return weft_gantt_describe_span (self->charts[hit->chart], hit->row, hit->from_s, hit->to_s);
    case WEFT_GANTT_DEVICE:
      return weft_gantt_describe_span (self->charts[hit->chart], hit->row, 0,
                                       weft_gantt_get_makespan_s (self->charts[hit->chart]));
    case WEFT_GANTT_NOTHING:
    case WEFT_GANTT_AXIS:
    case WEFT_GANTT_KERNEL:
    default:
      return NULL;
    }
}
