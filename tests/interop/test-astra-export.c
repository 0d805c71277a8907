/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is simulated, as ASTRA-sim's files and as a platform of SimGrid: read back it is the same, and what they cannot say
 * is said. */

#include "../design/graph-fixture.h"
#include "astra-fixture.h"
#include "interop/weft-astra-export.h"
#include "interop/weft-simgrid.h"
#include "mapper/weft-machine-platform.h"
#include "sim/weft-sim-examples.h"
#include "sim/weft-sim-mapped.h"

static void
expect_same_network (const WeftSimNetwork *one, const WeftSimNetwork *other)
{
  g_assert_cmpuint (one->n_ranks, ==, other->n_ranks);
  g_assert_cmpuint (one->n_nodes, ==, other->n_nodes);
  g_assert_cmpuint (one->n_links, ==, other->n_links);
  for (guint32 i = 0; i < one->n_links; i++)
    {
      g_assert_cmpuint (one->from[i], ==, other->from[i]);
      g_assert_cmpuint (one->to[i], ==, other->to[i]);
      g_assert_cmpfloat (one->bw_bytes_s[i], ==, other->bw_bytes_s[i]);
      g_assert_cmpfloat_with_epsilon (one->latency_s[i], other->latency_s[i], 1e-18);
    }
}

static char *
text_of (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* --- networks --- */

static void
test_round_trip (void)
{
  static const char *const texts[] = {
    "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
    "topology: [ Ring ]\nnpus_count: [ 4 ]\nbandwidth: [ 33.3 ]\nlatency: [ 0 ]\n",
    "topology: [ Switch ]\nnpus_count: [ 64 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
    "topology: [ Switch ]\nnpus_count: [ 2 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
    "topology: [ FullyConnected ]\nnpus_count: [ 8 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
    "topology: [ FullyConnected ]\nnpus_count: [ 2 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n",
    "topology: [ Ring, Switch ]\nnpus_count: [ 4, 2 ]\nbandwidth: [ 50, 25 ]\nlatency: [ 500, 1000 ]\n",
    "topology: [ Ring, Ring, Ring ]\nnpus_count: [ 4, 5, 6 ]\nbandwidth: [ 50, 25, 12.5 ]\nlatency: [ 1, 2, 3 ]\n",
    "topology: [ Switch, Ring, FullyConnected ]\nnpus_count: [ 8, 4, 3 ]\nbandwidth: [ 400, 100, 50 ]\n"
    "latency: [ 250, 500, 900 ]\n",
    "topology: [ FullyConnected, FullyConnected ]\nnpus_count: [ 2, 2 ]\nbandwidth: [ 4, 1 ]\nlatency: [ 2, 5 ]\n",
    "topology: [ Switch, Switch ]\nnpus_count: [ 2, 3 ]\nbandwidth: [ 4, 1 ]\nlatency: [ 2, 5 ]\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *path = folder_write (&folder, "network.yml", texts[i]);
      g_autofree char *other = folder_path (&folder, "other.yml");
      g_autoptr (WeftSimNetwork) network = weft_astra_network_read (path, NULL, &folder.error);
      g_autoptr (WeftSimNetwork) again = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (folder.error);
      weft_astra_network_write (network, other, folder.notes, &folder.error);
      g_assert_no_error (folder.error);
      text = text_of (other);
      g_assert_cmpstr (text, ==, texts[i]);
      again = weft_astra_network_read (other, NULL, &folder.error);
      expect_same_network (network, again);
      g_assert_cmpuint (folder.notes->len, ==, 0);
    }
}

typedef struct
{
  guint32 from;
  guint32 to;
  double bw_bytes_s;
  double latency_s;
} Cable;

/* Fewest links. */
static gboolean
way_cb (gpointer router, guint32 from, guint32 to, guint64 flow, GArray *links)
{
  const WeftSimNetwork *self = router;
  g_autofree guint32 *by = g_new (guint32, self->n_nodes);
  g_autofree guint32 *queue = g_new (guint32, self->n_nodes);
  guint32 n = 0;

  for (guint32 i = 0; i < self->n_nodes; i++)
    by[i] = WEFT_SIM_NONE;
  queue[n++] = to;
  /* backwards, so that the links come in their order */
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < self->n_links; k++)
      if (self->to[k] == queue[i] && self->from[k] != to && by[self->from[k]] == WEFT_SIM_NONE)
        {
          by[self->from[k]] = k;
          queue[n++] = self->from[k];
        }
  for (guint32 at = from; at != to; at = self->to[by[at]])
    {
      if (by[at] == WEFT_SIM_NONE)
        return FALSE;
      g_array_append_val (links, by[at]);
    }
  return TRUE;
}

