/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a training step together: layers into stages, stages into a pipeline, and what is sent, updated and waited for at its
 * end. One forward, one backward, interleaved or not (arXiv 2104.04473, section 2.2). */
#include "model/measured/weft-training-step-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define ELEMENT_BYTES 2

/* Layers of each sort on a stage. */
typedef struct
{
  double count[WEFT_MEMORY_MAX_SORTS];
  double layers;
} Stage;

static const struct
{
  const char *nick;
  const char *label;
} parts[WEFT_N_TRAINING_PARTS] = {
  [WEFT_TRAINING_PART_PRODUCTS] = { "products", N_("Matrix products") },
  [WEFT_TRAINING_PART_ATTENTION] = { "attention", N_("Attention") },
  [WEFT_TRAINING_PART_ELEMENTWISE] = { "elementwise", N_("Norms and activations") },
  [WEFT_TRAINING_PART_CASTS] = { "casts", N_("Casts") },
  [WEFT_TRAINING_PART_ENDS] = { "ends", N_("Embedding, head and loss") },
  [WEFT_TRAINING_PART_RECOMPUTE] = { "recompute", N_("Recomputation") },
  [WEFT_TRAINING_PART_TP] = { "tp", N_("Waiting for tensor parallelism") },
  [WEFT_TRAINING_PART_CP] = { "cp", N_("Waiting for context parallelism") },
  [WEFT_TRAINING_PART_EP] = { "ep", N_("Waiting for experts") },
  [WEFT_TRAINING_PART_SCALES] = { "scales", N_("Waiting for scales") },
  [WEFT_TRAINING_PART_HOST] = { "host", N_("Waiting for the host") },
  [WEFT_TRAINING_PART_PP] = { "pp", N_("Waiting for stages") },
  [WEFT_TRAINING_PART_BUBBLE] = { "bubble", N_("Pipeline bubble") },
  [WEFT_TRAINING_PART_DP] = { "dp", N_("Waiting for gradients and weights") },
  [WEFT_TRAINING_PART_OPTIMIZER] = { "optimizer", N_("Optimizer") },
  [WEFT_TRAINING_PART_FIXED] = { "fixed", N_("Start and end of the step") },
  [WEFT_TRAINING_PART_STRAGGLERS] = { "stragglers", N_("Waiting for stragglers") },
};

/* --- the model --- */

/* Weights that a token is multiplied with in a layer: those of the experts that it goes to. */
static double
product_params (const WeftLlmShape *shape,
                const WeftLlmLayer *layer)
{
  return weft_llm_layer_active_params (shape, layer) - layer->norm_params;
}

/**
 * weft_training_model_init: (skip)
 * @self: (out caller-allocates): the model
 * @shape: a whole shape, which must outlive @self
 */
void
weft_training_model_init (WeftTrainingModel  *self,
                          const WeftLlmShape *shape)
{
  weft_memory_shape_init (&self->layers, shape);
  self->product_params = 0;
  for (guint i = 0; i < self->layers.n_sorts; i++)
    self->product_params += weft_memory_shape_count (&self->layers, i, 0, self->layers.n_layers)
                            * product_params (shape, &self->layers.sort[i]);
  self->head_params = shape->hidden * shape->vocab;
  self->all_params = weft_llm_params (shape);
}

/* --- a plan at a site --- */

/* Clocks fall under load: so do the rates of all tiles. */
static WeftGemmRates
load_rates (const WeftTrainingSite *site,
            WeftFormat              format)
{
  WeftGemmRates rates = site->kernels.gemm[format];
  double share = site->rules.rate_share[format];

  rates.rate_flops *= share;
  rates.tile_s /= share;
  for (guint i = 0; i < rates.n_tiles; i++)
    rates.tiles[i].depth_s /= share;
  return rates;
}

