/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a search from the command line: progress on a terminal, an orderly stop on Ctrl+C, and what is printed of
 * it; for `weft search` and `weft study`. */
#pragma once

#include "cli/weft-cli.h"
#include "search/weft-optimum.h"
#include "search/weft-search.h"

G_BEGIN_DECLS

/* Runs to the end, or until SIGINT or SIGTERM, which leave recorded runs to be gone on with. WEFT_EXIT_DONE, WEFT_EXIT_NO when stopped,
 * WEFT_EXIT_BAD after a message. */
int       weft_cli_run_search   (const WeftCliOptions *options,
                                 WeftSearch           *search);
/* (transfer full) */
JsonNode *weft_cli_search_json  (WeftSearch           *search,
                                 const WeftOptimum    *optimum);
void      weft_cli_print_search (const WeftCliOptions *options,
                                 WeftSearch           *search,
                                 const WeftOptimum    *optimum);
/* All candidates of all runs, RFC 4180. (transfer full) */
char     *weft_cli_search_csv   (WeftSearch           *search);
/* The run with the best design, or -1. */
int       weft_cli_best_run     (WeftSearch           *search,
                                 WeftSearchCounts     *counts);

G_END_DECLS
