/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces: matched sends and collectives, shared costs, order by ids, and what is refused with the names of nodes. */
#include <math.h>
#include <string.h>

#include "sim/weft-sim-builder.h"

#define MIB 1048576.0

static WeftSimTrace *
finish (WeftSimBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace = weft_sim_builder_finish (builder, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  return trace;
}

/* That the trace is refused with a code, in words that have all of @words (NULL at the end) in them. */
static void
assert_refused (WeftSimBuilder *builder, int code, const char *const *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = weft_sim_builder_finish (builder, &error);

  g_assert_null (trace);
  g_assert_error (error, WEFT_SIM_ERROR, code);
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (error->message, words[i]) == NULL)
      g_error ("“%s” lacks “%s”", error->message, words[i]);
}

static guint32
compute (WeftSimBuilder *builder, guint32 rank, guint64 id, const char *name)
{
  return weft_sim_builder_add_compute (builder, rank, id, name, NULL, 0, 1e-6, 0, NULL);
}

/* --- what is kept --- */

static void
test_tasks (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("three", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autofree char *words = NULL;
  guint32 a = weft_sim_builder_add_compute (builder, 0, 7, "fwd", "gemm", 1e-6, 2e-6, 3e-6, NULL);
  guint32 b = weft_sim_builder_add_compute (builder, 0, 9, "fwd", "gemm", 1e-6, 2e-6, 3e-6, NULL);
  guint32 c = weft_sim_builder_add_control (builder, 1, 7, NULL, NULL);

  weft_sim_builder_add_edge (builder, a, b, 0);
  weft_sim_builder_add_edge (builder, a, b, 0);
  weft_sim_builder_add_edge (builder, b, c, 64);
  trace = finish (builder);

  g_assert_cmpuint (trace->n_tasks, ==, 3);
  g_assert_cmpuint (trace->n_costs, ==, 2);
  g_assert_cmpuint (trace->cost[a], ==, trace->cost[b]);
  g_assert_cmpfloat (trace->costs[trace->cost[a]].memory_s, ==, 3e-6);
  g_assert_cmpuint (trace->n_labels, ==, 2);
  g_assert_cmpuint (trace->n_names, ==, 2);
  g_assert_cmpuint (trace->n_edges, ==, 2);
  g_assert_cmpuint (trace->succ[trace->first_succ[b]], ==, c);
  g_assert_cmpfloat (trace->succ_bytes[trace->first_succ[b]], ==, 64);
  g_assert_cmpuint (trace->n_preds[b], ==, 1);
  g_assert_null (trace->order);
  g_assert_null (trace->to_rank);
  g_assert_null (trace->notes);
  words = weft_sim_trace_task_words (trace, a);
  g_assert_cmpstr (words, ==, "rank 0, node 7 “fwd”");
}

/* Ids say the order in a rank, not the order in which tasks come. */
static void
test_order (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("order", 2);
  g_autoptr (WeftSimTrace) trace = NULL;

  compute (builder, 1, 5, "e");
  compute (builder, 0, 30, "c");
  compute (builder, 0, 10, "a");
  compute (builder, 0, 20, "b");
  trace = finish (builder);
  g_assert_nonnull (trace->order);
  g_assert_cmpuint (trace->order[2], <, trace->order[3]);
  g_assert_cmpuint (trace->order[3], <, trace->order[1]);
}

static void
test_many_edges (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("fan", 1);
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint i = 0; i < 101; i++)
    compute (builder, 0, i, NULL);
  for (guint i = 100; i > 0; i--)
    for (guint k = 0; k < 2; k++)
      weft_sim_builder_add_edge (builder, 0, i, 0);
  trace = finish (builder);
  g_assert_cmpuint (trace->n_edges, ==, 100);
  for (guint i = 0; i < 100; i++)
    {
      g_assert_cmpuint (trace->succ[i], ==, i + 1);
      g_assert_cmpuint (trace->n_preds[i + 1], ==, 1);
    }
  g_assert_null (trace->succ_bytes);
}

