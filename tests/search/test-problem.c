/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spaces, problems and candidates: what is in a space, and that its candidates are judged as documents are. */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "search-fixture.h"

#include "base/weft-json.h"
#include "base/weft-paths.h"
#include "search/weft-problem-private.h"

static WeftProblem *
make_problem (WeftEvaluator *evaluator,
              const char    *space_name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSpace) space = weft_space_load (space_name, &error);
  WeftProblem *problem;

  g_assert_no_error (error);
  problem = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_assert_no_error (error);
  return problem;
}

/* What the search thinks of a candidate is what `weft evaluate` says of the document. */
static void
compare_with_document (WeftProblem         *problem,
                       WeftKernel          *kernel,
                       const WeftCandidate *candidate)
{
  g_autoptr (WeftDesign) design = weft_candidate_design (problem, candidate);
  g_autoptr (WeftEvaluation) evaluation = NULL;
  g_autoptr (GError) error = NULL;
  WeftCandidate back;
  WeftVerdict verdict;

  weft_problem_judge (problem, kernel, candidate, &verdict);
  evaluation = weft_evaluator_evaluate (problem->evaluator, design, NULL, NULL, &error);
  g_assert_no_error (error);

  g_assert_true (verdict.score == weft_evaluation_get_score (evaluation));
  for (guint i = 0; verdict.kind == WEFT_VERDICT_FEASIBLE && i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, i);

      g_assert_true (verdict.ratio[i] == weft_workload_result_get_speedup (result));
      g_assert_cmpint (verdict.bottleneck[i], ==, weft_workload_result_get_bottleneck (result));
      g_assert_cmpint (verdict.site[i][0], ==, weft_workload_result_get_partition (result, 0));
    }
  if (verdict.kind == WEFT_VERDICT_FEASIBLE)
    g_assert_cmpfloat (fabs (verdict.power_w / weft_evaluation_get_power_w (evaluation) - 1), <, 1e-12);

  g_assert_true (weft_candidate_from_design (problem, design, &back, &error));
  g_assert_no_error (error);
  g_assert_true (weft_candidate_equal (&back, candidate));
}

