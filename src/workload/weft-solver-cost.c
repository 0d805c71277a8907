/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of HPCG (Heroux, Dongarra and Luszczek, "HPCG Technical Specification", SAND2013-8752), which plain
 * conjugate gradients share. Vectors that are written are not counted as read before. */
#include "workload/weft-solver-cost-private.h"

#define D WEFT_SOLVER_VALUE_BYTES
#define I WEFT_SOLVER_INDEX_BYTES

static WeftTaskCost
cost (const char *kernel, double flops, double read, double written)
{
  return (WeftTaskCost) {
    .kernel = kernel,
    .flops = { [WEFT_DTYPE_FP64] = flops },
    .bytes_read = read,
    .bytes_written = written,
  };
}

double
weft_solver_matrix_bytes (double nonzeros)
{
  return nonzeros * (D + I);
}

/* Its vectors are counted as three that are read and three that are written. */
WeftTaskCost
weft_solver_init (double rows, double nonzeros)
{
  return cost ("init", 2 * nonzeros + 4 * rows, weft_solver_matrix_bytes (nonzeros) + 3 * D * rows, 3 * D * rows);
}

WeftTaskCost
weft_solver_final (double rows)
{
  return cost ("final", 2, D * rows, 0);
}

WeftTaskCost
weft_solver_zero (double rows)
{
  return cost ("zero", 0, 0, D * rows);
}

/* What is gathered stays in a buffer of its own. */
WeftTaskCost
weft_solver_halo (double points)
{
  WeftTaskCost halo = cost ("halo", 0, D * points, D * points);

  halo.working_set_bytes = D * points;
  return halo;
}

WeftTaskCost
weft_solver_spmv (double rows, double nonzeros)
{
  return cost ("spmv", 2 * nonzeros, weft_solver_matrix_bytes (nonzeros) + D * rows, D * rows);
}

/* Both sweeps go through the matrix; right-hand side and solution are counted once. */
WeftTaskCost
weft_solver_symgs (double rows, double nonzeros)
{
  return cost ("symgs", 4 * nonzeros, 2 * weft_solver_matrix_bytes (nonzeros) + D * rows, D * rows);
}

/* Reads right-hand side, A x and the index of each coarse row. */
WeftTaskCost
weft_solver_restrict (double coarse)
{
  return cost ("restrict", coarse, (2 * D + I) * coarse, D * coarse);
}

/* Reads the correction, what it is added to, and the index of each coarse row. */
WeftTaskCost
weft_solver_prolong (double coarse)
{
  return cost ("prolong", coarse, (2 * D + I) * coarse, D * coarse);
}

WeftTaskCost
weft_solver_dot (double rows, guint n_vectors)
{
  return cost ("dot", 2 * rows, n_vectors * D * rows, 0);
}

WeftTaskCost
weft_solver_waxpby (double rows)
{
  return cost ("waxpby", 2 * rows, 2 * D * rows, D * rows);
}

/* One task reads what the blocks have summed: its edges carry what passes, so it is no collective of its own. */
WeftTaskCost
weft_solver_allreduce (guint32 n_blocks)
{
  return cost ("allreduce", n_blocks - 1.0, D * n_blocks, D);
}

WeftTaskCost
weft_solver_scalar (void)
{
  return cost ("scalar", 1, 2 * D, D);
}