static void
test_large_sizes (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("large", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  guint32 send = weft_sim_builder_add_send (builder, 0, 0, NULL, 1, G_MININT64, 0x1p63, NULL);
  guint32 recv = weft_sim_builder_add_recv (builder, 1, 0, NULL, 0, G_MININT64, 0x1p63, NULL);
  guint32 none = weft_sim_builder_add_send (builder, 0, G_MAXUINT64, NULL, 1, 0, 0, NULL);

  weft_sim_builder_add_recv (builder, 1, G_MAXUINT64, NULL, 0, 0, 0, NULL);
  trace = finish (builder);
  g_assert_cmpuint (trace->peer[send], ==, recv);
  g_assert_cmpfloat (trace->costs[trace->cost[send]].bytes, ==, 0x1p63);
  g_assert_cmpfloat (trace->costs[trace->cost[none]].bytes, ==, 0);
}

/* --- sends and receives --- */

static void
test_match (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("match", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  /* The later id comes first. */
  guint32 second = weft_sim_builder_add_send (builder, 0, 8, "s8", 1, 1, 4, NULL);
  guint32 first = weft_sim_builder_add_send (builder, 0, 3, "s3", 1, 1, 4, NULL);
  guint32 other = weft_sim_builder_add_send (builder, 0, 9, "s9", 1, 2, 4, NULL);
  guint32 r2 = weft_sim_builder_add_recv (builder, 1, 1, "r1", 0, 2, 4, NULL);
  guint32 r0 = weft_sim_builder_add_recv (builder, 1, 2, "r2", 0, 1, 4, NULL);
  guint32 r1 = weft_sim_builder_add_recv (builder, 1, 4, "r4", 0, 1, 4, NULL);

  trace = finish (builder);
  g_assert_cmpuint (trace->peer[first], ==, r0);
  g_assert_cmpuint (trace->peer[second], ==, r1);
  g_assert_cmpuint (trace->peer[other], ==, r2);
  g_assert_cmpuint (trace->peer[r2], ==, other);
}

/* The sizes say which is which, as in peers that look for a message of that size. */
static void
test_match_by_size (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("sizes", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  guint32 large = weft_sim_builder_add_send (builder, 0, 0, NULL, 1, 0, 20, NULL);
  guint32 small = weft_sim_builder_add_send (builder, 0, 1, NULL, 1, 0, 10, NULL);
  guint32 more = weft_sim_builder_add_send (builder, 0, 2, NULL, 1, 0, 10, NULL);
  guint32 r_small = weft_sim_builder_add_recv (builder, 1, 0, NULL, 0, 0, 10, NULL);
  guint32 r_more = weft_sim_builder_add_recv (builder, 1, 1, NULL, 0, 0, 10, NULL);
  guint32 r_large = weft_sim_builder_add_recv (builder, 1, 2, NULL, 0, 0, 20, NULL);

  trace = finish (builder);
  g_assert_cmpuint (trace->peer[large], ==, r_large);
  g_assert_cmpuint (trace->peer[small], ==, r_small);
  g_assert_cmpuint (trace->peer[more], ==, r_more);
  g_assert_cmpuint (g_strv_length (trace->notes), ==, 1);
}

static void
test_lost_receive (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("lost", 3);
  const char *const words[] = { "rank 1, node 4 “recv_fwd”", "tag 7", "rank 0", "node 2 “send_fwd”", "tag 8", NULL };

  weft_sim_builder_add_send (builder, 0, 1, "far", 2, 7, MIB, NULL);
  weft_sim_builder_add_send (builder, 0, 2, "send_fwd", 1, 8, MIB, NULL);
  weft_sim_builder_add_recv (builder, 1, 4, "recv_fwd", 0, 7, MIB, NULL);
  assert_refused (builder, WEFT_SIM_ERROR_UNMATCHED, words);
}

static void
test_no_send (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("none", 2);
  const char *const words[] = { "rank 1, node 4 “r”", "from rank 0", "left over", NULL };

  weft_sim_builder_add_recv (builder, 1, 4, "r", 0, 0, 8, NULL);
  assert_refused (builder, WEFT_SIM_ERROR_UNMATCHED, words);
}

static void
test_sizes_differ (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("differ", 2);
  const char *const words[] = { "rank 0, node 2 “s2”", "1048576 bytes", "rank 1, node 6 “r6”", "1048575 bytes", NULL };

  weft_sim_builder_add_send (builder, 0, 1, "s1", 1, 0, 8, NULL);
  weft_sim_builder_add_send (builder, 0, 2, "s2", 1, 0, MIB, NULL);
  weft_sim_builder_add_recv (builder, 1, 5, "r5", 0, 0, 8, NULL);
  weft_sim_builder_add_recv (builder, 1, 6, "r6", 0, 0, MIB - 1, NULL);
  assert_refused (builder, WEFT_SIM_ERROR_MISMATCH, words);
}

static void
test_no_receive (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("left", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  guint32 send = weft_sim_builder_add_send (builder, 0, 3, "lonely", 1, 0, 8, NULL);
  guint32 work = compute (builder, 0, 4, "work");

  trace = finish (builder);
  g_assert_cmpuint (trace->peer[send], ==, WEFT_SIM_NONE);
  g_assert_cmpuint (trace->to_rank[send], ==, 1);
  g_assert_cmpuint (trace->to_rank[work], ==, WEFT_SIM_NONE);
  g_assert_cmpuint (g_strv_length (trace->notes), ==, 1);
  g_assert_nonnull (strstr (trace->notes[0], "rank 0, node 3 “lonely”"));
}

/* With and without a receive of its own. */
static void
test_own_rank (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("self", 1);
  g_autoptr (WeftSimTrace) trace = NULL;
  guint32 send = weft_sim_builder_add_send (builder, 0, 0, NULL, 0, 1, 8, NULL);
  guint32 recv = weft_sim_builder_add_recv (builder, 0, 1, NULL, 0, 1, 8, NULL);
  guint32 copy = weft_sim_builder_add_send (builder, 0, 2, NULL, 0, 2, 8, NULL);

  trace = finish (builder);
  g_assert_cmpuint (trace->peer[send], ==, recv);
  g_assert_cmpuint (trace->peer[copy], ==, WEFT_SIM_NONE);
  g_assert_cmpuint (trace->to_rank[copy], ==, 0);
  g_assert_null (trace->notes);
}

/* --- collectives --- */

static void
add_part (WeftSimBuilder *builder, guint32 rank, guint64 id, guint32 group, WeftSimComm comm, double bytes)
{
  g_autoptr (GError) error = NULL;

  weft_sim_builder_add_collective (builder, rank, id, "coll", group, comm, bytes, WEFT_SIM_NONE, &error);
  g_assert_no_error (error);
}

/* Ranks of several groups, in any order of nodes. */
static void
test_collectives (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("groups", 4);
  g_autoptr (WeftSimTrace) trace = NULL;
  const guint32 ranks[] = { 3, 1 };
  guint32 some = weft_sim_builder_add_group (builder, "some", ranks, 2, NULL);

  for (guint r = 0; r < 4; r++)
    {
      add_part (builder, r, 10, 0, WEFT_SIM_ALL_REDUCE, MIB);
      add_part (builder, r, 20, 0, WEFT_SIM_BARRIER, 0);
    }
  weft_sim_builder_add_collective (builder, 1, 5, "b", some, WEFT_SIM_BROADCAST, 64, 1, NULL);
  weft_sim_builder_add_collective (builder, 3, 15, "b", some, WEFT_SIM_BROADCAST, 64, 1, NULL);
  trace = finish (builder);

  g_assert_cmpuint (trace->n_collectives, ==, 3);
  for (guint c = 0; c < 3; c++)
    {
      const WeftSimCollective *collective = &trace->collectives[c];
      const WeftSimGroup *group = &trace->groups[collective->group];

      for (guint m = 0; m < group->n_ranks; m++)
        {
          guint32 task = trace->member_task[collective->first_task + m];

          g_assert_cmpuint (trace->rank[task], ==, trace->member_rank[group->first + m]);
          g_assert_cmpuint (trace->peer[task], ==, c);
        }
    }
  g_assert_cmpuint (trace->collectives[0].comm, ==, WEFT_SIM_ALL_REDUCE);
  g_assert_cmpuint (trace->collectives[1].comm, ==, WEFT_SIM_BARRIER);
  g_assert_cmpuint (trace->collectives[2].comm, ==, WEFT_SIM_BROADCAST);
  g_assert_cmpuint (trace->collectives[2].root, ==, 1);
  g_assert_cmpstr (trace->groups[0].name, ==, "all");
}

static void
test_missing_rank (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("missing", 4);
  const char *const words[] = { "“all”", "1 of its 4", "rank 2", "rank 0, node 5 “coll”", "all_reduce", NULL };

  add_part (builder, 0, 5, 0, WEFT_SIM_ALL_REDUCE, MIB);
  add_part (builder, 1, 5, 0, WEFT_SIM_ALL_REDUCE, MIB);
  add_part (builder, 3, 5, 0, WEFT_SIM_ALL_REDUCE, MIB);
  assert_refused (builder, WEFT_SIM_ERROR_UNMATCHED, words);
}

/* The odd one is named first, also when it is the first rank. */
static void
test_odd_rank (void)
{
  const char *const first[] = { "collective: rank 0, node 5", "64 bytes", "1048576 bytes", NULL };
  const char *const last[] = { "collective: rank 3, node 5", "64 bytes", "1048576 bytes", NULL };
  const char *const comm[] = { "a all_gather", "a all_reduce", NULL };

  for (guint odd = 0; odd < 4; odd += 3)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("odd", 4);

      for (guint r = 0; r < 4; r++)
        add_part (builder, r, 5, 0, WEFT_SIM_ALL_REDUCE, r == odd ? 64 : MIB);
      assert_refused (builder, WEFT_SIM_ERROR_MISMATCH, odd == 0 ? first : last);
    }
  {
    g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("kinds", 2);

    add_part (builder, 0, 5, 0, WEFT_SIM_ALL_REDUCE, 64);
    add_part (builder, 1, 5, 0, WEFT_SIM_ALL_GATHER, 64);
    assert_refused (builder, WEFT_SIM_ERROR_MISMATCH, comm);
  }
}

static void
test_roots_differ (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("roots", 2);
  const char *const words[] = { "root at rank 0", "root at rank 1", NULL };

  weft_sim_builder_add_collective (builder, 0, 0, NULL, 0, WEFT_SIM_REDUCE, 8, 0, NULL);
  weft_sim_builder_add_collective (builder, 1, 0, NULL, 0, WEFT_SIM_REDUCE, 8, 1, NULL);
  assert_refused (builder, WEFT_SIM_ERROR_MISMATCH, words);
}

static void
test_groups_refused (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("refused", 4);
  const guint32 twice[] = { 0, 2, 0 };
  const guint32 absent[] = { 0, 4 };
  const guint32 fine[] = { 1, 2 };
  g_autoptr (GError) error = NULL;
  guint32 group;

  g_assert_cmpuint (weft_sim_builder_add_group (builder, "twice", twice, 3, &error), ==, WEFT_SIM_NONE);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_cmpuint (weft_sim_builder_add_group (builder, "absent", absent, 2, &error), ==, WEFT_SIM_NONE);
  g_assert_nonnull (strstr (error->message, "rank 4"));
  g_clear_error (&error);
  group = weft_sim_builder_add_group (builder, "fine", fine, 2, &error);
  g_assert_no_error (error);
  weft_sim_builder_add_collective (builder, 3, 1, "x", group, WEFT_SIM_BARRIER, 0, WEFT_SIM_NONE, &error);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "rank 3, node 1 “x”"));
}

/* --- what is refused at once --- */

static void
test_amounts_refused (void)
{
  const double bad[] = { -1, NAN, INFINITY, -INFINITY };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("bad", 2);
      g_autoptr (GError) error = NULL;

      g_assert_cmpuint (weft_sim_builder_add_compute (builder, 0, 0, "c", NULL, 0, bad[i], 0, &error), ==,
                        WEFT_SIM_NONE);
      g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
      g_clear_error (&error);
      g_assert_cmpuint (weft_sim_builder_add_send (builder, 0, 0, "s", 1, 0, bad[i], &error), ==, WEFT_SIM_NONE);
      g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
      weft_sim_builder_add_edge (builder, compute (builder, 0, 0, "a"), compute (builder, 1, 1, "b"), bad[i]);
      assert_refused (builder, WEFT_SIM_ERROR_INVALID, (const char *const[]) { "size", NULL });
    }
}

