/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a language model is trained: the model, the batch, how it is split over chips, and what the software does. What
 * takes memory and what takes time both follow from it. */
#pragma once

#include "catalog/weft-llm-shape.h"
#include "cost/weft-gemm.h"

G_BEGIN_DECLS

/* What the backward pass computes again instead of keeping it (Korthikanti et al., arXiv 2205.05198, section 5). */
typedef enum
{
  WEFT_RECOMPUTE_NONE,
  WEFT_RECOMPUTE_SELECTIVE, /* scores, softmax, its dropout and attention over values */
  WEFT_RECOMPUTE_FULL,      /* layers keep their inputs only */
  WEFT_N_RECOMPUTES,
} WeftRecompute;

/* What lies in the host's memory, or'ed together. */
typedef enum /*< flags >*/
{
  WEFT_OFFLOAD_NONE = 0,
  WEFT_OFFLOAD_OPTIMIZER = 1 << 0,  /* states, the copy in FP32 and the gradients that the update reads */
  WEFT_OFFLOAD_PARAMETERS = 1 << 1, /* with ZeRO-3 only: the weights between their uses */
  WEFT_OFFLOAD_ACTIVATIONS = 1 << 2, /* inputs of layers, with full recomputation only */
} WeftOffload;

/* Who keeps how much of each parameter with Adam in mixed precision. */
typedef enum
{
  WEFT_STATES_MEGATRON,  /* gradients are summed in FP32: 2 + 4 + 12 bytes (arXiv 2205.05198, section 4) */
  WEFT_STATES_NEMO,      /* gradients in 16 bits, and of the copy in FP32 only what the weight lacks: 2 + 2 + 10 bytes */
  WEFT_STATES_ZERO,      /* gradients are kept in 16 bits: 2 + 2 + 12 bytes (arXiv 1910.02054, section 3.1) */
  WEFT_STATES_DEEPSPEED, /* as DeepSpeed's estimators count: a shard of gradients in FP32 besides, 2 + 2 + 16 bytes */
  WEFT_STATES_FROZEN,    /* weights alone: adapters are trained beside them (LoRA), which are neglected */
  WEFT_N_STATES,
} WeftStates;

/**
 * WeftTrainingPlan:
 * @model: (not nullable): the model; not owned, so that plans of a sweep are copied freely
 * @sequence: tokens of a sequence
 * @global_batch: sequences of a step, over all chips
 * @microbatch: sequences that go through the pipeline together, for each data-parallel replica
 * @tp: tensor parallelism: chips that share each layer, at least 1, as all of these
 * @pp: pipeline stages
 * @dp: data-parallel replicas. Chips = @tp × @pp × @cp × @dp
 * @cp: context parallelism: chips that share each sequence
 * @ep: expert parallelism: chips among the @dp × @cp that share the experts of MoE layers; 1 for dense models
 * @expert_tp: chips that share each expert, 0 for @tp
 * @virtual_stages: chunks of layers on each pipeline stage (interleaving); 1 for none
 * @stage_layers: (nullable) (array length=pp): layers of each stage where they are not spread evenly; not owned. %NULL
 *   spreads them, the first stages having one more where @pp does not divide them
 * @zero_stage: what the chips that hold the same parameters share: 0 nothing, 1 optimizer states (a "distributed
 *   optimizer"), 2 gradients too, 3 weights too (FSDP)
 * @shard: chips that what @zero_stage names is spread over, 0 for all @dp × @cp; less is a hybrid shard (HSDP)
 * @offload: or'ed #WeftOffload
 * @recompute: a #WeftRecompute
 * @recompute_layers: layers of each stage that it is done for, from the first on; 0 for all of them
 * @sequence_parallel: norms, dropout and residuals are split over @tp along the sequence too
 * @flash_attention: scores are never kept
 * @dropout: masks of dropout are kept, as with GPT-3; models since Llama have none
 * @states: a #WeftStates
 * @format: products are computed in it: %WEFT_FORMAT_BF16, or %WEFT_FORMAT_FP8 with master weights in FP32
 * @stack: (nullable): the software, as profiles scope constants by it: "megatron", "nemo", "maxtext", "llm-foundry",
 *   "deepspeed"; not owned, %NULL for the default's
 * @reserve_bytes: of each chip, for context, communicators and what cannot be allocated, as measured; NAN for the
 *   profile's default
 * @overlap_tp: collectives of tensor parallelism run behind products
 * @overlap_dp: gradients are reduced, and weights gathered, behind products
 * @overlap_pp: stages pass activations on behind products
 * @adapters_only: weights are frozen and small adapters trained beside them (LoRA, arXiv 2106.09685): weights have no
 *   gradients and no optimizer states
 * @tokens_per_expert_skew: tokens of the busiest expert over the mean, 1 when they are balanced; 0 for the default's
 *
 * Everything that is asked for lies in here; nothing is searched. weft_training_plan_init() sets what nobody chose.
 */
typedef struct
{
  const WeftLlmShape *model;
  double sequence;
  double global_batch;
  double microbatch;
  guint tp;
  guint pp;
  guint dp;
  guint cp;
  guint ep;
  guint expert_tp;
  guint virtual_stages;
  const guint *stage_layers;
  guint zero_stage;
  guint shard;
  guint offload;
  WeftRecompute recompute;
  guint recompute_layers;
  gboolean sequence_parallel;
  gboolean flash_attention;
  gboolean dropout;
  WeftStates states;
  WeftFormat format;
  const char *stack;
  double reserve_bytes;
  gboolean overlap_tp;
  gboolean overlap_dp;
  gboolean overlap_pp;
  gboolean adapters_only;
  double tokens_per_expert_skew;
} WeftTrainingPlan;

/* One chip, one sequence of the model's length (at most 4,096) a step, BF16, flash attention, nothing else. */
WEFT_API void   weft_training_plan_init         (WeftTrainingPlan       *plan,
                                                 const WeftLlmShape     *model);
/* What cannot be, with both numbers and what to do, in words; NULL for a plan that is whole. Whether it fits is another
 * question. (transfer full) (nullable) */
WEFT_API char  *weft_training_plan_lack         (const WeftTrainingPlan *plan);
/* tp × pp × cp × dp */
WEFT_API double weft_training_plan_chips        (const WeftTrainingPlan *plan);
/* Microbatches of a step for each replica, at least 1. */
WEFT_API double weft_training_plan_microbatches (const WeftTrainingPlan *plan);
/* Layers of a stage, from 0. */
WEFT_API guint  weft_training_plan_stage_layers (const WeftTrainingPlan *plan,
                                                 guint                   stage);
/* "TP8 PP4 CP2 DP16, microbatch 1 of 2,048, selective recomputation" (transfer full) */
WEFT_API char  *weft_training_plan_describe     (const WeftTrainingPlan *plan);

/* "none", "selective", "full" */
WEFT_API const char *weft_recompute_nick        (WeftRecompute           recompute);
WEFT_API gboolean    weft_recompute_parse       (const char             *nick,
                                                 WeftRecompute          *recompute);
/* "megatron", "nemo", "zero", "deepspeed", "frozen" */
WEFT_API const char *weft_states_nick           (WeftStates              states);
WEFT_API gboolean    weft_states_parse          (const char             *nick,
                                                 WeftStates             *states);
/* What a software keeps; WEFT_STATES_MEGATRON for one that is not known, or NULL. */
WEFT_API WeftStates  weft_states_of_stack       (const char             *stack);

G_END_DECLS
