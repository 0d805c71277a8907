/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the groups of a plan stand, and what they send: tensor parallelism innermost, then context and data parallelism,
 * pipeline stages outermost, as Megatron orders its ranks. */
#include "model/measured/weft-training-step-private.h"

#include <math.h>

#define ELEMENT_BYTES 2

/* Of a microbatch's two passes; backward has two products for each one of forward. */
#define FORWARD (1.0 / 3)
#define BACKWARD (2.0 / 3)

double
weft_training_collective_s (const WeftTrainingSite *site,
                            WeftCollectiveKind      kind,
                            WeftGroup               group,
                            double                  bytes)
{
  if (group.ranks <= 1 || bytes <= 0)
    return 0;
  return weft_comm_time_total (weft_collective_s (&site->fabric, kind, group, bytes, NULL));
}

/* Ranks that lie @stride chips apart, as many of them in one scale-up domain as it has room for; the other chips of the
 * domain send to their own groups at the same time. */
static WeftGroup
place (const WeftTrainingSite *site,
       double                  ranks,
       double                  stride,
       double                  chips)
{
  double domain = MAX (1, MIN (site->fabric.domain_ranks, chips));
  double local = CLAMP (floor (domain / stride), 1, ranks);

  return (WeftGroup) { .ranks = ranks, .local = local, .sharing = ranks > local ? MAX (1, domain / local) : 1 };
}

WeftGroup
weft_training_group (const WeftTrainingSite *site,
                     const WeftTrainingPlan *plan,
                     WeftTrainingGroup       group)
{
  double chips = weft_training_plan_chips (plan);
  double tp = plan->tp;
  double replicas = (double) plan->cp * plan->dp;

  switch (group)
    {
    case WEFT_TRAINING_GROUP_TP:
      return place (site, tp, 1, chips);
    case WEFT_TRAINING_GROUP_CP:
      return place (site, plan->cp, tp, chips);
    case WEFT_TRAINING_GROUP_EP:
      return place (site, plan->ep, (double) plan->cp * plan->ep <= replicas ? tp * plan->cp : tp, chips);
    case WEFT_TRAINING_GROUP_PP:
      return place (site, MIN (plan->pp, 2), tp * replicas, chips);
    case WEFT_TRAINING_GROUP_DP:
    case WEFT_N_TRAINING_GROUPS:
    default:
      return place (site, replicas, tp, chips);
    }
}

/* --- gradients and weights --- */

/* Chips that hold the same dense weights, and those that hold the same experts. */
typedef struct
{
  WeftGroup dense;
  WeftGroup expert;
} Holders;

static Holders
find_holders (const WeftTrainingWork *self)
{
  const WeftTrainingPlan *plan = self->plan;
  double chips = weft_training_plan_chips (plan);
  double copies = (double) plan->tp * plan->cp * plan->dp / (plan->ep * self->expert_tp);
  double ranks = plan->shard > 0 ? plan->shard : (double) plan->cp * plan->dp;

  return (Holders) {
    .dense = place (self->site, ranks, plan->tp, chips),
    .expert = place (self->site, MAX (1, MIN (plan->shard > 0 ? plan->shard : copies, copies)),
                     self->expert_tp * plan->ep, chips),
  };
}

static double
send_s (const WeftTrainingWork *self,
        const Holders          *holders,
        WeftCollectiveKind      kind,
        const WeftLayerShare   *params,
        double                  bytes)
{
  return weft_training_collective_s (self->site, kind, holders->dense,
                                     (params->matrix_params + params->wide_params) * bytes)
         + weft_training_collective_s (self->site, kind, holders->expert, params->expert_params * bytes);
}

/* Behind what passes, and never all of it. */
static double
wait_s (const WeftTrainingWork *self,
        double                  all_s,
        double                  window_s)
{
  double hidden = self->k[WEFT_TRAINING_DP_HIDDEN];

  if (!self->plan->overlap_dp)
    return all_s;
  return MAX (all_s * (1 - hidden), all_s - self->k[WEFT_TRAINING_DP_WINDOW] * window_s);
}

/* Gradients go after the last microbatch of each chunk, weights before the first: interleaved, as many microbatches of all
 * chunks lie between as there are stages. */
