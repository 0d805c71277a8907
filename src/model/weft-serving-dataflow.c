/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Serving from on-chip memory: dataflow chips hold the weights and the KV cache in SRAM and form a pipeline,
 * each chip holding a part of the layers, with no all-reduce (ArchAgent, section III-D). */
#include "model/weft-model-private.h"

#include <math.h>

#include "cost/weft-roofline.h"

/* Sequences that a pipeline of @chips holds beside the weights. */
static double
sequences_in_flight (const WeftModel *model,
                     const WeftSite  *site,
                     double           chips)
{
  double element = weft_serving_element_bytes (model, site->chip);
  double kv = weft_workload_spec_kv_elements (&model->w) * element * model->w.decode_context_tokens;

  return floor ((chips * site->chip->mem_bytes - model->w.llm_params * element) / kv);
}

/**
 * weft_dataflow_least_chips: (skip)
 * @model: the model
 * @chip: a dataflow chip
 *
 * Returns: chips whose on-chip memory holds the weights, at least 1
 */
double
weft_dataflow_least_chips (const WeftModel *model,
                           const WeftChip  *chip)
{
  return ceil (model->w.llm_params * weft_serving_element_bytes (model, chip) / chip->mem_bytes);
}

/**
 * weft_dataflow_stage_s: (skip)
 * @model: the model
 * @site: the partition
 * @chips: length of the pipeline, k
 * @split: (out) (optional): where the time goes
 *
 * max (2 P / k / (peak * efficiency), alpha + 2 d / beta): a stage works on one token while it passes the last one on.
 * The link is the scale-up fabric's when the pipeline fits a domain, else the scale-out fabric's.
 *
 * Returns: seconds a token a stage
 */
double
weft_dataflow_stage_s (const WeftModel *model,
                       const WeftSite  *site,
                       double           chips,
                       WeftSplit       *split)
{
  const WeftConstants *k = &model->k;
  const WeftLink *link = chips <= site->domain_chips ? &site->inside : &site->across;
  double compute_s = k->serve_flop_per_param_token * model->w.llm_params / chips
                     / (weft_serving_peak_flops (site->chip) * k->dataflow_efficiency);
  WeftCommTime pass_on = weft_point_to_point (model->w.llm_hidden * k->serve_activation_bytes, link);
  gboolean compute_bound = compute_s >= weft_comm_time_total (pass_on);

  if (split != NULL)
    *split = (WeftSplit) {
      .s = {
        [WEFT_PART_COMPUTE] = compute_bound ? compute_s : 0,
        [WEFT_PART_LATENCY] = compute_bound ? 0 : pass_on.latency_s,
        [WEFT_PART_BISECTION] = compute_bound ? 0 : pass_on.transfer_s,
      },
    };

  return MAX (compute_s, weft_comm_time_total (pass_on));
}

/**
 * weft_dataflow_search: (skip)
 * @model: the model
 * @site: a partition of dataflow chips
 * @prefill: (inout): the best two pipelines for prefill, or what is lacking
 * @decode: (inout): the same for decode
 */
void
weft_dataflow_search (const WeftModel *model,
                      const WeftSite  *site,
                      WeftPhase       *prefill,
                      WeftPhase       *decode)
{
  const WeftCandidates *growth = &model->k.dataflow_growth;
  double least = weft_dataflow_least_chips (model, site->chip);
  WeftLack lack = WEFT_LACKS_MEMORY;

  for (guint i = 0; i < growth->n; i++)
    {
      double chips = ceil (growth->v[i] * least);
      double batch, stage_s, replicas;
      WeftMapping mapping;

      if (chips > site->n)
        continue;

      batch = sequences_in_flight (model, site, chips);
      if (batch < 1)
        {
          lack = WEFT_LACKS_BATCH_ROOM;
          continue;
        }

      stage_s = weft_dataflow_stage_s (model, site, chips, NULL);
      replicas = floor (site->n / chips);
      mapping = (WeftMapping) {
        .rate = replicas / stage_s,
        .tp = (guint) chips,
        .pp = 1,
        .dp = (guint) replicas,
        .batch = (guint) MIN (batch, G_MAXUINT32),
      };
      weft_phase_offer (prefill, model, &mapping);
      mapping.rate = replicas * batch / (MAX (chips, batch) * stage_s);
      weft_phase_offer (decode, model, &mapping);
    }

  if (!(prefill->best.rate > 0))
    prefill->lack = decode->lack = lack;
}
