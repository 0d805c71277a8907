/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways through a machine: as long as a plain search says, without loops, by the rule of the
 * topology, and spread over equal ways. */
#include "graph-fixture.h"
#include "topology-fixture.h"

#include "design/graph/weft-graph-route.h"

typedef struct
{
  double sum;
  guint most;
} Lengths;

/* (transfer full): a node that is the network, the endpoints first. */
static WeftGraph *
make_graph (const WeftTopology *topology, const char *params)
{
  guint64 n = topology->plan.n_endpoints;
  guint64 others = topology->plan.n_switches + topology->plan.n_memory;
  g_autofree char *item
      = others == 0 ? g_strdup ("") : g_strdup_printf (
          ",{'id':'b','component':'pex89144','count':%" G_GUINT64_FORMAT "}", others);
  g_autofree char *inside = g_strdup_printf (
    "'items':[{'id':'a','chip':'B200','count':%" G_GUINT64_FORMAT "}%s],"
    "'links':[{'from':'a','to':'%s','wiring':{'generator':'%s','params':%s}}]",
    n, item, others == 0 ? "a" : "b", weft_topology_get_generator (topology)->name, params);

  return fixture_node (inside);
}

/* Hops from a device to all others, the slow and simple way. (transfer full) */
static guint *
search_hops (const WeftFlat *flat, guint32 from)
{
  guint *hops = g_new (guint, flat->n_devices);
  g_autofree guint32 *queue = g_new (guint32, flat->n_devices);
  guint end = 0;

  for (guint32 i = 0; i < flat->n_devices; i++)
    hops[i] = G_MAXUINT;
  hops[from] = 0;
  queue[end++] = from;
  for (guint k = 0; k < end; k++)
    for (guint32 i = flat->first[queue[k]]; i < flat->first[queue[k] + 1]; i++)
      if (hops[flat->to[i]] == G_MAXUINT)
        {
          hops[flat->to[i]] = hops[queue[k]] + 1;
          queue[end++] = flat->to[i];
        }
  return hops;
}

/* It begins and ends where it should, each link where the one before ends, and no device is met
 * twice. */
static void
assert_way (const WeftFlat *flat, GArray *links, guint32 from, guint32 to)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint32 at = from;

  g_hash_table_add (seen, GUINT_TO_POINTER (at));
  for (guint i = 0; i < links->len; i++)
    {
      guint32 link = g_array_index (links, guint32, i);

      g_assert_cmpuint (link, <, flat->n_links);
      g_assert_cmpuint (flat->from[link], ==, at);
      at = flat->to[link];
      g_assert_true (g_hash_table_add (seen, GUINT_TO_POINTER (at)));
    }
  g_assert_cmpuint (at, ==, to);
}

/* Every pair of endpoints. @is_shortest: no way is longer than needed. */
static Lengths
check_pairs (const WeftFlat *flat, guint32 n, gboolean is_shortest)
{
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  Lengths lengths = { 0, 0 };

  for (guint32 a = 0; a < n; a++)
    {
      g_autofree guint *hops = search_hops (flat, a);

      for (guint32 b = 0; b < n; b++)
        {
          WeftRouteRule rule = weft_route_path (route, a, b, a ^ b, links);

          g_assert_cmpint (rule == WEFT_ROUTE_NONE, ==, hops[b] == G_MAXUINT);
          if (rule == WEFT_ROUTE_NONE)
            continue;
          assert_way (flat, links, a, b);
          g_assert_cmpuint (links->len, >=, hops[b]);
          if (is_shortest)
            g_assert_cmpuint (links->len, ==, hops[b]);
          lengths.sum += links->len;
          lengths.most = MAX (lengths.most, links->len);
        }
    }
  return lengths;
}

