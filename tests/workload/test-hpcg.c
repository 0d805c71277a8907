/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HPCG: task by task and edge by edge as its reference code has it, the counts of published graphs, blocks of rows that
 * add up to the whole, and what is refused. */
#include "generator-fixture.h"

#include <math.h>

/* HPCG's own count of the operations of one iteration (ReportResults.cpp: three dot products and three vector sums, one
 * product with the matrix, and the cycle) and what it leaves out: restriction, prolongation, two scalars. */
static double
official_flops (double n, guint levels)
{
  double flops = 12 * n * n * n + 2 * pow (3 * n - 2, 3) + 2;

  for (guint level = 0; level < levels; level++)
    {
      double side = n / (1u << level), nonzeros = pow (3 * side - 2, 3);

      flops += (level + 1 < levels ? 10 : 4) * nonzeros;
      if (level > 0)
        flops += 2 * side * side * side;
    }
  return flops;
}

static double
sum_flops (const WeftTaskGraph *graph)
{
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new ((WeftTaskGraph *) graph);

  g_assert_cmpfloat (summary->flops[WEFT_DTYPE_FP64], ==, weft_task_summary_total_flops (summary));
  return summary->flops[WEFT_DTYPE_FP64];
}

static void
check_tasks (const WeftTaskGraph *graph, JsonArray *tasks)
{
  g_assert_cmpuint (graph->n_tasks, ==, json_array_get_length (tasks));
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      JsonArray *task = json_array_get_array_element (tasks, i);
      g_autofree char *name = weft_task_graph_task_name (graph, i);

      g_assert_cmpstr (name, ==, json_array_get_string_element (task, 0));
      g_assert_cmpfloat (fixture_task_flops (graph, i), ==, json_array_get_double_element (task, 1));
      g_assert_cmpfloat (fixture_task_bytes (graph, i), ==, json_array_get_double_element (task, 2));
    }
}

static void
check_edges (const WeftTaskGraph *graph, JsonArray *edges)
{
  guint32 n = json_array_get_length (edges);
  guint32 found = 0;

  g_assert_cmpuint (graph->n_edges, ==, n);
  for (guint i = 0; i < n; i++)
    {
      JsonArray *edge = json_array_get_array_element (edges, i);
      guint32 from = json_array_get_int_element (edge, 0), to = json_array_get_int_element (edge, 1);

      for (guint32 e = graph->first_pred[to]; e < graph->first_pred[to + 1]; e++)
        if (graph->pred[e] == from)
          {
            g_assert_cmpfloat (graph->pred_bytes[e], ==, json_array_get_double_element (edge, 2));
            found++;
          }
    }
  g_assert_cmpuint (found, ==, n);
}

static void
test_reference (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "workload", "hpcg-n104-l4-it1.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, &error);
  g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", "{'n':104,'levels':4,'iterations':1}");

  g_assert_no_error (error);
  g_assert_cmpstr (graph->name, ==, "hpcg_n104_l4_it1");
  check_tasks (graph, json_object_get_array_member (json_node_get_object (node), "tasks"));
  check_edges (graph, json_object_get_array_member (json_node_get_object (node), "edges"));
}

/* The five graphs of CHASE, Table 4, and their neighbours. */
static void
test_counts (void)
{
  static const guint iterations[] = { 1, 3, 5, 50, 100, 500 };
  static const guint tasks[] = { 45, 131, 217, 2152, 4302, 21502 };

  for (guint i = 0; i < G_N_ELEMENTS (iterations); i++)
    {
      g_autofree char *params = g_strdup_printf ("{'iterations':%u}", iterations[i]);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", params);

      g_assert_cmpuint (graph->n_tasks, ==, tasks[i]);
      g_assert_cmpuint (graph->n_edges, ==, 78 * iterations[i] + 1);
      fixture_assert_compact (graph);
    }
}

