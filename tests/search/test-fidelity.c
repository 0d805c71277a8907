/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second look: the reference is its own measure, both rankings are counted right, twice the same, and the best of a
 * search come once each. */
#include "search/weft-fidelity-private.h"

#include <math.h>

#include "base/weft-json-write.h"
#include "search-fixture.h"
#include "search/weft-search.h"

static const char reference[] = "{\"name\": \"Reference\", \"partitions\": [{\"chip\": \"H100\", \"role\": \"general\", "
                                "\"power_frac\": 1, \"scaleup\": \"NVLink4\", \"scaleout\": \"IB-NDR\"}]}";
static const char b200[] = "{\"name\": \"B200\", \"partitions\": [{\"chip\": \"B200\", \"role\": \"general\", "
                           "\"power_frac\": 1, \"scaleup\": \"NVLink5\", \"scaleout\": \"IB-XDR\"}]}";

static void
add_design (GPtrArray *designs, const char *text)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_parse (text, -1, "test", NULL, &error);
  WeftDesign *design = weft_design_new_from_json (root, "test", violations, &error);

  g_assert_no_error (error);
  g_ptr_array_add (designs, design);
}

static WeftFidelity *
look (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  WeftFidelity *fidelity;

  g_assert_true (weft_catalog_load_kind (weft_evaluator_get_catalog (evaluator), WEFT_RECORD_COMPONENT, &error));
  add_design (designs, reference);
  add_design (designs, b200);
  fidelity = weft_fidelity_new (evaluator, designs, NULL, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return fidelity;
}

/* By both fidelities the reference is once as fast as itself. */
static void
check_reference (const WeftFidelityDesign *design)
{
  g_assert_cmpstr (design->name, ==, "Reference");
  g_assert_cmpfloat_with_epsilon (design->simulated, 1, 1e-12);
  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    {
      double sum = 0;

      g_assert_true (design->workloads[k].is_simulated);
      g_assert_cmpfloat (design->workloads[k].simulated, ==, 1);
      g_assert_cmpuint (design->workloads[k].n_chips, >=, 1);
      for (guint i = 0; i < WEFT_N_SIM_SHARES; i++)
        sum += design->workloads[k].share[i];
      g_assert_cmpfloat_with_epsilon (sum, 1, 1e-9);
      g_assert_null (design->workloads[k].reason);
    }
}

/* A machine with twice the rates is faster in both, so both say the same order; and the same twice. */
static void
test_order (void)
{
  g_autoptr (JsonNode) once = json_node_new (JSON_NODE_OBJECT), twice = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (WeftFidelity) fidelity = look (), again = look ();
  const WeftFidelityDesign *best = fidelity->designs->pdata[0];
  const WeftFidelityDesign *last = fidelity->designs->pdata[1];
  g_autofree char *one = NULL, *other = NULL;

  check_reference (last);
  g_assert_cmpstr (best->name, ==, "B200");
  g_assert_cmpuint (best->index, ==, 1);
  g_assert_cmpuint (best->rank, ==, 1);
  g_assert_cmpuint (best->simulated_rank, ==, 1);
  g_assert_cmpuint (last->simulated_rank, ==, 2);
  g_assert_cmpfloat (best->simulated, >, 1);
  g_assert_cmpfloat (fidelity->tau, ==, 1);
  g_assert_cmpuint (fidelity->n_swapped, ==, 0);
  json_node_take_object (once, weft_fidelity_to_json (fidelity));
  json_node_take_object (twice, weft_fidelity_to_json (again));
  one = weft_json_write_canonical (once);
  other = weft_json_write_canonical (twice);
  g_assert_cmpstr (one, ==, other);
}

/* Each design once, the best first, no more than asked for. */
static void
test_top (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();
  g_autoptr (WeftProblem) problem = fixture_problem (evaluator, "{\"space\": \"paper-2\"}");
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (WeftSearch) search = weft_search_new (problem, executor);
  g_autoptr (GPtrArray) top = NULL;
  g_autoptr (GError) error = NULL;
  double before = INFINITY;

  g_assert_cmpint (weft_search_add_run (search, "random", 1, 60, &error), ==, 0);
  g_assert_cmpint (weft_search_add_run (search, "random", 1, 60, &error), ==, 1);
  g_assert_true (weft_search_run (search, &error));
  top = weft_search_top (search, 5);
  g_assert_cmpuint (top->len, ==, 5);
  for (guint i = 0; i < top->len; i++)
    {
      g_autoptr (WeftEvaluation) evaluation = weft_evaluator_evaluate (evaluator, top->pdata[i], NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (weft_evaluation_get_score (evaluation), <=, before);
      before = weft_evaluation_get_score (evaluation);
      for (guint k = 0; k < i; k++)
        g_assert_false (weft_design_equal (top->pdata[i], top->pdata[k]));
    }
}

/* (transfer full) of @kind on one partition of @power_w watts. */
static char *
make_key (WeftEvaluator *evaluator, const char *scaleout, double power_w, WeftWorkloadKind kind)
{
  g_autofree char *text = g_strdup_printf ("{\"name\": \"x\", \"facility\": {\"power_w\": %.0f}, \"partitions\": [{\"chip\": "
                                           "\"B200\", \"role\": \"general\", \"power_frac\": 1, \"scaleup\": \"NVLink5\", "
                                           "\"scaleout\": \"%s\"}]}", power_w, scaleout);
  g_autoptr (GPtrArray) designs = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;

  add_design (designs, text);
  evaluation = weft_evaluator_evaluate (evaluator, designs->pdata[0], NULL, NULL, &error);
  g_assert_no_error (error);
  return weft_fidelity_dup_key (evaluation, kind);
}

/* What is measured once for several designs is what they share, and nothing else. */
static void
test_key (void)
{
  g_autoptr (WeftEvaluator) evaluator = fixture_evaluator ();

  for (guint k = 0; k < WEFT_N_WORKLOADS; k++)
    {
      g_autofree char *one = make_key (evaluator, "IB-XDR", 1e6, k);
      g_autofree char *same = make_key (evaluator, "IB-XDR", 1e6, k);
      g_autofree char *network = make_key (evaluator, "UEC", 1e6, k);
      g_autofree char *size = make_key (evaluator, "IB-XDR", 5e5, k);
      g_autofree char *kind = make_key (evaluator, "IB-XDR", 1e6, (k + 1) % WEFT_N_WORKLOADS);

      g_assert_cmpstr (one, ==, same);
      g_assert_cmpstr (one, !=, network);
      g_assert_cmpstr (one, !=, size);
      g_assert_cmpstr (one, !=, kind);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fidelity/order", test_order);
  g_test_add_func ("/fidelity/top", test_top);
  g_test_add_func ("/fidelity/key", test_key);
  return g_test_run ();
}
