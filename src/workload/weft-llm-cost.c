/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of a language model cost on one tensor rank: 2 operations a parameter and token, scores by the
 * pairs that are looked at, and memory traffic of kernels that read each operand and write each result once. */
#include "workload/weft-llm-cost.h"

#include <math.h>
#include <string.h>

/* Index and weight of a chosen expert. */
#define CHOICE_BYTES 8.0

/* A rank's shares. What does not divide is rounded up: the fullest rank is the one that all wait for. */
typedef struct
{
  double heads;
  double kv_heads;
  double dense_width;
  double moe_ffn;
  double input_params;
  double output_params;
  double dense_params;
  double expert_params;
} Share;

static double
share_of (double whole, guint tp)
{
  return ceil (whole / tp);
}

/* Heads are dealt out whole; KV heads that do not suffice are on several ranks. */
static Share
take_share (const WeftLlmSetup *setup, const WeftLlmLayer *layer)
{
  const WeftLlmShape *shape = setup->shape;
  double matrices = shape->gated_ffn ? 3 : 2;
  Share share = {
    .heads = share_of (layer->heads, setup->tp),
    .kv_heads = share_of (layer->kv_heads, setup->tp),
    .dense_width = share_of (layer->dense_width, setup->tp),
    .moe_ffn = layer->kind.is_moe ? share_of (shape->moe_ffn, setup->tp) : 0,
  };

  share.input_params = layer->joint_params + share.heads * layer->head_params
                       + share.kv_heads * layer->kv_head_params;
  share.output_params = share.heads * layer->v_dim * shape->hidden;
  share.dense_params = matrices * shape->hidden * share.dense_width;
  share.expert_params = matrices * shape->hidden * share.moe_ffn;
  return share;
}

static double
count_tokens (const WeftLlmPass *pass)
{
  return pass->sequences * pass->tokens;
}

static double
stream_bytes (const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  return count_tokens (pass) * setup->shape->hidden * setup->activation_bytes;
}

/* --- attention --- */

/* Entries of earlier passes that a pass looks at in the cache of each sequence. */
static double
old_entries (const WeftLlmPass *pass, double window)
{
  return MIN (pass->context, MAX (window - 1, 0));
}

/* Entries of the cache that a pass looks at, in each sequence. */
static double
seen_entries (const WeftLlmPass *pass, double window)
{
  return pass->tokens + old_entries (pass, window);
}

static double
score_flops (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass, const Share *share)
{
  /* Single tokens are cheapest against the cache as it is, which is compressed with latent attention. */
  gboolean is_single = pass->tokens == 1;
  double qk_dim = is_single ? layer->decode_qk_dim : layer->qk_dim;
  double v_dim = is_single ? layer->decode_v_dim : layer->v_dim;

  if (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    return count_tokens (pass) * share->heads * layer->state_flops;
  return pass->sequences * share->heads * weft_llm_pairs (pass->context, pass->tokens, layer->window) * 2
         * (qk_dim + v_dim);
}

static WeftTaskCost
attention_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass)
{
  Share share = take_share (setup, layer);
  double tokens = count_tokens (pass);
  double entry_bytes = share.kv_heads * layer->kv_head_elements * setup->kv_bytes;
  double state_bytes = pass->sequences * share.heads * layer->state_elements * setup->activation_bytes;
  double output = tokens * share.heads * layer->v_dim * setup->activation_bytes;
  /* What was in the cache before; the new tokens' entries are at hand. */
  double old_bytes = pass->sequences * old_entries (pass, layer->window) * entry_bytes;
  double inner = tokens * (share.heads * layer->qk_dim + share.kv_heads * layer->kv_head_elements)
                 * setup->activation_bytes;
  WeftTaskCost cost = {
    .bytes_read = share.input_params * setup->weight_bytes + stream_bytes (setup, pass) + state_bytes
                  + pass->sequences * seen_entries (pass, layer->window) * entry_bytes,
    .bytes_written = tokens * entry_bytes + state_bytes + output,
    .working_set_bytes = stream_bytes (setup, pass) + inner + output,
    .region_bytes_read = old_bytes + (pass->context > 0 ? state_bytes : 0),
    .region_bytes_written = tokens * entry_bytes + state_bytes,
  };

  cost.flops[setup->dtype] = 2 * tokens * (share.input_params + layer->norm_params / 2);
  cost.flops[setup->wide_dtype] += score_flops (setup, layer, pass, &share);
  return cost;
}

