/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The local search by bottlenecks and its estimate: what it learns, that it repeats itself, and how near it comes to the certified
 * optimum. */
#include <math.h>
#include <string.h>

#include "search/weft-estimate-private.h"
#include "search/weft-method.h"
#include "search/weft-optimum.h"

#define MOST_EVALUATIONS 64

typedef struct
{
  guint n;
  WeftProposal proposals[MOST_EVALUATIONS];
  double best;
  guint64 n_estimates;
} Run;

static WeftProblem *
make_problem (const char *space_name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
  g_autoptr (WeftSpace) space = weft_space_load (space_name, &error);
  WeftProblem *problem;

  g_assert_no_error (error);
  problem = weft_problem_new (evaluator, space, NULL, NULL, &error);
  g_assert_no_error (error);
  return problem;
}

static void
run_method (WeftProblem *problem,
            const char  *name,
            guint64      seed,
            guint        budget,
            Run         *run)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMethod) method = weft_method_new (name, &error);
  g_autoptr (WeftKernel) kernel = weft_kernel_new (&problem->model);
  WeftRandom random;

  g_assert_no_error (error);
  memset (run, 0, sizeof *run);
  weft_random_init (&random, seed, 0);
  weft_method_start (method, problem, &random, budget);
  while (run->n < budget)
    {
      WeftProposal *proposal = &run->proposals[run->n];
      WeftVerdict verdict;

      if (weft_method_propose (method, proposal, 1) == 0)
        break;
      weft_problem_judge (problem, kernel, &proposal->candidate, &verdict);
      weft_method_observe (method, proposal, &verdict);
      run->best = MAX (run->best, verdict.score);
      run->n++;
    }
  run->n_estimates = weft_method_get_n_estimates (method);
}

static void
test_repeats (void)
{
  g_autoptr (WeftProblem) problem = make_problem ("paper-2");
  g_autofree Run *a = g_new (Run, 1);
  g_autofree Run *b = g_new (Run, 1);

  run_method (problem, "local", 3, 16, a);
  run_method (problem, "local", 3, 16, b);
  g_assert_cmpuint (a->n, ==, 16);
  g_assert_cmpmem (a, sizeof *a, b, sizeof *b);
  g_assert_cmpuint (a->n_estimates, >, 0);

  for (guint i = 0; i < a->n; i++)
    {
      g_assert_cmpint (a->proposals[i].parent, <, (int) i);
      g_assert_cmpuint (strlen (a->proposals[i].reason), >, 0);
      for (guint j = 0; j < i; j++)
        g_assert_false (weft_candidate_equal (&a->proposals[i].candidate,
                                              &a->proposals[j].candidate));
    }

  run_method (problem, "local", 4, 16, b);
  g_assert_false (weft_candidate_equal (&a->proposals[0].candidate, &b->proposals[0].candidate));
}

static gboolean
differ (const Run *a,
        const Run *b)
{
  for (guint i = 0; i < MIN (a->n, b->n); i++)
    if (!weft_candidate_equal (&a->proposals[i].candidate, &b->proposals[i].candidate))
      return TRUE;

  return FALSE;
}

/* All begin at the same candidate, and then go their own ways. */
static void
test_ablations (void)
{
  g_autoptr (WeftProblem) problem = make_problem ("paper-2");
  g_autofree Run *whole = g_new (Run, 1);
  g_autofree Run *blind = g_new (Run, 1);
  g_autofree Run *bare = g_new (Run, 1);
  g_autoptr (GError) error = NULL;

  run_method (problem, "local", 1, 20, whole);
  run_method (problem, "local:no-attribution", 1, 20, blind);
  run_method (problem, "local:no-estimate", 1, 20, bare);
  g_assert_true (weft_candidate_equal (&whole->proposals[0].candidate,
                                       &blind->proposals[0].candidate));
  g_assert_true (weft_candidate_equal (&whole->proposals[0].candidate,
                                       &bare->proposals[0].candidate));
  g_assert_true (differ (whole, blind));
  g_assert_true (differ (whole, bare));
  g_assert_true (differ (blind, bare));
  g_assert_cmpuint (blind->n_estimates, >, 0);
  g_assert_cmpuint (bare->n_estimates, ==, 0);
  g_assert_cmpuint (bare->n, ==, 20);

  g_assert_null (weft_method_new ("local:no-sense", &error));
  g_assert_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_METHOD);
}

