/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certified optimum against plain enumeration of reduced spaces, labels and all; and what its certificate says. */
#include <math.h>
#include <string.h>

#include "search-fixture.h"

#include "search/weft-optimum.h"

/* Everything that a space has, one by one, without any thought of symmetry or bounds. */
typedef struct
{
  WeftProblem *problem;
  WeftKernel *kernel;
  GHashTable *seen;
  gboolean has_best, has_second;
  WeftCandidate best;
  WeftVerdict best_verdict;
  double second;      /* best score that is another one */
  double n_invalid;
} Plain;

static void
note_score (Plain *plain, double score)
{
  double best = plain->best_verdict.score;

  if (score > 0 && score < best * (1 - 1e-12))
    plain->second = MAX (plain->second, score);
}

static void
meet (Plain *plain, WeftCandidate candidate)
{
  WeftVerdict verdict;

  weft_candidate_sort (&candidate);
  if (g_hash_table_contains (plain->seen, &candidate))
    return;
  g_hash_table_add (plain->seen, g_memdup2 (&candidate, sizeof candidate));

  weft_problem_judge (plain->problem, plain->kernel, &candidate, &verdict);
  plain->n_invalid += verdict.kind == WEFT_VERDICT_INVALID;
  if (verdict.kind != WEFT_VERDICT_FEASIBLE)
    return;
  if (!plain->has_best
      || weft_verdict_is_better (plain->problem, &candidate, &verdict, &plain->best,
                                 &plain->best_verdict))
    {
      double before = plain->has_best ? plain->best_verdict.score : 0;

      plain->best = candidate;
      plain->best_verdict = verdict;
      plain->has_best = TRUE;
      note_score (plain, before);
    }
  else
    note_score (plain, verdict.score);
}

static void
enumerate (Plain *plain, WeftCandidate *candidate, guint at, guint rest)
{
  WeftProblem *problem = plain->problem;

  if (rest == 0)
    {
      WeftCandidate whole = *candidate;

      whole.n = (guint16) at;
      meet (plain, whole);
      return;
    }
  if (at == problem->max_partitions)
    return;

  for (guint f = 0; f < problem->n_fractions; f++)
    for (guint u = 0; u < problem->units->len; u++)
      for (guint r = 0; r < problem->n_roles && problem->fractions[f] <= rest; r++)
        {
          candidate->parts[at] = (WeftChoice) {
            .unit = (guint16) u, .fraction = (guint16) f, .role = (guint16) problem->roles[r],
          };
          enumerate (plain, candidate, at + 1, rest - problem->fractions[f]);
        }
}

static void
compare (WeftEvaluator *evaluator, const char *text)
{
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, text);
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  g_autoptr (GHashTable) seen = weft_candidate_set_new ();
  g_autoptr (GError) error = NULL;
  Plain plain = { .problem = problem, .kernel = kernel, .seen = seen };
  WeftCandidate candidate = { 0 };
  WeftOptimum optimum;

  enumerate (&plain, &candidate, 0, WEFT_SPACE_WHOLE);
  g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, &error));
  g_assert_no_error (error);
  g_test_message ("%u candidates, best %.6f, second %.6f: %s", g_hash_table_size (seen),
                  plain.best_verdict.score, plain.second, text);

  g_assert_cmpfloat (weft_problem_get_n_candidates (problem), ==, g_hash_table_size (seen));
  g_assert_cmpfloat (optimum.covered + optimum.bounded + optimum.invalid, ==,
                     g_hash_table_size (seen));
  g_assert_cmpfloat (optimum.open, ==, 0);
  g_assert_cmpfloat (optimum.gap, ==, 0);
  g_assert_cmpfloat (optimum.invalid, <=, plain.n_invalid);
  g_assert_cmpint (plain.has_best, ==, optimum.score > 0);
  if (plain.has_best)
    {
      g_assert_true (optimum.score == plain.best_verdict.score);
      g_assert_true (weft_candidate_equal (&optimum.best, &plain.best));
    }
  g_assert_cmpint (optimum.has_runner_up, ==, plain.second > 0);
  if (optimum.has_runner_up)
    g_assert_cmpfloat (fabs (optimum.runner_up_score / plain.second - 1), <, 1e-11);
}

#define ALL_ROLES "\"roles\": [\"general\", \"prefill\", \"decode\", \"solver\", \"ai\"]"

