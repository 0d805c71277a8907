/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sobol's indices by Saltelli's scheme: two matrices of points A and B, and for each input A with that column of B.
 * Saltelli and others, "Variance based sensitivity analysis of model output", Computer Physics Communications 181 (2010),
 * table 2; the estimators are Jansen's (1999). */
#include "model/whatif/weft-tornado.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <gsl/gsl_qrng.h>
#include <math.h>

#include "base/weft-random.h"

/* Sobol's sequence of the library has so many dimensions; beyond it points are random. */
#define SEQUENCE_DIMENSIONS 40
/* Base samples that are asked for at once. */
#define BATCH 256
/* More inputs than anybody would compare; questions then stay countable. */
#define MOST_INPUTS 1000

/* --- points --- */

/* Points of Sobol's sequence, turned by a random vector so that the seed counts and none lies at an edge. */
static void
fill_sequence (double *points,
               guint   n,
               guint   dimensions,
               guint64 seed)
{
  gsl_qrng *sequence = gsl_qrng_alloc (gsl_qrng_sobol, dimensions);
  g_autofree double *turn = g_new (double, dimensions);
  WeftRandom random;

  weft_random_init (&random, seed, 0);
  for (guint j = 0; j < dimensions; j++)
    turn[j] = weft_random_double (&random);
  for (guint i = 0; i < n; i++)
    {
      double *point = points + (gsize) i * dimensions;

      gsl_qrng_get (sequence, point);
      for (guint j = 0; j < dimensions; j++)
        point[j] = fmod (point[j] + turn[j], 1);
    }
  gsl_qrng_free (sequence);
}

static void
fill_random (double *points,
             guint   n,
             guint   dimensions,
             guint64 seed)
{
  WeftRandom random;

  weft_random_init (&random, seed, 0);
  for (gsize i = 0; i < (gsize) n * dimensions; i++)
    points[i] = weft_random_double (&random);
}

/* --- questions --- */

/* The rows of A, of B, and of A with each column of B: d + 2 for each point. */
static void
fill_rows (const double     *point,
           const WeftFactor *factors,
           guint             d,
           double           *x)
{
  for (guint j = 0; j < d; j++)
    {
      double a = weft_factor_at (&factors[j], point[j]);
      double b = weft_factor_at (&factors[j], point[d + j]);

      x[j] = a;
      x[d + j] = b;
      for (guint k = 0; k < d; k++)
        x[(2 + k) * (gsize) d + j] = j == k ? b : a;
    }
}

/* Base samples [first, first + n) of the answers. */
static gboolean
ask_batch (const WeftResponse *response,
           const WeftFactor   *factors,
           guint               output,
           const double       *points,
           guint               n,
           const WeftAsking   *asking,
           double             *answers,
           GError            **error)
{
  guint d = response->n_inputs, m = response->n_outputs, rows = n * (d + 2);
  g_autofree double *x = g_new (double, (gsize) rows * d);
  g_autofree double *y = g_new (double, (gsize) rows * m);

  for (guint i = 0; i < n; i++)
    fill_rows (points + (gsize) i * 2 * d, factors, d, x + (gsize) i * (d + 2) * d);
  if (!weft_response_map (response, asking, x, y, rows, error))
    return FALSE;
  for (guint i = 0; i < rows; i++)
    answers[i] = y[(gsize) i * m + output];
  return TRUE;
}

static double *
ask (const WeftResponse *response,
     const WeftFactor   *factors,
     guint               output,
     guint               n,
     guint64             seed,
     const WeftAsking   *asking,
     GError            **error)
{
  guint d = response->n_inputs;
  g_autofree double *points = g_new (double, (gsize) n * 2 * d);
  g_autofree double *y = g_new (double, (gsize) n * (d + 2));

  if (2 * d <= SEQUENCE_DIMENSIONS)
    fill_sequence (points, n, 2 * d, seed);
  else
    fill_random (points, n, 2 * d, seed);
  for (guint first = 0; first < n; first += BATCH)
    {
      guint size = MIN (BATCH, n - first);
      WeftAskingPart part = { asking, (double) first / n, (double) size / n };
      WeftAsking own = weft_asking_part (&part);

      if (!ask_batch (response, factors, output, points + (gsize) first * 2 * d, size, &own,
                      y + (gsize) first * (d + 2), error))
        return NULL;
    }
  return g_steal_pointer (&y);
}

/* --- estimates --- */

