/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of parts, what fits where, counts, and why an edit has no effect. */
#include "graph-fixture.h"

#include <math.h>

#include "design/graph/weft-graph-edits.h"
#include "design/graph/weft-graph-facts.h"

#define HOSTS(up, out)                                                                             \
  "{'root':'m','definitions':{"                                                                    \
  "'h':{'level':'node','title':'Host','enclosure':'dgx-h100','items':["                            \
  "{'id':'gpu','chip':'H100','count':8},{'id':'sw','component':'hgx-h100-switches'}],"             \
  "'links':[{'from':'gpu','to':'sw','wiring':'all','component':'nvlink4-link',"                    \
  "'fabric':'NVLink4','channels':" up "}],"                                                        \
  "'ports':[{'id':'net','of':'gpu','per_item':1},{'id':'spare','of':'gpu','per_item':1}]},"         \
  "'r':{'level':'rack','items':[{'id':'host','definition':'h','count':2}],"                        \
  "'ports':[{'id':'net','of':'host:net'}]},"                                                       \
  "'x':{'level':'node','items':[{'id':'gpu','chip':'H100','count':8}]},"                           \
  "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':2},"                      \
  "{'id':'leaf','component':'qm9700','count':2},{'id':'spine','component':'qm9700'}],'links':["     \
  "{'from':'rack:net','to':'leaf','wiring':'each','component':'" out "','fabric':'IB-NDR'},"        \
  "{'from':'leaf','to':'spine','wiring':'all','component':'dr4-400g','fabric':'IB-NDR'}]}}}"

static const WeftGraphFact *
find_fact (GPtrArray *facts, const char *key)
{
  for (guint i = 0; i < facts->len; i++)
    if (g_str_equal (((WeftGraphFact *) facts->pdata[i])->key, key))
      return facts->pdata[i];
  return NULL;
}

static const WeftGraphChoice *
find_choice (GPtrArray *choices, const char *id)
{
  for (guint i = 0; i < choices->len; i++)
    if (g_str_equal (((WeftGraphChoice *) choices->pdata[i])->id, id))
      return choices->pdata[i];
  return NULL;
}

static void
test_chip (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  WeftInventory *inventory = fixture_get_inventory ();
  g_autoptr (GPtrArray) facts = weft_graph_item_facts (graph, inventory, 0, 0);
  const WeftGraphFact *fact = find_fact (facts, "tdp_w");

  g_assert_nonnull (fact);
  g_assert_cmpfloat (fact->value, ==, weft_inventory_find_chip (inventory, "H100")->tdp_w);
  g_assert_cmpstr (fact->text, ==, "700\302\240W");
  g_assert_nonnull (fact->provenance);
  /* Nobody says what an H100 costs in relative units. */
  fact = find_fact (facts, "rcu");
  g_assert_nonnull (fact);
  g_assert_true (isnan (fact->value));
  g_assert_cmpstr (fact->text, ==, "unknown");
  g_assert_null (fact->provenance);
}

static void
test_component (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  WeftInventory *inventory = fixture_get_inventory ();
  int machine = weft_graph_find (graph, "machine");
  g_autoptr (GPtrArray) leaf = weft_graph_item_facts (graph, inventory, machine, 1);
  g_autoptr (GPtrArray) rack = weft_graph_item_facts (graph, inventory, machine, 0);
  g_autoptr (GPtrArray) cable = weft_graph_link_facts (graph, inventory, machine, 0);
  g_autoptr (GPtrArray) tray = weft_graph_component_facts (inventory, "gb200-tray");

  g_assert_cmpfloat (find_fact (leaf, "ports")->value, ==, 144);
  g_assert_nonnull (find_fact (leaf, "hop_ns"));
  g_assert_null (find_fact (leaf, "latency_ns"));
  /* CHASE has chassis of 2 U at least. */
  g_assert_nonnull (strstr (find_fact (tray, "u_space")->range, "2\302\240U"));
  g_assert_true (find_fact (tray, "u_space")->is_outside);
  g_assert_null (find_fact (tray, "idle_w")->range);
  g_assert_cmpstr (find_fact (leaf, "u_space")->text, ==, "4\302\240U");
  /* Eight leaves of 144, with 72 cables down and four times 18 up. */
  g_assert_cmpstr (find_fact (leaf, "ports-used")->text, ==, "1,152 of 1,152");
  /* A definition has the figures of what is around it. */
  g_assert_cmpfloat (find_fact (rack, "limit_kw")->value, ==, 132000);
  /* Both ends of the cable. */
  g_assert_cmpfloat (find_fact (cable, "active_w")->value, ==, 32);
  g_assert_cmpfloat (find_fact (cable, "length_max_m")->value, ==, 500);
  g_assert_true (isnan (find_fact (cable, "proto_ns")->value));
}

