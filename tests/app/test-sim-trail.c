/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations of the window stand in the trail, and are run again from there: on their own design, whatever is open. */
#include <glib/gstdio.h>
#include <string.h>

#include "app/simulate/weft-sim-job.h"
#include "app/trail/weft-trail-replay.h"
#include "search/weft-sim-record.h"

#define WATCHDOG_S 120
#define HPCG "{\"generator\":\"hpcg\",\"params\":{\"n\":16,\"iterations\":2}}"

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftMapJob *workloads;
  WeftSimJob *job;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "catalog", "systems", "chase-llm.weft", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new_of_design (fixture->engine, design);
  fixture->workloads = weft_map_job_new (fixture->session);
  fixture->job = weft_sim_job_new (fixture->workloads, NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->workloads);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
}

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *fixture, gboolean (*condition) (Fixture *fixture))
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static gboolean
can_start (Fixture *fixture)
{
  return weft_sim_job_can_start (fixture->job);
}

static gboolean
is_over (Fixture *fixture)
{
  return weft_sim_job_get_state (fixture->job) != WEFT_SIM_JOB_RUNNING;
}

static void
add_example (Fixture *fixture, const char *name)
{
  g_autoptr (WeftSimInput) input = weft_sim_input_new_example (name);

  weft_sim_job_add_trace (fixture->job, input);
}

static WeftSimulation *
simulate (Fixture *fixture)
{
  wait_for (fixture, can_start);
  weft_sim_job_start (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_DONE);
  return weft_sim_job_get_shown (fixture->job);
}

/* NULL when it fails. */
static WeftSimulation *
open_run (Fixture *fixture, const char *path)
{
  weft_sim_job_open_run (fixture->job, path);
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_RUNNING);
  wait_for (fixture, is_over);
  return weft_sim_job_get_state (fixture->job) == WEFT_SIM_JOB_DONE ? weft_sim_job_get_shown (fixture->job) : NULL;
}

static guint
count_runs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) list = weft_trail_list (NULL, NULL, &error);

  return list != NULL ? g_list_model_get_n_items (list) : 0;
}

/* A run is recorded once, and opened with its settings, without another record. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  WeftSimSettings settings = { .model = WEFT_SIM_FIFO, .collectives = WEFT_SIM_ALGORITHM_DIRECT };
  const WeftSimSettings usual = { .algorithm = WEFT_MAP_BEST };
  WeftSimulation *first, *again;
  guint before = count_runs ();

  add_example (fixture, "xf-tiny");
  weft_sim_job_set_settings (fixture->job, &settings);
  first = simulate (fixture);
  g_assert_nonnull (weft_simulation_get_run (first));
  g_assert_cmpint (weft_simulation_get_again (first), ==, WEFT_SIM_AGAIN_NONE);
  g_assert_cmpuint (count_runs (), ==, before + 1);

  weft_sim_job_set_settings (fixture->job, &usual);
  again = open_run (fixture, weft_simulation_get_run (first));
  g_assert_true (again != first);
  g_assert_cmpint (weft_simulation_get_again (again), ==, WEFT_SIM_AGAIN_SAME);
  g_assert_cmpfloat (weft_simulation_get_result (again)->makespan_s, ==,
                     weft_simulation_get_result (first)->makespan_s);
  g_assert_cmpint (weft_sim_job_get_settings (fixture->job)->model, ==, WEFT_SIM_FIFO);
  g_assert_cmpint (weft_sim_job_get_settings (fixture->job)->collectives, ==, WEFT_SIM_ALGORITHM_DIRECT);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_inputs (fixture->job)), ==, 1);
  g_assert_false (weft_sim_job_is_dated (fixture->job, again));
  g_assert_cmpuint (count_runs (), ==, before + 1);
}

/* In a document that has neither the trace nor the design. */
static void
test_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSimJob) other = NULL;
  g_autofree char *path = NULL;
  WeftSimulation *run;

  add_example (fixture, "xf-tiny");
  path = g_strdup (weft_simulation_get_run (simulate (fixture)));
  weft_session_set_text (fixture->session, "/name", "Another", FALSE);
  other = g_steal_pointer (&fixture->job);
  fixture->job = weft_sim_job_new (fixture->workloads, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_inputs (fixture->job)), ==, 0);
  run = open_run (fixture, path);
  g_assert_cmpint (weft_simulation_get_again (run), ==, WEFT_SIM_AGAIN_SAME);
  g_assert_true (weft_sim_job_is_dated (fixture->job, run));
  g_assert_cmpstr (weft_sim_input_get_example (weft_sim_job_get_input (fixture->job)), ==, "xf-tiny");
  /* On the open design it is another run. */
  run = simulate (fixture);
  g_assert_cmpint (weft_simulation_get_again (run), ==, WEFT_SIM_AGAIN_NONE);
  g_assert_false (weft_sim_job_is_dated (fixture->job, run));
}

