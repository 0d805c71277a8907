/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measured training steps: what rows of tables say of them, and the plans that they are. */
#pragma once

#include "calib/gauge/weft-gauge-domain.h"
#include "calib/gauge/weft-gauge-row.h"
#include "model/measured/weft-training-step.h"

G_BEGIN_DECLS

/* The software that steps were measured with, as profiles scope constants by it. */
typedef enum
{
  WEFT_GAUGE_STACK_MEGATRON,
  WEFT_GAUGE_STACK_DEEPSPEED,
  WEFT_GAUGE_STACK_NEMO,
  WEFT_GAUGE_STACK_FOUNDRY,
  WEFT_GAUGE_STACK_MAXTEXT,
  WEFT_GAUGE_STACK_PAXML,
  WEFT_GAUGE_STACK_OTHER,
  WEFT_GAUGE_N_STACKS,
} WeftGaugeStack;

/**
 * WeftGaugeRun: (skip)
 * @shape: the model, as many layers as ran
 * @model: made of @shape
 * @plan: how it was trained
 * @stack: by which software
 * @chip: on which
 * @ports_per_rank: network ports of a chip, 0 for one
 * @step_s: measured
 *
 * One row as a plan.
 */
typedef struct
{
  WeftLlmShape shape;
  WeftTrainingModel model;
  WeftTrainingPlan plan;
  WeftGaugeStack stack;
  const WeftChip *chip;
  double ports_per_rank;
  double step_s;
} WeftGaugeRun;

/* "nemo"; NULL for software that nothing is known of. */
const char   *weft_gauge_stack_nick     (WeftGaugeStack        stack);
/* A model by what tables call it; FALSE when nothing is known of it. @catalog: asked last. */
gboolean      weft_gauge_training_shape (WeftCatalog          *catalog,
                                         const char           *name,
                                         WeftLlmShape         *shape);
/* NULL, with @why (transfer full), when the row cannot be read. Freed by g_free(). */
WeftGaugeRun *weft_gauge_run_new        (WeftInventory        *inventory,
                                         const WeftGaugeRow   *row,
                                         char                **why);

G_END_DECLS
