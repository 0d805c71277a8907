/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a climb stands and which edits it has yet to try: what greedy search and hill climbing share. */
#pragma once

#include "search/hardware/weft-hardware-method-private.h"

G_BEGIN_DECLS

/**
 * WeftHardwareClimb: (skip)
 * @here: (nullable): NULL before the first and after a peak
 * @edits: (element-type WeftHardwareEdit): of @here, shuffled
 * @next: the first of them that has not been tried
 */
typedef struct
{
  const WeftHardwareObservation *here;
  GArray *edits;
  guint next;
} WeftHardwareClimb;

void     weft_hardware_climb_clear   (WeftHardwareClimb *self);
/* Goes on from there. */
void     weft_hardware_climb_move    (WeftHardwareClimb *self, WeftHardwareHistory *history,
                                      const WeftHardwareObservation *there);
/* The next edit: an observation when it was measured before, which costs nothing, else a proposal. FALSE at the end of the edits. */
gboolean weft_hardware_climb_next    (WeftHardwareClimb *self, WeftHardwareHistory *history,
                                      const WeftHardwareObservation **known, WeftHardwareProposal *proposal);

G_END_DECLS
