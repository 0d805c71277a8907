/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure answers about designs are: shared draws cancel, what differs does not, and what was never measured is wider. */
#include "model-fixture.h"

#include "model/whatif/weft-doubt-private.h"

#define H100_AT(budget) \
  "{\"name\":\"H\",\"facility\":" budget ",\"partitions\":[{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1," \
  "\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}"
#define B200_AT(budget) \
  "{\"name\":\"B\",\"facility\":" budget ",\"partitions\":[{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":1," \
  "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}"

#define SMALLER_REFERENCE \
  "{\"name\":\"H\",\"partitions\":[{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":0.9,\"scaleup\":\"NVLink4\"," \
  "\"scaleout\":\"IB-NDR\"}]}"

static WeftWhatif *
make (const char *text,
      const char *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftWhatif *whatif = weft_whatif_new (fixture_evaluator (), design, profile, &error);

  g_assert_no_error (error);
  return whatif;
}

static WeftDoubt *
draw (const char *first,
      const char *second,
      guint       n)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  WeftDoubt *doubt;

  g_ptr_array_add (designs, make (first, NULL));
  if (second != NULL)
    g_ptr_array_add (designs, make (second, NULL));
  doubt = weft_doubt_new (designs, n, 11, NULL, &error);
  g_assert_no_error (error);
  return doubt;
}

static double
constant (const char *key)
{
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", NULL);
  double value;

  g_assert_true (weft_profile_get_number (weft_inventory_get_profile (inventory), key, &value, NULL));
  return value;
}

/* --- one design --- */

static void
test_central (void)
{
  g_autoptr (WeftEvaluation) plain = fixture_evaluate (ITER33);
  g_autoptr (WeftDoubt) doubt = draw (ITER33, NULL, 500);
  const WeftBand *score = weft_doubt_band (doubt, 0, WEFT_DOUBT_SCORE);

  g_assert_cmpfloat (score->central, ==, weft_evaluation_get_score (plain));
  g_assert_cmpfloat (score->p5, <, score->p50);
  g_assert_cmpfloat (score->p50, <, score->p95);
  g_assert_cmpfloat (weft_doubt_band (doubt, 0, WEFT_DOUBT_POWER)->central, ==, weft_evaluation_get_power_w (plain));
  g_assert_cmpfloat (weft_doubt_band (doubt, 0, WEFT_DOUBT_COST)->central, ==, weft_evaluation_get_cost_usd (plain));
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (plain, i);

      g_assert_cmpfloat (weft_doubt_band (doubt, 0, WEFT_DOUBT_VALUE + i)->central, ==,
                         weft_workload_result_get_value (result));
      g_assert_cmpfloat (weft_doubt_band (doubt, 0, WEFT_DOUBT_SPEEDUP + i)->central, ==,
                         weft_workload_result_get_speedup (result));
    }
}

/* The reference is as good as itself, whatever is not known of it. */
static void
test_reference (void)
{
  g_autoptr (WeftDoubt) doubt = draw (REFERENCE, NULL, 2000);

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      const WeftBand *speedup = weft_doubt_band (doubt, 0, WEFT_DOUBT_SPEEDUP + i);

      g_assert_cmpfloat_with_epsilon (speedup->p5, 1, 1e-12);
      g_assert_cmpfloat_with_epsilon (speedup->p95, 1, 1e-12);
      g_assert_cmpfloat (weft_doubt_band (doubt, 0, WEFT_DOUBT_VALUE + i)->ln_sd, >, 0.1);
    }
}

/* A smaller machine of the same parts: facts and common errors cancel, and each machine's own is left. */
static void
test_own_error (void)
{
  g_autoptr (WeftDoubt) doubt = draw (SMALLER_REFERENCE, NULL, 20000);
  double own = constant ("spread@one-efficiency/training") * sqrt (2 * (1 - constant ("spread_chip")));
  const WeftBand *speedup = weft_doubt_band (doubt, 0, WEFT_DOUBT_SPEEDUP + WEFT_WORKLOAD_TRAINING);
  const WeftBand *value = weft_doubt_band (doubt, 0, WEFT_DOUBT_VALUE + WEFT_WORKLOAD_TRAINING);
  g_autoptr (GPtrArray) sources = weft_doubt_sources (doubt, 0, WEFT_DOUBT_SPEEDUP + WEFT_WORKLOAD_TRAINING);
  const WeftDoubtSource *first = sources->pdata[0];

  g_assert_cmpfloat_with_epsilon (speedup->ln_sd, own, 0.03 * own);
  g_assert_cmpfloat (value->ln_sd, >, constant ("spread@one-efficiency/training"));
  g_assert_cmpstr (first->path, ==, "model/training");
  g_assert_cmpfloat (first->share, >, 0.99);
}