static void
test_documents (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  const char *const spaces[] = { "paper-2", "paper-3", "iso-cost", "same-generation-2022" };
  guint kinds[3] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autoptr (WeftProblem) problem = make_problem (evaluator, spaces[i]);
      g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
      WeftRandom random;

      weft_random_init (&random, 1, i);
      for (guint j = 0; j < 100; j++)
        {
          WeftCandidate candidate;
          WeftVerdict verdict;

          weft_candidate_random (problem, &random, &candidate);
          compare_with_document (problem, kernel, &candidate);
          weft_problem_judge (problem, kernel, &candidate, &verdict);
          kinds[verdict.kind]++;
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpuint (kinds[i], >, 0);
}

/* Two chips with one fabric each, two roles, halves and wholes: 2 * 2 alone, and pairs of 4 kinds at a half each. */
static void
test_count (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = fixture_parse_problem (evaluator,
    "{\"space\": {\"chips\": [\"H100\", \"B200\"], \"scaleouts\": [\"IB-NDR\"], \"roles\": [\"general\", \"decode\"],"
    " \"fractions\": [0.5, 1], \"max_partitions\": 2}}", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (problem->units->len, ==, 2);
  g_assert_cmpfloat (weft_problem_get_n_candidates (problem), ==, 4 + 4 * 5 / 2);
}

static gboolean
sums_to_one (WeftProblem         *problem,
             const WeftCandidate *candidate)
{
  guint sum = 0;

  for (guint i = 0; i < candidate->n; i++)
    sum += problem->fractions[candidate->parts[i].fraction];
  return sum == WEFT_SPACE_WHOLE;
}

static void
test_moves (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = make_problem (evaluator, "paper-3");
  WeftRandom random;
  WeftCandidate candidate, next;
  guint n[4] = { 0 };

  weft_random_init (&random, 5, 0);
  weft_candidate_random (problem, &random, &candidate);
  for (guint i = 0; i < 20000; i++)
    {
      g_assert_true (weft_candidate_mutate (problem, &random, &candidate, &next));
      g_assert_false (weft_candidate_equal (&candidate, &next));
      g_assert_true (sums_to_one (problem, &next));
      g_assert_cmpuint (next.n, <=, 3);
      candidate = next;
      weft_candidate_sort (&candidate);
      g_assert_true (weft_candidate_equal (&candidate, &next));
      n[next.n]++;
    }
  for (guint i = 1; i <= 3; i++)
    g_assert_cmpuint (n[i], >, 1000);
}

/* Every change that can be drawn is among the neighbours, and neighbours are never met twice. */
static void
test_neighbours (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = fixture_parse_problem (evaluator,
    "{\"space\": {\"chips\": [\"H100\", \"B200\", \"MI300X\"], \"roles\": [\"general\"],"
    " \"fractions\": [0.2, 0.3, 0.5, 0.7, 0.8, 1], \"max_partitions\": 3}}", &error);
  g_autoptr (GArray) all = NULL;
  WeftRandom random;
  WeftCandidate candidate;

  g_assert_no_error (error);
  weft_random_init (&random, 2, 0);
  do
    weft_candidate_random (problem, &random, &candidate);
  while (candidate.n != 2);
  all = weft_candidate_neighbours (problem, &candidate);
  for (guint i = 0; i < all->len; i++)
    {
      g_assert_true (sums_to_one (problem, &g_array_index (all, WeftCandidate, i)));
      for (guint j = 0; j < i; j++)
        g_assert_false (weft_candidate_equal (&g_array_index (all, WeftCandidate, i),
                                              &g_array_index (all, WeftCandidate, j)));
    }
  for (guint i = 0; i < 5000; i++)
    {
      gboolean found = FALSE;
      WeftCandidate next;

      g_assert_true (weft_candidate_mutate (problem, &random, &candidate, &next));
      for (guint j = 0; j < all->len && !found; j++)
        found = weft_candidate_equal (&next, &g_array_index (all, WeftCandidate, j));
      g_assert_true (found);
    }
}

static void
test_json (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = fixture_parse_problem (evaluator,
    "{\"space\": \"paper-2\", \"facility\": {\"power_w\": 300000}, \"workload\": {\"weights\": {\"training\": 0.5,"
    " \"serving\": 0.5, \"stencil\": 0, \"hpcg\": 0, \"fft\": 0, \"coupled\": 0}},"
    " \"constraints\": {\"cost_usd\": 2e7, \"speedup\": {\"training\": 1.1}}}", &error);
  g_autoptr (JsonNode) json = NULL;
  g_autoptr (WeftProblem) again = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (weft_problem_get_budget (problem), ==, 300000);
  g_assert_cmpfloat (problem->constraints.min_speedup[0], ==, 1.1);
  json = weft_problem_to_json (problem);
  again = weft_problem_new_from_json (evaluator, json, "again", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (weft_problem_get_digest (again), ==, weft_problem_get_digest (problem));
}

/* Each is refused, and the message has the word that tells what is wrong. */
static void
test_refusals (void)
{
  static const struct
  {
    const char *text;
    const char *word;
  } cases[] = {
    { "{\"space\": \"paper-4\"}", "paper-" },
    { "{}", "space" },
    { "{\"space\": {\"fractions\": []}}", "fractions" },
    { "{\"space\": {\"fractions\": [0.3]}}", "sum to 1" },
    { "{\"space\": {\"fractions\": [1.5]}}", "/space/fractions/0" },
    { "{\"space\": {\"fractions\": [1], \"chips\": [\"H1000\"]}}", "H1000" },
    { "{\"space\": {\"fractions\": [1], \"chip\": [\"H100\"]}}", "chips" },
    { "{\"space\": {\"fractions\": [1], \"roles\": [\"boss\"]}}", "roles/0" },
    { "{\"space\": {\"fractions\": [1], \"max_partitions\": 9}}", "1 to 8" },
    { "{\"space\": {\"fractions\": [1], \"generation_year\": 1991}}", "No chip" },
    { "{\"space\": {\"fractions\": [1], \"chips\": [\"epyc-9654\"]}}", "epyc-9654" },
    { "{\"space\": \"paper-2\", \"facility\": {\"power_w\": 100}}", "reference" },
    { "{\"space\": \"paper-2\", \"constraints\": {\"watts\": 5}}", "watts" },
    { "{\"space\": \"paper-2\", \"constraints\": {\"speedup\": {\"games\": 5}}}", "games" },
    { "{\"space\": \"paper-2\", \"constraints\": {\"cost_usd\": -1}}", "cost_usd" },
    { "{\"space\": \"paper-2\", \"profile\": \"none\"}", "none" },
    { "{\"space\": \"paper-2\", \"workload\": {\"weights\": {\"training\": 5}}}", "weights" },
  };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftProblem) problem = fixture_parse_problem (evaluator, cases[i].text, &error);

      g_test_message ("%s: %s", cases[i].text, error != NULL ? error->message : "accepted");
      g_assert_null (problem);
      g_assert_nonnull (error);
      g_assert_nonnull (strstr (error->message, cases[i].word));
    }
}

/* Fractions that can be put together in more ways than can be tried, and none of them sums to one. */
static void
test_endless_fractions (void)
{
  g_autoptr (GString) text = g_string_new ("{\"space\": {\"max_partitions\": 8, \"fractions\": [1");
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 255; i++)
    g_string_append_printf (text, ", 0.%06u", 50001 + 997 * i);
  g_string_append (text, "]}}");

  problem = fixture_parse_problem (evaluator, text->str, &error);
  g_assert_null (problem);
  g_assert_nonnull (strstr (error->message, "fewer fractions"));
}

