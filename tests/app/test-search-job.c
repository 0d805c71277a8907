/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of a document without its page: results, control, what cannot be searched, and going on from a record. */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "app/search/weft-search-job.h"
#include "app/search/weft-search-words.h"
#include "base/weft-json.h"

#define WATCHDOG_S 60

typedef struct
{
  WeftEngine *engine;
  WeftSession *session;
  WeftSearchJob *job;
  char *folder;
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
  g_autoptr (GError) error = NULL;

  fixture->engine = weft_engine_new ();
  fixture->session = weft_session_new (fixture->engine);
  fixture->job = weft_search_job_new (fixture->session);
  fixture->folder = g_dir_make_tmp ("weft-job-XXXXXX", &error);
  g_assert_no_error (error);
  weft_search_job_set_folder (fixture->job, fixture->folder);
  g_signal_connect_swapped (fixture->job, "ended", G_CALLBACK (ended_cb), fixture);
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
  if (fixture->job != NULL)
    g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_clear_object (&fixture->job);
  g_clear_object (&fixture->session);
  g_clear_object (&fixture->engine);
  remove_folder (fixture->folder);
  g_free (fixture->folder);
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

static gboolean
is_over (Fixture *fixture)
{
  return !weft_search_job_is_busy (fixture->job);
}

static gboolean
has_points (Fixture *fixture)
{
  return weft_search_job_get_tally (fixture->job)->points->len > 0;
}

static gboolean
has_optimum (Fixture *fixture)
{
  return weft_search_job_get_optimum (fixture->job) != NULL;
}

static WeftTallyCounts
get_counts (Fixture *fixture)
{
  WeftTallyCounts counts;

  weft_tally_count (weft_search_job_get_tally (fixture->job), &counts);
  return counts;
}

/* The same runs without a job. */
static WeftSearch *
run_directly (Fixture *fixture, const char *seeds[], guint budget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  g_autoptr (WeftProblem) problem =
    weft_problem_new (weft_engine_get_evaluator (fixture->engine), space,
                      weft_session_get_design (fixture->session), NULL, &error);
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  WeftSearch *search;
  const char *const *methods = weft_search_job_get_methods (fixture->job);

  g_assert_no_error (error);
  search = weft_search_new (problem, executor);
  for (guint i = 0; methods[i] != NULL; i++)
    for (guint j = 0; seeds[j] != NULL; j++)
      weft_search_add_run (search, methods[i], g_ascii_strtoull (seeds[j], NULL, 10), budget, &error);
  g_assert_no_error (error);
  g_assert_true (weft_search_run (search, &error));
  return search;
}

static void
assert_same_run (WeftTally *tally, guint number, WeftSearch *search)
{
  WeftTallyRun *run = weft_tally_get_run (tally, number);
  WeftSearchCounts counts;
  guint at = 0;

  weft_search_get_counts (search, number, &counts);
  g_assert_cmpuint (run->seed, ==, weft_search_run_seed (search, number));
  g_assert_cmpstr (run->name, ==, weft_search_run_name (search, number));
  g_assert_cmpuint (run->counts.evaluations, ==, counts.evaluations);
  g_assert_cmpuint (run->counts.invalid, ==, counts.invalid);
  g_assert_cmpuint (run->counts.duplicates, ==, counts.duplicates);
  g_assert_cmpuint (run->curve->len, ==, counts.evaluations);
  g_assert_cmpfloat (g_array_index (run->curve, double, run->curve->len - 1), ==, counts.best);
  g_assert_cmpuint (run->n_points, ==, weft_search_n_points (search, number));
  for (guint i = 0; i < tally->points->len; i++)
    {
      const WeftTallyPoint *point = weft_tally_get_point (tally, i);
      WeftSearchPoint expected;

      if (point->run != number)
        continue;
      g_assert_cmpuint (weft_search_get_points (search, number, at++, &expected, 1), ==, 1);
      g_assert_true (weft_candidate_equal (&point->point.candidate, &expected.candidate));
      g_assert_cmpfloat (point->point.score, ==, expected.score);
    }
  g_assert_cmpuint (at, ==, run->n_points);
}

static double
find_best (WeftTally *tally)
{
  double best = 0;

  for (guint i = 0; i < tally->points->len; i++)
    best = MAX (best, weft_tally_get_point (tally, i)->point.score);
  return best;
}

static void
assert_best (WeftTally *tally)
{
  g_assert_cmpuint (tally->n_best, >, 1);
  g_assert_cmpfloat (weft_tally_get_point (tally, tally->best[0])->point.score, ==, find_best (tally));
  for (guint i = 1; i < tally->n_best; i++)
    {
      const WeftSearchPoint *better = &weft_tally_get_point (tally, tally->best[i - 1])->point;
      const WeftSearchPoint *worse = &weft_tally_get_point (tally, tally->best[i])->point;

      g_assert_cmpfloat (better->score, >=, worse->score);
      g_assert_false (weft_candidate_equal (&better->candidate, &worse->candidate));
    }
}

static void
test_results (Fixture *fixture, gconstpointer data)
{
  const char *seeds[] = { "1", "2", "7", NULL };
  g_autoptr (WeftSearch) search = NULL;
  WeftTally *tally;

  weft_search_job_set_seeds (fixture->job, "1-2, 7");
  weft_search_job_set_budget (fixture->job, 40);
  weft_search_job_set_records (fixture->job, FALSE);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_IDLE);
  weft_search_job_start (fixture->job);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_PREPARING);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FINISHED);
  g_assert_cmpuint (fixture->ended, ==, 1);
  g_assert_cmpfloat (weft_search_job_get_progress (fixture->job), ==, 1);
  tally = weft_search_job_get_tally (fixture->job);
  g_assert_cmpuint (tally->runs->len, ==, 6);
  g_assert_cmpuint (get_counts (fixture).evaluations, ==, 240);
  g_assert_cmpuint (get_counts (fixture).n_ended, ==, 6);
  search = run_directly (fixture, seeds, 40);
  for (guint i = 0; i < 6; i++)
    assert_same_run (tally, i, search);
  assert_best (tally);
  wait_for (fixture, has_optimum);
  g_assert_cmpfloat (weft_search_job_get_optimum (fixture->job)->score, >=, find_best (tally));
}

