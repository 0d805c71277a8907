/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A measured result in words and named values: splits, the parts of a step or a token, the memory of a chip by item. */
#include "model/measured/weft-measured-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-memory-training.h"
#include "model/weft-details-private.h"

static const char *const memory_keys[WEFT_N_MEMORY_ITEMS] = {
  [WEFT_MEMORY_OTHER] = "memory_other_bytes",         [WEFT_MEMORY_RESERVE] = "memory_reserve_bytes",
  [WEFT_MEMORY_WEIGHTS] = "memory_weights_bytes",     [WEFT_MEMORY_GRADIENTS] = "memory_gradients_bytes",
  [WEFT_MEMORY_OPTIMIZER] = "memory_optimizer_bytes", [WEFT_MEMORY_BUFFERS] = "memory_buffers_bytes",
  [WEFT_MEMORY_WORKING] = "memory_working_bytes",     [WEFT_MEMORY_LOGITS] = "memory_logits_bytes",
  [WEFT_MEMORY_ACTIVATIONS] = "memory_activations_bytes", [WEFT_MEMORY_KV] = "memory_kv_bytes",
};

static const char *const prefill_memory_keys[WEFT_N_MEMORY_ITEMS] = {
  [WEFT_MEMORY_OTHER] = "prefill_memory_other_bytes",         [WEFT_MEMORY_RESERVE] = "prefill_memory_reserve_bytes",
  [WEFT_MEMORY_WEIGHTS] = "prefill_memory_weights_bytes",     [WEFT_MEMORY_GRADIENTS] = "prefill_memory_gradients_bytes",
  [WEFT_MEMORY_OPTIMIZER] = "prefill_memory_optimizer_bytes", [WEFT_MEMORY_BUFFERS] = "prefill_memory_buffers_bytes",
  [WEFT_MEMORY_WORKING] = "prefill_memory_working_bytes",     [WEFT_MEMORY_LOGITS] = "prefill_memory_logits_bytes",
  [WEFT_MEMORY_ACTIVATIONS] = "prefill_memory_activations_bytes", [WEFT_MEMORY_KV] = "prefill_memory_kv_bytes",
};

static const char *const decode_memory_keys[WEFT_N_MEMORY_ITEMS] = {
  [WEFT_MEMORY_OTHER] = "decode_memory_other_bytes",         [WEFT_MEMORY_RESERVE] = "decode_memory_reserve_bytes",
  [WEFT_MEMORY_WEIGHTS] = "decode_memory_weights_bytes",     [WEFT_MEMORY_GRADIENTS] = "decode_memory_gradients_bytes",
  [WEFT_MEMORY_OPTIMIZER] = "decode_memory_optimizer_bytes", [WEFT_MEMORY_BUFFERS] = "decode_memory_buffers_bytes",
  [WEFT_MEMORY_WORKING] = "decode_memory_working_bytes",     [WEFT_MEMORY_LOGITS] = "decode_memory_logits_bytes",
  [WEFT_MEMORY_ACTIVATIONS] = "decode_memory_activations_bytes", [WEFT_MEMORY_KV] = "decode_memory_kv_bytes",
};

static const char *const step_keys[WEFT_N_TRAINING_PARTS] = {
  [WEFT_TRAINING_PART_PRODUCTS] = "step_products_s",       [WEFT_TRAINING_PART_ATTENTION] = "step_attention_s",
  [WEFT_TRAINING_PART_ELEMENTWISE] = "step_elementwise_s", [WEFT_TRAINING_PART_CASTS] = "step_casts_s",
  [WEFT_TRAINING_PART_ENDS] = "step_ends_s",               [WEFT_TRAINING_PART_RECOMPUTE] = "step_recompute_s",
  [WEFT_TRAINING_PART_TP] = "step_tp_s",                   [WEFT_TRAINING_PART_CP] = "step_cp_s",
  [WEFT_TRAINING_PART_EP] = "step_ep_s",                   [WEFT_TRAINING_PART_HOST] = "step_host_s",
  [WEFT_TRAINING_PART_PP] = "step_pp_s",                   [WEFT_TRAINING_PART_BUBBLE] = "step_bubble_s",
  [WEFT_TRAINING_PART_DP] = "step_dp_s",                   [WEFT_TRAINING_PART_OPTIMIZER] = "step_optimizer_s",
  [WEFT_TRAINING_PART_FIXED] = "step_fixed_s",             [WEFT_TRAINING_PART_STRAGGLERS] = "step_stragglers_s",
};

