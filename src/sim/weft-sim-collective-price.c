/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a collective takes by alpha and beta on its group's real ways: latencies of its rounds, and bytes over the link
 * that most of its messages of a round share. */
#include "sim/weft-sim-collective-plan-private.h"

#include <math.h>

/* When everybody sends to everybody, so many messages stand for all, of some distances between members. */
#define MAX_LAID 16384u
#define MIN_SHIFTS 8u

/* Links that all messages of a round cross at most; of more, every second, third ... message stands for all. Where a
 * group has no more members than MANY its messages are never so many. */
#define MAX_CROSSED 2097152.0
#define MANY 2048u
#define N_PROBES 16u

/* Messages between two looks at the cancellable. */
#define LOOK_AROUND 1024u

/* Both ends of message @i of a round, of at most n; %FALSE: there is none. @which: of several rounds or rings. */
typedef gboolean (*NthFunc) (const WeftSimProgram *program,
                             guint32               which,
                             guint32               i,
                             guint32              *from,
                             guint32              *to);

/* Which way messages of a round go: as they are, back, or both. */
typedef enum
{
  GO_FORTH = 1 << 0,
  GO_BACK = 1 << 1,
} Ways;

/**
 * WeftSimPricing:
 * @load: [links] bytes that cross each for one byte of a message, of the messages laid so far
 * @touched: (element-type guint32): links with a load
 * @alpha_s: the longest latency
 * @alphas_s: all of them
 * @n_messages: so many
 * @s_byte: of the link that takes longest
 */
struct _WeftSimPricing
{
  WeftSimRoutes *routes;
  const WeftSimOptions *options;
  GCancellable *cancellable;
  double *load;
  GArray *touched;
  double alpha_s;
  double alphas_s;
  guint64 n_messages;
  double s_byte;
};

/* --- messages of a round --- */

static void
begin_round (WeftSimPricing *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    self->load[g_array_index (self->touched, guint32, i)] = 0;
  g_array_set_size (self->touched, 0);
  self->alpha_s = self->alphas_s = 0;
  self->n_messages = 0;
  self->s_byte = 0;
}

static void
lay_nodes (WeftSimPricing *self, guint32 from, guint32 to, double weight)
{
  const WeftSimNetwork *network = self->routes->network;
  guint32 route = weft_sim_routes_find (self->routes, from, to);
  const WeftSimRouteUse *use = NULL;

  if (route == WEFT_SIM_NONE)
    return;
  use = &self->routes->routes[route];
  self->alpha_s = MAX (self->alpha_s, use->latency_s);
  self->alphas_s += use->latency_s;
  self->n_messages++;
  for (guint32 k = 0; k < use->n_links; k++)
    {
      guint32 link = self->routes->links[use->first + k];
      gboolean is_shared = network->is_shared == NULL || network->is_shared[link];

      if (self->load[link] == 0)
        g_array_append_val (self->touched, link);
      self->load[link] = is_shared ? self->load[link] + weight : MAX (self->load[link], weight);
      self->s_byte = MAX (self->s_byte, self->load[link] / network->bw_bytes_s[link]);
    }
}

/* So that no more links are crossed than may be, by some messages here and there. */
static guint32
find_stride (WeftSimPricing *self, const WeftSimProgram *program, NthFunc nth, guint32 which, guint32 n_rounds)
{
  double n_crossed = 0;
  guint32 from, to;

  if (program->n <= MANY)
    return 1;
  for (guint32 k = 0; k < N_PROBES; k++)
    if (nth (program, which, (guint64) k * program->n / N_PROBES + k, &from, &to))
      {
        guint32 route = weft_sim_routes_find (self->routes, program->layout->node[from], program->layout->node[to]);

        n_crossed += route != WEFT_SIM_NONE ? self->routes->routes[route].n_links : 0;
      }
  return MAX (1, ceil (n_crossed / N_PROBES * program->n * n_rounds / MAX_CROSSED));
}

/* Lays the messages of one of @n_rounds. */
static void
lay (WeftSimPricing *self, const WeftSimProgram *program, NthFunc nth, guint32 which, guint32 n_rounds, Ways ways,
     double weight)
{
  const guint32 *node = program->layout->node;
  guint32 stride = find_stride (self, program, nth, which, n_rounds);
  guint32 from, to;

  for (guint64 i = 0, k = 0; i < program->n; i += stride, k++)
    {
      if (k % LOOK_AROUND == LOOK_AROUND - 1 && g_cancellable_is_cancelled (self->cancellable))
        return;
      if (!nth (program, which, i, &from, &to))
        continue;
      if (ways & GO_FORTH)
        lay_nodes (self, node[from], node[to], weight * stride);
      if (ways & GO_BACK)
        lay_nodes (self, node[to], node[from], weight * stride);
    }
}