/* What a cost comes from: prices of chips before those of the network. */
static void
test_sources (void)
{
  g_autoptr (WeftDoubt) doubt = draw (B200_AT ("{\"power_w\":1000000}"), NULL, 4000);
  g_autoptr (GPtrArray) sources = weft_doubt_sources (doubt, 0, WEFT_DOUBT_COST);
  const WeftDoubtSource *first = sources->pdata[0];
  double sum = 0;

  g_assert_cmpstr (first->path, ==, "chips/B200/price_usd");
  g_assert_cmpstr (first->label, ==, "Price (B200)");
  for (guint i = 0; i < sources->len; i++)
    sum += ((WeftDoubtSource *) sources->pdata[i])->share;
  g_assert_cmpfloat (sum, >, 0.9);
  g_assert_cmpfloat (sum, <=, 1 + 1e-9);
}

static void
test_infeasible (void)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (designs,
                   make ("{\"name\":\"W\",\"partitions\":[{\"chip\":\"WSE3s\",\"role\":\"general\",\"power_frac\":1,"
                         "\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"}]}",
                         NULL));
  g_assert_null (weft_doubt_new (designs, 100, 1, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "W cannot be scored"));
}

/* --- two designs --- */

/* On the same money: chips whose prices are known within a factor of two cannot be told apart by 10 %. */
static void
test_k37_winners (void)
{
  g_autoptr (WeftDoubt) doubt = draw (B200_AT ("{\"cost_usd\":30000000}"), H100_AT ("{\"cost_usd\":30000000}"), 10000);
  g_autoptr (WeftDoubt) far = draw (B200_AT ("{\"power_w\":1000000}"), H100_AT ("{\"power_w\":500000}"), 10000);
  WeftContest near = weft_doubt_compare (doubt, WEFT_DOUBT_SCORE), apart = weft_doubt_compare (far, WEFT_DOUBT_SCORE);
  const WeftBand *a = weft_doubt_band (doubt, 0, WEFT_DOUBT_SCORE), *b = weft_doubt_band (doubt, 1, WEFT_DOUBT_SCORE);
  g_autofree char *words = weft_doubt_say_contest (doubt, &near);
  g_autofree char *apart_words = weft_doubt_say_contest (far, &apart);

  /* Which is ahead on paper is not the question. */
  g_assert_cmpfloat (a->central, !=, b->central);
  g_assert_cmpfloat (near.ratio_p5, <, 1);
  g_assert_cmpfloat (near.ratio_p95, >, 1);
  g_assert_cmpint (near.verdict, ==, WEFT_NOT_DISTINGUISHABLE);
  g_assert_true (g_str_has_prefix (words, "not distinguishable: B is better than H with "));
  g_assert_cmpint (apart.verdict, ==, WEFT_FIRST_IS_BETTER);
  g_assert_true (g_str_has_prefix (apart_words, "B is better than H with "));
}

/* The same machine differs by nothing, whatever its name; one that is a little smaller differs by its own error. */
static void
test_twins (void)
{
  g_autoptr (WeftDoubt) same = draw (REFERENCE, H100_AT ("{\"power_w\":1000000}"), 2000);
  g_autoptr (WeftDoubt) twins = draw (REFERENCE, H100_AT ("{\"power_w\":999999}"), 2000);
  WeftContest tie = weft_doubt_compare (same, WEFT_DOUBT_SCORE), even;

  g_assert_cmpfloat (tie.probability, ==, 0.5);
  g_assert_cmpfloat (tie.ratio_p5, ==, 1);
  g_assert_cmpfloat (tie.ratio_p95, ==, 1);
  g_assert_cmpint (tie.verdict, ==, WEFT_NOT_DISTINGUISHABLE);
  tie = weft_doubt_compare (same, WEFT_DOUBT_VALUE + WEFT_WORKLOAD_TRAINING);
  even = weft_doubt_compare (twins, WEFT_DOUBT_VALUE + WEFT_WORKLOAD_TRAINING);
  g_assert_cmpfloat (tie.ratio_p95, ==, 1);
  g_assert_cmpfloat (even.ratio_p95, >, 1);
  g_assert_cmpint (even.verdict, ==, WEFT_NOT_DISTINGUISHABLE);
}

