/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a machine draws, costs and takes up: added by hand, and never 0 for what is unknown. */
#include "graph-fixture.h"

#include <math.h>

#include "design/graph/weft-graph-totals.h"
#include "design/weft-rules.h"

/* Two racks of two DGX H100 (10.2 kW, 310 k$, 8 units) and a top switch each (QM9700: 1720 W,
 * 36 k$, one unit, 64 ports); 800G AEC of 20 W and 450 $ inside, 400G optics of 18 W and 1400 $
 * between both switches. A frame costs 5 k$. */
#define HALL                                                                                       \
  "{'root':'m','definitions':{'h':{'level':'node','enclosure':'dgx-h100','items':["                \
  "{'id':'gpu','chip':'H100','count':8}],'ports':[{'id':'net','of':'gpu'}]},"                      \
  "'r':{'level':'rack','enclosure':'rack-42u-air','items':[{'id':'host','definition':'h',"         \
  "'count':2},{'id':'top','component':'qm9700'}],'links':[{'from':'host:net','to':'top',"          \
  "'wiring':'all','component':'aec-800g'}],'ports':[{'id':'up','of':'top'}]},"                     \
  "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':2}],'links':["            \
  "{'from':'rack:up','to':'rack:up','wiring':'all','component':'dr4-400g','channels':4}]}}}"

static WeftGraphTotals *
add_up (const char *text)
{
  g_autoptr (WeftGraph) graph = fixture_graph (text);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);

  return weft_graph_totals (flat, fixture_get_inventory ());
}

static void
test_known (void)
{
  g_autoptr (WeftGraphTotals) totals = add_up (HALL);
  g_autoptr (WeftGraphTotals) copy = weft_graph_totals_copy (totals);
  const WeftTotalPorts *ports = &g_array_index (copy->ports, WeftTotalPorts, 0);
  const double chips_w = 32 * 700;
  /* 32 cables inside, of which one end each is in a chassis, and four between the racks. */
  const double cables_w = 32 * 20 + 4 * 18;
  const double hosts_w = 4 * 10200 - chips_w - 32 * 10;
  double usd = 4 * 310e3 + 2 * 36e3 + 2 * 5000 + 32 * 450 + 4 * 1400;

  g_assert_cmpfloat (weft_total_get (&copy->power_w[WEFT_TOTAL_CHIPS]), ==, chips_w);
  g_assert_cmpfloat (weft_total_get (&copy->power_w[WEFT_TOTAL_SWITCHES]), ==, 2 * 1720);
  g_assert_cmpfloat (weft_total_get (&copy->power_w[WEFT_TOTAL_CABLES]), ==, cables_w);
  g_assert_cmpfloat (weft_total_get (&copy->power_w[WEFT_TOTAL_OTHER]), ==, hosts_w);
  g_assert_cmpfloat (weft_total_get (&copy->power_w[WEFT_TOTAL_MEMORY]), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_total_get (&copy->it_w),
                                  chips_w + 2 * 1720 + cables_w + hosts_w, 1e-6);
  g_assert_cmpfloat_with_epsilon (weft_total_get (&copy->cost_usd), usd, 1e-6);
  g_assert_cmpfloat (weft_total_get (&copy->units), ==, 84);
  g_assert_cmpfloat (weft_total_get (&copy->units_used), ==, 2 * (2 * 8 + 1));
  g_assert_cmpuint (copy->n_racks, ==, 2);
  g_assert_cmpuint (copy->n_chips, ==, 32);
  g_assert_cmpfloat_with_epsilon (copy->area_m2, 2 * 0.6 * 2.4, 1e-9);
  g_assert_cmpuint (copy->ports->len, ==, 1);
  g_assert_cmpstr (ports->id, ==, "qm9700");
  g_assert_cmpuint (ports->count, ==, 2);
  g_assert_cmpfloat (ports->used, ==, 2 * (16 + 4));
  g_assert_cmpfloat (ports->available, ==, 128);
  /* The catalog has no relative costs of these, and the profile no PUE. */
  g_assert_true (isnan (weft_total_get (&copy->cost_rcu)));
  g_assert_true (isnan (copy->pue));
  g_assert_true (isnan (weft_total_get (&copy->facility_w)));
  g_assert_cmpfloat (copy->facility_w.known, ==, copy->it_w.known);
}

