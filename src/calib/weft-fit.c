/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series of measurements, each fitted by itself: one that cannot be fitted does not stop the others. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "calib/weft-fit-model-private.h"

/* --- life --- */

WeftFit *
weft_fit_new_empty (WeftMeasurements *measurements)
{
  WeftFit *self = g_new0 (WeftFit, 1);

  g_atomic_ref_count_init (&self->refs);
  self->measurements = weft_measurements_ref (measurements);
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify) weft_fit_series_free);
  self->failed = g_ptr_array_new_with_free_func (g_free);
  return self;
}

WeftFit *
weft_fit_ref (WeftFit *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_fit_unref (WeftFit *self)
{
  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  weft_measurements_unref (self->measurements);
  g_ptr_array_unref (self->series);
  g_ptr_array_unref (self->failed);
  g_free (self->date);
  g_free (self);
}

/* --- names --- */

char *
weft_fit_series_name (const WeftFit *self, const WeftFitSeries *series)
{
  const WeftMeasurements *measurements = self->measurements;
  GString *name = g_string_new (g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform).name);
  const char *path = g_ptr_array_index (measurements->paths, series->path);

  g_string_append_printf (name, " %s", (const char *) g_ptr_array_index (measurements->ops, series->op));
  if (series->n_dev > 0)
    g_string_append_printf (name, ngettext (", %u device", ", %u devices", series->n_dev), series->n_dev);
  if (path[0] != '\0')
    g_string_append_printf (name, ", %s", path);
  return g_string_free (name, FALSE);
}

const WeftFitSeries *
weft_fit_find (const WeftFit *self, const char *platform, const char *op, guint n_dev, const char *path)
{
  const WeftMeasurements *measurements = self->measurements;

  for (guint i = 0; i < self->series->len; i++)
    {
      const WeftFitSeries *series = g_ptr_array_index (self->series, i);

      if (g_str_equal (g_array_index (measurements->platforms, WeftMeasuredPlatform, series->platform).name, platform)
          && g_str_equal (g_ptr_array_index (measurements->ops, series->op), op)
          && (n_dev == 0 || series->n_dev == n_dev)
          && (path == NULL || g_str_equal (g_ptr_array_index (measurements->paths, series->path), path)))
        return series;
    }
  return NULL;
}

/* --- series --- */

typedef struct
{
  guint32 platform, op, n_dev, path;
  guint32 index; /* of the measurement */
} Key;