static void
test_unknown (void)
{
  g_autoptr (WeftGraph) graph = fixture_node ("'items':[{'id':'a','chip':'nothing'}]");
  g_autoptr (GPtrArray) facts = weft_graph_item_facts (graph, fixture_get_inventory (), 0, 0);
  g_autoptr (GPtrArray) choices = weft_graph_item_choices (graph, fixture_get_inventory (), 0, 0);

  g_assert_null (find_fact (facts, "tdp_w"));
  /* What the document says is offered first, and said to be unknown. */
  g_assert_cmpstr (((WeftGraphChoice *) choices->pdata[0])->id, ==, "nothing");
  g_assert_false (((WeftGraphChoice *) choices->pdata[0])->fits);
  g_assert_nonnull (find_choice (choices, "H100"));
}

static void
test_choices (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  WeftInventory *inventory = fixture_get_inventory ();
  guint machine = (guint) weft_graph_find (graph, "m");
  guint rack = (guint) weft_graph_find (graph, "r");
  g_autoptr (GPtrArray) leaf = weft_graph_item_choices (graph, inventory, machine, 1);
  g_autoptr (GPtrArray) racks = weft_graph_item_choices (graph, inventory, machine, 0);
  g_autoptr (GPtrArray) hosts = weft_graph_item_choices (graph, inventory, rack, 0);
  g_autoptr (GPtrArray) frames = weft_graph_enclosure_choices (graph, inventory, rack);
  const WeftGraphChoice *first = leaf->pdata[0];

  g_assert_cmpstr (first->id, ==, "qm9700");
  g_assert_true (first->fits);
  /* Links end at the switch itself, so nothing with ports of its own can stand there. */
  g_assert_nonnull (find_choice (leaf, "q3400-ra"));
  g_assert_null (find_choice (leaf, "r"));
  g_assert_null (find_choice (leaf, "H100"));
  /* And they end at the racks' port "net", which "x" has not. */
  g_assert_nonnull (find_choice (racks, "r"));
  g_assert_null (find_choice (racks, "x"));
  g_assert_null (find_choice (racks, "q3400-ra"));
  g_assert_null (find_choice (hosts, "x"));
  g_assert_nonnull (find_choice (frames, "rack-nvl72"));
  g_assert_null (find_choice (frames, "dgx-h100"));
}

