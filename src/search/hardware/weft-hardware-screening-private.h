/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Screening by the cheap estimate: descents by edits from the best of many random machines fill the pool of a run. */
#pragma once

#include "search/hardware/weft-hardware-method-private.h"

G_BEGIN_DECLS

/* Adds the best by the estimate to the pool; none when the space has no estimate. */
void     weft_hardware_screening_fill    (WeftHardwareHistory *history);
/* The best of the pool by the estimate that has not been measured. FALSE when there is none with an estimate. */
gboolean weft_hardware_screening_propose (WeftHardwareHistory *history, WeftHardwareProposal *proposal);

G_END_DECLS
