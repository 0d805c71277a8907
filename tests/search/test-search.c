/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches: the same bytes on any number of threads, a record that can be replayed and gone on from, and control
 * while they run. */
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "base/weft-json.h"
#include "search/weft-search.h"

typedef struct
{
  WeftEvaluator *evaluator;
  WeftProblem *problem;
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);

  g_assert_no_error (error);
  fixture->evaluator = weft_evaluator_new (catalog);
  fixture->problem = weft_problem_new (fixture->evaluator, space, NULL, NULL, &error);
  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("weft-search-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_folder (path);
      else
        g_unlink (path);
    }
  g_rmdir (folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->problem);
  g_clear_object (&fixture->evaluator);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
}

static char *
sub_folder (Fixture *fixture, const char *name)
{
  char *folder = g_build_filename (fixture->folder, name, NULL);

  g_mkdir_with_parents (folder, 0700);
  return folder;
}

static WeftSearch *
make_search (Fixture *fixture, guint n_threads, const char *folder, guint budget)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n_threads);
  g_autoptr (GError) error = NULL;
  WeftSearch *search = weft_search_new (fixture->problem, executor);

  if (folder != NULL)
    weft_search_record (search, folder);
  g_assert_cmpint (weft_search_add_run (search, "hill", 1, budget, &error), ==, 0);
  g_assert_cmpint (weft_search_add_run (search, "random", 2, budget, &error), ==, 1);
  g_assert_no_error (error);
  return search;
}

/* All events of a run, one line each. */
static char *
read_lines (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (run); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, &error);

      g_assert_no_error (error);
      g_string_append_printf (text, "%s\n", weft_event_get_line (event));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
run_to_end (WeftSearch *search)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_search_run (search, &error));
  g_assert_no_error (error);
  g_assert_cmpint (weft_search_get_state (search), ==, WEFT_SEARCH_FINISHED);
}

static void
test_threads (Fixture *fixture, gconstpointer data)
{
  char *expected[2] = { NULL, NULL };

  for (guint n = 1; n <= 4; n++)
    {
      g_autofree char *name = g_strdup_printf ("threads-%u", n);
      g_autofree char *folder = sub_folder (fixture, name);
      g_autoptr (WeftSearch) search = make_search (fixture, n, folder, 60);

      run_to_end (search);
      for (guint i = 0; i < 2; i++)
        {
          g_autofree char *path = weft_search_run_path (search, i);
          g_autofree char *lines = read_lines (path);

          if (expected[i] == NULL)
            expected[i] = g_strdup (lines);
          g_assert_cmpstr (lines, ==, expected[i]);
        }
    }
  g_assert_cmpstr (expected[0], !=, expected[1]);
  g_free (expected[0]);
  g_free (expected[1]);
}

static void
test_counts (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftSearch) search = make_search (fixture, 1, NULL, 200);

  run_to_end (search);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree WeftSearchPoint *points = g_new (WeftSearchPoint, 5000);
      WeftSearchCounts counts;
      guint n = weft_search_get_points (search, i, 0, points, 5000);
      guint invalid = 0, infeasible = 0, duplicates = 0;
      double best = NAN;

      weft_search_get_counts (search, i, &counts);
      g_assert_cmpuint (counts.evaluations, ==, 200);
      g_assert_true (counts.ended);
      for (guint j = 0; j < n; j++)
        {
          invalid += points[j].kind == WEFT_VERDICT_INVALID;
          infeasible += points[j].kind == WEFT_VERDICT_INFEASIBLE;
          duplicates += points[j].duplicate;
          if (points[j].kind == WEFT_VERDICT_FEASIBLE && !(points[j].score <= best))
            best = points[j].score;
          g_assert_true (points[j].best == best || (isnan (best) && isnan (points[j].best)));
        }
      g_assert_cmpuint (n, ==, counts.evaluations + counts.invalid);
      g_assert_cmpuint (invalid, ==, counts.invalid);
      g_assert_cmpuint (infeasible, ==, counts.infeasible);
      g_assert_cmpuint (duplicates, ==, counts.duplicates);
      g_assert_cmpfloat (counts.best, ==, best);
    }
}

