/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ranks stand close together: in one scale-up domain, else in one node. */
#pragma once

#include "mapper/weft-link-cost-private.h"

G_BEGIN_DECLS

/* [@n_ranks] a number for each, the same for those in one domain, from 0 in the order of the ranks. @devices: [@n_ranks]
 * (transfer full) */
guint32 *weft_sim_domains_find (const WeftFlat      *flat,
                                const WeftLinkCosts *costs,
                                const guint32       *devices,
                                guint32              n_ranks);

G_END_DECLS
