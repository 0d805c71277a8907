/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method of the table: what it may propose, when it ends, and that a seed says all. */
#include <math.h>
#include <string.h>

#include "search-fixture.h"

#include "search/weft-candidate-change-private.h"
#include "search/weft-enumerate-private.h"

#define ROOM 256

/* What a run by a plain loop came to. */
typedef struct
{
  GArray *proposals; /* of WeftProposal */
  guint n_evaluations;
  guint n_invalid;
  double best;       /* at the end */
  double best_36;    /* after 36 evaluations */
} Run;

static void
run_clear (Run *run)
{
  g_clear_pointer (&run->proposals, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static void
take (Run                *run,
      const WeftProposal *proposal,
      const WeftVerdict  *verdict)
{
  g_array_append_vals (run->proposals, proposal, 1);
  if (verdict->kind == WEFT_VERDICT_INVALID)
    {
      run->n_invalid++;
      return;
    }

  run->n_evaluations++;
  run->best = MAX (run->best, verdict->score);
  if (run->n_evaluations <= 36)
    run->best_36 = run->best;
}

/* Proposes, judges and observes until the budget is used or the method ends. */
static Run
run_method (WeftProblem *problem,
            const char  *name,
            guint64      seed,
            guint        budget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMethod) method = weft_method_new (name, &error);
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  g_autofree WeftProposal *proposals = g_new0 (WeftProposal, ROOM);
  Run run = { .proposals = g_array_new (FALSE, FALSE, sizeof (WeftProposal)) };
  WeftRandom random;
  guint n = 1;

  g_assert_no_error (error);
  weft_random_init (&random, seed, 0);
  weft_method_start (method, problem, &random, budget);
  while (n > 0 && run.n_evaluations < budget)
    {
      guint room = MIN (ROOM, budget - run.n_evaluations);

      n = weft_method_propose (method, proposals, room);
      g_assert_cmpuint (n, <=, room);
      for (guint i = 0; i < n; i++)
        {
          WeftVerdict verdict;

          weft_problem_judge (problem, kernel, &proposals[i].candidate, &verdict);
          weft_method_observe (method, &proposals[i], &verdict);
          take (&run, &proposals[i], &verdict);
        }
    }

  return run;
}

/* --- what is proposed --- */

static gboolean
is_role (WeftProblem *problem,
         guint        role)
{
  for (guint i = 0; i < problem->n_roles; i++)
    if (problem->roles[i] == role)
      return TRUE;

  return FALSE;
}

static void
check_proposal (WeftProblem        *problem,
                const WeftProposal *proposal,
                int                 number)
{
  const WeftCandidate *candidate = &proposal->candidate;
  WeftCandidate sorted = *candidate;
  guint sum = 0;

  g_assert_cmpuint (candidate->n, >=, 1);
  g_assert_cmpuint (candidate->n, <=, problem->max_partitions);
  for (guint i = 0; i < candidate->n; i++)
    {
      g_assert_cmpuint (candidate->parts[i].unit, <, problem->units->len);
      g_assert_cmpuint (candidate->parts[i].fraction, <, problem->n_fractions);
      g_assert_true (is_role (problem, candidate->parts[i].role));
      sum += problem->fractions[candidate->parts[i].fraction];
    }
  g_assert_cmpuint (sum, ==, WEFT_SPACE_WHOLE);

  weft_candidate_sort (&sorted);
  g_assert_true (memcmp (&sorted, candidate, sizeof sorted) == 0);
  g_assert_cmpint (proposal->parent, >=, -1);
  g_assert_cmpint (proposal->parent, <, number);
  g_assert_cmpuint (strlen (proposal->reason), >, 0);
  g_assert_true (g_utf8_validate (proposal->reason, -1, NULL));
}

static void
check_without_repeats (Run *run)
{
  for (guint i = 0; i < run->proposals->len; i++)
    for (guint j = 0; j < i; j++)
      g_assert_false (weft_candidate_equal (&g_array_index (run->proposals, WeftProposal, i).candidate,
                                            &g_array_index (run->proposals, WeftProposal, j).candidate));
}

static void
test_proposals (gconstpointer data)
{
  const WeftMethodInfo *info = data;
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  const char *const problems[] = {
    "{\"space\": \"paper-2\"}",
    "{\"space\": \"paper-3\"}",
    "{\"space\": \"iso-cost\"}",
    "{\"space\": {\"fractions\": [0.2, 0.3, 0.5], \"max_partitions\": 4, \"roles\": [\"general\", \"decode\"]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (evaluator, problems[i]);
      g_auto (Run) run = run_method (problem, info->id, 3, 120);

      g_assert_cmpuint (run.n_evaluations, ==, 120);
      for (guint j = 0; j < run.proposals->len; j++)
        check_proposal (problem, &g_array_index (run.proposals, WeftProposal, j), (int) j);
      check_without_repeats (&run);
    }
}

static gboolean
are_same (Run *a,
          Run *b)
{
  return a->proposals->len == b->proposals->len
         && memcmp (a->proposals->data, b->proposals->data,
                    a->proposals->len * sizeof (WeftProposal)) == 0;
}

/* Same seed, same bytes; another seed, another search, but for the one that draws nothing. */
static void
test_seeds (gconstpointer data)
{
  const WeftMethodInfo *info = data;
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-3\"}");
  g_auto (Run) once = run_method (problem, info->id, 1, 60);
  g_auto (Run) again = run_method (problem, info->id, 1, 60);
  g_auto (Run) other = run_method (problem, info->id, 2, 60);

  g_assert_true (are_same (&once, &again));
  g_assert_true (are_same (&once, &other) == g_str_equal (info->id, "exhaustive"));
}

