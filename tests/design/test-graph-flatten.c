/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flattening: counts as the topologies have them, cables that end at two ports, names, order. */
#include "graph-fixture.h"

#include <math.h>

#include "design/topology/weft-topology.h"

/* Every directed link has its other half, and no cable leads back to its own device. */
static void
assert_conserved (const WeftFlat *flat)
{
  g_autoptr (GHashTable) balance = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  guint32 kinds = 0;
  GHashTableIter iter;
  gpointer value;

  for (guint i = 0; i < WEFT_N_DEVICE_KINDS; i++)
    kinds += flat->n_of_kind[i];
  g_assert_cmpuint (kinds, ==, flat->n_devices);
  g_assert_cmpuint (flat->first[0], ==, 0);
  g_assert_cmpuint (flat->first[flat->n_devices], ==, flat->n_links);
  for (guint32 i = 0; i < flat->n_devices; i++)
    for (guint32 k = flat->first[i]; k < flat->first[i + 1]; k++)
      {
        guint32 a = MIN (i, flat->to[k]), b = MAX (i, flat->to[k]);
        gint64 *key = g_new (gint64, 1);
        gssize sum;

        g_assert_cmpuint (flat->from[k], ==, i);
        g_assert_cmpuint (flat->to[k], <, flat->n_devices);
        g_assert_cmpuint (flat->to[k], !=, i);
        g_assert_cmpuint (flat->cables[k], >, 0);
        g_assert_cmpuint (flat->bundles[k], <, flat->n_bundles);
        *key = ((gint64) a << 32) | b;
        sum = GPOINTER_TO_SIZE (g_hash_table_lookup (balance, key));
        sum += a == i ? (gssize) flat->cables[k] : -(gssize) flat->cables[k];
        g_hash_table_insert (balance, key, GSIZE_TO_POINTER (sum));
      }
  g_hash_table_iter_init (&iter, balance);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_assert_cmpint (GPOINTER_TO_SIZE (value), ==, 0);
}

static guint64
count_cables (const WeftFlat *flat)
{
  guint64 n = 0;

  for (guint32 i = 0; i < flat->n_devices; i++)
    n += weft_flat_ports (flat, i);
  return n / 2;
}

static void
test_cluster (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);

  g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_COMPUTE], ==, 8 * 72);
  g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_SWITCH], ==, 8 * 9 + 12);
  g_assert_cmpuint (flat->n_instances, ==, 1 + 8 + 8 * 18);
  g_assert_cmpuint (flat->n_links, ==, 2 * (8 * 72 * 9 + 8 * 72 + 8 * 4));
  /* 1296 NVLinks a rack, as published, then one cable each and 18 from each leaf to each spine. */
  g_assert_cmpuint (count_cables (flat), ==, 8 * 1296 + 8 * 72 + 8 * 4 * 18);
  assert_conserved (flat);
  for (guint32 i = 0; i < flat->n_devices; i++)
    if (flat->kinds[i] == WEFT_DEVICE_COMPUTE)
      g_assert_cmpuint (weft_flat_ports (flat, i), ==, 19);
    else
      g_assert_cmpuint (weft_flat_ports (flat, i), ==, 144);
}

static void
test_names (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  /* Rack 3, tray 7, GPU 2, each counted from 1; a rack is 72 GPUs and 9 switches. */
  guint32 device = 2 * 81 + 6 * 4 + 1;
  guint32 rack = weft_flat_ancestor (flat, device, WEFT_LEVEL_RACK);
  g_autofree char *name = weft_flat_device_name (flat, device);
  g_autofree char *rack_name = weft_flat_instance_name (flat, rack);
  g_autofree char *spine = weft_flat_device_name (flat, flat->n_devices - 1);
  g_autofree char *machine = weft_flat_instance_name (flat, 0);

  g_assert_cmpstr (name, ==, "Rack 3 > Tray 7 > GPU 2");
  g_assert_cmpstr (rack_name, ==, "Rack 3");
  g_assert_cmpstr (spine, ==, "Spine 4");
  g_assert_cmpstr (machine, ==, "machine");
  g_assert_cmpuint (weft_flat_ancestor (flat, device, WEFT_LEVEL_CLUSTER), ==, 0);
  g_assert_cmpuint (weft_flat_ancestor (flat, device, WEFT_LEVEL_PACKAGE), ==, WEFT_FLAT_NONE);
  for (guint32 i = 1; i < flat->n_instances; i++)
    g_assert_cmpuint (flat->instances[i].parent, <, i);
}

