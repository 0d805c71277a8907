/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of each chip that trains a language model: item by item, for the pipeline stage that needs most. */
#pragma once

#include "model/measured/weft-memory-items.h"
#include "model/measured/weft-memory-rules.h"
#include "model/measured/weft-memory-shape.h"
#include "model/measured/weft-training-plan.h"

G_BEGIN_DECLS

/* Of one stage, from 0. Nothing is allocated, nothing is checked: the plan is whole. */
WEFT_API void     weft_training_memory_stage  (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               double                  capacity_bytes,
                                               guint                   stage,
                                               WeftMemoryItems        *items);
/* Of the stage that needs most, which is returned. */
WEFT_API guint    weft_training_memory_worst  (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               double                  capacity_bytes,
                                               WeftMemoryItems        *items);
/* For sweeps. @total_bytes: (out) (nullable): what the stage that needs most takes. */
WEFT_API gboolean weft_training_memory_fits   (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               double                  capacity_bytes,
                                               double                 *total_bytes);
/* Parameters of one stage's chip: matrices and experts of its layers alone, and all of them. */
WEFT_API double   weft_training_matrix_params (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               guint                   stage);
WEFT_API double   weft_training_params        (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               guint                   stage);
/* What an item of a stage is made of, with numbers: a translated sentence without a full stop. (transfer full) */
WEFT_API char    *weft_training_memory_explain (const WeftMemoryShape  *shape,
                                                const WeftMemoryRules  *rules,
                                                const WeftTrainingPlan *plan,
                                                guint                   stage,
                                                WeftMemoryItem          item);
/* Why this stage needs most. (transfer full) */
WEFT_API char    *weft_training_memory_why    (const WeftMemoryShape  *shape,
                                               const WeftMemoryRules  *rules,
                                               const WeftTrainingPlan *plan,
                                               guint                   stage);

/* States of @params parameters alone, the same on all of @ranks chips, @unit of them gathered as one with ZeRO-3: what
 * DeepSpeed's estimators answer. @states, @zero_stage and @offload as in a plan. */
WEFT_API double   weft_training_states_bytes  (const WeftMemoryRules  *rules,
                                               WeftStates              states,
                                               guint                   zero_stage,
                                               guint                   offload,
                                               double                  params,
                                               double                  unit,
                                               double                  ranks);

G_END_DECLS
