/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chakra traces of several ranks: what each node becomes, and what is refused with which words. */
#include "chakra-case.h"

/* --- computing --- */

static void
test_duration (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *node = compute_new (1, "b", 12);
  g_autoptr (WeftSimTrace) trace = NULL;

  put_node (file, compute_new (0, "a", 12));
  add_integer (node, "duration_ns", INT64_VAL, 11875);
  put_node (file, node);
  put_node (file, compute_new (2, "none", 0));
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (trace->n_tasks, ==, 3);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 12e-6);
  g_assert_cmpfloat (cost_of (trace, 1)->compute_s, ==, 11875e-9);
  g_assert_cmpfloat (cost_of (trace, 2)->compute_s, ==, 0);
}

static void
test_least (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, compute_new (0, "none", 0));
  self->options.least_compute_s = 1e-9;
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 1e-9);
}

/* Peak 900 TFLOP/s and 1600 GB/s: 10^12 operations are 1.11 ms, 10^9 bytes are 0.625 ms. */
static void
test_roofline (Case *self, gconstpointer data)
{
  Bytes *node = compute_new (0, "a", 5);
  g_autoptr (WeftSimTrace) trace = NULL;

  add_integer (node, "num_ops", INT64_VAL, 1000000000000);
  add_integer (node, "tensor_size", UINT64_VAL, 1000000000);
  put_one (self, 0, node);
  self->options.use_roofline = TRUE;
  self->options.peak_flops_s = 900e12;
  self->options.mem_bw_bytes_s = 1600e9;
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 1e12 / 900e12);
  g_assert_cmpfloat (cost_of (trace, 0)->memory_s, ==, 0.625e-3);
  self->options.mem_bw_bytes_s = 0;
  read_bad (self, WEFT_SIM_ERROR_INVALID, "roofline needs a peak and a bandwidth");
}

static void
test_roofline_host (Case *self, gconstpointer data)
{
  Bytes *node = compute_new (0, "a", 5);
  g_autoptr (WeftSimTrace) trace = NULL;

  add_integer (node, "is_cpu_op", BOOL_VAL, 1);
  put_one (self, 0, node);
  self->options.use_roofline = TRUE;
  self->options.peak_flops_s = 900e12;
  self->options.mem_bw_bytes_s = 1600e9;
  trace = read_good (self);
  g_assert_cmpfloat (cost_of (trace, 0)->compute_s, ==, 5e-6);
  g_assert_true (has_note (trace, "operations of the host"));
}

static void
test_roofline_missing (Case *self, gconstpointer data)
{
  put_idle (self, 0);
  self->options.use_roofline = TRUE;
  self->options.peak_flops_s = 900e12;
  self->options.mem_bw_bytes_s = 1600e9;
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et: record 2|node 0 \"idle\"|num_ops is missing");
}

/* --- messages --- */

static void
test_message (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_one (self, 0, send_new (3, 1, -7, 1024));
  put_one (self, 1, recv_new (5, 0, -7, 1024));
  trace = read_good (self);
  g_assert_cmpuint (trace->n_ranks, ==, 2);
  g_assert_cmpuint (trace->kind[0], ==, WEFT_SIM_SEND);
  g_assert_cmpuint (trace->kind[1], ==, WEFT_SIM_RECV);
  g_assert_cmpuint (trace->peer[0], ==, 1);
  g_assert_cmpuint (trace->peer[1], ==, 0);
  g_assert_cmpfloat (cost_of (trace, 0)->bytes, ==, 1024);
  g_assert_cmpuint (trace->id[1], ==, 5);
}

static void
test_other_source (Case *self, gconstpointer data)
{
  Bytes *node = send_new (3, 1, 0, 1024);

  add_integer (node, "comm_src", INT32_VAL, 1);
  put_one (self, 0, node);
  put_one (self, 1, recv_new (5, 0, 0, 1024));
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et: |node 3 \"send\"|comm_src is 1, but the file is that of rank 0");
}

static void
test_missing (Case *self, gconstpointer data)
{
  static const char *const names[] = { "comm_dst", "comm_tag", "comm_size" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      Bytes *node = node_new (3, "s", WEFT_CHAKRA_COMM_SEND);
      g_autofree char *words = g_strdup_printf ("node 3 \"s\"|attribute %s is missing|COMM_SEND", names[i]);

      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        if (k != i)
          add_integer (node, names[k], INT64_VAL, 0);
      put_one (self, 0, node);
      read_bad (self, WEFT_SIM_ERROR_INVALID, words);
    }
}

/* --- collectives --- */

