/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The analytical evaluator: a design in, an evaluation out. A pure function of catalog, profile and design;
 * safe to call from any thread, since what it caches is locked. */
#pragma once

#include "catalog/weft-inventory.h"
#include "design/weft-design.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVALUATOR (weft_evaluator_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftEvaluator, weft_evaluator, WEFT, EVALUATOR, GObject)

WEFT_API WeftEvaluator  *weft_evaluator_new           (WeftCatalog *catalog);
WEFT_API WeftCatalog    *weft_evaluator_get_catalog   (WeftEvaluator *self);
/* The catalog as a profile sees it, made once. (transfer none) */
WEFT_API WeftInventory  *weft_evaluator_get_inventory (WeftEvaluator *self, const char *profile, GError **error);
/* @profile overrides the document's when not NULL. @extra (element-type WeftViolation) (nullable): found while reading the document, put first.
 * Broken rules are no error: the evaluation carries them and scores 0. (transfer full) */
WEFT_API WeftEvaluation *weft_evaluator_evaluate      (WeftEvaluator *self, WeftDesign *design, const char *profile, GPtrArray *extra, GError **error);
/* In a worker thread, on a copy of @design taken at the call. */
WEFT_API void            weft_evaluator_evaluate_async  (WeftEvaluator *self, WeftDesign *design, const char *profile, GCancellable *cancellable,
                                                         GAsyncReadyCallback callback, gpointer user_data);
WEFT_API WeftEvaluation *weft_evaluator_evaluate_finish (WeftEvaluator *self, GAsyncResult *result, GError **error);

G_END_DECLS