/* --- the walk and the words --- */

/* As many as the count says, sorted, and none twice. */
static void
test_enumeration (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  const char *const problems[] = {
    "{\"space\": {\"chips\": [\"H100\", \"B200\"], \"roles\": [\"general\", \"decode\"],"
    " \"fractions\": [0.2, 0.4, 0.5, 0.6, 1], \"max_partitions\": 3}}",
    "{\"space\": {\"chips\": [\"H100\"], \"scaleouts\": [\"IB-NDR\"], \"roles\": [\"general\", \"decode\"],"
    " \"fractions\": [0.25], \"max_partitions\": 5}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (evaluator, problems[i]);
      g_autoptr (GHashTable) met = g_hash_table_new_full (g_bytes_hash, g_bytes_equal,
                                                          (GDestroyNotify) g_bytes_unref, NULL);
      WeftEnumeration walk;
      WeftCandidate candidate;
      double n = 0;

      weft_enumerate_start (&walk, problem);
      for (; weft_enumerate_next (&walk, &candidate); n++)
        {
          WeftCandidate sorted = candidate;

          weft_candidate_sort (&sorted);
          g_assert_true (memcmp (&sorted, &candidate, sizeof sorted) == 0);
          g_assert_true (g_hash_table_add (met, g_bytes_new (&candidate, sizeof candidate)));
        }
      g_assert_cmpfloat (n, ==, weft_problem_get_n_candidates (problem));
    }
}

static void
check_change (WeftProblem         *problem,
              const WeftCandidate *from,
              WeftCandidate        to,
              const char          *expected)
{
  char change[WEFT_REASON_BYTES];

  weft_candidate_sort (&to);
  weft_candidate_describe_change (problem, from, &to, change);
  g_assert_cmpstr (change, ==, expected);
}

static void
test_changes (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator,
    "{\"space\": {\"chips\": [\"B200\", \"H100\"], \"scaleouts\": [\"IB-NDR\", \"RoCE-400\"],"
    " \"roles\": [\"general\", \"decode\"], \"fractions\": [0.05, 0.1, 0.9, 0.95, 1], \"max_partitions\": 2}}");
  /* Units: B200 with IB-NDR, with RoCE-400, H100 with the same two. */
  WeftCandidate alone = { 1, { { 0, 4, WEFT_ROLE_GENERAL } } };
  WeftCandidate pair = { 2, { { 0, 3, WEFT_ROLE_GENERAL }, { 2, 0, WEFT_ROLE_DECODE } } };
  WeftCandidate next;

  g_assert_cmpuint (problem->units->len, ==, 4);
  check_change (problem, &pair, pair, "changed nothing");
  check_change (problem, &alone, pair,
                "took 5 % of the budget from B200 for a partition of H100 with NVLink4 and IB-NDR as decode");
  check_change (problem, &pair, alone, "dropped the partition of H100 and gave its 5 % to B200");

  next = pair;
  next.parts[0].fraction = 2;
  next.parts[1].fraction = 1;
  check_change (problem, &pair, next, "moved 5 % of the budget from B200 to H100");
  next.parts[0].unit = 2;
  check_change (problem, &pair, next,
                "replaced 95 % B200 as general, 5 % H100 as decode by 90 % H100 as general, 10 % H100 as decode");

  next = pair;
  next.parts[0].unit = 2;
  check_change (problem, &pair, next, "replaced B200 by H100 on 95 % of the budget");
  next.parts[0].unit = 1;
  check_change (problem, &pair, next, "connected B200 by RoCE-400 instead of IB-NDR on 95 % of the budget");
  next.parts[1].role = WEFT_ROLE_GENERAL;
  check_change (problem, &pair, next,
                "connected B200 by RoCE-400 instead of IB-NDR on 95 %; used H100 as general instead of decode on "
                "5 % of the budget");
}

