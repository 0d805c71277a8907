/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in planner and its specialists: what they say names what there is and claims no result, the rules repeat
 * themselves, and they come near the certified optimum in few evaluations. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "search-fixture.h"
#include "search/weft-optimum.h"
#include "search/weft-rules.h"

#define MOST_EVALUATIONS 40

typedef struct
{
  guint n;
  WeftProposal proposals[MOST_EVALUATIONS];
  WeftVerdict verdicts[MOST_EVALUATIONS];
  double best;
  guint n_thoughts;
  guint64 n_estimates;
} Run;

static const char *const specialists[] = { "chip", "scaleup", "scaleout" };

static Run *
run_method (WeftProblem *problem,
            const char  *name,
            guint64      seed,
            guint        budget)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMethod) method = weft_method_new (name, &error);
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  Run *run = g_new0 (Run, 1);
  WeftRandom random;

  g_assert_no_error (error);
  weft_random_init (&random, seed, 0);
  weft_method_start (method, problem, &random, budget);
  while (run->n < budget && weft_method_propose (method, &run->proposals[run->n], 1) == 1)
    {
      WeftProposal *proposal = &run->proposals[run->n];
      WeftVerdict *verdict = &run->verdicts[run->n];
      g_autofree char *thought = weft_method_dup_thought (method);

      run->n_thoughts += thought != NULL && g_utf8_validate (thought, -1, NULL);
      weft_problem_judge (problem, kernel, &proposal->candidate, verdict);
      weft_method_observe (method, proposal, verdict);
      run->best = MAX (run->best, verdict->score);
      run->n++;
    }
  run->n_estimates = weft_method_get_n_estimates (method);
  return run;
}

static gboolean
propose_same (const Run *a,
              const Run *b)
{
  for (guint i = 0; i < MIN (a->n, b->n); i++)
    if (!weft_candidate_equal (&a->proposals[i].candidate, &b->proposals[i].candidate))
      return FALSE;

  return a->n == b->n;
}

/* Same seed, same bytes; and every design comes with a thought, which other methods do not have. */
static void
test_repeats (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-2\"}");
  g_autofree Run *once = run_method (problem, "builtin", 3, 18);
  g_autofree Run *again = run_method (problem, "builtin", 3, 18);
  g_autofree Run *other = run_method (problem, "hill", 3, 4);

  g_assert_cmpuint (once->n, ==, 18);
  g_assert_cmpmem (once->proposals, sizeof once->proposals, again->proposals,
                   sizeof again->proposals);
  g_assert_cmpuint (once->n_thoughts, ==, 18);
  g_assert_cmpuint (once->n_estimates, >, 0);
  g_assert_cmpuint (other->n_thoughts, ==, 0);
  for (guint i = 0; i < once->n; i++)
    for (guint j = 0; j < i; j++)
      g_assert_false (weft_candidate_equal (&once->proposals[i].candidate,
                                            &once->proposals[j].candidate));
}

static void
test_ablations (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem
      = fixture_problem (evaluator, "{\"space\": \"paper-2\", \"constraints\": {\"chips\": 700}}");
  static const char *const names[] = {
    "builtin", "builtin:no-specialists", "builtin:no-attribution", "builtin:no-feedback",
  };
  Run *runs[G_N_ELEMENTS (names)];
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      runs[i] = run_method (problem, names[i], 1, MOST_EVALUATIONS);
      g_assert_cmpuint (runs[i]->n, ==, MOST_EVALUATIONS);
      g_assert_true (weft_candidate_equal (&runs[i]->proposals[0].candidate,
                                           &runs[0]->proposals[0].candidate));
      for (guint j = 0; j < i; j++)
        g_assert_false (propose_same (runs[i], runs[j]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_free (runs[i]);

  g_assert_null (weft_method_new ("builtin:no-sense", &error));
  g_assert_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD);
}

/* --- advice --- */

/* Whether the first word, up to a space or comma, is the id of something that the parameter can be. */
static gboolean
is_id_for (WeftProblem *problem,
           const char  *parameter,
           const char  *suggestion)
{
  g_autofree char *id = g_strndup (suggestion, strcspn (suggestion, " ,"));

  for (guint i = 0; i < problem->units->len; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (problem->units, WeftSpaceUnit, i);
      const char *known = g_str_equal (parameter, "chip")
                            ? weft_inventory_chip (problem->inventory, unit->chip)->id
                          : g_str_equal (parameter, "scaleup")
                            ? weft_inventory_scaleup (problem->inventory, unit->scaleup)->id
                            : weft_inventory_scaleout (problem->inventory, unit->scaleout)->id;

      if (g_str_equal (id, known))
        return TRUE;
    }

  return FALSE;
}

static void
check_advice (WeftProblem           *problem,
              const WeftCandidate   *candidate,
              const WeftRulesAdvice *advice)
{
  g_autoptr (JsonNode) partitions = weft_candidate_partitions (problem, candidate);
  g_auto (GStrv) steps = g_strsplit (advice->parameter, "/", -1);
  g_autofree char *all = g_strconcat (advice->suggestion, " ", advice->because, NULL);
  JsonArray *array = json_node_get_array (partitions);
  guint number;

  g_assert_cmpuint (g_strv_length (steps), ==, 3);
  g_assert_cmpstr (steps[0], ==, "partitions");
  number = (guint) strtoul (steps[1], NULL, 10);
  g_assert_cmpuint (number, <, json_array_get_length (array));
  g_assert_true (json_object_has_member (json_array_get_object_element (array, number), steps[2]));
  if (g_str_equal (steps[2], "power_frac"))
    {
      double fraction = g_ascii_strtod (advice->suggestion, NULL);

      g_assert_cmpfloat (fraction, >=, 0);
      g_assert_cmpfloat (fraction, <, 1);
    }
  else
    g_assert_true (is_id_for (problem, steps[2], advice->suggestion));

  g_assert_true (g_utf8_validate (all, -1, NULL));
  g_assert_true (g_str_has_suffix (advice->because, "."));
  g_assert_null (strstr (all, "score"));
  g_assert_null (strstr (all, "nan"));
}

/* Of every design of a run, good or bad, each specialist names parameters of the design and things of the catalog. */
static void
test_advice (gconstpointer data)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, data);
  g_autofree Run *run = run_method (problem, "random", 1, 24);
  guint n_given = 0;

  for (guint i = 0; i < run->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (specialists); j++)
      {
        g_autoptr (GPtrArray) all = weft_rules_advise (problem, &run->proposals[i].candidate,
                                                       &run->verdicts[i], specialists[j], TRUE);
        g_autoptr (GPtrArray) again = weft_rules_advise (problem, &run->proposals[i].candidate,
                                                         &run->verdicts[i], specialists[j], TRUE);

        g_assert_cmpuint (all->len, <=, WEFT_RULES_MOST_ADVICE);
        g_assert_cmpuint (all->len, ==, again->len);
        for (guint k = 0; k < all->len; k++)
          {
            const WeftRulesAdvice *advice = g_ptr_array_index (all, k);
            const WeftRulesAdvice *same = g_ptr_array_index (again, k);

            check_advice (problem, &run->proposals[i].candidate, advice);
            g_assert_cmpstr (advice->because, ==, same->because);
            g_assert_cmpstr (advice->suggestion, ==, same->suggestion);
          }
        n_given += all->len;
      }
  g_assert_cmpuint (n_given, >, run->n);
}

