/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of the split chart. Placed for text from left to right and turned over at the end when
 * it runs the other way. */
#include "config.h"

#include "draw/weft-split-layout-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Of a row, in lines of text. */
#define PITCH_NATURAL 1.8

/* Between two segments, in user units. */
#define SEGMENT_GAP 2.0

const char *
weft_split_row_word (const WeftSplitRow *row)
{
  return row->cannot_run ? _("cannot run") : _("no result");
}

static gboolean
collect_rows (WeftSplitLayout *self,
              WeftEvaluation  *evaluation)
{
  gboolean any = FALSE;

  for (guint i = 0; i < WEFT_N_WORKLOADS && evaluation != NULL; i++)
    {
      WeftSplitRow *row = &self->rows[i];
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, (WeftWorkloadKind) i);

      row->bottleneck = -1;
      if (result == NULL)
        continue;
      any = row->has_result = TRUE;
      row->cannot_run = !weft_workload_result_is_feasible (result);
      if (row->cannot_run)
        continue;
      row->bottleneck = (int) weft_workload_result_get_bottleneck (result);
      for (guint p = 0; p < WEFT_N_PARTS; p++)
        {
          double share = weft_workload_result_get_share (result, (WeftTimePart) p);

          row->segments[p].share = isfinite (share) ? CLAMP (share, 0.0, 1.0) : 0.0;
        }
    }

  return any;
}

/* Lets the legend's entries flow into lines from @y on; returns the height that they take. */
static double
flow_legend (WeftSplitLayout      *self,
             const WeftChartFrame *m,
             double                y)
{
  double left = m->pad, right = self->width - m->pad;
  double line = round (m->line * 1.3);
  double side = round (m->text.size * 1.3);
  double x = left, top = y;

  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      double word = ceil (weft_text_width (&m->text, weft_time_part_label ((WeftTimePart) p)));
      double width = side + m->gap + word;

      if (x > left && x + width > right)
        {
          x = left;
          y += line;
        }
      self->legend[p].swatch = (WeftBox){ x, round (y + (line - side) / 2), side, side };
      self->legend[p].word
          = (WeftBox){ x + side + m->gap, y, CLAMP (right - x - side - m->gap, 0, word), line };
      x += width + 2.5 * m->gap;
    }

  return y + line - top;
}

/* Heights at the font's present size. What the height cannot hold is left out: the axis's labels
 * first. Returns FALSE when the rows are lower than their text. */
static gboolean
place_vertically (WeftSplitLayout      *self,
                  const WeftSplitChart *chart)
{
  const WeftChartFrame *m = &self->frame;
  double title = weft_chart_frame_title_height (m, chart->title);
  double legend = flow_legend (self, m, m->pad + title) + round (m->gap * 0.8);
  double axis = round (m->small_line * 1.3);
  double least = m->line * WEFT_CHART_PITCH_LEAST;
  double room = self->height - 2 * m->pad - title - legend;
  double pitch;

  if (room - axis < least * WEFT_N_WORKLOADS)
    axis = 0;
  pitch = floor ((room - axis) / WEFT_N_WORKLOADS);
  pitch = CLAMP (pitch, 1.0, floor (round (m->line * PITCH_NATURAL) * WEFT_CHART_PITCH_MOST));
  self->title = (WeftBox){ m->pad, m->pad, MAX (self->width - 2 * m->pad, 1), title };
  self->plot.y = m->pad + title + legend;
  self->plot.h = pitch * WEFT_N_WORKLOADS;
  for (guint i = 0; i < WEFT_SPLIT_N_TICKS; i++)
    self->tick_boxes[i] = (WeftBox){ 0, weft_box_bottom (&self->plot) + axis * 0.15, 0,
                                     axis * 0.85 };

  return pitch >= least;
}

static void
place_segment_text (WeftSplitSegment     *self,
                    const WeftChartFrame *m,
                    const WeftBox        *row,
                    gboolean              strong)
{
  double inset = m->gap * 0.7;
  double space = m->gap * 0.6;
  double text, x;

  g_snprintf (self->text, sizeof self->text, "%.0f\u00a0%%", self->share * 100);
  text = ceil (weft_text_width (strong ? &m->small_strong : &m->small, self->text));
  if (m->icon + inset > self->bar.w || m->icon > self->bar.h - 2)
    return;

  if (text + m->icon + space + 2 * inset > self->bar.w)
    {
      x = self->bar.x + (self->bar.w - m->icon) / 2;
      self->icon_box = (WeftBox){ x, row->y + (row->h - m->icon) / 2, m->icon, m->icon };
      return;
    }
  self->icon_box
      = (WeftBox){ self->bar.x + inset, row->y + (row->h - m->icon) / 2, m->icon, m->icon };
  self->text_box = (WeftBox){ weft_box_right (&self->icon_box) + space, row->y, text, row->h };
}

/* The segments share what the gaps leave, so that the last one ends where the bar ends. */
static void
place_segments (WeftSplitRow         *self,
                const WeftChartFrame *m)
{
  double total = 0, x = self->bar.x, room;
  guint n = 0, seen = 0;

  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      if (self->segments[p].share * self->bar.w < 0.5)
        self->segments[p].share = 0;
      total += self->segments[p].share;
      n += self->segments[p].share > 0;
    }
  if (n == 0)
    return;

  room = MAX (self->bar.w - SEGMENT_GAP * (n - 1), 1.0);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      WeftSplitSegment *segment = &self->segments[p];

      if (segment->share <= 0)
        continue;
      segment->bar
          = (WeftBox){ x, self->bar.y, room * segment->share / total, self->bar.h };
      x = weft_box_right (&segment->bar) + SEGMENT_GAP;
      seen++;
      segment->corners = (seen == 1 ? WEFT_CORNERS_LEFT : 0) | (seen == n ? WEFT_CORNERS_RIGHT : 0);
      place_segment_text (segment, m, &self->row, (int) p == self->bottleneck);
    }
}

