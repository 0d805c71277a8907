/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithm of each output as a sum of what each input does alone: two straight lines that meet where it stands. What
 * that misses of whole draws is added, one draw's at a time, so that spread and correlation of the outputs stay right. */
#include "model/whatif/weft-surrogate.h"

#include <math.h>
#include <string.h>

/* Inputs are moved alone by so many standard deviations: to their 5th and 95th percentile. */
#define STEP WEFT_FACTOR_90

/* What moving an input does to an output. */
typedef struct
{
  double below; /* slopes of the logarithm a standard deviation */
  double above;
  gboolean dies_below; /* there is no answer at the end: half way there it ends */
  gboolean dies_above;
} Effect;

struct _WeftSurrogate
{
  WeftResponse response;
  const WeftFactor *factors;
  guint n_asked;
  guint n_checks;
  double *centre;     /* [output]: logarithm where it stands; NAN for none */
  Effect *effects;    /* [input][output] */
  double *residuals;  /* [check][output]: of the logarithm; NAN: no answer after all */
  double *deviations; /* [output] */
};

static double
normal_of (const WeftFactor *factor,
           double            x)
{
  return factor->spread > 0 && factor->value > 0 && x > 0 ? log (x / factor->value) / factor->spread : 0;
}

/* The sum, NAN where there is no answer. */
static void
add_effects (const WeftSurrogate *self,
             const double        *x,
             double              *logarithms)
{
  guint m = self->response.n_outputs;

  memcpy (logarithms, self->centre, m * sizeof (double));
  for (guint i = 0; i < self->response.n_inputs; i++)
    {
      double z = normal_of (&self->factors[i], x[i]);
      const Effect *effects = self->effects + (gsize) i * m;

      for (guint k = 0; k < m && z != 0; k++)
        if ((z < -STEP / 2 && effects[k].dies_below) || (z > STEP / 2 && effects[k].dies_above))
          logarithms[k] = NAN;
        else
          logarithms[k] += z * (z < 0 ? effects[k].below : effects[k].above);
    }
}

/* One of the checks, by the numbers asked for alone. Where the question is the one that stands, none. */
static const double *
pick_residuals (const WeftSurrogate *self,
                const double        *x)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);
  gboolean moved = FALSE;

  for (guint i = 0; i < self->response.n_inputs; i++)
    {
      guint64 bits;

      memcpy (&bits, &x[i], sizeof bits);
      hash = (hash ^ bits) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
      moved |= x[i] != self->factors[i].value;
    }
  return moved ? self->residuals + (gsize) (hash % self->n_checks) * self->response.n_outputs : NULL;
}

static void
evaluate_cb (gpointer      state,
             const double *x,
             double       *y,
             gpointer      data)
{
  const WeftSurrogate *self = data;
  const double *residuals = pick_residuals (self, x);

  add_effects (self, x, y);
  for (guint k = 0; k < self->response.n_outputs; k++)
    {
      double logarithm = y[k] + (residuals != NULL ? residuals[k] : 0);

      y[k] = isnan (logarithm) ? 0 : exp (logarithm);
    }
}

/* --- making --- */

static double
logarithm (double y)
{
  return y > 0 && isfinite (y) ? log (y) : NAN;
}

static void
fill_effect (Effect *effect,
             double  centre,
             double  below,
             double  above)
{
  effect->dies_below = isnan (below);
  effect->dies_above = isnan (above);
  effect->below = effect->dies_below ? 0 : (centre - below) / STEP;
  effect->above = effect->dies_above ? 0 : (above - centre) / STEP;
}

/* Rows: where it stands, each drawn input below and above, then whole draws. */
static double *
make_questions (const WeftSurrogate *self,
                guint64              seed,
                guint               *n_rows)
{
  guint d = self->response.n_inputs, rows = 1 + 2 * d + self->n_checks;
  double *x = g_new (double, (gsize) rows * MAX (d, 1));

  for (guint row = 0; row < rows; row++)
    for (guint i = 0; i < d; i++)
      x[(gsize) row * d + i] = self->factors[i].value;
  for (guint i = 0; i < d; i++)
    {
      x[(gsize) (1 + 2 * i) * d + i] = weft_factor_draw (&self->factors[i], -STEP);
      x[(gsize) (2 + 2 * i) * d + i] = weft_factor_draw (&self->factors[i], STEP);
    }
  for (guint check = 0; check < self->n_checks; check++)
    for (guint i = 0; i < d; i++)
      x[(gsize) (1 + 2 * d + check) * d + i]
        = weft_factor_draw (&self->factors[i], weft_factor_normal (&self->factors[i], seed, check));
  *n_rows = rows;
  return x;
}

