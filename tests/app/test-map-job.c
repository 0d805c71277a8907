/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workloads of a page without the page: making graphs, mapping, comparing, plans of a model, and what is kept. */
#include <glib/gstdio.h>
#include <string.h>

#include "app/workloads/weft-llm-advice.h"
#include "app/workloads/weft-map-job.h"
#include "app/workloads/weft-map-memory.h"
#include "app/workloads/weft-mapping-words.h"
#include "app/workloads/weft-task-rows.h"
#include "app/workloads/weft-workload-examples.h"
#include "base/weft-json.h"

#define WATCHDOG_S 120
#define SMALL "{\"generator\":\"hpcg\",\"params\":{\"n\":16,\"iterations\":2}}"
#define OTHER "{\"generator\":\"stencil\",\"params\":{}}"
#define MODEL "{\"generator\":\"llm\",\"params\":{\"model\":\"llama-3.1-8b\",\"tp\":1,\"pp\":1}}"

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftMapJob *job;
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
  fixture->job = weft_map_job_new (fixture->session);
  g_signal_connect_swapped (fixture->job, "ended", G_CALLBACK (ended_cb), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->job != NULL)
    g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
}

typedef gboolean (*Condition) (Fixture *fixture);

static gboolean
give_up_cb (gpointer data)
{
  g_error ("nothing has happened for %d seconds", WATCHDOG_S);
  return G_SOURCE_REMOVE;
}

static void
wait_for (Fixture *fixture, Condition condition)
{
  guint watchdog = g_timeout_add_seconds (WATCHDOG_S, give_up_cb, NULL);

  while (!condition (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (watchdog);
}

static WeftWorkloadState
get_state (Fixture *fixture)
{
  return weft_workload_item_get_state (weft_map_job_get_item (fixture->job));
}

static gboolean
is_made (Fixture *fixture)
{
  return get_state (fixture) == WEFT_WORKLOAD_READY || get_state (fixture) == WEFT_WORKLOAD_FAILED;
}

static gboolean
can_start (Fixture *fixture)
{
  return weft_map_job_can_start (fixture->job);
}

static gboolean
is_over (Fixture *fixture)
{
  return weft_map_job_get_state (fixture->job) != WEFT_MAP_JOB_RUNNING;
}

static gboolean
has_two_charts (Fixture *fixture)
{
  return weft_map_job_get_chart (fixture->job, 1) != NULL;
}

static WeftWorkloadItem *
add (Fixture *fixture, const char *line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftWorkloadItem) item = weft_workload_item_read (line, &error);

  g_assert_no_error (error);
  weft_map_job_add (fixture->job, item);
  return weft_map_job_get_item (fixture->job);
}

static WeftMapOutcome *
map (Fixture *fixture, WeftMapAlgorithm algorithm)
{
  wait_for (fixture, can_start);
  weft_map_job_set_algorithm (fixture->job, algorithm);
  weft_map_job_start (fixture->job);
  g_assert_cmpint (weft_map_job_get_state (fixture->job), ==, WEFT_MAP_JOB_RUNNING);
  g_assert_false (weft_map_job_can_start (fixture->job));
  wait_for (fixture, is_over);
  return weft_map_job_get_state (fixture->job) == WEFT_MAP_JOB_DONE ? weft_map_job_get_shown (fixture->job) : NULL;
}

static const WeftParameter *
find_param (WeftWorkloadItem *item, const char *key)
{
  const WeftGenerator *generator = weft_workload_item_get_generator (item);

  for (guint i = 0; i < generator->n_params; i++)
    if (g_str_equal (generator->params[i].key, key))
      return &generator->params[i];
  g_error ("no parameter %s", key);
}

static JsonNode *
number (gint64 value)
{
  return json_node_init_int (json_node_alloc (), value);
}

/* --- workloads --- */

static void
test_make (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, SMALL);
  g_autofree char *title = weft_workload_item_dup_title (item), *words = NULL;
  guint before;

  wait_for (fixture, is_made);
  g_assert_cmpint (get_state (fixture), ==, WEFT_WORKLOAD_READY);
  g_assert_cmpstr (title, ==, weft_workload_item_get_generator (item)->title);
  before = weft_workload_item_get_graph (item)->n_tasks;
  words = weft_workload_item_dup_words (item);
  g_assert_nonnull (strstr (words, "iterations 2"));
  weft_workload_item_set_param (item, find_param (item, "iterations"), number (5));
  g_assert_cmpint (get_state (fixture), ==, WEFT_WORKLOAD_MAKING);
  g_assert_false (weft_map_job_can_start (fixture->job));
  wait_for (fixture, is_made);
  g_assert_cmpuint (weft_workload_item_get_graph (item)->n_tasks, >, before);
  /* The usual value again. */
  weft_workload_item_set_param (item, find_param (item, "iterations"), number (2));
  weft_workload_item_set_param (item, find_param (item, "n"), NULL);
  weft_workload_item_set_param (item, find_param (item, "n"), number (16));
  wait_for (fixture, is_made);
  g_assert_cmpuint (weft_workload_item_get_graph (item)->n_tasks, ==, before);
}

