/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training of a design's workload under a measured profile: the search over splits, and where a step's time goes. */
#include "model/measured/weft-measured-private.h"

#include <math.h>

#include "model/measured/weft-memory-training.h"
#include "model/measured/weft-plan-lack-private.h"

#define MOST_MICROBATCH 8u
#define MOST_CHUNKS 16u

typedef struct
{
  const WeftModel *model;
  const WeftMeasuredSite *place;
  WeftPhase *phase;
  WeftTrainingPlan plan;
} Search;

/* Sequences of a step are as many as the workload says, to the nearest number that the replicas can share evenly: who
 * trains on a machine makes the batch fit it. */
static double
batch_for (const WeftModel *model,
           double           dp,
           double           microbatch)
{
  double piece = dp * microbatch;

  return piece * MAX (1, round (model->w.global_batch_sequences / piece));
}

/**
 * weft_measured_training_plan: (skip)
 * @model: a model of a measured profile
 * @mapping: a mapping of training
 * @plan: (out caller-allocates): the same as a plan
 */
void
weft_measured_training_plan (const WeftModel   *model,
                             const WeftMapping *mapping,
                             WeftTrainingPlan  *plan)
{
  weft_training_plan_init (plan, &model->measured->shape);
  plan->sequence = model->w.sequence_tokens;
  plan->stack = model->measured->stack;
  plan->states = weft_states_of_stack (model->measured->stack);
  plan->tp = mapping->tp;
  plan->pp = mapping->pp;
  plan->dp = mapping->dp;
  plan->microbatch = mapping->microbatch;
  plan->global_batch = batch_for (model, mapping->dp, mapping->microbatch);
  plan->virtual_stages = mapping->chunks;
  plan->recompute = (WeftRecompute) mapping->recompute;
  plan->zero_stage = mapping->zero_stage;
  plan->sequence_parallel = mapping->tp > 1;
  plan->overlap_tp = plan->overlap_dp = plan->overlap_pp = TRUE;
}

static gboolean
fits (const Search *self)
{
  return weft_training_memory_fits (&self->model->measured->training.layers, &self->place->training.memory, &self->plan,
                                    self->place->training.capacity_bytes, NULL);
}

static void
offer (Search            *self,
       const WeftMapping *mapping)
{
  WeftMapping timed = *mapping;
  double step_s = weft_training_step_s (&self->model->measured->training, &self->place->training, &self->plan);

  timed.rate = self->plan.global_batch * self->plan.sequence / step_s;
  timed.batch = mapping->microbatch;
  if (timed.rate > 0)
    weft_phase_offer (self->phase, self->model, &timed);
}

/* What is computed again costs time and nothing else, so the least that fits is the best. */
static void
try_recompute (Search      *self,
               WeftMapping *mapping)
{
  for (guint recompute = WEFT_RECOMPUTE_NONE; recompute < WEFT_N_RECOMPUTES; recompute++)
    {
      mapping->recompute = recompute;
      weft_measured_training_plan (self->model, mapping, &self->plan);
      if (!fits (self))
        continue;
      offer (self, mapping);
      return;
    }
}

static void
try_chunks (Search      *self,
            WeftMapping *mapping)
{
  guint layers = (guint) self->model->measured->shape.layers;

  for (guint chunks = 1; chunks <= MOST_CHUNKS; chunks = chunks < 2 ? 2 : chunks < 4 ? chunks + 1 : 2 * chunks)
    {
      if (chunks > 1 && (mapping->pp == 1 || layers % (mapping->pp * chunks) != 0))
        continue;
      mapping->chunks = chunks;
      try_recompute (self, mapping);
    }
}

static gboolean
shares_heads (const Search *self,
              guint         tp)
{
  const WeftMemoryShape *layers = &self->model->measured->training.layers;

  for (guint i = 0; i < layers->n_sorts; i++)
    if (!weft_plan_shares_heads (layers->sort[i].heads, layers->sort[i].kv_heads, tp))
      return FALSE;
  return TRUE;
}

static void
try_split (Search  *self,
           guint    chips,
           guint    tp,
           guint    pp)
{
  double most = self->model->w.global_batch_sequences;
  guint dp = (guint) MIN ((double) (chips / ((guint64) tp * pp)), most);

  for (guint microbatch = 1; dp >= 1 && microbatch <= MOST_MICROBATCH && dp * microbatch <= most; microbatch *= 2)
    {
      WeftMapping mapping = { .tp = tp, .pp = pp, .dp = dp, .microbatch = microbatch, .zero_stage = 1 };

      try_chunks (self, &mapping);
    }
}

/**
 * weft_measured_train: (skip)
 * @model: a model of a measured profile
 * @site: a partition of conventional chips with a 16-bit rate
 * @phase: (inout): the best two mappings
 *
 * Every TP and PP of the profile, microbatches up to 8, chunks that divide the layers, the least recomputation that
 * fits; replicas share optimizer states (ZeRO-1).
 */
