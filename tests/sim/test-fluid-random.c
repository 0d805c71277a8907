/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fluid model against the definition of max-min fairness, worked out flow by flow and event by event, on thousands
 * of small networks. */
#include "wires-fixture.h"

#include "base/weft-random.h"

typedef struct
{
  guint32 route;
  double bytes;
  double start_s;
  double left; /* bytes */
  double rate;
  gboolean is_frozen;
  double finish_s;
} Flow;

/* --- the definition --- */

static gboolean
is_active (const Flow *flow, double time)
{
  return flow->start_s <= time && flow->left > 0;
}

static gboolean
is_over (const Wires *wires, const Flow *flow, guint32 link)
{
  const WeftSimRouteUse *route = &wires->routes->routes[flow->route];

  for (guint32 i = 0; i < route->n_links; i++)
    if (wires->routes->links[route->first + i] == link)
      return TRUE;
  return FALSE;
}

/* What a link leaves to each of its flows that can still rise; a link that is not shared, to the one flow. */
static double
room_of (const Wires *wires, const Flow *flows, guint n, guint32 link, const Flow *one, double time)
{
  double used = 0;
  guint n_rising = 0;

  if (!wires->network->is_shared[link])
    return wires->network->bw_bytes_s[link] - one->rate;
  for (guint i = 0; i < n; i++)
    if (is_active (&flows[i], time) && is_over (wires, &flows[i], link))
      {
        used += flows[i].rate;
        n_rising += !flows[i].is_frozen;
      }
  return (wires->network->bw_bytes_s[link] - used) / n_rising;
}

static double
room_of_flow (const Wires *wires, const Flow *flows, guint n, const Flow *flow, double time)
{
  double room = INFINITY;

  for (guint32 link = 0; link < wires->network->n_links; link++)
    if (is_over (wires, flow, link))
      room = MIN (room, room_of (wires, flows, n, link, flow, time));
  return room;
}

/* All rise together until a link is full; its flows stay, the others go on. */
static void
share_plainly (const Wires *wires, Flow *flows, guint n, double time)
{
  for (guint i = 0; i < n; i++)
    {
      flows[i].rate = 0;
      flows[i].is_frozen = !is_active (&flows[i], time);
    }
  for (;;)
    {
      double rise = INFINITY;

      for (guint i = 0; i < n; i++)
        if (!flows[i].is_frozen)
          rise = MIN (rise, room_of_flow (wires, flows, n, &flows[i], time));
      if (isinf (rise))
        return;
      for (guint i = 0; i < n; i++)
        if (!flows[i].is_frozen)
          flows[i].rate += rise;
      for (guint i = 0; i < n; i++)
        if (!flows[i].is_frozen && room_of_flow (wires, flows, n, &flows[i], time) < 1e-9 * flows[i].rate)
          flows[i].is_frozen = TRUE;
    }
}

static void
run_plainly (const Wires *wires, Flow *flows, guint n)
{
  double time = 0;

  for (;;)
    {
      double next = INFINITY;

      share_plainly (wires, flows, n, time);
      for (guint i = 0; i < n; i++)
        if (flows[i].start_s > time)
          next = MIN (next, flows[i].start_s);
        else if (flows[i].left > 0)
          next = MIN (next, time + flows[i].left / flows[i].rate);
      if (isinf (next))
        return;
      for (guint i = 0; i < n; i++)
        {
          gboolean ends = is_active (&flows[i], time)
                          && time + flows[i].left / flows[i].rate <= next * (1 + 1e-15);

          if (is_active (&flows[i], time))
            flows[i].left = ends ? 0 : flows[i].left - flows[i].rate * (next - time);
          if (ends || (flows[i].bytes == 0 && flows[i].start_s > time && flows[i].start_s <= next))
            flows[i].finish_s = next;
        }
      time = next;
    }
}

/* --- networks --- */

static void
draw_links (WeftRandom *random, Wires *wires, gboolean is_round)
{
  for (guint32 i = 0; i < wires->network->n_links; i++)
    {
      wires->network->bw_bytes_s[i]
          = is_round ? 1 + weft_random_below (random, 4) : 0.1 + 10 * weft_random_double (random);
      wires->network->latency_s[i] = weft_random_below (random, 3) == 0 ? 0 : weft_random_below (random, 4) * 0.25;
      wires->network->is_shared[i] = weft_random_below (random, 6) > 0;
    }
}

static void
draw_route (WeftRandom *random, Wires *wires)
{
  guint32 links[4];
  guint32 n_links = wires->network->n_links;
  guint32 n = 1 + weft_random_below (random, MIN (4, n_links));

  for (guint32 i = 0; i < n; i++)
    {
      gboolean is_new;

      do
        {
          links[i] = weft_random_below (random, n_links);
          is_new = TRUE;
          for (guint32 j = 0; j < i; j++)
            is_new = is_new && links[j] != links[i];
        }
      while (!is_new);
    }
  wires_add_route (wires, links, n);
}

