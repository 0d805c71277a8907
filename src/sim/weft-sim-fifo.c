/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Store and forward. A link needs no queue: whoever comes to it takes the time from which it is free, since times of
 * coming never go back. Counts as ASTRA-sim does (Won et al., "ASTRA-sim 2.0", ISPASS 2023) when asked to. */
#include "sim/weft-sim-fifo-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define TICK_S 1e-12
#define ASTRA_TICK_S 1e-9
#define MAX_PACKETS 1e9 /* of what is sent at once */
#define WHOLE_MOST 4503599627370496.0 /* 2^52: from here on doubles are whole */

static inline double
cut (double ticks)
{
  return ticks < WHOLE_MOST ? (double) (gint64) ticks : ticks;
}

double
weft_sim_fifo_tick_s (const WeftSimOptions *options)
{
  return options->astra != WEFT_SIM_ASTRA_OFF ? ASTRA_TICK_S : TICK_S;
}

/* Whole ticks, but as it stands where ASTRA-sim adds before it cuts. */
static double
latency_ticks (const WeftSimFifo *self, const WeftSimNetwork *network, guint32 link)
{
  double latency_s = network->latency_s[link] + (network->overhead_s != NULL ? network->overhead_s[link] : 0);
  double ticks = latency_s / self->tick_s;
  double whole = rint (ticks);

  if (self->astra != WEFT_SIM_ASTRA_OFF && fabs (ticks - whole) > 1e-6)
    return ticks;
  return whole;
}

gboolean
weft_sim_fifo_check (const WeftSimOptions *options, double most_bytes, GError **error)
{
  double packet_bytes = options->packet_bytes;

  if (!(packet_bytes >= 0) || packet_bytes != floor (packet_bytes) || !isfinite (packet_bytes))
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID,
                 _("packets are of %g bytes; give a whole number, or 0 for whole messages"), packet_bytes);
  else if (packet_bytes > 0 && most_bytes / packet_bytes > MAX_PACKETS)
    g_set_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT,
                 _("%.17g bytes in packets of %g bytes are %g packets; at most %g are simulated. Take larger packets, or "
                   "0 for whole messages"),
                 most_bytes, packet_bytes, ceil (most_bytes / packet_bytes), MAX_PACKETS);
  else
    return TRUE;
  return FALSE;
}

WeftSimFifo *
weft_sim_fifo_new (WeftSimTimeline *timeline, const WeftSimRoutes *routes, const WeftSimOptions *options,
                   WeftSimLinkLog *log)
{
  const WeftSimNetwork *network = routes->network;
  WeftSimFifo *self = g_new0 (WeftSimFifo, 1);

  self->timeline = timeline;
  self->routes = routes;
  self->log = log;
  self->n_links = network->n_links;
  self->tick_s = weft_sim_fifo_tick_s (options);
  self->packet_bytes = options->packet_bytes;
  self->astra = options->astra;
  self->own_free = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->links = g_new (WeftSimFifoLink, network->n_links);
  for (guint32 i = 0; i < network->n_links; i++)
    self->links[i] = (WeftSimFifoLink) {
      .bw = network->bw_bytes_s[i] / (self->astra != WEFT_SIM_ASTRA_OFF ? 1e9 : 1e12),
      .latency = latency_ticks (self, network, i),
      .is_shared = network->is_shared == NULL || network->is_shared[i],
    };
  return self;
}

void
weft_sim_fifo_free (WeftSimFifo *self)
{
  g_hash_table_unref (self->own_free);
  g_free (self->links);
  g_free (self);
}

static inline double
serialization (const WeftSimFifo *self, const WeftSimFifoLink *link, double bytes)
{
  return cut (bytes / link->bw + (self->astra != WEFT_SIM_ASTRA_OFF ? 0 : 0.5));
}

/* The time from the first byte into the link until the last one is out of it. */
static inline double
crossing (const WeftSimFifo *self, const WeftSimFifoLink *link, double bytes, double busy)
{
  return self->astra != WEFT_SIM_ASTRA_OFF ? cut (link->latency + bytes / link->bw) : link->latency + busy;
}