/* Within 1 % after 36 evaluations from each of ten starts, where random search is never, or in a small space seldom. */
static void
test_near_optimum (gconstpointer space_name)
{
  g_autoptr (WeftProblem) problem = make_problem (space_name);
  guint most_at_random = g_str_has_prefix (space_name, "same-generation") ? 3 : 0;
  guint n_at_random = 0;
  g_autoptr (GError) error = NULL;
  g_autofree Run *run = g_new (Run, 1);
  WeftOptimum optimum;

  g_assert_true (weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, &error));
  g_assert_no_error (error);
  for (guint64 seed = 1; seed <= 10; seed++)
    {
      run_method (problem, "local", seed, 36, run);
      g_test_message ("seed %" G_GUINT64_FORMAT ": %.4f of %.4f", seed, run->best, optimum.score);
      g_assert_cmpfloat (run->best, >=, 0.99 * optimum.score);
      run_method (problem, "random", seed, 36, run);
      n_at_random += run->best >= 0.99 * optimum.score;
    }
  g_assert_cmpuint (n_at_random, <=, most_at_random);
}

/* A workload without weight may be one that nothing can run, and limits leave the best designs out. */
static void
test_limits (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);
  g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
  g_autoptr (WeftSpace) space = weft_space_load ("paper-2", &error);
  g_autoptr (JsonObject) constraints = json_object_new ();
  g_autoptr (WeftProblem) problem = NULL;
  g_autofree Run *run = g_new (Run, 1);

  json_object_set_double_member (constraints, "chips", 800);
  problem = weft_problem_new (evaluator, space, NULL, constraints, &error);
  g_assert_no_error (error);
  run_method (problem, "local", 1, 30, run);
  g_assert_cmpfloat (run->best, >, 1);
}

/* --- the estimate alone --- */

static WeftEstimateSite
make_site (guint  chip,
           double flops,
           double bandwidth)
{
  return (WeftEstimateSite) {
    .chip = chip,
    .unit = chip,
    .n = 100,
    .bf16_flops = flops,
    .serving_flops = flops,
    .fp64_flops = flops,
    .mem_bytes = 1e11,
    .mem_bw_bytes_s = bandwidth,
    .inside_alpha_s = 1e-6,
    .inside_bw_bytes_s = 1e11,
    .domain_chips = 8,
    .across_alpha_s = 2e-6,
    .across_bw_bytes_s = 5e10,
  };
}

static double
predict (WeftEstimate           *estimate,
         const WeftEstimateSite *site)
{
  double hopeful_s;
  double mean_s = weft_estimate_predict (estimate, WEFT_ESTIMATE_STENCIL, site, 1, &hopeful_s);

  g_assert_cmpfloat (hopeful_s, <=, mean_s);
  return mean_s;
}

static void
see (WeftEstimate           *estimate,
     const WeftEstimateSite *site,
     WeftSeen                seen,
     double                  seconds,
     WeftEstimatePart        part)
{
  WeftSighting sighting = {
    .kind = WEFT_ESTIMATE_STENCIL,
    .seen = seen,
    .site = *site,
    .seconds = seconds,
    .has_share = seen == WEFT_SEEN_EXACTLY,
  };

  sighting.share[part] = 1;
  weft_estimate_see (estimate, &sighting);
  weft_estimate_fit (estimate);
}

/* Held by memory: twice the bandwidth halves the time, twice the arithmetic changes nothing. Without attribution both count. */
static void
test_ranking (void)
{
  WeftEstimateSite base = make_site (1, 1e13, 1e12);
  WeftEstimateSite wide = make_site (2, 1e13, 2e12);
  WeftEstimateSite strong = make_site (3, 2e13, 1e12);
  g_autoptr (WeftEstimate) estimate = weft_estimate_new (TRUE);
  g_autoptr (WeftEstimate) blind = weft_estimate_new (FALSE);

  see (estimate, &base, WEFT_SEEN_EXACTLY, 1, WEFT_ESTIMATE_MEMORY);
  see (blind, &base, WEFT_SEEN_EXACTLY, 1, WEFT_ESTIMATE_MEMORY);
  g_assert_cmpfloat (fabs (predict (estimate, &base) - 1), <, 1e-9);
  g_assert_cmpfloat (fabs (predict (estimate, &wide) - 0.5), <, 1e-9);
  g_assert_cmpfloat (fabs (predict (estimate, &strong) - 1), <, 1e-9);
  g_assert_cmpfloat (predict (blind, &strong), <, 0.9);

  /* A second chip, held by arithmetic, gives the other side of the roofline. */
  strong.fp64_flops = 1e12;
  see (estimate, &strong, WEFT_SEEN_EXACTLY, 3, WEFT_ESTIMATE_COMPUTE);
  wide.fp64_flops = 2e12;
  wide.mem_bw_bytes_s = 1e13;
  g_assert_cmpfloat (fabs (predict (estimate, &wide) - 1.5), <, 0.01);
}

