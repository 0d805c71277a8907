/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the errors of a series say: which points stand out, how long the tail is, and what to know before it is used. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-statistics.h"
#include "calib/weft-fit-model-private.h"

/* Iglewicz and Hoaglin's bound on the modified z-score; the factor makes the MAD a standard deviation. */
#define OUTLYING 3.5
#define MAD_TO_SD 1.4826
/* Errors below one percent are no outliers, however well the rest fits. */
#define LEAST_OUTLYING 0.01

static void
find_outliers (WeftFitSeries *self, const WeftMeasurements *measurements)
{
  guint32 n = self->points->len;
  g_autofree double *errors = g_new (double, n);
  g_autofree double *distances = g_new (double, n);
  double middle, bound;

  for (guint32 i = 0; i < n; i++)
    errors[i] = log (weft_fit_series_point (self, measurements, i)->time_s
                     / g_array_index (self->predicted_s, double, i));
  middle = weft_statistics_median (errors, n);
  for (guint32 i = 0; i < n; i++)
    distances[i] = fabs (errors[i] - middle);
  bound = MAX (OUTLYING * MAD_TO_SD * weft_statistics_median (distances, n), LEAST_OUTLYING);
  for (guint32 i = 0; i < n; i++)
    if (distances[i] > bound)
      g_array_append_val (self->outliers, i);
}

static void
measure_tail (WeftFitSeries *self, const WeftMeasurements *measurements)
{
  g_autoptr (GArray) ratios = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint32 i = 0; i < self->points->len; i++)
    {
      double ratio = weft_fit_series_point (self, measurements, i)->p99_s
                     / g_array_index (self->predicted_s, double, i);

      if (!isnan (ratio))
        g_array_append_val (ratios, ratio);
    }
  if (ratios->len > 0)
    self->tail_ratio = weft_statistics_median ((const double *) ratios->data, ratios->len);
}

/* Faster than the full rates allow: the facts are wrong, or data came from somewhere faster. */
static void
note_fast (WeftFitSeries *self, const WeftMeasurements *measurements)
{
  const WeftMeasuredPlatform *platform = &g_array_index (measurements->platforms, WeftMeasuredPlatform, self->platform);
  guint32 n_flops = 0;
  guint32 n_bytes = 0;

  for (guint32 i = 0; i < self->points->len; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (self, measurements, i);
      WeftFitPoint roof = weft_fit_point (self, platform, point->flops, point->bytes);

      n_flops += point->time_s < roof.uf;
      n_bytes += point->time_s < roof.um;
    }
  if (n_flops > 0)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%u of %u points are faster than the peak allows: check the peak, "
                                                     "or whether operations are counted too often"),
                                                   n_flops, self->points->len));
  if (n_bytes > 0 && self->comm != WEFT_MEASURED_COMPUTE)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%u of %u points are faster than the link allows: check its bandwidth"),
                                                   n_bytes, self->points->len));
  else if (n_bytes > 0)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (self->cache_bytes > 0
                                        ? _("%u of %u points are faster than the memory allows: check its bandwidth and "
                                            "that of the cache")
                                        : _("%u of %u points are faster than the memory allows: likely their data stay in "
                                            "a cache; give the platform l2_bytes and l2_bw_GBps"),
                                      n_bytes, self->points->len));
}

static void
note_freedom (WeftFitSeries *self)
{
  guint n_knobs = 0;

  for (guint i = 0; i < self->n_segments; i++)
    n_knobs += 1 + !isnan (self->segment[i].phi.used) + !isnan (self->segment[i].beta.used);
  if (self->n_points <= n_knobs)
    g_ptr_array_add (self->notes, g_strdup_printf (_("%u points for %u knobs: the errors say nothing"), self->n_points,
                                                   n_knobs));
}

void
weft_fit_series_judge (WeftFitSeries *self, const WeftMeasurements *measurements)
{
  find_outliers (self, measurements);
  measure_tail (self, measurements);
  note_fast (self, measurements);
  note_freedom (self);
}
