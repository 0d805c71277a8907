/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Means over series, weighted by their points. */
#include "calib/weft-fit-summary.h"

#include <math.h>

typedef struct
{
  double sum;
  double weight;
} Mean;

static void
add (Mean *self, double value, double weight)
{
  if (isnan (value))
    return;
  self->sum += weight * value;
  self->weight += weight;
}

static double
mean_of (const Mean *self)
{
  return self->weight > 0 ? self->sum / self->weight : NAN;
}

static gboolean
is_of_part (const WeftFitSeries *series, WeftFitPart part)
{
  return part == WEFT_FIT_ALL || (part == WEFT_FIT_COMPUTE) == (series->comm == WEFT_MEASURED_COMPUTE);
}

void
weft_fit_summarise (const WeftFit *fit, WeftFitPart part, int platform, int op, WeftFitSummary *summary)
{
  Mean error = { 0, 0 };
  Mean held_out = { 0, 0 };
  Mean tail = { 0, 0 };

  *summary = (WeftFitSummary) { 0, 0, NAN, NAN, NAN };
  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      if ((platform >= 0 && series->platform != (guint) platform) || (op >= 0 && series->op != (guint) op)
          || !is_of_part (series, part))
        continue;
      summary->n_series++;
      summary->n_points += series->n_points;
      add (&error, series->mape, series->n_points);
      add (&held_out, series->mape_held_out, series->n_points);
      add (&tail, series->tail_ratio, series->n_points);
    }
  summary->error = mean_of (&error);
  summary->held_out = mean_of (&held_out);
  summary->tail_ratio = mean_of (&tail);
}

void
weft_measurements_scale (const WeftMeasurements *self, guint platform, guint *least, guint *most)
{
  *least = *most = 0;
  for (guint i = 0; i < self->points->len; i++)
    {
      const WeftMeasurement *point = &g_array_index (self->points, WeftMeasurement, i);

      if (point->platform != platform || point->n_dev == 0)
        continue;
      *least = *least == 0 ? point->n_dev : MIN (*least, point->n_dev);
      *most = MAX (*most, point->n_dev);
    }
  if (*most == 0)
    *least = *most = g_array_index (self->platforms, WeftMeasuredPlatform, platform).n_dev;
}
