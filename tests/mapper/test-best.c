/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best of all: a device more never makes a plan worse, and no plan is shorter than the bound. */
#include <math.h>

#include "base/weft-random.h"
#include "mapper/weft-map-fixed.h"
#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

#define MAX_DEVICES 8u

static WeftTaskGraph *
make_graph (WeftRandom *random, guint n_tasks)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("random");
  WeftTaskCost cost = { .kernel = "work" };
  guint32 stem = weft_task_builder_intern (builder, "t");
  guint32 kind = weft_task_builder_add_kind (builder, &cost);
  WeftTaskGraph *graph;

  for (guint32 i = 0; i < n_tasks; i++)
    {
      weft_task_builder_add_task (builder, kind, stem, i);
      for (guint k = 0; i > 0 && k < 2; k++)
        if (weft_random_below (random, 4) > 0)
          weft_task_builder_add_edge (builder, weft_random_below (random, i), i, weft_random_below (random, 30));
    }
  graph = weft_task_builder_finish (builder, NULL, NULL);
  g_assert_nonnull (graph);
  return graph;
}

/* The first @n_devices of MAX_DEVICES, whose times and links are the same whatever @n_devices is. */
static WeftMapProblem *
make_problem (WeftTaskGraph *graph, guint64 seed, guint n_devices)
{
  WeftPlatform *platform = weft_platform_new (n_devices, n_devices, MAX_DEVICES * MAX_DEVICES);
  double *time_s = g_new (double, (gsize) graph->n_tasks * n_devices);
  WeftMapProblem *problem;
  WeftRandom random;

  weft_random_init (&random, seed, 1);
  for (guint l = 0; l < MAX_DEVICES * MAX_DEVICES; l++)
    platform->links[l] = (WeftLink) { weft_random_below (&random, 5), 1 << weft_random_below (&random, 3) };
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint p = 0; p < MAX_DEVICES; p++)
      {
        double value = weft_random_below (&random, 20);

        if (p < n_devices)
          time_s[i * n_devices + p] = value;
      }
  for (guint p = 0; p < n_devices; p++)
    {
      platform->class_of[p] = p;
      for (guint q = 0; q < n_devices; q++)
        platform->link_of[p * n_devices + q] = p * MAX_DEVICES + q;
    }
  weft_platform_finish (platform);
  problem = weft_map_problem_new_rows (graph, platform, graph->n_tasks, NULL, time_s);
  weft_platform_unref (platform);
  return problem;
}

static WeftMapResult *
map (WeftMapProblem *problem, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, NULL, NULL, &error);
  gboolean is_sound;

  g_assert_no_error (error);
  is_sound = weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  g_assert_true (is_sound);
  g_assert_cmpfloat (result->bound_s, <=, result->schedule->makespan_s);
  return result;
}

static void
test_device_more (void)
{
  for (guint64 seed = 0; seed < 60; seed++)
    {
      WeftRandom random;
      g_autoptr (WeftTaskGraph) graph = NULL;
      double before_s = INFINITY;

      weft_random_init (&random, seed, 0);
      graph = make_graph (&random, 3 + weft_random_below (&random, 30));
      for (guint n = 1; n <= MAX_DEVICES; n++)
        {
          g_autoptr (WeftMapProblem) problem = make_problem (graph, seed, n);
          g_autoptr (WeftMapResult) result = map (problem, WEFT_MAP_BEST);

          g_assert_cmpfloat (result->schedule->makespan_s, <=, before_s);
          before_s = result->schedule->makespan_s;
        }
    }
}

/* The bound as it is, not cut off at the makespan of a bad plan: it is below that of the best one too. */
static void
test_bound (void)
{
  for (guint64 seed = 100; seed < 130; seed++)
    {
      WeftRandom random;
      g_autoptr (WeftTaskGraph) graph = NULL;
      g_autoptr (WeftMapProblem) problem = NULL;
      g_autoptr (WeftMapResult) best = NULL;

      weft_random_init (&random, seed, 0);
      graph = make_graph (&random, 40);
      problem = make_problem (graph, seed, 1 + weft_random_below (&random, MAX_DEVICES));
      best = map (problem, WEFT_MAP_BEST);
      for (guint a = 0; a < WEFT_MAP_EXHAUSTIVE; a++)
        {
          g_autoptr (WeftMapResult) result = map (problem, a);

          g_assert_cmpfloat (result->bound_s, <=, best->schedule->makespan_s * (1 + 1e-12));
          g_assert_cmpfloat (best->schedule->makespan_s, <=, result->schedule->makespan_s);
        }
    }
}

static void
test_left_empty (void)
{
  static const double times[] = { 5, 5, 500 };
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  WeftRandom random;

  weft_random_init (&random, 7, 0);
  graph = make_graph (&random, 20);
  problem = make_problem (graph, 7, 3);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    for (guint p = 0; p < 3; p++)
      problem->time_s[i * 3 + p] = times[p];
  result = map (problem, WEFT_MAP_BEST);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    g_assert_cmpuint (result->schedule->device[i], <, 2);
}

static void
test_fixed (void)
{
  g_autoptr (WeftTaskGraph) graph = NULL;
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftSchedule) schedule = NULL;
  g_autofree guint32 *device = NULL;
  g_autoptr (GError) error = NULL;
  WeftRandom random;

  weft_random_init (&random, 9, 0);
  graph = make_graph (&random, 30);
  problem = make_problem (graph, 9, 4);
  device = g_new (guint32, graph->n_tasks);
  for (guint32 i = 0; i < graph->n_tasks; i++)
    device[i] = weft_random_below (&random, 4);
  schedule = weft_map_fixed (problem, device, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (weft_schedule_check (schedule, problem, &error));
  for (guint32 i = 0; i < graph->n_tasks; i++)
    g_assert_cmpuint (schedule->device[i], ==, device[i]);

  device[3] = 4;
  g_assert_null (weft_map_fixed (problem, device, NULL, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "t@3"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/best/device-more", test_device_more);
  g_test_add_func ("/best/bound", test_bound);
  g_test_add_func ("/best/left-empty", test_left_empty);
  g_test_add_func ("/best/fixed", test_fixed);
  return g_test_run ();
}
