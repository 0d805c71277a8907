/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ASTRA-sim's system.json, communicator groups and remote memory: what is used, noted and refused. */

#include <math.h>

#include "file-fixture.h"
#include "interop/weft-astra.h"

#define REST "'endpoint-delay': 10, 'active-chunks-per-dimension': 2, 'preferred-dataset-splits': 4, " \
             "'collective-optimization': 'baseline', 'local-mem-bw': 1600, 'peak-perf': 900"
#define RING "'all-reduce-implementation': ['ring'], 'all-gather-implementation': ['ring'], " \
             "'reduce-scatter-implementation': ['ring'], 'all-to-all-implementation': ['ring']"

typedef struct
{
  WeftSimOptions options;
  WeftChakraOptions chakra;
} Set;

static Set
take_system (Folder *folder, const char *text)
{
  g_autofree char *path = folder_write (folder, "system.json", text);
  Set set = { 0 };

  weft_sim_options_init (&set.options);
  weft_astra_system_read (path, &set.options, &set.chakra, folder->notes, &folder->error);
  g_assert_no_error (folder->error);
  return set;
}

static void
refuse_system (const char *text, int code, const char *words)
{
  g_auto (Folder) folder = folder_new ();
  g_auto (WeftChakraOptions) chakra = { 0 };
  g_autofree char *path = folder_write (&folder, "system.json", text);
  WeftSimOptions options;

  weft_sim_options_init (&options);
  g_assert_false (weft_astra_system_read (path, &options, &chakra, NULL, &folder.error));
  folder_expect_error (&folder, code, words);
}

static void
test_system (void)
{
  g_auto (Folder) folder = folder_new ();
  Set set = take_system (&folder, "{'scheduling-policy': 'LIFO', " RING ", " REST ", 'boost-mode': 0, "
                                  "'roofline-enabled': 0}");

  g_assert_cmpint (set.options.algorithm[WEFT_SIM_ALL_REDUCE], ==, WEFT_SIM_ALGORITHM_RING);
  g_assert_cmpint (set.options.algorithm[WEFT_SIM_ALL_TO_ALL], ==, WEFT_SIM_ALGORITHM_RING);
  g_assert_cmpint (set.options.algorithm[WEFT_SIM_BROADCAST], ==, WEFT_SIM_ALGORITHM_AUTO);
  g_assert_cmpuint (set.options.chunks, ==, 4);
  g_assert_cmpuint (set.options.active_chunks, ==, 2);
  g_assert_cmpuint (set.options.comm_slots, ==, 1);
  g_assert_cmpuint (set.options.compute_slots, ==, 1);
  g_assert_cmpfloat (set.options.endpoint_s, ==, 1e-8);
  g_assert_cmpfloat (set.options.reduce_bw_bytes_s, ==, 1.6e12);
  g_assert_cmpfloat (set.chakra.peak_flops_s, ==, 9e14);
  g_assert_cmpfloat (set.chakra.mem_bw_bytes_s, ==, 1.6e12);
  g_assert_false (set.chakra.use_roofline);
  g_assert_cmpfloat (set.chakra.least_compute_s, ==, 0);
  /* boost-mode is ignored in silence elsewhere */
  g_assert_cmpuint (folder.notes->len, ==, 1);
  folder_expect_note (&folder, "\"boost-mode\" has no effect here and was not used");
}

