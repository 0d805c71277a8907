/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine scores the same as partitions and as the graph that they expand to; a cable that is
 * swapped changes the score. */
#include "model-fixture.h"

#include "design/graph/weft-graph-expand.h"

/* (transfer full): the document with a graph in the place of its partitions */
static char *
expand (const char *text)
{
  WeftInventory *inventory
      = weft_evaluator_get_inventory (fixture_evaluator (), WEFT_DESIGN_DEFAULT_PROFILE, NULL);
  g_autoptr (WeftDesign) design = fixture_design (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *written = NULL;
  WeftMachine machine;

  g_assert_true (weft_machine_init (&machine, design, inventory));
  graph = weft_graph_expand (inventory, &machine, &error);
  g_assert_no_error (error);
  node = weft_graph_to_json (graph);
  written = json_to_string (node, FALSE);
  return g_strdup_printf ("{\"facility\":{\"power_w\":1e6},\"graph\":%s}", written);
}

static double
score_of (const char *text)
{
  g_autoptr (WeftEvaluation) evaluation = fixture_evaluate (text);

  return weft_evaluation_get_score (evaluation);
}

static void
test_same (void)
{
  static const char *const designs[] = { ITER33, REFERENCE };

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++)
    {
      g_autofree char *graph = expand (designs[i]);

      g_assert_cmpfloat (score_of (designs[i]), >, 0);
      g_assert_cmpfloat_with_epsilon (score_of (graph), score_of (designs[i]), 1e-12);
    }
}

static void
test_swapped (void)
{
  g_autofree char *graph = expand (ITER33);
  g_autoptr (GString) slower = g_string_new (graph);

  g_assert_cmpuint (g_string_replace (slower, "dr8-800g", "dr4-400g", 0), >, 0);
  g_assert_cmpfloat (score_of (slower->str), >, 0);
  g_assert_cmpfloat (score_of (slower->str), <, score_of (graph));
}

/* A cable or switch of the same rate counts with its own latency: the usual AOC modules of 50 ns give
 * way to co-packaged ones of 10 ns, on two or four cables of a way. */
static void
test_latency (void)
{
  static const char *const swaps[][2] = { { "\"dr8-800g\"", "\"cpo-800g\"" },
                                          { "\"dr8-800g\"", "\"aec-800g\"" } };
  g_autofree char *graph = expand (ITER33);
  double score[2];

  for (guint i = 0; i < G_N_ELEMENTS (swaps); i++)
    {
      g_autoptr (GString) other = g_string_new (graph);

      g_assert_cmpuint (g_string_replace (other, swaps[i][0], swaps[i][1], 0), >, 0);
      score[i] = score_of (other->str);
    }
  g_assert_cmpfloat (score[0], >, score_of (graph));
  g_assert_cmpfloat (score[1], <, score_of (graph));
}

/* What the verifier finds ends in the evaluation, and the machine scores nothing. */
static void
test_overfull (void)
{
  g_autofree char *graph = expand (ITER33);
  g_autoptr (GString) smaller = g_string_new (graph);
  g_autoptr (WeftEvaluation) evaluation = NULL;
  gboolean found = FALSE;

  g_assert_cmpuint (g_string_replace (smaller, "\"q3400-ra\"", "\"qm9700\"", 0), >, 0);
  evaluation = fixture_evaluate (smaller->str);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (evaluation->violations)); i++)
    {
      g_autoptr (WeftViolation) violation
          = g_list_model_get_item (G_LIST_MODEL (evaluation->violations), i);

      found = found || g_str_equal (weft_violation_get_code (violation), "radix");
    }
  g_assert_true (found);
  g_assert_cmpfloat (weft_evaluation_get_score (evaluation), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/graph-score/same", test_same);
  g_test_add_func ("/model/graph-score/swapped", test_swapped);
  g_test_add_func ("/model/graph-score/latency", test_latency);
  g_test_add_func ("/model/graph-score/overfull", test_overfull);
  return g_test_run ();
}