static void
test_ranks_refused (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("absent", 4);
  g_autoptr (WeftSimBuilder) none = weft_sim_builder_new ("none", 0);
  g_autoptr (WeftSimBuilder) many = weft_sim_builder_new ("many", WEFT_MAX_SIM_RANKS + 1);
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (weft_sim_builder_add_send (builder, 0, 3, "s", 9, 0, 8, &error), ==, WEFT_SIM_NONE);
  g_assert_nonnull (strstr (error->message, "rank 0, node 3 “s”: there is no rank 9: the trace has 4 ranks"));
  g_clear_error (&error);
  g_assert_cmpuint (compute (builder, 4, 0, "c"), ==, WEFT_SIM_NONE);
  g_assert_cmpuint (weft_sim_builder_add_remote (builder, 0, 0, "l", 0, FALSE, 8, &error), ==, WEFT_SIM_NONE);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_INVALID);
  assert_refused (none, WEFT_SIM_ERROR_LIMIT, (const char *const[]) { "0 ranks", NULL });
  assert_refused (many, WEFT_SIM_ERROR_LIMIT, (const char *const[]) { "65537 ranks", "65536", NULL });
}

static void
test_id_twice (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("twice", 2);
  const char *const words[] = { "rank 1, node 5 “b”", "rank 1, node 5 “d”", NULL };

  compute (builder, 0, 5, "a");
  compute (builder, 1, 5, "b");
  compute (builder, 1, 4, "c");
  compute (builder, 1, 5, "d");
  assert_refused (builder, WEFT_SIM_ERROR_INVALID, words);
}

