/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training step takes beyond kernels and collectives alone: constants of the profile, and where it runs. */
#pragma once

#include "cost/weft-fabric.h"
#include "cost/weft-gemm.h"
#include "model/measured/weft-memory-rules.h"

G_BEGIN_DECLS

/**
 * WeftTrainingConstant: (skip)
 * @WEFT_TRAINING_RATE_SHARE: products in a whole step, of their rate alone: clocks fall under load. By chip or format
 * @WEFT_TRAINING_ATTENTION_KERNEL: which #WeftAttentionKernel fused attention is. By stack
 * @WEFT_TRAINING_ATTENTION_SHARE: fused attention, of the rate of that kernel alone. By stack
 * @WEFT_TRAINING_PLAIN_ATTENTION: attention that keeps its scores, of what its products and traffic take alone
 * @WEFT_TRAINING_ELEMENTWISE: traffic of norms, activations and residuals, of what their tensors are. By stack
 * @WEFT_TRAINING_CAST_BYTES: traffic for an activation or gradient that is cast into a narrow format
 * @WEFT_TRAINING_WEIGHT_CAST_BYTES: the same for a weight, once a microbatch
 * @WEFT_TRAINING_GRADIENT_BYTES: of a gradient that is reduced. By stack
 * @WEFT_TRAINING_OPTIMIZER_BYTES: traffic of the update for a parameter
 * @WEFT_TRAINING_LOGIT_BYTES: traffic of the loss for a logit, forward and backward
 * @WEFT_TRAINING_EXPERT_SKEW: tokens of the busiest experts over the mean
 * @WEFT_TRAINING_TP_HIDDEN: part of tensor parallelism's collectives that runs behind products. By stack
 * @WEFT_TRAINING_PP_HIDDEN: part of what stages pass on that runs behind products. By stack
 * @WEFT_TRAINING_DP_HIDDEN: part of gradients and weights that can run behind products
 * @WEFT_TRAINING_DP_WINDOW: part of the passes that it can run behind at most
 * @WEFT_TRAINING_SHARD_HIDDEN: the same as @WEFT_TRAINING_DP_HIDDEN where weights are shared out. By stack
 * @WEFT_TRAINING_SHARD_BYTES: traffic of a shared-out weight that is gathered and whose gradient is reduced, on every chip
 *   for each microbatch: into buffers and out of them. By stack
 * @WEFT_TRAINING_EP_HIDDEN: part of what goes to and from experts. By stack
 * @WEFT_TRAINING_CP_EXPOSED: part of keys and values going round that does not hide behind attention
 * @WEFT_TRAINING_RECOMPUTE: part of a layer's forward pass that full recomputation repeats. By stack
 * @WEFT_TRAINING_RECOMPUTE_LAST: whether that has a layer's last product, which nothing needs. By stack
 * @WEFT_TRAINING_HOST_S: the host's work for a layer's forward and backward pass. By stack
 * @WEFT_TRAINING_HOST_TP: part more of it with tensor parallelism
 * @WEFT_TRAINING_HOST_ENDS: part of it for the embedding, and for the head
 * @WEFT_TRAINING_CHUNK_S: what each microbatch takes on top for each chunk of a pipeline stage
 * @WEFT_TRAINING_SCALE_S: what each microbatch and chunk takes on top in a narrow format, for each doubling of the chips of
 *   a stage, which find their scales together. By stack
 * @WEFT_TRAINING_STEP_S: what each step takes on top
 * @WEFT_TRAINING_STRAGGLER: part of a step more for each doubling of chips. By format, and "sharded"
 *
 * What is fitted to measured steps.
 */
typedef enum
{
  WEFT_TRAINING_RATE_SHARE,
  WEFT_TRAINING_ATTENTION_KERNEL,
  WEFT_TRAINING_ATTENTION_SHARE,
  WEFT_TRAINING_PLAIN_ATTENTION,
  WEFT_TRAINING_ELEMENTWISE,
  WEFT_TRAINING_CAST_BYTES,
  WEFT_TRAINING_WEIGHT_CAST_BYTES,
  WEFT_TRAINING_GRADIENT_BYTES,
  WEFT_TRAINING_OPTIMIZER_BYTES,
  WEFT_TRAINING_LOGIT_BYTES,
  WEFT_TRAINING_EXPERT_SKEW,
  WEFT_TRAINING_TP_HIDDEN,
  WEFT_TRAINING_PP_HIDDEN,
  WEFT_TRAINING_DP_HIDDEN,
  WEFT_TRAINING_DP_WINDOW,
  WEFT_TRAINING_SHARD_HIDDEN,
  WEFT_TRAINING_SHARD_BYTES,
  WEFT_TRAINING_EP_HIDDEN,
  WEFT_TRAINING_CP_EXPOSED,
  WEFT_TRAINING_RECOMPUTE,
  WEFT_TRAINING_RECOMPUTE_LAST,
  WEFT_TRAINING_HOST_S,
  WEFT_TRAINING_HOST_TP,
  WEFT_TRAINING_HOST_ENDS,
  WEFT_TRAINING_CHUNK_S,
  WEFT_TRAINING_SCALE_S,
  WEFT_TRAINING_STEP_S,
  WEFT_TRAINING_STRAGGLER,
  WEFT_N_TRAINING_CONSTANTS,
} WeftTrainingConstant;

/* What a constant's scope may be in the profile, behind the "@". */
typedef enum
{
  WEFT_TRAINING_SCOPE_NONE,
  WEFT_TRAINING_SCOPE_CHIP,   /* the chip's id, else the format's nick */
  WEFT_TRAINING_SCOPE_STACK,  /* the plan's stack */
  WEFT_TRAINING_SCOPE_FORMAT, /* the format's nick */
} WeftTrainingScope;

/**
 * WeftTrainingRules: (skip)
 * @k: constants, but for those by format
 * @rate_share: by format
 * @straggler: by format
 * @sharded_straggler: by format, where weights are shared out over all chips
 *
 * The constants of training for one chip and one stack.
 */
typedef struct
{
  double k[WEFT_N_TRAINING_CONSTANTS];
  double rate_share[WEFT_N_FORMATS];
  double straggler[WEFT_N_FORMATS];
  double sharded_straggler;
} WeftTrainingRules;

/**
 * WeftTrainingSite: (skip)
 * @kernels: of the chip, as measured alone
 * @fabric: what joins the chips
 * @memory: constants of memory
 * @rules: constants of training, for one stack
 * @capacity_bytes: memory of a chip
 *
 * Where plans run, and by what software: the same for all plans of a sweep.
 */
typedef struct
{
  WeftChipKernels kernels;
  WeftFabric fabric;
  WeftMemoryRules memory;
  WeftTrainingRules rules;
  double capacity_bytes;
} WeftTrainingSite;

WEFT_API gboolean    weft_training_rules_init (WeftTrainingRules     *self,
                                               WeftProfile           *profile,
                                               const WeftChip        *chip,
                                               const char            *stack,
                                               GError               **error);
/* @stack: (nullable): as in a plan. */
WEFT_API gboolean    weft_training_site_init  (WeftTrainingSite      *self,
                                               WeftInventory         *inventory,
                                               const WeftFabricSite  *site,
                                               const char            *stack,
                                               GError               **error);

WEFT_API const char *weft_training_constant_key   (WeftTrainingConstant constant);
WEFT_API const char *weft_training_constant_unit  (WeftTrainingConstant constant);
WEFT_API WeftTrainingScope weft_training_constant_scope (WeftTrainingConstant constant);

G_END_DECLS
