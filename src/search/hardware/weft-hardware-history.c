/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run has measured: asked for the best, for what is new, and for edits. */
#include "search/hardware/weft-hardware-method-private.h"

#include <math.h>

/* Draws in a row that find nothing new; then the space is taken for exhausted. */
#define MOST_DRAWS 2000

const WeftHardwareObservation *
weft_hardware_history_best (const WeftHardwareHistory *self)
{
  return self->ranking->len > 0 ? g_ptr_array_index (self->ranking, 0) : NULL;
}

double
weft_hardware_history_value (const WeftHardwareHistory *self, const WeftHardwareObservation *observation)
{
  if (!isnan (observation->verdict.objective))
    return observation->verdict.objective;
  for (guint i = self->ranking->len; i > 0; i--)
    {
      const WeftHardwareObservation *other = g_ptr_array_index (self->ranking, i - 1);

      if (!isnan (other->verdict.objective))
        return other->verdict.objective;
    }
  return 0;
}

const WeftHardwareObservation *
weft_hardware_history_find (const WeftHardwareHistory *self, const WeftHardwareChoice *choice)
{
  const WeftHardwareCandidate *candidate = weft_hardware_pool_find (self->pool, choice);

  return candidate != NULL && candidate->observation >= 0
           ? g_ptr_array_index (self->observations, candidate->observation)
           : NULL;
}

gboolean
weft_hardware_history_draw_new (WeftHardwareHistory *self, WeftHardwareChoice *choice)
{
  for (guint i = 0; i < MOST_DRAWS; i++)
    if (weft_hardware_space_draw (self->space, self->random, choice)
        && weft_hardware_history_find (self, choice) == NULL)
      return TRUE;
  return FALSE;
}

gboolean
weft_hardware_history_propose_drawn (WeftHardwareHistory *self, WeftHardwareProposal *proposal)
{
  WeftHardwareChoice choice;

  if (!weft_hardware_history_draw_new (self, &choice))
    return FALSE;
  weft_hardware_proposal_init (proposal, &choice, -1, "random");
  return TRUE;
}

gboolean
weft_hardware_history_draw_edit (WeftHardwareHistory *self, const WeftHardwareChoice *from, WeftHardwareChoice *to)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));

  weft_hardware_space_list_edits (self->space, from, edits);
  if (edits->len == 0)
    return FALSE;
  *to = g_array_index (edits, WeftHardwareEdit, weft_random_below (self->random, edits->len)).to;
  return TRUE;
}

GArray *
weft_hardware_history_shuffle_edits (WeftHardwareHistory *self, const WeftHardwareChoice *from)
{
  GArray *edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));

  weft_hardware_space_list_edits (self->space, from, edits);
  for (guint i = edits->len; i > 1; i--)
    {
      WeftHardwareEdit *last = &g_array_index (edits, WeftHardwareEdit, i - 1);
      WeftHardwareEdit *other = &g_array_index (edits, WeftHardwareEdit, weft_random_below (self->random, i));
      WeftHardwareEdit edit = *last;

      *last = *other;
      *other = edit;
    }
  return edits;
}

void
weft_hardware_proposal_init (WeftHardwareProposal *self, const WeftHardwareChoice *choice, int parent, const char *arm)
{
  *self = (WeftHardwareProposal) {
    .choice = *choice,
    .parent = parent,
    .arm = arm,
    .predicted = NAN,
    .estimate_error = NAN,
    .estimate_weight = NAN,
  };
}
