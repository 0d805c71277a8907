/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain conjugate gradients (Hestenes and Stiefel 1952) on a grid, in the order of HPCG's loop: the direction first,
 * so that nothing is computed that the result does not need. */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>

#include "workload/weft-solver-cost-private.h"
#include "workload/weft-cg-loop-private.h"

#define D WEFT_SOLVER_VALUE_BYTES

/* b, x, r, p and A p */
#define N_VECTORS 5

typedef struct
{
  WeftTaskBuilder *builder;
  WeftKindSet *kinds;
  WeftBlockLevel level;
  guint32 *region;
  guint32 n_iterations;
  WeftCgLoop loop;
  WeftBlockStep init;
  WeftBlockStep final;
} Cg;

/* 7 B + 4 tasks in an iteration and 17 B + 4 edges, with one for each pair of neighbours. The end has B + 1 more, and
 * the first iteration as many less: its two sums are one task's, and so are each block's r and p. */
static gboolean
check_size (const WeftBlockGrid *grid, double iterations, GError **error)
{
  double blocks = weft_block_grid_n_blocks (grid);

  return weft_generator_check_size ("cg", iterations * (7 * blocks + 4) + 2,
                                    iterations * (17 * blocks + 4 + weft_block_grid_n_pairs (grid)), error);
}

static void
add_regions (Cg *self)
{
  const WeftBlockLevel *level = &self->level;
  g_autofree double *bytes = g_new (double, level->n_blocks);

  for (guint32 b = 0; b < level->n_blocks; b++)
    bytes[b] = weft_solver_matrix_bytes (level->nonzeros[b]) + N_VECTORS * D * level->rows[b];
  self->region = weft_block_regions (self->builder, "rows", level->n_blocks, bytes);
}

/* Start and end are one task each, whatever the blocks. */
static void
add_ends (Cg *self)
{
  const guint32 *region = self->level.n_blocks == 1 ? self->region : NULL;
  double rows = weft_block_sum (self->level.n_blocks, self->level.rows);
  WeftTaskCost init = weft_solver_init (rows, weft_block_sum (self->level.n_blocks, self->level.nonzeros));
  WeftTaskCost final = weft_solver_final (rows);

  weft_block_step_init (&self->init, self->builder, "init", 1, region);
  weft_block_step_init (&self->final, self->builder, "final", 1, region);
  self->init.kind[0] = weft_kind_set_take (self->kinds, &init);
  self->final.kind[0] = weft_kind_set_take (self->kinds, &final);
}

static gboolean
add_tasks (Cg *self, GCancellable *cancellable, GError **error)
{
  WeftBlockTasks init = weft_block_step_add (&self->init, self->builder, WEFT_TASK_NONE), final;
  /* The first iteration has one task for all of it, and no sum before the last. */
  WeftCgState state = { init, init, init, init, init };

  for (guint32 i = 0; i < self->n_iterations; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      self->loop.turn = self->n_iterations > 1 ? i + 1 : WEFT_TASK_NONE;
      weft_cg_loop_add_step (&self->loop, state.r, state.rr, &state);
    }
  final = weft_block_step_add (&self->final, self->builder, WEFT_TASK_NONE);
  weft_block_join (self->builder, state.x, final, self->level.rows, D);
  weft_block_join (self->builder, state.rr, final, NULL, D);
  return TRUE;
}

static void
prepare (Cg *self, const WeftBlockGrid *grid, guint points)
{
  g_autofree char *name = g_strdup_printf ("cg%u_n%u_it%u_b%u", points, grid->n[0], self->n_iterations,
                                           weft_block_grid_n_blocks (grid));

  self->builder = weft_task_builder_new (name);
  self->kinds = weft_kind_set_new (self->builder);
  weft_block_level_init (&self->level, grid);
  add_regions (self);
  weft_cg_loop_init (&self->loop, self->builder, self->kinds, &self->level, self->region, "halo_p", FALSE);
  add_ends (self);
}

static void
clear (Cg *self)
{
  weft_cg_loop_clear (&self->loop);
  weft_block_step_clear (&self->init);
  weft_block_step_clear (&self->final);
  weft_block_level_clear (&self->level);
  weft_kind_set_free (self->kinds);
  g_free (self->region);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Cg self = { .n_iterations = json_object_get_int_member (params, "iterations") };
  WeftTaskGraph *graph = NULL;
  WeftBlockGrid grid;

  if (!weft_generator_read_grid ("cg", params, &grid, error)
      || !weft_generator_cut_grid ("cg", json_object_get_int_member (params, "blocks"), &grid, error)
      || !check_size (&grid, self.n_iterations, error))
    return NULL;
  prepare (&self, &grid, json_object_get_int_member (params, "points"));
  if (add_tasks (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  WEFT_GENERATOR_SIDE_PARAM (N_("Points of the grid along each side"), "104"),
  WEFT_GENERATOR_POINTS_PARAM (N_("Points of the stencil: 3 on a line, 5 or 9 on a plane, 7 or 27 in space"), "7"),
  WEFT_GENERATOR_COUNT_PARAM ("iterations", N_("Iterations"), "50"),
  WEFT_GENERATOR_COUNT_PARAM ("blocks", N_("Blocks of rows that the matrix and each vector are cut into"), "1"),
};

const WeftGenerator weft_generator_cg = {
  "cg",
  N_("Conjugate gradients"),
  N_("Plain conjugate gradients on a regular grid, without a preconditioner."),
  params,
  G_N_ELEMENTS (params),
  make,
};