/* Each cable is two links. */
static WeftSimNetwork *
network_of (guint32 n_nodes, guint32 n_ranks, const Cable *cables, guint n)
{
  WeftSimNetwork *network = weft_sim_network_new ("made by hand", n_nodes, 2 * n, n_ranks);

  for (guint i = 0; i < 2 * n; i++)
    {
      const Cable *cable = &cables[i / 2];

      network->from[i] = i % 2 == 0 ? cable->from : cable->to;
      network->to[i] = i % 2 == 0 ? cable->to : cable->from;
      network->bw_bytes_s[i] = cable->bw_bytes_s;
      network->latency_s[i] = cable->latency_s;
    }
  for (guint32 r = 0; r < n_ranks; r++)
    network->node_of_rank[r] = r;
  network->route = way_cb;
  network->router = network;
  return network;
}

static void
refuse_network (const Cable *cables, guint n, guint32 n_nodes, guint32 n_ranks, const char *words)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_path (&folder, "network.yml");
  g_autoptr (WeftSimNetwork) network = network_of (n_nodes, n_ranks, cables, n);

  g_assert_false (weft_astra_network_write (network, path, NULL, &folder.error));
  g_assert_error (folder.error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED);
  if (strstr (folder.error->message, words) == NULL)
    g_error ("“%s” says nothing of “%s”", folder.error->message, words);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_network_refused (void)
{
  const Cable line[] = { { 0, 1, 1e9, 0 }, { 1, 2, 1e9, 0 } };
  const Cable uneven[] = { { 0, 1, 1e9, 0 }, { 1, 2, 2e9, 0 }, { 2, 3, 1e9, 0 }, { 3, 0, 1e9, 0 } };
  const Cable chord[] = { { 0, 1, 1e9, 0 }, { 1, 2, 1e9, 0 }, { 2, 3, 1e9, 0 }, { 3, 4, 1e9, 0 }, { 4, 0, 1e9, 0 },
                          { 1, 3, 1e9, 0 } };
  const Cable apart[] = { { 0, 2, 1e9, 0 }, { 1, 3, 1e9, 0 } };
  const Cable part[] = { { 0, 1, 1e9, 0 } };
  const Cable ring_and_tail[] = { { 0, 1, 1e9, 0 }, { 1, 2, 1e9, 0 }, { 2, 3, 1e9, 0 }, { 3, 0, 1e9, 0 },
                                  { 0, 4, 1e9, 0 }, { 4, 5, 1e9, 0 } };

  refuse_network (line, 2, 3, 3, "no link leads from node 0 to node 2");
  refuse_network (uneven, 4, 4, 4, "the link from node 1 to node 2 has 2e+09 B/s and 0 s, others of its dimension 1e+09");
  refuse_network (chord, 6, 5, 5, "it has 2 links besides these");
  refuse_network (apart, 2, 4, 4, "rank 0 and rank 1 are joined neither by a link nor by a switch");
  refuse_network (ring_and_tail, 6, 6, 6, "the 6 ranks are no product");
  refuse_network (part, 1, 2, 1, "there is one rank");
}

/* Chips with a card each, on one switch; a memory beside it. */
static void
test_cards_and_memories (void)
{
  Cable cables[9];
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_path (&folder, "network.yml");
  g_autoptr (WeftSimNetwork) network = NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 4; i++)
    {
      cables[i] = (Cable) { i, 4 + i, 2 * 1073741824.0, 100e-9 };
      cables[4 + i] = (Cable) { 4 + i, 8, 1073741824.0, 400e-9 };
    }
  cables[8] = (Cable) { 8, 9, 1e9, 1e-6 };
  network = network_of (10, 4, cables, 9);
  network->is_switch = g_new0 (guint8, 10);
  network->is_switch[8] = TRUE;
  network->overhead_s = g_new0 (double, network->n_links);
  for (guint i = 0; i < 4; i++)
    network->overhead_s[2 * i] = 50e-9;
  weft_astra_network_write (network, path, folder.notes, &folder.error);
  g_assert_no_error (folder.error);
  text = text_of (path);
  /* up 150 + 400 ns, down 400 + 100 ns */
  g_assert_cmpstr (text, ==, "topology: [ Switch ]\nnpus_count: [ 4 ]\nbandwidth: [ 1 ]\nlatency: [ 525 ]\n");
  folder_expect_note (&folder, "2 links that no way between two ranks takes");
  folder_expect_note (&folder, "4 places between two links were left out");
  folder_expect_note (&folder, "protocol overhead");
  folder_expect_note (&folder, "half of both");
}

