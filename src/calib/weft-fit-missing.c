/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs that a platform's own points do not tell, as other platforms let expect them. */
#include <math.h>

#include "base/weft-statistics.h"
#include "calib/weft-fit-model-private.h"
#include "calib/weft-projection-private.h"

/* With more platforms each of them would take long, and few miss anything. */
#define MOST_PLATFORMS 64u

static gboolean
is_missing (const WeftFitKnob *knob)
{
  return isnan (knob->value) && !isnan (knob->used);
}

static gboolean
lacks_any (const WeftFitSegment *segment)
{
  return is_missing (&segment->phi) || is_missing (&segment->beta) || is_missing (&segment->launch_s);
}

/* An efficiency that no point asked for is used as projected, not below its bound. */
static void
fill_efficiency (WeftFitKnob *knob, double projected)
{
  if (!is_missing (knob))
    return;
  knob->projected = projected;
  if (knob->used == knob->bound && projected > knob->bound)
    knob->used = projected;
}

static void
fill_segment (WeftFitSegment *segment, const double projected[WEFT_N_KNOB_KINDS])
{
  fill_efficiency (&segment->phi, projected[WEFT_KNOB_PHI]);
  fill_efficiency (&segment->beta, projected[WEFT_KNOB_BETA]);
  if (is_missing (&segment->launch_s))
    segment->launch_s.projected = projected[WEFT_KNOB_LAUNCH];
}

static void
fill_series (const WeftProjector *projector, WeftFitSeries *series)
{
  const WeftMeasurements *measurements = projector->fit->measurements;
  double projected[WEFT_N_KNOB_KINDS];

  for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
    projected[k] = weft_projector_predict (
      projector, k, WEFT_RIDGE_NO_PLATFORM, series,
      &g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform), series->n_dev);
  for (guint i = 0; i < series->n_segments; i++)
    fill_segment (&series->segment[i], projected);
  fill_segment (&series->whole, projected);
}

/* Points near the kink may take the other regime now. */
static void
predict_again (const WeftFit *fit, WeftFitSeries *series)
{
  guint32 n = series->points->len;
  g_autofree double *errors = g_new (double, n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (series, fit->measurements, i);
      double time_s = weft_fit_predict (fit, series, point->flops, point->bytes);

      g_array_index (series->predicted_s, double, i) = time_s;
      errors[i] = fabs (time_s - point->time_s) / point->time_s;
    }
  series->mape = weft_statistics_mean (errors, n);
  series->median_error = weft_statistics_median (errors, n);
  series->worst_error = weft_statistics_quantile (errors, n, 1);
}

static gboolean
series_lacks (const WeftFitSeries *series)
{
  gboolean lacks = lacks_any (&series->whole);

  for (guint i = 0; i < series->n_segments && !lacks; i++)
    lacks = lacks_any (&series->segment[i]);
  return lacks;
}

void
weft_fit_project_missing (WeftFit *fit)
{
  guint n = fit->measurements->platforms->len;
  g_auto (WeftProjector) projector = { 0 };
  guint32 left_out = WEFT_RIDGE_NO_PLATFORM;

  if (n < 2 || n > MOST_PLATFORMS)
    return;
  for (guint i = 0; i < fit->series->len; i++)
    {
      WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      if (!series_lacks (series))
        continue;
      if (series->platform != left_out)
        {
          weft_projector_clear (&projector);
          left_out = series->platform;
          weft_projector_init (&projector, fit, left_out);
        }
      fill_series (&projector, series);
      predict_again (fit, series);
    }
}
