/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the variance of drawn answers comes from. */
#pragma once

#include "model/whatif/weft-uncertainty.h"

G_BEGIN_DECLS

/* Fills shares and rest; the draws are there. */
void weft_uncertainty_explain (WeftUncertainty  *self,
                               const WeftFactor *factors);

G_END_DECLS
