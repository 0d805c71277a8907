/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ASTRA-sim's network.yml: links, ways, and what is refused. */

#include "file-fixture.h"
#include "interop/weft-astra.h"

#define RING_8 "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]  # GB/s\nlatency: [ 500.0 ]  # ns\n"
#define RING_4_SWITCH_2 "topology: [ Ring, Switch ]\nnpus_count: [ 4, 2 ]\nbandwidth: [ 50.0, 25.0 ]\n" \
                        "latency: [ 500.0, 1000.0 ]\n"

static WeftSimNetwork *
take (Folder *folder, const char *text)
{
  g_autofree char *path = folder_write (folder, "network.yml", text);
  WeftSimNetwork *network = weft_astra_network_read (path, folder->notes, &folder->error);

  g_assert_no_error (folder->error);
  return network;
}

/* The nodes of a way: "0 1 2", or "none". */
static char *
way (WeftSimNetwork *network, guint32 from, guint32 to)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  GString *text = g_string_new (NULL);
  guint32 at = from;

  if (!network->route (network->router, from, to, 0, links))
    {
      g_string_assign (text, "none");
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, "%u", at);
  for (guint i = 0; i < links->len; i++)
    {
      guint32 link = g_array_index (links, guint32, i);

      g_assert_cmpuint (link, <, network->n_links);
      g_assert_cmpuint (network->from[link], ==, at);
      at = network->to[link];
      g_string_append_printf (text, " %u", at);
    }
  return g_string_free (text, FALSE);
}

static void
expect_way (WeftSimNetwork *network, guint32 from, guint32 to, const char *expected)
{
  g_autofree char *found = way (network, from, to);

  g_assert_cmpstr (found, ==, expected);
}

/* Every rank reaches every other, over as many links as each pair's distance says. */
static guint64
check_all_ways (WeftSimNetwork *network)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 sum = 0;

  for (guint32 from = 0; from < network->n_ranks; from++)
    for (guint32 to = 0; to < network->n_ranks; to++)
      {
        guint32 at = from;

        g_array_set_size (links, 0);
        g_assert_true (network->route (network->router, from, to, 7, links));
        for (guint i = 0; i < links->len; i++)
          {
            guint32 link = g_array_index (links, guint32, i);

            g_assert_cmpuint (network->from[link], ==, at);
            at = network->to[link];
          }
        g_assert_cmpuint (at, ==, to);
        sum += links->len;
      }
  return sum;
}

static void
test_ring (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network = take (&folder, RING_8);

  g_assert_cmpuint (network->n_ranks, ==, 8);
  g_assert_cmpuint (network->n_nodes, ==, 8);
  g_assert_cmpuint (network->n_links, ==, 16);
  g_assert_cmpfloat (network->bw_bytes_s[3], ==, 53687091200.0);
  g_assert_cmpfloat (network->latency_s[3], ==, 500e-9);
  g_assert_null (network->domain_of_rank);
  expect_way (network, 0, 0, "0");
  expect_way (network, 0, 2, "0 1 2");
  expect_way (network, 0, 7, "0 7");
  expect_way (network, 1, 6, "1 0 7 6");
  /* half way round, both ways are as long: towards higher ranks */
  expect_way (network, 0, 4, "0 1 2 3 4");
  expect_way (network, 6, 2, "6 7 0 1 2");
  /* per rank 2 (1 + 2 + 3) + 4 */
  g_assert_cmpuint (check_all_ways (network), ==, 8 * 16);
  g_assert_cmpuint (folder.notes->len, ==, 0);
}

static void
test_ring_of_two (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network =
    take (&folder, "topology: Ring\nnpus_count: 2\nbandwidth: 1\nlatency: 0\n");

  g_assert_cmpuint (network->n_links, ==, 2);
  g_assert_cmpuint (check_all_ways (network), ==, 2);
}

static void
test_switch (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network =
    take (&folder, "topology: [ Switch ]\nnpus_count: [ 64 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");
  g_autofree char *name = weft_sim_network_link_name (network, 6);

  g_assert_cmpuint (network->n_nodes, ==, 65);
  g_assert_cmpuint (network->n_links, ==, 128);
  g_assert_true (network->is_switch[64]);
  g_assert_false (network->is_switch[63]);
  expect_way (network, 3, 9, "3 64 9");
  expect_way (network, 3, 64, "3 64");
  expect_way (network, 64, 3, "64 3");
  g_assert_cmpstr (name, ==, "NPU 3 to switch");
  g_assert_cmpuint (check_all_ways (network), ==, 64 * 63 * 2);
}

