/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks: published figures, closed forms against what is computed, cuts against every split. */
#include "topology-fixture.h"

#define RANDOM_ROUNDS 12

/* --- published figures --- */

static void
check_expected (const WeftTopologyMetrics *metrics, const WeftJsonAt *expected)
{
  g_autoptr (JsonNode) root = weft_topology_metrics_to_json (metrics);
  JsonObject *object = json_node_get_object (root);
  JsonObject *wanted = json_node_get_object (expected->node);
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  json_object_iter_init (&iter, wanted);
  while (json_object_iter_next (&iter, &key, &node))
    {
      g_test_message ("%s", key);
      g_assert_true (json_object_has_member (object, key));
      if (g_str_equal (key, "avg_hops"))
        g_assert_cmpfloat_with_epsilon (json_object_get_double_member (object, key),
                                        json_node_get_double (node), 5.1e-7);
      else if (g_str_equal (key, "connected"))
        g_assert_cmpint (json_object_get_boolean_member (object, key), ==,
                         json_node_get_boolean (node));
      else
        g_assert_cmpint (json_object_get_int_member (object, key), ==, json_node_get_int (node));
    }
}

static void
check_instance (const WeftJsonAt *instance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTopology) topology = NULL;
  g_autoptr (WeftNet) net = NULL;
  const char *id, *generator;
  WeftTopologyMetrics metrics;
  WeftJsonAt params, expected;
  gboolean proved;

  weft_json_at_get_string (instance, "id", WEFT_JSON_REQUIRED, &id, &error);
  weft_json_at_get_string (instance, "generator", WEFT_JSON_REQUIRED, &generator, &error);
  weft_json_at_get_boolean (instance, "proved", WEFT_JSON_REQUIRED, &proved, &error);
  g_assert_no_error (error);
  g_test_message ("%s", id);
  g_assert_true (weft_json_at_member (instance, "params", &params));
  g_assert_true (weft_json_at_member (instance, "expected", &expected));
  topology = weft_topology_new (weft_topology_find (generator, NULL), params.node, id, &error);
  g_assert_no_error (error);
  net = fixture_net (topology);
  weft_topology_measure (topology, net, 1, &metrics);
  check_expected (&metrics, &expected);
  g_assert_cmpint (metrics.method == WEFT_BISECTION_EXACT, ==, metrics.endpoints <= 24);
  if (proved)
    g_assert_cmpint (metrics.method, !=, WEFT_BISECTION_COORDINATE_SPLIT);
}

static void
test_instances (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "design",
                                            "data", "topologies.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_json_load (path, NULL, &error);
  WeftJsonAt at, list, instance;

  g_assert_no_error (error);
  weft_json_at_root (&at, root, path);
  g_assert_true (weft_json_at_member (&at, "instances", &list));
  g_assert_cmpuint (weft_json_at_length (&list), ==, 22);
  for (guint i = 0; weft_json_at_element (&list, i, &instance); i++)
    {
      WeftJsonAt ocs;

      check_instance (&instance);
      if (weft_json_at_member (&instance, "ocs", &ocs))
        {
          WeftTopologyMetrics metrics = fixture_metrics ("torus_ocs", "{'X':8,'Y':8,'Z':8}");

          check_expected (&metrics, &ocs);
        }
    }
}

typedef struct
{
  const char *generator;
  const char *params;
  guint64 endpoints;
  guint64 switches;
  guint64 links;
  gint64 diameter;
  guint64 bisection;
} Figures;

