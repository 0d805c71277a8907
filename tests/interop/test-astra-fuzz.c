/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mutations of good files of ASTRA-sim and SimAI: either an error with words, or something that holds together.
 * WEFT_TEST_FUZZ_ROUNDS makes it longer. */

#include <stdlib.h>

#include "base/weft-random.h"
#include "file-fixture.h"
#include "interop/weft-astra.h"
#include "interop/weft-simai.h"

#define NETWORK "topology: [ Ring, Switch ]  # two\nnpus_count: [ 4, 2 ]\nbandwidth: [ 50.0, 25 ]\nlatency: [ 500, 1e3 ]\n" \
                "extra: { a: [ 1, &x 2 ], b: \"c\" }\n"
#define SYSTEM "{\"scheduling-policy\": \"LIFO\", \"endpoint-delay\": 10, \"active-chunks-per-dimension\": 2, " \
               "\"preferred-dataset-splits\": 4, \"all-reduce-implementation\": [\"ring\", \"direct8\"], " \
               "\"collective-optimization\": \"baseline\", \"local-mem-bw\": 1600, \"roofline-enabled\": 1, " \
               "\"peak-perf\": 900, \"boost-mode\": 0}"
#define GROUPS "{\"1\": [0, 1, 2, 3], \"two\": [4, 5, 65535]}"
#define MEMORY "{\"memory-type\": \"PER_NODE_MEMORY_EXPANSION\", \"num-nodes\": 2, \"num-npus-per-node\": 4, " \
               "\"remote-mem-latency\": 100, \"remote-mem-bw\": 50}"
#define TEXT "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 2 vpp: 1 ga: 5 all_gpus: 16 " \
             "checkpoints: 0 checkpoint_initiates: 0 pp_comm: 64\n6\n" \
             "g -1 1 NONE 0 1 NONE 0 1 ALLGATHER_DP_EP 4096 100\n" \
             "a\t-1\t1\tALLREDUCE\t64\t1\tNONE\t0\t1\tNONE\t0\t3\na -1 1 ALLREDUCE 64 1 NONE 0 1 NONE 0 3\n" \
             "a -1 1 ALLREDUCE 64 1 NONE 0 1 NONE 0 3\na -1 1 ALLREDUCE 64 1 NONE 0 1 NONE 0 3\n" \
             "a -1 1 ALLREDUCE 64 1 BROADCAST_EP 3 1 NONE 0 3\n"
#define RECOMPUTED "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 1 all_gpus: 2 checkpoints: 1 0 " \
                   "checkpoint_initiates: 1 1\n2\na -1 1 NONE 0 1 NONE 0 1 NONE 0 0\nb -1 1 NONE 0 1 NONE 0 1 NONE 0 0\n"
#define ASTRA "HYBRID_DLRM 0\n2\ne -1 1 ALLTOALL 64 2 ALLTOALL 64 3 NONE 0 0\nb -1 4 NONE 0 5 NONE 0 6 ALLREDUCE 32 0\n"

typedef void (*ReadFunc) (const char *path, GError **error);

static void
read_network (const char *path, GError **error)
{
  g_autoptr (WeftSimNetwork) network = weft_astra_network_read (path, NULL, error);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

  g_assert_true ((network == NULL) == (*error != NULL));
  if (network == NULL)
    return;
  g_assert_true (network->route (network->router, 0, network->n_ranks - 1, 0, links));
  for (guint i = 0; i < links->len; i++)
    g_assert_cmpuint (g_array_index (links, guint32, i), <, network->n_links);
  for (guint32 i = 0; i < network->n_links; i++)
    {
      g_assert_cmpuint (network->from[i], <, network->n_nodes);
      g_assert_cmpuint (network->to[i], <, network->n_nodes);
      g_assert_cmpfloat (network->bw_bytes_s[i], >, 0);
      g_assert_cmpfloat (network->latency_s[i], >=, 0);
    }
}

static void
read_system (const char *path, GError **error)
{
  g_auto (WeftChakraOptions) chakra = { 0 };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  WeftSimOptions options;

  weft_sim_options_init (&options);
  g_assert_true (weft_astra_system_read (path, &options, &chakra, notes, error) == (*error == NULL));
  if (*error != NULL)
    return;
  g_assert_cmpuint (options.chunks, >=, 1);
  g_assert_cmpfloat (options.endpoint_s, >=, 0);
  g_assert_cmpfloat (options.reduce_bw_bytes_s, >, 0);
}

