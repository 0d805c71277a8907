/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the language model of a page is best spread over the open design: the plans, found in a worker, and taking one of
 * them. No widgets. */
#pragma once

#include "app/workloads/weft-map-job.h"
#include "mapper/weft-llm-plan.h"

G_BEGIN_DECLS

#define WEFT_TYPE_LLM_ADVICE (weft_llm_advice_get_type ())
G_DECLARE_FINAL_TYPE (WeftLlmAdvice, weft_llm_advice, WEFT, LLM_ADVICE, GObject)

/* Signal "changed". */
WeftLlmAdvice *weft_llm_advice_new         (WeftMapJob    *job);
/* Whether the chosen workload is a language model. */
gboolean       weft_llm_advice_applies     (WeftLlmAdvice *self);
/* Looks for plans of the chosen workload on the design as it is; @use_all: only plans with every device. */
void           weft_llm_advice_start       (WeftLlmAdvice *self,
                                            gboolean       use_all);
gboolean       weft_llm_advice_is_busy     (WeftLlmAdvice *self);
/* Plans of the chosen workload, NULL when there are none (yet). (element-type WeftLlmPlan) (transfer none) */
GPtrArray     *weft_llm_advice_get_plans   (WeftLlmAdvice *self);
/* Why there are none. (nullable) */
const char    *weft_llm_advice_get_message (WeftLlmAdvice *self);
/* What the estimates assume. (element-type utf8) (nullable) (transfer none) */
GPtrArray     *weft_llm_advice_get_notes   (WeftLlmAdvice *self);
/* The design or the workload has changed since. */
gboolean       weft_llm_advice_is_dated    (WeftLlmAdvice *self);
/* Gives the workload the plan's parameters, and maps each rank to its device. */
void           weft_llm_advice_take        (WeftLlmAdvice *self,
                                            guint          plan);

G_END_DECLS