static void
test_provider_refused (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("slow", 1);
  const char *const words[] = { "“pool”", "0 B/s", NULL };

  weft_sim_builder_add_provider (builder, "pool", WEFT_SIM_NONE, 0, 1e-7, WEFT_SIM_QUEUE_FIFO);
  assert_refused (builder, WEFT_SIM_ERROR_INVALID, words);
}

/* --- cycles --- */

/* A long one and one of two that hangs on it; the free task beside them helps nothing. */
static void
test_shortest_cycle (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("cycle", 1);
  const char *const words[] = { "2 tasks wait for each other: rank 0, node 40 “t40” → rank 0, node 41 “t41” → rank 0, "
                                "node 40 “t40”",
                                NULL };

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);

      compute (builder, 0, i, name);
    }
  for (guint i = 0; i < 40; i++)
    weft_sim_builder_add_edge (builder, i, (i + 1) % 40, 0);
  weft_sim_builder_add_edge (builder, 3, 40, 0);
  weft_sim_builder_add_edge (builder, 40, 41, 0);
  weft_sim_builder_add_edge (builder, 41, 40, 0);
  weft_sim_builder_add_edge (builder, 41, 42, 0);
  assert_refused (builder, WEFT_SIM_ERROR_CYCLE, words);
}

static void
test_long_cycle (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("ring", 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSimTrace) trace = NULL;
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < 500; i++)
    compute (builder, 0, i, "t");
  for (guint i = 0; i < 500; i++)
    weft_sim_builder_add_edge (builder, i, (i + 1) % 500, 0);
  trace = weft_sim_builder_finish (builder, &error);
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_CYCLE);
  names = g_strsplit (error->message, "node ", -1);
  g_assert_cmpuint (g_strv_length (names) - 1, ==, 12);
  g_assert_true (g_str_has_suffix (error->message, "… → rank 0, node 0 “t”"));
}