static WeftTaskCost
projection_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass)
{
  Share share = take_share (setup, layer);
  double input = count_tokens (pass) * share.heads * layer->v_dim * setup->activation_bytes;
  WeftTaskCost cost = {
    .bytes_read = share.output_params * setup->weight_bytes + input,
    .bytes_written = stream_bytes (setup, pass),
    .working_set_bytes = input + stream_bytes (setup, pass),
  };

  cost.flops[setup->dtype] = 2 * count_tokens (pass) * share.output_params;
  return cost;
}

/* Two kernels in one task. */
static WeftTaskCost
join (WeftTaskCost a, WeftTaskCost b)
{
  a.bytes_read += b.bytes_read;
  a.bytes_written += b.bytes_written;
  a.working_set_bytes = MAX (a.working_set_bytes, b.working_set_bytes);
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    a.flops[d] += b.flops[d];
  return a;
}

/* --- feed-forward blocks --- */

/* A block that @tokens go through: its inner activations are written and read once. */
static WeftTaskCost
block_cost (const WeftLlmSetup *setup, double tokens, double params, double read_bytes, double width)
{
  double inner = tokens * width * setup->activation_bytes;
  double outer = tokens * setup->shape->hidden * setup->activation_bytes;
  WeftTaskCost cost = {
    .bytes_read = read_bytes + outer + inner,
    .bytes_written = inner + outer,
    .working_set_bytes = 2 * outer + inner,
  };

  cost.flops[setup->dtype] = 2 * tokens * params;
  return cost;
}

static WeftTaskCost
feed_forward_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass)
{
  Share share = take_share (setup, layer);

  return block_cost (setup, count_tokens (pass), share.dense_params + layer->norm_params / 2,
                     share.dense_params * setup->weight_bytes, share.dense_width);
}

static WeftTaskCost
router_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass)
{
  double tokens = count_tokens (pass);
  double choices = tokens * setup->shape->experts_per_token * CHOICE_BYTES;
  WeftTaskCost cost = {
    .bytes_read = layer->router_params * setup->wide_bytes + stream_bytes (setup, pass),
    .bytes_written = stream_bytes (setup, pass) + choices,
    .working_set_bytes = 2 * stream_bytes (setup, pass) + choices,
  };

  cost.flops[setup->wide_dtype] = 2 * tokens * (layer->router_params + layer->norm_params / 2);
  return cost;
}

static WeftTaskCost
experts_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass)
{
  const WeftLlmShape *shape = setup->shape;
  Share share = take_share (setup, layer);
  double tokens = count_tokens (pass);
  double read = weft_llm_touched_experts (shape, tokens) * share.expert_params * setup->expert_bytes;
  WeftTaskCost chosen = block_cost (setup, tokens * shape->experts_per_token, share.expert_params, read,
                                    share.moe_ffn);

  if (share.dense_width == 0)
    return chosen;
  return join (chosen, block_cost (setup, tokens, share.dense_params, share.dense_params * setup->weight_bytes,
                                   share.dense_width));
}

/* --- outside of layers --- */

/* Each rank looks up the tokens of its rows, and their sum is the embedding. */
static WeftTaskCost
embedding_cost (const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  double rows = count_tokens (pass) * (setup->shape->learned_positions ? 2 : 1);

  return (WeftTaskCost) {
    .bytes_read = rows * setup->shape->hidden * setup->wide_bytes / setup->tp,
    .bytes_written = stream_bytes (setup, pass),
    .working_set_bytes = stream_bytes (setup, pass),
    .comm = setup->tp > 1 ? WEFT_COMM_ALL_REDUCE : WEFT_COMM_NONE,
    .comm_bytes = setup->tp > 1 ? stream_bytes (setup, pass) : 0,
  };
}

