/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round of a search: every run proposes, all proposals are evaluated as one batch, every run observes in its
 * turn. So nothing depends on which worker was quicker. */
#include "search/weft-search-private.h"

#include <math.h>
#include <string.h>

/* Most proposals of one run in a round. */
#define MAX_BATCH 1024
/* Refused candidates for each evaluation of the budget, after which a method is taken to be stuck. */
#define MAX_INVALID_FACTOR 200
#define MAX_INVALID_MORE 2000

static gboolean
is_done (const WeftSearchRun *run)
{
  return run->counts.evaluations >= run->counts.budget;
}

static gboolean
is_stuck (const WeftSearchRun *run)
{
  return run->counts.invalid
         > (guint64) MAX_INVALID_FACTOR * run->counts.evaluations + MAX_INVALID_MORE;
}

/* --- proposing --- */

/* What an earlier part of the run has recorded for the @at-th proposal of this round. */
static const WeftRecorded *
find_recorded (const WeftSearchRun *run,
               guint                at)
{
  if (run->recorded == NULL || run->n_replayed + at >= run->recorded->len)
    return NULL;

  return &g_array_index (run->recorded, WeftRecorded, run->n_replayed + at);
}

static void
propose (WeftSearchRun *run)
{
  guint room = MIN (MAX_BATCH, run->counts.budget - run->counts.evaluations);

  if (run->proposals == NULL)
    {
      run->proposals = g_new0 (WeftProposal, MAX_BATCH);
      run->verdicts = g_new0 (WeftVerdict, MAX_BATCH);
    }
  run->n_proposals = weft_method_propose (run->method, run->proposals, room);
}

/* --- evaluating --- */

typedef struct
{
  WeftSearchRun *run;
  guint at;
} Place;

/* Those that are not recorded already; @places says whose they are. */
static void
gather (WeftSearch *self,
        GArray     *items,
        GArray     *places)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftSearchRun *run = self->runs->pdata[i];

      for (guint j = 0; j < run->n_proposals; j++)
        {
          const WeftRecorded *recorded = find_recorded (run, j);
          Place place = { run, j };

          if (recorded != NULL && recorded->settled)
            {
              run->verdicts[j] = recorded->verdict;
              continue;
            }
          g_array_append_val (items, run->proposals[j].candidate);
          g_array_append_val (places, place);
        }
    }
}

static gboolean
evaluate (WeftSearch *self,
          GError    **error)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (WeftCandidate));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autofree WeftVerdict *results = NULL;

  gather (self, items, places);
  if (items->len == 0)
    return TRUE;

  results = g_new (WeftVerdict, items->len);
  if (!weft_executor_map (self->executor, items->data, results, items->len, self->cancellable, error))
    return FALSE;
  for (guint i = 0; i < places->len; i++)
    {
      Place *place = &g_array_index (places, Place, i);

      place->run->verdicts[place->at] = results[i];
    }

  return TRUE;
}

/* --- observing --- */

static void
count (WeftSearchRun     *run,
       const WeftVerdict *verdict,
       gboolean           duplicate)
{
  WeftSearchCounts *counts = &run->counts;

  if (verdict->kind == WEFT_VERDICT_INVALID)
    {
      counts->invalid++;
      return;
    }
  counts->evaluations++;
  counts->infeasible += verdict->kind == WEFT_VERDICT_INFEASIBLE;
  counts->duplicates += duplicate;
}

static void
keep_best (WeftSearchRun      *run,
           const WeftProposal *proposal,
           const WeftVerdict  *verdict)
{
  run->best_candidate = proposal->candidate;
  run->best_verdict = *verdict;
  run->counts.has_best = TRUE;
  run->counts.best_candidate = proposal->candidate;
  run->counts.best = verdict->score;
  run->counts.best_at = run->counts.evaluations;
}

static void
add_point (WeftSearchRun      *run,
           const WeftProposal *proposal,
           const WeftVerdict  *verdict,
           gboolean            duplicate,
           guint64             event)
{
  WeftSearchPoint point = {
    .candidate = proposal->candidate,
    .kind = verdict->kind,
    .duplicate = duplicate,
    .evaluation = run->counts.evaluations,
    .score = verdict->score,
    .best = run->counts.best,
    .power_w = verdict->power_w,
    .cost_usd = verdict->cost_usd,
    .event = event,
  };

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    point.ratio[i] = (float) verdict->ratio[i];
  g_array_append_val (run->points, point);
}