static void
test_constraints (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftProblem) problem = fixture_parse_problem (evaluator,
    "{\"space\": {\"chips\": [\"B200\"], \"fractions\": [1], \"max_partitions\": 1},"
    " \"constraints\": {\"chips\": 100, \"speedup\": {\"fft\": 5}}}", &error);
  g_autoptr (WeftKernel) kernel = NULL;
  WeftCandidate candidate = { .n = 1 };
  WeftVerdict verdict;

  g_assert_no_error (error);
  kernel = weft_kernel_new (&problem->model);
  weft_problem_judge (problem, kernel, &candidate, &verdict);
  g_assert_cmpint (verdict.kind, ==, WEFT_VERDICT_INFEASIBLE);
  g_assert_cmpfloat (verdict.score, ==, 0);
  g_assert_cmpfloat (verdict.objective_score, >, 1);
  g_assert_cmpuint (verdict.broken, ==, 1u << 10 | 1u << (16 + WEFT_WORKLOAD_FFT));
}

static void
test_without (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  g_autoptr (WeftSpace) smaller = weft_space_without (space, (const char *[]) { "B200", NULL });
  g_autoptr (WeftProblem) all = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_autoptr (WeftProblem) less = weft_problem_new (evaluator, smaller, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (less->n_chips, ==, all->n_chips - 1);
  g_assert_cmpstr (weft_problem_get_digest (less), !=, weft_problem_get_digest (all));
}

static WeftSpace *
find_space (GListModel *list,
            const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftSpace) space = g_list_model_get_item (list, i);

      if (g_str_equal (weft_space_get_id (space), id))
        return space;
    }

  return NULL;
}

static void
write_space (const char *name,
             const char *text)
{
  g_autofree char *folder = g_build_filename (weft_paths_user_catalog (), "spaces", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* The user's own spaces stand among the shipped ones and over them; a broken one harms none. */
static void
test_ready (void)
{
  g_autofree char *folder = g_build_filename (weft_paths_user_catalog (), "spaces", NULL);
  g_autofree char *broken = g_build_filename (folder, "broken.json", NULL);
  g_autofree char *mine = g_build_filename (folder, "mine.json", NULL);
  g_autofree char *over = g_build_filename (folder, "iso-cost.json", NULL);
  g_autoptr (GListModel) list = NULL;
  g_autoptr (WeftSpace) space = NULL;
  g_autoptr (GError) error = NULL;

  write_space ("broken.json", "{\"fractions\": 5}");
  write_space ("mine.json", "{\"id\": \"mine\", \"fractions\": [1]}");
  write_space ("iso-cost.json", "{\"id\": \"iso-cost\", \"name\": \"My own\", \"fractions\": [1]}");
  list = weft_space_list (&error);
  g_assert_no_error (error);
  g_assert_nonnull (find_space (list, "paper-2"));
  g_assert_nonnull (find_space (list, "same-generation-2022"));
  g_assert_nonnull (find_space (list, "mine"));
  g_assert_cmpstr (weft_space_get_name (find_space (list, "iso-cost")), ==, "My own");
  space = weft_space_load ("broken", &error);
  g_assert_null (space);
  g_assert_nonnull (strstr (error->message, "fractions"));

  g_unlink (broken);
  g_unlink (mine);
  g_unlink (over);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/problem/documents", test_documents);
  g_test_add_func ("/problem/count", test_count);
  g_test_add_func ("/problem/moves", test_moves);
  g_test_add_func ("/problem/neighbours", test_neighbours);
  g_test_add_func ("/problem/json", test_json);
  g_test_add_func ("/problem/refusals", test_refusals);
  g_test_add_func ("/problem/endless-fractions", test_endless_fractions);
  g_test_add_func ("/problem/constraints", test_constraints);
  g_test_add_func ("/problem/without", test_without);
  g_test_add_func ("/problem/ready", test_ready);
  return g_test_run ();
}