static WeftLink
end_round (const WeftSimPricing *self)
{
  return (WeftLink) { self->alpha_s + self->options->endpoint_s, 1 / self->s_byte };
}

/* Of messages that follow one another around a ring or along a tree: each latency counts, not the longest alone. */
static WeftLink
end_way (const WeftSimPricing *self)
{
  return (WeftLink) { self->alphas_s / MAX (1, self->n_messages) + self->options->endpoint_s, 1 / self->s_byte };
}

static inline gboolean
is_whole (WeftSimComm comm)
{
  return comm == WEFT_SIM_ALL_REDUCE || comm == WEFT_SIM_BARRIER;
}

/* A pipeline of so many pieces over @depth hops: (1 + (depth - 1) / pieces) × bytes, and a latency for each hop. */
static WeftCommTime
pipeline (double bytes, guint32 n_pieces, double depth, const WeftLink *link)
{
  WeftCommTime time = weft_point_to_point (bytes, link);

  time.transfer_s *= 1 + (depth - 1) / n_pieces;
  time.latency_s *= depth;
  return time;
}

/* --- rings --- */

static gboolean
ring_message_cb (const WeftSimProgram *program, guint32 ring, guint32 place, guint32 *from, guint32 *to)
{
  const guint32 *order = &program->layout->order[(gsize) ring * program->n];

  *from = order[place];
  *to = order[(place + 1) % program->n];
  return TRUE;
}

/* All rings at once; each carries its part of the bytes. */
static WeftLink
ring_link (WeftSimPricing *self, const WeftSimProgram *program, gboolean turns_both_ways)
{
  guint32 n_rings = program->layout->n_rings;
  gboolean splits = program->n_buffers < program->n_lanes;

  begin_round (self);
  for (guint32 ring = 0; ring < n_rings; ring++)
    lay (self, program, ring_message_cb, ring, n_rings, turns_both_ways ? GO_FORTH | GO_BACK : GO_FORTH,
         1.0 / (splits ? n_rings : program->n_lanes));
  return end_way (self);
}

static WeftCommTime
price_ring (WeftSimPricing *self, const WeftSimProgram *program, gboolean turns_both_ways)
{
  guint32 n = program->n;
  double bytes = program->bytes;
  WeftLink link = ring_link (self, program, turns_both_ways);
  double far = turns_both_ways ? n / 2 : n - 1;

  switch ((WeftSimComm) program->comm)
    {
    case WEFT_SIM_ALL_REDUCE:
    case WEFT_SIM_BARRIER:
      return weft_ring_all_reduce (n, bytes, &link);
    case WEFT_SIM_REDUCE_SCATTER:
      return weft_reduce_scatter (n, bytes, &link);
    case WEFT_SIM_ALL_TO_ALL:
      return (WeftCommTime) { far * link.alpha_s, far * (far + 1) / 2 / n * bytes / link.bw_bytes_s };
    case WEFT_SIM_BROADCAST:
    case WEFT_SIM_REDUCE:
      return pipeline (bytes, program->n_blocks, n - 1, &link);
    case WEFT_SIM_GATHER:
    case WEFT_SIM_SCATTER:
      return (WeftCommTime) { far * link.alpha_s, far / n * bytes / link.bw_bytes_s };
    default:
      return weft_all_gather (n, bytes, &link);
    }
}

/* --- direct --- */

static gboolean
shift_message_cb (const WeftSimProgram *program, guint32 shift, guint32 i, guint32 *from, guint32 *to)
{
  *from = i;
  *to = (i + shift) % program->n;
  return TRUE;
}

/* Every member to every other one, of which some distances are looked at. */
static WeftLink
pairs_link (WeftSimPricing *self, const WeftSimProgram *program)
{
  guint32 n = program->n;
  guint32 n_shifts = MIN (n - 1, MAX (MIN_SHIFTS, MAX_LAID / n));

  begin_round (self);
  for (guint32 k = 0; k < n_shifts; k++)
    lay (self, program, shift_message_cb, 1 + (guint64) k * (n - 1) / n_shifts, n_shifts, GO_FORTH,
         (double) (n - 1) / n_shifts);
  return end_round (self);
}

static gboolean
root_message_cb (const WeftSimProgram *program, guint32 root, guint32 i, guint32 *from, guint32 *to)
{
  *from = root;
  *to = i;
  return i != root;
}

static WeftLink
root_link (WeftSimPricing *self, const WeftSimProgram *program, gboolean goes_out)
{
  begin_round (self);
  lay (self, program, root_message_cb, program->root, 1, goes_out ? GO_FORTH : GO_BACK, 1);
  return end_round (self);
}

