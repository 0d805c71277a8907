/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured and simulated curves of each communication, and whether they tell the same. */
#include "calib/weft-calib-trend.h"

#include <math.h>

#include "base/weft-json-write.h"
#include "calib/weft-fit-model-private.h"
#include "calib/weft-trend-curve-private.h"

/* Times that differ by more than this have an order, and orders are the same when so many pairs of them have it;
 * exponents are when they differ by no more than that. */
#define DISTINCT 1.1
#define SAME_ORDER 0.95
#define SAME_GROWTH 0.25
/* Sizes of a group that are simulated. */
#define MAX_SIMULATED 64u

void
weft_trend_free (WeftTrend *self)
{
  weft_trend_curve_clear (&self->measured);
  weft_trend_curve_clear (&self->simulated);
  g_free (self);
}

/* --- measured --- */

static WeftFitPoint *
take_points (const WeftFit *fit, const WeftFitSeries *series)
{
  const WeftMeasurements *measurements = fit->measurements;
  WeftFitPoint *points = g_new (WeftFitPoint, MAX (series->points->len, 1));

  for (guint32 i = 0; i < series->points->len; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (series, measurements, i);

      points[i] = weft_fit_point (series, &g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform),
                                  NAN, point->bytes);
      points[i].t = point->time_s;
    }
  return points;
}

/* --- simulated --- */

typedef struct
{
  WeftTrendSimulate simulate;
  gpointer data;
  GCancellable *cancellable;
  WeftTrendCall call; /* efficiency and launch of the fewest devices */
  GArray *measured_s; /* of points that were simulated */
  GArray *simulated_s;
} Simulation;

/* Fitted start less what the simulation has for no bytes. */
static gboolean
calibrate (Simulation *self, const WeftFitSeries *series, GError **error)
{
  GError *failure = NULL;
  double start_s;

  self->call.efficiency = series->whole.beta.used > 0 ? series->whole.beta.used : 1;
  self->call.launch_s = 0;
  self->call.n_dev = MAX (series->n_dev, 2);
  self->call.bytes = 0;
  start_s = self->simulate (&self->call, self->data, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  self->call.launch_s = isnan (start_s) ? 0 : MAX (series->whole.launch_s.used - start_s, 0);
  return TRUE;
}

/* Times of the same sizes, at most so many of them; their number in @n. */
static gboolean
simulate_points (Simulation *self, WeftFitPoint *points, guint32 *n, double factor, double bw_bytes_s, GError **error)
{
  guint32 n_all = *n;
  guint32 n_taken = MIN (n_all, MAX_SIMULATED);
  guint32 n_done = 0;

  for (guint32 i = 0; i < n_taken; i++)
    {
      WeftFitPoint point = points[(guint64) i * n_all / n_taken];
      double measured_s = point.t;
      GError *failure = NULL;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      self->call.bytes = point.size;
      point.um = factor * point.size / bw_bytes_s;
      point.t = self->simulate (&self->call, self->data, &failure);
      if (failure != NULL)
        {
          g_propagate_error (error, failure);
          return FALSE;
        }
      if (!(point.t > 0))
        continue;
      g_array_append_val (self->measured_s, measured_s);
      g_array_append_val (self->simulated_s, point.t);
      points[n_done++] = point;
    }
  *n = n_done;
  return TRUE;
}

static gboolean
simulate_series (Simulation *self, const WeftFit *fit, const WeftFitSeries *series, WeftTrendCurve *curve, GError **error)
{
  g_autofree WeftFitPoint *points = take_points (fit, series);
  guint32 n = series->points->len;

  if (curve->groups->len == 0 && !calibrate (self, series, error))
    return FALSE;
  self->call.n_dev = MAX (series->n_dev, 2);
  if (!simulate_points (self, points, &n, series->factor, self->call.platform->link_bw_bytes_s, error))
    return FALSE;
  if (n > 0)
    weft_trend_curve_add (curve, series->n_dev, points, n);
  return TRUE;
}

/* --- both --- */

static int
compare_values (gconstpointer a, gconstpointer b, gpointer data)
{
  const double *values = data;
  double one = values[*(const guint32 *) a];
  double other = values[*(const guint32 *) b];

  return one < other ? -1 : one > other;
}

/* Mean ranks of equal values. */
static double *
ranks_of (const GArray *values)
{
  guint32 n = values->len;
  const double *x = (const double *) values->data;
  g_autofree guint32 *order = g_new (guint32, n);
  double *ranks = g_new (double, n);

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, n, sizeof (guint32), compare_values, (gpointer) x);
  for (guint32 i = 0, j; i < n; i = j)
    {
      for (j = i; j < n && x[order[j]] == x[order[i]]; j++)
        ;
      for (guint32 k = i; k < j; k++)
        ranks[order[k]] = (i + j - 1) / 2.0;
    }
  return ranks;
}