/* Only while it is paused does nothing move; what it does in the end is the same. */
static void
test_pause (Fixture *fixture, gconstpointer data)
{
  const char *seeds[] = { "3", NULL };
  g_autoptr (WeftSearch) search = NULL;
  WeftTally *tally;

  weft_search_job_set_seeds (fixture->job, "3");
  weft_search_job_set_budget (fixture->job, 300);
  weft_search_job_start (fixture->job);
  weft_search_job_pause (fixture->job);
  while (weft_search_job_get_state (fixture->job) != WEFT_JOB_PAUSED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (weft_search_job_is_busy (fixture->job));
  g_assert_cmpuint (get_counts (fixture).evaluations, <, 600);
  weft_search_job_start (fixture->job);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_PAUSED);
  weft_search_job_go_on (fixture->job);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_RUNNING);
  wait_for (fixture, is_over);
  tally = weft_search_job_get_tally (fixture->job);
  search = run_directly (fixture, seeds, 300);
  for (guint i = 0; i < 2; i++)
    assert_same_run (tally, i, search);
}

static void
test_stop (Fixture *fixture, gconstpointer data)
{
  weft_search_job_set_budget (fixture->job, WEFT_SEARCH_JOB_MOST_BUDGET);
  weft_search_job_set_records (fixture->job, FALSE);
  weft_search_job_start (fixture->job);
  wait_for (fixture, has_points);
  weft_search_job_stop (fixture->job);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_STOPPING);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_STOPPED);
  g_assert_cmpuint (get_counts (fixture).evaluations, <, 2 * WEFT_SEARCH_JOB_MOST_BUDGET);
  g_assert_cmpuint (fixture->ended, ==, 0);
  /* Nothing is recorded that it could go on from. */
  g_assert_false (weft_search_job_can_resume (fixture->job));
}

static void
test_stop_before (Fixture *fixture, gconstpointer data)
{
  weft_search_job_start (fixture->job);
  weft_search_job_stop (fixture->job);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_STOPPED);
  weft_search_job_set_budget (fixture->job, 5);
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FINISHED);
  g_assert_cmpuint (get_counts (fixture).evaluations, ==, 10);
}

/* What was begun is let go of: the worker ends by itself, and nothing of the job is touched any more. */
static void
test_drop (Fixture *fixture, gconstpointer data)
{
  weft_search_job_set_budget (fixture->job, WEFT_SEARCH_JOB_MOST_BUDGET);
  weft_search_job_start (fixture->job);
  wait_for (fixture, has_points);
  g_signal_handlers_disconnect_by_data (fixture->job, fixture);
  g_assert_finalize_object (g_steal_pointer (&fixture->job));
}

static void
assert_whole (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);
  WeftChainReport report = { 0 };

  g_assert_no_error (error);
  g_assert_true (weft_trail_run_verify (run, &report, NULL, NULL, NULL, &error));
  g_assert_cmpint (report.state, ==, WEFT_CHAIN_WHOLE);
  weft_chain_report_clear (&report);
}

