/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the memory of a chip that serves: weights of its stage by format, what a step needs at its widest place, and
 * the KV cache of its own layers. */
#include "model/measured/weft-memory-serving.h"

#include <math.h>
#include <string.h>

#include "model/measured/weft-memory-serving-private.h"

/* Contexts beyond this do not grow the cache. */
#define ENDLESS_TOKENS 1e12

/* --- the plan --- */

static double
given_or (double given,
          double otherwise)
{
  return isnan (given) ? otherwise : given;
}

static double
in_blocks (const WeftServingCount *self,
           double                  tokens)
{
  return ceil (tokens / self->block_tokens) * self->block_tokens;
}

/* A pool that takes prompts steps through chunks of them; one that does not takes a token of each request, and those it
 * speculates on. */
static double
count_step_tokens (const WeftServingCount *self,
                   WeftServingPoolKind     kind)
{
  const WeftServingPlan *plan = self->plan;
  double decoded = self->group_requests * (1 + plan->speculated_tokens);
  double chunk = plan->chunk_tokens > 0 ? plan->chunk_tokens : self->rules->serve_chunk_tokens;

  if (kind == WEFT_POOL_DECODE && plan->separate_prefill)
    return decoded;
  if (isinf (chunk))
    chunk = plan->input_tokens - plan->cached_tokens;
  return MAX (chunk, decoded);
}

void
weft_serving_count_init (WeftServingCount      *self,
                         const WeftMemoryShape *shape,
                         const WeftMemoryRules *rules,
                         const WeftServingPlan *plan,
                         WeftServingPoolKind    kind,
                         double                 capacity_bytes)
{
  gboolean is_prefill = kind == WEFT_POOL_PREFILL;
  double tokens = plan->input_tokens + (is_prefill ? 0 : plan->output_tokens + plan->speculated_tokens);

  self->shape = shape;
  self->rules = rules;
  self->plan = plan;
  self->pool = is_prefill ? &plan->prefill : &plan->pool;
  self->capacity_bytes = capacity_bytes;
  self->fill = given_or (plan->memory_fill, rules->serve_fill);
  self->attention_ranks = weft_serving_pool_attention_ranks (self->pool);
  self->block_tokens = plan->block_tokens > 0 ? plan->block_tokens : rules->block_tokens;
  self->weight_bytes = weft_llm_dtype_bytes (plan->weight_format);
  self->expert_bytes = plan->expert_format != NULL ? weft_llm_dtype_bytes (plan->expert_format) : self->weight_bytes;
  self->wide_bytes = weft_llm_dtype_bytes (plan->wide_format);
  self->kv_bytes = weft_llm_dtype_bytes (plan->kv_format);
  self->group_requests = ceil (self->pool->batch / self->pool->dp_attention);
  self->request_tokens = in_blocks (self, tokens);
  self->step_tokens = count_step_tokens (self, kind);
  self->sampled_rows = MAX (rules->serve_sampled_rows, self->group_requests);
}

/* --- weights --- */

static guint
first_layer (const WeftServingCount *self,
             guint                   stage)
{
  guint rest = self->shape->n_layers % self->pool->pp;

  return stage * (self->shape->n_layers / self->pool->pp) + MIN (stage, rest);
}

static guint
count_layers (const WeftServingCount *self,
              guint                   stage,
              guint                   sort)
{
  guint n = weft_serving_pool_layers (self->pool, self->shape->model, stage);

  return weft_memory_shape_count (self->shape, sort, first_layer (self, stage), n);
}

void
weft_serving_count_params (const WeftServingCount *self,
                           guint                   stage,
                           WeftServingParams      *params)
{
  double tp = self->pool->tp;

  memset (params, 0, sizeof *params);
  for (guint i = 0; i < self->shape->n_sorts; i++)
    {
      double layers = count_layers (self, stage, i);
      WeftLayerShare share = weft_memory_layer_share (self->shape, i, self->attention_ranks, tp, tp);

      params->layers += layers;
      params->matrix += layers * share.matrix_params;
      params->expert += layers * share.expert_params;
      params->wide += layers * share.wide_params;
    }
  if (stage == 0)
    params->embedding = weft_memory_embedding_params (self->shape, tp);
  if (stage + 1 == self->pool->pp)
    params->head = weft_memory_head_params (self->shape, tp, self->pool->pp == 1);
}

double
weft_serving_count_weights (const WeftServingCount *self,
                            guint                   stage)
{
  WeftServingParams params;

  weft_serving_count_params (self, stage, &params);
  return params.matrix * self->weight_bytes + params.expert * self->expert_bytes
         + (params.wide + params.embedding + params.head) * self->wide_bytes;
}

/* --- a step --- */

/* The residual and what is added to it, and the widest of: queries, keys, values and what attention puts out; what the
 * dense block puts out in between; copies of the token at its experts. */
