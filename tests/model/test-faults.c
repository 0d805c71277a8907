/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is broken or extreme: profiles with senseless constants, designs that break rules, machines without end. */
#include <glib/gstdio.h>
#include <string.h>

#include "base/weft-json-write.h"
#include "model-fixture.h"

#define WITH_PROFILE \
  "{\"name\":\"p\",\"profile\":\"p2\",\"partitions\":[{\"chip\":\"H100\",\"power_frac\":1," \
  "\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}"

/* --- profiles --- */

static JsonNode *
load_shipped_profile (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "profiles", "archagent-2026.json", NULL);
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, &error);

  g_assert_no_error (error);
  return json_node_copy (node);
}

/* Sets one constant of a copy, or takes it out when @text is NULL. */
static void
change_constant (JsonObject *profile,
                 const char *key,
                 const char *text)
{
  JsonArray *constants = json_object_get_array_member (profile, "constants");

  for (guint i = 0; i < json_array_get_length (constants); i++)
    {
      JsonObject *constant = json_array_get_object_element (constants, i);

      if (!g_str_equal (json_object_get_string_member (constant, "key"), key))
        continue;
      if (text == NULL)
        {
          json_array_remove_element (constants, i);
          return;
        }
      json_object_set_member (constant, "value", json_from_string (text, NULL));
      return;
    }
  g_assert_not_reached ();
}

/* Evaluates WITH_PROFILE under a copy of the shipped profile in which one constant is another. */
static WeftEvaluation *
evaluate_changed (const char *key,
                  const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("weft-XXXXXX", &error);
  g_autofree char *profiles = g_build_filename (folder, "profiles", NULL);
  g_autofree char *file = g_build_filename (profiles, "p2.json", NULL);
  g_autoptr (JsonNode) root = load_shipped_profile ();
  JsonObject *profile = json_node_get_object (root);
  g_autoptr (WeftCatalog) catalog = NULL;
  g_autoptr (WeftEvaluator) evaluator = NULL;
  g_autoptr (WeftDesign) design = fixture_design (WITH_PROFILE);
  g_autofree char *written = NULL;
  WeftEvaluation *evaluation;

  json_object_set_string_member (profile, "id", "p2");
  change_constant (profile, key, text);
  written = weft_json_write_pretty (root);
  g_assert_cmpint (g_mkdir (profiles, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, written, -1, &error));

  catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), folder, &error);
  g_assert_no_error (error);
  evaluator = weft_evaluator_new (catalog);
  evaluation = weft_evaluator_evaluate (evaluator, design, NULL, NULL, &error);
  g_assert_no_error (error);

  g_unlink (file);
  g_rmdir (profiles);
  g_rmdir (folder);
  return evaluation;
}

static void
test_constants (void)
{
  static const struct
  {
    const char *key, *text;
  } cases[] = {
    { "serve_tp", "[4294967296]" }, { "serve_tp", "[1e300]" }, { "serve_tp", "[1.5]" },
    { "serve_tp", "[0]" }, { "train_tp", "[2.5]" },
    { "decode_batch", "[4294967297]" }, { "dataflow_growth", "[0.5]" }, { "mfu", "0" },
    { "mfu", "1.5" }, { "phi64", "0" }, { "overlap_tp", "1.5" }, { "overlap_dp", "2" },
    { "halo_messages", "1e300" }, { "alltoall_local_share", "3" }, { "mfu", NULL },
    { "train_tp", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftEvaluation) evaluation = evaluate_changed (cases[i].key, cases[i].text);

      g_test_message ("%s = %s", cases[i].key, cases[i].text != NULL ? cases[i].text : "(taken out)");
      g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
      g_assert_true (fixture_has_violation (evaluation, "profile_unusable", "/profile"));
      g_assert_nonnull (strstr (weft_evaluation_get_reason (evaluation), cases[i].key));
    }
}

/* What the catalog does not even read is left out whole, and the profile is then unknown. */
static void
test_unreadable_constants (void)
{
  static const char *const texts[] = { "[]", "[-1]", "\"8\"", "null" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftEvaluation) evaluation = evaluate_changed ("serve_tp", texts[i]);

      g_test_message ("serve_tp = %s", texts[i]);
      g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
      g_assert_true (fixture_has_violation (evaluation, "unknown_profile", "/profile")
                     || fixture_has_violation (evaluation, "profile_unusable", "/profile"));
    }
}

static void
test_constants_in_range (void)
{
  g_autoptr (WeftEvaluation) same = evaluate_changed ("mfu", "0.45");
  g_autoptr (WeftEvaluation) better = evaluate_changed ("mfu", "0.9");

  g_assert_cmpfloat (weft_evaluation_get_score (same), ==, 1);
  g_assert_cmpfloat (weft_evaluation_get_score (better), ==, 1);
  g_assert_cmpfloat (weft_workload_result_get_value (weft_evaluation_get_workload (better, 0)), >,
                     weft_workload_result_get_value (weft_evaluation_get_workload (same, 0)));
}

