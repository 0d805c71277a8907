/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fluid model under loads of many messages, against the figures of SimGrid in data/star-runs.json: hosts of a star
 * that send one message after the other (closed), all at once (open), in a ring, and between computations (lcg). */
#include "wires-fixture.h"

#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "net-fixture.h"
#include "sim/weft-sim-examples.h"

#define BW_BYTES_S 53687091200.0
#define LATENCY_S 500e-9
#define MESSAGE_BYTES 1048576.0

/* A star whose routes are made when they are first used. */
typedef struct
{
  Wires wires;
  guint32 n_hosts;
  guint32 *route_of; /* + 1 */
  WeftSimNet *net;
} Star;

static void
star_init (Star *star, guint32 n_hosts)
{
  wires_init_star (&star->wires, n_hosts, BW_BYTES_S, LATENCY_S);
  star->n_hosts = n_hosts;
  star->route_of = g_new0 (guint32, (gsize) n_hosts * n_hosts);
  star->net = wires_start (&star->wires, WEFT_SIM_SEND_ENDS_ARRIVED, NULL);
}

static void
star_clear (Star *star)
{
  star->net->klass->free (star->net);
  g_free (star->route_of);
  wires_clear (&star->wires);
}

static void
star_send (Star *star, double time, guint32 message, guint32 from, guint32 to, double bytes)
{
  guint32 *route = &star->route_of[(gsize) from * star->n_hosts + to];

  if (*route == 0)
    *route = wires_add_star_route (&star->wires, from, to) + 1;
  star->net->klass->send (star->net, time, message, *route - 1, bytes);
}

static guint32
draw (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

/* --- loads --- */

static guint32
draw_other (guint32 *state, guint32 host, guint32 n_hosts)
{
  guint32 other = draw (state) % (n_hosts - 1);

  return other >= host ? other + 1 : other;
}

/* The time of the last arrival; with each, @told sends what follows. */
static double
run_star (Star *star, void (*told) (Star *star, double time, guint32 message, gpointer data), gpointer data,
          guint32 n_expected)
{
  double time = 0;
  guint32 n = 0;

  for (double next = star->net->klass->next (star->net); isfinite (next); next = star->net->klass->next (star->net))
    {
      time = next;
      star->net->klass->advance (star->net, time);
      n += star->net->n_arrived;
      for (guint32 i = 0; told != NULL && i < star->net->n_arrived; i++)
        told (star, time, star->net->arrived[i], data);
    }
  g_assert_cmpuint (n, ==, n_expected);
  return time;
}

typedef struct
{
  guint32 *states;
  guint32 *n_left;
} Closed;

/* Messages have the numbers of their senders. */
static void
send_next (Star *star, double time, guint32 host, gpointer data)
{
  Closed *closed = data;

  if (closed->n_left[host]-- > 0)
    star_send (star, time, host, host, draw_other (&closed->states[host], host, star->n_hosts), MESSAGE_BYTES);
  else
    closed->n_left[host] = 0;
}

static double
run_closed (guint32 n_hosts, guint32 n_flows)
{
  g_autofree guint32 *states = g_new (guint32, n_hosts);
  g_autofree guint32 *n_left = g_new (guint32, n_hosts);
  Closed closed = { states, n_left };
  double makespan_s;
  Star star;

  star_init (&star, n_hosts);
  for (guint32 host = 0; host < n_hosts; host++)
    {
      states[host] = 12345 + 7919 * host;
      n_left[host] = n_flows / n_hosts;
      send_next (&star, 0, host, &closed);
    }
  makespan_s = run_star (&star, send_next, &closed, n_flows);
  star_clear (&star);
  return makespan_s;
}

/* Also checks what follows on paper: the host that most come to is never idle. */
static double
run_open (guint32 n_hosts, guint32 n_flows)
{
  g_autofree guint32 *n_to = g_new0 (guint32, n_hosts);
  guint32 message = 0, most = 0;
  double makespan_s;
  Star star;

  star_init (&star, n_hosts);
  for (guint32 host = 0; host < n_hosts; host++)
    {
      guint32 state = 12345 + 7919 * host;

      for (guint32 i = 0; i < n_flows / n_hosts; i++)
        {
          guint32 to = draw_other (&state, host, n_hosts);

          star_send (&star, 0, message++, host, to, MESSAGE_BYTES);
          n_to[to]++;
        }
    }
  for (guint32 host = 0; host < n_hosts; host++)
    most = MAX (most, n_to[host]);
  makespan_s = run_star (&star, NULL, NULL, n_flows);
  g_assert_cmpfloat_with_epsilon (makespan_s, most * MESSAGE_BYTES / BW_BYTES_S + 2 * LATENCY_S, 1e-14);
  star_clear (&star);
  return makespan_s;
}

typedef struct
{
  double chunk_bytes;
  guint32 *step;
} Ring;

/* A chunk goes on to the next host until all have the sum. */
static void
pass_on (Star *star, double time, guint32 message, gpointer data)
{
  const Ring *ring = data;
  guint32 host = (message + 1) % star->n_hosts;

  if (++ring->step[host] < 2 * (star->n_hosts - 1))
    star_send (star, time, host, host, (host + 1) % star->n_hosts, ring->chunk_bytes);
}

static double
run_ring (guint32 n_hosts)
{
  g_autofree guint32 *step = g_new0 (guint32, n_hosts);
  Ring ring = { floor (MESSAGE_BYTES / n_hosts), step };
  double makespan_s;
  Star star;

  star_init (&star, n_hosts);
  for (guint32 host = 0; host < n_hosts; host++)
    star_send (&star, 0, host, host, (host + 1) % n_hosts, ring.chunk_bytes);
  makespan_s = run_star (&star, pass_on, &ring, 2 * (n_hosts - 1) * n_hosts);
  star_clear (&star);
  return makespan_s;
}

static JsonObject *
load_figures (JsonNode **root)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sim", "data", "star-runs.json", NULL);
  g_autoptr (GError) error = NULL;

  *root = weft_json_load (path, NULL, &error);
  g_assert_no_error (error);
  return json_node_get_object (*root);
}