static double
correlate_ranks (const GArray *a, const GArray *b)
{
  g_autofree double *x = ranks_of (a);
  g_autofree double *y = ranks_of (b);
  double mean = (a->len - 1) / 2.0;
  double xx = 0, yy = 0, xy = 0;

  for (guint32 i = 0; i < a->len; i++)
    {
      xx += (x[i] - mean) * (x[i] - mean);
      yy += (y[i] - mean) * (y[i] - mean);
      xy += (x[i] - mean) * (y[i] - mean);
    }
  return xx > 0 && yy > 0 ? xy / sqrt (xx * yy) : NAN;
}

/* Of pairs whose measured times differ, how many do so simulated in the same sense; NAN without such a pair. */
static double
share_in_order (const GArray *measured, const GArray *simulated)
{
  const double *x = (const double *) measured->data;
  const double *y = (const double *) simulated->data;
  guint64 n = 0;
  guint64 same = 0;

  for (guint32 i = 0; i < measured->len; i++)
    for (guint32 j = 0; j < measured->len; j++)
      if (x[j] > DISTINCT * x[i])
        {
          n++;
          same += y[j] > y[i];
        }
  return n > 0 ? (double) same / n : NAN;
}

/* At most one measured step apart; or none in both. */
static gboolean
same_onset_size (const WeftTrendGroup *a, const WeftTrendGroup *b, const WeftFit *fit, const WeftFitSeries *series)
{
  guint32 at[2] = { 0, 0 };
  const double sizes[2] = { a->onset_bytes, b->onset_bytes };

  if (isnan (sizes[0]) || isnan (sizes[1]))
    return isnan (sizes[0]) && isnan (sizes[1]);
  for (guint k = 0; k < 2; k++)
    for (guint32 i = 0; i < series->points->len; i++)
      at[k] += weft_fit_series_point (series, fit->measurements, i)->bytes < sizes[k];
  return MAX (at[0], at[1]) - MIN (at[0], at[1]) <= 1;
}

static gboolean
same_onset_devices (const WeftTrendCurve *a, const WeftTrendCurve *b)
{
  guint at[2] = { a->groups->len + 1, a->groups->len + 1 };
  const guint32 n_dev[2] = { a->onset_n_dev, b->onset_n_dev };

  if ((n_dev[0] == 0) != (n_dev[1] == 0))
    return FALSE;
  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < a->groups->len; i++)
      if (g_array_index (a->groups, WeftTrendGroup, i).n_dev == n_dev[k])
        at[k] = i;
  return MAX (at[0], at[1]) - MIN (at[0], at[1]) <= 1;
}

static gboolean
same_exponent (double a, double b)
{
  return isnan (a) || isnan (b) || fabs (a - b) <= SAME_GROWTH;
}

