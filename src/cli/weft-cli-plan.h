/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of `weft plan` that say who plans and how long, and the run itself on a terminal. */
#pragma once

#include "agent/weft-plan.h"
#include "cli/weft-cli.h"

G_BEGIN_DECLS

/* Who plans. */
typedef struct
{
  char *endpoint;     /* (nullable): URL, or the name or file of a profile */
  char *model;        /* (nullable) */
  char *key_variable; /* (nullable) */
  char *key_file;     /* (nullable) */
} WeftCliPlanner;

void      weft_cli_planner_clear (WeftCliPlanner *planner);
/* Asks the endpoint for its models when none is named. (transfer full) (nullable): NULL after a message. */
WeftChat *weft_cli_planner_chat  (const WeftCliPlanner *planner);
/* Runs to its end, or until Ctrl+C. @thinking: show it. With JSON only the answer is printed. */
int       weft_cli_run_plan      (const WeftCliOptions *options,
                                  WeftPlan             *plan,
                                  gboolean              thinking);

G_END_DECLS
