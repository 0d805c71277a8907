/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where knobs change with size: contiguous segments that explain times so much better than fewer that chance does not. */
#pragma once

#include "calib/weft-fit-solve-private.h"
#include "calib/weft-fit.h"

G_BEGIN_DECLS

/* A segment has at least so many points. */
#define WEFT_FIT_LEAST_POINTS 6u

/**
 * WeftFitCuts: (skip)
 * @n: segments
 * @begin: [@n+1]: first point of each, and one past the last
 * @p_value: of the accepted number against the one that it replaced, 1 for one segment
 * @criterion: Schwarz's, less is better: tells whether other sizes cut the same points better
 */
typedef struct
{
  guint n;
  guint32 begin[WEFT_MAX_FIT_SEGMENTS + 1];
  double p_value;
  double criterion;
} WeftFitCuts;

/* @points: by rising size. @n_axes: sizes that are tried, among which chance chooses too. FALSE: cancelled. */
gboolean weft_fit_cut (WeftFitSolver       *solver,
                       const WeftFitPoint  *points,
                       guint32              n,
                       guint                most,
                       guint                n_axes,
                       WeftFitCuts         *cuts,
                       GCancellable        *cancellable,
                       GError             **error);

G_END_DECLS
