/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Life of measurements. */
#include "calib/weft-measurement.h"

static void
free_measurements (WeftMeasurements *self)
{
  g_clear_pointer (&self->platforms, g_array_unref);
  g_clear_pointer (&self->ops, g_ptr_array_unref);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self->source);
  g_free (self);
}

GQuark
weft_calib_error_quark (void)
{
  return g_quark_from_static_string ("weft-calib-error-quark");
}

WeftMeasurements *
weft_measurements_ref (WeftMeasurements *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
weft_measurements_unref (WeftMeasurements *self)
{
  if (g_atomic_ref_count_dec (&self->refs))
    free_measurements (self);
}