static void
test_cables (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'m','definitions':{'m':{'level':'cluster','items':["
    "{'id':'a','component':'qm9700'},{'id':'b','component':'qm9700'}],"
    "'links':[{'from':'a','to':'b','wiring':'all','component':'dac-400g','length_m':20}]}}}");
  g_autoptr (GPtrArray) cables = weft_graph_link_choices (graph, fixture_get_inventory (), 0, 0);
  g_autoptr (GPtrArray) fabrics = weft_graph_fabric_choices (fixture_get_inventory (), "IB-NDR");

  g_assert_cmpstr (((WeftGraphChoice *) cables->pdata[0])->id, ==, "dac-400g");
  g_assert_false (((WeftGraphChoice *) cables->pdata[0])->fits);
  g_assert_true (find_choice (cables, "dr4-400g")->fits);
  /* What is etched into a board joins no racks. */
  g_assert_null (find_choice (cables, "c2c-grace"));
  g_assert_nonnull (find_choice (fabrics, "NVLink4"));
  g_assert_nonnull (find_choice (fabrics, "IB-NDR"));
}

static void
test_counts (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  WeftInventory *inventory = fixture_get_inventory ();
  g_autofree double *instances = weft_graph_count_instances (graph);
  guint host = (guint) weft_graph_find (graph, "h");
  guint machine = (guint) weft_graph_find (graph, "m");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  WeftGraphCables cables;

  g_assert_cmpfloat (instances[host], ==, 4);
  g_assert_cmpfloat (instances[machine], ==, 1);
  g_assert_cmpfloat (instances[weft_graph_find (graph, "x")], ==, 0);
  g_assert_cmpfloat (weft_graph_count_chips (graph, inventory, machine), ==, 32);
  g_assert_cmpuint (weft_graph_count_port_users (graph, host, "net"), ==, 1);
  g_assert_cmpuint (weft_graph_count_port_users (graph, host, "spare"), ==, 0);
  g_assert_cmpfloat (weft_graph_count_end (
                       graph, machine, &weft_graph_definition (graph, machine)->links[0].from),
                     ==, 32);
  g_assert_true (weft_graph_link_cables (flat, machine, 0, &cables));
  g_assert_cmpfloat (cables.n_cables, ==, 32);
  g_assert_true (weft_graph_link_cables (flat, host, 0, &cables));
  g_assert_cmpfloat (cables.n_cables, ==, 4 * 8 * 18);
}

/* A graph that the rules refuse must not be walked for ever. */
static void
test_cycle (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'a','definitions':{'a':{'level':'rack','items':[{'id':'b','definition':'b'}]},"
    "'b':{'level':'node','items':[{'id':'a','definition':'a','count':2}]}}}");
  g_autofree double *instances = weft_graph_count_instances (graph);

  g_assert_cmpfloat (instances[1], ==, 1);
  g_assert_true (isnan (weft_graph_count_chips (graph, fixture_get_inventory (), 0)));
}

static void
test_network (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (GError) error = NULL;
  WeftTopologyMetrics metrics;

  g_assert_true (weft_graph_link_measure (graph, weft_graph_find (graph, "machine"), 0, &metrics,
                                          &error));
  g_assert_no_error (error);
  g_assert_cmpuint (metrics.endpoints, ==, 576);
  g_assert_cmpuint (metrics.switches, ==, 12);
  g_assert_cmpint (metrics.diameter, ==, 4);
  /* Trays and switches joined each with each are no network of their own. */
  g_assert_false (weft_graph_link_measure (graph, weft_graph_find (graph, "nvl72"), 0, &metrics,
                                           &error));
  g_assert_no_error (error);
}

/* --- effects --- */

static char *
explain_link (const char *before, const char *after, const char *definition, guint link,
              const char *key)
{
  g_autoptr (WeftGraph) old = fixture_graph (before);
  g_autoptr (WeftGraph) new = fixture_graph (after);

  return weft_graph_explain_no_effect (old, new, fixture_get_inventory (), definition,
                                       WEFT_GRAPH_LINKS, link, key);
}

static void
test_rate_binds (void)
{
  /* NVLink4 has 450 GB/s for a chip; 18 links are that, 20 are 500. */
  g_autofree char *more =
    explain_link (HOSTS ("18", "dr4-400g"), HOSTS ("20", "dr4-400g"), "h", 0, "channels");
  g_autofree char *less =
    explain_link (HOSTS ("18", "dr4-400g"), HOSTS ("9", "dr4-400g"), "h", 0, "channels");

  g_assert_nonnull (more);
  g_assert_nonnull (strstr (more, "450\302\240GB/s"));
  g_assert_nonnull (strstr (more, "500\302\240GB/s"));
  g_assert_null (less);
}

static void
test_latency_binds (void)
{
  WeftInventory *inventory = fixture_get_inventory ();
  /* Both modules take 50 ns; an active optical cable takes 60. */
  g_autofree char *words =
    explain_link (HOSTS ("18", "dr4-400g"), HOSTS ("18", "sr4-400g"), "m", 0, "component");
  g_autofree char *slower =
    explain_link (HOSTS ("18", "dr4-400g"), HOSTS ("18", "aoc-400g"), "m", 0, "component");
  g_autofree char *alpha =
    weft_quantity_format (weft_inventory_find_scaleout (inventory, "IB-NDR")->alpha_s, WEFT_UNIT_S);

  g_assert_null (slower);
  g_assert_nonnull (words);
  g_assert_nonnull (strstr (words, alpha));
  g_assert_nonnull (strstr (words, "No effect on the score"));
}

static WeftGraph *
edited (WeftGraph *graph, const char *definition, const char *key, const char *text)
{
  WeftGraphChange *change = weft_graph_change_new (graph);
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);
  WeftGraph *after;

  weft_graph_change_set (change, definition, key, value);
  after = weft_graph_ref (weft_graph_change_graph (change));
  weft_graph_change_unref (change);
  return after;
}

static void
test_names (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  g_autoptr (WeftGraph) titled = edited (graph, "h", "title", "Another name");
  g_autoptr (WeftGraph) beside = edited (graph, "x", "enclosure", "dgx-h100");
  g_autofree char *name = weft_graph_explain_no_effect (
    graph, titled, fixture_get_inventory (), "h", WEFT_GRAPH_ITEMS, G_MAXUINT, "title");
  g_autofree char *reach = weft_graph_explain_no_effect (
    graph, beside, fixture_get_inventory (), "x", WEFT_GRAPH_ITEMS, G_MAXUINT, "enclosure");

  g_assert_nonnull (strstr (name, "No effect: a name"));
  g_assert_nonnull (strstr (reach, "“m”"));
  g_assert_nonnull (strstr (reach, "“x”"));
}

static void
test_ports (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);
  g_autoptr (JsonNode) port = weft_graph_port_json (graph, 0, 1);
  const guint at = 1;
  g_autofree char *words = NULL;

  json_object_set_int_member (json_node_get_object (port), "per_item", 2);
  weft_graph_change_replace (change, "h", WEFT_GRAPH_PORTS, &at, &port, 1);
  words = weft_graph_explain_no_effect (graph, weft_graph_change_graph (change),
                                        fixture_get_inventory (), "h", WEFT_GRAPH_PORTS, 1,
                                        "per_item");
  g_assert_nonnull (words);
  g_assert_nonnull (strstr (words, "“spare”"));
}

