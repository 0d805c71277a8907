/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain arithmetic; every change ends in clamp(), which keeps what is seen inside of what there is. */
#include "draw/gantt/weft-gantt-view.h"

#include <math.h>

/* The closest look: this part of the whole time. */
#define MOST_ZOOM 1e9
/* Room to the right of the end, so that it can be seen to be the end. */
#define AFTER_END 1.015
/* A span that is zoomed to takes this part of the room. */
#define SPAN_SHARE 0.3
/* Rows of a chart that shows all of them are no higher. */
#define MOST_FITTED_ROW 56.0

struct _WeftGanttView
{
  GObject parent_instance;

  double end_s;
  guint n_rows;
  double width;
  double height;
  double from_s;
  double to_s;
  double first_row;
  double row_height;
  gboolean whole_time; /* it was asked for everything, and nothing else since */
  gboolean whole_rows;
};

G_DEFINE_FINAL_TYPE (WeftGanttView, weft_gantt_view, G_TYPE_OBJECT)

static guint changed_signal;

static double
last_s (WeftGanttView *self)
{
  return self->end_s > 0 ? self->end_s * AFTER_END : 1;
}

static void
clamp (WeftGanttView *self)
{
  double last = last_s (self);
  double span = CLAMP (self->to_s - self->from_s, last / MOST_ZOOM, last);
  double rows;

  self->from_s = CLAMP (self->from_s, 0, last - span);
  self->to_s = self->from_s + span;
  self->row_height = CLAMP (self->row_height, WEFT_GANTT_VIEW_LEAST_ROW, WEFT_GANTT_VIEW_MOST_ROW);
  rows = weft_gantt_view_get_n_seen (self);
  self->first_row = CLAMP (self->first_row, 0, MAX (0, self->n_rows - rows));
}

static void
changed (WeftGanttView *self)
{
  clamp (self);
  g_signal_emit (self, changed_signal, 0);
}

/* As high as there is room, but not so high that few rows look like a poster. */
static double
fitted_row (WeftGanttView *self)
{
  return self->n_rows > 0 ? CLAMP (self->height / self->n_rows, WEFT_GANTT_VIEW_LEAST_ROW, MOST_FITTED_ROW)
                          : WEFT_GANTT_VIEW_USUAL_ROW;
}

static void
show_whole (WeftGanttView *self)
{
  if (self->whole_time)
    {
      self->from_s = 0;
      self->to_s = last_s (self);
    }
  if (self->whole_rows)
    {
      self->first_row = 0;
      self->row_height = fitted_row (self);
    }
}

static void
weft_gantt_view_class_init (WeftGanttViewClass *klass)
{
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
}

static void
weft_gantt_view_init (WeftGanttView *self)
{
  self->width = self->height = 100;
  self->whole_time = self->whole_rows = TRUE;
  show_whole (self);
}

/**
 * weft_gantt_view_new: (skip)
 *
 * Returns: (transfer full): one that sees everything
 */
WeftGanttView *
weft_gantt_view_new (void)
{
  return g_object_new (WEFT_TYPE_GANTT_VIEW, NULL);
}

/**
 * weft_gantt_view_set_extent: (skip)
 * @self: a view
 * @end_s: when the last task ends
 * @n_rows: how many rows there are
 */
void
weft_gantt_view_set_extent (WeftGanttView *self, double end_s, guint n_rows)
{
  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (end_s));

  if (end_s == self->end_s && n_rows == self->n_rows)
    return;
  self->end_s = end_s;
  self->n_rows = n_rows;
  weft_gantt_view_fit (self);
}

/**
 * weft_gantt_view_set_size: (skip)
 * @self: a view
 * @width: of the room for bars, in user units
 * @height: of the room for bars, in user units
 */
void
weft_gantt_view_set_size (WeftGanttView *self, double width, double height)
{
  g_return_if_fail (WEFT_IS_GANTT_VIEW (self));

  width = MAX (width, 1);
  height = MAX (height, 1);
  if (width == self->width && height == self->height)
    return;
  self->width = width;
  self->height = height;
  show_whole (self);
  changed (self);
}