double
weft_serving_count_widest (const WeftServingCount *self)
{
  const WeftLlmShape *model = self->shape->model;
  double block = model->gated_ffn ? 3 : 2;
  double expert_width = model->moe_ffn * self->pool->ep / self->pool->tp;
  double widest = 0;

  for (guint i = 0; i < self->shape->n_sorts; i++)
    {
      const WeftLlmLayer *layer = &self->shape->sort[i];
      double attention = layer->heads * (layer->qk_dim + layer->v_dim) / self->attention_ranks
                         + weft_memory_kv_heads (layer, self->attention_ranks) * layer->kv_head_elements;

      widest = MAX (widest, MAX (attention, block * layer->dense_width / self->pool->tp));
      if (layer->kind.is_moe)
        widest = MAX (widest, model->experts_per_token * (model->hidden + block * expert_width));
    }
  return self->wide_bytes * (2 * model->hidden + widest);
}

/* Layers and sampling follow one another, so the larger one counts. */
static double
count_activations (const WeftServingCount *self,
                   guint                   stage)
{
  double layers = self->step_tokens * weft_serving_count_widest (self);
  double sampling = stage + 1 == self->pool->pp
                        ? self->sampled_rows * self->shape->model->vocab * self->rules->serve_sample_bytes
                        : 0;

  return MAX (layers, sampling);
}

/* A reserve that is given was measured with all but weights and cache in it. */
void
weft_serving_count_items (const WeftServingCount *self,
                          guint                   stage,
                          WeftMemoryItems        *items)
{
  gboolean is_given = !isnan (self->plan->reserve_bytes);
  gboolean is_group = (double) self->pool->tp * self->pool->pp > 1;

  memset (items->bytes, 0, sizeof items->bytes);
  items->capacity_bytes = self->capacity_bytes;
  items->bytes[WEFT_MEMORY_OTHER] = (1 - self->fill) * self->capacity_bytes;
  items->bytes[WEFT_MEMORY_WEIGHTS] = weft_serving_count_weights (self, stage);
  items->bytes[WEFT_MEMORY_RESERVE] = is_given ? self->plan->reserve_bytes : self->rules->serve_reserve_bytes;
  if (!is_given)
    {
      items->bytes[WEFT_MEMORY_ACTIVATIONS] = count_activations (self, stage);
      items->bytes[WEFT_MEMORY_BUFFERS] = is_group ? self->rules->serve_group_bytes : 0;
    }
}

/* --- the KV cache --- */

double
weft_serving_count_request (const WeftServingCount *self,
                            guint                   stage,
                            double                  tokens)
{
  double bytes = 0;

  for (guint i = 0; i < self->shape->n_sorts; i++)
    {
      const WeftLlmLayer *layer = &self->shape->sort[i];
      double entries = weft_memory_kv_heads (layer, self->attention_ranks) * layer->kv_head_elements
                       * MIN (tokens, layer->window);
      double state = layer->heads * layer->state_elements / self->attention_ranks;

      bytes += count_layers (self, stage, i) * (entries * self->kv_bytes + state * self->rules->linear_state_bytes);
    }
  return bytes;
}

double
weft_serving_count_token (const WeftServingCount *self,
                          guint                   stage)
{
  return weft_serving_count_request (self, stage, 1) - weft_serving_count_request (self, stage, 0);
}

static double
room_of (const WeftServingCount *self,
         guint                   stage)
{
  WeftMemoryItems items;

  weft_serving_count_items (self, stage, &items);
  return weft_memory_items_free (&items);
}

static double
batch_of (const WeftServingCount *self,
          double                  room,
          double                  request)
{
  if (room < 0)
    return 0;
  return request > 0 ? floor (room / request) * self->pool->dp_attention : INFINITY;
}

/* --- public --- */

/**
 * weft_serving_memory_stage: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @kind: which of its pools
 * @capacity_bytes: what a chip has
 * @stage: a pipeline stage, from 0
 * @items: (out): what a chip of the stage holds with the plan's requests
 */
void
weft_serving_memory_stage (const WeftMemoryShape *shape,
                           const WeftMemoryRules *rules,
                           const WeftServingPlan *plan,
                           WeftServingPoolKind    kind,
                           double                 capacity_bytes,
                           guint                  stage,
                           WeftMemoryItems       *items)
{
  WeftServingCount count;

  weft_serving_count_init (&count, shape, rules, plan, kind, capacity_bytes);
  weft_serving_count_items (&count, stage, items);
  items->bytes[WEFT_MEMORY_KV]
      = count.group_requests * weft_serving_count_request (&count, stage, count.request_tokens);
}

