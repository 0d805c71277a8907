/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links as pipes that bytes flow through: all flows over a link share it max-min fairly, the first byte arrives after
 * the latency of the route and the last one after the others. Rates stay as they are until a flow comes or goes; all
 * that come and go in one instant count at once. */
#include "sim/weft-sim-fluid-private.h"

#include <math.h>
#include <stdlib.h>
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

static WeftSimBundle *
get_bundle (WeftSimFluid *self, guint32 route)
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

static void
start_flow (WeftSimFluid *self, const WeftSimWaiting *waiting, double time)
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

/* All flows of a bundle that end in this instant. What they were served is known exactly, so that errors do not add up. */
static void
end_flows (WeftSimFluid *self, guint32 route, double time, double until)
{
  WeftSimBundle *bundle = &self->bundles[route];

  bundle->served = bundle->next_end;
  bundle->since = time;
  while (bundle->n_flows > 0 && time + (bundle->next_end - bundle->served) / bundle->rate <= until)
    {
      WeftSimFlow flow = pop_flow (bundle);

      end_message (self, route, flow.message, time - flow.alone, time);
      if (flow.stream > 0)
        begin_next (self, route, flow.stream, time);
    }
  mark_dirty (self, route);
  if (bundle->n_flows == 0)
    bundle->served = 0;
  else if (bundle->served > MOST_SERVED)
    count_anew (bundle);
}

/* --- an instant --- */

/* Whether no link of a bundle has others; then the narrowest one is its limit. */
static gboolean
is_alone (const WeftSimFluid *self, const WeftSimBundle *bundle, double *rate, guint32 *limit)
{
  *rate = bundle->own_rate;
  *limit = bundle->own_limit;
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      const WeftSimFluidLink *link = &self->links[weft_sim_fluid_link_of (self, slot)];

      if (isinf (link->rate))
        continue;
      if (link->n_users > 1)
        return FALSE;
      if (link->rate / bundle->n_flows < *rate)
        {
          *rate = link->rate / bundle->n_flows;
          *limit = slot;
        }
    }
  return TRUE;
}

static void
touch_links (WeftSimFluid *self, const WeftSimBundle *bundle)
{
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      guint32 link = weft_sim_fluid_link_of (self, slot);

      if (isfinite (self->links[link].rate) && self->links[link].n_users > 0)
        weft_sim_numbers_push (&self->touched, link);
    }
}

static void
settle (WeftSimFluid *self, double time)
{
  for (guint32 i = 0; i < self->dirty.n; i++)
    {
      guint32 route = self->dirty.items[i];
      WeftSimBundle *bundle = &self->bundles[route];

      if (bundle->n_flows == 0 && bundle->is_linked)
        weft_sim_fluid_unlink (self, route, time);
      else if (bundle->n_flows > 0 && !bundle->is_linked)
        weft_sim_fluid_link (self, route, time);
    }
  for (guint32 i = 0; i < self->dirty.n; i++)
    {
      guint32 route = self->dirty.items[i];
      WeftSimBundle *bundle = &self->bundles[route];
      guint32 limit;
      double rate;

      if (bundle->n_flows > 0 && is_alone (self, bundle, &rate, &limit))
        {
          weft_sim_fluid_set_rate (self, route, rate, limit, time);
          bundle->is_dirty = FALSE;
        }
      else
        touch_links (self, bundle);
    }
  if (self->touched.n > 0)
    weft_sim_fluid_solve (self, time);
  for (guint32 i = 0; i < self->dirty.n; i++)
    self->bundles[self->dirty.items[i]].is_dirty = FALSE;
  self->dirty.n = 0;
}

