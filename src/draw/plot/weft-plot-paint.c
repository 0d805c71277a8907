/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a layout, and what lies over it at an item. */
#include "draw/plot/weft-plot-places-private.h"

#include <math.h>
#include <string.h>

#include "base/weft-file.h"
#include "draw/plot/weft-plot-points-private.h"
#include "draw/plot/weft-plot-rule-private.h"

#define TIP_RADIUS 6.0
#define TIP_MOST_WIDTH 22.0 /* in sizes of the font */

static void
paint_grid (WeftPlotLayout *self,
            cairo_t        *cr)
{
  const WeftBox *plot = &self->frame.box;
  const WeftColour *dim = weft_chart_dim (&self->palette);
  WeftTextAlign end = weft_chart_end (&self->palette);

  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  weft_paint_source (cr, &self->palette.grid, 1.0);
  cairo_new_path (cr);
  for (guint i = 0; i < self->frame.y.n_ticks; i++)
    {
      cairo_move_to (cr, plot->x, floor (self->y_ticks[i]) + 0.5);
      cairo_line_to (cr, weft_box_right (plot), floor (self->y_ticks[i]) + 0.5);
    }
  for (guint i = 0; i < self->frame.x.n_ticks; i++)
    {
      cairo_move_to (cr, floor (self->x_ticks[i]) + 0.5, weft_box_bottom (plot));
      cairo_rel_line_to (cr, 0, 4 * self->frame.unit);
    }
  cairo_stroke (cr);
  for (guint i = 0; i < self->frame.y.n_ticks; i++)
    {
      g_autofree char *text = weft_axis_label (&self->frame.y, self->frame.y.ticks[i]);

      weft_text_draw (cr, &self->text.small, text, &self->y_boxes[i], end, dim);
    }
  for (guint i = 0; i < self->frame.x.n_ticks; i++)
    {
      g_autofree char *text = weft_axis_label (&self->frame.x, self->frame.x.ticks[i]);

      weft_text_draw (cr, &self->text.small, text, &self->x_boxes[i], WEFT_TEXT_CENTRE, dim);
    }
  weft_text_draw (cr, &self->text.small, self->x_words, &self->x_title, WEFT_TEXT_CENTRE, dim);
  weft_text_draw (cr, &self->text.small, self->y_words, &self->y_title,
                  weft_chart_start (&self->palette), dim);
}

static void
paint_legend (WeftPlotLayout *self,
              cairo_t        *cr)
{
  for (guint i = 0; i < self->legend->len; i++)
    {
      const WeftPlotLabel *label = &g_array_index (self->legend, WeftPlotLabel, i);

      cairo_new_path (cr);
      if (label->hollow)
        weft_plot_points_paint_hollow_key (WEFT_PLOT_POINTS (label->layer), cr, &self->frame,
                                           &label->key);
      else
        WEFT_PLOT_LAYER_GET_CLASS (label->layer)
            ->paint_key (label->layer, cr, &self->frame, &label->key);
      weft_text_draw (cr, &self->text.small, label->text, &label->box,
                      weft_chart_start (&self->palette), &self->palette.text);
    }
}

/* A hue that is light enough for a line may be too light for a text: towards the text's colour. */
static WeftColour
ink_of (WeftPlotLayout *self,
        guint           hue)
{
  const WeftColour *a = weft_plot_hue (&self->palette, hue);
  const WeftColour *b = &self->palette.text;
  const double share = 0.3;

  return (WeftColour){ a->r + (b->r - a->r) * share, a->g + (b->g - a->g) * share,
                       a->b + (b->b - a->b) * share, 1 };
}

static void
paint_ends (WeftPlotLayout *self,
            cairo_t        *cr)
{
  const double dots[] = { self->frame.unit, 3 * self->frame.unit };

  for (guint i = 0; i < self->ends->len; i++)
    {
      const WeftPlotLabel *label = &g_array_index (self->ends, WeftPlotLabel, i);
      WeftColour ink = ink_of (self, weft_plot_layer_get_hue (label->layer));
      double x = self->frame.mirrored ? weft_box_right (&label->box) : label->box.x;
      double y = label->box.y + label->box.h / 2;

      weft_text_draw (cr, &self->text.small_strong, label->text, &label->box,
                      weft_chart_start (&self->palette), &ink);
      if (hypot (x - label->end_x, y - label->end_y) < self->text.gap * 2)
        continue;
      /* A leader from where the line ends to the label that had to give way. */
      cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
      cairo_set_line_width (cr, 1);
      weft_paint_source (cr, &ink, 0.7);
      cairo_new_path (cr);
      cairo_move_to (cr, label->end_x, label->end_y);
      cairo_line_to (cr, x + (self->frame.mirrored ? 2 : -2), y);
      cairo_stroke (cr);
    }
}

