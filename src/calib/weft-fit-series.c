/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One series: which times at full rates its points have, its segments, and how well it predicts what it has not seen. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-statistics.h"
#include "calib/weft-fit-model-private.h"

#define N_FOLDS 5u
/* With fewer a fold tells nothing. */
#define LEAST_FOLDED 10u

WeftFitSeries *
weft_fit_series_new (void)
{
  WeftFitSeries *self = g_new0 (WeftFitSeries, 1);

  self->points = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->predicted_s = g_array_new (FALSE, FALSE, sizeof (double));
  self->outliers = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->mape = self->mape_held_out = self->median_error = self->worst_error = self->tail_ratio = NAN;
  self->factor = 1;
  self->p_value = 1;
  return self;
}

void
weft_fit_series_free (WeftFitSeries *self)
{
  g_array_unref (self->points);
  g_array_unref (self->predicted_s);
  g_array_unref (self->outliers);
  g_ptr_array_unref (self->notes);
  g_free (self);
}

static const WeftMeasuredPlatform *
get_platform (const WeftFitSeries *self, const WeftMeasurements *measurements)
{
  return &g_array_index (measurements->platforms, WeftMeasuredPlatform, self->platform);
}

/* --- times at full rates --- */

static double
amount (double value)
{
  return value > 0 ? value : 0;
}

static double
size_of (WeftFitAxis axis, double flops, double bytes)
{
  switch (axis)
    {
    case WEFT_FIT_BY_FLOPS:
      return flops;
    case WEFT_FIT_BY_INTENSITY:
      return bytes > 0 ? flops / bytes : flops > 0 ? G_MAXDOUBLE : 0;
    default:
      return bytes;
    }
}

WeftFitPoint
weft_fit_point (const WeftFitSeries *series, const WeftMeasuredPlatform *platform, double flops, double bytes)
{
  double bw_bytes_s = platform->mem_bw_bytes_s;
  WeftFitPoint point = { 0, 0, NAN, size_of (series->axis, amount (flops), amount (bytes)) };

  if (series->comm != WEFT_MEASURED_COMPUTE)
    {
      point.um = amount (bytes) > 0 ? series->factor * bytes / platform->link_bw_bytes_s : 0;
      return point;
    }
  if (series->cache_bytes > 0 && bytes <= series->cache_bytes)
    bw_bytes_s = platform->cache_bw_bytes_s;
  point.uf = amount (flops) > 0 ? flops / platform->peak_flops_s : 0;
  point.um = amount (bytes) > 0 ? bytes / bw_bytes_s : 0;
  return point;
}

static gboolean
lacks (GError **error, const char *platform, const char *fact)
{
  g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN, _("%s of “%s” is not known; describe the platform"),
               fact, platform);
  return FALSE;
}

static gboolean
prepare_comm (WeftFitSeries *self, const WeftMeasuredPlatform *platform, GError **error)
{
  gboolean is_collective = self->comm >= 0;

  if (is_collective && self->n_dev < 2)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_UNKNOWN,
                   self->n_dev == 0 ? _("how many devices take part is not known; a column n_dev says it")
                                    : _("one device alone sends nothing"));
      return FALSE;
    }
  if (isnan (platform->link_bw_bytes_s))
    return lacks (error, platform->name, _("the bandwidth of the link"));
  self->factor = weft_measured_factor (self->comm, self->n_dev);
  return TRUE;
}

static gboolean
prepare_compute (WeftFitSeries *self, const WeftMeasuredPlatform *platform, GError **error)
{
  self->axis = self->has_bytes ? WEFT_FIT_BY_BYTES : WEFT_FIT_BY_FLOPS;
  if (self->has_flops && isnan (platform->peak_flops_s))
    return lacks (error, platform->name, _("the peak"));
  if (self->has_bytes && isnan (platform->mem_bw_bytes_s))
    return lacks (error, platform->name, _("the memory bandwidth"));
  if (platform->cache_bytes > 0 && platform->cache_bw_bytes_s > 0)
    self->cache_bytes = WEFT_FIT_CACHE_SHARE * platform->cache_bytes;
  return TRUE;
}