static void
test_replay (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = sub_folder (fixture, "replay");
  g_autoptr (WeftSearch) search = make_search (fixture, 2, folder, 50);
  g_autofree char *path = NULL;
  g_autoptr (WeftTrailRun) run = NULL;
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;
  WeftChainReport chain = { 0 };

  run_to_end (search);
  path = weft_search_run_path (search, 0);
  run = weft_trail_run_open (path, &error);
  g_assert_no_error (error);
  g_assert_true (weft_search_replay (fixture->evaluator, run, 1, &report, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (report.compared, ==, 50);
  g_assert_cmpuint (report.first_difference, ==, 0);
  weft_replay_report_clear (&report);

  g_assert_true (weft_trail_run_verify (run, &chain, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (chain.state, ==, WEFT_CHAIN_WHOLE);
  weft_chain_report_clear (&chain);
}

/* A record whose numbers are not this evaluator's: the chain may hold, the replay tells. */
static void
test_replay_difference (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = sub_folder (fixture, "differs");
  g_autofree char *other = sub_folder (fixture, "forged");
  g_autoptr (WeftSearch) search = make_search (fixture, 1, folder, 10);
  g_autofree char *path = NULL;
  g_autoptr (WeftTrailRun) run = NULL, forged = NULL;
  g_autoptr (WeftTrailWriter) writer = NULL;
  g_autoptr (GError) error = NULL;
  WeftReplayReport report;
  guint64 changed = 0;

  run_to_end (search);
  path = weft_search_run_path (search, 1);
  run = weft_trail_run_open (path, &error);
  g_assert_no_error (error);
  writer = weft_trail_writer_new (other, NULL, "forged", &error);
  g_assert_no_error (error);
  for (guint64 seq = 1; seq <= weft_trail_run_n_events (run); seq++)
    {
      g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, seq, &error);
      g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

      json_node_set_object (node, weft_event_get_data (event));
      if (g_str_equal (weft_event_get_kind (event), "eval.result") && seq > 12 && changed == 0)
        {
          changed = seq;
          json_object_set_double_member (weft_event_get_data (event), "power_w", 1);
        }
      g_assert_true (weft_trail_writer_append (writer, weft_event_get_kind (event),
                                               weft_event_get_actor (event),
                                               weft_event_get_parent (event), node, NULL, NULL, &error));
      g_assert_no_error (error);
    }
  g_assert_true (weft_trail_writer_close (writer, &error));
  forged = weft_trail_run_open (weft_trail_writer_get_path (writer), &error);
  g_assert_no_error (error);
  g_assert_true (weft_search_replay (fixture->evaluator, forged, 1, &report, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (report.first_difference, ==, changed);
  g_assert_nonnull (strstr (report.what, "power_w"));
  weft_replay_report_clear (&report);

  /* Behind the forged event all is well. */
  g_assert_true (weft_search_replay (fixture->evaluator, forged, changed + 1, &report, NULL, NULL, NULL,
                                     &error));
  g_assert_no_error (error);
  g_assert_cmpuint (report.first_difference, ==, 0);
  g_assert_cmpuint (report.compared, >, 0);
  g_assert_cmpuint (report.compared, <, 10);
  weft_replay_report_clear (&report);
}

/* --- control --- */

static gpointer
run_cb (gpointer data)
{
  g_autoptr (GError) error = NULL;
  gboolean done = weft_search_run (data, &error);

  g_assert_no_error (error);
  return GINT_TO_POINTER (done);
}

static void
wait_for_state (WeftSearch *search, WeftSearchState state)
{
  for (guint i = 0; weft_search_get_state (search) != state; i++)
    {
      g_assert_cmpuint (i, <, 20000);
      g_usleep (1000);
    }
}

static void
wait_for_points (WeftSearch *search, guint n)
{
  for (guint i = 0; weft_search_n_points (search, 0) < n; i++)
    {
      g_assert_cmpuint (i, <, 20000);
      g_usleep (1000);
    }
}

static void
test_pause_and_stop (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = sub_folder (fixture, "control");
  g_autoptr (WeftSearch) search = make_search (fixture, 2, folder, 100000);
  GThread *thread = g_thread_new ("search", run_cb, search);
  guint n;

  wait_for_points (search, 20);
  weft_search_pause (search);
  wait_for_state (search, WEFT_SEARCH_PAUSED);
  n = weft_search_n_points (search, 0);
  g_usleep (30000);
  g_assert_cmpuint (weft_search_n_points (search, 0), ==, n);
  weft_search_go_on (search);
  wait_for_points (search, n + 10);
  weft_search_stop (search);
  g_thread_join (thread);
  g_assert_cmpint (weft_search_get_state (search), ==, WEFT_SEARCH_STOPPED);
  g_assert_cmpuint (weft_search_n_points (search, 0), <, 100000);
}

/* --- going on --- */

static void
resume (Fixture *fixture, const char *path, guint n_threads)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n_threads);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = weft_search_read_problem (fixture->evaluator, path, &error);
  g_autoptr (WeftSearch) search = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (weft_problem_get_digest (problem), ==, weft_problem_get_digest (fixture->problem));
  search = weft_search_new (problem, executor);
  weft_search_resume_run (search, path, &error);
  g_assert_no_error (error);
  run_to_end (search);
}

/* The results of run.end: over every design and result of the run. */
static char *
read_results (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);
  g_autoptr (WeftEvent) end = weft_trail_run_find (run, "run.end", TRUE, &error);

  g_assert_no_error (error);
  g_assert_nonnull (end);
  g_assert_cmpuint (weft_event_get_seq (end), ==, weft_trail_run_n_events (run));
  return g_strdup (json_object_get_string_member (weft_event_get_data (end), "results"));
}

/* Random search proposes many at a time, so its run may end before the stop. */
static gboolean
has_ended (const char *path)
{
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, NULL);
  g_autoptr (WeftEvent) end = weft_trail_run_find (run, "run.end", TRUE, NULL);

  return end != NULL;
}

/* Everything but control and hashes: what must not depend on an interruption. */
static char *
read_substance (const char *path)
{
  g_autofree char *lines = read_lines (path);
  g_auto (GStrv) all = g_strsplit (lines, "\n", -1);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; all[i] != NULL; i++)
    {
      const char *from = strstr (all[i], "\"data\":");
      const char *to = strstr (all[i], ",\"hash\":");

      if (from != NULL && strstr (all[i], "user.control") == NULL && strstr (all[i], "run.start") == NULL)
        g_string_append_printf (text, "%.*s\n", (int) (to - from), from);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_resume (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = sub_folder (fixture, "whole");
  g_autofree char *cut = sub_folder (fixture, "cut");
  g_autoptr (WeftSearch) whole = make_search (fixture, 1, folder, 300);
  g_autoptr (WeftSearch) search = make_search (fixture, 1, cut, 300);
  GThread *thread;

  run_to_end (whole);
  thread = g_thread_new ("search", run_cb, search);
  wait_for_points (search, 40);
  weft_search_stop (search);
  g_thread_join (thread);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *a = weft_search_run_path (whole, i);
      g_autofree char *b = weft_search_run_path (search, i);
      g_autofree char *expected = read_results (a);
      g_autofree char *results = NULL;
      g_autofree char *substance_a = read_substance (a);
      g_autofree char *substance_b = NULL;

      if (!has_ended (b))
        resume (fixture, b, 2);
      results = read_results (b);
      substance_b = read_substance (b);
      g_assert_cmpstr (results, ==, expected);
      g_assert_cmpstr (substance_b, ==, substance_a);
    }
}

/* A child that is killed in the middle of a run, again and again at other moments. */
static void
test_killed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = sub_folder (fixture, "whole");
  g_autoptr (WeftSearch) whole = make_search (fixture, 1, folder, 200);
  g_autofree char *whole_path = NULL;
  g_autofree char *expected = NULL;

  run_to_end (whole);
  whole_path = weft_search_run_path (whole, 0);
  expected = read_results (whole_path);

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("killed-%u", i);
      g_autofree char *cut = sub_folder (fixture, name);
      g_autoptr (GListModel) list = NULL;
      g_autoptr (GError) error = NULL;
      pid_t child = fork ();

      if (child == 0)
        {
          WeftSearch *search = make_search (fixture, 1, cut, 200);

          weft_search_run (search, NULL);
          _exit (0);
        }
      g_usleep (30000 + 15000 * i);
      kill (child, SIGKILL);
      waitpid (child, NULL, 0);

      list = weft_trail_list (cut, NULL, &error);
      g_assert_no_error (error);
      for (guint j = 0; j < g_list_model_get_n_items (list); j++)
        {
          g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, j);
          g_autofree char *results = NULL;

          if (g_strcmp0 (weft_trail_entry_get_method (entry), "hill") != 0
              || g_str_equal (weft_trail_entry_get_status (entry), "finished"))
            continue;
          resume (fixture, weft_trail_entry_get_path (entry), 1);
          results = read_results (weft_trail_entry_get_path (entry));
          g_assert_cmpstr (results, ==, expected);
        }
    }
}

