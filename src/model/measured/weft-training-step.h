/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of a training step, part by part, for any plan on any chip. */
#pragma once

#include "model/measured/weft-memory-shape.h"
#include "model/measured/weft-training-plan.h"
#include "model/measured/weft-training-rules.h"

G_BEGIN_DECLS

/**
 * WeftTrainingPart: (skip)
 * @WEFT_TRAINING_PART_PRODUCTS: products of layers, forward and backward
 * @WEFT_TRAINING_PART_ATTENTION: attention over keys, forward and backward
 * @WEFT_TRAINING_PART_ELEMENTWISE: norms, activations, residuals, rotations; sorting tokens by experts
 * @WEFT_TRAINING_PART_CASTS: into a narrow format
 * @WEFT_TRAINING_PART_ENDS: embedding, head and loss
 * @WEFT_TRAINING_PART_RECOMPUTE: the forward pass again
 * @WEFT_TRAINING_PART_TP: collectives of tensor parallelism that are waited for
 * @WEFT_TRAINING_PART_CP: keys and values that are waited for
 * @WEFT_TRAINING_PART_EP: tokens on their way to experts and back that are waited for
 * @WEFT_TRAINING_PART_SCALES: finding the scales of a narrow format together
 * @WEFT_TRAINING_PART_HOST: waiting for the host, which launches kernels more slowly than they run
 * @WEFT_TRAINING_PART_PP: activations on their way to the next stage that are waited for
 * @WEFT_TRAINING_PART_BUBBLE: stages without work at the begin and end
 * @WEFT_TRAINING_PART_DP: gradients and weights that are waited for
 * @WEFT_TRAINING_PART_OPTIMIZER: the update, by memory traffic
 * @WEFT_TRAINING_PART_FIXED: what every step takes on top
 * @WEFT_TRAINING_PART_STRAGGLERS: waiting for the slowest chip
 *
 * What a step's time consists of, on the pipeline stage that takes longest.
 */
typedef enum
{
  WEFT_TRAINING_PART_PRODUCTS,
  WEFT_TRAINING_PART_ATTENTION,
  WEFT_TRAINING_PART_ELEMENTWISE,
  WEFT_TRAINING_PART_CASTS,
  WEFT_TRAINING_PART_ENDS,
  WEFT_TRAINING_PART_RECOMPUTE,
  WEFT_TRAINING_PART_TP,
  WEFT_TRAINING_PART_CP,
  WEFT_TRAINING_PART_EP,
  WEFT_TRAINING_PART_SCALES,
  WEFT_TRAINING_PART_HOST,
  WEFT_TRAINING_PART_PP,
  WEFT_TRAINING_PART_BUBBLE,
  WEFT_TRAINING_PART_DP,
  WEFT_TRAINING_PART_OPTIMIZER,
  WEFT_TRAINING_PART_FIXED,
  WEFT_TRAINING_PART_STRAGGLERS,
  WEFT_N_TRAINING_PARTS,
} WeftTrainingPart;

/* The groups of a plan that send to each other. */
typedef enum
{
  WEFT_TRAINING_GROUP_TP,
  WEFT_TRAINING_GROUP_CP,
  WEFT_TRAINING_GROUP_EP,
  WEFT_TRAINING_GROUP_PP,
  WEFT_TRAINING_GROUP_DP,
  WEFT_N_TRAINING_GROUPS,
} WeftTrainingGroup;

/**
 * WeftTrainingModel: (skip)
 * @layers: the model's layers by sorts
 * @product_params: weights that a token is multiplied with in all layers
 * @head_params: weights of the head's product
 * @all_params: all weights, experts that are not chosen among them
 *
 * What a model's plans have in common, computed once.
 */
typedef struct
{
  WeftMemoryShape layers;
  double product_params;
  double head_params;
  double all_params;
} WeftTrainingModel;

/**
 * WeftTrainingStep: (skip)
 * @step_s: the step's time
 * @part_s: by #WeftTrainingPart; they add up to @step_s
 * @tp_hidden_s: collectives of tensor parallelism that run behind products
 * @cp_hidden_s: keys and values
 * @ep_hidden_s: tokens of experts
 * @pp_hidden_s: what stages pass on
 * @dp_hidden_s: gradients and weights
 * @forward_s: one forward pass of the slowest stage, without what is waited for
 * @stage: the pipeline stage that takes longest, from 0
 * @stage_layers: its layers
 * @microbatches: for each replica
 * @model_flop: FLOP that the step needs, attention counted as causal: half of the square
 * @full_flop: the same, attention counted over the whole square, as Megatron and NVIDIA do
 * @hardware_flop: FLOP that are computed: @model_flop, and what is computed again
 * @model_utilisation: @model_flop over what all chips could compute in the format in that time
 * @full_utilisation: @full_flop over the same
 * @hardware_utilisation: @hardware_flop over the same
 * @tokens_s: tokens a second
 * @chip_tokens_s: tokens a second and chip
 * @groups: by #WeftTrainingGroup: how many chips, how many of them in one scale-up domain
 *
 * What a step takes.
 */
typedef struct
{
  double step_s;
  double part_s[WEFT_N_TRAINING_PARTS];
  double tp_hidden_s;
  double cp_hidden_s;
  double ep_hidden_s;
  double pp_hidden_s;
  double dp_hidden_s;
  double forward_s;
  guint stage;
  double stage_layers;
  double microbatches;
  double model_flop;
  double full_flop;
  double hardware_flop;
  double model_utilisation;
  double full_utilisation;
  double hardware_utilisation;
  double tokens_s;
  double chip_tokens_s;
  WeftGroup groups[WEFT_N_TRAINING_GROUPS];
} WeftTrainingStep;

/* @shape must outlive @self and be whole. */
WEFT_API void        weft_training_model_init (WeftTrainingModel       *self,
                                               const WeftLlmShape      *shape);
/* Allocates nothing, looks nothing up. @plan is whole and of @model; whether it fits is not asked here. */
WEFT_API void        weft_training_step       (const WeftTrainingModel *model,
                                               const WeftTrainingSite  *site,
                                               const WeftTrainingPlan  *plan,
                                               WeftTrainingStep        *step);
/* The time alone. */
WEFT_API double      weft_training_step_s     (const WeftTrainingModel *model,
                                               const WeftTrainingSite  *site,
                                               const WeftTrainingPlan  *plan);
WEFT_API WeftGroup   weft_training_group      (const WeftTrainingSite  *site,
                                               const WeftTrainingPlan  *plan,
                                               WeftTrainingGroup        group);
/* "products" */
WEFT_API const char *weft_training_part_nick  (WeftTrainingPart         part);
/* Translated. */
WEFT_API const char *weft_training_part_label (WeftTrainingPart         part);

G_END_DECLS
