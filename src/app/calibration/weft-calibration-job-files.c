/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of a calibration: a list that becomes another one when all of it could be read. */
#include "config.h"

#include "app/calibration/weft-calibration-job-private.h"

#include "app/calibration/weft-calibration-work.h"

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

  if (!weft_worker_counts (&self->worker, result))
    return;
  if (reading != NULL)
    take_reading (self, reading);
  else
    weft_calibration_job_fail (self, error);
  weft_calibration_job_end (self);
  weft_calibration_job_changed (self);
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
  weft_calibration_job_begin (self, WEFT_CALIBRATION_READING);
  self->wanted = files;
  weft_calibration_read_async (files, self->worker.cancellable, read_cb, g_object_ref (self));
  weft_calibration_job_changed (self);
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
