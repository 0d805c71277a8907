/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rings, in one direction or in both: each member sends to the next one only. Rooted collectives are chains that start
 * or end at the root. */
#include "sim/weft-sim-collective-private.h"

/* Pieces of a chain under way at once: enough to fill a link, few enough to keep. */
#define WINDOW 16

/* A member's place in a lane: rings turn in steps of +1 or -1. */
typedef struct
{
  guint32 buffer;
  guint32 n;
  guint32 place;
  guint32 forward; /* 1, or n - 1 that is -1 */
  const guint32 *order;
} Seat;

static inline gboolean
turns_both_ways (const WeftSimProgram *self)
{
  return self->klass == &weft_sim_two_rings_class;
}

/* Collectives whose directions serve different members instead of different bytes. */
static inline gboolean
splits_members (const WeftSimProgram *self)
{
  return self->comm == WEFT_SIM_ALL_TO_ALL || self->comm == WEFT_SIM_GATHER || self->comm == WEFT_SIM_SCATTER;
}

static inline guint32
ring_of (const WeftSimProgram *self, guint32 lane)
{
  return turns_both_ways (self) ? lane / 2 : lane;
}

static inline Seat
seat_of (const WeftSimProgram *self, guint32 member, guint32 lane)
{
  const WeftSimLayout *layout = self->layout;
  guint32 ring = ring_of (self, lane);
  gboolean is_back = turns_both_ways (self) && lane % 2 == 1;

  return (Seat) {
    .buffer = splits_members (self) ? ring : lane,
    .n = self->n,
    .place = layout->place[(gsize) ring * self->n + member],
    .forward = is_back ? self->n - 1 : 1,
    .order = &layout->order[(gsize) ring * self->n],
  };
}

/* Place that lies @steps further on, or back. */
static inline guint32
ahead (const Seat *seat, guint32 place, guint32 steps)
{
  return weft_sim_turn (place, seat->forward == 1 ? steps : seat->n - steps, seat->n);
}

static inline guint32
behind (const Seat *seat, guint32 place, guint32 steps)
{
  return weft_sim_turn (place, seat->forward == 1 ? seat->n - steps : steps, seat->n);
}

static inline guint32
next_member (const Seat *seat)
{
  return seat->order[ahead (seat, seat->place, 1)];
}

static inline guint32
former_member (const Seat *seat)
{
  return seat->order[behind (seat, seat->place, 1)];
}

/* Steps from the root to the member in the direction of the lane. */
static guint32
distance (const WeftSimProgram *self, const Seat *seat, guint32 lane)
{
  guint32 root = self->layout->place[(gsize) ring_of (self, lane) * self->n + self->root];

  return seat->forward == 1 ? weft_sim_turn (seat->place, self->n - root, self->n)
                            : weft_sim_turn (root, self->n - seat->place, self->n);
}

/* How far a lane goes when directions serve different members. */
static inline guint32
reach (const WeftSimProgram *self, guint32 lane)
{
  if (!turns_both_ways (self))
    return self->n - 1;
  return lane % 2 == 0 ? self->n / 2 : (self->n - 1) / 2;
}

/* --- around the ring --- */

static void
cycle_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 n = self->n;
  guint32 step = pc / 2;
  guint32 back = self->comm == WEFT_SIM_ALL_GATHER ? step : step + 1;

  if (step == self->steps)
    weft_sim_op_end (op);
  else if (pc % 2 == 1)
    weft_sim_op_wait (op, 0, step + 1, former_member (seat));
  else
    {
      back = back >= n ? back - n : back;
      weft_sim_op_send (self, op, seat->buffer, lane, 0, next_member (seat), behind (seat, seat->place, back), 1);
      if (self->comm != WEFT_SIM_ALL_GATHER && step < n - 1)
        weft_sim_op_reduce (op);
    }
}

/* Step k takes what started k - 1 places behind one place further: that for members k places from its start and more. */
static void
exchange_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 k = pc / 2 + 1;
  guint32 far = reach (self, lane);

  if (k > far)
    weft_sim_op_end (op);
  else if (pc % 2 == 1)
    weft_sim_op_wait (op, 0, k, former_member (seat));
  else
    {
      guint32 origin = behind (seat, seat->place, k - 1);
      guint32 first = ahead (seat, origin, seat->forward == 1 ? k : far);

      weft_sim_op_send (self, op, seat->buffer, lane, 0, next_member (seat), first, far - k + 1);
      op->origin = origin;
      op->n_origins = 1;
    }
}

/* --- chains --- */

