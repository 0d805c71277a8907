/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs of a platform from those of others (CHASE, section 6.3): every knob of every series that is told is a sample. */
#include "calib/weft-projection-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/weft-fit-model-private.h"

/* An error of one percent is as good as none. */
#define LEAST_ERROR 1e-4

/* --- samples --- */

static double
log_or_nan (double value)
{
  return value > 0 ? log (value) : NAN;
}

/* What computes says nothing of messages, and the link nothing of kernels: with a handful of platforms an attribute that
 * has no part in a knob only tells platforms apart by chance. */
static void
take_attributes (const WeftMeasuredPlatform *platform, WeftPool pool, guint n_dev, double x[WEFT_N_PROJECTION_ATTRIBUTES])
{
  guint n = n_dev > 0 ? n_dev : platform->n_dev;
  gboolean is_comm = pool == WEFT_POOL_COMM;

  x[0] = is_comm ? NAN : log_or_nan (platform->peak_flops_s);
  x[1] = is_comm ? NAN : log_or_nan (platform->mem_bw_bytes_s);
  x[2] = is_comm ? log_or_nan (platform->link_bw_bytes_s) : NAN;
  x[3] = is_comm ? log_or_nan (platform->link_latency_s) : NAN;
  x[4] = is_comm ? log_or_nan (n) : NAN;
  x[5] = is_comm && platform->hops > 0 ? (double) platform->hops - 1 : NAN;
}

/* The knob as a number without limits; NAN when it is not told. */
static double
unbounded (WeftKnobKind kind, double value)
{
  if (kind == WEFT_KNOB_LAUNCH)
    return value > 0 ? log (value) : NAN;
  return value > 0 && value < 1 ? log (value / (1 - value)) : NAN;
}

static double
bounded (WeftKnobKind kind, double y)
{
  return kind == WEFT_KNOB_LAUNCH ? exp (y) : 1 / (1 + exp (-y));
}

static const WeftFitKnob *
knob_of (const WeftFitSegment *segment, WeftKnobKind kind)
{
  return kind == WEFT_KNOB_PHI ? &segment->phi : kind == WEFT_KNOB_BETA ? &segment->beta : &segment->launch_s;
}

/* Operators on different paths are different things. */
static guint32
group_of (const WeftFit *fit, const WeftFitSeries *series)
{
  return series->op * fit->measurements->paths->len + series->path;
}

static WeftPool
pool_of (const WeftFitSeries *series)
{
  return series->comm == WEFT_MEASURED_COMPUTE ? WEFT_POOL_COMPUTE : WEFT_POOL_COMM;
}

static int
compare_samples (gconstpointer a, gconstpointer b)
{
  const WeftRidgeSample *one = a;
  const WeftRidgeSample *other = b;

  if (one->group != other->group)
    return one->group < other->group ? -1 : 1;
  return one->platform < other->platform ? -1 : one->platform > other->platform;
}

static GArray *
take_samples (const WeftFit *fit, guint32 left_out, WeftPool pool, WeftKnobKind kind)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (WeftRidgeSample));

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      WeftRidgeSample sample = { series->platform, group_of (fit, series), { 0 }, 0, 0 };

      sample.y = unbounded (kind, knob_of (&series->whole, kind)->value);
      if (series->platform == left_out || pool_of (series) != pool || isnan (sample.y))
        continue;
      take_attributes (&g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, series->platform),
                       pool, series->n_dev, sample.x);
      sample.weight = 1 / (series->whole.mape * series->whole.mape + LEAST_ERROR);
      g_array_append_val (samples, sample);
    }
  g_array_sort (samples, compare_samples);
  return samples;
}

/* --- the model --- */

void
weft_projector_init (WeftProjector *self, const WeftFit *fit, guint32 left_out)
{
  self->fit = fit;
  for (guint pool = 0; pool < WEFT_N_POOLS; pool++)
    for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
      {
        GArray *samples = take_samples (fit, left_out, pool, k);

        self->samples[pool][k] = samples;
        self->lambda[pool][k] = weft_ridge_choose ((const WeftRidgeSample *) samples->data, samples->len);
      }
}

void
weft_projector_clear (WeftProjector *self)
{
  for (guint pool = 0; pool < WEFT_N_POOLS; pool++)
    for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
      g_clear_pointer (&self->samples[pool][k], g_array_unref);
}

