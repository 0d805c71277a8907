/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through the edits of a machine; what was measured before is not measured again. */
#include "search/hardware/weft-hardware-climb-private.h"

void
weft_hardware_climb_clear (WeftHardwareClimb *self)
{
  self->here = NULL;
  self->next = 0;
  g_clear_pointer (&self->edits, g_array_unref);
}

void
weft_hardware_climb_move (WeftHardwareClimb *self, WeftHardwareHistory *history, const WeftHardwareObservation *there)
{
  weft_hardware_climb_clear (self);
  self->here = there;
  self->edits = weft_hardware_history_shuffle_edits (history, &there->choice);
}

gboolean
weft_hardware_climb_next (WeftHardwareClimb              *self,
                          WeftHardwareHistory            *history,
                          const WeftHardwareObservation **known,
                          WeftHardwareProposal           *proposal)
{
  const WeftHardwareEdit *edit;

  if (self->here == NULL || self->next >= self->edits->len)
    return FALSE;
  edit = &g_array_index (self->edits, WeftHardwareEdit, self->next++);
  *known = weft_hardware_history_find (history, &edit->to);
  if (*known == NULL)
    weft_hardware_proposal_init (proposal, &edit->to, self->here->number, "edit");
  return TRUE;
}
