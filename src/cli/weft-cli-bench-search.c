/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Speed of searching: designs a second of the exhaustive method on one core, evaluations a second that are recorded,
 * and the certified optimum of both spaces of the paper. */
#include "cli/weft-cli-bench.h"

#include <math.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "search/weft-optimum.h"
#include "search/weft-search.h"

#define EXHAUSTIVE_BUDGET 1000000
#define RECORDED_BUDGET 1000

static WeftProblem *
make_problem (WeftBench  *bench,
              const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftSpace) space = weft_space_load (name, &error);
  WeftProblem *problem = space != NULL
                           ? weft_problem_new (bench->evaluator, space, NULL, NULL, &error) : NULL;

  if (problem == NULL)
    weft_cli_note (_("weft bench: search is left out: %s"), error->message);
  return problem;
}

/* Processor seconds of a run on this thread alone; NAN after a message. */
static double
measure_run (WeftProblem *problem,
             const char  *method,
             guint        budget,
             const char  *folder,
             double      *wall_s)
{
  g_autoptr (WeftExecutor) executor = weft_executor_new_threads (1);
  g_autoptr (WeftSearch) search = weft_search_new (problem, executor);
  g_autoptr (GError) error = NULL;
  gint64 start_us = g_get_monotonic_time ();
  double start_s = weft_bench_cpu_s ();

  if (folder != NULL)
    weft_search_record (search, folder);
  if (weft_search_add_run (search, method, 1, budget, &error) < 0 || !weft_search_run (search, &error))
    {
      weft_cli_note (_("weft bench: search is left out: %s"), error->message);
      return NAN;
    }
  *wall_s = (g_get_monotonic_time () - start_us) / 1e6;
  return weft_bench_cpu_s () - start_s;
}

static void
measure_optimum (WeftBench  *bench,
                 const char *space,
                 const char *name,
                 const char *label,
                 double      goal_s)
{
  g_autoptr (WeftProblem) problem = make_problem (bench, space);
  double start_s = weft_bench_cpu_s ();
  WeftOptimum optimum;

  if (problem != NULL && weft_optimum_find (problem, 0, NULL, NULL, NULL, &optimum, NULL))
    weft_bench_add (bench, name, label, weft_bench_cpu_s () - start_s, "s", goal_s, FALSE);
}

/* The folder goes with whatever the store has left in it. */
static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

/**
 * weft_bench_search:
 * @bench: the measurements
 *
 * Measures what searches and the certified optimum take on this machine.
 */
void
weft_bench_search (WeftBench *bench)
{
  g_autoptr (WeftProblem) problem = make_problem (bench, "paper-2");
  g_autofree char *folder = g_dir_make_tmp ("weft-bench-XXXXXX", NULL);
  double wall_s = 0, used_s;

  if (problem == NULL)
    return;

  used_s = measure_run (problem, "exhaustive", EXHAUSTIVE_BUDGET, NULL, &wall_s);
  if (!isnan (used_s))
    weft_bench_add (bench, "search-exhaustive", _("Designs in exhaustive search, one core"),
                    EXHAUSTIVE_BUDGET / used_s, "1/s", 1e5, TRUE);
  if (folder != NULL)
    {
      used_s = measure_run (problem, "random", RECORDED_BUDGET, folder, &wall_s);
      if (!isnan (used_s))
        weft_bench_add (bench, "search-recorded", _("Evaluations with their trail, by the clock"),
                        RECORDED_BUDGET / wall_s, "1/s", NAN, TRUE);
      remove_folder (folder);
    }
  measure_optimum (bench, "paper-2", "optimum-paper-2", _("Certified optimum of paper-2"), 10);
  measure_optimum (bench, "paper-3", "optimum-paper-3", _("Certified optimum of paper-3"), 120);
}