static void
test_values (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftGraph) plain = fixture_node (
    "'items':[{'id':'a','chip':'B200','count':2}],"
    "'links':[{'from':'a','to':'a','wiring':'all','length_m':0.25}]");
  g_autoptr (WeftFlat) bare = fixture_flat (plain);

  /* Two NVLink 5 of 50 GB/s. */
  g_assert_cmpfloat_with_epsilon (weft_flat_link_bw_bytes_s (flat, 0), 100e9, 1);
  g_assert_cmpfloat_with_epsilon (flat->bundle[flat->bundles[0]].latency_s, 300e-9, 1e-15);
  g_assert_true (isnan (flat->bundle[flat->bundles[0]].length_m));
  /* What nobody names is unknown, not 0. */
  g_assert_true (isnan (weft_flat_link_bw_bytes_s (bare, 0)));
  g_assert_cmpuint (bare->bundle[0].component, ==, WEFT_FLAT_NONE);
  g_assert_cmpfloat (bare->bundle[0].length_m, ==, 0.25);
}

/* The same network as the generator alone gives. */
static void
test_generators (void)
{
  static const struct
  {
    const char *wiring;
    const char *generator;
    const char *params;
    gboolean own;
  } cases[] = {
    { "'all'", "clique", "{\"n\":8,\"m\":1}", TRUE },
    { "'ring'", "ring", "{\"n\":9,\"m\":1}", TRUE },
    { "{'torus':[4,4]}", "torus", "{\"dims\":[4,4]}", TRUE },
    { "{'torus':[3,5]}", "torus", "{\"dims\":[3,5]}", TRUE },
    { "{'torus':[8,8,8]}", "torus", "{\"dims\":[8,8,8]}", TRUE },
    { "{'mesh':[2,2,4]}", "mesh", "{\"dims\":[2,2,4]}", TRUE },
    { NULL, "bipartite_mem", "{\"p\":8,\"q\":4,\"m\":2}", FALSE },
    { NULL, "rail1", "{\"N\":8,\"r\":8,\"nv\":2}", FALSE },
    { NULL, "kary", "{\"k\":8}", FALSE },
    { NULL, "dragonfly", "{\"a\":4,\"p\":2,\"h\":2,\"g\":9}", FALSE },
    { NULL, "hyperx", "{\"S\":[4,4],\"K\":[1,1],\"Tn\":2}", FALSE },
    { NULL, "clos3", "{\"pods\":4,\"leafs\":2,\"down\":8,\"spines\":2,\"cores\":4,\"per_ls\":2,"
      "\"per_sc\":2}", FALSE },
    { NULL, "leafspine", "{\"leaves\":4,\"down\":8,\"spines\":2,\"per\":3}", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) params = weft_json_parse (cases[i].params, -1, "test", NULL, &error);
      g_autoptr (WeftTopology) topology
          = weft_topology_new (weft_topology_find (cases[i].generator, NULL), params, "t", &error);
      g_autoptr (WeftNet) net = topology != NULL ? weft_topology_build (topology, &error) : NULL;
      g_autofree char *made
          = g_strdup_printf ("{'generator':'%s','params':%s}", cases[i].generator, cases[i].params);
      g_autofree char *inside = NULL;
      g_autoptr (WeftGraph) graph = NULL;
      g_autoptr (WeftFlat) flat = NULL;
      guint32 n;

      g_test_message ("%s", cases[i].generator);
      g_assert_no_error (error);
      n = net->n_of_kind[WEFT_VERTEX_ENDPOINT];
      inside = g_strdup_printf (
        "'items':[{'id':'a','chip':'B200','count':%u}%s%u}],"
        "'links':[{'from':'a','to':'%s','wiring':%s}]", n,
        cases[i].own ? ",{'id':'idle','component':'pex89144','count':"
                     : ",{'id':'b','component':'pex89144','count':",
        cases[i].own ? 1 : net->n_vertices - n, cases[i].own ? "a" : "b",
        cases[i].wiring != NULL ? cases[i].wiring : made);
      graph = fixture_node (inside);
      flat = fixture_flat (graph);
      g_assert_cmpuint (flat->n_links, ==, 2 * net->n_edges);
      g_assert_cmpuint (count_cables (flat), ==, net->n_links);
      for (guint32 v = 0; v < net->n_vertices; v++)
        g_assert_cmpuint (weft_flat_ports (flat, v), ==, weft_net_ports (net, v));
      assert_conserved (flat);
    }
}

