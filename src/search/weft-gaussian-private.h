/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Gaussian process over points of the same dimension (Rasmussen and Williams 2006, chapters 2 and 5). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _WeftGaussian WeftGaussian;

/* @x: n rows of @dimension; @y: their values. Neither is kept. (transfer full) */
WeftGaussian *weft_gaussian_new     (const double *x, const double *y, guint n, guint dimension);
/* The same for few points that lie together: level and amplitude are found with the length, where the other one takes mean and
 * spread of the values for them. (transfer full) */
WeftGaussian *weft_gaussian_new_scaled (const double *x, const double *y, guint n, guint dimension);
void          weft_gaussian_free    (WeftGaussian *self);
/* How much more than @best the value at @x is expected to be, in units of the values; where that cannot be more than
 * @least, a bound on it that is not either. */
double        weft_gaussian_improve (WeftGaussian *self, const double *x, double best, double least);
/* The mean at @x and the most that the deviation can be there, which costs less than the deviation itself. */
void          weft_gaussian_glance  (WeftGaussian *self, const double *x, double *mean, double *most_sd);
/* Mean and standard deviation at @x. */
void          weft_gaussian_predict (WeftGaussian *self, const double *x, double *mean, double *sd);
/* Root of the mean square by which each of the values @y is missed when it is left out, in closed form: level and, with
 * @trend, a multiple of it are found anew without it. @belief: as how much of the sum of squares of @trend it counts that
 * the multiple is 0. */
double        weft_gaussian_leave_one_out (WeftGaussian *self, const double *y, const double *trend, double belief);
/* How much more than @best a value of this mean and standard deviation is expected to be. */
double        weft_gaussian_gain    (double mean, double sd, double best);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGaussian, weft_gaussian_free)

G_END_DECLS