static gboolean
is_seen (WeftSearchRun       *run,
         const WeftCandidate *candidate)
{
  if (!run->info->records_all)
    return FALSE;
  if (g_hash_table_contains (run->seen, candidate))
    return TRUE;

  g_hash_table_add (run->seen, g_memdup2 (candidate, sizeof *candidate));
  return FALSE;
}

/* A proposal that is recorded must be the one that the method makes now. */
static gboolean
check_recorded (const WeftRecorded *recorded,
                const WeftProposal *proposal,
                GError            **error)
{
  if (recorded == NULL || weft_candidate_equal (&recorded->candidate, &proposal->candidate))
    return TRUE;

  g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_RESUME,
               "Event %" G_GUINT64_FORMAT " proposes another design than this program would: the run was made by another "
               "version, or with another catalog", recorded->seq[WEFT_STAGE_PROPOSED]);
  return FALSE;
}

static gboolean
observe (WeftSearch    *self,
         WeftSearchRun *run,
         guint          at,
         GError       **error)
{
  const WeftProposal *proposal = &run->proposals[at];
  const WeftVerdict *verdict = &run->verdicts[at];
  const WeftRecorded *recorded = find_recorded (run, 0);
  gboolean valid = verdict->kind != WEFT_VERDICT_INVALID;
  gboolean duplicate, improves;
  guint64 event = 0;

  if (!check_recorded (recorded, proposal, error))
    return FALSE;

  duplicate = valid && is_seen (run, &proposal->candidate);
  improves = verdict->kind == WEFT_VERDICT_FEASIBLE
             && (!run->counts.has_best
                 || weft_verdict_is_better (self->problem, &proposal->candidate, verdict,
                                            &run->best_candidate, &run->best_verdict));

  if (!weft_search_record_outcome (self, run, proposal, verdict, duplicate, improves, recorded,
                                   &event, error))
    return FALSE;

  g_mutex_lock (&self->lock);
  count (run, verdict, duplicate);
  if (improves)
    keep_best (run, proposal, verdict);
  if (improves || run->info->records_all)
    add_point (run, proposal, verdict, duplicate, event);
  run->counts.estimates = weft_method_get_n_estimates (run->method);
  g_mutex_unlock (&self->lock);

  if (recorded != NULL)
    run->n_replayed++;
  weft_method_observe (run->method, proposal, verdict);
  return TRUE;
}

static gboolean
finish (WeftSearch    *self,
        WeftSearchRun *run,
        const char    *reason,
        GError       **error)
{
  if (!weft_search_record_end (self, run, reason, error))
    return FALSE;

  g_mutex_lock (&self->lock);
  run->counts.ended = TRUE;
  g_mutex_unlock (&self->lock);
  return TRUE;
}

static gboolean
observe_all (WeftSearch    *self,
             WeftSearchRun *run,
             GError       **error)
{
  guint n = run->n_proposals;

  run->n_proposals = 0;
  for (guint i = 0; i < n; i++)
    if (!weft_search_keep_going (self) || !observe (self, run, i, error))
      return FALSE;

  if (n == 0)
    return finish (self, run, "nothing more to try", error);
  if (is_done (run))
    return finish (self, run, "budget", error);
  if (is_stuck (run))
    return finish (self, run, "refused candidates only", error);
  return TRUE;
}

/**
 * weft_search_round: (skip)
 * @self: a search
 * @any: (out): whether a run goes on
 * @error: return location
 *
 * Returns: %FALSE with an error when it failed, without one when it was stopped
 */
gboolean
weft_search_round (WeftSearch *self,
                   gboolean   *any,
                   GError    **error)
{
  *any = FALSE;
  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftSearchRun *run = self->runs->pdata[i];

      run->n_proposals = 0;
      if (!run->counts.ended && !is_done (run))
        propose (run);
    }

  if (!weft_search_keep_going (self) || !evaluate (self, error))
    return FALSE;

  for (guint i = 0; i < self->runs->len; i++)
    {
      WeftSearchRun *run = self->runs->pdata[i];

      if (run->counts.ended)
        continue;
      if (!observe_all (self, run, error))
        return FALSE;
      *any = *any || !run->counts.ended;
    }

  return TRUE;
}
