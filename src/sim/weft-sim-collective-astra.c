/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The four algorithms of ASTRA-sim by its own rules: sizes are divided and rounded down, a ring exchange sends block
 * after block, a tree carries all bytes of a chunk, and what is reduced counts as it does there. */
#include "sim/weft-sim-collective-private.h"

#include <math.h>

/* --- what is rounded down --- */

static void
round_down (const WeftSimProgram *self, WeftSimOp *op)
{
  if (op->kind == WEFT_SIM_OP_SEND)
    op->bytes = floor (self->bytes * op->n_blocks / self->n);
}

static inline gboolean
is_own (const WeftSimProgram *self)
{
  return self->comm <= WEFT_SIM_ALL_TO_ALL;
}

/* --- ring --- */

/* Round k has n - k messages of one block each, and each waits for the one before. */
static void
exchange_op (const WeftSimProgram *self, guint32 member, guint32 pc, WeftSimOp *op)
{
  guint32 n = self->n;
  guint32 left = pc / 2;
  guint32 k = 1;

  while (k < n && left >= n - k)
    left -= n - k++;
  if (k == n)
    weft_sim_op_end (op);
  else if (pc % 2 == 1)
    weft_sim_op_wait (op, 0, pc / 2 + 1, weft_sim_turn (member, n - 1, n));
  else
    {
      guint32 origin = weft_sim_turn (member, n - (k - 1), n);

      weft_sim_op_send (self, op, 0, 0, 0, weft_sim_turn (member, 1, n), weft_sim_turn (origin, k + left, n), 1);
      op->origin = origin;
      op->n_origins = 1;
    }
}

static void
ring_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  if (self->comm == WEFT_SIM_ALL_TO_ALL)
    exchange_op (self, member, pc, op);
  else
    weft_sim_ring_class.op (self, member, thread, pc, op);
  round_down (self, op);
}

static gboolean
ring_setup (WeftSimProgram *self)
{
  return is_own (self) && weft_sim_ring_class.setup (self);
}

static guint32
ring_block (const WeftSimProgram *self, guint32 member, guint32 buffer)
{
  return member;
}

/* --- direct --- */

/* When all blocks of an all-reduce are here, a sum goes out for each that is added up by then. */
static void
share_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  guint32 n_sums = self->n - 1;
  guint32 step = pc / 2;

  if (pc % 2 == 0 && step < n_sums)
    {
      weft_sim_direct_class.op (self, member, thread, n_sums, op);
      op->count = step + 1;
      op->posted = n_sums;
    }
  else
    weft_sim_direct_class.op (self, member, thread, step < n_sums ? self->n + step : self->n + pc - n_sums, op);
}

static void
direct_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  if (self->comm == WEFT_SIM_ALL_REDUCE && pc >= self->n - 1)
    share_op (self, member, thread, pc - (self->n - 1), op);
  else
    weft_sim_direct_class.op (self, member, thread, pc, op);
  round_down (self, op);
}

static gboolean
direct_setup (WeftSimProgram *self)
{
  gboolean is_set = is_own (self) && weft_sim_direct_class.setup (self);

  self->window = 0;
  return is_set;
}

/* --- halving and doubling --- */

/* The reduction of a round counts the bytes of the next one, and that of the last round nothing. */
static void
halving_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  weft_sim_halving_class.op (self, member, thread, pc, op);
  if (op->kind == WEFT_SIM_OP_SEND && op->reduces)
    op->work = op->n_blocks > 1 ? WEFT_SIM_WORK_HALF : WEFT_SIM_WORK_NONE;
  round_down (self, op);
}

static gboolean
halving_setup (WeftSimProgram *self)
{
  return (self->n & (self->n - 1)) == 0 && is_own (self) && weft_sim_halving_class.setup (self);
}

static guint32
halving_block (const WeftSimProgram *self, guint32 member, guint32 buffer)
{
  return weft_sim_halving_class.block (self, member, buffer);
}

/* --- one of two binary trees, chunk about --- */

enum
{
  TREE_PARENT,
  TREE_CHILD,
  TREE_OTHER_CHILD,
  N_TREE,
};

enum
{
  SLOT_CHILD,
  SLOT_OTHER_CHILD,
  SLOT_PARENT,
  N_SLOTS,
};

