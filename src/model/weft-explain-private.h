/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making the origins of a number: from a value with provenance, a formula, a constant, a part of the catalog. */
#pragma once

#include "model/weft-evaluation-private.h"

G_BEGIN_DECLS

/* @value: (transfer full) */
WeftOrigin *weft_origins_add                 (GPtrArray                  *origins,
                                              const char                 *label,
                                              char                       *value,
                                              WeftConfidence              confidence,
                                              const char                 *source);
void        weft_origins_add_number          (GPtrArray                  *origins,
                                              const char                 *label,
                                              double                      value,
                                              WeftUnit                    unit,
                                              const char                 *formula);
void        weft_origins_add_value           (GPtrArray                  *origins,
                                              const char                 *label,
                                              const WeftValue            *value);
gboolean    weft_origins_add_record_value    (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              WeftRecord                 *record,
                                              const char                 *key);
void        weft_origins_add_constant        (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              const char                 *key);
/* The one that holds for the first of @scopes that has one. */
void        weft_origins_add_scoped          (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              const char                 *key,
                                              const char *const          *scopes);
void        weft_origins_add_workload_number (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              const char                 *key);
void        weft_origins_add_scaleup_value   (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              const WeftMachinePartition *part,
                                              const char                 *key);
/* All that a workload's result rests on (weft-explain-basis.c). */
void        weft_origins_add_basis           (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              WeftWorkloadResult         *result);
/* Items under a profile that counts all of a facility (weft-explain-items.c): "power", "power/chips"; @kind: of a
 * workload that runs, %WEFT_N_WORKLOADS for the peak. "cost", "cost/racks". FALSE when there are none. */
gboolean    weft_explain_power               (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              WeftWorkloadKind            kind,
                                              const char                 *path);
gboolean    weft_explain_cost                (GPtrArray                  *origins,
                                              WeftEvaluation             *self,
                                              const char                 *path);

G_END_DECLS
