/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solver and its surrogate: every k-th step of a solver on a grid is taken by a network that reads the 27 points
 * around each point, in bf16; now and then the network learns from the step that the solver took before. The scheme
 * is ours. */
#include "workload/weft-generator-grid-private.h"

#include <glib/gi18n-lib.h>

#include "workload/weft-block-level-private.h"

#define N_INPUT_POINTS 27
#define STATE_BYTES 8.0
#define NET_BYTES 2.0
#define GRADIENT_BYTES 4.0
/* A copy of the weights in fp32 and Adam's two moments. */
#define OPTIMIZER_BYTES 12.0
/* Adam's operations for one weight (Kingma and Ba, ICLR 2015, Algorithm 1): 3 and 4 for the moments, 7 for the step. */
#define ADAM_FLOPS 14.0

typedef enum
{
  SOLVE,
  ENCODE,
  INFER,
  DECODE,
  GRADIENT,
  UPDATE,
  N_STEPS,
} Step;

typedef struct
{
  WeftTaskBuilder *builder;
  WeftBlockLevel level;
  guint32 n_steps;
  guint32 every;
  guint32 train;
  double fields;
  double solver_flops;
  double solver_sweeps;
  double hidden;
  double layers;
  double weights;
  guint32 *state_region;
  guint32 *net_region; /* [blocks], all the same one */
  guint32 *optimizer_region;
  WeftBlockStep steps[N_STEPS];
} Coupled;

/* What a step takes over. */
typedef struct
{
  WeftBlockTasks state;
  WeftBlockTasks older_state;
  WeftBlockTasks update;
} State;

/* --- what is asked for --- */

static gboolean
check_training (const Coupled *self, GError **error)
{
  return self->train == 0 || self->every > 1
         || weft_generator_refuse ("coupled", "train", WEFT_WORKLOAD_ERROR_INVALID, error,
                                   _("found %u, but with every %u the solver takes no step that the surrogate could "
                                     "learn from; expected train 0 or every at least 2"),
                                   self->train, self->every);
}

static guint32
count_surrogate_steps (const Coupled *self)
{
  return self->n_steps / self->every;
}

static guint32
count_trainings (const Coupled *self)
{
  return self->train > 0 ? count_surrogate_steps (self) / self->train : 0;
}

/* With B blocks and P pairs of neighbours: B tasks and B + P edges for a solver's step, 3 B and 3 B + P for a
 * surrogate's, of which the first step lacks those into it; B + 1 and 3 B for a training, and B + 1 edges between two
 * of them; B for each surrogate step that follows a training. */
static gboolean
check_size (const Coupled *self, const WeftBlockGrid *grid, GError **error)
{
  double blocks = weft_block_grid_n_blocks (grid), pairs = weft_block_grid_n_pairs (grid);
  double surrogate = count_surrogate_steps (self), solver = self->n_steps - surrogate;
  double trainings = count_trainings (self);
  double n_edges = solver * (blocks + pairs) + surrogate * (3 * blocks + pairs)
                   - (self->every > 1 ? blocks + pairs : blocks);

  if (trainings > 0)
    n_edges += trainings * 3 * blocks + (trainings - 1) * (blocks + 1) + (surrogate - self->train) * blocks
               - (self->train == 1 && self->every == 2 ? blocks : 0);
  return weft_generator_check_size ("coupled",
                                    blocks * (solver + 3 * surrogate) + trainings * (blocks + 1), n_edges, error);
}

/* --- costs --- */

static WeftTaskCost
solve_cost (const Coupled *self, double rows, double halo)
{
  double bytes = STATE_BYTES * self->fields;

  return (WeftTaskCost) {
    .kernel = "solve",
    .flops = { [WEFT_DTYPE_FP64] = self->solver_flops * rows },
    .bytes_read = self->solver_sweeps * bytes * (rows + halo),
    .bytes_written = self->solver_sweeps * bytes * rows,
    .working_set_bytes = bytes * halo,
  };
}

