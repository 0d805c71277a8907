/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tails that take in what searches of parts have found. */
#pragma once

#include "mapper/weft-exact-parts-private.h"

G_BEGIN_DECLS

/**
 * WeftExactTails: (skip)
 * @tail_s: [tasks × devices] the least from the end of each to the end of all
 * @n_sweeps: how often parts were searched
 */
typedef struct
{
  double *tail_s;
  guint n_sweeps;
  WeftExactParts parts;

  /*< private >*/
  const WeftExactProblem *problem;
  const WeftExactProblem *back;
  const WeftExactSymmetry *symmetry;
  guint reach;
  gsize n_words;
  guint64 *after;      /* [tasks × words] the tasks that come after each */
  guint32 *n_beside;   /* [tasks] how many come neither before nor after it */
  guint64 *done;       /* [words] all but the part */
  guint n_gates;
  guint n_left;        /* gates to come in this sweep */
  double states_left;  /* for their parts */
  const WeftExactLimits *limits;
} WeftExactTails;

/* FALSE when cancelled. */
gboolean weft_exact_tails_init  (WeftExactTails          *self,
                                 const WeftExactProblem  *problem,
                                 const WeftExactProblem  *back,
                                 const WeftExactSymmetry *symmetry,
                                 guint                    reach,
                                 GCancellable            *cancellable);
void     weft_exact_tails_clear (WeftExactTails          *self);
/* Searches all parts, longer ones with more states each time. FALSE when there is nothing left to be found. */
gboolean weft_exact_tails_sweep (WeftExactTails          *self,
                                 const WeftExactLimits   *limits);

G_END_DECLS