/* Two machines on one power: common errors and facts cancel, so that pairs tell apart what bands do not. */
static void
test_pairs (void)
{
  g_autoptr (WeftDoubt) doubt = draw (B200_AT ("{\"power_w\":1000000}"), H100_AT ("{\"power_w\":800000}"), 4000);
  guint training = WEFT_DOUBT_VALUE + WEFT_WORKLOAD_TRAINING;
  WeftContest contest = weft_doubt_compare (doubt, training);
  const WeftBand *a = weft_doubt_band (doubt, 0, training), *b = weft_doubt_band (doubt, 1, training);
  double paired = log (contest.ratio_p95 / contest.ratio_p5), alone = log (a->p95 / a->p5) + log (b->p95 / b->p5);

  g_assert_cmpfloat (paired, <, 0.8 * alone / sqrt (2));
  g_assert_cmpint (contest.verdict, ==, WEFT_FIRST_IS_BETTER);
}

static void
test_threads (void)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftDoubt) alone = NULL, other = NULL;

  g_ptr_array_add (designs, make (ITER33, NULL));
  alone = weft_doubt_new (designs, 300, 4, NULL, NULL);
  other = weft_doubt_new (designs, 300, 5, NULL, NULL);
  for (guint n = 1; n <= 4; n++)
    {
      g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n);
      WeftAsking asking = { .executor = executor };
      g_autoptr (WeftDoubt) doubt = weft_doubt_new (designs, 300, 4, &asking, NULL);

      g_assert_true (memcmp (doubt->draws->y, alone->draws->y, 300 * WEFT_N_DOUBTS * sizeof (double)) == 0);
    }
  g_assert_true (memcmp (other->draws->y, alone->draws->y, 300 * sizeof (double)) != 0);
}

/* Under the measured equations a surrogate of facts draws; whole draws say the same. */
static void
test_surrogate (void)
{
  static const char *const profiles[] = { "archagent-2026", "measured" };

  for (guint p = 0; p < G_N_ELEMENTS (profiles); p++)
    {
      g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftDoubt) usual = NULL, quick = NULL, whole = NULL;

      g_ptr_array_add (designs, make (B200_AT ("{\"power_w\":1000000}"), profiles[p]));
      usual = weft_doubt_new (designs, 300, 4, NULL, &error);
      g_assert_no_error (error);
      quick = weft_doubt_new_how (designs, WEFT_DOUBT_SURROGATE, 300, 4, NULL, NULL);
      whole = weft_doubt_new_how (designs, WEFT_DOUBT_WHOLE, 300, 4, NULL, NULL);
      g_assert_cmpuint (weft_doubt_n_whole (whole), ==, 300);
      g_assert_cmpfloat (weft_doubt_unexplained (whole, 0, WEFT_DOUBT_SCORE), ==, 0);
      g_assert_cmpfloat (weft_doubt_unexplained (quick, 0, WEFT_DOUBT_SCORE), <, 0.05);
      g_assert_true (memcmp (usual->draws->y, (p == 0 ? whole : quick)->draws->y, 300 * sizeof (double)) == 0);
      for (guint i = 0; i < WEFT_N_DOUBTS; i++)
        {
          const WeftBand *a = weft_doubt_band (quick, 0, i), *b = weft_doubt_band (whole, 0, i);

          if (isnan (b->central))
            continue;
          g_assert_cmpfloat_with_epsilon (a->central / b->central, 1, 1e-12);
          g_assert_cmpfloat (fabs (log (a->p50 / b->p50)), <, 0.04);
          g_assert_cmpfloat (fabs (log (a->p5 / b->p5)), <, 0.05 + 0.1 * b->ln_sd);
          g_assert_cmpfloat (fabs (log (a->p95 / b->p95)), <, 0.05 + 0.1 * b->ln_sd);
        }
    }
}

