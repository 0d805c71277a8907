/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The least time that some of the tasks after a task take, with the tails that are known of them; parts that look alike
 * are searched once. */
#pragma once

#include "mapper/weft-exact-search-private.h"

G_BEGIN_DECLS

/**
 * WeftExactParts: (skip)
 * @search: what searches them
 * @n_open: parts whose search was stopped, since this was set to 0
 */
typedef struct
{
  WeftExactSearch search;
  guint n_open;

  /*< private >*/
  const WeftExactProblem *problem;
  double *none_s;      /* [tasks × devices] zeros */
  GHashTable *known;   /* GBytes → Part */
  guint32 *local;      /* [tasks] 1 + number in the part */
  guint32 *members;    /* the tasks of the part, in the order of the problem */
  guint32 n_members;
  GByteArray *words;
} WeftExactParts;

void   weft_exact_parts_init  (WeftExactParts          *self,
                               const WeftExactProblem  *problem,
                               const WeftExactSymmetry *symmetry);
void   weft_exact_parts_clear (WeftExactParts          *self);
/* From the end of @task on @device to the end of all that is not among @done, with @tail_s after each. At most
 * @n_states states are gone on from. */
double weft_exact_parts_least (WeftExactParts          *self,
                               const guint64           *done,
                               guint32                  task,
                               guint                    device,
                               const double            *tail_s,
                               guint64                  n_states,
                               const WeftExactLimits   *limits);

G_END_DECLS