/* A difference and a product for each value, with its mean and its scale; back the same. */
static WeftTaskCost
convert_cost (const Coupled *self, double rows, gboolean is_encoding)
{
  double state = STATE_BYTES * self->fields * rows, net = NET_BYTES * self->fields * rows;

  return (WeftTaskCost) {
    .kernel = is_encoding ? "encode" : "decode",
    .flops = { [WEFT_DTYPE_FP64] = 2 * self->fields * rows },
    .bytes_read = is_encoding ? state : net,
    .bytes_written = is_encoding ? net : state,
    .working_set_bytes = net,
  };
}

/* Two operations a weight for each point; what is between two layers stays on the chip. */
static WeftTaskCost
infer_cost (const Coupled *self, double rows, double halo)
{
  double values = self->fields * rows, halo_values = self->fields * halo;

  return (WeftTaskCost) {
    .kernel = "infer",
    .flops = { [WEFT_DTYPE_BF16] = 2 * self->weights * rows },
    .bytes_read = NET_BYTES * (self->weights + values + halo_values),
    .bytes_written = NET_BYTES * values,
    .working_set_bytes = NET_BYTES * (2 * values + halo_values),
  };
}

/* Six operations a weight for each point, two forward and four backward (Kaplan et al., arXiv 2001.08361, Section
 * 2.1). The outputs of all layers are kept on the way forward. */
static WeftTaskCost
gradient_cost (const Coupled *self, double rows)
{
  double kept = NET_BYTES * self->layers * self->hidden * rows, states = 2 * STATE_BYTES * self->fields * rows;

  return (WeftTaskCost) {
    .kernel = "gradient",
    .flops = { [WEFT_DTYPE_BF16] = 6 * self->weights * rows },
    .bytes_read = NET_BYTES * self->weights + states + kept,
    .bytes_written = GRADIENT_BYTES * self->weights + kept,
    .working_set_bytes = GRADIENT_BYTES * self->weights + states + kept,
  };
}

/* The sum of the blocks' gradients, and Adam. */
static WeftTaskCost
update_cost (const Coupled *self)
{
  double n = self->level.n_blocks;

  return (WeftTaskCost) {
    .kernel = "update",
    .flops = { [WEFT_DTYPE_FP32] = (n - 1 + ADAM_FLOPS) * self->weights },
    .bytes_read = (n * GRADIENT_BYTES + OPTIMIZER_BYTES) * self->weights,
    .bytes_written = (OPTIMIZER_BYTES + NET_BYTES) * self->weights,
    .working_set_bytes = (n * GRADIENT_BYTES + NET_BYTES) * self->weights,
  };
}

static WeftTaskCost
step_cost (const Coupled *self, Step step, guint32 b)
{
  double rows = self->level.rows[b], halo = self->level.halo[b];

  switch (step)
    {
    case ENCODE:
    case DECODE:
      return convert_cost (self, rows, step == ENCODE);
    case INFER:
      return infer_cost (self, rows, halo);
    case GRADIENT:
      return gradient_cost (self, rows);
    case UPDATE:
      return update_cost (self);
    case SOLVE:
    case N_STEPS:
    default:
      return solve_cost (self, rows, halo);
    }
}

/* --- steps --- */

/* A network of @layers hidden layers, each of @hidden outputs; biases are not counted. */
static double
count_weights (const Coupled *self)
{
  return N_INPUT_POINTS * self->fields * self->hidden + (self->layers - 1) * self->hidden * self->hidden
         + self->hidden * self->fields;
}

/* The same region for each block, since a device holds the network once. */
static guint32 *
add_shared_region (const Coupled *self, const char *name, double bytes)
{
  guint32 *regions = g_new (guint32, self->level.n_blocks);
  guint32 stem = weft_task_builder_intern (self->builder, name);
  guint32 region = weft_task_builder_add_region (self->builder, stem, WEFT_TASK_NONE, bytes);

  for (guint32 b = 0; b < self->level.n_blocks; b++)
    regions[b] = region;
  return regions;
}

static void
add_regions (Coupled *self)
{
  g_autofree double *bytes = g_new (double, self->level.n_blocks);

  for (guint32 b = 0; b < self->level.n_blocks; b++)
    bytes[b] = 2 * STATE_BYTES * self->fields * self->level.rows[b];
  self->state_region = weft_block_regions (self->builder, "state", self->level.n_blocks, bytes);
  if (count_surrogate_steps (self) > 0)
    self->net_region = add_shared_region (self, "surrogate", NET_BYTES * self->weights);
  if (count_trainings (self) > 0)
    self->optimizer_region = add_shared_region (self, "optimizer", OPTIMIZER_BYTES * self->weights);
}

