/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints the speed-up chart and answers which row a point is in. */
#include "config.h"

#include "draw/weft-speedup-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/weft-speedup-layout-private.h"

typedef struct
{
  cairo_t *cr;
  const WeftPalette *palette;
  const WeftSpeedupLayout *layout;
  const WeftChartFrame *frame;
  const WeftColour *dim;
  WeftTextAlign start, end; /* in the text's direction */
} Painter;

static void
paint_series (const Painter    *self,
              guint             series,
              const WeftBox    *box,
              WeftCorners       corners,
              const WeftColour *colour)
{
  double radius = MIN (6.0, box->h * 0.3);

  if (series == 0)
    weft_paint_solid (self->cr, box, radius, corners, colour, self->palette);
  else
    weft_paint_hatched (self->cr, box, radius, corners, colour);
}

static void
paint_legend (const Painter *self)
{
  const WeftSpeedupLayout *layout = self->layout;

  if (layout->n_series < 2)
    return;

  for (guint s = 0; s < layout->n_series; s++)
    {
      paint_series (self, s, &layout->swatches[s], WEFT_CORNERS_ALL, self->dim);
      weft_text_draw (self->cr, &self->frame->text, layout->series_names[s], &layout->names[s],
                      self->start, &self->palette->text);
    }
}

static void
paint_axis (const Painter *self)
{
  const WeftSpeedupLayout *layout = self->layout;
  double bottom = weft_box_bottom (&layout->plot);

  for (guint i = 0; i < layout->n_ticks; i++)
    {
      g_autofree char *text = weft_axis_label (&layout->axis, layout->axis.ticks[i]);

      weft_paint_upright (self->cr, layout->tick_x[i], layout->plot.y, bottom,
                          &self->palette->grid);
      weft_text_draw (self->cr, &self->frame->small, text, &layout->tick_boxes[i], WEFT_TEXT_CENTRE,
                      self->dim);
    }
}

/* The line at 1, with gaps where text goes through. */
static void
trace_reference (const Painter *self)
{
  const WeftSpeedupLayout *layout = self->layout;
  double x = floor (layout->reference_x) + 0.5;
  double text = weft_text_height (&self->frame->text);

  cairo_new_path (self->cr);
  cairo_move_to (self->cr, x, layout->plot.y - 1);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    for (guint s = 0; s < layout->n_series; s++)
      {
        const WeftSpeedupMark *mark = &layout->rows[i].marks[s];
        double middle = mark->slot.y + mark->slot.h / 2;

        if (!mark->crosses)
          continue;
        cairo_line_to (self->cr, x, middle - text / 2);
        cairo_move_to (self->cr, x, middle + text / 2);
      }
  cairo_line_to (self->cr, x, weft_box_bottom (&layout->plot) + 1);
}

/* Drawn over the bars: the edges in the other ink keep it visible on any of them. */
static void
paint_reference (const Painter *self)
{
  const WeftSpeedupLayout *layout = self->layout;
  const WeftTextStyle *small = &self->frame->small;
  const double dashes[] = { 2.0, 3.0 };
  cairo_t *cr = self->cr;

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  trace_reference (self);
  weft_paint_source (cr, weft_colour_ink_on (&self->palette->text), 0.6);
  cairo_set_line_width (cr, 3.0);
  cairo_stroke_preserve (cr);
  weft_paint_source (cr, &self->palette->text, 1.0);
  cairo_set_line_width (cr, 1.25);
  cairo_stroke (cr);
  cairo_restore (cr);

  weft_text_draw (cr, small, _("reference"), &layout->reference_label, WEFT_TEXT_CENTRE, self->dim);
  weft_text_draw (cr, small, _("log scale"), &layout->log_label, self->end, self->dim);
}

static void
paint_bar (const Painter         *self,
           guint                  row,
           guint                  series,
           const WeftSpeedupMark *mark)
{
  if (mark->bar.w <= 0)
    return;
  if (mark->kind == WEFT_MARK_BAR)
    paint_series (self, series, &mark->bar, mark->corners, &self->palette->workloads[row]);
  else if (mark->kind == WEFT_MARK_CANNOT_RUN)
    weft_paint_hollow (self->cr, &mark->bar, MIN (4.0, mark->bar.h * 0.25), &self->palette->error);
}

static void
paint_mark_text (const Painter         *self,
                 guint                  row,
                 guint                  series,
                 const WeftSpeedupMark *mark)
{
  const WeftPalette *palette = self->palette;
  const WeftColour *ink = self->dim;
  const WeftColour *value_ink = &palette->text;
  const WeftBox *icon = &mark->icon_box;

  if (mark->kind == WEFT_MARK_CANNOT_RUN)
    ink = &palette->error;
  if (mark->inside && series == 0)
    value_ink = weft_colour_ink_on (&palette->workloads[row]);

  weft_text_draw (self->cr, &self->frame->strong, mark->value_text, &mark->value_box, self->start,
                  value_ink);
  if (icon->w > 0 && mark->kind == WEFT_MARK_CANNOT_RUN)
    weft_paint_stop_icon (self->cr, icon->x, icon->y, icon->w, ink);
  else if (icon->w > 0)
    weft_paint_part_icon (self->cr, mark->bottleneck, icon->x, icon->y, icon->w, ink);
  weft_text_draw (self->cr, &self->frame->text, weft_speedup_mark_word (mark), &mark->word_box,
                  self->start, ink);
}

