/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One worker at a time; its answer counts while nobody has stopped it or begun something else. */
#include "config.h"

#include "app/calibration/weft-calibration-job.h"

#include <glib/gi18n.h>

#include "app/calibration/weft-calibration-work.h"

#define TICK_MS 66

struct _WeftCalibrationJob
{
  GObject parent_instance;

  WeftSession *session;
  GListStore *files;
  GPtrArray *wanted;              /* (nullable): files that are being read */
  WeftMeasurements *measurements; /* (nullable) */

  WeftCalibrationWork work;
  GCancellable *cancellable; /* (nullable): of the work whose answer counts */
  int *permille;             /* (nullable): of a fit */
  guint tick_source;
  gboolean is_stopped;
  WeftCalibrationWork failed;
  char *message; /* (nullable) */

  guint most_segments;
  WeftFit *fit; /* (nullable) */
  guint chosen; /* of its series */
  WeftProjection *projection; /* (nullable): of the fit */

  WeftKnobsFile *knobs; /* (nullable): in use */
};

G_DEFINE_FINAL_TYPE (WeftCalibrationJob, weft_calibration_job, G_TYPE_OBJECT)

enum
{
  CHANGED,
  ENDED,
  KNOBS_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
emit_changed (WeftCalibrationJob *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- one worker --- */

static void
end_work (WeftCalibrationJob *self)
{
  g_clear_handle_id (&self->tick_source, g_source_remove);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->permille, g_atomic_rc_box_release);
  g_clear_pointer (&self->wanted, g_ptr_array_unref);
  self->work = WEFT_CALIBRATION_NOTHING;
}

/* What was under way before does not count any more. */
static void
begin_work (WeftCalibrationJob *self, WeftCalibrationWork work)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  end_work (self);
  self->work = work;
  self->cancellable = g_cancellable_new ();
  self->is_stopped = FALSE;
  self->failed = WEFT_CALIBRATION_NOTHING;
  g_clear_pointer (&self->message, g_free);
}

static gboolean
counts (WeftCalibrationJob *self, GAsyncResult *result)
{
  return self->cancellable != NULL && g_task_get_cancellable (G_TASK (result)) == self->cancellable;
}

static void
fail (WeftCalibrationJob *self, const GError *error)
{
  self->failed = self->work;
  self->message = g_strdup (error->message);
}

/* --- reading --- */

/* Rows of files that stay are not made again. */
static void
take_files (WeftCalibrationJob *self)
{
  GListModel *files = G_LIST_MODEL (self->files);
  guint n = g_list_model_get_n_items (files), n_wanted = self->wanted->len;
  guint head = 0, tail = 0;

  for (; head < MIN (n, n_wanted); head++)
    {
      g_autoptr (WeftCalibrationFile) file = g_list_model_get_item (files, head);

      if (file != self->wanted->pdata[head])
        break;
    }
  for (; tail < MIN (n, n_wanted) - head; tail++)
    {
      g_autoptr (WeftCalibrationFile) file = g_list_model_get_item (files, n - 1 - tail);

      if (file != self->wanted->pdata[n_wanted - 1 - tail])
        break;
    }
  g_list_store_splice (self->files, head, n - head - tail, self->wanted->pdata + head, n_wanted - head - tail);
}

static void
take_reading (WeftCalibrationJob *self, WeftCalibrationReading *reading)
{
  for (guint i = 0; i < self->wanted->len; i++)
    {
      const WeftCalibrationFound *found = &g_array_index (reading->found, WeftCalibrationFound, i);

      weft_calibration_file_set_found (self->wanted->pdata[i], found->has_platforms, found->n_rows);
    }
  g_clear_pointer (&self->measurements, weft_measurements_unref);
  if (self->wanted->len > 0)
    self->measurements = weft_measurements_ref (reading->measurements);
  take_files (self);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCalibrationJob) self = WEFT_CALIBRATION_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCalibrationReading) reading = weft_calibration_read_finish (result, &error);

  if (!counts (self, result))
    return;
  if (reading != NULL)
    take_reading (self, reading);
  else
    fail (self, error);
  end_work (self);
  emit_changed (self);
}

/* The files as they will be once what is under way has been read. (transfer full) (element-type WeftCalibrationFile) */
static GPtrArray *
list_files (WeftCalibrationJob *self)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  if (self->wanted != NULL)
    for (guint i = 0; i < self->wanted->len; i++)
      g_ptr_array_add (files, g_object_ref (self->wanted->pdata[i]));
  else
    for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
      g_ptr_array_add (files, g_list_model_get_item (G_LIST_MODEL (self->files), i));
  return files;
}

/* Takes @files. */
static void
read_files (WeftCalibrationJob *self, GPtrArray *files)
{
  begin_work (self, WEFT_CALIBRATION_READING);
  self->wanted = files;
  weft_calibration_read_async (files, self->cancellable, read_cb, g_object_ref (self));
  emit_changed (self);
}

/* --- fitting --- */

static gboolean
tick_cb (gpointer data)
{
  emit_changed (data);
  return G_SOURCE_CONTINUE;
}