static void
test_algorithms (void)
{
  static const struct
  {
    const char *name;
    WeftSimAlgorithm algorithm;
  } cases[] = {
    { "ring", WEFT_SIM_ALGORITHM_RING },
    { "oneRing", WEFT_SIM_ALGORITHM_RING },
    { "direct", WEFT_SIM_ALGORITHM_DIRECT },
    { "oneDirect", WEFT_SIM_ALGORITHM_DIRECT },
    { "direct8", WEFT_SIM_ALGORITHM_DIRECT },
    { "oneDirect16", WEFT_SIM_ALGORITHM_DIRECT },
    { "halvingDoubling", WEFT_SIM_ALGORITHM_HALVING_DOUBLING },
    { "oneHalvingDoubling", WEFT_SIM_ALGORITHM_HALVING_DOUBLING },
    { "doubleBinaryTree", WEFT_SIM_ALGORITHM_DOUBLE_TREE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *text = g_strdup_printf ("{'all-reduce-implementation': ['%s'], " REST "}", cases[i].name);
      Set set = take_system (&folder, text);

      g_assert_cmpint (set.options.algorithm[WEFT_SIM_ALL_REDUCE], ==, cases[i].algorithm);
      g_assert_cmpuint (folder.notes->len, ==, g_ascii_isdigit (cases[i].name[strlen (cases[i].name) - 1]) ? 1 : 0);
    }
}

static void
test_window_is_noted (void)
{
  g_auto (Folder) folder = folder_new ();

  take_system (&folder, "{'all-to-all-implementation': ['direct8'], " REST "}");
  folder_expect_note (&folder, "its window of 8 messages is not used");
}

static void
test_several_dimensions (void)
{
  g_auto (Folder) folder = folder_new ();
  Set set = take_system (&folder, "{'all-reduce-implementation': ['halvingDoubling', 'ring'], " REST "}");

  g_assert_cmpint (set.options.algorithm[WEFT_SIM_ALL_REDUCE], ==, WEFT_SIM_ALGORITHM_HALVING_DOUBLING);
  folder_expect_note (&folder, "one dimension after the other");
}

static void
test_roofline (void)
{
  g_auto (Folder) folder = folder_new ();
  Set set = take_system (&folder, "{" RING ", " REST ", 'roofline-enabled': true}");
  Set other = take_system (&folder, "{" RING ", " REST ", 'roofline-enabled': 1}");

  g_assert_true (set.chakra.use_roofline);
  g_assert_true (other.chakra.use_roofline);
  refuse_system ("{'roofline-enabled': 1, 'peak-perf': 900}", WEFT_SIM_ERROR_INVALID, "needs “local-mem-bw”, which is missing");
  refuse_system ("{'roofline-enabled': 1, 'local-mem-bw': 900}", WEFT_SIM_ERROR_INVALID, "needs “peak-perf”");
}

/* ASTRA-sim counts a computation of no time as 1 ns. */
static void
test_least_computation (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autofree char *path = folder_write (&folder, "system.json", "{" RING ", " REST "}");
  WeftChakraOptions chakra = { 0 };
  WeftSimOptions options;

  weft_sim_options_init (&options);
  options.astra = WEFT_SIM_ASTRA_AWARE;
  g_assert_true (weft_astra_system_read (path, &options, &chakra, NULL, NULL));
  g_assert_cmpfloat (chakra.least_compute_s, ==, 1e-9);
}

/* Keys without which ASTRA-sim stops with SIGFPE, or leaves out reductions in silence. */
static void
test_missing_keys (void)
{
  g_auto (Folder) folder = folder_new ();
  Set set = take_system (&folder, "{" RING "}");

  g_assert_cmpuint (set.options.chunks, ==, 1);
  g_assert_cmpuint (set.options.active_chunks, ==, 1);
  g_assert_cmpfloat (set.options.endpoint_s, ==, 1e-8);
  g_assert_true (isinf (set.options.reduce_bw_bytes_s));
  folder_expect_note (&folder, "“preferred-dataset-splits” is missing: collectives are not split");
  folder_expect_note (&folder, "“local-mem-bw” is missing: the reductions of collectives take no time");
  folder_expect_note (&folder, "“endpoint-delay” is missing: 10 ns are taken");
}

static void
test_no_delay (void)
{
  g_auto (Folder) folder = folder_new ();
  Set set = take_system (&folder, "{'endpoint-delay': 0, 'preferred-dataset-splits': 1, 'local-mem-bw': 1}");

  g_assert_cmpfloat (set.options.endpoint_s, ==, 0);
  g_assert_cmpuint (folder.notes->len, ==, 0);
}

static void
test_unknown_keys (void)
{
  g_auto (Folder) folder = folder_new ();

  take_system (&folder, "{" RING ", " REST ", 'inter-dimension-scheduling': 'ofg', 'peak_perf': 3, 'trace-enabled': 1, "
                        "'L': 1, 'scheduling-policy': 'EXPLICIT'}");
  folder_expect_note (&folder, "\"inter-dimension-scheduling\" has no effect here");
  folder_expect_note (&folder, "\"peak_perf\" is not known and was not used");
  folder_expect_note (&folder, "\"trace-enabled\" has no effect here");
  folder_expect_note (&folder, "\"L\" has no effect here");
  folder_expect_note (&folder, "“scheduling-policy” is EXPLICIT");
}

static void
test_system_refused (void)
{
  refuse_system ("[]", -1, "expected an object");
  refuse_system ("{", -1, "system.json:1:");
  refuse_system ("{'scheduling-policy': 'RANDOM'}", WEFT_SIM_ERROR_INVALID,
                 "“scheduling-policy” is \"RANDOM\", expected one of LIFO, FIFO, EXPLICIT");
  refuse_system ("{'collective-optimization': 'best'}", WEFT_SIM_ERROR_INVALID, "baseline, localBWAware");
  refuse_system ("{'all-reduce-implementation': ['mesh']}", WEFT_SIM_ERROR_INVALID,
                 "“all-reduce-implementation” is \"mesh\", expected ring, direct");
  refuse_system ("{'all-reduce-implementation': ['ring3']}", WEFT_SIM_ERROR_INVALID, "\"ring3\"");
  refuse_system ("{'all-reduce-implementation': ['directX']}", WEFT_SIM_ERROR_INVALID, "\"directX\"");
  refuse_system ("{'all-reduce-implementation': 'ring'}", -1, "/all-reduce-implementation");
  refuse_system ("{'all-reduce-implementation': [1]}", -1, "/all-reduce-implementation/0");
  refuse_system ("{'all-reduce-implementation': []}", WEFT_SIM_ERROR_INVALID, "is empty");
  refuse_system ("{'preferred-dataset-splits': 0}", WEFT_SIM_ERROR_INVALID, "“preferred-dataset-splits” is 0, expected");
  refuse_system ("{'preferred-dataset-splits': 1.5}", -1, "/preferred-dataset-splits");
  refuse_system ("{'active-chunks-per-dimension': 100000}", WEFT_SIM_ERROR_INVALID, "from 1 to 4096");
  refuse_system ("{'endpoint-delay': -1}", WEFT_SIM_ERROR_INVALID, "“endpoint-delay” is -1, expected 0 or more");
  refuse_system ("{'local-mem-bw': 0}", WEFT_SIM_ERROR_INVALID, "“local-mem-bw” is 0, expected more than 0");
  refuse_system ("{'peak-perf': '900'}", -1, "/peak-perf");
}

/* Left out, these would give other times. */
static void
test_refused_since_not_simulated (void)
{
  refuse_system ("{'all-reduce-implementation-custom': ['x']}", WEFT_SIM_ERROR_UNSUPPORTED,
                 "“all-reduce-implementation-custom” gives collectives as traces of their own");
  refuse_system ("{'per-node-custom-implementation': 'x.yml'}", WEFT_SIM_ERROR_UNSUPPORTED, "per-node-custom");
  refuse_system ("{'model-shared-bus': 1}", WEFT_SIM_ERROR_UNSUPPORTED, "“model-shared-bus” is on");
  refuse_system ("{'replay-only': true}", WEFT_SIM_ERROR_UNSUPPORTED, "“replay-only” is on");
}

/* --- groups --- */

static void
test_groups (void)
{
  g_auto (Folder) folder = folder_new ();
  g_auto (WeftChakraOptions) chakra = { 0 };
  g_autofree char *path = folder_write (&folder, "groups.json", "{'1': [0, 1], 'default_pg': [2, 3, 0]}");
  GArray *ranks;

  g_assert_true (weft_astra_groups_read (path, &chakra, &folder.error));
  g_assert_cmpuint (g_hash_table_size (chakra.groups), ==, 2);
  ranks = g_hash_table_lookup (chakra.groups, "default_pg");
  g_assert_cmpuint (ranks->len, ==, 3);
  g_assert_cmpuint (g_array_index (ranks, guint32, 1), ==, 3);
}

static void
test_no_groups (void)
{
  g_auto (Folder) folder = folder_new ();
  g_auto (WeftChakraOptions) chakra = { 0 };
  g_autofree char *path = folder_path (&folder, "empty");
  g_autofree char *other = folder_path (&folder, "other.json");

  g_assert_true (weft_astra_groups_read (path, &chakra, &folder.error));
  g_assert_cmpuint (g_hash_table_size (chakra.groups), ==, 0);
  g_assert_false (weft_astra_groups_read (other, &chakra, &folder.error));
  folder_expect_error (&folder, -1, "other.json");
}

static void
test_groups_refused (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "[]", "expected an object" },
    { "{'1': 3}", "/1" },
    { "{'1': []}", "at least one rank" },
    { "{'1': [-1]}", "/1/0: found rank -1" },
    { "{'1': [0, 65536]}", "/1/1: found rank 65536, expected a whole number from 0 to 65535" },
    { "{'1': ['a']}", "/1/0" },
    { "{'0': [1]}", "the group \"0\" stands for all ranks" },
    { "{'1': [1], '1': [2]}", "groups.json:1:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_auto (WeftChakraOptions) chakra = { 0 };
      g_autofree char *path = folder_write (&folder, "groups.json", cases[i].text);

      g_assert_false (weft_astra_groups_read (path, &chakra, &folder.error));
      folder_expect_error (&folder, -1, cases[i].words);
      g_assert_null (chakra.groups);
    }
}

