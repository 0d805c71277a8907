/* SPDX-License-Identifier: GPL-3.0-or-later */
/* d ln y / d ln x by central differences, from two steps of different size, which tell a kink and a jump from a curve. */
#include "model/whatif/weft-tornado.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The smaller step is this part of the larger one. */
#define FINE 0.25
/* Slopes on both sides that differ by more are looked at again with the smaller step. */
#define APART 0.02
/* Below, an effect is rounding. */
#define NOTHING 1e-9
/* Points of each input: below and above, far and near. */
#define POINTS 4

static const double places[POINTS] = { -1, 1, -FINE, FINE };

static gboolean
has_slope (const WeftFactor *factor)
{
  return factor->value > 0 && isfinite (factor->value);
}

/* Slopes at one step; NAN where the answer or the step is missing. */
static void
take_slopes (double  y,
             double  y_below,
             double  y_above,
             double  step,
             double *below,
             double *above)
{
  *below = y > 0 && y_below > 0 ? log (y / y_below) / step : NAN;
  *above = y > 0 && y_above > 0 ? log (y_above / y) / step : NAN;
}

/* Across a jump the slope grows as the step shrinks; across a kink the two sides stay apart; on a curve they meet. */
static WeftSlopeKind
judge (double far_below,
       double far_above,
       double near_below,
       double near_above)
{
  double far = fabs (far_above - far_below), near = fabs (near_above - near_below);

  if (fabs (far_below) < NOTHING && fabs (far_above) < NOTHING && fabs (near_below) < NOTHING
      && fabs (near_above) < NOTHING)
    return WEFT_SLOPE_FLAT;
  if (fabs (near_below) > 2 * fabs (far_below) + APART || fabs (near_above) > 2 * fabs (far_above) + APART
      || (far > APART && near < FINE / 4 * far))
    return WEFT_SLOPE_STEP;
  if (far > APART && near > far / 2)
    return WEFT_SLOPE_KINK;
  return WEFT_SLOPE_SMOOTH;
}

/* @y: of the points, in their order. */
static WeftElasticity
conclude (double        y,
          const double *at,
          double        step)
{
  WeftElasticity self = { NAN, NAN, NAN, WEFT_SLOPE_NONE };
  double near_below, near_above;

  take_slopes (y, at[0], at[1], step, &self.below, &self.above);
  take_slopes (y, at[2], at[3], step * FINE, &near_below, &near_above);
  if (isnan (self.below) || isnan (self.above))
    return self;

  self.value = (self.below + self.above) / 2;
  self.kind = isnan (near_below) || isnan (near_above) ? WEFT_SLOPE_STEP
                                                       : judge (self.below, self.above, near_below, near_above);
  return self;
}

/**
 * weft_elasticities_new: (skip)
 * @response: what is asked
 * @factors: its inputs
 * @output: which of its answers
 * @step: of the natural logarithm of an input, such as 0.01
 * @asking: (nullable): how
 * @error: return location
 *
 * Returns: (transfer full): the elasticity of each input, or %NULL when it was cancelled
 */
WeftElasticity *
weft_elasticities_new (const WeftResponse *response,
                       const WeftFactor   *factors,
                       guint               output,
                       double              step,
                       const WeftAsking   *asking,
                       GError            **error)
{
  guint n = response->n_inputs, m = response->n_outputs, rows = POINTS * n + 1;
  g_autofree double *x = g_new (double, (gsize) rows * MAX (n, 1));
  g_autofree double *y = g_new (double, (gsize) rows * m);
  WeftElasticity *slopes;

  g_return_val_if_fail (output < m && step > 0, NULL);

  for (guint row = 0; row < rows; row++)
    for (guint i = 0; i < n; i++)
      x[(gsize) row * n + i] = factors[i].value;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < POINTS && has_slope (&factors[i]); k++)
      x[(gsize) (1 + POINTS * i + k) * n + i] *= exp (step * places[k]);
  if (!weft_response_map (response, asking, x, y, rows, error))
    return NULL;

  slopes = g_new0 (WeftElasticity, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      double at[POINTS];

      for (guint k = 0; k < POINTS; k++)
        at[k] = y[(gsize) (1 + POINTS * i + k) * m + output];
      slopes[i] = has_slope (&factors[i]) ? conclude (y[output], at, step)
                                          : (WeftElasticity) { NAN, NAN, NAN, WEFT_SLOPE_NONE };
    }
  return slopes;
}

/**
 * weft_slope_label:
 * @kind: what a slope is like
 *
 * Returns: that in a few words, translated; empty for a smooth one
 */
const char *
weft_slope_label (WeftSlopeKind kind)
{
  switch (kind)
    {
    case WEFT_SLOPE_KINK:
      return _("kink: another slope on either side");
    case WEFT_SLOPE_STEP:
      return _("moves in steps");
    case WEFT_SLOPE_FLAT:
      return _("no effect");
    case WEFT_SLOPE_NONE:
      return _("no slope here");
    case WEFT_SLOPE_SMOOTH:
    default:
      return "";
    }
}
