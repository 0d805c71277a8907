/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ln y = ln y0 + the sum of f_i (ln x_i), each f_i a line through the answers at two standard deviations, one, none, one
 * and two. Exact for products of powers; what inputs do together beyond that is left out. */
#include "model/whatif/weft-additive.h"

#include <math.h>

/* Standard deviations at which each input is tried, itself in the middle. */
static const double nodes[] = { -2, -1, 0, 1, 2 };

#define N_NODES G_N_ELEMENTS (nodes)
#define MIDDLE 2u

/* Inputs that are known do not move. Positions are logarithms, as effects are. */
typedef struct
{
  gboolean moves;
  double at[N_NODES];
} Axis;

struct _WeftAdditive
{
  WeftResponse response;
  guint n_inputs;
  guint n_outputs;
  double *y0;      /* [output] */
  Axis *axes;      /* [input] */
  double *effects; /* [input][output][node]: ln y - ln y0; NAN where there is no answer, -INFINITY where it is 0 */
};

/* --- questions --- */

static void
place_nodes (WeftAdditive     *self,
             const WeftFactor *factors)
{
  for (guint i = 0; i < self->n_inputs; i++)
    {
      Axis *axis = &self->axes[i];

      axis->moves = factors[i].spread > 0 && factors[i].value > 0;
      for (guint k = 0; axis->moves && k < N_NODES; k++)
        {
          double x = weft_factor_draw (&factors[i], nodes[k]);

          axis->moves = x > 0;
          axis->at[k] = log (x);
        }
    }
}

/* The middle first, then the four other places of each input that moves. */
static double *
list_questions (const WeftAdditive *self,
                const WeftFactor   *factors,
                guint              *n)
{
  guint n_moving = 0, row = 1;
  double *x;

  for (guint i = 0; i < self->n_inputs; i++)
    n_moving += self->axes[i].moves ? 1 : 0;
  *n = 1 + n_moving * (N_NODES - 1);
  x = g_new (double, (gsize) *n * MAX (1, self->n_inputs));
  for (guint q = 0; q < *n; q++)
    for (guint i = 0; i < self->n_inputs; i++)
      x[q * self->n_inputs + i] = factors[i].value;

  for (guint i = 0; i < self->n_inputs; i++)
    for (guint k = 0; self->axes[i].moves && k < N_NODES; k++)
      if (k != MIDDLE)
        x[row++ * self->n_inputs + i] = exp (self->axes[i].at[k]);
  return x;
}

static double
effect_of (double y,
           double y0)
{
  if (isnan (y) || isnan (y0))
    return NAN;
  return y > 0 && y0 > 0 ? log (y / y0) : -INFINITY;
}

static void
take_answers (WeftAdditive *self,
              const double *y)
{
  guint row = 1;

  for (guint o = 0; o < self->n_outputs; o++)
    self->y0[o] = y[o];
  for (guint i = 0; i < self->n_inputs; i++)
    for (guint k = 0; self->axes[i].moves && k < N_NODES; k++)
      {
        const double *answers = k == MIDDLE ? y : y + (gsize) row++ * self->n_outputs;

        for (guint o = 0; o < self->n_outputs; o++)
          self->effects[((gsize) i * self->n_outputs + o) * N_NODES + k] = effect_of (answers[o], self->y0[o]);
      }
}

/* --- answers --- */

/* Between an answer and none, the nearer of both counts. */
static double
between (double a,
         double b,
         double share)
{
  if (isfinite (a) && isfinite (b))
    return a + (b - a) * share;
  return share < 0.5 ? a : b;
}

static double
read_effect (const Axis   *axis,
             const double *effects,
             double        x)
{
  double at = log (x);
  guint k = 0;

  while (k + 2 < N_NODES && at > axis->at[k + 1])
    k++;
  if (!(axis->at[k + 1] > axis->at[k])) /* it may go no further */
    return effects[k];
  return between (effects[k], effects[k + 1], (at - axis->at[k]) / (axis->at[k + 1] - axis->at[k]));
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  const WeftAdditive *self = data;

  for (guint o = 0; o < self->n_outputs; o++)
    y[o] = 0;
  for (guint i = 0; i < self->n_inputs; i++)
    for (guint o = 0; self->axes[i].moves && o < self->n_outputs; o++)
      y[o] += read_effect (&self->axes[i], &self->effects[((gsize) i * self->n_outputs + o) * N_NODES], x[i]);
  for (guint o = 0; o < self->n_outputs; o++)
    y[o] = self->y0[o] * exp (y[o]);
}

/**
 * weft_additive_new: (skip)
 * @response: what is slow to ask
 * @factors: one for each input
 * @asking: (nullable): how
 * @error: where to put a cancellation
 *
 * Returns: (transfer full): the stand-in, or %NULL with @error
 */
WeftAdditive *
weft_additive_new (const WeftResponse *response,
                   const WeftFactor   *factors,
                   const WeftAsking   *asking,
                   GError            **error)
{
  g_autoptr (WeftAdditive) self = g_new0 (WeftAdditive, 1);
  g_autofree double *x = NULL, *y = NULL;
  guint n;

  self->n_inputs = response->n_inputs;
  self->n_outputs = response->n_outputs;
  self->y0 = g_new0 (double, MAX (1, self->n_outputs));
  self->axes = g_new0 (Axis, MAX (1, self->n_inputs));
  self->effects = g_new0 (double, MAX (1, (gsize) self->n_inputs * self->n_outputs) * N_NODES);
  self->response = (WeftResponse) {
    .n_inputs = self->n_inputs,
    .n_outputs = self->n_outputs,
    .evaluate = evaluate_cb,
    .data = self,
  };

  place_nodes (self, factors);
  x = list_questions (self, factors, &n);
  y = g_new (double, (gsize) n * MAX (1, self->n_outputs));
  if (!weft_response_map (response, asking, x, y, n, error))
    return NULL;
  take_answers (self, y);
  return g_steal_pointer (&self);
}

void
weft_additive_free (WeftAdditive *self)
{
  g_free (self->y0);
  g_free (self->axes);
  g_free (self->effects);
  g_free (self);
}

const WeftResponse *
weft_additive_response (const WeftAdditive *self)
{
  return &self->response;
}
