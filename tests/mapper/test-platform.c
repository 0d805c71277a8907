/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Platforms of machines: what pairs cost by hand, classes of pairs that cost what each pair costs by itself, and what
 * is assumed, left out or refused. */
#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "mapper/weft-way-cost-private.h"

/* A node of H100, @rest after its items. (transfer full) */
static WeftPlatform *
make_node (const char *inside, GPtrArray *notes, GError **error)
{
  g_autoptr (WeftGraph) graph = fixture_node (inside);
  g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), error);

  g_assert_nonnull (flat);
  return weft_platform_from_flat (flat, fixture_get_inventory (), notes, NULL, error);
}

static void
assert_link (const WeftPlatform *platform, guint from, guint to, double alpha_s, double bw_bytes_s)
{
  const WeftLink *link = &platform->links[platform->link_of[from * platform->n_devices + to]];

  g_assert_cmpfloat_with_epsilon (link->alpha_s, alpha_s, 1e-15);
  g_assert_cmpfloat_with_epsilon (link->bw_bytes_s, bw_bytes_s, 1e-3);
}

static WeftFlat *
load_system (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  WeftFlat *flat;

  g_assert_no_error (error);
  flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  return flat;
}

/* --- by hand --- */

static void
test_hosts (void)
{
  g_autoptr (WeftFlat) flat = load_system ("chase-llm.weft");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform
    = weft_platform_from_flat (flat, fixture_get_inventory (), notes, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (platform->n_devices, ==, 40);
  g_assert_cmpuint (platform->n_classes, ==, 2);
  g_assert_cmpuint (platform->n_links, ==, 2);
  g_assert_cmpuint (platform->class_size[0], ==, 16);
  g_assert_cmpfloat (platform->capacity_bytes[0], ==, 141e9);
  g_assert_cmpfloat (platform->capacity_bytes[platform->class_of[39]], ==, 80e9);
  g_assert_cmpstr (platform->device_name[0], ==, "H200 > Host 1 > GPU 1");
  /* Two NVLinks and the switch, 300 ns each; 18 cables of 25 GB/s. */
  assert_link (platform, 0, 7, 900e-9, 450e9);
  /* Two cables of 50 ns and a leaf of 250 ns are what the profile's 1.6 us has in it. */
  assert_link (platform, 0, 8, 1600e-9, 50e9);
  assert_link (platform, 39, 0, 1600e-9, 50e9);
  g_assert_cmpfloat_with_epsilon (platform->mean_latency_s, (280 * 0.9 + 1280 * 1.6) / 1560 * 1e-6, 1e-15);
  g_assert_cmpuint (notes->len, ==, 2);
}

/* A transfer goes over all nine switches at once. */
static void
test_planes (void)
{
  g_autoptr (WeftFlat) flat = load_system ("h100-nvl64.weft");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);

  g_assert_no_error (error);
  /* The first tray is GPU 1 to 4, then two processors. */
  assert_link (platform, 0, 6, 900e-9, 450e9);
  assert_link (platform, 0, 4, 350e-9, 16 * 3.94e9);
  /* From processor to processor over two GPUs: the narrowest is one cable of the one plane that is taken. */
  assert_link (platform, 4, 10, 1600e-9, 50e9);
}

/* More switches on the way than usual add their time; of two kinds side by side the faster one is taken. */
static void
test_ways (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) both = make_node (
    "'items':[{'id':'gpu','chip':'H100','count':8},{'id':'sw','component':'hgx-h100-switches'},"
    "{'id':'leaf','component':'qm9700'}],'links':[{'from':'gpu','to':'leaf','wiring':'all','component':'dr4-400g',"
    "'fabric':'IB-NDR'},{'from':'gpu','to':'sw','wiring':'all','component':'nvlink4-link','channels':18,"
    "'fabric':'NVLink4'}]", NULL, &error);
  g_autoptr (WeftPlatform) long_way = make_node (
    "'items':[{'id':'gpu','chip':'H100','count':2},{'id':'leaf','component':'qm9700','count':2},"
    "{'id':'spine','component':'qm9700'}],'links':[{'from':'gpu','to':'leaf','wiring':'each','component':'dr4-400g',"
    "'fabric':'IB-NDR'},{'from':'leaf','to':'spine','wiring':'all','component':'dr4-400g','fabric':'IB-NDR'}]",
    NULL, &error);

  g_assert_no_error (error);
  for (guint i = 1; i < 8; i++)
    assert_link (both, 0, i, 900e-9, 450e9);
  assert_link (long_way, 0, 1, 1600e-9 + 2 * 50e-9 + 2 * 250e-9, 50e9);
}