double
weft_projector_predict (const WeftProjector *self, WeftKnobKind kind, guint32 left_out, const WeftFitSeries *series,
                        const WeftMeasuredPlatform *target, guint n_dev)
{
  WeftPool pool = pool_of (series);
  const GArray *samples = self->samples[pool][kind];
  double x[WEFT_N_PROJECTION_ATTRIBUTES];
  double y;

  take_attributes (target, pool, n_dev, x);
  y = weft_ridge_predict ((const WeftRidgeSample *) samples->data, samples->len, self->lambda[pool][kind], left_out,
                          group_of (self->fit, series), x);
  return isnan (y) ? NAN : bounded (kind, y);
}

static gboolean
has_platform (const GArray *samples, guint32 platform)
{
  for (guint i = 0; i < samples->len; i++)
    if (g_array_index (samples, WeftRidgeSample, i).platform == platform)
      return TRUE;
  return FALSE;
}

static WeftProjectedValue
project (const WeftProjector *self, WeftKnobKind kind, const WeftFitSeries *series, const WeftMeasuredPlatform *target)
{
  guint n_dev = target->n_dev;
  double value = weft_projector_predict (self, kind, WEFT_RIDGE_NO_PLATFORM, series, target, n_dev);
  WeftProjectedValue found = { value, value, value };

  for (guint32 p = 0; p < self->fit->measurements->platforms->len && !isnan (value); p++)
    {
      double without;

      if (!has_platform (self->samples[pool_of (series)][kind], p))
        continue;
      without = weft_projector_predict (self, kind, p, series, target, n_dev);
      found.low = fmin (found.low, without);
      found.high = fmax (found.high, without);
    }
  return found;
}

/* --- errors of times --- */

static double
time_by (const WeftFitSeries *series, const WeftMeasuredPlatform *platform, const WeftMeasurement *point, double phi,
         double beta, double launch_s)
{
  WeftFitPoint roof = weft_fit_point (series, platform, point->flops, point->bytes);
  double flops_s = roof.uf > 0 && !isnan (phi) ? roof.uf / phi : 0;
  double bytes_s = roof.um > 0 && !isnan (beta) ? roof.um / beta : 0;

  return (isnan (launch_s) ? 0 : launch_s) + MAX (flops_s, bytes_s);
}

static double
error_of_series (const WeftFit *fit, const WeftFitSeries *series, double phi, double beta, double launch_s)
{
  const WeftMeasuredPlatform *platform
    = &g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, series->platform);
  double sum = 0;

  if (isnan (beta) && isnan (phi))
    return NAN;
  for (guint i = 0; i < series->points->len; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (series, fit->measurements, i);

      sum += fabs (time_by (series, platform, point, phi, beta, launch_s) - point->time_s) / point->time_s;
    }
  return sum / series->points->len;
}

/* A mean that grows. */
typedef struct
{
  double sum;
  guint n;
} Mean;

static void
add (Mean *self, double value)
{
  if (isnan (value))
    return;
  self->sum += value;
  self->n++;
}

static double
mean_of (const Mean *self)
{
  return self->n > 0 ? self->sum / self->n : NAN;
}

/* Each platform by the others, with the slopes that they have without it. */
static void
measure_left_out (const WeftProjector *self, WeftProjection *projection, guint32 target)
{
  const WeftFit *fit = self->fit;
  Mean compute = { 0, 0 };
  Mean comm = { 0, 0 };

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      const WeftMeasuredPlatform *platform
        = &g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, series->platform);
      double value[WEFT_N_KNOB_KINDS];

      if (series->platform == target)
        continue;
      for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
        value[k] = weft_projector_predict (self, k, series->platform, series, platform, series->n_dev);
      add (series->comm == WEFT_MEASURED_COMPUTE ? &compute : &comm,
           error_of_series (fit, series, value[WEFT_KNOB_PHI], value[WEFT_KNOB_BETA], value[WEFT_KNOB_LAUNCH]));
    }
  projection->error_left_out = mean_of (&compute);
  projection->comm_error_left_out = mean_of (&comm);
}

/* The target's own measurements, which the projection has not seen. Communication of other numbers of devices takes the
 * knobs that are projected for those. */
static double
held_out_error (const WeftProjector *self, guint32 target, const WeftFitSeries *like, guint32 *n)
{
  const WeftFit *fit = self->fit;
  Mean mean = { 0, 0 };

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      double value[WEFT_N_KNOB_KINDS];

      if (series->platform != target || series->op != like->op || series->path != like->path)
        continue;
      for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
        value[k] = weft_projector_predict (self, k, WEFT_RIDGE_NO_PLATFORM, series,
                                           &g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, target),
                                           series->n_dev);
      add (&mean, error_of_series (fit, series, value[WEFT_KNOB_PHI], value[WEFT_KNOB_BETA], value[WEFT_KNOB_LAUNCH]));
      *n += series->points->len;
    }
  return mean_of (&mean);
}

/* --- the target --- */