/* Notes the stage where it has room for fewest tokens, and where for fewest requests or as few with less left. */
static void
note_room (WeftServingMemory      *memory,
           const WeftServingCount *count,
           guint                   stage)
{
  double room = room_of (count, stage);
  double request = weft_serving_count_request (count, stage, count->request_tokens);
  double token = weft_serving_count_token (count, stage);
  double batch = batch_of (count, room, request);
  double tokens = token > 0 ? MAX (0, floor (room / (token * count->block_tokens)) * count->block_tokens) : INFINITY;

  if (stage == 0 || tokens < memory->room_tokens)
    {
      memory->room_tokens = tokens;
      memory->token_bytes = token;
    }
  if (stage == 0 || batch < memory->max_batch || (batch == memory->max_batch && room < memory->room_bytes))
    {
      memory->max_batch = batch;
      memory->room_bytes = room;
      memory->request_bytes = request;
    }
}

/**
 * weft_serving_memory_worst: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @kind: which of its pools
 * @capacity_bytes: what a chip has
 * @memory: (out): to fill
 *
 * KV cache of a stage is that of its own layers: with two stages each token takes half, and twice as many fit.
 */
void
weft_serving_memory_worst (const WeftMemoryShape *shape,
                           const WeftMemoryRules *rules,
                           const WeftServingPlan *plan,
                           WeftServingPoolKind    kind,
                           double                 capacity_bytes,
                           WeftServingMemory     *memory)
{
  WeftServingCount count;

  weft_serving_count_init (&count, shape, rules, plan, kind, capacity_bytes);
  memory->request_tokens = count.request_tokens;
  memory->stage = 0;
  for (guint i = 0; i < count.pool->pp; i++)
    {
      WeftMemoryItems items;

      weft_serving_count_items (&count, i, &items);
      items.bytes[WEFT_MEMORY_KV] = count.group_requests * weft_serving_count_request (&count, i, count.request_tokens);
      if (i == 0 || weft_memory_items_free (&items) < weft_memory_items_free (&memory->items))
        {
          memory->items = items;
          memory->stage = i;
        }
      note_room (memory, &count, i);
    }
}

/**
 * weft_serving_memory_fits: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @capacity_bytes: what a chip has
 *
 * Returns: whether all chips of all its pools hold what they must
 */
gboolean
weft_serving_memory_fits (const WeftMemoryShape *shape,
                          const WeftMemoryRules *rules,
                          const WeftServingPlan *plan,
                          double                 capacity_bytes)
{
  WeftServingMemory memory;

  weft_serving_memory_worst (shape, rules, plan, WEFT_POOL_DECODE, capacity_bytes, &memory);
  if (!weft_memory_items_fit (&memory.items))
    return FALSE;
  if (!plan->separate_prefill)
    return TRUE;
  weft_serving_memory_worst (shape, rules, plan, WEFT_POOL_PREFILL, capacity_bytes, &memory);
  return weft_memory_items_fit (&memory.items);
}

static gboolean
holds (const WeftServingCount *count,
       double                  tokens)
{
  for (guint i = 0; i < count->pool->pp; i++)
    if (count->group_requests * weft_serving_count_request (count, i, tokens) > room_of (count, i))
      return FALSE;
  return TRUE;
}

/**
 * weft_serving_memory_max_context: (skip)
 * @shape: the plan's model
 * @rules: constants
 * @plan: a plan that is whole
 * @kind: which of its pools
 * @capacity_bytes: what a chip has
 *
 * Whether the model was made for as many is another question.
 *
 * Returns: tokens that each of the plan's requests may have, prompt and answer, in whole blocks
 */
double
weft_serving_memory_max_context (const WeftMemoryShape *shape,
                                 const WeftMemoryRules *rules,
                                 const WeftServingPlan *plan,
                                 WeftServingPoolKind    kind,
                                 double                 capacity_bytes)
{
  WeftServingCount count;
  double low = 0, high = 1;

  weft_serving_count_init (&count, shape, rules, plan, kind, capacity_bytes);
  while (holds (&count, high * count.block_tokens))
    {
      if (high * count.block_tokens > ENDLESS_TOKENS)
        return INFINITY;
      low = high;
      high *= 2;
    }
  while (high - low > 1)
    {
      double middle = floor ((low + high) / 2);

      if (holds (&count, middle * count.block_tokens))
        low = middle;
      else
        high = middle;
    }
  return low * count.block_tokens;
}

/**
 * weft_serving_least_chips: (skip)
 * @model: a model
 * @format: what all its weights are in
 * @capacity_bytes: what a chip has
 *
 * Returns: chips that hold the weights and nothing else, were they split evenly; NAN when something is not known
 */
double
weft_serving_least_chips (const WeftLlmShape *model,
                          const char         *format,
                          double              capacity_bytes)
{
  return ceil (weft_llm_params (model) * weft_llm_dtype_bytes (format) / capacity_bytes);
}
