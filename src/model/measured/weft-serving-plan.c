/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of serving: what nobody chose, what cannot be, and what they are called. */
#include "model/measured/weft-serving-plan.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-plan-lack-private.h"

#define DEFAULT_TOKENS 1024.0
#define WIDE_FORMAT "bf16"

/* Only experts are published in it (gpt-oss). */
#define EXPERT_FORMAT "mxfp4"

/* --- what cannot be --- */

static char *
lack_of_pool (const WeftServingPlan *plan,
              const WeftServingPool *pool)
{
  const WeftPlanCount counts[] = {
    { "TP", pool->tp },
    { "PP", pool->pp },
    { "EP", pool->ep },
    { _("the count of attention groups"), pool->dp_attention },
    { _("the count of replicas"), pool->replicas },
    { _("the batch"), pool->batch },
  };
  char *lack = weft_plan_lack_of_counts (counts, G_N_ELEMENTS (counts));

  if (lack == NULL && pool->tp % pool->dp_attention != 0)
    lack = g_strdup_printf (_("%u attention groups do not divide TP%u"), pool->dp_attention, pool->tp);
  if (lack == NULL && pool->tp % pool->ep != 0)
    lack = g_strdup_printf (_("EP%u does not divide TP%u, whose chips share the experts"), pool->ep, pool->tp);
  if (lack == NULL)
    lack = weft_plan_lack_of_tensors (plan->model, pool->tp / pool->dp_attention);
  if (lack == NULL)
    lack = weft_plan_lack_of_stages (plan->model, pool->pp, 1);
  return lack != NULL ? lack : weft_plan_lack_of_experts (plan->model, pool->ep, pool->tp / pool->ep);
}

static char *
lack_of_tokens (const WeftServingPlan *plan)
{
  const WeftPlanCount counts[] = {
    { _("the count of input tokens"), plan->input_tokens },
    { _("the count of output tokens"), plan->output_tokens },
  };
  char *lack = weft_plan_lack_of_counts (counts, G_N_ELEMENTS (counts));

  if (lack != NULL)
    return lack;
  if (!(plan->cached_tokens >= 0 && plan->cached_tokens < plan->input_tokens))
    return g_strdup_printf (_("%g of %g input tokens cannot be cached, at least one is new"), plan->cached_tokens,
                            plan->input_tokens);
  if (!(plan->chunk_tokens >= 0 && plan->speculated_tokens >= 0 && plan->block_tokens >= 0))
    return g_strdup_printf (_("tokens of a chunk %g, speculated %g, of a block %g: none can be negative"),
                            plan->chunk_tokens, plan->speculated_tokens, plan->block_tokens);
  return NULL;
}

static char *
lack_of_formats (const WeftServingPlan *plan)
{
  const char *const nicks[] = {
    plan->weight_format,
    plan->expert_format != NULL ? plan->expert_format : plan->weight_format,
    plan->wide_format,
    plan->kv_format,
  };

  for (guint i = 0; i < G_N_ELEMENTS (nicks); i++)
    if (isnan (weft_llm_dtype_bytes (nicks[i])))
      return g_strdup_printf (_("the format “%s” is not known, expected one such as bf16, fp8 or nvfp4"),
                              nicks[i] != NULL ? nicks[i] : "");
  return NULL;
}

static char *
lack_of_memory (const WeftServingPlan *plan)
{
  if (plan->memory_fill <= 0 || plan->memory_fill > 1)
    return g_strdup_printf (_("the part of memory that is filled is %g, expected more than 0 and at most 1"),
                            plan->memory_fill);
  if (plan->reserve_bytes < 0 || isinf (plan->reserve_bytes))
    return g_strdup_printf (_("the reserve is %g bytes, expected at least 0"), plan->reserve_bytes);
  return NULL;
}

/* --- public --- */

/**
 * weft_serving_plan_init: (skip)
 * @plan: to fill
 * @model: the model, which must outlive the plan
 *
 * One chip and one request of 1,024 tokens in and 1,024 out; weights as the model was published, in BF16 when that is
 * not known; the KV cache in BF16.
 */
