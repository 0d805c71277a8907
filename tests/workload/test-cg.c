/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain conjugate gradients: 11 tasks an iteration, 7 B + 4 with blocks, and the operations of its vectors. */
#include "generator-fixture.h"

#include <math.h>

static void
test_counts (void)
{
  static const struct
  {
    guint points;
    guint blocks;
    guint pairs;
  } cases[] = { { 27, 1, 0 }, { 7, 1, 0 }, { 7, 4, 6 }, { 27, 10, 18 }, { 27, 20, 28 * 4 - 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint blocks = cases[i].blocks;
      double rows = 1000, nonzeros = cases[i].points == 27 ? pow (28, 3) : 7 * 1000 - 6 * 100;
      g_autofree char *params = g_strdup_printf ("{'n':10,'points':%u,'blocks':%u,'iterations':3}", cases[i].points,
                                                 blocks);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("cg", params);

      g_assert_cmpuint (graph->n_tasks, ==, 3 * (7 * blocks + 4) + 2);
      g_assert_cmpuint (graph->n_edges, ==, 3 * (17 * blocks + 4 + cases[i].pairs));
      g_assert_cmpfloat (fixture_flops (graph, "spmv"), ==, 3 * 2 * nonzeros);
      g_assert_cmpfloat (fixture_flops (graph, "dot"), ==, 3 * 2 * 2 * rows);
      g_assert_cmpfloat (fixture_flops (graph, "waxpby"), ==, 3 * 3 * 2 * rows);
      g_assert_cmpfloat (fixture_flops (graph, "allreduce"), ==, 3 * 2 * (blocks - 1));
      g_assert_cmpfloat (fixture_flops (graph, "init"), ==, 2 * nonzeros + 4 * rows);
    }
}

/* Nothing but the start is read before it is there, and every task but the last is read. */
static void
test_ends (void)
{
  static const char *const params[] = { "{'n':8,'blocks':4,'iterations':1}", "{'n':8,'blocks':4,'iterations':5}" };

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      g_autoptr (WeftTaskGraph) graph = fixture_make ("cg", params[i]);
      g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);

      g_assert_cmpuint (summary->n_roots, ==, 1);
      g_assert_cmpuint (summary->n_leaves, ==, 1);
      g_assert_cmpuint (fixture_find (graph, "final"), ==, graph->n_tasks - 1);
    }
}

static void
test_edges (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("cg", "{'n':8,'points':7,'blocks':4,'iterations':3}");

  g_assert_cmpstr (graph->name, ==, "cg7_n8_it3_b4");
  g_assert_cmpfloat (fixture_edge (graph, "init", "beta@1"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "init", "beta@2"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "allreduce_rr@1", "beta@3"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "allreduce_rr@2", "alpha@3"), ==, 8);
  g_assert_cmpfloat (fixture_edge (graph, "waxpby_p[1]@2", "halo_p[2]@2"), ==, 8 * 64);
  g_assert_cmpfloat (fixture_edge (graph, "waxpby_p[2]@2", "halo_p[2]@2"), ==, 8 * 4 * 16);
  g_assert_cmpfloat (fixture_edge (graph, "waxpby_p[2]@2", "waxpby_p[2]@3"), ==, 8 * 128);
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
    { "{'points':8}", WEFT_WORKLOAD_ERROR_INVALID, { "8 points", "27", NULL } },
    { "{'n':10,'blocks':11}", WEFT_WORKLOAD_ERROR_INVALID, { "11 blocks", "10 × 10 × 10 points", "at most 10", NULL } },
    { "{'n':10,'points':3,'blocks':20}", WEFT_WORKLOAD_ERROR_INVALID, { "20 blocks", "from 10 points", NULL } },
    { "{'iterations':0}", WEFT_WORKLOAD_ERROR_INVALID, { "found 0", NULL } },
    { "{'iterations':1000000}", WEFT_WORKLOAD_ERROR_LIMIT, { "11,000,002 tasks", "21,000,000 edges", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("cg", cases[i].params, cases[i].code, cases[i].words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cg/counts", test_counts);
  g_test_add_func ("/cg/ends", test_ends);
  g_test_add_func ("/cg/edges", test_edges);
  g_test_add_func ("/cg/refused", test_refused);
  return g_test_run ();
}
