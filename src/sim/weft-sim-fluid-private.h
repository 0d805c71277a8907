/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the fluid model share. The flows of one route go equally fast: they form a bundle, which keeps how
 * many bytes each of them was served since it began, and at how many each ends. Shares are found among bundles. */
#pragma once

#include "sim/weft-sim-lanes-private.h"
#include "sim/weft-sim-net-private.h"

G_BEGIN_DECLS

/* Fair shares that differ by less are one share: sums of rates round. */
#define WEFT_SIM_FLUID_SAME 1e-12
/* So many bundles may be visited to find rates, and so many more for each event, of which no more than that is saved up.
 * Who has spent more finds rates late until the debt is paid: within this share of the time of the message that came or
 * went, and sooner when it has more of a link than a part in so many, which is missing there meanwhile. */
#define WEFT_SIM_FLUID_WORK 0x1p21
#define WEFT_SIM_FLUID_WORK_EVENT 32
#define WEFT_SIM_FLUID_DEBT 0x1p17
#define WEFT_SIM_FLUID_LATE 0x1p-9
#define WEFT_SIM_FLUID_PARTS 64
/* Times that differ by less (of 1) are one instant: a few times what a double can tell apart. */
#define WEFT_SIM_FLUID_INSTANT 0x1p-48

/**
 * WeftSimFlow:
 * @end: bytes that its bundle has served when its last one passes
 * @alone: when it would end if nobody shared with it
 * @began: when its first byte left
 * @message: whose bytes they are
 * @stream: whose others wait for it, 0: none
 */
typedef struct
{
  double end;
  double alone;
  double began;
  guint32 message;
  guint32 stream;
} WeftSimFlow;

/* A message that waits for those before it. */
typedef struct
{
  double bytes;
  double alone;
  guint32 message;
} WeftSimQueued;

/* A stream of which a flow is under way, and what waits for it: @n messages from @first on, in a ring of @room. */
typedef struct
{
  guint32 stream;
  guint32 first;
  guint32 n;
  guint32 room;
  WeftSimQueued *queued;
} WeftSimLine;

/**
 * WeftSimBundle:
 * @rate: of each flow, 0 without flows
 * @load: what its links count it as: flows × rate
 * @served: bytes of each flow at @since, which is when the rate or all flows last changed
 * @next_end: end of the first flow
 * @seen: instant in which it was last in a region
 * @first: where its links begin among those of all routes: the first of its slots
 * @n_flows: how many
 * @limit: slot of the link that limits it, %WEFT_SIM_NONE
 * @n_links: how many
 * @is_dirty: flows came or went since rates were found
 * @is_capped: a link that is not shared may limit it
 * @own_rate: most that a flow can have on the links that are not shared
 * @own_limit: slot of that link
 * @lane: of its latency, %WEFT_SIM_NONE before its first message
 * @is_free: no link limits it
 * @is_linked: its links know it
 * @sent: bytes of all messages so far
 * @flows: [@n_flows] heap, the least end first
 * @lines: [@n_lines] streams under way
 *
 * What the solver reads lies in one line of the cache.
 */
typedef struct
{
  _Alignas (64) double rate;
  double load;
  double served;
  double since;
  double next_end;
  guint64 seen;
  guint32 first;
  guint32 n_flows;
  guint32 limit;
  guint16 n_links;
  guint8 is_dirty;
  guint8 is_capped;
  double own_rate;
  double sent;
  guint32 own_limit;
  guint32 lane;
  guint8 is_free;
  guint8 is_linked;
  guint32 room_flows;
  WeftSimFlow *flows;
  WeftSimLine *lines;
  guint32 n_lines;
  guint32 room_lines;
} WeftSimBundle;

/* A bundle on a link, and the rate of its flows. @slot: which link of its route this is. */
typedef struct
{
  guint32 bundle;
  guint32 slot;
  double rate;
} WeftSimUser;

/* A sum that rounds as if it had twice the digits (Neumaier 1974): loads come and go a million times. */
typedef struct
{
  double high;
  double low;
} WeftSimSum;