/* More chips are an effect; a switch more is one of power alone. */
static void
test_counted (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (HOSTS ("18", "dr4-400g"));
  WeftInventory *inventory = fixture_get_inventory ();
  guint machine = (guint) weft_graph_find (graph, "m");

  for (guint item = 0; item < 3; item += 2)
    {
      g_autoptr (WeftGraphChange) change = weft_graph_change_new (graph);
      g_autoptr (JsonNode) node = weft_graph_item_json (graph, machine, item);
      g_autofree char *words = NULL;

      json_object_set_int_member (json_node_get_object (node), "count", 4);
      weft_graph_change_replace (change, "m", WEFT_GRAPH_ITEMS, &item, &node, 1);
      words = weft_graph_explain_no_effect (graph, weft_graph_change_graph (change), inventory,
                                            "m", WEFT_GRAPH_ITEMS, item, "count");
      if (item == 0)
        g_assert_null (words);
      else
        g_assert_nonnull (strstr (words, "No effect on the score"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-facts/chip", test_chip);
  g_test_add_func ("/design/graph-facts/component", test_component);
  g_test_add_func ("/design/graph-facts/unknown", test_unknown);
  g_test_add_func ("/design/graph-facts/choices", test_choices);
  g_test_add_func ("/design/graph-facts/cables", test_cables);
  g_test_add_func ("/design/graph-facts/counts", test_counts);
  g_test_add_func ("/design/graph-facts/cycle", test_cycle);
  g_test_add_func ("/design/graph-facts/network", test_network);
  g_test_add_func ("/design/graph-facts/rate-binds", test_rate_binds);
  g_test_add_func ("/design/graph-facts/latency-binds", test_latency_binds);
  g_test_add_func ("/design/graph-facts/names", test_names);
  g_test_add_func ("/design/graph-facts/ports", test_ports);
  g_test_add_func ("/design/graph-facts/counted", test_counted);
  return g_test_run ();
}
