/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel programs by rank: each task on the device of its rank, collectives priced on the links between them. */
#include "mapper/weft-map-ranks.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

#define N_RANKS 4u
#define BYTES 1000.0

/* A task of each rank, then an all-reduce of all. */
static WeftTaskGraph *
make_graph (gboolean has_ranks)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("ranks");
  guint32 work = weft_task_builder_add_kind (builder, &(WeftTaskCost) { .kernel = "work" });
  guint32 join = weft_task_builder_add_kind (
      builder, &(WeftTaskCost) { .kernel = "join", .comm = WEFT_COMM_ALL_REDUCE, .comm_bytes = BYTES });
  WeftTaskGraph *graph;

  for (guint32 k = 0; k < 2; k++)
    for (guint32 r = 0; r < N_RANKS; r++)
      {
        guint32 task = weft_task_builder_add_task (builder, k == 0 ? work : join,
                                                   weft_task_builder_intern (builder, k == 0 ? "work" : "join"), r);

        if (has_ranks)
          weft_task_builder_set_rank (builder, task, r);
        if (k == 0)
          continue;
        weft_task_builder_set_group (builder, task, 0);
        weft_task_builder_add_edge (builder, r, task, 0);
      }
  graph = weft_task_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (graph);
  return graph;
}

/* Devices 0 to 3 are joined by a fast link, all others and they by a slow one. */
static WeftMapProblem *
make_problem (gboolean has_ranks)
{
  g_autoptr (WeftTaskGraph) graph = make_graph (has_ranks);
  g_autoptr (WeftPlatform) platform = weft_platform_new (6, 1, 2);
  double *time_s = g_new (double, 2);

  time_s[0] = 3;
  time_s[1] = 77;
  platform->links[0] = (WeftLink) { 0.5, 100 };
  platform->links[1] = (WeftLink) { 2, 10 };
  for (guint p = 0; p < 6; p++)
    for (guint q = 0; q < 6; q++)
      platform->link_of[p * 6 + q] = p < 4 && q < 4 ? 0 : 1;
  weft_platform_finish (platform);
  return weft_map_problem_new (graph, platform, time_s);
}

static double
map_on (const guint32 *device_of_rank)
{
  WeftMapOptions options = { .device_of_rank = device_of_rank, .n_ranks = N_RANKS };
  g_autoptr (WeftMapProblem) mean = make_problem (TRUE);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftMapProblem) problem = weft_map_problem_for_ranks (mean, device_of_rank, N_RANKS, &error);
  g_autoptr (WeftMapResult) result = NULL;

  g_assert_no_error (error);
  result = weft_map (problem, WEFT_MAP_RANKS, &options, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < 2 * N_RANKS; i++)
    g_assert_cmpuint (result->schedule->device[i], ==, device_of_rank[i % N_RANKS]);
  g_assert_true (weft_schedule_check (result->schedule, problem, &error));
  return result->schedule->makespan_s;
}

