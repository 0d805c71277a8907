/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All the ways to train a model on so many chips, timed: what fits, and what is fastest. */
#pragma once

#include <gio/gio.h>

#include "model/measured/weft-training-step.h"

G_BEGIN_DECLS

#define WEFT_TRAINING_MAX_CHOICES 64u

/* Numbers to choose from. */
typedef struct
{
  guint n;
  guint value[WEFT_TRAINING_MAX_CHOICES];
} WeftTrainingChoices;

/**
 * WeftTrainingSpace: (skip)
 * @tp: tensor parallelism
 * @pp: pipeline stages
 * @cp: context parallelism
 * @ep: expert parallelism
 * @microbatch: sequences that go through the pipeline together
 * @zero_stage: what replicas share
 * @recompute: #WeftRecompute
 * @interleaves: all counts of chunks that divide the fullest stage's layers, else what the plan has
 *
 * What a sweep tries, every one with every other; data parallelism is what is left of the chips. A choice that has
 * nothing keeps what the plan has.
 */
typedef struct
{
  WeftTrainingChoices tp;
  WeftTrainingChoices pp;
  WeftTrainingChoices cp;
  WeftTrainingChoices ep;
  WeftTrainingChoices microbatch;
  WeftTrainingChoices zero_stage;
  WeftTrainingChoices recompute;
  gboolean interleaves;
} WeftTrainingSpace;

/**
 * WeftTrainingFound: (skip)
 * @plan: a plan
 * @step_s: its step
 * @memory_bytes: what its chips hold at most
 */
typedef struct
{
  WeftTrainingPlan plan;
  double step_s;
  double memory_bytes;
} WeftTrainingFound;

/**
 * WeftTrainingTally: (skip)
 * @plans: plans that divide chips and batch
 * @too_large: those that do not fit, which are not timed
 * @timed: the others
 * @nearest: of the plans that do not fit, the one that lacks least; its step_s is 0. Nothing when @too_large is 0
 */
typedef struct
{
  guint64 plans;
  guint64 too_large;
  guint64 timed;
  WeftTrainingFound nearest;
} WeftTrainingTally;

/* Everything that makes sense for the model and the batch of @plan on @chips chips. */
WEFT_API void     weft_training_space_init (WeftTrainingSpace        *self,
                                            const WeftTrainingModel  *model,
                                            const WeftTrainingSite   *site,
                                            const WeftTrainingPlan   *plan,
                                            guint                     chips);
/* Splits and microbatches alone: powers of two of @plan's other choices. */
WEFT_API void     weft_training_space_init_splits (WeftTrainingSpace       *self,
                                                   const WeftTrainingModel *model,
                                                   const WeftTrainingSite  *site,
                                                   const WeftTrainingPlan  *plan,
                                                   guint                    chips);
/* @best: (array length=n_best): the fastest plans, the fastest first. @tally: (nullable). How many there are in @best;
 * fewer than there could be when it was cancelled. */
WEFT_API guint    weft_training_sweep      (const WeftTrainingModel  *model,
                                            const WeftTrainingSite   *site,
                                            const WeftTrainingPlan   *plan,
                                            guint                     chips,
                                            const WeftTrainingSpace  *space,
                                            WeftTrainingFound        *best,
                                            guint                     n_best,
                                            WeftTrainingTally        *tally,
                                            GCancellable             *cancellable);

G_END_DECLS
