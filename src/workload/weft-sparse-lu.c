/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tasks of a block LU, level by level: the factor tasks of a level by rising row or column, then its updates in the
 * order of PanguLU's queue. Costs follow from the filled pattern; a block is named by its slot. */
#include "workload/weft-sparse-lu.h"

#include <glib/gi18n-lib.h>

#include "workload/weft-sparse-bytes-private.h"
#include "workload/weft-sparse-updates-private.h"

/* Tasks and blocks have both halves of L + U. */
#define MAX_BLOCKS (WEFT_MAX_TASKS / 2)

static const char *const update_nicks[WEFT_N_SPARSE_UPDATES] = { "parallel", "chained" };

typedef enum
{
  GETRF,
  GESSM,
  TSTRF,
  SSSSM,
  N_KERNELS,
} Kernel;

static const char *const kernel_names[N_KERNELS] = { "getrf", "gessm", "tstrf", "ssssm" };

/* What sets the kinds of tasks apart. */
typedef struct
{
  Kernel kernel;
  double flops;
  double read;
  double written;
  double held; /* besides the block that it changes */
} Cost;

/* Slots are the diagonal blocks, the blocks below, and their counterparts, one after the other. */
typedef struct
{
  WeftTaskBuilder *builder;
  const WeftSparseBlocks *blocks;
  WeftSparseUpdates *updates;
  WeftSparseUpdateOrder order;
  guint32 *first_task;  /* [n_blocks + 1] where the tasks of a level begin */
  guint32 *update_stem; /* [slots] the name of the updates of a block */
  guint32 *last_update; /* [slots] the last update of a block, of those that are chained */
  GHashTable *kinds;    /* Cost * -> kind + 1 */
} Lu;

/* --- blocks --- */

static gsize
count_below (const Lu *self)
{
  return self->blocks->first[self->blocks->n_blocks];
}

static gsize
count_slots (const Lu *self)
{
  return self->blocks->n_blocks + 2 * count_below (self);
}

static gsize
lower_slot (const Lu *self, gsize at)
{
  return self->blocks->n_blocks + at;
}

static gsize
upper_slot (const Lu *self, gsize at)
{
  return self->blocks->n_blocks + count_below (self) + at;
}

static gsize
target_slot (const Lu *self, const WeftSparseUpdate *update)
{
  if (update->row == update->col)
    return update->row;
  return update->row > update->col ? lower_slot (self, update->target) : upper_slot (self, update->target);
}

static double
slot_bytes (const Lu *self, gsize slot)
{
  const WeftSparseBlocks *blocks = self->blocks;

  if (slot < blocks->n_blocks)
    return weft_sparse_bytes_diagonal_l (blocks, slot) + weft_sparse_bytes_diagonal_u (blocks, slot);
  slot -= blocks->n_blocks;
  if (slot < count_below (self))
    return weft_sparse_bytes_lower (blocks, slot);
  return weft_sparse_bytes_upper (blocks, slot - count_below (self));
}

static double
target_values (const Lu *self, const WeftSparseUpdate *update)
{
  if (update->row == update->col)
    return weft_sparse_bytes_diagonal_values (self->blocks, update->row);
  return weft_sparse_bytes_values (self->blocks, update->target);
}

/* --- tasks by their places --- */

static guint32
tstrf_task (const Lu *self, guint32 k, guint32 at)
{
  return self->first_task[k] + 1 + at;
}

static guint32
gessm_task (const Lu *self, guint32 k, guint32 at)
{
  return self->first_task[k] + 1 + weft_sparse_blocks_height (self->blocks, k) + at;
}

/* The task that takes up a block when all its updates are done. */
static guint32
target_task (const Lu *self, const WeftSparseUpdate *update)
{
  guint32 k = MIN (update->row, update->col);

  if (update->row == update->col)
    return self->first_task[k];
  return (update->row > update->col ? tstrf_task : gessm_task) (self, k, update->target - self->blocks->first[k]);
}

