/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns of sparse matrices: entries dealt out to their rows by counting, and A + A^T by merging rows. */
#include "workload/weft-sparse-pattern.h"

#include <stdlib.h>

/* Where each row begins, of how many entries it has: counted at [row + 1]. */
static void
sum_up (gsize *first, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    first[i + 1] += first[i];
}

static int
compare_columns (const void *a, const void *b)
{
  guint32 left = *(const guint32 *) a;
  guint32 right = *(const guint32 *) b;

  return (left > right) - (left < right);
}

/* Most files have their entries in order already. */
static void
sort_row (guint32 *col, gsize n)
{
  for (gsize i = 1; i < n; i++)
    if (col[i] < col[i - 1])
      {
        qsort (col, n, sizeof *col, compare_columns);
        return;
      }
}

static void
deal_out (WeftSparsePattern *self, const WeftSparseEntry *entries, gsize n_entries)
{
  g_autofree gsize *at = NULL;

  for (gsize i = 0; i < n_entries; i++)
    self->first[entries[i].row + 1]++;
  sum_up (self->first, self->n_rows);
  at = g_memdup2 (self->first, ((gsize) self->n_rows + 1) * sizeof *at);
  for (gsize i = 0; i < n_entries; i++)
    self->col[at[entries[i].row]++] = entries[i].col;
}

/* Sorts each row and moves the rows together, without the entries that were there twice. */
static void
sort_rows (WeftSparsePattern *self)
{
  gsize n_kept = 0;
  gsize begin = 0;

  for (guint32 i = 0; i < self->n_rows; i++)
    {
      gsize end = self->first[i + 1];

      sort_row (self->col + begin, end - begin);
      for (gsize e = begin; e < end; e++)
        if (e == begin || self->col[e] != self->col[n_kept - 1])
          self->col[n_kept++] = self->col[e];
      self->first[i + 1] = n_kept;
      begin = end;
    }
}

static WeftSparsePattern *
new_empty (guint32 n_rows, guint32 n_cols, gsize n_entries)
{
  WeftSparsePattern *self = g_new0 (WeftSparsePattern, 1);

  self->n_rows = n_rows;
  self->n_cols = n_cols;
  self->first = g_new0 (gsize, (gsize) n_rows + 1);
  self->col = g_new (guint32, n_entries);
  return self;
}

/* --- A + A^T --- */

static WeftSparsePattern *
new_transposed (const WeftSparsePattern *self)
{
  gsize n_entries = weft_sparse_pattern_n_entries (self);
  WeftSparsePattern *turned = new_empty (self->n_cols, self->n_rows, n_entries);
  g_autofree gsize *at = NULL;

  for (gsize e = 0; e < n_entries; e++)
    turned->first[self->col[e] + 1]++;
  sum_up (turned->first, turned->n_rows);
  at = g_memdup2 (turned->first, ((gsize) turned->n_rows + 1) * sizeof *at);
  for (guint32 i = 0; i < self->n_rows; i++)
    for (gsize e = self->first[i]; e < self->first[i + 1]; e++)
      turned->col[at[self->col[e]]++] = i;
  return turned;
}

/* The columns that row @i has in @a or @b, @i itself left out; @out (nullable) takes them. How many. */
static gsize
merge_row (const WeftSparsePattern *a, const WeftSparsePattern *b, guint32 i, guint32 *out)
{
  gsize at_a = a->first[i];
  gsize at_b = b->first[i];
  gsize n = 0;

  while (at_a < a->first[i + 1] || at_b < b->first[i + 1])
    {
      guint32 col_a = at_a < a->first[i + 1] ? a->col[at_a] : G_MAXUINT32;
      guint32 col_b = at_b < b->first[i + 1] ? b->col[at_b] : G_MAXUINT32;
      guint32 col = MIN (col_a, col_b);

      at_a += col_a == col;
      at_b += col_b == col;
      if (col == i)
        continue;
      if (out != NULL)
        out[n] = col;
      n++;
    }
  return n;
}

/* --- public --- */

/**
 * weft_sparse_pattern_new: (skip)
 * @n_rows: rows, fewer than #G_MAXUINT32
 * @n_cols: columns, fewer than #G_MAXUINT32
 * @entries: entries inside of the matrix, in any order
 * @n_entries: how many
 *
 * Returns: (transfer full): the pattern
 */
WeftSparsePattern *
weft_sparse_pattern_new (guint32 n_rows, guint32 n_cols, const WeftSparseEntry *entries, gsize n_entries)
{
  WeftSparsePattern *self = new_empty (n_rows, n_cols, n_entries);

  deal_out (self, entries, n_entries);
  sort_rows (self);
  return self;
}

/**
 * weft_sparse_pattern_free: (skip)
 * @self: (transfer full): a pattern
 */
void
weft_sparse_pattern_free (WeftSparsePattern *self)
{
  g_free (self->first);
  g_free (self->col);
  g_free (self);
}

/**
 * weft_sparse_pattern_n_entries: (skip)
 * @self: a pattern
 *
 * Returns: how many entries it has
 */
gsize
weft_sparse_pattern_n_entries (const WeftSparsePattern *self)
{
  return self->first[self->n_rows];
}

/**
 * weft_sparse_pattern_n_diagonal: (skip)
 * @self: a pattern
 *
 * Returns: how many rows have an entry on the diagonal
 */
gsize
weft_sparse_pattern_n_diagonal (const WeftSparsePattern *self)
{
  gsize n = 0;

  for (guint32 i = 0; i < self->n_rows; i++)
    for (gsize e = self->first[i]; e < self->first[i + 1] && self->col[e] <= i; e++)
      n += self->col[e] == i;
  return n;
}

/**
 * weft_sparse_pattern_new_adjacency: (skip)
 * @self: a square pattern
 *
 * Returns: (transfer full): the pattern of A + A^T, without the diagonal
 */
WeftSparsePattern *
weft_sparse_pattern_new_adjacency (const WeftSparsePattern *self)
{
  g_autoptr (WeftSparsePattern) turned = NULL;
  WeftSparsePattern *sum;

  g_return_val_if_fail (self->n_rows == self->n_cols, NULL);

  turned = new_transposed (self);
  sum = new_empty (self->n_rows, self->n_rows, 0);
  for (guint32 i = 0; i < self->n_rows; i++)
    sum->first[i + 1] = sum->first[i] + merge_row (self, turned, i, NULL);
  sum->col = g_new (guint32, sum->first[sum->n_rows]);
  for (guint32 i = 0; i < self->n_rows; i++)
    merge_row (self, turned, i, sum->col + sum->first[i]);
  return sum;
}