static gboolean
has_knob (const WeftProjection *self, guint32 op, guint32 path)
{
  for (guint i = 0; i < self->knobs->len; i++)
    {
      const WeftProjectedKnob *knob = &g_array_index (self->knobs, WeftProjectedKnob, i);

      if (knob->op == op && knob->path == path)
        return TRUE;
    }
  return FALSE;
}

static int
compare_knobs (gconstpointer a, gconstpointer b)
{
  const WeftProjectedKnob *one = a;
  const WeftProjectedKnob *other = b;

  if (one->op != other->op)
    return one->op < other->op ? -1 : 1;
  return one->path < other->path ? -1 : one->path > other->path;
}

static void
project_all (const WeftProjector *self, WeftProjection *projection, guint32 target)
{
  const WeftFit *fit = self->fit;
  Mean compute = { 0, 0 };
  Mean comm = { 0, 0 };

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);
      WeftProjectedKnob knob = { .op = series->op, .path = series->path, .comm = series->comm };

      if (series->platform == target || has_knob (projection, series->op, series->path))
        continue;
      knob.phi = project (self, WEFT_KNOB_PHI, series, &projection->target);
      knob.beta = project (self, WEFT_KNOB_BETA, series, &projection->target);
      knob.launch_s = project (self, WEFT_KNOB_LAUNCH, series, &projection->target);
      knob.held_out_error = held_out_error (self, target, series, &knob.n_held_out);
      add (knob.comm == WEFT_MEASURED_COMPUTE ? &compute : &comm, knob.held_out_error);
      g_array_append_val (projection->knobs, knob);
    }
  g_array_sort (projection->knobs, compare_knobs);
  projection->held_out_error = mean_of (&compute);
  projection->held_out_comm_error = mean_of (&comm);
}

/* Index of the platform of that name, WEFT_RIDGE_NO_PLATFORM without. */
static guint32
find_index (const WeftFit *fit, const char *name)
{
  for (guint32 i = 0; i < fit->measurements->platforms->len; i++)
    if (g_str_equal (g_array_index (fit->measurements->platforms, WeftMeasuredPlatform, i).name, name))
      return i;
  return WEFT_RIDGE_NO_PLATFORM;
}

static guint
count_platforms (const WeftFit *fit, guint32 target)
{
  guint32 last = WEFT_RIDGE_NO_PLATFORM;
  guint n = 0;

  for (guint i = 0; i < fit->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (fit->series, i);

      n += series->platform != target && series->platform != last;
      last = series->platform;
    }
  return n;
}

/**
 * weft_projection_new: (skip)
 * @fit: of other platforms
 * @target: what is known of this one; attributes that are not known count as the mean of the others
 * @error: return location for a #WeftCalibError
 *
 * Projects each knob by y = a_operator + c . x, where y is logit (phi), logit (beta) or log (l), x are the logarithms of
 * peak and memory bandwidth or, of communication, of link bandwidth, link latency and number of devices, and the hops
 * beyond the first. The slopes c are shared by all operators that compute, and by all that communicate (CHASE, section
 * 6.3, has all attributes in one). A sample weighs 1 / (error^2 + 1e-4) of its series.
 * A platform of the fit with the target's name is no part of it: its measurements are compared.
 *
 * Returns: (transfer full) (nullable): the projection
 */
WeftProjection *
weft_projection_new (const WeftFit *fit, const WeftMeasuredPlatform *target, GError **error)
{
  guint32 index = find_index (fit, target->name);
  guint n_platforms = count_platforms (fit, index);
  g_auto (WeftProjector) projector = { 0 };
  WeftProjection *self;

  if (n_platforms == 0)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_TOO_FEW,
                   _("no platform besides “%s” was fitted, from which its knobs could be projected"), target->name);
      return NULL;
    }
  self = g_new0 (WeftProjection, 1);
  weft_measured_platform_copy (target, &self->target);
  self->knobs = g_array_new (FALSE, FALSE, sizeof (WeftProjectedKnob));
  self->n_platforms = n_platforms;
  weft_projector_init (&projector, fit, index);
  for (guint k = 0; k < WEFT_N_KNOB_KINDS; k++)
    {
      self->lambda[k] = projector.lambda[WEFT_POOL_COMPUTE][k];
      self->comm_lambda[k] = projector.lambda[WEFT_POOL_COMM][k];
    }
  project_all (&projector, self, index);
  self->error_left_out = self->comm_error_left_out = NAN;
  if (n_platforms > 1)
    measure_left_out (&projector, self, index);
  return self;
}

void
weft_projection_free (WeftProjection *self)
{
  weft_measured_platform_clear (&self->target);
  g_array_unref (self->knobs);
  g_free (self);
}