/* --- kinds --- */

static guint
hash_cost (gconstpointer key)
{
  const Cost *cost = key;
  const double amounts[] = { cost->flops, cost->read, cost->written, cost->held };
  guint hash = cost->kernel;

  for (guint i = 0; i < G_N_ELEMENTS (amounts); i++)
    hash = hash * 31 + g_double_hash (&amounts[i]);
  return hash;
}

static gboolean
equal_costs (gconstpointer a, gconstpointer b)
{
  const Cost *left = a;
  const Cost *right = b;

  return left->kernel == right->kernel && left->flops == right->flops && left->read == right->read
         && left->written == right->written && left->held == right->held;
}

static guint32
take_kind (Lu *self, const Cost *cost)
{
  guint32 kind = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, cost));
  WeftTaskCost full = {
    .kernel = kernel_names[cost->kernel],
    .flops = { [WEFT_DTYPE_FP64] = cost->flops },
    .bytes_read = cost->read,
    .bytes_written = cost->written,
    .working_set_bytes = cost->held,
  };

  if (kind > 0)
    return kind - 1;
  kind = weft_task_builder_add_kind (self->builder, &full);
  g_hash_table_insert (self->kinds, g_memdup2 (cost, sizeof *cost), GUINT_TO_POINTER (kind + 1));
  return kind;
}

/* --- tasks --- */

static guint32
intern_block (Lu *self, const char *what, guint32 row, guint32 col)
{
  char name[64];

  g_snprintf (name, sizeof name, "%s(%u,%u)", what, row, col);
  return weft_task_builder_intern (self->builder, name);
}

static guint32
add_task (Lu *self, const Cost *cost, guint32 stem, guint32 ordinal, gsize slot)
{
  guint32 task = weft_task_builder_add_task (self->builder, take_kind (self, cost), stem, ordinal);

  weft_task_builder_set_region (self->builder, task, slot);
  return task;
}

/* The last of the updates of a block, where they are chained, is what its factor task waits for. */
static void
end_chain (Lu *self, gsize slot, guint32 task)
{
  if (self->last_update[slot] != WEFT_TASK_NONE)
    weft_task_builder_add_edge (self->builder, self->last_update[slot], task, slot_bytes (self, slot));
}

static void
add_getrf (Lu *self, guint32 k)
{
  const WeftSparseBlocks *blocks = self->blocks;
  Cost cost = {
    .kernel = GETRF,
    .flops = blocks->getrf[k],
    .read = slot_bytes (self, k),
    .written = weft_sparse_bytes_diagonal_values (blocks, k),
  };
  char name[32];

  g_snprintf (name, sizeof name, "GETRF(%u)", k);
  end_chain (self, k, add_task (self, &cost, weft_task_builder_intern (self->builder, name), WEFT_TASK_NONE, k));
}

/* One block below the diagonal, or its counterpart, solved with the factors of the diagonal block. */
static void
add_solve (Lu *self, Kernel kernel, guint32 k, gsize at)
{
  const WeftSparseBlocks *blocks = self->blocks;
  gboolean is_lower = kernel == TSTRF;
  gsize slot = is_lower ? lower_slot (self, at) : upper_slot (self, at);
  double factor = (is_lower ? weft_sparse_bytes_diagonal_u : weft_sparse_bytes_diagonal_l) (blocks, k);
  Cost cost = {
    .kernel = kernel,
    .flops = (is_lower ? blocks->tstrf : blocks->gessm)[at],
    .read = factor + slot_bytes (self, slot),
    .written = weft_sparse_bytes_values (blocks, at),
    .held = factor,
  };
  guint32 stem = is_lower ? intern_block (self, "TSTRF", blocks->row[at], k)
                          : intern_block (self, "GESSM", k, blocks->row[at]);
  guint32 task = add_task (self, &cost, stem, WEFT_TASK_NONE, slot);

  weft_task_builder_add_edge (self->builder, self->first_task[k], task, factor);
  end_chain (self, slot, task);
}