/* --- classes of pairs --- */

static void
assert_classes_hold (const char *name, WeftFlat *flat)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  g_autoptr (WeftWayCosts) ways = weft_way_costs_new (flat, fixture_get_inventory ());
  guint n, step;

  g_assert_no_error (error);
  n = platform->n_devices;
  /* Every pair of machines with up to 200 chips, else as many of them, spread by a step prime to their number. */
  step = n <= 200 ? 1 : n * n / 39989 + 1;
  while (step > 1 && (n % step == 0 || step % 2 == 0 || step % 3 == 0))
    step++;
  for (gsize at = 0; at < (gsize) n * n; at += step)
    {
      guint from = at / n, to = at % n;
      WeftLink cost;

      if (from == to)
        continue;
      weft_way_costs_pair (ways, platform->device[from], platform->device[to], &cost, &error);
      g_assert_no_error (error);
      g_assert_true (isfinite (cost.alpha_s) && cost.bw_bytes_s > 0);
      if (cost.alpha_s != platform->links[platform->link_of[at]].alpha_s
          || cost.bw_bytes_s != platform->links[platform->link_of[at]].bw_bytes_s)
        g_error ("%s: %s to %s: %g s and %g B/s by itself, %g and %g by its class", name, platform->device_name[from],
                 platform->device_name[to], cost.alpha_s, cost.bw_bytes_s,
                 platform->links[platform->link_of[at]].alpha_s, platform->links[platform->link_of[at]].bw_bytes_s);
    }
}

static void
test_classes (void)
{
  static const char *const names[] = {
    "al128.weft", "chase-llm.weft", "chase-mixed.weft", "cloudmatrix-384.weft", "el-capitan-cabinet.weft",
    "h100-4-by-32.weft", "h100-nvl64.weft", "h100-nvl72.weft", "h100-reference.weft", "helios.weft",
    "iter33-racks.weft", "iter33.weft", "mi350x-air-rack.weft", "nvl72.weft", "superpod-h100-unit.weft",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (WeftFlat) flat = load_system (names[i]);

      assert_classes_hold (names[i], flat);
    }
}

/* Networks with coordinates, and parts of parts that differ in where they hang. */
static void
test_classes_of_networks (void)
{
  static const char *const insides[] = {
    "'items':[{'id':'a','chip':'H100','count':60}],'links':[{'from':'a','to':'a','wiring':{'torus':[3,4,5]},"
    "'component':'nvlink4-link'}]",
    "'items':[{'id':'a','chip':'H100','count':9}],'links':[{'from':'a','to':'a','wiring':'ring',"
    "'component':'nvlink4-link','channels':2}]",
    "'items':[{'id':'a','chip':'H100','count':72},{'id':'s','component':'slingshot-rosetta','count':36}],"
    "'links':[{'from':'a','to':'s','wiring':{'generator':'dragonfly','params':{'a':4,'h':2,'p':2,'g':9}},"
    "'fabric':'slingshot11'}]",
    /* Three on one leaf, two on the other, one chip on both. */
    "'items':[{'id':'a','chip':'H100','count':3},{'id':'b','chip':'H100','count':2},{'id':'c','chip':'H200'},"
    "{'id':'s','component':'qm9700','count':2},{'id':'t','component':'qm9700'}],"
    "'links':[{'from':'a','to':'s[0]','wiring':'all','component':'dr4-400g'},"
    "{'from':'b','to':'s[1]','wiring':'all','component':'dr8-800g'},"
    "{'from':'c','to':'s','wiring':'all','component':'dr4-400g','channels':3},"
    "{'from':'s','to':'t','wiring':'all','component':'dr4-400g','channels':4}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (insides); i++)
    {
      g_autoptr (WeftGraph) graph = fixture_node (insides[i]);
      g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), NULL);

      assert_classes_hold (insides[i], flat);
    }
}

static void
test_same_again (void)
{
  g_autoptr (WeftFlat) flat = load_system ("superpod-h100-unit.weft");
  g_autoptr (WeftPlatform) a = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, NULL);
  g_autoptr (WeftPlatform) b = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, NULL);

  g_assert_cmpmem (a->link_of, 256 * 256 * sizeof *a->link_of, b->link_of, 256 * 256 * sizeof *b->link_of);
  g_assert_cmpmem (a->links, a->n_links * sizeof *a->links, b->links, b->n_links * sizeof *b->links);
}

/* --- what is not known --- */