static void
compare (WeftTrend *self, const Simulation *simulation, const WeftFit *fit, const GPtrArray *series)
{
  double sum = 0;

  self->n_points = simulation->measured_s->len;
  self->has_simulated = self->n_points > 0;
  for (guint32 i = 0; i < self->n_points; i++)
    {
      double measured_s = g_array_index (simulation->measured_s, double, i);

      sum += fabs (g_array_index (simulation->simulated_s, double, i) - measured_s) / measured_s;
    }
  self->difference = self->n_points > 0 ? sum / self->n_points : NAN;
  self->rank_correlation = correlate_ranks (simulation->measured_s, simulation->simulated_s);
  self->in_order = share_in_order (simulation->measured_s, simulation->simulated_s);
  self->same_order = isnan (self->in_order) || self->in_order >= SAME_ORDER;
  self->same_growth = same_exponent (self->measured.queueing_growth, self->simulated.queueing_growth)
                      && same_exponent (self->measured.launch_growth, self->simulated.launch_growth);
  self->same_onset = same_onset_devices (&self->measured, &self->simulated);
  for (guint i = 0; i < self->simulated.groups->len && self->simulated.groups->len == series->len; i++)
    self->same_onset = self->same_onset
                       && same_onset_size (&g_array_index (self->measured.groups, WeftTrendGroup, i),
                                           &g_array_index (self->simulated.groups, WeftTrendGroup, i), fit,
                                           g_ptr_array_index (series, i));
}

static gboolean
fill_trend (WeftTrend *self, const WeftFit *fit, const GPtrArray *series, Simulation *simulation, GError **error)
{
  const WeftMeasurements *measurements = fit->measurements;

  for (guint i = 0; i < series->len; i++)
    {
      const WeftFitSeries *one = g_ptr_array_index (series, i);
      g_autofree WeftFitPoint *points = take_points (fit, one);

      weft_trend_curve_add (&self->measured, one->n_dev, points, one->points->len);
    }
  weft_trend_curve_finish (&self->measured);
  if (simulation->simulate == NULL)
    return TRUE;
  simulation->call = (WeftTrendCall) {
    .platform = &g_array_index (measurements->platforms, WeftMeasuredPlatform, self->platform),
    .comm = self->comm,
    .op = g_ptr_array_index (measurements->ops, self->op),
    .path = g_ptr_array_index (measurements->paths, self->path),
  };
  g_array_set_size (simulation->measured_s, 0);
  g_array_set_size (simulation->simulated_s, 0);
  for (guint i = 0; i < series->len; i++)
    if (!simulate_series (simulation, fit, g_ptr_array_index (series, i), &self->simulated, error))
      return FALSE;
  weft_trend_curve_finish (&self->simulated);
  compare (self, simulation, fit, series);
  return TRUE;
}

/* Series of the same platform, operator and path, by devices. */
static GPtrArray *
gather (const WeftFit *fit, guint first)
{
  const WeftFitSeries *like = g_ptr_array_index (fit->series, first);
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = first; i < fit->series->len; i++)
    {
      WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      if (series->platform == like->platform && series->op == like->op && series->path == like->path
          && series->points->len > 0)
        g_ptr_array_add (found, series);
    }
  return found;
}

static gboolean
is_first (const GPtrArray *trends, const WeftFitSeries *series)
{
  for (guint i = 0; i < trends->len; i++)
    {
      const WeftTrend *trend = g_ptr_array_index (trends, i);

      if (trend->platform == series->platform && trend->op == series->op && trend->path == series->path)
        return FALSE;
    }
  return TRUE;
}

/**
 * weft_calib_trends: (skip)
 * @fit: with its points
 * @simulate: (nullable): gives the time of a call
 * @data: for it
 * @cancellable: (nullable)
 * @error: return location for an error of @simulate or %G_IO_ERROR_CANCELLED
 *
 * The simulation is calibrated by the fewest devices that were measured and asked for all the others, so that what it
 * says of them is a prediction.
 *
 * Returns: (transfer full) (nullable) (element-type WeftTrend): one for each platform, operator and path
 */