/* --- remote memory --- */

static WeftChakraOptions
take_memory (Folder *folder, const char *text)
{
  g_autofree char *path = folder_write (folder, "memory.json", text);
  WeftChakraOptions chakra = { 0 };

  weft_astra_memory_read (path, &chakra, folder->notes, &folder->error);
  g_assert_no_error (folder->error);
  return chakra;
}

static void
test_memory (void)
{
  static const struct
  {
    const char *text;
    guint n;
    guint32 n_ranks;
    WeftSimQueue queue;
  } cases[] = {
    { "{'memory-type': 'NO_MEMORY_EXPANSION'}", 0, 0, 0 },
    { "{'memory-type': 'PER_NODE_MEMORY_EXPANSION', 'num-nodes': 2, 'num-npus-per-node': 4, 'remote-mem-latency': 100, "
      "'remote-mem-bw': 50}", 2, 4, WEFT_SIM_QUEUE_FIFO },
    { "{'memory-type': 'PER_NPU_MEMORY_EXPANSION', 'remote-mem-latency': 100, 'remote-mem-bw': 50}", 1, 0,
      WEFT_SIM_QUEUE_NONE },
    { "{'memory-type': 'MEMORY_POOL', 'remote-mem-latency': 100, 'remote-mem-bw': 50}", 1, 0, WEFT_SIM_QUEUE_FIFO },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_auto (WeftChakraOptions) chakra = take_memory (&folder, cases[i].text);

      g_assert_cmpuint (chakra.providers->len, ==, cases[i].n);
      g_assert_cmpuint (chakra.n_nodes_of_provider, ==, cases[i].n_ranks);
      for (guint k = 0; k < cases[i].n; k++)
        {
          const WeftSimProvider *provider = &g_array_index (chakra.providers, WeftSimProvider, k);

          g_assert_cmpuint (provider->node, ==, WEFT_SIM_NONE);
          g_assert_cmpfloat (provider->bw_bytes_s, ==, 5e10);
          g_assert_cmpfloat (provider->latency_s, ==, 1e-7);
          g_assert_cmpint (provider->queue, ==, cases[i].queue);
        }
      g_assert_cmpuint (folder.notes->len, ==, 0);
    }
}

