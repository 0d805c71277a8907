/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One domain of the evaluator's fit: its rows, its fit, the fits of its folds. */
#pragma once

#include "calib/gauge/weft-gauge.h"

G_BEGIN_DECLS

/* Told how much of the part's work is done, 0 to 1. */
typedef void (*WeftGaugeTick) (double share, gpointer data);

static inline const WeftGaugeCase *
weft_gauge_part_case (const WeftGaugePart *self, guint index)
{
  return self->cases->pdata[index];
}

static inline const WeftGaugeParameter *
weft_gauge_part_parameter (const WeftGaugePart *self, guint index)
{
  return self->parameters->pdata[index];
}

/* @inventory: with the constants of the domains before. NULL with @error. (transfer full) */
WeftGaugePart *weft_gauge_part_new  (const WeftGaugeDomain *domain,
                                     WeftInventory         *inventory,
                                     GPtrArray             *rows,
                                     GError               **error);
void           weft_gauge_part_free (WeftGaugePart         *self);
/* Fits all rows, then without each fold and each repository. FALSE when it was cancelled. */
gboolean       weft_gauge_part_fit  (WeftGaugePart         *self,
                                     guint                  n_folds,
                                     WeftGaugeTick          tick,
                                     gpointer               data,
                                     GCancellable          *cancellable,
                                     GError               **error);
/* Takes the constants that the profile has and predicts by them. */
void           weft_gauge_part_look (WeftGaugePart         *self,
                                     WeftProfile           *profile);

/* Which of at most @n_folds each case is in, so that cases of one source are together and folds about equally large.
 * How many folds that makes; 0 for fewer than two sources. */
guint          weft_gauge_fold      (GPtrArray             *cases,
                                     guint                  n_folds,
                                     guint                 *fold);
/* A number for each name, equal names having the same; how many there are. @names: (element-type utf8) */
guint          weft_gauge_fold_repositories (GPtrArray     *names,
                                             guint         *fold);

/**
 * WeftGaugeProblem: (skip)
 * @part: cases, parameters, predictions
 * @use: by case: whether the fit may see it
 * @cancellable: (nullable)
 */
typedef struct
{
  const WeftGaugePart *part;
  const gboolean *use;
  GCancellable *cancellable;
} WeftGaugeProblem;

/* The constants that predict the cases best: least sum of Huber's loss of ln (predicted / measured), each set
 * weighing as the root of its rows, and of the pulls, within bounds. Levenberg and Marquardt's method with a
 * numeric Jacobian. @x: (out): one for each parameter. FALSE when it was cancelled. */
gboolean       weft_gauge_solve     (const WeftGaugeProblem *problem,
                                     double                 *x);
/* Where the fit starts. */
void           weft_gauge_start     (const WeftGaugePart    *part,
                                     double                 *x);

/* @value with so many significant digits. */
double         weft_gauge_round     (double                  value,
                                     guint                   digits);

G_END_DECLS
