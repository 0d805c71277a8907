/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The knobs that explain a set of times best: t = l + max (a uf, b um), l >= 0, a >= 1, b >= 1, where uf and um are the
 * times at the full rates. The global optimum in closed form, without starting values. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/**
 * WeftFitPoint: (skip)
 * @uf: seconds of the operations at the peak, 0 for none
 * @um: seconds of the bytes at the full bandwidth, 0 for none
 * @t: measured seconds
 * @size: bytes or operations, by which segments are cut
 */
typedef struct
{
  double uf;
  double um;
  double t;
  double size;
} WeftFitPoint;

/**
 * WeftFitKnobs: (skip)
 * @a: 1/phi
 * @b: 1/beta
 * @l: launch, in seconds
 * @rss: weighted sum of squares that it was the optimum of
 */
typedef struct
{
  double a;
  double b;
  double l;
  double rss;
} WeftFitKnobs;

typedef struct _WeftFitSolver WeftFitSolver;

/* Room for sets of up to @room points. */
WeftFitSolver *weft_fit_solver_new    (guint32              room);
void           weft_fit_solver_free   (WeftFitSolver       *self);
/* When it is cancelled, what is solved ends early with anything. @cancellable: (nullable): borrowed */
void           weft_fit_solver_set_cancellable (WeftFitSolver *self,
                                                GCancellable  *cancellable);
/* The optimum for weights 1/t^2: the sum of squares of errors relative to the measured time. @n > 0. */
WeftFitKnobs   weft_fit_solver_solve  (WeftFitSolver       *self,
                                       const WeftFitPoint  *points,
                                       guint32              n);
/* The same, then twice for weights 1/fitted^2: relative to the fitted time, which noise does not pull to short times. */
WeftFitKnobs   weft_fit_solver_refine (WeftFitSolver       *self,
                                       const WeftFitPoint  *points,
                                       guint32              n);

static inline double
weft_fit_knobs_time_s (const WeftFitKnobs *self,
                       double              uf,
                       double              um)
{
  return self->l + MAX (self->a * uf, self->b * um);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFitSolver, weft_fit_solver_free)

G_END_DECLS
