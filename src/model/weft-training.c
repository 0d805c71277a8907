/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training a language model with tensor, pipeline and data parallelism (ArchAgent, section III-D):
 * the search over mappings, the memory of one chip, and where a step's time goes. */
#include "model/weft-model-private.h"

#include <math.h>

#include "model/measured/weft-measured-private.h"

/* What a mapping's step is made of, in seconds. */
typedef struct
{
  double microbatches;  /* m */
  double compute_s;     /* of one microbatch */
  WeftCommTime tensor;  /* of one microbatch, what overlap does not hide */
  WeftCommTime data;    /* of the step, what overlap does not hide */
} Step;

/* Bytes of a microbatch's activations that a layer's all-reduce carries: one sequence. */
static inline double
activation_bytes (const WeftModel *model)
{
  return model->w.sequence_tokens * model->w.llm_hidden * model->k.train_bytes_per_element;
}

/* The gradients' all-reduce: replicas that share a domain first, then across domains. */
static inline WeftCommTime
reduce_gradients (const WeftModel *model,
                  const WeftSite  *site,
                  double           tp,
                  double           pp,
                  double           dp)
{
  double bytes = model->k.train_bytes_per_element * model->w.llm_params / (tp * pp);
  double local = MIN (dp, MAX (1, floor (site->domain_chips / (tp * pp))));

  return weft_comm_time_add (weft_ring_all_reduce (local, bytes, &site->inside),
                             weft_ring_all_reduce (ceil (dp / local), bytes / local,
                                                   &site->across));
}

static inline Step
build_step (const WeftModel *model,
            const WeftSite  *site,
            double           tp,
            double           pp,
            double           dp)
{
  const WeftConstants *k = &model->k;
  const WeftWorkloadSpec *w = &model->w;
  Step step;

  step.microbatches = w->global_batch_sequences / dp;
  step.compute_s = k->train_flop_per_param_token * w->llm_params * w->sequence_tokens
                   / (tp * pp) / (site->chip->peak_bf16_flops * k->mfu);
  step.tensor = weft_comm_time_scale (weft_ring_all_reduce (tp, activation_bytes (model),
                                                            &site->inside),
                                      k->train_allreduces_per_layer * w->llm_layers / pp
                                        * (1 - k->overlap_tp));
  step.data = weft_comm_time_scale (reduce_gradients (model, site, tp, pp, dp),
                                    1 - k->overlap_dp);
  return step;
}

static inline double
step_seconds (const Step *step,
              double      pp)
{
  return (step->microbatches + pp - 1) * (step->compute_s + weft_comm_time_total (step->tensor))
         + weft_comm_time_total (step->data);
}

static inline WeftTrainingMemory
measure_memory (const WeftModel *model,
                const WeftSite  *site,
                double           tp,
                double           pp,
                double           dp)
{
  const WeftConstants *k = &model->k;
  const WeftWorkloadSpec *w = &model->w;
  double shard = w->llm_params / (tp * pp);
  double in_flight = MIN (pp, w->global_batch_sequences / dp);

  return (WeftTrainingMemory) {
    .weights = shard * k->train_static_bytes_per_param,
    .optimizer = shard * k->train_optimizer_bytes_per_param / dp,
    .activations = w->sequence_tokens * w->llm_hidden * k->train_activation_bytes / tp
                   * (w->llm_layers / pp) * in_flight,
    .capacity = site->chip->mem_bytes * k->memory_fill,
  };
}

static inline gboolean
fits (const WeftTrainingMemory *memory)
{
  return memory->weights + memory->optimizer + memory->activations <= memory->capacity;
}

/* With @idle, replicas stop at the global batch and the chips beyond it idle. */
static void
try_mapping (const WeftModel *model,
             const WeftSite  *site,
             guint            tp,
             guint            pp,
             gboolean         idle,
             WeftPhase       *phase)
{
  guint dp = (guint) (site->n / ((guint64) tp * pp));
  WeftTrainingMemory memory;
  WeftMapping mapping;
  Step step;

  if (idle)
    dp = (guint) MIN (dp, model->w.global_batch_sequences);
  if (dp < 1 || dp > model->w.global_batch_sequences)
    return;

  memory = measure_memory (model, site, tp, pp, dp);
  if (!fits (&memory))
    return;

  step = build_step (model, site, tp, pp, dp);
  mapping = (WeftMapping) {
    .rate = model->w.global_batch_sequences * model->w.sequence_tokens / step_seconds (&step, pp),
    .tp = tp,
    .pp = pp,
    .dp = dp,
    .batch = 1,
  };
  weft_phase_offer (phase, model, &mapping);
}