/* --- how near it comes --- */

/* Within 1 % of the certified optimum after 18 evaluations, from each of ten seeds. */
static void
test_near_optimum (gconstpointer data)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, data);
  g_autoptr (GError) error = NULL;
  WeftOptimum optimum;

  g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, &error));
  g_assert_no_error (error);
  for (guint64 seed = 1; seed <= 10; seed++)
    {
      g_autofree Run *run = run_method (problem, "builtin", seed, 18);

      g_test_message ("seed %" G_GUINT64_FORMAT ": %.4f of %.4f", seed, run->best, optimum.score);
      g_assert_cmpfloat (run->best, >=, 0.99 * optimum.score);
    }
}

/* --- what it may know --- */

static char *
read_source (const char *name)
{
  g_autofree char *path
    = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "src", "search", name, NULL);
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Rules that ask the evaluator, know the answer, or name a chip would not be rules. */
static void
test_sources (void)
{
  static const char *const names[] = {
    "weft-rules-begin.c", "weft-rules-change.c", "weft-rules-meet.c", "weft-rules-method.c",
    "weft-rules-private.h", "weft-rules-spare.c", "weft-rules-think.c", "weft-rules-words.c",
    "weft-rules.c", "weft-rules.h",
  };
  static const char *const calls[] = {
    "weft_problem_judge",
    "weft_kernel_",
    "weft_model_",
    "weft_ring_",
    "weft_roofline",
    "weft_hierarchical",
    "weft_evaluator_evaluate",
    "reference_times",
    "weft_optimum",
    "weft_published",
  };
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-2\"}");
  g_autofree char *folder = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "src", "search", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    n += g_str_has_prefix (name, "weft-rules");
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (names));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *text = read_source (names[i]);
      g_autofree char *folded = g_ascii_strdown (text, -1);

      for (guint j = 0; j < G_N_ELEMENTS (calls); j++)
        g_assert_null (strstr (text, calls[j]));
      for (guint j = 0; j < weft_inventory_n_chips (problem->inventory); j++)
        {
          g_autofree char *id
            = g_ascii_strdown (weft_inventory_chip (problem->inventory, j)->id, -1);

          g_assert_null (strstr (folded, id));
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rules/repeats", test_repeats);
  g_test_add_func ("/rules/ablations", test_ablations);
  g_test_add_data_func ("/rules/advice/paper", "{\"space\": \"paper-2\"}", test_advice);
  g_test_add_data_func ("/rules/advice/cost", "{\"space\": \"iso-cost\"}", test_advice);
  g_test_add_data_func ("/rules/advice/refused",
                        "{\"space\": \"paper-3\", \"facility\": {\"power_w\": 100000},"
                        " \"constraints\": {\"chips\": 90, \"speedup\": {\"hpcg\": 1.5}}}",
                        test_advice);
  g_test_add_data_func ("/rules/near-optimum/small", "{\"space\": \"same-generation-2022\"}",
                        test_near_optimum);
  g_test_add_data_func ("/rules/near-optimum/serving",
                        "{\"space\": \"same-generation-2024\", \"workload\": {\"weights\": "
                        "{\"serving\": 0.8, \"fft\": 0.2}}}",
                        test_near_optimum);
  g_test_add_data_func (
    "/rules/near-optimum/three",
    "{\"space\": {\"chips\": [\"H100\", \"mi300a\", \"WSE3s\", \"mi350x\"], \"max_partitions\": 3,"
    " \"fractions\": [0.02, 0.05, 0.1, 0.3, 0.5, 0.6, 0.85, 0.9, 0.93, 0.95, 0.98, 1]}}",
    test_near_optimum);
  g_test_add_func ("/rules/sources", test_sources);
  return g_test_run ();
}
