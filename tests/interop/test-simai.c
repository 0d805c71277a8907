/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workload texts of SimAI and ASTRA-sim: tasks, groups, stages, and what is refused. */

#include "simai-fixture.h"

/* --- SimAI --- */

static void
test_all_reduce (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "8 ep: 1 pp: 1 ga: 1 all_gpus: 8" NO_CHECKPOINTS "\n1\n"
               "embedding_layer     -1 556000  ALLREDUCE   536870912      1       NONE 0        1      NONE   0      1 ",
          0);

  g_assert_cmpuint (trace->n_ranks, ==, 8);
  expect_tasks (trace, 3,
                "embedding_layer forward 556000; embedding_layer forward all_reduce 536870912; "
                "embedding_layer update 1; embedding_layer input gradient 1; embedding_layer weight gradient 1; ");
  expect_group (trace, 5, "embedding_layer forward", "0 1 2 3 4 5 6 7");
  expect_note (trace, "nanoseconds");
}

/* Forward passes in order, gradients backwards; the collective of weights is not waited for. */
static void
test_order (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "2 ep: 1 pp: 1 vpp: 1 ga: 1 all_gpus: 4" NO_CHECKPOINTS "\n2\n"
               "a -1 10 ALLGATHER 100 20 REDUCESCATTER 200 30 ALLREDUCE 300 0\n"
               "b\t-1\t11\tNONE\t0\t21\tNONE\t0\t31\tNONE\t0\t0\n",
          0);

  expect_tasks (trace, 0,
                "a forward 10; a forward all_gather 100; b forward 11; b input gradient 21; b weight gradient 31; "
                "a input gradient 20; a input gradient reduce_scatter 200; a weight gradient 30; "
                "a weight gradient all_reduce 300; ");
  for (guint32 i = 0; i < 8; i++)
    g_assert_true (waits (trace, i, i + 1));
  expect_group (trace, 3, "a forward", "2 3");
  expect_group (trace, 3, "a weight gradient", "1 3");
}

/* 32 ranks, TP 4, EP 4: DP is 8, and of these 4 are one expert-parallel group. */
static void
test_groups (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "4 ep: 4 pp: 1 vpp: 1 ga: 1 all_gpus: 32" NO_CHECKPOINTS "\n4\n"
               "t -1 1 ALLTOALL 6291456 1 NONE 0 1 NONE 0 100\n"
               "e -1 1 ALLTOALL_EP 25165824 1 NONE 0 1 NONE 0 100\n"
               "d -1 1 NONE 0 1 NONE 0 1 REDUCESCATTER 12582912 100\n"
               "m -1 1 NONE 0 1 NONE 0 1 ALLGATHER_DP_EP 4718592 100\n",
          0);

  expect_group (trace, 22, "t forward", "20 21 22 23");
  expect_group (trace, 22, "e forward", "18 22 26 30");
  expect_group (trace, 5, "e forward", "1 5 9 13");
  expect_group (trace, 22, "d weight gradient", "2 6 10 14 18 22 26 30");
  expect_group (trace, 22, "m weight gradient", "6 22");
  expect_group (trace, 15, "m weight gradient", "15 31");
  /* 8 of TP, 8 of EP, 4 of DP, 16 of both, and that of all */
  g_assert_cmpuint (trace->n_groups, ==, 1 + 8 + 8 + 4 + 16);
}