static void
check_instance (const WeftJsonAt *instance)
{
  g_autoptr (GError) error = NULL;
  const char *generator;
  WeftJsonAt at, expected;
  g_autofree char *params = NULL;
  g_autoptr (WeftTopology) topology = NULL;
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftFlat) flat = NULL;
  gboolean is_dragonfly;
  double avg_hops, n;
  gint64 diameter;
  Lengths lengths;

  weft_json_at_get_string (instance, "generator", WEFT_JSON_REQUIRED, &generator, &error);
  g_assert_no_error (error);
  g_assert_true (weft_json_at_member (instance, "params", &at));
  g_assert_true (weft_json_at_member (instance, "expected", &expected));
  diameter = json_object_get_int_member (json_node_get_object (expected.node), "diameter");
  avg_hops = json_object_get_double_member (json_node_get_object (expected.node), "avg_hops");
  params = json_to_string (at.node, FALSE);
  g_test_message ("%s %s", generator, params);
  topology = fixture_topology (generator, params);
  graph = make_graph (topology, params);
  flat = fixture_flat (graph);
  is_dragonfly = g_str_equal (generator, "dragonfly");
  n = topology->plan.n_endpoints;
  lengths = check_pairs (flat, (guint32) n, !is_dragonfly);
  g_assert_cmpint (lengths.most, ==, diameter);
  /* Two cables through a third group can be nearer than one cable and a step at either end. */
  if (is_dragonfly)
    g_assert_cmpfloat (lengths.sum / (n * (n - 1)), >=, avg_hops - 1e-6);
  else
    g_assert_cmpfloat_with_epsilon (lengths.sum / (n * (n - 1)), avg_hops, 1e-6);
}

static void
test_figures (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "design",
                                            "data", "topologies.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  WeftJsonAt at, list, instance;
  guint i = 0;

  g_assert_no_error (error);
  weft_json_at_root (&at, root, path);
  g_assert_true (weft_json_at_member (&at, "instances", &list));
  for (; weft_json_at_element (&list, i, &instance); i++)
    check_instance (&instance);
  g_assert_cmpuint (i, ==, 22);
}

/* Odd sides, sides of one and two, uneven trees. */
static void
test_random (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  for (guint i = 0; i < 8 * G_N_ELEMENTS (fixture_randoms); i++)
    {
      const FixtureRandom *from = &fixture_randoms[i % G_N_ELEMENTS (fixture_randoms)];
      g_autofree char *params = NULL;
      g_autoptr (WeftTopology) topology = fixture_random_topology (random, from, &params);
      guint64 n = topology->plan.n_endpoints;
      g_autoptr (WeftGraph) graph = NULL;
      g_autoptr (WeftFlat) flat = NULL;

      /* One device alone has no network. */
      if (topology->plan.n_pairs == 0)
        continue;
      graph = make_graph (topology, params);
      flat = fixture_flat (graph);
      check_pairs (flat, (guint32) n, !g_str_equal (from->generator, "dragonfly"));
    }
}

/* "0>1>7", each device by its number. */
static void
assert_stops (const char *generator, const char *params, guint32 from, guint32 to,
              WeftRouteRule rule, const char *stops)
{
  g_autoptr (WeftTopology) topology = fixture_topology (generator, params);
  g_autoptr (WeftGraph) graph = make_graph (topology, params);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) found = g_string_new (NULL);

  g_assert_cmpstr (weft_route_rule_nick (weft_route_path (route, from, to, 0, links)), ==,
                   weft_route_rule_nick (rule));
  g_string_append_printf (found, "%u", from);
  for (guint i = 0; i < links->len; i++)
    g_string_append_printf (found, ">%u", flat->to[g_array_index (links, guint32, i)]);
  g_assert_cmpstr (found->str, ==, stops);
}

static void
test_order (void)
{
  const WeftRouteRule order = WEFT_ROUTE_DIMENSION_ORDER;

  /* (0, 0) to (2, 4) of 5 x 6: the first side ahead, the second one back around. */
  assert_stops ("torus", "{'dims':[5,6]}", 0, 2 * 6 + 4, order, "0>6>12>17>16");
  assert_stops ("mesh", "{'dims':[5,6]}", 2 * 6 + 4, 0, order, "16>10>4>3>2>1>0");
  /* Half around: up from an even place, down from an odd one. */
  assert_stops ("ring", "{'n':6,'m':1}", 0, 3, order, "0>1>2>3");
  assert_stops ("ring", "{'n':6,'m':1}", 1, 4, order, "1>0>5>4");
  assert_stops ("torus_ocs", "{'X':4,'Y':4,'Z':4}", 0, 63, order, "0>48>60>63");
  /* A router on the way for each side: (0, 0), (2, 0), (2, 1). */
  assert_stops ("hyperx", "{'S':[3,2],'K':[1,1],'Tn':2}", 0, 11, order, "0>12>16>17>11");
  assert_stops ("star", "{'n':5,'m':2}", 1, 4, WEFT_ROUTE_UP_DOWN, "1>5>4");
  assert_stops ("switchless", "{'n':3,'d':2,'m':1}", 0, 5, WEFT_ROUTE_SHORTEST, "0>6>8>5");
  assert_stops ("clique", "{'n':4,'m':3}", 2, 1, WEFT_ROUTE_DIRECT, "2>1");
}