static void
take_fit (WeftCalibrationJob *self, WeftFit *fit)
{
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

  if (!counts (self, result))
    return;
  if (fit != NULL)
    take_fit (self, fit);
  else
    fail (self, error);
  end_work (self);
  emit_changed (self);
  g_signal_emit (self, signals[ENDED], 0);
}

/* --- projecting --- */

static void
projected_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (WeftCalibrationJob) self = WEFT_CALIBRATION_JOB (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProjection) projection = weft_calibration_project_finish (result, &error);

  if (!counts (self, result))
    return;
  if (projection != NULL)
    {
      g_clear_pointer (&self->projection, weft_projection_free);
      self->projection = g_steal_pointer (&projection);
    }
  else
    fail (self, error);
  end_work (self);
  emit_changed (self);
}

/* --- class --- */

static void
weft_calibration_job_dispose (GObject *object)
{
  WeftCalibrationJob *self = WEFT_CALIBRATION_JOB (object);

  g_cancellable_cancel (self->cancellable);
  end_work (self);
  g_clear_object (&self->files);
  g_clear_object (&self->session);
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

/* --- files --- */

GListModel *
weft_calibration_job_get_files (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return G_LIST_MODEL (self->files);
}

static gboolean
has_path (gconstpointer file, gconstpointer path)
{
  return g_str_equal (weft_calibration_file_get_path (WEFT_CALIBRATION_FILE ((gpointer) file)), path);
}

void
weft_calibration_job_add_files (WeftCalibrationJob *self, const char *const *paths)
{
  GPtrArray *files;

  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && paths != NULL);

  if (paths[0] == NULL)
    return;
  files = list_files (self);
  for (guint i = 0; paths[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (files, paths[i], has_path, NULL))
      g_ptr_array_add (files, weft_calibration_file_new (paths[i], NULL, NULL));
  read_files (self, files);
}

void
weft_calibration_job_remove_file (WeftCalibrationJob *self, WeftCalibrationFile *file)
{
  GPtrArray *files;

  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && WEFT_IS_CALIBRATION_FILE (file));

  files = list_files (self);
  if (g_ptr_array_remove (files, file))
    read_files (self, files);
  else
    g_ptr_array_unref (files);
}

void
weft_calibration_job_set_names (WeftCalibrationJob *self, WeftCalibrationFile *file, const char *op,
                                const char *platform)
{
  g_autoptr (WeftCalibrationFile) other = NULL;
  g_autoptr (GPtrArray) files = NULL;
  guint index;

  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && WEFT_IS_CALIBRATION_FILE (file));

  other = weft_calibration_file_new (weft_calibration_file_get_path (file), op, platform);
  files = list_files (self);
  if (!g_ptr_array_find (files, file, &index)
      || (g_strcmp0 (weft_calibration_file_get_op (file), weft_calibration_file_get_op (other)) == 0
          && g_strcmp0 (weft_calibration_file_get_platform (file), weft_calibration_file_get_platform (other)) == 0))
    return;
  g_object_unref (files->pdata[index]);
  files->pdata[index] = g_steal_pointer (&other);
  read_files (self, g_steal_pointer (&files));
}

WeftMeasurements *
weft_calibration_job_get_measurements (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->measurements;
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

  return self->permille != NULL ? g_atomic_int_get (self->permille) / 1000.0 : 0;
}

void
weft_calibration_job_stop (WeftCalibrationJob *self)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self));

  if (self->work == WEFT_CALIBRATION_NOTHING)
    return;
  g_cancellable_cancel (self->cancellable);
  end_work (self);
  self->is_stopped = TRUE;
  emit_changed (self);
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
  begin_work (self, WEFT_CALIBRATION_FITTING);
  self->permille = g_atomic_rc_box_new0 (int);
  weft_calibration_fit_async (self->measurements, self->most_segments, self->permille, self->cancellable, fitted_cb,
                              g_object_ref (self));
  self->tick_source = g_timeout_add (TICK_MS, tick_cb, self);
  emit_changed (self);
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
  emit_changed (self);
}

const WeftFitSeries *
weft_calibration_job_get_series (WeftCalibrationJob *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self), NULL);

  return self->fit != NULL && self->chosen < self->fit->series->len ? self->fit->series->pdata[self->chosen] : NULL;
}

/* --- the projection --- */

void
weft_calibration_job_project (WeftCalibrationJob *self, const WeftMeasuredPlatform *target)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_JOB (self) && target != NULL);

  if (self->fit == NULL || self->work == WEFT_CALIBRATION_FITTING)
    return;
  begin_work (self, WEFT_CALIBRATION_PROJECTING);
  weft_calibration_project_async (self->fit, target, self->cancellable, projected_cb, g_object_ref (self));
  emit_changed (self);
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
  emit_changed (self);
}

gboolean
weft_calibration_job_accept (WeftCalibrationJob *self, const char *platform, const char *path, GError **error)
{
  WeftInventory *inventory;
  WeftKnobsFile *knobs;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_JOB (self) && self->fit != NULL && path != NULL, FALSE);

  inventory = find_inventory (self, error);
  knobs = inventory != NULL ? weft_knobs_file_write (self->fit, platform, inventory, path, error) : NULL;
  if (knobs != NULL)
    use_knobs (self, knobs);
  return knobs != NULL;
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
