/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a sheet: lanes and grid, bars, critical path, names of devices, time axis, legend. */
#include "config.h"

#include "draw/gantt/weft-gantt-sheet.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/gantt/weft-gantt-bars-private.h"
#include "draw/gantt/weft-gantt-scale-private.h"
#include "draw/weft-heat-scale-private.h"

#define LANE 0.05
#define MARK_LINE 2.5
/* Of a time that is pointed at. */
#define CURSOR_LINE 1.0

/* --- behind the bars --- */

static void
paint_lanes (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  const WeftBox *plot = &layout->plots[index];
  double row_height = weft_gantt_view_get_row_height (sheet->view);
  double gap = weft_gantt_row_gap (row_height);
  double first = floor (weft_gantt_view_get_first_row (sheet->view));
  guint n = weft_gantt_n_rows (sheet->charts[index]);

  for (guint row = (guint) MAX (0, first); row < n; row++)
    {
      double y = weft_gantt_view_y (sheet->view, row);

      if (y > plot->h)
        break;
      cairo_rectangle (cr, plot->x, plot->y + round (y + gap), plot->w,
                       MAX (1, round (y + row_height - gap) - round (y + gap)));
    }
  weft_paint_source (cr, &layout->palette->text, layout->palette->high_contrast ? 2 * LANE : LANE);
  cairo_fill (cr);
}

static void
init_scale (const WeftGanttSheet *sheet, const WeftGanttLayout *layout, WeftGanttScale *scale)
{
  double room = layout->text.small.size * WEFT_GANTT_TICK_ROOM;

  weft_gantt_scale_init (scale, weft_gantt_view_get_from_s (sheet->view), weft_gantt_view_get_to_s (sheet->view),
                         (guint) CLAMP (layout->axis.w / room, 2, 13), weft_gantt_is_plain (sheet->charts[0]));
}

/* Of the bars, which may be fewer than there is room for. */
static double
find_bottom (const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  const WeftBox *plot = &layout->plots[index];

  return MIN (weft_box_bottom (plot),
              plot->y + ceil (weft_gantt_view_y (sheet->view, weft_gantt_n_rows (sheet->charts[index]))));
}

static gboolean
is_inside (const WeftGanttLayout *layout, double x)
{
  return x >= layout->axis.x - 0.5 && x <= weft_box_right (&layout->axis) + 0.5;
}

/* Below its tick, but never cut by the edge of the picture. */
static void
paint_tick_label (cairo_t *cr, const WeftGanttLayout *layout, const char *label, double x)
{
  double w = ceil (weft_text_width (&layout->text.small, label)) + 1;
  WeftBox box = { CLAMP (x - w / 2, 0, MAX (0, layout->width - w)), layout->axis.y, w, layout->axis.h };

  weft_text_draw (cr, &layout->text.small, label, &box, WEFT_TEXT_CENTRE, weft_chart_dim (layout->palette));
}

static void
paint_axis (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout)
{
  const WeftColour *dim = weft_chart_dim (layout->palette);
  WeftGanttScale scale;
  g_autofree char *words = NULL;

  init_scale (sheet, layout, &scale);
  words = weft_gantt_scale_words (&scale);
  for (guint i = 0; i < scale.axis.n_ticks; i++)
    {
      double x = weft_gantt_layout_x (layout, sheet, weft_gantt_scale_tick (&scale, i));
      g_autofree char *label = weft_gantt_scale_label (&scale, i);

      if (!is_inside (layout, x))
        continue;
      paint_tick_label (cr, layout, label, x);
      for (guint c = 0; c < layout->n_charts; c++)
        weft_paint_upright (cr, x, layout->plots[c].y, find_bottom (sheet, layout, c), &layout->palette->grid);
    }
  weft_text_draw (cr, &layout->text.small, words, &layout->unit, weft_chart_start (layout->palette), dim);
}

