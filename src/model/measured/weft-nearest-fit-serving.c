/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be changed about a plan of serving so that it fits, each kind step by step. */
#include <math.h>

#include "model/measured/weft-nearest-fit-private.h"

#define MAX_DOUBLINGS 8

/* Formats from wide to narrow. */
static const char *const formats[] = { "bf16", "fp8", "nvfp4" };

static WeftServingPool *
pool_of (WeftFitCase *self)
{
  return self->pool == WEFT_POOL_PREFILL ? &self->serving.prefill : &self->serving.pool;
}

/* Replicas as many as the chips allow once each takes more of them. */
static void
keep_chips (WeftFitCase *self)
{
  WeftServingPool *pool = pool_of (self);
  double others = weft_serving_plan_chips (&self->serving) - weft_serving_pool_chips (pool);
  double each = (double) pool->tp * pool->pp;

  pool->replicas = (guint) MAX (1, MIN (pool->replicas, floor ((self->chips - others) / each)));
}

static gboolean
take_chunk (WeftFitCase   *self,
            guint          step,
            WeftFitChange *change)
{
  WeftServingPlan *plan = &self->serving;
  double from = plan->chunk_tokens > 0 ? plan->chunk_tokens : self->setting->rules->serve_chunk_tokens;
  double to;

  if (isinf (from))
    from = plan->input_tokens - plan->cached_tokens;
  to = floor (ldexp (from, -(int) step));
  if (!isnan (plan->reserve_bytes) || to < self->setting->rules->block_tokens)
    return FALSE;
  plan->chunk_tokens = to;
  change->distance = step * self->distances->chunk;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_tp (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  WeftServingPool *pool = pool_of (self);
  guint from = pool->tp;
  guint to = from << step;

  if (step > MAX_DOUBLINGS || to > pool->dp_attention * self->serving.model->heads)
    return FALSE;
  pool->tp = to;
  keep_chips (self);
  change->distance = weft_fit_case_spread (self, self->distances->tp, from, to);
  weft_fit_change_count (change, from, to);
  return TRUE;
}

static gboolean
take_pp (WeftFitCase   *self,
         guint          step,
         WeftFitChange *change)
{
  WeftServingPool *pool = pool_of (self);
  guint from = pool->pp;
  guint to = from << step;

  if (step > MAX_DOUBLINGS || to > self->serving.model->layers)
    return FALSE;
  pool->pp = to;
  keep_chips (self);
  change->distance = step * self->distances->pp;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

/* As many requests as fit, and no fewer. */
static gboolean
take_batch (WeftFitCase   *self,
            guint          step,
            WeftFitChange *change)
{
  WeftServingPool *pool = pool_of (self);
  double from = pool->batch;
  WeftServingMemory memory;

  weft_serving_memory_worst (self->setting->shape, self->setting->rules, &self->serving, self->pool,
                             self->capacity_bytes, &memory);
  if (step > 1 || !(memory.max_batch >= 1 && memory.max_batch < from))
    return FALSE;
  pool->batch = memory.max_batch;
  change->distance = log2 (from / pool->batch) * self->distances->batch;
  weft_fit_change_count (change, from, pool->batch);
  return TRUE;
}

/* As long as fits, with the same share of answers. */
static gboolean
take_context (WeftFitCase   *self,
              guint          step,
              WeftFitChange *change)
{
  WeftServingPlan *plan = &self->serving;
  double from = plan->input_tokens + plan->output_tokens;
  double to = weft_serving_memory_max_context (self->setting->shape, self->setting->rules, plan, self->pool,
                                               self->capacity_bytes);

  if (self->pool == WEFT_POOL_PREFILL)
    from = plan->input_tokens;
  if (step > 1 || !(to >= 2 * self->setting->rules->block_tokens && to < from))
    return FALSE;
  plan->cached_tokens = 0;
  plan->input_tokens = MAX (1, floor (plan->input_tokens * to / from));
  plan->output_tokens = MAX (1, floor (plan->output_tokens * to / from));
  change->distance = log2 (from / to) * self->distances->context;
  weft_fit_change_count (change, from, to);
  return TRUE;
}

/* The @step-th format that is narrower; (nullable). */
static const char *
narrower (const char *from,
          guint       step)
{
  double bytes = weft_llm_dtype_bytes (from);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (weft_llm_dtype_bytes (formats[i]) < bytes && --step == 0)
      return formats[i];
  return NULL;
}

static gboolean
take_kv_format (WeftFitCase   *self,
                guint          step,
                WeftFitChange *change)
{
  const char *from = self->serving.kv_format;
  const char *to = narrower (from, step);

  /* Engines keep no cache in four bits. */
  if (to == NULL || weft_llm_dtype_bytes (to) < weft_llm_dtype_bytes ("fp8"))
    return FALSE;
  self->serving.kv_format = to;
  change->distance = step * self->distances->kv_format;
  weft_fit_change_words (change, from, to);
  return TRUE;
}

static gboolean
take_weight_format (WeftFitCase   *self,
                    guint          step,
                    WeftFitChange *change)
{
  const char *from = self->serving.weight_format;
  const char *to = narrower (from, step);

  if (to == NULL || self->serving.expert_format != NULL)
    return FALSE;
  self->serving.weight_format = to;
  change->distance = step * self->distances->weight_format;
  weft_fit_change_words (change, from, to);
  return TRUE;
}

/* In the order in which they are taken together: what is made to fit comes last. */
const WeftFitMove weft_fit_serving_moves[] = {
  { WEFT_CHANGE_CHUNK, take_chunk },
  { WEFT_CHANGE_TP, take_tp },
  { WEFT_CHANGE_PP, take_pp },
  { WEFT_CHANGE_CHIP, weft_fit_case_next_chip },
  { WEFT_CHANGE_KV_FORMAT, take_kv_format },
  { WEFT_CHANGE_WEIGHT_FORMAT, take_weight_format },
  { WEFT_CHANGE_BATCH, take_batch },
  { WEFT_CHANGE_CONTEXT, take_context },
  { 0, NULL },
};
