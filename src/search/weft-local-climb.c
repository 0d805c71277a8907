/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The climb of the local search: steepest ascent over what it believes, from the best designs that it has seen and from
 * those of one kind of chip; what comes out is the best candidate that was not tried. */
#include "search/weft-local-private.h"

#include <math.h>
#include <string.h>

/* Observed and homogeneous designs to climb from. */
#define N_SEEN 2
#define N_PLAIN 2
#define MOST_STEPS 20
/* ln of the score that a hopeful candidate loses for each that was tried of the same chips. */
#define DISAPPOINTMENT 0.02
#define CHIEF_TRIED 0.25

typedef struct
{
  WeftLocalView *view;
  GArray *seen;
  gboolean hopeful;
  int parent; /* of the climb under way */
  GArray *looked_around; /* of WeftCandidate: where climbs have been */
  gboolean found;
  double score;
  WeftCandidate best;
  int best_parent;
} Climb;

static guint
chip_of (WeftProblem      *problem,
         const WeftChoice *part)
{
  return g_array_index (problem->units, WeftSpaceUnit, part->unit).chip;
}

/* Chips in the order of their fractions: so many of one and few of the other is another design than the reverse. */
static gboolean
has_same_chips (WeftProblem         *problem,
                const WeftCandidate *a,
                const WeftCandidate *b)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (chip_of (problem, &a->parts[i]) != chip_of (problem, &b->parts[i]))
      return FALSE;

  return TRUE;
}

/* The same chips with the same fabrics, in any order. */
static gboolean
has_same_units (const WeftCandidate *a,
                const WeftCandidate *b)
{
  guint left[WEFT_SPACE_MAX_PARTITIONS];

  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < b->n; i++)
    left[i] = b->parts[i].unit;
  for (guint i = 0; i < a->n; i++)
    {
      guint j = i;

      while (j < a->n && left[j] != a->parts[i].unit)
        j++;
      if (j == a->n)
        return FALSE;
      left[j] = left[i];
    }

  return TRUE;
}

/* The same chip with the same part of the budget, whatever has the rest. */
static gboolean
has_same_chief (WeftProblem         *problem,
                const WeftCandidate *a,
                const WeftCandidate *b)
{
  return a->n > 1 && a->n == b->n && a->parts[0].fraction == b->parts[0].fraction
         && chip_of (problem, &a->parts[0]) == chip_of (problem, &b->parts[0]);
}

/* Candidates of the same chips that were tried, and a part of those with the same chief. */
static double
count_tries (Climb               *self,
             const WeftCandidate *candidate)
{
  double n = 0;

  for (guint i = 0; i < self->seen->len; i++)
    {
      const WeftCandidate *tried = &g_array_index (self->seen, WeftLocalSeen, i).candidate;

      if (has_same_chips (self->view->problem, candidate, tried))
        n += 1;
      else if (has_same_chief (self->view->problem, candidate, tried))
        n += CHIEF_TRIED;
    }

  return n;
}

static void
meet (Climb               *self,
      const WeftCandidate *candidate,
      double               score)
{
  if (isinf (score) || (self->found && score <= self->score))
    return;
  /* Hope that was disappointed is smaller the next time. */
  if (self->hopeful)
    score -= DISAPPOINTMENT * count_tries (self, candidate);
  if (isinf (score) || (self->found && score <= self->score)
      || weft_local_is_seen (self->seen, candidate)
      || !weft_local_view_needs_all (self->view, candidate, self->hopeful))
    return;

  self->found = TRUE;
  self->score = score;
  self->best = *candidate;
  self->best_parent = self->parent;
}

/* Labels only keep partitions from work: with one label for all they keep nobody from anything. */
static gboolean
has_one_label (WeftProblem         *problem,
               const WeftCandidate *candidate)
{
  for (guint i = 0; i < candidate->n; i++)
    if (candidate->parts[i].role != problem->roles[0])
      return FALSE;

  return TRUE;
}

/* A climb that comes to the path of an earlier one ends as that one did. */
static gboolean
has_been_at (Climb               *self,
             const WeftCandidate *here)
{
  for (guint i = 0; i < self->looked_around->len; i++)
    if (weft_candidate_equal (&g_array_index (self->looked_around, WeftCandidate, i), here))
      return TRUE;

  g_array_append_val (self->looked_around, *here);
  return FALSE;
}

static void
climb_from (Climb         *self,
            WeftCandidate  here,
            int            parent)
{
  WeftProblem *problem = self->view->problem;
  double score;

  self->parent = parent;
  for (guint i = 0; i < here.n; i++)
    here.parts[i].role = (guint16) problem->roles[0];
  weft_candidate_sort (&here);
  score = weft_local_view_score (self->view, &here, self->hopeful, NULL);
  meet (self, &here, score);

  for (guint step = 0; step < MOST_STEPS && !has_been_at (self, &here); step++)
    {
      g_autoptr (GArray) around = weft_candidate_neighbours (problem, &here);
      const WeftCandidate *next = NULL;

      for (guint i = 0; i < around->len; i++)
        {
          const WeftCandidate *other = &g_array_index (around, WeftCandidate, i);
          double there;

          if (!has_one_label (problem, other))
            continue;
          there = weft_local_view_score (self->view, other, self->hopeful, NULL);
          meet (self, other, there);
          if (there > score)
            {
              score = there;
              next = other;
            }
        }
      if (next == NULL)
        return;
      here = *next;
    }
}

