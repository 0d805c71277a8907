/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fluid model of links on cases whose answers follow on paper, and on what must hold in each run: bytes that are
 * recorded, times that do not drift, ties in a fixed order. */
#include "wires-fixture.h"

#define MAX_LINKS 9
#define MAX_FLOWS 8

/* Links have the names a, b, c ...; a rate of 0 is that of 1e9 B/s. */
typedef struct
{
  double bw_bytes_s;
  double latency_s;
  gboolean is_unshared;
} Link;

typedef struct
{
  const char *route;
  double bytes;
  double start_s;
  double finish_s;
} Flow;

typedef struct
{
  const char *name;
  Link links[MAX_LINKS];
  Flow flows[MAX_FLOWS];
} Case;

/* two_bneck_shared and parking_uneq tell max-min from models in which a flow that is held up elsewhere still counts
 * with all it asks for. */
static const Case cases[] = {
  { "single_lat", { { 0, 1e-3 } }, { { "a", 1e9, 0, 1.001 } } },
  { "latency_only", { { 0, 1e-3 }, { 0, 2e-3 } }, { { "ab", 1, 0, 0.003000001 } } },
  { "zero_bytes", { { 0, 1e-3 } }, { { "a", 0, 0, 0.001 } } },
  { "two_share", { { 0 } }, { { "a", 1e9, 0, 2 }, { "a", 1e9, 0, 2 } } },
  { "two_share_uneq", { { 0 } }, { { "a", 1e9, 0, 2 }, { "a", 3e9, 0, 4 } } },
  { "late_start", { { 0 } }, { { "a", 1e9, 0, 1.5 }, { "a", 1e9, 0.5, 2 } } },
  { "two_bneck", { { 1e9 }, { 5e8 } }, { { "ab", 1e9, 0, 2 } } },
  { "two_bneck_shared", { { 1e9 }, { 5e8 } }, { { "ab", 1e9, 0, 2 }, { "a", 1e9, 0, 2 } } },
  { "incast8", { { 0 } }, { { "ai", 1e9, 0, 8 }, { "bi", 1e9, 0, 8 }, { "ci", 1e9, 0, 8 }, { "di", 1e9, 0, 8 },
                            { "ei", 1e9, 0, 8 }, { "fi", 1e9, 0, 8 }, { "gi", 1e9, 0, 8 }, { "hi", 1e9, 0, 8 } } },
  { "incast8_lat",
    { { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 }, { 0, 1e-6 } },
    { { "ai", 1e9, 0, 8.000002 }, { "bi", 1e9, 0, 8.000002 }, { "ci", 1e9, 0, 8.000002 }, { "di", 1e9, 0, 8.000002 },
      { "ei", 1e9, 0, 8.000002 }, { "fi", 1e9, 0, 8.000002 }, { "gi", 1e9, 0, 8.000002 }, { "hi", 1e9, 0, 8.000002 } } },
  { "outcast8", { { 0 } }, { { "ia", 1e9, 0, 8 }, { "ib", 1e9, 0, 8 }, { "ic", 1e9, 0, 8 }, { "id", 1e9, 0, 8 },
                             { "ie", 1e9, 0, 8 }, { "if", 1e9, 0, 8 }, { "ig", 1e9, 0, 8 }, { "ih", 1e9, 0, 8 } } },
  { "parking3", { { 0 } },
    { { "abc", 1e9, 0, 2 }, { "a", 1e9, 0, 2 }, { "b", 1e9, 0, 2 }, { "c", 1e9, 0, 2 } } },
  { "parking_uneq", { { 1e9 }, { 2e9 } },
    { { "ab", 1e9, 0, 2 }, { "a", 1e9, 0, 2 }, { "b", 1e9, 0, 4.0 / 3 }, { "b", 1e9, 0, 4.0 / 3 } } },
  { "tri_maxmin", { { 10e9 }, { 4e9 }, { 6e9 } },
    { { "ab", 1e10, 0, 7.5 }, { "ab", 1e10, 0, 7.5 }, { "a", 1e10, 0, 15.0 / 11 }, { "cb", 1e10, 0, 7.5 } } },
  { "opposite", { { 0 }, { 0 } }, { { "a", 1e9, 0, 1 }, { "b", 1e9, 0, 1 } } },
  { "fatpipe", { { 1e9, 0, TRUE } }, { { "a", 1e9, 0, 1 }, { "a", 1e9, 0, 1 } } },
  { "rtt_uneq", { { 1e9, 1e-3 }, { 1e12, 9e-3 } }, { { "a", 1e9, 0, 1.992 }, { "ab", 1e9, 0, 2.001 } } },
  { "small_us", { { 53687091200, 500e-9 } }, { { "a", 131072, 0, 2.94140625e-6 } } },
};

