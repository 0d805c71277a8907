/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the fluid model share. The flows of one route go equally fast: they form a bundle, which keeps how
 * many bytes each of them was served since it began, and at how many each ends. Shares are found among bundles. */
#pragma once

#include "sim/weft-sim-lanes-private.h"
#include "sim/weft-sim-net-private.h"

G_BEGIN_DECLS

/* Rates that differ by less are one rate: sums of rates round. */
#define WEFT_SIM_FLUID_SAME 1e-12
/* Times that differ by less (of 1) are one instant: a few times what a double can tell apart. */
#define WEFT_SIM_FLUID_INSTANT 0x1p-48

/**
 * WeftSimFlow:
 * @end: bytes that its bundle has served when its last one passes
 * @alone: when it would end if nobody shared with it
 * @message: whose bytes they are
 */
typedef struct
{
  double end;
  double alone;
  guint32 message;
} WeftSimFlow;

/**
 * WeftSimBundle:
 * @rate: of each flow, 0 without flows
 * @served: bytes of each at @since, which is when the rate or all flows last changed
 * @load: what its links count it as: flows × rate
 * @own_rate: most that a flow can have on the links that are not shared
 * @flows: [@n_flows] heap, the least end first
 * @limit: link that limits it, %WEFT_SIM_NONE
 * @own_limit: that of @own_rate
 * @turn: place among the turns, %WEFT_SIM_NONE
 * @lane: of its latency, %WEFT_SIM_NONE before its first message
 * @is_free: no link limits it
 * @is_linked: its links know it
 * @is_dirty: flows came or went in this instant
 * @found_limit: the link that the solver found
 * @found_rate: and the rate, negative before
 * @seen: round of the solver that found it
 */
typedef struct
{
  double rate;
  double served;
  double since;
  double load;
  double own_rate;
  WeftSimFlow *flows;
  guint32 n_flows;
  guint32 room_flows;
  guint32 limit;
  guint32 own_limit;
  guint32 turn;
  guint32 lane;
  guint8 is_free;
  guint8 is_linked;
  guint8 is_dirty;
  guint32 found_limit;
  double found_rate;
  guint64 seen;
} WeftSimBundle;

/* A bundle on a link; @slot: which link of its route this is, among the links of all routes. */
typedef struct
{
  guint32 bundle;
  guint32 slot;
} WeftSimUser;

/**
 * WeftSimFluidLink:
 * @rate: to share, infinite when it limits nobody
 * @load: what crosses it since @since
 * @users: [@n_users] bundles with flows; of links without a limit only their number
 * @n_limited: how many of them it limits
 * @n_rest: flows that have no rate yet
 * @rest: rate that is not given away yet
 * @touched: instant in which it last was among the links to solve
 * @seen: round of the solver that found it
 */
typedef struct
{
  double rate;
  double load;
  double since;
  WeftSimUser *users;
  guint32 n_users;
  guint32 room_users;
  guint32 n_limited;
  guint32 n_rest;
  double rest;
  guint64 touched;
  guint64 seen;
} WeftSimFluidLink;

/* A number with what it is sorted by: bundles by the time of their next end, links by their fair share. */
typedef struct
{
  double key;
  guint32 item;
} WeftSimTurn;

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
 * @is_loose: turns are put in order later, all at once
 * @starts: what waits until its bytes leave
 * @arrivals: what has left and waits for the latency
 * @instant: number of this one
 * @round: of the solver
 * @dirty: bundles whose flows came or went in this instant
 * @touched: links to solve
 * @region: bundles on them
 * @around: links of those
 * @capped: [@n_capped] bundles of the region that a link without sharing may limit, by its rate
 * @shares: room for a heap of the links of a region
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
  guint32 n_turns;
  gboolean is_loose;
  WeftSimLanes starts;
  WeftSimLanes arrivals;
  guint64 instant;
  guint64 round;
  WeftSimNumbers dirty;
  WeftSimNumbers touched;
  WeftSimNumbers region;
  WeftSimNumbers around;
  WeftSimTurn *capped;
  guint32 n_capped;
  guint32 room_capped;
  WeftSimTurn *shares;
  guint32 room_shares;
} WeftSimFluid;

/* Links of a route. */
static inline const guint32 *
weft_sim_fluid_route (const WeftSimFluid *self,
                      guint32             route,
                      guint32            *n)
{
  const WeftSimRouteUse *use = &self->net.routes->routes[route];

  *n = use->n_links;
  return self->net.routes->links + use->first;
}

static inline void
weft_sim_numbers_push (WeftSimNumbers *self,
                       guint32         item)
{
  weft_sim_net_push (&self->items, &self->n, &self->room, item);
}

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
/* A flow has ended after so much more time than alone. */
void weft_sim_fluid_log_wait  (WeftSimFluid  *self,
                               guint32        route,
                               guint32        limit,
                               double         wait);

/* --- shares: weft-sim-fluid-solve.c --- */

/* Finds and sets the rates of all that @touched changes. */
void weft_sim_fluid_solve     (WeftSimFluid  *self,
                               double         time);
/* Adds a link to @touched, once in an instant. */
void weft_sim_fluid_touch     (WeftSimFluid  *self,
                               guint32        link);

/* --- turns: weft-sim-fluid-turns.c --- */

/* The end of the first flow of a bundle has another time now. */
void weft_sim_fluid_turn_set    (WeftSimFluid *self,
                                 guint32       bundle,
                                 double        time);
void weft_sim_fluid_turn_remove (WeftSimFluid *self,
                                 guint32       bundle);
/* Puts all in order again after loose changes. */
void weft_sim_fluid_turn_order  (WeftSimFluid *self);

G_END_DECLS
