/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `weft workload` and `weft map` share: workloads from files, from recipes in short ("hpcg:n=64,iterations=50")
 * and from options, and their figures on the terminal. */
#pragma once

#include "cli/weft-cli.h"
#include "workload/weft-generator.h"
#include "workload/weft-task-summary.h"

G_BEGIN_DECLS

/* A file, or a recipe in short. Sentences about reading, and those of the workload itself, are appended to @notes.
 * (transfer full) (nullable) */
WeftTaskGraph *weft_cli_read_workload  (const char            *text,
                                        WeftCatalog           *catalog,
                                        GPtrArray             *notes,
                                        GError               **error);
/* Every generator with its parameters. */
int            weft_cli_list_generators (const WeftCliOptions *options);
/* What a parameter is, which words it takes, and what counts when it is absent. (transfer full) */
char          *weft_cli_describe_param (const WeftParameter   *param);
/* "prompt-tokens" for the parameter "prompt_tokens". (transfer full) */
char          *weft_cli_param_option   (const WeftParameter   *param);
void           weft_cli_print_summary  (const WeftCliOptions  *options,
                                        const WeftTaskSummary *summary);
/* Says below a table how many rows are not shown. */
void           weft_cli_print_more     (guint                  n);
/* Appends what a workload says about itself. */
void           weft_cli_add_notes      (const WeftTaskGraph   *graph,
                                        GPtrArray             *notes);
/* Below an empty line; nothing when there are none. */
void           weft_cli_print_notes    (const WeftCliOptions  *options,
                                        GPtrArray             *notes);

G_END_DECLS
