/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces as Chakra files: what stands there, and that reading them gives the same trace. */
#include <math.h>

#include "chakra-case.h"
#include "trace-equal.h"

static char *
case_prefix (Case *self)
{
  return g_build_filename (self->folder, "t", NULL);
}

static void
write_good (Case *self, const WeftSimTrace *trace)
{
  g_autofree char *prefix = case_prefix (self);
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_chakra_write (trace, prefix, NULL, &error));
  g_assert_no_error (error);
}

static WeftSimTrace *
finish (WeftSimBuilder *builder)
{
  g_autoptr (GError) error = NULL;
  WeftSimTrace *trace = weft_sim_builder_finish (builder, &error);

  g_assert_no_error (error);
  weft_sim_builder_free (builder);
  return trace;
}

/* Writes and reads without being told anything. */
static void
check_round (Case *self, const WeftSimTrace *trace)
{
  g_autoptr (WeftSimTrace) again = NULL;

  write_good (self, trace);
  again = read_good (self);
  check_same_trace (trace, again);
}

static void
test_xf_tiny (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 0, 1, 2, 3 };
  g_autofree char *prefix = data_path ("xf_tiny");
  g_autofree char *path = g_build_filename (self->folder, "t.groups.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (WeftSimTrace) trace = NULL;

  give_group (self, "1", ranks, 2);
  give_group (self, "2", ranks + 2, 2);
  trace = weft_chakra_read (prefix, &self->options, NULL, NULL);
  g_clear_pointer (&self->options.groups, g_hash_table_unref);
  check_round (self, trace);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "{\n  \"1\": [0,1],\n  \"2\": [2,3]\n}\n");
}

/* --- one of everything --- */

static void
add_all (WeftSimBuilder *b, const guint32 *groups)
{
  for (guint32 r = 0; r < 2; r++)
    {
      guint32 first = weft_sim_builder_add_compute (b, r, 100, "first", "gemm", 0, 1.5e-6, 0, NULL);
      guint32 second = weft_sim_builder_add_compute (b, r, 101, "second", NULL, 1e-7 / 3, 1e-6, 2e-5 / 7, NULL);
      guint32 control = weft_sim_builder_add_control (b, r, 90, "sync", NULL);
      guint32 load = weft_sim_builder_add_remote (b, r, 102, "load é", 1, FALSE, 1e6 / 3, NULL);
      guint32 store = weft_sim_builder_add_remote (b, r, 103, "store", 0, TRUE, 4096, NULL);
      guint32 send = weft_sim_builder_add_send (b, r, 104, "send", 1 - r, 40, 1000.5, NULL);
      guint32 recv = weft_sim_builder_add_recv (b, r, 105, "recv", 1 - r, 40, 1000.5, NULL);

      weft_sim_builder_add_send (b, r, 106, "nobody", 1 - r, 41, 7, NULL);
      weft_sim_builder_add_edge (b, first, second, 0);
      weft_sim_builder_add_edge (b, first, control, 0);
      weft_sim_builder_add_edge (b, control, load, 0);
      weft_sim_builder_add_edge (b, load, store, 0);
      weft_sim_builder_add_edge (b, second, send, 0);
      weft_sim_builder_add_edge (b, first, send, 0);
      weft_sim_builder_add_edge (b, recv, store, 0);
      for (guint comm = 0; comm < WEFT_N_SIM_COMMS; comm++)
        for (guint g = 0; g < 3; g++)
          weft_sim_builder_add_collective (b, r, 200 + 10 * comm + g, "c", groups[g], comm, 1001 + comm * 0.25, 1, NULL);
    }
}

static void
test_everything (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 1, 0 };
  WeftSimBuilder *b = weft_sim_builder_new ("all", 2);
  static const guint32 marks[] = { 2, 40, 4, 41 };
  guint32 groups[3] = { 0 };
  g_autoptr (WeftSimTrace) trace = NULL;

  weft_sim_builder_add_provider (b, "pool", WEFT_SIM_NONE, 5e10 / 3, 1e-7, WEFT_SIM_QUEUE_FIFO);
  weft_sim_builder_add_provider (b, "near “x”", WEFT_SIM_NONE, INFINITY, 0, WEFT_SIM_QUEUE_FAIR);
  groups[1] = weft_sim_builder_add_group (b, "tensor \"parallel\"", ranks, 2, NULL);
  groups[2] = weft_sim_builder_add_group (b, "1", ranks, 2, NULL);
  add_all (b, groups);
  weft_sim_builder_set_rank_name (b, 1, "GPU é");
  weft_sim_builder_add_fold (b, 7, marks, marks + 2, 2);
  weft_sim_builder_add_fold (b, 1, marks, marks + 1, 1);
  trace = finish (b);
  g_assert_nonnull (trace->order);
  g_assert_nonnull (trace->to_rank);
  check_round (self, trace);
}

/* --- edges between ranks --- */

