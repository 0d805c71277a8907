/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Templates: every default is a sound document, fat trees have their published counts and no
 * oversubscription, impossible parameters are refused with both numbers, racks take what fits. */
#include "graph-fixture.h"

#include "design/graph/weft-graph-edits.h"
#include "design/graph/weft-graph-template.h"
#include "design/graph/weft-graph-verify.h"
#include "design/topology/weft-topology.h"
#include "design/weft-history.h"

static JsonNode *
make (const char *id, const char *params, GError **error)
{
  g_autofree char *text = g_strdelimit (g_strdup (params != NULL ? params : "{}"), "'", '"');
  g_autoptr (JsonNode) node = weft_json_parse (text, -1, "test", NULL, NULL);
  const WeftGraphTemplate *template = weft_graph_template_find (id, NULL);
  WeftCatalog *catalog = weft_inventory_get_catalog (fixture_get_inventory ());

  g_assert_nonnull (template);
  g_assert_nonnull (node);
  return weft_graph_template_make (template, json_node_get_object (node), catalog, error);
}

/* The flattened machine, whose document has neither faults of structure nor of composition. */
static WeftFlat *
flatten (const char *id, const char *params)
{
  g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) fragment = make (id, params, &error);
  g_autoptr (JsonNode) document = NULL;
  g_autoptr (WeftDesign) design = NULL;
  WeftFlat *flat;

  g_assert_no_error (error);
  document = weft_graph_template_document (fragment);
  design = weft_design_new_from_json (document, id, violations, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (violations->len, ==, 0);
  if (!weft_graph_rules_check (weft_design_get_graph (design), fixture_get_inventory (),
                               violations))
    g_error ("%s %s: %s", id, params, weft_violation_get_message (violations->pdata[0]));
  flat = weft_flat_new (weft_design_get_graph (design), fixture_get_inventory (), &error);
  g_assert_no_error (error);
  return flat;
}

static void
test_defaults (void)
{
  guint n = weft_graph_template_count ();

  g_assert_cmpuint (n, ==, 5 + weft_topology_n_generators ());
  for (guint i = 0; i < n; i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      g_autoptr (WeftFlat) flat = flatten (template->id, NULL);

      g_assert_true (template == weft_graph_template_find (template->id, NULL));
      g_assert_cmpuint (flat->n_devices, >, 0);
      for (guint j = 0; j < template->n_params; j++)
        {
          const WeftParameter *param = &template->params[j];
          g_autoptr (JsonNode) initial = weft_json_parse (param->initial, -1, "test", NULL, NULL);

          g_assert_nonnull (initial);
          if (param->type == WEFT_PARAMETER_WHOLE || param->type == WEFT_PARAMETER_NUMBER)
            {
              g_assert_cmpfloat (json_node_get_double (initial), >=, param->min);
              g_assert_cmpfloat (json_node_get_double (initial), <=, param->max);
            }
        }
    }
}

/* --- fat trees --- */

typedef struct
{
  guint leaves;
  guint spines;
  guint cores;
  guint64 down;
  guint64 up;
  guint64 core;
} Tree;

typedef enum
{
  NO_SWITCH,
  LEAF,
  SPINE,
  CORE,
} Tier;

static Tier
tier_of (const WeftFlat *flat, guint32 device)
{
  guint32 definition = flat->instances[flat->owners[device]].definition;
  const char *id
    = weft_graph_definition (flat->graph, definition)->items[flat->items[device]].id;

  return strstr (id, "leaf") != NULL    ? LEAF
         : strstr (id, "spine") != NULL ? SPINE
         : strstr (id, "core") != NULL  ? CORE
                                        : NO_SWITCH;
}