static void
fill_effects (WeftSurrogate *self,
              const double  *y)
{
  guint d = self->response.n_inputs, m = self->response.n_outputs;

  for (guint k = 0; k < m; k++)
    self->centre[k] = logarithm (y[k]);
  for (guint i = 0; i < d; i++)
    for (guint k = 0; k < m; k++)
      fill_effect (&self->effects[(gsize) i * m + k], self->centre[k], logarithm (y[(gsize) (1 + 2 * i) * m + k]),
                   logarithm (y[(gsize) (2 + 2 * i) * m + k]));
}

/* Where a whole draw has an answer although its inputs alone say that it has none, nothing is added. */
static void
fill_residuals (WeftSurrogate *self,
                const double  *x,
                const double  *y)
{
  guint d = self->response.n_inputs, m = self->response.n_outputs;
  g_autofree double *sums = g_new (double, m);

  for (guint check = 0; check < self->n_checks; check++)
    {
      const double *row_y = y + (gsize) (1 + 2 * d + check) * m;

      add_effects (self, x + (gsize) (1 + 2 * d + check) * d, sums);
      for (guint k = 0; k < m; k++)
        self->residuals[(gsize) check * m + k] = isnan (sums[k]) ? 0 : logarithm (row_y[k]) - sums[k];
    }
  for (guint k = 0; k < m; k++)
    {
      double sum = 0;
      guint n = 0;

      for (guint check = 0; check < self->n_checks; check++)
        {
          double residual = self->residuals[(gsize) check * m + k];

          if (isnan (residual))
            continue;
          sum += residual * residual;
          n++;
        }
      self->deviations[k] = n > 0 ? sqrt (sum / n) : NAN;
    }
}

/**
 * weft_surrogate_new: (skip)
 * @response: what is slow; its answers are more than 0, or there are none
 * @factors: its inputs with their spreads, which must outlive the surrogate
 * @n_checks: whole draws whose residuals are added
 * @seed: of these draws
 * @asking: (nullable): how
 * @error: return location
 *
 * Asks twice for each input and @n_checks times for all together.
 *
 * Returns: (transfer full): a stand-in, or %NULL when it was cancelled
 */
WeftSurrogate *
weft_surrogate_new (const WeftResponse *response,
                    const WeftFactor   *factors,
                    guint               n_checks,
                    guint64             seed,
                    const WeftAsking   *asking,
                    GError            **error)
{
  g_autoptr (WeftSurrogate) self = g_new0 (WeftSurrogate, 1);
  guint m = response->n_outputs, rows;
  g_autofree double *x = NULL;
  g_autofree double *y = NULL;

  g_return_val_if_fail (n_checks > 0, NULL);

  self->response = (WeftResponse) {
    .n_inputs = response->n_inputs, .n_outputs = m, .evaluate = evaluate_cb, .data = self
  };
  self->factors = factors;
  self->n_checks = n_checks;
  self->centre = g_new (double, m);
  self->effects = g_new0 (Effect, (gsize) MAX (response->n_inputs, 1) * m);
  self->residuals = g_new0 (double, (gsize) n_checks * m);
  self->deviations = g_new0 (double, m);

  x = make_questions (self, seed, &rows);
  y = g_new (double, (gsize) rows * m);
  if (!weft_response_map (response, asking, x, y, rows, error))
    return NULL;
  self->n_asked = rows;
  fill_effects (self, y);
  fill_residuals (self, x, y);
  return g_steal_pointer (&self);
}

/**
 * weft_surrogate_free: (skip)
 * @self: (transfer full): a stand-in
 */
void
weft_surrogate_free (WeftSurrogate *self)
{
  g_free (self->centre);
  g_free (self->effects);
  g_free (self->residuals);
  g_free (self->deviations);
  g_free (self);
}

const WeftResponse *
weft_surrogate_get (WeftSurrogate *self)
{
  return &self->response;
}

guint
weft_surrogate_n_asked (const WeftSurrogate *self)
{
  return self->n_asked;
}

double
weft_surrogate_residual (const WeftSurrogate *self,
                         guint                output)
{
  g_return_val_if_fail (output < self->response.n_outputs, NAN);

  return self->deviations[output];
}
