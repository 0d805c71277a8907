/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certified optimum by branch and bound. A branch is a split of the budget; its partitions get their units one
 * after the other. Labels never better a design, so a branch stands for all of its labellings (weft-optimum-bound.c). */
#include "search/weft-optimum-private.h"

#include <math.h>
#include <string.h>

/* How often time and cancelling are looked at, in nodes of the tree and scores. */
#define CHECK_NODES 256
/* Branches from which designs are climbed to before the search. */
#define N_CLIMBS 32

/* --- what was found --- */

/* A score that is below by more than the tie tolerance. */
static gboolean
is_below (const WeftOptimumSearch *self,
          double                   a,
          double                   b)
{
  return weft_model_is_better (&self->problem->model, b, a);
}

/* Nothing at or below this can change the answer or the runner-up. */
static double
threshold (const WeftOptimumSearch *self)
{
  return self->found[1].score;
}

static void
judge (WeftOptimumSearch   *self,
       const WeftCandidate *candidate,
       WeftFound           *found)
{
  found->candidate = *candidate;
  weft_candidate_sort (&found->candidate);
  weft_problem_judge (self->problem, self->kernel, &found->candidate, &found->verdict);
  found->score = found->verdict.score;
}

/* Puts a candidate in its place among the best two; of equal scores the better one by watts, cost and name stands for it. */
static void
rank (WeftOptimumSearch *self,
      const WeftFound   *found)
{
  for (guint place = 0; place < G_N_ELEMENTS (self->found); place++)
    {
      WeftFound *known = &self->found[place];

      if (known->score > 0 && is_below (self, found->score, known->score))
        continue;
      if (known->score > 0 && !is_below (self, known->score, found->score))
        {
          if (weft_verdict_is_better (self->problem, &found->candidate, &found->verdict,
                                      &known->candidate, &known->verdict))
            *known = *found;
          return;
        }
      if (place == 0)
        self->found[1] = *known;
      *known = *found;
      return;
    }
}

static gboolean
look_up (WeftOptimumSearch *self)
{
  if (++self->nodes % CHECK_NODES != 0)
    return !self->out_of_time && !self->cancelled;

  self->cancelled = g_cancellable_is_cancelled (self->cancellable);
  self->out_of_time = self->limit_s > 0
                      && (g_get_monotonic_time () - self->started_us) / 1e6 > self->limit_s;
  if (self->progress != NULL)
    self->progress ((self->covered + self->bounded + self->invalid) / self->problem->n_candidates,
                    self->found[0].score, self->progress_data);
  return !self->out_of_time && !self->cancelled;
}

/* With every label on every partition: the runner-up may be the best design with a label that holds it back. FALSE when
 * time ran out. */
static gboolean
rank_labels (WeftOptimumSearch *self,
             WeftCandidate     *candidate,
             guint              at)
{
  WeftProblem *problem = self->problem;
  WeftFound found;

  if (at < candidate->n)
    {
      for (guint i = 0; i < problem->n_roles; i++)
        {
          /* To placement these two are one. */
          if (problem->roles[i] == WEFT_ROLE_AI && i > 0 && problem->roles[i - 1] == WEFT_ROLE_SOLVER)
            continue;
          candidate->parts[at].role = (guint16) problem->roles[i];
          if (!rank_labels (self, candidate, at + 1))
            return FALSE;
        }
      return TRUE;
    }

  judge (self, candidate, &found);
  if (found.verdict.kind == WEFT_VERDICT_FEASIBLE && !is_below (self, found.score, threshold (self)))
    rank (self, &found);
  return look_up (self);
}

/* @score is that of @candidate with equal labels, when its constraints hold. FALSE when time ran out before all of its
 * labels were looked at. */
static gboolean
offer (WeftOptimumSearch   *self,
       const WeftCandidate *candidate,
       double               score)
{
  WeftCandidate labelled = *candidate;

  return !(score > 0) || is_below (self, score, threshold (self)) || rank_labels (self, &labelled, 0);
}

/* --- the tree --- */

/* The last partition: every unit that keeps the order is scored from the tables. FALSE when time ran out. */
static gboolean
settle_leaves (WeftOptimumSearch *self,
               WeftBranch        *branch,
               guint              depth)
{
  guint first = weft_optimum_first_unit (branch, depth);

  for (guint unit = first; unit < self->n_units; unit++)
    {
      double weight, score;

      branch->candidate.parts[depth].unit = (guint16) unit;
      weight = weft_optimum_count (self, branch, depth + 1);
      if (weft_optimum_row (self, branch, depth)->n == 0)
        {
          self->invalid += weight;
          continue;
        }
      score = weft_optimum_score (self, branch);
      self->evaluations += 1;
      if (!offer (self, &branch->candidate, score))
        return FALSE;
      self->covered += weight;
    }

  return TRUE;
}

/* FALSE when time ran out below: what is left counts as open, with @bound as its bound. */
static gboolean
descend (WeftOptimumSearch *self,
         WeftBranch        *branch,
         guint              depth)
{
  guint first = weft_optimum_first_unit (branch, depth);

  if (!look_up (self))
    return FALSE;
  if (depth + 1 == branch->candidate.n)
    return settle_leaves (self, branch, depth);

  for (guint unit = first; unit < self->n_units; unit++)
    {
      double bound;

      branch->candidate.parts[depth].unit = (guint16) unit;
      if (weft_optimum_row (self, branch, depth)->n == 0)
        {
          self->invalid += weft_optimum_count (self, branch, depth + 1);
          continue;
        }
      bound = weft_optimum_bound (self, branch, depth + 1);
      if (!(bound > 0) || is_below (self, bound, threshold (self)))
        {
          self->bounded += weft_optimum_count (self, branch, depth + 1);
          continue;
        }
      if (!descend (self, branch, depth + 1))
        return FALSE;
    }

  return TRUE;
}

