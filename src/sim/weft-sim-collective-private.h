/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Algorithms of collectives as programs: each member of a group runs a few threads, each a list of sends and waits that
 * is made while it runs. No list of all messages exists. */
#pragma once

#include "cost/weft-collective.h"
#include "sim/weft-sim-options.h"
#include "sim/weft-sim-routes-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SIM_OP_SEND,
  WEFT_SIM_OP_WAIT,
  WEFT_SIM_OP_END,
} WeftSimOpKind;

/* How much of a message takes time in the memory of who gets it. */
typedef enum
{
  WEFT_SIM_WORK_NONE,
  WEFT_SIM_WORK_ALL,
  WEFT_SIM_WORK_HALF,
} WeftSimWork;

/**
 * WeftSimOp:
 * @kind: a #WeftSimOpKind
 * @slot: of a send the counter of the peer's thread that counts it, of a wait the own counter
 * @reduces: of a send: the peer adds it to what it has
 * @work: of a send: a #WeftSimWork, what the peer does with it
 * @window: of a send: it waits until fewer messages of this thread are under way; 0: it does not
 * @thread: of a send: thread of the peer; only a member that sends to itself may name another than its own
 * @peer: of a send to whom (from the number of members on: a switch), of a wait from whom, %WEFT_SIM_NONE: from several
 * @count: of a wait: goes on when so many messages were counted since the beginning
 * @posted: of a wait: and when so many are here, counted or not; 0: @count
 * @buffer: of a send: what blocks are of
 * @first: first block
 * @n_blocks: how many, around the end of the buffer
 * @origin: of an all-to-all: member (by its block) whose data it is
 * @n_origins: of so many members
 * @stride: blocks from one of them to the next
 * @bytes: of a send
 *
 * What a thread does next.
 */
typedef struct
{
  guint8 kind;
  guint8 slot;
  guint8 reduces;
  guint8 work;
  guint8 window;
  guint32 thread;
  guint32 peer;
  guint32 count;
  guint32 posted;
  guint32 buffer;
  guint32 first;
  guint32 n_blocks;
  guint32 origin;
  guint32 n_origins;
  guint32 stride;
  double bytes;
} WeftSimOp;

/**
 * WeftSimLayout:
 * @n: members of the group
 * @node: [@n] where each stands
 * @n_domains: domains that they stand in; 1 when the network has none
 * @unit: greatest number of members that divides all domains: the size of a level
 * @n_rings: rings over the group, one for each member of the smallest domain when it crosses domains; else 1
 * @order: [@n_rings × @n] member at each place of a ring
 * @place: [@n_rings × @n] place of each member
 * @sorted: [@n] members, those of a domain side by side
 * @at: [@n] place of each member in @sorted
 * @n_switches: switches that reduce and that all members share
 * @switches: [@n_switches] their nodes
 *
 * How a group lies in a network.
 */
typedef struct
{
  guint32 n;
  guint32 *node;
  guint32 n_domains;
  guint32 unit;
  guint32 n_rings;
  guint32 *order;
  guint32 *place;
  guint32 *sorted;
  guint32 *at;
  guint32 n_switches;
  guint32 *switches;
} WeftSimLayout;

/* Bytes of each block of a buffer: they differ by at most one. */
typedef struct
{
  double base;
  double n_fat; /* blocks from the first on with one byte more */
} WeftSimShares;

typedef struct _WeftSimProgram WeftSimProgram;

/**
 * WeftSimProgramClass:
 * @setup: fills in the rest of a program that knows comm, n, root, bytes and layout; %FALSE: this algorithm has no way
 *   for this collective on this group
 * @op: what @thread of @member does at step @pc. Members from n on are switches
 * @block: (nullable): block of a buffer that a member has or gets; %NULL: that of its number
 * @is_posted: a member deals with a message only when it waits for it, not when it comes
 * @waits_at_once: a member that begins with a wait does so without the delay of an endpoint
 */
typedef struct
{
  gboolean (*setup) (WeftSimProgram *self);
  void     (*op)    (const WeftSimProgram *self,
                     guint32               member,
                     guint32               thread,
                     guint32               pc,
                     WeftSimOp            *op);
  guint32  (*block) (const WeftSimProgram *self,
                     guint32               member,
                     guint32               buffer);
  gboolean is_posted;
  gboolean waits_at_once;
} WeftSimProgramClass;

/**
 * WeftSimProgram:
 * @layout: of its group
 * @comm: a #WeftSimComm
 * @chunk: which piece of the collective it is
 * @n: members
 * @n_switches: that take part, as members from @n on
 * @root: member that a rooted one starts or ends at
 * @n_buffers: parts that the bytes are divided into, each with blocks of its own
 * @n_lanes: independent programs; those of one direction or tree each
 * @n_threads: of a member, over all lanes
 * @n_slots: counters of a thread
 * @n_blocks: of a buffer
 * @n_fat: buffers from the first on whose bytes are @shares[0], the others have @shares[1]
 * @steps: of whatever an algorithm counts
 * @window: of its sends
 * @bytes: of the whole
 * @tree: (nullable): [lanes × n × 3] parent and children
 */
