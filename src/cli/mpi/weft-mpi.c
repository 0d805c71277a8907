/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `weft-mpi`: the commands of weft, with their batches on all ranks of an MPI job. */
#include "cli/mpi/weft-mpi-executor.h"
#include "cli/weft-cli-main.h"
#include "search/weft-problem-recipe-private.h"

static WeftExecutor *
make_executor (const WeftCliOptions *options)
{
  return weft_mpi_executor_new (weft_mpi_job ());
}

int
main (int argc, char **argv)
{
  weft_cli_set_locale (); /* the other ranks run no command, and may have something to say */
  /* mpirun puts a terminal of its own between rank 0 and wherever the output goes. */
  if (g_getenv ("OMPI_COMM_WORLD_SIZE") != NULL)
    g_setenv ("NO_COLOR", "1", FALSE);
  weft_cli_set_executor_maker (make_executor);
  return weft_mpi_run (argc, argv, weft_problem_work_from_recipe, weft_cli_main);
}
