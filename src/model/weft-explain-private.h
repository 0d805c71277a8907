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

G_END_DECLS
