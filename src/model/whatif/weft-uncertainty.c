/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Monte Carlo: draws all inputs at once, asks, and sums up. */
#include "model/whatif/weft-uncertainty-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>

/* Draws that are asked for at once: their inputs need room. */
#define BATCH 4096
/* A verdict needs this part of the draws. */
#define SURE 0.95

static gboolean
check_samples (guint    n_samples,
               GError **error)
{
  if (n_samples >= 2 && n_samples <= WEFT_UNCERTAINTY_MOST_SAMPLES)
    return TRUE;

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT, _("%u samples are asked for, expected 2 to %u"),
               n_samples, WEFT_UNCERTAINTY_MOST_SAMPLES);
  return FALSE;
}

static void
draw_batch (const WeftUncertainty *self,
            const WeftFactor      *factors,
            guint                  first,
            guint                  n,
            double                *x,
            double                *normals)
{
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < self->n_inputs; j++)
      {
        double normal = factors[j].spread > 0 ? weft_factor_normal (&factors[j], self->seed, first + i) : 0;

        x[(gsize) i * self->n_inputs + j] = weft_factor_draw (&factors[j], normal);
        if (first + i < WEFT_UNCERTAINTY_ROWS)
          normals[(gsize) (first + i) * self->n_inputs + j] = normal;
      }
}

static gboolean
ask_batches (WeftUncertainty    *self,
             const WeftResponse *response,
             const WeftFactor   *factors,
             const WeftAsking   *asking,
             double             *normals,
             GError            **error)
{
  guint batch = MIN (BATCH, self->n_samples);
  g_autofree double *x = g_new (double, (gsize) batch * MAX (self->n_inputs, 1));
  g_autofree double *y = g_new (double, (gsize) batch * self->n_outputs);

  for (guint first = 0; first < self->n_samples; first += batch)
    {
      guint n = MIN (batch, self->n_samples - first);
      WeftAskingPart part = { asking, (double) first / self->n_samples, (double) n / self->n_samples };
      WeftAsking own = weft_asking_part (&part);

      draw_batch (self, factors, first, n, x, normals);
      if (!weft_response_map (response, &own, x, y, n, error))
        return FALSE;
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < self->n_outputs; j++)
          self->y[(gsize) j * self->n_samples + first + i] = y[(gsize) i * self->n_outputs + j];
    }
  return TRUE;
}

