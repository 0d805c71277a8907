/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counting the memory of a training plan goes through, so that words can show it. */
#pragma once

#include "model/measured/weft-memory-training.h"

G_BEGIN_DECLS

/* One layer of a sort on one chip: parameters, and bytes of a microbatch. */
typedef struct
{
  WeftLayerShare share;
  double whole_bytes;   /* waits for the backward pass when nothing is computed again */
  double kept_bytes;    /* waits for it as the plan has it */
  double working_bytes; /* is there while the layer is at work */
} WeftTrainingLayer;

/* What each parameter takes on a chip, after sharding and offloading. */
typedef struct
{
  double weight;
  double gradient;
  double optimizer;
} WeftTrainingStates;

typedef struct
{
  const WeftMemoryShape *shape;
  const WeftMemoryRules *rules;
  const WeftTrainingPlan *plan;
  double tokens;       /* of a microbatch on a chip */
  double token_ranks;  /* chips that share what is split along the sequence besides */
  double linear_bytes; /* of an element that a product reads */
  double microbatches;
  double ranks;        /* chips that share the states of all but experts */
  double expert_ranks; /* chips that share the states of experts */
  gboolean is_uniform; /* all sorts of layers take the same */
  WeftTrainingStates dense;
  WeftTrainingStates expert;
  WeftTrainingLayer layer[WEFT_MEMORY_MAX_SORTS];
} WeftTrainingCount;


/* What a stage's layers add up to. */
typedef struct
{
  double layers;
  WeftLayerShare share;
  double kept_bytes;
  double working_bytes; /* of the layer that needs most */
} WeftTrainingSum;

void   weft_training_count_init      (WeftTrainingCount       *self,
                                      const WeftMemoryShape   *shape,
                                      const WeftMemoryRules   *rules,
                                      const WeftTrainingPlan  *plan);
void   weft_training_count_sum       (const WeftTrainingCount *self,
                                      guint                    stage,
                                      WeftTrainingSum         *sum);
void   weft_training_count_items     (const WeftTrainingCount *self,
                                      guint                    stage,
                                      const WeftTrainingSum   *sum,
                                      WeftMemoryItems         *items);
/* Microbatches of all the stage's layers that wait for the backward pass at most. */
double weft_training_count_depth     (const WeftTrainingCount *self,
                                      guint                    stage);
/* Parameters of the embedding and of the head on the stage. */
double weft_training_count_embedding (const WeftTrainingCount *self,
                                      guint                    stage);
double weft_training_count_head      (const WeftTrainingCount *self,
                                      guint                    stage);
/* Parameters of the largest part whose weights are gathered as one with ZeRO-3. */
double weft_training_count_unit      (const WeftTrainingCount *self);

/* In weft-memory-activations.c: fills the bytes of a sort's layer. */
void   weft_training_count_layer     (WeftTrainingCount       *self,
                                      guint                    sort);
/* Of the head and its loss. */
double weft_training_count_logits    (const WeftTrainingCount *self,
                                      guint                    stage);
/* Of what is gathered, sent or received. */
double weft_training_count_buffers   (const WeftTrainingCount *self);

G_END_DECLS