static void
test_resume (Fixture *fixture, gconstpointer data)
{
  const char *seeds[] = { "1", "2", NULL };
  g_autoptr (WeftSearch) search = NULL;
  guint budget = 2000;
  WeftTally *tally;
  guint round;

  weft_search_job_set_seeds (fixture->job, "1-2");
  weft_search_job_set_budget (fixture->job, budget);
  weft_search_job_start (fixture->job);
  wait_for (fixture, has_points);
  weft_search_job_stop (fixture->job);
  wait_for (fixture, is_over);
  g_assert_true (weft_search_job_can_resume (fixture->job));
  round = weft_search_job_get_round (fixture->job);
  weft_search_job_resume_own (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_search_job_get_message (fixture->job), ==, NULL);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FINISHED);
  g_assert_false (weft_search_job_can_resume (fixture->job));
  /* What was found before is still there. */
  g_assert_cmpuint (weft_search_job_get_round (fixture->job), ==, round);
  tally = weft_search_job_get_tally (fixture->job);
  g_assert_cmpuint (tally->runs->len, ==, 4);
  search = run_directly (fixture, seeds, budget);
  for (guint i = 0; i < 4; i++)
    {
      assert_same_run (tally, i, search);
      assert_whole (weft_tally_get_run (tally, i)->path);
    }
}

/* The first run of a stopped search, in a job that knows nothing of it. */
static void
test_resume_other (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;
  const char *paths[] = { NULL, NULL };
  WeftTally *tally;

  weft_search_job_set_budget (fixture->job, 2000);
  weft_search_job_start (fixture->job);
  wait_for (fixture, has_points);
  weft_search_job_stop (fixture->job);
  wait_for (fixture, is_over);
  path = g_strdup (weft_tally_get_run (weft_search_job_get_tally (fixture->job), 0)->path);
  paths[0] = path;
  g_object_unref (fixture->job);
  fixture->job = weft_search_job_new (fixture->session);
  weft_search_job_resume (fixture->job, paths);
  wait_for (fixture, is_over);
  g_assert_cmpstr (weft_search_job_get_message (fixture->job), ==, NULL);
  tally = weft_search_job_get_tally (fixture->job);
  g_assert_cmpuint (tally->runs->len, ==, 1);
  g_assert_cmpuint (get_counts (fixture).evaluations, ==, 2000);
  assert_whole (path);
}

static void
assert_fails (Fixture *fixture, const char *expected)
{
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FAILED);
  g_assert_nonnull (strstr (weft_search_job_get_message (fixture->job), expected));
}

static void
assert_dated (Fixture *fixture, gboolean dated)
{
  g_autofree char *words = weft_search_words_dated (fixture->job);

  g_assert_cmpint (*words != '\0', ==, dated);
}

/* Results are those of the document until it gets another budget; another partition makes no difference. */
static void
test_dated (Fixture *fixture, gconstpointer data)
{
  assert_dated (fixture, FALSE);
  weft_search_job_set_budget (fixture->job, 3);
  weft_search_job_set_records (fixture->job, FALSE);
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_over);
  assert_dated (fixture, FALSE);
  weft_session_add_partition (fixture->session);
  assert_dated (fixture, FALSE);
  weft_session_set_number (fixture->session, "/facility/power_w", 3e5, FALSE);
  assert_dated (fixture, TRUE);
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_over);
  assert_dated (fixture, FALSE);
}

static void
test_failures (Fixture *fixture, gconstpointer data)
{
  const char *const none[] = { NULL };
  const char *const wrong[] = { "hil", NULL };
  const char *const right[] = { "hill", NULL };

  weft_search_job_set_seeds (fixture->job, "one");
  assert_fails (fixture, "“one”");
  weft_search_job_set_seeds (fixture->job, "1-1000");
  weft_search_job_set_budget (fixture->job, 100000);
  assert_fails (fixture, "more than can be shown");
  weft_search_job_set_seeds (fixture->job, "1");
  weft_search_job_set_methods (fixture->job, none);
  assert_fails (fixture, "at least one method");
  weft_search_job_set_methods (fixture->job, wrong);
  assert_fails (fixture, "“hill”");
  weft_search_job_set_methods (fixture->job, right);
  weft_search_job_set_space (fixture->job, "paper-9");
  assert_fails (fixture, "paper-9");
  weft_search_job_set_space (fixture->job, "paper-2");
  weft_session_set_number (fixture->session, "/facility/power_w", 100, FALSE);
  assert_fails (fixture, "does not buy one node");
  g_assert_cmpuint (get_counts (fixture).evaluations, ==, 0);
  weft_session_set_number (fixture->session, "/facility/power_w", 1e6, FALSE);
  weft_search_job_set_budget (fixture->job, 3);
  weft_search_job_start (fixture->job);
  wait_for (fixture, is_over);
  g_assert_cmpint (weft_search_job_get_state (fixture->job), ==, WEFT_JOB_FINISHED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/search-job/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("results", test_results);
  ADD ("pause", test_pause);
  ADD ("stop", test_stop);
  ADD ("stop-before", test_stop_before);
  ADD ("drop", test_drop);
  ADD ("resume", test_resume);
  ADD ("resume-other", test_resume_other);
  ADD ("dated", test_dated);
  ADD ("failures", test_failures);
#undef ADD
  return g_test_run ();
}