struct _WeftSimProgram
{
  const WeftSimProgramClass *klass;
  const WeftSimLayout *layout;
  guint8 comm;
  guint8 window;
  guint32 chunk;
  guint32 n;
  guint32 n_switches;
  guint32 root;
  guint32 n_buffers;
  guint32 n_lanes;
  guint32 n_threads;
  guint32 n_slots;
  guint32 n_blocks;
  guint32 n_fat;
  guint32 steps;
  double bytes;
  WeftSimShares shares[2];
  guint32 *tree;
};

extern const WeftSimProgramClass weft_sim_ring_class;
extern const WeftSimProgramClass weft_sim_two_rings_class;
extern const WeftSimProgramClass weft_sim_direct_class;
extern const WeftSimProgramClass weft_sim_halving_class;
extern const WeftSimProgramClass weft_sim_tree_class;
extern const WeftSimProgramClass weft_sim_levels_class;
extern const WeftSimProgramClass weft_sim_switch_class;
/* By the rules of ASTRA-sim; %NULL: it has none, ours is used. */
const WeftSimProgramClass *weft_sim_astra_class (WeftSimAlgorithm algorithm);

/**
 * WeftSimSwitches:
 * @first: [nodes + 1] where those of each node begin
 * @links: from a node to a switch that reduces
 */
typedef struct
{
  guint32 *first;
  guint32 *links;
} WeftSimSwitches;

WeftSimSwitches *weft_sim_switches_new  (const WeftSimNetwork  *network);
void             weft_sim_switches_free (WeftSimSwitches       *self);

/* How @ranks lie. @is_plain: one ring in the order of the group, whatever domains there are. Every rank has a place in
 * the network. */
WeftSimLayout *weft_sim_layout_new  (WeftSimRoutes             *routes,
                                     const WeftSimSwitches     *switches,
                                     const guint32             *ranks,
                                     guint32                    n,
                                     gboolean                   is_plain);
void           weft_sim_layout_free (WeftSimLayout             *self);

/* FALSE: the class has no way for it. */
gboolean       weft_sim_program_init    (WeftSimProgram            *self,
                                         const WeftSimProgramClass *klass,
                                         const WeftSimLayout       *layout,
                                         WeftSimComm                comm,
                                         guint32                    root,
                                         guint32                    chunk,
                                         double                     bytes);
void           weft_sim_program_clear   (WeftSimProgram            *self);
/* Divides the bytes into n_buffers of n_blocks each. */
void           weft_sim_program_divide  (WeftSimProgram            *self);
/* Pieces of a buffer in a pipeline of @depth hops: the square root that balances its filling with its messages. */
guint32        weft_sim_program_pieces  (const WeftSimProgram      *self,
                                         guint32                    depth);

static inline const WeftSimShares *
weft_sim_program_shares (const WeftSimProgram *self,
                         guint32               buffer)
{
  return &self->shares[buffer >= self->n_fat];
}

/* Bytes of @count blocks from @first on, around the end. */
static inline double
weft_sim_program_bytes (const WeftSimProgram *self,
                        guint32               buffer,
                        guint32               first,
                        guint32               count)
{
  const WeftSimShares *shares = weft_sim_program_shares (self, buffer);
  double fat = CLAMP (shares->n_fat - first, 0, count);

  if (first + count > self->n_blocks)
    fat = MAX (shares->n_fat - first, 0) + MIN (shares->n_fat, (double) first + count - self->n_blocks);
  return shares->base * count + fat;
}

static inline void
weft_sim_op_end (WeftSimOp *op)
{
  op->kind = WEFT_SIM_OP_END;
}

static inline void
weft_sim_op_wait (WeftSimOp *op,
                  guint8     slot,
                  guint32    count,
                  guint32    from)
{
  op->kind = WEFT_SIM_OP_WAIT;
  op->slot = slot;
  op->count = count;
  op->posted = 0;
  op->peer = from;
}

/* A send of blocks; the caller sets what differs: window, origin. */
static inline void
weft_sim_op_send (const WeftSimProgram *self,
                  WeftSimOp            *op,
                  guint32               buffer,
                  guint32               thread,
                  guint8                slot,
                  guint32               peer,
                  guint32               first,
                  guint32               n_blocks)
{
  *op = (WeftSimOp) {
    .kind = WEFT_SIM_OP_SEND,
    .slot = slot,
    .thread = thread,
    .peer = peer,
    .buffer = buffer,
    .first = first,
    .n_blocks = n_blocks,
    .bytes = weft_sim_program_bytes (self, buffer, first, n_blocks),
  };
}

/* The peer of the send adds it to what it has. */
static inline void
weft_sim_op_reduce (WeftSimOp *op)
{
  op->reduces = 1;
  op->work = WEFT_SIM_WORK_ALL;
}

/* (a + b) mod n of a below n and b below 2 n */
static inline guint32
weft_sim_turn (guint32 a,
               guint32 b,
               guint32 n)
{
  guint32 sum = a + b;

  sum = sum >= n ? sum - n : sum;
  return sum >= n ? sum - n : sum;
}

G_END_DECLS
