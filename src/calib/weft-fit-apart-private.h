/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points that stand alone so far from the rest that they would be cut out as a segment of their own: they take no part in
 * where segments lie, only in their knobs. */
#pragma once

#include "calib/weft-fit-solve-private.h"

G_BEGIN_DECLS

/* @points: by rising size. @kept: [@n] (out): indices of the others, in order. Returns their number. */
guint32 weft_fit_leave_apart (WeftFitSolver       *solver,
                              const WeftFitPoint  *points,
                              guint32              n,
                              guint32             *kept);

G_END_DECLS
