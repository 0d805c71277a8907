/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HPCG: conjugate gradients with one multigrid cycle as preconditioner in each iteration. The steps, their flops and
 * their bytes are those of its reference code (CG.cpp, ComputeMG_ref and what they call) and of its report. */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>

#include "workload/weft-solver-cost-private.h"
#include "workload/weft-cg-loop-private.h"

#define MAX_LEVELS 16
#define D WEFT_SOLVER_VALUE_BYTES

/* The steps of one level of the cycle. The coarsest level has the first three only. */
typedef enum
{
  ZERO,
  HALO_PRE,
  SYMGS_PRE,
  HALO_SPMV,
  SPMV,
  RESTRICT,
  PROLONG,
  HALO_POST,
  SYMGS_POST,
  N_LEVEL_STEPS,
} LevelStep;

typedef struct
{
  WeftBlockLevel level;
  guint32 *region;
  WeftBlockStep steps[N_LEVEL_STEPS];
} Level;

typedef struct
{
  WeftTaskBuilder *builder;
  WeftKindSet *kinds;
  guint32 n;
  guint n_levels;
  guint32 n_iterations;
  guint32 n_blocks;
  Level levels[MAX_LEVELS];
  WeftCgLoop cg;
  WeftBlockStep init;
  WeftBlockStep final;
} Hpcg;

/* --- what is asked for --- */

static WeftBlockGrid
level_grid (const Hpcg *self, guint level)
{
  guint32 n = self->n >> level;

  return (WeftBlockGrid) {
    .stencil = WEFT_STENCIL_BOX,
    .n_axes = 3,
    .n = { n, n, n },
    .blocks = { 1, 1, 1 },
    .scale = 1u << (self->n_levels - 1 - level),
  };
}

static gboolean
check_halving (const Hpcg *self, GError **error)
{
  guint32 factor = 1u << (self->n_levels - 1);
  guint32 below = self->n / factor * factor;

  if (self->n % factor == 0)
    return TRUE;
  if (below == 0)
    return weft_generator_refuse ("hpcg", "n", WEFT_WORKLOAD_ERROR_INVALID, error,
                                  _("found %u points a side, which cannot be halved %u times for %u levels; %u is the "
                                    "least that can"),
                                  self->n, self->n_levels - 1, self->n_levels, factor);
  return weft_generator_refuse ("hpcg", "n", WEFT_WORKLOAD_ERROR_INVALID, error,
                                _("found %u points a side, which cannot be halved %u times for %u levels; %u and %u "
                                  "are the nearest that can"),
                                self->n, self->n_levels - 1, self->n_levels, below, below + factor);
}

/* B (9 L + 2) + 5 tasks in an iteration. A block has 16 edges into the steps of each level but 5 into the coarsest
 * one's, and 21 into the others; 4 join scalars; each pair of neighbours has one in each of the 3 L - 1 exchanges.
 * That the first iteration waits for no sum of the one before makes up for the edges into the end, but one. */
static gboolean
check_size (const Hpcg *self, const WeftBlockGrid *grid, GError **error)
{
  double blocks = self->n_blocks, levels = self->n_levels, iterations = self->n_iterations;
  double n_tasks = iterations * (blocks * (9 * levels + 2) + 5) + 2;
  double n_edges
    = iterations * (blocks * (16 * levels + 10) + 4 + weft_block_grid_n_pairs (grid) * (3 * levels - 1)) + 1;

  return weft_generator_check_size ("hpcg", n_tasks, n_edges, error);
}

/* --- what each step is --- */

static WeftTaskCost
level_cost (const Level *at, const Level *coarse, LevelStep step, guint32 b)
{
  double rows = at->level.rows[b];

  switch (step)
    {
    case ZERO:
      return weft_solver_zero (rows);
    case SYMGS_PRE:
    case SYMGS_POST:
      return weft_solver_symgs (rows, at->level.nonzeros[b]);
    case SPMV:
      return weft_solver_spmv (rows, at->level.nonzeros[b]);
    case RESTRICT:
      return weft_solver_restrict (coarse->level.rows[b]);
    case PROLONG:
      return weft_solver_prolong (coarse->level.rows[b]);
    case HALO_PRE:
    case HALO_SPMV:
    case HALO_POST:
    case N_LEVEL_STEPS:
    default:
      return weft_solver_halo (at->level.halo[b]);
    }
}

/* The matrix; the vectors b, x, r, p, A p and z on the finest level, right-hand side and solution on the others; A x
 * and the indices of the coarse rows where there is a coarser level. */
