/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plan page works on: settings of the next run, the run that is on or has ended, or a recorded run to read. No widgets. */
#pragma once

#include "agent/weft-plan.h"
#include "app/weft-session.h"
#include "search/weft-optimum.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_PLAN_JOB_IDLE,
  WEFT_PLAN_JOB_PREPARING, /* the problem is being made, or a record read */
  WEFT_PLAN_JOB_RUN,       /* weft_plan_job_get_plan() says how it stands */
  WEFT_PLAN_JOB_RECORD,    /* a recorded run is shown */
  WEFT_PLAN_JOB_FAILED,
} WeftPlanJobState;

/* What the next run will be; who changes it writes into it. */
typedef struct
{
  char *space;
  WeftEndpoint *endpoint;  /* (nullable): the built-in planner */
  char *replay;            /* (nullable): path of a run whose answers are used, in place of both */
  WeftPlanBudget budget;
  guint64 seed;
  gboolean begins_with_open;
  gboolean specialists;
  gboolean attribution;
  gboolean feedback;
  gboolean records;
  char *folder;            /* (nullable): of trails */
} WeftPlanAims;

#define WEFT_TYPE_PLAN_JOB (weft_plan_job_get_type ())
/* Signals: "changed", at most once a turn of the main loop; "ended" when a run comes to its end by itself. */
G_DECLARE_FINAL_TYPE (WeftPlanJob, weft_plan_job, WEFT, PLAN_JOB, GObject)

WeftPlanJob       *weft_plan_job_new          (WeftSession *session);
WeftSession       *weft_plan_job_get_session  (WeftPlanJob *self);
WeftPlanAims      *weft_plan_job_get_aims     (WeftPlanJob *self);
WeftPlanJobState   weft_plan_job_get_state    (WeftPlanJob *self);
const char        *weft_plan_job_get_failure  (WeftPlanJob *self); /* (nullable) */
gboolean           weft_plan_job_is_busy      (WeftPlanJob *self);
gboolean           weft_plan_job_is_reading   (WeftPlanJob *self); /* a record, not yet shown */
void               weft_plan_job_start        (WeftPlanJob *self);
void               weft_plan_job_stop         (WeftPlanJob *self);
void               weft_plan_job_read         (WeftPlanJob *self, const char *path);
void               weft_plan_job_leave        (WeftPlanJob *self); /* back to the settings */

WeftPlan          *weft_plan_job_get_plan     (WeftPlanJob *self); /* (nullable) */
WeftDialogue      *weft_plan_job_get_dialogue (WeftPlanJob *self); /* (nullable) */
WeftProblem       *weft_plan_job_get_problem  (WeftPlanJob *self); /* (nullable) */
const WeftOptimum *weft_plan_job_get_optimum  (WeftPlanJob *self); /* (nullable) */
const char        *weft_plan_job_get_path     (WeftPlanJob *self); /* (nullable): of the trail */
const char        *weft_plan_job_get_planner  (WeftPlanJob *self); /* who plans or planned, in words */
gboolean           weft_plan_job_was_model    (WeftPlanJob *self); /* not the built-in planner */
void               weft_plan_job_get_counts   (WeftPlanJob *self, WeftPlanCounts *counts, WeftPlanBudget *budget);
/* By its item; NULL with an error when it is not known or cannot be made. (transfer full) */
WeftDesign        *weft_plan_job_make_design  (WeftPlanJob *self, WeftDialogueItem *item, GError **error);

G_END_DECLS