/* 9 L + 7 tasks an iteration, and HPCG's own count of operations. */
static void
test_levels (void)
{
  static const guint sides[] = { 1, 2, 16, 48, 104 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (guint levels = 1; sides[i] % (1u << (levels - 1)) == 0; levels++)
      {
        double n = sides[i], rows = n * n * n, nonzeros = pow (3 * n - 2, 3);
        g_autofree char *params = g_strdup_printf ("{'n':%u,'levels':%u,'iterations':2}", sides[i], levels);
        g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", params);

        g_assert_cmpuint (graph->n_tasks, ==, 2 * (9 * levels + 7) + 2);
        g_assert_cmpuint (graph->n_edges, ==, 2 * (16 * levels + 14) + 1);
        g_assert_cmpfloat (sum_flops (graph), ==, 2 * official_flops (n, levels) + 2 * nonzeros + 4 * rows + 2);
        g_assert_cmpuint (fixture_count (graph, "symgs"), ==, 2 * (2 * levels - 1));
      }
}

static void
test_names (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", "{'iterations':3}");
  g_autoptr (WeftTaskGraph) blocks = fixture_make ("hpcg", "{'iterations':3,'blocks':4}");

  g_assert_cmpuint (fixture_find (graph, "symgs0_pre@3"), ==, 1 + 2 * 43 + 2);
  g_assert_cmpuint (fixture_find (graph, "final"), ==, 130);
  g_assert_cmpfloat (fixture_edge (graph, "waxpby_r@1", "zero0@2"), ==, 0);
  g_assert_cmpfloat (fixture_edge (graph, "allreduce_rr@1", "zero0@2"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "allreduce_rz@2", "beta@3"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "waxpby_x@2", "waxpby_x@3"), ==, 8 * 104 * 104 * 104);
  g_assert_cmpuint (fixture_find (blocks, "symgs0_pre[2]@3"), <, blocks->n_tasks);
  g_assert_cmpuint (fixture_find (blocks, "alpha@3"), <, blocks->n_tasks);
}

/* --- blocks --- */

/* B (9 L + 2) + 5 tasks an iteration, an edge for each pair of neighbours at each of 3 L - 1 exchanges, and in all what
 * one block has; the sums of the blocks' sums come on top. */
static void
test_block_counts (void)
{
  static const struct
  {
    guint n;
    guint levels;
    guint blocks;
    guint pairs; /* of neighbours, both ways */
  } cases[] = {
    { 104, 4, 1, 0 },  { 104, 4, 2, 2 },  { 104, 4, 4, 6 },     { 104, 4, 13, 24 }, { 104, 4, 16, 22 * 4 - 16 },
    { 64, 3, 3, 4 },   { 2, 1, 8, 56 },   { 8, 1, 512, 10136 }, { 16, 2, 64, 420 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint levels = cases[i].levels, blocks = cases[i].blocks;
      double n = cases[i].n, nonzeros = pow (3 * n - 2, 3), rows = n * n * n;
      g_autofree char *params = g_strdup_printf ("{'n':%u,'levels':%u,'iterations':2,'blocks':%u}", cases[i].n, levels,
                                                 blocks);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", params);

      g_assert_cmpuint (graph->n_tasks, ==, 2 * (blocks * (9 * levels + 2) + 5) + 2);
      g_assert_cmpuint (graph->n_edges, ==,
                        2 * (blocks * (16 * levels + 10) + 4 + cases[i].pairs * (3 * levels - 1)) + 1);
      g_assert_cmpfloat (sum_flops (graph), ==,
                         2 * official_flops (n, levels) + 2 * nonzeros + 4 * rows + 2 + 2 * 3 * (blocks - 1));
      g_assert_cmpuint (graph->n_regions, ==, levels * blocks);
    }
}

/* Slabs of 3, 3, 3 and 4 of the coarsest level's 13 planes, so that no block needs the coarse rows of another. */
static void
test_slabs (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", "{'iterations':1,'blocks':4}");
  const double plane = 8 * 104 * 104;
  guint32 halo = fixture_find (graph, "halo0_pre[1]");
  guint32 end = fixture_find (graph, "halo0_pre[3]");

  g_assert_cmpstr (graph->name, ==, "hpcg_n104_l4_it1_b4");
  g_assert_cmpfloat (fixture_edge (graph, "zero0[0]", "halo0_pre[1]"), ==, plane);
  g_assert_cmpfloat (fixture_edge (graph, "zero0[2]", "halo0_pre[1]"), ==, plane);
  g_assert_cmpfloat (fixture_edge (graph, "zero0[3]", "halo0_pre[1]"), ==, -1);
  g_assert_cmpfloat (fixture_edge (graph, "zero0[1]", "halo0_pre[1]"), ==, 8 * 26 * (106 * 106 - 104 * 104));
  g_assert_cmpfloat (fixture_task_bytes (graph, halo), ==, 2 * 8 * (26 * 106 * 106 - 24 * 104 * 104));
  g_assert_cmpfloat (fixture_task_bytes (graph, end), ==,
                     2 * 8 * (34 * 106 * 106 - 32 * 104 * 104));
  g_assert_cmpfloat (fixture_edge (graph, "symgs0_pre[3]", "spmv0[3]"), ==, 32 * plane);
  g_assert_cmpfloat (fixture_edge (graph, "restrict0[3]", "symgs1_pre[3]"), ==, 8 * 16 * 52 * 52);
  g_assert_cmpfloat (fixture_edge (graph, "init", "dot_rz[0]"), ==, 24 * plane);
  g_assert_cmpfloat (fixture_edge (graph, "dot_rz[3]", "allreduce_rz"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "alpha", "waxpby_r[2]"), ==, 8);
}

/* What a device that has every block must hold: 12 bytes an entry of each matrix, and the vectors. */
static void
test_regions (void)
{
  static const guint blocks[] = { 1, 4, 16 };

  for (guint i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      g_autofree char *params = g_strdup_printf ("{'n':64,'levels':2,'iterations':1,'blocks':%u}", blocks[i]);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", params);
      g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);
      guint32 task = fixture_find (graph, blocks[i] > 1 ? "symgs1_pre[3]" : "symgs1_pre");
      g_autofree char *name = weft_task_graph_region_name (graph, graph->region[task]);

      g_assert_cmpfloat (summary->region_bytes, ==,
                         12.0 * (190 * 190 * 190 + 94 * 94 * 94) + 8.0 * (7 * 64 * 64 * 64 + 2 * 32 * 32 * 32)
                           + 4.0 * 32 * 32 * 32);
      g_assert_cmpstr (name, ==, blocks[i] > 1 ? "level1[3]" : "level1");
    }
}

/* Equal blocks share their kinds, however many there are. */
static void
test_memory (void)
{
  static const struct
  {
    const char *params;
    guint max_kinds;
  } cases[] = {
    { "{'iterations':200}", 40 },
    { "{'n':512,'levels':4,'iterations':10,'blocks':64}", 300 },
    { "{'n':64,'levels':1,'iterations':2,'blocks':4096}", 300 },
    { "{'n':104,'levels':4,'iterations':20,'blocks':13}", 300 },
    { "{'n':512,'levels':4,'iterations':1,'blocks':4096}", 300 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (WeftTaskGraph) graph = fixture_make ("hpcg", cases[i].params);

      g_assert_cmpuint (graph->n_kinds, <=, cases[i].max_kinds);
      if (graph->n_edges < 3 * graph->n_tasks)
        fixture_assert_compact (graph);
    }
}

/* --- what is refused --- */

static void
test_refused (void)
{
  static const struct
  {
    const char *params;
    int code;
    const char *words[5];
  } cases[] = {
    { "{'n':100}", WEFT_WORKLOAD_ERROR_INVALID, { "100", "3 times", "4 levels", "96 and 104", NULL } },
    { "{'n':4}", WEFT_WORKLOAD_ERROR_INVALID, { "4 points", "8", NULL } },
    { "{'n':0}", WEFT_WORKLOAD_ERROR_INVALID, { "found 0", "65536", NULL } },
    { "{'n':104,'levels':5}", WEFT_WORKLOAD_ERROR_INVALID, { "104", "5 levels", "96 and 112", NULL } },
    { "{'levels':0}", WEFT_WORKLOAD_ERROR_INVALID, { "levels", "found 0", NULL } },
    { "{'iterations':0}", WEFT_WORKLOAD_ERROR_INVALID, { "iterations", "found 0", "from 1", NULL } },
    { "{'iterations':1.5}", WEFT_WORKLOAD_ERROR_INVALID, { "iterations", "1.5", NULL } },
    { "{'blocks':0}", WEFT_WORKLOAD_ERROR_INVALID, { "blocks", "found 0", NULL } },
    { "{'blocks':17}", WEFT_WORKLOAD_ERROR_INVALID, { "17 blocks", "13", NULL } },
    { "{'blocks':9999991}", WEFT_WORKLOAD_ERROR_INVALID, { "9999991 blocks", "13", NULL } },
    { "{'iterations':232559}", WEFT_WORKLOAD_ERROR_LIMIT,
      { "10,000,039 tasks", "18,139,603 edges", "10,000,000 tasks", NULL } },
    { "{'iterations':10000000,'blocks':13}", WEFT_WORKLOAD_ERROR_LIMIT, { "4,990,000,002 tasks", NULL } },
    { "{'n':65536,'levels':1,'blocks':8388608,'iterations':1}", WEFT_WORKLOAD_ERROR_LIMIT, { "92,274,695", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("hpcg", cases[i].params, cases[i].code, cases[i].words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hpcg/reference", test_reference);
  g_test_add_func ("/hpcg/counts", test_counts);
  g_test_add_func ("/hpcg/levels", test_levels);
  g_test_add_func ("/hpcg/names", test_names);
  g_test_add_func ("/hpcg/block-counts", test_block_counts);
  g_test_add_func ("/hpcg/slabs", test_slabs);
  g_test_add_func ("/hpcg/regions", test_regions);
  g_test_add_func ("/hpcg/memory", test_memory);
  g_test_add_func ("/hpcg/refused", test_refused);
  return g_test_run ();
}