/* --- running --- */

static guint32
add_route (Wires *wires, const char *names)
{
  guint32 links[MAX_LINKS];
  guint32 n = 0;

  for (; names[n] != '\0'; n++)
    links[n] = names[n] - 'a';
  return wires_add_route (wires, links, n);
}

static void
init_wires (Wires *wires, const Link *links, const Flow *flows)
{
  wires_init (wires, MAX_LINKS);
  for (guint32 i = 0; i < MAX_LINKS; i++)
    {
      if (links[i].bw_bytes_s > 0)
        wires->network->bw_bytes_s[i] = links[i].bw_bytes_s;
      wires->network->latency_s[i] = links[i].latency_s;
      wires->network->is_shared[i] = !links[i].is_unshared;
    }
  for (guint32 i = 0; i < MAX_FLOWS && flows[i].route != NULL; i++)
    add_route (wires, flows[i].route);
}

/* Sends flows when they start, and notes when each has left and arrived. */
static void
run_flows (WeftSimNet *net, const Flow *flows, double *left_s, double *finish_s)
{
  gboolean is_sent[MAX_FLOWS] = { FALSE };

  for (;;)
    {
      double time = net->klass->next (net);

      for (guint32 i = 0; i < MAX_FLOWS && flows[i].route != NULL; i++)
        if (!is_sent[i])
          time = MIN (time, flows[i].start_s);
      if (isinf (time))
        return;
      net->klass->advance (net, time);
      for (guint32 i = 0; i < net->n_left; i++)
        left_s[net->left[i]] = time;
      for (guint32 i = 0; i < net->n_arrived; i++)
        finish_s[net->arrived[i]] = time;
      for (guint32 i = 0; i < MAX_FLOWS && flows[i].route != NULL; i++)
        if (!is_sent[i] && flows[i].start_s <= time)
          {
            net->klass->send (net, time, i, i, flows[i].bytes);
            is_sent[i] = TRUE;
          }
    }
}

/* What the log says after a run. (transfer full) */
static WeftSimLinkUse *
finish_log (const Wires *wires, WeftSimLinkLog *log, double makespan_s)
{
  WeftSimResult result = { .network = wires->network, .makespan_s = makespan_s };

  weft_sim_link_log_finish (log, &result);
  g_free (result.bins);
  return result.links;
}

/* --- cases --- */

static void
check_bytes (const Flow *flows, const WeftSimLinkUse *uses)
{
  for (guint32 link = 0; link < MAX_LINKS; link++)
    {
      double bytes = 0;
      guint n = 0;

      for (guint32 i = 0; i < MAX_FLOWS && flows[i].route != NULL; i++)
        if (strchr (flows[i].route, 'a' + link) != NULL)
          {
            bytes += flows[i].bytes;
            n++;
          }
      g_assert_cmpfloat_with_epsilon (uses[link].bytes, bytes, 1e-6 + 1e-12 * bytes);
      g_assert_cmpuint (uses[link].n_messages, ==, n);
    }
}

static void
test_case (gconstpointer data)
{
  const Case *at = data;

  for (int logs = 0; logs < 2; logs++)
    {
      double left_s[MAX_FLOWS], finish_s[MAX_FLOWS] = { 0 };
      g_autoptr (WeftSimLinkLog) log = NULL;
      g_autofree WeftSimLinkUse *uses = NULL;
      WeftSimNet *net;
      Wires wires;

      init_wires (&wires, at->links, at->flows);
      log = logs ? weft_sim_link_log_new (wires.network, 0) : NULL;
      net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, log);
      run_flows (net, at->flows, left_s, finish_s);
      for (guint32 i = 0; i < MAX_FLOWS && at->flows[i].route != NULL; i++)
        g_assert_cmpfloat_with_epsilon (finish_s[i], at->flows[i].finish_s, 1e-9 * MIN (1, at->flows[i].finish_s));
      if (logs)
        {
          uses = finish_log (&wires, log, 10);
          check_bytes (at->flows, uses);
        }
      net->klass->free (net);
      wires_clear (&wires);
    }
}

/* --- sends that end when the last byte has left --- */