static void
test_collectives (Case *self, gconstpointer data)
{
  static const WeftSimComm expected[] = {
    WEFT_SIM_ALL_REDUCE, WEFT_SIM_REDUCE,     WEFT_SIM_ALL_GATHER,     WEFT_SIM_GATHER,         WEFT_SIM_SCATTER,
    WEFT_SIM_BROADCAST,  WEFT_SIM_ALL_TO_ALL, WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_REDUCE_SCATTER, WEFT_SIM_BARRIER,
  };
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint r = 0; r < 2; r++)
    {
      Bytes *file = file_new ();

      for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
        put_node (file, collective_new (i, "c", i, 1000));
      put_rank (self->folder, r, file);
    }
  trace = read_good (self);
  g_assert_cmpuint (trace->n_collectives, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gboolean is_shard = expected[i] == WEFT_SIM_ALL_GATHER || expected[i] == WEFT_SIM_GATHER;

      g_assert_cmpuint (trace->collectives[i].comm, ==, expected[i]);
      g_assert_cmpfloat (trace->collectives[i].bytes, ==, is_shard ? 2000 : 1000);
    }
}

static void
test_collective_unknown (Case *self, gconstpointer data)
{
  put_one (self, 0, collective_new (4, "c", 10, 1000));
  read_bad (self, WEFT_SIM_ERROR_UNSUPPORTED, "node 4 \"c\"|comm_type is 10");
}

static void
test_barrier_without_size (Case *self, gconstpointer data)
{
  Bytes *node = node_new (0, "b", WEFT_CHAKRA_COMM_COLL);
  g_autoptr (WeftSimTrace) trace = NULL;

  add_integer (node, "comm_type", INT32_VAL, 9);
  put_one (self, 0, node);
  trace = read_good (self);
  g_assert_cmpfloat (trace->collectives[0].bytes, ==, 0);
}

static void
test_groups_given (Case *self, gconstpointer data)
{
  static const guint32 first[] = { 2, 0 };
  static const guint32 second[] = { 1, 3 };
  g_autoptr (WeftSimTrace) trace = NULL;

  give_group (self, "10", first, 2);
  give_group (self, "tensor", second, 2);
  for (guint r = 0; r < 4; r++)
    put_grouped (self, r, r % 2 == 0 ? "10" : "tensor");
  trace = read_good (self);
  g_assert_cmpuint (trace->n_groups, ==, 3);
  g_assert_cmpstr (trace->groups[1].name, ==, "10");
  g_assert_cmpstr (trace->groups[2].name, ==, "tensor");
  g_assert_cmpuint (trace->member_rank[trace->groups[1].first], ==, 2);
  g_assert_cmpuint (trace->member_rank[trace->groups[1].first + 1], ==, 0);
  g_assert_cmpuint (trace->n_collectives, ==, 2);
}

static void
test_groups_all (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  put_grouped (self, 0, "");
  put_grouped (self, 1, "0");
  put_one (self, 2, collective_new (0, "c", 0, 64));
  trace = read_good (self);
  g_assert_cmpuint (trace->n_groups, ==, 1);
  g_assert_cmpuint (trace->n_collectives, ==, 1);
}

static void
test_groups_unknown (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 0 };

  put_grouped (self, 0, "7");
  read_bad (self, WEFT_SIM_ERROR_INVALID, "node 0 \"c\"|pg_name \"7\" is not known|give such a file");
  give_group (self, "1", ranks, 1);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "pg_name \"7\" is not known; those that are: 1.");
}

static void
test_groups_not_in (Case *self, gconstpointer data)
{
  static const guint32 ranks[] = { 1 };

  give_group (self, "1", ranks, 1);
  put_grouped (self, 0, "1");
  put_idle (self, 1);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et: |node 0|does not have the rank 0");
}

static void
put_process_groups (Case *self, guint rank, const char *values)
{
  Bytes *file = file_new ();
  Bytes *node = collective_new (1, "c", 0, 64);
  Bytes *metadata = node_new (9, "## process_group:init ##", WEFT_CHAKRA_METADATA);
  g_autoptr (Bytes) inputs = g_byte_array_new ();

  add_string (node, "pg_name", "5");
  put_node (file, node);
  put_text (inputs, 1, values);
  put_bytes (metadata, 8, inputs->data, inputs->len);
  put_node (file, metadata);
  put_rank (self->folder, rank, file);
}