/* --- designs that break rules --- */

/* What can be counted is counted, and nothing else is claimed. */
static void
test_counts_remain (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"c\",\"partitions\":["
                      "{\"chip\":\"B200\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"},"
                      "{\"chip\":\"H100\",\"power_frac\":0.5,\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  g_autoptr (WeftPartitionResult) first = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), 0);

  g_assert_true (fixture_has_violation (evaluation, "fraction_sum", NULL));
  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (weft_evaluation_get_partitions (evaluation)), ==, 2);
  g_assert_cmpuint (weft_partition_result_get_count (first), ==, 896);
  g_assert_cmpuint (g_list_model_get_n_items (weft_evaluation_get_workloads (evaluation)), ==, 0);
}

static void
test_unknown_chip_counts_nothing (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"c\",\"partitions\":[{\"chip\":\"B20O\",\"power_frac\":1,"
                      "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}");

  g_assert_true (fixture_has_violation (evaluation, "unknown_chip", "/partitions/0/chip"));
  g_assert_cmpuint (g_list_model_get_n_items (weft_evaluation_get_partitions (evaluation)), ==, 0);
}

/* A fabric that does not fit buys nothing, and does not divide by its domain. */
static void
test_wrong_fabric (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"c\",\"partitions\":[{\"chip\":\"H100\",\"power_frac\":1,"
                      "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}");

  g_assert_true (fixture_has_violation (evaluation, "scaleup_does_not_fit", "/partitions/0/scaleup"));
  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (weft_evaluation_get_workloads (evaluation)), ==, 0);
}

/* Without FP64 the workloads that need none are run all the same. */
static void
test_no_fp64_runs_the_rest (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"c\",\"partitions\":[{\"chip\":\"tpu-v7\",\"power_frac\":1,"
                      "\"scaleup\":\"ici-v7\",\"scaleout\":\"IB-NDR\"}]}");

  g_assert_true (fixture_has_violation (evaluation, "no_fp64", NULL));
  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  g_assert_true (weft_workload_result_is_feasible (weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_TRAINING)));
  g_assert_false (weft_workload_result_is_feasible (weft_evaluation_get_workload (evaluation, WEFT_WORKLOAD_FFT)));
}

/* What does not fit into memory is a broken rule with both sizes. */
static void
test_too_little_memory (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"m\",\"facility\":{\"power_w\":20000000},\"workload\":{\"values\":{\"llm_params\":405e9}},"
                      "\"partitions\":[{\"chip\":\"rtx4090-24\",\"power_frac\":1,\"scaleup\":\"UALink\",\"scaleout\":\"IB-NDR\"}]}");

  g_assert_true (fixture_has_violation (evaluation, "no_eligible_partition", NULL));
  g_assert_nonnull (strstr (weft_evaluation_get_reason (evaluation), "405"));
  g_assert_nonnull (strstr (weft_evaluation_get_reason (evaluation), "24.0"));
}

/* --- extremes --- */

/* With more chips than any mapping has places for, the rest idles. */
static void
test_endless_machine (void)
{
  for (double power_w = 1e6; power_w <= 1e11; power_w *= 10)
    {
      g_autofree char *text =
        g_strdup_printf ("{\"name\":\"e\",\"facility\":{\"power_w\":%.0f},\"partitions\":[{\"chip\":\"B200\","
                         "\"power_frac\":1,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}", power_w);
      g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (text);

      g_test_message ("%g W: %g", power_w, weft_evaluation_get_score (evaluation));
      g_assert_cmpfloat (weft_evaluation_get_score (evaluation), >, 1);
      g_assert_true (isfinite (weft_evaluation_get_score (evaluation)));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/faults/constants", test_constants);
  g_test_add_func ("/model/faults/unreadable-constants", test_unreadable_constants);
  g_test_add_func ("/model/faults/constants-in-range", test_constants_in_range);
  g_test_add_func ("/model/faults/counts-remain", test_counts_remain);
  g_test_add_func ("/model/faults/unknown-chip-counts-nothing", test_unknown_chip_counts_nothing);
  g_test_add_func ("/model/faults/wrong-fabric", test_wrong_fabric);
  g_test_add_func ("/model/faults/no-fp64-runs-the-rest", test_no_fp64_runs_the_rest);
  g_test_add_func ("/model/faults/too-little-memory", test_too_little_memory);
  g_test_add_func ("/model/faults/endless-machine", test_endless_machine);

  return g_test_run ();
}
