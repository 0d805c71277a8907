/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A simulation is written into a run, read back, and run again: the same comes out, and what does not is told. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/weft-file-digest.h"
#include "interop/weft-sim-file.h"
#include "search/search-fixture.h"
#include "search/weft-sim-record.h"

#define SMALL "{\"generator\":\"hpcg\",\"params\":{\"n\":16,\"iterations\":2}}"
#define KNOBS "{\"format\":\"weft-knobs/1\",\"knobs\":[],\"comm\":[{\"efficiency\":0.5,\"launch_s\":1e-5}]}"
#define TRACE                                                                                                         \
  "{\"format\":\"weft-trace/1\",\"workload\":\"pair\",\"makespan_s\":3,"                                                    \
  "\"devices\":[{\"name\":\"GPU 1\",\"machine_device\":0},{\"name\":\"GPU 2\",\"machine_device\":1}],"                  \
  "\"costs\":[{\"kernel\":\"gemm\",\"kind\":\"compute\",\"flops\":{\"bf16\":1e12},\"bytes_read\":1e9}],"                  \
  "\"tasks\":[{\"name\":\"a\",\"cost\":0,\"device\":0,\"start_s\":0,\"finish_s\":1,\"deps\":[]},"                       \
  "{\"name\":\"b\",\"cost\":0,\"device\":1,\"start_s\":1,\"finish_s\":3,\"deps\":[0]}],\"messages\":[[0,1,1e6]]}"

typedef struct
{
  WeftEvaluator *evaluator;
  WeftInventory *inventory;
  WeftDesign *design;
  WeftFlat *flat;
  WeftPlatform *platform;
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", "chase-llm.weft", NULL);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  fixture->evaluator = fixture_evaluator ();
  fixture->design = weft_design_load (path, NULL, &error);
  g_assert_no_error (error);
  fixture->inventory
      = weft_evaluator_get_inventory (fixture->evaluator, weft_design_get_profile (fixture->design), &error);
  g_assert_no_error (error);
  fixture->flat = weft_machine_flatten (fixture->design, fixture->inventory, &error);
  g_assert_no_error (error);
  fixture->platform = weft_platform_from_flat (fixture->flat, fixture->inventory, notes, NULL, &error);
  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("weft-sim-record-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  weft_platform_unref (fixture->platform);
  weft_flat_free (fixture->flat);
  g_object_unref (fixture->design);
  g_object_unref (fixture->evaluator);
}

static WeftSimAnswer *
answer (Fixture *fixture, const WeftSimRequest *request)
{
  const WeftSimGround ground = { fixture->flat, fixture->platform, fixture->inventory };
  g_auto (WeftSimInputs) inputs = { NULL, NULL };
  g_autoptr (GError) error = NULL;
  WeftSimAnswer *found;

  weft_sim_request_load (request, weft_evaluator_get_catalog (fixture->evaluator), weft_sim_file_load_again, &inputs,
                         NULL, &error);
  g_assert_no_error (error);
  found = weft_sim_request_run (request, &inputs, &ground, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return found;
}

/* (transfer full) */
static WeftTrailRun *
record (Fixture *fixture, const WeftSimRequest *request, const WeftSimAnswer *found)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path
      = weft_sim_record_write (fixture->folder, request, fixture->design, fixture->inventory, found, &error);
  WeftTrailRun *run;

  g_assert_no_error (error);
  run = weft_trail_run_open (path, &error);
  g_assert_no_error (error);
  return run;
}

static void
check_whole (WeftTrailRun *run)
{
  WeftChainReport report;
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_trail_run_verify (run, &report, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (report.state, ==, WEFT_CHAIN_WHOLE);
  g_assert_cmpuint (report.events, ==, 3);
  weft_chain_report_clear (&report);
}

static void
replay (Fixture *fixture, WeftTrailRun *run, WeftReplayReport *report)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_sim_record_replay (fixture->evaluator, run, weft_sim_file_load_again, report, NULL, NULL, NULL,
                                         &error));
  g_assert_no_error (error);
  g_assert_cmpuint (report->simulations, ==, 1);
  g_assert_cmpuint (report->compared, ==, 0);
}

/* --- what is written --- */

