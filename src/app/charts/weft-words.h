/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results in words: for tooltips, screen readers and tables alike. */
#pragma once

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/* All (transfer full). */
char *weft_words_for_workload (WeftEvaluation     *evaluation,
                               guint               kind);
char *weft_words_for_split    (WeftEvaluation     *evaluation,
                               guint               kind);
char *weft_words_for_speedup  (WeftWorkloadResult *result);
char *weft_words_for_value    (WeftWorkloadResult *result,
                               double              value);
char *weft_words_for_ratio    (double              ratio);
char *weft_words_for_percent  (double              fraction);
const char *weft_part_icon_name (WeftTimePart      part);

G_END_DECLS
