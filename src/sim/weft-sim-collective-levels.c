/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collectives on two levels: inside each domain, then across domains among the members that stand at the same place
 * of theirs, then inside again. */
#include "sim/weft-sim-collective-private.h"

enum
{
  SLOT_INSIDE,
  SLOT_ACROSS,
  SLOT_BACK,
  N_SLOTS,
};

/* @width members of @depth domains each: where a member stands. Block s × depth + d is that of member s of domain d. */
typedef struct
{
  guint32 width;
  guint32 depth;
  guint32 side; /* s: which of its domain */
  guint32 domain;
} Seat;

static Seat
seat_of (const WeftSimProgram *self, guint32 member)
{
  guint32 width = self->layout->unit;
  guint32 place = self->layout->at[member];

  return (Seat) { width, self->n / width, place % width, place / width };
}

static inline guint32
member_at (const WeftSimProgram *self, const Seat *seat, guint32 domain, guint32 side)
{
  return self->layout->sorted[domain * seat->width + side];
}

static inline guint32
inside (const WeftSimProgram *self, const Seat *seat, guint32 steps)
{
  return member_at (self, seat, seat->domain, weft_sim_turn (seat->side, steps, seat->width));
}

static inline guint32
across (const WeftSimProgram *self, const Seat *seat, guint32 steps)
{
  return member_at (self, seat, weft_sim_turn (seat->domain, steps, seat->depth), seat->side);
}

/* --- rings on each level --- */

/* A step of a ring inside: the blocks of one side, @back places behind. */
static void
inside_op (const WeftSimProgram *self, const Seat *seat, guint8 slot, guint32 pc, gboolean reduces, WeftSimOp *op)
{
  guint32 step = pc / 2;

  if (pc % 2 == 1)
    weft_sim_op_wait (op, slot, step + 1, inside (self, seat, seat->width - 1));
  else
    {
      guint32 side = weft_sim_turn (seat->side, 2 * seat->width - step - reduces, seat->width);

      weft_sim_op_send (self, op, 0, 0, slot, inside (self, seat, 1), side * seat->depth, seat->depth);
      if (reduces)
        weft_sim_op_reduce (op);
    }
}

static void
across_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 step = pc / 2;
  guint32 back = self->comm == WEFT_SIM_ALL_GATHER ? step : step + 1;

  if (pc % 2 == 1)
    weft_sim_op_wait (op, SLOT_ACROSS, step + 1, across (self, seat, seat->depth - 1));
  else
    {
      guint32 domain = weft_sim_turn (seat->domain, 2 * seat->depth - back, seat->depth);

      weft_sim_op_send (self, op, 0, 0, SLOT_ACROSS, across (self, seat, 1), seat->side * seat->depth + domain, 1);
      if (self->comm != WEFT_SIM_ALL_GATHER && step < seat->depth - 1)
        weft_sim_op_reduce (op);
    }
}

static void
reduce_and_gather_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  gboolean scatters = self->comm != WEFT_SIM_ALL_GATHER;
  gboolean gathers = self->comm != WEFT_SIM_REDUCE_SCATTER;
  guint32 n_inside = 2 * (seat->width - 1);
  guint32 n_before = scatters ? n_inside : 0;
  guint32 n_across = 2 * (seat->depth - 1) * (scatters && gathers ? 2 : 1);

  if (pc < n_before)
    inside_op (self, seat, SLOT_INSIDE, pc, TRUE, op);
  else if (pc - n_before < n_across)
    across_op (self, seat, pc - n_before, op);
  else if (gathers && pc - n_before - n_across < n_inside)
    inside_op (self, seat, SLOT_BACK, pc - n_before - n_across, FALSE, op);
  else
    weft_sim_op_end (op);
}

/* --- all to all --- */

