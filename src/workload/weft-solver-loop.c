/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors pass along edges by blocks, scalars as one number. */
#include "workload/weft-solver-loop-private.h"

#include "workload/weft-solver-cost-private.h"

#define D WEFT_SOLVER_VALUE_BYTES

static WeftTaskCost
step_cost (const WeftBlockLevel *level, WeftSolverKernel kernel, guint32 b)
{
  switch (kernel)
    {
    case WEFT_SOLVER_HALO:
      return weft_solver_halo (level->halo[b]);
    case WEFT_SOLVER_SPMV:
      return weft_solver_spmv (level->rows[b], level->nonzeros[b]);
    case WEFT_SOLVER_DOT:
      return weft_solver_dot (level->rows[b], 2);
    case WEFT_SOLVER_NORM:
      return weft_solver_dot (level->rows[b], 1);
    case WEFT_SOLVER_ALLREDUCE:
      return weft_solver_allreduce (level->n_blocks);
    case WEFT_SOLVER_WAXPBY:
      return weft_solver_waxpby (level->rows[b]);
    case WEFT_SOLVER_SCALAR:
    default:
      return weft_solver_scalar ();
    }
}

static WeftBlockTasks
add_step (const WeftSolverLoop *self, guint step)
{
  return weft_block_step_add (&self->steps[step], self->builder, self->turn);
}

static void
join_vector (const WeftSolverLoop *self, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, self->level->rows, D);
}

static void
join_scalar (const WeftSolverLoop *self, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, NULL, D);
}

void
weft_solver_loop_init (WeftSolverLoop *self, WeftTaskBuilder *builder, WeftKindSet *kinds,
                       const WeftBlockLevel *level, const guint32 *region, const WeftSolverStep *steps, guint n_steps)
{
  *self = (WeftSolverLoop) { builder, level, g_new0 (WeftBlockStep, n_steps), n_steps, WEFT_TASK_NONE };
  for (guint i = 0; i < n_steps; i++)
    {
      gboolean is_single = steps[i].kernel == WEFT_SOLVER_ALLREDUCE || steps[i].kernel == WEFT_SOLVER_SCALAR;
      guint32 n = is_single ? 1 : level->n_blocks;

      weft_block_step_init (&self->steps[i], builder, steps[i].name, n, is_single ? NULL : region);
      for (guint32 b = 0; b < n; b++)
        {
          WeftTaskCost cost = step_cost (level, steps[i].kernel, b);

          self->steps[i].kind[b] = weft_kind_set_take (kinds, &cost);
        }
    }
}

void
weft_solver_loop_clear (WeftSolverLoop *self)
{
  for (guint i = 0; i < self->n_steps; i++)
    weft_block_step_clear (&self->steps[i]);
  g_free (self->steps);
}

WeftBlockTasks
weft_solver_loop_add_product (const WeftSolverLoop *self, guint halo, guint spmv, WeftBlockTasks x)
{
  WeftBlockTasks gathered = add_step (self, halo), product;

  weft_block_exchange (self->builder, self->level, x, gathered, D);
  product = add_step (self, spmv);
  join_vector (self, x, product);
  weft_block_join (self->builder, gathered, product, self->level->halo, D);
  return product;
}

WeftBlockTasks
weft_solver_loop_add_sum (const WeftSolverLoop *self, guint dot, guint allreduce, WeftBlockTasks a, WeftBlockTasks b)
{
  WeftBlockTasks parts = add_step (self, dot), sum;

  join_vector (self, a, parts);
  if (b.n > 0)
    join_vector (self, b, parts);
  sum = add_step (self, allreduce);
  join_scalar (self, parts, sum);
  return sum;
}

WeftBlockTasks
weft_solver_loop_add_scalar (const WeftSolverLoop *self, guint step, WeftBlockTasks a, WeftBlockTasks b)
{
  WeftBlockTasks scalar = add_step (self, step);

  join_scalar (self, a, scalar);
  if (a.first != b.first)
    join_scalar (self, b, scalar);
  return scalar;
}

WeftBlockTasks
weft_solver_loop_add_waxpby (const WeftSolverLoop *self, guint step, WeftBlockTasks a, WeftBlockTasks b,
                             WeftBlockTasks scalar)
{
  WeftBlockTasks sum = add_step (self, step);

  join_vector (self, a, sum);
  join_vector (self, b, sum);
  join_scalar (self, scalar, sum);
  return sum;
}