gboolean
weft_fit_series_prepare (WeftFitSeries *self, const WeftMeasurements *measurements, GError **error)
{
  const WeftMeasuredPlatform *platform = get_platform (self, measurements);

  if (self->comm != WEFT_MEASURED_COMPUTE)
    {
      self->has_bytes = TRUE;
      return prepare_comm (self, platform, error);
    }
  for (guint32 i = 0; i < self->points->len; i++)
    {
      self->has_flops = self->has_flops || weft_fit_series_point (self, measurements, i)->flops > 0;
      self->has_bytes = self->has_bytes || weft_fit_series_point (self, measurements, i)->bytes > 0;
    }
  return prepare_compute (self, platform, error);
}

/* --- enough to fit --- */

static guint
count_different (const WeftFitPoint *points, guint32 n)
{
  guint found = 1;

  for (guint32 i = 1; i < n && found < 3; i++)
    found += points[i].uf != points[i - 1].uf || points[i].um != points[i - 1].um;
  return found;
}

static gboolean
check_enough (const WeftFitPoint *points, guint32 n, GError **error)
{
  gboolean flops = FALSE;
  gboolean bytes = FALSE;
  guint n_knobs, different;

  for (guint32 i = 0; i < n; i++)
    {
      flops = flops || points[i].uf > 0;
      bytes = bytes || points[i].um > 0;
    }
  n_knobs = 1 + flops + bytes;
  if (n < n_knobs)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_TOO_FEW,
                   ngettext ("%u point for %u knobs; measure more sizes", "%u points for %u knobs; measure more sizes", n),
                   n, n_knobs);
      return FALSE;
    }
  different = count_different (points, n);
  if (different < MIN (n_knobs, 2))
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_CONSTANT,
                   _("all %u points are of one size, which does not tell overhead and rate apart; measure others"), n);
      return FALSE;
    }
  return TRUE;
}

/* --- the fit --- */

static int
compare_points (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftFitPoint *points = data;
  guint32 one = *(const guint32 *) a;
  guint32 other = *(const guint32 *) b;

  if (points[one].size != points[other].size)
    return points[one].size < points[other].size ? -1 : 1;
  return one < other ? -1 : one > other;
}

/* The points by size; @indices: which measurements they are. */
static WeftFitPoint *
order_points (const WeftFitSeries *self, const WeftMeasurements *measurements, guint32 *indices)
{
  const WeftMeasuredPlatform *platform = get_platform (self, measurements);
  guint32 n = self->points->len;
  g_autofree WeftFitPoint *found = g_new (WeftFitPoint, n);
  g_autofree guint32 *order = g_new (guint32, n);
  WeftFitPoint *points = g_new (WeftFitPoint, n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftMeasurement *point = weft_fit_series_point (self, measurements, i);

      found[i] = weft_fit_point (self, platform, point->flops, point->bytes);
      found[i].t = point->time_s;
      order[i] = i;
    }
  g_qsort_with_data (order, n, sizeof (guint32), compare_points, found);
  for (guint32 i = 0; i < n; i++)
    {
      points[i] = found[order[i]];
      indices[i] = g_array_index (self->points, guint32, order[i]);
    }
  return points;
}

/* Points in the order of one size, with the segments that it cuts them into. */
typedef struct
{
  WeftFitPoint *points;
  guint32 *indices;
  WeftFitModel model;
} Axis;

