/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What users of other simulators of Chakra traces ran into, each named after where they said so. */
#include "chakra-case.h"

static void
issue_recv_without_send (Case *self, gconstpointer data)
{
  put_idle (self, 0);
  put_one (self, 1, recv_new (5, 0, 0, 1024));
  read_bad (self, WEFT_SIM_ERROR_UNMATCHED, "rank 1, node 5|rank 0");
}

static void
issue_tag_differs (Case *self, gconstpointer data)
{
  put_one (self, 0, send_new (3, 1, 1, 1024));
  put_one (self, 1, recv_new (5, 0, 2, 1024));
  read_bad (self, WEFT_SIM_ERROR_UNMATCHED, "rank 1, node 5|tag 2|rank 0, node 3|tag 1");
}

static void
issue_size_differs (Case *self, gconstpointer data)
{
  put_one (self, 0, send_new (3, 1, 1, 1048576));
  put_one (self, 1, recv_new (5, 0, 1, 1048577));
  read_bad (self, WEFT_SIM_ERROR_MISMATCH, "rank 0, node 3|1048576 bytes|rank 1, node 5|1048577 bytes");
}

static void
issue_send_without_recv (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, send_new (3, 1, 1, 1024));
  put_idle (self, 1);
  trace = read_good (self);
  g_assert_true (has_note (trace, "rank 0, node 3"));
  g_assert_cmpuint (trace->to_rank[0], ==, 1);
}

static void
issue_collective_lacks_rank (Case *self, gconstpointer data)
{
  for (guint r = 0; r < 3; r++)
    put_one (self, r, collective_new (4, "ar", 0, 1048576));
  put_idle (self, 3);
  read_bad (self, WEFT_SIM_ERROR_UNMATCHED, "1 of its 4 ranks (rank 3)");
}

static void
issue_collective_other_size (Case *self, gconstpointer data)
{
  for (guint r = 0; r < 4; r++)
    put_one (self, r, collective_new (4, "ar", 0, r == 2 ? 2097152 : 1048576));
  read_bad (self, WEFT_SIM_ERROR_MISMATCH, "rank 2, node 4|2097152 bytes|1048576 bytes");
}

static void
issue_cycle (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *one = compute_new (1, "b", 1);
  Bytes *two = compute_new (2, "c", 1);

  put_node (file, compute_new (0, "free", 1));
  add_dep (one, 2);
  add_dep (two, 1);
  put_node (file, one);
  put_node (file, two);
  put_rank (self->folder, 0, file);
  read_bad (self, WEFT_SIM_ERROR_CYCLE, "rank 0, node 1|rank 0, node 2");
}

static void
issue_self_dependence (Case *self, gconstpointer data)
{
  Bytes *node = compute_new (1, "b", 1);

  add_dep (node, 1);
  put_one (self, 0, node);
  read_bad (self, WEFT_SIM_ERROR_CYCLE, "rank 0, node 1");
}

/* Names of a few nodes, not of hundreds. */
static void
issue_shortest_cycle (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();

  for (guint i = 0; i < 300; i++)
    {
      Bytes *node = compute_new (i, "n", 1);

      add_dep (node, (i + 1) % 300);
      if (i == 150)
        add_dep (node, 149);
      put_node (file, node);
    }
  put_rank (self->folder, 0, file);
  read_bad (self, WEFT_SIM_ERROR_CYCLE, "2 tasks wait for each other|node 149|node 150");
}

static void
issue_duplicate_id (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();

  put_node (file, compute_new (4, "a", 5));
  put_node (file, compute_new (3, "b", 5));
  put_node (file, compute_new (4, "c", 7));
  put_rank (self->folder, 0, file);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et|records 2 and 4 are both node 4");
}