/* Inside first: what goes to a side of any domain; then across, together with that of the others of the domain. */
static void
exchange_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 own = seat->side * seat->depth + seat->domain;

  if (pc < seat->width - 1)
    {
      guint32 side = weft_sim_turn (seat->side, pc + 1, seat->width);

      weft_sim_op_send (self, op, 0, 0, SLOT_INSIDE, inside (self, seat, pc + 1), side * seat->depth, seat->depth);
      op->origin = own;
      op->n_origins = 1;
    }
  else if (pc == seat->width - 1)
    weft_sim_op_wait (op, SLOT_INSIDE, seat->width - 1, WEFT_SIM_NONE);
  else if (pc - seat->width < seat->depth - 1)
    {
      guint32 domain = weft_sim_turn (seat->domain, pc - seat->width + 1, seat->depth);
      guint32 peer = member_at (self, seat, domain, seat->side);

      weft_sim_op_send (self, op, 0, 0, SLOT_ACROSS, peer, seat->side * seat->depth + domain, 1);
      op->origin = seat->domain;
      op->n_origins = seat->width;
      op->stride = seat->depth;
      op->bytes *= seat->width;
    }
  else if (pc - seat->width == seat->depth - 1)
    weft_sim_op_wait (op, SLOT_ACROSS, seat->depth - 1, WEFT_SIM_NONE);
  else
    weft_sim_op_end (op);
}

/* --- rooted --- */

/* Steps of the domain and of the side from those of the root; blocks of rooted ones are in the order of places. */
typedef struct
{
  guint32 domain;
  guint32 side;
  guint32 root_side;
} Distance;

static Distance
distance_of (const WeftSimProgram *self, const Seat *seat)
{
  Seat root = seat_of (self, self->root);

  return (Distance) {
    weft_sim_turn (seat->domain, seat->depth - root.domain, seat->depth),
    weft_sim_turn (seat->side, seat->width - root.side, seat->width),
    root.side,
  };
}

/* The @k-th domain or side that a binomial tree over @n reaches from @q, and the round in which @q is reached itself. */
static inline guint32
rounds_from (guint32 q)
{
  return q == 0 ? 0 : g_bit_storage (q);
}

static guint32
count_rounds (guint32 q, guint32 n)
{
  guint32 rounds = 0;

  while (q + (1u << (rounds_from (q) + rounds)) < n)
    rounds++;
  return rounds;
}

static void
broadcast_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  Distance far = distance_of (self, seat);
  gboolean leads = far.side == 0;
  guint32 n_across = leads ? count_rounds (far.domain, seat->depth) : 0;
  guint32 n_before = far.domain == 0 && leads ? 0 : 1;
  guint32 step = pc - n_before;

  if (pc < n_before && leads)
    weft_sim_op_wait (op, SLOT_ACROSS, 1, WEFT_SIM_NONE);
  else if (pc < n_before)
    weft_sim_op_wait (op, SLOT_INSIDE, 1, WEFT_SIM_NONE);
  else if (step < n_across)
    {
      guint32 round = rounds_from (far.domain) + step;

      weft_sim_op_send (self, op, 0, 0, SLOT_ACROSS, across (self, seat, 1u << round), 0, 1);
      op->window = 1;
    }
  else if (step - n_across < count_rounds (far.side, seat->width))
    {
      guint32 round = rounds_from (far.side) + step - n_across;

      weft_sim_op_send (self, op, 0, 0, SLOT_INSIDE, inside (self, seat, 1u << round), 0, 1);
      op->window = 1;
    }
  else
    weft_sim_op_end (op);
}

/* A broadcast backwards. */
static void
reduce_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  Distance far = distance_of (self, seat);
  guint32 n_inside = count_rounds (far.side, seat->width);
  guint32 n_across = far.side == 0 ? count_rounds (far.domain, seat->depth) : 0;

  if (pc == 0)
    weft_sim_op_wait (op, SLOT_INSIDE, n_inside, WEFT_SIM_NONE);
  else if (pc == 1)
    weft_sim_op_wait (op, SLOT_ACROSS, n_across, WEFT_SIM_NONE);
  else if (pc > 2 || (far.side == 0 && far.domain == 0))
    weft_sim_op_end (op);
  else
    {
      guint32 q = far.side > 0 ? far.side : far.domain;
      guint32 back = 1u << (rounds_from (q) - 1);
      guint32 peer = far.side > 0 ? inside (self, seat, seat->width - back) : across (self, seat, seat->depth - back);

      weft_sim_op_send (self, op, 0, 0, far.side > 0 ? SLOT_INSIDE : SLOT_ACROSS, peer, 0, 1);
      weft_sim_op_reduce (op);
    }
}

