/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluator against a second program, written apart from it from the same formulas, on 120 designs. */
#include "model-fixture.h"

static double
get (JsonArray *array,
     guint      index)
{
  return json_array_get_double_element (array, index);
}

static void
assert_same (double a,
             double b)
{
  if (a != b)
    g_assert_cmpfloat_with_epsilon (a, b, 1e-9 * fabs (b));
}

static void
compare_case (JsonObject *entry)
{
  g_autoptr (GError) error = NULL;
  JsonObject *expect = json_object_get_object_member (entry, "expect");
  JsonArray *values = json_object_get_array_member (expect, "values");
  JsonArray *counts = json_object_get_array_member (expect, "counts");
  g_autoptr (WeftDesign) design = weft_design_new_from_json (json_object_get_member (entry, "design"),
                                                             "case", NULL, &error);
  g_autoptr (WeftEvaluation) evaluation = NULL;

  g_assert_no_error (error);
  g_test_message ("%s", weft_design_get_name (design));
  evaluation = weft_evaluator_evaluate (fixture_evaluator (), design, NULL, NULL, &error);
  g_assert_no_error (error);

  assert_same (weft_evaluation_get_score (evaluation), json_object_get_double_member (expect, "score"));
  if (weft_evaluation_get_workload (evaluation, 0) == NULL)
    {
      g_assert_cmpfloat (json_object_get_double_member (expect, "score"), ==, 0);
      return;
    }

  for (guint i = 0; i < json_array_get_length (counts); i++)
    {
      g_autoptr (WeftPartitionResult) part = g_list_model_get_item (weft_evaluation_get_partitions (evaluation), i);

      g_assert_cmpuint (weft_partition_result_get_count (part), ==, (guint) get (counts, i));
    }
  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, i);

      if (get (values, i) > 0)
        assert_same (weft_workload_result_get_value (result), get (values, i));
      else
        g_assert_false (weft_workload_result_is_feasible (result));
    }
}

static void
test_second_program (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "model", "data",
                                            "second-program.json", NULL);
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  JsonArray *cases;

  g_assert_no_error (error);
  cases = json_object_get_array_member (json_node_get_object (root), "cases");
  g_assert_cmpuint (json_array_get_length (cases), ==, 120);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    compare_case (json_array_get_object_element (cases, i));
}

static void
test_budgets (void)
{
  static const struct
  {
    const char *facility;
    double score;
  } cases[] = {
    { "\"facility\":{\"power_w\":300000}", 0 }, /* 6 kW buy no node of four slices */
    { "\"facility\":{\"power_w\":1000000}", 1.9291245038060607 },
    { "\"facility\":{\"power_w\":5000000}", 2.144197579802809 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (ITER33);
      g_autoptr (WeftEvaluation) evaluation = NULL;
      g_autofree char *with = g_strdup_printf ("\"name\":\"Iter33\",%s", cases[i].facility);

      g_string_replace (text, "\"name\":\"Iter33\"", with, 1);
      evaluation = fixture_evaluate (text->str);
      assert_same (weft_evaluation_get_score (evaluation), cases[i].score);
    }
}

static void
test_too_small (void)
{
  g_autoptr (WeftEvaluation) evaluation =
    fixture_evaluate ("{\"name\":\"s\",\"facility\":{\"power_w\":300000},\"partitions\":["
                      "{\"chip\":\"B200\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"},"
                      "{\"chip\":\"WSE3s\",\"power_frac\":0.02,\"scaleup\":\"UALink\",\"scaleout\":\"UEC\"}]}");

  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
  g_assert_true (fixture_has_violation (evaluation, "partition_too_small", "/partitions/1/power_frac"));
  g_assert_nonnull (weft_evaluation_get_reason (evaluation));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/figures/second-program", test_second_program);
  g_test_add_func ("/model/figures/budgets", test_budgets);
  g_test_add_func ("/model/figures/too-small", test_too_small);

  return g_test_run ();
}
