/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over all candidates of a space: by number of partitions, then by split, then by what each partition is made
 * of. Partitions of equal fraction have no order, so the later one never comes before the earlier one in kind. */
#include "search/weft-enumerate-private.h"

#include <string.h>

static const guint16 *
split_of (const WeftEnumeration *self)
{
  return &g_array_index (self->problem->splits[self->n], guint16, 0)
         + (gsize) self->split * WEFT_SPACE_MAX_PARTITIONS;
}

static guint
n_splits (const WeftEnumeration *self)
{
  return self->problem->splits[self->n]->len / WEFT_SPACE_MAX_PARTITIONS;
}

/* The least kind that partition @at may be of, the ones before it being what they are. */
static guint
least_kind (const WeftEnumeration *self,
            const guint16         *split,
            guint                  at)
{
  return at > 0 && split[at] == split[at - 1] ? self->kinds[at - 1] : 0;
}

static void
reset_kinds (WeftEnumeration *self,
             guint            from)
{
  const guint16 *split = split_of (self);

  for (guint i = from; i < self->n; i++)
    self->kinds[i] = least_kind (self, split, i);
}

/* The next kinds within the split; the last partition changes fastest. */
static gboolean
step_kinds (WeftEnumeration *self)
{
  guint n_kinds = self->problem->units->len * self->problem->n_roles;

  for (guint i = self->n; i-- > 0;)
    if (self->kinds[i] + 1 < n_kinds)
      {
        self->kinds[i]++;
        reset_kinds (self, i + 1);
        return TRUE;
      }

  return FALSE;
}

static gboolean
step_split (WeftEnumeration *self)
{
  self->split++;
  while (self->n == 0 || self->split >= n_splits (self))
    {
      if (self->n >= self->problem->max_partitions)
        return FALSE;
      self->n++;
      self->split = 0;
    }

  reset_kinds (self, 0);
  return TRUE;
}

/* --- public API --- */

/**
 * weft_enumerate_start: (skip)
 * @self: (out): a walk before its first candidate
 * @problem: whose space it goes through; must outlive it
 */
void
weft_enumerate_start (WeftEnumeration *self,
                      WeftProblem     *problem)
{
  memset (self, 0, sizeof *self);
  self->problem = problem;
}

/**
 * weft_enumerate_next: (skip)
 * @self: a walk
 * @candidate: (out): the next candidate, sorted
 *
 * Returns: %FALSE when all have been met; not to be called again then
 */
gboolean
weft_enumerate_next (WeftEnumeration *self,
                     WeftCandidate   *candidate)
{
  const guint16 *split;

  if ((self->n == 0 || !step_kinds (self)) && !step_split (self))
    return FALSE;

  split = split_of (self);
  memset (candidate, 0, sizeof *candidate);
  candidate->n = (guint16) self->n;
  for (guint i = 0; i < self->n; i++)
    candidate->parts[i] = (WeftChoice) {
      .unit = (guint16) (self->kinds[i] / self->problem->n_roles),
      .fraction = split[i],
      .role = (guint16) self->problem->roles[self->kinds[i] % self->problem->n_roles],
    };
  return TRUE;
}
