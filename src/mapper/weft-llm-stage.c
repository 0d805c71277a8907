/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one stage of a pipeline takes and holds. Layers of one kind cost the same, so each kind is costed once. */
#include <math.h>

#include "cost/weft-roofline.h"
#include "mapper/weft-llm-estimate-private.h"
#include "workload/weft-llm-graph-private.h"

/* --- the model --- */

static gboolean
is_same_kind (const WeftLlmShape *shape, guint a, guint b)
{
  return shape->layer[a].attention == shape->layer[b].attention && shape->layer[a].is_moe == shape->layer[b].is_moe;
}

gboolean
weft_llm_model_init (WeftLlmModel *model, const WeftLlmShape *shape, const WeftLlmTask *task, WeftPlatform *platform,
                     WeftInventory *inventory)
{
  WeftLlmSetup setup;

  *model = (WeftLlmModel) { .shape = shape, .task = task, .platform = platform, .n_layers = (guint) shape->layers };
  model->rates = g_new0 (WeftChipRates, platform->n_classes);
  model->kind_of = g_new (guint, model->n_layers + 1);
  model->kinds = g_new (WeftLlmLayer, model->n_layers + 1);
  for (guint c = 0; c < platform->n_classes; c++)
    {
      const WeftChip *chip = weft_inventory_find_chip (inventory, platform->class_name[c]);

      if (chip != NULL)
        weft_chip_rates_init (&model->rates[c], chip);
    }
  for (guint i = 0; i < model->n_layers; i++)
    {
      guint first = 0;

      while (!is_same_kind (shape, first, i))
        first++;
      model->kind_of[i] = first < i ? model->kind_of[first] : model->n_kinds;
      if (first == i)
        model->kinds[model->n_kinds++] = weft_llm_layer (shape, i);
    }
  return weft_llm_setup_init (&setup, shape, 1, task->dtype, task->kv_dtype);
}

void
weft_llm_model_clear (WeftLlmModel *model)
{
  g_clear_pointer (&model->rates, g_free);
  g_clear_pointer (&model->kind_of, g_free);
  g_clear_pointer (&model->kinds, g_free);
}

double
weft_llm_task_time_s (const WeftLlmModel *model, const WeftTaskCost *cost, guint on_class)
{
  const WeftChipRates *rates = &model->rates[on_class];
  double bytes = cost->bytes_read + cost->bytes_written;
  WeftRoofline roofline = { 0, bytes > 0 ? bytes / (rates->mem_bw_bytes_s * model->task->bandwidth_efficiency) : 0 };

  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    if (cost->flops[d] > 0)
      roofline.compute_s += cost->flops[d] / (rates->flops[d] * model->task->flop_efficiency);
  /* Where a rate is not known nothing can run. */
  if (isnan (roofline.compute_s) || isnan (roofline.memory_s))
    return INFINITY;
  return model->task->launch_s + weft_roofline_s (roofline);
}

/* Host processors and what lacks a rate are not planned with. */
double *
weft_llm_model_slowness (const WeftLlmModel *model)
{
  const WeftLlmPass pass = { 1, model->task->prompt_tokens, 0, FALSE };
  double *slowness = g_new (double, model->platform->n_classes);
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];
  WeftLlmSetup setup;

  weft_llm_setup_init (&setup, model->shape, 1, model->task->dtype, model->task->kv_dtype);
  weft_llm_layer_parts (&model->kinds[0], parts);
  for (guint c = 0; c < model->platform->n_classes; c++)
    {
      slowness[c] = 0;
      if (model->rates[c].chip == NULL || model->rates[c].chip->refused != NULL)
        slowness[c] = INFINITY;
      for (guint i = 0; i < WEFT_LLM_LAYER_PARTS && isfinite (slowness[c]); i++)
        {
          WeftTaskCost cost = weft_llm_cost (&setup, &model->kinds[0], &pass, parts[i]);

          slowness[c] += weft_llm_task_time_s (model, &cost, c);
        }
    }
  return slowness;
}

/* --- costs of a pass --- */

