/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each item of a serving chip's memory is made of, with the numbers that it was counted from. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-memory-serving-private.h"
#include "model/measured/weft-memory-words-private.h"

static void
append_weights (GString    *text,
                double      params,
                double      bytes,
                const char *what)
{
  g_autofree char *number = NULL;

  if (params <= 0)
    return;
  number = weft_memory_format_params (params);
  g_string_append_printf (text, _("%s%g B × %s %s"), text->len > 0 ? " + " : "", bytes, number, what);
}

static char *
explain_weights (const WeftServingCount *count,
                 guint                   stage)
{
  GString *text = g_string_new (NULL);
  WeftServingParams params;

  weft_serving_count_params (count, stage, &params);
  append_weights (text, params.matrix, count->weight_bytes, _("of matrices"));
  append_weights (text, params.expert, count->expert_bytes, _("of experts"));
  append_weights (text, params.wide + params.embedding + params.head, count->wide_bytes,
                  _("of embedding, head, norms and routers"));
  g_string_append_printf (text, _(" on the chip: %g of %u layers, TP%u"), params.layers, count->shape->n_layers,
                          count->pool->tp);
  return g_string_free (text, FALSE);
}

static char *
explain_reserve (const WeftServingCount *count)
{
  if (isnan (count->plan->reserve_bytes))
    return g_strdup (_("the profile's default for context and graphs"));
  return g_strdup (_("as given, for all but weights and KV cache"));
}

static char *
explain_activations (const WeftServingCount *count)
{
  g_autofree char *tokens = weft_quantity_format (count->step_tokens, WEFT_UNIT_COUNT);
  g_autofree char *vocab = weft_quantity_format (count->shape->model->vocab, WEFT_UNIT_COUNT);
  g_autofree char *widest = weft_memory_format_bytes (weft_serving_count_widest (count));

  if (!isnan (count->plan->reserve_bytes))
    return g_strdup (_("in the reserve"));
  return g_strdup_printf (_("the larger of a step of %s tokens × %s at the widest place of a layer, and sampling %g "
                            "requests × %s logits × %g B"),
                          tokens, widest, count->sampled_rows, vocab, count->rules->serve_sample_bytes);
}

/* What grouped heads save. */
static char *
describe_groups (const WeftLlmShape *model)
{
  if (model->kv_lora_rank > 0 || !(model->heads > model->kv_heads))
    return g_strdup ("");
  return g_strdup_printf (_(" (grouped: %.3g× smaller than with as many KV heads as query heads)"),
                          model->heads / model->kv_heads);
}

static char *
explain_kv (const WeftServingCount *count,
            guint                   stage)
{
  const WeftLlmLayer *layer = &count->shape->sort[0];
  double heads = weft_memory_kv_heads (layer, count->attention_ranks);
  g_autofree char *tokens = weft_quantity_format (count->request_tokens, WEFT_UNIT_COUNT);
  g_autofree char *token = weft_quantity_format (weft_serving_count_token (count, stage), WEFT_UNIT_COUNT);
  g_autofree char *request
      = weft_memory_format_bytes (weft_serving_count_request (count, stage, count->request_tokens));
  g_autofree char *grouped = describe_groups (count->shape->model);

  return g_strdup_printf (_("requests at once: %g, each %s: %s tokens × %s B of the stage's %u layers, KV heads on the "
                            "chip: %g, %s%s"),
                          count->group_requests, request, tokens, token,
                          weft_serving_pool_layers (count->pool, count->shape->model, stage), heads,
                          count->plan->kv_format, grouped);
}

/**
 * weft_serving_memory_explain: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @kind: which of its pools
 * @stage: a pipeline stage, from 0
 * @item: an item
 *
 * Returns: (transfer full): what it is made of, with numbers: a translated sentence without a full stop
 */
char *
weft_serving_memory_explain (const WeftMemoryShape *shape,
                             const WeftMemoryRules *rules,
                             const WeftServingPlan *plan,
                             WeftServingPoolKind    kind,
                             guint                  stage,
                             WeftMemoryItem         item)
{
  WeftServingCount count;

  weft_serving_count_init (&count, shape, rules, plan, kind, NAN);
  switch (item)
    {
    case WEFT_MEMORY_OTHER:
      return g_strdup_printf (_("%g of the chip's memory is not the engine's"), 1 - count.fill);
    case WEFT_MEMORY_RESERVE:
      return explain_reserve (&count);
    case WEFT_MEMORY_WEIGHTS:
      return explain_weights (&count, stage);
    case WEFT_MEMORY_BUFFERS:
      if (!isnan (plan->reserve_bytes))
        return g_strdup (_("in the reserve"));
      return g_strdup (_("communicators and their buffers, where chips work together"));
    case WEFT_MEMORY_ACTIVATIONS:
      return explain_activations (&count);
    case WEFT_MEMORY_KV:
      return explain_kv (&count, stage);
    default:
      return g_strdup (_("none"));
    }
}

/**
 * weft_serving_memory_limit: (skip)
 * @plan: a plan
 * @kind: which of its pools
 * @memory: what weft_serving_memory_worst() said of it
 *
 * Returns: (transfer full): how many requests run at once and what binds: a translated sentence without a full stop
 */
char *
weft_serving_memory_limit (const WeftServingPlan   *plan,
                           WeftServingPoolKind      kind,
                           const WeftServingMemory *memory)
{
  double asked = kind == WEFT_POOL_PREFILL ? plan->prefill.batch : plan->pool.batch;
  g_autofree char *room = weft_memory_format_bytes (fabs (memory->room_bytes));
  g_autofree char *request = weft_memory_format_bytes (memory->request_bytes);
  g_autofree char *tokens = weft_quantity_format (memory->request_tokens, WEFT_UNIT_COUNT);

  if (memory->room_bytes < 0)
    return g_strdup_printf (_("no request fits: weights and reserve are %s more than there is"), room);
  if (memory->max_batch >= asked)
    return g_strdup_printf (_("all %g requests fit: the concurrency that was asked for binds, room for KV cache (%s a "
                              "chip, %s a request of %s tokens) would hold %g"),
                            asked, room, request, tokens, memory->max_batch);
  return g_strdup_printf (_("%g of %g requests fit: room for KV cache binds, %s a chip at %s a request of %s tokens"),
                          memory->max_batch, asked, room, request, tokens);
}