static int
compare_keys (const void *a, const void *b)
{
  const Key *one = a;
  const Key *other = b;

  if (one->platform != other->platform)
    return one->platform < other->platform ? -1 : 1;
  if (one->op != other->op)
    return one->op < other->op ? -1 : 1;
  if (one->n_dev != other->n_dev)
    return one->n_dev < other->n_dev ? -1 : 1;
  if (one->path != other->path)
    return one->path < other->path ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

static gboolean
same_series (const Key *a, const Key *b)
{
  return a->platform == b->platform && a->op == b->op && a->n_dev == b->n_dev && a->path == b->path;
}

static Key *
sort_points (const WeftMeasurements *measurements, const int *comm)
{
  guint32 n = measurements->points->len;
  Key *keys = g_new (Key, n);

  for (guint32 i = 0; i < n; i++)
    {
      const WeftMeasurement *point = &g_array_index (measurements->points, WeftMeasurement, i);

      keys[i] = (Key) { point->platform, point->op, comm[point->op] == WEFT_MEASURED_COMPUTE ? 0 : point->n_dev,
                        point->path, i };
    }
  qsort (keys, n, sizeof (Key), compare_keys);
  return keys;
}

static int *
classify_ops (const WeftMeasurements *measurements)
{
  int *comm = g_new (int, measurements->ops->len);

  for (guint i = 0; i < measurements->ops->len; i++)
    comm[i] = weft_measured_comm (g_ptr_array_index (measurements->ops, i));
  return comm;
}

/* --- all of them --- */

typedef struct
{
  WeftFit *fit;
  guint most;
  void (*progress) (double share, gpointer data);
  gpointer data;
  GCancellable *cancellable;
} Job;

/* FALSE only when cancelled: why a series cannot be fitted goes to those that failed. */
static gboolean
fit_series (const Job *job, WeftFitSeries *series, GError **error)
{
  g_autoptr (GError) failure = NULL;
  const WeftMeasurements *measurements = job->fit->measurements;
  g_autofree char *name = NULL;

  if (weft_fit_series_prepare (series, measurements, &failure)
      && weft_fit_series_solve (series, measurements, job->most, job->cancellable, &failure))
    {
      weft_fit_series_judge (series, measurements);
      g_ptr_array_add (job->fit->series, series);
      return TRUE;
    }
  name = weft_fit_series_name (job->fit, series);
  weft_fit_series_free (series);
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  g_ptr_array_add (job->fit->failed, g_strdup_printf ("%s: %s", name, failure->message));
  return TRUE;
}

static gboolean
fit_all (const Job *job, GError **error)
{
  const WeftMeasurements *measurements = job->fit->measurements;
  g_autofree int *comm = classify_ops (measurements);
  g_autofree Key *keys = sort_points (measurements, comm);
  guint32 n = measurements->points->len;

  for (guint32 begin = 0, end; begin < n; begin = end)
    {
      WeftFitSeries *series = weft_fit_series_new ();

      series->platform = keys[begin].platform;
      series->op = keys[begin].op;
      series->n_dev = keys[begin].n_dev;
      series->path = keys[begin].path;
      series->comm = comm[series->op];
      for (end = begin; end < n && same_series (&keys[begin], &keys[end]); end++)
        g_array_append_val (series->points, keys[end].index);
      if (!fit_series (job, series, error))
        return FALSE;
      if (job->progress != NULL)
        job->progress ((double) end / n, job->data);
    }
  return TRUE;
}

/**
 * weft_fit_new: (skip)
 * @measurements: what was measured, and on what
 * @most_segments: 1 to %WEFT_MAX_FIT_SEGMENTS
 * @progress: (nullable): called with the share that is done
 * @data: for it
 * @cancellable: (nullable)
 * @error: return location for a #WeftCalibError or %G_IO_ERROR_CANCELLED
 *
 * Fits every series, those of one platform, operator, path and, of communication, number of devices, by itself:
 * t = l + max (flops / (phi peak), bytes / (beta bandwidth)), of communication t = l + factor bytes / (beta link)
 * (CHASE, section 6.1), with the least sum of squares of relative errors, and phi, beta in (0, 1], l >= 0.
 *
 * Returns: (transfer full) (nullable): the fit, also when some series failed
 */
WeftFit *
weft_fit_new (WeftMeasurements *measurements, guint most_segments, void (*progress) (double share, gpointer data),
              gpointer data, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftFit) self = weft_fit_new_empty (measurements);
  Job job = { self, CLAMP (most_segments, 1, WEFT_MAX_FIT_SEGMENTS), progress, data, cancellable };

  if (!fit_all (&job, error))
    return NULL;
  if (self->series->len == 0)
    {
      g_set_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_TOO_FEW, _("nothing could be fitted: %s"),
                   self->failed->len > 0 ? (const char *) self->failed->pdata[0] : _("there is no measurement"));
      return NULL;
    }
  weft_fit_project_missing (self);
  return g_steal_pointer (&self);
}

/* --- predictions --- */

static double
segment_time_s (const WeftFitSegment *segment, const WeftFitPoint *point)
{
  double flops_s = point->uf > 0 && segment->phi.used > 0 ? point->uf / segment->phi.used : 0;
  double bytes_s = point->um > 0 && segment->beta.used > 0 ? point->um / segment->beta.used : 0;

  return segment->launch_s.used + MAX (flops_s, bytes_s);
}

double
weft_fit_predict (const WeftFit *self, const WeftFitSeries *series, double flops, double bytes)
{
  const WeftMeasuredPlatform *platform
    = &g_array_index (self->measurements->platforms, WeftMeasuredPlatform, series->platform);
  WeftFitPoint point = weft_fit_point (series, platform, flops, bytes);
  guint i = 0;

  while (i + 1 < series->n_segments && point.size > sqrt (series->segment[i].to) * sqrt (series->segment[i + 1].from))
    i++;
  return segment_time_s (&series->segment[i], &point);
}