/* Takes the link for @busy from when it is free, or from @own_free on. When that is. */
static inline double
take_link (WeftSimFifo *self, guint32 index, double bytes, double busy, double own_free, gboolean is_message)
{
  WeftSimFifoLink *link = &self->links[index];
  double now = self->timeline->now;
  double start = link->is_shared ? MAX (now, link->free) : MAX (now, own_free);

  if (link->is_shared)
    link->free = start + busy;
  weft_sim_link_log_bytes (self->log, index, start * self->tick_s, (start + busy) * self->tick_s, bytes);
  if (is_message)
    weft_sim_link_log_wait (self->log, index, link->is_shared ? (start - now) * self->tick_s : 0);
  return start;
}

/* When a message is through with its packets before this one on a link that others do not hold it up on, which it will
 * be with this one @busy later. */
static double
follow_own (WeftSimFifo *self, guint32 message, guint32 hop, double busy, gboolean is_last)
{
  gint64 key = (gint64) message << 32 | hop;
  double *known = g_hash_table_lookup (self->own_free, &key);
  double own_free = known != NULL ? *known : 0;
  double next = MAX (own_free, self->timeline->now) + busy;

  if (is_last)
    g_hash_table_remove (self->own_free, &key);
  else if (known != NULL)
    *known = next;
  else
    g_hash_table_insert (self->own_free, g_memdup2 (&key, sizeof key), g_memdup2 (&next, sizeof next));
  return own_free;
}

/* Over the next link of its way, as one: a message, or a packet of the message that tag.a of it names. When its last
 * byte has gone into it. */
static inline double
forward (WeftSimFifo *self, WeftSimFlight *flight, guint32 index, double bytes, WeftSimEventKind then)
{
  const WeftSimRouteUse *route = &self->routes->routes[flight->route];
  guint32 l = self->routes->links[route->first + flight->hop];
  const WeftSimFifoLink *link = &self->links[l];
  double busy = serialization (self, link, bytes);
  gboolean is_packet = then == WEFT_SIM_EVENT_PACKET;
  double own_free = 0;
  double start;

  if (!link->is_shared && (is_packet || bytes < flight->bytes))
    own_free = follow_own (self, is_packet ? flight->tag.a : index, flight->hop, busy, !is_packet);
  start = take_link (self, l, bytes, busy, own_free, !is_packet);

  flight->hop++;
  flight->what = !is_packet && flight->hop == route->n_links ? WEFT_SIM_EVENT_ARRIVED : then;
  weft_sim_timeline_add (self->timeline, start + crossing (self, link, bytes, busy), index);
  return start + busy;
}

/* As ASTRA-sim without congestion: floor (latency of all links + size / rate). */
static double
send_alone (WeftSimFifo *self, WeftSimFlight *flight, guint32 index)
{
  const WeftSimRouteUse *route = &self->routes->routes[flight->route];
  double latency = 0;
  double bw = INFINITY;

  for (guint32 i = 0; i < route->n_links; i++)
    {
      guint32 l = self->routes->links[route->first + i];
      double busy = serialization (self, &self->links[l], flight->bytes);
      double now_s = self->timeline->now * self->tick_s;

      latency += self->links[l].latency;
      bw = MIN (bw, self->links[l].bw);
      weft_sim_link_log_bytes (self->log, l, now_s, now_s + busy * self->tick_s, flight->bytes);
      weft_sim_link_log_wait (self->log, l, 0);
    }
  flight->what = WEFT_SIM_EVENT_ARRIVED;
  weft_sim_timeline_add (self->timeline, self->timeline->now + cut (latency + flight->bytes / bw), index);
  return self->timeline->now + cut (flight->bytes / bw);
}

/* --- packets --- */

static inline double
n_packets_of (const WeftSimFifo *self, double bytes)
{
  return ceil (bytes / self->packet_bytes);
}

/* The last packet is the message itself: it comes last, since all take one way. */
static inline double
last_bytes (const WeftSimFifo *self, double bytes)
{
  return bytes - self->packet_bytes * (n_packets_of (self, bytes) - 1);
}

