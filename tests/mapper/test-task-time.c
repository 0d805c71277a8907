/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of tasks on chips: rooflines by hand, wider dtypes, given times, knobs, collectives, and what cannot run. */
#include "../design/graph-fixture.h"

#include <math.h>

#include "mapper/weft-machine-platform.h"
#include "workload/weft-task-builder.h"

/* Two chips with a cable. (transfer full) */
static WeftPlatform *
make_platform (const char *one, const char *other)
{
  g_autofree char *inside = g_strdup_printf (
    "'items':[{'id':'a','chip':'%s'},{'id':'b','chip':'%s'}],"
    "'links':[{'from':'a','to':'b','wiring':'all','component':'nvlink4-link'}]", one, other);
  g_autoptr (WeftGraph) graph = fixture_node (inside);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftFlat) flat = weft_flat_new (graph, fixture_get_inventory (), &error);
  WeftPlatform *platform;

  g_assert_no_error (error);
  platform = weft_platform_from_flat (flat, fixture_get_inventory (), NULL, NULL, &error);
  g_assert_no_error (error);
  return platform;
}

/* One task of each cost, with no edges. (transfer full) */
static WeftTaskGraph *
make_graph (const WeftTaskCost *costs, guint n)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  guint32 stem = weft_task_builder_intern (builder, "t");
  g_autoptr (GError) error = NULL;
  WeftTaskGraph *graph;

  for (guint i = 0; i < n; i++)
    weft_task_builder_add_task (builder, weft_task_builder_add_kind (builder, &costs[i]), stem, i);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  return graph;
}

static JsonNode *
parse (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode *node = weft_json_parse (quoted, -1, "test", NULL, &error);

  g_assert_no_error (error);
  return node;
}

static gboolean
has_note (GPtrArray *notes, const char *part)
{
  for (guint i = 0; i < notes->len; i++)
    if (strstr (notes->pdata[i], part) != NULL)
      return TRUE;
  return FALSE;
}

static void
assert_close (double value, double expected)
{
  g_assert_cmpfloat_with_epsilon (value, expected, 1e-12 * fabs (expected));
}

static void
test_roofline (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "gemm", .flops = { [WEFT_DTYPE_BF16] = 1e12 }, .bytes_read = 1e6 },
    { .kernel = "spmv", .flops = { [WEFT_DTYPE_FP64] = 1e6 }, .bytes_read = 2e9, .bytes_written = 1e9 },
    { .kernel = "mixed", .flops = { [WEFT_DTYPE_BF16] = 1e12, [WEFT_DTYPE_FP64] = 34e9 } },
    { .kernel = "nothing" },
  };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, G_N_ELEMENTS (costs));
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H200");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, notes, &error);

  g_assert_no_error (error);
  /* The profile's H100: 989.5 TFLOP/s, 34 in FP64, 3.35 TB/s; the catalog's H200: 989.4, 33.5, 4.8 TB/s. */
  assert_close (weft_map_problem_time_s (problem, 0, 0), 1e12 / 989.5e12);
  assert_close (weft_map_problem_time_s (problem, 0, 1), 1e12 / 989.4e12);
  assert_close (weft_map_problem_time_s (problem, 1, 0), 3e9 / 3.35e12);
  assert_close (weft_map_problem_time_s (problem, 1, 1), 3e9 / 4.8e12);
  assert_close (weft_map_problem_time_s (problem, 2, 0), 1e12 / 989.5e12 + 34e9 / 34e12);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 3, 0), ==, 0);
  g_assert_true (has_note (notes, "no calibrated knobs"));
}

static void
test_wider (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "eight", .flops = { [WEFT_DTYPE_FP8] = 1e12 } },
    { .kernel = "double", .flops = { [WEFT_DTYPE_FP64] = 1e12 } },
  };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, 2);
  g_autoptr (WeftPlatform) platform = make_platform ("a100-sxm-80", "tpu-v4");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, notes, &error);

  g_assert_no_error (error);
  /* 312 TFLOP/s in BF16 and none in FP8. The other chip has neither FP32 nor FP64. */
  assert_close (weft_map_problem_time_s (problem, 0, 0), 1e12 / 312e12);
  assert_close (weft_map_problem_time_s (problem, 1, 0), 1e12 / 9.7e12);
  assert_close (weft_map_problem_time_s (problem, 0, 1), 1e12 / 275e12);
  g_assert_true (isinf (weft_map_problem_time_s (problem, 1, 1)));
  g_assert_true (has_note (notes, "No FP8 rate of NVIDIA A100"));
  g_assert_true (has_note (notes, "double cannot run there"));
}

