/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursive halving and doubling (Thakur, Rabenseifner and Gropp 2005), and binomial trees for rooted collectives: as
 * many rounds as the number of members has bits. Members over a power of two hand their data to a partner first and get
 * the result last. */
#include "sim/weft-sim-collective-private.h"

/* Rounds come nearest first: the most bytes go to the next member. Blocks are numbered so that what a member keeps of
 * each round stands side by side: the core at place q keeps that of the reversed bits of q. */
typedef struct
{
  guint32 place;
  guint32 bits;
  guint32 core;   /* the greatest power of two that is at most n */
  guint32 extras; /* members over it */
  guint32 block;  /* reversed bits of the core's place */
} Seat;

static guint32
reverse (guint32 value, guint32 bits)
{
  guint32 reversed = 0;

  for (guint32 i = 0; i < bits; i++)
    reversed |= (value >> i & 1) << (bits - 1 - i);
  return reversed;
}

static Seat
seat_of (const WeftSimProgram *self, guint32 place)
{
  guint32 bits = g_bit_storage (self->n) - 1;
  guint32 core = 1u << bits;
  guint32 block = place < core ? reverse (place, bits) : place - core;

  return (Seat) { place, bits, core, self->n - core, block };
}

static inline gboolean
is_extra (const Seat *seat)
{
  return seat->place >= seat->core;
}

static inline gboolean
has_extra (const Seat *seat)
{
  return !is_extra (seat) && seat->block < seat->extras;
}

/* Place of the member that an extra one hands its data to, and the other way round. */
static inline guint32
partner_of (const Seat *seat)
{
  return is_extra (seat) ? reverse (seat->block, seat->bits) : seat->core + seat->block;
}

/* Where the blocks of core block @u begin: each of the first has one for its extra member too. */
static inline guint32
start_of (const Seat *seat, guint32 u)
{
  return u + MIN (u, seat->extras);
}

static inline guint32
member_at (const WeftSimProgram *self, guint32 place)
{
  return self->layout->sorted[place];
}

static void
send_range (const WeftSimProgram *self, const Seat *seat, guint8 slot, guint32 place, guint32 u, guint32 n_units,
            WeftSimOp *op)
{
  guint32 first = start_of (seat, u);

  weft_sim_op_send (self, op, 0, 0, slot, member_at (self, place), first, start_of (seat, u + n_units) - first);
}

/* --- rounds --- */

static guint8
slot_of_round (const Seat *seat, guint32 round, gboolean doubles)
{
  return 1 + (doubles ? seat->bits : 0) + round;
}

/* Half of what is kept goes to the partner of the round, who keeps it. */
static void
halve_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 round = pc / 2;
  guint32 partner = seat->place ^ 1u << round;
  guint32 shift = seat->bits - 1 - round;
  guint8 slot = slot_of_round (seat, round, FALSE);

  if (pc % 2 == 1)
    weft_sim_op_wait (op, slot, 1, member_at (self, partner));
  else
    {
      send_range (self, seat, slot, partner, (seat->block >> shift ^ 1) << shift, 1u << shift, op);
      weft_sim_op_reduce (op);
    }
}

/* All that is there goes to the partner. */
static void
double_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 round = seat->bits - 1 - pc / 2;
  guint32 partner = seat->place ^ 1u << round;
  guint32 shift = seat->bits - 1 - round;
  guint8 slot = slot_of_round (seat, round, TRUE);

  if (pc % 2 == 1)
    weft_sim_op_wait (op, slot, 1, member_at (self, partner));
  else
    send_range (self, seat, slot, partner, seat->block >> shift << shift, 1u << shift, op);
}

static inline gboolean
gathers_only (const WeftSimProgram *self)
{
  return self->comm == WEFT_SIM_ALL_GATHER;
}

static inline gboolean
scatters_only (const WeftSimProgram *self)
{
  return self->comm == WEFT_SIM_REDUCE_SCATTER;
}

static guint8
last_slot (const Seat *seat)
{
  return 1 + 2 * seat->bits;
}

