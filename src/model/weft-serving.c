/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving a language model on conventional chips: prefill and decode under tensor parallelism
 * (ArchAgent, sections III-D and IV-B). */
#include "model/weft-model-private.h"

#include <math.h>

#include "cost/weft-roofline.h"
#include "model/measured/weft-measured-private.h"

/* One pass of a batch through the model on one replica. */
typedef struct
{
  WeftRoofline roofline;
  WeftCommTime comm;
} Pass;

static inline double
pass_seconds (const Pass *pass)
{
  return weft_roofline_s (pass->roofline) + weft_comm_time_total (pass->comm);
}

static inline WeftCommTime
reduce_activations (const WeftModel *model,
                    const WeftSite  *site,
                    double           tp,
                    double           tokens)
{
  const WeftConstants *k = &model->k;
  double bytes = tokens * model->w.llm_hidden * k->serve_activation_bytes;

  return weft_comm_time_scale (weft_ring_all_reduce (tp, bytes, &site->inside),
                               k->serve_allreduces_per_layer * model->w.llm_layers);
}

/* Prefill is arithmetic; the weights' traffic hides behind it. */
static inline Pass
prefill_pass (const WeftModel *model,
              const WeftSite  *site,
              double           tp,
              double           batch)
{
  double tokens = batch * model->w.sequence_tokens;
  double rate_flops = weft_serving_peak_flops (site->chip) * model->k.mfu;

  return (Pass) {
    .roofline = weft_roofline (model->k.serve_flop_per_param_token * model->w.llm_params * tokens / tp,
                               0, rate_flops, 1),
    .comm = reduce_activations (model, site, tp, tokens),
  };
}

static inline double
held_bytes (const WeftModel *model,
            const WeftSite  *site,
            double           tp,
            double           batch,
            double           context_tokens)
{
  double element = weft_serving_element_bytes (model, site->chip);
  double kv = weft_workload_spec_kv_elements (&model->w) * element;

  return (model->w.llm_params * element + batch * context_tokens * kv) / tp;
}

static inline Pass
decode_pass (const WeftModel *model,
             const WeftSite  *site,
             double           tp,
             double           batch)
{
  const WeftConstants *k = &model->k;

  return (Pass) {
    .roofline = weft_roofline (k->serve_flop_per_param_token * model->w.llm_params * batch / tp,
                               held_bytes (model, site, tp, batch, model->w.decode_context_tokens),
                               weft_serving_peak_flops (site->chip) * k->mfu,
                               site->chip->mem_bw_bytes_s * k->mbw),
    .comm = reduce_activations (model, site, tp, batch),
  };
}

static void
search_prefill (const WeftModel *model,
                const WeftSite  *site,
                guint            tp,
                WeftPhase       *phase)
{
  const WeftCandidates *batches = &model->k.prefill_batch;
  guint replicas = site->n / tp;

  /* From the largest batch, since a tie goes to the larger one. */
  for (guint i = batches->n; i-- > 0;)
    {
      double batch = batches->v[i];
      Pass pass;
      WeftMapping mapping;

      if (held_bytes (model, site, tp, batch, model->w.sequence_tokens) > site->chip->mem_bytes)
        continue;

      pass = prefill_pass (model, site, tp, batch);
      mapping = (WeftMapping) {
        .rate = replicas * batch * model->w.sequence_tokens / pass_seconds (&pass),
        .tp = tp,
        .pp = 1,
        .dp = replicas,
        .batch = (guint) batch,
      };
      weft_phase_offer (phase, model, &mapping);
    }
}

static void
search_decode (const WeftModel *model,
               const WeftSite  *site,
               guint            tp,
               WeftPhase       *phase)
{
  const WeftCandidates *batches = &model->k.decode_batch;
  guint replicas = site->n / tp;

  for (guint i = 0; i < batches->n; i++)
    {
      double batch = batches->v[i];
      Pass pass;
      WeftMapping mapping;

      if (held_bytes (model, site, tp, batch, model->w.decode_context_tokens) > site->chip->mem_bytes)
        continue;

      pass = decode_pass (model, site, tp, batch);
      mapping = (WeftMapping) {
        .rate = replicas * batch / pass_seconds (&pass),
        .tp = tp,
        .pp = 1,
        .dp = replicas,
        .batch = (guint) batch,
      };
      weft_phase_offer (phase, model, &mapping);
    }
}

static WeftSplit
pass_split (const Pass *pass)
{
  gboolean memory = weft_roofline_is_memory_bound (pass->roofline);
  double total_s = pass_seconds (pass);

  return (WeftSplit) {
    .s = {
      [WEFT_PART_COMPUTE] = memory ? 0 : pass->roofline.compute_s / total_s,
      [WEFT_PART_MEMORY] = memory ? pass->roofline.memory_s / total_s : 0,
      [WEFT_PART_LATENCY] = pass->comm.latency_s / total_s,
      [WEFT_PART_BISECTION] = pass->comm.transfer_s / total_s,
    },
  };
}

/**
 * weft_serving_peak_flops: (skip)
 * @chip: a chip
 *
 * The FP8 rate, or the 16-bit rate of a chip without FP8.
 *
 * Returns: FLOP/s, NAN when neither is known
 */
double
weft_serving_peak_flops (const WeftChip *chip)
{
  return isnan (chip->peak_fp8_flops) ? chip->peak_bf16_flops : chip->peak_fp8_flops;
}