static gboolean
is_answered (const double *y,
             guint         d)
{
  for (guint i = 0; i < d + 2; i++)
    if (!isfinite (y[i]))
      return FALSE;

  return TRUE;
}

/* Logarithms of all, when all are above 0. */
static void
take_logarithms (WeftTotalOrder *self,
                 double         *y)
{
  gsize rows = (gsize) self->n * (self->n_inputs + 2);

  for (gsize i = 0; i < rows; i++)
    if (isfinite (y[i]) && y[i] <= 0)
      return;
  for (gsize i = 0; i < rows; i++)
    y[i] = log (y[i]);
  self->is_log = TRUE;
}

/* Mean and variance of the answers of A and B. */
static void
measure (WeftTotalOrder *self,
         const double   *y)
{
  guint n = 0, d = self->n_inputs;
  double mean = 0, sum = 0;

  for (guint i = 0; i < self->n; i++)
    for (guint k = 0; k < 2 && is_answered (y + (gsize) i * (d + 2), d); k++)
      {
        double value = y[(gsize) i * (d + 2) + k], step = value - mean;

        mean += step / ++n;
        sum += step * (value - mean);
      }
  self->mean = mean;
  self->variance = n > 1 ? sum / n : NAN;
  self->n_none = self->n - n / 2;
}

static void
estimate (WeftTotalOrder *self,
          const double   *y,
          guint           input)
{
  guint d = self->n_inputs, n = 0;
  double total = 0, squares = 0, others = 0;

  for (guint i = 0; i < self->n; i++)
    {
      const double *row = y + (gsize) i * (d + 2);
      double moved = row[2 + input], by_input, by_others;

      if (!is_answered (row, d))
        continue;
      by_input = (row[0] - moved) * (row[0] - moved);
      by_others = (row[1] - moved) * (row[1] - moved);
      n++;
      total += by_input;
      squares += by_input * by_input;
      others += by_others;
    }

  if (n < 2 || !(self->variance > 0))
    {
      self->total[input] = self->first[input] = n < 2 ? NAN : 0;
      self->total_error[input] = n < 2 ? NAN : 0;
      return;
    }
  self->total[input] = total / n / 2 / self->variance;
  self->first[input] = 1 - others / n / 2 / self->variance;
  self->total_error[input] = sqrt (MAX (0, squares / n - total / n * (total / n)) / n) / 2 / self->variance;
}

/**
 * weft_total_order_new: (skip)
 * @response: what is asked
 * @factors: its inputs; each is taken evenly from its range
 * @output: which of its answers
 * @logarithmic: whether to take the variance of logarithms, which is done when all answers are above 0
 * @n: base samples, 8 to %WEFT_TOTAL_ORDER_MOST_SAMPLES; a power of two is best
 * @seed: the same seed gives the same points
 * @asking: (nullable): how
 * @error: return location
 *
 * Returns: (transfer full): indices of each input, or %NULL when it was cancelled or @n is out of range
 */
WeftTotalOrder *
weft_total_order_new (const WeftResponse *response,
                      const WeftFactor   *factors,
                      guint               output,
                      gboolean            logarithmic,
                      guint               n,
                      guint64             seed,
                      const WeftAsking   *asking,
                      GError            **error)
{
  g_autofree double *y = NULL;
  WeftTotalOrder *self;

  g_return_val_if_fail (output < response->n_outputs && response->n_inputs > 0, NULL);
  g_return_val_if_fail (response->n_inputs <= MOST_INPUTS, NULL);

  if (n < 8 || n > WEFT_TOTAL_ORDER_MOST_SAMPLES)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%u samples are asked for, expected 8 to %u"), n,
                   WEFT_TOTAL_ORDER_MOST_SAMPLES);
      return NULL;
    }
  y = ask (response, factors, output, n, seed, asking, error);
  if (y == NULL)
    return NULL;

  self = g_new0 (WeftTotalOrder, 1);
  self->n_inputs = response->n_inputs;
  self->n = n;
  self->first = g_new0 (double, self->n_inputs);
  self->total = g_new0 (double, self->n_inputs);
  self->total_error = g_new0 (double, self->n_inputs);
  if (logarithmic)
    take_logarithms (self, y);
  measure (self, y);
  for (guint i = 0; i < self->n_inputs; i++)
    estimate (self, y, i);
  return self;
}

/**
 * weft_total_order_free: (skip)
 * @self: (transfer full): indices
 */
void
weft_total_order_free (WeftTotalOrder *self)
{
  g_free (self->first);
  g_free (self->total);
  g_free (self->total_error);
  g_free (self);
}
