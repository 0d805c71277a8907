/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power and cost of an evaluation by item: whatever the design, items add up to the totals that it is judged by, lie
 * in their intervals, and lead to their constants. */
#include "model-fixture.h"

#include "design/graph/weft-graph-expand.h"
#include "model/measured/weft-measured-items-private.h"

static const char *const chips[] = { "B200", "H100", "WSE3s", "MI300X", "A100" };
static const char *const roles[] = { "general", "decode" };

static WeftEvaluation *
evaluate (WeftDesign *design,
          const char *profile)
{
  g_autoptr (GError) error = NULL;
  WeftEvaluation *evaluation = weft_evaluator_evaluate (fixture_evaluator (), design, profile, NULL, &error);

  g_assert_no_error (error);
  return evaluation;
}

static WeftEvaluation *
evaluate_text (const char *text,
               const char *profile)
{
  g_autoptr (WeftDesign) design = fixture_design (text);

  return evaluate (design, profile);
}

/* One or two partitions at some budget of watts. */
static char *
random_text (void)
{
  double share = g_test_rand_double_range (0.05, 0.95);
  double power_w = pow (10, g_test_rand_double_range (4.3, 7.5));
  const char *first = chips[g_test_rand_int_range (0, G_N_ELEMENTS (chips))];
  const char *second = chips[g_test_rand_int_range (0, G_N_ELEMENTS (chips))];

  return g_strdup_printf ("{\"facility\":{\"power_w\":%.0f},\"partitions\":["
                          "{\"chip\":\"%s\",\"role\":\"general\",\"power_frac\":%.3f,\"scaleup\":\"NVLink5\","
                          "\"scaleout\":\"IB-XDR\"},"
                          "{\"chip\":\"%s\",\"role\":\"%s\",\"power_frac\":%.3f,\"scaleup\":\"UALink\","
                          "\"scaleout\":\"UEC\"}]}",
                          power_w, first, share, second, roles[g_test_rand_int_range (0, 2)], 1 - share);
}

/* Above what is known lies nothing known when a part of a graph has no figure. */
static void
check_lower_bound (double low,
                   double value,
                   double high)
{
  g_assert_cmpfloat (low, <=, value * (1 + 1e-9));
  g_assert_true (isnan (high));
}

static void
check_interval (double low,
                double value,
                double high)
{
  g_assert_cmpfloat (low, <=, value * (1 + 1e-9));
  g_assert_cmpfloat (value, <=, high * (1 + 1e-9));
}

static void
check_power (const WeftPowerItems *items)
{
  void (*check) (double low, double value, double high) = items->n_unknown > 0 ? check_lower_bound : check_interval;
  double sum = 0;

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_assert_cmpfloat (items->w[i], >=, 0);
      check (items->low_w[i], items->w[i], items->high_w[i]);
      sum += items->w[i];
    }
  g_assert_cmpfloat_with_epsilon (sum, items->total_w, 1e-9 * (1 + items->total_w));
  check (items->total_low_w, items->total_w, items->total_high_w);
}

static void
check_cost (const WeftCostItems *items)
{
  double sum = 0;

  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      check_interval (items->low_usd[i], items->usd[i], items->high_usd[i]);
      sum += items->usd[i];
    }
  g_assert_cmpfloat_with_epsilon (sum, items->total_usd, 1e-9 * (1 + items->total_usd));
  check_interval (items->total_low_usd, items->total_usd, items->total_high_usd);
}

static void
check_evaluation (WeftEvaluation *evaluation)
{
  const WeftPowerItems *power = weft_evaluation_get_power_items (evaluation);
  const WeftCostItems *cost = weft_evaluation_get_cost_items (evaluation);
  double power_w = weft_evaluation_get_power_w (evaluation), cost_usd = weft_evaluation_get_cost_usd (evaluation);

  check_power (power);
  g_assert_cmpfloat_with_epsilon (power->total_w, power_w, 1e-9 * (1 + power_w));
  g_assert_true (isnan (cost->total_usd) == isnan (cost_usd));
  if (isnan (cost_usd))
    return;
  check_cost (cost);
  g_assert_cmpfloat_with_epsilon (weft_cost_items_purchase (cost), cost_usd, 1e-9 * (1 + cost_usd));
}

static void
test_sums (void)
{
  guint n = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *text = random_text ();
      g_autoptr (WeftEvaluation) evaluation = evaluate_text (text, "measured");

      if (weft_evaluation_get_power_items (evaluation) == NULL)
        continue;
      check_evaluation (evaluation);
      n++;
      for (guint k = 0; k < g_list_model_get_n_items (weft_evaluation_get_workloads (evaluation)); k++)
        {
          WeftWorkloadResult *result = weft_evaluation_get_workload (evaluation, k);
          const WeftPowerItems *work = weft_workload_result_get_power (result);

          g_assert_true ((work != NULL) == weft_workload_result_is_feasible (result));
          if (work == NULL)
            continue;
          check_power (work);
          g_assert_cmpfloat (work->total_w, <=, weft_evaluation_get_power_w (evaluation) * (1 + 1e-9));
        }
    }
  g_assert_cmpuint (n, >, 50);
}