static void
paint_notes (WeftPlotLayout *self,
             cairo_t        *cr)
{
  for (guint i = 0; i < self->notes->len; i++)
    {
      const WeftPlotNote *note = &g_array_index (self->notes, WeftPlotNote, i);
      WeftColour ink = note->plain ? self->palette.text : ink_of (self, note->hue);

      weft_text_draw (cr, note->plain ? &self->text.small_strong : &self->text.small, note->text,
                      &note->box, note->align, &ink);
    }
}

static void
paint_layers (WeftPlotLayout *self,
              cairo_t        *cr)
{
  const double slack = 6 * self->frame.unit;
  const WeftBox *plot = &self->frame.box;
  guint n = weft_plot_n_layers (self->plot);

  /* Marks on the edge are whole; lines have a narrower clip of their own. */
  cairo_save (cr);
  cairo_rectangle (cr, plot->x - slack, plot->y - slack, plot->w + 2 * slack, plot->h + 2 * slack);
  cairo_clip (cr);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      {
        WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);
        WeftPlotLayerClass *klass = WEFT_PLOT_LAYER_GET_CLASS (layer);

        if (!weft_plot_layer_get_visible (layer))
          continue;
        cairo_save (cr);
        cairo_new_path (cr);
        if (pass == 0 && klass->paint_back != NULL)
          klass->paint_back (layer, cr, &self->frame);
        if (pass == 1)
          klass->paint (layer, cr, &self->frame);
        cairo_restore (cr);
      }
  cairo_restore (cr);
}

void
weft_plot_layout_paint (WeftPlotLayout *self,
                        cairo_t        *cr)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);

  cairo_save (cr);
  weft_paint_background (cr, self->width, self->height, &self->palette);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_clip (cr);
  if (self->empty)
    {
      weft_chart_paint_message (cr, self->width, self->height, &self->palette,
                                weft_plot_get_message (self->plot));
      cairo_restore (cr);
      return;
    }
  if (self->title.h > 0)
    weft_text_draw (cr, &self->text.strong, weft_plot_get_title (self->plot), &self->title,
                    weft_chart_start (&self->palette), &self->palette.text);
  paint_legend (self, cr);
  paint_grid (self, cr);
  paint_layers (self, cr);
  paint_ends (self, cr);
  paint_notes (self, cr);
  cairo_restore (cr);
}

WeftPlotItem
weft_plot_layout_find (WeftPlotLayout *self,
                       double          x,
                       double          y,
                       double          radius)
{
  WeftPlotItem found = { -1, -1 };
  double best = radius;

  g_return_val_if_fail (self != NULL, found);

  if (self->empty || !isfinite (x) || !isfinite (y))
    return found;
  /* What is painted last lies above. */
  for (guint i = weft_plot_n_layers (self->plot); i-- > 0;)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);
      double distance = INFINITY;
      int index;

      if (!weft_plot_layer_get_visible (layer))
        continue;
      index = weft_plot_layer_lookup (layer, &self->frame, x, y, radius, &distance);
      if (index < 0 || distance > best || (found.layer >= 0 && distance == best))
        continue;
      best = distance;
      found = (WeftPlotItem){ (int) i, index };
    }

  return found;
}

gboolean
weft_plot_layout_place (WeftPlotLayout *self,
                        WeftPlotItem    item,
                        double         *x,
                        double         *y)
{
  WeftPlotLayer *layer;
  double vx, vy;

  g_return_val_if_fail (self != NULL, FALSE);

  if (self->empty || item.layer < 0 || item.layer >= (int) weft_plot_n_layers (self->plot))
    return FALSE;
  layer = weft_plot_get_layer (self->plot, (guint) item.layer);
  if (item.index < 0 || item.index >= (int) weft_plot_layer_n_items (layer))
    return FALSE;
  weft_plot_layer_position (layer, (guint) item.index, &vx, &vy);
  *x = weft_plot_frame_x (&self->frame, vx);
  *y = weft_plot_frame_y (&self->frame, vy);
  if (WEFT_IS_PLOT_RULE (layer) && isnan (vx))
    *x = self->frame.box.x + self->frame.box.w / 2;
  if (WEFT_IS_PLOT_RULE (layer) && isnan (vy))
    *y = self->frame.box.y + self->frame.box.h / 2;

  return weft_plot_frame_holds (&self->frame, *x, *y);
}