/* What is gathered has been cast already. */
static double
reduce_rows_s (const WeftTrainingWork *self)
{
  WeftGroup group = self->groups[WEFT_TRAINING_GROUP_TP];
  double bytes = self->tokens * ELEMENT_BYTES * self->model->layers.model->hidden;

  if (!self->plan->sequence_parallel)
    return weft_training_collective_s (self->site, WEFT_COLLECTIVE_ALL_REDUCE, group, bytes);
  return weft_training_collective_s (self->site, WEFT_COLLECTIVE_REDUCE_SCATTER, group, bytes)
         + weft_training_collective_s (self->site, WEFT_COLLECTIVE_ALL_GATHER, group,
                                       bytes * MIN (self->element_bytes / ELEMENT_BYTES, 1));
}

void
weft_training_work_init (WeftTrainingWork        *self,
                         const WeftTrainingModel *model,
                         const WeftTrainingSite  *site,
                         const WeftTrainingPlan  *plan)
{
  *self = (WeftTrainingWork) {
    .model = model,
    .site = site,
    .plan = plan,
    .k = site->rules.k,
    .rates = load_rates (site, plan->format),
    .wide_rates = load_rates (site, WEFT_FORMAT_BF16),
    .tokens = plan->microbatch * plan->sequence / plan->cp,
    .row_ranks = plan->sequence_parallel ? plan->tp : 1,
    .expert_tp = plan->expert_tp > 0 ? plan->expert_tp : plan->tp,
    .is_narrow = plan->format == WEFT_FORMAT_FP8 || plan->format == WEFT_FORMAT_FP4,
    .element_bytes = weft_format_bytes (plan->format),
    .sum_bytes = 2 * site->memory.states[plan->states].gradient,
    .trains_all = !plan->adapters_only,
  };
  for (WeftTrainingGroup i = 0; i < WEFT_N_TRAINING_GROUPS; i++)
    self->groups[i] = weft_training_group (site, plan, i);
  self->row_reduce_s = reduce_rows_s (self);
}

/* --- stages --- */

/* Chunks of layers go round the stages; of one sort, only their number counts. */
static void
find_stage (const WeftTrainingWork *self,
            guint                   stage,
            Stage                  *found)
{
  const WeftTrainingPlan *plan = self->plan;
  const WeftMemoryShape *layers = &self->model->layers;
  guint first = 0;

  *found = (Stage) { .layers = weft_training_plan_stage_layers (plan, stage) };
  if (layers->n_sorts == 1)
    {
      found->count[0] = found->layers;
      return;
    }
  for (guint chunk = 0; chunk < plan->virtual_stages; chunk++)
    for (guint i = 0; i < plan->pp; i++)
      {
        guint all = weft_training_plan_stage_layers (plan, i);
        guint n = all / plan->virtual_stages + (chunk < all % plan->virtual_stages ? 1 : 0);

        for (guint sort = 0; i == stage && sort < layers->n_sorts; sort++)
          found->count[sort] += weft_memory_shape_count (layers, sort, first, n);
        first += n;
      }
}

/* The times of all sorts of layers and of the ends, for a microbatch. */
typedef struct
{
  WeftTrainingLayerTime layer[WEFT_MEMORY_MAX_SORTS];
  double embedding_s;
  double head_s;
  double head_forward_s;
} Times;

static double
stage_ends_s (const WeftTrainingWork *self,
              const Times            *times,
              guint                   stage)
{
  return (stage == 0 ? times->embedding_s : 0) + (stage + 1 == self->plan->pp ? times->head_s : 0);
}

static double
stage_s (const WeftTrainingWork *self,
         const Times            *times,
         const Stage            *found,
         guint                   stage)
{
  double total = stage_ends_s (self, times, stage);

  for (guint i = 0; i < self->model->layers.n_sorts; i++)
    total += found->count[i] * times->layer[i].total_s;
  return total;
}

/* Stages between the first and the last that are spread evenly and have one sort of layers take no longer than the first
 * ones but for its embedding. */
static gboolean
may_be_worst (const WeftTrainingWork *self,
              guint                   stage)
{
  if (self->model->layers.n_sorts > 1 || self->plan->stage_layers != NULL)
    return TRUE;
  return stage == 0 || stage + 1 == self->plan->pp;
}

