/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remote memory of a machine as a trace asks it: which region stands where, and how fast a memory is. */
#pragma once

#include "sim/weft-sim-builder.h"
#include "sim/weft-sim-mapped.h"

G_BEGIN_DECLS

/* [regions of @graph] the provider of each that matches one of @remotes, WEFT_SIM_NONE: it stands where its tasks run.
 * Adds the providers and notes what was assumed of them. NULL with an error for a device that is no memory.
 * (transfer full) */
guint32 *weft_sim_remote_place (WeftSimBuilder      *builder,
                                const WeftTaskGraph *graph,
                                const WeftFlat      *flat,
                                WeftInventory       *inventory,
                                const GArray        *remotes,
                                GError             **error);

G_END_DECLS