static Tree
count_tree (const WeftFlat *flat)
{
  Tree tree = { 0 };

  for (guint32 i = 0; i < flat->n_devices; i++)
    {
      Tier tier = tier_of (flat, i);

      tree.leaves += tier == LEAF;
      tree.spines += tier == SPINE;
      tree.cores += tier == CORE;
    }
  for (guint32 k = 0; k < flat->n_links; k++)
    {
      Tier low = tier_of (flat, flat->from[k]), high = tier_of (flat, flat->to[k]);

      tree.down += low == NO_SWITCH && high == LEAF ? flat->cables[k] : 0;
      tree.up += low == LEAF && high == SPINE ? flat->cables[k] : 0;
      tree.core += low == SPINE && high == CORE ? flat->cables[k] : 0;
    }
  return tree;
}

/* The published counts: NVIDIA's table of larger numbers of scalable units. */
static void
test_published (void)
{
  static const struct
  {
    guint nodes;
    Tree tree;
  } cases[] = {
    { 32, { 8, 4, 0, 256, 256, 0 } },
    { 64, { 16, 8, 0, 512, 512, 0 } },
    { 96, { 24, 16, 0, 768, 768, 0 } },
    { 128, { 32, 16, 0, 1024, 1024, 0 } },
    { 256, { 64, 32, 0, 2048, 2048, 0 } },
    { 512, { 128, 128, 64, 4096, 4096, 4096 } },
    { 1024, { 256, 256, 128, 8192, 8192, 8192 } },
    { 2048, { 512, 512, 256, 16384, 16384, 16384 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *params = g_strdup_printf ("{'nodes':%u}", cases[i].nodes);
      g_autoptr (WeftFlat) flat = flatten ("rail-fat-tree", params);
      Tree tree = count_tree (flat);

      g_assert_cmpuint (tree.leaves, ==, cases[i].tree.leaves);
      g_assert_cmpuint (tree.spines, ==, cases[i].tree.spines);
      g_assert_cmpuint (tree.cores, ==, cases[i].tree.cores);
      g_assert_cmpuint (tree.down, ==, cases[i].tree.down);
      g_assert_cmpuint (tree.up, ==, cases[i].tree.up);
      g_assert_cmpuint (tree.core, ==, cases[i].tree.core);
    }
}

static void
check_switch (const WeftFlat *flat, guint32 device, guint k)
{
  guint64 below = 0, above = 0;
  Tier tier = tier_of (flat, device);

  for (guint32 i = flat->first[device]; i < flat->first[device + 1]; i++)
    if (tier_of (flat, flat->to[i]) > tier)
      above += flat->cables[i];
    else
      below += flat->cables[i];
  g_assert_cmpuint (below + above, <=, k);
  g_assert_cmpuint (below, >, 0);
}

/* Any number of nodes: no port too many, as many cables up as down at least, every node there. */
static void
test_any_number (void)
{
  static const struct
  {
    guint k;
    guint most;
  } cases[] = { { 16, 128 }, { 32, 140 }, { 64, 300 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint nodes = 1; nodes <= cases[i].most; nodes += nodes < 20 ? 1 : 7)
      {
        g_autofree char *params
          = g_strdup_printf ("{'nodes':%u,'k':%u}", nodes, cases[i].k);
        g_autoptr (WeftFlat) flat = flatten ("rail-fat-tree", params);
        Tree tree = count_tree (flat);

        g_assert_cmpuint (tree.down, ==, 8 * nodes);
        g_assert_cmpuint (tree.up, >=, tree.down);
        g_assert_true (tree.cores == 0 || tree.core >= tree.down);
        for (guint32 device = 0; device < flat->n_devices; device++)
          if (tier_of (flat, device) != NO_SWITCH)
            check_switch (flat, device, cases[i].k);
      }
}

/* --- refusals --- */

static void
test_refused (void)
{
  static const struct
  {
    const char *id;
    const char *params;
    int code;
    const char *words[3];
  } cases[] = {
    { "rail-fat-tree", "{'nodes':257,'tiers':2}", WEFT_TEMPLATE_ERROR_RELATION,
      { "257", "256", "3 tiers" } },
    { "rail-fat-tree", "{'nodes':2049}", WEFT_TEMPLATE_ERROR_RELATION, { "2049", "2048", "ports" } },
    { "rail-fat-tree", "{'nodes':17,'k':16,'tiers':2}", WEFT_TEMPLATE_ERROR_RELATION,
      { "17", "16", "3 tiers" } },
    { "rail-fat-tree", "{'nodes':0}", WEFT_TEMPLATE_ERROR_RANGE, { "found 0", "1", "100000" } },
    { "rail-fat-tree", "{'nodes':1.5}", WEFT_TEMPLATE_ERROR_RANGE, { "1.5", "whole", "100000" } },
    { "rail-fat-tree", "{'k':63}", WEFT_TEMPLATE_ERROR_RELATION, { "63", "even", "k" } },
    { "rail-fat-tree", "{'k':128}", WEFT_TEMPLATE_ERROR_RELATION, { "128", "64", "qm9700" } },
    { "rail-fat-tree", "{'per_rack':5}", WEFT_TEMPLATE_ERROR_RELATION, { "32", "5", "divisor" } },
    { "rail-fat-tree", "{'k':4,'nodes':1}", WEFT_TEMPLATE_ERROR_RELATION, { "2", "8", "ports" } },
    { "rail-fat-tree", "{'node':'dgx-h10'}", WEFT_TEMPLATE_ERROR_PART, { "dgx-h10", "dgx-h100", "" } },
    { "rail-fat-tree", "{'nodez':3}", WEFT_TEMPLATE_ERROR_PARAMETER, { "nodez", "nodes", "" } },
    { "rail-fat-tree", "{'nodes':'3'}", WEFT_TEMPLATE_ERROR_PARAMETER, { "\"3\"", "number", "" } },
    { "rail-fat-tree", "{'switch':'qm9701'}", WEFT_TEMPLATE_ERROR_PART, { "qm9701", "qm9700", "" } },
    { "superpod-unit", "{'units':65}", WEFT_TEMPLATE_ERROR_RANGE, { "65", "64", "units" } },
    { "rack", "{'cap_kw':10}", WEFT_TEMPLATE_ERROR_RELATION, { "10.2", "10.0", "raise" } },
    { "rack", "{'reserve_u':40}", WEFT_TEMPLATE_ERROR_RELATION, { "8 U", "2 U", "higher" } },
    { "rack", "{'nodes':65}", WEFT_TEMPLATE_ERROR_RELATION, { "65", "64", "rail-fat-tree" } },
    { "nvl72-rack", "{'racks':145}", WEFT_TEMPLATE_ERROR_RELATION, { "145", "144", "fewer" } },
    { "nvl72-rack", "{'chip':'B200'}", WEFT_TEMPLATE_ERROR_PART, { "B200", "GB200", "GB300" } },
    { "copies", "{'part':'H101'}", WEFT_TEMPLATE_ERROR_PART, { "H101", "", "" } },
    { "copies", "{'count':1}", WEFT_TEMPLATE_ERROR_RELATION, { "1", "2", "none" } },
    { "leafspine", "{'switch':'qm9701'}", WEFT_TEMPLATE_ERROR_PART, { "qm9701", "qm9700", "" } },
    { "leafspine", "{'level':'rak'}", WEFT_TEMPLATE_ERROR_RANGE, { "rak", "rack", "" } },
    { "leafspine", "{'level':'node','per_node':0}", WEFT_TEMPLATE_ERROR_RELATION,
      { "cluster", "node", "raise" } },
    { "leafspine", "{'per':40}", WEFT_TEMPLATE_ERROR_RELATION, { "160 ports", "64", "another" } },
    { "leafspine", "{'fabric':'IB-NDRR'}", WEFT_TEMPLATE_ERROR_PART, { "IB-NDRR", "", "" } },
    { "leafspine", "{'cable':'qm9700'}", WEFT_TEMPLATE_ERROR_PART, { "qm9700", "cable", "" } },
    { "leafspine", "{'endpoint':'dgx-h100'}", WEFT_TEMPLATE_ERROR_RELATION,
      { "rack", "node", "per_node 0" } },
    { "leafspine", "{'down':3}", WEFT_TEMPLATE_ERROR_RELATION, { "12", "8", "divisor" } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (make (cases[i].id, cases[i].params, &error));
      g_assert_error (error, WEFT_TEMPLATE_ERROR, cases[i].code);
      for (guint j = 0; j < 3; j++)
        if (strstr (error->message, cases[i].words[j]) == NULL)
          g_error ("%s: no %s in: %s", cases[i].params, cases[i].words[j], error->message);
    }
}

static void
test_unknown (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_graph_template_find ("rail-fat-three", &error));
  g_assert_error (error, WEFT_TEMPLATE_ERROR, WEFT_TEMPLATE_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "rail-fat-tree"));
}

/* What a generator refuses, its template refuses in the same words. */
static void
test_generator_refuses (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (make ("kary", "{'k':5}", &error));
  g_assert_error (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_RELATION);
  g_clear_error (&error);
  g_assert_null (make ("copies", "{'count':1000000}", &error));
  g_assert_error (error, WEFT_TOPOLOGY_ERROR, WEFT_TOPOLOGY_ERROR_SIZE);
}

/* --- topologies and racks --- */

static void
test_topologies (void)
{
  static const struct
  {
    const char *id;
    const char *params;
    guint chips;
    guint switches;
    guint64 cables;
  } cases[] = {
    { "cm384", NULL, 384, 448, 10752 },
    { "ortho", NULL, 72, 18, 1296 },
    { "ortho", "{'trays':32,'sw':16,'switch':'switch-nvlink-tray','endpoint':'al128-gpu'}", 128, 16,
      2048 },
    { "clique", "{'n':8,'m':1}", 8, 0, 28 },
    { "torus", "{'dims':[4,4]}", 16, 0, 32 },
    { "star", "{'m':18}", 8, 1, 144 },
    { "torus_ocs", NULL, 512, 0, 1536 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftFlat) flat = flatten (cases[i].id, cases[i].params);
      guint64 cables = 0;

      for (guint32 k = 0; k < flat->n_links; k++)
        cables += flat->cables[k];
      g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_COMPUTE], ==, cases[i].chips);
      g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_SWITCH], ==, cases[i].switches);
      g_assert_cmpuint (cables, ==, 2 * cases[i].cables);
    }
}