static void
test_enumeration (void)
{
  static const char *const cases[] = {
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\"], \"scaleouts\": [\"UEC\", \"IB-XDR\"], " ALL_ROLES ","
    " \"fractions\": [0.02, 0.05, 0.5, 0.95, 0.98, 1]}}",
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"mi355x\"], \"scaleouts\": [\"UEC\"],"
    " \"roles\": [\"general\", \"decode\"], \"fractions\": [0.02, 0.2, 0.3, 0.4, 0.5, 0.96, 1], \"max_partitions\": 3}}",
    "{\"space\": {\"chips\": [\"groq-lpu1\", \"H100\", \"tt-p150\"], \"scaleouts\": [\"UEC\", \"IB-NDR\"], " ALL_ROLES ","
    " \"fractions\": [0.01, 0.1, 0.5, 0.9, 0.99, 1]}}",
    /* No label is general. */
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\"], \"scaleouts\": [\"UEC\"],"
    " \"roles\": [\"decode\", \"prefill\"], \"fractions\": [0.05, 0.5, 0.95, 1]}}",
    /* Limits that the best design does not keep. */
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\"], \"scaleouts\": [\"UEC\", \"IB-XDR\"], " ALL_ROLES ","
    " \"fractions\": [0.02, 0.05, 0.5, 0.95, 0.98, 1]}, \"constraints\": {\"speedup\": {\"training\": 1.70, \"hpcg\": 2}}}",
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\"], \"scaleouts\": [\"UEC\"],"
    " \"fractions\": [0.02, 0.05, 0.5, 0.95, 0.98, 1]}, \"constraints\": {\"cost_usd\": 3e7}}",
    /* Nothing is feasible: these have no FP64. */
    "{\"space\": {\"chips\": [\"WSE3s\", \"groq-lpu1\"], \"fractions\": [0.5, 1]}}",
    /* Small budget, so that many fractions buy nothing. */
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\", \"h200-sxm-141\"], \"scaleouts\": [\"UEC\"],"
    " \"fractions\": [0.02, 0.1, 0.5, 0.9, 0.98, 1], \"max_partitions\": 2}, \"facility\": {\"power_w\": 300000}}",
    "{\"space\": {\"chips\": [\"B200\", \"mi455x\", \"H100\"], \"scaleouts\": [\"UEC\"], \"fractions\": [0.25, 0.5, 0.75, 1],"
    " \"max_partitions\": 4}, \"facility\": {\"cost_usd\": 50000000}}",
    "{\"space\": {\"chips\": [\"B200\", \"WSE3s\", \"H100\"], \"scaleouts\": [\"UEC\"], \"fractions\": [0.05, 0.5, 0.95, 1]},"
    " \"workload\": {\"weights\": {\"training\": 0, \"serving\": 0, \"stencil\": 0, \"hpcg\": 0.5, \"fft\": 0, \"coupled\": 0.5}}}",
  };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    compare (evaluator, cases[i]);
}

static void
append_chips (WeftProblem *problem, WeftRandom *random, GString *text)
{
  guint drawn[3];

  for (guint i = 0; i < G_N_ELEMENTS (drawn); i++)
    {
      guint first;

      do
        drawn[i] = weft_random_below (random, problem->n_chips);
      while ((i > 0 && drawn[i] == drawn[0]) || (i > 1 && drawn[i] == drawn[1]));
      first = problem->chip_first[drawn[i]];
      g_string_append_printf (text, "%s\"%s\"", i > 0 ? ", " : "",
                              weft_inventory_chip (problem->inventory,
                                                   g_array_index (problem->units, WeftSpaceUnit,
                                                                  first).chip)->id);
    }
}

/* Problems drawn at random, so that no special case of the hand-made ones carries the day. */
static void
test_random_problems (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) all = fixture_problem (evaluator, "{\"space\": \"paper-2\"}");
  /* Those on workloads without weight too; some leave nothing. */
  static const char *const limits[] = {
    "", ", \"constraints\": {\"speedup\": {\"hpcg\": 1.2, \"coupled\": 0.7}}", "",
    ", \"constraints\": {\"chips\": 1500}", ", \"constraints\": {\"power_w\": 985000}",
    ", \"constraints\": {\"cost_usd\": 25e6, \"speedup\": {\"training\": 0.3}}", "",
  };
  WeftRandom random;

  weft_random_init (&random, 2026, 0);
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (GString) text = g_string_new ("{\"space\": {\"chips\": [");
      double w[4] = { 0 }, sum = 0;

      append_chips (all, &random, text);
      for (guint j = 0; j < 4; j++)
        sum += w[j] = weft_random_double (&random);
      g_string_append_printf (text,
        "], \"scaleouts\": [\"UEC\"], " ALL_ROLES ", \"fractions\": [0.1, 0.4, 0.5, 0.6, 0.9, 1], \"max_partitions\": %u},"
        " \"facility\": {\"power_w\": %u}, \"workload\": {\"weights\": {\"training\": 0, \"serving\": %.17g,"
        " \"stencil\": %.17g, \"hpcg\": %.17g, \"fft\": %.17g, \"coupled\": 0}}%s}",
        i % 5 == 0 ? 3 : 2, 300000 + 700000 * (i % 3), w[0] / sum, w[1] / sum, w[2] / sum, w[3] / sum,
        limits[i % G_N_ELEMENTS (limits)]);
      compare (evaluator, text->str);
    }
}

