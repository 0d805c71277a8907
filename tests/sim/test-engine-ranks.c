/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks: slots, order, speed, beginnings, what they wait for; runs that are stopped, refused, or come to a stand. */
#include "run-fixture.h"

#include <json-glib/json-glib.h>

static WeftSimNetwork *
fast_net (guint32 n)
{
  return net_new (NET_RING, n, 1e12, 0);
}

/* --- slots --- */

static double
time_tasks_ns (guint n_slots)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("slots", 1);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  options.compute_slots = n_slots;
  for (guint64 i = 0; i < 5; i++)
    add_compute (builder, 0, i, 1e-6);
  result = run_on (builder, fast_net (1), &options);
  assert_ns (result->ranks[0].busy_s, result->makespan_s * 1e9);
  return result->makespan_s * 1e9;
}

static void
test_slots (void)
{
  g_assert_cmpfloat_with_epsilon (time_tasks_ns (1), 5000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_tasks_ns (2), 3000, 1e-6);
  g_assert_cmpfloat_with_epsilon (time_tasks_ns (9), 1000, 1e-6);
}

/* By their numbers, or by an order of their own; and each says whom it waited for. */
static void
test_order (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("order", 1);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = fast_net (1);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) by_number = NULL;
  g_autoptr (WeftSimResult) by_order = NULL;

  for (guint64 i = 0; i < 4; i++)
    add_compute (builder, 0, i, (i + 1) * 1e-6);
  trace = build (builder);
  by_number = run (trace, network, &options);
  assert_ns (by_number->start_s[3], 6000);
  g_assert_cmpuint (by_number->released_by[3], ==, 2);
  g_assert_cmpuint (by_number->waited[3], ==, WEFT_SIM_WAIT_SLOT);
  g_assert_cmpuint (by_number->waited[0], ==, WEFT_SIM_WAIT_START);

  trace->order = g_new (guint32, 4);
  for (guint32 i = 0; i < 4; i++)
    trace->order[i] = 3 - i;
  by_order = run (trace, network, &options);
  assert_ns (by_order->start_s[3], 0);
  assert_ns (by_order->start_s[0], 9000);
  g_assert_cmpuint (by_order->released_by[0], ==, 1);
}

/* One slot: a rank's messages go one after the other; none: at once. */
static void
test_comm_slots (void)
{
  for (guint k = 0; k < 2; k++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("comm", 3);
      WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
      g_autoptr (WeftSimResult) result = NULL;

      options.comm_slots = k;
      add_message (builder, 0, 1, 0, 1e6);
      add_message (builder, 0, 2, 1, 1e6);
      result = run_on (builder, net_new (NET_FULL, 3, 1e9, 0), &options);
      assert_ns (result->ranks[1].finish_s, 1e6);
      assert_ns (result->ranks[2].finish_s, k == 0 ? 1e6 : 2e6);
    }
}