/**
 * WeftSimFluidLink:
 * @rate: to share, infinite when it limits nobody
 * @load: what crosses it since @since
 * @rest: rate that is not given away yet
 * @seen: round of the solver that found it
 * @n_rest: flows of the region that have no rate yet
 * @n_members: how many bundles of the region cross it
 * @first_member: where they begin in a list of those of all links
 * @n_limited: how many of its users it limits
 * @users: [@n_users] bundles with flows, first those that it limits; of links without a limit only their number
 * @touched: instant in which all that it limits came into the region
 *
 * What the solver reads lies in one line of the cache.
 */
typedef struct
{
  _Alignas (64) double rate;
  WeftSimSum load;
  WeftSimSum rest;
  guint64 seen;
  guint32 n_rest;
  guint32 n_members;
  guint32 first_member;
  guint32 n_limited;
  WeftSimUser *users;
  guint32 n_users;
  guint32 room_users;
  guint64 touched;
  double since;
} WeftSimFluidLink;

/**
 * WeftSimMember:
 * @rate: that was found for a bundle of the region, negative before
 * @load: what its links count it as until then
 * @n_flows: its flows
 * @first: first of its slots
 * @n_links: how many it has
 * @limit: slot of the link that was found to limit it
 * @bundle: its number
 */
typedef struct
{
  double rate;
  double load;
  guint32 n_flows;
  guint32 first;
  guint32 n_links;
  guint32 limit;
  guint32 bundle;
} WeftSimMember;

/* A number with what it is sorted by: bundles by the time of their next end, links by their fair share. */
typedef struct
{
  double key;
  guint32 item;
} WeftSimTurn;

static inline gboolean
weft_sim_turn_comes_before (const WeftSimTurn *a, const WeftSimTurn *b)
{
  return a->key < b->key || (a->key == b->key && a->item < b->item);
}

/* A list of numbers that grows. */
typedef struct
{
  guint32 *items;
  guint32 n;
  guint32 room;
} WeftSimNumbers;

/**
 * WeftSimFluid:
 * @sends_first: bytes first and latency last
 * @bundles: [@n_bundles] one a route
 * @slots: [@room_slots] of each link of each route: where its bundle stands among the users of that link
 * @links: of the network
 * @turns: [@n_turns] heap of the bundles with flows
 * @turn_of: [@n_bundles] place of each among them, %WEFT_SIM_NONE
 * @is_loose: turns are put in order later, all at once
 * @due: bundles whose turn it is
 * @starts: what waits until its bytes leave
 * @arrivals: what has left and waits for the latency
 * @instant: number of this one
 * @dirty: bundles whose flows came or went since rates were found
 * @settle_at: when rates are found again, infinite when nothing has changed
 * @held: [@n_held] messages that leave then
 * @touched: links where bundles came or went, or whose bundles changed
 * @round: of the solver
 * @work: bundles that it may visit now
 * @members: [@n_members] of the region
 * @around: their links
 * @members_of: of each of those the members, by their numbers
 * @capped: [@n_capped] members that a link without sharing may limit, by its rate
 * @full: links that limit members
 * @shares: room for a heap of links
 * @is_exact: rates are never found late
 */
typedef struct
{
  WeftSimNet net;
  gboolean sends_first;
  WeftSimBundle *bundles;
  guint32 n_bundles;
  guint32 *slots;
  guint32 room_slots;
  WeftSimFluidLink *links;
  WeftSimTurn *turns;
  guint32 *turn_of;
  guint32 n_turns;
  gboolean is_loose;
  WeftSimNumbers due;
  WeftSimLanes starts;
  WeftSimLanes arrivals;
  guint64 instant;
  WeftSimNumbers dirty;
  double settle_at;
  WeftSimWaiting *held;
  guint32 n_held;
  guint32 room_held;
  WeftSimNumbers touched;

  guint64 round;
  double work;
  WeftSimMember *members;
  guint32 n_members;
  guint32 room_members;
  WeftSimNumbers around;
  guint32 *members_of;
  guint32 room_members_of;
  WeftSimTurn *capped;
  guint32 n_capped;
  guint32 room_capped;
  WeftSimNumbers full;
  WeftSimTurn *shares;
  guint32 room_shares;
  gboolean is_exact;
} WeftSimFluid;

