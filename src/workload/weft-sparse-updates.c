/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates exist where L(i,k), U(k,j) and the block (i,j) that they change do; where two strips meet in a row of level k
 * there is work. (i,j) and (j,i) cost the same, so that one of them is counted. */
#include "workload/weft-sparse-updates-private.h"

#include <stdlib.h>

#define NONE G_MAXUINT32

struct _WeftSparseUpdates
{
  const WeftSparseBlocks *blocks;
  WeftBlockColumn column;
  guint32 level;
  guint32 *place;    /* [n_blocks] which block of the level stands in a row, + 1; 0 for none */
  guint32 *first_of; /* [n_blocks] a piece of the level in a row of blocks, NONE for none */
  double *flops;     /* [n_blocks] of the updates of one column */
  GArray *next_of;   /* guint32: [pieces] the next piece in the same row of blocks */
  GArray *strip_of;  /* guint32: [pieces] the strip of each */
  GArray *updates;
};

/* --- pieces by their rows --- */

static void
list_pieces (WeftSparseUpdates *self)
{
  const WeftBlockColumn *column = &self->column;

  g_array_set_size (self->next_of, column->pieces->len);
  g_array_set_size (self->strip_of, column->pieces->len);
  for (guint32 s = 0; s < column->strips->len; s++)
    {
      const WeftBlockStrip *strip = &g_array_index (column->strips, WeftBlockStrip, s);

      for (guint32 p = strip->first_piece; p < strip->first_piece + strip->n_pieces; p++)
        {
          guint32 block = g_array_index (column->pieces, WeftBlockPiece, p).block;

          g_array_index (self->strip_of, guint32, p) = s;
          g_array_index (self->next_of, guint32, p) = self->first_of[block];
          self->first_of[block] = p;
        }
    }
}

/* --- one column of a level --- */

/* Operations of the updates of block column @col, in the rows from @col on. */
static void
sum_flops (WeftSparseUpdates *self, guint32 col)
{
  const WeftBlockPiece *pieces = (const WeftBlockPiece *) self->column.pieces->data;

  for (guint32 p = self->first_of[col]; p != NONE; p = g_array_index (self->next_of, guint32, p))
    {
      const WeftBlockStrip *strip
          = &g_array_index (self->column.strips, WeftBlockStrip, g_array_index (self->strip_of, guint32, p));
      double factor = 2.0 * strip->n_cols * pieces[p].n_rows;

      for (guint32 q = p; q < strip->first_piece + strip->n_pieces; q++)
        self->flops[pieces[q].block] += factor * pieces[q].n_rows;
    }
  self->first_of[col] = NONE;
}

static void
add_update (WeftSparseUpdates *self, guint32 row, guint32 col, guint32 target, double flops)
{
  WeftSparseUpdate update = { row, col, self->place[row] - 1, self->place[col] - 1, target, flops };

  g_array_append_val (self->updates, update);
}

static void
add_column (WeftSparseUpdates *self, guint32 col)
{
  const WeftSparseBlocks *blocks = self->blocks;

  sum_flops (self, col);
  add_update (self, col, col, NONE, self->flops[col]);
  self->flops[col] = 0;
  for (gsize e = blocks->first[col]; e < blocks->first[col + 1]; e++)
    {
      guint32 row = blocks->row[e];

      if (self->place[row] == 0)
        continue;
      add_update (self, row, col, e, self->flops[row]);
      add_update (self, col, row, e, self->flops[row]);
      self->flops[row] = 0;
    }
}

static int
compare_updates (const void *a, const void *b)
{
  const WeftSparseUpdate *left = a;
  const WeftSparseUpdate *right = b;
  guint32 left_sum = left->row + left->col;
  guint32 right_sum = right->row + right->col;

  if (left_sum != right_sum)
    return left_sum < right_sum ? -1 : 1;
  return (left->row > right->row) - (left->row < right->row);
}

/* --- for the factorisation --- */

WeftSparseUpdates *
weft_sparse_updates_new (const WeftSparseSymbolic *symbolic, const WeftSparseBlocks *blocks)
{
  WeftSparseUpdates *self = g_new0 (WeftSparseUpdates, 1);

  self->blocks = blocks;
  weft_block_column_init (&self->column, symbolic, blocks->block);
  self->place = g_new0 (guint32, blocks->n_blocks);
  self->first_of = g_new (guint32, blocks->n_blocks);
  self->flops = g_new0 (double, blocks->n_blocks);
  for (guint32 i = 0; i < blocks->n_blocks; i++)
    self->first_of[i] = NONE;
  self->next_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->strip_of = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->updates = g_array_new (FALSE, FALSE, sizeof (WeftSparseUpdate));
  return self;
}

void
weft_sparse_updates_free (WeftSparseUpdates *self)
{
  weft_block_column_clear (&self->column);
  g_free (self->place);
  g_free (self->first_of);
  g_free (self->flops);
  g_array_unref (self->next_of);
  g_array_unref (self->strip_of);
  g_array_unref (self->updates);
  g_free (self);
}

GArray *
weft_sparse_updates_next (WeftSparseUpdates *self)
{
  const WeftSparseBlocks *blocks = self->blocks;
  gsize begin = blocks->first[self->level];
  guint32 n = weft_sparse_blocks_height (blocks, self->level);

  weft_block_column_load (&self->column, self->level++);
  list_pieces (self);
  g_array_set_size (self->updates, 0);
  for (guint32 i = 0; i < n; i++)
    self->place[blocks->row[begin + i]] = i + 1;
  for (guint32 i = 0; i < n; i++)
    add_column (self, blocks->row[begin + i]);
  for (guint32 i = 0; i < n; i++)
    self->place[blocks->row[begin + i]] = 0;
  g_array_sort (self->updates, compare_updates);
  return self->updates;
}

guint64 *
weft_sparse_updates_count (const WeftSparseBlocks *blocks, guint64 max)
{
  guint64 *counts = g_new0 (guint64, blocks->n_blocks);
  g_autofree guint8 *is_there = g_new0 (guint8, blocks->n_blocks);
  guint64 n = 0;

  for (guint32 k = 0; k < blocks->n_blocks && n <= max; k++)
    {
      for (gsize e = blocks->first[k]; e < blocks->first[k + 1]; e++)
        is_there[blocks->row[e]] = TRUE;
      for (gsize e = blocks->first[k]; e < blocks->first[k + 1]; e++)
        {
          guint32 col = blocks->row[e];

          counts[k]++;
          for (gsize f = blocks->first[col]; f < blocks->first[col + 1]; f++)
            counts[k] += 2 * is_there[blocks->row[f]];
        }
      for (gsize e = blocks->first[k]; e < blocks->first[k + 1]; e++)
        is_there[blocks->row[e]] = FALSE;
      n += counts[k];
    }
  return counts;
}