/* Stages stand behind each other: TP first, then DP, then PP. */
static void
test_groups_of_stages (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "2 ep: 2 pp: 2 vpp: 1 ga: 1 all_gpus: 16" NO_CHECKPOINTS " pp_comm 4096\n2\n"
               "e -1 1 ALLTOALL_EP 64 1 NONE 0 1 ALLREDUCE_DP_EP 64 0\n"
               "d -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 64 0\n",
          0);

  expect_group (trace, 11, "d weight gradient", "9 11 13 15");
  expect_group (trace, 11, "e forward", "9 11");
  expect_group (trace, 11, "e weight gradient", "11 15");
  expect_tasks (trace, 3,
                "e forward 1; e forward all_to_all 64; d forward 1; activations to the next stage send 4096; "
                "gradients from the next stage recv 4096; d input gradient 1; d weight gradient 1; "
                "d weight gradient all_reduce 64; e input gradient 1; e weight gradient 1; "
                "e weight gradient all_reduce 64; ");
  expect_tasks (trace, 11,
                "activations from the stage before recv 4096; e forward 1; e forward all_to_all 64; d forward 1; "
                "d input gradient 1; d weight gradient 1; d weight gradient all_reduce 64; e input gradient 1; "
                "e weight gradient 1; e weight gradient all_reduce 64; gradients to the stage before send 4096; ");
  /* each send has its receive on the same place of the other stage */
  for (guint32 i = 0; i < trace->n_tasks; i++)
    if (trace->kind[i] == WEFT_SIM_SEND)
      {
        g_assert_cmpuint (trace->peer[i], !=, WEFT_SIM_NONE);
        g_assert_cmpuint (trace->rank[trace->peer[i]] % 8, ==, trace->rank[i] % 8);
      }
}

/* A collective of one rank is none. */
static void
test_groups_of_one (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, HEAD "1 all_gpus: 2\n1\na -1 5 ALLREDUCE 64 0 NONE 0 0 ALLREDUCE 64 7\n", 0);

  expect_tasks (trace, 1,
                "a forward 5; a forward control 0; a update 7; a weight gradient all_reduce 64; a update 7; ");
}

static void
test_broadcast_is_not_skipped (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, HEAD "4 ep: 2 all_gpus: 8\n1\nnorm -1 0 BROADCAST 65536 0 BROADCAST_EP 32 1 NONE 0 0\n", 0);

  expect_tasks (trace, 0, "norm forward broadcast 65536; norm input gradient broadcast 32; norm weight gradient 1; ");
  expect_group (trace, 6, "norm forward", "4 5 6 7");
  g_assert_cmpuint (trace->collectives[0].root, ==, 0);
}

/* Layers that take longer than 2^31 ns. */
static void
test_long_times (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, HEAD "1 all_gpus: 1\n1\na -1 4294967296001 NONE 0 2147483649 NONE 0 0 NONE 0 0\n", 0);

  g_assert_cmpfloat (trace->costs[trace->cost[0]].compute_s, ==, 4294.967296001);
  g_assert_cmpfloat (trace->costs[trace->cost[1]].compute_s, ==, 2.147483649);
}

static void
test_recomputation (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder,
          HEAD "1 all_gpus: 1 checkpoints: 2 0 2 checkpoint_initiates: 2 3 1\n4\n"
               "a -1 1 NONE 0 5 NONE 0 0 NONE 0 0\nb -1 2 NONE 0 6 NONE 0 0 NONE 0 0\n"
               "c -1 3 NONE 0 7 NONE 0 0 NONE 0 0\nd -1 4 NONE 0 8 NONE 0 0 NONE 0 0\n",
          0);

  expect_tasks (trace, 0,
                "a forward 1; b forward 2; c forward 3; d forward 4; c forward 3; d input gradient 8; "
                "c input gradient 7; a forward 1; b input gradient 6; a input gradient 5; ");
}

static void
test_other_number_of_ranks (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, HEAD "2 ep: 1 all_gpus: 8192\n1\na -1 1 ALLREDUCE 4 1 NONE 0 1 ALLREDUCE 8 0\n", 16);

  g_assert_cmpuint (trace->n_ranks, ==, 16);
  expect_group (trace, 3, "a weight gradient", "1 3 5 7 9 11 13 15");
  expect_note (trace, "for 8192 ranks; it is run on 16");
}

/* --- ASTRA-sim --- */

static void
test_micro (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, "MICRO\n2\nm\t-1\t1\tNONE\t0\t1\tNONE\t0\t1\tALLREDUCE\t4096\t0\n"
                   "m\t-1\t1\tNONE\t0\t1\tNONE\t0\t1\tALLGATHER\t8192\t0\n", 4);

  /* an all-gather's size is the share of one rank */
  expect_tasks (trace, 2, "m weight gradient all_reduce 4096; m weight gradient all_gather 32768; ");
  g_assert_cmpuint (trace->n_edges, ==, 0);
  expect_note (trace, "microseconds");
}