/* A machine says the same as partitions and as the graph they expand to: sums hold there as well. */
static void
test_graph_sums (void)
{
  g_autoptr (GError) error = NULL;
  WeftInventory *inventory = weft_evaluator_get_inventory (fixture_evaluator (), "measured", &error);
  g_autoptr (WeftDesign) design = fixture_design (ITER33);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *written = NULL, *text = NULL;
  g_autoptr (WeftEvaluation) evaluation = NULL;
  WeftMachine machine;

  g_assert_no_error (error);
  g_assert_true (weft_machine_init (&machine, design, inventory));
  graph = weft_graph_expand (inventory, &machine, &error);
  g_assert_no_error (error);
  node = weft_graph_to_json (graph);
  written = json_to_string (node, FALSE);
  text = g_strdup_printf ("{\"facility\":{\"power_w\":2e6},\"graph\":%s}", written);
  evaluation = evaluate_text (text, "measured");

  check_power (weft_evaluation_get_power_items (evaluation));
  g_assert_true (weft_evaluation_get_power_items (evaluation)->n_unknown > 0
                 || weft_evaluation_get_power_w (evaluation)
                        == weft_evaluation_get_power_items (evaluation)->total_w);
}

/* The paper's profile counts chips and ports: it has no items, and its JSON no keys for them. */
static void
test_other_profile (void)
{
  g_autoptr (WeftEvaluation) evaluation = evaluate_text (ITER33, "archagent-2026");
  g_autoptr (JsonNode) node = weft_evaluation_to_json (evaluation);
  g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, "cost/racks");

  g_assert_null (weft_evaluation_get_power_items (evaluation));
  g_assert_null (weft_evaluation_get_cost_items (evaluation));
  g_assert_false (json_object_has_member (json_node_get_object (node), "power"));
  g_assert_false (json_object_has_member (json_node_get_object (node), "cost"));
  g_assert_cmpuint (origins->len, ==, 0);
}

static gboolean
has_source (GPtrArray  *origins,
            const char *label)
{
  for (guint i = 0; i < origins->len; i++)
    {
      const WeftOrigin *origin = origins->pdata[i];

      if (strstr (origin->label, label) != NULL)
        return origin->source != NULL && *origin->source != '\0';
    }
  return FALSE;
}

static void
check_path (WeftEvaluation *evaluation,
            const char     *path,
            const char     *label)
{
  g_autoptr (GPtrArray) origins = weft_evaluation_explain (evaluation, path);

  g_assert_cmpuint (origins->len, >, 1);
  if (!has_source (origins, label))
    g_error ("%s does not lead to %s", path, label);
}

static void
test_explained (void)
{
  g_autoptr (WeftEvaluation) evaluation = evaluate_text (ITER33, "measured");
  g_autoptr (GPtrArray) none = NULL;

  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    {
      g_autofree char *peak = g_strconcat ("power/", weft_power_item_nick (i), NULL);
      g_autofree char *work = g_strconcat ("workloads/training/", peak, NULL);

      check_path (evaluation, peak, "90 % interval");
      check_path (evaluation, work, "Constant ");
    }
  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    {
      g_autofree char *path = g_strconcat ("cost/", weft_cost_item_nick (i), NULL);

      check_path (evaluation, path, "Constant ");
    }
  for (guint i = 0; i < WEFT_N_POWER_ITEMS; i++)
    check_path (evaluation, "power_w", weft_power_item_label (i));
  for (guint i = 0; i < WEFT_N_COST_ITEMS; i++)
    check_path (evaluation, "cost_usd", weft_cost_item_label (i));
  check_path (evaluation, "power", "90 % interval");
  check_path (evaluation, "cost", "90 % interval");
  none = weft_evaluation_explain (evaluation, "power/nothing");
  g_assert_cmpuint (none->len, ==, 0);
}

/* Too little power for a chip, nothing at all, and more than can be counted: never a number from nothing. */
static void
test_nothing (void)
{
  static const char *const texts[] = {
    "{\"partitions\":[]}",
    "{\"facility\":{\"power_w\":1},\"partitions\":[{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":1,"
    "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}",
    "{\"facility\":{\"power_w\":1e300},\"partitions\":[{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":1,"
    "\"scaleup\":\"NVLink5\",\"scaleout\":\"IB-XDR\"}]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (WeftEvaluation) evaluation = evaluate_text (texts[i], "measured");
      g_autoptr (JsonNode) node = weft_evaluation_to_json (evaluation);
      const WeftPowerItems *power = weft_evaluation_get_power_items (evaluation);

      g_assert_true (JSON_NODE_HOLDS_OBJECT (node));
      if (power == NULL)
        continue;
      for (guint k = 0; k < WEFT_N_POWER_ITEMS; k++)
        g_assert_false (isinf (power->w[k]));
      check_power (power);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/items/sums", test_sums);
  g_test_add_func ("/model/items/graph-sums", test_graph_sums);
  g_test_add_func ("/model/items/other-profile", test_other_profile);
  g_test_add_func ("/model/items/explained", test_explained);
  g_test_add_func ("/model/items/nothing", test_nothing);
  return g_test_run ();
}