static void
search_mappings (const WeftModel *model,
                 const WeftSite  *site,
                 gboolean         idle,
                 WeftPhase       *phase)
{
  const WeftConstants *k = &model->k;

  for (guint i = 0; i < k->train_tp.n; i++)
    for (guint j = 0; j < k->train_pp.n; j++)
      if (k->train_tp.v[i] <= site->domain_chips && k->train_pp.v[j] <= model->w.llm_layers)
        try_mapping (model, site, (guint) k->train_tp.v[i], (guint) k->train_pp.v[j], idle, phase);
}

/**
 * weft_training_search: (skip)
 * @model: the model
 * @site: the partition
 * @phase: (out): the best two mappings, or what is lacking
 *
 * Tries every TP of the profile up to the domain's size with every PP; DP is what the chips allow, at most the global
 * batch.
 */
void
weft_training_search (const WeftModel *model,
                      const WeftSite  *site,
                      WeftPhase       *phase)
{
  *phase = (WeftPhase) { .lack = WEFT_CAN_RUN };

  if (site->chip->dataflow)
    {
      phase->lack = WEFT_IS_SRAM_ONLY;
      return;
    }
  if (!(site->chip->peak_bf16_flops > 0))
    {
      phase->lack = WEFT_LACKS_AI;
      return;
    }

  if (model->measured != NULL)
    weft_measured_train (model, site, phase);
  else
    search_mappings (model, site, FALSE, phase);
  /* A machine so large that every mapping has more replicas than sequences still trains, with idle chips. */
  if (!(phase->best.rate > 0) && model->measured == NULL)
    search_mappings (model, site, TRUE, phase);

  if (!(phase->best.rate > 0))
    phase->lack = WEFT_LACKS_MEMORY;
}

/**
 * weft_training_at: (skip)
 * @model: the model
 * @site: a partition of conventional chips with a 16-bit rate
 * @tp: tensor-parallel ranks
 * @pp: pipeline stages
 * @best: (out): the best mapping that has them
 *
 * Returns: whether there is one that fits
 */
gboolean
weft_training_at (const WeftModel *model,
                  const WeftSite  *site,
                  guint            tp,
                  guint            pp,
                  WeftMapping     *best)
{
  WeftPhase phase = { .lack = WEFT_CAN_RUN };

  if (model->measured != NULL)
    weft_measured_train_at (model, site, tp, pp, &phase);
  else if (tp <= site->domain_chips && pp <= model->w.llm_layers)
    try_mapping (model, site, tp, pp, FALSE, &phase);

  *best = phase.best;
  return phase.best.rate > 0;
}

/**
 * weft_training_memory: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: a mapping
 *
 * Memory of one chip with the optimizer's states split over the replicas (ZeRO stage 1, Rajbhandari 2020).
 *
 * Returns: the items, in bytes
 */
WeftTrainingMemory
weft_training_memory (const WeftModel   *model,
                      const WeftSite    *site,
                      const WeftMapping *mapping)
{
  return measure_memory (model, site, mapping->tp, mapping->pp, mapping->dp);
}

/**
 * weft_training_split: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: a mapping
 *
 * Returns: where one step's time goes; the bubble is what the pipeline takes to fill and drain
 */
WeftSplit
weft_training_split (const WeftModel   *model,
                     const WeftSite    *site,
                     const WeftMapping *mapping)
{
  Step step;
  double m;

  if (model->measured != NULL)
    return weft_measured_training_split (model, site, mapping);

  step = build_step (model, site, mapping->tp, mapping->pp, mapping->dp);
  m = step.microbatches;
  return (WeftSplit) {
    .s = {
      [WEFT_PART_COMPUTE] = m * step.compute_s,
      [WEFT_PART_LATENCY] = m * step.tensor.latency_s + step.data.latency_s,
      [WEFT_PART_BISECTION] = m * step.tensor.transfer_s + step.data.transfer_s,
      [WEFT_PART_BUBBLE] = (mapping->pp - 1.0)
                           * (step.compute_s + weft_comm_time_total (step.tensor)),
    },
  };
}
