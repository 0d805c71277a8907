/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a specialist thinks of: the changes of its business that relieve the weighted workloads most, each for another
 * chip, fabric or pair of partitions. */
#include <math.h>
#include <string.h>

#include "search/weft-rules-private.h"

/* A change of this slot is only advised once, with the details that are best. */
typedef struct
{
  WeftRulesMove move;
  guint part;
  guint what; /* the chip or fabric, or the other partition */
  WeftRulesIdea idea;
} Slot;

typedef struct
{
  WeftLocalView *view;
  GArray *seen;
  WeftSpecialist specialist;
  gboolean hopeful;
  WeftCandidate base;
  double score; /* of the base */
  double gains[WEFT_N_WORKLOADS];
  GArray *slots; /* of Slot */
} Thinking;

static guint
what_of (Thinking              *self,
         const WeftRulesChange *change)
{
  const WeftSpaceUnit *unit = &g_array_index (self->view->problem->units, WeftSpaceUnit,
                                              change->choice.unit);

  switch (change->move)
    {
    case WEFT_RULES_REPLACE:
    case WEFT_RULES_ADD:
      return unit->chip;
    case WEFT_RULES_CONNECT:
      return self->specialist == WEFT_SPECIALIST_SCALEUP ? unit->scaleup : unit->scaleout;
    case WEFT_RULES_DIVIDE:
    case WEFT_RULES_DROP:
    default:
      return change->other;
    }
}

static Slot *
find_slot (Thinking              *self,
           const WeftRulesChange *change)
{
  guint what = what_of (self, change);
  Slot empty = { .move = change->move, .part = change->part, .what = what, .idea.gain = -INFINITY };

  for (guint i = self->slots->len; i > 0; i--)
    {
      Slot *slot = &g_array_index (self->slots, Slot, i - 1);

      if (slot->move == change->move && slot->part == change->part && slot->what == what)
        return slot;
    }

  g_array_append_val (self->slots, empty);
  return &g_array_index (self->slots, Slot, self->slots->len - 1);
}

/* The workload that gains most, weighted. */
static guint
find_aim (Thinking     *self,
          const double *gains)
{
  double most = -INFINITY;
  guint aim = 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    {
      double weight = self->view->problem->model.w.weights[i];
      double gain = weight * MIN (gains[i] - self->gains[i], 100);

      if (weight > 0 && !isnan (gain) && gain > most)
        {
          most = gain;
          aim = i;
        }
    }

  return aim;
}

static void
consider_cb (const WeftRulesChange *change,
             const WeftCandidate   *after,
             gpointer               data)
{
  Thinking *self = data;
  double gains[WEFT_N_WORKLOADS];
  double score = weft_local_view_score (self->view, after, self->hopeful, gains);
  double gain = isinf (self->score) ? score : score - self->score;
  Slot *slot;

  if (isinf (score))
    return;
  slot = find_slot (self, change);
  if (gain <= slot->idea.gain || (self->seen != NULL && weft_local_is_seen (self->seen, after)))
    return;

  slot->idea = (WeftRulesIdea) {
    .specialist = self->specialist,
    .change = *change,
    .before = self->base,
    .after = *after,
    .gain = gain,
    .workload = find_aim (self, gains),
  };
}

/* --- refused designs --- */

typedef struct
{
  WeftLocalView *view;
  const WeftCandidate *base;
  WeftRulesIdea *ideas;
  double moved[WEFT_RULES_MOST_ADVICE]; /* millionths of the budget */
  guint n;
} Repair;

/* The least first. */
static void
repair_cb (const WeftRulesChange *change,
           const WeftCandidate   *after,
           gpointer               data)
{
  Repair *self = data;
  const guint *fractions = self->view->problem->fractions;
  double moved = fabs ((double) fractions[change->choice.fraction]
                       - (double) fractions[self->base->parts[change->part].fraction]);
  guint at = self->n;

  if (change->move == WEFT_RULES_DROP)
    moved = fractions[change->choice.fraction];
  else if (change->move != WEFT_RULES_DIVIDE)
    return;
  if (isinf (weft_local_view_score (self->view, after, FALSE, NULL)))
    return;
  while (at > 0 && moved < self->moved[at - 1])
    at--;
  if (at >= WEFT_RULES_MOST_ADVICE)
    return;

  self->n = MIN (self->n + 1, WEFT_RULES_MOST_ADVICE);
  memmove (self->ideas + at + 1, self->ideas + at, (self->n - 1 - at) * sizeof *self->ideas);
  memmove (self->moved + at + 1, self->moved + at, (self->n - 1 - at) * sizeof *self->moved);
  self->moved[at] = moved;
  self->ideas[at] = (WeftRulesIdea) {
    .specialist = WEFT_SPECIALIST_CHIP,
    .change = *change,
    .before = *self->base,
    .after = *after,
    .gain = 1,
  };
}

/**
 * weft_rules_repair: (skip)
 * @view: what is believed
 * @base: a design with a partition that buys no node
 * @ideas: (out): room for the least changes, the least first
 *
 * Returns: how many there are
 */
guint
weft_rules_repair (WeftLocalView       *view,
                   const WeftCandidate *base,
                   WeftRulesIdea        ideas[WEFT_RULES_MOST_ADVICE])
{
  Repair repair = { .view = view, .base = base, .ideas = ideas };

  weft_rules_list_changes (view->problem, base, WEFT_SPECIALIST_CHIP, repair_cb, &repair);
  return repair.n;
}

/**
 * weft_rules_think: (skip)
 * @view: what is believed
 * @seen: (nullable): what was tried, and is not advised
 * @base: the design to better
 * @specialist: who thinks
 * @hopeful: whether what is not known well counts as good as it may well be
 * @ideas: (out): room for the best, best first
 *
 * Returns: how many there are
 */
guint
weft_rules_think (WeftLocalView       *view,
                  GArray              *seen,
                  const WeftCandidate *base,
                  WeftSpecialist       specialist,
                  gboolean             hopeful,
                  WeftRulesIdea        ideas[WEFT_RULES_MOST_ADVICE])
{
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (Slot));
  Thinking thinking = { view, seen, specialist, hopeful, *base, 0, { 0 }, slots };
  guint n = 0;

  thinking.score = weft_local_view_score (view, base, hopeful, thinking.gains);
  weft_rules_list_changes (view->problem, base, specialist, consider_cb, &thinking);

  for (guint i = 0; i < slots->len; i++)
    {
      const WeftRulesIdea *idea = &g_array_index (slots, Slot, i).idea;
      guint at = n;

      if (isinf (idea->gain))
        continue;
      while (at > 0 && ideas[at - 1].gain < idea->gain)
        at--;
      if (at >= WEFT_RULES_MOST_ADVICE)
        continue;
      n = MIN (n + 1, WEFT_RULES_MOST_ADVICE);
      memmove (ideas + at + 1, ideas + at, (n - 1 - at) * sizeof *ideas);
      ideas[at] = *idea;
    }

  return n;
}
