/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step as the sum of its layers: matrix products bound by weights or arithmetic, attention, collectives, software. */
#include "model/measured/weft-serving-step.h"

#include <math.h>

#include "cost/weft-attention.h"

/* Activations travel in BF16; what goes to experts in the format of their weights, at least a byte each. */
#define ACTIVATION_BYTES 2.0

/* Sums are not cut into shorter parts: filling a multiprocessor would take longer than they do. */
#define LEAST_DEPTH 512.0

/* Sides of the smallest tiles that results are cut into, and rounds of them that leave little of the last one empty. */
#define LEAST_SIDE 64.0
#define ROUNDS 4.0

/* Rows that matrix units take at once. */
#define FEWEST_ROWS 16.0

/* Beyond so many rows of tiles one more makes little difference. */
#define MOST_ROWS 16.0

/* A step on one chip: how layers are shared, and the tokens that the chip works on. */
typedef struct
{
  const WeftServingSystem *system;
  const WeftServingWork *work;
  double shards;     /* chips that share attention and dense blocks */
  double groups;     /* groups of such chips */
  double tp;         /* chips that share experts */
  double ep;
  double requests;   /* of a group */
  double prompts;    /* tokens of prompts of a group */
  double tokens;     /* both */
  double all_tokens; /* of all groups */
} Share;

static Share
share_out (const WeftServingSystem *system,
           const WeftServingPool   *pool,
           const WeftServingWork   *work)
{
  double groups = pool->dp_attention;
  /* Fewer requests than groups: some have one, and the others wait for them. */
  double requests = MAX (work->requests / groups, MIN (work->requests, 1));

  return (Share) {
    .system = system,
    .work = work,
    .shards = pool->tp / groups,
    .groups = groups,
    .tp = pool->tp,
    .ep = pool->ep,
    .requests = requests,
    .prompts = work->prompt_tokens / groups,
    .tokens = requests + work->prompt_tokens / groups,
    .all_tokens = work->requests + work->prompt_tokens,
  };
}

/* --- matrix products --- */

/* Products of one kind, of all layers that have them. */
typedef struct
{
  double count;  /* of layers */
  double groups; /* products of a layer, each with a matrix of its own */
  double m, n, k;
} Products;

/* Parts of sums so that multiprocessors have some rounds of tiles, a power of two; 1 where they have them anyway. */
static double
count_parts (const WeftGemmRates *rates,
             const Products      *products)
{
  double tiles = products->groups * ceil (products->m / LEAST_SIDE) * ceil (products->n / LEAST_SIDE);
  double parts = MIN (ROUNDS * rates->cut.units / tiles, products->k / LEAST_DEPTH);

  return parts >= 2 ? exp2 (floor (log2 (parts))) : 1;
}

/* Where a narrow result leaves multiprocessors idle, its sums are cut into parts that are added up afterwards: as many
 * columns more, of shorter sums. */
static double
split_s (const WeftGemmRates *rates,
         const Products      *products)
{
  double parts = count_parts (rates, products);
  double whole_s = weft_grouped_gemm_s (rates, products->groups, products->m, products->n, products->k, 1, 1);

  if (parts <= 1)
    return whole_s;
  return MIN (whole_s, weft_grouped_gemm_s (rates, products->groups, products->m, products->n * parts,
                                            products->k / parts, 1, 1));
}

/* Tokens of steps fluctuate, so between full rows of tiles a mean of both counts. Fewer tokens than the least row has
 * go through kernels of their own, which compute on as few rows as matrix units take. */
static double
smooth_s (const WeftGemmRates *rates,
          Products             products)
{
  double rows = products.m / LEAST_SIDE;
  double over = rows - floor (rows);
  double few = MAX (products.m, FEWEST_ROWS) / LEAST_SIDE;
  double below_s, above_s;

  if (rows > MOST_ROWS)
    return split_s (rates, &products);
  products.m = ceil (rows) * LEAST_SIDE;
  above_s = split_s (rates, &products);
  if (rows <= 1)
    return above_s * MIN (few, 1);
  if (over <= 0)
    return above_s;
  products.m = floor (rows) * LEAST_SIDE;
  below_s = split_s (rates, &products);
  return below_s + over * (above_s - below_s);
}

/* Arithmetic alone: tiles in rounds as the chip's kernels have them, in an engine. */
static double
arithmetic_s (const Share    *share,
              WeftFormat      format,
              const Products *products)
{
  const WeftGemmRates *rates = &share->system->arithmetic[format];

  if (!(products->count > 0 && products->groups > 0 && products->m > 0))
    return 0;
  return products->count * (rates->n_tiles > 0 ? smooth_s (rates, *products) : split_s (rates, products))
         / share->system->constants.flop_share;
}

/* Reading weights and multiplying by them overlap well when one takes much longer, less so when they are alike, as
 * kernels alone do: see weft_gemm_s(). */
static void
add_products (const Share     *share,
              WeftServingTime *time,
              double           bytes,
              double           compute_s)
{
  double read_s = bytes / (share->system->chip->mem_bw_bytes_s * share->system->constants.bw_share);

  time->weights_s += read_s;
  time->compute_s += sqrt (hypot (read_s * read_s, compute_s * compute_s)) - read_s;
}

