/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of links in motion that keeps its own time: takes messages and says when each arrives. weft-sim-fluid.c is
 * one; weft-sim-fifo.c needs none, since it knows an arrival when it sends. */
#pragma once

#include "sim/weft-sim-link-log-private.h"
#include "sim/weft-sim-options.h"
#include "sim/weft-sim-routes-private.h"

G_BEGIN_DECLS

typedef struct _WeftSimNet WeftSimNet;

/**
 * WeftSimNetClass:
 * @tick_s: seconds of a tick: 1 (fluid)
 * @send: at @time, not before the last time it was told, @message (any number that the caller uses once at a time)
 *   leaves along @route (with at least one link); @bytes on the wire, 0 takes latency only
 * @send_in_order: the same, but its bytes pass after those of all others that were sent so on the same route with the
 *   same @stream, a number above 0: as in one connection
 * @next: when something happens next, infinite when nothing is under way
 * @advance: goes to @time, at most next(); messages that then are there are in arrived, in a fixed order
 * @finish: nothing comes any more: the log is told of the bytes of each link, without rounding
 */
typedef struct
{
  double tick_s;
  void   (*send)    (WeftSimNet *self,
                     double      time,
                     guint32     message,
                     guint32     route,
                     double      bytes);
  void   (*send_in_order) (WeftSimNet *self,
                     double      time,
                     guint32     message,
                     guint32     route,
                     guint32     stream,
                     double      bytes);
  double (*next)    (WeftSimNet *self);
  void   (*advance) (WeftSimNet *self,
                     double      time);
  void   (*finish)  (WeftSimNet *self);
  void   (*free)    (WeftSimNet *self);
} WeftSimNetClass;

/**
 * WeftSimNet:
 * @arrived: [@n_arrived] messages that arrived in the last advance; the caller has taken them before it goes on
 * @left: [@n_left] with %WEFT_SIM_SEND_ENDS_SENT: messages whose last byte left their sender then
 * @n_events: what it handled
 * @late_share: that of a message's time by which rates were found late at most, 0: none was
 */
struct _WeftSimNet
{
  const WeftSimNetClass *klass;
  const WeftSimRoutes *routes;
  WeftSimLinkLog *log;
  guint32 *arrived;
  guint32 n_arrived;
  guint32 room_arrived;
  guint32 *left;
  guint32 n_left;
  guint32 room_left;
  guint64 n_events;
  double late_share;
};

/* Routes that are found later count too. @log: (nullable) */
WeftSimNet *weft_sim_fluid_new (const WeftSimRoutes  *routes,
                                const WeftSimOptions *options,
                                WeftSimLinkLog       *log);

static inline void
weft_sim_net_push (guint32 **list,
                   guint32  *n,
                   guint32  *room,
                   guint32   message)
{
  if (*n == *room)
    {
      *room = MAX (64, *room * 2);
      *list = g_renew (guint32, *list, *room);
    }
  (*list)[(*n)++] = message;
}

G_END_DECLS