/* --- branches --- */

static int
compare_branches_cb (gconstpointer a,
                     gconstpointer b)
{
  const WeftBranch *x = a;
  const WeftBranch *y = b;

  if (x->bound != y->bound)
    return x->bound > y->bound ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* One a split, the most promising first. */
static GArray *
list_branches (WeftOptimumSearch *self)
{
  GArray *branches = g_array_new (FALSE, FALSE, sizeof (WeftBranch));

  for (guint n = 1; n <= self->problem->max_partitions; n++)
    for (guint i = 0; i < self->problem->splits[n]->len; i += WEFT_SPACE_MAX_PARTITIONS)
      {
        WeftBranch branch = { .number = branches->len, .candidate.n = (guint16) n };

        for (guint j = 0; j < n; j++)
          {
            branch.candidate.parts[j].fraction = g_array_index (self->problem->splits[n], guint16, i + j);
            branch.candidate.parts[j].role = (guint16) self->problem->roles[0];
          }
        branch.total = weft_optimum_count (self, &branch, 0);
        branch.bound = weft_optimum_bound (self, &branch, 0);
        g_array_append_val (branches, branch);
      }

  g_array_sort (branches, compare_branches_cb);
  return branches;
}

/* Good designs early, so that much is bounded away: each partition in turn gets its best unit, until none gains. */
static void
climb (WeftOptimumSearch *self,
       WeftBranch         branch)
{
  double best = -1;

  for (gboolean gained = TRUE; gained;)
    {
      gained = FALSE;
      for (guint at = 0; at < branch.candidate.n; at++)
        {
          guint16 kept = branch.candidate.parts[at].unit;

          for (guint unit = 0; unit < self->n_units; unit++)
            {
              double score;

              branch.candidate.parts[at].unit = (guint16) unit;
              if (weft_optimum_row (self, &branch, at)->n == 0)
                continue;
              score = weft_optimum_score (self, &branch);
              self->evaluations += 1;
              offer (self, &branch.candidate, score);
              if (score > best)
                {
                  best = score;
                  kept = (guint16) unit;
                  gained = TRUE;
                }
            }
          branch.candidate.parts[at].unit = kept;
          if (self->cancelled || (self->out_of_time && self->found[0].score > 0))
            return;
        }
    }
}

static void
search_branches (WeftOptimumSearch *self,
                 GArray            *branches)
{
  for (guint i = 0; i < MIN (branches->len, N_CLIMBS); i++)
    if (i == 0 || (!self->out_of_time && !self->cancelled))
      climb (self, g_array_index (branches, WeftBranch, i));

  for (guint i = 0; i < branches->len; i++)
    {
      WeftBranch *branch = &g_array_index (branches, WeftBranch, i);
      double before = self->covered + self->bounded + self->invalid;

      if (!(branch->bound > 0) || is_below (self, branch->bound, threshold (self)))
        {
          self->bounded += branch->total;
          continue;
        }
      if (!self->out_of_time && !self->cancelled && descend (self, branch, 0))
        continue;

      /* Something is left, even where the counts are too large to tell. */
      self->open += MAX (branch->total - (self->covered + self->bounded + self->invalid - before), 1);
      self->open_bound = MAX (self->open_bound, branch->bound);
    }
}

static void
fill (WeftOptimumSearch *self,
      WeftOptimum       *optimum)
{
  const WeftFound *best = &self->found[0];
  const WeftFound *second = &self->found[1];

  optimum->score = best->score;
  optimum->best = best->candidate;
  optimum->verdict = best->verdict;
  optimum->covered = self->covered;
  optimum->bounded = self->bounded;
  optimum->invalid = self->invalid;
  optimum->open = self->open;
  optimum->bound = MAX (best->score, self->open_bound);
  optimum->gap = best->score > 0 ? optimum->bound / best->score - 1
                                 : self->open > 0 ? INFINITY : 0;
  optimum->has_runner_up = second->score > 0;
  optimum->runner_up_score = second->score;
  optimum->runner_up = second->candidate;
  optimum->evaluations = self->evaluations;
  optimum->seconds = (g_get_monotonic_time () - self->started_us) / 1e6;
}

/**
 * weft_optimum_find: (skip)
 * @problem: a problem
 * @limit_s: seconds after which the answer comes with a gap, 0 for no limit
 * @progress: (nullable): called on this thread now and then
 * @data: for @progress
 * @cancellable: (nullable): a cancellable
 * @optimum: (out): the answer with its certificate
 * @error: return location
 *
 * Returns: %FALSE when cancelled
 */
gboolean
weft_optimum_find (WeftProblem  *problem,
                   double        limit_s,
                   void (*progress) (double share, double score, gpointer data),
                   gpointer      data,
                   GCancellable *cancellable,
                   WeftOptimum  *optimum,
                   GError      **error)
{
  g_autoptr (GArray) branches = NULL;
  WeftOptimumSearch self = {
    .problem = problem,
    .limit_s = limit_s,
    .progress = progress,
    .progress_data = data,
    .cancellable = cancellable,
    .started_us = g_get_monotonic_time (),
  };

  g_return_val_if_fail (WEFT_IS_PROBLEM (problem), FALSE);

  memset (optimum, 0, sizeof *optimum);
  weft_optimum_tables_init (&self);
  branches = list_branches (&self);
  search_branches (&self, branches);
  fill (&self, optimum);
  weft_optimum_tables_clear (&self);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