static void
test_data (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, "DATA\n2\na -1 1 NONE 0 2 NONE 0 3 ALLREDUCE 64 4\nb -1 5 NONE 0 6 NONE 0 7 ALLREDUCE 128 0\n", 2);

  expect_tasks (trace, 1,
                "a forward 1000; b forward 5000; b weight gradient 7000; b weight gradient all_reduce 128; "
                "b input gradient 6000; a weight gradient 3000; a weight gradient all_reduce 64; a update 4000; ");
  /* of rank 0: gradients go on while those of weights are reduced */
  g_assert_true (waits (trace, 2, 3));
  g_assert_true (waits (trace, 2, 4));
  g_assert_false (waits (trace, 3, 4));
  g_assert_true (waits (trace, 4, 5));
}

static void
test_hybrid (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, "HYBRID_DATA_MODEL\n2\na -1 1 ALLGATHER 64 2 ALLREDUCE 32 3 ALLREDUCE 16 0\n"
                   "b -1 4 NONE 0 5 ALLREDUCE 8 6 NONE 0 0\n", 2);

  expect_tasks (trace, 0,
                "a forward 1000; a forward all_gather 128; b forward 4000; b input gradient 5000; "
                "b input gradient all_reduce 8; b weight gradient 6000; a input gradient 2000; a weight gradient 3000; "
                "a weight gradient all_reduce 16; ");
  /* b's weight gradient does not wait for its collective, a's input gradient waits for both */
  g_assert_false (waits (trace, 4, 5));
  g_assert_true (waits (trace, 4, 6));
  g_assert_true (waits (trace, 5, 6));
}

static void
test_model (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, "MODEL\n1\na -1 1 NONE 0 2 ALLREDUCE 32 3 ALLREDUCE 16 0\n", 2);

  expect_tasks (trace, 0, "a forward 1000; a input gradient 2000; a weight gradient 3000; ");
}

/* Embeddings are exchanged while the bottom layer is computed; the layer above it waits for them. */
static void
test_dlrm (void)
{
  static const char *const heads[] = { "HYBRID_DLRM 1", "HYBRID_DLRM_ENHANCED DLRM_LAST_BOTTOM_LAYER: 1" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *text = g_strdup_printf ("%s\n3\ne -1 1 ALLTOALL 64 2 ALLTOALL 64 3 NONE 0 0\n"
                                               "b -1 4 NONE 0 5 NONE 0 6 ALLREDUCE 32 0\n"
                                               "t -1 7 NONE 0 8 NONE 0 9 ALLREDUCE 16 0\n", heads[i]);
      g_autoptr (WeftSimTrace) trace = take (&folder, text, 2);

      expect_tasks (trace, 0,
                    "e forward 1000; e forward all_to_all 64; b forward 4000; t forward 7000; t weight gradient 9000; "
                    "t weight gradient all_reduce 16; t input gradient 8000; e input gradient all_to_all 64; "
                    "b weight gradient 6000; b weight gradient all_reduce 32; b input gradient 5000; "
                    "e weight gradient 3000; ");
      g_assert_true (waits (trace, 1, 2));
      g_assert_true (waits (trace, 7, 11));
      g_assert_false (waits (trace, 7, 8));
    }
}

static void
test_inference (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace =
    take (&folder, "DISTRIBUTED_INFERENCE\n1\na -1 1 ALLREDUCE 64 2 NONE 0 3 NONE 0 0\n", 2);

  expect_tasks (trace, 0, "a forward 1; a forward all_reduce 64; ");
}

/* --- what is refused --- */

