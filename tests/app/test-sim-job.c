/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations of a document without the page: traces and workloads, stopping, failures, runs beside each other. */
#include <math.h>
#include <string.h>

#include "app/simulate/weft-sim-job.h"
#include "app/simulate/weft-sim-words.h"
#include "app/workloads/weft-mapping-words.h"

#define WATCHDOG_S 120
#define HPCG "{\"generator\":\"hpcg\",\"params\":{\"n\":16,\"iterations\":2}}"

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftMapJob *workloads;
  WeftSimJob *job;
  guint ended; /* signals */
} Fixture;

static void
ended_cb (Fixture *fixture)
{
  fixture->ended++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "catalog", "systems", "chase-llm.weft", NULL);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, violations, &error);

  g_assert_no_error (error);
  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new_of_design (fixture->engine, design);
  fixture->workloads = weft_map_job_new (fixture->session);
  fixture->job = weft_sim_job_new (fixture->workloads, NULL);
  g_signal_connect_swapped (fixture->job, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->job != NULL)
    g_signal_handlers_disconnect_by_data (fixture->job, fixture);
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
is_read (Fixture *fixture)
{
  return weft_sim_input_get_state (weft_sim_job_get_input (fixture->job)) != WEFT_SIM_INPUT_READING;
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
  g_assert_true (weft_sim_job_get_input (fixture->job) == input);
}

/* NULL when it fails. */
static WeftSimulation *
simulate (Fixture *fixture)
{
  wait_for (fixture, can_start);
  weft_sim_job_start (fixture->job);
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_RUNNING);
  g_assert_false (weft_sim_job_can_start (fixture->job));
  wait_for (fixture, is_over);
  return weft_sim_job_get_state (fixture->job) == WEFT_SIM_JOB_DONE ? weft_sim_job_get_shown (fixture->job) : NULL;
}

/* A trace runs as it is, with charts by rank and by link. */
static void
test_trace (Fixture *fixture, gconstpointer data)
{
  WeftSimulation *run;
  g_autofree char *makespan = NULL;

  add_example (fixture, "xf-tiny");
  run = simulate (fixture);
  g_assert_nonnull (run);
  g_assert_cmpuint (fixture->ended, ==, 1);
  g_assert_cmpuint (weft_simulation_get_result (run)->trace->n_tasks, ==, 80);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_runs (fixture->job)), ==, 1);
  g_assert_true (isnan (weft_simulation_get_mapping_s (run)));
  g_assert_cmpuint (weft_gantt_n_rows (weft_simulation_get_chart (run, FALSE)), ==, 4);
  g_assert_cmpuint (weft_gantt_n_rows (weft_simulation_get_chart (run, TRUE)), >, 0);
  makespan = weft_simulation_dup_makespan (run);
  g_assert_nonnull (strstr (makespan, "ms"));
  g_assert_false (weft_sim_job_is_dated (fixture->job, run));
}

/* A workload of the document is mapped first; the words say what contention adds. */
static void
test_workload (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkloadItem) item = weft_workload_item_read (HPCG, &error);
  g_autoptr (GPtrArray) facts = NULL;
  WeftSimulation *run;
  gboolean has_mapper = FALSE;

  g_assert_no_error (error);
  weft_map_job_add (fixture->workloads, item);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_inputs (fixture->job)), ==, 1);
  run = simulate (fixture);
  g_assert_nonnull (run);
  g_assert_cmpfloat (weft_simulation_get_mapping_s (run), >, 0);
  g_assert_cmpfloat (weft_simulation_get_result (run)->makespan_s, >, 0);
  facts = weft_facts_of_simulation (run);
  for (guint i = 0; i < facts->len; i++)
    has_mapper |= g_str_equal (((WeftFact *) facts->pdata[i])->name, "By the mapper");
  g_assert_true (has_mapper);

  weft_map_job_remove (fixture->workloads, item);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_inputs (fixture->job)), ==, 0);
  g_assert_null (weft_sim_job_get_input (fixture->job));
}