static const Figures figures[] = {
  { "clique", "{'n':8,'m':1}", 8, 0, 28, 1, 16 },
  { "bipartite_mem", "{'p':8,'q':4,'m':1}", 8, 0, 32, 2, 16 },
  { "ring", "{'n':9,'m':1}", 9, 0, 9, 4, 2 },
  { "torus", "{'dims':[4,4]}", 16, 0, 32, 4, 8 },
  { "torus", "{'dims':[3,5]}", 15, 0, 30, 3, 8 },
  { "mesh", "{'dims':[2,2,4]}", 16, 0, 28, 5, 4 },
  { "tile_mesh_rows", "{'rows':[5,5,3,2]}", 15, 0, 21, 7, 3 },
  { "islands", "{'g':4,'s':8,'d':1,'u':4,'pool':1}", 32, 5, 48, 4, 8 },
  { "rail1", "{'N':8,'r':8,'nv':1}", 64, 16, 128, 4, 32 },
  { "kary", "{'k':4}", 16, 20, 48, 6, 8 },
  { "kary", "{'k':8}", 128, 80, 384, 6, 64 },
  { "leafspine", "{'leaves':16,'down':32,'spines':8,'per':4}", 512, 24, 1024, 4, 256 },
  { "ortho", "{'trays':18,'dev':4,'sw':18,'c':1}", 72, 18, 1296, 2, 648 },
  { "ortho", "{'trays':32,'dev':4,'sw':16,'c':1}", 128, 16, 2048, 2, 1024 },
  { "cm384", "{'nodes':48,'npu':8,'planes':7,'l2':16,'l1up':16,'nm':2}", 384, 448, 10752, 4, 2688 },
  { "torus", "{'dims':[8,8,8]}", 512, 0, 1536, 12, 128 },
  { "torus_ocs", "{'X':16,'Y':16,'Z':16}", 4096, 0, 12288, 24, 512 },
  { "dragonfly", "{'a':4,'p':2,'h':2,'g':9}", 72, 36, 162, 5, 20 },
  { "dragonfly", "{'a':4,'p':2,'h':2,'g':5}", 40, 20, 90, 5, 12 },
  { "hyperx", "{'S':[4,4],'K':[1,1],'Tn':2}", 32, 16, 80, 4, 16 },
  { "hyperx", "{'S':[3,4,2],'K':[1,1,2],'Tn':3}", 72, 24, 156, 5, 24 },
  { "clos3", "{'pods':16,'leafs':8,'down':32,'spines':8,'cores':64,'per_ls':4,'per_sc':4}", 4096,
    320, 12288, 6, 2048 },
  { "rail2", "{'su':2,'nps':8,'r':4,'spines':4}", 64, 28, 192, 4, 32 },
  { "xgft", "{'h':2,'m':[4,4],'w':[1,2]}", 16, 6, 24, 4, 4 },
};

static void
test_figures (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const Figures *wanted = &figures[i];
      WeftTopologyMetrics metrics = fixture_metrics (wanted->generator, wanted->params);

      g_test_message ("%s %s", wanted->generator, wanted->params);
      g_assert_cmpuint (metrics.endpoints, ==, wanted->endpoints);
      g_assert_cmpuint (metrics.switches, ==, wanted->switches);
      g_assert_cmpuint (metrics.links, ==, wanted->links);
      g_assert_cmpint (metrics.diameter, ==, wanted->diameter);
      g_assert_cmpuint (metrics.bisection, ==, wanted->bisection);
      g_assert_true (metrics.connected);
    }
}

/* 8 routers, 33 groups: the split by groups cuts 288 cables, and there are cheaper ones. */
static void
test_dragonfly_large (void)
{
  WeftTopologyMetrics metrics = fixture_metrics ("dragonfly", "{'a':8,'p':4,'h':4,'g':33}");

  g_assert_cmpuint (metrics.endpoints, ==, 1056);
  g_assert_cmpuint (metrics.links, ==, 2508);
  g_assert_cmpint (metrics.diameter, ==, 5);
  g_assert_cmpuint (metrics.bisection, <=, 288);
  g_assert_cmpint (metrics.method, ==, WEFT_BISECTION_BEST_CUT);
}

static void
test_fat_tree_large (void)
{
  WeftTopologyMetrics metrics = fixture_metrics ("kary", "{'k':64}");
  double n = 65536, near = 31 * 2 + 31 * 32 * 4;

  g_assert_cmpuint (metrics.endpoints, ==, 65536);
  g_assert_cmpuint (metrics.switches, ==, 5120);
  g_assert_cmpuint (metrics.links, ==, 196608);
  g_assert_cmpint (metrics.diameter, ==, 6);
  g_assert_cmpfloat_with_epsilon (metrics.avg_hops, (near + (n - 1024) * 6) / (n - 1), 1e-12);
  g_assert_cmpuint (metrics.max_switch_radix, ==, 64);
  g_assert_cmpuint (metrics.bisection, ==, 32768);
}

