/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The iterations of a solver on one grid in blocks: steps by a table, and the edges that each kind of step brings. */
#pragma once

#include "workload/weft-block-level-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SOLVER_HALO,      /* one for each block: gathers what the neighbours have */
  WEFT_SOLVER_SPMV,      /* one for each block */
  WEFT_SOLVER_DOT,       /* one for each block: of two vectors */
  WEFT_SOLVER_NORM,      /* one for each block: of a vector and itself */
  WEFT_SOLVER_ALLREDUCE, /* one */
  WEFT_SOLVER_SCALAR,    /* one */
  WEFT_SOLVER_WAXPBY,    /* one for each block */
} WeftSolverKernel;

typedef struct
{
  const char *name;
  WeftSolverKernel kernel;
} WeftSolverStep;

/**
 * WeftSolverLoop: (skip)
 * @builder: what the tasks are added to
 * @level: the grid
 * @steps: [@n_steps] the steps of an iteration
 * @turn: the iteration's number in names, or %WEFT_TASK_NONE
 */
typedef struct
{
  WeftTaskBuilder *builder;
  const WeftBlockLevel *level;
  WeftBlockStep *steps;
  guint n_steps;
  guint32 turn;
} WeftSolverLoop;

/* @level and @region, one for each block, stay the caller's. */
void           weft_solver_loop_init         (WeftSolverLoop       *self,
                                              WeftTaskBuilder      *builder,
                                              WeftKindSet          *kinds,
                                              const WeftBlockLevel *level,
                                              const guint32        *region,
                                              const WeftSolverStep *steps,
                                              guint                 n_steps);
void           weft_solver_loop_clear        (WeftSolverLoop       *self);

/* A x, with the exchange before it. */
WeftBlockTasks weft_solver_loop_add_product  (const WeftSolverLoop *self,
                                              guint                 halo,
                                              guint                 spmv,
                                              WeftBlockTasks        x);
/* a . b over all blocks; @b may have no tasks, then a . a. */
WeftBlockTasks weft_solver_loop_add_sum      (const WeftSolverLoop *self,
                                              guint                 dot,
                                              guint                 allreduce,
                                              WeftBlockTasks        a,
                                              WeftBlockTasks        b);
/* a / b; one and the same task is read once. */
WeftBlockTasks weft_solver_loop_add_scalar   (const WeftSolverLoop *self,
                                              guint                 step,
                                              WeftBlockTasks        a,
                                              WeftBlockTasks        b);
/* a + @scalar b */
WeftBlockTasks weft_solver_loop_add_waxpby   (const WeftSolverLoop *self,
                                              guint                 step,
                                              WeftBlockTasks        a,
                                              WeftBlockTasks        b,
                                              WeftBlockTasks        scalar);

G_END_DECLS
