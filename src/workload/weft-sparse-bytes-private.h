/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of the blocks of a factorisation, in memory and as messages, which are the same: columns of 16-bit rows and
 * doubles, and below the diagonal the same by rows too. */
#pragma once

#include "workload/weft-sparse-blocks-private.h"

G_BEGIN_DECLS

/* The L and the U of a diagonal block are kept apart; the U has the diagonal. */
double weft_sparse_bytes_diagonal_l (const WeftSparseBlocks *blocks,
                                     guint32                 k);
double weft_sparse_bytes_diagonal_u (const WeftSparseBlocks *blocks,
                                     guint32                 k);
/* Of a block below the diagonal. */
double weft_sparse_bytes_lower      (const WeftSparseBlocks *blocks,
                                     gsize                   at);
/* Of its counterpart in U. */
double weft_sparse_bytes_upper      (const WeftSparseBlocks *blocks,
                                     gsize                   at);
/* Of the numbers alone: of a diagonal block, and of any other. */
double weft_sparse_bytes_diagonal_values (const WeftSparseBlocks *blocks,
                                          guint32                 k);
double weft_sparse_bytes_values          (const WeftSparseBlocks *blocks,
                                          gsize                   at);

G_END_DECLS