static WeftCommTime
price_direct (WeftSimPricing *self, const WeftSimProgram *program)
{
  double block = program->bytes / program->n_blocks;
  gboolean goes_out = program->comm == WEFT_SIM_BROADCAST || program->comm == WEFT_SIM_SCATTER;
  gboolean comes_in = program->comm == WEFT_SIM_REDUCE || program->comm == WEFT_SIM_GATHER;
  WeftLink link = goes_out || comes_in ? root_link (self, program, goes_out) : pairs_link (self, program);

  return weft_comm_time_scale (weft_point_to_point (block, &link), program->comm == WEFT_SIM_ALL_REDUCE ? 2 : 1);
}

/* --- halving and doubling --- */

/* Members at places with and without a bit exchange, or, over the root, hand on to those behind. */
static gboolean
round_message_cb (const WeftSimProgram *program, guint32 round, guint32 q, guint32 *from, guint32 *to)
{
  const WeftSimLayout *layout = program->layout;
  gboolean is_exchange = program->comm <= WEFT_SIM_ALL_TO_ALL;
  guint32 n = is_exchange ? 1u << (g_bit_storage (program->n) - 1) : program->n;
  guint32 bit = 1u << round;
  guint32 first = is_exchange ? 0 : layout->at[program->root];
  guint32 other = is_exchange ? q ^ bit : q + bit;

  *from = layout->sorted[(first + q) % program->n];
  *to = layout->sorted[(first + other) % program->n];
  return q < n && other < n && (is_exchange || q < bit || program->comm == WEFT_SIM_BARRIER);
}

static WeftLink
round_link (WeftSimPricing *self, const WeftSimProgram *program, guint32 round)
{
  begin_round (self);
  lay (self, program, round_message_cb, round, 1, GO_FORTH, 1);
  return end_round (self);
}

static WeftCommTime
price_halving (WeftSimPricing *self, const WeftSimProgram *program)
{
  guint32 n = program->n;
  gboolean is_exchange = program->comm <= WEFT_SIM_ALL_TO_ALL;
  guint32 n_rounds = is_exchange ? g_bit_storage (n) - 1 : g_bit_storage (n - 1);
  WeftCommTime sum = { 0, 0 };
  WeftLink link = { 0, INFINITY };

  for (guint32 round = 0; round < n_rounds; round++)
    {
      double bytes = program->bytes;

      if (is_exchange)
        bytes *= ldexp (1, -1 - (int) round) * (program->comm == WEFT_SIM_ALL_REDUCE ? 2 : 1);
      else if (program->comm == WEFT_SIM_GATHER || program->comm == WEFT_SIM_SCATTER)
        bytes *= ldexp (1, round) / n;
      link = round_link (self, program, round);
      sum = weft_comm_time_add (sum, weft_point_to_point (bytes, &link));
      if (program->comm == WEFT_SIM_ALL_REDUCE)
        sum.latency_s += link.alpha_s;
    }
  if (is_exchange && (n & (n - 1)) != 0)
    sum = weft_comm_time_add (sum, weft_comm_time_scale (weft_point_to_point (program->bytes, &link),
                                                         program->comm == WEFT_SIM_ALL_REDUCE ? 2 : 1));
  return sum;
}

/* --- trees --- */

static gboolean
tree_message_cb (const WeftSimProgram *program, guint32 lane, guint32 i, guint32 *from, guint32 *to)
{
  *from = i;
  *to = program->tree[((gsize) lane * program->n + i) * 3];
  return *to != WEFT_SIM_NONE;
}

static WeftCommTime
price_tree (WeftSimPricing *self, const WeftSimProgram *program)
{
  double depth = g_bit_storage (program->n) * (is_whole (program->comm) ? 2 : 1);
  Ways up = program->comm != WEFT_SIM_BROADCAST ? GO_FORTH : 0;
  Ways down = program->comm != WEFT_SIM_REDUCE ? GO_BACK : 0;
  WeftLink link;

  begin_round (self);
  for (guint32 lane = 0; lane < program->n_lanes; lane++)
    lay (self, program, tree_message_cb, lane, program->n_lanes, up | down, 1.0 / program->n_lanes);
  link = end_way (self);
  return pipeline (program->bytes, program->n_blocks, depth, &link);
}

/* --- levels --- */

static gboolean
inside_message_cb (const WeftSimProgram *program, guint32 which, guint32 place, guint32 *from, guint32 *to)
{
  const WeftSimLayout *layout = program->layout;
  guint32 width = layout->unit;

  *from = layout->sorted[place];
  *to = layout->sorted[place - place % width + (place + 1) % width];
  return TRUE;
}

static gboolean
across_message_cb (const WeftSimProgram *program, guint32 which, guint32 place, guint32 *from, guint32 *to)
{
  const WeftSimLayout *layout = program->layout;

  *from = layout->sorted[place];
  *to = layout->sorted[(place + layout->unit) % program->n];
  return TRUE;
}

