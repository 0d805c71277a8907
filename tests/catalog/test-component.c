/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components as they ship: all of CHASE, Table 10, with its ranges and real products beside them,
 * every value with its source, resolved to SI. */

#include "catalog/weft-component.h"

#include <math.h>

static WeftCatalog *
load_shipped (void)
{
  g_autoptr (GError) error = NULL;
  WeftCatalog *catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (catalog);
  return catalog;
}

static const WeftComponent *
find (WeftCatalog *catalog,
      const char  *name)
{
  const WeftComponent *component = weft_component_find (catalog, name);

  if (component == NULL)
    g_error ("there is no component %s", name);
  return component;
}

static double
number (const WeftComponent *component,
        const char          *key)
{
  return weft_record_get_number (component->record, key);
}

/* What Table 10 prints: a key with its number, in the units of the table. */
static const struct
{
  WeftLevel level;
  WeftComponentType type;
  const char *entity;
  struct
  {
    const char *key;
    double value;
  } figures[6];
} table_10[] = {
#define L1 WEFT_LEVEL_PACKAGE
#define L2 WEFT_LEVEL_NODE
#define L3 WEFT_LEVEL_RACK
#define L4 WEFT_LEVEL_CLUSTER
#define NODE WEFT_COMPONENT_VERTEX
#define LINK WEFT_COMPONENT_LINK
#define TOPO WEFT_COMPONENT_TEMPLATE
  { L1, NODE, "Die.Dense_Tensor",
    { { "peak_min_tflops", 800 }, { "peak_max_tflops", 2000 }, { "peak_tflops", 1500 },
      { "active_w", 500 }, { "rcu", 500 } } },
  { L1, NODE, "Die.Thin_Scalar",
    { { "peak_min_tflops", 100 }, { "peak_max_tflops", 500 }, { "active_w", 120 } } },
  { L1, NODE, "Mem.HBM4_Stack",
    { { "capacity_min_gb", 32 }, { "capacity_max_gb", 128 }, { "bandwidth_gbs", 2048 },
      { "latency_ns", 35 } } },
  { L1, NODE, "Mem.SRAM_Block",
    { { "capacity_min_gb", 0.128 }, { "capacity_max_gb", 1.024 }, { "bandwidth_gbs", 15000 },
      { "latency_ns", 2 } } },
  { L1, LINK, "Link.TSV", { { "latency_max_ns", 1 }, { "proto_ns", 0 } } },
  { L1, LINK, "Link.UCIe_2.0",
    { { "channels_min", 1 }, { "channels_max", 8 }, { "bandwidth_gbs", 128 },
      { "latency_ns", 2 } } },
  { L1, LINK, "Link.NVLink_C2C", { { "bandwidth_gbs", 450 } } },
  { L1, TOPO, "Topo.3D_Vertical_Stack", { { NULL } } },
  { L1, TOPO, "Topo.2D_Symmetric_Star", { { NULL } } },
  { L1, TOPO, "Topo.Asymmetric_Tile_Mesh", { { NULL } } },
  { L2, NODE, "Socket.L1_Instance", { { NULL } } },
  { L2, NODE, "Mem.DDR5_DIMM",
    { { "capacity_min_gb", 16 }, { "capacity_max_gb", 256 }, { "bandwidth_gbs", 38 },
      { "latency_min_ns", 80 }, { "latency_max_ns", 85 }, { "active_w", 15 } } },
  { L2, NODE, "Mem.GDDR_BGA",
    { { "capacity_min_gb", 2 }, { "capacity_max_gb", 4 }, { "bandwidth_min_gbs", 84 },
      { "bandwidth_max_gbs", 128 }, { "latency_ns", 80 }, { "active_w", 1.8 } } },
  { L2, NODE, "Mem.LPDDR_BGA",
    { { "capacity_min_gb", 2 }, { "capacity_max_gb", 4 }, { "bandwidth_min_gbs", 51 },
      { "bandwidth_max_gbs", 85 }, { "latency_ns", 80 }, { "active_w", 0.5 } } },
  { L2, NODE, "Mem.CXL3_Device",
    { { "capacity_min_gb", 512 }, { "capacity_max_gb", 4096 }, { "bandwidth_gbs", 64 },
      { "latency_ns", 400 }, { "active_w", 25 } } },
  { L2, NODE, "Switch.PCIe", { { "latency_ns", 800 } } },
  { L2, LINK, "Link.PCIe_7.0_xN",
    { { "channels_min", 8 }, { "channels_max", 32 }, { "bandwidth_gbs", 16 },
      { "latency_ns", 800 } } },
  { L2, LINK, "Link.UALink_1.0",
    { { "channels_min", 1 }, { "channels_max", 4 }, { "bandwidth_min_gbs", 12.5 },
      { "bandwidth_max_gbs", 25 } } },
  { L2, LINK, "Link.NVLink",
    { { "channels_max", 36 }, { "bandwidth_min_gbs", 25 }, { "bandwidth_max_gbs", 50 } } },
  { L2, TOPO, "Topo.Fully_Connected_Clique", { { NULL } } },
  { L2, TOPO, "Topo.Bipartite_Memory_Split", { { NULL } } },
  { L2, TOPO, "Topo.1D_Torus_Ring", { { NULL } } },
  { L2, TOPO, "Topo.2D_Torus", { { NULL } } },
  { L3, NODE, "Chassis.Dense_Compute", { { "u_space_min", 2 }, { "u_space_max", 8 } } },
  { L3, NODE, "Chassis.JBOM_Pool", { { "u_space_min", 2 }, { "u_space_max", 4 } } },
  { L3, NODE, "Switch.CXL_4.0",
    { { "ports_min", 32 }, { "ports_max", 128 }, { "bandwidth_gbs", 128 }, { "hop_ns", 80 } } },
  { L3, NODE, "Switch.NVLink_Tray",
    { { "ports_min", 36 }, { "ports_max", 72 }, { "bandwidth_min_gbs", 25 },
      { "bandwidth_max_gbs", 50 }, { "active_min_w", 800 } } },
  { L3, LINK, "Link.DAC_Copper",
    { { "latency_max_ns", 5 }, { "length_max_m", 2.5 }, { "active_w", 0 } } },
  { L3, LINK, "Link.AEC_Cable",
    { { "latency_min_ns", 5 }, { "latency_max_ns", 10 }, { "length_max_m", 7 },
      { "active_min_w", 5 }, { "active_max_w", 10 } } },
  { L3, TOPO, "Topo.Single_Star_ToR", { { NULL } } },
  { L3, TOPO, "Topo.Disaggregated_Sub_Islands", { { NULL } } },
  { L3, TOPO, "Topo.Multi_Plane", { { NULL } } },
  { L3, TOPO, "Topo.Switchless_Direct_Mesh", { { NULL } } },
  { L4, NODE, "Switch.IB_XDR_Spine",
    { { "port_min_gbps", 400 }, { "port_max_gbps", 1600 }, { "hop_ns", 150 },
      { "proto_ns", 50 } } },
  { L4, NODE, "Switch.RoCE_Ether", { { "hop_ns", 300 }, { "proto_ns", 80 } } },
  { L4, NODE, "Switch.OCS_Core", { { "hop_max_ns", 1 }, { "reconfig_ms", 2 } } },
  { L4, LINK, "Link.AOC_Transceiver",
    { { "length_max_m", 500 }, { "latency_ns", 20 }, { "active_w", 16 } } },
  { L4, LINK, "Link.LPO_Transceiver", { { "latency_ns", 0 }, { "active_w", 8 } } },
  { L4, LINK, "Link.CPO_Fiber",
    { { "port_min_gbps", 800 }, { "port_max_gbps", 1600 }, { "latency_ns", 10 },
      { "active_w", 5 } } },
  { L4, TOPO, "Topo.Symmetric_Fat_Tree", { { NULL } } },
  { L4, TOPO, "Topo.DragonFly", { { NULL } } },
  { L4, TOPO, "Topo.Multi_Plane", { { NULL } } },
  { L4, TOPO, "Topo.Asymmetric_Sparse_Graph", { { NULL } } },
};

