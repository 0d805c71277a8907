/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded planning run, read in a worker. */
#pragma once

#include "agent/weft-plan.h"

G_BEGIN_DECLS

typedef struct
{
  char *path;
  WeftDialogue *dialogue;
  WeftEvent *start;        /* (nullable) */
  char *planner;           /* who planned, in words */
  gboolean model;          /* a language model did */
  WeftPlanCounts counts;   /* as the run's end has them; of an unfinished one what can be counted */
  WeftPlanBudget budget;
} WeftOldPlan;

void            weft_old_plan_read_async  (const char          *path,
                                              GCancellable        *cancellable,
                                              GAsyncReadyCallback  callback,
                                              gpointer             data);
WeftOldPlan *weft_old_plan_read_finish (GAsyncResult        *result,
                                              GError             **error); /* (transfer full) */
void            weft_old_plan_free        (WeftOldPlan      *self);
/* Whether a run.start is one of a planning run. */
gboolean        weft_old_plan_is_plan     (WeftEvent           *start);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftOldPlan, weft_old_plan_free)

G_END_DECLS