static void
test_self_cycle (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("self", 1);
  guint32 task = compute (builder, 0, 3, "t");

  weft_sim_builder_add_edge (builder, task, task, 0);
  assert_refused (builder, WEFT_SIM_ERROR_CYCLE, (const char *const[]) { "1 task waits for itself", NULL });
}

/* --- warnings --- */

static void
test_early_collectives (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("early", 2);
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint r = 0; r < 2; r++)
    {
      add_part (builder, r, 0, 0, WEFT_SIM_BROADCAST, 8);
      compute (builder, r, 1, "kernel");
      add_part (builder, r, 2, 0, WEFT_SIM_ALL_REDUCE, 8);
    }
  trace = finish (builder);
  g_assert_cmpuint (g_strv_length (trace->notes), ==, 1);
  g_assert_true (g_str_has_prefix (trace->notes[0], "2 parts"));
  g_assert_nonnull (strstr (trace->notes[0], "rank 0, node 2"));
}

/* At most 60 bytes a task and edge of what a run reads. */
static void
test_footprint (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("large", 64);
  g_autoptr (WeftSimTrace) trace = NULL;
  const guint32 n = 100000;

  for (guint32 i = 0; i < n; i++)
    {
      guint32 task = compute (builder, i % 64, i, i % 2 == 0 ? "even" : "odd");

      if (task >= 64)
        weft_sim_builder_add_edge (builder, task - 64, task, 0);
    }
  trace = finish (builder);
  g_assert_cmpuint (trace->n_edges, ==, n - 64);
  g_assert_cmpuint (weft_sim_trace_footprint (trace), <=, (gsize) 60 * n);
}