static gboolean
has_note (GPtrArray *notes, const char *part)
{
  for (guint i = 0; i < notes->len; i++)
    if (strstr (notes->pdata[i], part) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_open_cables (void)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  /* Seven cables of a chip share its 450 GB/s; the fabric's start-up time is all there is. */
  g_autoptr (WeftPlatform) platform = make_node (
    "'items':[{'id':'gpu','chip':'H100','count':8}],"
    "'links':[{'from':'gpu','to':'gpu','wiring':'all','fabric':'NVLink4'}]", notes, &error);

  g_assert_no_error (error);
  /* The fabric's usual cable has 300 ns; its start-up time of 380 ns is less than its usual parts take. */
  assert_link (platform, 0, 5, 300e-9, 450e9 / 7);
  g_assert_true (has_note (notes, "gpu → gpu"));
}

static void
test_beside (void)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform = make_node (
    "'items':[{'id':'gpu','chip':'H100','count':4},{'id':'leaf','component':'qm9700','count':2}],"
    "'links':[{'from':'gpu','to':'leaf','wiring':'each','component':'dr4-400g'},"
    "{'from':'leaf','to':'leaf','wiring':'all'}]", notes, &error);

  g_assert_no_error (error);
  assert_link (platform, 0, 1, 2 * 50e-9 + 250e-9, 50e9);
  assert_link (platform, 0, 2, 3 * 50e-9 + 2 * 250e-9, 50e9);
  g_assert_true (has_note (notes, "leaf → leaf"));
}

static void
test_unknown_rate (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform = make_node (
    "'items':[{'id':'gpu','chip':'H100','count':2}],'links':[{'from':'gpu','to':'gpu','wiring':'all'}]", NULL, &error);

  g_assert_null (platform);
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN_COST);
  g_assert_nonnull (strstr (error->message, "gpu → gpu"));
}

static void
test_parts (void)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) platform = make_node (
    "'items':[{'id':'cpu','chip':'epyc-9654','count':2},{'id':'gpu','chip':'H100','count':3}],"
    "'links':[{'from':'gpu','to':'gpu','wiring':'all','component':'nvlink4-link'},"
    "{'from':'cpu','to':'cpu','wiring':'all','component':'pcie5-lane'}]", notes, &error);
  g_autoptr (WeftPlatform) one = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (platform->n_devices, ==, 3);
  g_assert_true (has_note (notes, "CPU 1, CPU 2"));

  one = make_node ("'items':[{'id':'gpu','chip':'H100'}]", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (one->n_devices, ==, 1);
  g_assert_cmpfloat (one->mean_latency_s, ==, 0);
  g_assert_cmpfloat (weft_platform_comm_s (one, 0, 0, 1e9), ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPlatform) none = make_node ("'items':[{'id':'sw','component':'qm9700'}]", NULL, &error);
  g_autoptr (WeftFlat) large = load_system ("hundred-thousand.weft");
  g_autoptr (WeftFlat) small = load_system ("chase-llm.weft");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_assert_null (none);
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE);
  g_clear_error (&error);
  g_assert_null (weft_platform_from_flat (large, fixture_get_inventory (), NULL, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "100800"));
  g_assert_nonnull (strstr (error->message, "4096"));
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_platform_from_flat (small, fixture_get_inventory (), NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_designs (void)
{
  g_autoptr (WeftDesign) unknown = fixture_design (
    "{\"name\":\"x\",\"partitions\":[{\"chip\":\"Z9\",\"role\":\"general\",\"power_frac\":1,"
    "\"scaleup\":\"NVLink4\",\"scaleout\":\"IB-NDR\"}]}");
  g_autoptr (WeftDesign) empty = weft_design_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_machine_flatten (unknown, fixture_get_inventory (), &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "Z9"));
  g_clear_error (&error);
  g_assert_null (weft_machine_flatten (empty, fixture_get_inventory (), &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/platform/hosts", test_hosts);
  g_test_add_func ("/platform/planes", test_planes);
  g_test_add_func ("/platform/ways", test_ways);
  g_test_add_func ("/platform/classes", test_classes);
  g_test_add_func ("/platform/classes-of-networks", test_classes_of_networks);
  g_test_add_func ("/platform/same-again", test_same_again);
  g_test_add_func ("/platform/open-cables", test_open_cables);
  g_test_add_func ("/platform/beside", test_beside);
  g_test_add_func ("/platform/unknown-rate", test_unknown_rate);
  g_test_add_func ("/platform/parts", test_parts);
  g_test_add_func ("/platform/refused", test_refused);
  g_test_add_func ("/platform/designs", test_designs);
  return g_test_run ();
}