static void
test_table_10 (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  guint n_ranges = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table_10); i++)
    {
      g_autoptr (GPtrArray) found = weft_component_list (catalog, table_10[i].level,
                                                         table_10[i].type, table_10[i].entity);
      const WeftComponent *range = NULL;

      for (guint j = 0; j < found->len; j++)
        if (((const WeftComponent *) found->pdata[j])->is_range)
          {
            g_assert_null (range);
            range = found->pdata[j];
          }
      if (range == NULL)
        g_error ("%s has no range", table_10[i].entity);
      for (guint j = 0; j < G_N_ELEMENTS (table_10[i].figures); j++)
        if (table_10[i].figures[j].key != NULL)
          g_assert_cmpfloat (number (range, table_10[i].figures[j].key), ==,
                             table_10[i].figures[j].value);
    }

  for (guint i = 0; i < weft_component_count (catalog); i++)
    n_ranges += weft_component_at (catalog, i)->is_range ? 1 : 0;
  g_assert_cmpuint (n_ranges, ==, G_N_ELEMENTS (table_10));
  g_assert_cmpuint (weft_component_count (catalog) - n_ranges, ==, 105);
}

/* Products belong to an entity; every part that can be bought has one, topologies have examples. */
static void
test_products (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  WeftValue value;

  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);
      const WeftComponent *range = weft_component_find_range (catalog, component);
      g_autoptr (GPtrArray) same = weft_component_list (catalog, WEFT_LEVEL_ANY, component->type,
                                                        component->entity);
      guint n_products = 0;

      for (guint j = 0; j < same->len; j++)
        n_products += ((const WeftComponent *) same->pdata[j])->is_range ? 0 : 1;

      g_assert_cmpuint (component->index, ==, i);
      g_assert_true ((range == NULL) == g_str_has_prefix (component->entity, "Rack."));
      if (component->is_range)
        g_assert_true (range == component);
      else if (range != NULL)
        g_assert_true (range->level == component->level && range->type == component->type);

      if (component->type == WEFT_COMPONENT_TEMPLATE)
        {
          g_assert_cmpstr (component->generator, !=, NULL);
          g_assert_true (weft_record_lookup (component->record, "examples", &value));
          g_assert_cmpuint (json_array_get_length (json_node_get_array (value.node)), >, 0);
        }
      else if (g_str_equal (component->entity, "Socket.L1_Instance"))
        {
          g_assert_true (weft_record_lookup (component->record, "example_chips", &value));
          for (guint j = 0; j < json_array_get_length (json_node_get_array (value.node)); j++)
            g_assert_nonnull (weft_catalog_lookup (
              catalog, WEFT_RECORD_CHIP,
              json_array_get_string_element (json_node_get_array (value.node), j)));
        }
      else
        g_assert_cmpuint (n_products, >, 0);
      g_assert_true ((component->medium != WEFT_MEDIUM_NONE)
                     == (component->type == WEFT_COMPONENT_LINK));
    }
}