/* --- closed forms --- */

static void
check_counts (const WeftTopologyPlan *plan, const WeftNet *net)
{
  guint64 ports = 0;

  g_assert_cmpuint (net->n_of_kind[WEFT_VERTEX_ENDPOINT], ==, plan->n_endpoints);
  g_assert_cmpuint (net->n_of_kind[WEFT_VERTEX_SWITCH], ==, plan->n_switches);
  g_assert_cmpuint (net->n_of_kind[WEFT_VERTEX_MEMORY], ==, plan->n_memory);
  g_assert_cmpuint (net->n_links, ==, plan->n_links);
  for (guint32 v = 0; v < net->n_vertices; v++)
    ports += weft_net_ports (net, v);
  g_assert_cmpuint (ports, ==, 2 * net->n_links);
}

static void
check_hops (const WeftTopology *topology, const WeftNet *net)
{
  WeftTopologyMetrics metrics;
  gint64 diameter;
  double avg_hops;

  fixture_hops (net, &diameter, &avg_hops);
  weft_topology_measure (topology, net, 1, &metrics);
  g_assert_cmpint (metrics.diameter, ==, diameter);
  if (topology->plan.diameter != WEFT_PLAN_NONE)
    g_assert_cmpint (topology->plan.diameter, ==, diameter);
  if (isnan (avg_hops))
    g_assert_true (isnan (metrics.avg_hops));
  else
    g_assert_cmpfloat_with_epsilon (metrics.avg_hops, avg_hops, 1e-9);
}

/* A closed form is a bisection: proved where it can be, and no cut is below it. */
static void
check_bisection (const WeftTopologyPlan *plan, const WeftNet *net)
{
  g_autoptr (WeftCutGraph) graph = weft_cut_graph_new (net);
  g_autofree guint8 *sides = g_new (guint8, graph->n);
  guint64 found = weft_cut_search (graph, plan->shape, plan->n_shape, 1, sides);
  guint64 proved = 0, form = plan->cheaper != WEFT_PLAN_NONE ? plan->cheaper : plan->bisection;
  gint64 excess = 0;

  for (guint32 v = 0; v < graph->total; v++)
    excess += sides[v] != 0 ? 1 : -1;
  g_assert_cmpint (ABS (excess), ==, graph->total % 2);
  g_assert_cmpuint (weft_cut_cost (graph, sides), ==, found);
  if (graph->total <= WEFT_TOPOLOGY_MAX_EXACT)
    {
      g_assert_true (weft_cut_exact (graph, plan->shape, plan->n_shape, 1, &proved));
      g_assert_cmpuint (found, >=, proved);
    }
  if (form == WEFT_PLAN_NONE || plan->is_unproved)
    return;
  if (graph->total <= WEFT_TOPOLOGY_MAX_EXACT)
    g_assert_cmpuint (form, ==, proved);
  else
    g_assert_cmpuint (form, <=, found);
}

static void
test_closed_forms (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < G_N_ELEMENTS (fixture_randoms); i++)
    for (guint round = 0; round < RANDOM_ROUNDS; round++)
      {
        g_autoptr (WeftTopology) topology
          = fixture_random_topology (random, &fixture_randoms[i], NULL);
        g_autoptr (WeftNet) net = fixture_net (topology);

        check_counts (&topology->plan, net);
        check_hops (topology, net);
        check_bisection (&topology->plan, net);
      }
}

static void
test_every_generator_drawn (void)
{
  for (guint i = 0; i < weft_topology_n_generators (); i++)
    {
      const char *name = weft_topology_generator (i)->name;
      gboolean found = g_str_equal (name, "edges");

      for (guint j = 0; j < G_N_ELEMENTS (fixture_randoms); j++)
        found = found || g_str_equal (fixture_randoms[j].generator, name);
      g_assert_true (found);
    }
}

