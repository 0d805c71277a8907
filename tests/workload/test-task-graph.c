/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Task graphs: sorted edges, names, figures, collectives, and what is refused with names of tasks. */
#include <math.h>

#include "workload/weft-task-builder.h"
#include "workload/weft-task-summary.h"

static WeftTaskBuilder *
make_builder (guint n_tasks)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  WeftTaskCost cost = { .kernel = "work", .flops = { [WEFT_DTYPE_FP64] = 2, [WEFT_DTYPE_BF16] = 3 }, .bytes_read = 5 };
  guint32 kind = weft_task_builder_add_kind (builder, &cost);
  guint32 stem = weft_task_builder_intern (builder, "t");

  for (guint i = 0; i < n_tasks; i++)
    weft_task_builder_add_task (builder, kind, stem, i);
  return builder;
}

static void
test_edges (void)
{
  WeftTaskBuilder *builder = make_builder (4);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftTaskSummary) summary = NULL;
  g_autoptr (GError) error = NULL;

  weft_task_builder_add_edge (builder, 3, 0, 8);
  weft_task_builder_add_edge (builder, 2, 0, 4);
  weft_task_builder_add_edge (builder, 1, 2, 1);
  weft_task_builder_add_edge (builder, 3, 0, 16);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (graph->n_edges, ==, 3);
  g_assert_cmpuint (graph->first_pred[1], ==, 2);
  g_assert_cmpuint (graph->pred[0], ==, 2);
  g_assert_cmpuint (graph->pred[1], ==, 3);
  g_assert_cmpfloat (graph->pred_bytes[1], ==, 24);
  g_assert_cmpuint (graph->succ[graph->first_succ[1]], ==, 2);

  summary = weft_task_summary_new (graph);
  g_assert_cmpuint (summary->n_roots, ==, 2);
  g_assert_cmpuint (summary->n_leaves, ==, 1);
  g_assert_cmpuint (summary->n_levels, ==, 3);
  g_assert_cmpuint (summary->max_width, ==, 2);
  g_assert_cmpfloat (summary->flops[WEFT_DTYPE_BF16], ==, 12);
  g_assert_cmpfloat (weft_task_summary_total_flops (summary), ==, 20);
  g_assert_cmpfloat (summary->edge_bytes, ==, 29);
  g_assert_cmpuint (summary->kernels->len, ==, 1);
}

static void
test_names (void)
{
  WeftTaskBuilder *builder = make_builder (1);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autofree char *numbered = NULL;
  g_autofree char *plain = NULL;

  weft_task_builder_add_task (builder, 0, weft_task_builder_intern (builder, "end"), WEFT_TASK_NONE);
  graph = weft_task_builder_finish (builder, NULL, NULL);
  numbered = weft_task_graph_task_name (graph, 0);
  plain = weft_task_graph_task_name (graph, 1);
  g_assert_cmpstr (numbered, ==, "t@0");
  g_assert_cmpstr (plain, ==, "end");
  g_assert_cmpstr (weft_task_graph_kernel (graph, 1), ==, "work");
}

static void
test_notes (void)
{
  WeftTaskBuilder *builder = make_builder (1);
  g_autoptr (WeftTaskGraph) quiet = weft_task_builder_finish (builder, NULL, NULL);
  g_autoptr (WeftTaskGraph) graph = NULL;

  g_assert_null (quiet->notes);
  builder = make_builder (1);
  weft_task_builder_add_note (builder, "first");
  weft_task_builder_add_note (builder, "second");
  graph = weft_task_builder_finish (builder, NULL, NULL);
  g_assert_cmpuint (g_strv_length (graph->notes), ==, 2);
  g_assert_cmpstr (graph->notes[1], ==, "second");
}

static void
test_groups (void)
{
  WeftTaskBuilder *builder = make_builder (4);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autofree guint32 *order = NULL;

  /* 0 -> 1 and 2 are ranks of one collective: 2 waits although no edge leads to it. 3 is free. */
  weft_task_builder_add_edge (builder, 0, 1, 0);
  weft_task_builder_set_group (builder, 1, 0);
  weft_task_builder_set_group (builder, 2, 0);
  graph = weft_task_builder_finish (builder, NULL, NULL);
  order = weft_task_graph_sort (graph);
  g_assert_cmpuint (order[0], ==, 0);
  g_assert_cmpuint (order[1], ==, 3);
  g_assert_cmpuint (order[2], ==, 1);
  g_assert_cmpuint (order[3], ==, 2);
}

static void
refuse (WeftTaskBuilder *builder, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph = weft_task_builder_finish (builder, NULL, &error);

  g_assert_null (graph);
  g_assert_error (error, WEFT_WORKLOAD_ERROR, code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_refused (void)
{
  WeftTaskBuilder *builder = make_builder (3);

  weft_task_builder_add_edge (builder, 0, 1, 0);
  weft_task_builder_add_edge (builder, 1, 2, 0);
  weft_task_builder_add_edge (builder, 2, 1, 0);
  refuse (builder, WEFT_WORKLOAD_ERROR_CYCLE, "t@1 → t@2 → t@1");

  builder = make_builder (1);
  weft_task_builder_add_edge (builder, 0, 0, 0);
  refuse (builder, WEFT_WORKLOAD_ERROR_CYCLE, "t@0 → t@0");

  builder = make_builder (2);
  weft_task_builder_add_edge (builder, 0, 7, 0);
  refuse (builder, WEFT_WORKLOAD_ERROR_DANGLING, "“t@0” to task number 7");

  builder = make_builder (2);
  weft_task_builder_add_edge (builder, 0, 1, NAN);
  refuse (builder, WEFT_WORKLOAD_ERROR_INVALID, "“t@0” to task “t@1”");

  builder = make_builder (1);
  weft_task_builder_add_kind (builder, &(WeftTaskCost) { .kernel = "bad", .flops = { -1 } });
  refuse (builder, WEFT_WORKLOAD_ERROR_INVALID, "“bad” has -1");

  builder = make_builder (1);
  weft_task_builder_add_kind (builder, &(WeftTaskCost) { .kernel = "kv", .bytes_read = 5, .region_bytes_read = 6 });
  refuse (builder, WEFT_WORKLOAD_ERROR_INVALID, "“kv” reads 6");

  /* Two ranks of one collective that wait for each other. */
  builder = make_builder (2);
  weft_task_builder_add_edge (builder, 0, 1, 0);
  weft_task_builder_set_group (builder, 0, 0);
  weft_task_builder_set_group (builder, 1, 0);
  refuse (builder, WEFT_WORKLOAD_ERROR_CYCLE, "wait for each other");
}

static void
test_empty (void)
{
  g_autoptr (WeftTaskGraph) graph = weft_task_builder_finish (weft_task_builder_new ("none"), NULL, NULL);
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);

  g_assert_cmpuint (graph->n_tasks, ==, 0);
  g_assert_cmpuint (summary->n_levels, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-graph/edges", test_edges);
  g_test_add_func ("/task-graph/names", test_names);
  g_test_add_func ("/task-graph/notes", test_notes);
  g_test_add_func ("/task-graph/groups", test_groups);
  g_test_add_func ("/task-graph/refused", test_refused);
  g_test_add_func ("/task-graph/empty", test_empty);
  return g_test_run ();
}