static const char *
recompute_words (guint recompute)
{
  switch ((WeftRecompute) recompute)
    {
    case WEFT_RECOMPUTE_SELECTIVE:
      return _("selective recomputation");
    case WEFT_RECOMPUTE_FULL:
      return _("full recomputation");
    case WEFT_RECOMPUTE_NONE:
    case WEFT_N_RECOMPUTES:
    default:
      return _("no recomputation");
    }
}

static char *
percent (double share)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (number, sizeof number, "%.1f", 100 * share));
}

/**
 * weft_measured_describe_training: (skip)
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: a mapping of training
 *
 * Returns: (transfer full): a line: "TP2 PP5 DP77, microbatch 1, 2 chunks, …, bubble 8.1 %, 66.0 GB of 85.5 GB a chip"
 */
char *
weft_measured_describe_training (const WeftModel   *model,
                                 const WeftSite    *site,
                                 const WeftMapping *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  g_autofree char *used = NULL, *room = NULL, *bubble = NULL;
  WeftTrainingPlan plan;
  WeftTrainingStep step;
  WeftMemoryItems items;

  weft_measured_training_plan (model, mapping, &plan);
  weft_training_step (&model->measured->training, &place->training, &plan, &step);
  weft_training_memory_worst (&model->measured->training.layers, &place->training.memory, &plan,
                              place->training.capacity_bytes, &items);
  used = weft_quantity_format (weft_memory_items_total (&items), WEFT_UNIT_BYTES);
  room = weft_quantity_format (items.capacity_bytes, WEFT_UNIT_BYTES);
  bubble = percent (step.part_s[WEFT_TRAINING_PART_BUBBLE] / step.step_s);
  return g_strdup_printf (_("TP%u PP%u DP%u, microbatch %u, chunks %u, %s, bubble %s %%, %s of %s a chip"), mapping->tp,
                          mapping->pp, mapping->dp, mapping->microbatch, mapping->chunks,
                          recompute_words (mapping->recompute), bubble, used, room);
}

static void
add_step (WeftWorkloadResult     *result,
          const WeftTrainingStep *step)
{
  weft_details_add (result, "step_s", _("Time of a step"), step->step_s, WEFT_UNIT_S, _("the sum of its parts"));
  for (guint i = 0; i < WEFT_N_TRAINING_PARTS; i++)
    if (step->part_s[i] > 0)
      weft_details_add (result, step_keys[i], weft_training_part_label (i), step->part_s[i], WEFT_UNIT_S, NULL);
}

static void
add_items (WeftWorkloadResult    *result,
           const char *const      keys[WEFT_N_MEMORY_ITEMS],
           const char            *free_key,
           const char            *capacity_key,
           const char            *phase,
           const WeftMemoryItems *items,
           char                 **formulas)
{
  g_autofree char *free_label = g_strconcat (phase, _("Free"), NULL);
  g_autofree char *capacity_label = g_strconcat (phase, _("Memory of a chip"), NULL);

  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    {
      g_autofree char *label = g_strconcat (phase, weft_memory_item_label (i), NULL);

      if (items->bytes[i] > 0)
        weft_details_add (result, keys[i], label, items->bytes[i], WEFT_UNIT_BYTES, formulas[i]);
      g_free (formulas[i]);
    }
  weft_details_add (result, free_key, free_label, weft_memory_items_free (items), WEFT_UNIT_BYTES,
                    _("memory of the chip less the items above"));
  weft_details_add (result, capacity_key, capacity_label, items->capacity_bytes, WEFT_UNIT_BYTES, NULL);
}

/**
 * weft_measured_details_training: (skip)
 * @result: a feasible result
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: its mapping
 */