static void
paint_chart (const Painter          *self,
             const WeftSpeedupChart *chart)
{
  const WeftSpeedupLayout *layout = self->layout;

  if (chart->title != NULL)
    weft_text_draw (self->cr, &self->frame->strong, chart->title, &layout->title, self->start,
                    &self->palette->text);
  paint_legend (self);
  if (chart->hover >= 0 && chart->hover < WEFT_N_WORKLOADS)
    weft_paint_hover (self->cr, &layout->rows[chart->hover].row, self->palette);
  paint_axis (self);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    for (guint s = 0; s < layout->n_series; s++)
      paint_bar (self, i, s, &layout->rows[i].marks[s]);
  paint_reference (self);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const WeftSpeedupRow *row = &layout->rows[i];

      weft_text_draw (self->cr, &self->frame->text, weft_workload_label ((WeftWorkloadKind) i),
                      &row->label, self->end, &self->palette->text);
      for (guint s = 0; s < layout->n_series; s++)
        paint_mark_text (self, i, s, &row->marks[s]);
    }
}

/**
 * weft_speedup_chart_paint: (skip)
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: in user units
 * @height: in user units
 * @palette: colours and text
 * @chart: what to show
 *
 * Paints the speed-up of each workload over the reference. Nothing is drawn outside the area.
 */
void
weft_speedup_chart_paint (cairo_t                *cr,
                          double                  width,
                          double                  height,
                          const WeftPalette      *palette,
                          const WeftSpeedupChart *chart)
{
  WeftSpeedupLayout layout;
  Painter painter
      = { cr, palette, &layout, &layout.frame, weft_chart_dim (palette), weft_chart_start (palette),
          weft_chart_end (palette) };

  g_return_if_fail (cr != NULL);
  g_return_if_fail (palette != NULL);
  g_return_if_fail (chart != NULL);

  if (!(width > 0 && height > 0))
    return;

  cairo_save (cr);
  weft_paint_background (cr, width, height, palette);
  weft_speedup_layout_init (&layout, width, height, palette, chart);
  if (layout.message != NULL)
    weft_chart_paint_message (cr, width, height, palette, layout.message);
  else
    paint_chart (&painter, chart);
  cairo_restore (cr);
}

/**
 * weft_speedup_chart_pick: (skip)
 * @x: in user units
 * @y: in user units
 * @width: of the painting
 * @height: of the painting
 * @palette: as painted
 * @chart: as painted
 *
 * Returns: the workload whose row holds the point, or -1
 */
int
weft_speedup_chart_pick (double                  x,
                         double                  y,
                         double                  width,
                         double                  height,
                         const WeftPalette      *palette,
                         const WeftSpeedupChart *chart)
{
  WeftSpeedupLayout layout;

  g_return_val_if_fail (palette != NULL, -1);
  g_return_val_if_fail (chart != NULL, -1);

  if (!(width > 0 && height > 0))
    return -1;

  weft_speedup_layout_init (&layout, width, height, palette, chart);
  for (int i = 0; i < WEFT_N_WORKLOADS && layout.message == NULL; i++)
    if (weft_box_contains (&layout.rows[i].row, x, y))
      return i;

  return -1;
}

/**
 * weft_speedup_chart_row: (skip)
 * @row: a workload
 * @width: of the painting
 * @height: of the painting
 * @palette: as painted
 * @chart: as painted
 * @x: (out): left edge
 * @y: (out): top edge
 * @w: (out): width
 * @h: (out): height
 *
 * The rectangle of a row, empty when the chart has none.
 */
void
weft_speedup_chart_row (guint                   row,
                        double                  width,
                        double                  height,
                        const WeftPalette      *palette,
                        const WeftSpeedupChart *chart,
                        double                 *x,
                        double                 *y,
                        double                 *w,
                        double                 *h)
{
  WeftSpeedupLayout layout;
  WeftBox box = { 0, 0, 0, 0 };

  g_return_if_fail (palette != NULL);
  g_return_if_fail (chart != NULL);

  if (row < WEFT_N_WORKLOADS && width > 0 && height > 0)
    {
      weft_speedup_layout_init (&layout, width, height, palette, chart);
      box = layout.rows[row].row;
    }
  *x = box.x;
  *y = box.y;
  *w = box.w;
  *h = box.h;
}

/**
 * weft_speedup_chart_height: (skip)
 * @width: that the chart will have; no width needs more height than another
 * @palette: colours and text
 * @chart: what to show
 *
 * Returns: the height at which the chart looks best
 */
double
weft_speedup_chart_height (double                  width G_GNUC_UNUSED,
                           const WeftPalette      *palette,
                           const WeftSpeedupChart *chart)
{
  g_return_val_if_fail (palette != NULL, 0);
  g_return_val_if_fail (chart != NULL, 0);

  return weft_speedup_layout_height (palette, chart);
}
