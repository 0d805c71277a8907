/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random layers: as many edges as asked for, only between neighbouring layers; costs of each class in whole numbers;
 * one seed, one graph. */
#include "generator-fixture.h"

#include <math.h>

static void
check_layers (const WeftTaskGraph *graph, guint width, double edge_bytes)
{
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
      {
        g_assert_cmpuint (graph->pred[e] / width + 1, ==, i / width);
        g_assert_cmpfloat (graph->pred_bytes[e], >=, 1);
        g_assert_cmpfloat (graph->pred_bytes[e], <=, edge_bytes);
        g_assert_cmpfloat (graph->pred_bytes[e], ==, floor (graph->pred_bytes[e]));
      }
}

/* floor (degree (tasks - width)) edges, at least floor (degree) into each later task. */
static void
test_counts (void)
{
  static const struct
  {
    guint tasks;
    guint width;
    double degree;
  } cases[] = {
    { 1, 1, 1 }, { 1, 32, 2 }, { 100, 1, 1 }, { 100, 7, 0 }, { 1000, 32, 2.5 }, { 999, 10, 10 }, { 5000, 100, 2.48 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint tasks = cases[i].tasks, width = cases[i].width;
      double degree = cases[i].degree;
      g_autofree char *params = g_strdup_printf ("{'tasks':%u,'width':%u,'degree':%g,'edge_bytes':50}", tasks, width,
                                                 degree);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("layered", params);
      g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);

      g_assert_cmpuint (graph->n_tasks, ==, tasks);
      g_assert_cmpfloat (graph->n_edges, ==, tasks > width ? floor (degree * (tasks - width)) : 0);
      check_layers (graph, width, 50);
      for (guint32 t = width; t < tasks; t++)
        g_assert_cmpfloat (graph->first_pred[t + 1] - graph->first_pred[t], >=, floor (degree));
      if (degree >= 1)
        g_assert_cmpuint (summary->n_levels, ==, (tasks + width - 1) / width);
    }
}

/* Times are whole multiples of the unit, each class has all of them about as often, and operations follow the first. */
static void
test_costs (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make (
    "layered", "{'tasks':20000,'width':100,'cost_max':4,'classes':'cpu, gpu','unit_s':2,'unit_flops':8,"
               "'dtype':'bf16'}");
  guint n[2][5] = { { 0 } };

  g_assert_cmpuint (graph->n_kinds, ==, 16);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      const WeftTaskKind *kind = &graph->kinds[graph->kind[i]];
      const WeftTaskTime *times = &graph->times[kind->first_time];

      g_assert_cmpuint (kind->n_times, ==, 2);
      g_assert_cmpstr (graph->names[times[0].device_class], ==, "cpu");
      g_assert_cmpstr (graph->names[times[1].device_class], ==, "gpu");
      g_assert_cmpfloat (fixture_task_flops (graph, i), ==, times[0].time_s * 4);
      g_assert_cmpuint (graph->work_dtype[kind->first_work], ==, WEFT_DTYPE_BF16);
      for (guint c = 0; c < 2; c++)
        n[c][(guint) (times[c].time_s / 2)]++;
    }
  for (guint c = 0; c < 2; c++)
    for (guint cost = 1; cost <= 4; cost++)
      g_assert_cmpfloat_with_epsilon (n[c][cost], 5000, 300);
}

static void
test_seed (void)
{
  g_autoptr (WeftTaskGraph) one = fixture_make ("layered", "{'seed':1}");
  g_autoptr (WeftTaskGraph) again = fixture_make ("layered", "{'seed':1}");
  g_autoptr (WeftTaskGraph) other = fixture_make ("layered", "{'seed':2}");

  fixture_assert_equal (one, again);
  g_assert_true (memcmp (one->pred, other->pred, MIN (one->n_edges, other->n_edges) * sizeof *one->pred) != 0);
}

/* The graph of the mapper's bench. */
static void
test_large (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make ("layered", "{'tasks':500014,'width':500,'degree':2.48}");

  g_assert_cmpuint (graph->n_tasks, ==, 500014);
  g_assert_cmpuint (graph->n_edges, ==, 1238794);
  g_assert_cmpuint (graph->n_kinds, ==, 100);
  fixture_assert_compact (graph);
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
    { "{'width':2,'degree':2.5}", WEFT_WORKLOAD_ERROR_INVALID, { "degree", "2.5 edges", "2 tasks", NULL } },
    { "{'degree':-1}", WEFT_WORKLOAD_ERROR_INVALID, { "degree", "found -1", NULL } },
    { "{'tasks':0}", WEFT_WORKLOAD_ERROR_INVALID, { "tasks", "found 0", NULL } },
    { "{'classes':'cpu,,gpu'}", WEFT_WORKLOAD_ERROR_INVALID, { "classes", "without a name", NULL } },
    { "{'classes':'cpu, cpu'}", WEFT_WORKLOAD_ERROR_INVALID, { "classes", "\"cpu\" twice", NULL } },
    { "{'classes':'a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q'}", WEFT_WORKLOAD_ERROR_INVALID, { "17", "16", NULL } },
    { "{'classes':'a,b,c,d','cost_max':100000}", WEFT_WORKLOAD_ERROR_INVALID,
      { "100000", "4 classes", "46340", NULL } },
    { "{'tasks':10000001}", WEFT_WORKLOAD_ERROR_LIMIT, { "10,000,001 tasks", "10,000,000 tasks", NULL } },
    { "{'tasks':4000000000}", WEFT_WORKLOAD_ERROR_LIMIT, { "4,000,000,000 tasks", NULL } },
    { "{'tasks':10000000,'width':100,'degree':6}", WEFT_WORKLOAD_ERROR_LIMIT, { "59,999,400 edges", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("layered", cases[i].params, cases[i].code, cases[i].words);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layered/counts", test_counts);
  g_test_add_func ("/layered/costs", test_costs);
  g_test_add_func ("/layered/seed", test_seed);
  g_test_add_func ("/layered/large", test_large);
  g_test_add_func ("/layered/refused", test_refused);
  return g_test_run ();
}