static void
test_rack_fit (void)
{
  static const struct
  {
    double cap_kw;
    double reserve_u;
    guint by_space;
    guint by_power;
    guint nodes;
    const char *binds;
  } cases[] = {
    { 50, 0, 5, 4, 4, "power binds" },  { 41, 0, 5, 4, 4, "power binds" },
    { 15, 0, 5, 1, 1, "power binds" },  { 0, 0, 5, 3, 3, "power binds" },
    { 51, 0, 5, 5, 5, "both bind" },    { 60, 0, 5, 5, 5, "both bind" },
    { 70, 0, 5, 6, 5, "space binds" },  { 50, 12, 3, 4, 3, "space binds" },
    { 40.8, 2, 5, 4, 4, "power binds" },
  };
  WeftCatalog *catalog = weft_inventory_get_catalog (fixture_get_inventory ());

  g_assert_true (weft_catalog_load_kind (catalog, WEFT_RECORD_COMPONENT, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = NULL;
      g_autoptr (GError) error = NULL;
      WeftRackFit fit;

      g_assert_true (weft_graph_rack_fit (catalog, "dgx-h100", "rack-42u-air",
                                          cases[i].cap_kw * 1000, cases[i].reserve_u, &fit,
                                          &error));
      g_assert_no_error (error);
      words = weft_graph_rack_fit_words (&fit);
      g_assert_cmpuint (fit.by_space, ==, cases[i].by_space);
      g_assert_cmpuint (fit.by_power, ==, cases[i].by_power);
      g_assert_cmpuint (fit.nodes, ==, cases[i].nodes);
      g_assert_nonnull (strstr (words, cases[i].binds));
    }
  g_assert_false (weft_graph_rack_fit (catalog, "qm9700x", "rack-42u-air", 0, 0,
                                       &(WeftRackFit) { 0 }, NULL));
  g_assert_false (weft_graph_rack_fit (catalog, "dgx-h100", "dgx-h100", 0, 0,
                                       &(WeftRackFit) { 0 }, NULL));
}

/* 10 nodes at four a rack: two full racks and one of two, each rail on a leaf of its own. */
static void
test_racks (void)
{
  g_autoptr (WeftFlat) flat = flatten ("rack", "{'cap_kw':41,'nodes':10}");
  Tree tree = count_tree (flat);
  guint racks = 0;

  for (guint32 i = 0; i < flat->n_instances; i++)
    racks += weft_graph_definition (flat->graph, flat->instances[i].definition)->level
             == WEFT_LEVEL_RACK;
  g_assert_cmpuint (racks, ==, 3);
  g_assert_cmpuint (tree.leaves, ==, 8);
  g_assert_cmpuint (tree.down, ==, 80);
}

/* Each chassis that a node may be is in the catalog, with chips and fabric that fit it. */
static void
test_nodes (void)
{
  static const char *const nodes[] = {
    "dgx-h100", "hgx-h200", "dgx-b200", "hgx-b200-4u-liquid", "mi300x-8-node", "mi350x-8-node",
    "mi355x-8-4u-liquid", "mi355x-8-2ou", "l40s-8-node",
  };

  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      g_autofree char *params
        = g_strdup_printf ("{'node':'%s','rack':'rack-orv3-51ou','nodes':2}", nodes[i]);
      g_autoptr (WeftFlat) flat = flatten ("rack", params);
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      gboolean sound = weft_graph_verify (flat->graph, fixture_get_inventory (), violations);

      for (guint j = 0; j < violations->len; j++)
        if (weft_violation_get_severity (violations->pdata[j]) == WEFT_SEVERITY_ERROR)
          g_error ("%s: %s", nodes[i], weft_violation_get_message (violations->pdata[j]));
      g_assert_true (sound);
      g_assert_cmpuint (flat->n_of_kind[WEFT_DEVICE_COMPUTE], ==, 16);
    }
}

