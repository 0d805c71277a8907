/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flows of a bundle: how they come, what waits for them in a stream, and how they go. */
#include "sim/weft-sim-fluid-private.h"

#include <math.h>
#include <string.h>

/* A bundle that has served so many bytes counts from 0 again, so that no digits are lost: 2^44 are 2^-9 bytes exact. */
#define MOST_SERVED 0x1p44

/* --- bundles --- */

static void
grow_bundles (WeftSimFluid *self)
{
  const WeftSimRoutes *routes = self->net.routes;
  guint32 n = MAX (routes->n_routes, self->n_bundles * 2);
  WeftSimBundle *bundles = g_aligned_alloc (n, sizeof *bundles, 64);

  if (self->n_bundles > 0)
    memcpy (bundles, self->bundles, self->n_bundles * sizeof *bundles);
  g_aligned_free (self->bundles);
  self->bundles = bundles;
  self->turns = g_renew (WeftSimTurn, self->turns, n);
  self->turn_of = g_renew (guint32, self->turn_of, n);
  for (guint32 i = self->n_bundles; i < n; i++)
    {
      self->bundles[i] = (WeftSimBundle) { .limit = WEFT_SIM_NONE, .lane = WEFT_SIM_NONE };
      self->turn_of[i] = WEFT_SIM_NONE;
    }
  self->n_bundles = n;
}

static void
open_bundle (WeftSimFluid *self, guint32 route)
{
  const WeftSimRoutes *routes = self->net.routes;
  const WeftSimNetwork *network = routes->network;
  WeftSimBundle *bundle = &self->bundles[route];

  if (routes->n_links > self->room_slots)
    {
      self->room_slots = MAX (routes->n_links, self->room_slots * 2);
      self->slots = g_renew (guint32, self->slots, self->room_slots);
    }
  bundle->lane = weft_sim_lanes_open (self->sends_first ? &self->arrivals : &self->starts,
                                      routes->routes[route].latency_s);
  bundle->first = routes->routes[route].first;
  bundle->n_links = routes->routes[route].n_links;
  bundle->own_rate = INFINITY;
  bundle->own_limit = WEFT_SIM_NONE;
  bundle->is_free = TRUE;
  bundle->is_capped = FALSE;
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      guint32 link = weft_sim_fluid_link_of (self, slot);

      if (isfinite (self->links[link].rate))
        bundle->is_free = FALSE;
      else if (network->bw_bytes_s[link] < bundle->own_rate)
        {
          bundle->own_rate = network->bw_bytes_s[link];
          bundle->own_limit = slot;
          bundle->is_free = FALSE;
          bundle->is_capped = TRUE;
        }
    }
}

WeftSimBundle *
weft_sim_fluid_bundle (WeftSimFluid *self, guint32 route)
{
  if (route >= self->n_bundles)
    grow_bundles (self);
  if (self->bundles[route].lane == WEFT_SIM_NONE)
    open_bundle (self, route);
  return &self->bundles[route];
}

static inline void
mark_dirty (WeftSimFluid *self, guint32 route)
{
  if (self->bundles[route].is_dirty)
    return;
  self->bundles[route].is_dirty = TRUE;
  weft_sim_numbers_push (&self->dirty, route);
}

/* --- flows of a bundle --- */

static inline gboolean
comes_before (const WeftSimFlow *a, const WeftSimFlow *b)
{
  return a->end < b->end || (a->end == b->end && a->message < b->message);
}

static void
push_flow (WeftSimBundle *bundle, WeftSimFlow flow)
{
  guint32 at = bundle->n_flows++;

  if (at == bundle->room_flows)
    {
      bundle->room_flows = MAX (2, bundle->room_flows + bundle->room_flows / 2);
      bundle->flows = g_renew (WeftSimFlow, bundle->flows, bundle->room_flows);
    }
  for (; at > 0 && comes_before (&flow, &bundle->flows[(at - 1) / 2]); at = (at - 1) / 2)
    bundle->flows[at] = bundle->flows[(at - 1) / 2];
  bundle->flows[at] = flow;
  bundle->next_end = bundle->flows[0].end;
}

static WeftSimFlow
pop_flow (WeftSimBundle *bundle)
{
  WeftSimFlow *flows = bundle->flows;
  WeftSimFlow first = flows[0];
  WeftSimFlow last = flows[--bundle->n_flows];
  guint32 n = bundle->n_flows;
  guint32 at = 0;

  for (guint32 child = 1; child < n; child = 2 * at + 1)
    {
      if (child + 1 < n && comes_before (&flows[child + 1], &flows[child]))
        child++;
      if (!comes_before (&flows[child], &last))
        break;
      flows[at] = flows[child];
      at = child;
    }
  flows[at] = last;
  bundle->next_end = flows[0].end;
  return first;
}

/* --- beginnings and ends --- */

/* The last byte has passed. */
static void
end_message (WeftSimFluid *self, guint32 route, guint32 message, double wait, double time)
{
  WeftSimNet *net = &self->net;
  const WeftSimBundle *bundle = &self->bundles[route];

  net->n_events++;
  if (net->log != NULL)
    weft_sim_fluid_log_wait (self, route, wait > time * WEFT_SIM_FLUID_INSTANT ? wait : 0);
  if (self->sends_first)
    {
      weft_sim_net_push (&net->left, &net->n_left, &net->room_left, message);
      weft_sim_lanes_push (&self->arrivals, bundle->lane, time, (WeftSimWaiting) { .message = message });
    }
  else
    weft_sim_net_push (&net->arrived, &net->n_arrived, &net->room_arrived, message);
}

