/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links that take one message or packet after the other, each in whole before the next link has it. On the timeline of
 * the engine, so that what happens at one time stays in the order in which it was decided. */
#pragma once

#include "sim/weft-sim-link-log-private.h"
#include "sim/weft-sim-options.h"
#include "sim/weft-sim-routes-private.h"
#include "sim/weft-sim-timeline-private.h"

G_BEGIN_DECLS

/**
 * WeftSimFifoLink:
 * @free: when it has sent all that it was given, in ticks
 * @bw: bytes a tick
 * @latency: ticks
 * @is_shared: %FALSE: messages pass it beside each other, though not the packets of one
 */
typedef struct
{
  double free;
  double bw;
  double latency;
  gboolean is_shared;
} WeftSimFifoLink;

/**
 * WeftSimFifo:
 * @own_free: when a message whose packets are on their way over a link that is not shared has sent those before, by the
 *   message and its hop
 */
typedef struct
{
  WeftSimTimeline *timeline;
  const WeftSimRoutes *routes;
  WeftSimLinkLog *log;
  WeftSimFifoLink *links;
  guint32 n_links;
  double tick_s;
  double packet_bytes;
  GHashTable *own_free;
  WeftSimAstra astra;
} WeftSimFifo;

WeftSimFifo *weft_sim_fifo_new           (WeftSimTimeline      *timeline,
                                          const WeftSimRoutes  *routes,
                                          const WeftSimOptions *options,
                                          WeftSimLinkLog       *log);
void         weft_sim_fifo_free          (WeftSimFifo          *self);
/* A tick in seconds: 1e-12, or 1e-9 as in ASTRA-sim. */
double       weft_sim_fifo_tick_s        (const WeftSimOptions *options);
/* Whether packets are of a size that it can do, and not too many for the most bytes that are sent at once. */
gboolean     weft_sim_fifo_check         (const WeftSimOptions *options,
                                          double                most_bytes,
                                          GError              **error);
/* Leaves now, along at least one link. When its last byte leaves its sender. At its end it is a
 * WEFT_SIM_EVENT_ARRIVED. */
double       weft_sim_fifo_send          (WeftSimFifo          *self,
                                          guint32               flight);
/* A WEFT_SIM_EVENT_HOP, PACKET or STREAM that happens now. */
void         weft_sim_fifo_hop           (WeftSimFifo          *self,
                                          guint32               flight);
void         weft_sim_fifo_packet        (WeftSimFifo          *self,
                                          guint32               flight);
void         weft_sim_fifo_stream        (WeftSimFifo          *self,
                                          guint32               flight);
/* Ticks of so many bytes through all links of a way when nothing else is there, without latency. */
double       weft_sim_fifo_serialization (const WeftSimFifo    *self,
                                          guint32               route,
                                          double                bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimFifo, weft_sim_fifo_free)

G_END_DECLS
