/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Machines as networks: ways that cost what the mapper says of them, cables and planes that count together, domains,
 * switches that reduce, and what is assumed or refused. */
#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-mapped.h"

typedef struct
{
  WeftFlat *flat;
  WeftPlatform *platform;
  WeftSimNetwork *network;
} Case;

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->network, weft_sim_network_unref);
  g_clear_pointer (&self->platform, weft_platform_unref);
  g_clear_pointer (&self->flat, weft_flat_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static void
case_take (Case *self, WeftFlat *flat)
{
  g_autoptr (GError) error = NULL;

  self->flat = flat;
  self->platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  self->network = weft_sim_network_from_flat (flat, fixture_get_inventory (), self->platform->device,
                                              self->platform->n_devices, &error);
  g_assert_no_error (error);
}

static void
case_load (Case *self, const char *system)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", system, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  WeftFlat *flat;

  g_assert_no_error (error);
  flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  case_take (self, flat);
}

typedef struct
{
  double latency_s;
  double bw_bytes_s;
  guint n_links;
} Way;

static Way
find_way (const WeftSimNetwork *network, guint32 from, guint32 to, guint64 flow)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  Way way = { 0, INFINITY, 0 };
  guint32 at = from;

  g_assert_true (network->route (network->router, from, to, flow, links));
  for (guint i = 0; i < links->len; i++)
    {
      guint32 link = g_array_index (links, guint32, i);

      g_assert_cmpuint (network->from[link], ==, at);
      at = network->to[link];
      way.latency_s += network->latency_s[link] + network->overhead_s[link];
      way.bw_bytes_s = MIN (way.bw_bytes_s, network->bw_bytes_s[link]);
      way.n_links += network->bw_bytes_s[link] < INFINITY;
    }
  g_assert_cmpuint (at, ==, to);
  return way;
}

/* Each pair, or with many devices some of them, as the mapper sees it. Where flows keep to one of several ways the
 * mapper counts all of them, so that its rate may be more; between accelerators and processors, on a way that no rule
 * knows, the mapper counts one plane of all. */
static void
assert_as_mapper (const Case *self, gboolean has_flows)
{
  guint n = self->platform->n_devices;
  guint step = MAX (1, n / 40);

  for (guint i = 0; i < n; i += step)
    for (guint k = 0; k < n; k += step)
      {
        const WeftLink *link = &self->platform->links[self->platform->link_of[(gsize) i * n + k]];
        Way way = find_way (self->network, self->platform->device[i], self->platform->device[k], 0);

        if (i == k)
          continue;
        g_assert_cmpfloat_with_epsilon (way.latency_s, link->alpha_s, 1e-15);
        if (has_flows)
          g_assert_cmpfloat (way.bw_bytes_s, <=, link->bw_bytes_s * (1 + 1e-12));
        else if (self->platform->class_of[i] == 0 && self->platform->class_of[k] == 0)
          g_assert_cmpfloat_with_epsilon (way.bw_bytes_s, link->bw_bytes_s, 1e-3);
      }
}

/* --- the mapper's costs --- */

