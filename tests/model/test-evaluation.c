/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an evaluation says: its JSON, its words, where its numbers come from, and how two of them compare. */
#include "model-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "model/weft-check.h"
#include "model/weft-comparison.h"

static char *
to_text (WeftEvaluation *evaluation)
{
  g_autoptr (JsonNode) node = weft_evaluation_to_json (evaluation);
  char *text = weft_json_write_pretty (node);

  g_assert_nonnull (text);
  return text;
}

static void
test_same_bytes (void)
{
  g_autoptr (WeftEvaluation) a = fixture_evaluate (ITER33);
  g_autoptr (WeftEvaluation) b = fixture_evaluate (ITER33);
  g_autofree char *first = to_text (a);
  g_autofree char *second = to_text (b);

  g_assert_cmpstr (first, ==, second);
}


static gpointer
evaluate_thread_cb (gpointer data)
{
  const char *expected = data;

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);
      g_autofree char *text = to_text (evaluation);

      g_assert_cmpstr (text, ==, expected);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);
  g_autofree char *expected = to_text (evaluation);
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("evaluate", evaluate_thread_cb, expected);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}

static void
test_json_keys (void)
{
  static const char *const keys[] = { "speedup", "value", "unit", "bottleneck", "partition", "mapping", "split" };
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);
  g_autoptr (JsonNode) node = weft_evaluation_to_json (evaluation);
  JsonObject *root = json_node_get_object (node);
  JsonObject *workloads = json_object_get_object_member (root, "workloads");
  JsonArray *partitions = json_object_get_array_member (root, "partitions");

  g_assert_cmpuint (json_object_get_size (workloads), ==, WEFT_N_WORKLOADS);
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      JsonObject *workload = json_object_get_object_member (workloads, weft_workload_nick (i));

      for (gsize k = 0; k < G_N_ELEMENTS (keys); k++)
        g_assert_true (json_object_has_member (workload, keys[k]));
    }
  g_assert_cmpuint (json_array_get_length (partitions), ==, 2);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (partitions, 0), "count"), ==, 896);
}

static void
test_words (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);
  g_autoptr (WeftPartitionResult) first = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), 0);
  WeftWorkloadResult *serving = weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_SERVING);

  g_assert_cmpstr (weft_partition_result_get_domains_text (first), ==, "896 = 12.44 domains of 72");
  g_assert_nonnull (strstr (weft_workload_result_get_mapping (serving), "prefill TP1 batch 8, 896 replicas"));
  g_assert_nonnull (strstr (weft_workload_result_get_mapping (serving), "decode TP1 batch 128, 896 replicas"));
  g_assert_true (fixture_has_violation (evaluation, "label_not_realised", "/partitions/1/role"));
  g_assert_true (fixture_has_violation (evaluation, "partial_domain", "/partitions/0/power_frac"));
  g_assert_nonnull (weft_evaluation_get_left_out (evaluation)[0]);
}

/* What is left out of on-chip pipelines does not concern a machine of GPUs. */
static void
test_left_out_concerns (void)
{
  g_autoptr (WeftEvaluation) gpus = fixture_evaluate (REFERENCE);
  g_autoptr (WeftEvaluation) slices = fixture_evaluate (ITER33);
  g_autofree char *without = g_strjoinv ("\n", (char **) weft_evaluation_get_left_out (gpus));
  g_autofree char *with = g_strjoinv ("\n", (char **) weft_evaluation_get_left_out (slices));

  g_assert_null (strstr (without, "on-chip"));
  g_assert_null (strstr (without, "wafer"));
  g_assert_nonnull (strstr (with, "on-chip"));
  g_assert_nonnull (strstr (with, "wafer"));
}

/* Four slices hold neither: both sizes are named. */
static void
test_reason_names_both_sizes (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"w\",\"partitions\":["
                      "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":0.02,\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"},"
                      "{\"chip\":\"mi250x\",\"power_frac\":0.003,\"scaleup\":\"InfinityFabric\",\"scaleout\":\"IB-NDR\"}]}");
  WeftWorkloadResult *serving = weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_SERVING);
  const char *reason;

  g_assert_nonnull (serving);
  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  reason = weft_workload_result_get_reason (
    weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_TRAINING));
  g_assert_nonnull (strstr (reason, "on-chip memory alone"));
  g_assert_nonnull (strstr (weft_evaluation_get_reason (evaluation), "No partition can run"));
}

