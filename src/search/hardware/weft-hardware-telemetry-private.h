/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The next edit by telemetry: of the best machines, the one that the prior, and a model where there is one, sees lowest. */
#pragma once

#include "search/hardware/weft-hardware-surrogate-private.h"

G_BEGIN_DECLS

/* @surrogate: (nullable). FALSE when all edits have been measured. */
gboolean weft_hardware_telemetry_propose (WeftHardwareHistory *history, WeftHardwareSurrogate *surrogate,
                                          WeftHardwareProposal *proposal);

G_END_DECLS
