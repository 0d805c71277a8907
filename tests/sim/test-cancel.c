/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are cancelled at any moment, from another thread or from what they report: an error or the whole result,
 * nothing between. WEFT_TEST_FUZZ_ROUNDS makes it longer. */

#include <stdlib.h>

#include "base/weft-random.h"
#include "run-fixture.h"
#include "sim/weft-sim-scenario.h"

#define N_RANKS 16u
#define N_STEPS 8u

typedef struct
{
  GCancellable *cancellable;
  gulong wait_us;
} Stopper;

static guint
n_rounds (guint usual)
{
  const char *wanted = g_getenv ("WEFT_TEST_FUZZ_ROUNDS");

  return wanted != NULL ? (guint) atoi (wanted) : usual;
}

static gpointer
stop_cb (gpointer data)
{
  const Stopper *stopper = data;

  g_usleep (stopper->wait_us);
  g_cancellable_cancel (stopper->cancellable);
  return NULL;
}

/* --- what is run --- */

/* Everything that a rank can do, again and again. */
static void
add_rank (WeftSimBuilder *builder, guint32 rank, guint32 provider)
{
  guint32 next = (rank + 1) % N_RANKS;
  guint32 before = WEFT_SIM_NONE;

  for (guint64 step = 0; step < N_STEPS; step++)
    {
      guint64 id = step * 1000;
      guint32 compute = weft_sim_builder_add_compute (builder, rank, id, "c", NULL, 1e-6, 1e-5 * (rank + 1), 0, NULL);

      if (before != WEFT_SIM_NONE)
        weft_sim_builder_add_edge (builder, before, compute, 0);
      for (guint32 comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
        before = weft_sim_builder_add_collective (builder, rank, id + 10 + comm, "g", 0, comm, 1e5 + comm,
                                                  WEFT_SIM_NONE, NULL);
      weft_sim_builder_add_edge (builder, compute, before, 0);
      weft_sim_builder_add_send (builder, rank, id + 100, "s", next, (gint64) step, 1e6, NULL);
      weft_sim_builder_add_recv (builder, next, id + 200, "r", rank, (gint64) step, 1e6, NULL);
      weft_sim_builder_add_remote (builder, rank, id + 300, "l", provider, step % 2 != 0, 1e6, NULL);
    }
}

static WeftSimTrace *
make_trace (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("cancelled", N_RANKS);
  guint32 provider
    = weft_sim_builder_add_provider (builder, "pool", WEFT_SIM_NONE, 1e10, 1e-7, WEFT_SIM_QUEUE_FIFO);

  for (guint32 rank = 0; rank < N_RANKS; rank++)
    add_rank (builder, rank, provider);
  return build (builder);
}

/* Of so many ways to run it the one. */
static void
set_options (WeftSimOptions *options, guint32 which)
{
  weft_sim_options_init (options);
  options->model = which % 2 == 0 ? WEFT_SIM_FLUID : WEFT_SIM_FIFO;
  if (which % 4 == 3)
    options->astra = WEFT_SIM_ASTRA_AWARE;
  else if (which % 8 == 5)
    options->packet_bytes = 4096;
  options->closed_form = which % 16 == 4;
  options->chunks = 1 + which % 3;
  options->n_bins = which % 5 == 0 ? 32 : 0;
  options->max_messages = which % 5 == 0 ? 1000 : 0;
  for (guint32 comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
    options->algorithm[comm] = which % WEFT_N_SIM_ALGORITHMS;
}

/* Whether it ran to its end, and then as it does when nobody stops it. */
static gboolean
run_stopped (WeftSimTrace *trace, WeftSimNetwork *network, const WeftSimOptions *options, GCancellable *cancellable,
             double makespan_s)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimResult) result = weft_sim_run (trace, network, options, cancellable, &error);

  if (result == NULL)
    {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      return FALSE;
    }
  g_assert_no_error (error);
  g_assert_cmpfloat (result->makespan_s, ==, makespan_s);
  check_result (result);
  return TRUE;
}

/* --- from another thread --- */