/* Where real parts leave what the paper allows. */
static void
test_outside (void)
{
  static const char *const expected[] = {
    "acc-800g/latency_ns", "acc-800g/length_max_m", "aec-400g/latency_ns", "aec-800g/latency_ns",
    "aec-800g/active_w", "cerebras-cs3/u_space", "cmm-d-256/capacity_gb", "cz120-256/capacity_gb",
    "dac-400g/latency_ns", "dac-800g/latency_ns", "ddr5-4800-64/latency_ns", "dgx-b200/u_space",
    "die-ascend-910c/peak_tflops", "die-cdna4-xcd/peak_tflops", "die-zen5-ccd/peak_tflops",
    "epyc-2s-1u/u_space", "ex255a-blade/u_space", "gb200-tray/u_space", "gb300-tray/u_space",
    "gddr6-18/bandwidth_gbs", "hbm2e-16/capacity_gb", "hbm3-16/capacity_gb",
    "hbm3e-24/capacity_gb", "hbm3e-36/capacity_gb", "hbm4-36/capacity_gb",
    "helios-switch-tray/ports", "helios-tray/u_space", "hgx-h100-switches/ports",
    "hgx-h100-switches/active_w", "lpddr5x-8533/capacity_gb", "mrdimm-8800-128/latency_ns",
    "nvlink5-switch-tray/ports", "qm8700/port_gbps", "socamm-128/capacity_gb",
    "sram-wse3-slice/capacity_gb", "ub-switch/ports", "xc50256/ports",
  };
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  guint n = 0;

  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);
      const WeftComponent *range = weft_component_find_range (catalog, component);
      g_autoptr (GPtrArray) keys = NULL;

      if (range == NULL)
        continue;
      keys = weft_component_list_outside (component, range);
      for (guint j = 0; j < keys->len; j++)
        {
          g_autofree char *found = g_strdup_printf ("%s/%s", component->id,
                                                    (const char *) keys->pdata[j]);

          g_assert_cmpuint (n, <, G_N_ELEMENTS (expected));
          g_assert_cmpstr (found, ==, expected[n++]);
        }
    }

  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
}