static WeftLayerShare
stage_params (const WeftTrainingWork *self,
              const Stage            *stage,
              guint                   index)
{
  const WeftTrainingPlan *plan = self->plan;
  const WeftMemoryShape *layers = &self->model->layers;
  WeftLayerShare sum = { 0 };

  for (guint i = 0; i < layers->n_sorts; i++)
    {
      WeftLayerShare one = weft_memory_layer_share (layers, i, plan->tp, plan->tp, plan->ep * self->expert_tp);

      sum.matrix_params += stage->count[i] * one.matrix_params;
      sum.wide_params += stage->count[i] * one.wide_params;
      sum.expert_params += stage->count[i] * one.expert_params;
    }
  if (index == 0)
    sum.matrix_params += weft_memory_embedding_params (layers, plan->tp);
  if (index + 1 == plan->pp)
    sum.matrix_params += weft_memory_head_params (layers, plan->tp, index == 0);
  return sum;
}

/* An update reads and writes states that every chip has its part of. Adapters are below a hundredth of the weights. */
static double
optimizer_s (const WeftTrainingWork *self,
             const WeftLayerShare   *params)
{
  const WeftTrainingPlan *plan = self->plan;
  double replicas = (double) plan->cp * plan->dp;
  double ranks = plan->zero_stage == 0 ? 1 : plan->shard > 0 ? plan->shard : replicas;
  double expert_ranks = MAX (1, ranks / MAX (1, plan->ep * self->expert_tp / plan->tp));
  double own = (params->matrix_params + params->wide_params) / ranks + params->expert_params / expert_ranks;

  return self->trains_all
             ? own * self->k[WEFT_TRAINING_OPTIMIZER_BYTES] / self->site->kernels.stream_bytes_s
             : 0;
}

/* All microbatches on one stage, and what its chips send and update after them. */
static double
finish_stage (const WeftTrainingWork *self,
              const Times            *times,
              const Stage            *found,
              WeftTrainingStep       *step)
{
  WeftLayerShare params = stage_params (self, found, step->stage);
  double ends_s = stage_ends_s (self, times, step->stage);
  double total_s = stage_s (self, times, found, step->stage);

  step->stage_layers = found->layers;
  step->part_s[WEFT_TRAINING_PART_DP] = 0;
  step->dp_hidden_s = 0;
  weft_training_add_data (self, total_s, total_s - ends_s, &params, step);
  step->part_s[WEFT_TRAINING_PART_OPTIMIZER] = optimizer_s (self, &params);
  return step->microbatches * total_s + step->part_s[WEFT_TRAINING_PART_DP]
         + step->part_s[WEFT_TRAINING_PART_OPTIMIZER];
}

/* The stage that is last to be done: the step waits for it. */
static void
find_worst (const WeftTrainingWork *self,
            const Times            *times,
            Stage                  *worst,
            WeftTrainingStep       *step)
{
  double most_s = -INFINITY;
  guint chosen = 0;

  for (guint i = 0; i < self->plan->pp; i++)
    {
      Stage found;
      double total_s;

      if (!may_be_worst (self, i))
        continue;
      find_stage (self, i, &found);
      step->stage = i;
      total_s = finish_stage (self, times, &found, step);
      if (total_s > most_s)
        {
          most_s = total_s;
          chosen = i;
          *worst = found;
        }
    }
  if (step->stage == chosen)
    return;
  step->stage = chosen;
  finish_stage (self, times, worst, step);
}

static double
mean_stage_s (const WeftTrainingWork *self,
              const Times            *times)
{
  const WeftMemoryShape *layers = &self->model->layers;
  double total = times->embedding_s + times->head_s;

  for (guint i = 0; i < layers->n_sorts; i++)
    total += weft_memory_shape_count (layers, i, 0, layers->n_layers) * times->layer[i].total_s;
  return total / self->plan->pp;
}

/* --- parts --- */