static WeftTaskCost
head_cost (const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  const WeftLlmShape *shape = setup->shape;
  double tokens = pass->sequences * (pass->all_logits ? pass->tokens : 1);
  double input = tokens * shape->hidden * setup->activation_bytes;
  double logits = tokens * share_of (shape->vocab, setup->tp) * setup->activation_bytes;
  WeftTaskCost cost = {
    .bytes_read = weft_llm_part_params (setup, NULL, WEFT_LLM_HEAD) * setup->wide_bytes + input,
    .bytes_written = logits,
    .working_set_bytes = input + logits,
  };

  cost.flops[setup->wide_dtype] = 2 * tokens * weft_llm_part_params (setup, NULL, WEFT_LLM_HEAD);
  return cost;
}

static WeftTaskCost
reduce_cost (const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  double bytes = stream_bytes (setup, pass);

  return (WeftTaskCost) {
    .bytes_read = 2 * bytes,
    .bytes_written = bytes,
    .working_set_bytes = 2 * bytes,
    .comm = setup->tp > 1 ? WEFT_COMM_ALL_REDUCE : WEFT_COMM_NONE,
    .comm_bytes = setup->tp > 1 ? bytes : 0,
  };
}

/* --- public --- */

static gboolean
take_dtype (WeftLlmSetup *setup, const char *dtype)
{
  double bytes = weft_llm_dtype_bytes (dtype);
  gboolean is_wide = g_str_equal (dtype, "fp32");

  if (isnan (bytes))
    return FALSE;
  setup->wide_dtype = is_wide ? WEFT_DTYPE_FP32 : WEFT_DTYPE_BF16;
  setup->dtype = setup->wide_dtype;
  if (g_str_equal (dtype, "fp8"))
    setup->dtype = WEFT_DTYPE_FP8;
  else if (g_str_equal (dtype, "int8"))
    setup->dtype = WEFT_DTYPE_INT8;
  setup->wide_bytes = setup->activation_bytes = is_wide ? 4 : 2;
  setup->expert_bytes = bytes;
  /* Models in MXFP4 have nothing but their experts in it. */
  setup->weight_bytes = g_str_equal (dtype, "mxfp4") && setup->shape->experts > 0 ? setup->wide_bytes : bytes;
  return TRUE;
}

/**
 * weft_llm_setup_init: (skip)
 * @setup: to fill
 * @shape: the model, which outlives @setup
 * @tp: tensor ranks, from 1
 * @dtype: the format of weights, or "native"
 * @kv_dtype: the format of the cache, or "native"
 *
 * Formats of 8 bits compute in 8 bits; narrower ones are unpacked to 16 bits first. Embedding, head, router, scores and
 * activations have 16 bits, or 32 with weights of 32.
 *
 * Returns: FALSE when a format is not known
 */
gboolean
weft_llm_setup_init (WeftLlmSetup       *setup,
                     const WeftLlmShape *shape,
                     guint               tp,
                     const char         *dtype,
                     const char         *kv_dtype)
{
  *setup = (WeftLlmSetup) { .shape = shape, .tp = tp };
  if (g_str_equal (dtype, "native"))
    dtype = *shape->native_dtype != '\0' ? shape->native_dtype : "bf16";
  if (!take_dtype (setup, dtype))
    return FALSE;
  setup->kv_bytes = g_str_equal (kv_dtype, "native") ? setup->activation_bytes : weft_llm_dtype_bytes (kv_dtype);
  return !isnan (setup->kv_bytes);
}

/**
 * weft_llm_part_kernel: (skip)
 * @part: a part
 * @layer: (nullable): the layer that it is in
 *
 * Returns: what its tasks are called
 */