static void
add_cost (const WeftLlmModel *model, WeftLlmPassCosts *self, guint unit, const WeftTaskCost *cost)
{
  WeftLlmReduces *reduces = &self->reduces[unit];

  for (guint c = 0; c < model->platform->n_classes; c++)
    if (model->rates[c].chip != NULL)
      self->compute_s[(gsize) c * self->n_units + unit] += weft_llm_task_time_s (model, cost, c);
  self->working_set_bytes = MAX (self->working_set_bytes, cost->working_set_bytes);
  if (cost->comm == WEFT_COMM_ALL_REDUCE && reduces->n < WEFT_LLM_MAX_REDUCES)
    reduces->bytes[reduces->n++] = cost->comm_bytes;
}

/* The way there, and in training the way back; making activations anew takes the all-reduce within a layer again. */
static void
add_part (const WeftLlmModel *model, WeftLlmPassCosts *self, const WeftLlmSetup *setup, const WeftLlmPass *pass,
          guint unit, WeftLlmPart part, gboolean is_last)
{
  const WeftLlmLayer *layer = unit < model->n_kinds ? &model->kinds[unit] : NULL;
  gboolean recompute = model->task->recompute;
  WeftTaskCost cost = weft_llm_cost (setup, layer, pass, part);

  add_cost (model, self, unit, &cost);
  if (!model->task->is_training)
    return;
  cost = weft_llm_backward_cost (setup, layer, pass, part, recompute);
  if (part == WEFT_LLM_REDUCE && recompute && !is_last)
    cost.comm_bytes *= 2;
  add_cost (model, self, unit, &cost);
}

WeftLlmPassCosts *
weft_llm_pass_costs_new (const WeftLlmModel *model, const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  WeftLlmPassCosts *self = g_new0 (WeftLlmPassCosts, 1);
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];

  self->n_units = model->n_kinds + 2;
  self->compute_s = g_new0 (double, (gsize) self->n_units * model->platform->n_classes);
  self->reduces = g_new0 (WeftLlmReduces, self->n_units);
  self->stream_bytes = weft_llm_output_bytes (setup, NULL, pass, WEFT_LLM_REDUCE);
  for (guint k = 0; k < model->n_kinds; k++)
    {
      weft_llm_layer_parts (&model->kinds[k], parts);
      for (guint i = 0; i < WEFT_LLM_LAYER_PARTS; i++)
        add_part (model, self, setup, pass, k, parts[i], i + 1 == WEFT_LLM_LAYER_PARTS);
    }
  add_part (model, self, setup, pass, model->n_kinds, WEFT_LLM_EMBEDDING, TRUE);
  add_part (model, self, setup, pass, model->n_kinds + 1, WEFT_LLM_HEAD, TRUE);
  return self;
}

void
weft_llm_pass_costs_free (WeftLlmPassCosts *self)
{
  if (self == NULL)
    return;
  g_free (self->compute_s);
  g_free (self->reduces);
  g_free (self);
}

/* Over several islands bytes go in islands first and then among them, by all cards at once; but each start-up counts as
 * in one ring of all ranks: small all-reduces of 16 GPUs on two hosts take 46 to 65 microseconds (NVIDIA/nccl issue
 * 1244, and measurements of two hosts of 8 H100), where 30 steps of 1.6 are 48. */
double
weft_llm_reduce_s (const WeftLlmRing *ring, double bytes)
{
  WeftCommTime time = weft_hierarchical_all_reduce (ring->ranks, ring->domain, bytes, &ring->inside, &ring->across);

  if (ring->domain < ring->ranks)
    time.latency_s = weft_ring_all_reduce (ring->ranks, bytes, &ring->across).latency_s;
  return weft_comm_time_total (time);
}

static double
unit_reduce_s (const WeftLlmPassCosts *costs, guint unit, const WeftLlmRing *ring)
{
  double time_s = 0;

  for (guint i = 0; i < costs->reduces[unit].n; i++)
    time_s += weft_llm_reduce_s (ring, costs->reduces[unit].bytes[i]);
  return time_s;
}