/* Between groups one cable, never two. */
static void
test_dragonfly (void)
{
  static const char *const params[]
      = { "{'a':4,'p':2,'h':2,'g':9}", "{'a':4,'p':1,'h':2,'g':5}", "{'a':6,'p':2,'h':2,'g':4}" };
  static const guint per[] = { 2, 1, 2 }, sizes[] = { 4, 4, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      g_autoptr (WeftTopology) topology = fixture_topology ("dragonfly", params[i]);
      g_autoptr (WeftGraph) graph = make_graph (topology, params[i]);
      g_autoptr (WeftFlat) flat = fixture_flat (graph);
      g_autoptr (WeftRoute) route = weft_route_new (flat);
      g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
      guint32 n = (guint32) topology->plan.n_endpoints;

      for (guint32 a = 0; a < n; a++)
        for (guint32 b = 0; b < n; b++)
          {
            guint32 group = per[i] * sizes[i];
            guint crossed = 0;

            if (a / per[i] == b / per[i])
              continue;
            g_assert_cmpint (weft_route_path (route, a, b, 7, links), ==, WEFT_ROUTE_MINIMAL);
            g_assert_cmpuint (links->len, <=, 5);
            for (guint k = 1; k + 1 < links->len; k++)
              {
                guint32 link = g_array_index (links, guint32, k);

                crossed += (flat->from[link] - n) / sizes[i] != (flat->to[link] - n) / sizes[i];
              }
            g_assert_cmpuint (crossed, ==, a / group != b / group ? 1 : 0);
          }
    }
}

/* How often each way is taken by many flows. (transfer full) */
static GHashTable *
count_ways (const WeftFlat *flat, guint32 from, guint32 to, guint flows)
{
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (WeftRoute) other = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (guint32));
  GHashTable *ways = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint flow = 0; flow < flows; flow++)
    {
      GString *way = g_string_new (NULL);
      guint n;

      weft_route_path (route, from, to, flow, links);
      assert_way (flat, links, from, to);
      /* Another one, asked in between for something else, says the same. */
      weft_route_path (other, to, from, flow, again);
      weft_route_path (other, from, to, flow, again);
      g_assert_cmpmem (links->data, links->len * sizeof (guint32), again->data,
                       again->len * sizeof (guint32));
      for (guint i = 0; i < links->len; i++)
        g_string_append_printf (way, " %u", g_array_index (links, guint32, i));
      n = GPOINTER_TO_UINT (g_hash_table_lookup (ways, way->str));
      g_hash_table_insert (ways, g_string_free (way, FALSE), GUINT_TO_POINTER (n + 1));
    }
  return ways;
}

static void
assert_spread (const char *generator, const char *params, guint32 from, guint32 to, guint n_ways)
{
  const guint flows = 256 * n_ways;
  g_autoptr (WeftTopology) topology = fixture_topology (generator, params);
  g_autoptr (WeftGraph) graph = make_graph (topology, params);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (GHashTable) ways = count_ways (flat, from, to, flows);
  GHashTableIter iter;
  gpointer n;

  g_assert_cmpuint (g_hash_table_size (ways), ==, n_ways);
  g_hash_table_iter_init (&iter, ways);
  while (g_hash_table_iter_next (&iter, NULL, &n))
    {
      /* 256 flows each; five times the root of that is far out. */
      g_assert_cmpuint (GPOINTER_TO_UINT (n), >, 256 - 5 * 16);
      g_assert_cmpuint (GPOINTER_TO_UINT (n), <, 256 + 5 * 16);
    }
}

