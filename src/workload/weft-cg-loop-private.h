/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations of conjugate gradients on one grid in blocks, plain or with a preconditioner: the tasks of their steps
 * and the edges between them. */
#pragma once

#include "workload/weft-block-level-private.h"

G_BEGIN_DECLS

/* The steps of an iteration, in their order. */
typedef enum
{
  WEFT_CG_DOT_RZ, /* this and the next one with a preconditioner only */
  WEFT_CG_ALLREDUCE_RZ,
  WEFT_CG_BETA,
  WEFT_CG_WAXPBY_P,
  WEFT_CG_HALO_P,
  WEFT_CG_SPMV_AP,
  WEFT_CG_DOT_PAP,
  WEFT_CG_ALLREDUCE_PAP,
  WEFT_CG_ALPHA,
  WEFT_CG_WAXPBY_X,
  WEFT_CG_WAXPBY_R,
  WEFT_CG_DOT_RR,
  WEFT_CG_ALLREDUCE_RR,
  WEFT_N_CG_STEPS,
} WeftCgStep;

/**
 * WeftCgLoop: (skip)
 * @builder: what the tasks are added to
 * @level: the grid
 * @steps: the steps of an iteration
 * @turn: the iteration's number in names, or %WEFT_TASK_NONE
 */
typedef struct
{
  WeftTaskBuilder *builder;
  const WeftBlockLevel *level;
  WeftBlockStep steps[WEFT_N_CG_STEPS];
  guint32 turn;
} WeftCgLoop;

/**
 * WeftCgState: (skip)
 * @r: the residual
 * @p: the direction
 * @x: the solution
 * @rho: r . z of the iteration before; z is r without a preconditioner
 * @rr: r . r, no tasks where nothing has made it yet
 *
 * What an iteration takes over from the one before, or from the start.
 */
typedef struct
{
  WeftBlockTasks r;
  WeftBlockTasks p;
  WeftBlockTasks x;
  WeftBlockTasks rho;
  WeftBlockTasks rr;
} WeftCgState;

/* @level and @region, one for each block, stay the caller's. @halo_name: what the exchange of p is called. */
void           weft_cg_loop_init     (WeftCgLoop           *self,
                                      WeftTaskBuilder      *builder,
                                      WeftKindSet          *kinds,
                                      const WeftBlockLevel *level,
                                      const guint32        *region,
                                      const char           *halo_name,
                                      gboolean              has_preconditioner);
void           weft_cg_loop_clear    (WeftCgLoop           *self);

/* r . z, for a preconditioner that has made z. */
WeftBlockTasks weft_cg_loop_add_rho  (const WeftCgLoop     *self,
                                      WeftBlockTasks        r,
                                      WeftBlockTasks        z);
/* The rest of an iteration: from z and r . z to the next residual. */
void           weft_cg_loop_add_step (const WeftCgLoop     *self,
                                      WeftBlockTasks        z,
                                      WeftBlockTasks        rho,
                                      WeftCgState          *state);

G_END_DECLS
