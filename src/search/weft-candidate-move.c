/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ways through a space: a random candidate, one random change, and all candidates that are one change away. Fractions
 * always sum to one, so what one partition loses another one gets. */
#include "search/weft-problem-private.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of one change. */
typedef enum
{
  CHANGE_CHIP,
  CHANGE_FABRIC,
  CHANGE_ROLE,
  MOVE_BUDGET,
  ADD_PARTITION,
  REMOVE_PARTITION,
} Move;

/* What random changes are drawn from. Chips and fractions have many more alternatives than the rest, so they come more often. */
static const Move draws[] = {
  CHANGE_CHIP, CHANGE_CHIP, CHANGE_CHIP, CHANGE_FABRIC, CHANGE_ROLE,
  MOVE_BUDGET, MOVE_BUDGET, ADD_PARTITION, REMOVE_PARTITION,
};

/* Tries of a random change before all neighbours are listed instead. */
#define N_TRIES 64

static int
compare_guints_cb (gconstpointer a,
                   gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

/* The index of a fraction of the space, -1 when it has none of that size. */
static int
index_of (WeftProblem *problem,
          guint        millionths)
{
  const guint *found = bsearch (&millionths, problem->fractions, problem->n_fractions,
                                sizeof *problem->fractions, compare_guints_cb);

  return found != NULL ? (int) (found - problem->fractions) : -1;
}

static guint
size_of (WeftProblem      *problem,
         const WeftChoice *part)
{
  return problem->fractions[part->fraction];
}

static guint16
draw_unit (WeftProblem *problem,
           WeftRandom  *random)
{
  guint chip = weft_random_below (random, problem->n_chips);
  guint first = problem->chip_first[chip];

  return (guint16) (first + weft_random_below (random, problem->chip_first[chip + 1] - first));
}

static guint16
draw_role (WeftProblem *problem,
           WeftRandom  *random)
{
  return (guint16) problem->roles[weft_random_below (random, problem->n_roles)];
}

/* Units of the same chip: from @first up to before @end. */
static void
find_siblings (WeftProblem *problem,
               guint        unit,
               guint       *first,
               guint       *end)
{
  for (guint i = 0; i < problem->n_chips; i++)
    if (unit < problem->chip_first[i + 1])
      {
        *first = problem->chip_first[i];
        *end = problem->chip_first[i + 1];
        return;
      }
  g_assert_not_reached ();
}

/* Divides @whole millionths: the @at-th fraction for the first, the rest for the second. FALSE when there is no such rest. */
static gboolean
divide (WeftProblem *problem,
        guint        whole,
        guint        at,
        guint16     *first,
        guint16     *second)
{
  int rest;

  if (problem->fractions[at] >= whole)
    return FALSE;
  rest = index_of (problem, whole - problem->fractions[at]);
  if (rest < 0)
    return FALSE;

  *first = (guint16) at;
  *second = (guint16) rest;
  return TRUE;
}

static void
drop_part (WeftCandidate *self,
           guint          at)
{
  memmove (self->parts + at, self->parts + at + 1, (self->n - at - 1) * sizeof self->parts[0]);
  self->n--;
}

/* --- one random change --- */

static gboolean
change_fabric (WeftProblem   *problem,
               WeftRandom    *random,
               WeftCandidate *self)
{
  WeftChoice *part = &self->parts[weft_random_below (random, self->n)];
  guint first, end;

  find_siblings (problem, part->unit, &first, &end);
  part->unit = (guint16) (first + weft_random_below (random, end - first));
  return TRUE;
}

static gboolean
move_budget (WeftProblem   *problem,
             WeftRandom    *random,
             WeftCandidate *self)
{
  guint from, to;

  if (self->n < 2)
    return FALSE;

  from = weft_random_below (random, self->n);
  to = (from + 1 + weft_random_below (random, self->n - 1u)) % self->n;
  return divide (problem, size_of (problem, &self->parts[from]) + size_of (problem, &self->parts[to]),
                 weft_random_below (random, problem->n_fractions), &self->parts[from].fraction,
                 &self->parts[to].fraction);
}

static gboolean
add_partition (WeftProblem   *problem,
               WeftRandom    *random,
               WeftCandidate *self)
{
  WeftChoice *part, *added;

  if (self->n >= problem->max_partitions)
    return FALSE;

  part = &self->parts[weft_random_below (random, self->n)];
  added = &self->parts[self->n];
  if (!divide (problem, size_of (problem, part), weft_random_below (random, problem->n_fractions),
               &added->fraction, &part->fraction))
    return FALSE;

  added->unit = draw_unit (problem, random);
  added->role = draw_role (problem, random);
  self->n++;
  return TRUE;
}

static gboolean
remove_partition (WeftProblem   *problem,
                  WeftRandom    *random,
                  WeftCandidate *self)
{
  guint gone, heir;
  int joined;

  if (self->n < 2)
    return FALSE;

  gone = weft_random_below (random, self->n);
  heir = (gone + 1 + weft_random_below (random, self->n - 1u)) % self->n;
  joined = index_of (problem, size_of (problem, &self->parts[gone])
                                + size_of (problem, &self->parts[heir]));
  if (joined < 0)
    return FALSE;

  self->parts[heir].fraction = (guint16) joined;
  drop_part (self, gone);
  return TRUE;
}

static gboolean
change (WeftProblem   *problem,
        WeftRandom    *random,
        WeftCandidate *self)
{
  switch (draws[weft_random_below (random, G_N_ELEMENTS (draws))])
    {
    case CHANGE_CHIP:
      self->parts[weft_random_below (random, self->n)].unit = draw_unit (problem, random);
      return TRUE;
    case CHANGE_FABRIC:
      return change_fabric (problem, random, self);
    case CHANGE_ROLE:
      self->parts[weft_random_below (random, self->n)].role = draw_role (problem, random);
      return TRUE;
    case MOVE_BUDGET:
      return move_budget (problem, random, self);
    case ADD_PARTITION:
      return add_partition (problem, random, self);
    case REMOVE_PARTITION:
      return remove_partition (problem, random, self);
    default:
      g_assert_not_reached ();
    }
}

/* --- all changes --- */

typedef struct
{
  WeftProblem *problem;
  const WeftCandidate *origin;
  GHashTable *known; /* of WeftCandidate, owned */
  GArray *result;
} Neighbours;

static void
offer (Neighbours    *neighbours,
       WeftCandidate  candidate)
{
  weft_candidate_sort (&candidate);
  if (weft_candidate_equal (&candidate, neighbours->origin)
      || g_hash_table_contains (neighbours->known, &candidate))
    return;

  g_hash_table_add (neighbours->known, g_memdup2 (&candidate, sizeof candidate));
  g_array_append_val (neighbours->result, candidate);
}

static void
offer_parts (Neighbours *neighbours,
             guint       at)
{
  WeftProblem *problem = neighbours->problem;
  WeftCandidate candidate = *neighbours->origin;

  for (guint unit = 0; unit < problem->units->len; unit++)
    {
      candidate.parts[at].unit = (guint16) unit;
      offer (neighbours, candidate);
    }

  candidate = *neighbours->origin;
  for (guint i = 0; i < problem->n_roles; i++)
    {
      candidate.parts[at].role = (guint16) problem->roles[i];
      offer (neighbours, candidate);
    }
}

static void
offer_pair (Neighbours *neighbours,
            guint       from,
            guint       to)
{
  WeftProblem *problem = neighbours->problem;
  WeftCandidate candidate = *neighbours->origin;
  guint whole = size_of (problem, &candidate.parts[from]) + size_of (problem, &candidate.parts[to]);
  int joined = index_of (problem, whole);

  for (guint i = 0; i < problem->n_fractions; i++)
    if (divide (problem, whole, i, &candidate.parts[from].fraction, &candidate.parts[to].fraction))
      offer (neighbours, candidate);

  if (joined < 0)
    return;
  for (guint i = 0; i < 2; i++)
    {
      candidate = *neighbours->origin;
      candidate.parts[i == 0 ? from : to].fraction = (guint16) joined;
      drop_part (&candidate, i == 0 ? to : from);
      offer (neighbours, candidate);
    }
}

/* A new partition gets the first role: others are one more change away. */
static void
offer_added (Neighbours *neighbours,
             guint       at)
{
  WeftProblem *problem = neighbours->problem;
  WeftCandidate candidate = *neighbours->origin;
  guint whole = size_of (problem, &candidate.parts[at]);
  WeftChoice *added = &candidate.parts[candidate.n];

  candidate.n++;
  added->role = (guint16) problem->roles[0];
  for (guint i = 0; i < problem->n_fractions; i++)
    {
      if (!divide (problem, whole, i, &added->fraction, &candidate.parts[at].fraction))
        continue;
      for (guint unit = 0; unit < problem->units->len; unit++)
        {
          added->unit = (guint16) unit;
          offer (neighbours, candidate);
        }
    }
}

/* --- public API --- */

/**
 * weft_candidate_random: (skip)
 * @problem: a problem
 * @random: the generator
 * @self: (out): a candidate: the number of partitions, the split, each chip, its fabrics and role drawn one after the other
 */
void
weft_candidate_random (WeftProblem   *problem,
                       WeftRandom    *random,
                       WeftCandidate *self)
{
  const guint16 *split;
  guint n;

  memset (self, 0, sizeof *self);
  do
    n = 1 + weft_random_below (random, problem->max_partitions);
  while (problem->splits[n]->len == 0);

  split = &g_array_index (problem->splits[n], guint16, 0)
          + (gsize) WEFT_SPACE_MAX_PARTITIONS
              * weft_random_below (random, problem->splits[n]->len / WEFT_SPACE_MAX_PARTITIONS);
  self->n = (guint16) n;
  for (guint i = 0; i < n; i++)
    self->parts[i] = (WeftChoice) {
      .fraction = split[i],
      .unit = draw_unit (problem, random),
      .role = draw_role (problem, random),
    };
  weft_candidate_sort (self);
}

/**
 * weft_candidate_neighbours: (skip)
 * @problem: a problem
 * @self: a candidate
 *
 * Returns: (transfer full) (element-type WeftCandidate): all that are one change away, in a fixed order
 */
GArray *
weft_candidate_neighbours (WeftProblem         *problem,
                           const WeftCandidate *self)
{
  g_autoptr (GHashTable) known = weft_candidate_set_new ();
  Neighbours neighbours = {
    .problem = problem,
    .origin = self,
    .known = known,
    .result = g_array_new (FALSE, FALSE, sizeof (WeftCandidate)),
  };

  for (guint i = 0; i < self->n; i++)
    offer_parts (&neighbours, i);
  for (guint i = 0; i < self->n; i++)
    for (guint j = i + 1; j < self->n; j++)
      offer_pair (&neighbours, i, j);
  for (guint i = 0; i < self->n && self->n < problem->max_partitions; i++)
    offer_added (&neighbours, i);

  return neighbours.result;
}

/**
 * weft_candidate_mutate: (skip)
 * @problem: a problem
 * @random: the generator
 * @self: a candidate
 * @result: (out): another one, one change away
 *
 * Returns: %FALSE when no candidate is one change away
 */
gboolean
weft_candidate_mutate (WeftProblem         *problem,
                       WeftRandom          *random,
                       const WeftCandidate *self,
                       WeftCandidate       *result)
{
  g_autoptr (GArray) all = NULL;

  for (guint i = 0; i < N_TRIES; i++)
    {
      *result = *self;
      if (!change (problem, random, result))
        continue;
      weft_candidate_sort (result);
      if (!weft_candidate_equal (result, self))
        return TRUE;
    }

  all = weft_candidate_neighbours (problem, self);
  if (all->len == 0)
    return FALSE;
  *result = g_array_index (all, WeftCandidate, weft_random_below (random, all->len));
  return TRUE;
}