static void
test_example (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSimRequest) request = weft_sim_request_new ("Transformer on 4");
  g_autoptr (WeftSimAnswer) found = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftSimRecord) read = NULL;
  g_autofree char *digest = NULL, *of_design = weft_design_digest (fixture->design);
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;

  request->example = g_strdup ("xf-tiny");
  request->settings.model = WEFT_SIM_FIFO;
  request->settings.packet_bytes = 65536;
  request->settings.collectives = WEFT_SIM_ALGORITHM_DIRECT;
  found = answer (fixture, request);
  digest = weft_sim_result_digest (found->result);
  run = record (fixture, request, found);
  check_whole (run);
  g_assert_true (weft_sim_record_is_in (run));
  read = weft_sim_record_read (run, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (read->request->title, ==, "Transformer on 4");
  g_assert_cmpstr (read->request->example, ==, "xf-tiny");
  g_assert_null (read->request->workload);
  g_assert_cmpint (read->request->settings.model, ==, WEFT_SIM_FIFO);
  g_assert_cmpfloat (read->request->settings.packet_bytes, ==, 65536);
  g_assert_cmpint (read->request->settings.collectives, ==, WEFT_SIM_ALGORITHM_DIRECT);
  g_assert_cmpint (read->request->settings.algorithm, ==, WEFT_MAP_BEST);
  g_assert_cmpstr (read->result_sha256, ==, digest);
  g_assert_cmpstr (read->design_sha256, ==, of_design);
  g_assert_true (weft_design_equal (read->design, fixture->design));
  g_assert_cmpfloat (read->makespan_s, ==, found->result->makespan_s);
  g_assert_cmpuint (read->event, ==, 2);
  replay (fixture, run, &report);
  g_assert_cmpuint (report.first_difference, ==, 0);
  weft_replay_report_clear (&report);
}

static void
test_words (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSimRequest) request = weft_sim_request_new ("Transformer on 4");
  g_autoptr (WeftSimAnswer) found = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftEvent) start = NULL, result = NULL, end = NULL;
  g_autoptr (GListModel) list = NULL;
  g_autoptr (WeftTrailEntry) entry = NULL;
  g_autofree char *title = g_strconcat ("simulation, Transformer on 4, ", weft_design_get_name (fixture->design), NULL);
  g_autofree char *begin
      = g_strconcat ("simulation of Transformer on 4 on ", weft_design_get_name (fixture->design), ", seed 0", NULL);
  g_autoptr (GError) error = NULL;

  request->example = g_strdup ("xf-tiny");
  found = answer (fixture, request);
  run = record (fixture, request, found);
  start = weft_trail_run_get_event (run, 1, &error);
  result = weft_trail_run_get_event (run, 2, &error);
  end = weft_trail_run_get_event (run, 3, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (weft_event_get_summary (start), ==, begin);
  g_assert_true (g_str_has_prefix (weft_event_get_summary (result), "makespan "));
  g_assert_nonnull (strstr (weft_event_get_summary (result), " tasks, design "));
  g_assert_true (g_str_has_prefix (weft_event_get_summary (end), "finished, makespan "));
  list = weft_trail_list (fixture->folder, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 1);
  entry = g_list_model_get_item (list, 0);
  g_assert_cmpstr (weft_trail_entry_get_title (entry), ==, title);
  g_assert_cmpstr (weft_trail_entry_get_method (entry), ==, "simulate");
  g_assert_cmpstr (weft_trail_entry_get_status (entry), ==, "finished");
  g_assert_cmpfloat (weft_trail_entry_get_makespan_s (entry), ==, found->result->makespan_s);
  g_assert_true (isnan (weft_trail_entry_get_best (entry)));
}

/* Recipe, knobs and devices of ranks lie in the run too. */
static void
test_workload (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSimRequest) request = weft_sim_request_new ("HPCG");
  g_autoptr (WeftSimAnswer) plain = NULL, found = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftSimRecord) read = NULL;
  g_autoptr (GError) error = NULL;
  const guint32 devices[] = { 2, 0, 1 };
  WeftReplayReport report;

  request->workload = weft_json_parse (SMALL, -1, "recipe", NULL, &error);
  g_assert_no_error (error);
  plain = answer (fixture, request);
  request->knobs = weft_json_parse (KNOBS, -1, "knobs", NULL, &error);
  g_assert_no_error (error);
  request->knobs_name = g_strdup ("half.json");
  request->ranks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_vals (request->ranks, devices, G_N_ELEMENTS (devices));
  found = answer (fixture, request);
  g_assert_cmpfloat (found->result->makespan_s, >=, plain->result->makespan_s);
  g_assert_false (isnan (found->mapped_s));
  run = record (fixture, request, found);
  check_whole (run);
  read = weft_sim_record_read (run, &error);
  g_assert_no_error (error);
  g_assert_true (json_node_equal (read->request->workload, request->workload));
  g_assert_true (json_node_equal (read->request->knobs, request->knobs));
  g_assert_cmpstr (read->request->knobs_name, ==, "half.json");
  g_assert_cmpuint (read->request->ranks->len, ==, 3);
  g_assert_cmpuint (g_array_index (read->request->ranks, guint32, 0), ==, 2);
  replay (fixture, run, &report);
  g_assert_cmpuint (report.first_difference, ==, 0);
  weft_replay_report_clear (&report);
}

