/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tasks of a block LU, level by level: the factor tasks of a level by rising row or column, then its updates in the
 * order of PanguLU's queue. Costs follow from the filled pattern; a block is named by its slot. */
#include "workload/weft-sparse-lu.h"

#include <glib/gi18n-lib.h>

#include "workload/weft-kind-set-private.h"
#include "workload/weft-sparse-bytes-private.h"
#include "workload/weft-sparse-updates-private.h"

/* Tasks and blocks have both halves of L + U. */
#define MAX_BLOCKS (WEFT_MAX_TASKS / 2)

static const char *const update_nicks[WEFT_N_SPARSE_UPDATES] = { "parallel", "chained" };

typedef enum
{
  GETRF,
  TSTRF,
  GESSM,
  SSSSM,
} Kernel;

static const char *const kernel_names[] = { "getrf", "tstrf", "gessm", "ssssm", NULL };

/* Slots are the diagonal blocks, the blocks below, and their counterparts, one after the other. */
typedef struct
{
  WeftTaskBuilder *builder;
  const WeftSparseBlocks *blocks;
  WeftSparseUpdates *updates;
  WeftSparseUpdateOrder order;
  WeftKindSet *kinds;
  const guint32 *first_task; /* [n_blocks + 1] where the tasks of a level begin */
  guint32 *row_stem[SSSSM];  /* [n_blocks] names of the factor tasks of a row or column of blocks */
  guint32 *update_stem;      /* [slots] the name of the updates of a block */
  guint32 *last_update;      /* [slots] the last update of a block, of those that are chained */
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

/* --- tasks --- */

/* "TSTRF(5)" */
static guint32
intern_row (WeftTaskBuilder *builder, const char *what, guint32 row)
{
  char name[32];

  g_snprintf (name, sizeof name, "%s(%u)", what, row);
  return weft_task_builder_intern (builder, name);
}

/* "SSSSM(5,4)", once for each block. */
static guint32
take_update_stem (Lu *self, const WeftSparseUpdate *update, gsize slot)
{
  char name[48];

  if (self->update_stem[slot] == WEFT_TASK_NONE)
    {
      g_snprintf (name, sizeof name, "SSSSM(%u,%u)", update->row, update->col);
      self->update_stem[slot] = weft_task_builder_intern (self->builder, name);
    }
  return self->update_stem[slot];
}

static guint32
add_task (Lu *self, const WeftTaskCost *cost, guint32 stem, guint32 k, gsize slot)
{
  guint32 task = weft_task_builder_add_task (self->builder, weft_kind_set_take (self->kinds, cost), stem, k);

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
  WeftTaskCost cost = {
    .kernel = kernel_names[GETRF],
    .flops = { [WEFT_DTYPE_FP64] = blocks->getrf[k] },
    .bytes_read = slot_bytes (self, k),
    .bytes_written = weft_sparse_bytes_diagonal_values (blocks, k),
  };

  end_chain (self, k, add_task (self, &cost, self->row_stem[GETRF][k], k, k));
}

/* One block below the diagonal, or its counterpart, solved with the factors of the diagonal block. */
static void
add_solve (Lu *self, Kernel kernel, guint32 k, gsize at)
{
  const WeftSparseBlocks *blocks = self->blocks;
  gboolean is_lower = kernel == TSTRF;
  gsize slot = is_lower ? lower_slot (self, at) : upper_slot (self, at);
  double factor = (is_lower ? weft_sparse_bytes_diagonal_u : weft_sparse_bytes_diagonal_l) (blocks, k);
  WeftTaskCost cost = {
    .kernel = kernel_names[kernel],
    .flops = { [WEFT_DTYPE_FP64] = (is_lower ? blocks->tstrf : blocks->gessm)[at] },
    .bytes_read = factor + slot_bytes (self, slot),
    .bytes_written = weft_sparse_bytes_values (blocks, at),
    .working_set_bytes = factor,
  };
  guint32 task = add_task (self, &cost, self->row_stem[kernel][blocks->row[at]], k, slot);

  weft_task_builder_add_edge (self->builder, self->first_task[k], task, factor);
  end_chain (self, slot, task);
}

/* An update reads both of its factors, and of the block that it changes at most as many entries as it adds to. */
static void
add_update (Lu *self, guint32 k, const WeftSparseUpdate *update)
{
  gsize first = self->blocks->first[k];
  gsize slot = target_slot (self, update);
  double lower = weft_sparse_bytes_lower (self->blocks, first + update->at_row);
  double upper = weft_sparse_bytes_upper (self->blocks, first + update->at_col);
  double changed = MIN (target_values (self, update), sizeof (double) * update->flops / 2);
  WeftTaskCost cost = {
    .kernel = kernel_names[SSSSM],
    .flops = { [WEFT_DTYPE_FP64] = update->flops },
    .bytes_read = lower + upper + changed,
    .bytes_written = changed,
    .working_set_bytes = lower + upper,
  };
  guint32 task = add_task (self, &cost, take_update_stem (self, update, slot), k, slot);

  weft_task_builder_add_edge (self->builder, tstrf_task (self, k, update->at_row), task, lower);
  weft_task_builder_add_edge (self->builder, gessm_task (self, k, update->at_col), task, upper);
  if (self->order == WEFT_SPARSE_UPDATES_PARALLEL)
    weft_task_builder_add_edge (self->builder, task, target_task (self, update), slot_bytes (self, slot));
  else
    {
      end_chain (self, slot, task);
      self->last_update[slot] = task;
    }
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

/* Block (i, j) is "A(i)@j". */
static void
add_regions (Lu *self)
{
  const WeftSparseBlocks *blocks = self->blocks;
  WeftTaskBuilder *builder = self->builder;
  g_autofree guint32 *stem = g_new (guint32, blocks->n_blocks);

  for (guint32 k = 0; k < blocks->n_blocks; k++)
    {
      stem[k] = intern_row (builder, "A", k);
      weft_task_builder_add_region (builder, stem[k], k, slot_bytes (self, k));
    }
  for (guint32 k = 0; k < blocks->n_blocks; k++)
    for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
      weft_task_builder_add_region (builder, stem[blocks->row[at]], k, weft_sparse_bytes_lower (blocks, at));
  for (guint32 k = 0; k < blocks->n_blocks; k++)
    for (gsize at = blocks->first[k]; at < blocks->first[k + 1]; at++)
      weft_task_builder_add_region (builder, stem[k], blocks->row[at], weft_sparse_bytes_upper (blocks, at));
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

static void
make_stems (Lu *self)
{
  guint32 n_blocks = self->blocks->n_blocks;

  for (Kernel kernel = GETRF; kernel < SSSSM; kernel++)
    self->row_stem[kernel] = g_new (guint32, n_blocks);
  for (guint32 i = 0; i < n_blocks; i++)
    {
      self->row_stem[GETRF][i] = weft_task_builder_intern (self->builder, "GETRF");
      self->row_stem[TSTRF][i] = intern_row (self->builder, "TSTRF", i);
      self->row_stem[GESSM][i] = intern_row (self->builder, "GESSM", i);
    }
}

static gboolean
add_levels (Lu *self, GCancellable *cancellable, GError **error)
{
  add_regions (self);
  make_stems (self);
  for (guint32 k = 0; k < self->blocks->n_blocks; k++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_level (self, k);
    }
  return TRUE;
}

static void
lu_clear (Lu *self)
{
  for (Kernel kernel = GETRF; kernel < SSSSM; kernel++)
    g_free (self->row_stem[kernel]);
  g_free (self->update_stem);
  g_free (self->last_update);
  weft_kind_set_free (self->kinds);
  weft_sparse_updates_free (self->updates);
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
 * SSSSM(i,j) on level k subtracts L(i,k) U(k,j) from block (i,j), where all three exist, i = j among them. They are
 * called GETRF\@k, TSTRF(i)\@k, GESSM(j)\@k, SSSSM(i,j)\@k, and block (i,j) is region A(i)\@j. Operations are counted
 * on the entries of the filled pattern, and their sum does not depend on the size of the blocks. Of the bytes that a
 * task moves (ours) factors are read whole, a block that is solved is read and its values written, and an update
 * touches at most as many values as it has multiplications.
 *
 * Returns: whether the tasks were added
 */
gboolean
weft_sparse_lu_add (WeftTaskBuilder *builder, const WeftSparseSymbolic *symbolic, guint32 block,
                    WeftSparseUpdateOrder updates, GCancellable *cancellable, GError **error)
{
  g_autoptr (WeftSparseBlocks) blocks = NULL;
  g_autofree guint32 *first_task = NULL;
  gboolean is_added;
  Lu lu = { builder };

  g_return_val_if_fail (block > 0 && block <= WEFT_SPARSE_MAX_BLOCK, FALSE);

  blocks = weft_sparse_blocks_new (symbolic, block, MAX_BLOCKS, cancellable, error);
  if (blocks == NULL)
    return FALSE;
  first_task = count_tasks (blocks, error);
  if (first_task == NULL)
    return FALSE;
  lu.blocks = blocks;
  lu.updates = weft_sparse_updates_new (symbolic, blocks);
  lu.order = updates;
  lu.kinds = weft_kind_set_new (builder);
  lu.first_task = first_task;
  lu.update_stem = new_empty (count_slots (&lu));
  lu.last_update = new_empty (count_slots (&lu));
  is_added = add_levels (&lu, cancellable, error);
  lu_clear (&lu);
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
