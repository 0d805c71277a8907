/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Policies before and after training, and what they choose. */
#include "search/tgrl/weft-policy.h"

#include <math.h>

/* Set apart from the episodes, which are numbered from 0. */
#define STREAM_WEIGHTS G_MAXUINT64

static guint
find_likeliest (const double *probability,
                guint         n)
{
  guint best = 0;

  for (guint i = 1; i < n; i++)
    if (probability[i] > probability[best])
      best = i;
  return best;
}

static guint
draw (const double *probability,
      guint         n,
      WeftRandom   *random)
{
  double rest = weft_random_double (random);

  for (guint i = 0; i + 1 < n; i++)
    {
      rest -= probability[i];
      if (rest < 0)
        return i;
    }
  return n - 1;
}

/**
 * weft_policy_new: (skip)
 * @recipe: how it will be trained; its seed draws the weights
 *
 * Returns: (transfer full): a policy without training
 */
WeftPolicy *
weft_policy_new (const WeftPolicyRecipe *recipe)
{
  WeftPolicy *self = g_new0 (WeftPolicy, 1);
  const WeftPolicyBlock *blocks = weft_policy_blocks (&self->n_parameters);
  WeftRandom random;

  self->recipe = *recipe;
  self->parameter = g_new0 (float, self->n_parameters);
  weft_random_init (&random, recipe->seed, STREAM_WEIGHTS);
  for (guint b = 0; b < WEFT_POLICY_N_BLOCKS; b++)
    for (guint i = 0; blocks[b].sigma > 0 && i < blocks[b].rows * blocks[b].columns; i++)
      self->parameter[blocks[b].offset + i] = (float) (blocks[b].sigma * weft_random_normal (&random));
  return self;
}

void
weft_policy_free (WeftPolicy *self)
{
  g_free (self->parameter);
  g_free (self->mean);
  g_free (self->square);
  g_free (self);
}

void
weft_policy_finish (WeftPolicy *self)
{
  g_clear_pointer (&self->mean, g_free);
  g_clear_pointer (&self->square, g_free);
}

/**
 * weft_policy_choose: (skip)
 * @self: a policy
 * @graph: the state, with at least one action
 * @tape: scratch; holds logits and value afterwards
 * @random: (nullable): draws the action; %NULL for the likeliest
 * @log_probability: (out) (nullable): of the action
 *
 * Returns: the action of softmax (g + lambda h)
 */
guint
weft_policy_choose (const WeftPolicy     *self,
                    const WeftTypedGraph *graph,
                    WeftPolicyTape       *tape,
                    WeftRandom           *random,
                    double               *log_probability)
{
  guint n = graph->actions->len, action;
  g_autofree double *probability = g_new (double, n);

  g_return_val_if_fail (n > 0, 0);

  weft_policy_net_forward (self->parameter, graph, tape);
  weft_policy_probabilities (graph, tape->logit, self->recipe.lambda, probability);
  action = random != NULL ? draw (probability, n, random) : find_likeliest (probability, n);
  if (log_probability != NULL)
    *log_probability = log (probability[action]);
  return action;
}
