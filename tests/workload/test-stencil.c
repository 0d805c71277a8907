/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stencils: tasks, edges and bytes of rims by their rule, in one to three axes, and what is refused. */
#include "generator-fixture.h"

#include <math.h>

/* steps B^d tasks; between two steps an edge for each block and each pair of neighbours. */
static void
test_counts (void)
{
  static const struct
  {
    guint points;
    guint axes;
    gboolean is_box;
  } stencils[] = { { 3, 1, FALSE }, { 5, 2, FALSE }, { 9, 2, TRUE }, { 7, 3, FALSE }, { 27, 3, TRUE } };
  static const guint parts[] = { 1, 2, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (stencils) * G_N_ELEMENTS (parts); i++)
    {
      guint points = stencils[i / 3].points, axes = stencils[i / 3].axes;
      double b = parts[i % 3], blocks = pow (b, axes), rows = pow (20, axes);
      double pairs = stencils[i / 3].is_box ? pow (3 * b - 2, axes) - blocks : 2 * axes * (blocks - blocks / b);
      g_autofree char *params = g_strdup_printf ("{'n':20,'points':%u,'blocks':%g,'steps':4}", points, b);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("stencil", params);

      g_assert_cmpfloat (graph->n_tasks, ==, 4 * blocks);
      g_assert_cmpfloat (graph->n_edges, ==, 3 * (blocks + pairs));
      g_assert_cmpfloat (fixture_flops (graph, "stencil"), ==, 4 * (2 * points - 1) * rows);
      g_assert_cmpfloat (graph->n_regions, ==, blocks);
    }
}

/* 10 points in three parts: 3, 3 and 4. */
static void
test_rims (void)
{
  g_autoptr (WeftTaskGraph) graph
    = fixture_make ("stencil", "{'n':10,'points':9,'blocks':3,'steps':2,'dtype':'fp32'}");
  guint32 middle = fixture_find (graph, "update[4]@2");

  g_assert_cmpstr (graph->name, ==, "stencil9_n10_s2_b9");
  g_assert_cmpfloat (fixture_edge (graph, "update[4]@1", "update[4]@2"), ==, 4 * 9);
  g_assert_cmpfloat (fixture_edge (graph, "update[0]@1", "update[4]@2"), ==, 4);
  g_assert_cmpfloat (fixture_edge (graph, "update[1]@1", "update[4]@2"), ==, 4 * 3);
  g_assert_cmpfloat (fixture_edge (graph, "update[5]@1", "update[8]@2"), ==, 4 * 4);
  g_assert_cmpfloat (fixture_edge (graph, "update[0]@1", "update[2]@2"), ==, -1);
  g_assert_cmpfloat (fixture_task_bytes (graph, middle), ==, 4 * (9 + 16 + 9));
  g_assert_cmpfloat (graph->regions[graph->region[middle]].bytes, ==, 2 * 4 * 9);
}

static void
test_one_step (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("stencil", "{'n':1,'points':7,'blocks':1,'steps':1}");

  g_assert_cmpuint (graph->n_tasks, ==, 1);
  g_assert_cmpuint (graph->n_edges, ==, 0);
  g_assert_cmpuint (fixture_find (graph, "update"), ==, 0);
  g_assert_cmpfloat (fixture_task_bytes (graph, 0), ==, 8 * (1 + 6 + 1));
}

static void
test_memory (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("stencil", "{'n':512,'blocks':8,'steps':50}");

  g_assert_cmpuint (graph->n_kinds, ==, 1);
  g_assert_cmpfloat ((double) weft_task_graph_footprint (graph) / graph->n_tasks, <=, 150);
}

static void
test_refused (void)
{
  static const struct
  {
    const char *params;
    int code;
    const char *words[4];
  } cases[] = {
    { "{'points':6}", WEFT_WORKLOAD_ERROR_INVALID, { "points", "6 points", "7, 9 or 27", NULL } },
    { "{'n':8,'blocks':9}", WEFT_WORKLOAD_ERROR_INVALID, { "blocks", "9 blocks", "8 points", NULL } },
    { "{'steps':0}", WEFT_WORKLOAD_ERROR_INVALID, { "steps", "found 0", NULL } },
    { "{'dtype':'fp8'}", WEFT_WORKLOAD_ERROR_INVALID, { "dtype", "fp8", "fp64, fp32, bf16", NULL } },
    { "{'n':65536,'blocks':65536,'steps':10000000}", WEFT_WORKLOAD_ERROR_LIMIT, { "tasks", "10,000,000", NULL } },
    { "{'n':512,'blocks':216,'steps':1}", WEFT_WORKLOAD_ERROR_LIMIT, { "10,077,696 tasks", NULL } },
    { "{'n':512,'blocks':128,'steps':4,'points':27}", WEFT_WORKLOAD_ERROR_LIMIT, { "167,228,904 edges", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("stencil", cases[i].params, cases[i].code, cases[i].words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stencil/counts", test_counts);
  g_test_add_func ("/stencil/rims", test_rims);
  g_test_add_func ("/stencil/one-step", test_one_step);
  g_test_add_func ("/stencil/memory", test_memory);
  g_test_add_func ("/stencil/refused", test_refused);
  return g_test_run ();
}
