/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of blocks as PanguLU lays them out: 32 bytes of head, pointers of 32 bits, indices of 16 bits, doubles; blocks
 * below the diagonal add a view by rows, which points into the values. Each part ends at a multiple of 8. */
#include "workload/weft-sparse-bytes-private.h"

#include <math.h>

#define HEAD 32
#define POINTER 4
#define INDEX 2
#define VALUE 8

static double
round_up (double bytes)
{
  return 8 * ceil (bytes / 8);
}

static double
columns_bytes (const WeftSparseBlocks *blocks, double n_entries)
{
  return round_up (HEAD + POINTER * ((double) blocks->block + 1) + (INDEX + VALUE) * n_entries);
}

static double
rows_bytes (const WeftSparseBlocks *blocks, double n_entries)
{
  return round_up (POINTER * ((double) blocks->block + 1) + (INDEX + POINTER) * n_entries);
}

static double
block_width (const WeftSparseBlocks *blocks, guint32 k)
{
  return MIN (blocks->block, blocks->n - k * blocks->block);
}

double
weft_sparse_bytes_diagonal_l (const WeftSparseBlocks *blocks, guint32 k)
{
  return columns_bytes (blocks, blocks->n_diagonal[k]);
}

double
weft_sparse_bytes_diagonal_u (const WeftSparseBlocks *blocks, guint32 k)
{
  return columns_bytes (blocks, blocks->n_diagonal[k] + block_width (blocks, k));
}

double
weft_sparse_bytes_lower (const WeftSparseBlocks *blocks, gsize at)
{
  return columns_bytes (blocks, blocks->n_entries[at]) + rows_bytes (blocks, blocks->n_entries[at]);
}

double
weft_sparse_bytes_upper (const WeftSparseBlocks *blocks, gsize at)
{
  return columns_bytes (blocks, blocks->n_entries[at]);
}

double
weft_sparse_bytes_diagonal_values (const WeftSparseBlocks *blocks, guint32 k)
{
  return VALUE * (2.0 * blocks->n_diagonal[k] + block_width (blocks, k));
}

double
weft_sparse_bytes_values (const WeftSparseBlocks *blocks, gsize at)
{
  return VALUE * (double) blocks->n_entries[at];
}