/* Its packets lie in the queue of its first link one behind the other; they come out of it one by one. */
static double
send_packets (WeftSimFifo *self, guint32 index)
{
  guint32 stream = weft_sim_timeline_take (self->timeline);
  const WeftSimFlight *flight = &self->timeline->flights[index];
  guint32 l = self->routes->links[self->routes->routes[flight->route].first];
  const WeftSimFifoLink *link = &self->links[l];
  double n_packets = n_packets_of (self, flight->bytes);
  double packet_busy = serialization (self, link, self->packet_bytes);
  double busy = (n_packets - 1) * packet_busy + serialization (self, link, last_bytes (self, flight->bytes));
  double start = take_link (self, l, flight->bytes, busy, 0, TRUE);

  self->timeline->flights[stream] = (WeftSimFlight) {
    .tag = { .a = index },
    .what = WEFT_SIM_EVENT_STREAM,
    .route = flight->route,
    .bytes = flight->bytes,
    .sent = start,
  };
  weft_sim_timeline_add (self->timeline, start + crossing (self, link, self->packet_bytes, packet_busy), stream);
  return start + busy;
}

static void
forward_packet (WeftSimFifo *self, guint32 index)
{
  WeftSimFlight *flight = &self->timeline->flights[index];

  forward (self, flight, index, self->packet_bytes, WEFT_SIM_EVENT_PACKET);
}

void
weft_sim_fifo_packet (WeftSimFifo *self, guint32 index)
{
  const WeftSimFlight *flight = &self->timeline->flights[index];

  if (flight->hop == self->routes->routes[flight->route].n_links)
    weft_sim_timeline_give_back (self->timeline, index);
  else
    forward_packet (self, index);
}

void
weft_sim_fifo_stream (WeftSimFifo *self, guint32 index)
{
  WeftSimFlight stream = self->timeline->flights[index];
  guint32 l = self->routes->links[self->routes->routes[stream.route].first];
  double bytes = stream.bytes - self->packet_bytes;
  guint32 packet;

  if (bytes <= 0)
    {
      weft_sim_timeline_give_back (self->timeline, index);
      self->timeline->flights[stream.tag.a].hop = 1;
      weft_sim_fifo_hop (self, stream.tag.a);
      return;
    }
  packet = weft_sim_timeline_take (self->timeline);
  self->timeline->flights[packet] = (WeftSimFlight) { .tag.a = stream.tag.a, .hop = 1, .route = stream.route };
  forward_packet (self, packet);
  self->timeline->flights[index].bytes = bytes;
  weft_sim_timeline_add (self->timeline,
                         self->timeline->now + serialization (self, &self->links[l], MIN (bytes, self->packet_bytes)),
                         index);
}

/* --- all --- */

double
weft_sim_fifo_send (WeftSimFifo *self, guint32 index)
{
  WeftSimFlight *flight = &self->timeline->flights[index];

  flight->hop = 0;
  if (self->astra == WEFT_SIM_ASTRA_UNAWARE)
    return send_alone (self, flight, index);
  if (self->packet_bytes > 0 && flight->bytes > self->packet_bytes
      && self->routes->routes[flight->route].n_links > 1)
    return send_packets (self, index);
  return forward (self, flight, index, flight->bytes, WEFT_SIM_EVENT_HOP);
}

void
weft_sim_fifo_hop (WeftSimFifo *self, guint32 index)
{
  WeftSimFlight *flight = &self->timeline->flights[index];
  double bytes = flight->bytes;

  if (self->packet_bytes > 0 && bytes > self->packet_bytes)
    bytes = last_bytes (self, bytes);
  forward (self, flight, index, bytes, WEFT_SIM_EVENT_HOP);
}

double
weft_sim_fifo_serialization (const WeftSimFifo *self, guint32 route, double bytes)
{
  const WeftSimRouteUse *use = &self->routes->routes[route];
  double packet_bytes = self->packet_bytes > 0 ? MIN (bytes, self->packet_bytes) : bytes;

  if (self->astra == WEFT_SIM_ASTRA_UNAWARE)
    packet_bytes = 0;
  return ((bytes - packet_bytes) / use->bw_bytes_s
          + packet_bytes * (self->astra == WEFT_SIM_ASTRA_UNAWARE ? 0 : use->forward_s_byte))
         / self->tick_s;
}