/* Two iterations stand in the trace, the second ends 3 s after the first, and 5 more happen. */
static void
test_folds (void)
{
  g_autoptr (WeftSimBuilder) builder = weft_sim_builder_new ("folded", 2);
  g_autoptr (WeftSimTrace) trace = NULL;
  const guint32 before[] = { compute (builder, 0, 1, "a"), compute (builder, 1, 1, "a") };
  const guint32 after[] = { compute (builder, 0, 2, "b"), compute (builder, 1, 2, "b") };
  const double finish_s[] = { 4, 2, 6, 7 };
  const guint32 absent = 9;
  const char *const words[] = { "repeated 5 times", NULL };

  weft_sim_builder_add_fold (builder, 5, before, after, 2);
  weft_sim_builder_add_fold (builder, 0, before, after, 2);
  trace = finish (builder);
  g_assert_cmpuint (trace->n_folds, ==, 1);
  g_assert_cmpfloat (weft_sim_trace_folded_s (trace, finish_s), ==, 15);

  weft_sim_builder_free (g_steal_pointer (&builder));
  builder = weft_sim_builder_new ("folded", 1);
  weft_sim_builder_add_fold (builder, 5, before, &absent, 1);
  assert_refused (builder, WEFT_SIM_ERROR_INVALID, words);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/builder/tasks", test_tasks);
  g_test_add_func ("/builder/order", test_order);
  g_test_add_func ("/builder/many-edges", test_many_edges);
  g_test_add_func ("/builder/large-sizes", test_large_sizes);
  g_test_add_func ("/builder/match", test_match);
  g_test_add_func ("/builder/match-by-size", test_match_by_size);
  g_test_add_func ("/builder/lost-receive", test_lost_receive);
  g_test_add_func ("/builder/no-send", test_no_send);
  g_test_add_func ("/builder/sizes-differ", test_sizes_differ);
  g_test_add_func ("/builder/no-receive", test_no_receive);
  g_test_add_func ("/builder/own-rank", test_own_rank);
  g_test_add_func ("/builder/collectives", test_collectives);
  g_test_add_func ("/builder/missing-rank", test_missing_rank);
  g_test_add_func ("/builder/odd-rank", test_odd_rank);
  g_test_add_func ("/builder/roots-differ", test_roots_differ);
  g_test_add_func ("/builder/groups-refused", test_groups_refused);
  g_test_add_func ("/builder/amounts-refused", test_amounts_refused);
  g_test_add_func ("/builder/ranks-refused", test_ranks_refused);
  g_test_add_func ("/builder/id-twice", test_id_twice);
  g_test_add_func ("/builder/provider-refused", test_provider_refused);
  g_test_add_func ("/builder/shortest-cycle", test_shortest_cycle);
  g_test_add_func ("/builder/long-cycle", test_long_cycle);
  g_test_add_func ("/builder/self-cycle", test_self_cycle);
  g_test_add_func ("/builder/early-collectives", test_early_collectives);
  g_test_add_func ("/builder/footprint", test_footprint);
  g_test_add_func ("/builder/folds", test_folds);
  return g_test_run ();
}
