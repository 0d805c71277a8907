/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One worker at a time; its answer counts while nobody has stopped it or begun something else. */
#include "config.h"

#include "app/calibration/weft-calibration-job-private.h"

#include <glib/gi18n.h>

#include "app/calibration/weft-calibration-work.h"
#include "base/weft-json.h"

G_DEFINE_FINAL_TYPE (WeftCalibrationJob, weft_calibration_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  KNOBS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
weft_calibration_job_changed (WeftCalibrationJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- one worker --- */

void
weft_calibration_job_end (WeftCalibrationJob *self)
{
  weft_worker_end (&self->worker);
  g_clear_pointer (&self->wanted, g_ptr_array_unref);
  self->work = WEFT_CALIBRATION_NOTHING;
}

/* What was under way before does not count any more. */
void
weft_calibration_job_begin (WeftCalibrationJob *self, WeftCalibrationWork work)
{
  g_cancellable_cancel (self->worker.cancellable);
  weft_calibration_job_end (self);
  self->work = work;
  weft_worker_begin (&self->worker);
  self->is_stopped = FALSE;
  self->failed = WEFT_CALIBRATION_NOTHING;
  g_clear_pointer (&self->message, g_free);
}

void
weft_calibration_job_fail (WeftCalibrationJob *self, const GError *error)
{
  self->failed = self->work;
  self->message = g_strdup (error->message);
}

/* --- fitting --- */

static void
take_fit (WeftCalibrationJob *self, WeftFit *fit)
{
  g_clear_pointer (&self->trends, g_ptr_array_unref);
  g_clear_pointer (&self->projection, weft_projection_free);
  g_clear_pointer (&self->fit, weft_fit_unref);
  self->fit = weft_fit_ref (fit);
  self->chosen = 0;
}

static void
fitted_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCalibrationJob) self = WEFT_CALIBRATION_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFit) fit = weft_calibration_fit_finish (result, &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  if (fit != NULL)
    take_fit (self, fit);
  else
    weft_calibration_job_fail (self, error);
  weft_calibration_job_end (self);
  weft_calibration_job_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- comparing and projecting --- */

static void
compared_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCalibrationJob) self = WEFT_CALIBRATION_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) trends = weft_calibration_compare_finish (result, &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  if (trends != NULL)
    self->trends = g_ptr_array_ref (trends);
  else
    weft_calibration_job_fail (self, error);
  weft_calibration_job_end (self);
  weft_calibration_job_changed (self);
}

static void
projected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCalibrationJob) self = WEFT_CALIBRATION_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProjection) projection = weft_calibration_project_finish (result, &error);

  if (!weft_worker_counts (&self->worker, result))
    return;
  if (projection != NULL)
    {
      g_clear_pointer (&self->projection, weft_projection_free);
      self->projection = g_steal_pointer (&projection);
    }
  else
    weft_calibration_job_fail (self, error);
  weft_calibration_job_end (self);
  weft_calibration_job_changed (self);
}

/* --- class --- */

static void
weft_calibration_job_dispose (GObject *object)
{
  WeftCalibrationJob *self = WEFT_CALIBRATION_JOB (object);

  g_cancellable_cancel (self->worker.cancellable);
  weft_calibration_job_end (self);
  g_clear_object (&self->files);
  g_clear_object (&self->session);
  g_clear_pointer (&self->trends, g_ptr_array_unref);
  g_clear_pointer (&self->projection, weft_projection_free);
  g_clear_pointer (&self->fit, weft_fit_unref);
  g_clear_pointer (&self->measurements, weft_measurements_unref);
  g_clear_pointer (&self->message, g_free);
  g_clear_pointer (&self->knobs, weft_knobs_file_free);
  G_OBJECT_CLASS (weft_calibration_job_parent_class)->dispose (object);
}

static void
weft_calibration_job_class_init (WeftCalibrationJobClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "ended", "knobs-changed" };

  G_OBJECT_CLASS (klass)->dispose = weft_calibration_job_dispose;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 0);
}

static void
weft_calibration_job_init (WeftCalibrationJob *self)
{
  self->files = g_list_store_new (WEFT_TYPE_CALIBRATION_FILE);
  self->most_segments = WEFT_MAX_FIT_SEGMENTS;
}

WeftCalibrationJob *
weft_calibration_job_new (WeftSession *session)
{
  WeftCalibrationJob *self;

  g_return_val_if_fail (WEFT_IS_SESSION (session), NULL);

  self = g_object_new (WEFT_TYPE_CALIBRATION_JOB, NULL);
  self->session = g_object_ref (session);
  return self;
}

WeftSession *
weft_calibration_job_get_session (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->session;
}

/* --- what is under way --- */

WeftCalibrationWork
weft_calibration_job_get_work (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), WEFT_CALIBRATION_NOTHING);

  return self->work;
}

double
weft_calibration_job_get_progress (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), 0);

  return weft_worker_get_progress (&self->worker);
}

void
weft_calibration_job_stop (WeftCalibrationJob *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (self->work == WEFT_CALIBRATION_NOTHING)
    return;
  g_cancellable_cancel (self->worker.cancellable);
  weft_calibration_job_end (self);
  self->is_stopped = TRUE;
  weft_calibration_job_changed (self);
}

gboolean
weft_calibration_job_is_stopped (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), FALSE);

  return self->is_stopped;
}

WeftCalibrationWork
weft_calibration_job_get_failed (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), WEFT_CALIBRATION_NOTHING);

  return self->failed;
}

const char *
weft_calibration_job_get_message (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->message;
}

/* --- the fit --- */