void
weft_serving_plan_init (WeftServingPlan    *plan,
                        const WeftLlmShape *model)
{
  const char *native = model->native_dtype[0] != '\0' ? model->native_dtype : WIDE_FORMAT;
  gboolean has_narrow_experts = strcmp (native, EXPERT_FORMAT) == 0;
  const WeftServingPool one = { .tp = 1, .pp = 1, .ep = 1, .dp_attention = 1, .replicas = 1, .batch = 1 };

  *plan = (WeftServingPlan) {
    .model = model,
    .pool = one,
    .prefill = one,
    .input_tokens = DEFAULT_TOKENS,
    .output_tokens = DEFAULT_TOKENS,
    .weight_format = has_narrow_experts ? WIDE_FORMAT : native,
    .expert_format = has_narrow_experts ? native : NULL,
    .wide_format = WIDE_FORMAT,
    .kv_format = WIDE_FORMAT,
    .reserve_bytes = NAN,
    .memory_fill = NAN,
  };
}

/**
 * weft_serving_plan_lack: (skip)
 * @plan: a plan
 *
 * Returns: (transfer full) (nullable): the first thing that cannot be, a translated sentence without a full stop
 */
char *
weft_serving_plan_lack (const WeftServingPlan *plan)
{
  char *lack = weft_plan_lack_of_model (plan->model);

  if (lack == NULL)
    lack = lack_of_pool (plan, &plan->pool);
  if (lack == NULL && plan->separate_prefill)
    lack = lack_of_pool (plan, &plan->prefill);
  if (lack == NULL)
    lack = lack_of_tokens (plan);
  if (lack == NULL)
    lack = lack_of_formats (plan);
  return lack != NULL ? lack : lack_of_memory (plan);
}

/**
 * weft_serving_pool_chips: (skip)
 * @pool: a pool
 *
 * Returns: its chips
 */
double
weft_serving_pool_chips (const WeftServingPool *pool)
{
  return (double) pool->tp * pool->pp * pool->replicas;
}

/**
 * weft_serving_pool_attention_ranks: (skip)
 * @pool: a pool
 *
 * Returns: chips that share attention
 */
guint
weft_serving_pool_attention_ranks (const WeftServingPool *pool)
{
  return pool->tp / pool->dp_attention;
}

/**
 * weft_serving_pool_layers: (skip)
 * @pool: a pool
 * @model: its model
 * @stage: a pipeline stage, from 0
 *
 * Returns: layers of the stage
 */
guint
weft_serving_pool_layers (const WeftServingPool *pool,
                          const WeftLlmShape    *model,
                          guint                  stage)
{
  guint layers = (guint) model->layers;

  return layers / pool->pp + (stage < layers % pool->pp ? 1 : 0);
}

/**
 * weft_serving_plan_chips: (skip)
 * @plan: a plan
 *
 * Returns: chips that it runs on, those for prompts among them
 */
double
weft_serving_plan_chips (const WeftServingPlan *plan)
{
  return weft_serving_pool_chips (&plan->pool)
         + (plan->separate_prefill ? weft_serving_pool_chips (&plan->prefill) : 0);
}

/**
 * weft_serving_plan_describe: (skip)
 * @plan: a plan
 *
 * Returns: (transfer full): the plan in a line, without a full stop
 */
char *
weft_serving_plan_describe (const WeftServingPlan *plan)
{
  g_autofree char *batch = weft_quantity_format (plan->pool.batch, WEFT_UNIT_COUNT);
  g_autofree char *tokens = weft_quantity_format (plan->input_tokens + plan->output_tokens, WEFT_UNIT_COUNT);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "TP%u PP%u", plan->pool.tp, plan->pool.pp);
  if (plan->pool.ep > 1)
    g_string_append_printf (text, " EP%u", plan->pool.ep);
  if (plan->pool.dp_attention > 1)
    g_string_append_printf (text, " ADP%u", plan->pool.dp_attention);
  if (plan->pool.replicas > 1)
    g_string_append_printf (text, " ×%u", plan->pool.replicas);
  g_string_append_printf (text, _(", batch %s of %s tokens, weights %s, KV %s"), batch, tokens, plan->weight_format,
                          plan->kv_format);
  return g_string_free (text, FALSE);
}
