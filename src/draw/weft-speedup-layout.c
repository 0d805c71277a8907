/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of the speed-up chart. Everything is placed for text from left to right and turned
 * over at the end when it runs the other way. */
#include "draw/weft-speedup-layout-private.h"

#include <math.h>

#include "model/weft-comparison.h"

/* Heights in lines of text. */
#define PITCH_ONE 1.7
#define PITCH_TWO 2.8

static double
natural_pitch (const WeftChartFrame *m,
               guint                 n_series)
{
  return round (m->line * (n_series > 1 ? PITCH_TWO : PITCH_ONE));
}

typedef struct
{
  double title, legend, head, axis;
} Bands;

static double
bands_height (const Bands          *self,
              const WeftChartFrame *m)
{
  return self->title + self->legend + self->head + self->axis + 2 * m->pad;
}

static void
bands_init (Bands                  *self,
            const WeftChartFrame   *m,
            const WeftSpeedupChart *chart)
{
  self->title = weft_chart_frame_title_height (m, chart->title);
  self->legend = chart->a != NULL && chart->b != NULL ? round (m->line * 1.4) : 0;
  self->head = round (m->small_line * 1.15);
  self->axis = round (m->small_line * 1.3);
}

static void
mark_init (WeftSpeedupMark *self,
           WeftEvaluation  *evaluation,
           WeftWorkloadKind kind)
{
  WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, kind);
  g_autofree char *text = NULL;

  self->kind = WEFT_MARK_NONE;
  if (result == NULL)
    return;

  self->value = weft_workload_result_get_speedup (result);
  self->bottleneck = weft_workload_result_get_bottleneck (result);
  if (!weft_workload_result_is_feasible (result))
    self->kind = WEFT_MARK_CANNOT_RUN;
  else if (isfinite (self->value) && self->value >= 0)
    self->kind = WEFT_MARK_BAR;
  if (self->kind != WEFT_MARK_BAR)
    return;

  text = weft_quantity_format (self->value, WEFT_UNIT_RATIO);
  g_strlcpy (self->value_text, text, sizeof self->value_text);
}

/* Reads the results; FALSE when there is none at all. */
static gboolean
collect_marks (WeftSpeedupLayout      *self,
               const WeftSpeedupChart *chart)
{
  WeftEvaluation *series[] = { chart->a, chart->b };
  gboolean any = FALSE;

  for (guint s = 0; s < G_N_ELEMENTS (series); s++)
    {
      if (series[s] == NULL)
        continue;
      self->series_names[self->n_series] = weft_comparison_title (series[s], series[1 - s]);
      for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
        {
          WeftSpeedupMark *mark = &self->rows[i].marks[self->n_series];

          mark_init (mark, series[s], (WeftWorkloadKind) i);
          any = any || mark->kind != WEFT_MARK_NONE;
        }
      self->n_series++;
    }

  return any;
}

/* Heights at the font's present size. What the height cannot hold is left out: the axis's labels
 * first, then the line above the rows. Returns FALSE when the rows are lower than their text. */
static gboolean
place_vertically (WeftSpeedupLayout      *self,
                  const WeftSpeedupChart *chart)
{
  const WeftChartFrame *m = &self->frame;
  Bands bands;
  double least = m->line * WEFT_CHART_PITCH_LEAST * self->n_series;
  double y = m->pad, most;

  bands_init (&bands, m, chart);
  if (self->height - bands_height (&bands, m) < least * WEFT_N_WORKLOADS)
    bands.axis = 0;
  if (self->height - bands_height (&bands, m) < least * WEFT_N_WORKLOADS)
    bands.head = 0;
  self->pitch = floor ((self->height - bands_height (&bands, m)) / WEFT_N_WORKLOADS);
  most = floor (natural_pitch (m, self->n_series) * WEFT_CHART_PITCH_MOST);
  self->pitch = CLAMP (self->pitch, 1.0, most);

  self->title = (WeftBox){ 0, y, 0, bands.title };
  y += bands.title;
  for (guint s = 0; s < self->n_series; s++)
    self->swatches[s].y = self->names[s].y = y;
  y += bands.legend;
  self->reference_label = self->log_label = (WeftBox){ 0, y, 0, bands.head };
  y += bands.head;
  self->plot.y = y;
  self->plot.h = self->pitch * WEFT_N_WORKLOADS;
  for (guint i = 0; i < WEFT_AXIS_MAX_TICKS; i++)
    self->tick_boxes[i] = (WeftBox){ 0, weft_box_bottom (&self->plot) + bands.axis * 0.15, 0,
                                     bands.axis * 0.85 };

  return self->pitch >= least;
}