/* Queries, keys and values, and what attention puts out. */
static void
add_projections (const Share     *share,
                 WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingModel *model = &system->model;
  double kv_copies = MAX (share->shards / model->most_kv_heads, 1);
  double in = model->joint_params + (model->head_params + model->kv_head_params * kv_copies) / share->shards;
  double out = model->output_params / share->shards;
  Products into = { model->layers, 1, share->tokens, in / model->layers / model->hidden, model->hidden };
  Products from = { model->layers, 1, share->tokens, model->hidden, out / model->layers / model->hidden };

  add_products (share, time, in * model->weight_bytes, arithmetic_s (share, system->format, &into));
  add_products (share, time, out * model->weight_bytes, arithmetic_s (share, system->format, &from));
}

/* A block's first matrices, one of them perhaps a gate, and its last one. */
static double
block_s (const Share *share,
         WeftFormat   format,
         double       layers,
         double       groups,
         double       tokens,
         double       width)
{
  const WeftServingModel *model = &share->system->model;
  Products into = { layers, groups, tokens, (model->ffn_matrices - 1) * width, model->hidden };
  Products from = { layers, groups, tokens, model->hidden, width };

  return arithmetic_s (share, format, &into) + arithmetic_s (share, format, &from);
}

static void
add_experts (const Share     *share,
             WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingModel *model = &system->model;
  double used = weft_serving_distinct_experts (model->experts, model->experts_per_token, share->all_tokens);
  double rows = used > 0 ? share->all_tokens * model->experts_per_token / used : 0;

  add_products (share, time, model->expert_params / share->tp * used / model->experts * model->expert_bytes,
                block_s (share, system->expert_format, model->moe_layers, used / share->ep, rows,
                         model->expert_width * share->ep / share->tp));
}

static void
add_weights (const Share     *share,
             WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingModel *model = &system->model;
  double dense_width = model->dense_width / MAX (model->dense_layers, 1) / share->shards;
  double logits = model->logit_params / share->shards;
  Products routers = { model->layers, 1, share->tokens, model->router_params / model->layers / model->hidden,
                       model->hidden };
  Products head = { 1, 1, MAX (share->requests, 1), logits / model->hidden, model->hidden };

  add_projections (share, time);
  add_products (share, time, model->dense_params / share->shards * model->weight_bytes,
                block_s (share, system->format, model->dense_layers, 1, share->tokens, dense_width));
  add_products (share, time, model->router_params * model->wide_bytes,
                model->moe_layers > 0 ? arithmetic_s (share, WEFT_FORMAT_BF16, &routers) : 0);
  add_products (share, time, logits * model->wide_bytes, arithmetic_s (share, WEFT_FORMAT_BF16, &head));
  if (model->expert_params > 0)
    add_experts (share, time);
}

/* --- attention and activations --- */

/* Mean of what is seen while the context grows evenly from @first to @first + @growth: what a window cuts off is a
 * triangle above it. */
static double
mean_seen (double first,
           double growth,
           double window)
{
  double last = first + growth;

  if (last <= window)
    return first + growth / 2;
  if (first >= window)
    return window;
  return first + growth / 2 - (last - window) * (last - window) / (2 * growth);
}

/* Heads that read their group's KV head again, as early engines do, see no more than the whole group. */
static double
count_kv_reads (const Share                *share,
                const WeftServingAttention *a,
                double                      group_reads)
{
  double own_heads = a->heads / share->shards;
  double own_kv_heads = MAX (a->kv_heads / share->shards, 1);

  return own_kv_heads + group_reads * MAX (own_heads - own_kv_heads, 0);
}

static void
add_attention (const Share     *share,
               WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingConstants *k = &system->constants;
  const WeftChipKernels *kernels = &system->kernels;
  double bw = system->chip->mem_bw_bytes_s * k->kv_bw_share;

  for (guint i = 0; i < system->model.n_attentions; i++)
    {
      const WeftServingAttention *a = &system->model.attention[i];
      double heads = a->heads / share->shards;
      double rate = weft_attention_flops (kernels, WEFT_ATTENTION_BEST, a->prompt_dims / 2) * k->attention_share;
      double seen = mean_seen (share->work->context, share->work->growth, a->window);
      double prompt_seen = mean_seen (share->work->prompt_context, share->work->prompt_growth, a->window);
      double kv_bytes = seen * count_kv_reads (share, a, k->group_reads) * a->kv_bytes + 2 * heads * a->state_bytes;
      double kv_flops = heads * (2 * a->decode_dims * seen + a->state_flops);
      double prompt_flops = heads * (2 * a->prompt_dims * prompt_seen + a->state_flops);

      time->kv_s += a->layers * share->requests * MAX (kv_bytes / bw, kv_flops / rate);
      time->compute_s += a->layers * share->prompts * prompt_flops / rate;
    }
}

static void
add_streams (const Share     *share,
             WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingModel *model = &system->model;

  time->compute_s += model->layers * system->constants.stream_passes * share->tokens * model->hidden * ACTIVATION_BYTES
                     / system->kernels.stream_bytes_s;
}