/**
 * weft_serving_element_bytes: (skip)
 * @model: the model
 * @chip: a chip
 *
 * Bytes of one weight and of one KV element: 1 with FP8 and always on dataflow chips, else 2.
 *
 * Returns: bytes
 */
double
weft_serving_element_bytes (const WeftModel *model,
                            const WeftChip  *chip)
{
  return chip->dataflow || !isnan (chip->peak_fp8_flops) ? model->k.fp8_bytes : model->k.fp16_bytes;
}

/**
 * weft_serving_search: (skip)
 * @model: the model
 * @site: the partition
 * @prefill: (out): the best two mappings of prefill, or what is lacking
 * @decode: (out): the same of decode
 */
void
weft_serving_search (const WeftModel *model,
                     const WeftSite  *site,
                     WeftPhase       *prefill,
                     WeftPhase       *decode)
{
  *prefill = *decode = (WeftPhase) { .lack = WEFT_CAN_RUN };

  if (!(weft_serving_peak_flops (site->chip) > 0))
    {
      prefill->lack = decode->lack = WEFT_LACKS_AI;
      return;
    }

  if (site->chip->dataflow)
    {
      weft_dataflow_search (model, site, prefill, decode);
      return;
    }

  if (model->measured != NULL)
    weft_measured_serve (model, site, prefill, decode);
  for (guint i = 0; model->measured == NULL && i < model->k.serve_tp.n; i++)
    {
      guint tp = (guint) model->k.serve_tp.v[i];

      if (tp > site->domain_chips || tp > site->n)
        continue;
      search_prefill (model, site, tp, prefill);
      search_decode (model, site, tp, decode);
    }

  if (!(prefill->best.rate > 0))
    prefill->lack = WEFT_LACKS_MEMORY;
  if (!(decode->best.rate > 0))
    decode->lack = WEFT_LACKS_MEMORY;
}

/**
 * weft_replica_memory: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: a mapping of prefill or decode
 * @context_tokens: tokens of KV cache a sequence
 *
 * Returns: the items of one chip, in bytes
 */
WeftReplicaMemory
weft_replica_memory (const WeftModel   *model,
                     const WeftSite    *site,
                     const WeftMapping *mapping,
                     double             context_tokens)
{
  double element = weft_serving_element_bytes (model, site->chip);

  return (WeftReplicaMemory) {
    .weights = model->w.llm_params * element / mapping->tp,
    .kv = mapping->batch * context_tokens * weft_workload_spec_kv_elements (&model->w) * element
          / mapping->tp,
    .capacity = site->chip->mem_bytes,
  };
}

/**
 * weft_prefill_split: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: its mapping
 *
 * Returns: where a second of prefill goes
 */
WeftSplit
weft_prefill_split (const WeftModel   *model,
                    const WeftSite    *site,
                    const WeftMapping *mapping)
{
  Pass pass;

  if (site->chip->dataflow)
    {
      WeftSplit split, share = { { 0 } };
      double stage_s = weft_dataflow_stage_s (model, site, mapping->tp, &split);

      weft_split_add (&share, &split, 1 / stage_s);
      return share;
    }

  if (model->measured != NULL)
    return weft_measured_prefill_split (model, site, mapping);
  pass = prefill_pass (model, site, mapping->tp, mapping->batch);
  return pass_split (&pass);
}

/**
 * weft_decode_split: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: its mapping
 *
 * On an on-chip pipeline with fewer sequences than stages, stages wait: that part is the bubble.
 *
 * Returns: where a second of decode goes
 */
WeftSplit
weft_decode_split (const WeftModel   *model,
                   const WeftSite    *site,
                   const WeftMapping *mapping)
{
  Pass pass;

  if (site->chip->dataflow)
    {
      double busy = MIN (1, (double) mapping->batch / mapping->tp);
      WeftSplit split, share = { { 0 } };
      double stage_s = weft_dataflow_stage_s (model, site, mapping->tp, &split);

      weft_split_add (&share, &split, busy / stage_s);
      share.s[WEFT_PART_BUBBLE] += 1 - busy;
      return share;
    }

  if (model->measured != NULL)
    return weft_measured_decode_split (model, site, mapping);
  pass = decode_pass (model, site, mapping->tp, mapping->batch);
  return pass_split (&pass);
}

/**
 * weft_decode_rate: (skip)
 * @model: the model
 * @site: a partition of conventional chips
 * @tp: tensor-parallel ranks
 * @batch: sequences
 *
 * Returns: tokens a second of one replica
 */
double
weft_decode_rate (const WeftModel *model,
                  const WeftSite  *site,
                  double           tp,
                  double           batch)
{
  Pass pass;

  if (model->measured != NULL)
    return weft_measured_decode_rate (model, site, tp, batch);
  pass = decode_pass (model, site, tp, batch);
  return batch / pass_seconds (&pass);
}

/**
 * weft_decode_user_rate: (skip)
 * @model: the model
 * @site: the partition
 * @mapping: its mapping of decode
 *
 * Returns: tokens a second that one user sees
 */
double
weft_decode_user_rate (const WeftModel   *model,
                       const WeftSite    *site,
                       const WeftMapping *mapping)
{
  return mapping->rate / ((double) mapping->dp * mapping->batch);
}
