/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One design under two profiles: reasons make up the whole difference, and each says its numbers and where they are from. */
#include "model-fixture.h"

#include <string.h>

#include "model/weft-comparison.h"
#include "model/weft-difference-private.h"
#include "model/weft-profile-difference.h"

#define PAPER "archagent-2026"
#define MEASURED "measured"

/* Prefill and decode apart, so that KV caches travel. */
#define APART \
  "{\"name\":\"Apart\",\"partitions\":[" \
  "{\"chip\":\"H100\",\"role\":\"prefill\",\"power_frac\":0.5,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}," \
  "{\"chip\":\"H100\",\"role\":\"decode\",\"power_frac\":0.5,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}"

#define DOLLARS \
  "{\"name\":\"Dollars\",\"facility\":{\"cost_usd\":2e7},\"partitions\":[" \
  "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}"

static WeftEvaluation *
evaluate (const char *text,
          const char *profile)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (text);
  WeftEvaluation *evaluation = weft_evaluator_evaluate (fixture_evaluator (), design, profile, NULL, &error);

  g_assert_no_error (error);
  return evaluation;
}

static GListModel *
compare (const char *text,
         const char *first,
         const char *second)
{
  g_autoptr (WeftEvaluation) a = evaluate (text, first);
  g_autoptr (WeftEvaluation) b = evaluate (text, second);

  return weft_profile_difference (a, b);
}

static WeftDifference *
find (GListModel *list,
      const char *subject)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (list, i);

      if (g_str_equal (weft_difference_get_subject (difference), subject))
        return difference; /* the list keeps it */
    }
  g_assert_not_reached ();
}

static WeftReason *
find_reason (WeftDifference *difference,
             const char     *part)
{
  GListModel *reasons = weft_difference_get_reasons (difference);

  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, i);

      if (g_str_equal (weft_reason_get_part (reason), part))
        return reason;
    }
  return NULL;
}

/* --- shares --- */

static void
check_sum (WeftDifference *difference)
{
  GListModel *reasons = weft_difference_get_reasons (difference);
  double ratio = weft_difference_get_ratio (difference), sum = 0, before = INFINITY;

  for (guint i = 0; i < g_list_model_get_n_items (reasons); i++)
    {
      g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, i);
      double share = weft_reason_get_share (reason), size = isnan (share) ? -1 : fabs (share);

      g_assert_cmpfloat (size, <=, before);
      before = size;
      if (!isnan (share))
        sum += share;
    }
  if (!isnan (ratio))
    g_assert_cmpfloat_with_epsilon (sum, log (ratio), 1e-9);
}

static const char *const designs[] = { ITER33, REFERENCE, APART, DOLLARS };
static const char *const pairs[][2] = { { PAPER, MEASURED }, { MEASURED, PAPER }, { MEASURED, MEASURED } };

static void
test_sums (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (designs); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (pairs); k++)
      {
        g_autoptr (GListModel) list = compare (designs[i], pairs[k][0], pairs[k][1]);

        for (guint j = 0; j < g_list_model_get_n_items (list); j++)
          {
            g_autoptr (WeftDifference) difference = g_list_model_get_item (list, j);

            check_sum (difference);
          }
      }
}

/* Parts that are on one side alone take part in the sum; known by hand: 1 s became 2 s of one part and 1 s of a new one. */
static void
test_log_means (void)
{
  const double a[] = { 1, 0 }, b[] = { 2, 1 };
  double shares[2];

  weft_log_mean_shares (a, b, 2, shares);
  g_assert_cmpfloat_with_epsilon (shares[0], log (3) / 2, 1e-15);
  g_assert_cmpfloat_with_epsilon (shares[1], log (3) / 2, 1e-15);
  weft_log_mean_shares (b, b, 2, shares);
  g_assert_cmpfloat (shares[0], ==, 0);
}

static void
test_same_profile (void)
{
  g_autoptr (GListModel) list = compare (ITER33, MEASURED, MEASURED);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (WeftDifference) difference = g_list_model_get_item (list, i);
      g_autofree char *summary = weft_difference_dup_summary (difference);

      if (!g_str_equal (weft_difference_get_subject (difference), "score"))
        g_assert_cmpuint (g_list_model_get_n_items (weft_difference_get_reasons (difference)), ==, 0);
      g_assert_cmpstr (summary, ==, "");
    }
}