/* --- designs --- */

static WeftSimNetwork *
load_design (const char *name, WeftFlat **flat, WeftPlatform **platform)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_CATALOG_DIR"), "systems", name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);
  g_autofree guint32 *devices = NULL;
  guint32 n = 0;
  WeftSimNetwork *network;

  g_assert_no_error (error);
  *flat = weft_machine_flatten (design, fixture_get_inventory (), &error);
  g_assert_no_error (error);
  *platform = weft_platform_from_flat (*flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  devices = g_new (guint32, (*platform)->n_devices);
  for (guint32 i = 0; i < (*platform)->n_devices; i++)
    if ((*platform)->class_of[i] == (*platform)->class_of[0])
      devices[n++] = (*platform)->device[i];
  network = weft_sim_network_from_flat (*flat, fixture_get_inventory (), devices, n, &error);
  g_assert_no_error (error);
  return network;
}

static void
test_designs (void)
{
  static const struct
  {
    const char *name;
    const char *topology; /* NULL: refused */
    const char *counts;
    const char *note;
  } designs[] = {
    { "nvl72.weft", "topology: [ Switch ]", "npus_count: [ 72 ]", "half of both" },
    { "al128.weft", "topology: [ Switch ]", "npus_count: [ 128 ]", "added to their latency" },
    { "mi350x-air-rack.weft", "topology: [ FullyConnected, Switch ]", "npus_count: [ 8, 8 ]",
      "one switch joins all ranks of dimensions 1 to 2" },
    { "superpod-h100-unit.weft", NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *path = folder_path (&folder, "network.yml");
      g_autoptr (WeftFlat) flat = NULL;
      g_autoptr (WeftPlatform) platform = NULL;
      g_autoptr (WeftSimNetwork) network = load_design (designs[i].name, &flat, &platform);
      g_autofree char *text = NULL;

      if (designs[i].topology == NULL)
        {
          g_assert_false (weft_astra_network_write (network, path, NULL, &folder.error));
          g_assert_error (folder.error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED);
          continue;
        }
      weft_astra_network_write (network, path, folder.notes, &folder.error);
      g_assert_no_error (folder.error);
      text = text_of (path);
      g_assert_nonnull (strstr (text, designs[i].topology));
      g_assert_nonnull (strstr (text, designs[i].counts));
      folder_expect_note (&folder, designs[i].note);
    }
}

/* One message from chip to chip takes as long on the network that was written. */
static void
test_design_times (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_path (&folder, "network.yml");
  g_autoptr (WeftFlat) flat = NULL;
  g_autoptr (WeftPlatform) platform = NULL;
  g_autoptr (WeftSimNetwork) network = load_design ("mi350x-air-rack.weft", &flat, &platform);
  g_autoptr (WeftSimNetwork) written = NULL;
  const guint32 pairs[][2] = { { 0, 1 }, { 3, 6 }, { 0, 8 }, { 5, 61 } };

  weft_astra_network_write (network, path, NULL, &folder.error);
  g_assert_no_error (folder.error);
  written = weft_astra_network_read (path, NULL, &folder.error);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      WeftSimNetwork *const both[] = { network, written };
      double time_s[2] = { 0, 0 };

      for (guint k = 0; k < 2; k++)
        {
          g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
          double bw_bytes_s = INFINITY;

          both[k]->route (both[k]->router, both[k]->node_of_rank[pairs[i][0]], both[k]->node_of_rank[pairs[i][1]], 0, links);
          for (guint l = 0; l < links->len; l++)
            {
              guint32 link = g_array_index (links, guint32, l);

              /* what a message needs to start is a link without a limit, and a loss that is said */
              if (isinf (both[k]->bw_bytes_s[link]))
                continue;
              time_s[k] += both[k]->latency_s[link] + (both[k]->overhead_s != NULL ? both[k]->overhead_s[link] : 0);
              bw_bytes_s = MIN (bw_bytes_s, both[k]->bw_bytes_s[link]);
            }
          time_s[k] += MIB / bw_bytes_s;
        }
      g_assert_cmpfloat_with_epsilon (time_s[0], time_s[1], 1e-12);
    }
}