static void
test_memory_unknown_key (void)
{
  g_auto (Folder) folder = folder_new ();
  g_auto (WeftChakraOptions) chakra = take_memory (&folder, "{'memory-type': 'NO_MEMORY_EXPANSION', 'npu-ids': [1]}");

  folder_expect_note (&folder, "\"npu-ids\" is not known");
}

static void
test_memory_refused (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } cases[] = {
    { "{}", "memory-type" },
    { "{'memory-type': 'FAR'}", "“memory-type” is \"FAR\", expected NO_MEMORY_EXPANSION" },
    { "{'memory-type': 'MEMORY_POOL', 'remote-mem-latency': 1}", "remote-mem-bw" },
    { "{'memory-type': 'MEMORY_POOL', 'remote-mem-bw': 1}", "remote-mem-latency" },
    { "{'memory-type': 'MEMORY_POOL', 'remote-mem-latency': -1, 'remote-mem-bw': 1}", "“remote-mem-latency” is -1 ns" },
    { "{'memory-type': 'MEMORY_POOL', 'remote-mem-latency': 1, 'remote-mem-bw': 0}", "“remote-mem-bw” 0 B/ns" },
    { "{'memory-type': 'PER_NODE_MEMORY_EXPANSION', 'remote-mem-latency': 1, 'remote-mem-bw': 1}", "num-nodes" },
    { "{'memory-type': 'PER_NODE_MEMORY_EXPANSION', 'num-nodes': 0, 'num-npus-per-node': 4, 'remote-mem-latency': 1, "
      "'remote-mem-bw': 1}", "“num-nodes” is 0" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_auto (WeftChakraOptions) chakra = { 0 };
      g_autofree char *path = folder_write (&folder, "memory.json", cases[i].text);

      g_assert_false (weft_astra_memory_read (path, &chakra, NULL, &folder.error));
      folder_expect_error (&folder, -1, cases[i].words);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-files/system", test_system);
  g_test_add_func ("/astra-files/algorithms", test_algorithms);
  g_test_add_func ("/astra-files/window-is-noted", test_window_is_noted);
  g_test_add_func ("/astra-files/several-dimensions", test_several_dimensions);
  g_test_add_func ("/astra-files/roofline", test_roofline);
  g_test_add_func ("/astra-files/least-computation", test_least_computation);
  g_test_add_func ("/astra-files/missing-keys", test_missing_keys);
  g_test_add_func ("/astra-files/no-endpoint-delay", test_no_delay);
  g_test_add_func ("/astra-files/unknown-keys", test_unknown_keys);
  g_test_add_func ("/astra-files/system-refused", test_system_refused);
  g_test_add_func ("/astra-files/refused-since-not-simulated", test_refused_since_not_simulated);
  g_test_add_func ("/astra-files/groups", test_groups);
  g_test_add_func ("/astra-files/no-groups", test_no_groups);
  g_test_add_func ("/astra-files/groups-refused", test_groups_refused);
  g_test_add_func ("/astra-files/memory", test_memory);
  g_test_add_func ("/astra-files/memory-unknown-key", test_memory_unknown_key);
  g_test_add_func ("/astra-files/memory-refused", test_memory_refused);
  return g_test_run ();
}