static void
add_shared_optimizer (const WeftTrainingWork *self,
                      double                  stage_s,
                      const WeftLayerShare   *params,
                      WeftTrainingStep       *step)
{
  const WeftTrainingPlan *plan = self->plan;
  Holders holders = find_holders (self);
  double passes = plan->virtual_stages > 1 ? MIN (plan->pp, step->microbatches) : 1;
  double reduce_s = send_s (self, &holders, WEFT_COLLECTIVE_REDUCE_SCATTER, params,
                            self->k[WEFT_TRAINING_GRADIENT_BYTES]);
  double gather_s = send_s (self, &holders, WEFT_COLLECTIVE_ALL_GATHER, params, ELEMENT_BYTES);
  double waited_s = wait_s (self, reduce_s, BACKWARD * stage_s * passes)
                    + wait_s (self, gather_s, FORWARD * stage_s * passes);

  step->part_s[WEFT_TRAINING_PART_DP] = waited_s;
  step->dp_hidden_s = reduce_s + gather_s - waited_s;
}

/* Without a shared optimizer software waits for one all-reduce after all microbatches. */
static void
add_copies (const WeftTrainingWork *self,
            const WeftLayerShare   *params,
            WeftTrainingStep       *step)
{
  Holders holders = find_holders (self);

  step->part_s[WEFT_TRAINING_PART_DP]
      = send_s (self, &holders, WEFT_COLLECTIVE_ALL_REDUCE, params, self->k[WEFT_TRAINING_GRADIENT_BYTES]);
}

/* Copies of the shards are summed up once a step. */
static double
shard_copies_s (const WeftTrainingWork *self,
                double                  params)
{
  const WeftTrainingPlan *plan = self->plan;
  double copies = plan->shard > 0 ? (double) plan->cp * plan->dp / plan->shard : 1;
  WeftGroup group;

  if (copies <= 1)
    return 0;
  group = place (self->site, copies, (double) plan->tp * plan->shard, weft_training_plan_chips (plan));
  return weft_training_collective_s (self->site, WEFT_COLLECTIVE_ALL_REDUCE, group,
                                     params / plan->shard * self->k[WEFT_TRAINING_GRADIENT_BYTES]);
}

/* Layer by layer, for each microbatch: weights are gathered before each pass, with ZeRO-2 once a step, and gradients
 * reduced (arXiv 1910.02054, section 7); half of the copying is the gradients'. */
static void
add_shards (const WeftTrainingWork *self,
            double                  layers_s,
            const WeftLayerShare   *params,
            WeftTrainingStep       *step)
{
  const WeftTrainingPlan *plan = self->plan;
  Holders holders = find_holders (self);
  double layers = MAX (step->stage_layers, 1);
  double gathers = plan->zero_stage >= 3 ? 2 : 1 / step->microbatches;
  WeftLayerShare layer = {
    params->matrix_params / layers,
    params->wide_params / layers,
    params->expert_params / layers,
  };
  double all_s = gathers * send_s (self, &holders, WEFT_COLLECTIVE_ALL_GATHER, &layer, ELEMENT_BYTES)
                 + send_s (self, &holders, WEFT_COLLECTIVE_REDUCE_SCATTER, &layer,
                           self->k[WEFT_TRAINING_GRADIENT_BYTES]);
  double copies_s = self->k[WEFT_TRAINING_SHARD_BYTES] * (gathers + 2) / 4
                    * (layer.matrix_params + layer.wide_params + layer.expert_params)
                    / self->site->kernels.stream_bytes_s;
  double behind_s = plan->overlap_dp ? self->k[WEFT_TRAINING_SHARD_HIDDEN] * MIN (all_s, layers_s / layers) : 0;

  step->part_s[WEFT_TRAINING_PART_DP]
      = layers * step->microbatches * (all_s - behind_s + copies_s)
        + shard_copies_s (self, params->matrix_params + params->wide_params + params->expert_params);
  step->dp_hidden_s = layers * step->microbatches * behind_s;
}

/* @stage_s: of a microbatch on the slowest stage; @layers_s: of its layers alone; @params: on one of its chips, before they
 * are shared out. Experts have fewer copies and are reduced among these. */
void
weft_training_add_data (const WeftTrainingWork *self,
                        double                  stage_s,
                        double                  layers_s,
                        const WeftLayerShare   *params,
                        WeftTrainingStep       *step)
{
  if (!self->trains_all || (double) self->plan->cp * self->plan->dp <= 1)
    return;
  if (self->plan->zero_stage >= 2)
    add_shards (self, layers_s, params, step);
  else if (self->plan->zero_stage == 1)
    add_shared_optimizer (self, stage_s, params, step);
  else
    add_copies (self, params, step);
}