static void
gather_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  Distance far = distance_of (self, seat);
  gboolean leads = far.side == 0;
  gboolean is_root = leads && far.domain == 0;

  if (leads && pc == 0)
    weft_sim_op_wait (op, SLOT_INSIDE, seat->width - 1, WEFT_SIM_NONE);
  else if (is_root && pc == 1)
    weft_sim_op_wait (op, SLOT_ACROSS, seat->depth - 1, WEFT_SIM_NONE);
  else if (leads && pc == 1)
    weft_sim_op_send (self, op, 0, 0, SLOT_ACROSS, self->root, seat->domain * seat->width, seat->width);
  else if (!leads && pc == 0)
    {
      guint32 leader = member_at (self, seat, seat->domain, far.root_side);

      weft_sim_op_send (self, op, 0, 0, SLOT_INSIDE, leader, seat->domain * seat->width + seat->side, 1);
    }
  else
    weft_sim_op_end (op);
}

static void
scatter_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  Distance far = distance_of (self, seat);
  gboolean leads = far.side == 0;
  gboolean is_root = leads && far.domain == 0;
  guint32 n_across = is_root ? seat->depth - 1 : 0;
  guint32 n_before = is_root ? 0 : 1;
  guint32 step = pc - n_before;

  if (pc < n_before)
    weft_sim_op_wait (op, leads ? SLOT_ACROSS : SLOT_INSIDE, 1, WEFT_SIM_NONE);
  else if (step < n_across)
    {
      guint32 domain = weft_sim_turn (seat->domain, step + 1, seat->depth);
      guint32 peer = member_at (self, seat, domain, seat->side);

      weft_sim_op_send (self, op, 0, 0, SLOT_ACROSS, peer, domain * seat->width, seat->width);
    }
  else if (leads && step - n_across < seat->width - 1)
    {
      guint32 side = weft_sim_turn (seat->side, step - n_across + 1, seat->width);
      guint32 peer = member_at (self, seat, seat->domain, side);

      weft_sim_op_send (self, op, 0, 0, SLOT_INSIDE, peer, seat->domain * seat->width + side, 1);
    }
  else
    weft_sim_op_end (op);
}

static void
levels_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  Seat seat = seat_of (self, member);

  switch (self->comm)
    {
    case WEFT_SIM_ALL_TO_ALL:
      exchange_op (self, &seat, pc, op);
      break;
    case WEFT_SIM_BROADCAST:
      broadcast_op (self, &seat, pc, op);
      break;
    case WEFT_SIM_REDUCE:
      reduce_op (self, &seat, pc, op);
      break;
    case WEFT_SIM_GATHER:
      gather_op (self, &seat, pc, op);
      break;
    case WEFT_SIM_SCATTER:
      scatter_op (self, &seat, pc, op);
      break;
    default:
      reduce_and_gather_op (self, &seat, pc, op);
    }
}

static gboolean
levels_setup (WeftSimProgram *self)
{
  if (self->layout->n_domains < 2 || self->layout->unit < 2)
    return FALSE;
  self->n_slots = N_SLOTS;
  if (self->comm == WEFT_SIM_BROADCAST || self->comm == WEFT_SIM_REDUCE)
    self->n_blocks = 1;
  return TRUE;
}

static guint32
levels_block (const WeftSimProgram *self, guint32 member, guint32 buffer)
{
  Seat seat = seat_of (self, member);

  if (self->comm == WEFT_SIM_GATHER || self->comm == WEFT_SIM_SCATTER)
    return self->layout->at[member];
  return seat.side * seat.depth + seat.domain;
}

const WeftSimProgramClass weft_sim_levels_class = { levels_setup, levels_op, levels_block, FALSE };