static void
add_step (Coupled *self, WeftKindSet *kinds, Step step, const char *name, guint32 n, const guint32 *region)
{
  weft_block_step_init (&self->steps[step], self->builder, name, n, region);
  for (guint32 b = 0; b < n; b++)
    {
      WeftTaskCost cost = step_cost (self, step, b);

      self->steps[step].kind[b] = weft_kind_set_take (kinds, &cost);
    }
}

static void
prepare (Coupled *self, const WeftBlockGrid *grid)
{
  guint32 n = weft_block_grid_n_blocks (grid);
  g_autofree char *name = g_strdup_printf ("coupled_n%u_b%u_s%u_k%u", grid->n[0], n, self->n_steps, self->every);
  g_autoptr (WeftKindSet) kinds = NULL;

  self->builder = weft_task_builder_new (name);
  kinds = weft_kind_set_new (self->builder);
  weft_block_level_init (&self->level, grid);
  add_regions (self);
  add_step (self, kinds, SOLVE, "solve", n, self->state_region);
  add_step (self, kinds, ENCODE, "encode", n, self->state_region);
  add_step (self, kinds, INFER, "infer", n, self->net_region);
  add_step (self, kinds, DECODE, "decode", n, self->state_region);
  add_step (self, kinds, GRADIENT, "gradient", n, self->net_region);
  add_step (self, kinds, UPDATE, "update", 1, self->optimizer_region);
}

static void
clear (Coupled *self)
{
  for (guint step = 0; step < N_STEPS; step++)
    weft_block_step_clear (&self->steps[step]);
  weft_block_level_clear (&self->level);
  g_free (self->state_region);
  g_free (self->net_region);
  g_free (self->optimizer_region);
  g_clear_pointer (&self->builder, weft_task_builder_free);
}

/* --- the loop --- */

static void
join_values (const Coupled *self, WeftBlockTasks from, WeftBlockTasks to, double value_bytes)
{
  if (from.n > 0)
    weft_block_join (self->builder, from, to, self->level.rows, value_bytes * self->fields);
}

/* With the rims of the neighbours. */
static void
join_around (const Coupled *self, WeftBlockTasks from, WeftBlockTasks to, double value_bytes)
{
  join_values (self, from, to, value_bytes);
  if (from.n > 0)
    weft_block_join_neighbours (self->builder, &self->level, from, to, value_bytes * self->fields);
}

static WeftBlockTasks
add_solver_step (const Coupled *self, guint32 turn, const State *state)
{
  WeftBlockTasks solve = weft_block_step_add (&self->steps[SOLVE], self->builder, turn);

  join_around (self, state->state, solve, STATE_BYTES);
  return solve;
}

static WeftBlockTasks
add_surrogate_step (const Coupled *self, guint32 turn, const State *state)
{
  WeftBlockTasks encode = weft_block_step_add (&self->steps[ENCODE], self->builder, turn);
  WeftBlockTasks infer = weft_block_step_add (&self->steps[INFER], self->builder, turn);
  WeftBlockTasks decode = weft_block_step_add (&self->steps[DECODE], self->builder, turn);

  join_values (self, state->state, encode, STATE_BYTES);
  join_around (self, encode, infer, NET_BYTES);
  if (state->update.n > 0)
    weft_block_join (self->builder, state->update, infer, NULL, NET_BYTES * self->weights);
  join_values (self, infer, decode, NET_BYTES);
  return decode;
}

/* From the last state and the one before it, beside the surrogate's step. */
static WeftBlockTasks
add_training (const Coupled *self, guint32 turn, const State *state)
{
  WeftBlockTasks gradient = weft_block_step_add (&self->steps[GRADIENT], self->builder, turn);
  WeftBlockTasks update = weft_block_step_add (&self->steps[UPDATE], self->builder, turn);

  join_values (self, state->state, gradient, STATE_BYTES);
  join_values (self, state->older_state, gradient, STATE_BYTES);
  weft_block_join (self->builder, gradient, update, NULL, GRADIENT_BYTES * self->weights);
  if (state->update.n > 0)
    {
      weft_block_join (self->builder, state->update, gradient, NULL, NET_BYTES * self->weights);
      weft_block_join (self->builder, state->update, update, NULL, OPTIMIZER_BYTES * self->weights);
    }
  return update;
}