/* Every value has a source, and what nobody knows stays unknown in the struct too. */
static void
test_values (void)
{
  static const struct
  {
    const char *key;
    gsize offset;
  } fields[] = {
    { "peak_tflops", G_STRUCT_OFFSET (WeftComponent, peak_flops) },
    { "proto_ns", G_STRUCT_OFFSET (WeftComponent, overhead_s) },
    { "idle_w", G_STRUCT_OFFSET (WeftComponent, idle_w) },
    { "rcu", G_STRUCT_OFFSET (WeftComponent, cost_rcu) },
    { "price_usd", G_STRUCT_OFFSET (WeftComponent, cost_usd) },
    { "u_space", G_STRUCT_OFFSET (WeftComponent, u_space) },
    { "area_mm2", G_STRUCT_OFFSET (WeftComponent, area_mm2) },
    { "ports", G_STRUCT_OFFSET (WeftComponent, ports) },
    { "port_gbps", G_STRUCT_OFFSET (WeftComponent, port_bw_bytes_s) },
    { "capacity_gb", G_STRUCT_OFFSET (WeftComponent, capacity_bytes) },
    { "length_max_m", G_STRUCT_OFFSET (WeftComponent, length_max_m) },
    { "limit_kw", G_STRUCT_OFFSET (WeftComponent, limit_w) },
  };
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  guint n_nulls = 0;

  for (guint i = 0; i < weft_component_count (catalog); i++)
    {
      const WeftComponent *component = weft_component_at (catalog, i);
      g_autoptr (GPtrArray) keys = weft_record_list_keys (component->record);

      for (guint j = 0; j < keys->len; j++)
        {
          WeftValue value;

          g_assert_true (weft_record_lookup (component->record, keys->pdata[j], &value));
          g_assert_cmpstr (value.provenance->source, !=, "");
          if (component->is_range && value.provenance->confidence != WEFT_CONFIDENCE_DERIVED)
            g_assert_cmpint (value.provenance->confidence, ==, WEFT_CONFIDENCE_ASSUMED);
          n_nulls += JSON_NODE_HOLDS_NULL (value.node) ? 1 : 0;
        }
      for (guint j = 0; j < G_N_ELEMENTS (fields); j++)
        g_assert_true (isnan (G_STRUCT_MEMBER (double, component, fields[j].offset))
                       == isnan (number (component, fields[j].key)));
    }

  g_assert_cmpuint (n_nulls, >, 200);
}

static void
test_resolved (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  const WeftComponent *part = find (catalog, "qm9700");

  g_assert_cmpint (part->level, ==, WEFT_LEVEL_CLUSTER);
  g_assert_cmpint (part->type, ==, WEFT_COMPONENT_VERTEX);
  g_assert_cmpfloat (part->ports, ==, 64);
  g_assert_cmpfloat (part->port_bw_bytes_s, ==, 50e9);
  g_assert_cmpfloat (part->bw_bytes_s, ==, 50e9);
  g_assert_cmpfloat (part->latency_s, ==, 250e-9);
  g_assert_cmpfloat (part->cost_usd, ==, 36000);
  g_assert_true (isnan (part->cost_rcu) && isnan (part->overhead_s) && isnan (part->peak_flops));

  /* A module stands at each end of a link, a cable has both. */
  part = find (catalog, "dr4-400g");
  g_assert_cmpint (part->medium, ==, WEFT_MEDIUM_TRANSCEIVER);
  g_assert_cmpfloat (part->active_w, ==, 18);
  g_assert_cmpfloat (part->cost_usd, ==, 1400);
  part = find (catalog, "aec-400g");
  g_assert_cmpint (part->medium, ==, WEFT_MEDIUM_AEC);
  g_assert_cmpfloat (part->active_w, ==, 10);
  g_assert_cmpfloat (part->bw_bytes_s, ==, 50e9);
  g_assert_cmpstr (part->bw_per, ==, "port");
  g_assert_cmpfloat (part->length_max_m, ==, 7);

  /* Both directions are halved, no limit is infinite, a range is taken at its upper end. */
  g_assert_cmpfloat (find (catalog, "Link.UCIe_2.0")->bw_bytes_s, ==, 64e9);
  g_assert_cmpfloat (find (catalog, "ucie-standard-x16")->bw_bytes_s, ==, 64e9);
  g_assert_cmpfloat (find (catalog, "Link.TSV")->bw_bytes_s, ==, INFINITY);
  g_assert_cmpfloat (find (catalog, "Link.TSV")->latency_s, ==, 1e-9);
  g_assert_cmpfloat (find (catalog, "Switch.OCS_Core")->latency_s, ==, 1e-9);
  g_assert_cmpfloat (find (catalog, "Switch.OCS_Core")->reconfig_s, ==, 2e-3);
  g_assert_cmpfloat (find (catalog, "Link.AEC_Cable")->active_w, ==, 10);
  /* What a design chooses is not chosen yet; a lower bound alone says nothing of the draw. */
  g_assert_true (isnan (find (catalog, "Mem.HBM4_Stack")->capacity_bytes));
  g_assert_true (isnan (find (catalog, "Switch.NVLink_Tray")->active_w));
  g_assert_true (isnan (find (catalog, "Link.AEC_Cable")->bw_bytes_s));
  g_assert_true (find (catalog, "die-dense-tensor")->scales_with_peak);

  part = find (catalog, "rack-nvl72");
  g_assert_cmpint (part->type, ==, WEFT_COMPONENT_RACK);
  g_assert_cmpfloat (part->limit_w, ==, 132000);
  g_assert_cmpfloat (part->u_space, ==, 48);
  g_assert_cmpstr (part->cooling, ==, "liquid");
}