/* --- system and memory --- */

static void
test_system (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Ring", 8);
  g_autofree char *path = folder_path (&astra.folder, "written.json");
  WeftChakraOptions chakra = { 0 };
  WeftSimOptions again;

  astra.options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_DOUBLE_TREE;
  astra.options.algorithm[WEFT_SIM_ALL_TO_ALL] = WEFT_SIM_ALGORITHM_DIRECT;
  astra.options.algorithm[WEFT_SIM_ALL_GATHER] = WEFT_SIM_ALGORITHM_HALVING_DOUBLING;
  astra.options.chunks = 4;
  astra.options.active_chunks = 2;
  weft_astra_system_write (&astra.options, 2, path, astra.folder.notes, &astra.folder.error);
  g_assert_no_error (astra.folder.error);
  folder_expect_note (&astra.folder, "one dimension after the other");
  weft_sim_options_init (&again);
  g_assert_true (weft_astra_system_read (path, &again, &chakra, NULL, NULL));
  for (guint c = 0; c < WEFT_N_SIM_COMMS; c++)
    g_assert_cmpint (again.algorithm[c], ==, astra.options.algorithm[c]);
  g_assert_cmpuint (again.chunks, ==, 4);
  g_assert_cmpuint (again.active_chunks, ==, 2);
  g_assert_cmpfloat (again.endpoint_s, ==, astra.options.endpoint_s);
  g_assert_cmpfloat (again.reduce_bw_bytes_s, ==, astra.options.reduce_bw_bytes_s);
}

static void
test_system_losses (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_path (&folder, "system.json");
  const double speed[] = { 1 };
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.algorithm[WEFT_SIM_ALL_REDUCE] = WEFT_SIM_ALGORITHM_IN_SWITCH;
  options.speed = speed;
  weft_astra_system_write (&options, 1, path, folder.notes, &folder.error);
  g_assert_no_error (folder.error);
  folder_expect_note (&folder, "“all-reduce-implementation” is written as ring: ASTRA-sim has no “in-switch”");
  folder_expect_note (&folder, "written as 1 ns: ASTRA-sim stops at 0");
  folder_expect_note (&folder, "speeds and delays of single ranks");
  folder_expect_note (&folder, "shares links fairly");
}

/* @shared_by: ranks that share a provider */
static WeftSimTrace *
loads (guint n_providers, guint shared_by, WeftSimQueue queue, double odd_bw_bytes_s)
{
  WeftSimBuilder *builder = weft_sim_builder_new ("loads", 8);

  for (guint i = 0; i < n_providers; i++)
    weft_sim_builder_add_provider (builder, "m", WEFT_SIM_NONE, i == 1 ? odd_bw_bytes_s : 5e10, 1e-7, queue);
  for (guint32 r = 0; r < 8 && n_providers > 0; r++)
    weft_sim_builder_add_remote (builder, r, 1, "load", r / shared_by % n_providers, FALSE, MIB, NULL);
  return astra_finish (builder);
}