static void
test_refusals (Fixture *fixture, gconstpointer data)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (WeftSearch) search = weft_search_new (fixture->problem, executor);
  g_autofree char *folder = sub_folder (fixture, "ended");
  g_autoptr (WeftSearch) ended = make_search (fixture, 1, folder, 5);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (weft_search_add_run (search, "hil", 1, 5, &error), ==, -1);
  g_assert_nonnull (strstr (error->message, "hill"));
  g_clear_error (&error);
  g_assert_cmpint (weft_search_add_run (search, "hill:fast", 1, 5, &error), ==, -1);
  g_assert_nonnull (strstr (error->message, "fast"));
  g_clear_error (&error);
  g_assert_cmpint (weft_search_add_run (search, "hill", 1, 0, &error), ==, -1);
  g_clear_error (&error);

  run_to_end (ended);
  path = weft_search_run_path (ended, 0);
  g_assert_cmpint (weft_search_resume_run (search, path, &error), ==, -1);
  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
}

/* A run that begins with the start of @path, but for one member, and has no more. (transfer full) */
static char *
forge_start (const char *path, const char *folder, const char *member, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);
  g_autoptr (WeftEvent) event = weft_trail_run_get_event (run, 1, &error);
  g_autofree char *seed = g_strconcat (member, json, NULL);
  g_autoptr (WeftTrailWriter) writer = weft_trail_writer_new (folder, NULL, seed, &error);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  g_assert_no_error (error);
  json_node_set_object (node, weft_event_get_data (event));
  json_object_set_member (weft_event_get_data (event), member, json_from_string (json, &error));
  g_assert_no_error (error);
  g_assert_true (weft_trail_writer_append (writer, "run.start", "app", 0, node, NULL, NULL, &error));
  g_assert_true (weft_trail_writer_close (writer, &error));
  g_assert_no_error (error);
  return g_strdup (weft_trail_writer_get_path (writer));
}

