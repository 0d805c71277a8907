/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What generators on regular grids read of their parameters: the side, the points of the stencil, the blocks. */
#pragma once

#include "workload/weft-block-grid-private.h"
#include "workload/weft-generator-private.h"

G_BEGIN_DECLS

/* Greatest side: the points of a cube and what their stencils read are still exact in doubles. */
#define WEFT_GENERATOR_MAX_SIDE 65536

/* Titles are given where they are marked for translation. */
#define WEFT_GENERATOR_SIDE_PARAM(title, initial) \
  { "n", title, NULL, WEFT_PARAMETER_WHOLE, initial, 1, WEFT_GENERATOR_MAX_SIDE, NULL }
#define WEFT_GENERATOR_POINTS_PARAM(title, initial) \
  { "points", title, NULL, WEFT_PARAMETER_WHOLE, initial, 3, 27, NULL }
#define WEFT_GENERATOR_COUNT_PARAM(key, title, initial) \
  { key, title, NULL, WEFT_PARAMETER_WHOLE, initial, 1, WEFT_MAX_TASKS, NULL }

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
