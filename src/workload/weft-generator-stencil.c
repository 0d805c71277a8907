/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of a stencil on a grid in blocks: each block is updated from itself and from the rims of its neighbours. Each
 * point is read and written once in a step, as if rows stayed in cache (the compulsory traffic of Datta et al., SC
 * 2008). */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "workload/weft-block-level-private.h"

typedef struct
{
  WeftTaskBuilder *builder;
  WeftBlockLevel level;
  WeftBlockStep update;
  guint32 *region;
  guint points;
  guint32 n_steps;
  WeftDtype dtype;
  double value_bytes;
} Stencil;

/* A product for each point of the stencil, and their sum. */
static WeftTaskCost
update_cost (const Stencil *self, guint32 b)
{
  double rows = self->level.rows[b];
  WeftTaskCost cost = {
    .kernel = "stencil",
    .bytes_read = self->value_bytes * (rows + self->level.halo[b]),
    .bytes_written = self->value_bytes * rows,
    .working_set_bytes = self->value_bytes * self->level.halo[b],
  };

  cost.flops[self->dtype] = (2.0 * self->points - 1) * rows;
  return cost;
}

/* Old and new values. */
static void
add_regions (Stencil *self)
{
  g_autofree double *bytes = g_new (double, self->level.n_blocks);

  for (guint32 b = 0; b < self->level.n_blocks; b++)
    bytes[b] = 2 * self->value_bytes * self->level.rows[b];
  self->region = weft_block_regions (self->builder, "block", self->level.n_blocks, bytes);
}

static void
prepare (Stencil *self, const WeftBlockGrid *grid)
{
  g_autofree char *name = g_strdup_printf ("stencil%u_n%u_s%u_b%u", self->points, grid->n[0], self->n_steps,
                                           weft_block_grid_n_blocks (grid));
  g_autoptr (WeftKindSet) kinds = NULL;

  self->builder = weft_task_builder_new (name);
  kinds = weft_kind_set_new (self->builder);
  weft_block_level_init (&self->level, grid);
  add_regions (self);
  weft_block_step_init (&self->update, self->builder, "update", self->level.n_blocks, self->region);
  for (guint32 b = 0; b < self->level.n_blocks; b++)
    {
      WeftTaskCost cost = update_cost (self, b);

      self->update.kind[b] = weft_kind_set_take (kinds, &cost);
    }
}

static void
clear (Stencil *self)
{
  weft_block_step_clear (&self->update);
  weft_block_level_clear (&self->level);
  g_free (self->region);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

static void
join_steps (const Stencil *self, WeftBlockTasks from, WeftBlockTasks to)
{
  const WeftBlockLevel *level = &self->level;

  weft_block_join (self->builder, from, to, level->rows, self->value_bytes);
  weft_block_join_neighbours (self->builder, level, from, to, self->value_bytes);
}

static gboolean
add_tasks (Stencil *self, GCancellable *cancellable, GError **error)
{
  WeftBlockTasks before = { 0 };

  for (guint32 i = 0; i < self->n_steps; i++)
    {
      WeftBlockTasks tasks = weft_block_step_add (&self->update, self->builder,
                                                  self->n_steps > 1 ? i + 1 : WEFT_TASK_NONE);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (before.n > 0)
        join_steps (self, before, tasks);
      before = tasks;
    }
  return TRUE;
}

static gboolean
cut_sides (guint32 parts, WeftBlockGrid *grid, GError **error)
{
  if (parts > grid->n[0])
    return weft_generator_refuse ("stencil", "blocks", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u blocks along each side, more than its %u points"), parts, grid->n[0]);
  for (guint axis = 0; axis < grid->n_axes; axis++)
    grid->blocks[axis] = parts;
  return TRUE;
}

/* One task for each block in each step; between two steps one edge for each block and for each pair of neighbours. */
static gboolean
check_size (const Stencil *self, const WeftBlockGrid *grid, GError **error)
{
  double blocks = pow (grid->blocks[0], grid->n_axes);

  return weft_generator_check_size ("stencil", self->n_steps * blocks,
                                    (self->n_steps - 1.0) * (blocks + weft_block_grid_n_pairs (grid)), error);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Stencil self = {
    .points = json_object_get_int_member (params, "points"),
    .n_steps = json_object_get_int_member (params, "steps"),
  };
  WeftTaskGraph *graph = NULL;
  WeftBlockGrid grid;

  weft_dtype_parse (json_object_get_string_member (params, "dtype"), &self.dtype);
  self.value_bytes = weft_dtype_bytes (self.dtype);
  if (!weft_generator_read_grid ("stencil", params, &grid, error)
      || !cut_sides (json_object_get_int_member (params, "blocks"), &grid, error)
      || !check_size (&self, &grid, error))
    return NULL;
  prepare (&self, &grid);
  if (add_tasks (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  WEFT_GENERATOR_SIDE_PARAM (N_("Points of the grid along each side"), "512"),
  WEFT_GENERATOR_POINTS_PARAM (N_("Points of the stencil: 3 on a line, 5 or 9 on a plane, 7 or 27 in space"), "7"),
  WEFT_GENERATOR_COUNT_PARAM ("steps", N_("Steps"), "100"),
  { "blocks", N_("Blocks along each side"), NULL, WEFT_PARAMETER_WHOLE, "4", 1, WEFT_GENERATOR_MAX_SIDE, NULL },
  { "dtype", N_("Numbers"), NULL, WEFT_PARAMETER_CHOICE, "\"fp64\"", 0, 0, "fp64,fp32,bf16" },
};

const WeftGenerator weft_generator_stencil = {
  "stencil",
  N_("Stencil"),
  N_("Steps of a stencil on a regular grid in blocks, which read the rims of their neighbours."),
  params,
  G_N_ELEMENTS (params),
  make,
};