/* What one profile adds to the other, the other takes away. */
static void
test_turned_round (void)
{
  g_autoptr (GListModel) there = compare (ITER33, PAPER, MEASURED);
  g_autoptr (GListModel) back = compare (ITER33, MEASURED, PAPER);

  for (WeftWorkloadKind i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftDifference *a = find (there, weft_workload_nick (i)), *b = find (back, weft_workload_nick (i));
      WeftReason *first = find_reason (a, "count"), *second = find_reason (b, "count");

      g_assert_cmpfloat_with_epsilon (weft_difference_get_ratio (a) * weft_difference_get_ratio (b), 1, 1e-12);
      g_assert_nonnull (first);
      g_assert_cmpfloat_with_epsilon (weft_reason_get_share (first) + weft_reason_get_share (second), 0, 1e-12);
    }
}

/* --- words --- */

/* Both numbers as the sentence has them. */
static void
check_text (WeftReason *reason)
{
  const char *text = weft_reason_get_text (reason);
  WeftUnit unit = weft_reason_get_unit (reason);
  g_autofree char *a = weft_quantity_format (weft_reason_get_a (reason), unit);
  g_autofree char *b = weft_quantity_format (weft_reason_get_b (reason), unit);

  g_assert_cmpuint (strlen (text), >, 10);
  if (isnan (weft_reason_get_a (reason)) || g_str_equal (weft_reason_get_part (reason), "idle"))
    return;
  /* A part that one side does not have is said so. */
  if (weft_reason_get_a (reason) != 0)
    g_assert_nonnull (strstr (text, a));
  if (weft_reason_get_b (reason) != 0)
    g_assert_nonnull (strstr (text, b));
}

static void
check_sources (WeftReason *reason)
{
  GPtrArray *sources = weft_reason_get_sources (reason);

  for (guint i = 0; i < sources->len; i++)
    {
      const WeftReasonSource *source = sources->pdata[i];

      g_assert_cmpuint (source->side, <, 2);
      g_assert_cmpstr (source->of, !=, "");
      g_assert_cmpstr (source->key, !=, "");
      g_assert_cmpstr (source->value, !=, "");
      g_assert_cmpstr (source->source, !=, "");
    }
}

static void
test_words (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (designs); i++)
    {
      g_autoptr (GListModel) list = compare (designs[i], PAPER, MEASURED);

      for (guint j = 0; j < g_list_model_get_n_items (list); j++)
        {
          g_autoptr (WeftDifference) difference = g_list_model_get_item (list, j);
          GListModel *reasons = weft_difference_get_reasons (difference);

          for (guint k = 0; k < g_list_model_get_n_items (reasons); k++)
            {
              g_autoptr (WeftReason) reason = g_list_model_get_item (reasons, k);

              check_text (reason);
              check_sources (reason);
            }
        }
    }
}

static gboolean
has_source (WeftReason *reason,
            guint       side,
            const char *key)
{
  GPtrArray *sources = weft_reason_get_sources (reason);

  for (guint i = 0; i < sources->len; i++)
    {
      const WeftReasonSource *source = sources->pdata[i];

      if (source->side == side && g_str_has_prefix (source->key, key))
        return TRUE;
    }
  return FALSE;
}

/* The constants of both equation sets stand behind the part that they are in. */
static void
test_constants (void)
{
  static const struct
  {
    const char *workload, *part, *paper, *measured;
  } known[] = {
    { "training", "compute", "mfu", "gemm_flop_share@b200-sxm/bf16" },
    { "training", "software", NULL, "train_straggler" },
    { "training", "bisection", "overlap_dp", "train_dp_hidden" },
    { "serving", "memory", "mbw", "serving_bw_share" },
    { "serving", "software", NULL, "serving_layer_s@trtllm" },
    { "hpcg", "memory", "mbw", "hpc_multigrid_share" },
    { "hpcg", "latency", "halo_messages", "hpc_sync_s" },
    { "fft", "bisection", "alltoall_local_share", "all_to_all_share" },
  };
  g_autoptr (GListModel) list = compare (ITER33, PAPER, MEASURED);

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      WeftReason *reason = find_reason (find (list, known[i].workload), known[i].part);

      g_assert_nonnull (reason);
      if (known[i].paper != NULL)
        g_assert_true (has_source (reason, 0, known[i].paper));
      g_assert_true (has_source (reason, 1, known[i].measured));
      g_assert_nonnull (strstr (weft_reason_get_text (reason), known[i].measured));
    }
}

