/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A grid in blocks as a loop over it needs it: what each block holds and reads, listed once; the tasks of one step of
 * the loop, one for each block or one for all; and the edges between two steps. */
#pragma once

#include "workload/weft-block-grid-private.h"
#include "workload/weft-kind-set-private.h"

G_BEGIN_DECLS

/**
 * WeftBlockLevel: (skip)
 * @grid: the grid
 * @n_blocks: how many blocks
 * @rows: [@n_blocks] points of each
 * @nonzeros: [@n_blocks] what their stencils read
 * @outside: [@n_blocks] points that they read around the whole grid
 * @halo: [@n_blocks] points that they read outside of their block: of other blocks, and around the grid
 * @first: [@n_blocks + 1] where the neighbours of each begin
 * @neighbour: which blocks they read
 * @points: how many points of each
 */
typedef struct
{
  WeftBlockGrid grid;
  guint32 n_blocks;
  double *rows;
  double *nonzeros;
  double *outside;
  double *halo;
  guint32 *first;
  guint32 *neighbour;
  double *points;
} WeftBlockLevel;

/* The tasks of a step: @n from @first on. */
typedef struct
{
  guint32 first;
  guint32 n;
} WeftBlockTasks;

/**
 * WeftBlockStep: (skip)
 * @n: how many tasks: one for each block, or one
 * @stem: [@n] their names: "spmv[2]", or "spmv" of one
 * @kind: [@n] their kinds
 * @region: (nullable): [@n] the regions that they use
 *
 * What the tasks of a step are in every turn of the loop.
 */
typedef struct
{
  guint32 n;
  guint32 *stem;
  guint32 *kind;
  const guint32 *region;
} WeftBlockStep;

void           weft_block_level_init  (WeftBlockLevel       *self,
                                       const WeftBlockGrid  *grid);
void           weft_block_level_clear (WeftBlockLevel       *self);
/* Of all blocks. */
double         weft_block_sum         (guint32               n_blocks,
                                       const double         *amounts);

/* @region stays the caller's; the kinds are for the caller to set. */
void           weft_block_step_init   (WeftBlockStep        *self,
                                       WeftTaskBuilder      *builder,
                                       const char           *name,
                                       guint32               n,
                                       const guint32        *region);
void           weft_block_step_clear  (WeftBlockStep        *self);
/* Its tasks in one turn; @turn is the number after their names or WEFT_TASK_NONE. */
WeftBlockTasks weft_block_step_add    (const WeftBlockStep  *self,
                                       WeftTaskBuilder      *builder,
                                       guint32               turn);

/* Edges from each block to the same one, or from or to the one task of a step that has no blocks. Each carries
 * @bytes times the block's @points, or @bytes when @points is NULL. */
void           weft_block_join        (WeftTaskBuilder      *builder,
                                       WeftBlockTasks        from,
                                       WeftBlockTasks        to,
                                       const double         *points,
                                       double                bytes);
/* Edges from the neighbours of each block, @bytes for each point that is read. */
void           weft_block_join_neighbours
                                      (WeftTaskBuilder      *builder,
                                       const WeftBlockLevel *level,
                                       WeftBlockTasks        from,
                                       WeftBlockTasks        to,
                                       double                bytes);
/* The same, and an edge from the block itself for what is read around the grid. */
void           weft_block_exchange    (WeftTaskBuilder      *builder,
                                       const WeftBlockLevel *level,
                                       WeftBlockTasks        from,
                                       WeftBlockTasks        to,
                                       double                bytes);
/* "NAME[0]" and on, or "NAME" of one block: one region for each, to be freed. */
guint32       *weft_block_regions     (WeftTaskBuilder      *builder,
                                       const char           *name,
                                       guint32               n,
                                       const double         *bytes);

G_END_DECLS