static void
read_groups (const char *path, GError **error)
{
  g_auto (WeftChakraOptions) chakra = { 0 };

  g_assert_true (weft_astra_groups_read (path, &chakra, error) == (*error == NULL));
}

static void
read_memory (const char *path, GError **error)
{
  g_auto (WeftChakraOptions) chakra = { 0 };

  g_assert_true (weft_astra_memory_read (path, &chakra, NULL, error) == (*error == NULL));
}

static void
read_text (const char *path, GError **error)
{
  g_autoptr (WeftSimTrace) trace = weft_simai_read (path, 0, NULL, error);

  g_assert_true ((trace == NULL) == (*error != NULL));
  for (guint32 i = 0; trace != NULL && i < trace->n_folds; i++)
    for (guint32 k = 0; k < trace->folds[i].n_marks; k++)
      g_assert_cmpuint (trace->folds[i].after[k], <, trace->n_tasks);
}

static void
read_text_on_four (const char *path, GError **error)
{
  g_autoptr (WeftSimTrace) trace = weft_simai_read (path, 4, NULL, error);

  g_assert_true ((trace == NULL) == (*error != NULL));
}

/* Cuts, doubles, overwrites or inserts a few bytes. */
static void
mutate (GString *text, WeftRandom *random)
{
  static const char *const pieces[] = { "0", "-1", "99999999999", "1e308", "[", "]", "{", "}", ",", ":", "\"", "\n", " ", "nan",
                                        "\xff", "&a", "*a", "ALLREDUCE", "NONE", "ga: 3", "ep: 4", "pp: 3", "65536", "0.5",
                                        "---\n", "null", "true", "\t" };
  gsize at = weft_random_below (random, (guint32) text->len + 1);
  gsize some = 1 + weft_random_below (random, 12);
  gsize n = MIN (text->len - at, some);

  switch (weft_random_below (random, 4))
    {
    case 0:
      g_string_erase (text, (gssize) at, (gssize) n);
      break;
    case 1:
      {
        g_autofree char *copy = g_strndup (text->str + at, n);

        g_string_insert (text, (gssize) at, copy);
      }
      break;
    case 2:
      g_string_erase (text, (gssize) at, (gssize) MIN (n, 3));
      G_GNUC_FALLTHROUGH;
    default:
      g_string_insert (text, (gssize) at, pieces[weft_random_below (random, G_N_ELEMENTS (pieces))]);
      break;
    }
}

static void
run (const char *seed, ReadFunc read)
{
  const char *wanted = g_getenv ("WEFT_TEST_FUZZ_ROUNDS");
  guint n_rounds = wanted != NULL ? (guint) atoi (wanted) : 400;
  g_auto (Folder) folder = folder_new ();
  WeftRandom random;
  guint n_good = 0;

  weft_random_init (&random, 7, 0);
  for (guint i = 0; i < n_rounds; i++)
    {
      g_autoptr (GString) text = g_string_new (seed);
      g_autofree char *path = folder_path (&folder, "f");
      g_autoptr (GError) error = NULL;

      for (guint k = weft_random_below (&random, 4); k > 0; k--)
        mutate (text, &random);
      /* without waiting for the disk; what stood there would show behind a shorter text */
      g_unlink (path);
      g_assert_true (g_file_set_contents_full (path, text->str, (gssize) text->len, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
      read (path, &error);
      if (error == NULL)
        n_good++;
      else
        g_assert_cmpuint (strlen (error->message), >, 10);
    }
  /* some are still good, and most are not */
  g_assert_cmpuint (n_good, >, 0);
  g_assert_cmpuint (n_good, <, n_rounds);
}

static void
test_network (void)
{
  run (NETWORK, read_network);
}

static void
test_system (void)
{
  run (SYSTEM, read_system);
}

static void
test_groups (void)
{
  run (GROUPS, read_groups);
}

static void
test_memory (void)
{
  run (MEMORY, read_memory);
}

static void
test_text (void)
{
  run (TEXT, read_text);
  run (RECOMPUTED, read_text);
  run (ASTRA, read_text_on_four);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/astra-fuzz/network", test_network);
  g_test_add_func ("/astra-fuzz/system", test_system);
  g_test_add_func ("/astra-fuzz/groups", test_groups);
  g_test_add_func ("/astra-fuzz/memory", test_memory);
  g_test_add_func ("/astra-fuzz/text", test_text);
  return g_test_run ();
}
