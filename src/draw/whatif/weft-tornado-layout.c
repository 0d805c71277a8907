/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places the rows of a tornado: label, bar with what the input is at its ends, and the total order beside it. */
#include "config.h"

#include "draw/whatif/weft-tornado-layout-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-unit-private.h"

/* Against the font's size. */
#define BAR_SIZE 1.5
/* Of the picture, for labels at most. */
#define LABEL_SHARE 0.42
#define TICKS 6

static const WeftTornadoRow *
get_row (const WeftTornadoChart *chart,
         guint                   row)
{
  return &g_array_index (chart->rows, WeftTornadoRow, row);
}

/* --- axis --- */

static void
widen (double  value,
       double *least,
       double *most)
{
  if (!isfinite (value))
    return;
  *least = fmin (*least, value);
  *most = fmax (*most, value);
}

static void
choose_unit (WeftTornadoLayout      *self,
             const WeftTornadoChart *chart,
             double                  largest)
{
  const WeftShownUnit *shown;

  self->unit_si = 1;
  self->unit = "";
  if (chart->what->unit == WEFT_UNIT_NONE || chart->what->unit == WEFT_UNIT_RATIO
      || chart->what->unit == WEFT_UNIT_COUNT)
    return;
  shown = weft_unit_shown (chart->what->unit, largest);
  self->unit_si = shown->si;
  self->unit = shown->text;
}

static void
init_axis (WeftTornadoLayout      *self,
           const WeftTornadoChart *chart)
{
  double least = isfinite (chart->centre) ? chart->centre : 0, most = least;

  for (guint i = 0; i < chart->rows->len; i++)
    {
      widen (get_row (chart, i)->low, &least, &most);
      widen (get_row (chart, i)->high, &least, &most);
    }
  choose_unit (self, chart, MAX (fabs (least), fabs (most)));
  least /= self->unit_si;
  most /= self->unit_si;
  if (!(most > least))
    {
      least -= MAX (fabs (least) * 0.05, 1e-12);
      most += MAX (fabs (most) * 0.05, 1e-12);
    }
  weft_axis_init_linear (&self->axis, least, most, TICKS);
}

double
weft_tornado_layout_x (const WeftTornadoLayout *self,
                       double                   answer)
{
  double share = weft_axis_place (&self->axis, answer / self->unit_si);

  return self->plot.x + (self->mirrored ? 1 - share : share) * self->plot.w;
}

/* --- columns --- */

static double
widest_label (const WeftTornadoLayout *self,
              const WeftTornadoChart  *chart)
{
  double width = 0;

  for (guint i = 0; i < chart->rows->len; i++)
    width = MAX (width, weft_text_width (&self->frame.small, get_row (chart, i)->label));
  return ceil (width) + 1;
}

static double
widest_text (const WeftTornadoLayout *self,
             const WeftTornadoChart  *chart)
{
  double width = 0;

  for (guint i = 0; i < chart->rows->len; i++)
    {
      width = MAX (width, weft_text_width (&self->frame.small, get_row (chart, i)->low_text));
      width = MAX (width, weft_text_width (&self->frame.small, get_row (chart, i)->high_text));
    }
  return ceil (width) + 1;
}

static void
place_columns (WeftTornadoLayout      *self,
               const WeftTornadoChart *chart,
               double                  y)
{
  const WeftChartFrame *m = &self->frame;
  double inner = MAX (1, self->width - 2 * m->pad);
  double label = MIN (widest_label (self, chart), inner * LABEL_SHARE);
  double total = self->has_totals ? ceil (weft_text_width (&m->small, _("Total order"))) + 1 : 0;
  double text = MIN (widest_text (self, chart) + m->space, inner * 0.16);
  double left = m->pad + label + m->gap + text, right = m->pad + inner - (total > 0 ? total + m->gap : 0) - text;

  self->plot = (WeftBox) { left, y, MAX (1, right - left), 0 };
  if (total > 0)
    self->head = (WeftBox) { m->pad + inner - total, y - m->small_line, total, m->small_line };
}

/* --- rows --- */

/* On the side where the bar goes, and where it goes nowhere, away from the other end: of one without an answer the sign
 * stands on its side. */
static gboolean
goes_left (double   x,
           double   centre_x,
           double   answer,
           double   other,
           gboolean is_low)
{
  if (isnan (other))
    return x < centre_x || (x == centre_x && is_low);
  return answer < other || (answer == other && x < centre_x);
}

static void
place_end (WeftTornadoLayout *self,
           WeftTornadoEnd    *end,
           gboolean           is_low,
           const WeftBox     *band,
           double             answer,
           double             other,
           const char        *text)
{
  double x = weft_tornado_layout_x (self, answer), w = ceil (weft_text_width (&self->frame.small, text)) + 1;
  double gap = self->frame.space;

  end->is_missing = isnan (answer);
  if (end->is_missing)
    return;
  end->bar = (WeftBox) { MIN (x, self->centre_x), band->y, fabs (x - self->centre_x), band->h };
  if (goes_left (x, self->centre_x, answer, other, is_low))
    end->text = (WeftBox) { MAX (0, MIN (x, self->centre_x) - gap - w), band->y, w, band->h };
  else
    end->text = (WeftBox) { MAX (x, self->centre_x) + gap, band->y, w, band->h };
}