static void
test_ends_sent (void)
{
  const Link links[MAX_LINKS] = { { 1e9, 1e-3 }, { 1e9, 2e-3 } };
  const Flow flows[MAX_FLOWS] = { { "a", 1e9, 0, 0 }, { "ab", 1e9, 0.5, 0 }, { "b", 0, 0.25, 0 } };
  const double left[] = { 1.5, 2, 0.25 };
  const double finish[] = { 1.501, 2.003, 0.252 };
  double left_s[MAX_FLOWS] = { 0 }, finish_s[MAX_FLOWS] = { 0 };
  WeftSimNet *net;
  Wires wires;

  init_wires (&wires, links, flows);
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_SENT, NULL);
  run_flows (net, flows, left_s, finish_s);
  for (guint32 i = 0; i < G_N_ELEMENTS (left); i++)
    {
      g_assert_cmpfloat_with_epsilon (left_s[i], left[i], 1e-12);
      g_assert_cmpfloat_with_epsilon (finish_s[i], finish[i], 1e-12);
    }
  net->klass->free (net);
  wires_clear (&wires);
}

/* --- links without a limit --- */

/* b is infinite, c is not shared: f0 has only latency, f1 and f2 have c's rate each, f3 shares d with f4, of which c
 * takes less than half. */
static void
test_unlimited (void)
{
  const Link links[MAX_LINKS] = { { INFINITY, 1e-3 }, { INFINITY, 0 }, { 2e8, 0, TRUE }, { 1e9, 0 } };
  const Flow flows[MAX_FLOWS] = { { "ab", 1e30, 1, 1.001 }, { "bc", 1e9, 0, 5 }, { "cb", 1e9, 0, 5 },
                                  { "d", 8e8, 0, 1 }, { "dbc", 2e8, 0, 1 } };
  double left_s[MAX_FLOWS], finish_s[MAX_FLOWS] = { 0 };
  g_autofree WeftSimLinkUse *uses = NULL;
  g_autoptr (WeftSimLinkLog) log = NULL;
  WeftSimNet *net;
  Wires wires;

  init_wires (&wires, links, flows);
  log = weft_sim_link_log_new (wires.network, 4);
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, log);
  run_flows (net, flows, left_s, finish_s);
  for (guint32 i = 0; i < 5; i++)
    g_assert_cmpfloat_with_epsilon (finish_s[i], flows[i].finish_s, 1e-9);
  uses = finish_log (&wires, log, 5);
  check_bytes (flows, uses);
  g_assert_cmpfloat (uses[2].wait_worst_s, ==, 0);
  net->klass->free (net);
  wires_clear (&wires);
}

/* --- what is recorded --- */

/* Four flows into one link: each waits three times as long as it would take alone, at that link and nowhere else. */
static void
test_waits (void)
{
  const Link links[MAX_LINKS] = { { 2e9, 1e-3 }, { 2e9, 1e-3 }, { 2e9, 1e-3 }, { 2e9, 1e-3 }, { 1e9, 1e-3 } };
  const Flow flows[MAX_FLOWS]
      = { { "ae", 1e9, 0, 0 }, { "be", 1e9, 0, 0 }, { "ce", 1e9, 0, 0 }, { "de", 1e9, 0, 0 } };
  double left_s[MAX_FLOWS], finish_s[MAX_FLOWS] = { 0 };
  g_autofree WeftSimLinkUse *uses = NULL;
  g_autoptr (WeftSimLinkLog) log = NULL;
  WeftSimNet *net;
  Wires wires;

  init_wires (&wires, links, flows);
  log = weft_sim_link_log_new (wires.network, 0);
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, log);
  run_flows (net, flows, left_s, finish_s);
  uses = finish_log (&wires, log, 4.002);
  g_assert_cmpfloat_with_epsilon (uses[4].wait_mean_s, 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (uses[4].wait_worst_s, 3, 1e-9);
  g_assert_cmpfloat_with_epsilon (uses[4].busy_s, 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (uses[4].utilisation, 4 / 4.002, 1e-9);
  for (guint32 i = 0; i < 4; i++)
    {
      g_assert_cmpfloat (uses[i].wait_worst_s, ==, 0);
      g_assert_cmpfloat_with_epsilon (uses[i].utilisation, 1 / 4.002 / 2, 1e-9);
    }
  net->klass->free (net);
  wires_clear (&wires);
}

/* --- long runs --- */

#define N_LONG 500000u

/* A long flow shares a link with short ones that come one after the other, each its own route by turns: the short ones
 * and the long one have half of the link as long as it lasts. After a million events the times
 * are still right to a nanosecond, though each message starts when the one before it ended. */
static void
test_no_drift (void)
{
  const double bytes = 1048577;
  const double bw_bytes_s = 1e12 / 3;
  const guint32 first[] = { 0, 1 }, second[] = { 0, 2 }, only[] = { 0 };
  double half_s = bytes / (bw_bytes_s / 2);
  guint32 n_sent = 0;
  double long_s = 0;
  WeftSimNet *net;
  Wires wires;

  wires_init (&wires, 3);
  for (guint32 i = 0; i < 3; i++)
    wires.network->bw_bytes_s[i] = bw_bytes_s;
  wires_add_route (&wires, first, 2);
  wires_add_route (&wires, second, 2);
  wires_add_route (&wires, only, 1);
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, NULL);
  net->klass->send (net, 0, G_MAXUINT32, 2, bytes * N_LONG);
  net->klass->send (net, 0, n_sent++, 0, bytes);
  for (double time = net->klass->next (net); isfinite (time); time = net->klass->next (net))
    {
      net->klass->advance (net, time);
      for (guint32 i = 0; i < net->n_arrived; i++)
        {
          guint32 message = net->arrived[i];
          double expected_s = message == G_MAXUINT32 ? half_s * N_LONG : half_s * (message + 1);

          g_assert_cmpfloat_with_epsilon (time, expected_s, 1e-9);
          if (message == G_MAXUINT32)
            long_s = time;
          else if (n_sent < N_LONG)
            {
              net->klass->send (net, time, n_sent, n_sent % 2, bytes);
              n_sent++;
            }
        }
    }
  g_assert_cmpfloat (long_s, >, 0);
  g_assert_cmpuint (net->n_events, ==, 2 * (N_LONG + 1));
  net->klass->free (net);
  wires_clear (&wires);
}

