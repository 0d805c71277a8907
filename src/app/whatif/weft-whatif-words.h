/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What studies have found, in sentences. No widgets. */
#pragma once

#include "app/whatif/weft-whatif-question.h"
#include "draw/weft-table.h"

G_BEGIN_DECLS

/* All (transfer full). */
/* Of a sweep: from where to where the answer goes, or that the input has no effect, and why. */
char      *weft_whatif_say_sweep      (const WeftWhatifFinding *finding);
/* Of a break-even: each crossing, or that there is none, with both ends. (element-type utf8) */
GPtrArray *weft_whatif_say_break_even (const WeftWhatifFinding *finding);
/* Of a doubt: an output with its band; and which design is better, %NULL for one design. */
char      *weft_whatif_say_band       (const WeftWhatifFinding *finding,
                                       const WeftOutput        *output);
char      *weft_whatif_say_contest    (const WeftWhatifFinding *finding,
                                       const WeftOutput        *output);
/* Reasons why a band is wider than where the model was measured. (element-type utf8) */
GPtrArray *weft_whatif_say_wider      (const WeftWhatifFinding *finding);
/* How many draws were made, by which profile, and what the quick ones leave out. */
char      *weft_whatif_say_draws      (const WeftWhatifFinding *finding,
                                       const WeftOutput        *output);
/* What a row of the sources is about: the path of a fact, "model/training" for the model's error; %NULL for others. */
char      *weft_whatif_dup_source     (const WeftWhatifFinding *finding,
                                       const WeftOutput        *output,
                                       guint                    row);
/* What a band comes from, and the bands of all numbers. */
WeftTable *weft_whatif_table_sources  (const WeftWhatifFinding *finding,
                                       const WeftOutput        *output);
WeftTable *weft_whatif_table_bands    (const WeftWhatifFinding *finding);

G_END_DECLS