static void
test_explain (void)
{
  static const char *const paths[] = {
    "score", "power_w", "cost_usd", "budget", "workloads/training/speedup", "workloads/serving/value",
    "workloads/hpcg/nonzeros", "partitions/0/count", "partitions/1/chip_w", "partitions/0/bf16_tflops",
    "partitions/1/scaleup/gbs_dir", "partitions/0/scaleout/alpha_us", "budget_w", "/score",
    "workloads/training/reference", "workloads/fft/weight", "workloads/hpcg/split/latency",
    "partitions/0/domain_chips",
  };
  static const char *const unknown[] = {
    "", "x", "partitions/2/count", "partitions/-1/count", "workloads/none/value", "workloads/training/none",
    "partitions/0/none", "partitions//", "workloads/training",
  };
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);

  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, paths[i]);

      g_test_message ("%s", paths[i]);
      g_assert_cmpuint (origins->len, >, 0);
      for (guint k = 0; k < origins->len; k++)
        {
          const WeftOrigin *origin = g_ptr_array_index (origins, k);

          g_assert_cmpstr (origin->label, !=, "");
          g_assert_cmpstr (origin->value, !=, "");
        }
    }
  for (gsize i = 0; i < G_N_ELEMENTS (unknown); i++)
    {
      g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, unknown[i]);

      g_test_message ("%s", unknown[i]);
      g_assert_cmpuint (origins->len, ==, 0);
    }
}

/* An assumption of the profile stands beside the fact that it replaces. */
static void
test_explain_fact (void)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);
  g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, "partitions/0/mem_usable_gb");
  const WeftOrigin *assumed = g_ptr_array_index (origins, 0);
  const WeftOrigin *fact = g_ptr_array_index (origins, 1);

  g_assert_cmpstr (assumed->value, ==, "192\u00a0GB");
  g_assert_cmpint (assumed->confidence, ==, WEFT_CONFIDENCE_ASSUMED);
  g_assert_cmpstr (fact->value, ==, "180\u00a0GB");
  g_assert_cmpint (fact->confidence, !=, WEFT_CONFIDENCE_ASSUMED);
}

/* What bounds a workload is among its origins: HPCG waits for the latency of both fabrics. */
static void
test_explain_basis (void)
{
  static const struct
  {
    const char *path, *label;
  } cases[] = {
    { "workloads/hpcg/value", "NVLink5, Latency" },
    { "workloads/hpcg/value", "IB-XDR, Latency" },
    { "workloads/hpcg/value", "HPCG all-reduces" },
    { "workloads/fft/speedup", "IB-XDR, Bandwidth" },
    { "workloads/training/value", "B200, chips" },
    { "workloads/coupled/value", "WSE3s, BF16" },
  };
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (ITER33);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, cases[i].path);
      gboolean found = FALSE;

      for (guint k = 0; k < origins->len; k++)
        found = found || g_str_has_prefix (((WeftOrigin *) origins->pdata[k])->label, cases[i].label);
      g_test_message ("%s: %s", cases[i].path, cases[i].label);
      g_assert_true (found);
    }
}

static void
test_comparison (void)
{
  g_autoptr (WeftEvaluation) a = fixture_evaluate (REFERENCE);
  g_autoptr (WeftEvaluation) b = fixture_evaluate (ITER33);
  g_autoptr (GListModel) rows = weft_compare (a, b);
  g_autoptr (GListModel) same = weft_compare (b, b);
  g_autoptr (WeftComparisonRow) score = g_list_model_get_item (rows, 0);

  g_assert_cmpstr (weft_comparison_row_get_key (score), ==, "score");
  g_assert_cmpfloat_with_epsilon (weft_comparison_row_get_delta (score), 0.9291245038060607, 1e-12);
  g_assert_cmpfloat_with_epsilon (weft_comparison_row_get_percent (score), 92.91245038060607, 1e-9);
  g_assert_cmpint (weft_comparison_row_better (score), ==, 1);
  g_assert_cmpstr (weft_comparison_row_get_percent_text (score), ==, "+92.9\u00a0%");

  for (guint i = 0; i < g_list_model_get_n_items (same); i++)
    {
      g_autoptr (WeftComparisonRow) row = g_list_model_get_item (same, i);

      g_assert_true (weft_comparison_row_is_equal (row));
      g_assert_cmpint (weft_comparison_row_better (row), ==, 0);
    }
}

static void
test_unknown_profile (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = fixture_design (REFERENCE);
  g_autoptr (WeftEvaluation) judged =
    fixture_evaluate ("{\"name\":\"p\",\"profile\":\"archagent-2062\",\"partitions\":[{\"chip\":\"H100\","
                      "\"power_frac\":1,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  g_autoptr (WeftEvaluation) refused = weft_evaluator_evaluate (fixture_evaluator (), design, "none", NULL, &error);

  g_assert_cmpfloat (weft_evaluation_get_score (judged), ==, 0);
  g_assert_true (fixture_has_violation (judged, "unknown_profile", "/profile"));
  g_assert_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN);
  g_assert_null (refused);
}

