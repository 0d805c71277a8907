/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a plan of a language model is chosen, or is not. */
#pragma once

#include "mapper/weft-llm-islands-private.h"
#include "mapper/weft-llm-plan.h"

G_BEGIN_DECLS

/* Sets why of all plans, which are sorted. */
void weft_llm_plans_explain (GPtrArray            *plans,
                             const WeftLlmIslands *islands);

G_END_DECLS
