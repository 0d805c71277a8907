/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluating under an inventory that is not the profile's own. */
#pragma once

#include "design/weft-machine.h"
#include "model/weft-evaluator.h"

G_BEGIN_DECLS

/* As weft_evaluator_evaluate(), but with the facts and constants of @inventory. @machine: (nullable): instead of what
 * the document amounts to; the rules judge the document all the same. (transfer full) */
WeftEvaluation *weft_evaluator_evaluate_in (WeftEvaluator      *self,
                                            WeftDesign         *design,
                                            WeftInventory      *inventory,
                                            const WeftMachine  *machine,
                                            GError            **error);

G_END_DECLS
