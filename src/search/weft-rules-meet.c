/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meeting between two evaluations: about the best designs so far, and about those that one kind of chip would make, the
 * specialists are asked, the best advice is followed on paper, and they are asked again, until nobody has a better one. */
#include <math.h>
#include <string.h>

#include "search/weft-rules-private.h"

/* Evaluated designs, and designs of one kind of chip, that a meeting is about. */
#define N_SEEN 4
#define N_PLAIN 2
/* ln of the score that a hopeful design loses for each of the same chips that was tried. */
#define DISAPPOINTMENT 0.02
/* ln of the score below which two designs of the same chips and shares are the same but for fabrics that nothing waits for. */
#define NO_DIFFERENCE 5e-4

typedef struct
{
  WeftLocalView *view;
  GArray *seen;
  gboolean hopeful;
  GArray *visited; /* of WeftCandidate */
  WeftRulesDecision *decision;
  WeftRulesDecision path; /* the one under way */
} Meeting;

static guint
chip_of (WeftProblem      *problem,
         const WeftChoice *part)
{
  return g_array_index (problem->units, WeftSpaceUnit, part->unit).chip;
}

static gboolean
has_same_chips (Meeting             *self,
                const WeftCandidate *a,
                const WeftCandidate *b,
                gboolean             and_shares)
{
  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (chip_of (self->view->problem, &a->parts[i]) != chip_of (self->view->problem, &b->parts[i])
        || (and_shares && a->parts[i].fraction != b->parts[i].fraction))
      return FALSE;

  return TRUE;
}

static guint
count_of_same_chips (Meeting             *self,
                     const WeftCandidate *candidate)
{
  guint n = 0;

  for (guint i = 0; i < self->seen->len; i++)
    n += has_same_chips (self, candidate, &g_array_index (self->seen, WeftLocalSeen, i).candidate,
                         FALSE);
  return n;
}

/* Connected otherwise than a design that was tried, where nothing waits for what is connected. */
static gboolean
makes_no_difference (Meeting             *self,
                     const WeftCandidate *candidate)
{
  double score = weft_local_view_score (self->view, candidate, FALSE, NULL);

  for (guint i = 0; i < self->seen->len; i++)
    {
      const WeftCandidate *tried = &g_array_index (self->seen, WeftLocalSeen, i).candidate;

      if (has_same_chips (self, candidate, tried, TRUE)
          && fabs (weft_local_view_score (self->view, tried, FALSE, NULL) - score) < NO_DIFFERENCE)
        return TRUE;
    }

  return FALSE;
}

/* No partition's share would do more with another one. One that only keeps budget away from chips of which fewer are faster
 * does earn it. */
static gboolean
all_earn_their_share (Meeting             *self,
                      const WeftCandidate *candidate)
{
  double whole = weft_local_view_score (self->view, candidate, self->hopeful, NULL);

  for (guint i = 0; i < candidate->n; i++)
    for (guint j = 0; j < candidate->n; j++)
      {
        WeftCandidate without;
        guint16 fraction;

        if (i != j && weft_rules_drop (self->view->problem, candidate, i, j, &fraction, &without)
            && !(weft_local_view_score (self->view, &without, self->hopeful, NULL) < whole))
          return FALSE;
      }

  return TRUE;
}

/* Takes the design into account. */
static void
weigh (Meeting             *self,
       const WeftCandidate *candidate,
       double               score)
{
  if (self->hopeful)
    score -= DISAPPOINTMENT * count_of_same_chips (self, candidate);
  if (isinf (score) || isnan (score) || (self->decision->found && score <= self->decision->score)
      || weft_local_is_seen (self->seen, candidate)
      || !all_earn_their_share (self, candidate)
      || makes_no_difference (self, candidate))
    return;

  *self->decision = self->path;
  self->decision->found = TRUE;
  self->decision->score = score;
  self->decision->candidate = *candidate;
}

static gboolean
was_visited (Meeting             *self,
             const WeftCandidate *candidate)
{
  for (guint i = 0; i < self->visited->len; i++)
    if (weft_candidate_equal (&g_array_index (self->visited, WeftCandidate, i), candidate))
      return TRUE;

  g_array_append_val (self->visited, *candidate);
  return FALSE;
}