static void
test_refused (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, SMALL);
  g_autofree char *words = NULL;

  weft_workload_item_set_param (item, find_param (item, "n"), number (-3));
  wait_for (fixture, is_made);
  g_assert_cmpint (get_state (fixture), ==, WEFT_WORKLOAD_FAILED);
  g_assert_nonnull (strstr (weft_workload_item_get_message (item), "-3"));
  g_assert_null (weft_workload_item_get_graph (item));
  words = weft_workload_item_dup_words (item);
  g_assert_cmpstr (words, ==, weft_workload_item_get_message (item));
  g_assert_false (weft_map_job_can_start (fixture->job));
  weft_workload_item_set_param (item, find_param (item, "n"), number (16));
  wait_for (fixture, is_made);
  g_assert_cmpint (get_state (fixture), ==, WEFT_WORKLOAD_READY);
}

static void
test_bad_lines (void)
{
  const char *const lines[] = { "", "{", "7", "null", "[]", "{}", "{\"generator\":\"no-such\"}", "{\"generator\":7}",
                                "{\"params\":{}}" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftWorkloadItem) item = weft_workload_item_read (lines[i], &error);

      g_assert_null (item);
      g_assert_nonnull (error);
    }
}

/* Every example is one of the generators', and makes a graph. */
static void
test_examples (Fixture *fixture, gconstpointer data)
{
  for (guint i = 0; weft_workload_examples[i].title != NULL; i++)
    {
      WeftWorkloadItem *item = add (fixture, weft_workload_examples[i].line);

      wait_for (fixture, is_made);
      g_assert_cmpstr (weft_workload_item_get_message (item), ==, NULL);
      g_assert_cmpuint (weft_workload_item_get_graph (item)->n_tasks, >, 10);
      g_assert_nonnull (weft_workload_item_get_summary (item));
      weft_map_job_remove (fixture->job, item);
    }
}

static void
test_files (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-map-XXXXXX", NULL);
  g_autofree char *dot = g_build_filename (folder, "two.dot", NULL);
  g_autofree char *none = g_build_filename (folder, "none.json", NULL);
  g_autofree char *matrix = g_build_filename (folder, "small.mtx", NULL);
  g_autoptr (WeftWorkloadItem) first = NULL, second = NULL, third = NULL;

  g_assert_true (
    g_file_set_contents (dot, "digraph { a [size=\"2\"]; b [size=\"3\"]; a -> b [size=\"5\"]; }", -1, NULL));
  g_assert_true (g_file_set_contents (
    matrix, "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 4\n2 2 4\n3 3 4\n3 1 -1\n", -1, NULL));
  first = weft_workload_item_new_file (dot);
  weft_map_job_add (fixture->job, first);
  wait_for (fixture, is_made);
  g_assert_cmpstr (weft_workload_item_get_message (first), ==, NULL);
  g_assert_cmpuint (weft_workload_item_get_graph (first)->n_tasks, ==, 2);
  g_assert_null (weft_workload_item_get_generator (first));
  second = weft_workload_item_new_file (none);
  weft_map_job_add (fixture->job, second);
  wait_for (fixture, is_made);
  g_assert_cmpint (get_state (fixture), ==, WEFT_WORKLOAD_FAILED);
  g_assert_nonnull (strstr (weft_workload_item_get_message (second), "none.json"));
  /* A matrix is what a generator works on: its parameters can be set. */
  third = weft_workload_item_new_file (matrix);
  weft_map_job_add (fixture->job, third);
  wait_for (fixture, is_made);
  g_assert_cmpstr (weft_workload_item_get_message (third), ==, NULL);
  g_assert_cmpstr (weft_workload_item_get_generator (third)->id, ==, "sparse");
  g_unlink (dot);
  g_unlink (matrix);
  g_rmdir (folder);
}