static void
issue_small_collectives (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint r = 0; r < 8; r++)
    {
      Bytes *file = file_new ();

      put_node (file, collective_new (0, "a", 0, 0));
      put_node (file, collective_new (1, "b", 0, 3));
      put_rank (self->folder, r, file);
    }
  trace = read_good (self);
  g_assert_cmpfloat (trace->collectives[0].bytes, ==, 0);
  g_assert_cmpfloat (trace->collectives[1].bytes, ==, 3);
}

/* Nothing to run, but what waits for one behind others waits for those. */
static void
issue_metadata (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *between = node_new (3, "meta", WEFT_CHAKRA_METADATA);
  Bytes *after = compute_new (4, "b", 1);
  g_autoptr (WeftSimTrace) trace = NULL;

  put_node (file, node_new (1, "meta", WEFT_CHAKRA_METADATA));
  put_node (file, compute_new (2, "a", 1));
  add_dep (between, 2);
  put_node (file, between);
  add_dep (after, 1);
  add_dep (after, 3);
  put_node (file, after);
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (trace->n_tasks, ==, 3);
  g_assert_cmpuint (trace->kind[1], ==, WEFT_SIM_CONTROL);
  g_assert_cmpuint (trace->n_edges, ==, 2);
  g_assert_null (trace->notes);
}

static void
issue_memory (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, load_new (4, 1048576));
  read_bad (self, WEFT_SIM_ERROR_INVALID, "node 4 \"load\"|uses remote memory, but none is given");
  give_memory (self, WEFT_SIM_QUEUE_FIFO);
  trace = read_good (self);
  g_assert_cmpuint (trace->kind[0], ==, WEFT_SIM_LOAD);
  g_assert_cmpuint (trace->peer[0], ==, 0);
  g_assert_cmpfloat (cost_of (trace, 0)->bytes, ==, 1048576);
  g_assert_cmpfloat (trace->providers[0].bw_bytes_s, ==, 5e10);
}

static void
issue_memory_per_node (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint r = 0; r < 8; r++)
    put_one (self, r, load_new (0, 1048576));
  give_memory (self, WEFT_SIM_QUEUE_FIFO);
  self->options.n_nodes_of_provider = 4;
  read_bad (self, WEFT_SIM_ERROR_INVALID, "1 memories with 4 ranks each|rank 4");
  give_memory (self, WEFT_SIM_QUEUE_FIFO);
  trace = read_good (self);
  for (guint r = 0; r < 8; r++)
    g_assert_cmpuint (trace->peer[r], ==, r / 4);
}

static void
issue_roofline_without_bytes (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *node = compute_new (1, "a", 0);
  Bytes *after = compute_new (2, "b", 0);
  g_autoptr (WeftSimTrace) trace = NULL;

  add_integer (node, "num_ops", INT64_VAL, 1000000000000);
  add_integer (node, "tensor_size", UINT64_VAL, 0);
  put_node (file, node);
  add_integer (after, "num_ops", INT64_VAL, 9);
  add_integer (after, "tensor_size", UINT64_VAL, 9);
  add_dep (after, 1);
  put_node (file, after);
  put_rank (self->folder, 0, file);
  self->options.use_roofline = TRUE;
  self->options.peak_flops_s = 1e12;
  self->options.mem_bw_bytes_s = 1e9;
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 1);
  g_assert_cmpfloat (cost_of (trace, 0)->memory_s, ==, 0);
  g_assert_cmpuint (trace->n_preds[1], ==, 1);
}

static void
issue_own_rank (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  g_autoptr (WeftSimTrace) trace = NULL;

  put_node (file, send_new (0, 0, 1, 64));
  put_node (file, recv_new (1, 0, 1, 64));
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (trace->peer[0], ==, 1);
}

static void
issue_rank_not_there (Case *self, gconstpointer data)
{
  put_one (self, 0, send_new (5, 9, 1, 64));
  for (guint r = 1; r < 4; r++)
    put_idle (self, r);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et: |rank 0, node 5|no rank 9|4 ranks");
}

