/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design whose inputs may be set: what they are, and what comes out with other numbers. Immutable and safe to ask from
 * any thread; it does not know by which model the design is judged. */
#pragma once

#include "model/weft-evaluator.h"
#include "model/whatif/weft-input.h"
#include "model/whatif/weft-output.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WHATIF (weft_whatif_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftWhatif, weft_whatif, WEFT, WHATIF, GObject)

/* Takes a copy of @design. @profile: (nullable): instead of the document's. (transfer full), NULL with an error when the
 * design's names or its budget cannot be resolved. */
WEFT_API WeftWhatif     *weft_whatif_new            (WeftEvaluator     *evaluator,
                                                     WeftDesign        *design,
                                                     const char        *profile,
                                                     GError           **error);
/* As it stands, by its own names. (transfer none) */
WEFT_API WeftEvaluation *weft_whatif_get_evaluation (WeftWhatif        *self);
WEFT_API WeftEvaluator  *weft_whatif_get_evaluator  (WeftWhatif        *self);
WEFT_API const char     *weft_whatif_get_name       (WeftWhatif        *self);

/* All inputs that are known to count, by group. (transfer none) (element-type WeftInput) */
WEFT_API GListModel     *weft_whatif_get_inputs     (WeftWhatif        *self);
/* Any input, those too that are not listed: "partitions/0/chip/mem_bw_gbs", "scaleout/alpha_us" (of all partitions),
 * "reference/chip/tdp_w", "chips/B200/mem_bw_gbs" (wherever it counts), "workload/fft_edge", "constants/mfu", "budget".
 * (transfer full), NULL with an error that names the nearest one */
WEFT_API WeftInput      *weft_whatif_find_input     (WeftWhatif        *self,
                                                     const char        *path,
                                                     GError           **error);
/* (transfer full), NULL with an error */
WEFT_API WeftOutput     *weft_whatif_find_output    (WeftWhatif        *self,
                                                     const char        *path,
                                                     GError           **error);

/* The whole evaluation with other numbers. A number that cannot be is an error; a design that breaks a rule with them
 * is none, as ever. @inputs: (element-type WeftInput). (transfer full) */
WEFT_API WeftEvaluation *weft_whatif_evaluate       (WeftWhatif        *self,
                                                     GPtrArray         *inputs,
                                                     const double      *values,
                                                     GError           **error);
/* (nullable) (transfer full): why the output does not depend on the input, when it can be told. */
WEFT_API char           *weft_whatif_explain_flat   (WeftWhatif        *self,
                                                     WeftInput         *input,
                                                     WeftOutput        *output);

G_END_DECLS
