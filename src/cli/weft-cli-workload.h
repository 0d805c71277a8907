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
void           weft_cli_print_summary  (const WeftCliOptions  *options,
                                        const WeftTaskSummary *summary);
/* Appends what a workload says about itself. */
void           weft_cli_add_notes      (const WeftTaskGraph   *graph,
                                        GPtrArray             *notes);
void           weft_cli_print_notes    (const WeftCliOptions  *options,
                                        GPtrArray             *notes);
/* (transfer full) */
JsonArray     *weft_cli_notes_json     (GPtrArray             *notes);

G_END_DECLS
