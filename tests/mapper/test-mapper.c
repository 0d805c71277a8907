/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One run of an algorithm from outside: names, collectives, memory, devices that cannot run a task, numbers without
 * end, stopping, progress. */
#include <gio/gio.h>
#include <math.h>

#include "mapper/weft-map-problem-private.h"
#include "mapper/weft-mapper.h"
#include "mapper/weft-platform-private.h"
#include "workload/weft-task-builder.h"

/* Every list scheduler. */
#define FOR_EACH(a) for (guint a = WEFT_MAP_HEFT; a < WEFT_MAP_EXHAUSTIVE; a++)

static WeftTaskBuilder *
make_builder (guint n_tasks, double working_set_bytes)
{
  WeftTaskBuilder *builder = weft_task_builder_new ("test");
  WeftTaskCost cost = { .kernel = "work", .working_set_bytes = working_set_bytes };
  guint32 kind = weft_task_builder_add_kind (builder, &cost);
  guint32 stem = weft_task_builder_intern (builder, "t");

  for (guint i = 0; i < n_tasks; i++)
    weft_task_builder_add_task (builder, kind, stem, i);
  return builder;
}

/* Devices of a class each, equal links, every task the same time on every device. */
static WeftMapProblem *
make_problem (WeftTaskBuilder *builder, guint n_devices, double capacity_bytes, double time_s)
{
  g_autoptr (WeftTaskGraph) graph = weft_task_builder_finish (builder, NULL, NULL);
  g_autoptr (WeftPlatform) platform = weft_platform_new (n_devices, n_devices, 1);
  double *times_s = g_new (double, (gsize) graph->n_tasks * n_devices);

  platform->links[0] = (WeftLink) { 1, 1 };
  for (guint p = 0; p < n_devices; p++)
    {
      platform->class_of[p] = p;
      platform->class_name[p] = g_strdup_printf ("class-%u", p);
      platform->capacity_bytes[p] = capacity_bytes;
    }
  weft_platform_finish (platform);
  for (gsize i = 0; i < (gsize) graph->n_tasks * n_devices; i++)
    times_s[i] = time_s;
  return weft_map_problem_new_rows (graph, platform, graph->n_tasks, NULL, times_s);
}

static WeftMapResult *
map (WeftMapProblem *problem, WeftMapAlgorithm algorithm)
{
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, NULL, NULL, &error);

  g_assert_no_error (error);
  weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  return result;
}

static void
refuse (WeftMapProblem *problem, WeftMapAlgorithm algorithm, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, NULL, NULL, &error);

  g_assert_null (result);
  g_assert_error (error, WEFT_MAPPER_ERROR, code);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not say “%s”", error->message, words);
}

static void
test_names (void)
{
  WeftMapAlgorithm algorithm = WEFT_MAP_HEFT;
  g_autoptr (GError) error = NULL;

  for (guint a = 0; a < WEFT_N_MAP_ALGORITHMS; a++)
    {
      g_assert_true (weft_map_algorithm_parse (weft_map_algorithm_info (a)->id, &algorithm, NULL));
      g_assert_cmpuint (algorithm, ==, a);
    }
  g_assert_true (weft_map_algorithm_parse ("HOFT_CODE", &algorithm, NULL));
  g_assert_cmpuint (algorithm, ==, WEFT_MAP_HOFT_CODE);
  g_assert_false (weft_map_algorithm_parse ("hetf", &algorithm, &error));
  g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_UNKNOWN);
  g_assert_nonnull (strstr (error->message, "“heft”"));
}

static void
test_empty (void)
{
  FOR_EACH (a)
    {
      g_autoptr (WeftMapProblem) problem = make_problem (make_builder (0, 0), 2, INFINITY, 1);
      g_autoptr (WeftMapResult) result = map (problem, a);

      g_assert_cmpfloat (result->schedule->makespan_s, ==, 0);
    }
}

/* Task 0 takes its time; 1 and 2 are ranks of one collective, of which only 1 waits for 0. 3 is free. */
static void
test_group (void)
{
  FOR_EACH (a)
    {
      WeftTaskBuilder *builder = make_builder (4, 0);
      g_autoptr (WeftMapProblem) problem = NULL;
      g_autoptr (WeftMapResult) result = NULL;

      weft_task_builder_add_edge (builder, 0, 1, 0);
      weft_task_builder_set_group (builder, 1, 0);
      weft_task_builder_set_group (builder, 2, 0);
      problem = make_problem (builder, 3, INFINITY, 5);
      result = map (problem, a);
      g_assert_cmpfloat (result->schedule->start_s[2], >=, 5);
      g_assert_cmpfloat (result->schedule->start_s[3], ==, 0);
    }
}