/* More ranks than chips: the message has both numbers. */
static void
test_too_many_ranks (Fixture *fixture, gconstpointer data)
{
  add_example (fixture, "lcg512");
  g_assert_null (simulate (fixture));
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_FAILED);
  g_assert_nonnull (strstr (weft_sim_job_get_message (fixture->job), "512"));
  g_assert_nonnull (strstr (weft_sim_job_get_message (fixture->job), "40"));
}

static void
test_broken_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "README.md", NULL);
  g_autoptr (WeftSimInput) input = weft_sim_input_new_trace (path);

  weft_sim_job_add_trace (fixture->job, input);
  wait_for (fixture, is_read);
  g_assert_cmpint (weft_sim_input_get_state (input), ==, WEFT_SIM_INPUT_FAILED);
  g_assert_nonnull (strstr (weft_sim_input_get_message (input), "README.md"));
  g_assert_false (weft_sim_job_can_start (fixture->job));
  weft_sim_job_remove_trace (fixture->job, input);
  g_assert_null (weft_sim_job_get_input (fixture->job));
}

/* A stopped run is none, and the next one can start at once. */
static void
test_stop (Fixture *fixture, gconstpointer data)
{
  add_example (fixture, "xf40");
  wait_for (fixture, can_start);
  weft_sim_job_start (fixture->job);
  weft_sim_job_stop (fixture->job);
  g_assert_cmpint (weft_sim_job_get_state (fixture->job), ==, WEFT_SIM_JOB_STOPPED);
  g_assert_true (weft_sim_job_can_start (fixture->job));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture->ended, ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (weft_sim_job_get_runs (fixture->job)), ==, 0);
  g_assert_nonnull (simulate (fixture));
}

/* Two runs beside each other; a run is never beside itself. Whole messages take longer than fair shares here. */
static void
test_beside (Fixture *fixture, gconstpointer data)
{
  WeftSimSettings settings;
  g_autoptr (WeftSimulation) fluid = NULL, fifo = NULL;

  add_example (fixture, "xf-tiny");
  fluid = g_object_ref (simulate (fixture));
  settings = *weft_sim_job_get_settings (fixture->job);
  settings.model = WEFT_SIM_FIFO;
  weft_sim_job_set_settings (fixture->job, &settings);
  fifo = g_object_ref (simulate (fixture));
  g_assert_true (weft_sim_job_get_shown (fixture->job) == fifo);
  g_assert_cmpfloat (weft_simulation_get_result (fifo)->makespan_s, >,
                     weft_simulation_get_result (fluid)->makespan_s);
  weft_sim_job_show_beside (fixture->job, fluid);
  g_assert_true (weft_sim_job_get_beside (fixture->job) == fluid);
  weft_sim_job_show (fixture->job, fluid);
  g_assert_null (weft_sim_job_get_beside (fixture->job));
  weft_sim_job_show_beside (fixture->job, fluid);
  g_assert_null (weft_sim_job_get_beside (fixture->job));
}

/* The design becomes another: the run stays what it was, and says so. */
static void
test_dated (Fixture *fixture, gconstpointer data)
{
  WeftSimulation *run;

  add_example (fixture, "xf-tiny");
  run = simulate (fixture);
  weft_session_set_text (fixture->session, "/name", "Another", FALSE);
  g_assert_true (weft_sim_job_is_dated (fixture->job, run));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sim-job/trace", Fixture, NULL, set_up, test_trace, tear_down);
  g_test_add ("/sim-job/workload", Fixture, NULL, set_up, test_workload, tear_down);
  g_test_add ("/sim-job/too-many-ranks", Fixture, NULL, set_up, test_too_many_ranks, tear_down);
  g_test_add ("/sim-job/broken-file", Fixture, NULL, set_up, test_broken_file, tear_down);
  g_test_add ("/sim-job/stop", Fixture, NULL, set_up, test_stop, tear_down);
  g_test_add ("/sim-job/beside", Fixture, NULL, set_up, test_beside, tear_down);
  g_test_add ("/sim-job/dated", Fixture, NULL, set_up, test_dated, tear_down);
  return g_test_run ();
}