/**
 * weft_gantt_view_get_from_s: (skip)
 * @self: a view
 *
 * Returns: the first time that is seen
 */
double
weft_gantt_view_get_from_s (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 0);

  return self->from_s;
}

/**
 * weft_gantt_view_get_to_s: (skip)
 * @self: a view
 *
 * Returns: the last time that is seen
 */
double
weft_gantt_view_get_to_s (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 1);

  return self->to_s;
}

/**
 * weft_gantt_view_get_first_row: (skip)
 * @self: a view
 *
 * Returns: how many rows lie above the room
 */
double
weft_gantt_view_get_first_row (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 0);

  return self->first_row;
}

/**
 * weft_gantt_view_get_row_height: (skip)
 * @self: a view
 *
 * Returns: height of a row in user units
 */
double
weft_gantt_view_get_row_height (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 1);

  return self->row_height;
}

/**
 * weft_gantt_view_get_width: (skip)
 * @self: a view
 *
 * Returns: width of the room for bars in user units
 */
double
weft_gantt_view_get_width (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 1);

  return self->width;
}

/**
 * weft_gantt_view_get_height: (skip)
 * @self: a view
 *
 * Returns: height of the room for bars in user units
 */
double
weft_gantt_view_get_height (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 1);

  return self->height;
}

/**
 * weft_gantt_view_get_end_s: (skip)
 * @self: a view
 *
 * Returns: when the last task ends
 */
double
weft_gantt_view_get_end_s (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 0);

  return self->end_s;
}

/**
 * weft_gantt_view_get_n_seen: (skip)
 * @self: a view
 *
 * Returns: rows that the room has place for
 */
double
weft_gantt_view_get_n_seen (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), 1);

  return self->height / self->row_height;
}

/**
 * weft_gantt_view_is_whole: (skip)
 * @self: a view
 *
 * Returns: whether all of the time and all rows are seen
 */
gboolean
weft_gantt_view_is_whole (WeftGanttView *self)
{
  g_return_val_if_fail (WEFT_IS_GANTT_VIEW (self), TRUE);

  return self->from_s <= 0 && self->to_s >= self->end_s && weft_gantt_view_get_n_seen (self) >= self->n_rows;
}

/**
 * weft_gantt_view_x: (skip)
 * @self: a view
 * @time_s: a time
 *
 * Returns: where it lies, in user units from the begin of the room
 */
double
weft_gantt_view_x (WeftGanttView *self, double time_s)
{
  return (time_s - self->from_s) / (self->to_s - self->from_s) * self->width;
}

/**
 * weft_gantt_view_time: (skip)
 * @self: a view
 * @x: user units from the begin of the room
 *
 * Returns: the time that lies there
 */
double
weft_gantt_view_time (WeftGanttView *self, double x)
{
  return self->from_s + x / self->width * (self->to_s - self->from_s);
}

/**
 * weft_gantt_view_y: (skip)
 * @self: a view
 * @row: a row, or a place inside of one
 *
 * Returns: where it begins, in user units from the top of the room
 */
double
weft_gantt_view_y (WeftGanttView *self, double row)
{
  return (row - self->first_row) * self->row_height;
}

/**
 * weft_gantt_view_row: (skip)
 * @self: a view
 * @y: user units from the top of the room
 *
 * Returns: the row that lies there, with a fraction; it may be none of those that there are
 */
double
weft_gantt_view_row (WeftGanttView *self, double y)
{
  return self->first_row + y / self->row_height;
}

/**
 * weft_gantt_view_fit: (skip)
 * @self: a view
 *
 * Shows everything, and goes on to do so when the room changes.
 */
void
weft_gantt_view_fit (WeftGanttView *self)
{
  g_return_if_fail (WEFT_IS_GANTT_VIEW (self));

  self->whole_time = self->whole_rows = TRUE;
  show_whole (self);
  changed (self);
}

/**
 * weft_gantt_view_show_range: (skip)
 * @self: a view
 * @from_s: the first time
 * @to_s: the last time
 *
 * Rows stay as they are.
 */