static void
issue_empty_message (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, send_new (0, 1, 1, 0));
  put_one (self, 1, recv_new (0, 0, 1, 0));
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->bytes, ==, 0);
}

static void
issue_default_pg (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_grouped (self, 0, "default_pg");
  put_grouped (self, 1, "default_pg");
  trace = read_good (self);
  g_assert_cmpuint (trace->n_collectives, ==, 1);
  g_assert_cmpuint (trace->collectives[0].group, ==, 0);
  g_assert_true (has_note (trace, "default_pg"));
}

/* Ranks 4-7: all-reduce on their group, then all-gather on all; ranks 0-3: only that. */
static void
issue_subgroups (Case *self, gconstpointer data)
{
  static const guint32 all[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
  g_autoptr (WeftSimTrace) trace = NULL;

  give_group (self, "1", all, 8);
  give_group (self, "2", all + 4, 4);
  for (guint r = 0; r < 8; r++)
    {
      Bytes *file = file_new ();
      Bytes *reduce = collective_new (0, "ar", 0, 1024);
      Bytes *gather = collective_new (1, "ag", 2, 1024);

      add_string (reduce, "pg_name", "2");
      add_string (gather, "pg_name", "1");
      if (r >= 4)
        {
          put_record (file, reduce);
          add_dep (gather, 0);
        }
      put_node (file, gather);
      put_rank (self->folder, r, file);
      g_byte_array_unref (reduce);
    }
  trace = read_good (self);
  g_assert_cmpuint (trace->n_collectives, ==, 2);
  g_assert_cmpuint (trace->n_tasks, ==, 12);
}

static const guint integer_members[] = { INT32_VAL,   INT64_VAL,   UINT32_VAL,   UINT64_VAL,   SINT32_VAL, SINT64_VAL,
                                         FIXED32_VAL, FIXED64_VAL, SFIXED32_VAL, SFIXED64_VAL };

static void
issue_every_integer_kind (Case *self, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (integer_members); i++)
    {
      Bytes *node = node_new (0, "ar", WEFT_CHAKRA_COMM_COLL);
      g_autoptr (WeftSimTrace) trace = NULL;

      add_integer (node, "comm_type", integer_members[i], 7);
      add_integer (node, "comm_size", integer_members[i], 1048576);
      put_one (self, 0, node);
      trace = read_good (self);
      g_assert_cmpuint (trace->collectives[0].comm, ==, WEFT_SIM_REDUCE_SCATTER);
      g_assert_cmpfloat (trace->collectives[0].bytes, ==, 1048576);
    }
}

static void
issue_never_zero (Case *self, gconstpointer data)
{
  Bytes *node = node_new (2, "ar", WEFT_CHAKRA_COMM_COLL);

  add_integer (node, "comm_type", INT64_VAL, 0);
  add_string (node, "comm_size", "1048576");
  put_one (self, 0, node);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "node 2 \"ar\"|comm_size is \"1048576\" (string_val); expected an integer");
}

static void
issue_over_2_gb (Case *self, gconstpointer data)
{
  static const gint64 sizes[] = { 8589934592, 68719476736, G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (WeftSimTrace) trace = NULL;

      put_one (self, 0, collective_new (0, "ar", 0, sizes[i]));
      trace = read_good (self);
      g_assert_cmpfloat (trace->collectives[0].bytes, ==, (double) sizes[i]);
    }
}

static void
issue_negative_size (Case *self, gconstpointer data)
{
  put_one (self, 0, collective_new (6, "ar", 0, -1));
  read_bad (self, WEFT_SIM_ERROR_INVALID, "node 6 \"ar\"|comm_size is -1 (int64_val)");
}

