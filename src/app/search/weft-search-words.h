/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search in words: what its state is, how far it is, who found a design. */
#pragma once

#include "app/search/weft-search-job.h"

G_BEGIN_DECLS

/* All (transfer full). */
char *weft_search_words_state  (WeftSearchJob *job);                /* "Running · 3 of 40 runs have ended" */
char *weft_search_words_counts (WeftSearchJob *job);                /* "1,361 evaluations · 42 refused before evaluation · ..." */
char *weft_search_words_left   (double         seconds);            /* "About 9 s left", "" when not known */
char *weft_search_words_dated  (WeftSearchJob *job);                /* that the document is another one by now, else "" */
char *weft_search_words_finder (WeftTally     *tally,
                                guint          index);              /* "evaluation 12 · seed 3 · hill climbing" */
char *weft_search_words_label  (WeftProblem   *problem,
                                WeftTally     *tally,
                                guint          index);              /* "98 % B200, 2 % WSE3s" */
char *weft_search_words_fabrics (WeftProblem  *problem,
                                WeftTally     *tally,
                                guint          index);              /* "NVLink5 · UEC, UALink · UEC" */
char *weft_search_words_regret (WeftSearchJob *job);                /* "regret 0.0 % after 12 evaluations" */
char *weft_search_words_score  (double         score);              /* "1.929" */
/* "Hill climbing, Random" of method names. */
char *weft_search_words_methods (const char *const *methods);

G_END_DECLS
