/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The named values behind a workload's result: mapping, rates, memory of one chip item by item. */
#include "model/weft-details-private.h"

#include <glib/gi18n-lib.h>

#include "model/measured/weft-measured-private.h"

void
weft_details_add (WeftWorkloadResult *self,
                  const char         *key,
                  const char         *label,
                  double              value,
                  WeftUnit            unit,
                  const char         *formula)
{
  WeftDetail *detail = g_new0 (WeftDetail, 1);

  detail->key = key;
  detail->label = g_strdup (label);
  detail->value = value;
  detail->unit = unit;
  detail->formula = g_strdup (formula);
  g_ptr_array_add (self->details, detail);
}

static void
fill_training (WeftWorkloadResult *self,
               const WeftFindings *findings)
{
  const WeftModel *model = findings->model;
  const WeftMapping *best = &findings->times[self->site[0]].training.best;
  WeftSite site = weft_findings_site (findings, self->site[0]);
  WeftTrainingMemory memory;
  WeftSplit split;
  double step_s, used_flops;

  if (model->measured != NULL)
    {
      weft_measured_details_training (self, model, &site, best);
      return;
    }

  memory = weft_training_memory (model, &site, best);
  split = weft_training_split (model, &site, best);
  step_s = weft_split_total (&split);
  used_flops = model->k.train_flop_per_param_token * model->w.llm_params * best->rate;

  weft_details_add (self, "tokens_s_per_chip", _("Rate of one chip"), best->rate / site.n, WEFT_UNIT_TOKENS_S,
       _("rate of the partition / chips"));
  weft_details_add (self, "tp", _("Tensor-parallel ranks"), best->tp, WEFT_UNIT_COUNT,
       _("best of the profile's TP values up to the domain"));
  weft_details_add (self, "pp", _("Pipeline stages"), best->pp, WEFT_UNIT_COUNT,
       _("best of the profile's PP values"));
  weft_details_add (self, "dp", _("Replicas"), best->dp, WEFT_UNIT_COUNT, _("floor (chips / (TP × PP))"));
  weft_details_add (self, "microbatches", _("Microbatches of a step"),
       model->w.global_batch_sequences / best->dp, WEFT_UNIT_NONE, _("global batch / DP"));
  weft_details_add (self, "step_s", _("Time of a step"), step_s, WEFT_UNIT_S,
       _("(m + PP − 1) × (compute + tensor all-reduce) + gradient all-reduce"));
  weft_details_add (self, "bubble", _("Pipeline bubble"), split.s[WEFT_PART_BUBBLE] / step_s, WEFT_UNIT_NONE,
       _("(PP − 1) microbatches of the step"));
  weft_details_add (self, "flop_utilisation", _("FLOP utilisation"),
       used_flops / (site.n * site.chip->peak_bf16_flops), WEFT_UNIT_NONE,
       _("6 × parameters × tokens/s / (chips × BF16 peak)"));
  weft_details_add (self, "memory_weights_bytes", _("Weights and gradients"), memory.weights, WEFT_UNIT_BYTES,
       _("4 bytes a parameter / (TP × PP)"));
  weft_details_add (self, "memory_optimizer_bytes", _("Optimizer states"), memory.optimizer, WEFT_UNIT_BYTES,
       _("12 bytes a parameter / (TP × PP × DP), ZeRO stage 1"));
  weft_details_add (self, "memory_activations_bytes", _("Activations"), memory.activations, WEFT_UNIT_BYTES,
       _("34 × sequence × hidden / TP × layers / PP × min (PP, m)"));
  weft_details_add (self, "memory_free_bytes", _("Free"),
       memory.capacity - memory.weights - memory.optimizer - memory.activations, WEFT_UNIT_BYTES,
       _("usable part of the memory less the items above"));
  weft_details_add (self, "memory_capacity_bytes", _("Usable memory"), memory.capacity, WEFT_UNIT_BYTES,
       _("0.9 × memory of the chip"));
}