/* a0 → b1 (1000 bytes), a0 → c1 (0 bytes), b1 → d0 (3.5 bytes), with c1 after b1. */
static WeftSimTrace *
make_crossing (void)
{
  WeftSimBuilder *b = weft_sim_builder_new ("x", 2);
  guint32 task_a = weft_sim_builder_add_compute (b, 0, 0, "a", NULL, 0, 1e-6, 0, NULL);
  guint32 task_b = weft_sim_builder_add_compute (b, 1, 1, "b", NULL, 0, 1e-6, 0, NULL);
  guint32 task_c = weft_sim_builder_add_compute (b, 1, 2, "c", NULL, 0, 1e-6, 0, NULL);
  guint32 task_d = weft_sim_builder_add_compute (b, 0, 3, "d", NULL, 0, 1e-6, 0, NULL);

  weft_sim_builder_add_edge (b, task_a, task_b, 1000);
  weft_sim_builder_add_edge (b, task_a, task_c, 0);
  weft_sim_builder_add_edge (b, task_b, task_c, 0);
  weft_sim_builder_add_edge (b, task_b, task_d, 3.5);
  return finish (b);
}

/* A line a task: rank and id, kind, where a send goes, and what waits for it. */
static char *
show (const WeftSimTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; i < trace->n_tasks; i++)
    {
      g_string_append_printf (text, "%u.%" G_GUINT64_FORMAT " %s", trace->rank[i], trace->id[i],
                              weft_sim_kind_nick (trace->kind[i]));
      if (trace->kind[i] == WEFT_SIM_SEND)
        g_string_append_printf (text, " %g B to %u.%" G_GUINT64_FORMAT, cost_of (trace, i)->bytes,
                                trace->rank[trace->peer[i]], trace->id[trace->peer[i]]);
      for (guint32 e = trace->first_succ[i]; e < trace->first_succ[i + 1]; e++)
        g_string_append_printf (text, " >%" G_GUINT64_FORMAT, trace->id[trace->succ[e]]);
      g_string_append (text, "\n");
    }
  return g_string_free (text, FALSE);
}

static void
test_crossing (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autoptr (WeftSimTrace) again = NULL;
  g_autofree char *shown = NULL;

  write_good (self, trace);
  again = read_good (self);
  shown = show (again);
  g_assert_cmpstr (shown, ==,
                   "0.0 compute >1 >2\n"
                   "0.1 send 1000 B to 1.0\n"
                   "0.2 send 0 B to 1.3\n"
                   "0.3 recv >4\n"
                   "0.4 compute\n"
                   "1.0 recv >1\n"
                   "1.1 compute >2 >4\n"
                   "1.2 send 3.5 B to 0.3\n"
                   "1.3 recv >4\n"
                   "1.4 compute\n");
  g_assert_null (again->succ_bytes);
}

/* Tasks go in the order of the trace, which becomes that of the ids. */
static void
test_order (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autoptr (WeftSimTrace) again = NULL;
  g_autofree char *first = NULL;

  trace->order = g_new (guint32, 4);
  for (guint32 i = 0; i < 4; i++)
    trace->order[i] = 3 - i;
  write_good (self, trace);
  again = read_good (self);
  first = weft_sim_trace_task_name (again, 1);
  g_assert_cmpstr (first, ==, "d");
  g_assert_cmpuint (again->rank[1], ==, 0);
  g_assert_cmpuint (again->id[1], ==, 1);
}

/* Two collectives of a group that two ranks count differently. */
static void
test_other_order (Case *self, gconstpointer data)
{
  WeftSimBuilder *b = weft_sim_builder_new ("x", 2);
  g_autofree char *prefix = case_prefix (self);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  for (guint32 r = 0; r < 2; r++)
    for (guint k = 0; k < 2; k++)
      weft_sim_builder_add_collective (b, r, k, k == 0 ? "one" : "two", 0, WEFT_SIM_ALL_REDUCE, 8, WEFT_SIM_NONE,
                                       NULL);
  trace = finish (b);
  trace->order = g_new (guint32, 4);
  for (guint32 i = 0; i < 4; i++)
    trace->order[i] = i < 2 ? i : 5 - i;
  g_assert_false (weft_chakra_write (trace, prefix, NULL, &error));
  g_assert_error (error, WEFT_SIM_ERROR, WEFT_SIM_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "rank 0, node 1 “two”"));
  g_assert_nonnull (strstr (error->message, "rank 1, node 1 “two”"));
  g_assert_false (weft_chakra_found (prefix));
}

/* --- what stands in the files --- */

static const char *
member_of (const WeftChakraFile *file, WeftChakraKey key)
{
  return file->node.value[key].form != WEFT_CHAKRA_ABSENT ? file->node.value[key].member : "";
}

static void
next_node (WeftChakraFile *file, int type)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (weft_chakra_file_next (file, &error));
  g_assert_no_error (error);
  g_assert_cmpint (file->node.type, ==, type);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_IS_CPU_OP), ==, "bool_val");
}