/* What a template makes can be put into a level, beside what stands there. */
static void
test_place (void)
{
  for (guint i = 0; i < weft_graph_template_count (); i++)
    {
      const WeftGraphTemplate *template = weft_graph_template_get (i);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) fragment = make (template->id, NULL, &error);
      g_autoptr (JsonNode) document = weft_graph_template_document (fragment);
      g_autoptr (GPtrArray) violations = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr (WeftDesign) design = weft_design_new_from_json (document, "test", violations, NULL);
      g_autoptr (WeftEdit) edit = NULL;
      WeftGraph *graph = weft_design_get_graph (design);
      int root_index = -1;
      guint root, n;
      g_autoptr (WeftHistory) history = weft_history_new (design);

      /* A new document, so judged as new documents are. */
      g_assert_cmpstr (weft_design_get_profile (design), ==, WEFT_DESIGN_NEW_PROFILE);
      weft_graph_get_root (graph, &root_index);
      root = (guint) root_index;
      n = weft_graph_definition (graph, root)->n_items;
      edit = weft_graph_edit_place (graph, root, fragment, NULL, "Add", &error);
      g_assert_no_error (error);
      weft_history_do (history, g_steal_pointer (&edit));
      graph = weft_design_get_graph (design);
      g_assert_cmpuint (weft_graph_definition (graph, root)->n_items, ==, 2 * n);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/template/defaults", test_defaults);
  g_test_add_func ("/template/place", test_place);
  g_test_add_func ("/template/published", test_published);
  g_test_add_func ("/template/any-number", test_any_number);
  g_test_add_func ("/template/refused", test_refused);
  g_test_add_func ("/template/unknown", test_unknown);
  g_test_add_func ("/template/generator-refuses", test_generator_refuses);
  g_test_add_func ("/template/topologies", test_topologies);
  g_test_add_func ("/template/rack-fit", test_rack_fit);
  g_test_add_func ("/template/racks", test_racks);
  g_test_add_func ("/template/nodes", test_nodes);

  return g_test_run ();
}
