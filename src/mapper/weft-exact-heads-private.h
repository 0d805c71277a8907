/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When each task can start at the earliest on each device, whatever the schedule. */
#pragma once

#include "mapper/weft-exact-problem-private.h"
#include "mapper/weft-exact-symmetry-private.h"

G_BEGIN_DECLS

/* How many predecessors of a task can be looked at within a number of steps. */
guint    weft_exact_heads_reach (const WeftExactProblem  *problem,
                                 const WeftExactSymmetry *symmetry,
                                 double                   n_steps);
/* A later start of a task on a device, found in another way; @head_s is known of all tasks before it. */
typedef double (*WeftExactLater) (guint32       task,
                                  guint         device,
                                  double        start_s,
                                  const double *head_s,
                                  gpointer      data);

/* [tasks × devices]. The nearest @reach of the tasks before each are looked at together; 0 for the longest ways alone.
 * Seen from the end these are tails. @later: (nullable): asked once of each task and device. NULL when cancelled.
 * (transfer full) */
double  *weft_exact_heads       (const WeftExactProblem  *problem,
                                 const WeftExactSymmetry *symmetry,
                                 guint                    reach,
                                 WeftExactLater           later,
                                 gpointer                 data,
                                 GCancellable            *cancellable);
/* The least makespan that heads and tails leave. */
double   weft_exact_heads_bound (const WeftExactProblem  *problem,
                                 const double            *head_s,
                                 const double            *tail_s);

G_END_DECLS