static WeftLink
level_link (WeftSimPricing *self, const WeftSimProgram *program, NthFunc nth)
{
  begin_round (self);
  lay (self, program, nth, 0, 1, GO_FORTH, 1);
  return end_round (self);
}

static WeftCommTime
price_levels (WeftSimPricing *self, const WeftSimProgram *program)
{
  double bytes = program->bytes;
  double width = program->layout->unit;
  double depth = program->n / width;
  WeftLink inside = level_link (self, program, inside_message_cb);
  WeftLink across = level_link (self, program, across_message_cb);

  switch ((WeftSimComm) program->comm)
    {
    case WEFT_SIM_ALL_REDUCE:
    case WEFT_SIM_BARRIER:
      return weft_hierarchical_all_reduce (program->n, width, bytes, &inside, &across);
    case WEFT_SIM_ALL_TO_ALL:
      return weft_comm_time_add (weft_point_to_point (bytes * (width - 1) / width, &inside),
                                 weft_point_to_point (bytes * (depth - 1) / depth, &across));
    case WEFT_SIM_BROADCAST:
    case WEFT_SIM_REDUCE:
      return weft_comm_time_add (weft_broadcast (width, bytes, &inside), weft_broadcast (depth, bytes, &across));
    case WEFT_SIM_GATHER:
    case WEFT_SIM_SCATTER:
      return weft_comm_time_add (weft_point_to_point (bytes / depth * (width - 1) / width, &inside),
                                 weft_point_to_point (bytes * (depth - 1) / depth, &across));
    default:
      return weft_comm_time_add (weft_all_gather (width, bytes, &inside),
                                 weft_all_gather (depth, bytes / width, &across));
    }
}

/* --- in the switch --- */

/* Up and down at the same time; the last byte comes one way later than it reached the switch. */
static WeftCommTime
price_switch (WeftSimPricing *self, const WeftSimProgram *program)
{
  const WeftSimLayout *layout = program->layout;
  WeftCommTime time;
  WeftLink link;

  begin_round (self);
  for (guint32 k = 0; k < layout->n_switches; k++)
    for (guint32 i = 0; i < program->n; i++)
      {
        lay_nodes (self, layout->node[i], layout->switches[k], 1.0 / layout->n_switches);
        lay_nodes (self, layout->switches[k], layout->node[i], 1.0 / layout->n_switches);
      }
  link = end_round (self);
  time = weft_point_to_point (program->bytes, &link);
  time.latency_s += link.alpha_s;
  return time;
}

/* --- all of them --- */

WeftSimPricing *
weft_sim_pricing_new (WeftSimRoutes *routes, const WeftSimOptions *options, GCancellable *cancellable)
{
  WeftSimPricing *self = g_new0 (WeftSimPricing, 1);

  self->routes = routes;
  self->options = options;
  self->cancellable = cancellable;
  self->load = g_new0 (double, routes->network->n_links);
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
weft_sim_pricing_free (WeftSimPricing *self)
{
  g_array_unref (self->touched);
  g_free (self->load);
  g_free (self);
}

static WeftCommTime
price_algorithm (WeftSimPricing *self, const WeftSimProgram *program, WeftSimAlgorithm algorithm)
{
  switch (algorithm)
    {
    case WEFT_SIM_ALGORITHM_BIDIRECTIONAL_RING:
      return price_ring (self, program, TRUE);
    case WEFT_SIM_ALGORITHM_DIRECT:
      return price_direct (self, program);
    case WEFT_SIM_ALGORITHM_HALVING_DOUBLING:
      return price_halving (self, program);
    case WEFT_SIM_ALGORITHM_DOUBLE_TREE:
      return price_tree (self, program);
    case WEFT_SIM_ALGORITHM_HIERARCHICAL:
      return price_levels (self, program);
    case WEFT_SIM_ALGORITHM_IN_SWITCH:
      return price_switch (self, program);
    default:
      return price_ring (self, program, FALSE);
    }
}

/* Bytes that a member adds up itself. */
static double
reduced_bytes (const WeftSimProgram *program, WeftSimAlgorithm algorithm)
{
  if (algorithm == WEFT_SIM_ALGORITHM_IN_SWITCH)
    return 0;
  if (program->comm == WEFT_SIM_ALL_REDUCE || program->comm == WEFT_SIM_REDUCE_SCATTER)
    return program->bytes * (program->n - 1) / program->n;
  return program->comm == WEFT_SIM_REDUCE ? program->bytes : 0;
}

WeftCommTime
weft_sim_pricing_find (WeftSimPricing *self, const WeftSimProgram *program, WeftSimAlgorithm algorithm)
{
  WeftCommTime time = { 0, 0 };

  if (program->n < 2)
    return time;
  time = price_algorithm (self, program, algorithm);
  time.transfer_s += reduced_bytes (program, algorithm) / self->options->reduce_bw_bytes_s;
  return time;
}