static void
add_regions (Hpcg *self, guint level)
{
  Level *at = &self->levels[level];
  gboolean is_coarsest = level + 1 == self->n_levels;
  guint n_vectors = (level == 0 ? 6 : 2) + !is_coarsest;
  g_autofree double *bytes = g_new (double, self->n_blocks);
  g_autofree char *name = g_strdup_printf ("level%u", level);

  for (guint32 b = 0; b < self->n_blocks; b++)
    {
      bytes[b] = weft_solver_matrix_bytes (at->level.nonzeros[b]) + n_vectors * D * at->level.rows[b];
      if (!is_coarsest)
        bytes[b] += WEFT_SOLVER_INDEX_BYTES * self->levels[level + 1].level.rows[b];
    }
  at->region = weft_block_regions (self->builder, name, self->n_blocks, bytes);
}

static void
add_level_steps (Hpcg *self, guint level)
{
  static const char *const names[N_LEVEL_STEPS][2] = {
    { "zero", "" },     { "halo", "_pre" }, { "symgs", "_pre" }, { "halo", "_spmv" },  { "spmv", "" },
    { "restrict", "" }, { "prolong", "" },  { "halo", "_post" }, { "symgs", "_post" },
  };
  Level *at = &self->levels[level];
  gboolean is_coarsest = level + 1 == self->n_levels;

  for (guint step = 0; step < (is_coarsest ? HALO_SPMV : N_LEVEL_STEPS); step++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u%s", names[step][0], level, names[step][1]);

      weft_block_step_init (&at->steps[step], self->builder, name, self->n_blocks, at->region);
      for (guint32 b = 0; b < self->n_blocks; b++)
        {
          WeftTaskCost cost = level_cost (at, at + 1, step, b);

          at->steps[step].kind[b] = weft_kind_set_take (self->kinds, &cost);
        }
    }
}

/* Start and end are one task each, whatever the blocks: they stand outside of the loop. */
static void
add_ends (Hpcg *self)
{
  const guint32 *region = self->n_blocks == 1 ? self->levels[0].region : NULL;
  double rows = weft_block_sum (self->n_blocks, self->levels[0].level.rows);
  double nonzeros = weft_block_sum (self->n_blocks, self->levels[0].level.nonzeros);
  WeftTaskCost init = weft_solver_init (rows, nonzeros), final = weft_solver_final (rows);

  weft_block_step_init (&self->init, self->builder, "init", 1, region);
  weft_block_step_init (&self->final, self->builder, "final", 1, region);
  self->init.kind[0] = weft_kind_set_take (self->kinds, &init);
  self->final.kind[0] = weft_kind_set_take (self->kinds, &final);
}

/* --- the loop --- */

static WeftBlockTasks
add_level (const Hpcg *self, guint level, LevelStep step)
{
  return weft_block_step_add (&self->levels[level].steps[step], self->builder, self->cg.turn);
}

/* Whole vectors of a level. */
static void
join_vector (const Hpcg *self, guint level, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, self->levels[level].level.rows, D);
}

static void
join_halo (const Hpcg *self, guint level, WeftBlockTasks from, WeftBlockTasks to)
{
  weft_block_join (self->builder, from, to, self->levels[level].level.halo, D);
}

/* A step that gathers what the neighbours have of @from. */
static WeftBlockTasks
add_exchange (const Hpcg *self, guint level, LevelStep step, WeftBlockTasks from)
{
  WeftBlockTasks halo = add_level (self, level, step);

  weft_block_exchange (self->builder, &self->levels[level].level, from, halo, D);
  return halo;
}

static WeftBlockTasks
add_smoother (const Hpcg *self, guint level, LevelStep halo_step, LevelStep step, WeftBlockTasks rhs, WeftBlockTasks x)
{
  WeftBlockTasks halo = add_exchange (self, level, halo_step, x);
  WeftBlockTasks smoothed = add_level (self, level, step);

  join_vector (self, level, rhs, smoothed);
  join_vector (self, level, x, smoothed);
  join_halo (self, level, halo, smoothed);
  return smoothed;
}

/* The residual of a level as the right-hand side of the next coarser one. */
static WeftBlockTasks
add_restriction (const Hpcg *self, guint level, WeftBlockTasks rhs, WeftBlockTasks x)
{
  WeftBlockTasks halo = add_exchange (self, level, HALO_SPMV, x);
  WeftBlockTasks spmv = add_level (self, level, SPMV), restricted;

  join_vector (self, level, x, spmv);
  join_halo (self, level, halo, spmv);
  restricted = add_level (self, level, RESTRICT);
  join_vector (self, level, rhs, restricted);
  join_vector (self, level, spmv, restricted);
  return restricted;
}

