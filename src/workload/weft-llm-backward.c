/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What training adds to the cost of a part: gradients of inputs and of weights, activations that are kept for them, and
 * Adam's step. */
#include "workload/weft-llm-graph-private.h"

/* Adam on each parameter: two moving averages 3 + 4, two corrections 2, root, sum, quotient, step and difference 5. */
#define ADAM_FLOPS 14.0
/* Its values in FP32: two averages, and a copy of the weight where that has fewer bits. */
#define ADAM_VALUES 3.0
#define FP32_BYTES 4.0

static const char *const kernels[WEFT_LLM_N_PARTS] = {
  "embedding_back", "attention_back", "projection_back", "all_reduce", "feed_forward_back", "router_back",
  "experts_back", "head_back", "send",
};

static double
stream_bytes (const WeftLlmSetup *setup, const WeftLlmPass *pass)
{
  return pass->sequences * pass->tokens * setup->shape->hidden * setup->activation_bytes;
}

static double
adam_bytes (const WeftLlmSetup *setup)
{
  return (setup->wide_dtype == WEFT_DTYPE_FP32 ? ADAM_VALUES - 1 : ADAM_VALUES) * FP32_BYTES;
}

/**
 * weft_llm_backward_cost: (skip)
 * @setup: a model as it is run
 * @layer: (nullable): the layer that the part is in
 * @pass: what went through it
 * @part: a part
 * @recompute: activations were not kept
 *
 * Twice the operations of the forward pass, once for gradients of inputs and once for gradients of weights (Kaplan et
 * al., Scaling Laws, 2020, section 2.1), and once more to make activations anew. Operands and the gradient of the
 * output are read, that of the input is written, and gradients of weights are added up.
 *
 * Returns: what the backward pass costs on one rank
 */
WeftTaskCost
weft_llm_backward_cost (const WeftLlmSetup *setup,
                        const WeftLlmLayer *layer,
                        const WeftLlmPass  *pass,
                        WeftLlmPart         part,
                        gboolean            recompute)
{
  WeftTaskCost forward = weft_llm_cost (setup, layer, pass, part);
  WeftTaskCost cost = forward;
  double gradients = weft_llm_part_params (setup, layer, part) * setup->activation_bytes;
  double times = recompute ? 3 : 2;

  cost.region_bytes_read = cost.region_bytes_written = 0;
  cost.kernel = layer != NULL && layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR && part == WEFT_LLM_ATTENTION
                  ? "linear_attention_back" : kernels[part];
  if (part == WEFT_LLM_REDUCE || part == WEFT_LLM_SEND)
    return cost;

  /* A gradient of the table has the rows of the tokens alone. */
  if (part == WEFT_LLM_EMBEDDING)
    gradients = stream_bytes (setup, pass) / setup->tp;
  for (guint d = 0; d < WEFT_N_DTYPES; d++)
    cost.flops[d] *= times;
  cost.bytes_read = forward.bytes_read + forward.bytes_written + gradients;
  cost.bytes_written = stream_bytes (setup, pass) + gradients;
  if (recompute)
    {
      cost.bytes_read += forward.bytes_read;
      cost.bytes_written += forward.bytes_written;
    }
  cost.working_set_bytes = 2 * forward.working_set_bytes;
  cost.comm = part == WEFT_LLM_HEAD && setup->tp > 1 ? WEFT_COMM_ALL_REDUCE : WEFT_COMM_NONE;
  cost.comm_bytes = cost.comm != WEFT_COMM_NONE ? stream_bytes (setup, pass) : 0;
  return cost;
}

/* Elements that a rank keeps of a token, in widths: inputs of products, and what activations are computed of. */
static double
kept_elements (const WeftLlmSetup *setup, const WeftLlmLayer *layer, WeftLlmPart part)
{
  const WeftLlmShape *shape = setup->shape;
  double inner = shape->gated_ffn ? 3 : 2;
  double tp = setup->tp;
  double heads = layer->heads / tp, kv_heads = MAX (layer->kv_heads / tp, 1);
  double hidden = shape->hidden;

  switch (part)
    {
    case WEFT_LLM_ATTENTION:
      return 2 * hidden + heads * layer->qk_dim + kv_heads * layer->kv_head_elements
             + (layer->kind.is_moe ? heads * layer->v_dim : 0);
    case WEFT_LLM_PROJECTION:
      return heads * layer->v_dim;
    case WEFT_LLM_FEED_FORWARD:
      return 2 * hidden + inner * layer->dense_width / tp;
    case WEFT_LLM_ROUTER:
      return 2 * hidden;
    case WEFT_LLM_EXPERTS:
      return inner * (shape->experts_per_token * shape->moe_ffn + layer->dense_width) / tp;
    default:
      return 0;
    }
}

/**
 * weft_llm_kept_bytes: (skip)
 * @setup: a model as it is run
 * @layer: (nullable): the layer that the part is in
 * @pass: what goes through it
 * @part: a part
 * @recompute: only the input of each layer is kept
 *
 * The parts of Korthikanti et al., Reducing Activation Recomputation, 2022, section 4.1, without scores, which stay on
 * the chip, and without dropout.
 *
 * Returns: bytes that one rank keeps for the backward pass
 */
double
weft_llm_kept_bytes (const WeftLlmSetup *setup,
                     const WeftLlmLayer *layer,
                     const WeftLlmPass  *pass,
                     WeftLlmPart         part,
                     gboolean            recompute)
{
  double tokens = pass->sequences * pass->tokens;

  if (part == WEFT_LLM_HEAD)
    return stream_bytes (setup, pass);
  if (layer == NULL)
    return 0;
  if (recompute)
    return part == WEFT_LLM_ATTENTION ? stream_bytes (setup, pass) : 0;
  return tokens * kept_elements (setup, layer, part) * setup->activation_bytes;
}

/**
 * weft_llm_state_bytes: (skip)
 * @setup: a model as it is run
 * @params: parameters of a rank
 * @weight_bytes: bytes of their weights
 *
 * Weights and gradients, and 12 bytes of Adam's values a parameter (Rajbhandari et al., ZeRO, 2020, section 3.1).
 *
 * Returns: bytes that training holds for them
 */
double
weft_llm_state_bytes (const WeftLlmSetup *setup,
                      double              params,
                      double              weight_bytes)
{
  return weight_bytes + params * (setup->activation_bytes + adam_bytes (setup));
}

/**
 * weft_llm_optimizer_cost: (skip)
 * @setup: a model as it is run
 * @params: parameters of a rank
 *
 * Returns: what Adam's step costs for them
 */
WeftTaskCost
weft_llm_optimizer_cost (const WeftLlmSetup *setup,
                         double              params)
{
  return (WeftTaskCost) {
    .kernel = "optimizer",
    .flops = { [WEFT_DTYPE_FP32] = ADAM_FLOPS * params },
    .bytes_read = params * (adam_bytes (setup) + setup->activation_bytes),
    .bytes_written = params * (adam_bytes (setup) + setup->weight_bytes),
  };
}