/* 2 (n - 1) steps of 1/n of the buffer each. */
static void
test_links (void)
{
  static const guint32 inside[] = { 2, 0, 3, 1 }, across[] = { 0, 1, 2, 5 }, together[] = { 1, 1, 1, 1 };

  g_assert_cmpfloat_with_epsilon (map_on (inside), 3 + 6 * 0.5 + 6 * BYTES / 4 / 100, 1e-9);
  g_assert_cmpfloat_with_epsilon (map_on (across), 3 + 6 * 2.0 + 6 * BYTES / 4 / 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (map_on (together), 4 * 3, 1e-9);
}

/* Three pieces of work go through two stages of two tasks each: the second stage begins once the first piece has left
 * the first stage. */
static void
test_pipeline (void)
{
  static const guint32 device_of_rank[] = { 0, 1 };
  WeftMapOptions options = { .device_of_rank = device_of_rank, .n_ranks = 2 };
  WeftTaskBuilder *builder = weft_task_builder_new ("pipeline");
  guint32 work = weft_task_builder_add_kind (builder, &(WeftTaskCost) { .kernel = "work" });
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftPlatform) platform = weft_platform_new (2, 1, 1);
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  double *time_s = g_new (double, 1);

  for (guint32 i = 0; i < 12; i++)
    {
      guint32 task = weft_task_builder_add_task (builder, work, weft_task_builder_intern (builder, "t"), i);

      weft_task_builder_set_rank (builder, task, i % 4 / 2);
      if (i % 4 > 0)
        weft_task_builder_add_edge (builder, i - 1, i, 0);
    }
  graph = weft_task_builder_finish (builder, NULL, NULL);
  platform->links[0] = (WeftLink) { 0, 1 };
  weft_platform_finish (platform);
  time_s[0] = 1;
  problem = weft_map_problem_new (graph, platform, time_s);
  result = weft_map (problem, WEFT_MAP_RANKS, &options, NULL, NULL);
  g_assert_cmpfloat (result->schedule->start_s[2], ==, 2);
  g_assert_cmpfloat (result->schedule->makespan_s, ==, 2 + 3 * 2);
}

static void
test_refused (void)
{
  static const guint32 far[] = { 0, 1, 2, 6 };
  g_autoptr (WeftMapProblem) problem = make_problem (TRUE);
  g_autoptr (WeftMapProblem) plain = make_problem (FALSE);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_map_problem_for_ranks (problem, far, N_RANKS, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "rank 3"));
  g_clear_error (&error);
  g_assert_null (weft_map_problem_for_ranks (problem, NULL, 3, &error));
  g_assert_nonnull (strstr (error->message, "“work@3”"));
  g_clear_error (&error);
  g_assert_null (weft_map (plain, WEFT_MAP_RANKS, NULL, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
}

/* Two host processors beside four accelerators get ranks when there are too few accelerators. */
static void
test_classes (void)
{
  g_autoptr (WeftTaskGraph) graph = make_graph (TRUE);
  g_autoptr (WeftPlatform) platform = weft_platform_new (6, 2, 1);
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double *time_s = g_new (double, 4);

  for (guint i = 0; i < 4; i++)
    time_s[i] = 1;
  platform->links[0] = (WeftLink) { 1, 1 };
  platform->class_of[1] = platform->class_of[2] = 1;
  weft_platform_finish (platform);
  problem = weft_map_problem_new (graph, platform, time_s);
  result = weft_map (problem, WEFT_MAP_RANKS, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      static const guint32 devices[] = { 0, 3, 4, 5 };

      g_assert_cmpuint (result->schedule->device[i], ==, devices[graph->rank[i]]);
    }
}

/* A program without tasks ends when it begins. */
static void
test_no_tasks (void)
{
  g_autoptr (WeftTaskGraph) graph = weft_task_builder_finish (weft_task_builder_new ("none"), NULL, NULL);
  g_autoptr (WeftPlatform) platform = weft_platform_new (2, 1, 1);
  g_autoptr (WeftMapProblem) mean = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (graph);
  platform->links[0] = (WeftLink) { 1, 1 };
  weft_platform_finish (platform);
  mean = weft_map_problem_new (graph, platform, g_new0 (double, 1));
  problem = weft_map_problem_for_ranks (mean, NULL, 2, &error);
  g_assert_no_error (error);
  g_assert_nonnull (problem);
  result = weft_map (problem, WEFT_MAP_RANKS, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_assert_cmpfloat (result->schedule->makespan_s, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ranks/links", test_links);
  g_test_add_func ("/ranks/pipeline", test_pipeline);
  g_test_add_func ("/ranks/refused", test_refused);
  g_test_add_func ("/ranks/classes", test_classes);
  g_test_add_func ("/ranks/no-tasks", test_no_tasks);
  return g_test_run ();
}
