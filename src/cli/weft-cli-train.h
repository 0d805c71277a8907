/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate --train MODEL`: what a training step takes, part by part, as asked or the best way. */
#pragma once

#include "cli/weft-cli-place.h"
#include "model/measured/weft-memory-training.h"
#include "model/measured/weft-training-sweep.h"
#include "workload/weft-llm-source.h"

G_BEGIN_DECLS

#define WEFT_CLI_TRAIN_SHOWN 5u

/* What was asked, and the answer. */
typedef struct
{
  WeftLlmSource source;
  WeftInventory *inventory; /* not owned, as the chip */
  const WeftChip *chip;
  WeftFabricSite fabric;
  const char *stack;        /* not owned */
  WeftTrainingSite site;
  WeftTrainingModel model;
  WeftTrainingPlan plan;
  guint chips;
  gboolean is_search;
  WeftTrainingTally tally;
  guint n_best;
  WeftTrainingFound best[WEFT_CLI_TRAIN_SHOWN];
  gboolean is_answered;     /* @plan is what the rest is of: as asked, found, or the nearest */
  gboolean fits;
  guint stage;              /* that needs most memory */
  WeftMemoryItems items;
  WeftTrainingStep step;
  double spread;            /* of ln step_s, rows held out; NAN when the profile has none */
} WeftCliTrain;

/* Exit status. */
int      weft_cli_train            (char                **argv);

void     weft_cli_train_print      (const WeftCliOptions *options,
                                    const WeftCliTrain   *self);
void     weft_cli_train_print_json (const WeftCliTrain   *self);

G_END_DECLS
