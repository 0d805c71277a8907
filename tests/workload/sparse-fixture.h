/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices for tests, and elimination as one does it by hand: entry by entry, on all n * n places. */
#pragma once

#include "base/weft-random.h"
#include "workload/weft-sparse-order.h"

static inline WeftSparseGrid
fixture_parse_grid (const char *text, guint points)
{
  g_autoptr (GError) error = NULL;
  WeftSparseGrid grid;

  weft_sparse_grid_parse (&grid, text, points, &error);
  g_assert_no_error (error);
  return grid;
}

static inline WeftSparsePattern *
fixture_adjacency (const WeftSparseGrid *grid)
{
  g_autoptr (WeftSparsePattern) pattern = weft_sparse_grid_pattern (grid);

  return weft_sparse_pattern_new_adjacency (pattern);
}

/* [n * n] Gaussian elimination on which entries are there, in the new order. */
static inline guint8 *
fixture_eliminate (const WeftSparsePattern *adjacency, const guint32 *order)
{
  guint32 n = adjacency->n_rows;
  guint8 *filled = g_new0 (guint8, n * n);
  g_autofree guint32 *place = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    place[order[i]] = i;
  for (guint32 i = 0; i < n; i++)
    for (gsize e = adjacency->first[i]; e < adjacency->first[i + 1]; e++)
      filled[place[i] * n + place[adjacency->col[e]]] = TRUE;
  for (guint32 k = 0; k < n; k++)
    for (guint32 i = k + 1; i < n; i++)
      for (guint32 j = k + 1; j < n; j++)
        filled[i * n + j] |= filled[i * n + k] && filled[k * n + j];
  return filled;
}

static inline guint32 *
fixture_shuffle (guint32 n, WeftRandom *random)
{
  guint32 *order = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 at = weft_random_below (random, i + 1);

      order[i] = order[at];
      order[at] = i;
    }
  return order;
}

/* Up to three entries a row, at random places. */
static inline WeftSparsePattern *
fixture_random_adjacency (guint32 n, WeftRandom *random)
{
  guint n_entries = weft_random_below (random, 3 * n);
  g_autofree WeftSparseEntry *entries = g_new (WeftSparseEntry, n_entries);
  g_autoptr (WeftSparsePattern) pattern = NULL;

  for (guint e = 0; e < n_entries; e++)
    {
      entries[e].row = weft_random_below (random, n);
      entries[e].col = weft_random_below (random, n);
    }
  pattern = weft_sparse_pattern_new (n, n, entries, n_entries);
  return weft_sparse_pattern_new_adjacency (pattern);
}
