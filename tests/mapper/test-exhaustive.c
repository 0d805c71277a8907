/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exhaustive search: the schedules that were proved elsewhere, every schedule of small problems one by one, and
 * what is said when it has to stop. */
#include <gio/gio.h>
#include <json-glib/json-glib.h>

#include "base/weft-json.h"
#include "random-problem.h"
#include "mapper/weft-mapper.h"

static WeftMapResult *
map_within (WeftMapProblem *problem, WeftMapAlgorithm algorithm, const WeftMapOptions *options)
{
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, options, NULL, &error);

  g_assert_no_error (error);
  weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (result->bound_s, <=, result->schedule->makespan_s);
  return result;
}

static WeftMapResult *
map (WeftMapProblem *problem, WeftMapAlgorithm algorithm)
{
  return map_within (problem, algorithm, NULL);
}

/* --- published and proved --- */

static gboolean
check_instance (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_load (path, NULL, &error);
  g_autoptr (WeftMapProblem) problem = NULL;
  g_autoptr (WeftMapResult) result = NULL;
  JsonObject *expected;
  JsonArray *proc, *start;

  g_assert_no_error (error);
  expected = json_object_get_object_member (json_node_get_object (node), "expected");
  if (!json_object_has_member (expected, "OPT"))
    return FALSE;
  expected = json_object_get_object_member (expected, "OPT");
  proc = json_object_get_array_member (expected, "proc");
  start = json_object_get_array_member (expected, "start");
  problem = weft_map_problem_from_json (node, NULL, &error);
  g_assert_no_error (error);
  result = map (problem, WEFT_MAP_EXHAUSTIVE);
  g_assert_true (result->is_proved);
  g_assert_cmpfloat (result->bound_s, ==, result->schedule->makespan_s);
  g_assert_cmpfloat (result->schedule->makespan_s, ==, json_object_get_double_member (expected, "makespan"));
  for (guint i = 0; i < result->schedule->n_tasks; i++)
    if (result->schedule->device[i] != json_array_get_int_element (proc, i)
        || result->schedule->start_s[i] != json_array_get_double_element (start, i))
      g_error ("%s: task %u is on %u at %.17g", path, i, result->schedule->device[i], result->schedule->start_s[i]);
  return TRUE;
}

static guint
check_folder (const char *folder)
{
  g_autofree char *path = g_build_filename (g_getenv ("WEFT_TEST_SRCDIR"), "tests", "data", "mapper", folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      n += check_instance (file);
    }
  return n;
}

static void
test_proved (void)
{
  g_assert_cmpuint (check_folder ("canonical"), ==, 4);
  g_assert_cmpuint (check_folder ("instances"), ==, 10);
}

/* --- one by one --- */

/* Every order of the tasks on every choice of devices, each task as early as it can be after those before it. */
typedef struct
{
  WeftMapProblem *problem;
  guint32 device[8];
  double finish_s[8];
  gboolean is_done[8];
  double free_s[4];
  double best_s;
} Enumeration;

static gboolean
has_memory (const Enumeration *self)
{
  const WeftTaskGraph *graph = self->problem->graph;

  for (guint p = 0; p < self->problem->platform->n_devices; p++)
    {
      double held_bytes = 0, working_bytes = 0;

      for (guint32 i = 0; i < graph->n_tasks; i++)
        if (self->device[i] == p)
          working_bytes = MAX (working_bytes, graph->kinds[graph->kind[i]].working_set_bytes);
      for (guint32 r = 0; r < graph->n_regions; r++)
        for (guint32 i = 0; i < graph->n_tasks; i++)
          if (self->device[i] == p && graph->region != NULL && graph->region[i] == r)
            {
              held_bytes += graph->regions[r].bytes;
              break;
            }
      if (held_bytes + working_bytes > self->problem->platform->capacity_bytes[self->problem->platform->class_of[p]])
        return FALSE;
    }
  return TRUE;
}

/* When a task can start on a device; infinite when it still has to wait. */
static double
find_start (const Enumeration *self, guint32 task, guint device)
{
  const WeftTaskGraph *graph = self->problem->graph;
  guint32 group = graph->group != NULL ? graph->group[task] : WEFT_TASK_NONE;
  double start_s = self->free_s[device];

  for (guint32 i = 0; i < graph->n_tasks; i++)
    {
      gboolean is_rank = i == task || (group != WEFT_TASK_NONE && graph->group[i] == group);

      for (guint32 e = graph->first_pred[i]; is_rank && e < graph->first_pred[i + 1]; e++)
        {
          guint32 pred = graph->pred[e];

          if (!self->is_done[pred])
            return INFINITY;
          start_s = MAX (start_s, self->finish_s[pred]);
          if (i == task)
            start_s = MAX (start_s, self->finish_s[pred]
                                      + weft_platform_comm_s (self->problem->platform, self->device[pred], device,
                                                              graph->pred_bytes[e]));
        }
    }
  return start_s;
}

