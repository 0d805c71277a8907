/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a Gaussian process sees of a line: the logarithms of its resources, cost and power, and the options that these do
 * not show. */
#pragma once

#include "search/hardware/weft-tabulated-private.h"

G_BEGIN_DECLS

/* Logarithms of resources, cost and power come first. */
#define WEFT_TABULATED_N_LOGS (WEFT_N_BOTTLENECKS + 2)
#define WEFT_TABULATED_N_PICKED (WEFT_HARDWARE_N_ATTRIBUTES - WEFT_TABULATED_N_LOGS)

typedef struct
{
  guint n_picked;
  guint picked[WEFT_TABULATED_N_PICKED]; /* columns */
} WeftTabulatedAttributes;

void weft_tabulated_attributes_init (WeftTabulatedAttributes *self, const WeftTabulated *table);
void weft_tabulated_attributes_fill (const WeftTabulatedAttributes *self, const WeftTabulatedRow *row,
                                     double attribute[WEFT_HARDWARE_N_ATTRIBUTES]);

G_END_DECLS