void
weft_measured_details_training (WeftWorkloadResult *result,
                                const WeftModel    *model,
                                const WeftSite     *site,
                                const WeftMapping  *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  const WeftMemoryShape *layers = &model->measured->training.layers;
  char *formulas[WEFT_N_MEMORY_ITEMS];
  WeftTrainingPlan plan;
  WeftTrainingStep step;
  WeftMemoryItems items;
  guint stage;

  weft_measured_training_plan (model, mapping, &plan);
  weft_training_step (&model->measured->training, &place->training, &plan, &step);
  stage = weft_training_memory_worst (layers, &place->training.memory, &plan, place->training.capacity_bytes, &items);
  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    formulas[i] = items.bytes[i] > 0
                    ? weft_training_memory_explain (layers, &place->training.memory, &plan, stage, i) : NULL;

  weft_details_add (result, "tokens_s_per_chip", _("Rate of one chip"), mapping->rate / site->n, WEFT_UNIT_TOKENS_S,
                    _("rate of the partition / chips"));
  weft_details_add (result, "tp", _("Tensor-parallel ranks"), mapping->tp, WEFT_UNIT_COUNT,
                    _("best of the profile's TP values up to the domain"));
  weft_details_add (result, "pp", _("Pipeline stages"), mapping->pp, WEFT_UNIT_COUNT,
                    _("best of the profile's PP values"));
  weft_details_add (result, "dp", _("Replicas"), mapping->dp, WEFT_UNIT_COUNT, _("floor (chips / (TP × PP))"));
  weft_details_add (result, "microbatch", _("Sequences of a microbatch"), mapping->microbatch, WEFT_UNIT_COUNT, NULL);
  weft_details_add (result, "microbatches", _("Microbatches of a step"), step.microbatches, WEFT_UNIT_COUNT,
                    _("sequences of a step / (DP × those of a microbatch)"));
  weft_details_add (result, "sequences", _("Sequences of a step"), plan.global_batch, WEFT_UNIT_COUNT,
                    _("the workload's, to the nearest number that the replicas share evenly"));
  weft_details_add (result, "chunks", _("Chunks of a pipeline stage"), mapping->chunks, WEFT_UNIT_COUNT, NULL);
  add_step (result, &step);
  weft_details_add (result, "bubble", _("Pipeline bubble"), step.part_s[WEFT_TRAINING_PART_BUBBLE] / step.step_s,
                    WEFT_UNIT_NONE, _("stages without work at the begin and end"));
  weft_details_add (result, "flop_utilisation", _("FLOP utilisation"), step.model_utilisation, WEFT_UNIT_NONE,
                    _("FLOP of the model, attention counted as causal, over the BF16 peak of all chips"));
  weft_details_add (result, "flop_utilisation_full", _("FLOP utilisation, full attention"), step.full_utilisation,
                    WEFT_UNIT_NONE, _("the same with attention counted over the whole square, as many publish it"));
  weft_details_add (result, "hardware_utilisation", _("Hardware utilisation"), step.hardware_utilisation,
                    WEFT_UNIT_NONE,
                    _("what is computed again counts too"));
  add_items (result, memory_keys, "memory_free_bytes", "memory_capacity_bytes", "", &items, formulas);
}

static void
add_phase_memory (WeftWorkloadResult *result,
                  const WeftModel    *model,
                  const WeftSite     *site,
                  const WeftMapping  *mapping,
                  gboolean            decode)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  const WeftServingSystem *system = &place->serving;
  char *formulas[WEFT_N_MEMORY_ITEMS];
  WeftServingMemory memory;
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, mapping, &plan);
  if (!decode)
    plan.output_tokens = 1;
  weft_serving_memory_worst (&system->shape, &system->rules, &plan, WEFT_POOL_DECODE, system->chip_bytes, &memory);
  for (guint i = 0; i < WEFT_N_MEMORY_ITEMS; i++)
    formulas[i] = memory.items.bytes[i] > 0
                    ? weft_serving_memory_explain (&system->shape, &system->rules, &plan, WEFT_POOL_DECODE,
                                                   memory.stage, i)
                    : NULL;
  if (decode)
    add_items (result, decode_memory_keys, "decode_memory_free_bytes", "decode_memory_capacity_bytes", _("Decode: "),
               &memory.items, formulas);
  else
    add_items (result, prefill_memory_keys, "prefill_memory_free_bytes", "prefill_memory_capacity_bytes",
               _("Prefill: "),
               &memory.items, formulas);
}