/* Where a schedule ends. */
static void
paint_end (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  const double dashes[] = { 4, 3 };
  const WeftBox *plot = &layout->plots[index];
  double x = weft_gantt_layout_x (layout, sheet, weft_gantt_get_makespan_s (sheet->charts[index]));

  if (!is_inside (layout, x))
    return;
  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  weft_paint_upright (cr, x, plot->y, find_bottom (sheet, layout, index), weft_chart_dim (layout->palette));
  cairo_restore (cr);
}

/* --- beside the bars --- */

/* What tells devices apart stands at the end of their names: without room the first steps go. (transfer full) */
static char *
fit_name (const WeftGanttLayout *layout, const char *name, double width)
{
  const char *rest = name;
  g_autofree char *fitted = g_strdup (name);

  while (weft_text_width (&layout->text.small, fitted) > width)
    {
      const char *next = strstr (rest, " > ");

      if (next == NULL)
        break;
      rest = next + strlen (" > ");
      g_free (fitted);
      fitted = g_strconcat ("… ", rest, NULL);
    }
  return g_steal_pointer (&fitted);
}

/* Of rows that are lower than their text every few have their name. */
static void
paint_names (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  const WeftGantt *chart = sheet->charts[index];
  const WeftBox *names = &layout->names[index];
  double row_height = weft_gantt_view_get_row_height (sheet->view);
  guint step = (guint) ceil (layout->text.small_line / row_height);
  guint first = (guint) MAX (0, floor (weft_gantt_view_get_first_row (sheet->view)));

  cairo_save (cr);
  cairo_rectangle (cr, 0, names->y, layout->width, names->h);
  cairo_clip (cr);
  for (guint row = first - first % step; row < weft_gantt_n_rows (chart); row += step)
    {
      double y = weft_gantt_view_y (sheet->view, row);
      double h = MAX (row_height, layout->text.small_line);
      WeftBox box = { names->x, names->y + y + MIN (0, (row_height - h) / 2), names->w, h };
      const WeftGanttRow *at = weft_gantt_row (chart, row);
      g_autofree char *name = NULL;

      if (y > names->h)
        break;
      name = fit_name (layout, at->name, names->w + 0.5);
      box.y = MAX (box.y, names->y - (row_height > h ? row_height : 0));
      weft_text_draw (cr, &layout->text.small, name, &box, weft_chart_end (layout->palette),
                      at->first < at->end ? &layout->palette->text : weft_chart_dim (layout->palette));
    }
  cairo_restore (cr);
}

static void
paint_swatch (cairo_t *cr, const WeftGanttLayout *layout, const WeftGantt *chart, const WeftGanttKey *key)
{
  const WeftBox *box = &key->swatch;
  WeftGanttLooks looks;
  const WeftGanttLook *look;
  WeftTextStyle letter = layout->text.small_strong;

  if (key->kernel == WEFT_GANTT_KEY_LEVELS)
    {
      weft_heat_scale_paint (cr, box, layout->palette, layout->mirrored);
      return;
    }
  if (key->kernel == WEFT_GANTT_KEY_PATH)
    {
      weft_paint_source (cr, &layout->palette->text, 1);
      cairo_set_line_width (cr, 1.5);
      cairo_rectangle (cr, box->x + 0.75, box->y + 0.75, box->w - 1.5, box->h - 1.5);
      cairo_stroke (cr);
      return;
    }
  letter.size *= 0.86;
  weft_gantt_looks_init (looks, chart, layout->palette);
  look = &looks[WEFT_GANTT_USUAL][key->kernel];
  if (look->hatched)
    weft_paint_hatched (cr, box, 2, WEFT_CORNERS_ALL, &look->colour);
  else
    weft_paint_solid (cr, box, 2, WEFT_CORNERS_ALL, &look->colour, layout->palette);
  weft_text_draw (cr, &letter, weft_gantt_kernel (chart, (guint) key->kernel)->look.letter, box, WEFT_TEXT_CENTRE,
                  &look->ink);
}

