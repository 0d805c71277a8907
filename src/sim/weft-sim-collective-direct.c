/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everybody sends to everybody, or the root to all: member i to i + 1, i + 2 and so on, so that no two meet at the
 * same receiver at a time. */
#include "sim/weft-sim-collective-private.h"

/* So many messages of a group are under way at most; small groups send all at once. */
#define MAX_UNDER_WAY 16384u
#define MIN_WINDOW 4u

enum
{
  SLOT_SCATTER,
  SLOT_GATHER,
};

static void
send_op (const WeftSimProgram *self, guint32 member, guint32 k, guint8 slot, guint32 first, guint32 n_blocks,
         WeftSimOp *op)
{
  weft_sim_op_send (self, op, 0, 0, slot, weft_sim_turn (member, k, self->n), first, n_blocks);
  op->window = self->window;
  op->origin = member;
  op->n_origins = 1;
}

/* Each block to the member that it belongs to; what is there is added up, or only put down. */
static void
spread_op (const WeftSimProgram *self, guint32 member, guint32 pc, WeftSimOp *op)
{
  guint32 k = pc + 1;

  if (k < self->n)
    {
      send_op (self, member, k, SLOT_SCATTER, weft_sim_turn (member, k, self->n), 1, op);
      if (self->comm != WEFT_SIM_ALL_TO_ALL)
        weft_sim_op_reduce (op);
    }
  else if (k == self->n)
    weft_sim_op_wait (op, SLOT_SCATTER, self->n - 1, WEFT_SIM_NONE);
  else
    weft_sim_op_end (op);
}

/* The own block to all. */
static void
share_op (const WeftSimProgram *self, guint32 member, guint32 pc, WeftSimOp *op)
{
  guint32 k = pc + 1;

  if (k < self->n)
    {
      send_op (self, member, k, SLOT_GATHER, member, 1, op);
      if (self->comm == WEFT_SIM_BARRIER)
        weft_sim_op_reduce (op);
    }
  else if (k == self->n)
    weft_sim_op_wait (op, SLOT_GATHER, self->n - 1, WEFT_SIM_NONE);
  else
    weft_sim_op_end (op);
}

static void
from_root_op (const WeftSimProgram *self, guint32 member, guint32 pc, WeftSimOp *op)
{
  guint32 k = pc + 1;

  if (member != self->root && pc == 0)
    weft_sim_op_wait (op, SLOT_SCATTER, 1, self->root);
  else if (member != self->root || k == self->n)
    weft_sim_op_end (op);
  else if (self->comm == WEFT_SIM_BROADCAST)
    send_op (self, member, k, SLOT_SCATTER, 0, 1, op);
  else
    send_op (self, member, k, SLOT_SCATTER, weft_sim_turn (member, k, self->n), 1, op);
}

static void
to_root_op (const WeftSimProgram *self, guint32 member, guint32 pc, WeftSimOp *op)
{
  gboolean reduces = self->comm == WEFT_SIM_REDUCE;

  if (pc > 0)
    weft_sim_op_end (op);
  else if (member == self->root)
    weft_sim_op_wait (op, SLOT_GATHER, self->n - 1, WEFT_SIM_NONE);
  else
    {
      weft_sim_op_send (self, op, 0, 0, SLOT_GATHER, self->root, reduces ? 0 : member, 1);
      if (reduces)
        weft_sim_op_reduce (op);
    }
}

static void
direct_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  switch (self->comm)
    {
    case WEFT_SIM_ALL_REDUCE:
      if (pc < self->n)
        spread_op (self, member, pc, op);
      else
        share_op (self, member, pc - self->n, op);
      break;
    case WEFT_SIM_REDUCE_SCATTER:
    case WEFT_SIM_ALL_TO_ALL:
      spread_op (self, member, pc, op);
      break;
    case WEFT_SIM_BROADCAST:
    case WEFT_SIM_SCATTER:
      from_root_op (self, member, pc, op);
      break;
    case WEFT_SIM_REDUCE:
    case WEFT_SIM_GATHER:
      to_root_op (self, member, pc, op);
      break;
    default:
      share_op (self, member, pc, op);
    }
}

static gboolean
direct_setup (WeftSimProgram *self)
{
  self->n_slots = 2;
  if (self->comm == WEFT_SIM_BROADCAST || self->comm == WEFT_SIM_REDUCE)
    self->n_blocks = 1;
  if ((guint64) self->n * self->n > MAX_UNDER_WAY)
    self->window = CLAMP (MAX_UNDER_WAY / self->n, MIN_WINDOW, 255);
  return TRUE;
}

const WeftSimProgramClass weft_sim_direct_class = { direct_setup, direct_op, NULL, FALSE };
