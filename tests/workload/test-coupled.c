/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A solver with a surrogate: which steps each of them takes, when the surrogate learns, and what they compute in. */
#include "base/weft-quantity.h"
#include "generator-fixture.h"

/* The edges of the rule in weft-generator-coupled.c, counted step by step instead. */
static guint
count_edges (guint blocks, guint pairs, guint steps, guint every, guint train)
{
  guint edges = 0, trainings = 0;

  for (guint s = 1; s <= steps; s++)
    {
      gboolean is_surrogate = s % every == 0;

      if (is_surrogate)
        edges += (s > 1 ? blocks : 0) + blocks + pairs + blocks + (trainings > 0 ? blocks : 0);
      else
        edges += s > 1 ? blocks + pairs : 0;
      if (is_surrogate && train > 0 && s / every % train == 0)
        {
          edges += blocks + (s > 2 ? blocks : 0) + blocks + (trainings > 0 ? blocks + 1 : 0);
          trainings++;
        }
    }
  return edges;
}

static void
test_counts (void)
{
  static const struct
  {
    guint blocks;
    guint pairs;
    guint steps;
    guint every;
    guint train;
    guint surrogate;
    guint trainings;
  } cases[] = {
    { 1, 0, 1, 1, 0, 1, 0 },   { 1, 0, 1, 2, 0, 0, 0 },   { 4, 6, 10, 3, 0, 3, 0 },  { 4, 6, 10, 1, 0, 10, 0 },
    { 4, 6, 12, 2, 1, 6, 6 },  { 2, 2, 12, 3, 2, 4, 2 },  { 3, 4, 40, 5, 3, 8, 2 },  { 16, 72, 9, 4, 1, 2, 2 },
    { 4, 6, 10, 11, 5, 0, 0 }, { 4, 6, 10, 10, 2, 1, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint blocks = cases[i].blocks, surrogate = cases[i].surrogate, trainings = cases[i].trainings;
      g_autofree char *params = g_strdup_printf ("{'n':8,'blocks':%u,'steps':%u,'every':%u,'train':%u}", blocks,
                                                 cases[i].steps, cases[i].every, cases[i].train);
      g_autoptr (WeftTaskGraph) graph = fixture_make ("coupled", params);

      g_assert_cmpuint (fixture_count (graph, "solve"), ==, blocks * (cases[i].steps - surrogate));
      g_assert_cmpuint (fixture_count (graph, "encode"), ==, blocks * surrogate);
      g_assert_cmpuint (fixture_count (graph, "infer"), ==, blocks * surrogate);
      g_assert_cmpuint (fixture_count (graph, "decode"), ==, blocks * surrogate);
      g_assert_cmpuint (fixture_count (graph, "gradient"), ==, blocks * trainings);
      g_assert_cmpuint (fixture_count (graph, "update"), ==, trainings);
      g_assert_cmpuint (graph->n_edges, ==,
                        count_edges (blocks, cases[i].pairs, cases[i].steps, cases[i].every, cases[i].train));
      g_assert_cmpuint (graph->n_regions, ==, blocks + (surrogate > 0) + (trainings > 0));
    }
}

/* 27 × 5 inputs, 2 hidden layers of 16, 5 outputs: 135 · 16 + 16 · 16 + 16 · 5 weights. */
static void
test_costs (void)
{
  const double weights = 2496;
  g_autoptr (WeftTaskGraph) graph = fixture_make (
    "coupled", "{'n':8,'blocks':2,'steps':4,'every':2,'train':1,'hidden':16,'layers':2,'solver_flops':700,"
               "'solver_sweeps':1}");
  g_autoptr (WeftTaskSummary) summary = weft_task_summary_new (graph);
  guint32 solve = fixture_find (graph, "solve[0]@1"), encode = fixture_find (graph, "encode[1]@2");

  g_assert_cmpfloat (summary->flops[WEFT_DTYPE_FP64], ==, 2 * 512 * 700 + 2 * 2 * (2 * 5 * 512));
  g_assert_cmpfloat (summary->flops[WEFT_DTYPE_BF16], ==, 2 * 512 * weights * (2 + 6));
  g_assert_cmpfloat (summary->flops[WEFT_DTYPE_FP32], ==, 2 * (1 + 14) * weights);
  g_assert_cmpfloat (fixture_task_bytes (graph, solve), ==, 8 * 5 * (6 * 10 * 10 + 256));
  g_assert_cmpfloat (fixture_task_bytes (graph, encode), ==, (8 + 2) * 5 * 256);
  g_assert_cmpfloat (summary->region_bytes, ==, 2 * 8 * 5 * 512 + (2 + 12) * weights);
}

static void
test_edges (void)
{
  g_autoptr (WeftTaskGraph) graph = fixture_make (
    "coupled", "{'n':8,'blocks':2,'steps':6,'every':2,'train':1,'hidden':16,'layers':2}");
  const double rim = 5 * 64, block = 5 * 256, weights = 2496;

  g_assert_cmpfloat (fixture_edge (graph, "solve[0]@1", "encode[0]@2"), ==, 8 * block);
  g_assert_cmpfloat (fixture_edge (graph, "encode[0]@2", "infer[0]@2"), ==, 2 * block);
  g_assert_cmpfloat (fixture_edge (graph, "encode[0]@2", "infer[1]@2"), ==, 2 * rim);
  g_assert_cmpfloat (fixture_edge (graph, "infer[1]@2", "decode[1]@2"), ==, 2 * block);
  g_assert_cmpfloat (fixture_edge (graph, "decode[1]@2", "solve[0]@3"), ==, 8 * rim);
  g_assert_cmpfloat (fixture_edge (graph, "decode[0]@2", "gradient[0]@4"), ==, 8 * block);
  g_assert_cmpfloat (fixture_edge (graph, "solve[0]@3", "gradient[0]@4"), ==, 8 * block);
  g_assert_cmpfloat (fixture_edge (graph, "gradient[1]@2", "update@2"), ==, 4 * weights);
  g_assert_cmpfloat (fixture_edge (graph, "update@2", "update@4"), ==, 12 * weights);
  g_assert_cmpfloat (fixture_edge (graph, "update@2", "gradient[1]@4"), ==, 2 * weights);
  g_assert_cmpfloat (fixture_edge (graph, "update@2", "infer[1]@4"), ==, 2 * weights);
  g_assert_cmpfloat (fixture_edge (graph, "update@2", "infer[1]@6"), ==, -1);
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
    { "{'every':1,'train':2}", WEFT_WORKLOAD_ERROR_INVALID, { "train", "found 2", "every 1", NULL } },
    { "{'every':0}", WEFT_WORKLOAD_ERROR_INVALID, { "every", "found 0", NULL } },
    { "{'n':4,'blocks':5}", WEFT_WORKLOAD_ERROR_INVALID, { "5 blocks", "4 × 4 × 4", NULL } },
    { "{'steps':10000000,'blocks':1,'every':2}", WEFT_WORKLOAD_ERROR_LIMIT, { "20,000,000 tasks", NULL } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    fixture_refuse ("coupled", cases[i].params, cases[i].code, cases[i].words);
}

/* What is counted before anything is made is what would be made. */
static void
test_size (void)
{
  static const struct
  {
    guint every;
    guint train;
  } cases[] = { { 1, 0 }, { 2, 1 }, { 3, 2 }, { 3, 1 }, { 7, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *params = g_strdup_printf ("{'n':8,'blocks':4,'steps':4000000,'every':%u,'train':%u}",
                                                 cases[i].every, cases[i].train);
      g_autofree char *edges = weft_quantity_format (count_edges (4, 6, 4000000, cases[i].every, cases[i].train),
                                                     WEFT_UNIT_COUNT);

      fixture_refuse ("coupled", params, WEFT_WORKLOAD_ERROR_LIMIT, (const char *[]) { edges, NULL });
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/coupled/counts", test_counts);
  g_test_add_func ("/coupled/costs", test_costs);
  g_test_add_func ("/coupled/edges", test_edges);
  g_test_add_func ("/coupled/size", test_size);
  g_test_add_func ("/coupled/refused", test_refused);
  return g_test_run ();
}