static void
test_nowhere (void)
{
  const WeftTaskCost costs[] = { { .kernel = "double", .flops = { [WEFT_DTYPE_FP64] = 1e12 } } };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, 1);
  g_autoptr (WeftPlatform) platform = make_platform ("tpu-v4", "tpu-v5p");
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_NO_DEVICE);
  g_assert_nonnull (strstr (error->message, "“double”"));
  g_assert_nonnull (strstr (error->message, "FP64"));
}

/* The name wins over the class, the class over any chip; what is given for others alone cannot run here. */
static void
test_given (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "all", .flops = { [WEFT_DTYPE_FP64] = 1e12 } },
    { .kernel = "gpu-only" },
    { .kernel = "cpu-or-roofline", .flops = { [WEFT_DTYPE_FP64] = 34e12 } },
  };
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  guint32 stem = weft_task_builder_intern (builder, "t");
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "epyc-9654");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (GError) error = NULL;

  weft_task_builder_add_kind (builder, &costs[0]);
  weft_task_builder_add_time (builder, "*", 1);
  weft_task_builder_add_time (builder, "cpu", 2);
  weft_task_builder_add_time (builder, "NVIDIA H100 80GB SXM5", 3);
  weft_task_builder_add_time (builder, "gpu", 4);
  weft_task_builder_add_kind (builder, &costs[1]);
  weft_task_builder_add_time (builder, "gpu", 5);
  weft_task_builder_add_kind (builder, &costs[2]);
  weft_task_builder_add_time (builder, "EPYC-9654", 6);
  for (guint i = 0; i < 3; i++)
    weft_task_builder_add_task (builder, i, stem, i);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  problem = weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, notes, &error);
  g_assert_no_error (error);

  g_assert_cmpfloat (weft_map_problem_time_s (problem, 0, 0), ==, 3);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 0, 1), ==, 2);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 1, 0), ==, 5);
  g_assert_true (isinf (weft_map_problem_time_s (problem, 1, 1)));
  assert_close (weft_map_problem_time_s (problem, 2, 0), 1);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 2, 1), ==, 6);
  g_assert_true (has_note (notes, "gpu-only cannot run there"));
}

static void
test_knobs (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "gemm", .flops = { [WEFT_DTYPE_BF16] = 1e12 } },
    { .kernel = "copy", .bytes_read = 1e9 },
  };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, 2);
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H200");
  g_autoptr (JsonNode) knobs = parse (
    "{'format':'weft-knobs/1','source':'test','knobs':["
    "{'launch_s':1e-6},"
    "{'kernel':'gemm','flop_efficiency':0.25},"
    "{'chip':'H100','flop_efficiency':0.5,'bandwidth_efficiency':0.5,'launch_s':2e-6},"
    "{'chip':'h100-sxm-80','kernel':'copy','bandwidth_efficiency':0.8}]}");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = weft_map_problem_on (graph, platform, fixture_get_inventory (), knobs, notes, &error);

  g_assert_no_error (error);
  assert_close (weft_map_problem_time_s (problem, 0, 0), 2e-6 + 1e12 / (989.5e12 * 0.5));
  assert_close (weft_map_problem_time_s (problem, 1, 0), 1e9 / (3.35e12 * 0.8));
  assert_close (weft_map_problem_time_s (problem, 0, 1), 1e12 / (989.4e12 * 0.25));
  assert_close (weft_map_problem_time_s (problem, 1, 1), 1e-6 + 1e9 / 4.8e12);
  g_assert_false (has_note (notes, "no calibrated knobs"));
  /* The same in its parts, by kind and class. */
  assert_close (problem->parts[0].launch_s, 2e-6);
  assert_close (problem->parts[0].compute_s, 1e12 / (989.5e12 * 0.5));
  g_assert_cmpfloat (problem->parts[0].memory_s, ==, 0);
  assert_close (problem->parts[3].memory_s, 1e9 / 4.8e12);
}