static void
test_loads (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *loads = json_object_get_array_member (load_figures (&root), "loads");

  g_assert_cmpuint (json_array_get_length (loads), >, 0);
  for (guint i = 0; i < json_array_get_length (loads); i++)
    {
      JsonObject *load = json_array_get_object_element (loads, i);
      const char *name = json_object_get_string_member (load, "load");
      guint32 n_hosts = json_object_get_int_member (load, "hosts");
      guint32 n_flows = json_object_get_int_member (load, "flows");
      double expected_s = json_object_get_double_member (load, "makespan_s");
      double makespan_s = g_str_equal (name, "closed") ? run_closed (n_hosts, n_flows)
                          : g_str_equal (name, "open") ? run_open (n_hosts, n_flows)
                                                       : run_ring (n_hosts);

      g_test_message ("%s, %u hosts, %u flows: %.12g s, SimGrid %.12g s", name, n_hosts, n_flows, makespan_s, expected_s);
      g_assert_cmpfloat_with_epsilon (makespan_s, expected_s, 1e-7 * expected_s);
    }
}

/* --- more than can be shared at once --- */

/* Messages of all sizes at once, so that no two end together and each end changes what thousands of others have. */
static double
run_mixed (gboolean exact, double *finish_s, guint32 n_flows, WeftSimLinkUse **uses, double *late_share)
{
  const guint32 n_hosts = 64;
  guint32 message = 0;
  double time = 0;
  WeftSimOptions options;
  WeftSimResult result = { 0 };
  WeftSimLinkLog *log;
  Star star;

  wires_init_star (&star.wires, n_hosts, BW_BYTES_S, LATENCY_S);
  star.n_hosts = n_hosts;
  star.route_of = g_new0 (guint32, n_hosts * n_hosts);
  weft_sim_options_init (&options);
  options.exact = exact;
  log = weft_sim_link_log_new (star.wires.network, 0);
  star.net = weft_sim_fluid_new (star.wires.routes, &options, log);
  for (guint32 host = 0; host < n_hosts; host++)
    {
      guint32 state = 12345 + 7919 * host;

      for (guint32 i = 0; i < n_flows / n_hosts; i++)
        {
          guint32 to = draw_other (&state, host, n_hosts);

          star_send (&star, 0, message++, host, to, MESSAGE_BYTES + (state >> 8) % 1048576);
        }
    }
  for (double next = star.net->klass->next (star.net); isfinite (next); next = star.net->klass->next (star.net))
    {
      time = next;
      star.net->klass->advance (star.net, time);
      for (guint32 i = 0; i < star.net->n_arrived; i++)
        finish_s[star.net->arrived[i]] = time;
    }
  *late_share = star.net->late_share;
  result.network = star.wires.network;
  result.makespan_s = time;
  weft_sim_link_log_finish (log, &result);
  *uses = result.links;
  weft_sim_link_log_free (log);
  star_clear (&star);
  return time;
}