static void
test_systems (void)
{
  static const struct
  {
    const char *name;
    gboolean has_flows;
  } systems[] = {
    { "chase-llm.weft", FALSE },   { "chase-mixed.weft", TRUE }, { "h100-nvl64.weft", FALSE },
    { "nvl72.weft", FALSE },       { "helios.weft", FALSE },     { "superpod-h100-unit.weft", TRUE },
    { "el-capitan-cabinet.weft", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (systems); i++)
    {
      g_auto (Case) at = { 0 };

      g_test_message ("%s", systems[i].name);
      case_load (&at, systems[i].name);
      assert_as_mapper (&at, systems[i].has_flows);
    }
}

/* A message in a torus of chips starts once, however many chips hand it on. */
static void
test_torus (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (WeftGraph) graph
    = fixture_node ("'items':[{'id':'tpu','chip':'TPU7x','count':16}],'links':[{'from':'tpu','to':'tpu',"
                    "'wiring':{'generator':'torus','params':{'dims':[4,4]}},'fabric':'ici-v7'}]");

  case_take (&at, fixture_flat (graph));
  assert_as_mapper (&at, FALSE);
  g_assert_cmpuint (find_way (at.network, 0, 10, 0).n_links, ==, 4);
}

/* --- one by one --- */

/* Nine switch trays, two NVLinks of 50 GB/s to each: a message goes over all of them. */
static void
test_planes (void)
{
  g_auto (Case) at = { 0 };
  Way way;
  guint32 n_hubs = 0;

  case_load (&at, "nvl72.weft");
  way = find_way (at.network, at.platform->device[0], at.platform->device[7], 3);
  g_assert_cmpuint (way.n_links, ==, 2);
  g_assert_cmpfloat (way.bw_bytes_s, ==, 900e9);
  for (guint32 d = 0; d < at.network->n_nodes; d++)
    {
      guint n = 0;

      for (guint32 k = 0; k < at.network->n_links; k++)
        n += at.network->from[k] == d;
      n_hubs += n > 0 && at.flat->kinds[d] == WEFT_DEVICE_SWITCH;
    }
  /* The trays as one, and the switch beside the rack. */
  g_assert_cmpuint (n_hubs, ==, 2);
}

/* Rails are no planes: GPU 1 of each host has a leaf of its own, and the leaves have spines to choose from. */
static void
test_rails (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (GHashTable) spines = g_hash_table_new (NULL, NULL);

  case_load (&at, "superpod-h100-unit.weft");
  g_assert_cmpuint (find_way (at.network, 0, 1, 0).n_links, ==, 2);
  for (guint64 flow = 0; flow < 64; flow++)
    {
      g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

      g_assert_true (at.network->route (at.network->router, at.platform->device[0], at.platform->device[9], flow,
                                        links));
      g_assert_cmpuint (links->len, ==, 4);
      g_hash_table_add (spines, GUINT_TO_POINTER (at.network->to[g_array_index (links, guint32, 1)]));
    }
  g_assert_cmpuint (g_hash_table_size (spines), ==, 4);
}

static void
test_domains (void)
{
  g_auto (Case) racks = { 0 };
  g_auto (Case) hosts = { 0 };

  case_load (&racks, "nvl72.weft");
  for (guint r = 0; r < racks.network->n_ranks; r++)
    g_assert_cmpuint (racks.network->domain_of_rank[r], ==, 0);
  case_load (&hosts, "superpod-h100-unit.weft");
  for (guint r = 0; r < hosts.network->n_ranks; r++)
    g_assert_cmpuint (hosts.network->domain_of_rank[r], ==, r / 8);
}

/* NVLink 5 and InfiniBand XDR reduce in their switches, links over Ethernet do not. */
static void
test_reduction (void)
{
  g_auto (Case) nvl = { 0 };
  g_auto (Case) helios = { 0 };

  case_load (&nvl, "nvl72.weft");
  case_load (&helios, "helios.weft");
  for (guint32 k = 0; k < nvl.network->n_links; k++)
    if (nvl.flat->kinds[nvl.network->from[k]] == WEFT_DEVICE_SWITCH)
      g_assert_true (nvl.network->is_switch[nvl.network->from[k]]);
  for (guint32 d = 0; d < helios.network->n_nodes; d++)
    g_assert_false (helios.network->is_switch[d]);
}

/* Two bundles of cables between the same two are one link of all of them. */
static void
test_parallel (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (WeftGraph) graph
    = fixture_node ("'items':[{'id':'a','chip':'H100'},{'id':'b','chip':'H100'}],'links':["
                    "{'from':'a','to':'b','wiring':'all','component':'nvlink4-link','fabric':'NVLink4','channels':4},"
                    "{'from':'a','to':'b','wiring':'all','component':'nvlink4-link','fabric':'NVLink4','channels':2}]");
  Way way;

  case_take (&at, fixture_flat (graph));
  way = find_way (at.network, 0, 1, 0);
  g_assert_cmpuint (way.n_links, ==, 1);
  g_assert_cmpfloat (way.bw_bytes_s, ==, 150e9);
}

/* --- assumed and refused --- */

static void
test_unknown_rate (void)
{
  g_autoptr (WeftGraph) graph
    = fixture_node ("'items':[{'id':'a','chip':'H100','count':2},{'id':'b','chip':'H100','count':2}],'links':["
                    "{'from':'a[0]','to':'a[1]','wiring':'all','component':'nvlink4-link','fabric':'NVLink4'},"
                    "{'from':'b[0]','to':'b[1]','wiring':'all'}]");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimNetwork) network = NULL;
  const guint32 devices[] = { 0, 1, 2, 3 };
  g_autofree char *notes = NULL;

  network = weft_sim_network_from_flat (flat, fixture_get_inventory (), devices, 4, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (find_way (network, 2, 3, 0).bw_bytes_s, ==, 25e9);
  notes = g_strjoinv ("\n", network->notes);
  g_assert_nonnull (strstr (notes, "The rate of the links “n: b[0] → b[1]” is not known"));
}

static void
test_refused (void)
{
  g_autoptr (WeftGraph) graph
    = fixture_node ("'items':[{'id':'a','chip':'H100','count':2}],'links':[{'from':'a[0]','to':'a[1]','wiring':'all'}]");
  g_autoptr (WeftFlat) flat = fixture_flat (graph);
  g_autoptr (GError) error = NULL;
  const guint32 devices[] = { 0, 7 };

  g_assert_null (weft_sim_network_from_flat (flat, fixture_get_inventory (), devices, 1, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (weft_sim_network_from_flat (flat, fixture_get_inventory (), devices, 2, &error));
  g_assert_nonnull (strstr (error->message, "rank 1 stands on device 7, but the machine has 2 devices"));
}

/* --- ranks on chips --- */

static WeftSimTrace *
make_trace (guint32 n_ranks)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("ranks", n_ranks);
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace;

  weft_sim_builder_add_compute (builder, 0, 0, NULL, NULL, 0, 1, 0, NULL);
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_no_error (error);
  return trace;
}

/* 72 GPUs and 36 processors: ranks are put on GPUs as long as there are some. */
static void
test_place (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (WeftSimTrace) few = make_trace (72);
  g_autoptr (WeftSimTrace) all = make_trace (108);
  g_autoptr (WeftSimTrace) many = make_trace (109);
  g_autofree guint32 *gpus = NULL;
  g_autofree guint32 *chips = NULL;
  g_autoptr (GError) error = NULL;

  case_load (&at, "nvl72.weft");
  gpus = weft_sim_place_ranks (few, at.flat, &error);
  g_assert_no_error (error);
  for (guint r = 1; r < 72; r++)
    {
      g_assert_cmpuint (gpus[r], >, gpus[r - 1]);
      g_assert_cmpuint (at.flat->parts[gpus[r]], ==, at.flat->parts[gpus[0]]);
    }
  chips = weft_sim_place_ranks (all, at.flat, &error);
  g_assert_no_error (error);
  for (guint r = 0; r < 108; r++)
    g_assert_cmpuint (chips[r], ==, at.platform->device[r]);
  g_assert_null (weft_sim_place_ranks (many, at.flat, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "109 ranks"));
  g_assert_nonnull (strstr (error->message, "108 chips"));
}

/* Places that a trace names count when all of them are chips. */
static void
test_named_places (void)
{
  g_auto (Case) at = { 0 };
  g_autoptr (WeftSimTrace) trace = make_trace (2);
  g_autofree guint32 *named = NULL;
  g_autofree guint32 *other = NULL;

  case_load (&at, "chase-llm.weft");
  trace->rank_device = g_new (guint32, 2);
  trace->rank_device[0] = at.platform->device[5];
  trace->rank_device[1] = at.platform->device[3];
  named = weft_sim_place_ranks (trace, at.flat, NULL);
  g_assert_cmpuint (named[0], ==, at.platform->device[5]);
  g_assert_cmpuint (named[1], ==, at.platform->device[3]);
  trace->rank_device[1] = at.flat->n_devices;
  other = weft_sim_place_ranks (trace, at.flat, NULL);
  g_assert_cmpuint (other[0], !=, at.platform->device[5]);
}

/* Every link of the machine is a part of one that has the rate of all its parts; of no other network any is. */
static void
test_machine_links (void)
{
  g_auto (Case) self = { 0 };
  g_autoptr (WeftSimNetwork) other = weft_sim_network_new ("Other", 1, 1, 1);
  g_autofree double *rate = NULL;
  const guint32 *links;
  guint32 n = 0, n_known = 0;

  case_load (&self, "h100-nvl64.weft");
  links = weft_sim_network_machine_links (self.network, &n);
  g_assert_cmpuint (n, ==, self.flat->n_links);
  rate = g_new0 (double, self.network->n_links);
  for (guint32 k = 0; k < n; k++)
    {
      g_assert_cmpuint (links[k], <, self.network->n_links);
      rate[links[k]] += weft_flat_link_bw_bytes_s (self.flat, k);
    }
  for (guint32 l = 0; l < self.network->n_links; l++)
    if (isfinite (self.network->bw_bytes_s[l]) && isfinite (rate[l]))
      {
        g_assert_cmpfloat_with_epsilon (rate[l] / self.network->bw_bytes_s[l], 1, 1e-9);
        n_known++;
      }
  g_assert_cmpuint (n_known, >=, 100);
  g_assert_null (weft_sim_network_machine_links (other, &n));
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/systems", test_systems);
  g_test_add_func ("/network/torus", test_torus);
  g_test_add_func ("/network/planes", test_planes);
  g_test_add_func ("/network/rails", test_rails);
  g_test_add_func ("/network/domains", test_domains);
  g_test_add_func ("/network/reduction", test_reduction);
  g_test_add_func ("/network/parallel", test_parallel);
  g_test_add_func ("/network/unknown-rate", test_unknown_rate);
  g_test_add_func ("/network/refused", test_refused);
  g_test_add_func ("/network/place", test_place);
  g_test_add_func ("/network/named-places", test_named_places);
  g_test_add_func ("/network/machine-links", test_machine_links);
  return g_test_run ();
}