/* Whether the fractions of @middle lie between those of @from and @to. */
static gboolean
is_between (const WeftCandidate *from,
            const WeftCandidate *middle,
            const WeftCandidate *to)
{
  for (guint i = 0; i < from->n; i++)
    if (middle->parts[i].fraction < MIN (from->parts[i].fraction, to->parts[i].fraction)
        || middle->parts[i].fraction > MAX (from->parts[i].fraction, to->parts[i].fraction))
      return FALSE;

  return TRUE;
}

static gboolean
has_same_fractions (const WeftCandidate *a,
                    const WeftCandidate *b)
{
  for (guint i = 0; i < a->n; i++)
    if (a->parts[i].fraction != b->parts[i].fraction)
      return FALSE;

  return TRUE;
}

/* The way from the best design to another division of it leads over one that was tried, and was no better. */
static gboolean
is_beyond_tried (Climb               *self,
                 const WeftCandidate *from,
                 const WeftCandidate *to)
{
  for (guint i = 0; i < self->seen->len; i++)
    {
      const WeftCandidate *tried = &g_array_index (self->seen, WeftLocalSeen, i).candidate;

      if (has_same_chips (self->view->problem, tried, from) && !has_same_fractions (tried, from)
          && is_between (from, tried, to))
        return TRUE;
    }

  return FALSE;
}

/* The fraction that is all of the budget; FALSE when the space has none. */
static gboolean
find_whole (WeftProblem *problem,
            guint16     *fraction)
{
  *fraction = (guint16) (problem->n_fractions - 1);
  return problem->fractions[*fraction] == WEFT_SPACE_WHOLE;
}

static void
climb_from_plain (Climb *self,
                  int    parent)
{
  WeftProblem *problem = self->view->problem;
  WeftCandidate best[N_PLAIN];
  double scores[N_PLAIN];
  guint n = 0;
  guint16 whole;

  if (!find_whole (problem, &whole))
    return;

  /* The best unit of each chip competes. */
  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      WeftCandidate top = { 0 };
      double top_score = -INFINITY;
      guint at;

      for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
        {
          WeftCandidate plain = { .n = 1 };
          double score;

          plain.parts[0] = (WeftChoice) { (guint16) unit, whole, (guint16) problem->roles[0] };
          score = weft_local_view_score (self->view, &plain, self->hopeful, NULL);
          if (score > top_score)
            {
              top_score = score;
              top = plain;
            }
        }
      if (isinf (top_score))
        continue;
      for (at = n; at > 0 && scores[at - 1] < top_score; at--)
        if (at < N_PLAIN)
          {
            scores[at] = scores[at - 1];
            best[at] = best[at - 1];
          }
      if (at < N_PLAIN)
        {
          scores[at] = top_score;
          best[at] = top;
          n = MIN (n + 1, N_PLAIN);
        }
    }

  for (guint i = 0; i < n; i++)
    climb_from (self, best[i], parent);
}

/**
 * weft_local_refine: (skip)
 * @view: what is believed
 * @seen: (element-type WeftLocalSeen): what was tried
 * @best: index of the design to better
 * @candidate: (out): the same chips with other fractions or another fabric, the best by the estimate of those not tried
 * @score: (out): its estimate
 *
 * Mappings fit some numbers of chips better than others, which no smooth estimate knows. So fractions are searched as along a
 * line: beyond one that was tried and found worse there is nothing to look for, which leaves the other side.
 *
 * Returns: %FALSE when none is left
 */
gboolean
weft_local_refine (WeftLocalView *view,
                   GArray        *seen,
                   guint          best,
                   WeftCandidate *candidate,
                   double        *score)
{
  Climb climb = { .view = view, .seen = seen };
  const WeftCandidate *from = &g_array_index (seen, WeftLocalSeen, best).candidate;
  g_autoptr (GArray) around = weft_candidate_neighbours (view->problem, from);

  for (guint i = 0; i < around->len; i++)
    {
      const WeftCandidate *other = &g_array_index (around, WeftCandidate, i);

      if (has_one_label (view->problem, other) && has_same_units (other, from)
          && !is_beyond_tried (&climb, from, other))
        meet (&climb, other, weft_local_view_score (view, other, FALSE, NULL));
    }

  *candidate = climb.best;
  *score = climb.score;
  return climb.found;
}

gboolean
weft_local_climb (WeftLocalView *view,
                  GArray        *seen,
                  gboolean       hopeful,
                  WeftCandidate *candidate,
                  int           *parent,
                  double        *score)
{
  g_autoptr (GArray) looked_around = g_array_new (FALSE, FALSE, sizeof (WeftCandidate));
  Climb climb = { .view = view, .seen = seen, .hopeful = hopeful, .looked_around = looked_around };
  guint best[N_SEEN];
  guint n = weft_local_best (view->problem, seen, N_SEEN, best);

  for (guint i = 0; i < n; i++)
    climb_from (&climb, g_array_index (seen, WeftLocalSeen, best[i]).candidate, (int) best[i]);
  climb_from_plain (&climb, n > 0 ? (int) best[0] : -1);

  *candidate = climb.best;
  *parent = climb.best_parent;
  *score = climb.score;
  return climb.found;
}
