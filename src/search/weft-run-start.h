/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the first event of every run says: the program, the evaluator, the catalog and the problem, so that its results can
 * be computed again. */
#pragma once

#include "search/weft-problem.h"

G_BEGIN_DECLS

/* Data of a run.start, to which more may be added. @method: with options. @label: untranslated. (transfer full) */
WEFT_API JsonObject *weft_run_start_data (WeftProblem *problem,
                                          const char  *method,
                                          const char  *label,
                                          guint64      seed,
                                          guint        budget);

/* Of such data "app": the program and where it runs. (transfer full) */
WEFT_API JsonObject *weft_run_start_app  (void);

G_END_DECLS
