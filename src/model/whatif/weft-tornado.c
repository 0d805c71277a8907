/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every input moved alone to both ends of its range. */
#include "model/whatif/weft-tornado.h"

#include <math.h>
#include <stdlib.h>

/* Differences below are rounding: the same answer. */
#define SAME 1e-12

/* All inputs at their values, but one. */
static void
fill_row (const WeftFactor *factors,
          guint             n_inputs,
          int               moved,
          double            to,
          double           *x)
{
  for (guint i = 0; i < n_inputs; i++)
    x[i] = (int) i == moved ? to : factors[i].value;
}

static double
swing_of (double y,
          double y_low,
          double y_high)
{
  return fmax (fmax (y_low, y_high), y) - fmin (fmin (y_low, y_high), y);
}

static void
fill_bar (WeftTornadoBar   *bar,
          const WeftFactor *factor,
          guint             input,
          double            y,
          double            y_low,
          double            y_high)
{
  bar->input = input;
  bar->low = factor->low;
  bar->high = factor->high;
  bar->y_low = y_low;
  bar->y_high = y_high;
  bar->swing = isnan (y_low) || isnan (y_high) ? INFINITY : swing_of (y, y_low, y_high);
  if (bar->swing <= SAME * fabs (y))
    bar->swing = 0;
  bar->share = bar->swing / fabs (y);
}

/* Without an answer at one end first, then by swing, and in the order of the inputs. */
static int
compare_bars_cb (gconstpointer a,
                 gconstpointer b)
{
  const WeftTornadoBar *x = a, *y = b;

  if (x->swing != y->swing)
    return x->swing < y->swing ? 1 : -1;
  return x->input < y->input ? -1 : 1;
}

/**
 * weft_tornado_new: (skip)
 * @response: what is asked
 * @factors: its inputs with their ranges
 * @output: which of its answers
 * @asking: (nullable): how
 * @error: return location
 *
 * Returns: (transfer full): a bar for each input, or %NULL when it was cancelled
 */
WeftTornado *
weft_tornado_new (const WeftResponse *response,
                  const WeftFactor   *factors,
                  guint               output,
                  const WeftAsking   *asking,
                  GError            **error)
{
  guint n = response->n_inputs, m = response->n_outputs, rows = 2 * n + 1;
  g_autofree double *x = g_new (double, (gsize) rows * MAX (n, 1));
  g_autofree double *y = g_new (double, (gsize) rows * m);
  WeftTornado *self;

  g_return_val_if_fail (output < m, NULL);

  fill_row (factors, n, -1, NAN, x);
  for (guint i = 0; i < n; i++)
    {
      fill_row (factors, n, (int) i, factors[i].low, x + (2 * i + 1) * (gsize) n);
      fill_row (factors, n, (int) i, factors[i].high, x + (2 * i + 2) * (gsize) n);
    }
  if (!weft_response_map (response, asking, x, y, rows, error))
    return NULL;

  self = g_new0 (WeftTornado, 1);
  self->y = y[output];
  self->n_bars = n;
  self->bars = g_new0 (WeftTornadoBar, n);
  for (guint i = 0; i < n; i++)
    fill_bar (&self->bars[i], &factors[i], i, self->y, y[(2 * i + 1) * m + output], y[(2 * i + 2) * m + output]);
  qsort (self->bars, n, sizeof *self->bars, compare_bars_cb);
  while (self->n_flat < n && self->bars[n - 1 - self->n_flat].swing == 0)
    self->n_flat++;
  return self;
}

/**
 * weft_tornado_free: (skip)
 * @self: (transfer full): a tornado
 */
void
weft_tornado_free (WeftTornado *self)
{
  g_free (self->bars);
  g_free (self);
}