/* The next one is chosen when the chosen one goes. */
static void
test_list (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *first = add (fixture, SMALL), *second = add (fixture, OTHER);

  g_assert_true (weft_map_job_get_item (fixture->job) == second);
  weft_map_job_choose (fixture->job, first);
  g_assert_true (weft_map_job_get_item (fixture->job) == first);
  weft_map_job_remove (fixture->job, first);
  g_assert_true (weft_map_job_get_item (fixture->job) == second);
  weft_map_job_remove (fixture->job, second);
  g_assert_null (weft_map_job_get_item (fixture->job));
  g_assert_false (weft_map_job_can_start (fixture->job));
  g_assert_cmpuint (g_list_model_get_n_items (weft_map_job_get_items (fixture->job)), ==, 0);
}

/* --- mapping --- */

static void
test_map (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, SMALL);
  WeftMapOutcome *mapping = map (fixture, WEFT_MAP_PEFT);
  g_autoptr (GPtrArray) facts = NULL, notes = NULL;
  g_autofree char *title = NULL;

  g_assert_nonnull (mapping);
  g_assert_cmpuint (fixture->ended, ==, 1);
  g_assert_cmpint (weft_map_outcome_get_result (mapping)->asked, ==, WEFT_MAP_PEFT);
  g_assert_cmpuint (weft_map_outcome_get_problem (mapping)->graph->n_tasks, ==,
                    weft_workload_item_get_graph (item)->n_tasks);
  g_assert_true (weft_map_job_get_chart (fixture->job, 0) == weft_map_outcome_get_chart (mapping));
  g_assert_null (weft_map_job_get_chart (fixture->job, 1));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (weft_workload_item_get_mappings (item))), ==, 1);
  title = weft_map_outcome_dup_title (mapping);
  g_assert_cmpstr (title, ==, "PEFT");
  facts = weft_facts_of_mapping (mapping);
  g_assert_cmpuint (facts->len, >, 6);
  notes = weft_notes_of_mapping (mapping);
  g_assert_nonnull (notes);
}

/* The same algorithm again takes the place of its old result; another one stands beside it. */
static void
test_compare (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, SMALL);
  GListModel *mappings = G_LIST_MODEL (weft_workload_item_get_mappings (item));
  WeftMapOutcome *peft, *heft;

  map (fixture, WEFT_MAP_PEFT);
  peft = map (fixture, WEFT_MAP_PEFT);
  g_assert_cmpuint (g_list_model_get_n_items (mappings), ==, 1);
  heft = map (fixture, WEFT_MAP_HEFT);
  g_assert_cmpuint (g_list_model_get_n_items (mappings), ==, 2);
  g_assert_true (weft_map_job_get_shown (fixture->job) == heft);
  /* On one machine the runs share what it costs. */
  g_assert_true (weft_map_outcome_get_ground (peft) == weft_map_outcome_get_ground (heft));
  weft_map_job_show_beside (fixture->job, peft);
  g_assert_true (weft_map_job_get_beside (fixture->job) == peft);
  wait_for (fixture, has_two_charts);
  /* They change places. */
  weft_map_job_show (fixture->job, peft);
  g_assert_true (weft_map_job_get_shown (fixture->job) == peft);
  g_assert_true (weft_map_job_get_beside (fixture->job) == heft);
  weft_map_job_forget (fixture->job, heft);
  g_assert_null (weft_map_job_get_beside (fixture->job));
  g_assert_true (weft_map_job_get_shown (fixture->job) == peft);
  g_assert_null (weft_map_job_get_chart (fixture->job, 1));
}

/* What was mapped onto the design before a change says so, and is not compared with what comes after. */
static void
test_dated (Fixture *fixture, gconstpointer data)
{
  WeftMapOutcome *before, *after;

  add (fixture, SMALL);
  before = map (fixture, WEFT_MAP_PEFT);
  g_assert_false (weft_map_job_is_dated (fixture->job, before));
  g_assert_nonnull (weft_map_job_get_machine (fixture->job));
  weft_session_set_text (fixture->session, "/name", "Changed", FALSE);
  g_assert_true (weft_map_job_is_dated (fixture->job, before));
  g_assert_null (weft_map_job_get_machine (fixture->job));
  after = map (fixture, WEFT_MAP_HEFT);
  g_assert_false (weft_map_job_is_dated (fixture->job, after));
  weft_map_job_show_beside (fixture->job, before);
  g_assert_null (weft_map_job_get_beside (fixture->job));
}

