/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The specialists of the built-in planner: what each advises about a design that was evaluated, from what the evaluator
 * said of it and the catalog's facts. */
#pragma once

#include "search/weft-method.h"

G_BEGIN_DECLS

/* Most pieces of advice that a specialist gives at a time. */
#define WEFT_RULES_MOST_ADVICE 3

/* One piece of advice. */
typedef struct
{
  char *parameter;  /* JSON pointer into the design, without the first slash: "partitions/0/chip" */
  char *suggestion; /* ids of the catalog and numbers */
  char *because;    /* one sentence; its figures come from the evaluator or the catalog */
} WeftRulesAdvice;

WEFT_API void       weft_rules_advice_free (WeftRulesAdvice *self);
/* @specialist: "chip", "scaleup" or "scaleout". @attribution: whether it may be known what workloads wait for. (transfer full) (element-type WeftRulesAdvice): with a free function, maybe empty */
WEFT_API GPtrArray *weft_rules_advise      (WeftProblem *problem, const WeftCandidate *candidate, const WeftVerdict *verdict, const char *specialist, gboolean attribution);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftRulesAdvice, weft_rules_advice_free)

G_END_DECLS
