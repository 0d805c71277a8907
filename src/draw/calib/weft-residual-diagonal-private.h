/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layer of a plot: the line on which y is x. */
#pragma once

#include "draw/plot/weft-plot-layer-private.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RESIDUAL_DIAGONAL (weft_residual_diagonal_get_type ())
G_DECLARE_FINAL_TYPE (WeftResidualDiagonal, weft_residual_diagonal, WEFT, RESIDUAL_DIAGONAL, WeftPlotLayer)

/* (transfer full) */
WeftPlotLayer *weft_residual_diagonal_new (const char *label);

G_END_DECLS
