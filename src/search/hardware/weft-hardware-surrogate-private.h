/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What J of a machine is expected to be: two Gaussian processes, one on what the cheap estimate misses and one that does
 * not know it, mixed by how well each foretells measurements that are left out. */
#pragma once

#include "search/hardware/weft-hardware-method-private.h"

G_BEGIN_DECLS

typedef struct _WeftHardwareSurrogate WeftHardwareSurrogate;

/* Of all that has been measured, which is at least one machine. (transfer full) */
WeftHardwareSurrogate *weft_hardware_surrogate_new     (WeftHardwareHistory *history);
void                   weft_hardware_surrogate_free    (WeftHardwareSurrogate *self);
/* Mean and standard deviation of J. */
void                   weft_hardware_surrogate_predict (WeftHardwareSurrogate *self, const WeftHardwareCandidate *candidate,
                                                        double *mean, double *sd);
/* Adds the edits of the best machines, and random ones, to the pool. */
void                   weft_hardware_surrogate_widen   (WeftHardwareHistory *history, guint n_draws);
/* The machine of the pool with the largest expected improvement. FALSE when all have been measured. */
gboolean               weft_hardware_surrogate_propose (WeftHardwareSurrogate *self, WeftHardwareHistory *history,
                                                        WeftHardwareProposal *proposal);
/* How much of the word the model with the estimate has, 0 when there is none. */
double                 weft_hardware_surrogate_trust   (const WeftHardwareSurrogate *self);
/* Says in a proposal how good the estimate is. */
void                   weft_hardware_surrogate_tell_quality (const WeftHardwareSurrogate *self, WeftHardwareProposal *proposal);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftHardwareSurrogate, weft_hardware_surrogate_free)

G_END_DECLS