/* One V cycle from @level down. Returns the step that its solution comes from. */
static WeftBlockTasks
add_cycle (const Hpcg *self, guint level, WeftBlockTasks rhs, WeftBlockTasks rr)
{
  WeftBlockTasks x = add_level (self, level, ZERO), coarse, corrected;

  weft_block_join (self->builder, rhs, x, NULL, 0);
  if (rr.n > 0)
    weft_block_join (self->builder, rr, x, NULL, D);
  x = add_smoother (self, level, HALO_PRE, SYMGS_PRE, rhs, x);
  if (level + 1 == self->n_levels)
    return x;
  coarse = add_cycle (self, level + 1, add_restriction (self, level, rhs, x), (WeftBlockTasks) { 0 });
  corrected = add_level (self, level, PROLONG);
  join_vector (self, level, x, corrected);
  join_vector (self, level + 1, coarse, corrected);
  return add_smoother (self, level, HALO_POST, SYMGS_POST, rhs, corrected);
}

static void
add_iteration (const Hpcg *self, WeftCgState *state)
{
  WeftBlockTasks z = add_cycle (self, 0, state->r, state->rr);

  weft_cg_loop_add_step (&self->cg, z, weft_cg_loop_add_rho (&self->cg, state->r, z), state);
}

static gboolean
add_tasks (Hpcg *self, GCancellable *cancellable, GError **error)
{
  WeftBlockTasks init = weft_block_step_add (&self->init, self->builder, WEFT_TASK_NONE), final;
  WeftCgState state = { init, init, init, init, { 0, 0 } };

  for (guint32 i = 0; i < self->n_iterations; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      self->cg.turn = self->n_iterations > 1 ? i + 1 : WEFT_TASK_NONE;
      add_iteration (self, &state);
    }
  final = weft_block_step_add (&self->final, self->builder, WEFT_TASK_NONE);
  join_vector (self, 0, state.x, final);
  weft_block_join (self->builder, state.rr, final, NULL, D);
  return TRUE;
}

/* --- the generator --- */

static void
prepare (Hpcg *self)
{
  g_autofree char *name = g_strdup_printf ("hpcg_n%u_l%u_it%u", self->n, self->n_levels, self->n_iterations);
  g_autofree char *long_name = g_strdup_printf ("%s_b%u", name, self->n_blocks);

  self->builder = weft_task_builder_new (self->n_blocks > 1 ? long_name : name);
  self->kinds = weft_kind_set_new (self->builder);
  for (guint level = self->n_levels; level-- > 0;)
    {
      WeftBlockGrid grid = level_grid (self, level);

      weft_block_grid_cut (&grid, self->n_blocks);
      weft_block_level_init (&self->levels[level].level, &grid);
      add_regions (self, level);
    }
  for (guint level = 0; level < self->n_levels; level++)
    add_level_steps (self, level);
  weft_cg_loop_init (&self->cg, self->builder, self->kinds, &self->levels[0].level, self->levels[0].region, "halo0_p",
                     TRUE);
  add_ends (self);
}

static void
clear (Hpcg *self)
{
  for (guint level = 0; level < self->n_levels; level++)
    {
      for (guint step = 0; step < N_LEVEL_STEPS; step++)
        weft_block_step_clear (&self->levels[level].steps[step]);
      weft_block_level_clear (&self->levels[level].level);
      g_free (self->levels[level].region);
    }
  weft_cg_loop_clear (&self->cg);
  weft_block_step_clear (&self->init);
  weft_block_step_clear (&self->final);
  weft_kind_set_free (self->kinds);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Hpcg self = {
    .n = json_object_get_int_member (params, "n"),
    .n_levels = json_object_get_int_member (params, "levels"),
    .n_iterations = json_object_get_int_member (params, "iterations"),
    .n_blocks = json_object_get_int_member (params, "blocks"),
  };
  WeftTaskGraph *graph = NULL;
  WeftBlockGrid grid;

  if (!check_halving (&self, error))
    return NULL;
  grid = level_grid (&self, 0);
  if (!weft_generator_cut_grid ("hpcg", self.n_blocks, &grid, error) || !check_size (&self, &grid, error))
    return NULL;
  prepare (&self);
  if (add_tasks (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  WEFT_GENERATOR_SIDE_PARAM (N_("Points of the grid along each side"), "104"),
  { "levels", N_("Levels of the multigrid"), NULL, WEFT_PARAMETER_WHOLE, "4", 1, MAX_LEVELS, NULL },
  WEFT_GENERATOR_COUNT_PARAM ("iterations", N_("Iterations"), "50"),
  WEFT_GENERATOR_COUNT_PARAM ("blocks", N_("Blocks of rows that the matrix and each vector are cut into"), "1"),
};

const WeftGenerator weft_generator_hpcg = {
  "hpcg",
  N_("HPCG"),
  N_("Conjugate gradients on a 27-point grid, with a multigrid cycle of Gauss-Seidel sweeps in each iteration."),
  params,
  G_N_ELEMENTS (params),
  make,
};
