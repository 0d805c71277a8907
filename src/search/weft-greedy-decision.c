/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answers to each decision about a design. Where an answer leaves something open, such as the fabrics of a new
 * chip, that is drawn at random. */
#include "search/weft-greedy-decision-private.h"

static void
swap_candidates (GArray *array,
                 guint   a,
                 guint   b)
{
  WeftCandidate kept = g_array_index (array, WeftCandidate, a);

  g_array_index (array, WeftCandidate, a) = g_array_index (array, WeftCandidate, b);
  g_array_index (array, WeftCandidate, b) = kept;
}

/* Fisher and Yates. */
static void
shuffle (GArray     *array,
         WeftRandom *random)
{
  for (guint i = array->len; i > 1; i--)
    swap_candidates (array, i - 1, weft_random_below (random, i));
}

static guint
n_splits (WeftProblem *problem,
          guint        n)
{
  return problem->splits[n]->len / WEFT_SPACE_MAX_PARTITIONS;
}

/* Gives the partitions the fractions of a split, the first partition the @first-th of them, the others theirs in turn. */
static void
apply_split (WeftProblem   *problem,
             guint          split,
             guint          first,
             WeftCandidate *self)
{
  const guint16 *fractions = &g_array_index (problem->splits[self->n], guint16, 0)
                             + (gsize) split * WEFT_SPACE_MAX_PARTITIONS;

  for (guint i = 0; i < self->n; i++)
    self->parts[i].fraction = fractions[(i + first) % self->n];
}

static guint16
draw_unit (WeftProblem *problem,
           WeftRandom  *random,
           guint        chip)
{
  guint first = problem->chip_first[chip];

  return (guint16) (first + weft_random_below (random, problem->chip_first[chip + 1] - first));
}

static guint
chip_of (WeftProblem *problem,
         guint        unit)
{
  guint chip = 0;

  while (unit >= problem->chip_first[chip + 1])
    chip++;
  return chip;
}

static void
offer (GArray        *answers,
       WeftCandidate  candidate)
{
  weft_candidate_sort (&candidate);
  g_array_append_val (answers, candidate);
}

/* --- decisions --- */

static void
offer_added (WeftProblem   *problem,
             WeftRandom    *random,
             WeftCandidate  candidate,
             GArray        *answers)
{
  WeftChoice *added = &candidate.parts[candidate.n];

  if (candidate.n >= problem->max_partitions || n_splits (problem, candidate.n + 1u) == 0)
    return;

  candidate.n++;
  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      added->unit = draw_unit (problem, random, chip);
      added->role = (guint16) problem->roles[weft_random_below (random, problem->n_roles)];
      apply_split (problem, weft_random_below (random, n_splits (problem, candidate.n)),
                   weft_random_below (random, candidate.n), &candidate);
      offer (answers, candidate);
    }
}

static void
offer_splits (WeftProblem   *problem,
              WeftCandidate  candidate,
              GArray        *answers)
{
  for (guint split = 0; split < n_splits (problem, candidate.n); split++)
    for (guint first = 0; first < candidate.n; first++)
      {
        apply_split (problem, split, first, &candidate);
        offer (answers, candidate);
      }
}

static void
offer_fabrics (WeftProblem   *problem,
               WeftCandidate  candidate,
               guint          part,
               GArray        *answers)
{
  guint chip = chip_of (problem, candidate.parts[part].unit);

  for (guint unit = problem->chip_first[chip]; unit < problem->chip_first[chip + 1]; unit++)
    {
      candidate.parts[part].unit = (guint16) unit;
      offer (answers, candidate);
    }
}

static void
offer_roles (WeftProblem   *problem,
             WeftCandidate  candidate,
             guint          part,
             GArray        *answers)
{
  for (guint i = 0; i < problem->n_roles; i++)
    {
      candidate.parts[part].role = (guint16) problem->roles[i];
      offer (answers, candidate);
    }
}

static void
offer_chips (WeftProblem   *problem,
             WeftRandom    *random,
             WeftCandidate  candidate,
             guint          part,
             GArray        *answers)
{
  for (guint chip = 0; chip < problem->n_chips; chip++)
    {
      candidate.parts[part].unit = draw_unit (problem, random, chip);
      offer (answers, candidate);
    }
}

static void
offer_removed (WeftProblem   *problem,
               WeftRandom    *random,
               WeftCandidate  candidate,
               guint          part,
               GArray        *answers)
{
  if (candidate.n < 2 || n_splits (problem, candidate.n - 1u) == 0)
    return;

  candidate.parts[part] = candidate.parts[candidate.n - 1];
  candidate.n--;
  apply_split (problem, weft_random_below (random, n_splits (problem, candidate.n)), 0, &candidate);
  offer (answers, candidate);
}

GArray *
weft_decision_begin (WeftProblem *problem,
                     WeftRandom  *random)
{
  GArray *answers = g_array_new (FALSE, FALSE, sizeof (WeftCandidate));
  WeftCandidate candidate = { .n = 1 };

  if (n_splits (problem, 1) == 0)
    return answers;

  apply_split (problem, 0, 0, &candidate);
  candidate.parts[0].role = (guint16) problem->roles[0];
  offer_chips (problem, random, candidate, 0, answers);
  shuffle (answers, random);
  return answers;
}

GArray *
weft_decision_answers (WeftDecision         decision,
                       WeftProblem         *problem,
                       WeftRandom          *random,
                       const WeftCandidate *self,
                       guint                part)
{
  GArray *answers = g_array_new (FALSE, FALSE, sizeof (WeftCandidate));

  switch (decision)
    {
    case WEFT_DECISION_ADD:
      offer_added (problem, random, *self, answers);
      break;
    case WEFT_DECISION_SPLIT:
      offer_splits (problem, *self, answers);
      break;
    case WEFT_DECISION_FABRIC:
      offer_fabrics (problem, *self, part, answers);
      break;
    case WEFT_DECISION_ROLE:
      offer_roles (problem, *self, part, answers);
      break;
    case WEFT_DECISION_CHIP:
      offer_chips (problem, random, *self, part, answers);
      break;
    case WEFT_DECISION_REMOVE:
      offer_removed (problem, random, *self, part, answers);
      break;
    case WEFT_N_DECISIONS:
    default:
      g_assert_not_reached ();
    }

  shuffle (answers, random);
  return answers;
}

gboolean
weft_decision_is_a_part (WeftDecision decision)
{
  return decision >= WEFT_DECISION_FABRIC;
}
