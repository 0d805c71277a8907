/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PEFT-LC decides as PEFT does, always; and every algorithm keeps every rule on every kind of problem. */
#include "mapper/weft-mapper.h"
#include "random-problem.h"

#define N_CASES 4000

static void
compare (const WeftSchedule *a, const WeftSchedule *b)
{
  g_assert_cmpuint (a->n_tasks, ==, b->n_tasks);
  for (guint32 i = 0; i < a->n_tasks; i++)
    {
      g_assert_cmpuint (a->device[i], ==, b->device[i]);
      g_assert_cmpfloat (a->start_s[i], ==, b->start_s[i]);
    }
  g_assert_cmpfloat (a->makespan_s, ==, b->makespan_s);
}

/* NULL when memory does not suffice. */
static WeftMapResult *
map (WeftMapProblem *problem, WeftMapAlgorithm algorithm, gboolean locality)
{
  const WeftMapOptions options = { .locality = locality, .locality_gap = locality };
  g_autoptr (GError) error = NULL;
  WeftMapResult *result = weft_map (problem, algorithm, &options, NULL, &error);

  if (result == NULL)
    {
      g_assert_error (error, WEFT_MAPPER_ERROR, WEFT_MAPPER_ERROR_MEMORY);
      return NULL;
    }
  weft_schedule_check (result->schedule, problem, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (result->bound_s, <=, result->schedule->makespan_s);
  return result;
}

/* Returns whether there was a schedule. */
static gboolean
check (WeftMapProblem *problem)
{
  g_autoptr (WeftMapResult) plain = map (problem, WEFT_MAP_PEFT, FALSE);
  g_autoptr (WeftMapResult) fast = map (problem, WEFT_MAP_PEFT_LC, FALSE);
  g_autoptr (WeftMapResult) near = map (problem, WEFT_MAP_PEFT_LC, TRUE);

  g_assert_true ((plain == NULL) == (fast == NULL));
  if (plain == NULL)
    return FALSE;
  compare (plain->schedule, fast->schedule);
  g_assert_true (isnan (fast->gap_locality));
  if (near != NULL && plain->schedule->makespan_s > 0)
    g_assert_cmpfloat (near->gap_locality, ==, near->schedule->makespan_s / plain->schedule->makespan_s - 1);
  for (guint a = WEFT_MAP_HEFT; a < WEFT_MAP_EXHAUSTIVE; a++)
    {
      g_autoptr (WeftMapResult) other = map (problem, a, FALSE);

      g_assert_true (other == NULL || other->algorithm == a);
    }
  return TRUE;
}

static void
run (const RandomKind *kind, guint n_cases, guint n_least)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20020301);
  guint n_mapped = 0;

  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (WeftMapProblem) problem = random_problem (rand, kind);

      if (problem != NULL)
        n_mapped += check (problem);
    }
  g_assert_cmpuint (n_mapped, >=, n_least);
}

static void
test_plain (void)
{
  run (&(RandomKind) { .max_tasks = 40, .max_devices = 20 }, N_CASES, N_CASES);
}

/* More tasks than the queue keeps in order, more gaps than a chunk holds. */
static void
test_large (void)
{
  run (&(RandomKind) { .max_tasks = 1500, .max_devices = 40 }, N_CASES / 100, N_CASES / 100);
}

static void
test_groups (void)
{
  run (&(RandomKind) { .max_tasks = 40, .max_devices = 20, .has_groups = TRUE }, N_CASES, N_CASES / 4);
}

static void
test_memory (void)
{
  run (&(RandomKind) { .max_tasks = 30, .max_devices = 20, .has_memory = TRUE }, N_CASES, N_CASES / 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/peft-lc/plain", test_plain);
  g_test_add_func ("/peft-lc/large", test_large);
  g_test_add_func ("/peft-lc/groups", test_groups);
  g_test_add_func ("/peft-lc/memory", test_memory);
  return g_test_run ();
}
