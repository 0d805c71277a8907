/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ranks other than 0 do: make the work that rank 0 names, and do the items that it sends. */
#pragma once

#include "cli/mpi/weft-mpi-job.h"

G_BEGIN_DECLS

/* Until rank 0 ends the job. */
void weft_mpi_serve (WeftMpiJob *job, WeftWorkFactory factory);

G_END_DECLS