/* Keys and labels of one serving phase. */
typedef struct
{
  const char *tokens_s, *chips, *batch, *replicas, *weights, *kv, *free, *capacity;
  const char *rate_label, *chips_label, *batch_label, *replicas_label;
  const char *weights_label, *kv_label, *free_label, *capacity_label;
} PhaseKeys;

static const PhaseKeys prefill_keys = {
  "prefill_tokens_s", "prefill_tp", "prefill_batch", "prefill_replicas",
  "prefill_memory_weights_bytes", "prefill_memory_kv_bytes", "prefill_memory_free_bytes",
  "prefill_memory_capacity_bytes",
  N_ ("Prefill rate"), N_ ("Prefill: chips of a replica"), N_ ("Prefill: batch"),
  N_ ("Prefill: replicas"), N_ ("Prefill: weights a chip"), N_ ("Prefill: KV cache a chip"),
  N_ ("Prefill: free a chip"), N_ ("Prefill: memory of a chip"),
};

static const PhaseKeys decode_keys = {
  "decode_tokens_s", "decode_tp", "decode_batch", "decode_replicas",
  "decode_memory_weights_bytes", "decode_memory_kv_bytes", "decode_memory_free_bytes",
  "decode_memory_capacity_bytes",
  N_ ("Decode rate"), N_ ("Decode: chips of a replica"), N_ ("Decode: batch"),
  N_ ("Decode: replicas"), N_ ("Decode: weights a chip"), N_ ("Decode: KV cache a chip"),
  N_ ("Decode: free a chip"), N_ ("Decode: memory of a chip"),
};

static void
fill_phase (WeftWorkloadResult *self,
            const WeftFindings *findings,
            const PhaseKeys    *keys,
            int                 partition,
            const WeftMapping  *best,
            double              context_tokens)
{
  WeftSite site = weft_findings_site (findings, partition);
  WeftReplicaMemory memory = weft_replica_memory (findings->model, &site, best, context_tokens);

  weft_details_add (self, keys->tokens_s, _(keys->rate_label), best->rate, WEFT_UNIT_TOKENS_S,
       _("replicas × tokens of a batch / time of a pass"));
  weft_details_add (self, keys->chips, _(keys->chips_label), best->tp, WEFT_UNIT_COUNT, NULL);
  weft_details_add (self, keys->batch, _(keys->batch_label), best->batch, WEFT_UNIT_COUNT, NULL);
  weft_details_add (self, keys->replicas, _(keys->replicas_label), best->dp, WEFT_UNIT_COUNT,
       _("floor (chips / chips of a replica)"));
  weft_details_add (self, keys->weights, _(keys->weights_label), memory.weights, WEFT_UNIT_BYTES,
       _("parameters × bytes of an element / chips of a replica"));
  weft_details_add (self, keys->kv, _(keys->kv_label), memory.kv, WEFT_UNIT_BYTES,
       _("batch × context × 2 × layers × KV heads × head size × bytes / chips of a replica"));
  weft_details_add (self, keys->free, _(keys->free_label), memory.capacity - memory.weights - memory.kv,
       WEFT_UNIT_BYTES, _("memory less weights and KV cache"));
  weft_details_add (self, keys->capacity, _(keys->capacity_label), memory.capacity, WEFT_UNIT_BYTES, NULL);
}

static gboolean
is_measured (const WeftModel *model,
             const WeftSite  *site)
{
  return model->measured != NULL && !site->chip->dataflow;
}

static void
fill_prefill (WeftWorkloadResult *self,
              const WeftFindings *findings)
{
  const WeftMapping *best = &findings->times[self->site[0]].prefill.best;
  WeftSite site = weft_findings_site (findings, self->site[0]);

  if (is_measured (findings->model, &site))
    weft_measured_details_prefill (self, findings->model, &site, best);
  else
    fill_phase (self, findings, &prefill_keys, self->site[0], best, findings->model->w.sequence_tokens);
}