/* Knobs for sizes: from one on, below the other; a task of none of them is the roofline. */
static void
test_knobs_of_sizes (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "copy", .bytes_read = 1e6 },
    { .kernel = "copy", .bytes_read = 0.5e6, .bytes_written = 0.5e6 - 1 },
    { .kernel = "gemm", .flops = { [WEFT_DTYPE_BF16] = 1e12 }, .bytes_read = 1e9 },
    { .kernel = "gemm", .flops = { [WEFT_DTYPE_BF16] = 3e12 }, .bytes_read = 1e9 },
    { .kernel = "dot", .flops = { [WEFT_DTYPE_BF16] = 1e12 } },
    { .kernel = "dot", .flops = { [WEFT_DTYPE_BF16] = 2e12 } },
  };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, G_N_ELEMENTS (costs));
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H200");
  g_autoptr (JsonNode) knobs = parse (
    "{'knobs':["
    "{'kernel':'copy','to_bytes':1e6,'launch_s':1e-6},"
    "{'kernel':'copy','from_bytes':1e6,'bandwidth_efficiency':0.5},"
    "{'kernel':'gemm','from_flops_per_byte':2000,'flop_efficiency':0.5},"
    "{'kernel':'dot','to_flops':2e12,'launch_s':3e-6}],"
    "'comm':[{'comm':'all_reduce','efficiency':0.5}]}");
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem
    = weft_map_problem_on (graph, platform, fixture_get_inventory (), knobs, NULL, &error);

  g_assert_no_error (error);
  assert_close (weft_map_problem_time_s (problem, 0, 0), 1e6 / (3.35e12 * 0.5));
  assert_close (weft_map_problem_time_s (problem, 1, 0), 1e-6 + (1e6 - 1) / 3.35e12);
  assert_close (weft_map_problem_time_s (problem, 2, 0), 1e12 / 989.5e12);
  assert_close (weft_map_problem_time_s (problem, 3, 0), 3e12 / (989.5e12 * 0.5));
  assert_close (weft_map_problem_time_s (problem, 4, 0), 3e-6 + 1e12 / 989.5e12);
  assert_close (weft_map_problem_time_s (problem, 5, 0), 2e12 / 989.5e12);
}

static void
test_bad_knobs (void)
{
  static const struct
  {
    const char *text;
    const char *part;
  } cases[] = {
    { "[]", "an object" },
    { "{}", "/knobs" },
    { "{'knobs':{}}", "an array" },
    { "{'knobs':[],'knbos':[]}", "did you mean “knobs”" },
    { "{'format':'weft-knobs/2','knobs':[]}", "weft-knobs/1" },
    { "{'knobs':[3]}", "/knobs/0" },
    { "{'knobs':[{'flop_efficency':1}]}", "did you mean “flop_efficiency”" },
    { "{'knobs':[{'flop_efficiency':0}]}", "/knobs/0/flop_efficiency" },
    { "{'knobs':[{'flop_efficiency':1.01}]}", "found the number 1.01" },
    { "{'knobs':[{'bandwidth_efficiency':-1}]}", "above 0" },
    { "{'knobs':[{'bandwidth_efficiency':'1'}]}", "a number" },
    { "{'knobs':[{'launch_s':-1e-9}]}", "from 0 to 1" },
    { "{'knobs':[{'launch_s':5}]}", "found the number 5" },
    { "{'knobs':[{'kernel':7}]}", "a string" },
    { "{'knobs':[{'chip':'H1000'}]}", "did you mean “" },
    { "{'knobs':[{'chip':'H100'},{'chip':'h100-sxm-80'}]}", "/knobs/1" },
    { "{'knobs':[{},{'kernel':'*'}]}", "once" },
    { "{'knobs':[{'to_bytes':5},{'from_bytes':4}]}", "once for a size" },
    { "{'knobs':[{'from_bytes':5,'to_bytes':5}]}", "/knobs/0/to_bytes" },
    { "{'knobs':[{'from_flops':-1}]}", "/knobs/0/from_flops" },
  };
  const WeftTaskCost costs[] = { { .kernel = "nothing" } };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, 1);
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H200");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) knobs = parse (cases[i].text);
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_map_problem_on (graph, platform, fixture_get_inventory (), knobs, NULL, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[i].part) == NULL)
        g_error ("%s: %s", cases[i].text, error->message);
    }
}

