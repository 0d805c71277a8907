/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changes that are a specialist's business: chips and shares of the budget for one, a fabric for each of the others. */
#include "search/weft-rules-private.h"

typedef struct
{
  WeftProblem *problem;
  const WeftCandidate *base;
  WeftRulesOffer offer;
  gpointer data;
} Listing;

static const WeftSpaceUnit *
unit_of (const Listing *self,
         guint          unit)
{
  return &g_array_index (self->problem->units, WeftSpaceUnit, unit);
}

static guint
size_of (const Listing    *self,
         const WeftChoice *part)
{
  return self->problem->fractions[part->fraction];
}

/* Index of the fraction of so many millionths; FALSE when the space has none. */
static gboolean
find_fraction (WeftProblem *problem,
               guint        millionths,
               guint16     *fraction)
{
  for (guint i = 0; i < problem->n_fractions; i++)
    if (problem->fractions[i] == millionths)
      {
        *fraction = (guint16) i;
        return TRUE;
      }

  return FALSE;
}

static void
tell (const Listing         *self,
      const WeftRulesChange *change,
      WeftCandidate          after)
{
  weft_candidate_sort (&after);
  self->offer (change, &after, self->data);
}

/* Every other chip on the partition, with the share that @after gives it. */
static void
list_chips (const Listing *self,
            guint          part,
            WeftCandidate  after)
{
  guint old_chip = unit_of (self, self->base->parts[part].unit)->chip;
  WeftRulesChange change = { WEFT_RULES_REPLACE, part, part, after.parts[part], 0 };

  for (guint unit = 0; unit < self->problem->units->len; unit++)
    {
      if (unit_of (self, unit)->chip == old_chip)
        continue;
      change.choice.unit = after.parts[part].unit = (guint16) unit;
      tell (self, &change, after);
    }
}

/* Another chip with the share as it is, or with one that suits it, at the cost of the largest other partition. */
static void
list_replacements (const Listing *self,
                   guint          part)
{
  WeftProblem *problem = self->problem;
  guint other = part == 0 ? 1 : 0;
  WeftCandidate after = *self->base;
  guint whole;

  list_chips (self, part, after);
  if (after.n < 2)
    return;
  whole = size_of (self, &after.parts[part]) + size_of (self, &after.parts[other]);
  for (guint16 i = 0; i < problem->n_fractions && problem->fractions[i] < whole; i++)
    {
      if (i == self->base->parts[part].fraction
          || !find_fraction (problem, whole - problem->fractions[i], &after.parts[other].fraction))
        continue;
      after.parts[part].fraction = i;
      list_chips (self, part, after);
    }
}

static void
list_additions (const Listing *self,
                guint          part)
{
  WeftProblem *problem = self->problem;
  guint whole = size_of (self, &self->base->parts[part]);

  for (guint16 i = 0; i < problem->n_fractions && problem->fractions[i] < whole; i++)
    {
      WeftRulesChange change
        = { WEFT_RULES_ADD, part, part, { 0, i, (guint16) problem->roles[0] }, 0 };
      WeftCandidate after = *self->base;

      if (!find_fraction (problem, whole - problem->fractions[i], &change.rest))
        continue;
      after.parts[part].fraction = change.rest;
      after.n++;
      for (guint unit = 0; unit < problem->units->len; unit++)
        {
          change.choice.unit = (guint16) unit;
          after.parts[after.n - 1] = change.choice;
          tell (self, &change, after);
        }
    }
}

/* @part gets another share, @other what is left of both. */
static void
list_divisions (const Listing *self,
                guint          part,
                guint          other)
{
  WeftProblem *problem = self->problem;
  guint whole = size_of (self, &self->base->parts[part])
                + size_of (self, &self->base->parts[other]);

  for (guint16 i = 0; i < problem->n_fractions && problem->fractions[i] < whole; i++)
    {
      WeftRulesChange change = { WEFT_RULES_DIVIDE, part, other, self->base->parts[part], 0 };
      WeftCandidate after = *self->base;

      if (i == after.parts[part].fraction
          || !find_fraction (problem, whole - problem->fractions[i], &change.rest))
        continue;
      change.choice.fraction = after.parts[part].fraction = i;
      after.parts[other].fraction = change.rest;
      tell (self, &change, after);
    }
}

static void
list_removal (const Listing *self,
              guint          part,
              guint          heir)
{
  WeftRulesChange change = { WEFT_RULES_DROP, part, heir, self->base->parts[part], 0 };
  WeftCandidate after;

  if (weft_rules_drop (self->problem, self->base, part, heir, &change.rest, &after))
    self->offer (&change, &after, self->data);
}

static void
list_connections (const Listing *self,
                  guint          part,
                  WeftSpecialist specialist)
{
  const WeftSpaceUnit *old = unit_of (self, self->base->parts[part].unit);

  for (guint unit = 0; unit < self->problem->units->len; unit++)
    {
      const WeftSpaceUnit *new = unit_of (self, unit);
      WeftRulesChange change = { WEFT_RULES_CONNECT, part, part, self->base->parts[part], 0 };
      WeftCandidate after = *self->base;

      if (new->chip != old->chip
          || (new->scaleup != old->scaleup) != (specialist == WEFT_SPECIALIST_SCALEUP)
          || (new->scaleout != old->scaleout) != (specialist == WEFT_SPECIALIST_SCALEOUT))
        continue;
      change.choice.unit = after.parts[part].unit = (guint16) unit;
      tell (self, &change, after);
    }
}

/**
 * weft_rules_drop: (skip)
 * @problem: the problem
 * @base: a candidate
 * @part: the partition that goes
 * @heir: the one that gets its share
 * @fraction: (out): the share of both
 * @after: (out): the sorted candidate
 *
 * Returns: %FALSE when the space has no such fraction
 */
gboolean
weft_rules_drop (WeftProblem         *problem,
                 const WeftCandidate *base,
                 guint                part,
                 guint                heir,
                 guint16             *fraction,
                 WeftCandidate       *after)
{
  guint whole = problem->fractions[base->parts[part].fraction]
                + problem->fractions[base->parts[heir].fraction];

  *after = (WeftCandidate) { 0 };
  if (!find_fraction (problem, whole, fraction))
    return FALSE;
  for (guint i = 0; i < base->n; i++)
    if (i != part)
      {
        after->parts[after->n] = base->parts[i];
        if (i == heir)
          after->parts[after->n].fraction = *fraction;
        after->n++;
      }
  weft_candidate_sort (after);
  return TRUE;
}

/**
 * weft_rules_list_changes: (skip)
 * @problem: the problem
 * @base: a sorted candidate
 * @specialist: whose business
 * @offer: called with each change and the sorted candidate that it makes
 * @data: for @offer
 */
void
weft_rules_list_changes (WeftProblem         *problem,
                         const WeftCandidate *base,
                         WeftSpecialist       specialist,
                         WeftRulesOffer       offer,
                         gpointer             data)
{
  Listing listing = { problem, base, offer, data };

  for (guint i = 0; i < base->n; i++)
    {
      if (specialist != WEFT_SPECIALIST_CHIP)
        {
          list_connections (&listing, i, specialist);
          continue;
        }
      list_replacements (&listing, i);
      if (base->n < problem->max_partitions)
        list_additions (&listing, i);
      for (guint j = 0; j < base->n; j++)
        {
          if (j > i)
            list_divisions (&listing, i, j);
          if (j != i)
            list_removal (&listing, i, j);
        }
    }
}