#define LINE "a -1 1 NONE 0 1 NONE 0 1 NONE 0 0\n"

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
    { "\n", WEFT_SIM_ERROR_INVALID, ":1: the first line is empty" },
    { "SOMETHING\n1\n" LINE, WEFT_SIM_ERROR_INVALID, ":1: found \"SOMETHING\", expected a parallelism" },
    { "HYBRID_CUSTOMIZED\n1\n" LINE, WEFT_SIM_ERROR_UNSUPPORTED, "HYBRID_CUSTOMIZED" },
    { HEAD "2 all_gpus: 4\n", WEFT_SIM_ERROR_INVALID, "ends before its second line" },
    { HEAD "2 all_gpus: 4\nx\n", WEFT_SIM_ERROR_INVALID, ":2: found \"x\", expected how many layers" },
    { HEAD "2 all_gpus: 4\n0\n", WEFT_SIM_ERROR_INVALID, ":2: found \"0\"" },
    { HEAD "2 all_gpus: 4\n99999999999\n" LINE, WEFT_SIM_ERROR_LIMIT, ":2: found \"99999999999\"" },
    { HEAD "2 all_gpus: 4\n2\n" LINE, WEFT_SIM_ERROR_INVALID, "says 2 layers, but the file ends after 1" },
    { HEAD "2 all_gpus: 4\n1\n" LINE LINE, WEFT_SIM_ERROR_INVALID, ":4: the second line says 1 layers, but here is one more" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 NONE 0 1 NONE 0 1 NONE 0\n", WEFT_SIM_ERROR_INVALID,
      ":3: the line has 11 columns, expected 12" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 NONE 0 1 NONE 0 1 NONE 0 0 0\n", WEFT_SIM_ERROR_INVALID, ":3: the line has 13 columns" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 ALLSCATTER 0 1 NONE 0 1 NONE 0 0\n", WEFT_SIM_ERROR_UNSUPPORTED,
      ":3: found \"ALLSCATTER\" in column 4; known are" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 NONE 0 1 ALLREDUCEALLTOALL 0 1 NONE 0 0\n", WEFT_SIM_ERROR_UNSUPPORTED, "column 7" },
    { HEAD "2 all_gpus: 4\n1\na -1 -1 NONE 0 1 NONE 0 1 NONE 0 0\n", WEFT_SIM_ERROR_INVALID, ":3: found \"-1\" in column 3" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 NONE nan 1 NONE 0 1 NONE 0 0\n", WEFT_SIM_ERROR_INVALID, "\"nan\" in column 5" },
    { HEAD "2 all_gpus: 4\n1\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1e999\n", WEFT_SIM_ERROR_INVALID, "column 12" },
    { HEAD "2\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "does not say how many ranks there are (all_gpus:)" },
    { HEAD "\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "found the end of the line after “model_parallel_NPU_group”" },
    { HEAD "0 all_gpus: 4\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "“model_parallel_NPU_group” is 0" },
    { HEAD "2.5 all_gpus: 4\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "is 2.5, expected a whole number" },
    { "HYBRID_TRANSFORMER all_gpus: 4\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "needs “model_parallel_NPU_group:”" },
    { HEAD "3 all_gpus: 4\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "4 ranks are no multiple of 3, 3 tensor-parallel ranks times 1" },
    { HEAD "2 pp: 3 all_gpus: 8\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "8 ranks are no multiple of 6" },
    { HEAD "2 ep: 4 all_gpus: 12\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "6 data-parallel ranks are no multiple of the 4" },
    { HEAD "1 all_gpus: 100000\n1\n" LINE, WEFT_SIM_ERROR_LIMIT, "100000 ranks are too many" },
    { HEAD "1 all_gpus: 1 checkpoints: 1 5\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "layer 5 is a checkpoint" },
    { HEAD "1 all_gpus: 1 checkpoints: 2 0\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "the end of the line after “checkpoints”" },
    { HEAD "1 all_gpus: 1 checkpoints: 0 checkpoint_initiates: 1 0\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "no checkpoint" },
    { "DATA\n1\na -1 1 NONE 0 1 NONE 0 1 ALLREDUCE_EP 4 0\n", WEFT_SIM_ERROR_INVALID, ":3: \"ALLREDUCE_EP\" in column 10 needs" },
    { "DATA\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "does not say how many ranks" },
    { "HYBRID_DLRM\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "the number of the last bottom layer" },
    { "HYBRID_DLRM 0\n1\n" LINE, WEFT_SIM_ERROR_INVALID, "the last bottom layer is 0, but there are 1 layers" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Folder) folder = folder_new ();
      g_autofree char *path = folder_write (&folder, "w.txt", cases[i].text);

      g_assert_null (weft_simai_read (path, 0, NULL, &folder.error));
      folder_expect_error (&folder, cases[i].code, cases[i].words);
    }
}

static void
test_ranks_of_a_text (void)
{
  static const struct
  {
    const char *text;
    guint32 n;
  } cases[] = {
    { HEAD "2 all_gpus: 16\nand so on", 16 },
    { "\xef\xbb\xbf" HEAD "2 all_gpus: 9216", 9216 },
    { HEAD "2\n1\n" LINE, 0 },
    { "DATA\n1\n" LINE, 0 },
    { "all_gpus: 16\n", 0 },
    { "", 0 },
  };
  g_auto (Folder) folder = folder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = folder_write (&folder, "w.txt", cases[i].text);

      g_assert_cmpuint (weft_simai_n_ranks (path), ==, cases[i].n);
    }
  g_assert_cmpuint (weft_simai_n_ranks (folder.path), ==, 0);
}

static void
test_unknown_word_is_noted (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (WeftSimTrace) trace = take (&folder, HEAD "1 cp: 2 all_gpus: 1\n1\n" LINE, 0);

  expect_note (trace, ":1: \"cp\" is not known and was not used");
  expect_note (trace, ":1: \"2\" is not known and was not used");
}

/* 65,536 ranks with 600 tasks each are more than a trace may have. */
static void
test_too_many_tasks (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (GString) text = g_string_new (HEAD "8 ep: 1 pp: 1 all_gpus: 65536\n200\n");
  g_autofree char *path = NULL;

  for (guint i = 0; i < 200; i++)
    g_string_append (text, LINE);
  path = folder_write (&folder, "w.txt", text->str);
  g_assert_null (weft_simai_read (path, 0, NULL, &folder.error));
  folder_expect_error (&folder, WEFT_SIM_ERROR_LIMIT, "65536 ranks make 39321600 tasks; at most 20000000");
}

/* A repeated forward pass before each of many gradients does not run away. */
static void
test_too_much_recomputation (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (GString) text = g_string_new (HEAD "1 all_gpus: 1 checkpoints: 1 0 checkpoint_initiates: 9999");
  g_autofree char *path = NULL;

  for (guint i = 1; i < 10000; i++)
    g_string_append_printf (text, " %u", i);
  g_string_append (text, "\n10000\n");
  for (guint i = 0; i < 10000; i++)
    g_string_append (text, LINE);
  path = folder_write (&folder, "w.txt", text->str);
  g_assert_null (weft_simai_read (path, 0, NULL, &folder.error));
  folder_expect_error (&folder, WEFT_SIM_ERROR_LIMIT, "each rank has more than 4000000 tasks");
}

static void
test_cancelled (void)
{
  g_auto (Folder) folder = folder_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *path = folder_write (&folder, "w.txt", HEAD "1 all_gpus: 1\n1\n" LINE);

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_simai_read (path, 0, cancellable, &folder.error));
  g_assert_error (folder.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/simai/all-reduce", test_all_reduce);
  g_test_add_func ("/simai/order", test_order);
  g_test_add_func ("/simai/groups", test_groups);
  g_test_add_func ("/simai/groups-of-stages", test_groups_of_stages);
  g_test_add_func ("/simai/groups-of-one", test_groups_of_one);
  g_test_add_func ("/simai/170-broadcast-is-not-skipped", test_broadcast_is_not_skipped);
  g_test_add_func ("/simai/300-long-times", test_long_times);
  g_test_add_func ("/simai/recomputation", test_recomputation);
  g_test_add_func ("/simai/other-number-of-ranks", test_other_number_of_ranks);
  g_test_add_func ("/simai/micro", test_micro);
  g_test_add_func ("/simai/data", test_data);
  g_test_add_func ("/simai/hybrid", test_hybrid);
  g_test_add_func ("/simai/model", test_model);
  g_test_add_func ("/simai/dlrm", test_dlrm);
  g_test_add_func ("/simai/inference", test_inference);
  g_test_add_func ("/simai/190-refused", test_refused);
  g_test_add_func ("/simai/ranks-of-a-text", test_ranks_of_a_text);
  g_test_add_func ("/simai/unknown-word-is-noted", test_unknown_word_is_noted);
  g_test_add_func ("/simai/too-many-tasks", test_too_many_tasks);
  g_test_add_func ("/simai/too-much-recomputation", test_too_much_recomputation);
  g_test_add_func ("/simai/cancelled", test_cancelled);
  return g_test_run ();
}
