/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of an answer about serving share. */
#pragma once

#include "model/measured/weft-serving-answer.h"
#include "model/measured/weft-serving-room-private.h"

G_BEGIN_DECLS

/* @has_prompts: steps read prompts besides */
typedef struct
{
  const WeftServingSystem *system;
  const WeftServingPlan *plan;
  const WeftServingPool *pool;
  const WeftServingLoad *load;
  gboolean has_prompts;
} WeftServingRun;

/* @step_s: of @token; @prompts_s: what prompts make it longer, on average */
typedef struct
{
  WeftServingTime token;
  double step_s;
  double prompts_s;
} WeftServingTempo;

G_GNUC_INTERNAL
void  weft_serving_run_token     (const WeftServingRun *run, double requests, WeftServingTempo *tempo);

/* Where prompts have chips of their own. */
G_GNUC_INTERNAL
void  weft_serving_answer_pools  (const WeftServingRun *run, WeftServingAnswer *answer);

G_GNUC_INTERNAL
guint weft_serving_find_warnings (const WeftServingRun *run, const WeftServingAnswer *answer);

G_END_DECLS