static void
test_fully_connected (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network =
    take (&folder, "topology: [ FullyConnected ]\nnpus_count: [ 8 ]\nbandwidth: [ 50.0 ]\nlatency: [ 500.0 ]\n");

  g_assert_cmpuint (network->n_links, ==, 56);
  expect_way (network, 5, 2, "5 2");
  expect_way (network, 2, 5, "2 5");
  g_assert_cmpuint (check_all_ways (network), ==, 56);
}

/* A message crosses all dimensions, on links with the rates of each: "FullyConnected/Ring + Switch, aware". */
static void
test_several_dimensions (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network = take (&folder, RING_4_SWITCH_2);

  g_assert_cmpuint (network->n_ranks, ==, 8);
  g_assert_cmpuint (network->n_nodes, ==, 12);
  g_assert_cmpuint (network->n_links, ==, 16 + 16);
  /* 0 to 5: along the ring to 1, and through the switch of 1 and 5 */
  expect_way (network, 0, 5, "0 1 9 5");
  expect_way (network, 0, 4, "0 8 4");
  expect_way (network, 2, 4, "2 3 0 8 4");
  expect_way (network, 7, 7, "7");
  expect_way (network, 0, 9, "0 1 9");
  expect_way (network, 8, 11, "none");
  expect_way (network, 8, 6, "8 4 5 6");
  g_assert_cmpuint (network->domain_of_rank[3], ==, 0);
  g_assert_cmpuint (network->domain_of_rank[4], ==, 1);
  check_all_ways (network);
}

static void
test_first_dimension_only (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network = take (&folder, RING_4_SWITCH_2);

  weft_astra_network_charge_first (network);
  expect_way (network, 0, 5, "0 1");
  expect_way (network, 0, 4, "0 8 4");
}

static void
test_three_dimensions (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network =
    take (&folder, "topology: [Ring, FullyConnected, Switch]\nnpus_count: [3, 4, 2]\nbandwidth: [200, 100, 50]\n"
                   "latency: [50, 500, 2000]\n");

  g_assert_cmpuint (network->n_ranks, ==, 24);
  g_assert_cmpuint (network->n_links, ==, 24 * (2 + 3 + 2));
  g_assert_cmpuint (network->n_nodes, ==, 24 + 12);
  check_all_ways (network);
  /* 0 + 3 (0 + 4 * 0) to 2 + 3 (3 + 4 * 1) */
  expect_way (network, 0, 23, "0 2 11 35 23");
}

static void
test_largest (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network =
    take (&folder, "topology: [Ring, Ring]\nnpus_count: [256, 256]\nbandwidth: [1, 1]\nlatency: [1, 1]\n");

  g_assert_cmpuint (network->n_links, ==, 4 * 65536);
}

static void
test_unknown_key_is_noted (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimNetwork) network = take (&folder, "dimensions-count: 1\nextra: { a: [1, [2]], b: x }\n" RING_8);

  g_assert_nonnull (network);
  g_assert_cmpuint (folder.notes->len, ==, 2);
  folder_expect_note (&folder, "network.yml:1: the key \"dimensions-count\"");
  folder_expect_note (&folder, "network.yml:2: the key \"extra\"");
}

