/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the kernels of iterative solvers compute, read and write on a block of rows, in doubles and 4-byte indices: the
 * flops of HPCG's own report, and the bytes of each array that a kernel goes through once. */
#pragma once

#include "workload/weft-task-builder.h"

G_BEGIN_DECLS

#define WEFT_SOLVER_VALUE_BYTES 8.0
#define WEFT_SOLVER_INDEX_BYTES 4.0

/* The matrix of a block: a value and an index for each entry. */
double       weft_solver_matrix_bytes (double nonzeros);

/* The start: p = x, A p, r = b - A p and r . r. */
WeftTaskCost weft_solver_init         (double rows,
                                       double nonzeros);
/* The end: the residual's norm, and x as the result. */
WeftTaskCost weft_solver_final        (double rows);
/* x = 0 */
WeftTaskCost weft_solver_zero         (double rows);
/* Gathers @points that other blocks or processes hold. */
WeftTaskCost weft_solver_halo         (double points);
/* y = A x */
WeftTaskCost weft_solver_spmv         (double rows,
                                       double nonzeros);
/* A forward and a backward Gauss-Seidel sweep. */
WeftTaskCost weft_solver_symgs        (double rows,
                                       double nonzeros);
/* Restriction or prolongation by injection, with @coarse rows on the coarser grid. */
WeftTaskCost weft_solver_restrict     (double coarse);
WeftTaskCost weft_solver_prolong      (double coarse);
/* The product of @n_vectors different vectors, 1 or 2. */
WeftTaskCost weft_solver_dot          (double rows,
                                       guint  n_vectors);
/* w = a x + b y */
WeftTaskCost weft_solver_waxpby       (double rows);
/* The sum of what @n_blocks blocks have summed. */
WeftTaskCost weft_solver_allreduce    (guint32 n_blocks);
/* One quotient of two scalars. */
WeftTaskCost weft_solver_scalar       (void);

G_END_DECLS