/* The paper's own best design is in both spaces, and nothing in them is better. */
static void
test_paper (void)
{
  const char *const spaces[] = { "{\"space\": \"paper-2\"}", "{\"space\": \"paper-3\"}" };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (evaluator, spaces[i]);
      WeftOptimum optimum;

      g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, NULL));
      g_assert_cmpfloat (fabs (optimum.score - 1.9291245038060607), <, 1e-12);
      g_assert_cmpfloat (optimum.runner_up_score, <, optimum.score);
      g_assert_cmpfloat (optimum.covered + optimum.bounded + optimum.invalid, ==,
                         weft_problem_get_n_candidates (problem));
    }
}

/* No sampled candidate beats it; a bound that is too low would show here. */
static void
test_samples (void)
{
  const char *const spaces[] = {
    "{\"space\": \"paper-3\"}",
    "{\"space\": \"iso-cost\"}",
    "{\"space\": \"paper-2\", \"facility\": {\"power_w\": 5000000}}",
    "{\"space\": \"paper-3\", \"workload\": {\"weights\": {\"training\": 0.05, \"serving\": 0.05, \"stencil\": 0.3,"
    " \"hpcg\": 0.3, \"fft\": 0.2, \"coupled\": 0.1}}}",
  };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint i = 0; i < G_N_ELEMENTS (spaces); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (evaluator, spaces[i]);
      g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
      WeftOptimum optimum;
      WeftRandom random;

      g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, NULL));
      weft_random_init (&random, 11, i);
      for (guint j = 0; j < 100; j++)
        {
          WeftCandidate at = optimum.best;

          /* Around the optimum, where something better would be. */
          for (guint k = 0; k < 200; k++)
            {
              WeftCandidate next;
              WeftVerdict verdict;

              weft_candidate_mutate (problem, &random, &at, &next);
              weft_problem_judge (problem, kernel, &next, &verdict);
              g_assert_cmpfloat (verdict.score, <=, optimum.score * (1 + 1e-12));
              if (k % 5 == 4)
                at = optimum.best;
              else
                at = next;
            }
        }
    }
}

/* Out of time: the bound holds all the same, and what is open is said. */
static void
test_gap (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator,
    "{\"space\": \"paper-3\", \"constraints\": {\"speedup\": {\"fft\": 1.9}}}");
  WeftOptimum optimum, exact;

  g_assert_true (weft_optimum_find (problem, 1e-6, NULL, NULL, NULL, &optimum, NULL));
  g_assert_cmpfloat (optimum.open, >, 0);
  g_assert_cmpfloat (optimum.covered + optimum.bounded + optimum.invalid + optimum.open, ==,
                     weft_problem_get_n_candidates (problem));
  g_assert_cmpfloat (optimum.gap, >, 0);
  g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &exact, NULL));
  g_assert_cmpfloat (exact.open, ==, 0);
  g_assert_cmpfloat (exact.score, <=, optimum.bound);
  g_assert_cmpfloat (exact.score, >=, optimum.score);
}

static void
test_cancel (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-3\"}");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WeftOptimum optimum;

  g_cancellable_cancel (cancellable);
  g_assert_false (weft_optimum_find (problem, 0, NULL, NULL, cancellable, &optimum, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Labels of eight partitions alone are tens of thousands a design: time is looked at among them too, and an answer is
 * there however little of it there is. */
static void
test_many_labels (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator,
    "{\"space\": {\"roles\": [\"general\", \"prefill\", \"decode\", \"solver\", \"ai\"], \"fractions\": "
    "[0.05, 0.1, 0.15, 0.2, 0.3], \"max_partitions\": 8}, \"constraints\": {\"speedup\": {\"fft\": 0.1}}}");
  WeftOptimum optimum;

  g_assert_true (weft_optimum_find (problem, 1e-6, NULL, NULL, NULL, &optimum, NULL));
  g_test_message ("%.0f evaluations, score %.4f, gap %g, open %g", optimum.evaluations, optimum.score,
                  optimum.gap, optimum.open);
  g_assert_cmpfloat (optimum.score, >, 0);
  g_assert_cmpfloat (optimum.open, >, 0);
  g_assert_cmpfloat (optimum.gap, >, 0);
  /* One climb at the most, not thirty-two. */
  g_assert_cmpfloat (optimum.evaluations, <, 40.0 * problem->units->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/optimum/enumeration", test_enumeration);
  g_test_add_func ("/optimum/random-problems", test_random_problems);
  g_test_add_func ("/optimum/paper", test_paper);
  g_test_add_func ("/optimum/samples", test_samples);
  g_test_add_func ("/optimum/gap", test_gap);
  g_test_add_func ("/optimum/cancel", test_cancel);
  g_test_add_func ("/optimum/many-labels", test_many_labels);
  return g_test_run ();
}