static void
test_thread (void)
{
  g_autoptr (WeftSimTrace) trace = make_trace ();
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, N_RANKS, 5e10, 5e-7);
  guint n = n_rounds (160);
  WeftRandom random;
  guint n_ended = 0;

  weft_random_init (&random, 7, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (WeftSimResult) whole = NULL;
      Stopper stopper = { cancellable, 0 };
      WeftSimOptions options;
      GThread *thread;

      set_options (&options, i);
      whole = run (trace, network, &options);
      stopper.wait_us = weft_random_below (&random, (guint32) (whole->cpu_s * 0.9e6) + 2);
      thread = g_thread_new ("stop", stop_cb, &stopper);
      n_ended += run_stopped (trace, network, &options, cancellable, whole->makespan_s);
      g_thread_join (thread);
    }
  g_test_message ("%u of %u ended before they were stopped", n_ended, n);
}

/* --- from what it reports --- */

typedef struct
{
  GCancellable *cancellable;
  guint n_left;
} Countdown;

static void
count_down_cb (double share, guint64 n_events, double time_s, gpointer data)
{
  Countdown *countdown = data;

  g_assert_cmpfloat (share, >=, 0);
  g_assert_cmpfloat (share, <=, 1);
  if (countdown->n_left-- == 0)
    g_cancellable_cancel (countdown->cancellable);
}

static void
test_progress (void)
{
  g_autoptr (WeftSimTrace) trace = make_trace ();
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, N_RANKS, 5e10, 5e-7);

  for (guint i = 0; i < 64; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Countdown countdown = { cancellable, 0 };
      WeftSimOptions options;

      set_options (&options, i);
      options.progress = count_down_cb;
      options.progress_data = &countdown;
      g_assert_null (weft_sim_run (trace, network, &options, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

/* Nothing is run that nobody wants any more, however short. */
static void
test_before (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("short", 2);
  g_autoptr (WeftSimNetwork) network = net_new (NET_SWITCH, 2, 5e10, 5e-7);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  WeftSimOptions options;

  add_message (builder, 0, 1, 0, MIB);
  trace = build (builder);
  weft_sim_options_init (&options);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_sim_run (trace, network, &options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- flows on bare links --- */

static WeftSimScenario *
make_scenario (void)
{
  g_autoptr (GString) text = g_string_new ("{\"links\": [");
  g_autoptr (GError) error = NULL;
  WeftSimScenario *scenario;

  for (guint i = 0; i < 64; i++)
    g_string_append_printf (text, "%s{\"id\": \"l%u\", \"bandwidth_bytes_s\": 1e9, \"latency_s\": 1e-6}",
                            i > 0 ? "," : "", i);
  g_string_append (text, "], \"flows\": [");
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (text, "%s{\"id\": \"f%u\", \"route\": [\"l%u\", \"l%u\"], \"bytes\": %u}", i > 0 ? "," : "",
                            i, i % 64, (i * 7 + 1 + i / 64) % 64 == i % 64 ? (i + 1) % 64 : (i * 7 + 1 + i / 64) % 64,
                            1000 + i);
  g_string_append (text, "]}");
  scenario = weft_sim_scenario_read (text->str, (gssize) text->len, "flows", &error);
  g_assert_no_error (error);
  return scenario;
}

static void
test_scenario (void)
{
  g_autoptr (WeftSimScenario) scenario = make_scenario ();
  guint n = n_rounds (60);
  WeftRandom random;

  weft_random_init (&random, 9, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (WeftSimScenarioResult) result = NULL;
      g_autoptr (GError) error = NULL;
      Stopper stopper = { cancellable, weft_random_below (&random, 20000) };
      WeftSimOptions options;
      GThread *thread;

      weft_sim_options_init (&options);
      options.model = i % 2 == 0 ? WEFT_SIM_FLUID : WEFT_SIM_FIFO;
      options.packet_bytes = i % 4 == 1 ? 100 : 0;
      thread = g_thread_new ("stop", stop_cb, &stopper);
      result = weft_sim_scenario_run (scenario, &options, cancellable, &error);
      g_assert_true ((result == NULL) == g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
      g_thread_join (thread);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/cancel/thread", test_thread);
  g_test_add_func ("/sim/cancel/progress", test_progress);
  g_test_add_func ("/sim/cancel/before", test_before);
  g_test_add_func ("/sim/cancel/scenario", test_scenario);
  return g_test_run ();
}