void
weft_calibration_job_set_most_segments (WeftCalibrationJob *self, guint n)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && n >= 1 && n <= WEFT_MAX_FIT_SEGMENTS);

  self->most_segments = n;
}

guint
weft_calibration_job_get_most_segments (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), 1);

  return self->most_segments;
}

gboolean
weft_calibration_job_can_fit (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), FALSE);

  return self->work == WEFT_CALIBRATION_NOTHING && self->measurements != NULL && self->measurements->points->len > 0;
}

void
weft_calibration_job_fit (WeftCalibrationJob *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (!weft_calibration_job_can_fit (self))
    return;
  weft_calibration_job_begin (self, WEFT_CALIBRATION_FITTING);
  weft_calibration_fit_async (self->measurements, self->most_segments, self->worker.permille, self->worker.cancellable, fitted_cb,
                              g_object_ref (self));
  weft_worker_tick (&self->worker, G_OBJECT (self));
  weft_calibration_job_changed (self);
}

WeftFit *
weft_calibration_job_get_fit (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->fit;
}

gboolean
weft_calibration_job_is_dated (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), FALSE);

  return self->fit != NULL && self->fit->measurements != self->measurements;
}

void
weft_calibration_job_choose (WeftCalibrationJob *self, guint series)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (self->fit == NULL || series >= self->fit->series->len || series == self->chosen)
    return;
  self->chosen = series;
  weft_calibration_job_changed (self);
}

const WeftFitSeries *
weft_calibration_job_get_series (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->fit != NULL && self->chosen < self->fit->series->len ? self->fit->series->pdata[self->chosen] : NULL;
}

/* --- scaling and projection --- */

void
weft_calibration_job_compare (WeftCalibrationJob *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (self->fit == NULL || self->trends != NULL || self->work != WEFT_CALIBRATION_NOTHING)
    return;
  weft_calibration_job_begin (self, WEFT_CALIBRATION_COMPARING);
  weft_calibration_compare_async (self->fit, self->worker.cancellable, compared_cb, g_object_ref (self));
  weft_calibration_job_changed (self);
}

GPtrArray *
weft_calibration_job_get_trends (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->trends;
}

void
weft_calibration_job_project (WeftCalibrationJob *self, const WeftMeasuredPlatform *target)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && target != NULL);

  if (self->fit == NULL || self->work == WEFT_CALIBRATION_FITTING)
    return;
  weft_calibration_job_begin (self, WEFT_CALIBRATION_PROJECTING);
  weft_calibration_project_async (self->fit, target, self->worker.cancellable, projected_cb, g_object_ref (self));
  weft_calibration_job_changed (self);
}

const WeftProjection *
weft_calibration_job_get_projection (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->projection;
}

/* --- knobs --- */

/* (nullable) */
static WeftInventory *
find_inventory (WeftCalibrationJob *self, GError **error)
{
  WeftInventory *inventory = weft_session_get_inventory (self->session);

  if (inventory == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                         _("the catalog is still being read; try again in a moment"));
  return inventory;
}

/* Takes @knobs (nullable). */
static void
use_knobs (WeftCalibrationJob *self, WeftKnobsFile *knobs)
{
  g_clear_pointer (&self->knobs, weft_knobs_file_free);
  self->knobs = knobs;
  g_signal_emit (self, signals[KNOBS_CHANGED], 0);
  weft_calibration_job_changed (self);
}

static gboolean
write_knobs (WeftCalibrationJob *self, JsonNode *knobs, GPtrArray *notes, const char *path, GError **error)
{
  WeftInventory *inventory = find_inventory (self, error);
  WeftKnobsFile *file = inventory != NULL ? weft_knobs_file_write (knobs, notes, inventory, path, error) : NULL;

  if (file != NULL)
    use_knobs (self, file);
  return file != NULL;
}

gboolean
weft_calibration_job_accept (WeftCalibrationJob *self, const char *platform, const char *path, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) knobs = NULL;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self) && self->fit != NULL && path != NULL, FALSE);

  knobs = weft_fit_to_knobs (self->fit, platform, notes);
  if (write_knobs (self, knobs, notes, path, error))
    return TRUE;
  if (platform == NULL && error != NULL && (*error)->domain == WEFT_JSON_ERROR)
    g_prefix_error (error, "%s\n", _("Knobs of several platforms each hold for a chip of the catalog. Choose one "
                                     "platform, or name the chips in a column “chip” of the platforms."));
  return FALSE;
}

gboolean
weft_calibration_job_accept_projection (WeftCalibrationJob *self, const char *path, GError **error)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (JsonNode) knobs = NULL;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self) && self->projection != NULL && path != NULL, FALSE);

  knobs = weft_projection_to_knobs (self->projection, self->fit, notes);
  return write_knobs (self, knobs, notes, path, error);
}

gboolean
weft_calibration_job_load_knobs (WeftCalibrationJob *self, const char *path, GError **error)
{
  WeftInventory *inventory;
  WeftKnobsFile *knobs;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self) && path != NULL, FALSE);

  inventory = find_inventory (self, error);
  knobs = inventory != NULL ? weft_knobs_file_load (path, inventory, error) : NULL;
  if (knobs != NULL)
    use_knobs (self, knobs);
  return knobs != NULL;
}

void
weft_calibration_job_drop_knobs (WeftCalibrationJob *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (self->knobs != NULL)
    use_knobs (self, NULL);
}

JsonNode *
weft_calibration_job_get_knobs (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->knobs != NULL ? self->knobs->knobs : NULL;
}

const WeftKnobsFile *
weft_calibration_job_get_knobs_file (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->knobs;
}