static void
fill_serving (WeftWorkloadResult *self,
              const WeftFindings *findings)
{
  const WeftModel *model = findings->model;
  const WeftMapping *decode = &findings->times[self->site[1]].decode.best;
  WeftSite site = weft_findings_site (findings, self->site[1]);

  fill_prefill (self, findings);
  if (is_measured (model, &site))
    weft_measured_details_decode (self, model, &site, decode);
  else
    fill_phase (self, findings, &decode_keys, self->site[1], decode, model->w.decode_context_tokens);
  weft_details_add (self, "decode_user_tokens_s", _("Rate that one user sees"),
       weft_decode_user_rate (model, &site, decode), WEFT_UNIT_TOKENS_S,
       _("1 / time of one token"));
}

static void
fill_kernel (WeftWorkloadResult *self,
             const WeftFindings *findings,
             double              edge,
             const char         *label)
{
  guint n = findings->score->n[self->site[0]];
  double total_s = self->value;

  weft_details_add (self, "chips", _("Chips"), n, WEFT_UNIT_COUNT, NULL);
  weft_details_add (self, "points_per_chip", label, edge * edge * edge / n, WEFT_UNIT_NONE,
       _("edge³ / chips"));
  weft_details_add (self, "compute_s", _("Arithmetic"), self->share[WEFT_PART_COMPUTE] * total_s, WEFT_UNIT_S,
       NULL);
  weft_details_add (self, "memory_s", _("Memory traffic"), self->share[WEFT_PART_MEMORY] * total_s, WEFT_UNIT_S,
       NULL);
  weft_details_add (self, "latency_s", _("Fabric latency"), self->share[WEFT_PART_LATENCY] * total_s,
       WEFT_UNIT_S, NULL);
  weft_details_add (self, "bisection_s", _("Fabric bandwidth"), self->share[WEFT_PART_BISECTION] * total_s,
       WEFT_UNIT_S, NULL);
}

static void
fill_coupled (WeftWorkloadResult *self,
              const WeftFindings *findings)
{
  weft_details_add (self, "solver_s", _("Solver phase"), findings->times[self->site[0]].stencil_s, WEFT_UNIT_S,
       _("one sweep of the stencil"));
  weft_details_add (self, "ai_s", _("AI phase"), findings->times[self->site[1]].ai_s, WEFT_UNIT_S,
       _("roofline of the surrogate"));
  weft_details_add (self, "ai_flop", _("Size of the AI phase"), findings->model->coupled_flop, WEFT_UNIT_FLOP,
       _("such that the solver takes its share of the reference's time"));
}

/**
 * weft_workload_details_fill: (skip)
 * @result: a feasible result
 * @findings: what the kernel found
 *
 * Adds the named values.
 */
void
weft_workload_details_fill (WeftWorkloadResult *result,
                            const WeftFindings *findings)
{
  const WeftWorkloadSpec *w = &findings->model->w;

  switch (result->kind)
    {
    case WEFT_WORKLOAD_TRAINING:
      fill_training (result, findings);
      break;
    case WEFT_WORKLOAD_SERVING:
      fill_serving (result, findings);
      break;
    case WEFT_WORKLOAD_STENCIL:
      fill_kernel (result, findings, w->stencil_edge, _("Points of a chip"));
      break;
    case WEFT_WORKLOAD_HPCG:
      fill_kernel (result, findings, w->hpcg_edge, _("Rows of a chip"));
      weft_details_add (result, "nonzeros", _("Matrix entries"), weft_hpcg_nonzeros (w->hpcg_edge), WEFT_UNIT_COUNT,
           _("(3 n − 2)³ for an n³ grid"));
      break;
    case WEFT_WORKLOAD_FFT:
      fill_kernel (result, findings, w->fft_edge, _("Points of a chip"));
      break;
    case WEFT_WORKLOAD_COUPLED:
      fill_coupled (result, findings);
      break;
    case WEFT_N_WORKLOADS:
    default:
      g_assert_not_reached ();
    }
}