static void
test_each (void)
{
  static const guint counts[][2] = { { 8, 4 }, { 4, 8 }, { 6, 6 }, { 7, 1 }, { 1, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      guint a = counts[i][0], b = counts[i][1];
      g_autofree char *inside = g_strdup_printf (
        "'items':[{'id':'a','chip':'B200','count':%u},{'id':'b','component':'pex89144',"
        "'count':%u}],'links':[{'from':'a','to':'b','wiring':'each','channels':3}]", a, b);
      g_autoptr (WeftGraph) graph = fixture_node (inside);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);

      g_assert_cmpuint (flat->n_links, ==, 2 * MAX (a, b));
      for (guint32 d = 0; d < a; d++)
        g_assert_cmpuint (weft_flat_ports (flat, d), ==, 3 * MAX (a, b) / a);
      for (guint32 d = a; d < a + b; d++)
        g_assert_cmpuint (weft_flat_ports (flat, d), ==, 3 * MAX (a, b) / b);
      if (a >= b)
        for (guint32 d = 0; d < a; d++)
          g_assert_cmpuint (flat->to[flat->first[d]], ==, a + d * b / a);
      assert_conserved (flat);
    }
}

/* Which racks and trays one link reaches when it names single instances. */
static void
test_instances (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'m','definitions':{'t':{'level':'node','items':[{'id':'gpu','chip':'B200','count':4}],"
    "'ports':[{'id':'one','of':'gpu[2]','per_item':1}]},"
    "'r':{'level':'rack','items':[{'id':'tray','definition':'t','count':3}],"
    "'ports':[{'id':'up','of':'tray[1]:one'},{'id':'all','of':'tray:one'}]},"
    "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':2},"
    "{'id':'sw','component':'q3400-ra','count':2}],'links':["
    "{'from':'rack:up','to':'sw[1]','wiring':'all'},"
    "{'from':'rack[1]:all','to':'sw[0]','wiring':'all'}]}}}");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (flat->n_devices, ==, 26);
  g_assert_cmpuint (weft_flat_ports (flat, 24), ==, 3);
  g_assert_cmpuint (weft_flat_ports (flat, 25), ==, 2);
  /* Rack 0 tray 1 GPU 2, and the same of rack 1, which both links reach. */
  g_assert_cmpuint (flat->to[flat->first[6]], ==, 25);
  g_assert_cmpuint (weft_flat_ports (flat, 12 + 6), ==, 2);
  g_assert_cmpuint (weft_flat_ports (flat, 12 + 2), ==, 1);
  g_assert_cmpuint (weft_flat_ports (flat, 2), ==, 0);
}

/* Copies of a part must be what writing that part anew gives: the same machine with each rack a
 * definition of its own. */
static void
test_copies (void)
{
  g_autoptr (WeftGraph) counted = fixture_graph (
    "{'root':'m','definitions':{" TRAY "," RACK ",'m':{'level':'cluster','items':["
    "{'id':'a','definition':'nvl72','count':3}]}}}");
  g_autoptr (WeftFlat) flat = fixture_flat (counted);
  const guint32 devices = flat->n_devices / 3, links = flat->n_links / 3;

  assert_conserved (flat);
  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      g_assert_cmpuint (flat->kinds[i], ==, flat->kinds[i % devices]);
      g_assert_cmpuint (flat->first[i], ==, flat->first[i % devices] + i / devices * links);
      g_assert_cmpuint (flat->owners[i], ==, flat->owners[i % devices] + i / devices * 19);
      g_assert_cmpuint (flat->items[i], ==, flat->items[i % devices]);
    }
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      g_assert_cmpuint (flat->to[k], ==, flat->to[k % links] + k / links * devices);
      g_assert_cmpuint (flat->bundles[k], ==, flat->bundles[k % links]);
    }
}

