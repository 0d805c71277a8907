/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orders in which the rows and columns of a sparse matrix are eliminated: as they are, by nested dissection of a grid,
 * by METIS, or by approximate minimum degree. They decide how much the factors fill. */
#pragma once

#include "workload/weft-sparse-grid.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SPARSE_ORDER_NATURAL,
  WEFT_SPARSE_ORDER_ND,
  WEFT_SPARSE_ORDER_METIS,
  WEFT_SPARSE_ORDER_AMD,
  WEFT_N_SPARSE_ORDERS,
} WeftSparseOrder;

/* The order: [n] the old row that comes at each place. @grid: (nullable): what the matrix was made of, which
 * WEFT_SPARSE_ORDER_ND needs. (transfer full) */
WEFT_API guint32    *weft_sparse_order_make     (WeftSparseOrder          self,
                                                 const WeftSparsePattern *adjacency,
                                                 const WeftSparseGrid    *grid,
                                                 GError                 **error);
/* Whether each of 0 to @n - 1 is there once; the message names the first that is not. */
WEFT_API gboolean    weft_sparse_order_check    (const guint32           *order,
                                                 guint32                  n,
                                                 GError                 **error);
/* Whether Weft was built with what it needs. */
WEFT_API gboolean    weft_sparse_order_is_built (WeftSparseOrder          self);
/* "metis" */
WEFT_API const char *weft_sparse_order_nick     (WeftSparseOrder          self);
WEFT_API gboolean    weft_sparse_order_parse    (const char              *nick,
                                                 WeftSparseOrder         *self);

G_END_DECLS
