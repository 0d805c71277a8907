/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two evaluations side by side: one row a figure, absolute and percent. */
#pragma once

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/* One row. @key is stable ("workloads.training.speedup", "partitions.0.chip"). Numbers have a/b/delta/percent; texts only a and b. */
#define WEFT_TYPE_COMPARISON_ROW (weft_comparison_row_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftComparisonRow, weft_comparison_row, WEFT, COMPARISON_ROW, GObject)

WEFT_API const char *weft_comparison_row_get_key     (WeftComparisonRow *self);
WEFT_API const char *weft_comparison_row_get_label   (WeftComparisonRow *self); /* translated */
WEFT_API const char *weft_comparison_row_get_a       (WeftComparisonRow *self); /* in words: "1.93×", "B200", "unknown", "" when only the other has it */
WEFT_API const char *weft_comparison_row_get_b       (WeftComparisonRow *self);
WEFT_API double      weft_comparison_row_get_delta   (WeftComparisonRow *self); /* b - a in SI, NAN for texts */
WEFT_API double      weft_comparison_row_get_percent (WeftComparisonRow *self); /* 100 (b/a - 1), NAN when a is 0 or a text */
WEFT_API const char *weft_comparison_row_get_delta_text (WeftComparisonRow *self); /* "+0.93×", "" for texts and equal rows */
WEFT_API const char *weft_comparison_row_get_percent_text (WeftComparisonRow *self); /* "+92.9 %" */
WEFT_API gboolean    weft_comparison_row_is_equal    (WeftComparisonRow *self);
/* TRUE when larger is better, for colours; -1 unknown, 0 smaller is better. */
WEFT_API int         weft_comparison_row_better      (WeftComparisonRow *self); /* -1: a better, 0: neither, 1: b better */

/* What tells an evaluation from another one that stands beside it: its design's name, or its profile when it is the same
 * design under another one. (transfer none) */
WEFT_API const char *weft_comparison_title (WeftEvaluation *self, WeftEvaluation *other);
WEFT_API GListModel *weft_compare         (WeftEvaluation *a, WeftEvaluation *b); /* (transfer full), of WeftComparisonRow */
/* {a, b, rows: [{key, a, b, delta, percent, equal}]}, every row (transfer full) */
WEFT_API JsonNode   *weft_compare_to_json (WeftEvaluation *a, WeftEvaluation *b);

G_END_DECLS
