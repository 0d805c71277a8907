/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What generators on regular grids read of their parameters: the side, the points of the stencil, the blocks. */
#pragma once

#include "workload/weft-block-grid-private.h"
#include "workload/weft-generator-private.h"

G_BEGIN_DECLS

/* Greatest side: the points of a cube and what their stencils read are still exact in doubles. */
#define WEFT_GENERATOR_MAX_SIDE 65536

#define WEFT_GENERATOR_SIDE_PARAM(initial)                                                                              \
  { "n", N_ ("Points of the grid along each side"), NULL, WEFT_PARAMETER_WHOLE, initial, 1, WEFT_GENERATOR_MAX_SIDE, NULL }
#define WEFT_GENERATOR_POINTS_PARAM(initial)                                                                            \
  { "points", N_ ("Points of the stencil: 3 on a line, 5 or 9 on a plane, 7 or 27 in space"), NULL,                     \
    WEFT_PARAMETER_WHOLE, initial, 3, 27, NULL }
#define WEFT_GENERATOR_BLOCKS_PARAM                                                                                     \
  { "blocks", N_ ("Blocks of rows that the matrix and each vector are cut into"), NULL, WEFT_PARAMETER_WHOLE, "1", 1,   \
    WEFT_MAX_TASKS, NULL }

/* An uncut grid of the parameters "n" and "points". */
gboolean weft_generator_read_grid (const char     *generator,
                                   JsonObject     *params,
                                   WeftBlockGrid  *grid,
                                   GError        **error);
/* Into blocks of whole planes, or what comes nearest. */
gboolean weft_generator_cut_grid  (const char     *generator,
                                   guint32         n_blocks,
                                   WeftBlockGrid  *grid,
                                   GError        **error);

G_END_DECLS