static int
compare_doubles_cb (gconstpointer a,
                    gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Between the two values next to position (n - 1) p, as weft_statistics_quantile() has it. */
static double
quantile (const double *sorted,
          guint         n,
          double        p)
{
  double position = (n - 1) * p;
  guint below = (guint) floor (position);

  if (n == 0)
    return NAN;
  if (below + 1 >= n)
    return sorted[n - 1];
  if (sorted[below] == sorted[below + 1]) /* infinite, too */
    return sorted[below];
  return sorted[below] + (position - below) * (sorted[below + 1] - sorted[below]);
}

static double
deviation_of_logarithm (const double *x,
                        guint         n)
{
  double mean = 0, sum = 0;

  for (guint i = 0; i < n; i++)
    {
      double step = log (x[i]) - mean;

      mean += step / (i + 1);
      sum += step * (log (x[i]) - mean);
    }
  return n > 1 ? sqrt (sum / (n - 1)) : NAN;
}

/* Fills all but the central value. */
static void
sum_up (WeftUncertainty *self,
        guint            output)
{
  const double *y = self->y + (gsize) output * self->n_samples;
  g_autofree double *sorted = g_new (double, self->n_samples);
  WeftBand *band = &self->bands[output];

  for (guint i = 0; i < self->n_samples; i++)
    if (isfinite (y[i]))
      sorted[band->n++] = y[i];
  band->n_none = self->n_samples - band->n;
  qsort (sorted, band->n, sizeof *sorted, compare_doubles_cb);
  band->p5 = quantile (sorted, band->n, 0.05);
  band->p50 = quantile (sorted, band->n, 0.5);
  band->p95 = quantile (sorted, band->n, 0.95);
  band->is_log = band->n > 0 && sorted[0] > 0;
  band->ln_sd = band->is_log ? deviation_of_logarithm (sorted, band->n) : NAN;
}

static void
ask_central (WeftUncertainty    *self,
             const WeftResponse *response,
             const WeftFactor   *factors)
{
  g_autofree double *x = g_new (double, MAX (self->n_inputs, 1));
  g_autofree double *y = g_new (double, self->n_outputs);

  for (guint i = 0; i < self->n_inputs; i++)
    x[i] = factors[i].value;
  weft_response_ask (response, x, y);
  for (guint i = 0; i < self->n_outputs; i++)
    self->bands[i].central = y[i];
}

/**
 * weft_uncertainty_new: (skip)
 * @response: what is asked
 * @factors: its inputs; those with a spread are drawn, independently of each other
 * @n_samples: how often, 2 to %WEFT_UNCERTAINTY_MOST_SAMPLES
 * @seed: the same seed gives the same draws
 * @asking: (nullable): how
 * @error: return location
 *
 * Draws the inputs log-normally, asks for each draw, and gives percentiles and where the variance comes from. Shares
 * are those of a linear regression of the output (of its logarithm, when all draws are above 0) on the normal numbers
 * behind the draws: exact for products of powers, and for others what is left is the rest.
 *
 * Returns: (transfer full): the answer, or %NULL when it was cancelled or @n_samples is out of range
 */
WeftUncertainty *
weft_uncertainty_new (const WeftResponse *response,
                      const WeftFactor   *factors,
                      guint               n_samples,
                      guint64             seed,
                      const WeftAsking   *asking,
                      GError            **error)
{
  g_autoptr (WeftUncertainty) self = NULL;
  g_autofree double *normals = NULL;

  g_return_val_if_fail (response != NULL && response->n_outputs > 0, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!check_samples (n_samples, error))
    return NULL;

  self = g_new0 (WeftUncertainty, 1);
  self->n_samples = n_samples;
  self->n_inputs = response->n_inputs;
  self->n_outputs = response->n_outputs;
  self->seed = seed;
  self->bands = g_new0 (WeftBand, self->n_outputs);
  self->shares = g_new0 (double, (gsize) self->n_outputs * MAX (self->n_inputs, 1));
  self->rest = g_new0 (double, self->n_outputs);
  self->y = g_new (double, (gsize) self->n_outputs * n_samples);

  normals = g_new (double, (gsize) MIN (n_samples, WEFT_UNCERTAINTY_ROWS) * MAX (self->n_inputs, 1));
  if (!ask_batches (self, response, factors, asking, normals, error))
    return NULL;
  ask_central (self, response, factors);
  for (guint i = 0; i < self->n_outputs; i++)
    sum_up (self, i);
  weft_uncertainty_explain (self, factors, normals);
  return g_steal_pointer (&self);
}

/**
 * weft_uncertainty_free: (skip)
 * @self: (transfer full): an answer
 */
void
weft_uncertainty_free (WeftUncertainty *self)
{
  g_free (self->bands);
  g_free (self->shares);
  g_free (self->rest);
  g_free (self->y);
  g_free (self);
}

/**
 * weft_uncertainty_share: (skip)
 * @self: an answer
 * @output: which of its outputs
 * @input: which of its inputs
 *
 * Returns: which part of the output's variance the input explains, 0 to 1
 */
double
weft_uncertainty_share (const WeftUncertainty *self,
                        guint                  output,
                        guint                  input)
{
  g_return_val_if_fail (output < self->n_outputs && input < self->n_inputs, NAN);

  return self->shares[(gsize) output * self->n_inputs + input];
}

static WeftContestVerdict
judge (double probability)
{
  if (probability >= SURE)
    return WEFT_FIRST_IS_BETTER;
  if (probability <= 1 - SURE)
    return WEFT_SECOND_IS_BETTER;
  return WEFT_NOT_DISTINGUISHABLE;
}

/**
 * weft_uncertainty_compare: (skip)
 * @self: an answer
 * @first: one of its outputs
 * @second: another one of the same kind
 * @less_is_better: whether it is a time or a cost
 *
 * Draw by draw, so that what both depend on makes no difference between them. One is better when it is in 95 % of the
 * draws; then the 90 % interval of their ratio does not hold 1. Else they are not distinguishable.
 *
 * Returns: the comparison; its numbers are %NAN when no draw has both answers
 */
WeftContest
weft_uncertainty_compare (const WeftUncertainty *self,
                          guint                  first,
                          guint                  second,
                          gboolean               less_is_better)
{
  WeftContest contest = { NAN, NAN, NAN, NAN, WEFT_NOT_DISTINGUISHABLE, 0 };
  g_autofree double *ratios = NULL;
  const double *a, *b;
  double wins = 0;

  g_return_val_if_fail (first < self->n_outputs && second < self->n_outputs, contest);

  a = self->y + (gsize) first * self->n_samples;
  b = self->y + (gsize) second * self->n_samples;
  ratios = g_new (double, self->n_samples);
  for (guint i = 0; i < self->n_samples; i++)
    if (isfinite (a[i]) && isfinite (b[i]))
      {
        wins += a[i] == b[i] ? 0.5 : (a[i] > b[i]) != less_is_better;
        ratios[contest.n++] = b[i] == 0 ? (a[i] == 0 ? 1 : INFINITY) : a[i] / b[i];
      }
  if (contest.n == 0)
    return contest;

  qsort (ratios, contest.n, sizeof *ratios, compare_doubles_cb);
  contest.probability = wins / contest.n;
  contest.ratio_p5 = quantile (ratios, contest.n, 0.05);
  contest.ratio_p50 = quantile (ratios, contest.n, 0.5);
  contest.ratio_p95 = quantile (ratios, contest.n, 0.95);
  contest.verdict = judge (contest.probability);
  return contest;
}
