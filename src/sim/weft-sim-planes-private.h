/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Switches and cards that traffic is spread over evenly, whatever message it is of: planes of a scale-up fabric, and
 * equal ports of a chip. A network takes each such set as one. */
#pragma once

#include "mapper/weft-link-cost-private.h"

G_BEGIN_DECLS

/* [devices] the first device of the set that each is in; itself where it is in none. (transfer full) */
guint32 *weft_sim_planes_find (const WeftFlat      *flat,
                               const WeftLinkCosts *costs);

G_END_DECLS