const char *
weft_llm_part_kernel (WeftLlmPart         part,
                      const WeftLlmLayer *layer)
{
  static const char *const kernels[WEFT_LLM_N_PARTS] = {
    "embedding", "attention", "projection", "all_reduce", "feed_forward", "router", "experts", "head", "send",
  };

  if (part == WEFT_LLM_ATTENTION && layer != NULL && layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    return "linear_attention";
  return kernels[part];
}

static WeftTaskCost
part_cost (const WeftLlmSetup *setup, const WeftLlmLayer *layer, const WeftLlmPass *pass, WeftLlmPart part)
{
  switch (part)
    {
    case WEFT_LLM_EMBEDDING:
      return embedding_cost (setup, pass);
    case WEFT_LLM_ATTENTION:
      return layer->kind.is_moe
               ? join (attention_cost (setup, layer, pass), projection_cost (setup, layer, pass))
               : attention_cost (setup, layer, pass);
    case WEFT_LLM_PROJECTION:
      return projection_cost (setup, layer, pass);
    case WEFT_LLM_REDUCE:
      return reduce_cost (setup, pass);
    case WEFT_LLM_FEED_FORWARD:
      return feed_forward_cost (setup, layer, pass);
    case WEFT_LLM_ROUTER:
      return router_cost (setup, layer, pass);
    case WEFT_LLM_EXPERTS:
      return experts_cost (setup, layer, pass);
    case WEFT_LLM_HEAD:
      return head_cost (setup, pass);
    case WEFT_LLM_SEND:
    case WEFT_LLM_N_PARTS:
    default:
      return (WeftTaskCost) { .comm = WEFT_COMM_SEND, .comm_bytes = stream_bytes (setup, pass) };
    }
}

/**
 * weft_llm_cost: (skip)
 * @setup: a model as it is run
 * @layer: (nullable): the layer that the part is in
 * @pass: what goes through it
 * @part: a part
 *
 * A matrix takes 2 operations a parameter and token; the norms count as 2 as well. Each query takes 2 × (size of a key
 * + size of a value) operations a head for each token that it looks at (see weft_llm_pairs()); scores stay on the chip
 * (Dao et al., FlashAttention, 2022). The cache is read as far as a pass looks at it, and new entries are written.
 *
 * Returns: what the part costs on one rank
 */
WeftTaskCost
weft_llm_cost (const WeftLlmSetup *setup,
               const WeftLlmLayer *layer,
               const WeftLlmPass  *pass,
               WeftLlmPart         part)
{
  WeftTaskCost cost = part_cost (setup, layer, pass, part);

  cost.kernel = weft_llm_part_kernel (part, layer);
  return cost;
}

/**
 * weft_llm_output_bytes: (skip)
 * @setup: a model as it is run
 * @layer: (nullable): the layer that the part is in
 * @pass: what goes through it
 * @part: a part
 *
 * Returns: bytes that it hands on to the next part of its rank: the output of heads before their projection, else the
 *   activations
 */
double
weft_llm_output_bytes (const WeftLlmSetup *setup,
                       const WeftLlmLayer *layer,
                       const WeftLlmPass  *pass,
                       WeftLlmPart         part)
{
  if (part == WEFT_LLM_ATTENTION && !layer->kind.is_moe)
    return count_tokens (pass) * take_share (setup, layer).heads * layer->v_dim * setup->activation_bytes;
  return stream_bytes (setup, pass);
}

/**
 * weft_llm_pairs: (skip)
 * @context: tokens before
 * @tokens: new tokens
 * @window: most tokens that one looks at, itself included
 *
 * The new token i, from 1, looks at min (@context + i, @window) tokens. Without context and window that is t (t + 1) /
 * 2: causal attention costs (t + 1) / 2t of the full square.
 *
 * Returns: how many pairs
 */
double
weft_llm_pairs (double context,
                double tokens,
                double window)
{
  double growing = CLAMP (window - context, 0, tokens);
  double pairs = growing * context + growing * (growing + 1) / 2;

  return growing < tokens ? pairs + (tokens - growing) * window : pairs;
}

/**
 * weft_llm_touched_experts: (skip)
 * @shape: a model with experts
 * @tokens: tokens that choose
 *
 * E (1 − (1 − k / E)^t) for t tokens that choose k of E experts each, evenly and without regard to each other.
 *
 * Returns: the expected number of different experts, at most all
 */
double
weft_llm_touched_experts (const WeftLlmShape *shape,
                          double              tokens)
{
  return shape->experts * -expm1 (tokens * log1p (-shape->experts_per_token / shape->experts));
}

/**
 * weft_llm_part_params: (skip)
 * @setup: a model as it is run
 * @layer: (nullable): the layer that the part is in
 * @part: a part
 *
 * Returns: parameters of the part that one rank holds: all experts' shares among them
 */
double
weft_llm_part_params (const WeftLlmSetup *setup,
                      const WeftLlmLayer *layer,
                      WeftLlmPart         part)
{
  const WeftLlmShape *shape = setup->shape;
  Share share = layer != NULL ? take_share (setup, layer) : (Share) { 0 };

  switch (part)
    {
    case WEFT_LLM_EMBEDDING:
      return (share_of (shape->vocab, setup->tp)
              + (shape->learned_positions ? share_of (shape->max_len, setup->tp) : 0))
             * shape->hidden;
    case WEFT_LLM_ATTENTION:
      return share.input_params + layer->norm_params / 2 + (layer->kind.is_moe ? share.output_params : 0);
    case WEFT_LLM_PROJECTION:
      return share.output_params;
    case WEFT_LLM_FEED_FORWARD:
      return share.dense_params + layer->norm_params / 2;
    case WEFT_LLM_ROUTER:
      return layer->router_params + layer->norm_params / 2;
    case WEFT_LLM_EXPERTS:
      return shape->experts * share.expert_params + share.dense_params;
    case WEFT_LLM_HEAD:
      return (share_of (shape->vocab, setup->tp) + 1) * shape->hidden;
    case WEFT_LLM_REDUCE:
    case WEFT_LLM_SEND:
    case WEFT_LLM_N_PARTS:
    default:
      return 0;
    }
}

/**
 * weft_llm_layer_parts: (skip)
 * @layer: a layer
 * @parts: (array fixed-size=5): what its five tasks on a rank are, in their order
 *
 * Attention, projection, all-reduce, feed-forward block, all-reduce; with experts attention and projection in one, then
 * all-reduce, router, experts, all-reduce. Experts are cut among the ranks of a tensor group as dense blocks are. Since
 * each rank has all tokens after the first all-reduce, none has to be sent to its experts, and the second all-reduce
 * brings the experts' parts together.
 */
void
weft_llm_layer_parts (const WeftLlmLayer *layer,
                      WeftLlmPart         parts[WEFT_LLM_LAYER_PARTS])
{
  static const WeftLlmPart dense[] = {
    WEFT_LLM_ATTENTION, WEFT_LLM_PROJECTION, WEFT_LLM_REDUCE, WEFT_LLM_FEED_FORWARD, WEFT_LLM_REDUCE,
  };
  static const WeftLlmPart moe[] = {
    WEFT_LLM_ATTENTION, WEFT_LLM_REDUCE, WEFT_LLM_ROUTER, WEFT_LLM_EXPERTS, WEFT_LLM_REDUCE,
  };

  memcpy (parts, layer->kind.is_moe ? moe : dense, sizeof dense);
}

/**
 * weft_llm_rank_params: (skip)
 * @setup: a model as it is run
 * @layer: a layer
 *
 * Returns: parameters of the layer that one rank holds
 */
double
weft_llm_rank_params (const WeftLlmSetup *setup,
                      const WeftLlmLayer *layer)
{
  WeftLlmPart parts[WEFT_LLM_LAYER_PARTS];
  double sum = 0;

  weft_llm_layer_parts (layer, parts);
  for (guint i = 0; i < WEFT_LLM_LAYER_PARTS; i++)
    sum += weft_llm_part_params (setup, layer, parts[i]);
  return sum;
}

/**
 * weft_llm_rank_weight_bytes: (skip)
 * @setup: a model as it is run
 * @layer: a layer
 *
 * Returns: bytes of the weights that one rank holds of it
 */
double
weft_llm_rank_weight_bytes (const WeftLlmSetup *setup,
                            const WeftLlmLayer *layer)
{
  Share share = take_share (setup, layer);
  double experts = layer->kind.is_moe ? setup->shape->experts * share.expert_params : 0;

  return (share.input_params + share.output_params + share.dense_params) * setup->weight_bytes
         + (layer->norm_params + layer->router_params) * setup->wide_bytes + experts * setup->expert_bytes;
}

/**
 * weft_llm_rank_cache_bytes: (skip)
 * @setup: a model as it is run
 * @layer: a layer
 * @sequences: sequences that are kept
 * @tokens: tokens of each
 *
 * Returns: bytes of the KV cache, or of the state of a linear layer, that one rank holds. Latent attention's cache
 *   belongs to all heads, so every rank has it whole
 */
double
weft_llm_rank_cache_bytes (const WeftLlmSetup *setup,
                           const WeftLlmLayer *layer,
                           double              sequences,
                           double              tokens)
{
  Share share = take_share (setup, layer);
  double entries = MIN (tokens, layer->window) * share.kv_heads * layer->kv_head_elements;

  return sequences * (entries * setup->kv_bytes + share.heads * layer->state_elements * setup->activation_bytes);
}