/* A catalog with a profile of the user's that has no constants. */
static WeftEvaluator *
load_with_bare_profile (void)
{
  static const char text[] =
    "{\"id\":\"bare\",\"name\":\"Bare\",\"workload\":\"mixed-ai-hpc\",\"reference\":{\"chip\":\"h100-sxm-80\","
    "\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"},\"equations\":\"measured\",\"constants\":[],\"left_out\":[]}";
  g_autoptr (GError) error = NULL;
  g_autofree char *user = g_dir_make_tmp ("weft-bare-XXXXXX", &error);
  g_autofree char *profiles = g_build_filename (user, "profiles", NULL);
  g_autofree char *path = g_build_filename (profiles, "bare.json", NULL);
  g_autoptr (WeftCatalog) catalog = NULL;

  g_assert_cmpint (g_mkdir (profiles, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), user, &error);
  g_assert_no_error (error);
  g_assert_nonnull (weft_catalog_get_profile (catalog, "bare", NULL));
  g_remove (path);
  g_rmdir (profiles);
  g_rmdir (user);
  return weft_evaluator_new (catalog);
}

/* A profile that is there but lacks constants is not said to be missing: the message names what it lacks. */
static void
test_unusable_profile (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluator) evaluator = load_with_bare_profile ();
  g_autoptr (WeftDesign) design =
    fixture_design ("{\"name\":\"p\",\"profile\":\"bare\",\"partitions\":[{\"chip\":\"h100-sxm-80\","
                    "\"power_frac\":1,\"scaleup\":\"nvlink4\",\"scaleout\":\"ib-ndr\"}]}");
  g_autoptr (WeftEvaluation) judged = weft_evaluator_evaluate (evaluator, design, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (weft_evaluation_get_score (judged), ==, 0);
  g_assert_false (fixture_has_violation (judged, "unknown_profile", "/profile"));
  g_assert_true (fixture_has_violation (judged, "profile_unusable", "/profile"));
}

/* 5 kW buy no node of eight H100: there is nothing to compare with. */
static void
test_reference_too_large (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"t\",\"facility\":{\"power_w\":5000},\"partitions\":[{\"chip\":\"tt-p150\","
                      "\"power_frac\":1,\"scaleup\":\"tt-eth\",\"scaleout\":\"IB-NDR\"}]}");

  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  g_assert_nonnull (weft_evaluation_get_reason (evaluation));
}

static void
test_checks (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GListModel) checks = weft_check_run (fixture_evaluator (), &error);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint levels[4] = { 0 };

  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (checks), >=, 60);
  for (guint i = 0; i < g_list_model_get_n_items (checks); i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (checks, i);

      g_test_message ("%s", weft_check_get_name (check));
      g_assert_true (weft_check_passes (check));
      g_assert_cmpstr (weft_check_get_source (check), !=, "");
      g_assert_true (g_hash_table_add (names, g_strdup (weft_check_get_name (check))));
      levels[weft_check_get_level (check)]++;
    }
  for (guint level = 1; level <= 3; level++)
    g_assert_cmpuint (levels[level], >=, 20);
}

/* A user's wrong value must show: the suite is able to fail. */
static void
test_checks_can_fail (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-XXXXXX", &error);
  g_autofree char *chips = g_build_filename (folder, "chips", NULL);
  g_autofree char *file = g_build_filename (chips, "h200-sxm-141.json", NULL);
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (GListModel) checks = NULL;
  guint n_failed = 0;

  g_assert_cmpint (g_mkdir (chips, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "{\"id\":\"h200-sxm-141\",\"values\":{\"mem_bw_gbs\":9600}}", -1, &error));
  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), folder, &error);
  g_assert_no_error (error);
  evaluator = weft_evaluator_new (catalog);
  checks = weft_check_run (evaluator, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < g_list_model_get_n_items (checks); i++)
    {
      g_autoptr (WeftCheck) check = g_list_model_get_item (checks, i);

      n_failed += weft_check_passes (check) ? 0 : 1;
      if (!weft_check_passes (check))
        g_assert_cmpstr (weft_check_get_name (check), ==, "catalog/h200/bandwidth");
    }
  g_assert_cmpuint (n_failed, ==, 1);

  g_unlink (file);
  g_rmdir (chips);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/evaluation/same-bytes", test_same_bytes);
  g_test_add_func ("/model/evaluation/threads", test_threads);
  g_test_add_func ("/model/evaluation/json-keys", test_json_keys);
  g_test_add_func ("/model/evaluation/words", test_words);
  g_test_add_func ("/model/evaluation/left-out-concerns", test_left_out_concerns);
  g_test_add_func ("/model/evaluation/reason-names-both-sizes", test_reason_names_both_sizes);
  g_test_add_func ("/model/evaluation/explain", test_explain);
  g_test_add_func ("/model/evaluation/explain-fact", test_explain_fact);
  g_test_add_func ("/model/evaluation/explain-basis", test_explain_basis);
  g_test_add_func ("/model/evaluation/comparison", test_comparison);
  g_test_add_func ("/model/evaluation/unknown-profile", test_unknown_profile);
  g_test_add_func ("/model/evaluation/unusable-profile", test_unusable_profile);
  g_test_add_func ("/model/evaluation/reference-too-large", test_reference_too_large);
  g_test_add_func ("/model/check/all-pass", test_checks);
  g_test_add_func ("/model/check/can-fail", test_checks_can_fail);

  return g_test_run ();
}
