/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One microbatch through one layer on one chip, forward and backward: products by size, attention, memory traffic, what is
 * computed again, what is waited for, and what the host needs to launch it all. */
#include "model/measured/weft-training-step-private.h"

#include <math.h>

/* Activations and gradients that are sent, and what norms and residuals read and write. */
#define ELEMENT_BYTES 2

/* Rows that norms and residuals read or write for a token, forward and backward: two norms that read one and write one
 * each; two residuals with their dropout that read two, write one, and half a one for masks. Backward, the same number. */
#define ROWS 11

/* Widths of the feed-forward block that its activation reads and writes forward: one and one; with a gate two and one. */
#define WIDTHS 2
#define GATED_WIDTHS 3
/* Backward: what came in and the gradient of what went out, and the gradient of what came in. */
#define WIDTHS_BACKWARD 3
#define GATED_WIDTHS_BACKWARD 5

/* Queries are turned by their positions, read and written. */
#define TURNS 2

/* Tokens are sorted by experts and back: read and written twice. */
#define SORTS 4

/* Of the host's work for a layer, what its forward pass takes: backward has twice as many products. */
#define HOST_FORWARD (1.0 / 3)

/* The products of a layer on one chip. */
typedef struct
{
  double qkv;          /* columns of the projection before attention */
  double context;      /* rows of the one behind it */
  double inner;        /* columns of the first product of the dense block, 0 without one */
  double width;        /* rows of the second */
  double expert_inner; /* of one expert, 0 without experts */
  double expert_width;
  double experts;      /* on this chip */
  double expert_rows;  /* tokens of each of them */
  double routed;       /* copies of tokens that this chip's experts get */
} Products;

static void
find_products (const WeftTrainingWork *self,
               const WeftLlmLayer     *layer,
               Products               *products)
{
  const WeftLlmShape *model = self->model->layers.model;
  const WeftTrainingPlan *plan = self->plan;
  double hidden = model->hidden;
  double input = layer->joint_params + layer->heads * layer->head_params / plan->tp
                 + weft_memory_kv_heads (layer, plan->tp) * layer->kv_head_params;

  *products = (Products) { 0 };
  products->qkv = input / hidden;
  products->context = layer->output_params / hidden / plan->tp;
  products->width = layer->dense_width / plan->tp;
  products->inner = layer->dense_params / hidden / plan->tp - products->width;
  if (!layer->kind.is_moe)
    return;
  products->expert_width = model->moe_ffn / self->expert_tp;
  products->expert_inner = layer->expert_params / hidden / self->expert_tp - products->expert_width;
  products->experts = MAX (1, model->experts / plan->ep);
  products->routed = self->tokens * model->experts_per_token * self->expert_tp / plan->tp;
  products->expert_rows = products->routed / products->experts;
}

/* --- products --- */

static double
product_s (const WeftTrainingWork *self,
           double                  groups,
           double                  m,
           double                  n,
           double                  k,
           double                  output_bytes)
{
  if (!(m > 0 && n > 0 && k > 0))
    return 0;
  return weft_grouped_gemm_s (&self->rates, groups, m, n, k, self->element_bytes, output_bytes);
}

/* A weight [n, k] with @m rows: forward, the gradient of its input, and its own. @last: what forward takes. */
static double
weight_s (const WeftTrainingWork *self,
          double                  groups,
          double                  m,
          double                  n,
          double                  k,
          double                 *forward_s)
{
  double backward_s = product_s (self, groups, m, k, n, ELEMENT_BYTES);

  *forward_s = product_s (self, groups, m, n, k, ELEMENT_BYTES);
  if (self->trains_all)
    backward_s += product_s (self, groups, n, k, m, self->sum_bytes);
  return *forward_s + backward_s;
}

static double
expert_skew (const WeftTrainingWork *self)
{
  double skew = self->plan->tokens_per_expert_skew;

  return skew > 0 ? skew : self->k[WEFT_TRAINING_EXPERT_SKEW];
}