/* --- order --- */

/* Whatever the order of the sends, what arrives together is told by its numbers. */
static void
test_ties (void)
{
  const guint32 n = 300;
  WeftSimNet *net;
  Wires wires;

  wires_init_star (&wires, n, 1e9, 1e-6);
  for (guint32 i = 0; i < n; i++)
    wires_add_star_route (&wires, i, (i + 1) % n);
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, NULL);
  for (guint32 i = 0; i < n; i++)
    net->klass->send (net, 0, i * 7 % n, i, 1000);
  net->klass->advance (net, net->klass->next (net));
  g_assert_cmpuint (net->n_arrived, ==, 0);
  net->klass->advance (net, net->klass->next (net));
  g_assert_cmpuint (net->n_arrived, ==, n);
  for (guint32 i = 0; i < n; i++)
    g_assert_cmpuint (net->arrived[i], ==, i);
  g_assert_cmpfloat (net->klass->next (net), ==, INFINITY);
  net->klass->free (net);
  wires_clear (&wires);
}

/* Messages of one stream share as one flow, pass one after the other, and wait for their latency only once, also those
 * of no bytes. */
static void
test_in_order (void)
{
  static const double bytes[] = { 1e9, 1e9, 0, 2e9 };
  static const double expected_s[] = { 3.1, 4.1, 4.1, 6.1, 3.1, 3.1 };
  const guint32 link[] = { 0 };
  double finish_s[6] = { 0 };
  WeftSimNet *net;
  Wires wires;

  wires_init (&wires, 1);
  wires.network->latency_s[0] = 0.1;
  wires_add_route (&wires, link, 1);
  wires_add_route (&wires, link, 1);
  for (guint i = 0; i < 2; i++)
    wires.routes->routes[i].latency_s = 0.1;
  net = wires_start (&wires, WEFT_SIM_SEND_ENDS_ARRIVED, NULL);
  for (guint32 i = 0; i < 4; i++)
    net->klass->send_in_order (net, 0, i, 0, 7, bytes[i]);
  net->klass->send (net, 0, 4, 1, 1e9);
  net->klass->send_in_order (net, 0, 5, 0, 8, 1e9);
  for (double time = net->klass->next (net); isfinite (time); time = net->klass->next (net))
    {
      net->klass->advance (net, time);
      for (guint32 i = 0; i < net->n_arrived; i++)
        finish_s[net->arrived[i]] = time;
    }
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat_with_epsilon (finish_s[i], expected_s[i], 1e-12);
  net->klass->free (net);
  wires_clear (&wires);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/fluid/case/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/fluid/ends-sent", test_ends_sent);
  g_test_add_func ("/fluid/unlimited", test_unlimited);
  g_test_add_func ("/fluid/waits", test_waits);
  g_test_add_func ("/fluid/no-drift", test_no_drift);
  g_test_add_func ("/fluid/ties", test_ties);
  g_test_add_func ("/fluid/in-order", test_in_order);
  return g_test_run ();
}