GPtrArray *
weft_calib_trends (const WeftFit *fit, WeftTrendSimulate simulate, gpointer data, GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GPtrArray) trends = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_trend_free);
  g_autoptr (GArray) measured_s = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) simulated_s = g_array_new (FALSE, FALSE, sizeof (double));
  Simulation simulation = { .simulate = simulate, .data = data, .cancellable = cancellable, .measured_s = measured_s,
                            .simulated_s = simulated_s };

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      g_autoptr (GPtrArray) all = NULL;
      WeftTrend *trend;

      if (series->comm == WEFT_MEASURED_COMPUTE || series->points->len == 0 || !is_first (trends, series))
        continue;
      all = gather (fit, i);
      trend = g_new0 (WeftTrend, 1);
      *trend = (WeftTrend) { .platform = series->platform, .op = series->op, .path = series->path, .comm = series->comm,
                             .difference = NAN, .rank_correlation = NAN, .in_order = NAN,
                             .same_order = TRUE, .same_onset = TRUE, .same_growth = TRUE };
      weft_trend_curve_init (&trend->measured);
      weft_trend_curve_init (&trend->simulated);
      g_ptr_array_add (trends, trend);
      if (!fill_trend (trend, fit, all, &simulation, error))
        return NULL;
    }
  return g_steal_pointer (&trends);
}

/* --- JSON --- */

static JsonObject *
curve_to_json (const WeftTrendCurve *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *groups = json_array_new ();

  for (guint i = 0; i < self->groups->len; i++)
    {
      const WeftTrendGroup *group = &g_array_index (self->groups, WeftTrendGroup, i);
      JsonObject *entry = json_object_new ();

      json_object_set_int_member (entry, "n_dev", group->n_dev);
      json_object_set_int_member (entry, "points", group->n);
      weft_json_set_number (entry, "beta", group->beta);
      weft_json_set_number (entry, "l_us", group->launch_s * 1e6);
      weft_json_set_number (entry, "error", group->error);
      weft_json_set_number (entry, "onset_bytes", group->onset_bytes);
      weft_json_set_number (entry, "excess", group->excess);
      weft_json_set_number (entry, "excess_error", group->excess_error);
      json_array_add_object_element (groups, entry);
    }
  json_object_set_array_member (object, "groups", groups);
  weft_json_set_number (object, "onset_n_dev", self->onset_n_dev > 0 ? self->onset_n_dev : NAN);
  weft_json_set_number (object, "queueing_growth", self->queueing_growth);
  weft_json_set_number (object, "launch_growth", self->launch_growth);
  return object;
}

void
weft_trend_add_json (const WeftTrend *self, const WeftFit *fit, JsonObject *object)
{
  const WeftMeasurements *measurements = fit->measurements;
  const char *path = g_ptr_array_index (measurements->paths, self->path);

  json_object_set_string_member (object, "platform",
                                 g_array_index (measurements->platforms, WeftMeasuredPlatform, self->platform).name);
  json_object_set_string_member (object, "op", g_ptr_array_index (measurements->ops, self->op));
  if (path[0] != '\0')
    json_object_set_string_member (object, "path", path);
  json_object_set_object_member (object, "measured", curve_to_json (&self->measured));
  if (!self->has_simulated)
    return;
  json_object_set_object_member (object, "simulated", curve_to_json (&self->simulated));
  json_object_set_int_member (object, "points", self->n_points);
  weft_json_set_number (object, "difference", self->difference);
  weft_json_set_number (object, "rank_correlation", self->rank_correlation);
  weft_json_set_number (object, "in_order", self->in_order);
  json_object_set_boolean_member (object, "same_order", self->same_order);
  json_object_set_boolean_member (object, "same_onset", self->same_onset);
  json_object_set_boolean_member (object, "same_growth", self->same_growth);
}