static void
test_spread (void)
{
  /* A k-ary fat tree has k^2 / 4 ways to another pod and k / 2 to another leaf of the same. */
  assert_spread ("kary", "{'k':8}", 0, 127, 16);
  assert_spread ("kary", "{'k':8}", 0, 7, 4);
  assert_spread ("kary", "{'k':8}", 0, 3, 1);
  assert_spread ("leafspine", "{'leaves':4,'down':4,'spines':6,'per':2}", 0, 15, 6);
  assert_spread ("ortho", "{'trays':18,'dev':4,'sw':18,'c':1}", 0, 71, 18);
  assert_spread ("xgft", "{'h':3,'m':[2,2,2],'w':[1,2,3]}", 0, 7, 6);
  assert_spread ("torus", "{'dims':[4,4]}", 0, 10, 1);
}

/* What a rack has for two of its devices is taken before what the cluster has. */
static void
test_machine (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (CLUSTER);
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) near = count_ways (flat, 0, 71, 4096);
  g_autoptr (GHashTable) far = count_ways (flat, 0, 81, 4096);

  g_assert_cmpuint (g_hash_table_size (near), ==, 9);
  g_assert_cmpuint (g_hash_table_size (far), ==, 4);
  for (guint64 flow = 0; flow < 100; flow++)
    {
      weft_route_path (route, 0, 71, flow, links);
      g_assert_cmpuint (links->len, ==, 2);
      g_assert_cmpuint (flat->to[g_array_index (links, guint32, 0)], <, 81);
    }
  g_assert_cmpint (weft_route_path (route, 0, 81, 0, links), ==, WEFT_ROUTE_UP_DOWN);
  g_assert_cmpuint (links->len, ==, 4);
  g_assert_cmpint (weft_route_path (route, 80, 81, 0, links), ==, WEFT_ROUTE_SHORTEST);
  g_assert_cmpint (weft_route_path (route, 5, 5, 0, links), ==, WEFT_ROUTE_DIRECT);
  g_assert_cmpuint (links->len, ==, 0);
}

/* A torus over the devices of nodes in racks, beside others, and only of the second rack group. */
static void
test_nested (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'c','definitions':{"
    "'n':{'level':'node','items':[{'id':'sw','component':'pex89144'},"
    "{'id':'gpu','chip':'B200','count':2}],"
    "'links':[{'from':'gpu','to':'sw','wiring':'all'}],'ports':[{'id':'p','of':'gpu'}]},"
    "'r':{'level':'rack','items':[{'id':'one','definition':'n'},"
    "{'id':'host','definition':'n','count':2}],'ports':[{'id':'p','of':'host:p'}]},"
    "'c':{'level':'cluster','items':[{'id':'lone','definition':'r','count':2},"
    "{'id':'rack','definition':'r','count':3}],"
    "'links':[{'from':'rack:p','to':'rack:p','wiring':{'torus':[3,4]}},"
    "{'from':'lone[1]:p','to':'lone[1]:p','wiring':'ring'}]}}}");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 devices[12];

  /* A node is a switch and two GPUs, a rack three nodes, of which two are in the torus. */
  for (guint i = 0; i < 12; i++)
    devices[i] = (2 + i / 4) * 9 + 3 + i % 4 / 2 * 3 + 1 + i % 2;
  for (guint a = 0; a < 12; a++)
    for (guint b = 0; b < 12; b++)
      {
        guint dx = (a / 4 + 3 - b / 4) % 3, dy = (a % 4 + 4 - b % 4) % 4;
        guint hops = MIN (dx, 3 - dx) + MIN (dy, 4 - dy);
        WeftRouteRule rule = weft_route_path (route, devices[a], devices[b], 0, links);

        assert_way (flat, links, devices[a], devices[b]);
        g_assert_cmpuint (links->len, ==, hops);
        g_assert_cmpint (rule, ==, hops < 2 ? WEFT_ROUTE_DIRECT : WEFT_ROUTE_DIMENSION_ORDER);
      }
  /* The ring of the second of the others: its devices 13, 14, 16, 17. */
  g_assert_cmpint (weft_route_path (route, 13, 16, 0, links), ==, WEFT_ROUTE_DIMENSION_ORDER);
  assert_way (flat, links, 13, 16);
  g_assert_cmpuint (links->len, ==, 2);
  g_assert_cmpint (weft_route_path (route, 13, 4, 0, links), ==, WEFT_ROUTE_NONE);
  g_assert_cmpuint (links->len, ==, 0);
  /* A switch is no endpoint of the torus. */
  g_assert_cmpint (weft_route_path (route, 21, devices[5], 0, links), ==, WEFT_ROUTE_SHORTEST);
  assert_way (flat, links, 21, devices[5]);
}