/* A long chain of tasks that take no time ends at once, without a deep stack. */
static void
test_no_time (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("chain", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 last = add_compute (builder, 0, 0, 0);

  for (guint64 i = 1; i < 200000; i++)
    {
      guint32 task = weft_sim_builder_add_control (builder, i % 2, i, "step", NULL);

      weft_sim_builder_add_edge (builder, last, task, 0);
      last = task;
    }
  result = run_on (builder, fast_net (2), &options);
  g_assert_cmpfloat (result->makespan_s, ==, 0);
  g_assert_cmpuint (result->ranks[0].n_tasks, ==, 100000);
}

/* --- speed and beginnings --- */

static void
test_speed (void)
{
  const double speed[3] = { 1, 0.5, 2 };
  const double delay_s[3] = { 0, 0, 5e-6 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("speed", 3);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;

  options.speed = speed;
  options.delay_s = delay_s;
  for (guint32 i = 0; i < 3; i++)
    weft_sim_builder_add_compute (builder, i, 1, "compute", NULL, 1e-6, 2e-6, 4e-6, NULL);
  result = run_on (builder, fast_net (3), &options);
  assert_ns (result->finish_s[0], 5000);
  assert_ns (result->finish_s[1], 9000);
  assert_ns (result->start_s[2], 5000);
  assert_ns (result->finish_s[2], 8000);
  assert_ns (result->ranks[2].wait_s[WEFT_SIM_WAIT_START], 5000);
}

/* What a rank waits for: 1 ms of computing of the sender is waiting, 2 ms of the message are communication. */
static void
test_waits (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("waits", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 compute = add_compute (builder, 0, 1, 1e-3);
  guint32 send = weft_sim_builder_add_send (builder, 0, 2, "send", 1, 0, 2e6, NULL);
  guint32 recv = weft_sim_builder_add_recv (builder, 1, 1, "recv", 0, 0, 2e6, NULL);
  guint32 after = add_compute (builder, 1, 2, 1e-3);

  weft_sim_builder_add_edge (builder, compute, send, 0);
  weft_sim_builder_add_edge (builder, recv, after, 0);
  result = run_on (builder, net_new (NET_RING, 2, 1e9, 0), &options);
  assert_ns (result->makespan_s, 4e6);
  assert_ns (result->ranks[0].busy_s, 1e6);
  assert_ns (result->ranks[0].comm_s, 2e6);
  assert_ns (result->ranks[1].busy_s, 1e6);
  assert_ns (result->ranks[1].comm_s, 2e6);
  assert_ns (result->ranks[1].wait_s[WEFT_SIM_WAIT_MESSAGE], 1e6);
  g_assert_cmpuint (result->waited[after], ==, WEFT_SIM_WAIT_MESSAGE);
  g_assert_cmpuint (result->released_by[after], ==, recv);
}

/* --- the same again --- */

static void
test_same_again (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("again", 9);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = net_new (NET_RING, 9, 1e9, 1e-6);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (WeftSimResult) first = NULL;
  g_autoptr (WeftSimResult) second = NULL;

  for (guint32 i = 0; i < 9; i++)
    for (guint32 k = 1; k < 9; k++)
      add_message (builder, i, (i + k) % 9, 10 * i + k, 1e5 * k + i);
  trace = build (builder);
  first = run (trace, network, &options);
  second = run (trace, network, &options);
  g_assert_cmpmem (first->finish_s, trace->n_tasks * sizeof (double), second->finish_s,
                   trace->n_tasks * sizeof (double));
  g_assert_cmpmem (first->links, network->n_links * sizeof *first->links, second->links,
                   network->n_links * sizeof *second->links);
}

/* --- ends --- */

static void
cancel_cb (double share, guint64 n_events, double time_s, gpointer data)
{
  g_assert_cmpfloat (share, <=, 1);
  g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("long", 1);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = fast_net (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  g_autoptr (GError) error = NULL;

  for (guint64 i = 0; i < 10000; i++)
    add_compute (builder, 0, i, 1e-6);
  trace = build (builder);
  options.progress = cancel_cb;
  options.progress_data = cancellable;
  g_assert_null (weft_sim_run (trace, network, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
assert_refused (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options, int code,
                const char *const *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_sim_run (trace, network, options, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, code);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (error->message, words[i]) == NULL)
      g_error ("“%s” lacks “%s”", error->message, words[i]);
}

static void
test_refused (void)
{
  const char *const ranks[] = { "8 ranks", "4", NULL };
  const char *const speed[] = { "rank 1", "-1", NULL };
  const char *const model[] = { "ASTRA-sim", "fifo", NULL };
  const char *const link[] = { "node 1 to node 2", "-5 bytes/s", NULL };
  const char *const longer[] = { "longer", NULL };
  const double wrong[8] = { 1, -1, 1, 1, 1, 1, 1, 1 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("eight", 8);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) four = fast_net (4);
  g_autoptr (WeftSimNetwork) eight = fast_net (8);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);

  add_compute (builder, 7, 1, 1e-6);
  trace = build (builder);
  assert_refused (trace, four, &options, WEFT_SIM_ERROR_INVALID, ranks);
  options.speed = wrong;
  assert_refused (trace, eight, &options, WEFT_SIM_ERROR_INVALID, speed);
  options.speed = NULL;
  options.model = WEFT_SIM_FLUID;
  assert_refused (trace, eight, &options, WEFT_SIM_ERROR_INVALID, model);
  options.model = WEFT_SIM_FIFO;
  options.astra = WEFT_SIM_ASTRA_OFF;
  trace->costs[0].compute_s = 1e305;
  assert_refused (trace, eight, &options, WEFT_SIM_ERROR_INVALID, longer);
  eight->bw_bytes_s[2] = -5;
  assert_refused (trace, eight, &options, WEFT_SIM_ERROR_INVALID, link);
}

/* Two ranks that each receive before they send: what the builder refuses, laid by hand. */
static void
test_stuck (void)
{
  const char *const words[] = { "4 of 6", "rank 0, node 200 “recv” waits for rank 1, node 101 “send”",
                                "rank 1, node 201 “recv” waits for rank 0, node 100 “send”", "ring: ", " → ", NULL };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("stuck", 3);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = fast_net (3);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_OFF);
  guint32 recv[2], send[2];

  for (guint32 i = 0; i < 2; i++)
    {
      recv[i] = weft_sim_builder_add_recv (builder, i, 200 + i, "recv", 1 - i, 1 - i, 1024, NULL);
      send[i] = weft_sim_builder_add_send (builder, i, 100 + i, "send", 1 - i, i, 1024, NULL);
    }
  add_compute (builder, 2, 1, 1e-6);
  add_compute (builder, 2, 2, 1e-6);
  trace = build (builder);
  g_clear_pointer (&trace->succ, g_free);
  trace->n_edges = 2;
  trace->succ = g_new (guint32, 2);
  for (guint32 i = 0, n = 0; i <= trace->n_tasks; i++)
    {
      trace->first_succ[i] = n;
      for (guint32 k = 0; k < 2; k++)
        if (i == recv[k])
          trace->succ[n++] = send[k];
    }
  trace->n_preds[send[0]] = trace->n_preds[send[1]] = 1;
  assert_refused (trace, network, &options, WEFT_SIM_ERROR_STUCK, words);
}

/* Two groups of the same two ranks, taken in different orders with one slot for communication. */
static void
test_stuck_groups (void)
{
  const char *const words[] = { "4 of 4", "rank 0, node 1 “a” waits for the part of rank 1, node 2 “a”",
                                "rank 1, node 2 “a” waits for its rank, which rank 1, node 1 “b” keeps busy",
                                "ring: ", NULL };
  const guint32 ranks[2] = { 0, 1 };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("groups", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (WeftSimNetwork) network = fast_net (2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
  g_autoptr (WeftSimResult) result = NULL;
  guint32 a = weft_sim_builder_add_group (builder, "a", ranks, 2, NULL);
  guint32 b = weft_sim_builder_add_group (builder, "b", ranks, 2, NULL);

  for (guint32 i = 0; i < 2; i++)
    {
      weft_sim_builder_add_collective (builder, i, 1 + i, "a", a, WEFT_SIM_ALL_REDUCE, 64, WEFT_SIM_NONE, NULL);
      weft_sim_builder_add_collective (builder, i, 2 - i, "b", b, WEFT_SIM_ALL_REDUCE, 64, WEFT_SIM_NONE, NULL);
    }
  trace = build (builder);
  assert_refused (trace, network, &options, WEFT_SIM_ERROR_STUCK, words);
  options.comm_slots = 2;
  result = run (trace, network, &options);
  g_assert_cmpuint (result->n_messages, >, 0);
}

/* --- JSON --- */

static void
test_json (void)
{
  const char *const members[] = { "makespan_s", "events", "messages", "cpu_s", "model", "ranks", "devices", "links",
                                  "providers", "collectives", "bottleneck", "critical_path", "notes" };
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("json", 2);
  WeftSimOptions options = fifo_options (WEFT_SIM_ASTRA_AWARE);
  g_autoptr (WeftSimResult) result = NULL;
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (GList) shares = NULL;
  JsonObject *rank;
  double sum = 0;

  add_message (builder, 0, 1, 0, MIB);
  result = run_on (builder, net_astra (NET_RING, 2), &options);
  weft_sim_result_add_json (result, 3, object);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    g_assert_true (json_object_has_member (object, members[i]));
  rank = json_array_get_object_element (json_object_get_array_member (object, "ranks"), 1);
  g_assert_cmpfloat (json_object_get_double_member (rank, "finish_ns"), ==, 20031);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "links")), ==, 3);
  shares = json_object_get_values (json_object_get_object_member (object, "bottleneck"));
  for (GList *at = shares; at != NULL; at = at->next)
    sum += json_node_get_double (at->data);
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  g_assert_cmpstr (json_object_get_string_member (object, "bound_by"), ==, "link_serialization");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/engine-ranks/slots", test_slots);
  g_test_add_func ("/sim/engine-ranks/order", test_order);
  g_test_add_func ("/sim/engine-ranks/comm-slots", test_comm_slots);
  g_test_add_func ("/sim/engine-ranks/no-time", test_no_time);
  g_test_add_func ("/sim/engine-ranks/speed", test_speed);
  g_test_add_func ("/sim/engine-ranks/waits", test_waits);
  g_test_add_func ("/sim/engine-ranks/same-again", test_same_again);
  g_test_add_func ("/sim/engine-ranks/cancel", test_cancel);
  g_test_add_func ("/sim/engine-ranks/refused", test_refused);
  g_test_add_func ("/sim/engine-ranks/stuck", test_stuck);
  g_test_add_func ("/sim/engine-ranks/stuck-groups", test_stuck_groups);
  g_test_add_func ("/sim/engine-ranks/json", test_json);
  return g_test_run ();
}
