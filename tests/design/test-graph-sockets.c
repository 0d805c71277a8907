/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a wire may end: how many ports there are, and how many cables are plugged into them. */
#include <math.h>

#include "design/graph/weft-graph-edits.h"
#include "graph-fixture.h"

static WeftCatalog *
catalog (void)
{
  return weft_inventory_get_catalog (fixture_get_inventory ());
}

static void
test_sockets (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (GPtrArray) tray = NULL;
  g_autoptr (GPtrArray) sw = NULL;
  g_autoptr (GPtrArray) gpu = NULL;
  g_autofree char *why = NULL;
  g_autoptr (WeftEdit) edit = NULL;
  const WeftGraphSocket *socket;

  tray = weft_graph_sockets (graph, catalog (), 1, 0);
  g_assert_cmpuint (tray->len, ==, 2);
  socket = tray->pdata[0];
  g_assert_cmpstr (socket->end, ==, "tray:nvlink");
  g_assert_cmpstr (socket->title, ==, "Nvlink");
  g_assert_cmpfloat (socket->total, ==, 18 * 4 * 18);
  g_assert_cmpfloat (socket->used, ==, 18 * 4 * 18);
  socket = tray->pdata[1];
  g_assert_cmpfloat (socket->total, ==, 18 * 4);
  g_assert_cmpfloat (socket->used, ==, 0);
  sw = weft_graph_sockets (graph, catalog (), 1, 1);
  socket = sw->pdata[0];
  g_assert_cmpfloat (socket->total, ==, 9 * 144);
  g_assert_cmpfloat (socket->used, ==, 9 * 144);
  gpu = weft_graph_sockets (graph, catalog (), 0, 0);
  socket = gpu->pdata[0];
  g_assert_true (isnan (socket->total));
  g_assert_cmpfloat (socket->used, ==, 0);

  g_assert_true (weft_graph_may_connect (graph, catalog (), 1, "tray:net", "tray:net",
                                         NULL));
  g_assert_false (weft_graph_may_connect (graph, catalog (), 1, "tray:nvlink", "sw", &why));
  g_assert_cmpstr (why, ==, "“tray:nvlink” is full: 1296 cables are plugged into its 1296 ports.");
  /* The link can be made nevertheless; then the rules say so. */
  edit = weft_graph_edit_connect (graph, catalog (), 1, "tray:nvlink", "sw", NULL);
  g_assert_nonnull (edit);
}

/* A generator's cables: 576 to the leaves, 18 from each of four spines to each of eight leaves. */
static void
test_generator_sockets (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  const double used[] = { 576, 576 + 576, 576 };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GPtrArray) sockets = weft_graph_sockets (graph, catalog (), 2, i);
      const WeftGraphSocket *socket = sockets->pdata[0];

      g_assert_cmpfloat (socket->used, ==, used[i]);
    }
}

/* One instance has its part of what is plugged into all, and its own. */
static void
test_instances (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'c','definitions':{'c':{'level':'cluster','items':["
    "{'id':'a','component':'qm9700','count':4},{'id':'b','component':'qm9700','count':2},"
    "{'id':'d','component':'qm9700'}],'links':["
    "{'from':'a','to':'b','wiring':'all','channels':3},"
    "{'from':'a[1]','to':'d','wiring':'each','channels':5},"
    "{'from':'b','to':'b','wiring':'all'},{'from':'a','to':'a','wiring':'ring','channels':2}]}}}");
  const double used[] = { 4 * 2 * 3 + 5 + 4 * 2 * 2, 4 * 2 * 3 + 2, 5 };
  const double total[] = { 4 * 64, 2 * 64, 64 };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GPtrArray) sockets = weft_graph_sockets (graph, catalog (), 0, i);
      const WeftGraphSocket *socket = sockets->pdata[0];

      g_assert_cmpuint (sockets->len, ==, 1);
      g_assert_cmpfloat (socket->used, ==, used[i]);
      g_assert_cmpfloat (socket->total, ==, total[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-sockets/sockets", test_sockets);
  g_test_add_func ("/graph-sockets/generators", test_generator_sockets);
  g_test_add_func ("/graph-sockets/instances", test_instances);

  return g_test_run ();
}