/* 896 and 504 chips, and what each watt of a chip's share does to the count. */
static void
test_chips (void)
{
  g_autoptr (WeftEvaluation) b = evaluate (ITER33, MEASURED);
  g_autoptr (GListModel) list = compare (ITER33, PAPER, MEASURED);
  WeftDifference *chips = find (list, "partitions.0");
  WeftReason *cooling = find_reason (chips, "cooling"), *domain = find_reason (chips, "domain");
  const WeftMachinePartition *part = &b->machine.partitions[0];
  double it_w = weft_chip_share_of (b->inventory, WEFT_BUDGET_POWER, part->chip, part->scaleup, part->scaleout, 504);
  double pue;

  g_assert_true (weft_profile_get_number (weft_inventory_get_profile (b->inventory), "pue", &pue, NULL));
  g_assert_cmpfloat (weft_difference_get_a (chips), ==, 896);
  g_assert_cmpfloat (weft_difference_get_b (chips), ==, b->result.n[0]);
  g_assert_nonnull (cooling);
  g_assert_cmpfloat (weft_reason_get_a (cooling), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_reason_get_b (cooling), it_w * (1 - 1 / pue), 1e-6);
  g_assert_true (has_source (cooling, 1, "pue"));
  g_assert_nonnull (domain);
  g_assert_true (isnan (weft_reason_get_share (domain)));
  g_assert_true (has_source (domain, 1, "scaleup_domain_max_chips"));
}

/* What only one of the profiles can run says so instead of a share, and what neither can run is no difference. */
static void
test_lack (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", "h100-cxl-pool.weft", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  g_autoptr (WeftEvaluation) a = NULL, b = NULL;
  g_autoptr (GListModel) there = NULL, same = NULL;
  WeftReason *reason;

  g_assert_no_error (error);
  a = weft_evaluator_evaluate (fixture_evaluator (), design, PAPER, NULL, &error);
  b = weft_evaluator_evaluate (fixture_evaluator (), design, MEASURED, NULL, &error);
  g_assert_no_error (error);
  there = weft_profile_difference (a, b);
  same = weft_profile_difference (a, a);

  g_assert_cmpuint (g_list_model_get_n_items (weft_difference_get_reasons (find (there, "training"))), ==, 1);
  reason = find_reason (find (there, "training"), "lack");
  g_assert_nonnull (reason);
  g_assert_true (isnan (weft_reason_get_share (reason)));
  g_assert_true (g_str_has_prefix (weft_reason_get_text (reason), PAPER));
  g_assert_true (isnan (weft_difference_get_ratio (find (there, "training"))));
  g_assert_cmpuint (g_list_model_get_n_items (weft_difference_get_reasons (find (same, "training"))), ==, 0);
}

static void
test_json (void)
{
  g_autoptr (GListModel) list = compare (ITER33, PAPER, MEASURED);
  g_autoptr (JsonNode) first = weft_profile_difference_to_json (list);
  g_autoptr (JsonNode) second = weft_profile_difference_to_json (list);
  JsonArray *array = json_node_get_array (first);
  JsonObject *reason = json_array_get_object_element (array, 0);

  g_assert_true (json_node_equal (first, second));
  g_assert_cmpstr (json_object_get_string_member (reason, "workload"), ==, "score");
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      JsonObject *each = json_array_get_object_element (array, i);
      static const char *const keys[] = { "workload", "part", "share", "factor", "text", "a", "b", "unit", "sources" };

      for (gsize k = 0; k < G_N_ELEMENTS (keys); k++)
        g_assert_true (json_object_has_member (each, keys[k]));
    }
}

/* Two of one design are told apart by their profiles, two of different designs by their names. */
static void
test_titles (void)
{
  g_autoptr (WeftEvaluation) paper = evaluate (ITER33, PAPER);
  g_autoptr (WeftEvaluation) measured = evaluate (ITER33, MEASURED);
  g_autoptr (WeftEvaluation) other = evaluate (DOLLARS, MEASURED);
  const char *name = weft_evaluation_get_design_name (paper);

  g_assert_cmpstr (weft_comparison_title (paper, measured), ==, PAPER);
  g_assert_cmpstr (weft_comparison_title (measured, paper), ==, MEASURED);
  g_assert_cmpstr (weft_comparison_title (paper, other), ==, name);
  g_assert_cmpstr (weft_comparison_title (paper, paper), ==, name);
  g_assert_cmpstr (weft_comparison_title (paper, NULL), ==, name);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/difference/sums", test_sums);
  g_test_add_func ("/difference/log-means", test_log_means);
  g_test_add_func ("/difference/same-profile", test_same_profile);
  g_test_add_func ("/difference/turned-round", test_turned_round);
  g_test_add_func ("/difference/words", test_words);
  g_test_add_func ("/difference/constants", test_constants);
  g_test_add_func ("/difference/chips", test_chips);
  g_test_add_func ("/difference/lack", test_lack);
  g_test_add_func ("/difference/json", test_json);
  g_test_add_func ("/difference/titles", test_titles);

  return g_test_run ();
}