static void
test_radix (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint i = 0; i < 40; i++)
    {
      gint64 a = g_rand_int_range (random, 1, 7), b = g_rand_int_range (random, 1, 7);
      gint64 c = g_rand_int_range (random, 1, 7), d = g_rand_int_range (random, 1, 4);
      g_autofree char *leafspine = g_strdup_printf (
        "{'leaves':%d,'down':%d,'spines':%d,'per':%d}", (int) a, (int) b, (int) c, (int) d);
      g_autofree char *hyperx
        = g_strdup_printf ("{'S':[%d,%d],'K':[%d,2],'Tn':%d}", (int) a, (int) b, (int) d, (int) c);
      g_autofree char *dragonfly = g_strdup_printf (
        "{'a':%d,'p':%d,'h':%d,'g':%d}", (int) a, (int) b, (int) d, (int) (a * d + 1));
      g_autofree char *kary = g_strdup_printf ("{'k':%d}", (int) (2 * d));
      g_autofree char *switchless
        = g_strdup_printf ("{'n':%d,'d':%d,'m':%d}", (int) a, (int) b, (int) d);

      g_assert_cmpuint (fixture_metrics ("leafspine", leafspine).max_switch_radix, ==,
                        MAX (b + c * d, a * d));
      g_assert_cmpuint (fixture_metrics ("hyperx", hyperx).max_switch_radix, ==,
                        c + d * (a - 1) + 2 * (b - 1));
      g_assert_cmpuint (fixture_metrics ("dragonfly", dragonfly).max_switch_radix, ==,
                        b + a - 1 + d);
      g_assert_cmpuint (fixture_metrics ("kary", kary).max_switch_radix, ==, 2 * d);
      g_assert_cmpuint (fixture_metrics ("switchless", switchless).max_switch_radix, ==,
                        b + d * (a - 1));
    }
}

/* --- odd sizes --- */

/* Odd tori: 2 (k^n - 1) / (k - 1) cables; odd meshes half of that. Efe and Feng (2004), Aroca and
 * Fernandez Anta (2014). */
static void
test_odd_sizes (void)
{
  g_assert_cmpuint (fixture_metrics ("torus", "{'dims':[5,5]}").bisection, ==, 12);
  g_assert_cmpuint (fixture_metrics ("torus", "{'dims':[3,3,3]}").bisection, ==, 26);
  g_assert_cmpuint (fixture_metrics ("torus", "{'dims':[7,7,7]}").bisection, ==, 114);
  g_assert_cmpuint (fixture_metrics ("mesh", "{'dims':[5,5]}").bisection, ==, 6);
  g_assert_cmpuint (fixture_metrics ("mesh", "{'dims':[3,3,3]}").bisection, ==, 13);
  g_assert_cmpint (fixture_metrics ("torus", "{'dims':[5,5]}").method, ==, WEFT_BISECTION_BEST_CUT);
  g_assert_cmpuint (fixture_metrics ("clique", "{'n':31,'m':2}").bisection, ==, 480);
  g_assert_cmpuint (fixture_metrics ("star", "{'n':31,'m':4}").bisection, ==, 60);
  g_assert_cmpuint (fixture_metrics ("ring", "{'n':31,'m':3}").bisection, ==, 6);
  g_assert_cmpuint (fixture_metrics ("leafspine",
                                     "{'leaves':5,'down':8,'spines':4,'per':2}").bisection, ==, 20);
}

static void
test_one_endpoint (void)
{
  WeftTopologyMetrics metrics = fixture_metrics ("mesh", "{'dims':[1,1,1]}");
  g_autoptr (JsonNode) root = weft_topology_metrics_to_json (&metrics);

  g_assert_cmpint (metrics.diameter, ==, 0);
  g_assert_true (isnan (metrics.avg_hops));
  g_assert_true (json_object_get_null_member (json_node_get_object (root), "avg_hops"));
  g_assert_cmpuint (metrics.bisection, ==, 0);
}

