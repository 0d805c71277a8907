/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another way of reading the same file is another object, so that a worker may hold one. */
#include "config.h"

#include "app/calibration/weft-calibration-file.h"

#include <glib/gi18n.h>

#include "base/weft-quantity.h"

struct _WeftCalibrationFile
{
  GObject parent_instance;

  char *path;
  char *op;       /* (nullable) */
  char *platform; /* (nullable) */
  gboolean has_platforms;
  guint32 n_rows;
};

G_DEFINE_FINAL_TYPE (WeftCalibrationFile, weft_calibration_file, G_TYPE_OBJECT)

static void
weft_calibration_file_finalize (GObject *object)
{
  WeftCalibrationFile *self = WEFT_CALIBRATION_FILE (object);

  g_free (self->path);
  g_free (self->op);
  g_free (self->platform);
  G_OBJECT_CLASS (weft_calibration_file_parent_class)->finalize (object);
}

static void
weft_calibration_file_class_init (WeftCalibrationFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_calibration_file_finalize;
}

static void
weft_calibration_file_init (WeftCalibrationFile *self)
{
}

WeftCalibrationFile *
weft_calibration_file_new (const char *path, const char *op, const char *platform)
{
  WeftCalibrationFile *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (WEFT_TYPE_CALIBRATION_FILE, NULL);
  self->path = g_strdup (path);
  self->op = op != NULL && *op != '\0' ? g_strdup (op) : NULL;
  self->platform = platform != NULL && *platform != '\0' ? g_strdup (platform) : NULL;
  return self;
}

const char *
weft_calibration_file_get_path (WeftCalibrationFile *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), NULL);

  return self->path;
}

const char *
weft_calibration_file_get_op (WeftCalibrationFile *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), NULL);

  return self->op;
}

const char *
weft_calibration_file_get_platform (WeftCalibrationFile *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), NULL);

  return self->platform;
}

char *
weft_calibration_file_dup_title (WeftCalibrationFile *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), NULL);

  return g_filename_display_basename (self->path);
}

char *
weft_calibration_file_dup_words (WeftCalibrationFile *self)
{
  g_autofree char *n = NULL;

  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), NULL);

  n = weft_quantity_format (self->n_rows, WEFT_UNIT_COUNT);
  return self->has_platforms ? g_strdup_printf (ngettext ("%s platform", "%s platforms", self->n_rows), n)
                             : g_strdup_printf (ngettext ("%s point", "%s points", self->n_rows), n);
}

void
weft_calibration_file_set_found (WeftCalibrationFile *self, gboolean has_platforms, guint32 n_rows)
{
  g_return_if_fail (WEFT_IS_CALIBRATION_FILE (self));

  self->has_platforms = has_platforms;
  self->n_rows = n_rows;
}

gboolean
weft_calibration_file_has_platforms (WeftCalibrationFile *self)
{
  g_return_val_if_fail (WEFT_IS_CALIBRATION_FILE (self), FALSE);

  return self->has_platforms;
}