/* What is found late is never far from what is found at once, and no byte is lost. */
static void
test_late (void)
{
  const guint32 n_flows = 10048;
  g_autofree double *exact_s = g_new0 (double, n_flows);
  g_autofree double *late_s = g_new0 (double, n_flows);
  g_autofree WeftSimLinkUse *exact_uses = NULL;
  g_autofree WeftSimLinkUse *late_uses = NULL;
  double share, exact_makespan_s, late_makespan_s, difference_s = 0;

  exact_makespan_s = run_mixed (TRUE, exact_s, n_flows, &exact_uses, &share);
  g_assert_cmpfloat (share, ==, 0);
  late_makespan_s = run_mixed (FALSE, late_s, n_flows, &late_uses, &share);
  g_assert_cmpfloat (share, >, 0);
  g_assert_cmpfloat (share, <=, 2e-3);
  g_assert_cmpfloat_with_epsilon (late_makespan_s, exact_makespan_s, 4e-3 * exact_makespan_s);
  for (guint32 i = 0; i < n_flows; i++)
    {
      g_assert_cmpfloat (late_s[i], >, 0);
      difference_s += fabs (late_s[i] - exact_s[i]) / exact_s[i] / n_flows;
    }
  g_assert_cmpfloat (difference_s, <, 4e-3);
  for (guint32 link = 0; link < 128; link++)
    {
      g_assert_cmpfloat_with_epsilon (late_uses[link].bytes, exact_uses[link].bytes, 1e-9 * exact_uses[link].bytes);
      g_assert_cmpuint (late_uses[link].n_messages, ==, exact_uses[link].n_messages);
    }
}

/* --- random computations and messages --- */

#define N_ROUNDS 1000u

/* Each rank, round by round: it computes, sends, and goes on when its own message has arrived and the one to it. */
typedef struct
{
  Star star;
  guint32 n_ranks;
  double *compute_s; /* [ranks × rounds] */
  double *bytes;     /* [ranks × rounds] */
  guint32 *round;    /* [ranks] */
  double *ready_s;   /* [ranks] end of the computation, infinite while it waits */
  guint8 *n_missing; /* [ranks × rounds] of both messages */
} Lcg;

static void
lcg_init (Lcg *lcg, guint32 n_ranks)
{
  lcg->n_ranks = n_ranks;
  star_init (&lcg->star, n_ranks);
  lcg->compute_s = g_new (double, n_ranks * N_ROUNDS);
  lcg->bytes = g_new (double, n_ranks * N_ROUNDS);
  lcg->round = g_new0 (guint32, n_ranks);
  lcg->ready_s = g_new (double, n_ranks);
  lcg->n_missing = g_new (guint8, n_ranks * N_ROUNDS);
  memset (lcg->n_missing, 2, n_ranks * N_ROUNDS);
  for (guint32 rank = 0; rank < n_ranks; rank++)
    {
      guint32 state = 12345 + 7919 * rank;

      for (guint32 k = 0; k < N_ROUNDS; k++)
        {
          lcg->compute_s[rank * N_ROUNDS + k] = (1 + draw (&state) % 1000) * 1e-6;
          lcg->bytes[rank * N_ROUNDS + k] = 1024 + draw (&state) % 1048576;
        }
      lcg->ready_s[rank] = lcg->compute_s[rank * N_ROUNDS];
    }
}

