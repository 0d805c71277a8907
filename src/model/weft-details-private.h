/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds named values to a workload's result. */
#pragma once

#include "model/weft-evaluation-private.h"

G_BEGIN_DECLS

/* @key lives as long as the program; @formula: (nullable). */
void weft_details_add (WeftWorkloadResult *result,
                       const char         *key,
                       const char         *label,
                       double              value,
                       WeftUnit            unit,
                       const char         *formula);

G_END_DECLS
