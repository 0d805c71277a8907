/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the top down: title, a head and a bar for each run, axis of time, legend with the numbers. Mirrored at the end
 * for text that runs from right to left. */
#include "draw/sim/weft-bottleneck-layout-private.h"

#include <math.h>

#include "base/weft-quantity.h"
#include "draw/gantt/weft-gantt-scale-private.h"

#define BAR_SIZE 1.9
#define TICK_ROOM 7.0
/* Between two segments. */
#define SEGMENT_GAP 2.0
/* Narrower ones are not seen. */
#define LEAST_SEGMENT 1.0

double
weft_bottleneck_layout_x (const WeftBottleneckLayout *self, double time_s)
{
  double x = self->plot_w * weft_axis_place (&self->axis, time_s / self->unit_s);

  return self->mirrored ? self->plot_x + self->plot_w - x : self->plot_x + x;
}

static double
find_longest (const WeftBottleneckChart *chart)
{
  double longest = 0;

  for (guint i = 0; i < chart->n_runs; i++)
    longest = MAX (longest, weft_run_end_s (chart->results[i]));
  return longest > 0 ? longest : 1;
}

static void
init_axis (WeftBottleneckLayout *self, const WeftBottleneckChart *chart)
{
  double longest = find_longest (chart);
  guint wanted = (guint) CLAMP (self->plot_w / (self->frame.small.size * TICK_ROOM), 1, 8);
  WeftGanttScale scale;

  weft_gantt_scale_init (&scale, 0, longest, wanted, FALSE);
  self->unit_s = scale.unit_s;
  self->unit = scale.unit;
  weft_axis_init_linear (&self->axis, 0, longest / scale.unit_s, wanted);
}

/* --- runs --- */

static char *
write_head (const WeftBottleneckChart *chart, guint run)
{
  const WeftSimResult *result = chart->results[run];
  const char *name = chart->names[run] != NULL ? chart->names[run] : result->network->name;
  g_autofree char *makespan = weft_quantity_format (result->makespan_s, WEFT_UNIT_S);

  return g_strjoin (" · ", name, makespan, result->model, NULL);
}

static int
find_most (const WeftSimResult *result)
{
  int most = -1;

  for (int s = 0; s < WEFT_N_SIM_SHARES; s++)
    if (result->share[s] > 0 && (most < 0 || result->share[s] > result->share[most]))
      most = s;
  return most;
}

/* Icon and number, one of them, or nothing, as there is room. */
static void
place_words (WeftBottleneckSegment *self, const WeftChartFrame *m, double share, gboolean strong)
{
  double inset = m->gap * 0.6, space = m->gap * 0.5, w;

  g_snprintf (self->words, sizeof self->words, "%.0f\u00a0%%", 100 * share);
  w = ceil (weft_text_width (strong ? &m->small_strong : &m->small, self->words)) + 1;
  if (m->icon > self->bar.h - 2 || m->icon + 2 * inset > self->bar.w)
    return;
  if (m->icon + space + w + 2 * inset > self->bar.w)
    {
      self->icon = (WeftBox){ self->bar.x + (self->bar.w - m->icon) / 2, self->bar.y + (self->bar.h - m->icon) / 2,
                              m->icon, m->icon };
      return;
    }
  self->icon =
    (WeftBox){ self->bar.x + inset, self->bar.y + (self->bar.h - m->icon) / 2, m->icon, m->icon };
  self->text = (WeftBox){ weft_box_right (&self->icon) + space, self->bar.y, w, self->bar.h };
}

static void
place_segments (const WeftBottleneckLayout *self, WeftBottleneckRow *row, const WeftSimResult *result)
{
  int first = -1, last = -1;
  double x = row->bar.x;

  for (int s = 0; s < WEFT_N_SIM_SHARES; s++)
    {
      WeftBottleneckSegment *segment = &row->segments[s];
      double w = isfinite (result->share[s]) ? CLAMP (result->share[s], 0, 1) * row->bar.w : 0;

      if (w >= LEAST_SEGMENT)
        {
          segment->bar = (WeftBox){ x, row->bar.y, MAX (LEAST_SEGMENT, w - SEGMENT_GAP), row->bar.h };
          place_words (segment, &self->frame, result->share[s], s == row->most);
          first = first < 0 ? s : first;
          last = s;
        }
      x += w;
    }
  if (first >= 0)
    row->segments[first].corners |= WEFT_CORNERS_LEFT;
  if (last >= 0)
    row->segments[last].corners |= WEFT_CORNERS_RIGHT;
}