void
weft_gantt_view_show_range (WeftGanttView *self, double from_s, double to_s)
{
  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (from_s) && isfinite (to_s));

  self->whole_time = FALSE;
  self->from_s = MIN (from_s, to_s);
  self->to_s = MAX (from_s, to_s);
  changed (self);
}

/**
 * weft_gantt_view_zoom: (skip)
 * @self: a view
 * @factor: over 1 to go nearer
 * @x: what lies there stays there
 */
void
weft_gantt_view_zoom (WeftGanttView *self, double factor, double x)
{
  double last, at, span;

  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (factor) && factor > 0);

  last = last_s (self);
  at = weft_gantt_view_time (self, x);
  span = CLAMP ((self->to_s - self->from_s) / factor, last / MOST_ZOOM, last);
  self->whole_time = span >= last;
  self->from_s = at - x / self->width * span;
  self->to_s = self->from_s + span;
  changed (self);
}

/**
 * weft_gantt_view_zoom_rows: (skip)
 * @self: a view
 * @factor: over 1 for higher rows
 * @y: what lies there stays there
 */
void
weft_gantt_view_zoom_rows (WeftGanttView *self, double factor, double y)
{
  double at;

  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (factor) && factor > 0);

  at = weft_gantt_view_row (self, y);
  self->whole_rows = FALSE;
  self->row_height = CLAMP (self->row_height * factor, WEFT_GANTT_VIEW_LEAST_ROW, WEFT_GANTT_VIEW_MOST_ROW);
  self->first_row = at - y / self->row_height;
  changed (self);
}

/**
 * weft_gantt_view_pan: (skip)
 * @self: a view
 * @dx: user units to go right
 * @dy: user units to go down
 */
void
weft_gantt_view_pan (WeftGanttView *self, double dx, double dy)
{
  double shift;

  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (dx) && isfinite (dy));

  shift = dx / self->width * (self->to_s - self->from_s);
  self->from_s += shift;
  self->to_s += shift;
  self->first_row += dy / self->row_height;
  changed (self);
}

/* Into the room, or as much of it as the room has place for. */
static void
reveal_row (WeftGanttView *self, guint row)
{
  double rows = weft_gantt_view_get_n_seen (self);

  if (row < self->first_row)
    self->first_row = row;
  else if (row + 1 > self->first_row + rows)
    self->first_row = row + 1 - rows;
}

/**
 * weft_gantt_view_zoom_to: (skip)
 * @self: a view
 * @from_s: begin of a span
 * @to_s: its end
 * @row: its row
 */
void
weft_gantt_view_zoom_to (WeftGanttView *self, double from_s, double to_s, guint row)
{
  double middle, span;

  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (from_s) && isfinite (to_s));

  middle = (from_s + to_s) / 2;
  span = to_s > from_s ? (to_s - from_s) / SPAN_SHARE : self->to_s - self->from_s;
  self->whole_time = FALSE;
  self->from_s = middle - span / 2;
  self->to_s = middle + span / 2;
  if (self->row_height < WEFT_GANTT_VIEW_USUAL_ROW)
    {
      self->whole_rows = FALSE;
      self->row_height = WEFT_GANTT_VIEW_USUAL_ROW;
      self->first_row = row + 0.5 - weft_gantt_view_get_n_seen (self) / 2;
    }
  reveal_row (self, row);
  changed (self);
}

/**
 * weft_gantt_view_reveal: (skip)
 * @self: a view
 * @from_s: begin of a span
 * @to_s: its end
 * @row: its row
 */
void
weft_gantt_view_reveal (WeftGanttView *self, double from_s, double to_s, guint row)
{
  double span, shift = 0;

  g_return_if_fail (WEFT_IS_GANTT_VIEW (self) && isfinite (from_s) && isfinite (to_s));

  span = self->to_s - self->from_s;
  if (from_s < self->from_s || to_s - from_s > span)
    shift = from_s - 0.05 * span - self->from_s;
  else if (to_s > self->to_s)
    shift = to_s + 0.05 * span - self->to_s;
  if (to_s < self->from_s || from_s > self->to_s)
    shift = (from_s + to_s) / 2 - (self->from_s + self->to_s) / 2;
  self->from_s += shift;
  self->to_s += shift;
  reveal_row (self, row);
  changed (self);
}
