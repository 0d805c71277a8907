/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A regular grid of up to three axes whose rows are cut into blocks, and a stencil of the nearest points on it: what
 * each block holds and what it reads of its neighbours, in closed forms. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define WEFT_GRID_MAX_AXES 3
#define WEFT_GRID_MAX_NEIGHBOURS 26

typedef enum
{
  WEFT_STENCIL_STAR, /* the point and the two beside it on each axis: 5 in two axes, 7 in three */
  WEFT_STENCIL_BOX,  /* the diagonal ones too: 9 in two axes, 27 in three */
} WeftStencil;

/**
 * WeftBlockGrid: (skip)
 * @stencil: which points a point reads
 * @n_axes: how many axes; those after them have one point and one part
 * @n: points of each axis, the slowest first
 * @blocks: how many parts each axis is cut into
 * @scale: cuts are whole multiples of it: those of a grid that is coarser by this factor
 */
typedef struct
{
  WeftStencil stencil;
  guint n_axes;
  guint32 n[WEFT_GRID_MAX_AXES];
  guint32 blocks[WEFT_GRID_MAX_AXES];
  guint32 scale;
} WeftBlockGrid;

/* Cuts into @n_blocks: the first axis into as many parts as divide @n_blocks and have a plane each, the next one into
 * as many of the rest, and so on. FALSE when they do not fit. */
gboolean weft_block_grid_cut               (WeftBlockGrid       *self,
                                            guint32              n_blocks);
guint32  weft_block_grid_n_blocks          (const WeftBlockGrid *self);
/* Pairs of a block and one whose points it reads. */
double   weft_block_grid_n_pairs           (const WeftBlockGrid *self);

double   weft_block_grid_points            (const WeftBlockGrid *self,
                                            guint32              block);
/* What the stencils of a block's points read in all, the points themselves included: its rows' entries of the matrix.
 * */
double   weft_block_grid_nonzeros          (const WeftBlockGrid *self,
                                            guint32              block);
/* Points around the whole grid that the stencils of a block would read if the grid went on: those of other processes.
 * */
double   weft_block_grid_outside           (const WeftBlockGrid *self,
                                            guint32              block);
/* Blocks that a block reads, and how many points of each; as many as are returned. */
guint    weft_block_grid_neighbours        (const WeftBlockGrid *self,
                                            guint32              block,
                                            guint32              neighbours[WEFT_GRID_MAX_NEIGHBOURS],
                                            double               points[WEFT_GRID_MAX_NEIGHBOURS]);

G_END_DECLS