/* The chain of a run holds whoever has written it; what it says must not be taken for granted. */
static void
test_forged_start (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *member;
    const char *json;
    const char *word;
  } cases[] = {
    { "problem_sha256", "5", "/problem_sha256" },
    { "problem_sha256", "{}", "/problem_sha256" },
    { "problem_sha256", "\"0\"", "digest" },
    { "method", "5", "/method" },
    { "seed", "{}", "/seed" },
    { "budget", "-1", "/budget" },
    { "budget", "4294967297", "/budget" },
    { "problem", "[]", "/problem" },
    { "problem", "{\"space\": \"paper-2\"}", "/problem/space" },
    { "evaluator", "{\"profile_sha256\": 5}", "/evaluator/profile_sha256" },
  };
  g_autofree char *folder = sub_folder (fixture, "honest");
  g_autofree char *other = sub_folder (fixture, "forged");
  g_autoptr (WeftSearch) honest = make_search (fixture, 1, folder, 5);
  g_autofree char *honest_path = NULL;

  run_to_end (honest);
  honest_path = weft_search_run_path (honest, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = forge_start (honest_path, other, cases[i].member, cases[i].json);
      g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, NULL);
      g_autoptr (GError) error = NULL;
      WeftReplayReport report;

      g_assert_false (weft_search_replay (fixture->evaluator, run, 1, &report, NULL, NULL, NULL, &error));
      g_test_message ("%s %s: %s", cases[i].member, cases[i].json, error->message);
      g_assert_nonnull (strstr (error->message, cases[i].word));
      weft_replay_report_clear (&report);
    }
}

/* A run goes on only where what follows can be compared with what is there. */
static void
test_resume_elsewhere (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *member;
    const char *json;
    const char *word;
  } cases[] = {
    { "catalog_sha256", "\"0\"", "catalog" },
    { "evaluator", "{\"profile_sha256\": \"0\"}", "profile" },
    { "problem_sha256", "\"0\"", "another problem" },
  };
  g_autofree char *folder = sub_folder (fixture, "here");
  g_autofree char *other = sub_folder (fixture, "elsewhere");
  g_autoptr (WeftSearch) here = make_search (fixture, 1, folder, 5);
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autofree char *here_path = NULL;

  run_to_end (here);
  here_path = weft_search_run_path (here, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = forge_start (here_path, other, cases[i].member, cases[i].json);
      g_autoptr (WeftSearch) search = weft_search_new (fixture->problem, executor);
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (weft_search_resume_run (search, path, &error), ==, -1);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("SOURCE_DATE_EPOCH", "1790000000", TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("/search/threads", test_threads);
  ADD ("/search/counts", test_counts);
  ADD ("/search/replay", test_replay);
  ADD ("/search/replay-difference", test_replay_difference);
  ADD ("/search/pause-and-stop", test_pause_and_stop);
  ADD ("/search/resume", test_resume);
  ADD ("/search/killed", test_killed);
  ADD ("/search/refusals", test_refusals);
  ADD ("/search/forged-start", test_forged_start);
  ADD ("/search/resume-elsewhere", test_resume_elsewhere);
  return g_test_run ();
}