static void
check_types (WeftChakraFile *file)
{
  next_node (file, WEFT_CHAKRA_COMP);
  g_assert_cmpuint (file->node.duration_us, ==, 1);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_DURATION_NS), ==, "int64_val");
  g_assert_cmpint (file->node.value[WEFT_CHAKRA_DURATION_NS].integer, ==, 400);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMPUTE_S), ==, "");
  next_node (file, WEFT_CHAKRA_COMP);
  g_assert_cmpuint (file->node.duration_us, ==, 2);
  g_assert_cmpint (file->node.value[WEFT_CHAKRA_DURATION_NS].integer, ==, 1600);
  next_node (file, WEFT_CHAKRA_COMM_COLL);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_TYPE), ==, "int64_val");
  g_assert_cmpint (file->node.value[WEFT_CHAKRA_COMM_TYPE].integer, ==, 2);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_SIZE), ==, "int64_val");
  g_assert_cmpint (file->node.value[WEFT_CHAKRA_COMM_SIZE].integer, ==, 512);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_PG_NAME), ==, "string_val");
  g_assert_cmpstr (file->node.value[WEFT_CHAKRA_PG_NAME].text, ==, "1");
  next_node (file, WEFT_CHAKRA_COMM_SEND);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_SRC), ==, "int32_val");
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_DST), ==, "int32_val");
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_TAG), ==, "int32_val");
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_COMM_SIZE), ==, "int64_val");
  next_node (file, WEFT_CHAKRA_MEM_LOAD);
  g_assert_cmpstr (member_of (file, WEFT_CHAKRA_TENSOR_SIZE), ==, "uint64_val");
}

/* Every attribute has the type that the oldest feeder reads. */
static void
test_types (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 0, 1 };
  WeftSimBuilder *b = weft_sim_builder_new ("x", 2);
  g_autofree char *path = g_build_filename (self->folder, "t.0.et", NULL);
  g_autoptr (WeftSimTrace) trace = NULL;
  WeftChakraFile file;

  weft_sim_builder_add_provider (b, "pool", WEFT_SIM_NONE, 5e10, 1e-7, WEFT_SIM_QUEUE_FIFO);
  weft_sim_builder_add_group (b, "tp", ranks, 2, NULL);
  weft_sim_builder_add_compute (b, 0, 0, "a", NULL, 0, 400e-9, 0, NULL);
  weft_sim_builder_add_compute (b, 0, 1, "b", NULL, 0, 1600e-9, 0, NULL);
  for (guint32 r = 0; r < 2; r++)
    weft_sim_builder_add_collective (b, r, 2, "ag", 1, WEFT_SIM_ALL_GATHER, 1024, WEFT_SIM_NONE, NULL);
  weft_sim_builder_add_send (b, 0, 3, "s", 1, 9, 64, NULL);
  weft_sim_builder_add_recv (b, 1, 3, "r", 0, 9, 64, NULL);
  weft_sim_builder_add_remote (b, 0, 4, "l", 0, FALSE, 64, NULL);
  trace = finish (b);
  write_good (self, trace);
  weft_chakra_file_open (&file, path, NULL, NULL, NULL);
  check_types (&file);
  weft_chakra_file_clear (&file);
}

/* --- files --- */

static void
test_left_over (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autofree char *prefix = case_prefix (self);
  g_autoptr (GError) error = NULL;

  put_idle (self, 5);
  g_assert_false (weft_chakra_write (trace, prefix, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_assert_nonnull (strstr (error->message, "t.5.et"));
  g_assert_false (weft_chakra_found (prefix));
}

static void
test_no_folder (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autofree char *prefix = g_build_filename (self->folder, "none", "t", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_chakra_write (trace, prefix, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "none"));
}

/* The file that was there stays whole. */
static void
test_cancelled (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autoptr (WeftSimTrace) again = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *prefix = case_prefix (self);
  g_autoptr (GError) error = NULL;

  put_idle (self, 0);
  g_cancellable_cancel (cancellable);
  g_assert_false (weft_chakra_write (trace, prefix, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  again = read_good (self);
  g_assert_cmpuint (again->n_tasks, ==, 1);
}

static void
test_same_bytes (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = make_crossing ();
  g_autofree char *path = g_build_filename (self->folder, "t.1.et", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  gsize n_first, n_second;

  write_good (self, trace);
  g_assert_true (g_file_get_contents (path, &first, &n_first, NULL));
  write_good (self, trace);
  g_assert_true (g_file_get_contents (path, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("write/xf-tiny", test_xf_tiny);
  ADD ("write/everything", test_everything);
  ADD ("write/crossing", test_crossing);
  ADD ("write/order", test_order);
  ADD ("write/other-order", test_other_order);
  ADD ("write/types", test_types);
  ADD ("write/left-over", test_left_over);
  ADD ("write/no-folder", test_no_folder);
  ADD ("write/cancelled", test_cancelled);
  ADD ("write/same-bytes", test_same_bytes);
  return g_test_run ();
}