/* --- links --- */

static void
add_collective (const Share        *share,
                WeftServingTime    *time,
                WeftCollectiveKind  kind,
                double              ranks,
                double              bytes,
                double              count)
{
  const WeftFabric *fabric = &share->system->fabric;
  WeftCommTime spent;

  if (ranks <= 1 || count <= 0)
    return;
  spent = weft_collective_s (fabric, kind, weft_fabric_group (fabric, ranks, 1), bytes, NULL);
  time->latency_s += count * spent.latency_s;
  time->transfer_s += count * spent.transfer_s;
}

/* Attention and each dense block end in an all-reduce over the chips that share them. Experts do so too when all chips
 * see all tokens; where groups have tokens of their own, those travel to their experts and back. */
static void
add_collectives (const Share     *share,
                 WeftServingTime *time)
{
  const WeftServingModel *model = &share->system->model;
  double own_bytes = share->tokens * model->hidden * ACTIVATION_BYTES;
  double all_bytes = share->all_tokens * model->hidden * ACTIVATION_BYTES;
  double dense_layers = model->layers - model->moe_layers;
  gboolean travels = share->groups > 1;

  add_collective (share, time, WEFT_COLLECTIVE_ALL_REDUCE, share->shards, own_bytes, model->layers + dense_layers);
  if (!travels)
    add_collective (share, time, WEFT_COLLECTIVE_ALL_REDUCE, share->tp, all_bytes, model->moe_layers);
  else if (share->ep > 1)
    {
      double copies = MIN (model->experts_per_token, share->ep);
      double sent = own_bytes / share->shards * copies;

      add_collective (share, time, WEFT_COLLECTIVE_ALL_TO_ALL, share->tp,
                      sent * MAX (MIN (model->expert_bytes, ACTIVATION_BYTES), 1) / ACTIVATION_BYTES,
                      model->moe_layers);
      add_collective (share, time, WEFT_COLLECTIVE_ALL_TO_ALL, share->tp, sent, model->moe_layers);
    }
  else
    {
      add_collective (share, time, WEFT_COLLECTIVE_ALL_GATHER, share->tp, all_bytes, model->moe_layers);
      add_collective (share, time, WEFT_COLLECTIVE_REDUCE_SCATTER, share->tp, all_bytes, model->moe_layers);
    }
}

/* From stage to stage, and back to the first one with the token. Each chip of a stage sends its share. Stages stand in
 * one domain as long as the replica does. */
static void
add_hops (const Share           *share,
          const WeftServingPool *pool,
          WeftServingTime       *time)
{
  const WeftFabric *fabric = &share->system->fabric;
  double stages = pool->pp;
  double bytes = share->tokens * share->system->model.hidden * ACTIVATION_BYTES / share->shards;
  gboolean is_inside = share->tp * stages <= fabric->domain_ranks;
  WeftGroup pair = { .ranks = 2, .local = is_inside ? 2 : 1 };
  WeftCommTime hop;

  if (stages <= 1)
    return;
  hop = weft_collective_s (fabric, WEFT_COLLECTIVE_POINT_TO_POINT, pair, bytes, NULL);
  time->latency_s += stages * hop.latency_s;
  time->transfer_s += (stages - 1) * hop.transfer_s;
}

/* --- software --- */

static void
add_host (const Share     *share,
          WeftServingTime *time)
{
  const WeftServingSystem *system = share->system;
  const WeftServingConstants *k = &system->constants;
  double cast_s = MIN (system->model.weight_bytes, system->model.expert_bytes) < ACTIVATION_BYTES ? k->cast_s : 0;

  if (!isnan (share->work->host_s))
    time->host_s += share->work->host_s;
  else
    time->host_s += system->model.layers * (k->layer_s + cast_s) * k->layer_pace + k->step_s
                    + k->request_s * share->requests;
}

/* --- public --- */

/**
 * weft_serving_step:
 * @system: what serves what
 * @pool: how the model is split; its batch and replicas are not looked at
 * @work: what the step does in one replica
 *
 * Each layer reads its weights or computes with them, whichever takes longer; reads keys and values; reduces over the
 * chips that share it; and costs software. With stages it is the way of a micro-batch through all of them: nothing of
 * it runs at once. Experts read those of their weights that tokens go to.
 *
 * Pure and without allocation.
 *
 * Returns: the parts of its time in seconds
 */
WeftServingTime
weft_serving_step (const WeftServingSystem *system,
                   const WeftServingPool   *pool,
                   const WeftServingWork   *work)
{
  Share share = share_out (system, pool, work);
  WeftServingTime time = { 0 };

  add_weights (&share, &time);
  add_attention (&share, &time);
  add_streams (&share, &time);
  add_collectives (&share, &time);
  add_hops (&share, pool, &time);
  add_host (&share, &time);
  return time;
}

/**
 * weft_serving_time_total:
 * @time: parts
 *
 * Returns: their sum in seconds
 */
double
weft_serving_time_total (const WeftServingTime *time)
{
  return time->weights_s + time->kv_s + time->compute_s + time->latency_s + time->transfer_s + time->host_s;
}
