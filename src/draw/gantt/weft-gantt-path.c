/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The critical path as a line from the end of each bar to the begin of the next. Lines in one pixel are one line, from
 * the first to the last row that they touch. */
#include <math.h>

#include "draw/gantt/weft-gantt-bars-private.h"

#define LINE 1.5
/* Steps that lie nearer than this to each other are one line, in user units. */
#define NEAR 1.0
/* Lines that are nearer than this on average would hide the bars; the marks of the bars have to do. */
#define APART 6.0

typedef struct
{
  cairo_t *cr;
  const WeftGantt *chart;
  const WeftGanttSheet *sheet;
  const WeftGanttLayout *layout;
  const WeftBox *plot;
  /* The line that is not drawn yet. */
  gboolean pending;
  double x;
  double least;
  double most;
} Painter;

static double
place_x (const Painter *self, double time_s)
{
  return weft_gantt_layout_x (self->layout, self->sheet, time_s);
}

/* A place in a row. */
static double
place_y (const Painter *self, double row)
{
  return self->plot->y + weft_gantt_view_y (self->sheet->view, row);
}

/* The middle of a lane, in rows. */
static double
middle_of (const Painter *self, guint lane)
{
  const WeftGanttLane *at = &self->chart->lanes[lane];

  return at->row + (at->top + at->bottom) / 2;
}

static void
flush (Painter *self)
{
  if (!self->pending)
    return;
  cairo_move_to (self->cr, self->x, place_y (self, self->least));
  cairo_line_to (self->cr, self->x, place_y (self, self->most));
  self->pending = FALSE;
}

static void
add_upright (Painter *self, double x, double least, double most)
{
  if (least >= most)
    return;
  if (self->pending && fabs (x - self->x) < NEAR)
    {
      self->least = MIN (self->least, least);
      self->most = MAX (self->most, most);
      return;
    }
  flush (self);
  self->pending = TRUE;
  self->x = x;
  self->least = least;
  self->most = most;
}

static double
begin_of (const Painter *self, const WeftGanttStep *step)
{
  return step->together ? self->chart->start[step->from] : self->chart->finish[step->from];
}

static void
add_step (Painter *self, const WeftGanttStep *step)
{
  double x0, x1;
  double to = middle_of (self, step->lane), from = middle_of (self, step->from_lane);

  x0 = place_x (self, begin_of (self, step));
  x1 = place_x (self, MAX (self->chart->start[step->bar], begin_of (self, step)));
  if (fabs (x1 - x0) < NEAR)
    {
      add_upright (self, x1, MIN (to, from), MAX (to, from));
      return;
    }
  flush (self);
  cairo_move_to (self->cr, x0, place_y (self, from));
  cairo_line_to (self->cr, x1, place_y (self, to));
}

/* The first step that ends after the left edge; steps are in the order of time. */
static guint32
find_first (const Painter *self, double from_s)
{
  guint32 low = 0, high = self->chart->n_steps;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->chart->start[self->chart->steps[middle].bar] < from_s)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
add_steps (Painter *self)
{
  const WeftGantt *chart = self->chart;
  double to_s = weft_gantt_view_get_to_s (self->sheet->view);
  guint32 first = find_first (self, weft_gantt_view_get_from_s (self->sheet->view));

  if ((find_first (self, to_s) - first) * APART > self->plot->w)
    return;
  for (guint32 i = first; i < chart->n_steps && begin_of (self, &chart->steps[i]) <= to_s; i++)
    add_step (self, &chart->steps[i]);
  flush (self);
}

void
weft_gantt_paint_path (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  Painter self = { .cr = cr, .chart = sheet->charts[index], .sheet = sheet, .layout = layout,
                   .plot = &layout->plots[index] };

  if (!sheet->shows_path || self.chart->n_steps == 0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self.plot->x, self.plot->y, self.plot->w, self.plot->h);
  cairo_clip (cr);
  cairo_new_path (cr);
  add_steps (&self);
  cairo_set_line_width (cr, LINE);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  weft_paint_source (cr, &layout->palette->text, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}