static void
extra_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 own = start_of (seat, seat->block) + 1;
  guint32 partner = member_at (self, partner_of (seat));

  if (pc == 0)
    {
      weft_sim_op_send (self, op, 0, 0, 0, partner, gathers_only (self) ? own : 0, gathers_only (self) ? 1 : self->n);
      if (!gathers_only (self))
        weft_sim_op_reduce (op);
    }
  else if (pc == 1)
    weft_sim_op_wait (op, last_slot (seat), 1, partner);
  else
    weft_sim_op_end (op);
}

/* The result for the extra member: its block, what it lacks, or everything. */
static void
return_op (const WeftSimProgram *self, const Seat *seat, WeftSimOp *op)
{
  guint32 theirs = start_of (seat, seat->block) + 1;
  guint32 first = scatters_only (self) ? theirs : 0;
  guint32 n_blocks = scatters_only (self) ? 1 : self->n;

  if (gathers_only (self))
    {
      first = weft_sim_turn (theirs, 1, self->n);
      n_blocks = self->n - 1;
    }
  weft_sim_op_send (self, op, 0, 0, last_slot (seat), member_at (self, partner_of (seat)), first, n_blocks);
}

static void
rounds_op (const WeftSimProgram *self, const Seat *seat, guint32 pc, WeftSimOp *op)
{
  guint32 n_halving = gathers_only (self) ? 0 : 2 * seat->bits;
  guint32 n_doubling = scatters_only (self) ? 0 : 2 * seat->bits;
  guint32 n_before = has_extra (seat) ? 1 : 0;

  if (pc < n_before)
    weft_sim_op_wait (op, 0, 1, member_at (self, partner_of (seat)));
  else if (pc - n_before < n_halving)
    halve_op (self, seat, pc - n_before, op);
  else if (pc - n_before - n_halving < n_doubling)
    double_op (self, seat, pc - n_before - n_halving, op);
  else if (n_before > 0 && pc - n_before == n_halving + n_doubling)
    return_op (self, seat, op);
  else
    weft_sim_op_end (op);
}

/* Dissemination (Hensgen, Finkel and Manber 1988): after round k each knows of 2^(k + 1) members. */
static void
barrier_op (const WeftSimProgram *self, guint32 place, guint32 pc, WeftSimOp *op)
{
  guint32 round = pc / 2;
  guint32 far = 1u << round;

  if (far >= self->n)
    weft_sim_op_end (op);
  else if (pc % 2 == 1)
    weft_sim_op_wait (op, round, 1, member_at (self, weft_sim_turn (place, self->n - far, self->n)));
  else
    {
      weft_sim_op_send (self, op, 0, 0, round, member_at (self, weft_sim_turn (place, far, self->n)), 0, self->n);
      weft_sim_op_reduce (op);
    }
}

/* --- binomial trees --- */

/* Place from the root on, and the member at such a place. */
static inline guint32
from_root (const WeftSimProgram *self, guint32 place)
{
  return weft_sim_turn (place, self->n - self->layout->at[self->root], self->n);
}

static inline guint32
absolute (const WeftSimProgram *self, guint32 q)
{
  return weft_sim_turn (self->layout->at[self->root], q, self->n);
}

/* Round s takes the data from places below 2^s to those 2^s further on, one round after the other. */
static void
broadcast_op (const WeftSimProgram *self, guint32 q, guint32 pc, WeftSimOp *op)
{
  guint32 first_round = q == 0 ? 0 : g_bit_storage (q);
  guint32 round = q == 0 ? pc : first_round + pc - 1;

  if (q > 0 && pc == 0)
    weft_sim_op_wait (op, first_round - 1, 1, member_at (self, absolute (self, q - (1u << (first_round - 1)))));
  else if (q + (1u << round) >= self->n)
    weft_sim_op_end (op);
  else
    {
      weft_sim_op_send (self, op, 0, 0, round, member_at (self, absolute (self, q + (1u << round))), 0, 1);
      op->window = 1;
    }
}

/* A broadcast backwards: the last round first. */
static void
reduce_op (const WeftSimProgram *self, guint32 q, guint32 pc, WeftSimOp *op)
{
  guint32 first_round = q == 0 ? 0 : g_bit_storage (q);
  guint32 n_rounds = 0;

  while (q + (1u << (first_round + n_rounds)) < self->n)
    n_rounds++;
  if (pc < n_rounds)
    {
      guint32 round = first_round + n_rounds - 1 - pc;

      weft_sim_op_wait (op, round, 1, member_at (self, absolute (self, q + (1u << round))));
    }
  else if (q > 0 && pc == n_rounds)
    {
      guint32 round = first_round - 1;

      weft_sim_op_send (self, op, 0, 0, round, member_at (self, absolute (self, q - (1u << round))), 0, 1);
      weft_sim_op_reduce (op);
    }
  else
    weft_sim_op_end (op);
}