/* The forms in which converters leave the text; the node may come after its use. */
static void
test_groups_metadata (Case *self, gconstpointer data)
{
  static const char *const forms[] = {
    "[{\"pg_name\": \"5\", \"ranks\": [0, 1]}]",
    "[[{\"pg_name\": \"5\", \"pg_desc\": \"x\", \"ranks\": [0, 1]}]]",
    "[\"[{\\\"pg_name\\\": \\\"5\\\", \\\"ranks\\\": [0, 1]}]\"]",
    "['[{\"pg_name\": \"0\", \"ranks\": []}, {\"pg_name\": \"5\", \"ranks\": [0, 1]}]']",
  };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (WeftSimTrace) trace = NULL;

      put_process_groups (self, 0, forms[i]);
      put_process_groups (self, 1, forms[i]);
      put_idle (self, 2);
      trace = read_good (self);
      g_assert_cmpuint (trace->n_groups, ==, 2);
      g_assert_cmpstr (trace->groups[1].name, ==, "5");
      g_assert_cmpuint (trace->groups[1].n_ranks, ==, 2);
      g_assert_cmpuint (trace->n_tasks, ==, 3);
    }
}

/* PyTorch counts groups in each process. */
static void
test_groups_by_rank (Case *self, gconstpointer data)
{
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint r = 0; r < 4; r++)
    put_process_groups (self, r,
                        r < 2 ? "[{\"pg_name\":\"5\",\"ranks\":[0,1]}]" : "[{\"pg_name\":\"5\",\"ranks\":[2,3]}]");
  trace = read_good (self);
  g_assert_cmpuint (trace->n_groups, ==, 3);
  g_assert_cmpuint (trace->n_collectives, ==, 2);
}

/* --- dependences --- */

static void
test_deps (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *late = compute_new (1000000007, "late", 1);
  Bytes *early = compute_new (50, "early", 1);
  Bytes *last = compute_new (60, "last", 1);
  g_autoptr (WeftSimTrace) trace = NULL;

  put_number (last, 4, 50); /* of control */
  add_dep (last, 1000000007);
  add_dep (last, 50);
  put_node (file, late);
  put_node (file, last);
  put_node (file, early);
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (trace->n_edges, ==, 2);
  g_assert_cmpuint (trace->n_preds[1], ==, 2);
  g_assert_cmpuint (trace->succ[trace->first_succ[0]], ==, 1);
  g_assert_cmpuint (trace->succ[trace->first_succ[2]], ==, 1);
}

static void
test_dep_missing (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *node = compute_new (1, "b", 1);

  put_node (file, compute_new (0, "a", 1));
  add_dep (node, 77);
  put_node (file, node);
  put_rank (self->folder, 0, file);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.0.et: record 3 |node 1 \"b\"|waits for node 77");
}

/* --- files --- */

static void
test_gap (Case *self, gconstpointer data)
{
  put_idle (self, 0);
  put_idle (self, 1);
  put_idle (self, 3);
  read_bad (self, WEFT_SIM_ERROR_INVALID, "t.2.et is missing|rank 3");
}

static void
test_no_files (Case *self, gconstpointer data)
{
  g_autofree char *prefix = g_build_filename (self->folder, "t", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (weft_chakra_found (prefix));
  g_assert_null (weft_chakra_read (prefix, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "t.0.et"));
}

/* The file of a rank does for the prefix; names that only look alike do not count. */
static void
test_names (Case *self, gconstpointer data)
{
  static const char *const others[] = { "t.00.et", "tt.7.et", "t.x.8.et", "t.9.etx", "t.-1.et", "t..et" };
  g_autofree char *path = g_build_filename (self->folder, "t.1.et", NULL);
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  put_idle (self, 0);
  put_idle (self, 1);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *other = g_build_filename (self->folder, others[i], NULL);

      g_assert_true (g_file_set_contents (other, "x", 1, NULL));
    }
  g_assert_true (weft_chakra_found (path));
  trace = weft_chakra_read (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_ranks, ==, 2);
  g_assert_cmpstr (trace->name, ==, "t");
}

static void
test_unknown_attributes (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  g_autoptr (WeftSimTrace) trace = NULL;

  for (guint i = 0; i < 3; i++)
    {
      Bytes *node = compute_new (i, "a", 1);

      add_integer (node, "colour", INT64_VAL, 3);
      add_string (node, "op_schema", "aten::mm");
      put_node (file, node);
    }
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (g_strv_length (trace->notes), ==, 1);
  g_assert_true (has_note (trace, "1 attribute is not known and counts for nothing: \"colour\"."));
}

static void
test_type_unknown (Case *self, gconstpointer data)
{
  put_one (self, 0, node_new (3, "n", 8));
  read_bad (self, WEFT_SIM_ERROR_UNSUPPORTED, "node 3 \"n\"|type 8");
}

/* Peers pass over nodes without a type too. */
static void
test_type_invalid (Case *self, gconstpointer data)
{
  Bytes *file = file_new ();
  Bytes *between = node_new (1, "none", WEFT_CHAKRA_INVALID);
  Bytes *after = compute_new (2, "b", 1);
  g_autoptr (WeftSimTrace) trace = NULL;

  put_node (file, compute_new (0, "a", 1));
  add_dep (between, 0);
  put_node (file, between);
  add_dep (after, 1);
  put_node (file, after);
  put_rank (self->folder, 0, file);
  trace = read_good (self);
  g_assert_cmpuint (trace->kind[1], ==, WEFT_SIM_CONTROL);
  g_assert_cmpuint (trace->n_edges, ==, 2);
  g_assert_true (has_note (trace, "INVALID"));
}