static void
test_anchors_stay_small (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_write (&folder, "network.yml",
                                        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n" RING_8);

  g_assert_null (weft_astra_network_read (path, folder.notes, &folder.error));
  folder_expect_error (&folder, WEFT_SIM_ERROR_UNSUPPORTED, ":2: found the alias “*a”");
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *words;
  } cases[] = {
    { "", WEFT_SIM_ERROR_INVALID, "the file is empty" },
    { "# nothing\n", WEFT_SIM_ERROR_INVALID, "the file is empty" },
    { "[1, 2]\n", WEFT_SIM_ERROR_INVALID, ":1: found a list, expected the keys" },
    { "topology: [ Ring\n", WEFT_SIM_ERROR_INVALID, "this is not YAML" },
    { "topology: [ Ring ]\nnpus_count: [ 8 ]\nlatency: [ 500.0 ]\n", WEFT_SIM_ERROR_INVALID,
      "the key “bandwidth” is missing" },
    { "topology: [ Ring, Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 1, 1 ]\nlatency: [ 1, 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":2: “npus_count” lists 1 values, but “topology” has 2 dimensions" },
    { "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 1 ]\nlatency: [ 1, 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":4: “latency” lists 2 values" },
    { "topology: [ Ring ]\nnpus_count: [ 1 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":2: a dimension has 1 ranks, expected a whole number from 2 on" },
    { "topology: [ Ring ]\nnpus_count: [ 2.5 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_INVALID, "2.5" },
    { "topology: [ Ring ]\nnpus_count: [ -8 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":2: found \"-8\" in “npus_count”" },
    { "topology: [ Mesh ]\nnpus_count: [ 8 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_UNSUPPORTED,
      ":1: the topology \"Mesh\" is not known; there are Ring, Switch and FullyConnected" },
    { "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 0 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":3: a bandwidth is 0 GB/s" },
    { "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ .inf ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_INVALID,
      ":3: found \".inf\" in “bandwidth”" },
    { "topology: [ Ring ]\nnpus_count: [ 8 ]\nbandwidth: [ 1 ]\nlatency: [ nan ]\n", WEFT_SIM_ERROR_INVALID,
      ":4: found \"nan\" in “latency”" },
    { "topology: []\nnpus_count: []\nbandwidth: []\nlatency: []\n", WEFT_SIM_ERROR_INVALID, "lists no dimension" },
    { "topology: [ [ Ring ] ]\n", WEFT_SIM_ERROR_INVALID, ":1: found a list in “topology”" },
    { "topology: [ Ring ]\ntopology: [ Ring ]\n", WEFT_SIM_ERROR_INVALID, ":2: “topology” stands a second time" },
    { RING_8 "---\n" RING_8, WEFT_SIM_ERROR_INVALID, "a second document begins here" },
    { "topology: [ Ring, Ring ]\nnpus_count: [ 512, 512 ]\nbandwidth: [ 1, 1 ]\nlatency: [ 1, 1 ]\n",
      WEFT_SIM_ERROR_LIMIT, "has 262144 ranks; at most 65536" },
    { "topology: [ FullyConnected ]\nnpus_count: [ 8192 ]\nbandwidth: [ 1 ]\nlatency: [ 1 ]\n", WEFT_SIM_ERROR_LIMIT,
      "has 67100672 links; at most 4194304" },
    { "topology: [R,R,R,R,R,R,R,R,R,R,R,R,R,R,R,R,R]\n", WEFT_SIM_ERROR_LIMIT, "more than 16 dimensions" },
    { "? [a]\n: b\n", WEFT_SIM_ERROR_INVALID, "found a list, expected a key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *path = folder_write (&folder, "network.yml", cases[i].text);

      g_assert_null (weft_astra_network_read (path, NULL, &folder.error));
      folder_expect_error (&folder, cases[i].code, cases[i].words);
    }
}

static void
test_deep_lists_are_refused (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (GString) text = g_string_new ("extra: ");
  g_autofree char *path = NULL;

  for (guint i = 0; i < 500; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 500; i++)
    g_string_append_c (text, ']');
  path = folder_write (&folder, "network.yml", text->str);
  g_assert_null (weft_astra_network_read (path, NULL, &folder.error));
  folder_expect_error (&folder, WEFT_SIM_ERROR_LIMIT, "more than 64 deep");
}

static void
test_no_file (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_path (&folder, "nothing.yml");

  g_assert_null (weft_astra_network_read (path, NULL, &folder.error));
  g_assert_error (folder.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-network/ring", test_ring);
  g_test_add_func ("/astra-network/ring-of-two", test_ring_of_two);
  g_test_add_func ("/astra-network/switch", test_switch);
  g_test_add_func ("/astra-network/fully-connected", test_fully_connected);
  g_test_add_func ("/astra-network/several-dimensions", test_several_dimensions);
  g_test_add_func ("/astra-network/first-dimension-only", test_first_dimension_only);
  g_test_add_func ("/astra-network/three-dimensions", test_three_dimensions);
  g_test_add_func ("/astra-network/largest", test_largest);
  g_test_add_func ("/astra-network/unknown-key-is-noted", test_unknown_key_is_noted);
  g_test_add_func ("/astra-network/anchors-stay-small", test_anchors_stay_small);
  g_test_add_func ("/astra-network/refused", test_refused);
  g_test_add_func ("/astra-network/deep-lists-are-refused", test_deep_lists_are_refused);
  g_test_add_func ("/astra-network/no-file", test_no_file);
  return g_test_run ();
}
