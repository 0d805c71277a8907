/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors pass along edges by blocks, scalars as one number. */
#include "workload/weft-cg-loop-private.h"

#include "workload/weft-solver-cost-private.h"

#define D WEFT_SOLVER_VALUE_BYTES

typedef enum
{
  HALO,      /* one for each block: gathers what the neighbours have */
  SPMV,      /* one for each block */
  DOT,       /* one for each block: of two vectors */
  NORM,      /* one for each block: of a vector and itself */
  ALLREDUCE, /* one */
  SCALAR,    /* one */
  WAXPBY,    /* one for each block */
} Kernel;

typedef struct
{
  const char *name;
  Kernel kernel;
} Step;

static const Step steps[WEFT_N_CG_STEPS] = {
  [WEFT_CG_DOT_RZ] = { "dot_rz", DOT },
  [WEFT_CG_ALLREDUCE_RZ] = { "allreduce_rz", ALLREDUCE },
  [WEFT_CG_BETA] = { "beta", SCALAR },
  [WEFT_CG_WAXPBY_P] = { "waxpby_p", WAXPBY },
  [WEFT_CG_HALO_P] = { NULL, HALO },
  [WEFT_CG_SPMV_AP] = { "spmv_Ap", SPMV },
  [WEFT_CG_DOT_PAP] = { "dot_pAp", DOT },
  [WEFT_CG_ALLREDUCE_PAP] = { "allreduce_pAp", ALLREDUCE },
  [WEFT_CG_ALPHA] = { "alpha", SCALAR },
  [WEFT_CG_WAXPBY_X] = { "waxpby_x", WAXPBY },
  [WEFT_CG_WAXPBY_R] = { "waxpby_r", WAXPBY },
  [WEFT_CG_DOT_RR] = { "dot_rr", NORM },
  [WEFT_CG_ALLREDUCE_RR] = { "allreduce_rr", ALLREDUCE },
};

static WeftTaskCost
step_cost (const WeftBlockLevel *level, Kernel kernel, guint32 b)
{
  switch (kernel)
    {
    case HALO:
      return weft_solver_halo (level->halo[b]);
    case SPMV:
      return weft_solver_spmv (level->rows[b], level->nonzeros[b]);
    case DOT:
      return weft_solver_dot (level->rows[b], 2);
    case NORM:
      return weft_solver_dot (level->rows[b], 1);
    case ALLREDUCE:
      return weft_solver_allreduce (level->n_blocks);
    case WAXPBY:
      return weft_solver_waxpby (level->rows[b]);
    case SCALAR:
    default:
      return weft_solver_scalar ();
    }
}

static WeftBlockTasks
add_step (const WeftCgLoop *self, WeftCgStep step)
{
  return weft_block_step_add (&self->steps[step], self->builder, self->turn);
}

static void
join_vector (const WeftCgLoop *self, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, self->level->rows, D);
}

static void
join_scalar (const WeftCgLoop *self, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, NULL, D);
}

/* A x, with the exchange before it. */
static WeftBlockTasks
add_product (const WeftCgLoop *self, WeftCgStep halo, WeftCgStep spmv, WeftBlockTasks x)
{
  WeftBlockTasks gathered = add_step (self, halo), product;

  weft_block_exchange (self->builder, self->level, x, gathered, D);
  product = add_step (self, spmv);
  join_vector (self, x, product);
  weft_block_join (self->builder, gathered, product, self->level->halo, D);
  return product;
}

/* a . b over all blocks; @b may have no tasks, then a . a. */
static WeftBlockTasks
add_sum (const WeftCgLoop *self, WeftCgStep dot, WeftCgStep allreduce, WeftBlockTasks a, WeftBlockTasks b)
{
  WeftBlockTasks parts = add_step (self, dot), sum;

  join_vector (self, a, parts);
  if (b.n > 0)
    join_vector (self, b, parts);
  sum = add_step (self, allreduce);
  join_scalar (self, parts, sum);
  return sum;
}

/* a / b; one and the same task is read once. */
static WeftBlockTasks
add_scalar (const WeftCgLoop *self, WeftCgStep step, WeftBlockTasks a, WeftBlockTasks b)
{
  WeftBlockTasks scalar = add_step (self, step);

  join_scalar (self, a, scalar);
  if (a.first != b.first)
    join_scalar (self, b, scalar);
  return scalar;
}

/* a + @scalar b */
static WeftBlockTasks
add_waxpby (const WeftCgLoop *self, WeftCgStep step, WeftBlockTasks a, WeftBlockTasks b,
            WeftBlockTasks scalar)
{
  WeftBlockTasks sum = add_step (self, step);

  join_vector (self, a, sum);
  join_vector (self, b, sum);
  join_scalar (self, scalar, sum);
  return sum;
}

/* --- public --- */

void
weft_cg_loop_init (WeftCgLoop *self, WeftTaskBuilder *builder, WeftKindSet *kinds, const WeftBlockLevel *level,
                   const guint32 *region, const char *halo_name, gboolean has_preconditioner)
{
  *self = (WeftCgLoop) { .builder = builder, .level = level, .turn = WEFT_TASK_NONE };
  for (guint i = has_preconditioner ? 0 : WEFT_CG_BETA; i < WEFT_N_CG_STEPS; i++)
    {
      gboolean is_single = steps[i].kernel == ALLREDUCE || steps[i].kernel == SCALAR;
      guint32 n = is_single ? 1 : level->n_blocks;

      weft_block_step_init (&self->steps[i], builder, i == WEFT_CG_HALO_P ? halo_name : steps[i].name, n,
                            is_single ? NULL : region);
      for (guint32 b = 0; b < n; b++)
        {
          WeftTaskCost cost = step_cost (level, steps[i].kernel, b);

          self->steps[i].kind[b] = weft_kind_set_take (kinds, &cost);
        }
    }
}

void
weft_cg_loop_clear (WeftCgLoop *self)
{
  for (guint i = 0; i < WEFT_N_CG_STEPS; i++)
    weft_block_step_clear (&self->steps[i]);
}

WeftBlockTasks
weft_cg_loop_add_rho (const WeftCgLoop *self, WeftBlockTasks r, WeftBlockTasks z)
{
  return add_sum (self, WEFT_CG_DOT_RZ, WEFT_CG_ALLREDUCE_RZ, r, z);
}

void
weft_cg_loop_add_step (const WeftCgLoop *self, WeftBlockTasks z, WeftBlockTasks rho, WeftCgState *state)
{
  WeftBlockTasks beta = add_scalar (self, WEFT_CG_BETA, rho, state->rho);
  WeftBlockTasks p = add_waxpby (self, WEFT_CG_WAXPBY_P, z, state->p, beta);
  WeftBlockTasks ap = add_product (self, WEFT_CG_HALO_P, WEFT_CG_SPMV_AP, p);
  WeftBlockTasks pap = add_sum (self, WEFT_CG_DOT_PAP, WEFT_CG_ALLREDUCE_PAP, p, ap);
  WeftBlockTasks alpha = add_scalar (self, WEFT_CG_ALPHA, rho, pap);

  state->x = add_waxpby (self, WEFT_CG_WAXPBY_X, state->x, p, alpha);
  state->r = add_waxpby (self, WEFT_CG_WAXPBY_R, state->r, ap, alpha);
  state->rr = add_sum (self, WEFT_CG_DOT_RR, WEFT_CG_ALLREDUCE_RR, state->r, (WeftBlockTasks) { 0 });
  state->p = p;
  state->rho = rho;
}
