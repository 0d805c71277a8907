/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices of differences on regular grids, which need no file: each point of a plane or a box and those next to it. */
#pragma once

#include "workload/weft-sparse-pattern.h"

G_BEGIN_DECLS

/**
 * WeftSparseGrid: (skip)
 * @n_dims: 2 or 3
 * @size: points along x, y and z; 1 where there is no such direction
 * @points: points of the stencil: 5 or 9 in a plane, 7 or 27 in a box
 *
 * Point (x, y, z) is row x + @size[0] (y + @size[1] z).
 */
typedef struct
{
  guint n_dims;
  guint32 size[3];
  guint points;
} WeftSparseGrid;

/* "1000x1000" or "100x100x100"; @points 0 is for the neighbours along the axes only: 5 or 7. */
WEFT_API gboolean           weft_sparse_grid_parse     (WeftSparseGrid       *self,
                                                        const char           *text,
                                                        guint                 points,
                                                        GError              **error);
WEFT_API guint32            weft_sparse_grid_n_rows    (const WeftSparseGrid *self);
WEFT_API guint64            weft_sparse_grid_n_entries (const WeftSparseGrid *self);
/* (transfer full) */
WEFT_API WeftSparsePattern *weft_sparse_grid_pattern   (const WeftSparseGrid *self);

G_END_DECLS