static void
enumerate (Enumeration *self, guint32 n_done, double makespan_s)
{
  guint32 n = self->problem->graph->n_tasks;

  if (n_done == n && has_memory (self))
    self->best_s = MIN (self->best_s, makespan_s);
  for (guint32 i = 0; i < n; i++)
    for (guint p = 0; !self->is_done[i] && p < self->problem->platform->n_devices; p++)
      {
        double free_s = self->free_s[p];
        double finish_s = find_start (self, i, p) + weft_map_problem_time_s (self->problem, i, p);

        if (!(finish_s < self->best_s))
          continue;
        self->is_done[i] = TRUE;
        self->device[i] = p;
        self->finish_s[i] = self->free_s[p] = finish_s;
        enumerate (self, n_done + 1, MAX (makespan_s, finish_s));
        self->is_done[i] = FALSE;
        self->free_s[p] = free_s;
      }
}

static double
find_optimum (WeftMapProblem *problem)
{
  Enumeration all = { .problem = problem, .best_s = INFINITY };

  enumerate (&all, 0, 0);
  return all.best_s;
}

/* Sums of the same times in another order may differ in the last places. */
static void
assert_equal (guint seed, double found_s, double optimum_s)
{
  if (!(fabs (found_s - optimum_s) <= 1e-9 * (1 + optimum_s)))
    g_error ("seed %u: found %.17g, the optimum is %.17g", seed, found_s, optimum_s);
}

static void
check_random (guint seed, const RandomKind *kind)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (WeftMapProblem) problem = random_problem (rand, kind);
  g_autoptr (WeftMapResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double optimum_s;

  if (problem == NULL)
    return;
  optimum_s = find_optimum (problem);
  result = weft_map (problem, WEFT_MAP_EXHAUSTIVE, NULL, NULL, &error);
  if (result == NULL)
    {
      g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY);
      g_assert_true (isinf (optimum_s));
      return;
    }
  weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  g_assert_true (result->is_proved);
  assert_equal (seed, result->schedule->makespan_s, optimum_s);
}

static void
test_enumeration (void)
{
  const RandomKind plain = { .max_tasks = 6, .max_devices = 3 };
  const RandomKind grouped = { .max_tasks = 6, .max_devices = 3, .has_groups = TRUE };
  const RandomKind small = { .max_tasks = 6, .max_devices = 3, .has_memory = TRUE };
  const RandomKind all = { .max_tasks = 6, .max_devices = 3, .has_groups = TRUE, .has_memory = TRUE };

  for (guint seed = 0; seed < 200; seed++)
    {
      check_random (seed, &plain);
      check_random (seed, &grouped);
      check_random (seed, &small);
      check_random (seed, &all);
    }
}

/* The same with tasks beside it that take no time and wait for nothing: as many as it takes to be searched in the way
 * of longer problems, by parts and by beams. */
static WeftMapProblem *
pad (WeftMapProblem *problem, guint n_more)
{
  const WeftTaskGraph *graph = problem->graph;
  guint32 n = graph->n_tasks, n_classes = problem->platform->n_classes;
  WeftTaskBuilder *builder = weft_task_builder_new ("padded");
  WeftTaskCost cost = { .kernel = "work" };
  guint32 stem = weft_task_builder_intern (builder, "t");
  guint32 kind = weft_task_builder_add_kind (builder, &cost);
  double *time_s = g_new0 (double, (gsize) (n + n_more) * n_classes);
  g_autoptr (WeftTaskGraph) padded = NULL;

  for (guint32 i = 0; i < n + n_more; i++)
    weft_task_builder_add_task (builder, kind, stem, i);
  for (guint32 i = 0; i < n; i++)
    {
      for (guint32 e = graph->first_pred[i]; e < graph->first_pred[i + 1]; e++)
        weft_task_builder_add_edge (builder, graph->pred[e], i, graph->pred_bytes[e]);
      for (guint c = 0; c < n_classes; c++)
        time_s[i * n_classes + c] = weft_map_problem_times (problem, i)[c];
    }
  padded = weft_task_builder_finish (builder, NULL, NULL);
  return weft_map_problem_new_rows (padded, problem->platform, n + n_more, NULL, time_s);
}