/**
 * weft_measured_details_prefill: (skip)
 * @result: a feasible result
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: its mapping of prefill
 */
void
weft_measured_details_prefill (WeftWorkloadResult *result,
                               const WeftModel    *model,
                               const WeftSite     *site,
                               const WeftMapping  *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftServingLoad load = { .arrival = WEFT_SERVING_STATIC, .host_s = NAN };
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, mapping, &plan);
  weft_details_add (result, "prefill_tokens_s", _("Prefill rate"), mapping->rate, WEFT_UNIT_TOKENS_S,
                    _("replicas × tokens of a prompt / time of a prompt"));
  weft_details_add (result, "prefill_tp", _("Prefill: chips of a replica"), mapping->tp, WEFT_UNIT_COUNT, NULL);
  weft_details_add (result, "prefill_replicas", _("Prefill: replicas"), mapping->dp, WEFT_UNIT_COUNT,
                    _("floor (chips / chips of a replica)"));
  weft_details_add (result, "prefill_prompt_s", _("Prefill: time of a prompt"),
                    weft_serving_prefill_s (&place->serving, &plan, &plan.pool, &load), WEFT_UNIT_S,
                    _("products, attention, collectives and software of all layers"));
  add_phase_memory (result, model, site, mapping, FALSE);
}

/**
 * weft_measured_details_decode: (skip)
 * @result: a feasible result
 * @model: a model of a measured profile
 * @site: the partition
 * @mapping: its mapping of decode
 */
void
weft_measured_details_decode (WeftWorkloadResult *result,
                              const WeftModel    *model,
                              const WeftSite     *site,
                              const WeftMapping  *mapping)
{
  const WeftMeasuredSite *place = weft_measured_site (model->measured, site);
  WeftServingLoad load = { .arrival = WEFT_SERVING_STATIC, .host_s = NAN };
  WeftServingAnswer answer;
  WeftServingPlan plan;

  weft_measured_serving_plan (model, site, mapping, &plan);
  weft_serving_answer (&place->serving, &plan, &load, &answer);
  weft_details_add (result, "decode_tokens_s", _("Decode rate"), mapping->rate, WEFT_UNIT_TOKENS_S,
                    _("replicas × requests of a replica / time between tokens"));
  weft_details_add (result, "decode_tp", _("Decode: chips of a replica"), mapping->tp, WEFT_UNIT_COUNT, NULL);
  weft_details_add (result, "decode_batch", _("Decode: batch"), mapping->batch, WEFT_UNIT_COUNT, NULL);
  weft_details_add (result, "decode_batch_fits", _("Decode: requests that fit"), floor (answer.requests_fit),
                    WEFT_UNIT_COUNT,
                    _("room for KV caches / KV cache of a whole request"));
  weft_details_add (result, "decode_replicas", _("Decode: replicas"), mapping->dp, WEFT_UNIT_COUNT,
                    _("floor (chips / chips of a replica)"));
  weft_details_add (result, "decode_token_s", _("Decode: time between tokens"), answer.tpot_s, WEFT_UNIT_S,
                    _("mean over the answer, while the context grows"));
  weft_details_add (result, "decode_weights_s", _("Decode: reading weights"), answer.token.weights_s, WEFT_UNIT_S,
                    NULL);
  weft_details_add (result, "decode_kv_s", _("Decode: reading KV caches"), answer.token.kv_s, WEFT_UNIT_S, NULL);
  weft_details_add (result, "decode_compute_s", _("Decode: arithmetic"), answer.token.compute_s, WEFT_UNIT_S, NULL);
  weft_details_add (result, "decode_latency_s", _("Decode: latency of collectives"), answer.token.latency_s,
                    WEFT_UNIT_S, NULL);
  weft_details_add (result, "decode_transfer_s", _("Decode: bytes of collectives"), answer.token.transfer_s,
                    WEFT_UNIT_S, NULL);
  weft_details_add (result, "decode_host_s", _("Decode: software"), answer.token.host_s, WEFT_UNIT_S, NULL);
  add_phase_memory (result, model, site, mapping, TRUE);
}
