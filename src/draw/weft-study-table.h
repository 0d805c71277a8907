/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of a study: the layout of Table I of the ArchAgent paper, how it stands to optimum and baseline, and
 * what became of the evaluations. */
#pragma once

#include "draw/weft-table.h"
#include "search/weft-published-table.h"
#include "search/weft-study.h"

G_BEGIN_DECLS

/* Method, evaluations, runs, score (mean ± sd). @published: (nullable): rows to read beside ours. (transfer full) */
WEFT_API WeftTable *weft_table_study_scores     (WeftStudy *study, const WeftPublishedTable *published);
/* Regret, arrivals within 1 %, test against the baseline. (transfer full) */
WEFT_API WeftTable *weft_table_study_comparison (WeftStudy *study);
/* Invalid, infeasible, duplicates, estimates. (transfer full) */
WEFT_API WeftTable *weft_table_study_counts     (WeftStudy *study);
/* All figures of the rows with all digits, for programs: words do not change with the language. RFC 4180. (transfer full) */
WEFT_API char      *weft_csv_study              (WeftStudy *study);

G_END_DECLS
