/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loss of proximal policy optimisation (Schulman et al. 2017) of one sample, with a term that keeps the policy near
 * its prior, and its gradient. */
#include "search/tgrl/weft-policy-net-private.h"

#include <math.h>

/* What the loss is in terms of probabilities, and its slope in each logit. */
static double
policy_part (const WeftTypedGraph   *graph,
             const WeftPolicySample *sample,
             const WeftPolicyLoss   *loss,
             const double           *p,
             WeftPolicyReal         *slope,
             double                  scale)
{
  guint n = graph->actions->len;
  g_autofree double *q = g_new (double, n);
  double ratio = exp (log (p[sample->action]) - sample->log_probability);
  double clipped = CLAMP (ratio, 1 - loss->clip, 1 + loss->clip);
  gboolean is_open = ratio * sample->advantage <= clipped * sample->advantage;
  double entropy = 0, divergence = 0;

  weft_policy_probabilities (graph, NULL, loss->lambda, q);
  for (guint i = 0; i < n; i++)
    {
      entropy -= p[i] > 0 ? p[i] * log (p[i]) : 0;
      divergence += q[i] > 0 ? q[i] * (log (q[i]) - log (MAX (p[i], 1e-300))) : 0;
    }
  for (guint i = 0; i < n; i++)
    {
      double d = loss->prior_weight * (p[i] - q[i]);

      d += p[i] > 0 ? loss->entropy_weight * p[i] * (log (p[i]) + entropy) : 0;
      if (is_open)
        d -= sample->advantage * ratio * ((i == sample->action) - p[i]);
      slope[i] = (WeftPolicyReal) (scale * d);
    }
  return -MIN (ratio * sample->advantage, clipped * sample->advantage) - loss->entropy_weight * entropy
         + loss->prior_weight * divergence;
}

/**
 * weft_policy_probabilities: (skip)
 * @graph: a graph with actions
 * @logit: (nullable): g of each; %NULL for the prior alone
 * @lambda: weight of the prior
 * @probability: [of actions] filled, sums to 1
 */
void
weft_policy_probabilities (const WeftTypedGraph *graph,
                           const WeftPolicyReal *logit,
                           double                lambda,
                           double               *probability)
{
  guint n = graph->actions->len;
  double most = -INFINITY, sum = 0;

  for (guint i = 0; i < n; i++)
    {
      probability[i] = lambda * g_array_index (graph->actions, WeftTypedAction, i).prior;
      probability[i] += logit != NULL ? logit[i] : 0;
      most = MAX (most, probability[i]);
    }
  for (guint i = 0; i < n; i++)
    sum += probability[i] = exp (probability[i] - most);
  for (guint i = 0; i < n; i++)
    probability[i] /= sum;
}

/**
 * weft_policy_sample_loss: (skip)
 * @parameter: of the network
 * @graph: the state, with at least one action
 * @sample: what was done there
 * @loss: weights of the terms
 * @scale: of the gradient, such as 1 / size of the batch
 * @tape: scratch
 * @gradient: (nullable): added to
 *
 * clipped policy loss + value_weight (V - return)² - entropy_weight H(pi) + prior_weight KL(softmax (lambda h) || pi).
 *
 * Returns: the loss, not scaled
 */
double
weft_policy_sample_loss (const WeftPolicyReal   *parameter,
                         const WeftTypedGraph   *graph,
                         const WeftPolicySample *sample,
                         const WeftPolicyLoss   *loss,
                         double                  scale,
                         WeftPolicyTape         *tape,
                         WeftPolicyReal         *gradient)
{
  guint n = graph->actions->len;
  g_autofree double *p = g_new (double, n);
  g_autofree WeftPolicyReal *slope = g_new (WeftPolicyReal, n);
  double away, sum;

  g_return_val_if_fail (sample->action < n, NAN);

  weft_policy_net_forward (parameter, graph, tape);
  weft_policy_probabilities (graph, tape->logit, loss->lambda, p);
  sum = policy_part (graph, sample, loss, p, slope, scale);
  away = tape->value - sample->reward_to_go;
  if (gradient != NULL)
    weft_policy_net_backward (parameter, graph, tape, slope, (WeftPolicyReal) (2 * loss->value_weight * away * scale),
                              gradient);
  return sum + loss->value_weight * away * away;
}