static void
add_turn (const Coupled *self, guint32 number, State *state)
{
  guint32 turn = self->n_steps > 1 ? number : WEFT_TASK_NONE;
  gboolean is_surrogate = number % self->every == 0;
  gboolean is_training = is_surrogate && self->train > 0 && number / self->every % self->train == 0;
  WeftBlockTasks next
    = is_surrogate ? add_surrogate_step (self, turn, state) : add_solver_step (self, turn, state);

  if (is_training)
    state->update = add_training (self, turn, state);
  state->older_state = state->state;
  state->state = next;
}

static gboolean
add_tasks (const Coupled *self, GCancellable *cancellable, GError **error)
{
  State state = { { 0 }, { 0 }, { 0 } };

  for (guint32 i = 1; i <= self->n_steps; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_turn (self, i, &state);
    }
  return TRUE;
}

/* --- the generator --- */

static WeftTaskGraph *
make (JsonObject *params, WeftCatalog *catalog, GCancellable *cancellable, GError **error)
{
  Coupled self = {
    .n_steps = json_object_get_int_member (params, "steps"),
    .every = json_object_get_int_member (params, "every"),
    .train = json_object_get_int_member (params, "train"),
    .fields = json_object_get_int_member (params, "fields"),
    .solver_flops = json_object_get_double_member (params, "solver_flops"),
    .solver_sweeps = json_object_get_double_member (params, "solver_sweeps"),
    .hidden = json_object_get_int_member (params, "hidden"),
    .layers = json_object_get_int_member (params, "layers"),
  };
  guint32 n = json_object_get_int_member (params, "n");
  WeftBlockGrid grid = { WEFT_STENCIL_BOX, 3, { n, n, n }, { 1, 1, 1 }, 1 };
  WeftTaskGraph *graph = NULL;

  self.weights = count_weights (&self);
  if (!check_training (&self, error)
      || !weft_generator_cut_grid ("coupled", json_object_get_int_member (params, "blocks"), &grid, error)
      || !check_size (&self, &grid, error))
    return NULL;
  prepare (&self, &grid);
  if (add_tasks (&self, cancellable, error))
    graph = weft_task_builder_finish (g_steal_pointer (&self.builder), cancellable, error);
  clear (&self);
  return graph;
}

static const WeftParameter params[] = {
  WEFT_GENERATOR_SIDE_PARAM (N_("Points of the grid along each side"), "128"),
  WEFT_GENERATOR_COUNT_PARAM ("blocks", N_("Blocks that the grid is cut into"), "4"),
  WEFT_GENERATOR_COUNT_PARAM ("steps", N_("Steps"), "100"),
  WEFT_GENERATOR_COUNT_PARAM ("every", N_("Which steps the surrogate takes: every one of this number"), "10"),
  { "fields", N_("Values at a point, such as density, momentum and energy"), NULL, WEFT_PARAMETER_WHOLE, "5", 1, 1000,
    NULL },
  { "solver_flops", N_("Operations of the solver for a point in a step"), "FLOP", WEFT_PARAMETER_NUMBER, "1000", 0, 1e9,
    NULL },
  { "solver_sweeps", N_("How often the solver goes through its state in a step"), NULL, WEFT_PARAMETER_NUMBER, "3", 0,
    1e6, NULL },
  { "hidden", N_("Outputs of a hidden layer of the surrogate"), NULL, WEFT_PARAMETER_WHOLE, "128", 1, 1e6, NULL },
  { "layers", N_("Hidden layers of the surrogate"), NULL, WEFT_PARAMETER_WHOLE, "4", 1, 1000, NULL },
  { "train", N_("How many surrogate steps until it learns again, 0 for never"), NULL, WEFT_PARAMETER_WHOLE, "0", 0,
    WEFT_MAX_TASKS, NULL },
};

const WeftGenerator weft_generator_coupled = {
  "coupled",
  N_("Solver and surrogate"),
  N_("A solver in fp64 that hands some of its steps to a neural network in bf16, which may learn on the way."),
  params,
  G_N_ELEMENTS (params),
  make,
};
