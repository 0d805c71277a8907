/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The body that the command-line programs share, and where the executor comes from in which they differ. */
#pragma once

#include "base/weft-executor.h"
#include "cli/weft-cli.h"

G_BEGIN_DECLS

int  weft_cli_main       (int argc, char **argv);
/* For messages before that. */
void weft_cli_set_locale (void);

typedef WeftExecutor *(*WeftCliExecutorMaker) (const WeftCliOptions *options);

/* The executor for a command's batches: threads as the options say, unless the program has set a maker. (transfer full) */
WeftExecutor *weft_cli_executor           (const WeftCliOptions *options);
/* Before weft_cli_main(); NULL for threads. */
void          weft_cli_set_executor_maker (WeftCliExecutorMaker  maker);

G_END_DECLS