static void
issue_size_of_2_63 (Case *self, gconstpointer data)
{
  Bytes *node = node_new (6, "ar", WEFT_CHAKRA_COMM_COLL);

  add_integer (node, "comm_type", INT64_VAL, 0);
  add_integer (node, "comm_size", UINT64_VAL, G_MININT64);
  put_one (self, 0, node);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "node 6 \"ar\"|comm_size is 9223372036854775808 (uint64_val)");
}

static void
issue_long_times (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, compute_new (0, "a", 5000000000));
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 5000);
}

static void
issue_no_predecessors (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  g_autoptr (WeftSimTrace) trace = NULL;

  put_node (file, compute_new (0, "gemm", 10));
  put_node (file, collective_new (1, "ar", 0, 64));
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_true (has_note (trace, "waits for nothing"));
}

static void
issue_several_groups (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 0, 1, 2 };
  g_autoptr (WeftSimTrace) trace = NULL;

  give_group (self, "1", ranks, 2);
  give_group (self, "2", ranks + 1, 2);
  for (guint r = 0; r < 3; r++)
    {
      Bytes *file = file_new ();

      for (guint g = 1; g <= 2; g++)
        {
          g_autofree char *name = g_strdup_printf ("%u", g);
          Bytes *node = collective_new (g, "ar", 0, 64);

          add_string (node, "pg_name", name);
          if (r + 1 == g || r == g)
            put_record (file, node);
          g_byte_array_unref (node);
        }
      put_rank (self->folder, r, file);
    }
  trace = read_good (self);
  g_assert_cmpuint (trace->n_collectives, ==, 2);
}

static void
issue_too_long_record (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();

  put_varint (file, 64 * 1024 * 1024 + 1);
  put_rank (self->folder, 0, file);
  read_bad (self, WEFT_SIM_ERROR_LIMIT, "t.0.et: record 2 (byte 8)|67108865 bytes");
}

#define ISSUE(path, function) ADD ("issue/" path, issue_##function)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ISSUE ("recv-without-send", recv_without_send);
  ISSUE ("tag-differs", tag_differs);
  ISSUE ("size-differs-by-1-byte", size_differs);
  ISSUE ("casys-kaist-LLMServingSim-55-sizes-differ", size_differs);
  ISSUE ("send-without-recv", send_without_recv);
  ISSUE ("collective-of-3-of-4-ranks", collective_lacks_rank);
  ISSUE ("collective-with-one-other-size", collective_other_size);
  ISSUE ("cycle-beside-a-free-node", cycle);
  ISSUE ("dependence-on-itself", self_dependence);
  ISSUE ("mlcommons-chakra-189-134-shortest-cycle", shortest_cycle);
  ISSUE ("duplicate-node-id", duplicate_id);
  ISSUE ("all-reduce-of-0-or-3-bytes", small_collectives);
  ISSUE ("metadata-node", metadata);
  ISSUE ("memory-node", memory);
  ISSUE ("memory-per-node", memory_per_node);
  ISSUE ("roofline-with-tensor-size-0", roofline_without_bytes);
  ISSUE ("send-to-own-rank", own_rank);
  ISSUE ("send-to-rank-9-of-4", rank_not_there);
  ISSUE ("send-of-0-bytes", empty_message);
  ISSUE ("pg-name-default-pg", default_pg);
  ISSUE ("astra-sim-339-subgroups", subgroups);
  ISSUE ("astra-sim-195-mlcommons-chakra-71-several-groups", several_groups);
  ISSUE ("mlcommons-chakra-136-every-integer-kind", every_integer_kind);
  ISSUE ("astra-sim-207-never-zero", never_zero);
  ISSUE ("astra-sim-94-115-over-2-gb", over_2_gb);
  ISSUE ("negative-size", negative_size);
  ISSUE ("size-of-2-63", size_of_2_63);
  ISSUE ("SimAI-300-long-times", long_times);
  ISSUE ("mlcommons-chakra-215-no-predecessors", no_predecessors);
  ISSUE ("record-of-more-than-64-mb", too_long_record);
  return g_test_run ();
}