/* An update reads both of its factors, and of the block that it changes at most as many entries as it adds to. */
static guint32
add_update (Lu *self, guint32 k, const WeftSparseUpdate *update)
{
  gsize first = self->blocks->first[k];
  gsize slot = target_slot (self, update);
  double lower = weft_sparse_bytes_lower (self->blocks, first + update->at_row);
  double upper = weft_sparse_bytes_upper (self->blocks, first + update->at_col);
  double changed = MIN (target_values (self, update), sizeof (double) * update->flops / 2);
  Cost cost = {
    .kernel = SSSSM,
    .flops = update->flops,
    .read = lower + upper + changed,
    .written = changed,
    .held = lower + upper,
  };
  guint32 task;

  if (self->update_stem[slot] == WEFT_TASK_NONE)
    self->update_stem[slot] = intern_block (self, "SSSSM", update->row, update->col);
  task = add_task (self, &cost, self->update_stem[slot], k, slot);
  weft_task_builder_add_edge (self->builder, tstrf_task (self, k, update->at_row), task, lower);
  weft_task_builder_add_edge (self->builder, gessm_task (self, k, update->at_col), task, upper);
  if (self->order == WEFT_SPARSE_UPDATES_PARALLEL)
    weft_task_builder_add_edge (self->builder, task, target_task (self, update), slot_bytes (self, slot));
  else
    {
      end_chain (self, slot, task);
      self->last_update[slot] = task;
    }
  return task;
}

static void
add_level (Lu *self, guint32 k)
{
  const WeftSparseBlocks *blocks = self->blocks;
  GArray *updates = weft_sparse_updates_next (self->updates);

  g_assert (weft_task_builder_n_tasks (self->builder) == self->first_task[k]);
  add_getrf (self, k);
  for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
    add_solve (self, TSTRF, k, at);
  for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
    add_solve (self, GESSM, k, at);
  for (guint u = 0; u < updates->len; u++)
    add_update (self, k, &g_array_index (updates, WeftSparseUpdate, u));
}

static void
add_regions (Lu *self)
{
  const WeftSparseBlocks *blocks = self->blocks;
  WeftTaskBuilder *builder = self->builder;

  for (guint32 k = 0; k < blocks->n_blocks; k++)
    weft_task_builder_add_region (builder, intern_block (self, "A", k, k), WEFT_TASK_NONE, slot_bytes (self, k));
  for (guint32 k = 0; k < blocks->n_blocks; k++)
    for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
      weft_task_builder_add_region (builder, intern_block (self, "A", blocks->row[at], k), WEFT_TASK_NONE,
                                    weft_sparse_bytes_lower (blocks, at));
  for (guint32 k = 0; k < blocks->n_blocks; k++)
    for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
      weft_task_builder_add_region (builder, intern_block (self, "A", k, blocks->row[at]), WEFT_TASK_NONE,
                                    weft_sparse_bytes_upper (blocks, at));
}

/* --- the size --- */

/* Where the tasks of each level begin; NULL with an error when there are too many. */
static guint32 *
count_tasks (const WeftSparseBlocks *blocks, GError **error)
{
  g_autofree guint64 *n_updates = weft_sparse_updates_count (blocks, WEFT_MAX_TASKS);
  guint32 *first = g_new (guint32, (gsize) blocks->n_blocks + 1);
  guint64 n = 0;

  first[0] = 0;
  for (guint32 k = 0; k < blocks->n_blocks && n <= WEFT_MAX_TASKS; k++)
    {
      n += 1 + 2 * weft_sparse_blocks_height (blocks, k) + n_updates[k];
      first[k + 1] = n;
    }
  if (n <= WEFT_MAX_TASKS)
    return first;
  g_free (first);
  g_set_error (error, WEFT_WORKLOAD_ERROR, WEFT_WORKLOAD_ERROR_LIMIT,
               _("a factorisation in blocks of %u rows has more than %u tasks; make the blocks larger"), blocks->block,
               WEFT_MAX_TASKS);
  return NULL;
}

