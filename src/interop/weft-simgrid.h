/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks as platforms of SimGrid. */
#pragma once

#include "sim/weft-sim-network.h"

G_BEGIN_DECLS

/* Writes a platform (DTD 4.1): a host for each rank, called "rank-0" and so on, each directed link, and the way between
 * any two ranks. Nothing is lost but protocol overhead, which is added to latency; a comment says which options leave
 * SimGrid's figures as they are. @host_flops_s: of each host. WEFT_SIM_ERROR_LIMIT when the ways are too many to list.
 * @notes: (nullable) (element-type utf8) */
WEFT_API gboolean weft_simgrid_platform_write (const WeftSimNetwork *network,
                                               double                host_flops_s,
                                               const char           *path,
                                               GPtrArray            *notes,
                                               GCancellable         *cancellable,
                                               GError              **error);

G_END_DECLS