/* --- what is not the same --- */

/* The record says ring, but direct has been run. */
static void
test_difference (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSimRequest) request = weft_sim_request_new ("one");
  g_autoptr (WeftSimAnswer) found = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  WeftReplayReport report;

  request->example = g_strdup ("xf-tiny");
  request->settings.model = WEFT_SIM_FIFO;
  found = answer (fixture, request);
  request->settings.model = WEFT_SIM_FLUID;
  run = record (fixture, request, found);
  replay (fixture, run, &report);
  g_assert_cmpuint (report.first_difference, ==, 2);
  g_assert_true (g_str_has_prefix (report.what, "makespan: recorded "));
  weft_replay_report_clear (&report);
}

static void
test_file (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "pair.json", NULL);
  g_autoptr (WeftSimRequest) request = weft_sim_request_new ("pair");
  g_autoptr (WeftSimAnswer) found = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;

  g_file_set_contents (path, TRACE, -1, &error);
  g_assert_no_error (error);
  request->path = g_strdup (path);
  request->digest = weft_sim_file_digest (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (strlen (request->digest), ==, 64);
  found = answer (fixture, request);
  run = record (fixture, request, found);
  replay (fixture, run, &report);
  g_assert_cmpuint (report.first_difference, ==, 0);
  weft_replay_report_clear (&report);

  g_file_set_contents (path, TRACE "\n", -1, &error);
  g_assert_no_error (error);
  g_assert_false (weft_sim_record_replay (fixture->evaluator, run, weft_sim_file_load_again, &report, NULL, NULL, NULL,
                                          &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "this is not the trace that was simulated"));
  weft_replay_report_clear (&report);
  g_clear_error (&error);

  g_unlink (path);
  g_assert_false (weft_sim_record_replay (fixture->evaluator, run, weft_sim_file_load_again, &report, NULL, NULL, NULL,
                                          &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  weft_replay_report_clear (&report);
}

/* --- runs from elsewhere --- */

static char *
refusal (Fixture *fixture, const char *start)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (fixture->folder, NULL, NULL, &error);
  g_autoptr (JsonNode) node = weft_json_parse (start, -1, "start", NULL, &error);
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (WeftSimRecord) read = NULL;

  g_assert_no_error (error);
  weft_trail_writer_append (writer, "run.start", "app", 0, node, NULL, NULL, &error);
  g_assert_no_error (error);
  run = weft_trail_run_open (weft_trail_writer_get_path (writer), &error);
  g_assert_no_error (error);
  read = weft_sim_record_read (run, &error);
  g_assert_null (read);
  g_assert_nonnull (error);
  return g_strdup (error->message);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *start;
    const char *words;
  } cases[] = {
    { "{\"method\":\"hill\"}", "Event 1 cannot be read back: the run is no simulation" },
    { "{\"method\":\"simulate\"}", "event 1: /input: " },
    { "{\"method\":\"simulate\",\"input\":{\"title\":\"x\"}}", "one of workload, example and path" },
    { "{\"method\":\"simulate\",\"input\":{\"title\":\"x\",\"example\":\"a\",\"path\":\"b\"}}",
      "one of workload, example and path" },
    { "{\"method\":\"simulate\",\"input\":{\"title\":\"x\",\"example\":\"a\"},\"settings\":{\"links\":\"wide\"}}",
      "event 1: /settings/links: " },
    { "{\"method\":\"simulate\",\"input\":{\"title\":\"x\",\"example\":\"a\"},\"settings\":{\"links\":\"fluid\","
      "\"collectives\":\"ring\",\"mapper\":\"best\"}}",
      "The run has no result" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *message = refusal (fixture, cases[i].start);

      g_test_message ("%s", message);
      g_assert_nonnull (strstr (message, cases[i].words));
    }
}

static void
test_digest (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "abc", NULL);
  g_autofree char *digest = NULL, *none = NULL;
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, "abc", 3, &error);
  digest = weft_file_digest (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (digest, ==, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  none = weft_file_digest (fixture->folder, NULL, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/sim-record/example", Fixture, NULL, set_up, test_example, tear_down);
  g_test_add ("/sim-record/words", Fixture, NULL, set_up, test_words, tear_down);
  g_test_add ("/sim-record/workload", Fixture, NULL, set_up, test_workload, tear_down);
  g_test_add ("/sim-record/difference", Fixture, NULL, set_up, test_difference, tear_down);
  g_test_add ("/sim-record/file", Fixture, NULL, set_up, test_file, tear_down);
  g_test_add ("/sim-record/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/sim-record/digest", Fixture, NULL, set_up, test_digest, tear_down);
  return g_test_run ();
}
