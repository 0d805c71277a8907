/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through all combinations of the values of one input or two. */
#include "model/whatif/weft-sweep.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Answers closer than this are one and the same. */
#define SAME 1e-12

static gboolean
check_axes (const WeftSweepAxis *axes,
            guint                n_axes,
            const WeftFactor    *factors,
            GError             **error)
{
  guint64 n_points = 1;

  for (guint i = 0; i < n_axes; i++)
    {
      for (guint k = 0; k < axes[i].n_values; k++)
        if (!isfinite (axes[i].values[k]))
          {
            g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _("%s: found the value %g, expected a finite number"), factors[axes[i].input].name,
                         axes[i].values[k]);
            return FALSE;
          }
      n_points *= axes[i].n_values;
    }

  if (n_points >= 1 && n_points <= WEFT_SWEEP_MOST_POINTS)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               _("%" G_GUINT64_FORMAT " points are asked for, expected 1 to %u; take fewer values"), n_points,
               WEFT_SWEEP_MOST_POINTS);
  return FALSE;
}

static void
copy_axes (WeftSweep           *self,
           const WeftSweepAxis *axes,
           guint                n_axes)
{
  self->n_axes = n_axes;
  self->n_points = 1;
  for (guint i = 0; i < n_axes; i++)
    {
      self->axes[i] = axes[i];
      self->axes[i].values = g_memdup2 (axes[i].values, axes[i].n_values * sizeof (double));
      self->n_points *= axes[i].n_values;
    }
}

static gboolean
is_same (double a,
         double b)
{
  return (isnan (a) && isnan (b)) || a == b || fabs (a - b) <= SAME * fmax (fabs (a), fabs (b));
}

/* Whether every answer equals that of the point with the axis at its first value. */
static gboolean
depends_not (const WeftSweep *self,
             guint            output,
             guint            axis)
{
  guint stride = axis + 1 < self->n_axes ? self->axes[axis + 1].n_values : 1;

  for (guint point = 0; point < self->n_points; point++)
    {
      guint at = point / stride % self->axes[axis].n_values;

      if (!is_same (weft_sweep_answer (self, point, output), weft_sweep_answer (self, point - at * stride, output)))
        return FALSE;
    }
  return TRUE;
}

/**
 * weft_sweep_values: (skip)
 * @factor: an input with its range
 * @n: how many, at least 1
 *
 * Returns: (transfer full): values from the beginning of the range to its end, evenly or by equal factors; counting
 *   inputs take whole numbers
 */
double *
weft_sweep_values (const WeftFactor *factor,
                   guint             n)
{
  double *values = g_new (double, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    values[i] = weft_factor_at (factor, n > 1 ? i / (n - 1.0) : 0);
  return values;
}

/**
 * weft_sweep_new: (skip)
 * @response: what is asked
 * @factors: its inputs; those that do not move stay at their values
 * @axes: which move, and through what
 * @n_axes: one or two
 * @asking: (nullable): how
 * @error: return location
 *
 * Returns: (transfer full): all answers, or %NULL when it was cancelled or too much is asked for
 */
WeftSweep *
weft_sweep_new (const WeftResponse  *response,
                const WeftFactor    *factors,
                const WeftSweepAxis *axes,
                guint                n_axes,
                const WeftAsking    *asking,
                GError             **error)
{
  g_autoptr (WeftSweep) self = NULL;
  g_autofree double *x = NULL;
  guint d = response->n_inputs;

  g_return_val_if_fail (n_axes >= 1 && n_axes <= WEFT_SWEEP_MOST_AXES, NULL);

  if (!check_axes (axes, n_axes, factors, error))
    return NULL;
  self = g_new0 (WeftSweep, 1);
  copy_axes (self, axes, n_axes);
  self->n_outputs = response->n_outputs;
  self->y = g_new (double, (gsize) self->n_points * self->n_outputs);
  self->flat = g_new0 (gboolean, self->n_outputs * n_axes);

  x = g_new (double, (gsize) self->n_points * d);
  for (guint point = 0; point < self->n_points; point++)
    {
      for (guint i = 0; i < d; i++)
        x[(gsize) point * d + i] = factors[i].value;
      for (guint axis = 0; axis < n_axes; axis++)
        x[(gsize) point * d + axes[axis].input] = weft_sweep_value (self, point, axis);
    }
  if (!weft_response_map (response, asking, x, self->y, self->n_points, error))
    return NULL;

  for (guint output = 0; output < self->n_outputs; output++)
    for (guint axis = 0; axis < n_axes; axis++)
      self->flat[output * n_axes + axis] = depends_not (self, output, axis);
  return g_steal_pointer (&self);
}

/**
 * weft_sweep_free: (skip)
 * @self: (transfer full): a sweep
 */
void
weft_sweep_free (WeftSweep *self)
{
  for (guint i = 0; i < self->n_axes; i++)
    g_free (self->axes[i].values);
  g_free (self->y);
  g_free (self->flat);
  g_free (self);
}

/**
 * weft_sweep_value: (skip)
 * @self: a sweep
 * @point: which point
 * @axis: which of its axes
 *
 * Returns: what the input was there
 */
double
weft_sweep_value (const WeftSweep *self,
                  guint            point,
                  guint            axis)
{
  guint stride = axis + 1 < self->n_axes ? self->axes[axis + 1].n_values : 1;

  return self->axes[axis].values[point / stride % self->axes[axis].n_values];
}

/**
 * weft_sweep_answer: (skip)
 * @self: a sweep
 * @point: which point
 * @output: which answer
 *
 * Returns: the answer there, %NAN for none
 */
double
weft_sweep_answer (const WeftSweep *self,
                   guint            point,
                   guint            output)
{
  return self->y[(gsize) point * self->n_outputs + output];
}

/**
 * weft_sweep_is_flat: (skip)
 * @self: a sweep
 * @output: which answer
 * @axis: which of its axes
 *
 * Returns: whether the answer does not depend on the input of that axis
 */
gboolean
weft_sweep_is_flat (const WeftSweep *self,
                    guint            output,
                    guint            axis)
{
  return self->flat[output * self->n_axes + axis];
}