/* A member and the tree below it, in order: places from @first on, 2^@levels - 1 of them. Its place. */
static guint32
plant (WeftSimProgram *self, guint32 first, guint32 levels, guint32 parent)
{
  guint32 place = first + (1u << (levels - 1)) - 1;
  guint32 *node = self->tree + (gsize) place * N_TREE;

  node[TREE_PARENT] = parent;
  node[TREE_CHILD] = levels > 1 ? plant (self, first, levels - 1, place) : WEFT_SIM_NONE;
  node[TREE_OTHER_CHILD] = levels > 1 ? plant (self, place + 1, levels - 1, place) : WEFT_SIM_NONE;
  return place;
}

/* Even chunks have the last member on top, odd ones the first. */
static gboolean
tree_setup (WeftSimProgram *self)
{
  guint32 levels = g_bit_storage (self->n) - 1;
  guint32 top = self->chunk % 2 == 0 ? self->n - 1 : 0;

  if ((self->n & (self->n - 1)) != 0 || self->comm != WEFT_SIM_ALL_REDUCE)
    return FALSE;
  self->tree = g_new (guint32, (gsize) self->n * N_TREE);
  self->tree[top * N_TREE + TREE_PARENT] = WEFT_SIM_NONE;
  self->tree[top * N_TREE + TREE_OTHER_CHILD] = WEFT_SIM_NONE;
  self->tree[top * N_TREE + TREE_CHILD] = plant (self, top == 0 ? 1 : 0, levels, top);
  self->n_slots = N_SLOTS;
  self->n_blocks = 1;
  return TRUE;
}

static inline const guint32 *
node_of (const WeftSimProgram *self, guint32 member)
{
  return self->tree + (gsize) member * N_TREE;
}

static void
up_op (const WeftSimProgram *self, guint32 member, WeftSimOp *op)
{
  guint32 parent = node_of (self, member)[TREE_PARENT];
  guint8 slot = node_of (self, parent)[TREE_CHILD] == member ? SLOT_CHILD : SLOT_OTHER_CHILD;

  weft_sim_op_send (self, op, 0, 0, slot, parent, 0, 1);
  weft_sim_op_reduce (op);
}

/* Members inside count a reduction on the way down as well. */
static void
down_op (const WeftSimProgram *self, guint32 child, WeftSimOp *op)
{
  weft_sim_op_send (self, op, 0, 0, SLOT_PARENT, child, 0, 1);
  op->work = node_of (self, child)[TREE_CHILD] != WEFT_SIM_NONE ? WEFT_SIM_WORK_ALL : WEFT_SIM_WORK_NONE;
}

static void
tree_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  const guint32 *node = node_of (self, member);
  guint32 n = (node[TREE_CHILD] != WEFT_SIM_NONE) + (node[TREE_OTHER_CHILD] != WEFT_SIM_NONE);
  guint32 n_up = node[TREE_PARENT] != WEFT_SIM_NONE ? 2 : 0;

  if (pc < n)
    weft_sim_op_wait (op, SLOT_CHILD + pc, 1, node[TREE_CHILD + pc]);
  else if (pc - n < n_up && pc == n)
    up_op (self, member, op);
  else if (pc - n < n_up)
    weft_sim_op_wait (op, SLOT_PARENT, 1, node[TREE_PARENT]);
  else if (pc - n - n_up < n)
    down_op (self, node[TREE_CHILD + pc - n - n_up], op);
  else
    weft_sim_op_end (op);
}

static const WeftSimProgramClass astra_ring_class = { ring_setup, ring_op, ring_block, TRUE };
static const WeftSimProgramClass astra_direct_class = { direct_setup, direct_op, NULL, TRUE };
static const WeftSimProgramClass astra_halving_class = { halving_setup, halving_op, halving_block, TRUE };
static const WeftSimProgramClass astra_tree_class = { tree_setup, tree_op, NULL, FALSE, TRUE };

const WeftSimProgramClass *
weft_sim_astra_class (WeftSimAlgorithm algorithm)
{
  switch (algorithm)
    {
    case WEFT_SIM_ALGORITHM_AUTO:
    case WEFT_SIM_ALGORITHM_RING:
      return &astra_ring_class;
    case WEFT_SIM_ALGORITHM_DIRECT:
      return &astra_direct_class;
    case WEFT_SIM_ALGORITHM_HALVING_DOUBLING:
      return &astra_halving_class;
    case WEFT_SIM_ALGORITHM_DOUBLE_TREE:
      return &astra_tree_class;
    default:
      return NULL;
    }
}