/* A rail network is quoted by a split by nodes or rails; what is cheaper is said beside it. */
static void
test_rails (void)
{
  WeftTopologyMetrics metrics = fixture_metrics ("rail1", "{'N':8,'r':8,'nv':1}");

  g_assert_cmpuint (metrics.bisection, ==, 32);
  g_assert_cmpint (metrics.cheaper_cut, ==, 28);
  g_assert_cmpint (metrics.method, ==, WEFT_BISECTION_COORDINATE_SPLIT);
  g_assert_cmpint (fixture_metrics ("star", "{'n':30,'m':1}").cheaper_cut, ==, -1);
}

/* --- cuts --- */

static void
test_brute_force (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint i = 0; i < 300; i++)
    {
      guint n_endpoints = g_rand_int_range (random, 1, 9);
      guint n_switches = g_rand_int_range (random, 0, 5);
      double density = g_rand_double_range (random, 0.1, 1);
      g_autoptr (WeftNet) net = fixture_random_net (random, n_endpoints, n_switches, density);
      g_autoptr (WeftCutGraph) graph = weft_cut_graph_new (net);
      guint64 wanted = fixture_bisection (net), found;

      g_assert_true (weft_cut_exact (graph, NULL, 0, i, &found));
      g_assert_cmpuint (found, ==, wanted);
      g_assert_cmpuint (weft_cut_search (graph, NULL, 0, i, NULL), >=, wanted);
    }
}

/* With the endpoints' sides given, the minimum cut finds the best sides of the switches. */
static void
test_settle (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (WeftNet) net = fixture_random_net (random, 6, 6, 0.5);
      g_autoptr (WeftCutGraph) graph = weft_cut_graph_new (net);
      g_autofree guint8 *sides = g_new0 (guint8, graph->n);
      g_autofree guint8 *best = NULL;
      guint64 least = G_MAXUINT64, found;

      for (guint v = 0; v < graph->total; v++)
        sides[v] = g_rand_int_range (random, 0, 2);
      for (guint split = 0; split < 1u << (graph->n - graph->total); split++)
        {
          for (guint v = graph->total; v < graph->n; v++)
            sides[v] = split >> (v - graph->total) & 1;
          least = MIN (least, weft_cut_cost (graph, sides));
        }
      best = g_memdup2 (sides, graph->n);
      found = weft_cut_settle (graph, best);
      g_assert_cmpuint (found, ==, least);
      g_assert_cmpuint (weft_cut_cost (graph, best), ==, least);
      g_assert_cmpmem (best, graph->total, sides, graph->total);
    }
}

static void
test_same_seed (void)
{
  for (guint32 seed = 1; seed < 4; seed++)
    {
      g_autoptr (WeftTopology) topology = fixture_topology ("torus", "{'dims':[7,9,5]}");
      g_autoptr (WeftNet) net = fixture_net (topology);
      WeftTopologyMetrics a, b;

      weft_topology_measure (topology, net, seed, &a);
      weft_topology_measure (topology, net, seed, &b);
      g_assert_cmpuint (a.bisection, ==, b.bisection);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/design/topology/instances", test_instances);
  g_test_add_func ("/design/topology/figures", test_figures);
  g_test_add_func ("/design/topology/dragonfly-large", test_dragonfly_large);
  g_test_add_func ("/design/topology/fat-tree-large", test_fat_tree_large);
  g_test_add_func ("/design/topology/closed-forms", test_closed_forms);
  g_test_add_func ("/design/topology/every-generator-drawn", test_every_generator_drawn);
  g_test_add_func ("/design/topology/radix", test_radix);
  g_test_add_func ("/design/topology/odd-sizes", test_odd_sizes);
  g_test_add_func ("/design/topology/one-endpoint", test_one_endpoint);
  g_test_add_func ("/design/topology/rails", test_rails);
  g_test_add_func ("/design/topology/brute-force", test_brute_force);
  g_test_add_func ("/design/topology/settle", test_settle);
  g_test_add_func ("/design/topology/same-seed", test_same_seed);
  return g_test_run ();
}
