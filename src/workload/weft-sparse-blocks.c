/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts runs of rows at the borders of blocks. Columns of a group have the same rows below, so that a strip of them is
 * counted once; the sums over its columns have closed forms. */
#include "workload/weft-sparse-blocks-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>

#include "workload/weft-task-graph.h"

/* Columns of blocks between two looks at the cancellable. */
#define CANCEL_STEP 256

/* --- strips --- */

static void
add_rows (WeftBlockColumn *self, WeftBlockStrip *strip, guint32 begin, guint32 end)
{
  while (begin < end)
    {
      guint32 block = begin / self->block;
      guint32 stop = MIN (end, (block + 1) * self->block);
      WeftBlockPiece *last = strip->n_pieces == 0
                                 ? NULL
                                 : &g_array_index (self->pieces, WeftBlockPiece, self->pieces->len - 1);

      if (last != NULL && last->block == block)
        last->n_rows += stop - begin;
      else
        {
          WeftBlockPiece piece = { block, stop - begin };

          g_array_append_val (self->pieces, piece);
          strip->n_pieces++;
        }
      begin = stop;
    }
}

/* The columns from @begin to before @end of a group, in a column of blocks that ends before row @border. */
static void
add_strip (WeftBlockColumn *self, guint32 begin, guint32 end, guint32 border)
{
  const WeftSparseSymbolic *symbolic = self->symbolic;
  WeftBlockStrip strip = { .first_piece = self->pieces->len, .n_cols = end - begin };

  add_rows (self, &strip, end, symbolic->first_column[self->node + 1]);
  for (gsize r = symbolic->first_run[self->node]; r < symbolic->first_run[self->node + 1]; r++)
    {
      const WeftSparseRun *run = &symbolic->runs[r];

      if (run->begin < border)
        strip.n_in += MIN (run->end, border) - run->begin;
      if (run->end > border)
        add_rows (self, &strip, MAX (run->begin, border), run->end);
    }
  g_array_append_val (self->strips, strip);
}

void
weft_block_column_init (WeftBlockColumn *self, const WeftSparseSymbolic *symbolic, guint32 block)
{
  self->symbolic = symbolic;
  self->block = block;
  self->node = 0;
  self->strips = g_array_new (FALSE, FALSE, sizeof (WeftBlockStrip));
  self->pieces = g_array_new (FALSE, FALSE, sizeof (WeftBlockPiece));
}

void
weft_block_column_load (WeftBlockColumn *self, guint32 k)
{
  const guint32 *first_column = self->symbolic->first_column;
  guint32 from = k * self->block;
  guint32 border = MIN (from + self->block, self->symbolic->n);

  g_array_set_size (self->strips, 0);
  g_array_set_size (self->pieces, 0);
  while (self->node < self->symbolic->n_nodes && first_column[self->node] < border)
    {
      add_strip (self, MAX (first_column[self->node], from), MIN (first_column[self->node + 1], border), border);
      /* A group that goes on is the next column's too. */
      if (first_column[self->node + 1] > border)
        break;
      self->node++;
    }
}

void
weft_block_column_clear (WeftBlockColumn *self)
{
  g_array_unref (self->strips);
  g_array_unref (self->pieces);
}

/* --- blocks --- */

typedef struct
{
  WeftSparseBlocks *result;
  WeftBlockColumn column;
  guint64 *n_entries; /* [n_blocks] of the column that is being counted */
  double *tstrf;
  double *gessm;
  GArray *touched; /* guint32: blocks with entries */
  GArray *rows;    /* what becomes the arrays of the result */
  GArray *all_entries;
  GArray *all_tstrf;
  GArray *all_gessm;
} Counter;

/* Sum of d and of d^2 for d from @from to before @from + @n. */
static void
sum_powers (double from, double n, double *sum, double *sum_squares)
{
  *sum = n * from + n * (n - 1) / 2;
  *sum_squares = n * from * from + from * n * (n - 1) + (n - 1) * n * (2 * n - 1) / 6;
}

static void
count_strip (Counter *self, const WeftBlockStrip *strip, guint32 k)
{
  double below, squares;

  sum_powers (strip->n_in, strip->n_cols, &below, &squares);
  self->result->n_diagonal[k] += below;
  self->result->getrf[k] += below + 2 * squares;
  for (guint32 p = 0; p < strip->n_pieces; p++)
    {
      const WeftBlockPiece *piece = &g_array_index (self->column.pieces, WeftBlockPiece, strip->first_piece + p);

      if (self->n_entries[piece->block] == 0)
        g_array_append_val (self->touched, piece->block);
      self->n_entries[piece->block] += (guint64) piece->n_rows * strip->n_cols;
      self->tstrf[piece->block] += piece->n_rows * (strip->n_cols + 2 * below);
      self->gessm[piece->block] += piece->n_rows * 2 * below;
    }
}

