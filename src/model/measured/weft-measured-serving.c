/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving of a design's workload under a measured profile: splits and batches of prompts and of tokens. */
#include "model/measured/weft-measured-private.h"

#include <math.h>

#include "model/measured/weft-memory-serving.h"

/* A batch runs from its first token to its last one, with nothing else beside: prompts are counted apart. */
static const WeftServingLoad batch_load = { .arrival = WEFT_SERVING_STATIC, .host_s = NAN };

/**
 * weft_measured_serving_plan: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: a mapping of prefill or decode
 * @plan: (out caller-allocates): the same as a plan
 */
void
weft_measured_serving_plan (const WeftModel   *model,
                            const WeftSite    *site,
                            const WeftMapping *mapping,
                            WeftServingPlan   *plan)
{
  *plan = weft_measured_site (model->measured, site)->request;
  plan->input_tokens = model->w.request_in_tokens;
  plan->output_tokens = model->w.request_out_tokens;
  plan->pool = (WeftServingPool) {
    .tp = mapping->tp,
    .pp = 1,
    .ep = 1,
    .dp_attention = 1,
    .replicas = MAX (1, mapping->dp),
    .batch = mapping->batch,
  };
}

static void
try_prefill (const WeftModel        *model,
             const WeftSite         *site,
             const WeftMeasuredSite *place,
             WeftMapping            *mapping,
             WeftPhase              *phase)
{
  WeftServingAnswer answer;
  WeftServingPlan plan;

  mapping->batch = 1;
  weft_measured_serving_plan (model, site, mapping, &plan);
  weft_serving_answer (&place->serving, &plan, &batch_load, &answer);
  if (!answer.fits)
    return;
  mapping->rate = mapping->dp * plan.input_tokens / weft_serving_prefill_s (&place->serving, &plan, &plan.pool,
                                                                            &batch_load);
  weft_phase_offer (phase, model, mapping);
}

/* All requests of a batch are as long as they get at the same time, so each has room for its whole cache. */
static void
try_decode (const WeftModel        *model,
            const WeftSite         *site,
            const WeftMeasuredSite *place,
            WeftMapping            *mapping,
            WeftPhase              *phase)
{
  const WeftCandidates *batches = &model->k.decode_batch;

  for (guint i = 0; i < batches->n; i++)
    {
      WeftServingAnswer answer;
      WeftServingPlan plan;

      mapping->batch = (guint) batches->v[i];
      weft_measured_serving_plan (model, site, mapping, &plan);
      if (!weft_serving_memory_fits (&place->serving.shape, &place->serving.rules, &plan, place->serving.chip_bytes))
        break;
      weft_serving_answer (&place->serving, &plan, &batch_load, &answer);
      if (!answer.fits || answer.requests < mapping->batch)
        break;
      mapping->rate = mapping->dp * (double) mapping->batch / answer.tpot_s;
      weft_phase_offer (phase, model, mapping);
    }
}

/**
 * weft_measured_serve: (skip)
 * @model: a model of a measured profile
 * @site: a partition of conventional chips with an FP8 or a 16-bit rate
 * @prefill: (inout): the best two mappings
 * @decode: (inout): the best two mappings
 *
 * Every TP and batch of the profile.
 */
void
weft_measured_serve (const WeftModel *model,
                     const WeftSite  *site,
                     WeftPhase       *prefill,
                     WeftPhase       *decode)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);

  for (guint i = 0; place->can_serve && i < model->k.serve_tp.n; i++)
    {
      guint tp = (guint) model->k.serve_tp.v[i];
      WeftMapping mapping = { .tp = tp, .pp = 1, .dp = site->n / tp };

      if (tp > site->domain_chips || tp > site->n || fmod (model->measured->shape.heads, tp) != 0)
        continue;
      try_prefill (model, site, place, &mapping, prefill);
      try_decode (model, site, place, &mapping, decode);
    }
}

static WeftSplit
split_token (const WeftServingTime *time)
{
  double total_s = weft_serving_time_total (time);

  return (WeftSplit) {
    .s = {
      [WEFT_PART_COMPUTE] = time->compute_s / total_s,
      [WEFT_PART_MEMORY] = (time->weights_s + time->kv_s) / total_s,
      [WEFT_PART_LATENCY] = time->latency_s / total_s,
      [WEFT_PART_BISECTION] = time->transfer_s / total_s,
      [WEFT_PART_SOFTWARE] = time->host_s / total_s,
    },
  };
}

/**
 * weft_measured_prefill_split: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: its mapping of prefill
 *
 * Returns: where a second of prefill goes
 */
WeftSplit
weft_measured_prefill_split (const WeftModel   *model,
                             const WeftSite    *site,
                             const WeftMapping *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftServingPlan plan;
  WeftServingWork work;
  WeftServingTime time;

  weft_measured_serving_plan (model, site, mapping, &plan);
  work = (WeftServingWork) {
    .prompt_tokens = plan.input_tokens,
    .prompt_context = plan.input_tokens / 2,
    .host_s = NAN,
  };
  time = weft_serving_step (&place->serving, &plan.pool, &work);
  return split_token (&time);
}

/**
 * weft_measured_decode_split: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: its mapping of decode
 *
 * Returns: where a second of decode goes
 */
WeftSplit
weft_measured_decode_split (const WeftModel   *model,
                            const WeftSite    *site,
                            const WeftMapping *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftServingAnswer answer;
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, mapping, &plan);
  weft_serving_answer (&place->serving, &plan, &batch_load, &answer);
  return split_token (&answer.token);
}

/**
 * weft_measured_decode_rate: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @tp: tensor-parallel ranks
 * @batch: requests of a replica
 *
 * Returns: tokens a second of one replica
 */
double
weft_measured_decode_rate (const WeftModel *model,
                           const WeftSite  *site,
                           double           tp,
                           double           batch)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftMapping mapping = { .tp = (guint) tp, .pp = 1, .dp = 1, .batch = (guint) batch };
  WeftServingAnswer answer;
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, &mapping, &plan);
  weft_serving_answer (&place->serving, &plan, &batch_load, &answer);
  return batch / answer.tpot_s;
}

/**
 * weft_measured_transfer_rate: (skip)
 * @model: a model of a measured profile
 * @from: the partition that reads prompts
 * @to: the one that makes tokens
 *
 * Each chip sends and receives over its own port.
 *
 * Returns: requests a second whose KV cache the network carries
 */
double
weft_measured_transfer_rate (const WeftModel *model,
                             const WeftSite  *from,
                             const WeftSite  *to)
{
  double element = from->chip->peak_fp8_flops > 0 ? model->k.fp8_bytes : model->k.fp16_bytes;
  double bytes = weft_llm_kv_bytes (&model->measured->shape, model->w.request_in_tokens, element);

  return MIN (from->n * from->across.bw_bytes_s, to->n * to->across.bw_bytes_s) / bytes;
}
