/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans of language models as JSON: for scripts, and as parameters of the generator of task graphs. */
#pragma once

#include <json-glib/json-glib.h>

#include "mapper/weft-llm-plan.h"

G_BEGIN_DECLS

/* One object a plan, in their order. (transfer full) (element-type WeftLlmPlan) */
WEFT_API JsonArray  *weft_llm_plans_to_json (GPtrArray         *plans,
                                             const WeftPlatform *platform);
/* What the generator "llm" makes the graph of a plan of; the model is for the caller to add. (transfer full) */
WEFT_API JsonObject *weft_llm_plan_params   (const WeftLlmPlan *plan,
                                             const WeftLlmTask *task);

G_END_DECLS
