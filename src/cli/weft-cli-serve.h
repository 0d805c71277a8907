/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft evaluate --serve MODEL`: what serving a language model gives, part by part, as asked or the best way. */
#pragma once

#include "cli/weft-cli.h"
#include "model/measured/weft-serving-search.h"
#include "workload/weft-llm-source.h"

G_BEGIN_DECLS

/* What was asked, and the answer. */
typedef struct
{
  WeftLlmSource source;
  WeftInventory *inventory; /* not owned, as the chip */
  const WeftChip *chip;
  WeftFabricSite site;
  WeftServingSystem system;
  WeftServingPlan plan;
  WeftServingLoad load;
  guint chips;              /* that are there */
  gboolean is_search;
  WeftServingGoal goal;
  WeftServingFound found;
  gboolean is_answered;     /* @plan is what @answer is of: as asked, found, or the nearest */
  WeftServingAnswer answer;
} WeftCliServe;

/* Exit status. */
int      weft_cli_serve            (char                **argv);

void     weft_cli_serve_print      (const WeftCliOptions *options,
                                    const WeftCliServe   *self);
void     weft_cli_serve_print_json (const WeftCliServe   *self);

G_END_DECLS