static int
compare_messages_cb (const void *a, const void *b)
{
  guint32 x = *(const guint32 *) a;
  guint32 y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

static void
sort_messages (guint32 *messages, guint32 n)
{
  for (guint32 i = 1; i < n; i++)
    if (messages[i - 1] > messages[i])
      {
        qsort (messages, n, sizeof messages[0], compare_messages_cb);
        return;
      }
}

/* --- the model of links --- */

static void
fluid_send_in_order (WeftSimNet *net, double time, guint32 message, guint32 route, guint32 stream, double bytes)
{
  WeftSimFluid *self = (WeftSimFluid *) net;
  const WeftSimBundle *bundle = get_bundle (self, route);
  WeftSimWaiting waiting = { .bytes = bytes, .message = message, .route = route, .stream = stream };

  weft_sim_lanes_push (&self->starts, self->sends_first ? 0 : bundle->lane, time, waiting);
}

static void
fluid_send (WeftSimNet *net, double time, guint32 message, guint32 route, double bytes)
{
  fluid_send_in_order (net, time, message, route, 0, bytes);
}

static double
fluid_next (WeftSimNet *net)
{
  const WeftSimFluid *self = (WeftSimFluid *) net;
  double next = MIN (weft_sim_lanes_next (&self->starts), weft_sim_lanes_next (&self->arrivals));

  return self->n_turns > 0 ? MIN (next, self->turns[0].key) : next;
}

static void
fluid_advance (WeftSimNet *net, double time)
{
  WeftSimFluid *self = (WeftSimFluid *) net;
  double until = time + time * WEFT_SIM_FLUID_INSTANT;
  WeftSimWaiting waiting;

  net->n_arrived = 0;
  net->n_left = 0;
  self->instant++;
  weft_sim_fluid_turn_take (self, until);
  for (guint32 i = 0; i < self->due.n; i++)
    end_flows (self, self->due.items[i], time, until);
  while (weft_sim_lanes_next (&self->starts) <= until)
    {
      weft_sim_lanes_pop (&self->starts, &waiting);
      start_flow (self, &waiting, time);
    }
  while (weft_sim_lanes_next (&self->arrivals) <= until)
    {
      weft_sim_lanes_pop (&self->arrivals, &waiting);
      net->n_events++;
      weft_sim_net_push (&net->arrived, &net->n_arrived, &net->room_arrived, waiting.message);
    }
  settle (self, time);
  sort_messages (net->arrived, net->n_arrived);
  sort_messages (net->left, net->n_left);
}

static void
fluid_free (WeftSimNet *net)
{
  WeftSimFluid *self = (WeftSimFluid *) net;

  for (guint32 i = 0; i < self->n_bundles; i++)
    {
      g_free (self->bundles[i].flows);
      for (guint32 k = 0; k < self->bundles[i].n_lines; k++)
        g_free (self->bundles[i].lines[k].queued);
      g_free (self->bundles[i].lines);
    }
  for (guint32 i = 0; i < net->routes->network->n_links; i++)
    g_free (self->links[i].users);
  g_aligned_free (self->bundles);
  g_free (self->slots);
  g_aligned_free (self->links);
  g_free (self->turns);
  g_free (self->turn_of);
  weft_sim_lanes_clear (&self->starts);
  weft_sim_lanes_clear (&self->arrivals);
  g_free (self->due.items);
  g_free (self->dirty.items);
  g_free (self->touched.items);
  g_free (self->members);
  g_free (self->around.items);
  g_free (self->members_of);
  g_free (self->capped);
  g_free (self->full.items);
  g_free (self->shares);
  g_free (net->arrived);
  g_free (net->left);
  g_free (self);
}

static const WeftSimNetClass fluid_class = {
  .tick_s = 1,
  .send = fluid_send,
  .send_in_order = fluid_send_in_order,
  .next = fluid_next,
  .advance = fluid_advance,
  .free = fluid_free,
};

WeftSimNet *
weft_sim_fluid_new (const WeftSimRoutes *routes, const WeftSimOptions *options, WeftSimLinkLog *log)
{
  const WeftSimNetwork *network = routes->network;
  WeftSimFluid *self = g_new0 (WeftSimFluid, 1);

  self->net.klass = &fluid_class;
  self->net.routes = routes;
  self->net.log = log;
  self->sends_first = options->send_ends == WEFT_SIM_SEND_ENDS_SENT;
  self->links = g_aligned_alloc0 (network->n_links, sizeof (WeftSimFluidLink), 64);
  for (guint32 i = 0; i < network->n_links; i++)
    self->links[i].rate
        = network->is_shared == NULL || network->is_shared[i] ? network->bw_bytes_s[i] : INFINITY;
  if (self->sends_first)
    weft_sim_lanes_open (&self->starts, 0);
  return &self->net;
}