static void
place_word (WeftSplitRow         *self,
            const WeftChartFrame *m)
{
  double x = self->bar.x + m->gap;
  double right = weft_box_right (&self->bar) - m->gap;
  double height = MAX (self->bar.h, MIN (m->line + 2, self->row.h - 1));

  /* The outline stands clear of the text, also where bars are thinner than a line. */
  self->bar.y += (self->bar.h - height) / 2;
  self->bar.h = height;

  if (self->cannot_run)
    {
      self->icon_box = (WeftBox){ x, self->row.y + (self->row.h - m->icon) / 2, m->icon, m->icon };
      x = weft_box_right (&self->icon_box) + m->gap * 0.6;
    }
  self->word_box = (WeftBox){ x, self->row.y, 0, self->row.h };
  self->word_box.w
      = CLAMP (right - x, 0, ceil (weft_text_width (&m->text, weft_split_row_word (self))));
}

static void
place_rows (WeftSplitLayout      *self,
            const WeftChartFrame *m)
{
  double pitch = self->plot.h / WEFT_N_WORKLOADS;
  double bar = MAX (1.0, MIN (round (pitch * 0.74), round (m->text.size * 2.0)));
  double label = weft_chart_frame_label_width (m, self->width);

  self->plot.x = m->pad + label + m->gap;
  self->plot.w = MAX (self->width - m->pad - self->plot.x, 1.0);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftSplitRow *row = &self->rows[i];
      double y = self->plot.y + i * pitch;

      row->row = (WeftBox){ m->pad / 2, y, MAX (self->width - m->pad, 1), pitch };
      row->label = (WeftBox){ m->pad, y, label, pitch };
      row->bar = (WeftBox){ self->plot.x, round (y + (pitch - bar) / 2), self->plot.w, bar };
      if (row->has_result && !row->cannot_run)
        place_segments (row, m);
      else
        place_word (row, m);
    }
}

/* 0, 50 and 100 percent; the last label ends with the bars. */
static void
place_ticks (WeftSplitLayout      *self,
             const WeftChartFrame *m)
{
  for (guint i = 0; i < WEFT_SPLIT_N_TICKS; i++)
    {
      WeftBox *box = &self->tick_boxes[i];
      char text[16];

      g_snprintf (text, sizeof text, "%u\u00a0%%", i * 50);
      self->tick_x[i] = self->plot.x + self->plot.w * i / 2.0;
      box->w = box->h > 0 ? ceil (weft_text_width (&m->small, text)) : 0;
      box->x = self->tick_x[i] - box->w * i / 2.0;
    }
  if (weft_box_right (&self->tick_boxes[0]) + m->gap > self->tick_boxes[1].x
      || weft_box_right (&self->tick_boxes[1]) + m->gap > self->tick_boxes[2].x)
    self->tick_boxes[1].w = 0;
  if (weft_box_right (&self->tick_boxes[0]) + m->gap > self->tick_boxes[2].x)
    self->tick_boxes[2].w = 0;
}

static void
mirror_row (WeftSplitRow *self,
            double        width)
{
  weft_box_mirror (&self->row, width);
  weft_box_mirror (&self->label, width);
  weft_box_mirror (&self->bar, width);
  weft_box_mirror (&self->icon_box, width);
  weft_box_mirror (&self->word_box, width);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      WeftSplitSegment *segment = &self->segments[p];

      weft_box_mirror (&segment->bar, width);
      weft_box_mirror (&segment->icon_box, width);
      weft_box_mirror (&segment->text_box, width);
      segment->corners = weft_corners_mirror (segment->corners);
    }
}

static void
mirror (WeftSplitLayout *self)
{
  double width = self->width;

  weft_box_mirror (&self->title, width);
  weft_box_mirror (&self->plot, width);
  for (guint p = 0; p < WEFT_N_PARTS; p++)
    {
      weft_box_mirror (&self->legend[p].swatch, width);
      weft_box_mirror (&self->legend[p].word, width);
    }
  for (guint i = 0; i < WEFT_SPLIT_N_TICKS; i++)
    {
      self->tick_x[i] = width - self->tick_x[i];
      weft_box_mirror (&self->tick_boxes[i], width);
    }
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    mirror_row (&self->rows[i], width);
}

void
weft_split_layout_init (WeftSplitLayout      *self,
                        double                width,
                        double                height,
                        const WeftPalette    *palette,
                        const WeftSplitChart *chart)
{
  *self = (WeftSplitLayout){ .width = width, .height = height };
  if (!collect_rows (self, chart->evaluation))
    {
      self->message = weft_chart_message (chart->evaluation);
      return;
    }

  weft_chart_frame_init (&self->frame, palette, palette->font_size);
  while (!place_vertically (self, chart) && weft_chart_frame_shrink (&self->frame))
    ;
  place_rows (self, &self->frame);
  place_ticks (self, &self->frame);
  if (palette->right_to_left)
    mirror (self);
}

double
weft_split_layout_height (double                width,
                          const WeftPalette    *palette,
                          const WeftSplitChart *chart)
{
  WeftSplitLayout layout = { .width = width };
  WeftChartFrame m;
  double height;

  weft_chart_frame_init (&m, palette, palette->font_size);
  height = 2 * m.pad + flow_legend (&layout, &m, 0) + round (m.gap * 0.8)
           + round (m.small_line * 1.3) + round (m.line * PITCH_NATURAL) * WEFT_N_WORKLOADS;
  height += weft_chart_frame_title_height (&m, chart->title);

  return ceil (height);
}