static void
test_cancelled (Case *self, gconstpointer data)
{
  g_autofree char *prefix = g_build_filename (self->folder, "t", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  put_idle (self, 0);
  g_cancellable_cancel (cancellable);
  g_assert_null (weft_chakra_read (prefix, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_xf_tiny (Case *self, gconstpointer data)
{
  static const guint32 first[] = { 0, 1 };
  static const guint32 second[] = { 2, 3 };
  g_autofree char *prefix = data_path ("xf_tiny");
  g_autoptr (WeftSimTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  give_group (self, "1", first, 2);
  give_group (self, "2", second, 2);
  trace = weft_chakra_read (prefix, &self->options, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (trace->n_tasks, ==, 80);
  g_assert_cmpuint (trace->n_ranks, ==, 4);
  g_assert_cmpuint (trace->n_groups, ==, 3);
  g_assert_cmpuint (trace->n_collectives, ==, 16);
  g_assert_null (trace->notes);
}

static void
test_describe (Case *self, gconstpointer data)
{
  static const char *const paths[] = {
    "version",          "ranks",           "nodes",       "dependences", "types/COMP/nodes", "types/COMP/seconds",
    "types/COMM_COLL/nodes", "types/COMM_SEND/bytes", "collectives/all_reduce/bytes", "groups/2/nodes",
  };
  g_autofree char *prefix = data_path ("xf_tiny");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_chakra_describe (prefix, NULL, &error);
  g_autoptr (GString) shown = g_string_new (NULL);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_auto (GStrv) keys = g_strsplit (paths[i], "/", -1);
      JsonNode *node = root;

      for (char **key = keys; *key != NULL; key++)
        node = json_object_get_member (json_node_get_object (node), *key);
      g_string_append_printf (shown, "%s%s", i > 0 ? " " : "",
                              json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : "");
      if (json_node_get_value_type (node) != G_TYPE_STRING)
        g_string_append_printf (shown, "%g", json_node_get_double (node));
    }
  g_assert_cmpstr (shown->str, ==, "0.0.4 4 80 76 32 0.0048 32 6.71089e+07 2.68435e+08 16");
  text = weft_chakra_describe_text (root);
  g_assert_nonnull (strstr (text, "version 0.0.4: 4 ranks, 80 nodes, 76 dependences\n"));
  g_assert_nonnull (strstr (text, "  all_reduce                 32  268\u00a0MB\n"));
}

/* What could not run can be described. */
static void
test_describe_mixed (Case *self, gconstpointer data)
{
  g_autofree char *path = data_path ("mixed.0.et");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = weft_chakra_describe (path, NULL, &error);
  JsonObject *object;

  g_assert_no_error (error);
  object = json_node_get_object (root);
  g_assert_cmpuint (json_object_get_size (json_object_get_object_member (object, "types")), ==, WEFT_N_CHAKRA_TYPES);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "unknown_attributes")), ==, 11);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("duration", test_duration);
  ADD ("least", test_least);
  ADD ("roofline", test_roofline);
  ADD ("roofline-host", test_roofline_host);
  ADD ("roofline-missing", test_roofline_missing);
  ADD ("message", test_message);
  ADD ("other-source", test_other_source);
  ADD ("missing", test_missing);
  ADD ("collectives", test_collectives);
  ADD ("collective-unknown", test_collective_unknown);
  ADD ("barrier-without-size", test_barrier_without_size);
  ADD ("groups/given", test_groups_given);
  ADD ("groups/all", test_groups_all);
  ADD ("groups/unknown", test_groups_unknown);
  ADD ("groups/not-in", test_groups_not_in);
  ADD ("groups/metadata", test_groups_metadata);
  ADD ("groups/by-rank", test_groups_by_rank);
  ADD ("deps", test_deps);
  ADD ("dep-missing", test_dep_missing);
  ADD ("gap", test_gap);
  ADD ("no-files", test_no_files);
  ADD ("names", test_names);
  ADD ("unknown-attributes", test_unknown_attributes);
  ADD ("type-unknown", test_type_unknown);
  ADD ("type-invalid", test_type_invalid);
  ADD ("cancelled", test_cancelled);
  ADD ("xf-tiny", test_xf_tiny);
  ADD ("describe/xf-tiny", test_describe);
  ADD ("describe/mixed", test_describe_mixed);
  return g_test_run ();
}