static void
paint_legend (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout)
{
  for (guint i = 0; i < layout->n_keys; i++)
    {
      const WeftGanttKey *key = &layout->keys[i];
      WeftBox text = key->box;
      double used = key->swatch.w + layout->text.space;
      gboolean behind = sheet->lit_kernel >= 0 && key->kernel != sheet->lit_kernel;

      if (key->box.w <= 0)
        continue;
      if (sheet->lit_kernel >= 0 && key->kernel == sheet->lit_kernel)
        weft_paint_hover (cr, &key->box, layout->palette);
      paint_swatch (cr, layout, sheet->charts[0], key);
      text.w = MAX (1, text.w - used);
      text.x += layout->mirrored ? 0 : used;
      weft_text_draw (cr, &layout->text.small, key->text, &text, weft_chart_start (layout->palette),
                      behind ? weft_chart_dim (layout->palette) : &layout->palette->text);
    }
}

static void
paint_chart (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index)
{
  const WeftBox *plot = &layout->plots[index];
  g_autoptr (GArray) texts = g_array_new (FALSE, FALSE, sizeof (WeftGanttText));

  if (sheet->heads[index] != NULL)
    weft_text_draw (cr, &layout->text.small_strong, sheet->heads[index], &layout->heads[index],
                    weft_chart_start (layout->palette), &layout->palette->text);
  cairo_save (cr);
  cairo_rectangle (cr, plot->x, plot->y, plot->w, plot->h);
  cairo_clip (cr);
  weft_gantt_paint_bars (cr, sheet, layout, index, texts);
  paint_end (cr, sheet, layout, index);
  cairo_restore (cr);
  weft_gantt_paint_path (cr, sheet, layout, index);
  weft_gantt_paint_texts (cr, sheet, layout, index, texts);
  paint_names (cr, sheet, layout, index);
}

static void
tell_view (const WeftGanttSheet *self, const WeftGanttLayout *layout)
{
  if (layout->n_charts > 0)
    weft_gantt_view_set_size (self->view, layout->plots[0].w, layout->plots[0].h);
}

/**
 * weft_gantt_sheet_place: (skip)
 * @self: a sheet
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 *
 * Tells the view of the sheet how much room there is for bars.
 */
void
weft_gantt_sheet_place (const WeftGanttSheet *self, double width, double height, const WeftPalette *palette)
{
  g_auto (WeftGanttLayout) layout = { 0 };

  g_return_if_fail (self != NULL && self->view != NULL && palette != NULL);

  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  tell_view (self, &layout);
}