/* Damaged knobs are refused with a message, or are knobs. */
static void
test_damaged_knobs (void)
{
  static const char text[]
    = "{\"format\":\"weft-knobs/1\",\"knobs\":[{\"chip\":\"H100\",\"kernel\":\"gemm\",\"flop_efficiency\":0.5,"
      "\"bandwidth_efficiency\":0.25,\"launch_s\":2e-6},{\"chip\":\"*\",\"launch_s\":0}]}";
  static const char bytes[] = "0123456789.-eE\"{}[],:*x ";
  const WeftTaskCost costs[] = { { .kernel = "gemm", .flops = { [WEFT_DTYPE_BF16] = 1e12 }, .bytes_read = 1e9 } };
  g_autoptr (WeftTaskGraph) graph = make_graph (costs, 1);
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H200");
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  guint n_taken = 0, n_refused = 0;

  for (guint i = 0; i < 20000; i++)
    {
      g_autofree char *damaged = g_strdup (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (JsonNode) node = NULL;
      g_autoptr (WeftMapProblem) problem = NULL;

      for (guint k = g_rand_int_range (rand, 1, 4); k > 0; k--)
        damaged[g_rand_int_range (rand, 0, sizeof text - 1)] = bytes[g_rand_int_range (rand, 0, sizeof bytes - 1)];
      node = weft_json_parse (damaged, -1, "test", NULL, &error);
      if (node == NULL)
        continue;
      problem = weft_map_problem_on (graph, platform, fixture_get_inventory (), node, NULL, &error);
      g_assert_true ((problem == NULL) == (error != NULL));
      g_assert_true (problem == NULL || weft_map_problem_time_s (problem, 0, 0) > 0);
      n_taken += problem != NULL;
      n_refused += problem == NULL;
    }
  g_assert_cmpuint (n_taken, >, 100);
  g_assert_cmpuint (n_refused, >, 100);
}

/* Four ranks of an all-reduce of 1 GB, two of an all-to-all, one that is alone. */
static void
test_collectives (void)
{
  const WeftTaskCost costs[] = {
    { .kernel = "reduce", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 1e9 },
    { .kernel = "shuffle", .comm = WEFT_COMM_ALL_TO_ALL, .comm_bytes = 1e9, .bytes_read = 3.35e12 },
    { .kernel = "alone", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = 1e9 },
    { .kernel = "send", .comm = WEFT_COMM_SEND, .comm_bytes = 1e9 },
  };
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  guint32 stem = weft_task_builder_intern (builder, "t");
  g_autoptr (WeftPlatform) platform = make_platform ("H100", "H100");
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (GError) error = NULL;

  for (guint k = 0; k < 4; k++)
    weft_task_builder_add_kind (builder, &costs[k]);
  for (guint i = 0; i < 4; i++)
    weft_task_builder_set_group (builder, weft_task_builder_add_task (builder, 0, stem, i), 0);
  for (guint i = 4; i < 6; i++)
    weft_task_builder_set_group (builder, weft_task_builder_add_task (builder, 1, stem, i), 1);
  weft_task_builder_add_task (builder, 2, stem, 6);
  weft_task_builder_add_task (builder, 3, stem, 7);
  graph = weft_task_builder_finish (builder, NULL, &error);
  g_assert_no_error (error);
  problem = weft_map_problem_on (graph, platform, fixture_get_inventory (), NULL, notes, &error);
  g_assert_no_error (error);

  /* The one link there is: 300 ns and 25 GB/s. */
  assert_close (weft_map_problem_time_s (problem, 0, 0), 6 * 300e-9 + 1.5e9 / 25e9);
  assert_close (weft_map_problem_time_s (problem, 4, 0), 1 + 300e-9 + 0.5e9 / 25e9);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 6, 0), ==, 0);
  g_assert_cmpfloat (weft_map_problem_time_s (problem, 7, 0), ==, 0);
  /* Parts have no collective in them. */
  g_assert_cmpfloat (problem->parts[0].compute_s, ==, 0);
  assert_close (problem->parts[1].memory_s, 1);
  g_assert_true (has_note (notes, "up to 4 ranks"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-time/roofline", test_roofline);
  g_test_add_func ("/task-time/wider", test_wider);
  g_test_add_func ("/task-time/nowhere", test_nowhere);
  g_test_add_func ("/task-time/given", test_given);
  g_test_add_func ("/task-time/knobs", test_knobs);
  g_test_add_func ("/task-time/knobs-of-sizes", test_knobs_of_sizes);
  g_test_add_func ("/task-time/bad-knobs", test_bad_knobs);
  g_test_add_func ("/task-time/damaged-knobs", test_damaged_knobs);
  g_test_add_func ("/task-time/collectives", test_collectives);
  return g_test_run ();
}
