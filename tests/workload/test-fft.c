/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 3D FFTs: 5 n log2 n operations a line, transposes that move every point once, pencils and slabs. */
#include "generator-fixture.h"

#include <math.h>

/* 3 a b tasks a transform; a b² + b a² edges, and a b between two transforms. All points pass between two passes. */
static void
test_counts (void)
{
  static const struct
  {
    guint n;
    guint parts;
    const char *cut;
    guint a;
    guint b;
  } cases[] = {
    { 8, 1, "pencils", 1, 1 }, { 8, 1, "slabs", 1, 1 },    { 16, 8, "slabs", 8, 1 },  { 16, 8, "pencils", 4, 2 },
    { 10, 9, "pencils", 3, 3 }, { 10, 7, "pencils", 7, 1 }, { 10, 7, "slabs", 7, 1 }, { 12, 12, "pencils", 4, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint transforms = 1; transforms <= 3; transforms++)
      {
        guint a = cases[i].a, b = cases[i].b;
        double n = cases[i].n;
        g_autofree char *params = g_strdup_printf ("{'n':%u,'parts':%u,'cut':'%s','transforms':%u}", cases[i].n,
                                                   cases[i].parts, cases[i].cut, transforms);
        g_autoptr (WeftTaskGraph) graph = fixture_make ("fft", params);
        g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);

        g_assert_cmpuint (graph->n_tasks, ==, transforms * 3 * a * b);
        g_assert_cmpuint (graph->n_edges, ==, transforms * (a * b * b + b * a * a) + (transforms - 1) * a * b);
        g_assert_cmpfloat_with_epsilon (weft_task_summary_total_flops (summary),
                                        transforms * 3 * n * n * 5 * n * log2 (n), 1e-6 * n * n * n);
        g_assert_cmpfloat (summary->edge_bytes, ==, 16 * n * n * n * (3 * transforms - 1));
        g_assert_cmpfloat (summary->region_bytes, ==, 2 * 16 * n * n * n);
        g_assert_cmpuint (summary->n_levels, ==, 3 * transforms);
        g_assert_cmpuint (graph->n_kinds, <=, 4);
      }
}

/* 10 points in 3 × 2 parts: (3, 3, 4) × (5, 5). */
static void
test_edges (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("fft", "{'n':10,'parts':6,'dtype':'fp32','transforms':2}");

  g_assert_cmpstr (graph->name, ==, "fft_n10_p3x2_t2");
  g_assert_cmpfloat (fixture_edge (graph, "fft_z[4]@1", "fft_y[5]@1"), ==, 8 * 4 * 5 * 5);
  g_assert_cmpfloat (fixture_edge (graph, "fft_z[4]@1", "fft_y[3]@1"), ==, -1);
  g_assert_cmpfloat (fixture_edge (graph, "fft_y[0]@1", "fft_x[4]@1"), ==, 8 * 3 * 4 * 5);
  g_assert_cmpfloat (fixture_edge (graph, "fft_y[0]@1", "fft_x[1]@1"), ==, -1);
  g_assert_cmpfloat (fixture_edge (graph, "fft_x[5]@1", "ifft_x[5]@2"), ==, 8 * 10 * 4 * 5);
  g_assert_cmpfloat (fixture_edge (graph, "ifft_x[4]@2", "ifft_y[0]@2"), ==, 8 * 3 * 4 * 5);
  g_assert_cmpfloat (fixture_edge (graph, "ifft_y[5]@2", "ifft_z[4]@2"), ==, 8 * 4 * 5 * 5);
}

static void
test_one_point (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("fft", "{'n':1,'parts':1,'transforms':1}");

  g_assert_cmpuint (graph->n_tasks, ==, 3);
  g_assert_cmpfloat (fixture_flops (graph, "fft"), ==, 0);
  g_assert_cmpuint (fixture_find (graph, "fft_x"), ==, 2);
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
    { "{'n':16,'parts':17,'cut':'slabs'}", WEFT_WORKLOAD_ERROR_INVALID, { "17 slabs", "16 planes", NULL } },
    { "{'n':16,'parts':34}", WEFT_WORKLOAD_ERROR_INVALID, { "34 parts", "17 × 2", "16 points", NULL } },
    { "{'parts':0}", WEFT_WORKLOAD_ERROR_INVALID, { "parts", "found 0", NULL } },
    { "{'cut':'cubes'}", WEFT_WORKLOAD_ERROR_INVALID, { "cubes", "pencils, slabs", NULL } },
    { "{'n':65536,'parts':10000,'cut':'slabs'}", WEFT_WORKLOAD_ERROR_LIMIT, { "200,030,000 edges", NULL } },
    { "{'transforms':1000000}", WEFT_WORKLOAD_ERROR_LIMIT, { "48,000,000 tasks", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("fft", cases[i].params, cases[i].code, cases[i].words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fft/counts", test_counts);
  g_test_add_func ("/fft/edges", test_edges);
  g_test_add_func ("/fft/one-point", test_one_point);
  g_test_add_func ("/fft/refused", test_refused);
  return g_test_run ();
}