/* Kinds by what the catalog says of a part. */
static void
test_kinds (void)
{
  static const struct
  {
    const char *component;
    WeftDeviceKind kind;
  } cases[] = {
    { "pex89144", WEFT_DEVICE_SWITCH },
    { "mem-ddr5-dimm", WEFT_DEVICE_MEMORY },
    { "socket-l1-instance", WEFT_DEVICE_COMPUTE },
    { "die-gb100", WEFT_DEVICE_COMPUTE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *inside
          = g_strdup_printf ("'items':[{'id':'a','component':'%s'}]", cases[i].component);
      g_autoptr (WeftGraph) graph = fixture_node (inside);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);

      g_assert_cmpuint (flat->n_of_kind[cases[i].kind], ==, 1);
      g_assert_nonnull (weft_device_kind_nick (cases[i].kind));
    }
}

/* Random nests of counts and wirings: the arithmetic of the counts holds. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < 150; round++)
    {
      guint gpus = g_rand_int_range (random, 1, 9), hosts = g_rand_int_range (random, 1, 7);
      guint racks = g_rand_int_range (random, 1, 6), leaves = g_rand_int_range (random, 1, 4);
      guint channels = g_rand_int_range (random, 1, 5);
      gboolean ring = gpus > 2 && g_rand_boolean (random);
      g_autofree char *inner
          = gpus < 2 ? g_strdup ("")
                     : g_strdup_printf ("{'from':'gpu','to':'gpu','wiring':'%s','channels':%u}",
                                        ring ? "ring" : "all", channels);
      g_autofree char *text = g_strdup_printf (
        "{'root':'m','definitions':{'h':{'level':'node','items':[{'id':'gpu','chip':'H100',"
        "'count':%u}],'links':[%s],'ports':[{'id':'net','of':'gpu'}]},"
        "'r':{'level':'rack','items':[{'id':'host','definition':'h','count':%u}],"
        "'ports':[{'id':'net','of':'host:net'}]},"
        "'m':{'level':'cluster','items':[{'id':'rack','definition':'r','count':%u},"
        "{'id':'leaf','component':'qm9700','count':%u}],"
        "'links':[{'from':'rack:net','to':'leaf','wiring':'all'}]}}}",
        gpus, inner, hosts, racks, leaves);
      g_autoptr (WeftGraph) graph = fixture_graph (text);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);
      guint n = gpus * hosts * racks;
      guint pairs = gpus < 2 ? 0 : ring ? gpus : gpus * (gpus - 1) / 2;

      g_assert_cmpuint (flat->n_devices, ==, n + leaves);
      g_assert_cmpuint (flat->n_instances, ==, 1 + racks + racks * hosts);
      g_assert_cmpuint (flat->n_links, ==, 2 * (pairs * hosts * racks + n * leaves));
      g_assert_cmpuint (count_cables (flat), ==, pairs * hosts * racks * channels + n * leaves);
      assert_conserved (flat);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-flatten/cluster", test_cluster);
  g_test_add_func ("/design/graph-flatten/names", test_names);
  g_test_add_func ("/design/graph-flatten/values", test_values);
  g_test_add_func ("/design/graph-flatten/generators", test_generators);
  g_test_add_func ("/design/graph-flatten/each", test_each);
  g_test_add_func ("/design/graph-flatten/instances", test_instances);
  g_test_add_func ("/design/graph-flatten/copies", test_copies);
  g_test_add_func ("/design/graph-flatten/kinds", test_kinds);
  g_test_add_func ("/design/graph-flatten/random", test_random);
  return g_test_run ();
}