WeftLlmStageTime
weft_llm_stage_time (const WeftLlmModel *model, const WeftLlmPassCosts *costs, guint begin, guint end,
                     const gboolean *classes, const WeftLlmRing *ring)
{
  g_autofree guint *count = g_new0 (guint, costs->n_units);
  WeftLlmStageTime time = { 0, 0 };

  for (guint i = begin; i < end; i++)
    count[model->kind_of[i]]++;
  count[model->n_kinds] = begin == 0 ? 1 : 0;
  count[model->n_kinds + 1] = end == model->n_layers ? 1 : 0;
  for (guint c = 0; c < model->platform->n_classes; c++)
    {
      double compute_s = 0;

      for (guint u = 0; u < costs->n_units && classes[c]; u++)
        if (count[u] > 0)
          compute_s += count[u] * costs->compute_s[(gsize) c * costs->n_units + u];
      time.compute_s = MAX (time.compute_s, compute_s);
    }
  for (guint u = 0; u < costs->n_units; u++)
    if (count[u] > 0)
      time.comm_s += count[u] * unit_reduce_s (costs, u, ring);
  return time;
}

/* --- memory --- */

double
weft_llm_stage_params (const WeftLlmModel *model, const WeftLlmSetup *setup, guint begin, guint end)
{
  gboolean is_tied = model->shape->tied_embeddings && begin == 0 && end == model->n_layers;
  double params = 0;

  for (guint i = begin; i < end; i++)
    params += weft_llm_rank_params (setup, &model->kinds[model->kind_of[i]]);
  if (begin == 0)
    params += weft_llm_part_params (setup, NULL, WEFT_LLM_EMBEDDING);
  if (end == model->n_layers)
    params += is_tied ? model->shape->hidden : weft_llm_part_params (setup, NULL, WEFT_LLM_HEAD);
  return params;
}

static double
weight_bytes (const WeftLlmModel *model, const WeftLlmSetup *setup, guint begin, guint end)
{
  gboolean is_tied = model->shape->tied_embeddings && begin == 0 && end == model->n_layers;
  double bytes = 0;

  for (guint i = begin; i < end; i++)
    bytes += weft_llm_rank_weight_bytes (setup, &model->kinds[model->kind_of[i]]);
  if (begin == 0)
    bytes += weft_llm_part_params (setup, NULL, WEFT_LLM_EMBEDDING) * setup->wide_bytes;
  if (end == model->n_layers)
    bytes += (is_tied ? model->shape->hidden : weft_llm_part_params (setup, NULL, WEFT_LLM_HEAD)) * setup->wide_bytes;
  return bytes;
}

/* What a piece leaves in the layers of a stage until it comes back. */
static double
kept_bytes (const WeftLlmModel *model, const WeftLlmSetup *setup, const WeftLlmPass *pass, guint begin, guint end)
{
  double bytes = 0;

  for (guint i = begin; i < end; i++)
    {
      const WeftLlmLayer *layer = &model->kinds[model->kind_of[i]];
      WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];

      weft_llm_layer_parts (layer, parts);
      for (guint k = 0; k < WEFT_LLM_LAYER_PARTS; k++)
        bytes += weft_llm_kept_bytes (setup, layer, pass, parts[k], model->task->recompute);
    }
  return bytes;
}

double
weft_llm_stage_bytes (const WeftLlmModel *model, const WeftLlmSetup *setup, const WeftLlmPass *pass, guint begin,
                      guint end, double sequences, double pieces)
{
  double tokens = (double) model->task->prompt_tokens + model->task->new_tokens;
  double weights = weight_bytes (model, setup, begin, end);
  double bytes = 0;

  if (model->task->is_training)
    return weft_llm_state_bytes (setup, weft_llm_stage_params (model, setup, begin, end), weights)
           + pieces * kept_bytes (model, setup, pass, begin, end);
  for (guint i = begin; i < end; i++)
    bytes += weft_llm_rank_cache_bytes (setup, &model->kinds[model->kind_of[i]], sequences, tokens);
  return weights + bytes;
}