static void
log_at_once (WeftSimFluid *self, const WeftSimBundle *bundle, double bytes, double time)
{
  for (guint32 i = 0; i < bundle->n_links && bytes > 0; i++)
    weft_sim_link_log_bytes (self->net.log, weft_sim_fluid_link_of (self, bundle->first + i), time, time, bytes);
}

/* FALSE: it is there at once. */
static gboolean
begin_flow (WeftSimFluid *self, guint32 route, const WeftSimQueued *queued, guint32 stream, double time)
{
  WeftSimBundle *bundle = &self->bundles[route];

  if (queued->bytes <= 0 || bundle->is_free)
    {
      if (self->net.log != NULL)
        log_at_once (self, bundle, queued->bytes, time);
      end_message (self, route, queued->message, 0, time);
      return FALSE;
    }
  push_flow (bundle, (WeftSimFlow) {
    .end = bundle->served + bundle->rate * (time - bundle->since) + queued->bytes,
    .alone = queued->alone,
    .began = time,
    .message = queued->message,
    .stream = stream,
  });
  mark_dirty (self, route);
  return TRUE;
}

/* --- streams --- */

static WeftSimLine *
find_line (const WeftSimBundle *bundle, guint32 stream)
{
  for (guint32 i = 0; i < bundle->n_lines; i++)
    if (bundle->lines[i].stream == stream)
      return &bundle->lines[i];
  return NULL;
}

static void
open_line (WeftSimBundle *bundle, guint32 stream)
{
  if (bundle->n_lines == bundle->room_lines)
    {
      bundle->room_lines = MAX (1, bundle->room_lines * 2);
      bundle->lines = g_renew (WeftSimLine, bundle->lines, bundle->room_lines);
    }
  bundle->lines[bundle->n_lines++] = (WeftSimLine) { .stream = stream };
}

static void
line_up (WeftSimLine *line, const WeftSimQueued *queued)
{
  if (line->n == line->room)
    {
      guint32 room = MAX (4, line->room * 2);
      WeftSimQueued *grown = g_new (WeftSimQueued, room);

      for (guint32 i = 0; i < line->n; i++)
        grown[i] = line->queued[(line->first + i) % line->room];
      g_free (line->queued);
      line->queued = grown;
      line->first = 0;
      line->room = room;
    }
  line->queued[(line->first + line->n++) % line->room] = *queued;
}

/* After a flow of a stream: the next of it. */
static void
begin_next (WeftSimFluid *self, guint32 route, guint32 stream, double time)
{
  WeftSimBundle *bundle = &self->bundles[route];
  WeftSimLine *line = find_line (bundle, stream);

  while (line->n > 0)
    {
      WeftSimQueued next = line->queued[line->first];

      line->first = (line->first + 1) % line->room;
      line->n--;
      if (begin_flow (self, route, &next, stream, time))
        return;
    }
  g_free (line->queued);
  *line = bundle->lines[--bundle->n_lines];
}

void
weft_sim_fluid_start (WeftSimFluid *self, const WeftSimWaiting *waiting, double time)
{
  WeftSimBundle *bundle = &self->bundles[waiting->route];
  WeftSimLine *line = waiting->stream > 0 ? find_line (bundle, waiting->stream) : NULL;
  WeftSimQueued queued = {
    .bytes = waiting->bytes,
    .alone = time + waiting->bytes / self->net.routes->routes[waiting->route].bw_bytes_s,
    .message = waiting->message,
  };

  self->net.n_events++;
  if (line != NULL)
    line_up (line, &queued);
  else if (begin_flow (self, waiting->route, &queued, waiting->stream, time) && waiting->stream > 0)
    open_line (bundle, waiting->stream);
}

static void
count_anew (WeftSimBundle *bundle)
{
  for (guint32 i = 0; i < bundle->n_flows; i++)
    bundle->flows[i].end -= bundle->served;
  bundle->next_end -= bundle->served;
  bundle->served = 0;
}

void
weft_sim_fluid_change (WeftSimFluid *self, double time, double span, double share)
{
  double late = WEFT_SIM_FLUID_LATE * span / MAX (1, WEFT_SIM_FLUID_PARTS * share);

  self->settle_at = MIN (self->settle_at, time + late);
}

/* Of the link that limits a bundle, of one flow. */
static double
share_of (const WeftSimFluid *self, const WeftSimBundle *bundle)
{
  if (bundle->limit == WEFT_SIM_NONE)
    return 1;
  return bundle->rate / self->links[weft_sim_fluid_link_of (self, bundle->limit)].rate;
}

/* What the flows that end were served is known exactly, so that errors do not add up. */
void
weft_sim_fluid_end (WeftSimFluid *self, guint32 route, double time, double until)
{
  WeftSimBundle *bundle = &self->bundles[route];

  bundle->served = bundle->next_end;
  bundle->since = time;
  while (bundle->n_flows > 0 && time + (bundle->next_end - bundle->served) / bundle->rate <= until)
    {
      WeftSimFlow flow = pop_flow (bundle);

      end_message (self, route, flow.message, time - flow.alone, time);
      weft_sim_fluid_change (self, time, time - flow.began, share_of (self, bundle));
      if (flow.stream > 0)
        begin_next (self, route, flow.stream, time);
    }
  mark_dirty (self, route);
  if (bundle->n_flows == 0)
    bundle->served = 0;
  else if (bundle->served > MOST_SERVED)
    count_anew (bundle);
}

void
weft_sim_fluid_free_flows (WeftSimBundle *bundle)
{
  g_free (bundle->flows);
  for (guint32 k = 0; k < bundle->n_lines; k++)
    g_free (bundle->lines[k].queued);
  g_free (bundle->lines);
}