static double
place_rows (WeftBottleneckLayout *self, const WeftBottleneckChart *chart, double y)
{
  const WeftChartFrame *m = &self->frame;
  double head = ceil (m->line * 1.25), bar = round (m->text.size * BAR_SIZE);

  for (guint i = 0; i < chart->n_runs; i++)
    {
      WeftBottleneckRow *row = &self->rows[self->n_rows++];

      row->words = write_head (chart, i);
      row->most = find_most (chart->results[i]);
      row->row = (WeftBox){ m->pad / 2, y, MAX (1, self->width - m->pad), head + bar + m->gap };
      row->head = (WeftBox){ m->pad, y, MAX (1, self->width - 2 * m->pad), head };
      row->bar = (WeftBox){ self->plot_x, y + head,
                            weft_bottleneck_layout_x (self, weft_run_end_s (chart->results[i])) - self->plot_x, bar };
      place_segments (self, row, chart->results[i]);
      y += row->row.h + round (m->gap / 2);
    }
  return y;
}

/* --- legend --- */

static gboolean
is_shown (const WeftBottleneckChart *chart, WeftSimShare share)
{
  for (guint i = 0; i < chart->n_runs; i++)
    if (chart->results[i]->share[share] > 0)
      return TRUE;
  return FALSE;
}

/* "Queueing 8 %", of two runs "Queueing 8 / 12 %". (transfer full) */
static char *
write_key (const WeftBottleneckChart *chart, WeftSimShare share)
{
  GString *words = g_string_new (weft_share_title (share));

  for (guint i = 0; i < chart->n_runs; i++)
    {
      double percent = 100 * chart->results[i]->share[share];

      g_string_append (words, i == 0 ? "\u2002" : " / ");
      g_string_append_printf (words, percent > 0 && percent < 9.95 ? "%.1f" : "%.0f", percent);
    }
  g_string_append (words, "\u00a0%");
  return g_string_free (words, FALSE);
}

static double
place_keys (WeftBottleneckLayout *self, const WeftBottleneckChart *chart, double y)
{
  const WeftChartFrame *m = &self->frame;
  double line = round (m->line * 1.3), side = round (m->text.size * 1.3), x = m->pad;

  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    {
      WeftBottleneckKey *key = &self->keys[self->n_keys];
      double w;

      if (!is_shown (chart, s))
        continue;
      self->n_keys++;
      key->share = s;
      key->words = write_key (chart, s);
      w = ceil (weft_text_width (&m->small, key->words)) + 1;
      if (x > m->pad && x + side + m->space + w > self->width - m->pad)
        {
          x = m->pad;
          y += line;
        }
      key->swatch = (WeftBox){ x, y + round ((line - side) / 2), side, side };
      key->box = (WeftBox){ x + side + m->space, y, CLAMP (self->width - m->pad - x - side - m->space, 1, w), line };
      x += side + m->space + w + 1.6 * m->gap;
    }
  return self->n_keys > 0 ? y + line : y;
}

/* --- everything --- */

static void
mirror (WeftBottleneckLayout *self)
{
  weft_box_mirror (&self->title, self->width);
  weft_box_mirror (&self->ticks, self->width);
  self->plot_x = self->width - self->plot_x - self->plot_w;
  for (guint r = 0; r < self->n_rows; r++)
    {
      WeftBottleneckRow *row = &self->rows[r];

      weft_box_mirror (&row->bar, self->width);
      weft_box_mirror (&row->head, self->width);
      for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
        {
          weft_box_mirror (&row->segments[s].bar, self->width);
          weft_box_mirror (&row->segments[s].icon, self->width);
          weft_box_mirror (&row->segments[s].text, self->width);
          row->segments[s].corners = weft_corners_mirror (row->segments[s].corners);
        }
    }
  for (guint k = 0; k < self->n_keys; k++)
    {
      weft_box_mirror (&self->keys[k].swatch, self->width);
      weft_box_mirror (&self->keys[k].box, self->width);
    }
  self->mirrored = TRUE;
}

void
weft_bottleneck_layout_init (WeftBottleneckLayout *self, double width, const WeftPalette *palette,
                             const WeftBottleneckChart *chart)
{
  WeftChartFrame *m = &self->frame;
  double y;

  *self = (WeftBottleneckLayout){ .width = width, .unit_s = 1 };
  weft_chart_frame_init (m, palette, palette->font_size);
  y = m->pad;
  if (chart->title != NULL)
    {
      self->title = (WeftBox){ m->pad, y, MAX (1, width - 2 * m->pad), weft_chart_frame_title_height (m, chart->title) };
      y += self->title.h;
    }
  self->plot_x = m->pad;
  self->plot_w = MAX (1, width - 2 * m->pad);
  init_axis (self, chart);
  y = place_rows (self, chart, y);
  self->ticks = (WeftBox){ m->pad, y - m->gap, self->plot_w, round (m->small_line * 1.3) };
  y = place_keys (self, chart, weft_box_bottom (&self->ticks) + round (m->gap / 2));
  self->height = ceil (y + m->pad / 2);
  if (palette->right_to_left)
    mirror (self);
}

void
weft_bottleneck_layout_clear (WeftBottleneckLayout *self)
{
  for (guint r = 0; r < self->n_rows; r++)
    g_free (self->rows[r].words);
  for (guint k = 0; k < self->n_keys; k++)
    g_free (self->keys[k].words);
}