static void
draw_flow (WeftRandom *random, const Wires *wires, gboolean is_round, Flow *flow)
{
  double latency_s;

  flow->route = weft_random_below (random, wires->routes->n_routes);
  latency_s = wires->routes->routes[flow->route].latency_s;
  flow->bytes = is_round ? weft_random_below (random, 5) : 10 * weft_random_double (random);
  if (weft_random_below (random, 10) == 0)
    flow->bytes = 0;
  flow->left = flow->bytes;
  flow->start_s = latency_s + (is_round ? weft_random_below (random, 6) : 5 * weft_random_double (random));
  flow->finish_s = flow->bytes == 0 ? flow->start_s : NAN;
}

/* --- the model --- */

/* The time of each arrival; sends are as early as the latency of their routes. */
static void
run_model (Wires *wires, const Flow *flows, guint n, WeftSimLinkLog *log, double *finish_s)
{
  WeftSimNet *net = wires_start (wires, WEFT_SIM_SEND_ENDS_ARRIVED, log);
  g_autofree gboolean *is_sent = g_new0 (gboolean, n);

  for (;;)
    {
      double time = net->klass->next (net);

      for (guint i = 0; i < n; i++)
        if (!is_sent[i])
          time = MIN (time, flows[i].start_s - wires->routes->routes[flows[i].route].latency_s);
      if (isinf (time))
        break;
      net->klass->advance (net, time);
      for (guint i = 0; i < net->n_arrived; i++)
        finish_s[net->arrived[i]] = time;
      for (guint i = 0; i < n; i++)
        if (!is_sent[i] && flows[i].start_s - wires->routes->routes[flows[i].route].latency_s <= time)
          {
            net->klass->send (net, time, i, flows[i].route, flows[i].bytes);
            is_sent[i] = TRUE;
          }
    }
  net->klass->free (net);
}

static void
check_log (const Wires *wires, const Flow *flows, guint n, WeftSimLinkLog *log)
{
  WeftSimResult result = { .network = wires->network, .makespan_s = 1 };

  weft_sim_link_log_finish (log, &result);
  for (guint32 link = 0; link < wires->network->n_links; link++)
    {
      double bytes = 0;
      guint n_messages = 0;

      for (guint i = 0; i < n; i++)
        if (is_over (wires, &flows[i], link))
          {
            bytes += flows[i].bytes;
            n_messages++;
          }
      g_assert_cmpfloat_with_epsilon (result.links[link].bytes, bytes, 1e-9 * (1 + bytes));
      g_assert_cmpuint (result.links[link].n_messages, ==, n_messages);
    }
  g_free (result.links);
}

static void
check_network (WeftRandom *random, guint32 n_links, guint32 n_routes, guint n)
{
  g_autofree Flow *flows = g_new0 (Flow, n);
  g_autofree double *finish_s = g_new (double, n);
  g_autofree double *again_s = g_new (double, n);
  g_autoptr (WeftSimLinkLog) log = NULL;
  gboolean is_round = weft_random_below (random, 2) == 0;
  Wires wires;

  wires_init (&wires, n_links);
  draw_links (random, &wires, is_round);
  for (guint32 i = 0; i < n_routes; i++)
    draw_route (random, &wires);
  for (guint i = 0; i < n; i++)
    {
      draw_flow (random, &wires, is_round, &flows[i]);
      finish_s[i] = again_s[i] = NAN;
    }
  log = weft_sim_link_log_new (wires.network, 0);
  run_model (&wires, flows, n, NULL, finish_s);
  run_model (&wires, flows, n, log, again_s);
  check_log (&wires, flows, n, log);
  run_plainly (&wires, flows, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat_with_epsilon (finish_s[i], flows[i].finish_s, 1e-9 * flows[i].finish_s + 1e-12);
      g_assert_cmpfloat (finish_s[i], ==, again_s[i]);
    }
  wires_clear (&wires);
}

static void
test_small (void)
{
  WeftRandom random;

  weft_random_init (&random, 11, 0);
  for (guint i = 0; i < 6000; i++)
    check_network (&random, 1 + weft_random_below (&random, 6), 1 + weft_random_below (&random, 8),
                   1 + weft_random_below (&random, 16));
}

/* Many links and few flows on each: what changes at one end of the network does not reach the other. */
static void
test_wide (void)
{
  WeftRandom random;

  weft_random_init (&random, 12, 0);
  for (guint i = 0; i < 300; i++)
    check_network (&random, 10 + weft_random_below (&random, 30), 10 + weft_random_below (&random, 40), 40);
}

static void
test_crowded (void)
{
  WeftRandom random;

  weft_random_init (&random, 13, 0);
  for (guint i = 0; i < 100; i++)
    check_network (&random, 2 + weft_random_below (&random, 5), 3 + weft_random_below (&random, 20), 90);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fluid-random/small", test_small);
  g_test_add_func ("/fluid-random/wide", test_wide);
  g_test_add_func ("/fluid-random/crowded", test_crowded);
  return g_test_run ();
}