static int
compare_blocks (const void *a, const void *b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

static void
take_touched (Counter *self)
{
  g_array_sort (self->touched, compare_blocks);
  for (guint i = 0; i < self->touched->len; i++)
    {
      guint32 block = g_array_index (self->touched, guint32, i);

      g_array_append_val (self->rows, block);
      g_array_append_val (self->all_entries, self->n_entries[block]);
      g_array_append_val (self->all_tstrf, self->tstrf[block]);
      g_array_append_val (self->all_gessm, self->gessm[block]);
      self->n_entries[block] = 0;
      self->tstrf[block] = 0;
      self->gessm[block] = 0;
    }
  g_array_set_size (self->touched, 0);
}

static void
count_column (Counter *self, guint32 k)
{
  weft_block_column_load (&self->column, k);
  for (guint s = 0; s < self->column.strips->len; s++)
    count_strip (self, &g_array_index (self->column.strips, WeftBlockStrip, s), k);
  take_touched (self);
  self->result->first[k + 1] = self->rows->len;
}

static gboolean
count_all (Counter *self, guint32 max_blocks, GCancellable *cancellable, GError **error)
{
  for (guint32 k = 0; k < self->result->n_blocks; k++)
    {
      if (k % CANCEL_STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      count_column (self, k);
      if (self->rows->len <= max_blocks)
        continue;
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
                   _("the factors have more than %u blocks of %u rows below the diagonal; make the blocks larger"),
                   max_blocks, self->result->block);
      return FALSE;
    }
  return TRUE;
}

static void
counter_init (Counter *self, const WeftSparseSymbolic *symbolic, guint32 block)
{
  WeftSparseBlocks *result = g_new0 (WeftSparseBlocks, 1);

  self->result = result;
  result->n = symbolic->n;
  result->block = block;
  result->n_blocks = symbolic->n / block + (symbolic->n % block > 0);
  result->first = g_new0 (gsize, (gsize) result->n_blocks + 1);
  result->n_diagonal = g_new0 (guint64, result->n_blocks);
  result->getrf = g_new0 (double, result->n_blocks);
  weft_block_column_init (&self->column, symbolic, block);
  self->n_entries = g_new0 (guint64, result->n_blocks);
  self->tstrf = g_new0 (double, result->n_blocks);
  self->gessm = g_new0 (double, result->n_blocks);
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->all_entries = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->all_tstrf = g_array_new (FALSE, FALSE, sizeof (double));
  self->all_gessm = g_array_new (FALSE, FALSE, sizeof (double));
}

/* Hands out what was counted, and takes everything else away. */
static WeftSparseBlocks *
counter_finish (Counter *self)
{
  WeftSparseBlocks *result = self->result;

  weft_block_column_clear (&self->column);
  g_free (self->n_entries);
  g_free (self->tstrf);
  g_free (self->gessm);
  g_array_unref (self->touched);
  result->row = (guint32 *) g_array_free (self->rows, FALSE);
  result->n_entries = (guint64 *) g_array_free (self->all_entries, FALSE);
  result->tstrf = (double *) g_array_free (self->all_tstrf, FALSE);
  result->gessm = (double *) g_array_free (self->all_gessm, FALSE);
  return result;
}

WeftSparseBlocks *
weft_sparse_blocks_new (const WeftSparseSymbolic *symbolic, guint32 block, guint32 max_blocks,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSparseBlocks) result = NULL;
  gboolean is_made;
  Counter counter;

  counter_init (&counter, symbolic, block);
  is_made = count_all (&counter, max_blocks, cancellable, error);
  result = counter_finish (&counter);
  return is_made ? g_steal_pointer (&result) : NULL;
}

void
weft_sparse_blocks_free (WeftSparseBlocks *self)
{
  g_free (self->first);
  g_free (self->row);
  g_free (self->n_entries);
  g_free (self->tstrf);
  g_free (self->gessm);
  g_free (self->n_diagonal);
  g_free (self->getrf);
  g_free (self);
}

guint32
weft_sparse_blocks_height (const WeftSparseBlocks *self, guint32 k)
{
  return self->first[k + 1] - self->first[k];
}