static double
place_rows (WeftTornadoLayout      *self,
            const WeftTornadoChart *chart,
            double                  y)
{
  const WeftChartFrame *m = &self->frame;
  double bar = round (m->text.size * BAR_SIZE), pitch = bar + round (m->gap * 0.7);

  self->n_rows = chart->rows->len;
  self->rows = g_new0 (WeftTornadoPlace, MAX (self->n_rows, 1));
  self->centre_x = weft_tornado_layout_x (self, isfinite (chart->centre) ? chart->centre : 0);
  for (guint i = 0; i < self->n_rows; i++)
    {
      const WeftTornadoRow *row = get_row (chart, i);
      WeftTornadoPlace *place = &self->rows[i];
      WeftBox band = { self->plot.x, y, self->plot.w, bar };

      place->row = (WeftBox) { m->pad / 2, y - 2, MAX (1, self->width - m->pad), bar + 4 };
      place->label = (WeftBox) { m->pad, y, MAX (1, self->plot.x - m->pad - m->gap), bar };
      if (self->has_totals)
        place->total = (WeftBox) { self->head.x, y, self->head.w, bar };
      place_end (self, &place->ends[0], TRUE, &band, row->low, row->high, row->low_text);
      place_end (self, &place->ends[1], FALSE, &band, row->high, row->low, row->high_text);
      /* A label ends before the text of its bar. */
      for (guint e = 0; e < 2; e++)
        if (place->ends[e].text.w > 0)
          place->label.w = MIN (place->label.w, MAX (1, place->ends[e].text.x - m->space - m->pad));
      y += pitch;
    }
  self->plot.h = y - self->plot.y;
  return y;
}

static double
place_keys (WeftTornadoLayout *self,
            double             y)
{
  const WeftChartFrame *m = &self->frame;
  const char *const words[2] = { _("Input at the low end"), _("Input at the high end") };
  double line = round (m->line * 1.3), side = round (m->text.size * 1.2), x = m->pad;

  for (guint i = 0; i < 2; i++)
    {
      double w = ceil (weft_text_width (&m->small, words[i])) + 1;

      if (i > 0 && x + side + m->space + w > self->width - m->pad)
        {
          x = m->pad;
          y += line;
        }
      self->keys[i] = (WeftBox) { x, y + round ((line - side) / 2), side, side };
      self->words[i] = (WeftBox) { x + side + m->space, y, CLAMP (self->width - m->pad - x - side - m->space, 1, w),
                                   line };
      x += side + m->space + w + 2 * m->gap;
    }
  return y + line;
}

/* --- everything --- */

static void
mirror (WeftTornadoLayout *self)
{
  weft_box_mirror (&self->title, self->width);
  weft_box_mirror (&self->head, self->width);
  weft_box_mirror (&self->ticks, self->width);
  weft_box_mirror (&self->plot, self->width);
  self->centre_x = self->width - self->centre_x;
  for (guint i = 0; i < self->n_rows; i++)
    {
      weft_box_mirror (&self->rows[i].label, self->width);
      weft_box_mirror (&self->rows[i].total, self->width);
      for (guint e = 0; e < 2; e++)
        {
          weft_box_mirror (&self->rows[i].ends[e].bar, self->width);
          weft_box_mirror (&self->rows[i].ends[e].text, self->width);
        }
    }
  for (guint i = 0; i < 2; i++)
    {
      weft_box_mirror (&self->keys[i], self->width);
      weft_box_mirror (&self->words[i], self->width);
    }
  self->mirrored = TRUE;
}

void
weft_tornado_layout_init (WeftTornadoLayout      *self,
                          const WeftTornadoChart *chart,
                          double                  width,
                          const WeftPalette      *palette)
{
  WeftChartFrame *m = &self->frame;
  double y;

  *self = (WeftTornadoLayout) { .width = width };
  weft_chart_frame_init (m, palette, palette->font_size);
  for (guint i = 0; i < chart->rows->len; i++)
    self->has_totals |= !isnan (get_row (chart, i)->total);

  y = m->pad;
  if (chart->title != NULL)
    {
      self->title = (WeftBox) { m->pad, y, MAX (1, width - 2 * m->pad),
                                weft_chart_frame_title_height (m, chart->title) };
      y += self->title.h;
    }
  if (self->has_totals)
    y += m->small_line;
  init_axis (self, chart);
  place_columns (self, chart, y);
  y = place_rows (self, chart, y);
  self->ticks = (WeftBox) { self->plot.x, y, self->plot.w, round (m->small_line * 1.3) };
  y = place_keys (self, weft_box_bottom (&self->ticks) + round (m->gap / 2));
  self->height = ceil (y + m->pad / 2);
  if (palette->right_to_left)
    mirror (self);
}

void
weft_tornado_layout_clear (WeftTornadoLayout *self)
{
  g_clear_pointer (&self->rows, g_free);
}
