/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the variance of drawn answers comes from. */
#pragma once

#include "model/whatif/weft-uncertainty.h"

G_BEGIN_DECLS

/* More draws would hardly move a share, and their numbers take room. */
#define WEFT_UNCERTAINTY_ROWS 20000

/* Fills shares and rest; the draws are there. @normals: [row][input]: the normal numbers behind the first draws, as many
 * as there are up to #WEFT_UNCERTAINTY_ROWS. */
void weft_uncertainty_explain (WeftUncertainty  *self,
                               const WeftFactor *factors,
                               const double     *normals);

G_END_DECLS
