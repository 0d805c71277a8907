/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The executor of rank 0: spreads batches over all ranks of the job, itself among them. */
#pragma once

#include "cli/mpi/weft-mpi-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_MPI_EXECUTOR (weft_mpi_executor_get_type ())
G_DECLARE_FINAL_TYPE (WeftMpiExecutor, weft_mpi_executor, WEFT, MPI_EXECUTOR, WeftExecutor)

/* One at a time, within weft_mpi_run(). (transfer full) */
WeftExecutor *weft_mpi_executor_new (WeftMpiJob *job);

G_END_DECLS
