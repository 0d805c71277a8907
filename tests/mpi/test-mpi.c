/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program for mpirun: maps toy work over the ranks of its job and prints what came of it. The first argument says
 * what shall happen; test-mpi.py runs it. */
#include "cli/mpi/weft-mpi-executor.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/weft-cli-main.h"
#include "search/weft-problem-recipe-private.h"
#include "search/weft-search.h"

typedef struct
{
  guint32 number;
  guint16 odd_size;
} Item;

typedef struct
{
  guint64 square;
  guint32 number;
  gint32 rank;
  guint32 factor;
} Result;

/* A rank's own count of the items that it has done with this work. */
typedef struct
{
  guint n_done;
} State;

static char *recipe_of_rank; /* "7", "7 kill": a factor, and what rank 2 does after some items */

static int
rank_here (void)
{
  return weft_mpi_job ()->rank;
}

static gpointer
begin (gpointer data)
{
  return g_new0 (State, 1);
}

static void
come_to_an_end (const char *how)
{
  if (strstr (how, "kill") != NULL)
    kill (getpid (), SIGKILL);
  if (strstr (how, "term") != NULL)
    kill (getpid (), SIGTERM);
  if (strstr (how, "exit-0") != NULL)
    _exit (0);
  if (strstr (how, "exit-3") != NULL)
    _exit (3);
  if (strstr (how, "abort") != NULL)
    abort ();
}

static void
work (gpointer state, gconstpointer item, gpointer result, gpointer data)
{
  const Item *own = item;
  const char *recipe = data;
  guint n_done = ++((State *) state)->n_done;

  if (strchr (recipe, ' ') != NULL)
    {
      g_usleep (100);
      if (n_done == 50 && rank_here () == 2)
        come_to_an_end (recipe);
      if (n_done == 50 && rank_here () == 0 && strstr (recipe, "zero") != NULL)
        kill (getpid (), SIGKILL);
    }
  *(Result *) result = (Result) { (guint64) own->number * own->number, own->number, rank_here (),
                                  (guint32) strtoul (recipe, NULL, 10) };
}

static void
judge_and_be_killed (gpointer state, gconstpointer item, gpointer result, gpointer data)
{
  static guint n_done;

  if (++n_done == 100)
    kill (getpid (), SIGKILL);
  weft_problem_work.work (state, item, result, data);
}

static gboolean
make_work (const char *recipe, WeftWork *result, gpointer *owner, GError **error)
{
  if (strstr (recipe, "crash") != NULL && rank_here () == 2)
    kill (getpid (), SIGKILL);
  if (recipe[0] == '{')
    {
      if (!weft_problem_work_from_recipe (recipe, result, owner, error))
        return FALSE;
      if (rank_here () == 2 && g_getenv ("WEFT_TEST_LOSE") != NULL)
        result->work = judge_and_be_killed;
      return TRUE;
    }
  if (strstr (recipe, "refuse") != NULL && rank_here () == 2)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "the catalog is another");
      return FALSE;
    }
  g_free (recipe_of_rank);
  recipe_of_rank = g_strdup (recipe);
  *owner = g_object_new (G_TYPE_OBJECT, NULL);
  *result = (WeftWork) { sizeof (Item), sizeof (Result), begin, work, g_free, recipe_of_rank };
  if (strstr (recipe, "resize") != NULL && rank_here () == 2)
    result->item_size = 4;
  return TRUE;
}

static gboolean
set_work (WeftExecutor *executor, const char *recipe, GError **error)
{
  static GObject *owner;
  WeftWork toy;
  gpointer new_owner;

  g_assert_true (make_work (recipe, &toy, &new_owner, NULL));
  if (!weft_executor_set_work (executor, &toy, recipe, error))
    return FALSE;
  g_set_object (&owner, new_owner);
  g_object_unref (new_owner);
  return TRUE;
}

static Item *
make_items (guint n)
{
  Item *items = g_new0 (Item, n);

  for (guint i = 0; i < n; i++)
    items[i].number = i * 2654435761u;
  return items;
}

static guint
map (WeftExecutor *executor, guint n, guint factor)
{
  g_autofree Item *items = make_items (n);
  g_autofree Result *results = g_new0 (Result, n);
  g_autoptr (GError) error = NULL;
  guint ranks = 0;

  if (!weft_executor_map (executor, items, results, n, NULL, &error))
    exit (weft_cli_fail (error));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (results[i].number, ==, items[i].number);
      g_assert_cmpuint (results[i].square, ==, (guint64) items[i].number * items[i].number);
      g_assert_cmpuint (results[i].factor, ==, factor);
      ranks |= 1u << results[i].rank;
    }
  return ranks;
}

static void
map_sizes (WeftExecutor *executor)
{
  static const guint sizes[] = { 0, 1, 2, 3, 5, 64, 65, 1000, 50021 };
  g_autoptr (GError) error = NULL;
  guint ranks = 0;

  for (guint factor = 1; factor <= 3; factor++)
    {
      g_autofree char *recipe = g_strdup_printf ("%u", factor);

      if (!set_work (executor, recipe, &error))
        exit (weft_cli_fail (error));
      for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
        ranks |= map (executor, sizes[i], factor);
    }
  printf ("mapped by %u workers, ranks %#x\n", weft_executor_n_workers (executor), ranks);
}

