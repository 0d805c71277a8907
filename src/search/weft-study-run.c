/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a plan to a search with all its runs, and from the search's points to the curves of a study. */
#include "search/weft-study.h"

#include <math.h>

/* Points copied at a time. */
#define CHUNK 256

/**
 * weft_study_search: (skip)
 * @problem: what to search
 * @executor: what evaluates
 * @plan: methods, seeds and budgets
 * @error: return location for an error
 *
 * Returns: (transfer full): a search with a run for each method, budget and seed, in that order; %NULL when a method is not known
 */
WeftSearch *
weft_study_search (WeftProblem *problem, WeftExecutor *executor, const WeftStudyPlan *plan,
                   GError **error)
{
  g_autoptr (WeftSearch) search = weft_search_new (problem, executor);

  if (plan->record)
    weft_search_record (search, plan->folder);
  for (guint i = 0; plan->methods[i] != NULL; i++)
    for (guint j = 0; j < plan->n_budgets; j++)
      for (guint k = 0; k < plan->n_seeds; k++)
        if (weft_search_add_run (search, plan->methods[i], plan->seeds[k], plan->budgets[j], error)
            < 0)
          return NULL;
  return g_steal_pointer (&search);
}

/* Improvements alone: a curve is level between them. */
static void
add_steps (GArray *steps, const WeftSearchPoint *points, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      WeftStudyStep step = { points[i].evaluation, points[i].best };

      if (points[i].kind != WEFT_VERDICT_FEASIBLE || isnan (step.best)
          || (steps->len > 0
              && step.best <= g_array_index (steps, WeftStudyStep, steps->len - 1).best))
        continue;
      g_array_append_val (steps, step);
    }
}

static void
read_steps (WeftSearch *search, guint number, WeftStudyRun *run)
{
  g_autofree WeftSearchPoint *points = g_new (WeftSearchPoint, CHUNK);
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (WeftStudyStep));
  guint from = 0, n;

  while ((n = weft_search_get_points (search, number, from, points, CHUNK)) > 0)
    {
      add_steps (steps, points, n);
      from += n;
    }
  run->n_steps = steps->len;
  run->steps = (WeftStudyStep *) (gpointer) g_array_free (steps, FALSE);
}

static WeftStudyRun
read_run (WeftSearch *search, guint number)
{
  WeftSearchCounts counts;
  WeftStudyRun run = { .seed = weft_search_run_seed (search, number), .specialised = NAN };

  weft_search_get_counts (search, number, &counts);
  run.evaluations = counts.evaluations;
  run.invalid = counts.invalid;
  run.infeasible = counts.infeasible;
  run.duplicates = counts.duplicates;
  run.estimates = counts.estimates;
  if (counts.has_best)
    run.specialised = weft_study_specialised (weft_search_get_problem (search),
                                              &counts.best_candidate);
  read_steps (search, number, &run);
  return run;
}

/**
 * weft_study_collect: (skip)
 * @search: what weft_study_search() made, run to its end
 * @plan: the same plan
 *
 * Returns: (transfer full): a row for each method and budget, each with a run for each seed
 */
WeftStudy *
weft_study_collect (WeftSearch *search, const WeftStudyPlan *plan)
{
  WeftStudy *study = weft_study_new ();
  guint number = 0;

  for (guint i = 0; plan->methods[i] != NULL; i++)
    for (guint j = 0; j < plan->n_budgets; j++)
      {
        const WeftMethodInfo *info = weft_search_run_method (search, number);
        guint row = weft_study_add_row (study, plan->methods[i], info->label, plan->budgets[j]);

        for (guint k = 0; k < plan->n_seeds; k++)
          {
            WeftStudyRun run = read_run (search, number++);

            weft_study_add_run (study, row, &run);
          }
      }
  return study;
}

/**
 * weft_study_specialised: (skip)
 * @problem: a problem
 * @candidate: a sorted candidate of its space
 *
 * Returns: the share of the budget in partitions other than the largest, 0 ... 1
 */
double
weft_study_specialised (WeftProblem *problem, const WeftCandidate *candidate)
{
  guint sum = 0;

  /* Millionths, so that nothing is lost by taking one from the other. */
  for (guint i = 1; i < candidate->n; i++)
    sum += problem->fractions[candidate->parts[i].fraction];
  return candidate->n > 0 ? (double) sum / WEFT_SPACE_WHOLE : NAN;
}