static gboolean
has_begun (Fixture *fixture)
{
  return weft_map_job_get_progress (fixture->job) > 0 || is_over (fixture);
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, "{\"generator\":\"hpcg\",\"params\":{\"n\":64,\"iterations\":500}}");

  wait_for (fixture, can_start);
  weft_map_job_set_algorithm (fixture->job, WEFT_MAP_BEST);
  weft_map_job_start (fixture->job);
  wait_for (fixture, has_begun);
  weft_map_job_stop (fixture->job);
  g_assert_cmpint (weft_map_job_get_state (fixture->job), ==, WEFT_MAP_JOB_STOPPED);
  g_assert_cmpuint (fixture->ended, ==, 0);
  g_assert_true (weft_map_job_can_start (fixture->job));
  /* Its answer never counts; the next one's does. */
  g_assert_nonnull (map (fixture, WEFT_MAP_GREEDY));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (weft_workload_item_get_mappings (item))), ==, 1);
}

/* What cannot be mapped leaves a sentence, and what was there stays. */
static void
test_impossible (Fixture *fixture, gconstpointer data)
{
  WeftMapOutcome *mapping;

  add (fixture, SMALL);
  mapping = map (fixture, WEFT_MAP_PEFT);
  g_assert_null (map (fixture, WEFT_MAP_RANKS));
  g_assert_cmpint (weft_map_job_get_state (fixture->job), ==, WEFT_MAP_JOB_FAILED);
  g_assert_cmpstr (weft_map_job_get_message (fixture->job), !=, "");
  g_assert_true (weft_map_job_get_shown (fixture->job) == mapping);
  g_assert_cmpuint (fixture->ended, ==, 2);
}

/* A machine without accelerators or hosts cannot run anything. */
static void
test_empty_design (Fixture *fixture, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  fixture->session = weft_session_new (fixture->engine);
  fixture->job = weft_map_job_new (fixture->session);
  add (fixture, SMALL);
  g_assert_null (map (fixture, WEFT_MAP_PEFT));
  g_assert_cmpint (weft_map_job_get_state (fixture->job), ==, WEFT_MAP_JOB_FAILED);
  g_assert_cmpstr (weft_map_job_get_message (fixture->job), !=, "");
}

/* The job goes while a worker maps. */
static void
test_close (Fixture *fixture, gconstpointer data)
{
  add (fixture, SMALL);
  wait_for (fixture, can_start);
  weft_map_job_start (fixture->job);
  weft_map_job_stop (fixture->job);
  g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  while (g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
}

/* --- rows --- */

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  WeftMapOutcome *mapping;
  const WeftMapReport *report;
  g_autoptr (WeftTaskRows) path = NULL, found = NULL, none = NULL;
  g_autoptr (WeftTaskRow) last = NULL;
  g_autofree char *name = NULL, *whole = NULL;

  add (fixture, SMALL);
  mapping = map (fixture, WEFT_MAP_PEFT);
  report = weft_map_outcome_get_report (mapping);
  path = weft_task_rows_new_path (mapping);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (path)), ==, report->path->len);
  last = g_list_model_get_item (G_LIST_MODEL (path), report->path->len - 1);
  name = weft_task_row_dup_name (last);
  whole = weft_task_graph_task_name (weft_map_outcome_get_problem (mapping)->graph, weft_task_row_get_task (last));
  g_assert_cmpstr (name, ==, whole);
  found = weft_task_rows_new_found (mapping, whole);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (found)), >=, 1);
  none = weft_task_rows_new_found (mapping, "no task is called so");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (none)), ==, 0);
}

/* --- models --- */

static WeftLlmAdvice *advice;

static gboolean
is_advised (Fixture *fixture)
{
  return !weft_llm_advice_is_busy (advice);
}

static gboolean
has_mapping (Fixture *fixture)
{
  return weft_map_job_get_shown (fixture->job) != NULL && is_over (fixture);
}

