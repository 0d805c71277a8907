/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit promises by the telemetry of the machine that it starts from: Amdahl's law on the shares of the critical
 * path, and what it costs. */
#pragma once

#include "search/hardware/weft-hardware-space-private.h"

G_BEGIN_DECLS

/* h(o, a), in units of J; more is better. @verdict: of the machine with @from. */
double weft_hardware_prior (const WeftHardwareFrame *frame, const WeftHardwareVerdict *verdict,
                            const WeftHardwareTraits *from, const WeftHardwareTraits *to);
/* The same without cost and power: what the weighted log time falls by. */
double weft_hardware_prior_speedup (const WeftHardwareFrame *frame, const WeftHardwareVerdict *verdict,
                                    const WeftHardwareTraits *from, const WeftHardwareTraits *to);

G_END_DECLS
