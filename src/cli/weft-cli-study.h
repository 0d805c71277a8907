/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of `weft study`: what it is measured against, and printing what came out. */
#pragma once

#include "cli/weft-cli.h"
#include "draw/weft-study-table.h"

G_BEGIN_DECLS

/**
 * WeftStudyResult:
 * @optimum: (nullable): NULL when nobody looked for it
 * @published: (element-type WeftPublishedTable): those that were measured on the same problem
 */
typedef struct
{
  WeftProblem *problem;
  WeftStudy *study;
  const WeftOptimum *optimum;
  GPtrArray *published;
} WeftStudyResult;

/* Looks for the optimum with a line of progress on a terminal. FALSE after a message. */
gboolean weft_cli_run_optimum (WeftProblem *problem, double limit_s, WeftOptimum *optimum);

/* A row for each of @planners ("URL MODEL") and each budget, with a run for each seed. FALSE after a message. */
gboolean weft_cli_study_planners (WeftProblem *problem, char **planners, const WeftStudyPlan *plan, WeftStudy *study);

void     weft_cli_print_study      (const WeftCliOptions *options, const WeftStudyResult *result);
void     weft_cli_print_study_json (const WeftStudyResult *result);

G_END_DECLS