static void
lcg_clear (Lcg *lcg)
{
  star_clear (&lcg->star);
  g_free (lcg->compute_s);
  g_free (lcg->bytes);
  g_free (lcg->round);
  g_free (lcg->ready_s);
  g_free (lcg->n_missing);
}

static guint32
lcg_offset (const Lcg *lcg, guint32 k)
{
  return 1 + 37 * k % (lcg->n_ranks - 1);
}

/* One of the two messages of a rank's round is there. */
static void
lcg_meet (Lcg *lcg, double time, guint32 rank, guint32 k, double *finish_s)
{
  if (--lcg->n_missing[rank * N_ROUNDS + k] > 0)
    return;
  g_assert_cmpuint (lcg->round[rank], ==, k);
  lcg->round[rank]++;
  finish_s[rank] = time;
  if (lcg->round[rank] < N_ROUNDS)
    lcg->ready_s[rank] = time + lcg->compute_s[rank * N_ROUNDS + k + 1];
}

/* Messages have the number rank × rounds + round of their senders. */
static void
lcg_run (Lcg *lcg, double *finish_s)
{
  WeftSimNet *net = lcg->star.net;

  for (;;)
    {
      double time = net->klass->next (net);

      for (guint32 rank = 0; rank < lcg->n_ranks; rank++)
        time = MIN (time, lcg->ready_s[rank]);
      if (isinf (time))
        return;
      net->klass->advance (net, time);
      for (guint32 i = 0; i < net->n_arrived; i++)
        {
          guint32 rank = net->arrived[i] / N_ROUNDS, k = net->arrived[i] % N_ROUNDS;

          lcg_meet (lcg, time, rank, k, finish_s);
          lcg_meet (lcg, time, (rank + lcg_offset (lcg, k)) % lcg->n_ranks, k, finish_s);
        }
      for (guint32 rank = 0; rank < lcg->n_ranks; rank++)
        if (lcg->ready_s[rank] <= time)
          {
            guint32 k = lcg->round[rank];

            lcg->ready_s[rank] = INFINITY;
            star_send (&lcg->star, time, rank * N_ROUNDS + k, rank, (rank + lcg_offset (lcg, k)) % lcg->n_ranks,
                       lcg->bytes[rank * N_ROUNDS + k]);
          }
    }
}

static void
test_lcg (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows = json_object_get_array_member (load_figures (&root), "lcg");

  g_assert_cmpuint (json_array_get_length (rows), ==, 2);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonArray *expected = json_object_get_array_member (json_array_get_object_element (rows, i), "finish_ns");
      guint32 n_ranks = json_array_get_length (expected);
      g_autofree double *finish_s = g_new0 (double, n_ranks);
      Lcg lcg;

      lcg_init (&lcg, n_ranks);
      lcg_run (&lcg, finish_s);
      for (guint32 rank = 0; rank < n_ranks; rank++)
        g_assert_cmpfloat_with_epsilon (finish_s[rank] * 1e9, json_array_get_double_element (expected, rank), 0.06);
      lcg_clear (&lcg);
    }
}

/* The same as traces, through the engine. */
static void
test_lcg_engine (void)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows = json_object_get_array_member (load_figures (&root), "lcg");

  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      JsonArray *expected = json_object_get_array_member (row, "finish_ns");
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftSimTrace) trace = weft_sim_example_new (json_object_get_string_member (row, "trace"), &error);
      g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, json_array_get_length (expected), BW_BYTES_S, LATENCY_S);
      g_autoptr (WeftSimResult) result = NULL;
      WeftSimOptions options;

      g_assert_no_error (error);
      weft_sim_options_init (&options);
      result = weft_sim_run (trace, network, &options, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (result->n_messages, ==, trace->n_ranks * N_ROUNDS);
      for (guint32 rank = 0; rank < trace->n_ranks; rank++)
        g_assert_cmpfloat_with_epsilon (result->ranks[rank].finish_s * 1e9,
                                        json_array_get_double_element (expected, rank), 0.06);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fluid-loads/star", test_loads);
  g_test_add_func ("/fluid-loads/late", test_late);
  g_test_add_func ("/fluid-loads/lcg", test_lcg);
  g_test_add_func ("/fluid-loads/lcg-engine", test_lcg_engine);
  return g_test_run ();
}