/* A partition that buys one node on paper keeps it, whatever its chips draw. */
static void
test_node (void)
{
  g_autoptr (WeftDoubt) doubt = draw (ITER33, NULL, 2000);
  const WeftUncertainty *draws = weft_doubt_get_draws (doubt);
  const double *scores = draws->y + (gsize) weft_doubt_output (0, WEFT_DOUBT_SCORE) * draws->n_samples;

  for (guint i = 0; i < draws->n_samples; i++)
    g_assert_cmpfloat (scores[i], >, 0);
}

static void
test_cancel (void)
{
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftAsking asking = { .cancellable = cancellable };
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (designs, make (ITER33, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_doubt_new (designs, 100000, 4, &asking, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- outside of what was measured --- */

static void
judge (const char     *chip,
       double          n,
       double          params,
       WeftModelError *error)
{
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", NULL);
  WeftTrust trust = { weft_inventory_get_catalog (inventory), weft_inventory_get_profile (inventory) };
  WeftWorkloadSpec spec = { .llm_params = params, .sequence_tokens = 4096, .decode_context_tokens = 4096 };

  weft_trust_model (&trust, WEFT_WORKLOAD_TRAINING, weft_inventory_find_chip (inventory, chip), n, &spec, error);
}

static void
test_outside (void)
{
  g_auto (WeftModelError) inside = { 0 }, large = { 0 }, huge = { 0 }, unseen = { 0 };

  judge ("h100-sxm-80", 1024, 70e9, &inside);
  judge ("h100-sxm-80", 100000, 70e9, &large);
  judge ("h100-sxm-80", 1000000, 1e14, &huge);
  judge ("mi455x", 1024, 70e9, &unseen);
  g_assert_cmpfloat (inside.spread, ==, inside.inside);
  g_assert_null (inside.why);
  g_assert_cmpfloat (large.spread, >, inside.spread);
  g_assert_nonnull (strstr (large.why, "Chips: 100,000, measured from 2 to 12,288"));
  g_assert_cmpfloat (huge.spread, >, large.spread);
  g_assert_nonnull (strstr (huge.why, "Parameters of the model"));
  g_assert_cmpfloat (unseen.spread, >, inside.spread);
  g_assert_nonnull (strstr (unseen.why, "Nothing was measured on mi455x"));
}

/* Confidence says how far a fact is to be trusted, and prices less than the rest of what is at second hand. */
static void
test_facts (void)
{
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "archagent-2026", NULL);
  WeftTrust trust = { weft_inventory_get_catalog (inventory), weft_inventory_get_profile (inventory) };

  g_assert_cmpfloat (weft_trust_fact (&trust, WEFT_CONFIDENCE_DATASHEET, "tdp_w"), <,
                     weft_trust_fact (&trust, WEFT_CONFIDENCE_PRESS, "tdp_w"));
  g_assert_cmpfloat (weft_trust_fact (&trust, WEFT_CONFIDENCE_PRESS, "tdp_w"), <,
                     weft_trust_fact (&trust, WEFT_CONFIDENCE_ESTIMATE, "tdp_w"));
  g_assert_cmpfloat_with_epsilon (weft_trust_fact (&trust, WEFT_CONFIDENCE_PRESS, "price_usd"),
                                  log (2) / WEFT_FACTOR_90, 1e-3);
  g_assert_cmpfloat (weft_trust_fact (&trust, WEFT_CONFIDENCE_USER, "price_usd"), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/doubt/central", test_central);
  g_test_add_func ("/model/doubt/reference", test_reference);
  g_test_add_func ("/model/doubt/own-error", test_own_error);
  g_test_add_func ("/model/doubt/sources", test_sources);
  g_test_add_func ("/model/doubt/infeasible", test_infeasible);
  g_test_add_func ("/model/doubt/k37-winners", test_k37_winners);
  g_test_add_func ("/model/doubt/twins", test_twins);
  g_test_add_func ("/model/doubt/pairs", test_pairs);
  g_test_add_func ("/model/doubt/threads", test_threads);
  g_test_add_func ("/model/doubt/surrogate", test_surrogate);
  g_test_add_func ("/model/doubt/node", test_node);
  g_test_add_func ("/model/doubt/cancel", test_cancel);
  g_test_add_func ("/model/doubt/outside", test_outside);
  g_test_add_func ("/model/doubt/facts", test_facts);

  return g_test_run ();
}