/* @forward_s: (out): forward part; @last_s: (out): of that, the last product, which recomputation can leave out. */
static double
all_products_s (const WeftTrainingWork *self,
                const Products         *p,
                double                 *forward_s,
                double                 *last_s)
{
  double hidden = self->model->layers.model->hidden;
  double skew = expert_skew (self);
  double f[6];
  double total = weight_s (self, 1, self->tokens, p->qkv, hidden, &f[0])
                 + weight_s (self, 1, self->tokens, hidden, p->context, &f[1])
                 + weight_s (self, 1, self->tokens, p->inner, hidden, &f[2])
                 + weight_s (self, 1, self->tokens, hidden, p->width, &f[3]);

  total += skew * weight_s (self, p->experts, p->expert_rows, p->expert_inner, hidden, &f[4])
           + skew * weight_s (self, p->experts, p->expert_rows, hidden, p->expert_width, &f[5]);
  *last_s = f[3] + skew * f[5];
  *forward_s = f[0] + f[1] + f[2] + skew * f[4] + *last_s;
  return total;
}

/* --- attention --- */

WeftAttentionWork
weft_training_attention_work (const WeftTrainingWork *self,
                              const WeftLlmLayer     *layer)
{
  const WeftTrainingPlan *plan = self->plan;
  gboolean is_windowed = layer->window < plan->sequence;

  return (WeftAttentionWork) {
    .kernel = plan->flash_attention ? (self->k[WEFT_TRAINING_ATTENTION_KERNEL] > 0 ? WEFT_ATTENTION_FLASH2
                                                                                   : WEFT_ATTENTION_BEST)
                                    : WEFT_ATTENTION_PLAIN,
    .sequences = plan->microbatch,
    .heads = layer->heads / plan->tp,
    .kv_heads = weft_memory_kv_heads (layer, plan->tp),
    .qk_dim = layer->qk_dim,
    .v_dim = layer->v_dim,
    .tokens = plan->sequence,
    .context = is_windowed ? MAX (layer->window, 1) : plan->sequence,
    .is_causal = !is_windowed,
  };
}

/* Two passes over the state for each forward one; its rate is that of narrow products. */
static double
state_s (const WeftTrainingWork *self,
         const WeftLlmLayer     *layer)
{
  double flop = self->tokens * layer->heads * layer->state_flops / self->plan->tp;

  return flop / self->wide_rates.rate_flops
         + self->tokens * ELEMENT_BYTES * 2 * layer->output_width / self->plan->tp / self->site->kernels.stream_bytes_s;
}

/* Sequences are shared out so that all chips have as many pairs of queries and keys. */
static double
attention_s (const WeftTrainingWork *self,
             const WeftLlmLayer     *layer,
             double                 *forward_s)
{
  const WeftChipKernels *kernels = &self->site->kernels;
  WeftAttentionWork work = weft_training_attention_work (self, layer);
  double scale = self->plan->flash_attention ? 1 / self->k[WEFT_TRAINING_ATTENTION_SHARE]
                                             : self->k[WEFT_TRAINING_PLAIN_ATTENTION];

  if (layer->kind.attention == WEFT_LLM_ATTENTION_LINEAR)
    {
      *forward_s = state_s (self, layer);
      return 3 * *forward_s;
    }
  scale /= self->plan->cp;
  *forward_s = scale * weft_attention_forward_s (kernels, &work);
  return *forward_s + scale * weft_attention_backward_s (kernels, &work);
}

/* --- traffic --- */

static double
elementwise_s (const WeftTrainingWork *self,
               const WeftLlmLayer     *layer,
               const Products         *p,
               double                 *forward_s)
{
  const WeftLlmShape *model = self->model->layers.model;
  double scale = ELEMENT_BYTES * self->k[WEFT_TRAINING_ELEMENTWISE] / self->site->kernels.stream_bytes_s;
  double rows = ROWS * self->tokens * model->hidden / self->row_ranks
                + TURNS * self->tokens * layer->heads * layer->qk_dim / self->plan->tp;
  double widths = self->tokens * p->width + p->routed * p->expert_width;
  double sorts = SORTS * p->routed * model->hidden / self->row_ranks;

  *forward_s = scale * (rows + (model->gated_ffn ? GATED_WIDTHS : WIDTHS) * widths + sorts);
  return *forward_s
         + scale * (rows + (model->gated_ffn ? GATED_WIDTHS_BACKWARD : WIDTHS_BACKWARD) * widths + sorts);
}