/* Rounds in which place @q serves places behind it: those of the bits below its lowest one. */
static guint32
n_children (const WeftSimProgram *self, guint32 q)
{
  guint32 n = 0;

  while (q + (1u << n) < self->n && (q & 1u << n) == 0)
    n++;
  return n;
}

static guint32
lowest_bit (guint32 q)
{
  return g_bit_nth_lsf (q, -1);
}

/* The block of each place from @q on that it answers for: up to its lowest bit. */
static guint32
n_served (const WeftSimProgram *self, guint32 q, guint32 round)
{
  return MIN (1u << round, self->n - q);
}

static void
gather_op (const WeftSimProgram *self, guint32 q, guint32 pc, WeftSimOp *op)
{
  guint32 n = n_children (self, q);

  if (pc < n)
    weft_sim_op_wait (op, pc, 1, member_at (self, absolute (self, q + (1u << pc))));
  else if (q > 0 && pc == n)
    {
      guint32 round = lowest_bit (q);
      guint32 parent = member_at (self, absolute (self, q - (1u << round)));

      weft_sim_op_send (self, op, 0, 0, round, parent, absolute (self, q), n_served (self, q, round));
    }
  else
    weft_sim_op_end (op);
}

static void
scatter_op (const WeftSimProgram *self, guint32 q, guint32 pc, WeftSimOp *op)
{
  guint32 n = n_children (self, q);
  guint32 n_before = q > 0 ? 1 : 0;

  if (pc < n_before)
    {
      guint32 round = lowest_bit (q);

      weft_sim_op_wait (op, round, 1, member_at (self, absolute (self, q - (1u << round))));
    }
  else if (pc - n_before < n)
    {
      guint32 round = n - 1 - (pc - n_before);
      guint32 child = q + (1u << round);
      guint32 place = absolute (self, child);

      weft_sim_op_send (self, op, 0, 0, round, member_at (self, place), place, n_served (self, child, round));
      op->window = 1;
    }
  else
    weft_sim_op_end (op);
}

static void
halving_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  guint32 place = self->layout->at[member];
  Seat seat = seat_of (self, place);

  switch (self->comm)
    {
    case WEFT_SIM_BARRIER:
      barrier_op (self, place, pc, op);
      break;
    case WEFT_SIM_BROADCAST:
      broadcast_op (self, from_root (self, place), pc, op);
      break;
    case WEFT_SIM_REDUCE:
      reduce_op (self, from_root (self, place), pc, op);
      break;
    case WEFT_SIM_GATHER:
      gather_op (self, from_root (self, place), pc, op);
      break;
    case WEFT_SIM_SCATTER:
      scatter_op (self, from_root (self, place), pc, op);
      break;
    default:
      if (is_extra (&seat))
        extra_op (self, &seat, pc, op);
      else
        rounds_op (self, &seat, pc, op);
    }
}

static gboolean
halving_setup (WeftSimProgram *self)
{
  guint32 bits = g_bit_storage (self->n) - 1;

  if (self->comm == WEFT_SIM_ALL_TO_ALL)
    return FALSE;
  self->n_slots = 2 * bits + 2;
  if (self->comm == WEFT_SIM_BROADCAST || self->comm == WEFT_SIM_REDUCE)
    self->n_blocks = 1;
  return TRUE;
}

static guint32
halving_block (const WeftSimProgram *self, guint32 member, guint32 buffer)
{
  Seat seat = seat_of (self, self->layout->at[member]);

  if (self->comm == WEFT_SIM_GATHER || self->comm == WEFT_SIM_SCATTER)
    return seat.place;
  return start_of (&seat, seat.block) + (is_extra (&seat) ? 1 : 0);
}

const WeftSimProgramClass weft_sim_halving_class = { halving_setup, halving_op, halving_block, FALSE };
