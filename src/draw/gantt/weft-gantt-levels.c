/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much a row is used, pixel by pixel: as high and as strong as it is. Where bars are far enough apart to be told
 * apart, it gives way to them. */
#include <math.h>

#include "draw/gantt/weft-gantt-bars-private.h"
#include "draw/weft-heat-scale-private.h"

/* Bars that are nearer than this to each other on average are not shown, in user units. */
#define APART 6.0
/* Rows lower than this have no bars beside their levels, and show the level by its strength alone. */
#define LEAST_ROW 10.0
#define HIGH 7.0
/* Below bars levels have this part of the row. */
#define BELOW 0.3
/* A level that is hardly there is seen. */
#define LEAST_LEVEL 1e-4

gboolean
weft_gantt_has_levels (const WeftGantt *chart)
{
  return chart->levels.n_steps > 0;
}

/* Bars of a row that are seen. */
static guint
count_bars (const WeftGantt *chart, guint row, double from_s, double to_s)
{
  const WeftGanttRow *at = &chart->rows[row];
  guint n = 0;

  for (guint l = at->lane; l < at->lane + at->n_lanes; l++)
    {
      const WeftGanttLane *lane = &chart->lanes[l];
      guint32 first = weft_gantt_first_after (chart, lane->first, lane->end, from_s);

      n += weft_gantt_first_after (chart, first, lane->end, to_s) - first;
    }
  return n;
}

gboolean
weft_gantt_shows_bars (const WeftGantt *chart, WeftGanttView *view)
{
  double first = floor (weft_gantt_view_get_first_row (view));
  double last = ceil (first + weft_gantt_view_get_n_seen (view) + 1);
  double from_s = weft_gantt_view_get_from_s (view), to_s = weft_gantt_view_get_to_s (view);
  guint n_bars = 0, n_rows = 0;

  if (!weft_gantt_has_levels (chart))
    return TRUE;
  if (chart->n_bars == 0 || weft_gantt_view_get_row_height (view) < LEAST_ROW)
    return FALSE;
  for (double row = MAX (first, 0); row < MIN (last, chart->n_rows); row++)
    {
      guint n = count_bars (chart, (guint) row, from_s, to_s);

      n_bars += n;
      n_rows += n > 0;
    }
  return n_bars * APART <= n_rows * weft_gantt_view_get_width (view);
}

double
weft_gantt_level (const WeftGantt *chart, guint row, double from_s, double to_s)
{
  const WeftGanttLevels *levels = &chart->levels;
  const float *amount;
  double first, last, sum = 0;

  from_s = MAX (from_s, 0);
  to_s = MIN (to_s, levels->n_steps * levels->step_s);
  if (levels->index[row] == WEFT_TASK_NONE || !(levels->full[row] > 0) || !(to_s > from_s))
    return 0;
  amount = levels->amount + (gsize) levels->index[row] * levels->n_steps;
  first = from_s / levels->step_s;
  last = MIN (to_s / levels->step_s, levels->n_steps);
  for (guint i = (guint) first; i < last; i++)
    sum += amount[i] * (MIN (last, i + 1) - MAX (first, i));
  return sum / (levels->full[row] * (last - first));
}

void
weft_gantt_paint_levels (const WeftGanttPixels *pixels, const WeftGanttShades *shades, const WeftGantt *chart, guint row,
                         double from_s, int y0, int y1, gboolean mirrored, gboolean below)
{
  double pixel_s = shades->pixel_s;
  gboolean is_high;

  if (below)
    y0 = y1 - MAX (1, (int) lround ((y1 - y0) * BELOW));
  is_high = (y1 - y0) / pixels->scale >= HIGH;

  for (int x = 0; x < pixels->width; x++)
    {
      double share = weft_gantt_level (chart, row, from_s + x * pixel_s, from_s + (x + 1) * pixel_s);
      guint shade = (guint) lround (CLAMP (share, 0, 1) * WEFT_GANTT_N_SHADES);
      WeftGanttLook look = { .pixel = shades->pixel[shade] };
      int left = mirrored ? pixels->width - 1 - x : x;
      int h = is_high ? MAX (1, (int) lround (MIN (share, 1) * (y1 - y0))) : y1 - y0;

      if (share > LEAST_LEVEL)
        weft_gantt_pixels_fill (pixels, left, y1 - h, left + 1, y1, &look);
    }
}

void
weft_gantt_shades_init (WeftGanttShades *self, const WeftPalette *palette, double pixel_s)
{
  self->pixel_s = pixel_s;
  for (guint i = 0; i <= WEFT_GANTT_N_SHADES; i++)
    {
      WeftColour colour = weft_heat_scale_colour (palette, (double) i / WEFT_GANTT_N_SHADES);

      self->pixel[i] = weft_gantt_pixel (&colour, &palette->card, 1);
    }
}
