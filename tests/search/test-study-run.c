/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A study of real searches: as many runs and evaluations as planned, curves that agree with the search's own counts, and the same figures
 * on any number of threads. */
#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-json.h"
#include "search/weft-study.h"

#define N_SEEDS 3
#define BUDGET 12
#define SMALL_BUDGET 5

static const guint64 seeds[N_SEEDS] = { 1, 2, 7 };
static const guint budgets[] = { BUDGET, SMALL_BUDGET };

/* The paper's space with two partitions. */
static WeftProblem *
create_problem (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  WeftProblem *problem;

  g_assert_no_error (error);
  problem = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_assert_no_error (error);
  return problem;
}

static WeftStudyPlan
make_plan (char **methods)
{
  return (WeftStudyPlan) {
    .methods = methods,
    .seeds = seeds,
    .n_seeds = N_SEEDS,
    .budgets = budgets,
    .n_budgets = G_N_ELEMENTS (budgets),
  };
}

/* (transfer full) */
static WeftSearch *
run_search (WeftProblem *problem, const WeftStudyPlan *plan, guint n_threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n_threads);
  WeftSearch *search = weft_study_search (problem, executor, plan, &error);

  g_assert_no_error (error);
  g_assert_true (weft_search_run (search, &error));
  g_assert_no_error (error);
  return search;
}

static void
check_run (WeftSearch *search, guint number, const WeftStudyRun *run, guint budget)
{
  WeftSearchCounts counts;

  weft_search_get_counts (search, number, &counts);
  g_assert_cmpuint (run->seed, ==, weft_search_run_seed (search, number));
  g_assert_cmpuint (run->evaluations, ==, budget);
  g_assert_cmpuint (run->infeasible, ==, counts.infeasible);
  if (!counts.has_best)
    {
      g_assert_cmpuint (run->n_steps, ==, 0);
      g_assert_true (isnan (run->specialised));
      return;
    }
  g_assert_cmpfloat (weft_study_run_best (run, budget), ==, counts.best);
  g_assert_cmpfloat (run->specialised, >=, 0);
  g_assert_cmpfloat (run->specialised, <, 1);
  for (guint i = 1; i < run->n_steps; i++)
    {
      g_assert_cmpuint (run->steps[i].evaluation, >, run->steps[i - 1].evaluation);
      g_assert_cmpfloat (run->steps[i].best, >, run->steps[i - 1].best);
    }
}

static void
test_collect (void)
{
  char *methods[] = { (char *) "random", (char *) "hill", NULL };
  WeftStudyPlan plan = make_plan (methods);
  g_autoptr (WeftProblem) problem = create_problem ();
  g_autoptr (WeftSearch) search = run_search (problem, &plan, 1);
  g_autoptr (WeftStudy) study = weft_study_collect (search, &plan);
  guint number = 0;

  g_assert_cmpuint (weft_search_n_runs (search), ==, 2 * 2 * N_SEEDS);
  g_assert_cmpuint (weft_study_n_rows (study), ==, 4);
  for (guint row = 0; row < 4; row++)
    {
      g_assert_cmpuint (weft_study_n_runs (study, row), ==, N_SEEDS);
      for (guint run = 0; run < N_SEEDS; run++)
        check_run (search, number++, weft_study_get_run (study, row, run), budgets[row % 2]);
    }
  weft_study_compute (study, NAN, NAN, NULL);
  g_assert_cmpstr (weft_study_get_row (study, 2)->method, ==, "hill");
  g_assert_cmpuint (weft_study_get_row (study, 2)->budget, ==, BUDGET);
  g_assert_cmpint (weft_study_get_row (study, 3)->baseline, ==, 1);
}

static char *
describe (WeftProblem *problem, guint n_threads)
{
  char *methods[] = { (char *) "random", (char *) "hill", NULL };
  WeftStudyPlan plan = make_plan (methods);
  g_autoptr (WeftSearch) search = run_search (problem, &plan, n_threads);
  g_autoptr (WeftStudy) study = weft_study_collect (search, &plan);
  g_autoptr (JsonNode) node = json_node_new (JSON_NODE_OBJECT);

  weft_study_compute (study, NAN, NAN, NULL);
  json_node_take_object (node, weft_study_to_json (study));
  return weft_json_write_canonical (node);
}

static void
test_threads (void)
{
  g_autoptr (WeftProblem) problem = create_problem ();
  g_autofree char *one = describe (problem, 1);
  g_autofree char *two = describe (problem, 2);

  g_assert_cmpstr (one, ==, two);
}

static void
test_unknown_method (void)
{
  char *methods[] = { (char *) "random", (char *) "no-such-method", NULL };
  WeftStudyPlan plan = make_plan (methods);
  g_autoptr (WeftProblem) problem = create_problem ();
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_study_search (problem, executor, &plan, &error));
  g_assert_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD);
}

/* The paper's design: 2 % beside the large partition. */
static void
test_specialised (void)
{
  g_autoptr (WeftProblem) problem = create_problem ();
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (
      "{\"name\": \"Two\", \"partitions\": ["
      "{\"chip\": \"WSE3s\", \"role\": \"decode\", \"power_frac\": 0.02, \"scaleup\": \"UALink\", \"scaleout\": \"UEC\"},"
      "{\"chip\": \"B200\", \"role\": \"general\", \"power_frac\": 0.98, \"scaleup\": \"NVLink5\", \"scaleout\": \"IB-XDR\"}]}",
      -1, "test", NULL, &error);
  g_autoptr (WeftDesign) design = weft_design_new_from_json (root, "test", NULL, &error);
  WeftCandidate candidate;

  g_assert_no_error (error);
  g_assert_true (weft_candidate_from_design (problem, design, &candidate, &error));
  g_assert_cmpfloat_with_epsilon (weft_study_specialised (problem, &candidate), 0.02, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/study-run/collect", test_collect);
  g_test_add_func ("/study-run/threads", test_threads);
  g_test_add_func ("/study-run/unknown-method", test_unknown_method);
  g_test_add_func ("/study-run/specialised", test_specialised);
  return g_test_run ();
}