static void
test_limits_of_estimate (void)
{
  WeftEstimateSite base = make_site (1, 1e13, 1e12);
  WeftEstimateSite other = make_site (2, 1e14, 1e13);
  g_autoptr (WeftEstimate) estimate = weft_estimate_new (TRUE);
  double before_s, hopeful_s;

  see (estimate, &base, WEFT_SEEN_EXACTLY, 1, WEFT_ESTIMATE_MEMORY);
  before_s = predict (estimate, &other);
  g_assert_cmpfloat (before_s, <, 0.2);
  see (estimate, &other, WEFT_SEEN_AT_LEAST, 0.8, WEFT_ESTIMATE_MEMORY);
  g_assert_cmpfloat (predict (estimate, &other), >, 0.7);
  weft_estimate_predict (estimate, WEFT_ESTIMATE_STENCIL, &other, 3, &hopeful_s);
  g_assert_cmpfloat (hopeful_s, >, 0.7);

  see (estimate, &other, WEFT_SEEN_UNABLE, INFINITY, WEFT_ESTIMATE_MEMORY);
  g_assert_true (isinf (predict (estimate, &other)));
  other.fp64_flops = 0;
  other.n = 1e6;
  g_assert_true (isinf (predict (estimate, &other)));
}

/* A chip without the arithmetic says nothing of memory, and too little memory is no reason once less of it did. */
static void
test_reasons_to_be_unable (void)
{
  WeftEstimateSite without = make_site (1, 0, 1e12);
  WeftEstimateSite large = make_site (2, 1e13, 1e12);
  WeftEstimateSite small = make_site (3, 1e13, 1e12);
  WeftEstimateSite other = make_site (4, 1e13, 1e12);
  g_autoptr (WeftEstimate) estimate = weft_estimate_new (TRUE);

  without.n = 1000;
  small.n = 10;
  see (estimate, &without, WEFT_SEEN_UNABLE, INFINITY, WEFT_ESTIMATE_MEMORY);
  g_assert_false (isinf (predict (estimate, &large)));

  see (estimate, &large, WEFT_SEEN_UNABLE, INFINITY, WEFT_ESTIMATE_MEMORY);
  g_assert_true (isinf (predict (estimate, &large)));
  g_assert_true (isinf (predict (estimate, &other)));
  see (estimate, &small, WEFT_SEEN_EXACTLY, 1, WEFT_ESTIMATE_MEMORY);
  g_assert_true (isinf (predict (estimate, &large)));
  g_assert_false (isinf (predict (estimate, &other)));
  g_assert_false (isinf (predict (estimate, &small)));
}

/* The estimate is none when it asks the evaluator: its sources know nothing of that. */
static void
test_sources (void)
{
  static const char *const names[] = {
    "weft-estimate-private.h", "weft-estimate-terms-private.h", "weft-estimate.c",
    "weft-estimate-terms.c",
  };
  static const char *const methods[] = {
    "weft-local-method.c", "weft-local-climb.c", "weft-local-view.c", "weft-local-sight.c",
    "weft-local-relieve.c", "weft-local-reason.c", "weft-local-private.h",
  };
  static const char *const calls[] = {
    "weft_problem_judge", "weft_kernel_", "weft_model_", "weft_ring_", "weft_roofline",
    "weft_hierarchical", "weft_evaluator_evaluate", "reference_times", "weft_optimum",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names) + G_N_ELEMENTS (methods); i++)
    {
      gboolean own = i < G_N_ELEMENTS (names);
      g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "src", "search",
                                                own ? names[i] : methods[i - G_N_ELEMENTS (names)],
                                                NULL);
      g_autofree char *text = NULL;

      g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
      for (guint j = 0; j < G_N_ELEMENTS (calls); j++)
        g_assert_null (strstr (text, calls[j]));
      for (const char *at = strstr (text, "#include \""); at != NULL && own;
           at = strstr (at + 1, "#include \""))
        g_assert_true (g_str_has_prefix (at, "#include \"base/")
                       || g_str_has_prefix (at, "#include \"search/weft-estimate"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/local/repeats", test_repeats);
  g_test_add_func ("/local/ablations", test_ablations);
  g_test_add_data_func ("/local/near-optimum/paper-2", "paper-2", test_near_optimum);
  g_test_add_data_func ("/local/near-optimum/same-generation-2021", "same-generation-2021",
                        test_near_optimum);
  g_test_add_data_func ("/local/near-optimum/iso-cost", "iso-cost", test_near_optimum);
  g_test_add_func ("/local/limits", test_limits);
  g_test_add_func ("/local/estimate/ranking", test_ranking);
  g_test_add_func ("/local/estimate/limits", test_limits_of_estimate);
  g_test_add_func ("/local/estimate/unable", test_reasons_to_be_unable);
  g_test_add_func ("/local/estimate/sources", test_sources);
  return g_test_run ();
}
