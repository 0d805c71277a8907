/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two binary trees that carry half of the bytes each (Sanders, Speck and Träff 2009): who is a leaf in one stands
 * inside the other; of groups over several domains two for each ring. Pieces flow up and down at the same time. */
#include "sim/weft-sim-collective-private.h"

enum
{
  TREE_PARENT,
  TREE_CHILD,
  TREE_OTHER_CHILD,
  N_TREE,
};

/* Threads of a tree in an all-reduce; others have only one of them. */
enum
{
  WAY_UP,
  WAY_DOWN,
};

enum
{
  SLOT_CHILD,
  SLOT_OTHER_CHILD,
  SLOT_PARENT,
  N_SLOTS,
};

/* Pieces under way at once to each peer: enough to fill a link, few enough to keep. */
#define WINDOW 16

static inline gboolean
is_rooted (const WeftSimProgram *self)
{
  return self->comm == WEFT_SIM_BROADCAST || self->comm == WEFT_SIM_REDUCE;
}

/* --- shape --- */

/* The tree over places 0 .. n - 1 in order: above a place with lowest bit b stands one with lowest bit 2b, as far as
 * there is one; place 0 stands on top with one child. */
static guint32
parent_of (guint32 place, guint32 n)
{
  guint32 bit = place & -place;
  guint32 up = (place ^ bit) | bit << 1;

  return up < n ? up : place ^ bit;
}

/* Member at a place of each tree, by the order of a ring. The second of two is the first backwards, or shifted by one
 * place, whichever makes leaves of odd places stand at even ones. The root of a rooted collective is on top of all. */
static guint32
member_at (const WeftSimProgram *self, guint32 tree, guint32 place)
{
  const WeftSimLayout *layout = self->layout;
  guint32 n = self->n;
  gsize ring = (gsize) (tree / 2) * n;
  guint32 top = is_rooted (self) ? layout->place[ring + self->root] : 0;

  if (tree % 2 == 1 && !is_rooted (self))
    place = n % 2 == 0 ? n - 1 - place : (place + 1) % n;
  else if (tree % 2 == 1 && place > 0)
    place = n % 2 == 0 ? place % (n - 1) + 1 : n - place;
  return layout->order[ring + (top + place) % n];
}

static void
plant (WeftSimProgram *self, guint32 tree)
{
  guint32 *nodes = self->tree + (gsize) tree * self->n * N_TREE;

  for (guint32 place = 1; place < self->n; place++)
    {
      guint32 member = member_at (self, tree, place);
      guint32 parent = member_at (self, tree, parent_of (place, self->n));
      guint32 *children = nodes + (gsize) parent * N_TREE;

      nodes[(gsize) member * N_TREE + TREE_PARENT] = parent;
      children[children[TREE_CHILD] == WEFT_SIM_NONE ? TREE_CHILD : TREE_OTHER_CHILD] = member;
    }
}

static gboolean
tree_setup (WeftSimProgram *self)
{
  gsize n_nodes;

  if (self->comm != WEFT_SIM_ALL_REDUCE && self->comm != WEFT_SIM_BARRIER && !is_rooted (self))
    return FALSE;
  self->n_lanes = self->comm == WEFT_SIM_BARRIER ? 1 : 2 * self->layout->n_rings;
  self->n_buffers = self->n_lanes;
  self->n_threads = is_rooted (self) ? self->n_lanes : 2 * self->n_lanes;
  self->n_slots = N_SLOTS;
  self->n_blocks = weft_sim_program_pieces (self, 2 * g_bit_storage (self->n));
  n_nodes = (gsize) self->n_lanes * self->n * N_TREE;
  self->tree = g_new (guint32, n_nodes);
  for (gsize i = 0; i < n_nodes; i++)
    self->tree[i] = WEFT_SIM_NONE;
  for (guint32 tree = 0; tree < self->n_lanes; tree++)
    plant (self, tree);
  return TRUE;
}

/* --- flow --- */

static inline guint32
n_children (const guint32 *node)
{
  return (node[TREE_CHILD] != WEFT_SIM_NONE) + (node[TREE_OTHER_CHILD] != WEFT_SIM_NONE);
}

static void
send_piece (const WeftSimProgram *self, guint32 tree, guint32 thread, guint8 slot, guint32 peer, guint32 piece,
            WeftSimOp *op)
{
  weft_sim_op_send (self, op, tree, thread, slot, peer, piece, 1);
  op->window = WINDOW;
}

/* For each piece: those of the children, then the sum to the parent. At the top it turns round. */
static void
up_op (const WeftSimProgram *self, guint32 member, guint32 tree, guint32 thread, guint32 pc, WeftSimOp *op)
{
  const guint32 *nodes = self->tree + (gsize) tree * self->n * N_TREE;
  const guint32 *node = nodes + (gsize) member * N_TREE;
  guint32 n = n_children (node);
  gboolean is_top = node[TREE_PARENT] == WEFT_SIM_NONE;
  guint32 n_sends = is_top && is_rooted (self) ? 0 : 1;
  guint32 piece = pc / (n + n_sends);
  guint32 part = pc % (n + n_sends);

  if (piece == self->n_blocks)
    weft_sim_op_end (op);
  else if (part < n)
    weft_sim_op_wait (op, SLOT_CHILD + part, piece + 1, node[TREE_CHILD + part]);
  else if (is_top)
    send_piece (self, tree, thread + 1, SLOT_PARENT, member, piece, op);
  else
    {
      const guint32 *parent = nodes + (gsize) node[TREE_PARENT] * N_TREE;
      guint8 slot = parent[TREE_CHILD] == member ? SLOT_CHILD : SLOT_OTHER_CHILD;

      send_piece (self, tree, thread, slot, node[TREE_PARENT], piece, op);
      weft_sim_op_reduce (op);
    }
}

/* For each piece: that of the parent, then on to the children. */
static void
down_op (const WeftSimProgram *self, guint32 member, guint32 tree, guint32 thread, guint32 pc, WeftSimOp *op)
{
  const guint32 *node = self->tree + ((gsize) tree * self->n + member) * N_TREE;
  guint32 n = n_children (node);
  gboolean is_top = node[TREE_PARENT] == WEFT_SIM_NONE;
  guint32 n_waits = is_top && is_rooted (self) ? 0 : 1;
  guint32 piece = pc / (n + n_waits);
  guint32 part = pc % (n + n_waits);

  if (piece == self->n_blocks)
    weft_sim_op_end (op);
  else if (part < n_waits)
    weft_sim_op_wait (op, SLOT_PARENT, piece + 1, is_top ? member : node[TREE_PARENT]);
  else
    {
      send_piece (self, tree, thread, SLOT_PARENT, node[TREE_CHILD + part - n_waits], piece, op);
      op->window = WINDOW * n;
    }
}

static void
tree_op (const WeftSimProgram *self, guint32 member, guint32 thread, guint32 pc, WeftSimOp *op)
{
  if (self->comm == WEFT_SIM_BROADCAST)
    down_op (self, member, thread, thread, pc, op);
  else if (self->comm == WEFT_SIM_REDUCE)
    up_op (self, member, thread, thread, pc, op);
  else if (thread % 2 == WAY_UP)
    up_op (self, member, thread / 2, thread, pc, op);
  else
    down_op (self, member, thread / 2, thread, pc, op);
}

const WeftSimProgramClass weft_sim_tree_class = { tree_setup, tree_op, NULL, FALSE };