/* On a card above the item, or below it, and inside of the picture. */
static void
paint_tip (WeftPlotLayout *self,
           cairo_t        *cr,
           const char     *words,
           double          x,
           double          y)
{
  const WeftChartFrame *m = &self->text;
  double inset = m->gap;
  double most = MIN (m->text.size * TIP_MOST_WIDTH, self->width - 2 * inset - 4);
  double w = MIN (ceil (weft_text_width (&m->small, words)) + 1, MAX (most, 1));
  double h = ceil (weft_text_wrapped_height (&m->small, words, w));
  WeftBox card = { x - w / 2 - inset, y - h - 2 * inset - 10 * self->frame.unit, w + 2 * inset,
                   h + 2 * inset * 0.8 };
  WeftBox text;

  if (card.y < 0)
    card.y = y + 10 * self->frame.unit;
  card.x = CLAMP (card.x, 1, MAX (self->width - card.w - 1, 1));
  card.y = CLAMP (card.y, 1, MAX (self->height - card.h - 1, 1));
  card.x = round (card.x) + 0.5;
  card.y = round (card.y) + 0.5;
  text = (WeftBox){ card.x + inset, card.y + inset * 0.8, w, h };
  weft_paint_rounded_path (cr, &card, TIP_RADIUS, WEFT_CORNERS_ALL);
  weft_paint_source (cr, &self->palette.card, 1);
  cairo_fill_preserve (cr);
  weft_paint_source (cr, &self->palette.text, self->palette.high_contrast ? 1 : 0.35);
  cairo_set_line_width (cr, 1);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  weft_text_draw_wrapped (cr, &m->small, words, &text, weft_chart_start (&self->palette),
                          &self->palette.text);
}

void
weft_plot_layout_paint_item (WeftPlotLayout *self,
                             cairo_t        *cr,
                             WeftPlotItem    item)
{
  g_autofree char *words = NULL;
  WeftPlotLayer *layer;
  double x, y;

  g_return_if_fail (self != NULL);
  g_return_if_fail (cr != NULL);

  if (!weft_plot_layout_place (self, item, &x, &y))
    return;
  layer = weft_plot_get_layer (self->plot, (guint) item.layer);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, self->width, self->height);
  cairo_clip (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_path (cr);
  cairo_arc (cr, x, y, 7 * self->frame.unit, 0, 2 * G_PI);
  weft_paint_source (cr, &self->palette.card, 1);
  cairo_set_line_width (cr, 5 * self->frame.unit);
  cairo_stroke_preserve (cr);
  weft_paint_source (cr, &self->palette.text, 1);
  cairo_set_line_width (cr, 2 * self->frame.unit);
  cairo_stroke (cr);
  words = weft_plot_layer_describe (layer, self->plot, (guint) item.index);
  paint_tip (self, cr, words, x, y);
  cairo_restore (cr);
}

void
weft_plot_paint (cairo_t           *cr,
                 double             width,
                 double             height,
                 const WeftPalette *palette,
                 gpointer           plot)
{
  g_autoptr (WeftPlotLayout) layout = NULL;

  g_return_if_fail (cr != NULL);
  g_return_if_fail (WEFT_IS_PLOT (plot));

  if (!(width > 0 && height > 0))
    return;
  layout = weft_plot_layout_new (plot, width, height, palette, TRUE);
  weft_plot_layout_paint (layout, cr);
}

gboolean
weft_plot_export (WeftPlot          *plot,
                  const char        *path,
                  double             width,
                  double             height,
                  double             scale,
                  const WeftPalette *palette,
                  GError           **error)
{
  g_autofree char *name = NULL;
  g_autofree char *csv = NULL;

  g_return_val_if_fail (WEFT_IS_PLOT (plot), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (palette != NULL, FALSE);

  name = g_ascii_strdown (path, -1);
  if (!g_str_has_suffix (name, ".csv"))
    return weft_paint_export_titled (path, width, height, scale, palette,
                                     weft_plot_get_title (plot), weft_plot_paint, plot, error);
  csv = weft_plot_to_csv (plot);

  return weft_file_save (path, csv, strlen (csv), FALSE, error);
}