/* Four regions of 40 bytes, two tasks each, and 20 bytes beside them: a device of 100 bytes takes two regions. */
static WeftTaskBuilder *
make_regions (guint n_regions)
{
  WeftTaskBuilder *builder = make_builder (2 * n_regions, 20);
  guint32 stem = weft_task_builder_intern (builder, "weights");

  for (guint r = 0; r < n_regions; r++)
    {
      weft_task_builder_add_region (builder, stem, r, 40);
      weft_task_builder_set_region (builder, 2 * r, r);
      weft_task_builder_set_region (builder, 2 * r + 1, r);
    }
  return builder;
}

static void
test_memory (void)
{
  FOR_EACH (a)
    {
      g_autoptr (WeftMapProblem) fits = make_problem (make_regions (4), 4, 100, 1);
      g_autoptr (WeftMapProblem) lacks = make_problem (make_regions (5), 2, 100, 1);
      g_autoptr (WeftMapProblem) never = make_problem (make_regions (1), 2, 59, 1);
      g_autoptr (WeftMapResult) result = map (fits, a);

      g_assert_nonnull (result);
      refuse (lacks, a, WEFT_MAPPER_ERROR_MEMORY, "needs 60 B of memory (kernel “work”)");
      refuse (never, a, WEFT_MAPPER_ERROR_MEMORY, "has more than 59 B left");
    }
}

static void
test_no_device (void)
{
  FOR_EACH (a)
    {
      g_autoptr (WeftMapProblem) partly = make_problem (make_builder (3, 0), 2, INFINITY, 1);
      g_autoptr (WeftMapProblem) nowhere = make_problem (make_builder (3, 0), 2, INFINITY, 1);
      g_autoptr (WeftMapProblem) broken = make_problem (make_builder (3, 0), 2, INFINITY, 1);
      g_autoptr (WeftMapResult) result = NULL;

      partly->time_s[2] = INFINITY;
      result = map (partly, a);
      g_assert_cmpuint (result->schedule->device[1], ==, 1);
      nowhere->time_s[2] = nowhere->time_s[3] = INFINITY;
      refuse (nowhere, a, WEFT_MAPPER_ERROR_NO_DEVICE, "“t@1” (kernel “work”)");
      broken->time_s[4] = NAN;
      refuse (broken, a, WEFT_MAPPER_ERROR_INVALID, "“class-0”");
      broken->time_s[4] = -1;
      refuse (broken, a, WEFT_MAPPER_ERROR_INVALID, "-1 s");
    }
}

/* Sums that no double holds. */
static void
test_overflow (void)
{
  FOR_EACH (a)
    {
      WeftTaskBuilder *builder = make_builder (3, 0);
      g_autoptr (WeftMapProblem) problem = NULL;

      weft_task_builder_add_edge (builder, 0, 1, 0);
      weft_task_builder_add_edge (builder, 1, 2, 0);
      problem = make_problem (builder, 1, INFINITY, 1e308);
      refuse (problem, a, WEFT_MAPPER_ERROR_INVALID, "more seconds than a number can hold");
    }
}

/* --- stopping --- */

typedef struct
{
  guint n_calls;
  double last_share;
  GCancellable *cancellable;
} Watch;

static void
progress_cb (double share, gpointer data)
{
  Watch *watch = data;

  g_assert_cmpfloat (share, >=, watch->last_share);
  g_assert_cmpfloat (share, <=, 1);
  watch->last_share = share;
  if (++watch->n_calls == 2 && watch->cancellable != NULL)
    g_cancellable_cancel (watch->cancellable);
}

static void
test_progress (void)
{
  g_autoptr (WeftMapProblem) problem = make_problem (make_builder (20000, 0), 3, INFINITY, 1);

  FOR_EACH (a)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      Watch watch = { 0 };
      Watch stopping = { .cancellable = cancellable };
      WeftMapOptions options = { .progress = progress_cb, .progress_data = &watch };
      g_autoptr (WeftMapResult) result = weft_map (problem, a, &options, NULL, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_nonnull (result);
      g_assert_cmpuint (watch.n_calls, >, 2);
      options.progress_data = &stopping;
      g_assert_null (weft_map (problem, a, &options, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (stopping.n_calls, ==, 2);
    }
}

static void
test_notes (void)
{
  g_autoptr (WeftMapProblem) problem = make_problem (make_builder (2, 0), 2, INFINITY, 1);
  g_autoptr (WeftMapResult) aeft = map (problem, WEFT_MAP_AEFT_R);

  g_assert_cmpuint (aeft->notes->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (aeft->notes, 0), "reconstruction"));
  g_assert_nonnull (strstr (weft_map_algorithm_info (WEFT_MAP_AEFT_R)->summary, "reconstruction"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapper/names", test_names);
  g_test_add_func ("/mapper/empty", test_empty);
  g_test_add_func ("/mapper/group", test_group);
  g_test_add_func ("/mapper/memory", test_memory);
  g_test_add_func ("/mapper/no-device", test_no_device);
  g_test_add_func ("/mapper/overflow", test_overflow);
  g_test_add_func ("/mapper/progress", test_progress);
  g_test_add_func ("/mapper/notes", test_notes);
  return g_test_run ();
}
