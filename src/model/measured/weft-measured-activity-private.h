/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the chips of each partition do while a workload runs, as their power depends on it. */
#pragma once

#include "model/measured/weft-power-chip.h"
#include "model/weft-kernel-private.h"

G_BEGIN_DECLS

/* @times: of each partition. @kernels: (array): what the chips of each reach. @activities: (out caller-allocates) (array):
 * zeros for a partition that waits. FALSE for a workload that cannot run. */
gboolean weft_measured_activities (const WeftModel          *model,
                                   const WeftMachine        *machine,
                                   const WeftScore          *score,
                                   const WeftPartitionTimes *times,
                                   const WeftChipKernels    *kernels,
                                   WeftWorkloadKind          kind,
                                   WeftActivity             *activities);

G_END_DECLS
