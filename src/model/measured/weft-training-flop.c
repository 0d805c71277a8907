/* SPDX-License-Identifier: GPL-3.0-or-later */
/* FLOP of a step: what the model needs, counted both ways that are in use, and what chips compute. */
#include "model/measured/weft-training-step-private.h"

/* Forward and backward of a product: two for each weight and token, three times. */
#define PRODUCT_FLOP 6
#define FORWARD_FLOP 2
/* Gradients of inputs, without those of weights. */
#define FROZEN_FLOP 4

typedef struct
{
  double causal; /* of attention forward, all layers, one step */
  double full;
} Attention;

static void
add_attention (const WeftTrainingWork *self,
               guint                   sort,
               Attention              *attention)
{
  const WeftTrainingPlan *plan = self->plan;
  const WeftLlmLayer *layer = &self->model->layers.sort[sort];
  WeftAttentionWork work = weft_training_attention_work (self, layer);
  double count = weft_memory_shape_count (&self->model->layers, sort, 0, self->model->layers.n_layers);
  double causal;

  if (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    {
      causal = plan->global_batch * plan->sequence * layer->heads * layer->state_flops;
      attention->causal += count * causal;
      attention->full += count * causal;
      return;
    }
  work.sequences = plan->global_batch;
  work.heads = layer->heads;
  causal = weft_attention_flop (&work);
  work.is_causal = FALSE;
  work.context = plan->sequence;
  attention->causal += count * causal;
  attention->full += count * weft_attention_flop (&work);
}

/* Full recomputation repeats forward passes; unfused attention computes the whole square. */
static double
again_flop (const WeftTrainingWork *self,
            double                  tokens,
            double                  attention)
{
  const WeftTrainingPlan *plan = self->plan;
  double share = plan->recompute_layers > 0
                     ? MIN (1, (double) plan->recompute_layers * plan->pp / self->model->layers.n_layers)
                     : 1;

  if (plan->recompute == WEFT_RECOMPUTE_SELECTIVE)
    return plan->flash_attention ? 0 : attention;
  if (plan->recompute == WEFT_RECOMPUTE_NONE)
    return 0;
  return share * MIN (self->k[WEFT_TRAINING_RECOMPUTE], 1)
         * (FORWARD_FLOP * self->model->product_params * tokens + attention);
}

void
weft_training_count_flop (const WeftTrainingWork *self,
                          WeftTrainingStep       *step)
{
  double tokens = self->plan->global_batch * self->plan->sequence;
  double products = (self->trains_all ? PRODUCT_FLOP : FROZEN_FLOP)
                    * (self->model->product_params + self->model->head_params) * tokens;
  double passes = PRODUCT_FLOP / FORWARD_FLOP;
  Attention attention = { 0 };
  double computed;

  for (guint i = 0; i < self->model->layers.n_sorts; i++)
    add_attention (self, i, &attention);
  computed = self->plan->flash_attention ? attention.causal : attention.full;
  step->model_flop = products + passes * attention.causal;
  step->full_flop = products + passes * attention.full;
  step->hardware_flop = products + passes * computed + again_flop (self, tokens, computed);
}
