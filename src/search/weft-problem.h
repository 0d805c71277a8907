/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is searched: a space resolved against a catalog and profile, the workloads with their weights, the budget and
 * what a design must keep. Immutable, so any thread may use it. */
#pragma once

#include "model/weft-evaluator.h"
#include "search/weft-space.h"

G_BEGIN_DECLS

#define WEFT_TYPE_PROBLEM (weft_problem_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftProblem, weft_problem, WEFT, PROBLEM, GObject)

/* @setting: (nullable): a design whose profile, facility and workload count; its partitions do not. The space's budget comes before it.
 * @constraints: (nullable): an object with any of "power_w", "cost_usd", "chips" (most) and "speedup" (an object: workload to least). (transfer full) */
WEFT_API WeftProblem   *weft_problem_new             (WeftEvaluator *evaluator, WeftSpace *space, WeftDesign *setting, JsonObject *constraints, GError **error);
/* A problem file, or what weft_problem_to_json() wrote: {"space": NAME or object, "profile", "facility", "workload", "constraints"}. (transfer full) */
WEFT_API WeftProblem   *weft_problem_new_from_json   (WeftEvaluator *evaluator, JsonNode *root, const char *file, GError **error);
WEFT_API JsonNode      *weft_problem_to_json         (WeftProblem *self); /* (transfer full): everything, so that it stands alone */
WEFT_API const char    *weft_problem_get_digest      (WeftProblem *self); /* SHA-256 of its JSON */
WEFT_API WeftSpace     *weft_problem_get_space       (WeftProblem *self); /* (transfer none) */
/* Whether a problem of the same space made for @setting would be this one, but for its constraints. */
WEFT_API gboolean       weft_problem_has_setting     (WeftProblem *self, WeftDesign *setting);
WEFT_API WeftEvaluator *weft_problem_get_evaluator   (WeftProblem *self);
WEFT_API WeftInventory *weft_problem_get_inventory   (WeftProblem *self);
WEFT_API gboolean       weft_problem_budget_is_cost  (WeftProblem *self);
WEFT_API double         weft_problem_get_budget      (WeftProblem *self); /* W or USD */
WEFT_API double         weft_problem_get_n_candidates (WeftProblem *self); /* in the space: a double, since it may be large */
/* Chips that the space names but that cannot take part, "mi455x: no price". (transfer none) */
WEFT_API const char *const *weft_problem_get_left_out (WeftProblem *self);

G_END_DECLS