static void
add_layers (const WeftTrainingLayerTime *time,
            double                       count,
            WeftTrainingStep            *step)
{
  step->part_s[WEFT_TRAINING_PART_PRODUCTS] += count * time->product_s;
  step->part_s[WEFT_TRAINING_PART_ATTENTION] += count * time->attention_s;
  step->part_s[WEFT_TRAINING_PART_ELEMENTWISE] += count * time->elementwise_s;
  step->part_s[WEFT_TRAINING_PART_CASTS] += count * time->cast_s;
  step->part_s[WEFT_TRAINING_PART_RECOMPUTE] += count * time->recompute_s;
  step->part_s[WEFT_TRAINING_PART_TP] += count * time->tp_s;
  step->part_s[WEFT_TRAINING_PART_CP] += count * time->cp_s;
  step->part_s[WEFT_TRAINING_PART_EP] += count * time->ep_s;
  step->part_s[WEFT_TRAINING_PART_HOST] += count * time->host_s;
  step->tp_hidden_s += count * time->tp_hidden_s;
  step->cp_hidden_s += count * time->cp_hidden_s;
  step->ep_hidden_s += count * time->ep_hidden_s;
}

/* All microbatches on the slowest stage. */
static void
add_stage (const WeftTrainingWork *self,
           const Times            *times,
           const Stage            *worst,
           WeftTrainingStep       *step)
{
  for (guint i = 0; i < self->model->layers.n_sorts; i++)
    {
      add_layers (&times->layer[i], step->microbatches * worst->count[i], step);
      step->forward_s += step->microbatches * worst->count[i] * times->layer[i].forward_s;
    }
  if (step->stage + 1 == self->plan->pp)
    step->forward_s += step->microbatches * times->head_forward_s;
  step->part_s[WEFT_TRAINING_PART_ENDS] = step->microbatches * stage_ends_s (self, times, step->stage);
}

/* Activations go on forward and their gradients back; while the pipeline fills and empties nothing runs behind them. The
 * chips of tensor parallelism send a part each (arXiv 2104.04473, section 4.1). */
static void
add_pipeline (const WeftTrainingWork *self,
              double                  mean_s,
              WeftTrainingStep       *step)
{
  const WeftTrainingPlan *plan = self->plan;
  double chunks = plan->virtual_stages;
  double sends = step->microbatches * chunks;
  double bytes = self->tokens * ELEMENT_BYTES * self->model->layers.model->hidden / plan->tp;
  double fill = plan->virtual_stages > 1 ? 2 * (plan->pp - 1.0) + (chunks - 1) * plan->pp : plan->pp - 1.0;
  double send_s, hidden;

  if (plan->pp <= 1)
    return;
  fill = MIN (fill, sends);
  send_s = 2 * weft_training_collective_s (self->site, WEFT_COLLECTIVE_POINT_TO_POINT,
                                           self->groups[WEFT_TRAINING_GROUP_PP], bytes);
  hidden = plan->overlap_pp ? self->k[WEFT_TRAINING_PP_HIDDEN] : 0;
  step->pp_hidden_s = (sends - fill) * hidden * send_s;
  step->part_s[WEFT_TRAINING_PART_PP] = ((sends - fill) * (1 - hidden) + fill) * send_s
                                        + sends * self->k[WEFT_TRAINING_CHUNK_S];
  step->part_s[WEFT_TRAINING_PART_BUBBLE] = (plan->pp - 1) / chunks * mean_s;
}

/* With delayed scaling the chips of a stage find the greatest elements of their tensors together after each pass. */
static void
add_scales (const WeftTrainingWork *self,
            WeftTrainingStep       *step)
{
  const WeftTrainingPlan *plan = self->plan;

  if (self->is_narrow)
    step->part_s[WEFT_TRAINING_PART_SCALES] = step->microbatches * plan->virtual_stages * self->k[WEFT_TRAINING_SCALE_S]
                                              * log2 ((double) plan->tp * plan->cp * plan->dp);
}

/* --- the end of a step --- */

/* The latest of many chips is later the more there are: with noise that falls off exponentially, by as much for each
 * doubling. Chips that share weights wait for each other in every layer. */
