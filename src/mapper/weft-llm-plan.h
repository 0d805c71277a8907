/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a language model is spread over a machine: tensor, pipeline and data parallelism and which device each rank sits
 * on, with the alternatives and their estimates. */
#pragma once

#include "catalog/weft-llm-shape.h"
#include "design/graph/weft-graph-flatten.h"
#include "mapper/weft-machine-platform.h"

G_BEGIN_DECLS

/**
 * WeftLlmTask: (skip)
 * @is_training: training; else inference
 * @recompute: training: activations are made anew on the way back, and only those between layers are kept
 * @prompt_tokens: tokens of a request's prompt, or of a training sequence
 * @new_tokens: tokens that are made for each request, 0 for prefill alone
 * @batch: requests at once, or sequences of a step
 * @microbatches: pieces that a copy's requests are cut into for the pipeline, 0 to choose
 * @copies: most copies of the model side by side, 0 for as many as the batch can use
 * @dtype: format of the weights, "native" for the model's own
 * @kv_dtype: format of the KV cache, "native" for that of the activations
 * @flop_efficiency: share of a chip's peak that its kernels reach
 * @bandwidth_efficiency: share of its memory bandwidth
 * @launch_s: time that software takes for each task of each rank
 * @overlap_tp: training: share of the tensor ranks' collectives that arithmetic hides
 * @overlap_dp: training: share of the all-reduce of gradients
 * @memory_fill: share of a chip's memory that may be filled
 *
 * What the model is to do, and what its estimate assumes.
 */
typedef struct
{
  gboolean is_training;
  gboolean recompute;
  guint prompt_tokens;
  guint new_tokens;
  guint batch;
  guint microbatches;
  guint copies;
  const char *dtype;
  const char *kv_dtype;
  double flop_efficiency;
  double bandwidth_efficiency;
  double launch_s;
  double overlap_tp;
  double overlap_dp;
  double memory_fill;
} WeftLlmTask;

/**
 * WeftLlmPlan: (skip)
 * @tp: tensor parallelism
 * @pp: pipeline stages
 * @dp: copies of the model
 * @microbatches: pieces of a copy's requests, or sequences, that follow one another through the stages
 * @devices: [@tp × @pp × @dp] device of the platform of each rank: copy-major, then stage, then tensor rank
 * @n_tasks: tasks of the graph of one pass with this plan: TP (5 L + 2) + TP (PP − 1) a copy, and a source
 * @time_s: estimated time of the whole task
 * @compute_s: its part for arithmetic and memory, and for launches
 * @tp_comm_s: its part for collectives of tensor ranks
 * @pp_comm_s: its part between stages
 * @dp_comm_s: its part for the all-reduce of gradients
 * @bubble_s: its part that stages wait
 * @step_s: time from one new token to the next, 0 without any
 * @memory_bytes: what the fullest device has to hold
 * @capacity_bytes: what may be filled of that device
 * @is_inside: every tensor group lies in one scale-up island
 * @fits: the memory suffices on every device
 * @why: why it is not chosen, or why it is: a translated sentence
 */
typedef struct
{
  guint tp;
  guint pp;
  guint dp;
  guint microbatches;
  guint32 *devices;
  guint64 n_tasks;
  double time_s;
  double compute_s;
  double tp_comm_s;
  double pp_comm_s;
  double dp_comm_s;
  double bubble_s;
  double step_s;
  double memory_bytes;
  double capacity_bytes;
  gboolean is_inside;
  gboolean fits;
  char *why;
} WeftLlmPlan;

/* What counts when nothing is said, see the .c. */
WEFT_API gboolean   weft_llm_task_init (WeftLlmTask         *task,
                                        gboolean             is_training,
                                        WeftInventory       *inventory,
                                        GError             **error);
/* What the estimate assumes, in translated sentences. (transfer full) (element-type utf8) */
WEFT_API GPtrArray *weft_llm_task_notes (const WeftLlmTask  *task);

/* The plans, the best first; those that do not fit stand last. @flat: (nullable): the machine of the platform;
 * @use_all: only plans with every accelerator. NULL and a WEFT_MAPPER_ERROR when none fits: the message names what is
 * lacking. (transfer full) (element-type WeftLlmPlan) */
WEFT_API GPtrArray *weft_llm_plans     (const WeftLlmShape  *shape,
                                        const WeftLlmTask   *task,
                                        WeftPlatform        *platform,
                                        const WeftFlat      *flat,
                                        WeftInventory       *inventory,
                                        gboolean             use_all,
                                        GCancellable        *cancellable,
                                        GError             **error);
WEFT_API void       weft_llm_plan_free (WeftLlmPlan         *plan);

G_END_DECLS