static void
test_memory (void)
{
  static const struct
  {
    guint n;
    guint shared_by;
    WeftSimQueue queue;
    double odd_bw_bytes_s;
    const char *words; /* of what is written, or of the error */
    gboolean is_refused;
  } cases[] = {
    { 0, 1, WEFT_SIM_QUEUE_FIFO, 0, "NO_MEMORY_EXPANSION", FALSE },
    { 1, 8, WEFT_SIM_QUEUE_FIFO, 0, "MEMORY_POOL", FALSE },
    { 1, 8, WEFT_SIM_QUEUE_NONE, 0, "PER_NPU_MEMORY_EXPANSION", FALSE },
    { 2, 4, WEFT_SIM_QUEUE_FIFO, 5e10, "\"num-npus-per-node\": 4", FALSE },
    { 2, 1, WEFT_SIM_QUEUE_FIFO, 5e10, "ranks that are not side by side", TRUE },
    { 2, 4, WEFT_SIM_QUEUE_FIFO, 4e10, "differ in rate", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_auto (WeftChakraOptions) chakra = { 0 };
      g_autofree char *path = folder_path (&folder, "memory.json");
      g_autofree char *text = NULL;
      g_autoptr (WeftSimTrace) trace =
        loads (cases[i].n, cases[i].shared_by, cases[i].queue, cases[i].odd_bw_bytes_s);
      gboolean is_written = weft_astra_memory_write (trace, path, NULL, &folder.error);

      g_assert_cmpint (is_written, !=, cases[i].is_refused);
      if (cases[i].is_refused)
        {
          g_assert_nonnull (strstr (folder.error->message, cases[i].words));
          continue;
        }
      text = text_of (path);
      g_assert_nonnull (strstr (text, cases[i].words));
      g_assert_true (weft_astra_memory_read (path, &chakra, NULL, NULL));
      g_assert_cmpuint (chakra.providers->len, ==, cases[i].n);
      if (cases[i].n > 0)
        g_assert_cmpfloat (g_array_index (chakra.providers, WeftSimProvider, 0).bw_bytes_s, ==, 5e10);
    }
}

/* --- all of it --- */

/* What was exported takes as long when it is read again. */
static void
test_export (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Switch", 4);
  g_autoptr (WeftSimTrace) trace = weft_sim_example_new ("xf-tiny", NULL);
  g_autoptr (WeftSimTrace) again = NULL;
  g_autoptr (WeftSimResult) result = NULL;
  g_autofree char *prefix = folder_path (&astra.folder, "out");
  g_autofree char *network = g_strconcat (prefix, ".network.yml", NULL);
  g_autofree char *system = g_strconcat (prefix, ".system.json", NULL);
  g_autofree char *groups = g_strconcat (prefix, ".groups.json", NULL);
  g_autofree char *memory = g_strconcat (prefix, ".memory.json", NULL);

  weft_astra_export (trace, astra.network, &astra.options, prefix, astra.folder.notes, NULL, &astra.folder.error);
  g_assert_no_error (astra.folder.error);
  folder_expect_note (&astra.folder, "--workload-configuration=");
  g_clear_pointer (&astra.network, weft_sim_network_unref);
  astra.network = weft_astra_network_read (network, NULL, &astra.folder.error);
  g_assert_no_error (astra.folder.error);
  g_assert_true (weft_astra_system_read (system, &astra.options, &astra.chakra, NULL, NULL));
  g_assert_true (weft_astra_groups_read (groups, &astra.chakra, NULL));
  g_assert_true (weft_astra_memory_read (memory, &astra.chakra, NULL, NULL));
  again = weft_chakra_read (prefix, &astra.chakra, NULL, &astra.folder.error);
  g_assert_no_error (astra.folder.error);
  result = astra_run (&astra, again);
  g_assert_cmpint (llround (result->makespan_s * 1e9), ==, 6922716);
}

static void
test_export_refused (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Switch", 4);
  g_autoptr (WeftSimTrace) trace = weft_sim_example_new ("xf8", NULL);
  g_autofree char *prefix = folder_path (&astra.folder, "out");
  g_autofree char *network = g_strconcat (prefix, ".network.yml", NULL);

  g_assert_false (weft_astra_export (trace, astra.network, &astra.options, prefix, NULL, NULL, &astra.folder.error));
  g_assert_nonnull (strstr (astra.folder.error->message, "the trace has 8 ranks, but the network has 4"));
  g_assert_false (g_file_test (network, G_FILE_TEST_EXISTS));
}

/* --- SimGrid --- */

typedef struct
{
  guint n_hosts;
  guint n_links;
  guint n_routes;
  guint n_hops;
  gboolean is_wanted; /* in the way from rank 0 to rank 5 */
  GString *wanted;
  double bw_bytes_s;  /* of link 0 */
  double latency_s;
} Platform;

static const char *
attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];
  return "";
}