static gpointer
cancel_later (gpointer cancellable)
{
  g_usleep (20000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* What ranks still send for it is for nobody, and belongs to no later batch. */
static void
map_and_cancel (WeftExecutor *executor)
{
  guint n = 200000;
  g_autofree Item *items = make_items (n);
  g_autofree Result *results = g_new0 (Result, n);

  for (guint round = 0; round < 3; round++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      GThread *thread;

      g_assert_true (set_work (executor, "5 slow", NULL));
      thread = g_thread_new ("cancel", cancel_later, cancellable);
      g_assert_false (weft_executor_map (executor, items, results, n, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_thread_join (thread);
      map (executor, 100, 5);
      g_assert_true (set_work (executor, "6", NULL));
      map (executor, 1000, 6);
    }
  printf ("cancelled and went on\n");
}

static WeftEvaluator *
make_evaluator (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);

  g_assert_no_error (error);
  return weft_evaluator_new (catalog);
}

/* Candidates of a real problem; the digest of what was found out about them must not depend on the ranks. */
static void
judge_candidates (WeftExecutor *executor, const char *space_name)
{
  guint n = 3000;
  g_autofree WeftCandidate *candidates = g_new0 (WeftCandidate, n);
  g_autofree WeftVerdict *verdicts = g_new0 (WeftVerdict, n);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluator) evaluator = make_evaluator ();
  g_autoptr (WeftSpace) space = weft_space_load (space_name, &error);
  g_autoptr (WeftProblem) problem = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_autofree char *recipe = weft_problem_recipe (problem);
  g_autofree char *digest = NULL;
  WeftWork judging = weft_problem_work;
  WeftRandom random;

  judging.data = problem;
  weft_random_init (&random, 1, 0);
  for (guint i = 0; i < n; i++)
    weft_candidate_random (problem, &random, &candidates[i]);
  if (!weft_executor_set_work (executor, &judging, recipe, &error)
      || !weft_executor_map (executor, candidates, verdicts, n, NULL, &error))
    exit (weft_cli_fail (error));
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) verdicts, n * sizeof *verdicts);
  printf ("%s\n", digest);
}

/* --- searches --- */

static void
run_search (WeftSearch *search)
{
  g_autoptr (GError) error = NULL;

  if (!weft_search_run (search, &error))
    exit (weft_cli_fail (error));
}

/* What became of the runs of a folder, one line each; the same whoever evaluated, and however often it was resumed. */
static void
print_results (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) list = weft_trail_list (folder, NULL, &error);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);
      g_autoptr (WeftTrailRun) run = weft_trail_run_open (weft_trail_entry_get_path (entry), &error);
      g_autoptr (WeftEvent) end = weft_trail_run_find (run, "run.end", TRUE, &error);

      g_assert_no_error (error);
      printf ("%s %s\n", weft_trail_entry_get_method (entry), end != NULL ? json_object_get_string_member (weft_event_get_data (end), "results") : "unfinished");
    }
}

/* Several runs, so that a round is a batch for all ranks. */
static void
start_search (WeftExecutor *executor, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluator) evaluator = make_evaluator ();
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  g_autoptr (WeftProblem) problem = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_autoptr (WeftSearch) search = weft_search_new (problem, executor);

  weft_search_record (search, folder);
  for (guint seed = 1; seed <= 4; seed++)
    {
      weft_search_add_run (search, "hill", seed, 80, &error);
      weft_search_add_run (search, "random", seed, 80, &error);
    }
  g_assert_no_error (error);
  run_search (search);
  print_results (folder);
}

static void
resume_search (WeftExecutor *executor, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluator) evaluator = make_evaluator ();
  g_autoptr (GListModel) list = weft_trail_list (folder, NULL, &error);
  g_autoptr (WeftSearch) search = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftTrailEntry) entry = g_list_model_get_item (list, i);
      const char *path = weft_trail_entry_get_path (entry);
      g_autoptr (WeftTrailRun) run = weft_trail_run_open (path, &error);
      g_autoptr (WeftEvent) end = weft_trail_run_find (run, "run.end", TRUE, &error);
      g_autoptr (WeftProblem) problem = weft_search_read_problem (evaluator, path, &error);

      if (end != NULL)
        continue;
      if (search == NULL)
        search = weft_search_new (problem, executor);
      weft_search_resume_run (search, path, &error);
      g_assert_no_error (error);
    }
  run_search (search);
  print_results (folder);
}

/* What mpirun ends with is the status of the rank that was lost. */
static void
say_status (int status, void *data)
{
  if (status != 0)
    fprintf (stderr, "rank 0 ends with status %d\n", status);
}

static int
body (int argc, char **argv)
{
  g_autoptr (WeftExecutor) executor = weft_mpi_executor_new (weft_mpi_job ());
  g_autoptr (GError) error = NULL;

  on_exit (say_status, NULL);
  if (g_str_equal (argv[1], "sizes"))
    map_sizes (executor);
  else if (g_str_equal (argv[1], "cancel"))
    map_and_cancel (executor);
  else if (g_str_equal (argv[1], "problem"))
    judge_candidates (executor, "paper-2");
  else if (g_str_equal (argv[1], "threads"))
    {
      g_autoptr (WeftExecutor) threads = weft_executor_new_threads (2);

      judge_candidates (threads, "paper-2");
    }
  else if (g_str_equal (argv[1], "search"))
    start_search (executor, argv[2]);
  else if (g_str_equal (argv[1], "resume"))
    resume_search (executor, argv[2]);
  else if (g_str_equal (argv[1], "results"))
    print_results (argv[2]);
  else if (g_str_equal (argv[1], "exit"))
    exit (1);
  else if (!set_work (executor, argv[1], &error))
    return weft_cli_fail (error);
  else
    printf ("ranks %#x\n", map (executor, strstr (argv[1], "term") != NULL ? 3000 : 1000000,
                               (guint) strtoul (argv[1], NULL, 10)));
  return WEFT_EXIT_DONE;
}

int
main (int argc, char **argv)
{
  weft_cli_set_locale ();
  return weft_mpi_run (argc, argv, make_work, body);
}