void
weft_measured_train (const WeftModel *model,
                     const WeftSite  *site,
                     WeftPhase       *phase)
{
  const WeftConstants *k = &model->k;
  Search self = { .model = model, .place = weft_measured_site (model->measured, site), .phase = phase };

  for (guint i = 0; i < k->train_tp.n; i++)
    for (guint j = 0; j < k->train_pp.n; j++)
      {
        guint tp = (guint) k->train_tp.v[i], pp = (guint) k->train_pp.v[j];

        if (tp <= site->domain_chips && pp <= model->measured->shape.layers && shares_heads (&self, tp))
          try_split (&self, site->n, tp, pp);
      }
}

/**
 * weft_measured_train_at: (skip)
 * @model: a model of a measured profile
 * @site: a partition of conventional chips with a 16-bit rate
 * @tp: tensor-parallel ranks
 * @pp: pipeline stages
 * @phase: (inout): the best two mappings that have them; untouched when none fits
 *
 * As weft_measured_train() tries it, with one split alone.
 */
void
weft_measured_train_at (const WeftModel *model,
                        const WeftSite  *site,
                        guint            tp,
                        guint            pp,
                        WeftPhase       *phase)
{
  Search self = { .model = model, .place = weft_measured_site (model->measured, site), .phase = phase };

  if (tp <= site->domain_chips && pp <= model->measured->shape.layers && shares_heads (&self, tp))
    try_split (&self, site->n, tp, pp);
}

/**
 * weft_measured_train_bytes: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @tp: tensor-parallel ranks
 * @pp: pipeline stages
 * @items: (out caller-allocates): what it is
 *
 * Returns: bytes of a chip's memory that the split takes with all recomputed and one sequence at a time
 */
double
weft_measured_train_bytes (const WeftModel *model,
                           const WeftSite  *site,
                           guint            tp,
                           guint            pp,
                           WeftMemoryItems *items)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftMapping mapping = {
    .tp = tp,
    .pp = pp,
    .dp = (guint) MAX (1, MIN ((double) (site->n / ((guint64) tp * pp)), model->w.global_batch_sequences)),
    .microbatch = 1,
    .chunks = 1,
    .recompute = WEFT_RECOMPUTE_FULL,
    .zero_stage = 1,
  };
  WeftTrainingPlan plan;

  weft_measured_training_plan (model, &mapping, &plan);
  weft_training_memory_worst (&model->measured->training.layers, &place->training.memory, &plan,
                              place->training.capacity_bytes, items);
  return weft_memory_items_total (items);
}

/**
 * weft_measured_training_part: (skip)
 * @part: a part of a step
 *
 * Collectives that are waited for count as bandwidth: of what is exposed the latency is a small part.
 *
 * Returns: the part of a workload's time that it counts as
 */
WeftTimePart
weft_measured_training_part (WeftTrainingPart part)
{
  static const WeftTimePart part_of[WEFT_N_TRAINING_PARTS] = {
    [WEFT_TRAINING_PART_PRODUCTS] = WEFT_PART_COMPUTE,    [WEFT_TRAINING_PART_ATTENTION] = WEFT_PART_COMPUTE,
    [WEFT_TRAINING_PART_ELEMENTWISE] = WEFT_PART_MEMORY,  [WEFT_TRAINING_PART_CASTS] = WEFT_PART_MEMORY,
    [WEFT_TRAINING_PART_ENDS] = WEFT_PART_COMPUTE,        [WEFT_TRAINING_PART_RECOMPUTE] = WEFT_PART_COMPUTE,
    [WEFT_TRAINING_PART_TP] = WEFT_PART_BISECTION,        [WEFT_TRAINING_PART_CP] = WEFT_PART_BISECTION,
    [WEFT_TRAINING_PART_EP] = WEFT_PART_BISECTION,        [WEFT_TRAINING_PART_SCALES] = WEFT_PART_BISECTION,
    [WEFT_TRAINING_PART_HOST] = WEFT_PART_SOFTWARE,       [WEFT_TRAINING_PART_PP] = WEFT_PART_BISECTION,
    [WEFT_TRAINING_PART_BUBBLE] = WEFT_PART_BUBBLE,       [WEFT_TRAINING_PART_DP] = WEFT_PART_BISECTION,
    [WEFT_TRAINING_PART_OPTIMIZER] = WEFT_PART_MEMORY,    [WEFT_TRAINING_PART_FIXED] = WEFT_PART_SOFTWARE,
    [WEFT_TRAINING_PART_STRAGGLERS] = WEFT_PART_SOFTWARE,
  };

  g_return_val_if_fail ((guint) part < WEFT_N_TRAINING_PARTS, WEFT_PART_COMPUTE);
  return part_of[part];
}

/**
 * weft_measured_training_split: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: a mapping of training
 *
 * Returns: where one step's time goes
 */
WeftSplit
weft_measured_training_split (const WeftModel   *model,
                              const WeftSite    *site,
                              const WeftMapping *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftSplit split = { { 0 } };
  WeftTrainingStep step;
  WeftTrainingPlan plan;

  weft_measured_training_plan (model, mapping, &plan);
  weft_training_step (&model->measured->training, &place->training, &plan, &step);
  for (guint i = 0; i < WEFT_N_TRAINING_PARTS; i++)
    split.s[weft_measured_training_part (i)] += step.part_s[i];
  return split;
}