/* Asks all; the best advice of all. */
static gboolean
ask (Meeting             *self,
     const WeftCandidate *base,
     double               score,
     WeftRulesIdea       *best)
{
  gboolean found = FALSE;

  for (guint specialist = 0; specialist < WEFT_N_SPECIALISTS; specialist++)
    {
      WeftRulesIdea ideas[WEFT_RULES_MOST_ADVICE];
      guint n = weft_rules_think (self->view, self->seen, base, specialist, self->hopeful, ideas);

      for (guint i = 0; i < n; i++)
        {
          self->path.followed[self->path.n_followed++] = ideas[i];
          weigh (self, &ideas[i].after, isinf (score) ? ideas[i].gain : score + ideas[i].gain);
          self->path.n_followed--;
          if (!found || ideas[i].gain > best->gain)
            *best = ideas[i];
          found = TRUE;
        }
    }

  return found;
}

static void
discuss (Meeting       *self,
         WeftCandidate  base,
         int            parent)
{
  double score;

  for (guint i = 0; i < base.n; i++)
    base.parts[i].role = (guint16) self->view->problem->roles[0];
  weft_candidate_sort (&base);
  score = weft_local_view_score (self->view, &base, self->hopeful, NULL);
  self->path = (WeftRulesDecision) { .parent = parent, .start = base };
  weigh (self, &base, score);

  while (self->path.n_followed < WEFT_RULES_MOST_ROUNDS && !was_visited (self, &base))
    {
      WeftRulesIdea best;

      if (!ask (self, &base, score, &best) || !(best.gain > 0 || isinf (score)))
        return;
      score = isinf (score) ? best.gain : score + best.gain;
      base = best.after;
      self->path.followed[self->path.n_followed++] = best;
    }
}

/* The best design of each chip alone competes; the best few are discussed. */
static void
discuss_plain (Meeting *self,
               int      parent)
{
  WeftProblem *problem = self->view->problem;
  guint16 whole = (guint16) (problem->n_fractions - 1);
  WeftCandidate tops[N_PLAIN];
  double scores[N_PLAIN];
  guint n = 0;

  if (problem->n_fractions == 0 || problem->fractions[whole] != WEFT_SPACE_WHOLE)
    return;
  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      WeftCandidate top = { 0 };
      double most = -INFINITY;
      guint at = n;

      for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
        {
          WeftCandidate plain
            = { .n = 1, .parts[0] = { (guint16) unit, whole, (guint16) problem->roles[0] } };
          double score = weft_local_view_score (self->view, &plain, self->hopeful, NULL);

          if (score > most)
            {
              most = score;
              top = plain;
            }
        }
      while (at > 0 && scores[at - 1] < most)
        at--;
      if (isinf (most) || at >= N_PLAIN)
        continue;
      n = MIN (n + 1, N_PLAIN);
      memmove (tops + at + 1, tops + at, (n - 1 - at) * sizeof *tops);
      memmove (scores + at + 1, scores + at, (n - 1 - at) * sizeof *scores);
      tops[at] = top;
      scores[at] = most;
    }

  for (guint i = 0; i < n; i++)
    discuss (self, tops[i], parent);
}

/**
 * weft_rules_meet: (skip)
 * @view: what is believed
 * @seen: (element-type WeftLocalSeen): what was tried
 * @hopeful: whether what is not known well counts as good as it may well be
 * @decision: (out): the best design that was not tried, and whose advice leads there
 */
void
weft_rules_meet (WeftLocalView     *view,
                 GArray            *seen,
                 gboolean           hopeful,
                 WeftRulesDecision *decision)
{
  g_autoptr (GArray) visited = g_array_new (FALSE, FALSE, sizeof (WeftCandidate));
  Meeting meeting
    = { .view = view, .seen = seen, .hopeful = hopeful, .visited = visited, .decision = decision };
  guint best[N_SEEN];
  guint n = weft_local_best (view->problem, seen, N_SEEN, best);

  *decision = (WeftRulesDecision) { .parent = -1 };
  for (guint i = 0; i < n; i++)
    discuss (&meeting, g_array_index (seen, WeftLocalSeen, best[i]).candidate, (int) best[i]);
  discuss_plain (&meeting, n > 0 ? (int) best[0] : -1);
}