/**
 * weft_gantt_sheet_paint: (skip)
 * @self: a sheet
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 */
void
weft_gantt_sheet_paint (const WeftGanttSheet *self, cairo_t *cr, double width, double height,
                        const WeftPalette *palette)
{
  g_auto (WeftGanttLayout) layout = { 0 };

  g_return_if_fail (self != NULL && self->view != NULL && cr != NULL && palette != NULL);

  if (!(width > 0 && height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  if (layout.n_charts == 0)
    {
      weft_chart_paint_message (cr, width, height, palette, _("No schedule yet"));
      cairo_restore (cr);
      return;
    }
  tell_view (self, &layout);
  if (self->title != NULL)
    weft_text_draw (cr, &layout.text.strong, self->title, &layout.title, weft_chart_start (palette), &palette->text);
  for (guint c = 0; c < layout.n_charts; c++)
    paint_lanes (cr, self, &layout, c);
  paint_axis (cr, self, &layout);
  for (guint c = 0; c < layout.n_charts; c++)
    paint_chart (cr, self, &layout, c);
  paint_legend (cr, self, &layout);
  cairo_restore (cr);
}

/**
 * weft_gantt_sheet_height: (skip)
 * @self: a sheet
 * @width: of the picture
 * @row_height: height of each row
 * @palette: colours and text
 *
 * Returns: the height of a picture that has all rows
 */
double
weft_gantt_sheet_height (const WeftGanttSheet *self, double width, double row_height, const WeftPalette *palette)
{
  g_auto (WeftGanttLayout) layout = { 0 };

  g_return_val_if_fail (self != NULL && palette != NULL, 1);

  weft_gantt_layout_init (&layout, self, width, 1, row_height, palette);
  return ceil (layout.height);
}

/* --- over the bars --- */

static void
paint_ring (cairo_t *cr, const WeftGanttSheet *self, const WeftGanttLayout *layout, guint chart, guint32 task,
            const WeftColour *colour, double line)
{
  WeftBox box;

  if (task == WEFT_TASK_NONE || chart >= layout->n_charts
      || !weft_gantt_sheet_task_box (self, chart, task, layout->width, layout->height, layout->palette, &box))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, layout->plots[chart].x - line, layout->plots[chart].y - line, layout->plots[chart].w + 2 * line,
                   layout->plots[chart].h + 2 * line);
  cairo_clip (cr);
  cairo_rectangle (cr, box.x - line / 2, box.y - line / 2, box.w + line, box.h + line);
  weft_paint_source (cr, &layout->palette->card, 1);
  cairo_set_line_width (cr, line + 2);
  cairo_stroke_preserve (cr);
  weft_paint_source (cr, colour, 1);
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
paint_cursor (cairo_t *cr, const WeftGanttSheet *self, const WeftGanttLayout *layout, double time_s)
{
  double x = weft_gantt_layout_x (layout, self, time_s);
  g_autofree char *text = NULL;
  WeftGanttScale scale;
  WeftBox box;

  if (!is_inside (layout, x))
    return;
  init_scale (self, layout, &scale);
  text = weft_gantt_scale_format (&scale, time_s);
  box.w = ceil (weft_text_width (&layout->text.small, text)) + 2 * layout->text.space;
  box.h = layout->axis.h - 2;
  box.x = round (CLAMP (x - box.w / 2, 0, MAX (0, layout->width - box.w)));
  box.y = layout->axis.y;
  for (guint c = 0; c < layout->n_charts; c++)
    weft_paint_upright (cr, x, layout->plots[c].y, find_bottom (self, layout, c), weft_chart_dim (layout->palette));
  weft_paint_solid (cr, &box, 4, WEFT_CORNERS_ALL, &layout->palette->card, layout->palette);
  weft_text_draw (cr, &layout->text.small, text, &box, WEFT_TEXT_CENTRE, &layout->palette->text);
}

/* A part of the time that something else shows larger. */
static void
paint_span (cairo_t *cr, const WeftGanttSheet *self, const WeftGanttLayout *layout, double from_s, double to_s)
{
  double a = weft_gantt_layout_x (layout, self, from_s), b = weft_gantt_layout_x (layout, self, to_s);
  double left = MIN (a, b), w = MAX (fabs (b - a), 2);

  for (guint c = 0; c < layout->n_charts; c++)
    {
      cairo_rectangle (cr, left - 1, layout->plots[c].y - 1, w + 2,
                       find_bottom (self, layout, c) - layout->plots[c].y + 2);
      weft_paint_source (cr, &layout->palette->accent, 1);
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
}

/**
 * weft_gantt_sheet_paint_marks: (skip)
 * @self: a sheet
 * @cr: where to paint
 * @width: of the picture
 * @height: of the picture
 * @palette: colours and text
 * @marks: what to paint
 */
void
weft_gantt_sheet_paint_marks (const WeftGanttSheet *self, cairo_t *cr, double width, double height,
                              const WeftPalette *palette, const WeftGanttMarks *marks)
{
  g_auto (WeftGanttLayout) layout = { 0 };

  g_return_if_fail (self != NULL && self->view != NULL && cr != NULL && palette != NULL && marks != NULL);

  weft_gantt_layout_init (&layout, self, width, height, 0, palette);
  if (layout.n_charts == 0)
    return;
  cairo_save (cr);
  if (!isnan (marks->from_s))
    paint_span (cr, self, &layout, marks->from_s, marks->to_s);
  if (!isnan (marks->cursor_s))
    paint_cursor (cr, self, &layout, marks->cursor_s);
  if (marks->hover != marks->selected)
    paint_ring (cr, self, &layout, marks->chart, marks->hover, &palette->text, CURSOR_LINE);
  paint_ring (cr, self, &layout, marks->chart, marks->selected, &palette->accent, MARK_LINE);
  cairo_restore (cr);
}