static void
start_cb (GMarkupParseContext *context, const char *element, const char **names, const char **values, gpointer data,
          GError **error)
{
  Platform *self = data;

  self->n_hosts += g_str_equal (element, "host");
  self->n_links += g_str_equal (element, "link");
  self->n_routes += g_str_equal (element, "route");
  self->n_hops += g_str_equal (element, "link_ctn");
  if (g_str_equal (element, "link") && g_str_equal (attribute (names, values, "id"), "l0"))
    {
      self->bw_bytes_s = g_ascii_strtod (attribute (names, values, "bandwidth"), NULL);
      self->latency_s = g_ascii_strtod (attribute (names, values, "latency"), NULL);
    }
  if (g_str_equal (element, "route"))
    self->is_wanted = g_str_equal (attribute (names, values, "src"), "rank-0")
                      && g_str_equal (attribute (names, values, "dst"), "rank-5");
  if (g_str_equal (element, "link_ctn") && self->is_wanted)
    g_string_append_printf (self->wanted, "%s ", attribute (names, values, "id"));
}

static void
test_simgrid (void)
{
  static const GMarkupParser parser = { .start_element = start_cb };
  g_auto (Folder) folder = folder_new ();
  g_autofree char *network_path =
    folder_write (&folder, "network.yml",
                  "topology: [ Ring, Switch ]\nnpus_count: [ 4, 2 ]\nbandwidth: [ 50, 25 ]\nlatency: [ 500, 1000 ]\n");
  g_autofree char *path = folder_path (&folder, "platform.xml");
  g_autoptr (WeftSimNetwork) network = weft_astra_network_read (network_path, NULL, &folder.error);
  Platform platform = { .wanted = g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &platform, NULL);
  g_autofree char *text = NULL;

  weft_simgrid_platform_write (network, 1e12, path, folder.notes, NULL, &folder.error);
  g_assert_no_error (folder.error);
  text = text_of (path);
  g_markup_parse_context_parse (context, text, -1, &folder.error);
  g_assert_no_error (folder.error);
  g_markup_parse_context_end_parse (context, &folder.error);
  g_assert_no_error (folder.error);
  g_assert_cmpuint (platform.n_hosts, ==, 8);
  g_assert_cmpuint (platform.n_links, ==, 32);
  g_assert_cmpuint (platform.n_routes, ==, 56);
  /* within a ring 1 + 2 + 1 hops for each, 2 more for all of the other ring */
  g_assert_cmpuint (platform.n_hops, ==, 8 * (4 + 4 + 4 * 2));
  /* clockwise from 0, up from 1, down to 5 */
  g_assert_cmpstr (platform.wanted->str, ==, "l0 l18 l27 ");
  g_assert_cmpfloat (platform.bw_bytes_s, ==, 53687091200.0);
  g_assert_cmpfloat (platform.latency_s, ==, 500e-9);
  g_assert_cmpuint (folder.notes->len, ==, 0);
  g_string_free (platform.wanted, TRUE);
}

static void
test_simgrid_refused (void)
{
  g_auto (Astra) astra = astra_open_ring (WEFT_SIM_ASTRA_AWARE, "Switch", 8);
  g_autofree char *path = folder_path (&astra.folder, "platform.xml");
  g_autofree char *network_path = NULL;

  g_assert_false (weft_simgrid_platform_write (astra.network, 0, path, NULL, NULL, &astra.folder.error));
  g_assert_error (astra.folder.error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_clear_error (&astra.folder.error);
  network_path = folder_write (&astra.folder, "large.yml",
                               "topology: [ Ring ]\nnpus_count: [ 4096 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n");
  g_clear_pointer (&astra.network, weft_sim_network_unref);
  astra.network = weft_astra_network_read (network_path, NULL, NULL);
  g_assert_false (weft_simgrid_platform_write (astra.network, 1, path, NULL, NULL, &astra.folder.error));
  g_assert_error (astra.folder.error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_LIMIT);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-export/round-trip", test_round_trip);
  g_test_add_func ("/astra-export/network-refused", test_network_refused);
  g_test_add_func ("/astra-export/cards-and-memories", test_cards_and_memories);
  g_test_add_func ("/astra-export/designs", test_designs);
  g_test_add_func ("/astra-export/design-times", test_design_times);
  g_test_add_func ("/astra-export/system", test_system);
  g_test_add_func ("/astra-export/system-losses", test_system_losses);
  g_test_add_func ("/astra-export/memory", test_memory);
  g_test_add_func ("/astra-export/all", test_export);
  g_test_add_func ("/astra-export/refused", test_export_refused);
  g_test_add_func ("/astra-export/simgrid", test_simgrid);
  g_test_add_func ("/astra-export/simgrid-refused", test_simgrid_refused);
  return g_test_run ();
}