static void
test_plans (Fixture *fixture, gconstpointer data)
{
  WeftWorkloadItem *item = add (fixture, MODEL);
  const WeftLlmPlan *plan;
  g_autoptr (JsonNode) tp = NULL;
  guint n_devices = 0;

  advice = weft_llm_advice_new (fixture->job);
  wait_for (fixture, can_start);
  g_assert_true (weft_llm_advice_applies (advice));
  g_assert_true (weft_llm_advice_is_dated (advice));
  weft_llm_advice_start (advice, TRUE);
  wait_for (fixture, is_advised);
  g_assert_cmpstr (weft_llm_advice_get_message (advice), ==, NULL);
  g_assert_cmpuint (weft_llm_advice_get_plans (advice)->len, >, 1);
  g_assert_cmpuint (weft_llm_advice_get_notes (advice)->len, >, 0);
  g_assert_false (weft_llm_advice_is_dated (advice));
  plan = weft_llm_advice_get_plans (advice)->pdata[0];
  n_devices = plan->tp * plan->pp * plan->dp;
  weft_llm_advice_take (advice, 0);
  wait_for (fixture, has_mapping);
  tp = weft_workload_item_get_param (item, find_param (item, "tp"));
  g_assert_cmpint (json_node_get_int (tp), ==, plan->tp);
  g_assert_cmpint (weft_map_outcome_get_result (weft_map_job_get_shown (fixture->job))->algorithm, ==, WEFT_MAP_RANKS);
  /* Taking it asks nothing new, and every rank has its device. */
  g_assert_false (weft_llm_advice_is_dated (advice));
  g_assert_cmpuint (weft_workload_item_get_ranks (item)->len, ==, n_devices);
  weft_workload_item_set_param (item, find_param (item, "batch"), number (7));
  g_assert_true (weft_llm_advice_is_dated (advice));
  g_assert_null (weft_workload_item_get_ranks (item));
  add (fixture, SMALL);
  g_assert_false (weft_llm_advice_applies (advice));
  g_assert_null (weft_llm_advice_get_plans (advice));
  g_clear_object (&advice);
}

/* --- what is kept --- */

static void
test_lines (Fixture *fixture, gconstpointer data)
{
  const char *const lines[] = { "algorithm cpop", SMALL, "{\"generator\":\"no-such\"}", "*" OTHER, "nonsense",
                                "{\"file\":\"/no/such/file.json\",\"params\":{}}", "algorithm no-such", NULL };
  g_auto (GStrv) written = NULL;

  weft_map_memory_read (fixture->job, lines);
  g_assert_cmpuint (g_list_model_get_n_items (weft_map_job_get_items (fixture->job)), ==, 3);
  g_assert_cmpint (weft_map_job_get_algorithm (fixture->job), ==, WEFT_MAP_CPOP);
  g_assert_cmpstr (weft_workload_item_get_generator (weft_map_job_get_item (fixture->job))->id, ==, "stencil");
  written = weft_map_memory_write (fixture->job);
  g_assert_cmpuint (g_strv_length (written), ==, 4);
  g_assert_cmpstr (written[0], ==, lines[0]);
  g_assert_cmpstr (written[1], ==, lines[1]);
  g_assert_cmpstr (written[2], ==, lines[3]);
  g_assert_cmpstr (written[3], ==, lines[5]);
}

static void
test_memory (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftMapJob) next = NULL;
  g_auto (GStrv) before = NULL, after = NULL;

  weft_map_memory_attach (fixture->job);
  g_assert_cmpuint (g_list_model_get_n_items (weft_map_job_get_items (fixture->job)), ==, 0);
  weft_map_job_set_algorithm (fixture->job, WEFT_MAP_HOFT);
  add (fixture, OTHER);
  add (fixture, "{\"generator\":\"hpcg\",\"params\":{\"n\":24}}");
  before = weft_map_memory_write (fixture->job);
  weft_map_memory_save (fixture->job);
  next = weft_map_job_new (fixture->session);
  weft_map_memory_attach (next);
  after = weft_map_memory_write (next);
  g_assert_cmpstrv (after, before);
  g_assert_cmpuint (g_strv_length (after), ==, 3);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-state-XXXXXX", NULL);

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/app/map-job/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("make", test_make);
  ADD ("refused", test_refused);
  ADD ("examples", test_examples);
  ADD ("files", test_files);
  ADD ("list", test_list);
  ADD ("map", test_map);
  ADD ("compare", test_compare);
  ADD ("dated", test_dated);
  ADD ("cancel", test_cancel);
  ADD ("impossible", test_impossible);
  ADD ("empty-design", test_empty_design);
  ADD ("close", test_close);
  ADD ("rows", test_rows);
  ADD ("plans", test_plans);
  ADD ("lines", test_lines);
  ADD ("memory", test_memory);
#undef ADD
  g_test_add_func ("/app/map-job/bad-lines", test_bad_lines);
  return g_test_run ();
}
