/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workload that counts for a design: what its document says over what the catalog says. */
#pragma once

#include "catalog/weft-inventory.h"
#include "design/weft-design.h"

G_BEGIN_DECLS

/* The six workloads. */
#define WEFT_DESIGN_N_WORKLOADS 6

/* Their words in documents in the order of the weights: training, serving, stencil, hpcg, fft,
 * coupled; NULL at the end. */
WEFT_API extern const char *const weft_design_workload_names[WEFT_DESIGN_N_WORKLOADS + 1];

WEFT_API gboolean weft_design_effective_workload (WeftDesign     *design,
                                                  WeftInventory  *inventory,
                                                  WeftRecord    **record,
                                                  double          weights[WEFT_DESIGN_N_WORKLOADS]);
WEFT_API double   weft_design_workload_number    (WeftDesign     *design,
                                                  WeftRecord     *record,
                                                  const char     *key);
/* Whether @key is a number of a workload, and from where to where it may go. */
WEFT_API gboolean weft_design_workload_range     (const char     *key,
                                                  double         *low,
                                                  double         *high);

G_END_DECLS
