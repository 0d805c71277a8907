/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adam with the learning rate of the CHASE paper. */
#include "search/tgrl/weft-policy-adam-private.h"

#include <math.h>

#define LEARNING_RATE 3e-4
#define BETA_MEAN 0.9
#define BETA_SQUARE 0.999
#define EPSILON 1e-8
#define MAX_NORM 0.5

static double
norm_of (const float *gradient,
         guint        n)
{
  double squares = 0;

  for (guint i = 0; i < n; i++)
    squares += (double) gradient[i] * gradient[i];
  return sqrt (squares);
}

void
weft_policy_adam_begin (WeftPolicy *policy)
{
  if (policy->mean != NULL)
    return;
  policy->mean = g_new0 (float, policy->n_parameters);
  policy->square = g_new0 (float, policy->n_parameters);
  policy->n_adam_steps = 0;
}

void
weft_policy_adam_step (WeftPolicy *policy,
                       float      *gradient)
{
  double norm = norm_of (gradient, policy->n_parameters);
  float scale = norm > MAX_NORM ? (float) (MAX_NORM / norm) : 1;
  guint step = ++policy->n_adam_steps;
  float rate = (float) (LEARNING_RATE * sqrt (1 - pow (BETA_SQUARE, step)) / (1 - pow (BETA_MEAN, step)));
  float epsilon = (float) (EPSILON * sqrt (1 - pow (BETA_SQUARE, step)));

  for (guint i = 0; i < policy->n_parameters; i++)
    {
      float g = gradient[i] * scale;

      policy->mean[i] = (float) BETA_MEAN * policy->mean[i] + (float) (1 - BETA_MEAN) * g;
      policy->square[i] = (float) BETA_SQUARE * policy->square[i] + (float) (1 - BETA_SQUARE) * g * g;
      policy->parameter[i] -= rate * policy->mean[i] / (sqrtf (policy->square[i]) + epsilon);
    }
}