/* What has no figure is named and counted; nothing is taken for 0. */
static void
test_unknown (void)
{
  g_autoptr (WeftGraphTotals) totals = add_up (
    "{'root':'m','definitions':{'h':{'level':'node','items':[{'id':'gpu','chip':'H100','count':8},"
    "{'id':'sw','component':'switch-pcie'}]},'r':{'level':'rack','items':[{'id':'host',"
    "'definition':'h','count':3},{'id':'sw','component':'nvlink5-switch-tray','count':2}],"
    "'links':[{'from':'sw','to':'sw','wiring':'all'}]},'m':{'level':'cluster','items':["
    "{'id':'rack','definition':'r','count':2}]}}}");
  const WeftTotal *switches = &totals->power_w[WEFT_TOTAL_SWITCHES];
  const WeftTotalLack *lack;

  g_assert_true (isnan (weft_total_get (switches)));
  g_assert_cmpfloat (switches->known, ==, 4 * 1240);
  g_assert_cmpfloat (weft_total_n_lacks (switches), ==, 6);
  lack = &g_array_index (switches->lacks, WeftTotalLack, 0);
  g_assert_cmpstr (lack->name, ==, "h > sw");
  g_assert_cmpfloat (lack->count, ==, 6);
  g_assert_cmpfloat (weft_total_n_lacks (&totals->power_w[WEFT_TOTAL_CABLES]), ==, 2);
  g_assert_cmpfloat (weft_total_get (&totals->power_w[WEFT_TOTAL_CHIPS]), ==, 48 * 700);
  g_assert_cmpfloat (weft_total_n_lacks (&totals->it_w), ==, 8);
  /* Racks without a frame, and hosts without a chassis. */
  g_assert_cmpfloat (weft_total_n_lacks (&totals->units), ==, 2);
  g_assert_cmpfloat (totals->units_used.known, ==, 4);
  g_assert_cmpfloat (weft_total_n_lacks (&totals->units_used), ==, 6);
}

/* What nobody can mean is no figure either. */
static void
test_absurd (void)
{
  g_autoptr (WeftGraphTotals) totals = add_up (
    "{'root':'r','definitions':{'r':{'level':'rack','items':[{'id':'a','component':'star'}]}}}");

  g_assert_cmpfloat (totals->it_w.known, ==, 0);
  g_assert_cmpfloat (weft_total_n_lacks (&totals->it_w), ==, 1);
}

static WeftViolation *
judge (const WeftGraphTotals *totals, double power_w, double cost_usd, GPtrArray *violations)
{
  g_ptr_array_set_size (violations, 0);
  weft_graph_totals_judge (totals, power_w, cost_usd, violations);
  g_assert_cmpuint (violations->len, <=, 1);
  return violations->len > 0 ? violations->pdata[0] : NULL;
}

static void
test_budget (void)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftGraphTotals) totals = add_up (HALL);
  const double it_w = totals->it_w.known;
  WeftViolation *found;

  g_assert_null (judge (totals, NAN, NAN, violations));
  g_assert_null (judge (totals, it_w, NAN, violations));
  found = judge (totals, it_w - 1, NAN, violations);
  g_assert_cmpstr (weft_violation_get_code (found), ==, "facility_power");
  g_assert_cmpint (weft_violation_get_severity (found), ==, WEFT_SEVERITY_WARNING);
  g_assert_cmpfloat (json_node_get_double (weft_violation_get_actual (found)), ==, it_w);
  g_assert_cmpfloat (json_node_get_double (weft_violation_get_limit (found)), ==, it_w - 1);
  g_assert_cmpstr (weft_violation_get_path (found), ==, "/facility/power_w");
  found = judge (totals, NAN, 1e6, violations);
  g_assert_cmpstr (weft_violation_get_code (found), ==, "budget_usd");
  g_assert_null (judge (totals, NAN, 2e6, violations));
}

/* The rules of a document judge them as well. */
static void
test_document (void)
{
  g_autofree char *graph = g_strdelimit (g_strdup (HALL), "'", '"');
  g_autofree char *text
      = g_strdup_printf ("{\"facility\":{\"power_w\":40000},\"graph\":%s}", graph);
  g_autoptr (WeftDesign) design = fixture_design (text);
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (WeftGraphTotals) totals = NULL;
  WeftMachine machine;
  gboolean resolved, found = FALSE;

  weft_rules_check_machine (design, fixture_get_inventory (), violations, &machine, &resolved,
                            &totals);
  g_assert_nonnull (totals);
  for (guint i = 0; i < violations->len; i++)
    found |= g_str_equal (weft_violation_get_code (violations->pdata[i]), "facility_power");
  g_assert_true (found);
}

static void
test_json (void)
{
  g_autoptr (WeftGraphTotals) totals = add_up (HALL);
  g_autoptr (JsonNode) node = weft_graph_totals_to_json (totals);
  JsonObject *object = json_node_get_object (node);
  JsonObject *rcu = json_object_get_object_member (object, "cost_rcu");

  g_assert_cmpfloat (json_object_get_double_member (
                       json_object_get_object_member (object, "it_w"), "known"), ==,
                     totals->it_w.known);
  g_assert_cmpfloat (json_object_get_double_member (rcu, "n_unknown"), >, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (rcu, "unknown")), >, 0);
  g_assert_true (json_object_get_null_member (object, "pue"));
  g_assert_cmpint (json_object_get_int_member (object, "chips"), ==, 32);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-totals/known", test_known);
  g_test_add_func ("/design/graph-totals/unknown", test_unknown);
  g_test_add_func ("/design/graph-totals/absurd", test_absurd);
  g_test_add_func ("/design/graph-totals/budget", test_budget);
  g_test_add_func ("/design/graph-totals/document", test_document);
  g_test_add_func ("/design/graph-totals/json", test_json);
  return g_test_run ();
}