/* The link of a slot. */
static inline guint32
weft_sim_fluid_link_of (const WeftSimFluid *self,
                        guint32             slot)
{
  return self->net.routes->links[slot];
}

static inline void
weft_sim_sum_add (WeftSimSum *self,
                  double      value)
{
  double sum = self->high + value;
  double part = sum - self->high;

  self->low += (self->high - (sum - part)) + (value - part);
  self->high = sum;
}

static inline double
weft_sim_sum_get (const WeftSimSum *self)
{
  return self->high + self->low;
}

/* Bundles lie all over the memory: one is sent for a while before it is its turn. */
static inline void
weft_sim_fluid_send_for (const WeftSimFluid *self,
                         const guint32      *bundles,
                         guint32             n,
                         guint32             at)
{
  __builtin_prefetch (&self->bundles[bundles[MIN (at + 8, n - 1)]]);
}

static inline void
weft_sim_numbers_push (WeftSimNumbers *self,
                       guint32         item)
{
  weft_sim_net_push (&self->items, &self->n, &self->room, item);
}

/* --- flows: weft-sim-fluid-flows.c --- */

/* Of a route, made when it is first used. */
WeftSimBundle *weft_sim_fluid_bundle (WeftSimFluid         *self,
                                      guint32               route);
/* A message that takes so long and has such a share of a link has come or gone. */
void weft_sim_fluid_change    (WeftSimFluid         *self,
                               double                time,
                               double                span,
                               double                share);
/* The first byte of a message leaves. */
void weft_sim_fluid_start     (WeftSimFluid         *self,
                               const WeftSimWaiting *waiting,
                               double                time);
/* All flows of a bundle that end until then have ended. */
void weft_sim_fluid_end       (WeftSimFluid  *self,
                               guint32        bundle,
                               double         time,
                               double         until);
void weft_sim_fluid_free_flows (WeftSimBundle *bundle);

/* --- rates: weft-sim-fluid-rates.c --- */

/* Lets the links of a bundle with flows know it, or forget one without. */
void weft_sim_fluid_link      (WeftSimFluid  *self,
                               guint32        bundle,
                               double         time);
void weft_sim_fluid_unlink    (WeftSimFluid  *self,
                               guint32        bundle,
                               double         time);
/* From now on. */
void weft_sim_fluid_set_rate  (WeftSimFluid  *self,
                               guint32        bundle,
                               double         rate,
                               guint32        limit,
                               double         time);
/* Whether no link of a bundle has others; then the narrowest one is its limit. */
gboolean weft_sim_fluid_is_alone (const WeftSimFluid  *self,
                                  const WeftSimBundle *bundle,
                                  double              *rate,
                                  guint32             *limit);
/* Flows of a bundle have gone, and the others go on as they did. */
void weft_sim_fluid_go_on     (WeftSimFluid  *self,
                               guint32        bundle,
                               double         time);
/* What the solver found: of each member, and then of each link around them. */
void weft_sim_fluid_take_member (WeftSimFluid        *self,
                                 const WeftSimMember *member,
                                 double               time);
void weft_sim_fluid_take_link (WeftSimFluid  *self,
                               guint32        link,
                               double         time);
/* A flow has ended after so much more time than alone. */
void weft_sim_fluid_log_wait  (WeftSimFluid  *self,
                               guint32        bundle,
                               double         wait);

/* --- shares: weft-sim-fluid-solve.c, weft-sim-fluid-fill.c --- */

/* Finds and sets the rates of all that touched links and bundles with other flows change. */
void weft_sim_fluid_solve     (WeftSimFluid  *self,
                               double         time);
/* Shares what the links around the region leave to its members. */
void weft_sim_fluid_fill      (WeftSimFluid  *self);

/* --- turns: weft-sim-fluid-turns.c --- */

/* The end of the first flow of a bundle has another time now. */
void weft_sim_fluid_turn_set    (WeftSimFluid *self,
                                 guint32       bundle,
                                 double        time);
/* Takes out all bundles whose turn comes until then; their numbers are in due. */
void weft_sim_fluid_turn_take   (WeftSimFluid *self,
                                 double        until);
/* Puts all in order again after loose changes. */
void weft_sim_fluid_turn_order  (WeftSimFluid *self);

G_END_DECLS