static void
test_range (void)
{
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  double least, most;

  g_assert_true (weft_component_get_range (find (catalog, "Die.Dense_Tensor"), "peak_tflops",
                                           &least, &most));
  g_assert_cmpfloat (least, ==, 800e12);
  g_assert_cmpfloat (most, ==, 2000e12);
  g_assert_true (weft_component_get_range (find (catalog, "Switch.NVLink_Tray"), "active_w",
                                           &least, &most));
  g_assert_cmpfloat (least, ==, 800);
  g_assert_cmpfloat (most, ==, INFINITY);
  g_assert_false (weft_component_get_range (find (catalog, "Link.TSV"), "ports", &least, &most));
  g_assert_false (weft_component_get_range (find (catalog, "Link.TSV"), "colour", &least, &most));
}

static void
test_lists (void)
{
  static const struct
  {
    WeftLevel level;
    WeftComponentType type;
    const char *entity;
    guint n;
  } cases[] = {
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_ANY, NULL, 148 },
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_TEMPLATE, NULL, 15 },
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_TEMPLATE, "Topo.Multi_Plane", 2 },
    { WEFT_LEVEL_RACK, WEFT_COMPONENT_TEMPLATE, "Topo.Multi_Plane", 1 },
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_CDU, NULL, 3 },
    { WEFT_LEVEL_CLUSTER, WEFT_COMPONENT_CDU, NULL, 1 },
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_RACK, NULL, 9 },
    { WEFT_LEVEL_RACK, WEFT_COMPONENT_LINK, "Link.DAC_Copper", 5 },
    { WEFT_LEVEL_NODE, WEFT_COMPONENT_LINK, "Link.DAC_Copper", 0 },
    { WEFT_LEVEL_ANY, WEFT_COMPONENT_ANY, "link.dac_copper", 0 },
  };
  g_autoptr (WeftCatalog) catalog = load_shipped ();
  g_autoptr (GPtrArray) planes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) found = weft_component_list (catalog, cases[i].level, cases[i].type,
                                                         cases[i].entity);

      g_assert_cmpuint (found->len, ==, cases[i].n);
    }
  /* The one entity that stands at two levels has a range at each. */
  planes = weft_component_list (catalog, WEFT_LEVEL_ANY, WEFT_COMPONENT_ANY, "Topo.Multi_Plane");
  for (guint i = 0; i < planes->len; i++)
    g_assert_true (weft_component_find_range (catalog, planes->pdata[i]) == planes->pdata[i]);
  g_assert_null (weft_component_find (catalog, "Topo.Multi_Plane"));
  g_assert_cmpstr (find (catalog, "TOPO dragonfly")->id, ==, "topo-dragonfly");
}

static void
test_words (void)
{
  WeftLevel level;
  WeftComponentType type;
  WeftMedium medium;

  for (guint i = WEFT_LEVEL_PACKAGE; i <= WEFT_LEVEL_CLUSTER; i++)
    g_assert_true (weft_level_parse (weft_level_nick (i), &level) && level == i);
  for (guint i = WEFT_COMPONENT_VERTEX; i <= WEFT_COMPONENT_POWER_SHELF; i++)
    g_assert_true (weft_component_type_parse (weft_component_type_nick (i), &type) && type == i);
  for (guint i = WEFT_MEDIUM_SILICON; i <= WEFT_MEDIUM_CPO; i++)
    g_assert_true (weft_medium_parse (weft_medium_nick (i), &medium) && medium == i);
  g_assert_false (weft_level_parse ("pod", &level));
  g_assert_false (weft_component_type_parse ("", &type));
  g_assert_false (weft_medium_parse ("wireless", &medium));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/component/table-10", test_table_10);
  g_test_add_func ("/catalog/component/products", test_products);
  g_test_add_func ("/catalog/component/outside", test_outside);
  g_test_add_func ("/catalog/component/values", test_values);
  g_test_add_func ("/catalog/component/resolved", test_resolved);
  g_test_add_func ("/catalog/component/range", test_range);
  g_test_add_func ("/catalog/component/lists", test_lists);
  g_test_add_func ("/catalog/component/words", test_words);

  return g_test_run ();
}
