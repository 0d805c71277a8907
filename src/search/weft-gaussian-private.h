/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Gaussian process over points of the same dimension (Rasmussen and Williams 2006, chapters 2 and 5). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WeftGaussian WeftGaussian;

/* @x: n rows of @dimension; @y: their values. Neither is kept. (transfer full) */
WeftGaussian *weft_gaussian_new     (const double *x, const double *y, guint n, guint dimension);
void          weft_gaussian_free    (WeftGaussian *self);
/* How much more than @best the value at @x is expected to be, in units of the values; where that cannot be more than
 * @least, a bound on it that is not either. */
double        weft_gaussian_improve (WeftGaussian *self, const double *x, double best, double least);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGaussian, weft_gaussian_free)

G_END_DECLS