static double
straggler_share (const WeftTrainingWork *self)
{
  const WeftTrainingRules *rules = &self->site->rules;
  const WeftTrainingPlan *plan = self->plan;
  double share = rules->straggler[plan->format] * log2 (weft_training_plan_chips (plan));

  if (plan->zero_stage >= 2)
    share += rules->sharded_straggler * log2 (plan->shard > 0 ? plan->shard : (double) plan->cp * plan->dp);
  return share;
}

static void
add_up (const WeftTrainingWork *self,
        WeftTrainingStep       *step)
{
  double total = 0;

  step->part_s[WEFT_TRAINING_PART_FIXED] = self->k[WEFT_TRAINING_STEP_S];
  for (WeftTrainingPart i = 0; i < WEFT_TRAINING_PART_STRAGGLERS; i++)
    total += step->part_s[i];
  step->part_s[WEFT_TRAINING_PART_STRAGGLERS] = straggler_share (self) * total;
  step->step_s = total + step->part_s[WEFT_TRAINING_PART_STRAGGLERS];
}

static void
run (const WeftTrainingWork *self,
     WeftTrainingStep       *step)
{
  Times times;
  Stage worst = { .layers = 0 };

  for (guint i = 0; i < self->model->layers.n_sorts; i++)
    weft_training_layer_time (self, i, &times.layer[i]);
  times.embedding_s = weft_training_embedding_s (self);
  times.head_s = weft_training_head_s (self, &times.head_forward_s);
  step->microbatches = weft_training_plan_microbatches (self->plan);
  find_worst (self, &times, &worst, step);
  add_stage (self, &times, &worst, step);
  add_pipeline (self, mean_stage_s (self, &times), step);
  add_scales (self, step);
  add_up (self, step);
}

/* --- public --- */

/**
 * weft_training_step: (skip)
 * @model: the plan's model
 * @site: where it runs
 * @plan: a plan that is whole
 * @step: (out): its time, part by part
 *
 * What the chip has no rate for, such as FP8 on chips without it, makes the time NAN.
 */
void
weft_training_step (const WeftTrainingModel *model,
                    const WeftTrainingSite  *site,
                    const WeftTrainingPlan  *plan,
                    WeftTrainingStep        *step)
{
  WeftTrainingWork work;
  double chips = weft_training_plan_chips (plan);
  double peak;

  *step = (WeftTrainingStep) { 0 };
  weft_training_work_init (&work, model, site, plan);
  run (&work, step);
  weft_training_count_flop (&work, step);
  peak = site->kernels.peak_flops[plan->format] * chips * step->step_s;
  step->model_utilisation = step->model_flop / peak;
  step->full_utilisation = step->full_flop / peak;
  step->hardware_utilisation = step->hardware_flop / peak;
  step->tokens_s = plan->global_batch * plan->sequence / step->step_s;
  step->chip_tokens_s = step->tokens_s / chips;
  for (WeftTrainingGroup i = 0; i < WEFT_N_TRAINING_GROUPS; i++)
    step->groups[i] = work.groups[i];
}

/**
 * weft_training_step_s: (skip)
 * @model: the plan's model
 * @site: where it runs
 * @plan: a plan that is whole
 *
 * For sweeps.
 *
 * Returns: seconds of a step
 */
double
weft_training_step_s (const WeftTrainingModel *model,
                      const WeftTrainingSite  *site,
                      const WeftTrainingPlan  *plan)
{
  WeftTrainingStep step = { 0 };
  WeftTrainingWork work;

  weft_training_work_init (&work, model, site, plan);
  run (&work, &step);
  return step.step_s;
}

/**
 * weft_training_part_nick: (skip)
 * @part: a part
 *
 * Returns: its name in files
 */
const char *
weft_training_part_nick (WeftTrainingPart part)
{
  g_return_val_if_fail ((guint) part < WEFT_N_TRAINING_PARTS, NULL);
  return parts[part].nick;
}

/**
 * weft_training_part_label: (skip)
 * @part: a part
 *
 * Returns: (transfer none): its name for people, translated
 */
const char *
weft_training_part_label (WeftTrainingPart part)
{
  g_return_val_if_fail ((guint) part < WEFT_N_TRAINING_PARTS, NULL);
  return _(parts[part].label);
}