static void
test_parts (void)
{
  const RandomKind kind = { .max_tasks = 7, .max_devices = 3 };

  for (guint seed = 5000; seed < 5100; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftMapProblem) problem = random_problem (rand, &kind);
      g_autoptr (WeftMapProblem) padded = pad (problem, 17);
      g_autoptr (WeftMapResult) result = map (padded, WEFT_MAP_EXHAUSTIVE);

      g_assert_true (result->is_proved);
      assert_equal (seed, result->schedule->makespan_s, find_optimum (problem));
    }
}

/* --- longer problems --- */

static void
test_never_worse (void)
{
  const RandomKind kind = { .max_tasks = 14, .max_devices = 4, .has_groups = TRUE };
  const WeftMapOptions options = { .max_states = 3000 };

  for (guint seed = 1000; seed < 1060; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftMapProblem) problem = random_problem (rand, &kind);
      g_autoptr (WeftMapResult) result = NULL;

      if (problem == NULL)
        continue;
      result = map_within (problem, WEFT_MAP_EXHAUSTIVE, &options);
      for (guint a = 0; a < WEFT_MAP_EXHAUSTIVE; a++)
        {
          g_autoptr (WeftMapResult) other = map (problem, a);

          g_assert_cmpfloat (result->schedule->makespan_s, <=, other->schedule->makespan_s);
          g_assert_cmpfloat (result->bound_s, <=, other->schedule->makespan_s);
        }
    }
}

/* What a search that was stopped says is below the optimum, however early it was stopped. */
static void
test_stopped (void)
{
  const RandomKind kind = { .max_tasks = 11, .max_devices = 3 };
  guint n_open = 0;

  for (guint seed = 2000; seed < 2060; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftMapProblem) problem = random_problem (rand, &kind);
      g_autoptr (WeftMapResult) whole = map (problem, WEFT_MAP_EXHAUSTIVE);

      g_assert_true (whole->is_proved);
      for (guint64 max_states = 1; max_states < 200; max_states *= 3)
        {
          const WeftMapOptions options = { .max_states = max_states };
          g_autoptr (WeftMapResult) part = map_within (problem, WEFT_MAP_EXHAUSTIVE, &options);

          g_assert_cmpfloat (part->schedule->makespan_s, >=, whole->schedule->makespan_s);
          g_assert_cmpfloat (part->bound_s, <=, whole->schedule->makespan_s * (1 + 1e-12));
          if (part->is_proved)
            g_assert_cmpfloat (part->schedule->makespan_s, ==, whole->schedule->makespan_s);
          else
            {
              n_open++;
              g_assert_cmpuint (part->n_states, <=, max_states);
              g_assert_cmpuint (part->notes->len, >, 0);
            }
        }
    }
  g_assert_cmpuint (n_open, >, 20);
}

static WeftMapProblem *
make_long (void)
{
  const RandomKind kind = { .max_tasks = 60, .max_devices = 4, .is_finite = TRUE };

  for (guint seed = 3000;; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (WeftMapProblem) problem = random_problem (rand, &kind);

      if (problem->graph->n_tasks > 40 && problem->platform->n_devices == 4 && problem->graph->n_edges > 60)
        return g_steal_pointer (&problem);
    }
}

static void
count_cb (double share, gpointer data)
{
  g_assert_cmpfloat (share, >=, 0);
  g_assert_cmpfloat (share, <=, 1);
  (*(guint *) data)++;
}

static void
test_time_limit (void)
{
  g_autoptr (WeftMapProblem) problem = make_long ();
  guint n_calls = 0;
  const WeftMapOptions options = { .time_limit_s = 0.3, .progress = count_cb, .progress_data = &n_calls };
  g_autoptr (WeftMapResult) result = map_within (problem, WEFT_MAP_EXHAUSTIVE, &options);

  g_assert_cmpfloat (result->bound_s, >, 0);
  if (!result->is_proved)
    g_assert_cmpuint (n_calls, >, 0);
}

static gpointer
cancel_cb (gpointer cancellable)
{
  g_usleep (50000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (WeftMapProblem) problem = make_long ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_cb, cancellable);
  WeftMapResult *result = weft_map (problem, WEFT_MAP_EXHAUSTIVE, NULL, cancellable, &error);

  g_thread_join (thread);
  if (result == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    {
      g_assert_true (result->is_proved);
      weft_map_result_free (result);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapper/exhaustive/proved", test_proved);
  g_test_add_func ("/mapper/exhaustive/enumeration", test_enumeration);
  g_test_add_func ("/mapper/exhaustive/parts", test_parts);
  g_test_add_func ("/mapper/exhaustive/never-worse", test_never_worse);
  g_test_add_func ("/mapper/exhaustive/stopped", test_stopped);
  g_test_add_func ("/mapper/exhaustive/time-limit", test_time_limit);
  g_test_add_func ("/mapper/exhaustive/cancel", test_cancel);
  return g_test_run ();
}