static void
test_workload (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkloadItem) item = weft_workload_item_read (HPCG, &error);
  g_autofree char *path = NULL;
  WeftSimulation *run;

  g_assert_no_error (error);
  weft_map_job_add (fixture->workloads, item);
  path = g_strdup (weft_simulation_get_run (simulate (fixture)));
  weft_map_job_remove (fixture->workloads, item);
  run = open_run (fixture, path);
  g_assert_cmpint (weft_simulation_get_again (run), ==, WEFT_SIM_AGAIN_SAME);
  g_assert_cmpstr (weft_simulation_get_title (run), ==, "HPCG");
}

/* The trail page computes it again too. */
static void
replayed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;
  char **words = data;

  g_assert_true (weft_trail_replay_finish (result, &report, &error));
  g_assert_no_error (error);
  *words = weft_trail_replay_describe (&report);
  weft_replay_report_clear (&report);
}

static void
progress_cb (double share, gpointer data)
{
}

static void
test_replay (Fixture *fixture, gconstpointer data)
{
  g_autofree char *words = NULL;
  WeftSimulation *run;

  add_example (fixture, "xf-tiny");
  run = simulate (fixture);
  weft_trail_replay_async (weft_engine_get_evaluator (fixture->engine), weft_simulation_get_run (run), 1, progress_cb,
                           NULL, replayed_cb, &words);
  while (words == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (words, ==, "The simulation was run again: the same result");
}

/* --- what goes wrong --- */

static void
test_no_simulation (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (NULL, NULL, NULL, &error);
  g_autoptr (JsonNode) node = json_from_string ("{\"method\":\"hill\"}", NULL);

  g_assert_no_error (error);
  weft_trail_writer_append (writer, "run.start", "app", 0, node, NULL, NULL, &error);
  g_assert_no_error (error);
  add_example (fixture, "xf-tiny");
  wait_for (fixture, can_start);
  g_assert_null (open_run (fixture, weft_trail_writer_get_path (writer)));
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_FAILED);
  g_assert_nonnull (strstr (weft_sim_job_get_message (fixture->job), "the run is no simulation"));
}

/* A run that cannot be recorded is shown all the same, and says so. */
static void
test_unwritable (void)
{
  g_autofree char *file = g_build_filename (g_get_tmp_dir (), "weft-no-folder", NULL);

  if (g_test_subprocess ())
    {
      Fixture fixture = { NULL };
      WeftSimulation *run;

      g_file_set_contents (file, "", 0, NULL);
      g_setenv ("WEFT_TRAIL_DIR", file, TRUE);
      set_up (&fixture, NULL);
      add_example (&fixture, "xf-tiny");
      run = simulate (&fixture);
      g_assert_null (weft_simulation_get_run (run));
      g_assert_true (
        g_str_has_prefix (g_ptr_array_index (weft_simulation_get_notes (run), 0), "This run is not in the trail: "));
      tear_down (&fixture, NULL);
      g_unlink (file);
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
  g_test_trap_assert_passed ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sim-trail/again", Fixture, NULL, set_up, test_again, tear_down);
  g_test_add ("/sim-trail/elsewhere", Fixture, NULL, set_up, test_elsewhere, tear_down);
  g_test_add ("/sim-trail/workload", Fixture, NULL, set_up, test_workload, tear_down);
  g_test_add ("/sim-trail/replay", Fixture, NULL, set_up, test_replay, tear_down);
  g_test_add ("/sim-trail/no-simulation", Fixture, NULL, set_up, test_no_simulation, tear_down);
  g_test_add_func ("/sim-trail/unwritable", test_unwritable);
  return g_test_run ();
}