static void
clear_axis (Axis *self)
{
  g_clear_pointer (&self->points, g_free);
  g_clear_pointer (&self->indices, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Axis, clear_axis)

static gboolean
fit_axis (WeftFitSeries *self, const WeftMeasurements *measurements, WeftFitSolver *solver, guint most, guint n_axes,
          Axis *axis, GCancellable *cancellable, GError **error)
{
  guint32 n = self->points->len;

  axis->indices = g_new (guint32, n);
  axis->points = order_points (self, measurements, axis->indices);
  return check_enough (axis->points, n, error)
         && weft_fit_model_init (&axis->model, solver, axis->points, n, most, n_axes, cancellable, error);
}

static guint
count_axes (const WeftFitSeries *self)
{
  return self->has_flops && self->has_bytes ? WEFT_N_FIT_AXES : 1;
}

static void
swap_axes (Axis *a, Axis *b)
{
  Axis c = *a;

  *a = *b;
  *b = c;
}

/* Kernels with operations and bytes are cut by the one, the other, or both in proportion, whichever explains them best. */
static gboolean
choose_axis (WeftFitSeries *self, const WeftMeasurements *measurements, WeftFitSolver *solver, guint most, Axis *best,
             GCancellable *cancellable, GError **error)
{
  guint n_axes = count_axes (self);
  WeftFitAxis chosen = self->axis;

  if (!fit_axis (self, measurements, solver, most, n_axes, best, cancellable, error))
    return FALSE;
  for (guint axis = 1; axis < n_axes && most > 1; axis++)
    {
      g_auto (Axis) other = { 0 };

      self->axis = axis;
      if (!fit_axis (self, measurements, solver, most, n_axes, &other, cancellable, error))
        return FALSE;
      if (other.model.n == 1 || other.model.criterion >= best->model.criterion)
        continue;
      swap_axes (best, &other);
      chosen = axis;
    }
  self->axis = chosen;
  return TRUE;
}

/* Mean error of every fifth point by a fit of the others. */
static gboolean
hold_out (WeftFitSeries *self, WeftFitSolver *solver, const WeftFitPoint *points, guint32 n, guint most, guint n_axes,
          GCancellable *cancellable, GError **error)
{
  g_autofree WeftFitPoint *rest = g_new (WeftFitPoint, n);
  double sum = 0;

  if (n < LEAST_FOLDED)
    return TRUE;
  for (guint fold = 0; fold < N_FOLDS; fold++)
    {
      WeftFitModel model;
      guint32 n_rest = 0;

      for (guint32 i = 0; i < n; i++)
        if (i % N_FOLDS != fold)
          rest[n_rest++] = points[i];
      if (!weft_fit_model_init (&model, solver, rest, n_rest, most, n_axes, cancellable, error))
        return FALSE;
      for (guint32 i = fold; i < n; i += N_FOLDS)
        sum += fabs (weft_fit_model_time_s (&model, points[i].uf, points[i].um, points[i].size) - points[i].t)
               / points[i].t;
    }
  self->mape_held_out = sum / n;
  return TRUE;
}

static void
take_errors (WeftFitSeries *self, const WeftFitModel *model, const WeftFitPoint *points, guint32 n)
{
  g_autofree double *errors = g_new (double, n);

  self->worst_error = 0;
  for (guint32 i = 0; i < n; i++)
    {
      double time_s = weft_fit_model_time_s (model, points[i].uf, points[i].um, points[i].size);

      g_array_append_val (self->predicted_s, time_s);
      errors[i] = fabs (time_s - points[i].t) / points[i].t;
      self->worst_error = MAX (self->worst_error, errors[i]);
    }
  self->mape = weft_statistics_mean (errors, n);
  self->median_error = weft_statistics_median (errors, n);
}

gboolean
weft_fit_series_solve (WeftFitSeries *self, const WeftMeasurements *measurements, guint most,
                       GCancellable *cancellable, GError **error)
{
  guint32 n = self->points->len;
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (n);
  g_auto (Axis) axis = { 0 };
  const WeftFitModel *model = &axis.model;
  WeftFitKnobs whole;

  self->n_points = n;
  weft_fit_solver_set_cancellable (solver, cancellable);
  if (!choose_axis (self, measurements, solver, most, &axis, cancellable, error))
    return FALSE;
  g_array_set_size (self->points, 0);
  g_array_append_vals (self->points, axis.indices, n);
  self->n_segments = model->n;
  self->p_value = model->p_value;
  for (guint i = 0; i < model->n; i++)
    weft_fit_identify (&model->knobs[i], axis.points + model->begin[i], model->begin[i + 1] - model->begin[i],
                       &self->segment[i]);
  whole = model->n == 1 ? model->knobs[0] : weft_fit_solver_refine (solver, axis.points, n);
  weft_fit_identify (&whole, axis.points, n, &self->whole);
  take_errors (self, model, axis.points, n);
  return hold_out (self, solver, axis.points, n, most, count_axes (self), cancellable, error);
}
