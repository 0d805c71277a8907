/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whoever cancels has an answer at once; the worker notices soon after, and what it made goes. */
#include "config.h"

#include "app/calibration/weft-calibration-work.h"

#include "app/weft-worker.h"

void
weft_calibration_reading_free (WeftCalibrationReading *self)
{
  g_clear_pointer (&self->measurements, weft_measurements_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_free (self);
}

/* --- reading --- */

static gboolean
find_kinds (GPtrArray *files, WeftCalibrationReading *reading, GError **error)
{
  for (guint i = 0; i < files->len; i++)
    {
      WeftCalibrationFound found = { FALSE, 0 };

      if (!weft_measured_file_has_platforms (weft_calibration_file_get_path (files->pdata[i]), &found.has_platforms,
                                             error))
        return FALSE;
      g_array_append_val (reading->found, found);
    }
  return TRUE;
}

/* Those of one kind. */
static gboolean
read_kind (GPtrArray *files, gboolean platforms, WeftCalibrationReading *reading, GCancellable *cancellable,
           GError **error)
{
  WeftMeasurements *into = reading->measurements;

  for (guint i = 0; i < files->len; i++)
    {
      WeftCalibrationFound *found = &g_array_index (reading->found, WeftCalibrationFound, i);
      WeftCalibrationFile *file = files->pdata[i];
      const char *path = weft_calibration_file_get_path (file);
      gboolean done;

      if (found->has_platforms != platforms)
        continue;
      done = !g_cancellable_set_error_if_cancelled (cancellable, error)
             && (platforms ? weft_measurements_add_platforms (into, path, error)
                           : weft_measurements_add_points (into, path, weft_calibration_file_get_op (file),
                                                           weft_calibration_file_get_platform (file), error));
      if (!done)
        return FALSE;
      found->n_rows = g_array_index (into->files, WeftMeasuredFile, into->files->len - 1).n_rows;
    }
  return TRUE;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GPtrArray *files = data;
  WeftCalibrationReading *reading = g_new0 (WeftCalibrationReading, 1);
  GError *error = NULL;

  reading->measurements = weft_measurements_new ();
  reading->found = g_array_new (FALSE, FALSE, sizeof (WeftCalibrationFound));
  if (find_kinds (files, reading, &error) && read_kind (files, TRUE, reading, cancellable, &error)
      && read_kind (files, FALSE, reading, cancellable, &error))
    g_task_return_pointer (task, reading, (GDestroyNotify) weft_calibration_reading_free);
  else
    {
      weft_calibration_reading_free (reading);
      g_task_return_error (task, error);
    }
}

/* Takes @order. */
static void
run (gpointer tag, GTaskThreadFunc work, gpointer order, GDestroyNotify order_free, GCancellable *cancellable,
     GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, order, order_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, work);
}

void
weft_calibration_read_async (GPtrArray *files, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  run (weft_calibration_read_async, read_in_thread, g_ptr_array_ref (files), (GDestroyNotify) g_ptr_array_unref,
       cancellable, callback, data);
}

WeftCalibrationReading *
weft_calibration_read_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- fitting --- */

typedef struct
{
  WeftMeasurements *measurements;
  guint most_segments;
  int *permille;
} FitOrder;

static void
free_fit_order (gpointer data)
{
  FitOrder *order = data;

  weft_measurements_unref (order->measurements);
  g_atomic_rc_box_release (order->permille);
  g_free (order);
}

static void
fit_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  FitOrder *order = data;
  GError *error = NULL;
  WeftFit *fit = weft_fit_new (order->measurements, order->most_segments, weft_worker_progress_cb, order->permille,
                               cancellable, &error);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  if (fit == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_free (fit->date);
  fit->date = g_date_time_format (now, "%Y-%m-%d");
  g_task_return_pointer (task, fit, (GDestroyNotify) weft_fit_unref);
}

void
weft_calibration_fit_async (WeftMeasurements *measurements, guint most_segments, int *permille,
                            GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  FitOrder *order = g_new0 (FitOrder, 1);

  order->measurements = weft_measurements_ref (measurements);
  order->most_segments = most_segments;
  order->permille = g_atomic_rc_box_acquire (permille);
  run (weft_calibration_fit_async, fit_in_thread, order, free_fit_order, cancellable, callback, data);
}

WeftFit *
weft_calibration_fit_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- comparing --- */

static void
compare_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  GPtrArray *trends = weft_calib_trends (data, weft_trend_simulate_star, NULL, cancellable, &error);

  if (trends != NULL)
    g_task_return_pointer (task, trends, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

void
weft_calibration_compare_async (WeftFit *fit, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data)
{
  run (weft_calibration_compare_async, compare_in_thread, weft_fit_ref (fit), (GDestroyNotify) weft_fit_unref,
       cancellable, callback, data);
}

GPtrArray *
weft_calibration_compare_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- projecting --- */

typedef struct
{
  WeftFit *fit;
  WeftMeasuredPlatform target;
} ProjectOrder;

static void
free_project_order (gpointer data)
{
  ProjectOrder *order = data;

  weft_fit_unref (order->fit);
  weft_measured_platform_clear (&order->target);
  g_free (order);
}

static void
project_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ProjectOrder *order = data;
  GError *error = NULL;
  WeftProjection *projection = weft_projection_new (order->fit, &order->target, &error);

  if (projection != NULL)
    g_task_return_pointer (task, projection, (GDestroyNotify) weft_projection_free);
  else
    g_task_return_error (task, error);
}

void
weft_calibration_project_async (WeftFit *fit, const WeftMeasuredPlatform *target, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer data)
{
  ProjectOrder *order = g_new0 (ProjectOrder, 1);

  order->fit = weft_fit_ref (fit);
  weft_measured_platform_copy (target, &order->target);
  run (weft_calibration_project_async, project_in_thread, order, free_project_order, cancellable, callback, data);
}

WeftProjection *
weft_calibration_project_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