/* What products read and what their outputs' gradients are; the sequence is split where rows are. Weights are cast for
 * each microbatch. */
static double
cast_s (const WeftTrainingWork *self,
        const Products         *p,
        double                 *forward_s)
{
  double hidden = self->model->layers.model->hidden;
  double rows = hidden / self->row_ranks;
  double weights = hidden * (p->qkv + p->context + p->inner + p->width
                             + p->experts * (p->expert_inner + p->expert_width));
  double in = self->tokens * (rows + p->context) + (p->inner > 0 ? self->tokens * (rows + p->width) : 0)
              + p->routed * (rows + p->expert_width);
  double out = self->tokens * (p->qkv + rows) + (p->inner > 0 ? self->tokens * (p->inner + rows) : 0)
               + p->routed * (p->expert_inner + rows);
  double element_s = self->k[WEFT_TRAINING_CAST_BYTES] / self->site->kernels.stream_bytes_s;

  *forward_s = 0;
  if (!self->is_narrow)
    return 0;
  *forward_s = in * element_s
               + weights * self->k[WEFT_TRAINING_WEIGHT_CAST_BYTES] / self->site->kernels.stream_bytes_s;
  return *forward_s + out * element_s;
}

/* --- what is sent --- */

/* Two all-reduces forward and two backward, or the two halves of each with sequence parallelism (arXiv 2205.05198,
 * section 4.2.2). */
static void
add_tensor_parallel (const WeftTrainingWork *self,
                     double                  again,
                     WeftTrainingLayerTime  *time)
{
  double all_s = (4 + 2 * again) * self->row_reduce_s;

  time->tp_hidden_s = self->plan->overlap_tp ? self->k[WEFT_TRAINING_TP_HIDDEN] * all_s : 0;
  time->tp_s = all_s - time->tp_hidden_s;
}

/* Keys and values go round a ring behind attention, and with their gradients backward (arXiv 2310.01889). */
static void
add_context_parallel (const WeftTrainingWork *self,
                      const WeftLlmLayer     *layer,
                      double                  attention_s,
                      WeftTrainingLayerTime  *time)
{
  double cp = self->plan->cp;
  double bytes = self->tokens * ELEMENT_BYTES * weft_memory_kv_heads (layer, self->plan->tp) * layer->kv_head_elements;
  double all_s;

  if (cp <= 1)
    return;
  all_s = 3 * (cp - 1)
          * weft_training_collective_s (self->site, WEFT_COLLECTIVE_POINT_TO_POINT,
                                        self->groups[WEFT_TRAINING_GROUP_CP], bytes);
  time->cp_s = MAX (self->k[WEFT_TRAINING_CP_EXPOSED] * all_s, all_s - attention_s * (cp - 1) / cp);
  time->cp_hidden_s = all_s - time->cp_s;
}

/* There and back, forward and backward. */
static void
add_expert_parallel (const WeftTrainingWork *self,
                     const Products         *p,
                     double                  again,
                     WeftTrainingLayerTime  *time)
{
  double all_s;

  if (self->plan->ep <= 1 || p->experts <= 0)
    return;
  all_s = (4 + 2 * again)
          * weft_training_collective_s (self->site, WEFT_COLLECTIVE_ALL_TO_ALL, self->groups[WEFT_TRAINING_GROUP_EP],
                                        p->routed * ELEMENT_BYTES * self->model->layers.model->hidden
                                            / self->row_ranks);
  time->ep_hidden_s = self->k[WEFT_TRAINING_EP_HIDDEN] * all_s;
  time->ep_s = all_s - time->ep_hidden_s;
}

/* --- all of it --- */

