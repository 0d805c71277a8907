/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints the split chart and answers which row and part a point is in. */
#include "draw/weft-split-chart.h"

#include "draw/weft-split-layout-private.h"

typedef struct
{
  cairo_t *cr;
  const WeftPalette *palette;
  const WeftSplitLayout *layout;
  const WeftChartFrame *frame;
  const WeftColour *dim;
  WeftTextAlign start, end; /* in the text's direction */
} Painter;

/* Each key is a piece of its segment: the same fill, the same icon in the same ink. */
static void
paint_legend (const Painter *self)
{
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      const WeftSplitKey *key = &self->layout->legend[p];
      const WeftColour *fill = &self->palette->parts[p];
      double inset = key->swatch.w * 0.17;

      weft_paint_solid (self->cr, &key->swatch, 4.0, WEFT_CORNERS_ALL, fill, self->palette);
      weft_paint_part_icon (self->cr, (WeftTimePart) p, key->swatch.x + inset,
                            key->swatch.y + inset, key->swatch.w - 2 * inset,
                            weft_colour_ink_on (fill));
      weft_text_draw (self->cr, &self->frame->text, weft_time_part_label ((WeftTimePart) p),
                      &key->word, self->start, &self->palette->text);
    }
}

static void
paint_axis (const Painter *self)
{
  const WeftSplitLayout *layout = self->layout;
  double bottom = weft_box_bottom (&layout->plot);

  for (guint i = 0; i < WEFT_SPLIT_N_TICKS; i++)
    {
      char text[16];

      if (layout->tick_boxes[i].w <= 0)
        continue;
      g_snprintf (text, sizeof text, "%u\u00a0%%", i * 50);
      weft_paint_upright (self->cr, CLAMP (layout->tick_x[i], 0, layout->width - 1),
                          layout->plot.y, bottom + 2, &self->palette->grid);
      weft_text_draw (self->cr, &self->frame->small, text, &layout->tick_boxes[i], WEFT_TEXT_CENTRE,
                      self->dim);
    }
}

static void
paint_segment (const Painter          *self,
               guint                   part,
               const WeftSplitSegment *segment,
               gboolean                strong)
{
  const WeftColour *fill = &self->palette->parts[part];
  const WeftColour *ink = weft_colour_ink_on (fill);
  const WeftBox *icon = &segment->icon_box;
  double radius = MIN (6.0, segment->bar.h * 0.25);

  if (segment->bar.w <= 0)
    return;

  weft_paint_solid (self->cr, &segment->bar, radius, segment->corners, fill, self->palette);
  if (icon->w > 0)
    weft_paint_part_icon (self->cr, (WeftTimePart) part, icon->x, icon->y, icon->w, ink);
  weft_text_draw (self->cr, strong ? &self->frame->small_strong : &self->frame->small,
                  segment->text, &segment->text_box, self->start, ink);
}

static void
paint_row (const Painter *self,
           guint          index)
{
  const WeftSplitRow *row = &self->layout->rows[index];
  const WeftColour *ink = row->cannot_run ? &self->palette->error : self->dim;

  weft_text_draw (self->cr, &self->frame->text, weft_workload_label ((WeftWorkloadKind) index),
                  &row->label, self->end, &self->palette->text);
  if (row->cannot_run)
    {
      weft_paint_hollow (self->cr, &row->bar, MIN (6.0, row->bar.h * 0.25), ink);
      weft_paint_stop_icon (self->cr, row->icon_box.x, row->icon_box.y, row->icon_box.w, ink);
    }
  if (row->cannot_run || !row->has_result)
    weft_text_draw (self->cr, &self->frame->text, weft_split_row_word (row), &row->word_box,
                    self->start, ink);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    paint_segment (self, p, &row->segments[p], (int) p == row->bottleneck);
}

/**
 * weft_split_chart_paint: (skip)
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: in user units
 * @height: in user units
 * @palette: colours and text
 * @chart: what to show
 *
 * Paints where each workload's time goes. Nothing is drawn outside the area.
 */
void
weft_split_chart_paint (cairo_t              *cr,
                        double                width,
                        double                height,
                        const WeftPalette    *palette,
                        const WeftSplitChart *chart)
{
  WeftSplitLayout layout;
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
  weft_split_layout_init (&layout, width, height, palette, chart);
  if (layout.message != NULL)
    {
      weft_chart_paint_message (cr, width, height, palette, layout.message);
      cairo_restore (cr);
      return;
    }

  if (chart->title != NULL)
    weft_text_draw (cr, &layout.frame.strong, chart->title, &layout.title, painter.start,
                    &palette->text);
  paint_legend (&painter);
  if (chart->hover >= 0 && chart->hover < WEFT_N_WORKLOADS)
    weft_paint_hover (cr, &layout.rows[chart->hover].row, palette);
  paint_axis (&painter);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    paint_row (&painter, i);
  cairo_restore (cr);
}

/**
 * weft_split_chart_pick: (skip)
 * @x: in user units
 * @y: in user units
 * @width: of the painting
 * @height: of the painting
 * @palette: as painted
 * @chart: as painted
 * @part: (out) (optional): the part of the time under the point, or -1
 *
 * Returns: the workload whose row holds the point, or -1
 */
int
weft_split_chart_pick (double                x,
                       double                y,
                       double                width,
                       double                height,
                       const WeftPalette    *palette,
                       const WeftSplitChart *chart,
                       int                  *part)
{
  WeftSplitLayout layout;

  if (part != NULL)
    *part = -1;
  g_return_val_if_fail (palette != NULL, -1);
  g_return_val_if_fail (chart != NULL, -1);

  if (!(width > 0 && height > 0))
    return -1;

  weft_split_layout_init (&layout, width, height, palette, chart);
  for (int i = 0; i < WEFT_N_WORKLOADS && layout.message == NULL; i++)
    if (weft_box_contains (&layout.rows[i].row, x, y))
      {
        for (int p = 0; p < WEFT_N_PARTS && part != NULL; p++)
          if (weft_box_contains (&layout.rows[i].segments[p].bar, x, y))
            *part = p;
        return i;
      }

  return -1;
}

/**
 * weft_split_chart_row: (skip)
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
weft_split_chart_row (guint                 row,
                      double                width,
                      double                height,
                      const WeftPalette    *palette,
                      const WeftSplitChart *chart,
                      double               *x,
                      double               *y,
                      double               *w,
                      double               *h)
{
  WeftSplitLayout layout;
  WeftBox box = { 0, 0, 0, 0 };

  g_return_if_fail (palette != NULL);
  g_return_if_fail (chart != NULL);

  if (row < WEFT_N_WORKLOADS && width > 0 && height > 0)
    {
      weft_split_layout_init (&layout, width, height, palette, chart);
      box = layout.rows[row].row;
    }
  *x = box.x;
  *y = box.y;
  *w = box.w;
  *h = box.h;
}

/**
 * weft_split_chart_height: (skip)
 * @width: that the chart will have, which decides how many lines the legend takes
 * @palette: colours and text
 * @chart: what to show
 *
 * Returns: the height at which the chart looks best
 */
double
weft_split_chart_height (double                width,
                         const WeftPalette    *palette,
                         const WeftSplitChart *chart)
{
  g_return_val_if_fail (palette != NULL, 0);
  g_return_val_if_fail (chart != NULL, 0);

  return weft_split_layout_height (width, palette, chart);
}