/* --- when it ends --- */

static void
test_ends (gconstpointer data)
{
  const WeftMethodInfo *info = data;
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  static const struct
  {
    const char *problem;
    guint n_candidates;
    guint n_evaluations; /* when it has tried all */
  } cases[] = {
    { "{\"space\": {\"chips\": [\"B200\"], \"scaleouts\": [\"IB-NDR\"], \"roles\": [\"general\"],"
      " \"fractions\": [1], \"max_partitions\": 1}}", 1, 1 },
    { "{\"space\": {\"chips\": [\"H100\", \"B200\"], \"scaleouts\": [\"IB-NDR\"], \"roles\": [\"general\"],"
      " \"fractions\": [0.5], \"max_partitions\": 2}}", 3, 3 },
    { "{\"space\": {\"chips\": [\"H100\", \"B200\"], \"scaleouts\": [\"IB-NDR\"],"
      " \"roles\": [\"general\", \"decode\"], \"fractions\": [1], \"max_partitions\": 1}}", 4, 4 },
    /* A workload cannot be that fast. */
    { "{\"space\": {\"chips\": [\"H100\", \"B200\"], \"scaleouts\": [\"IB-NDR\"],"
      " \"fractions\": [0.5, 1], \"max_partitions\": 2}, \"constraints\": {\"speedup\": {\"fft\": 1000}}}",
      5, 5 },
    /* A wafer is more than a hundredth of this budget. */
    { "{\"space\": {\"chips\": [\"WSE3s\"], \"fractions\": [0.01, 0.02, 0.97, 0.98, 0.99],"
      " \"max_partitions\": 2}, \"facility\": {\"power_w\": 300000}}", 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftProblem) problem = fixture_problem (evaluator, cases[i].problem);
      g_auto (Run) run = run_method (problem, info->id, 1, 100000);
      double n = weft_problem_get_n_candidates (problem);

      if (cases[i].n_candidates > 0)
        g_assert_cmpfloat (n, ==, cases[i].n_candidates);
      g_assert_cmpuint (run.n_evaluations, ==, cases[i].n_evaluations);
      g_assert_cmpfloat (run.proposals->len, ==, n);
      check_without_repeats (&run);
    }
}

/* --- how well it does --- */

static double
mean_of (const double *values,
         guint         n,
         double       *sd)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += values[i];
  for (guint i = 0; i < n; i++)
    squares += (values[i] - sum / n) * (values[i] - sum / n);
  *sd = sqrt (squares / (n - 1));
  return sum / n;
}

static double
print_scores (WeftProblem *problem,
              const char  *name,
              guint        n)
{
  g_autofree double *at_36 = g_new (double, n);
  g_autofree double *at_100 = g_new (double, n);
  double mean_36, mean_100, sd_36, sd_100;

  for (guint seed = 1; seed <= n; seed++)
    {
      g_auto (Run) run = run_method (problem, name, seed, 100);

      at_36[seed - 1] = run.best_36;
      at_100[seed - 1] = run.best;
    }
  mean_36 = mean_of (at_36, n, &sd_36);
  mean_100 = mean_of (at_100, n, &sd_100);
  g_test_message ("%-10s seeds 1-%u, 36: %.3f sd %.3f, 100: %.3f sd %.3f", name, n, mean_36, sd_36,
                  mean_100, sd_100);
  return mean_100;
}

/* What learns from what it sees does better than what does not: by a little with many seeds, by a lot with few. */
static void
test_scores (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-2\"}");
  double random = print_scores (problem, "random", 200);

  for (const WeftMethodInfo *info = weft_methods; info->id != NULL; info++)
    {
      gboolean is_rules = g_str_equal (info->id, "builtin");
      gboolean is_slow = g_str_equal (info->id, "gp") || g_str_equal (info->id, "local") || is_rules;

      if (!info->records_all || g_str_equal (info->id, "random"))
        continue;
      g_assert_cmpfloat (print_scores (problem, info->id, is_rules ? 3 : is_slow ? 10 : 200), >,
                         random + (is_slow ? 0.1 : 0.01));
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestDataFunc run;
  } tests[] = {
    { "proposals", test_proposals },
    { "seeds", test_seeds },
    { "ends", test_ends },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    for (const WeftMethodInfo *info = weft_methods; info->id != NULL; info++)
      {
        g_autofree char *path = g_strdup_printf ("/methods/%s/%s", tests[i].name, info->id);

        g_test_add_data_func (path, info, tests[i].run);
      }
  g_test_add_func ("/methods/enumeration", test_enumeration);
  g_test_add_func ("/methods/changes", test_changes);
  g_test_add_func ("/methods/scores", test_scores);
  return g_test_run ();
}
