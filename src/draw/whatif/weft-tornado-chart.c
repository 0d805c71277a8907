/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a tornado, and says what is at a point of it. */
#include "config.h"

#include "draw/whatif/weft-tornado-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/whatif/weft-tornado-layout-private.h"

#define EXPORT_WIDTH 960.0
#define PNG_SCALE 2.0
#define HUE_LOW 1
#define HUE_HIGH 0

/* --- data --- */

static void
clear_row (gpointer data)
{
  WeftTornadoRow *row = data;

  g_free (row->label);
  g_free (row->low_text);
  g_free (row->high_text);
}

/**
 * weft_tornado_chart_new: (skip)
 * @title: (nullable): painted above, for exports
 * @what: what the answers are
 * @centre: the answer that stands
 *
 * Returns: (transfer full): a chart without rows
 */
WeftTornadoChart *
weft_tornado_chart_new (const char       *title,
                        const WeftOutput *what,
                        double            centre)
{
  WeftTornadoChart *self = g_new0 (WeftTornadoChart, 1);

  self->title = g_strdup (title);
  self->what = weft_output_copy (what);
  self->centre = centre;
  self->rows = g_array_new (FALSE, FALSE, sizeof (WeftTornadoRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->hover = -1;
  return self;
}

/**
 * weft_tornado_chart_free: (skip)
 * @self: (transfer full): a chart
 */
void
weft_tornado_chart_free (WeftTornadoChart *self)
{
  g_free (self->title);
  weft_output_free (self->what);
  g_array_unref (self->rows);
  g_free (self);
}

/**
 * weft_tornado_chart_add: (skip)
 * @self: a chart
 * @label: the input
 * @low: the answer at the beginning of its range
 * @high: the answer at its end
 * @low_text: what the input is at the beginning
 * @high_text: what it is at the end
 * @total: its total-order index, %NAN for none
 *
 * Adds a row below those that are there.
 */
void
weft_tornado_chart_add (WeftTornadoChart *self,
                        const char       *label,
                        double            low,
                        double            high,
                        const char       *low_text,
                        const char       *high_text,
                        double            total)
{
  WeftTornadoRow row = { g_strdup (label), low, high, g_strdup (low_text), g_strdup (high_text), total };

  g_array_append_val (self->rows, row);
}

guint
weft_tornado_chart_n_rows (const WeftTornadoChart *self)
{
  return self->rows->len;
}

const WeftTornadoRow *
weft_tornado_chart_row (const WeftTornadoChart *self,
                        guint                   row)
{
  g_return_val_if_fail (row < self->rows->len, NULL);

  return &g_array_index (self->rows, WeftTornadoRow, row);
}

void
weft_tornado_chart_set_hover (WeftTornadoChart *self,
                              int               row)
{
  self->hover = row;
}

/* --- painting --- */

static void
paint_ticks (cairo_t                 *cr,
             const WeftTornadoLayout *layout,
             const WeftPalette       *palette)
{
  double right = -1;

  for (guint i = 0; i < layout->axis.n_ticks; i++)
    {
      double x = weft_tornado_layout_x (layout, layout->axis.ticks[i] * layout->unit_si);
      g_autofree char *label = weft_axis_label (&layout->axis, layout->axis.ticks[i]);
      g_autofree char *words = i + 1 == layout->axis.n_ticks && *layout->unit != '\0'
                                 ? g_strdup_printf ("%s\u00a0%s", label, layout->unit) : g_strdup (label);
      double w = ceil (weft_text_width (&layout->frame.small, words)) + 1;
      WeftBox box = { CLAMP (x - w / 2, 0, MAX (0, layout->width - w)), layout->ticks.y, w, layout->ticks.h };

      weft_paint_upright (cr, CLAMP (x, 0, layout->width - 1), layout->plot.y, layout->ticks.y + 2, &palette->grid);
      if (i > 0 && !layout->mirrored && box.x < right + layout->frame.gap / 2)
        continue;
      right = weft_box_right (&box);
      weft_text_draw (cr, &layout->frame.small, words, &box, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
    }
}

static void
paint_bar (cairo_t           *cr,
           const WeftBox     *bar,
           guint              end,
           const WeftPalette *palette)
{
  if (bar->w <= 0)
    return;
  if (end == 0)
    weft_paint_hatched (cr, bar, 2, WEFT_CORNERS_NONE, &palette->series[HUE_LOW]);
  else
    weft_paint_solid (cr, bar, 2, WEFT_CORNERS_NONE, &palette->series[HUE_HIGH], palette);
}

/* Where one end has no answer, a ring with a bar stands on the line of the answer that stands. */
static void
paint_missing (cairo_t                 *cr,
               const WeftTornadoLayout *layout,
               const WeftTornadoPlace  *place,
               guint                    end,
               const WeftPalette       *palette)
{
  double size = place->row.h * 0.6, offset = (end == 0) != layout->mirrored ? -size - 3 : 3;

  weft_paint_stop_icon (cr, layout->centre_x + offset, place->row.y + (place->row.h - size) / 2, size, &palette->error);
}

static void
paint_row (cairo_t                 *cr,
           const WeftTornadoLayout *layout,
           const WeftTornadoRow    *row,
           const WeftTornadoPlace  *place,
           const WeftPalette       *palette)
{
  const char *const texts[2] = { row->low_text, row->high_text };
  const WeftTextStyle *small = &layout->frame.small;

  weft_text_draw (cr, small, row->label, &place->label, weft_chart_start (palette), &palette->text);
  for (guint e = 0; e < 2; e++)
    if (place->ends[e].is_missing)
      paint_missing (cr, layout, place, e, palette);
    else
      paint_bar (cr, &place->ends[e].bar, e, palette);
  for (guint e = 0; e < 2; e++)
    if (place->ends[e].text.w > 0)
      weft_text_draw (cr, small, texts[e], &place->ends[e].text, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
  if (layout->has_totals && !isnan (row->total))
    {
      g_autofree char *total = g_strdup_printf ("%.1f\u00a0%%", 100 * row->total);

      weft_text_draw (cr, small, total, &place->total, weft_chart_end (palette), &palette->text);
    }
}

static void
paint_keys (cairo_t                 *cr,
            const WeftTornadoLayout *layout,
            const WeftPalette       *palette)
{
  const char *const words[2] = { _("Input at the low end"), _("Input at the high end") };

  for (guint i = 0; i < 2; i++)
    {
      paint_bar (cr, &layout->keys[i], i, palette);
      weft_text_draw (cr, &layout->frame.small, words[i], &layout->words[i], weft_chart_start (palette),
                      &palette->text);
    }
  if (layout->has_totals)
    weft_text_draw (cr, &layout->frame.small, _("Total order"), &layout->head, weft_chart_end (palette),
                    weft_chart_dim (palette));
}

/**
 * weft_tornado_chart_paint: (skip)
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: of the picture
 * @height: of the picture; weft_tornado_chart_height() has room for all
 * @palette: colours and text
 * @self: a chart
 *
 * A #WeftPaintFunc.
 */
void
weft_tornado_chart_paint (cairo_t           *cr,
                          double             width,
                          double             height,
                          const WeftPalette *palette,
                          gpointer           self)
{
  const WeftTornadoChart *chart = self;
  g_auto (WeftTornadoLayout) layout = { 0 };

  g_return_if_fail (cr != NULL && palette != NULL && chart != NULL);

  if (!(width > 0 && height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  if (chart->rows->len == 0)
    {
      weft_chart_paint_message (cr, width, height, palette, _("No input has an effect"));
      cairo_restore (cr);
      return;
    }

  weft_tornado_layout_init (&layout, chart, width, palette);
  if (chart->title != NULL)
    weft_text_draw (cr, &layout.frame.strong, chart->title, &layout.title, weft_chart_start (palette), &palette->text);
  if (chart->hover >= 0 && chart->hover < (int) layout.n_rows)
    weft_paint_hover (cr, &layout.rows[chart->hover].row, palette);
  paint_ticks (cr, &layout, palette);
  for (guint i = 0; i < layout.n_rows; i++)
    paint_row (cr, &layout, weft_tornado_chart_row (chart, i), &layout.rows[i], palette);
  weft_paint_upright (cr, layout.centre_x, layout.plot.y - 2, layout.ticks.y + 2, &palette->text);
  paint_keys (cr, &layout, palette);
  cairo_restore (cr);
}

/* --- asking --- */

double
weft_tornado_chart_height (const WeftTornadoChart *self,
                           double                  width,
                           const WeftPalette      *palette)
{
  g_auto (WeftTornadoLayout) layout = { 0 };

  g_return_val_if_fail (self != NULL && palette != NULL, 0);

  if (self->rows->len == 0)
    return palette->font_size * 6;
  weft_tornado_layout_init (&layout, self, width, palette);
  return layout.height;
}

int
weft_tornado_chart_pick (const WeftTornadoChart *self,
                         double                  x,
                         double                  y,
                         double                  width,
                         const WeftPalette      *palette)
{
  g_auto (WeftTornadoLayout) layout = { 0 };

  g_return_val_if_fail (self != NULL && palette != NULL, -1);

  if (!(width > 0))
    return -1;
  weft_tornado_layout_init (&layout, self, width, palette);
  for (guint i = 0; i < layout.n_rows; i++)
    if (weft_box_contains (&layout.rows[i].row, x, y))
      return (int) i;
  return -1;
}

char *
weft_tornado_chart_describe (const WeftTornadoChart *self,
                             int                     row)
{
  const WeftTornadoRow *at;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;
  g_autofree char *centre = weft_output_format (self->what, self->centre);
  g_autofree char *words = NULL;

  if (row < 0 || row >= (int) self->rows->len)
    return g_strdup_printf (ngettext ("%s: %s, %u input that has an effect", "%s: %s, %u inputs that have an effect",
                                      self->rows->len), self->what->label, centre, self->rows->len);
  at = weft_tornado_chart_row (self, (guint) row);
  low = weft_output_format (self->what, at->low);
  high = weft_output_format (self->what, at->high);
  /* Translators: an input, its value and the answer at one end, and at the other */
  words = g_strdup_printf (_("%s: at %s %s, at %s %s"), at->label, at->low_text, low, at->high_text, high);
  if (isnan (at->total))
    return g_steal_pointer (&words);
  return g_strdup_printf (_("%s; total order %.1f %%"), words, 100 * at->total);
}

gboolean
weft_tornado_chart_export (WeftTornadoChart  *self,
                           const char        *path,
                           const WeftPalette *palette,
                           GError           **error)
{
  g_return_val_if_fail (self != NULL && path != NULL && palette != NULL, FALSE);

  return weft_paint_check_suffix (path, error)
         && weft_paint_export_titled (path, EXPORT_WIDTH, weft_tornado_chart_height (self, EXPORT_WIDTH, palette),
                                      PNG_SCALE, palette, self->title, weft_tornado_chart_paint, self, error);
}
