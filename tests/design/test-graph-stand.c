/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parts and definitions may stand where, and how many cables a bundle takes. */
#include <math.h>

#include "design/graph/weft-graph-bundle.h"
#include "design/graph/weft-graph-stand.h"
#include "graph-fixture.h"

static void
test_levels (void)
{
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_CHIP, WEFT_LEVEL_NODE, WEFT_LEVEL_NODE), ==,
                   WEFT_STAND_FITS);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_CHIP, WEFT_LEVEL_NODE, WEFT_LEVEL_RACK), ==,
                   WEFT_STAND_SKIPS);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_CHIP, WEFT_LEVEL_NODE, WEFT_LEVEL_PACKAGE), ==,
                   WEFT_STAND_NEVER);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_DEFINITION, WEFT_LEVEL_NODE, WEFT_LEVEL_RACK), ==,
                   WEFT_STAND_FITS);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_DEFINITION, WEFT_LEVEL_RACK, WEFT_LEVEL_RACK), ==,
                   WEFT_STAND_NEVER);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_DEFINITION, WEFT_LEVEL_NODE, WEFT_LEVEL_CLUSTER),
                   ==, WEFT_STAND_SKIPS);
  g_assert_cmpint (weft_graph_stand (WEFT_GRAPH_DEFINITION, WEFT_LEVEL_ANY, WEFT_LEVEL_RACK), ==,
                   WEFT_STAND_FITS);
}

static WeftStand
stand_of (WeftCatalog *catalog, const char *id, WeftLevel owner)
{
  const WeftComponent *component = weft_component_find (catalog, id);

  g_assert_nonnull (component);
  return weft_graph_component_stand (component, owner);
}

static void
test_components (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftCatalog) catalog = weft_catalog_load_default (&error);

  g_assert_no_error (error);
  g_assert_cmpint (stand_of (catalog, "q3400-ra", WEFT_LEVEL_CLUSTER), ==, WEFT_STAND_FITS);
  /* A switch stands one level below its own too, but not two. */
  g_assert_cmpint (stand_of (catalog, "q3400-ra", WEFT_LEVEL_RACK), ==, WEFT_STAND_FITS);
  g_assert_cmpint (stand_of (catalog, "q3400-ra", WEFT_LEVEL_NODE), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (stand_of (catalog, "hbm3-16", WEFT_LEVEL_PACKAGE), ==, WEFT_STAND_FITS);
  g_assert_cmpint (stand_of (catalog, "hbm3-16", WEFT_LEVEL_RACK), ==, WEFT_STAND_SKIPS);
  /* Cables and frames are no items. */
  g_assert_cmpint (stand_of (catalog, "dr8-800g", WEFT_LEVEL_CLUSTER), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (stand_of (catalog, "rack-nvl72", WEFT_LEVEL_RACK), ==, WEFT_STAND_NEVER);
}

static WeftStand
find_stand (const WeftGraph *graph, const guint8 *stands, const char *id)
{
  int index = weft_graph_find (graph, id);

  g_assert_cmpint (index, >=, 0);
  return stands[index];
}

static void
test_definitions (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autofree guint8 *in_rack =
    weft_graph_list_stands (graph, (guint) weft_graph_find (graph, "nvl72"));
  g_autofree guint8 *in_machine =
    weft_graph_list_stands (graph, (guint) weft_graph_find (graph, "machine"));

  g_assert_cmpint (find_stand (graph, in_rack, "tray"), ==, WEFT_STAND_FITS);
  g_assert_cmpint (find_stand (graph, in_rack, "nvl72"), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (find_stand (graph, in_rack, "machine"), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (find_stand (graph, in_machine, "nvl72"), ==, WEFT_STAND_FITS);
  g_assert_cmpint (find_stand (graph, in_machine, "tray"), ==, WEFT_STAND_SKIPS);
}

/* Levels that nobody knows say nothing; what holds the owner may not stand in it all the same. */
static void
test_cycle (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'a','definitions':{"
    "'a':{'level':'?','items':[{'id':'x','definition':'b'}]},"
    "'b':{'level':'?','items':[{'id':'x','definition':'c'},{'id':'y','definition':'c'}]},"
    "'c':{'level':'?','items':[{'id':'x','chip':'B200'}]},"
    "'d':{'level':'?','items':[{'id':'x','chip':'B200'}]}}}");
  g_autofree guint8 *stands = weft_graph_list_stands (graph, (guint) weft_graph_find (graph, "c"));

  g_assert_cmpint (find_stand (graph, stands, "a"), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (find_stand (graph, stands, "b"), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (find_stand (graph, stands, "c"), ==, WEFT_STAND_NEVER);
  g_assert_cmpint (find_stand (graph, stands, "d"), ==, WEFT_STAND_FITS);
}

static double
count_in (const char *links)
{
  g_autofree char *inside = g_strdup_printf (
    "'items':[{'id':'a','chip':'B200','count':8},{'id':'s','component':'pex89144','count':4}],"
    "'links':[%s]", links);
  g_autoptr (WeftGraph) graph = fixture_node (inside);

  return weft_graph_bundle_n_cables (graph, 0, 0);
}

static void
test_cables (void)
{
  g_assert_cmpfloat (count_in ("{'from':'a','to':'s','wiring':'all','channels':2}"), ==, 64);
  g_assert_cmpfloat (count_in ("{'from':'a','to':'s','wiring':'each'}"), ==, 8);
  g_assert_cmpfloat (count_in ("{'from':'a','to':'a','wiring':'all'}"), ==, 28);
  g_assert_cmpfloat (count_in ("{'from':'a','to':'a','wiring':'ring'}"), ==, 8);
  g_assert_cmpfloat (count_in ("{'from':'a[0]','to':'s','wiring':'all'}"), ==, 4);
  /* What does not go together has no number. */
  g_assert_true (isnan (count_in ("{'from':'a','to':'nothing','wiring':'all'}")));
  g_assert_true (isnan (count_in ("{'from':'a','to':'s','wiring':'ring'}")));
  g_assert_true (isnan (count_in ("{'from':'a','to':'s','wiring':'tangle'}")));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-stand/levels", test_levels);
  g_test_add_func ("/graph-stand/components", test_components);
  g_test_add_func ("/graph-stand/definitions", test_definitions);
  g_test_add_func ("/graph-stand/cycle", test_cycle);
  g_test_add_func ("/graph-stand/cables", test_cables);
  return g_test_run ();
}
