/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points are taken run by run; the best designs depend on the points alone and not on their order. */
#include "config.h"

#include "app/search/weft-search-tally.h"

#include <math.h>
#include <string.h>

/* Points copied under the search's lock at a time. */
#define CHUNK 256

static void
free_run (gpointer data)
{
  WeftTallyRun *run = data;

  g_array_unref (run->curve);
  g_free (run->name);
  g_free (run->path);
  g_free (run);
}

WeftTally *
weft_tally_new (void)
{
  WeftTally *self = g_new0 (WeftTally, 1);

  self->runs = g_ptr_array_new_with_free_func (free_run);
  self->points = g_array_new (FALSE, FALSE, sizeof (WeftTallyPoint));
  return self;
}

void
weft_tally_free (WeftTally *self)
{
  g_ptr_array_unref (self->runs);
  g_array_unref (self->points);
  g_free (self);
}

/* (transfer none) */
WeftTallyRun *
weft_tally_get_run (WeftTally *self, guint run)
{
  g_assert (run < self->runs->len);
  return self->runs->pdata[run];
}

/* (transfer none): until more points are taken. */
const WeftTallyPoint *
weft_tally_get_point (WeftTally *self, guint index)
{
  g_assert (index < self->points->len);
  return &g_array_index (self->points, WeftTallyPoint, index);
}

guint
weft_tally_add_run (WeftTally *self, WeftSearch *search, guint from)
{
  WeftTallyRun *run = g_new0 (WeftTallyRun, 1);

  run->method = weft_search_run_method (search, from);
  run->name = g_strdup (weft_search_run_name (search, from));
  run->seed = weft_search_run_seed (search, from);
  run->curve = g_array_new (FALSE, FALSE, sizeof (double));
  weft_search_get_counts (search, from, &run->counts);
  g_ptr_array_add (self->runs, run);
  return self->runs->len - 1;
}

/* --- the best designs --- */

/* By score, then as ties between designs are broken: fewer watts, less cost. The bytes come last, so that the order
 * is one order. */
static int
compare_designs (const WeftSearchPoint *a, const WeftSearchPoint *b)
{
  if (a->score != b->score)
    return a->score > b->score ? -1 : 1;
  if (a->power_w != b->power_w)
    return a->power_w < b->power_w ? -1 : 1;
  if (a->cost_usd < b->cost_usd || a->cost_usd > b->cost_usd)
    return a->cost_usd < b->cost_usd ? -1 : 1;
  return memcmp (&a->candidate, &b->candidate, sizeof a->candidate);
}

/* Of two that found the same, who was first. */
static gboolean
found_before (const WeftTallyPoint *a, const WeftTallyPoint *b)
{
  if (a->point.evaluation != b->point.evaluation)
    return a->point.evaluation < b->point.evaluation;
  return a->run < b->run;
}

/* The same chips and fabrics in the same amounts, whatever their roles are called: these are labels, and the score says
 * that they change nothing. */
static gboolean
is_same_machine (const WeftSearchPoint *a, const WeftSearchPoint *b)
{
  if (a->candidate.n != b->candidate.n || a->score != b->score)
    return FALSE;
  for (guint i = 0; i < a->candidate.n; i++)
    if (a->candidate.parts[i].unit != b->candidate.parts[i].unit
        || a->candidate.parts[i].fraction != b->candidate.parts[i].fraction)
      return FALSE;

  return TRUE;
}

static void
insert_best (WeftTally *self, guint at, guint index)
{
  guint kept = MIN (self->n_best, WEFT_TALLY_BEST - 1);

  memmove (self->best + at + 1, self->best + at, (kept - at) * sizeof self->best[0]);
  self->best[at] = index;
  self->n_best = kept + 1;
  self->generation++;
}

static void
consider (WeftTally *self, guint index)
{
  const WeftTallyPoint *fresh = weft_tally_get_point (self, index);
  guint at;

  if (fresh->point.kind != WEFT_VERDICT_FEASIBLE)
    return;

  for (at = 0; at < self->n_best; at++)
    {
      const WeftTallyPoint *known = weft_tally_get_point (self, self->best[at]);

      if (is_same_machine (&known->point, &fresh->point))
        {
          if (found_before (fresh, known))
            {
              self->best[at] = index;
              self->generation++;
            }
          return;
        }
      if (compare_designs (&fresh->point, &known->point) < 0)
        break;
    }
  if (at < WEFT_TALLY_BEST)
    insert_best (self, at, index);
}

/* --- curves --- */

static void
extend_curve (WeftTallyRun *run, guint to, double best)
{
  double last = run->curve->len > 0 ? g_array_index (run->curve, double, run->curve->len - 1) : NAN;

  while (run->curve->len + 1 < to)
    g_array_append_val (run->curve, last);
  if (run->curve->len < to)
    g_array_append_val (run->curve, best);
}

static void
take_point (WeftTally *self, guint number, const WeftSearchPoint *point)
{
  WeftTallyRun *run = weft_tally_get_run (self, number);
  WeftTallyPoint taken = { *point, number };

  run->n_points++;
  if (point->kind != WEFT_VERDICT_INVALID)
    extend_curve (run, point->evaluation, point->best);
  g_array_append_val (self->points, taken);
  consider (self, self->points->len - 1);
}

guint
weft_tally_take (WeftTally *self, guint number, WeftSearch *search, guint from, guint room)
{
  WeftTallyRun *run = weft_tally_get_run (self, number);
  WeftSearchPoint chunk[CHUNK];
  WeftSearchCounts counts;
  guint taken = 0, n;

  /* First the counts, so that the curve never lacks a point that they tell of. */
  weft_search_get_counts (search, from, &counts);
  while (taken < room
         && (n = weft_search_get_points (search, from, run->n_points, chunk,
                                         MIN (CHUNK, room - taken)))
              > 0)
    {
      for (guint i = 0; i < n; i++)
        take_point (self, number, &chunk[i]);
      taken += n;
    }
  /* A search that goes on from a record counts from 0 again until it is where it was. */
  if (counts.evaluations >= run->counts.evaluations)
    run->counts = counts;
  if (taken < room && run->counts.has_best)
    extend_curve (run, run->counts.evaluations, run->counts.best);
  if (run->path == NULL)
    run->path = weft_search_run_path (search, from);
  return taken;
}

void
weft_tally_count (WeftTally *self, WeftTallyCounts *counts)
{
  memset (counts, 0, sizeof *counts);
  for (guint i = 0; i < self->runs->len; i++)
    {
      const WeftSearchCounts *run = &weft_tally_get_run (self, i)->counts;

      counts->evaluations += run->evaluations;
      counts->budget += run->budget;
      counts->done += run->ended ? run->budget : run->evaluations;
      counts->invalid += run->invalid;
      counts->infeasible += run->infeasible;
      counts->duplicates += run->duplicates;
      counts->estimates += run->estimates;
      counts->n_ended += run->ended;
    }
}
