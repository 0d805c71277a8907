/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a language model is spread over a machine: tensor, pipeline and data parallelism and which device each rank sits
 * on, with the alternatives and their estimates. */
#pragma once

#include "catalog/weft-llm-shape.h"
#include "mapper/weft-machine-platform.h"
#include "mapper/weft-schedule.h"

G_BEGIN_DECLS

/**
 * WeftLlmTask: (skip)
 * @is_training: training; else inference
 * @prompt_tokens: tokens of a request's prompt, or of a training sequence
 * @new_tokens: tokens that are made, 0 for prefill alone
 * @batch: requests at once, or sequences of a step
 * @microbatches: pieces that a batch is cut into for the pipeline, 0 to choose
 *
 * What the model is to do.
 */
typedef struct
{
  gboolean is_training;
  guint prompt_tokens;
  guint new_tokens;
  guint batch;
  guint microbatches;
} WeftLlmTask;

/**
 * WeftLlmPlan: (skip)
 * @tp: tensor parallelism
 * @pp: pipeline stages
 * @dp: copies of the model
 * @devices: [@tp × @pp × @dp] device of the platform of each rank: copy-major, then stage, then tensor rank
 * @n_tasks: tasks of the graph with this plan: TP (5 L + 2) + TP (PP − 1) + 1 a copy
 * @time_s: estimated time of the whole task
 * @compute_s: its part for arithmetic and memory
 * @tp_comm_s: its part for collectives of tensor ranks
 * @pp_comm_s: its part between stages
 * @bubble_s: its part that stages wait
 * @memory_bytes: what the fullest device has to hold
 * @is_inside: every tensor group lies in one scale-up island
 * @fits: the memory suffices on every device
 * @why: why it is not chosen, or why it is: a translated sentence
 */
typedef struct
{
  guint tp;
  guint pp;
  guint dp;
  guint32 *devices;
  guint64 n_tasks;
  double time_s;
  double compute_s;
  double tp_comm_s;
  double pp_comm_s;
  double bubble_s;
  double memory_bytes;
  gboolean is_inside;
  gboolean fits;
  char *why;
} WeftLlmPlan;

/* The plans, the best first; those that do not fit stand last. @use_all: only plans with every device. NULL and a
 * WEFT_MAPPER_ERROR when none fits: the message names what is lacking. (transfer full) (element-type WeftLlmPlan) */
WEFT_API GPtrArray *weft_llm_plans     (const WeftLlmShape  *shape,
                                        const WeftLlmTask   *task,
                                        WeftPlatform        *platform,
                                        const WeftFlat      *flat,
                                        WeftInventory       *inventory,
                                        gboolean             use_all,
                                        GError             **error);
WEFT_API void       weft_llm_plan_free (WeftLlmPlan         *plan);

G_END_DECLS
