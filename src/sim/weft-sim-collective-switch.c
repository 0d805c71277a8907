/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduction and multicast in the switch that all share: each link carries the bytes once in each direction. The switch
 * sends on what comes in while it comes in: a first message of no bytes lets it begin, a last one says that all is
 * there. Several switches share the bytes. */
#include "sim/weft-sim-collective-private.h"

enum
{
  SLOT_FIRST, /* up: the first byte; down: the bytes */
  SLOT_LAST,  /* up: the bytes; down: they are all */
  N_SLOTS,
};

static inline gboolean
gives (const WeftSimProgram *self, guint32 member)
{
  if (self->comm == WEFT_SIM_BROADCAST)
    return member == self->root;
  return self->comm != WEFT_SIM_REDUCE || member != self->root;
}

static inline gboolean
gets (const WeftSimProgram *self, guint32 member)
{
  if (self->comm == WEFT_SIM_REDUCE)
    return member == self->root;
  return self->comm != WEFT_SIM_BROADCAST || member != self->root;
}

static inline guint32
n_givers (const WeftSimProgram *self)
{
  return self->comm == WEFT_SIM_BROADCAST ? 1 : self->comm == WEFT_SIM_REDUCE ? self->n - 1 : self->n;
}

/* Blocks that @member sends up, or that come down to it. */
static void
blocks_up (const WeftSimProgram *self, guint32 member, guint32 *first, guint32 *n_blocks)
{
  gboolean is_own = self->comm == WEFT_SIM_ALL_GATHER;

  *first = is_own ? member : 0;
  *n_blocks = is_own ? 1 : self->n_blocks;
}

static void
blocks_down (const WeftSimProgram *self, guint32 member, guint32 *first, guint32 *n_blocks)
{
  *first = 0;
  *n_blocks = self->n_blocks;
  if (self->comm == WEFT_SIM_REDUCE_SCATTER)
    {
      *first = member;
      *n_blocks = 1;
    }
  else if (self->comm == WEFT_SIM_ALL_GATHER)
    {
      *first = weft_sim_turn (member, 1, self->n);
      *n_blocks = self->n - 1;
    }
}

static void
member_op (const WeftSimProgram *self, guint32 member, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 first = 0;
  guint32 n_blocks = 0;
  guint32 n_up = gives (self, member) ? 2 : 0;
  guint32 n_down = gets (self, member) ? 2 : 0;

  if (pc < n_up)
    {
      if (pc == 1)
        blocks_up (self, member, &first, &n_blocks);
      weft_sim_op_send (self, op, lane, lane, pc == 0 ? SLOT_FIRST : SLOT_LAST, self->n + lane, first, n_blocks);
      if (self->comm != WEFT_SIM_BROADCAST && self->comm != WEFT_SIM_ALL_GATHER)
        weft_sim_op_reduce (op);
    }
  else if (pc - n_up < n_down)
    weft_sim_op_wait (op, pc == n_up ? SLOT_FIRST : SLOT_LAST, 1, self->n + lane);
  else
    weft_sim_op_end (op);
}

/* Down to the @k-th of those who get something. What the message means is said by the last one. */
static void
down_op (const WeftSimProgram *self, guint32 lane, guint32 k, guint8 slot, WeftSimOp *op)
{
  gboolean skips_root = self->comm == WEFT_SIM_BROADCAST && k >= self->root;
  guint32 member = self->comm == WEFT_SIM_REDUCE ? self->root : k + skips_root;
  guint32 first = 0;
  guint32 n_blocks = 0;

  blocks_down (self, member, &first, &n_blocks);
  weft_sim_op_send (self, op, lane, lane, slot, member, first, n_blocks);
  if (self->comm == WEFT_SIM_REDUCE)
    weft_sim_op_reduce (op);
  if (slot == SLOT_FIRST)
    op->n_blocks = 0;
  else
    op->bytes = 0;
}

static void
switch_op (const WeftSimProgram *self, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 n = self->comm == WEFT_SIM_REDUCE ? 1 : self->comm == WEFT_SIM_BROADCAST ? self->n - 1 : self->n;

  if (pc == 0)
    weft_sim_op_wait (op, SLOT_FIRST, n_givers (self), WEFT_SIM_NONE);
  else if (pc <= n)
    down_op (self, lane, pc - 1, SLOT_FIRST, op);
  else if (pc == n + 1)
    weft_sim_op_wait (op, SLOT_LAST, n_givers (self), WEFT_SIM_NONE);
  else if (pc <= 2 * n + 1)
    down_op (self, lane, pc - n - 2, SLOT_LAST, op);
  else
    weft_sim_op_end (op);
}

/* A switch takes part in the lane of its number only. */
static void
in_switch_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  if (member < self->n)
    member_op (self, member, thread, pc, op);
  else if (member == self->n + thread)
    switch_op (self, thread, pc, op);
  else
    weft_sim_op_end (op);
}

static gboolean
switch_setup (WeftSimProgram *self)
{
  if (self->layout->n_switches == 0 || self->comm == WEFT_SIM_ALL_TO_ALL || self->comm == WEFT_SIM_GATHER
      || self->comm == WEFT_SIM_SCATTER)
    return FALSE;
  self->n_switches = self->layout->n_switches;
  self->n_lanes = self->n_switches;
  self->n_threads = self->n_lanes;
  self->n_buffers = self->n_lanes;
  self->n_slots = N_SLOTS;
  return TRUE;
}

const WeftSimProgramClass weft_sim_switch_class = { switch_setup, in_switch_op, NULL, FALSE };
