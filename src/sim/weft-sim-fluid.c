/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links as pipes that bytes flow through: all flows over a link share it max-min fairly, the first byte arrives after
 * the latency of the route and the last one after the others. Rates stay as they are until a flow comes or goes; all
 * that come and go in one instant count at once. */
#include "sim/weft-sim-fluid-private.h"

#include <math.h>
#include <stdlib.h>

/* --- an instant --- */

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

/* Everything that has changed counts now. */
static void
settle (WeftSimFluid *self, double time)
{
  for (guint32 i = 0; i < self->n_held; i++)
    weft_sim_fluid_start (self, &self->held[i], time);
  self->n_held = 0;
  self->settle_at = INFINITY;
  for (guint32 i = 0; i < self->dirty.n; i++)
    {
      guint32 route = self->dirty.items[i];
      WeftSimBundle *bundle = &self->bundles[route];

      weft_sim_fluid_send_for (self, self->dirty.items, self->dirty.n, i);
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

      if (bundle->n_flows > 0 && weft_sim_fluid_is_alone (self, bundle, &rate, &limit))
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

/* --- late --- */

/* It leaves later. What it will take is not known: as if all bundles on its narrowest link had equal shares. */
static void
hold (WeftSimFluid *self, const WeftSimWaiting *waiting, double time)
{
  const WeftSimBundle *bundle = &self->bundles[waiting->route];
  double rate = bundle->own_rate;
  double share = 1;

  if (self->n_held == self->room_held)
    {
      self->room_held = MAX (64, 2 * self->room_held);
      self->held = g_renew (WeftSimWaiting, self->held, self->room_held);
    }
  self->held[self->n_held++] = *waiting;
  for (guint32 slot = bundle->first; slot < bundle->first + bundle->n_links; slot++)
    {
      const WeftSimFluidLink *link = &self->links[weft_sim_fluid_link_of (self, slot)];

      if (link->rate / (link->n_users + 1) >= rate)
        continue;
      rate = link->rate / (link->n_users + 1);
      share = 1.0 / (link->n_users + 1);
    }
  weft_sim_fluid_change (self, time, waiting->bytes / rate, share);
}

/* A bundle that shares nothing need not wait for the rates of others. */
static gboolean
settle_alone (WeftSimFluid *self, guint32 number, double time)
{
  WeftSimBundle *bundle = &self->bundles[number];
  guint32 limit;
  double rate;

  if (!weft_sim_fluid_is_alone (self, bundle, &rate, &limit))
    return FALSE;
  if (bundle->n_flows == 0)
    weft_sim_fluid_unlink (self, number, time);
  else
    {
      if (!bundle->is_linked)
        weft_sim_fluid_link (self, number, time);
      weft_sim_fluid_set_rate (self, number, rate, limit, time);
    }
  bundle->is_dirty = FALSE;
  return TRUE;
}

static void
start_late (WeftSimFluid *self, const WeftSimWaiting *waiting, double time)
{
  const WeftSimBundle *bundle = &self->bundles[waiting->route];
  guint32 limit;
  double rate;

  if (waiting->bytes > 0 && !bundle->is_free && !weft_sim_fluid_is_alone (self, bundle, &rate, &limit))
    {
      hold (self, waiting, time);
      return;
    }
  weft_sim_fluid_start (self, waiting, time);
  if (bundle->is_dirty)
    settle_alone (self, waiting->route, time);
}

/* --- the model of links --- */

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

static void
fluid_send_in_order (WeftSimNet *net, double time, guint32 message, guint32 route, guint32 stream, double bytes)
{
  WeftSimFluid *self = (WeftSimFluid *) net;
  WeftSimBundle *bundle = weft_sim_fluid_bundle (self, route);
  WeftSimWaiting waiting = { .bytes = bytes, .message = message, .route = route, .stream = stream };

  bundle->sent += MAX (bytes, 0);
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

  next = MIN (next, self->settle_at);
  return self->n_turns > 0 ? MIN (next, self->turns[0].key) : next;
}

static void
take_ends (WeftSimFluid *self, double time, double until, gboolean late)
{
  weft_sim_fluid_turn_take (self, until);
  for (guint32 i = 0; i < self->due.n; i++)
    {
      weft_sim_fluid_send_for (self, self->due.items, self->due.n, i);
      weft_sim_fluid_end (self, self->due.items[i], time, until);
      if (late && !settle_alone (self, self->due.items[i], time))
        weft_sim_fluid_go_on (self, self->due.items[i], time);
    }
}

static void
take_starts (WeftSimFluid *self, double time, double until, gboolean late)
{
  WeftSimWaiting waiting;

  while (weft_sim_lanes_next (&self->starts) <= until)
    {
      weft_sim_lanes_pop (&self->starts, &waiting);
      if (late)
        start_late (self, &waiting, time);
      else
        weft_sim_fluid_start (self, &waiting, time);
    }
}

static void
take_arrivals (WeftSimFluid *self, double until)
{
  WeftSimNet *net = &self->net;
  WeftSimWaiting waiting;

  while (weft_sim_lanes_next (&self->arrivals) <= until)
    {
      weft_sim_lanes_pop (&self->arrivals, &waiting);
      net->n_events++;
      weft_sim_net_push (&net->arrived, &net->n_arrived, &net->room_arrived, waiting.message);
    }
}

static void
fluid_advance (WeftSimNet *net, double time)
{
  WeftSimFluid *self = (WeftSimFluid *) net;
  double until = time + time * WEFT_SIM_FLUID_INSTANT;
  guint64 n_events = net->n_events;
  gboolean late = self->work < 0 && !self->is_exact;

  net->n_arrived = 0;
  net->n_left = 0;
  self->instant++;
  take_ends (self, time, until, late);
  take_starts (self, time, until, late);
  take_arrivals (self, until);
  self->work = MIN (WEFT_SIM_FLUID_WORK, self->work + WEFT_SIM_FLUID_WORK_EVENT * (net->n_events - n_events));
  if (!late || self->settle_at <= until)
    settle (self, time);
  else if (isfinite (self->settle_at))
    net->late_share = WEFT_SIM_FLUID_LATE;
  sort_messages (net->arrived, net->n_arrived);
  sort_messages (net->left, net->n_left);
}

/* Rates times spans of time give the bytes of a link but for some rounding; the messages give them exactly. */
static void
fluid_finish (WeftSimNet *net)
{
  const WeftSimFluid *self = (WeftSimFluid *) net;
  guint32 n_links = net->routes->network->n_links;
  g_autofree double *bytes = g_new0 (double, n_links);

  if (net->log == NULL)
    return;
  for (guint32 i = 0; i < self->n_bundles; i++)
    for (guint32 k = 0; self->bundles[i].sent > 0 && k < self->bundles[i].n_links; k++)
      bytes[weft_sim_fluid_link_of (self, self->bundles[i].first + k)] += self->bundles[i].sent;
  for (guint32 i = 0; i < n_links; i++)
    weft_sim_link_log_total (net->log, i, bytes[i]);
}

static void
fluid_free (WeftSimNet *net)
{
  WeftSimFluid *self = (WeftSimFluid *) net;

  for (guint32 i = 0; i < self->n_bundles; i++)
    weft_sim_fluid_free_flows (&self->bundles[i]);
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
  g_free (self->held);
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
  .finish = fluid_finish,
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
  self->settle_at = INFINITY;
  self->work = WEFT_SIM_FLUID_WORK;
  self->is_exact = options->exact;
  self->sends_first = options->send_ends == WEFT_SIM_SEND_ENDS_SENT;
  self->links = g_aligned_alloc0 (network->n_links, sizeof (WeftSimFluidLink), 64);
  for (guint32 i = 0; i < network->n_links; i++)
    self->links[i].rate
        = network->is_shared == NULL || network->is_shared[i] ? network->bw_bytes_s[i] : INFINITY;
  if (self->sends_first)
    weft_sim_lanes_open (&self->starts, 0);
  return &self->net;
}