static void
broadcast_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 from_root = distance (self, seat, lane);
  gboolean relays = from_root > 0;
  guint32 piece = relays ? pc / 2 : pc;

  if (from_root == self->n - 1 && pc == 0)
    weft_sim_op_wait (op, 0, self->n_blocks, former_member (seat));
  else if (from_root == self->n - 1 || piece == self->n_blocks)
    weft_sim_op_end (op);
  else if (relays && pc % 2 == 0)
    weft_sim_op_wait (op, 0, piece + 1, former_member (seat));
  else
    {
      weft_sim_op_send (self, op, seat->buffer, lane, 0, next_member (seat), piece, 1);
      op->window = self->window;
    }
}

/* The chain of a broadcast backwards. */
static void
reduce_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 from_root = distance (self, seat, lane);
  gboolean relays = from_root < self->n - 1;
  guint32 piece = relays ? pc / 2 : pc;

  if (from_root == 0 && pc == 0)
    weft_sim_op_wait (op, 0, self->n_blocks, next_member (seat));
  else if (from_root == 0 || piece == self->n_blocks)
    weft_sim_op_end (op);
  else if (relays && pc % 2 == 0)
    weft_sim_op_wait (op, 0, piece + 1, next_member (seat));
  else
    {
      weft_sim_op_send (self, op, seat->buffer, lane, 0, former_member (seat), piece, 1);
      op->window = self->window;
      weft_sim_op_reduce (op);
    }
}

/* Its own block first, then those of the members behind it as they come. */
static void
gather_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 from_root = distance (self, seat, lane);
  guint32 far = reach (self, lane);
  guint32 k = (pc + 1) / 2;

  if (from_root == 0 && pc == 0 && far > 0)
    weft_sim_op_wait (op, 0, far, next_member (seat));
  else if (from_root == 0 || from_root + k > far)
    weft_sim_op_end (op);
  else if (pc % 2 == 1)
    weft_sim_op_wait (op, 0, k, next_member (seat));
  else
    {
      weft_sim_op_send (self, op, seat->buffer, lane, 0, former_member (seat), ahead (seat, seat->place, k), 1);
      op->window = self->window;
    }
}

/* The farthest member's block goes first. */
static void
scatter_op (const WeftSimProgram *self, const Seat *seat, guint32 lane, guint32 pc, WeftSimOp *op)
{
  guint32 from_root = distance (self, seat, lane);
  guint32 far = reach (self, lane);
  guint32 n_relayed = from_root > far ? 0 : far - from_root;
  gboolean is_root = from_root == 0;
  guint32 k = is_root ? pc : pc / 2;

  if (from_root > far || (is_root && k == far) || (!is_root && pc > 2 * n_relayed))
    weft_sim_op_end (op);
  else if (!is_root && pc % 2 == 0)
    weft_sim_op_wait (op, 0, k + 1, former_member (seat));
  else
    {
      guint32 block = ahead (seat, seat->place, far - k - from_root);

      weft_sim_op_send (self, op, seat->buffer, lane, 0, next_member (seat), block, 1);
      op->window = self->window;
    }
}

static void
ring_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  Seat seat = seat_of (self, member, thread);

  switch (self->comm)
    {
    case WEFT_SIM_ALL_TO_ALL:
      exchange_op (self, &seat, thread, pc, op);
      break;
    case WEFT_SIM_BROADCAST:
      broadcast_op (self, &seat, thread, pc, op);
      break;
    case WEFT_SIM_REDUCE:
      reduce_op (self, &seat, thread, pc, op);
      break;
    case WEFT_SIM_GATHER:
      gather_op (self, &seat, thread, pc, op);
      break;
    case WEFT_SIM_SCATTER:
      scatter_op (self, &seat, thread, pc, op);
      break;
    default:
      cycle_op (self, &seat, thread, pc, op);
    }
}

static gboolean
ring_setup (WeftSimProgram *self)
{
  gboolean is_whole = self->comm == WEFT_SIM_ALL_REDUCE || self->comm == WEFT_SIM_BARRIER;
  guint32 n_rings = self->layout->n_rings;

  self->n_lanes = turns_both_ways (self) ? 2 * n_rings : n_rings;
  self->n_threads = self->n_lanes;
  self->n_buffers = splits_members (self) ? n_rings : self->n_lanes;
  self->steps = (is_whole ? 2 : 1) * (self->n - 1);
  self->window = WINDOW;
  if (self->comm == WEFT_SIM_BROADCAST || self->comm == WEFT_SIM_REDUCE)
    self->n_blocks = weft_sim_program_pieces (self, self->n - 1);
  return TRUE;
}

static guint32
ring_block (const WeftSimProgram *self, guint32 member, guint32 buffer)
{
  guint32 ring = splits_members (self) ? buffer : ring_of (self, buffer);

  return self->layout->place[(gsize) ring * self->n + member];
}

const WeftSimProgramClass weft_sim_ring_class = { ring_setup, ring_op, ring_block, FALSE };
const WeftSimProgramClass weft_sim_two_rings_class = { ring_setup, ring_op, ring_block, FALSE };