/* As near by the switch of their node as by the ring around all nodes. */
static void
test_inner (void)
{
  g_autoptr (WeftGraph) graph = fixture_graph (
    "{'root':'r','definitions':{"
    "'n':{'level':'node','items':[{'id':'gpu','chip':'B200','count':4},"
    "{'id':'sw','component':'pex89144'}],"
    "'links':[{'from':'gpu','to':'sw','wiring':'all'}],'ports':[{'id':'p','of':'gpu'}]},"
    "'r':{'level':'rack','items':[{'id':'host','definition':'n','count':2}],"
    "'links':[{'from':'host:p','to':'host:p','wiring':'ring'}]}}}");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_assert_cmpint (weft_route_path (route, 0, 2, 0, links), ==, WEFT_ROUTE_UP_DOWN);
  g_assert_cmpuint (flat->to[g_array_index (links, guint32, 0)], ==, 4);
  /* The other node is reached around the ring: 2, 3, then 0 and 1 of that one. */
  g_assert_cmpint (weft_route_path (route, 2, 6, 0, links), ==, WEFT_ROUTE_DIMENSION_ORDER);
  assert_way (flat, links, 2, 6);
  g_assert_cmpuint (links->len, ==, 3);
}

/* Of two equal networks flows take either. */
static void
test_planes (void)
{
  g_autoptr (WeftGraph) graph = fixture_node (
    "'items':[{'id':'a','chip':'B200','count':9}],"
    "'links':[{'from':'a','to':'a','wiring':{'torus':[3,3]}},"
    "{'from':'a','to':'a','wiring':{'torus':[3,3]},'channels':3},"
    "{'from':'a','to':'a','wiring':'ring'}]");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (GHashTable) far = count_ways (flat, 0, 4, 400);
  g_autoptr (GHashTable) near = count_ways (flat, 0, 1, 400);

  g_assert_cmpuint (g_hash_table_size (far), ==, 2);
  g_assert_cmpuint (g_hash_table_size (near), ==, 3);
}

/* Two leaves of a tree with a cable between them: nearer than over a spine for their own devices;
 * all others still spread over the spines. */
static void
test_shortcut (void)
{
  g_autoptr (WeftGraph) graph = fixture_node (
    "'items':[{'id':'a','chip':'B200','count':6},{'id':'leaf','component':'pex89144','count':3},"
    "{'id':'spine','component':'pex89144','count':4}],"
    "'links':[{'from':'a','to':'leaf','wiring':'each'},"
    "{'from':'leaf','to':'spine','wiring':'all'},"
    "{'from':'leaf[0]','to':'leaf[1]','wiring':'each'}]");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (WeftRoute) route = weft_route_new (flat);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GHashTable) ways = count_ways (flat, 0, 5, 400);

  g_assert_cmpint (weft_route_path (route, 0, 3, 0, links), ==, WEFT_ROUTE_SHORTEST);
  g_assert_cmpuint (links->len, ==, 3);
  g_assert_cmpint (weft_route_path (route, 0, 5, 0, links), ==, WEFT_ROUTE_UP_DOWN);
  g_assert_cmpuint (links->len, ==, 4);
  g_assert_cmpuint (g_hash_table_size (ways), ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/graph-route/figures", test_figures);
  g_test_add_func ("/design/graph-route/random", test_random);
  g_test_add_func ("/design/graph-route/order", test_order);
  g_test_add_func ("/design/graph-route/dragonfly", test_dragonfly);
  g_test_add_func ("/design/graph-route/spread", test_spread);
  g_test_add_func ("/design/graph-route/machine", test_machine);
  g_test_add_func ("/design/graph-route/nested", test_nested);
  g_test_add_func ("/design/graph-route/inner", test_inner);
  g_test_add_func ("/design/graph-route/planes", test_planes);
  g_test_add_func ("/design/graph-route/shortcut", test_shortcut);
  return g_test_run ();
}
