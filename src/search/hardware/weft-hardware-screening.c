/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random machines, the best few of them, and steepest descents by the estimate from these. All that is seen on the way
 * is ranked, and the best of it joins the pool. */
#include "search/hardware/weft-hardware-screening-private.h"

#include <math.h>

#include "search/hardware/weft-hardware-choice-private.h"

#define N_DRAWS 20000
#define N_DESCENTS 12
#define N_KEPT 1500

/* Draws in a row that are known already: a small space has been seen then. */
#define MOST_KNOWN 200

typedef struct
{
  WeftHardwareChoice choice;
  double estimate;
  guint number;
} Seen;

/* All that was estimated, each once. */
typedef struct
{
  WeftHardwareHistory *history;
  GHashTable *index; /* of Seen, which is its own key */
  GPtrArray *all;
} Sight;

/* (nullable): NULL for a machine without an estimate. */
static const Seen *
see (Sight *self, const WeftHardwareChoice *choice, gboolean *is_new)
{
  Seen *seen = g_hash_table_lookup (self->index, choice);

  *is_new = seen == NULL;
  if (seen == NULL)
    {
      seen = g_new (Seen, 1);
      *seen = (Seen) { *choice, weft_hardware_pool_estimate (self->history->pool, choice), self->all->len };
      g_ptr_array_add (self->all, seen);
      g_hash_table_insert (self->index, &seen->choice, seen);
    }
  return isnan (seen->estimate) ? NULL : seen;
}

static int
compare_seen_cb (gconstpointer a, gconstpointer b)
{
  const Seen *x = *(const Seen *const *) a, *y = *(const Seen *const *) b;

  if (isnan (x->estimate) != isnan (y->estimate))
    return isnan (x->estimate) ? 1 : -1;
  if (x->estimate < y->estimate || x->estimate > y->estimate)
    return x->estimate < y->estimate ? -1 : 1;
  return (int) x->number - (int) y->number;
}

static void
draw_many (Sight *self)
{
  guint n_known = 0;

  for (guint i = 0; i < N_DRAWS && n_known < MOST_KNOWN; i++)
    {
      WeftHardwareChoice choice;
      gboolean is_new = FALSE;

      if (!weft_hardware_space_draw (self->history->space, self->history->random, &choice))
        continue;
      /* A space that has no estimate has none at all. */
      if (see (self, &choice, &is_new) == NULL)
        return;
      n_known = is_new ? 0 : n_known + 1;
    }
}

static void
descend (Sight *self, const Seen *from)
{
  const Seen *here = from, *next = from;
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));
  gboolean is_new;

  do
    {
      here = next;
      g_array_set_size (edits, 0);
      weft_hardware_space_list_edits (self->history->space, &here->choice, edits);
      for (guint i = 0; i < edits->len; i++)
        {
          const Seen *there = see (self, &g_array_index (edits, WeftHardwareEdit, i).to, &is_new);

          if (there != NULL && there->estimate < next->estimate)
            next = there;
        }
    }
  while (next != here);
}

void
weft_hardware_screening_fill (WeftHardwareHistory *history)
{
  Sight sight = { history, NULL, NULL };
  g_autoptr (GPtrArray) first = NULL;

  if (history->pool->estimates == WEFT_HARDWARE_ESTIMATES_NONE)
    return;
  sight.index = g_hash_table_new (weft_hardware_choice_hash, weft_hardware_choice_equal);
  sight.all = g_ptr_array_new_with_free_func (g_free);
  draw_many (&sight);
  first = g_ptr_array_copy (sight.all, NULL, NULL);
  g_ptr_array_set_free_func (first, NULL);
  g_ptr_array_sort (first, compare_seen_cb);
  for (guint i = 0; i < MIN (first->len, N_DESCENTS); i++)
    if (!isnan (((const Seen *) first->pdata[i])->estimate))
      descend (&sight, first->pdata[i]);
  g_ptr_array_sort (sight.all, compare_seen_cb);
  for (guint i = 0; i < MIN (sight.all->len, N_KEPT); i++)
    {
      const Seen *seen = sight.all->pdata[i];

      if (!isnan (seen->estimate))
        weft_hardware_pool_add (history->pool, &seen->choice);
    }
  g_hash_table_unref (sight.index);
  g_ptr_array_unref (sight.all);
}

gboolean
weft_hardware_screening_propose (WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  const WeftHardwareCandidate *best = NULL;

  for (guint i = 0; i < history->pool->candidates->len; i++)
    {
      const WeftHardwareCandidate *candidate = weft_hardware_pool_get (history->pool, i);

      if (candidate->observation < 0 && !isnan (candidate->estimate)
          && (best == NULL || candidate->estimate < best->estimate))
        best = candidate;
    }
  if (best == NULL)
    return FALSE;
  weft_hardware_proposal_init (proposal, &best->choice, -1, "estimate");
  proposal->predicted = best->estimate;
  return TRUE;
}