static guint32 *
new_empty (gsize n)
{
  guint32 *values = g_new (guint32, n);

  for (gsize i = 0; i < n; i++)
    values[i] = WEFT_TASK_NONE;
  return values;
}

static gboolean
add_levels (Lu *self, GCancellable *cancellable, GError **error)
{
  /* Kernels before other names: their indices are small. */
  for (guint i = 0; i < N_KERNELS; i++)
    weft_task_builder_intern (self->builder, kernel_names[i]);
  add_regions (self);
  for (guint32 k = 0; k < self->blocks->n_blocks; k++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_level (self, k);
    }
  return TRUE;
}

/* --- public --- */

/**
 * weft_sparse_lu_add: (skip)
 * @builder: a builder without tasks
 * @symbolic: the filled pattern
 * @block: rows and columns of a block, up to %WEFT_SPARSE_MAX_BLOCK
 * @updates: how the updates of a block depend on each other
 * @cancellable: (nullable): to stop it
 * @error: return location for a #WeftWorkloadError
 *
 * Tasks, dependences, operations and messages are those of PanguLU (Fu et al., SC 2023): on level k, GETRF(k) factors
 * the diagonal block; TSTRF(i,k) and GESSM(k,j) solve the blocks below and beside it, where there are any;
 * SSSSM(i,j)\@k subtracts L(i,k) U(k,j) from block (i,j), where all three exist, i = j among them. Operations are
 * counted on the entries of the filled pattern and their sum does not depend on the size of the blocks. Of the bytes
 * that a task moves (ours) factors are read whole, a block that is solved is read and its values written, and an update
 * touches at most as many values as it has multiplications.
 *
 * Returns: whether the tasks were added
 */
gboolean
weft_sparse_lu_add (WeftTaskBuilder *builder, const WeftSparseSymbolic *symbolic, guint32 block,
                    WeftSparseUpdateOrder updates, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSparseBlocks) blocks = NULL;
  g_autoptr (WeftSparseUpdates) levels = NULL;
  g_autofree guint32 *first_task = NULL;
  gboolean is_added;
  Lu lu;

  g_return_val_if_fail (block > 0 && block <= WEFT_SPARSE_MAX_BLOCK, FALSE);

  blocks = weft_sparse_blocks_new (symbolic, block, MAX_BLOCKS, cancellable, error);
  if (blocks == NULL)
    return FALSE;
  first_task = count_tasks (blocks, error);
  if (first_task == NULL)
    return FALSE;
  levels = weft_sparse_updates_new (symbolic, blocks);
  lu = (Lu) { builder, blocks, levels, updates, first_task };
  lu.update_stem = new_empty (count_slots (&lu));
  lu.last_update = new_empty (count_slots (&lu));
  lu.kinds = g_hash_table_new_full (hash_cost, equal_costs, g_free, NULL);
  is_added = add_levels (&lu, cancellable, error);
  g_free (lu.update_stem);
  g_free (lu.last_update);
  g_hash_table_unref (lu.kinds);
  return is_added;
}

/**
 * weft_sparse_update_order_nick: (skip)
 * @self: how updates depend on each other
 *
 * Returns: its name in recipes
 */
const char *
weft_sparse_update_order_nick (WeftSparseUpdateOrder self)
{
  g_return_val_if_fail (self < WEFT_N_SPARSE_UPDATES, NULL);

  return update_nicks[self];
}

/**
 * weft_sparse_update_order_parse: (skip)
 * @nick: a name
 * @self: (out): how updates depend on each other
 *
 * Returns: whether there is one of that name
 */
gboolean
weft_sparse_update_order_parse (const char *nick, WeftSparseUpdateOrder *self)
{
  for (guint i = 0; i < WEFT_N_SPARSE_UPDATES; i++)
    if (g_str_equal (update_nicks[i], nick))
      {
        *self = i;
        return TRUE;
      }
  return FALSE;
}