/* Of a layer's forward pass, what is computed again. */
static double
find_again (const WeftTrainingWork *self)
{
  const WeftTrainingPlan *plan = self->plan;
  double layers = self->model->layers.n_layers / (double) plan->pp;

  if (plan->recompute != WEFT_RECOMPUTE_FULL)
    return 0;
  return MIN (self->k[WEFT_TRAINING_RECOMPUTE], 1)
         * (plan->recompute_layers > 0 ? MIN (plan->recompute_layers / layers, 1) : 1);
}

static double
recompute_s (const WeftTrainingWork *self,
             double                  forward_s,
             double                  attention_forward_s,
             double                  last_s)
{
  if (self->plan->recompute == WEFT_RECOMPUTE_SELECTIVE)
    return self->plan->flash_attention ? 0 : attention_forward_s;
  return find_again (self) * (forward_s - (1 - MIN (self->k[WEFT_TRAINING_RECOMPUTE_LAST], 1)) * last_s);
}

static double
host_s (const WeftTrainingWork *self,
        double                  again)
{
  return self->k[WEFT_TRAINING_HOST_S] * (1 + HOST_FORWARD * again)
         * (self->plan->tp > 1 ? 1 + self->k[WEFT_TRAINING_HOST_TP] : 1);
}

void
weft_training_layer_time (const WeftTrainingWork *self,
                          guint                   sort,
                          WeftTrainingLayerTime  *time)
{
  const WeftLlmLayer *layer = &self->model->layers.sort[sort];
  double forward_s, last_s, attention_forward_s, elementwise_forward_s, cast_forward_s, again, busy_s;
  Products products;

  *time = (WeftTrainingLayerTime) { 0 };
  find_products (self, layer, &products);
  time->product_s = all_products_s (self, &products, &forward_s, &last_s);
  time->attention_s = attention_s (self, layer, &attention_forward_s);
  time->elementwise_s = elementwise_s (self, layer, &products, &elementwise_forward_s);
  time->cast_s = cast_s (self, &products, &cast_forward_s);
  time->forward_s = forward_s + attention_forward_s + elementwise_forward_s + cast_forward_s;
  time->recompute_s = recompute_s (self, time->forward_s, attention_forward_s, last_s);
  again = find_again (self);
  add_tensor_parallel (self, again, time);
  add_context_parallel (self, layer, time->attention_s, time);
  add_expert_parallel (self, &products, again, time);
  busy_s = time->product_s + time->attention_s + time->elementwise_s + time->cast_s + time->recompute_s + time->tp_s
           + time->cp_s + time->ep_s;
  time->host_s = MAX (host_s (self, again) - busy_s, 0);
  time->total_s = busy_s + time->host_s;
}

/* --- the ends --- */

static double
host_end_s (const WeftTrainingWork *self)
{
  return self->k[WEFT_TRAINING_HOST_S] * self->k[WEFT_TRAINING_HOST_ENDS];
}

/* Rows are looked up forward and their gradients added backward, both read and written; the parts that chips of tensor
 * parallelism have are summed up. */
double
weft_training_embedding_s (const WeftTrainingWork *self)
{
  double bytes = 2 * 2 * ELEMENT_BYTES * self->tokens * self->model->layers.model->hidden;

  return MAX (bytes / self->site->kernels.stream_bytes_s + self->row_reduce_s, host_end_s (self));
}

double
weft_training_head_s (const WeftTrainingWork *self,
                      double                 *forward_s)
{
  const WeftLlmShape *model = self->model->layers.model;
  double words = model->vocab / self->plan->tp;
  double loss_s = self->tokens * words * self->k[WEFT_TRAINING_LOGIT_BYTES] / self->site->kernels.stream_bytes_s;
  double total_s;

  *forward_s = weft_gemm_s (&self->wide_rates, self->tokens, words, model->hidden, ELEMENT_BYTES, ELEMENT_BYTES);
  total_s = *forward_s + loss_s
            + weft_gemm_s (&self->wide_rates, self->tokens, model->hidden, words, ELEMENT_BYTES, ELEMENT_BYTES);
  if (self->trains_all)
    total_s += weft_gemm_s (&self->wide_rates, words, model->hidden, self->tokens, ELEMENT_BYTES, self->sum_bytes);
  return MAX (total_s, host_end_s (self));
}