static void
place_rows (WeftSpeedupLayout *self)
{
  const WeftChartFrame *m = &self->frame;
  double inset = self->n_series > 1 ? round (self->pitch * 0.08) : 0;
  double slot_height = (self->pitch - 2 * inset) / self->n_series;
  double share = self->n_series > 1 ? 0.84 : 0.62;

  self->bar_height = MAX (1.0, MIN (round (slot_height * share), round (m->text.size * 1.75)));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftSpeedupRow *row = &self->rows[i];
      double y = self->plot.y + i * self->pitch;

      row->row = (WeftBox){ m->pad / 2, y, self->width - m->pad, self->pitch };
      row->label = (WeftBox){ m->pad, y, 0, self->pitch };
      for (guint s = 0; s < self->n_series; s++)
        {
          WeftBox slot = { 0, y + inset + s * slot_height, 0, slot_height };

          row->marks[s].slot = slot;
          row->marks[s].bar = (WeftBox){ 0, round (slot.y + (slot_height - self->bar_height) / 2),
                                         0, self->bar_height };
        }
    }
}

static void
mirror (WeftSpeedupLayout *self)
{
  double width = self->width;

  weft_box_mirror (&self->title, width);
  weft_box_mirror (&self->plot, width);
  weft_box_mirror (&self->reference_label, width);
  weft_box_mirror (&self->log_label, width);
  self->baseline_x = width - self->baseline_x;
  self->reference_x = width - self->reference_x;
  for (guint i = 0; i < self->n_ticks; i++)
    {
      self->tick_x[i] = width - self->tick_x[i];
      weft_box_mirror (&self->tick_boxes[i], width);
    }
  for (guint s = 0; s < self->n_series; s++)
    {
      weft_box_mirror (&self->swatches[s], width);
      weft_box_mirror (&self->names[s], width);
    }
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      weft_box_mirror (&self->rows[i].row, width);
      weft_box_mirror (&self->rows[i].label, width);
      for (guint s = 0; s < self->n_series; s++)
        {
          WeftSpeedupMark *mark = &self->rows[i].marks[s];

          weft_box_mirror (&mark->bar, width);
          mark->corners = weft_corners_mirror (mark->corners);
          weft_box_mirror (&mark->value_box, width);
          weft_box_mirror (&mark->icon_box, width);
          weft_box_mirror (&mark->word_box, width);
        }
    }
}

void
weft_speedup_layout_init (WeftSpeedupLayout      *self,
                          double                  width,
                          double                  height,
                          const WeftPalette      *palette,
                          const WeftSpeedupChart *chart)
{
  *self = (WeftSpeedupLayout){ .width = width, .height = height };
  if (!collect_marks (self, chart))
    {
      self->message = weft_chart_message (chart->a != NULL ? chart->a : chart->b);
      return;
    }

  weft_chart_frame_init (&self->frame, palette, palette->font_size);
  while (!place_vertically (self, chart) && weft_chart_frame_shrink (&self->frame))
    ;
  place_rows (self);
  weft_speedup_layout_place (self, chart);
  if (palette->right_to_left)
    mirror (self);
}

double
weft_speedup_layout_height (const WeftPalette      *palette,
                            const WeftSpeedupChart *chart)
{
  guint n_series = MAX ((chart->a != NULL) + (chart->b != NULL), 1);
  WeftChartFrame m;
  Bands bands;

  weft_chart_frame_init (&m, palette, palette->font_size);
  bands_init (&bands, &m, chart);

  return ceil (bands_height (&bands, &m) + natural_pitch (&m, n_series) * WEFT_N_WORKLOADS);
}
