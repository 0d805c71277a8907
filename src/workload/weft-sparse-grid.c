/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Patterns of regular grids, made row by row in their order. */
#include "workload/weft-sparse-grid.h"

#include <glib/gi18n-lib.h>

#include "base/weft-quote-private.h"
#include "workload/weft-task-graph.h"

/* --- text --- */

/* The sizes between the letters x; how many there are, 0 for something else. */
static guint
parse_sizes (const char *text, guint64 size[3])
{
  g_auto (GStrv) words = g_strsplit_set (text, "xX", -1);
  guint n = g_strv_length (words);

  if (n < 2 || n > 3)
    return 0;
  for (guint i = 0; i < n; i++)
    if (!g_ascii_string_to_unsigned (g_strstrip (words[i]), 10, 1, G_MAXUINT64, &size[i], NULL))
      return 0;
  return n;
}

static gboolean
parse_shape (WeftSparseGrid *self, const char *text, GError **error)
{
  g_autofree char *quoted = weft_quote (text, -1);
  guint64 size[3] = { 1, 1, 1 };
  double n_rows = 1;

  self->n_dims = parse_sizes (text, size);
  if (self->n_dims == 0)
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
                   _("found %s, expected the sizes of a grid, such as 1000x1000 or 100x100x100"), quoted);
      return FALSE;
    }
  for (guint d = 0; d < 3; d++)
    n_rows *= size[d];
  if (n_rows > WEFT_MATRIX_MAX_ROWS)
    {
      g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
                   _("found %s, a grid of %.9g points, expected at most %u"), quoted, n_rows, WEFT_MATRIX_MAX_ROWS);
      return FALSE;
    }
  for (guint d = 0; d < 3; d++)
    self->size[d] = size[d];
  return TRUE;
}

static gboolean
take_points (WeftSparseGrid *self, guint points, GError **error)
{
  guint star = 2 * self->n_dims + 1;
  guint box = self->n_dims == 2 ? 9 : 27;

  self->points = points == 0 ? star : points;
  if (self->points == star || self->points == box)
    return TRUE;
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_INVALID,
               _("found a stencil of %u points, expected %u or %u on a grid of %u dimensions"), points, star, box,
               self->n_dims);
  return FALSE;
}

/* --- entries --- */

/* Whether the stencil has the neighbour at this distance. */
static gboolean
has_neighbour (const WeftSparseGrid *self, int dx, int dy, int dz)
{
  return self->points == 9 || self->points == 27 || ABS (dx) + ABS (dy) + ABS (dz) <= 1;
}

static gsize
fill_row (const WeftSparseGrid *self, guint32 x, guint32 y, guint32 z, guint32 *col)
{
  const gint64 size[3] = { self->size[0], self->size[1], self->size[2] };
  gsize n = 0;

  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        {
          gint64 at[3] = { (gint64) x + dx, (gint64) y + dy, (gint64) z + dz };

          if (!has_neighbour (self, dx, dy, dz) || MIN (at[0], MIN (at[1], at[2])) < 0 || at[0] >= size[0]
              || at[1] >= size[1] || at[2] >= size[2])
            continue;
          col[n++] = at[0] + size[0] * (at[1] + size[1] * at[2]);
        }
  return n;
}

/* --- public --- */

/**
 * weft_sparse_grid_parse: (skip)
 * @self: (out): the grid
 * @text: "1000x1000" or "100x100x100"
 * @points: points of the stencil, or 0
 * @error: return location for a #WeftWorkloadError
 *
 * Returns: whether it is a grid that is not too large
 */
gboolean
weft_sparse_grid_parse (WeftSparseGrid *self, const char *text, guint points, GError **error)
{
  return parse_shape (self, text, error) && take_points (self, points, error)
         && (weft_sparse_grid_n_entries (self) <= WEFT_MATRIX_MAX_ENTRIES
             || (g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
                              _("found a grid of %.9g entries, expected at most %u"),
                              (double) weft_sparse_grid_n_entries (self), WEFT_MATRIX_MAX_ENTRIES),
                 FALSE));
}

/**
 * weft_sparse_grid_n_rows: (skip)
 * @self: a grid
 *
 * Returns: its points
 */
guint32
weft_sparse_grid_n_rows (const WeftSparseGrid *self)
{
  return self->size[0] * self->size[1] * self->size[2];
}

/**
 * weft_sparse_grid_n_entries: (skip)
 * @self: a grid
 *
 * Returns: entries of its matrix: each pair of neighbours has two, each point one
 */
guint64
weft_sparse_grid_n_entries (const WeftSparseGrid *self)
{
  guint64 n_rows = weft_sparse_grid_n_rows (self);
  guint64 n_star = n_rows;
  guint64 n_box = 1;

  for (guint d = 0; d < 3; d++)
    {
      n_star += 2 * (n_rows - n_rows / self->size[d]);
      n_box *= 3 * (guint64) self->size[d] - 2;
    }
  return self->points == 9 || self->points == 27 ? n_box : n_star;
}

/**
 * weft_sparse_grid_pattern: (skip)
 * @self: a grid
 *
 * Returns: (transfer full): where its matrix has entries
 */
WeftSparsePattern *
weft_sparse_grid_pattern (const WeftSparseGrid *self)
{
  WeftSparsePattern *pattern = g_new0 (WeftSparsePattern, 1);
  guint32 row = 0;

  pattern->n_rows = pattern->n_cols = weft_sparse_grid_n_rows (self);
  pattern->first = g_new (gsize, (gsize) pattern->n_rows + 1);
  pattern->col = g_new (guint32, weft_sparse_grid_n_entries (self));
  pattern->first[0] = 0;
  for (guint32 z = 0; z < self->size[2]; z++)
    for (guint32 y = 0; y < self->size[1]; y++)
      for (guint32 x = 0; x < self->size[0]; x++, row++)
        pattern->first[row + 1]
            = pattern->first[row] + fill_row (self, x, y, z, pattern->col + pattern->first[row]);
  return pattern;
}
