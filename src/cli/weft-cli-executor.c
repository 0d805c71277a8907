/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where commands get the executor for their batches. */
#include "cli/weft-cli-main.h"

static WeftCliExecutorMaker executor_maker;

void
weft_cli_set_executor_maker (WeftCliExecutorMaker maker)
{
  executor_maker = maker;
}

WeftExecutor *
weft_cli_executor (const WeftCliOptions *options)
{
  if (executor_maker != NULL)
    return executor_maker (options);
  return weft_executor_new_threads ((guint) options->threads);
}
