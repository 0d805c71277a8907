/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One planning run: a planner that proposes designs by calling evaluate_design, the evaluator that judges them, three specialists
 * that advise on what was evaluated, and the trail of it all. A state machine in the main thread; results come from the evaluator only. */
#pragma once

#include "agent/weft-chat.h"
#include "agent/weft-dialogue.h"
#include "search/weft-problem.h"
#include "search/weft-search.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_PLAN_IDLE,
  WEFT_PLAN_REQUESTING, /* sent, nothing has come yet */
  WEFT_PLAN_STREAMING,
  WEFT_PLAN_EVALUATING,
  WEFT_PLAN_ADVISING,   /* the specialists are asked */
  WEFT_PLAN_WAITING,    /* for a retry */
  WEFT_PLAN_PAUSED,     /* between turns */
  WEFT_PLAN_DONE,
} WeftPlanState;

WEFT_API const char *weft_plan_state_nick (WeftPlanState state);

/* When it ends; 0 for no such limit (but @evaluations). */
typedef struct
{
  guint evaluations;
  guint requests;       /* 0: 4 * @evaluations */
  guint idle_turns;     /* turns without a new valid design; 0: 5 */
  guint patience;       /* evaluations without a better score */
  double wall_s;
  guint64 tokens;
  double cost_usd;
} WeftPlanBudget;

/* Filled in by who starts it; copied by weft_plan_new(). */
typedef struct
{
  WeftProblem *problem;
  WeftDesign *start;        /* (nullable): what the planner is shown first */
  WeftChat *planner;        /* (nullable): the built-in planner */
  WeftChat *specialists;    /* (nullable): as @planner */
  const char *builtin;      /* (nullable): method of the built-in planner with its options; "builtin" */
  WeftPlanBudget budget;
  guint64 seed;
  gboolean no_specialists;  /* ablations */
  gboolean no_attribution;
  gboolean no_feedback;     /* a refused design is answered without saying why */
  gboolean no_thinking;     /* the trail keeps the hash of thinking text only */
  gboolean no_record;
  const char *folder;       /* (nullable): of trails */
  const char *group;        /* (nullable): id of the first of runs that belong together */
} WeftPlanSettings;

typedef struct
{
  guint evaluations;
  guint requests;
  guint advice_requests;    /* of them, to specialists */
  guint schema_invalid;
  guint refused;            /* by a rule of composition or a limit, before evaluation */
  guint infeasible;         /* evaluations without a score */
  guint duplicates;
  guint64 tokens_prompt;
  guint64 tokens_completion;
  gboolean tokens_estimated; /* some of them */
  double cost_usd;          /* NAN when a price is unknown */
  gboolean has_best;
  double best;
  guint best_at;            /* number of the evaluation */
  double elapsed_s;
} WeftPlanCounts;

#define WEFT_TYPE_PLAN (weft_plan_get_type ())
/* Properties: "state" (notify). Signals: "changed" (counts, a new event; at most once a turn of the main loop), "done". */
WEFT_API G_DECLARE_FINAL_TYPE (WeftPlan, weft_plan, WEFT, PLAN, GObject)

/* (transfer full): NULL with an error when the trail cannot be written or a role of data/agent is missing. */
WEFT_API WeftPlan      *weft_plan_new          (const WeftPlanSettings *settings, GError **error);
/* Plays a recorded run again, without a network: its answers come from the record, its results from the evaluator, and they are compared. (transfer full) */
WEFT_API WeftPlan      *weft_plan_new_replay   (WeftEvaluator *evaluator, WeftTrailRun *run, const WeftPlanSettings *settings, GError **error);
/* Of a replay: what was compared, and the first difference; FALSE when it is none. @report: (out) borrows its text. */
WEFT_API gboolean       weft_plan_get_replay   (WeftPlan *self, WeftReplayReport *report);
WEFT_API void           weft_plan_start        (WeftPlan *self);
WEFT_API void           weft_plan_pause        (WeftPlan *self); /* after this turn */
WEFT_API void           weft_plan_go_on        (WeftPlan *self);
WEFT_API void           weft_plan_stop         (WeftPlan *self); /* at once; ends the run with the best design */
WEFT_API void           weft_plan_say          (WeftPlan *self, const char *text); /* before the next turn: "user says" */
WEFT_API void           weft_plan_hand_back    (WeftPlan *self, WeftDesign *design); /* a design that the user has edited: evaluated before the next turn */
WEFT_API void           weft_plan_retry_now    (WeftPlan *self);
WEFT_API void           weft_plan_set_budget   (WeftPlan *self, const WeftPlanBudget *budget); /* also while it runs */

WEFT_API WeftPlanState  weft_plan_get_state    (WeftPlan *self);
WEFT_API gint64         weft_plan_get_retry_at_us (WeftPlan *self); /* monotonic time, while WAITING */
WEFT_API const char    *weft_plan_get_reason   (WeftPlan *self); /* (nullable): why it waits or has ended, one sentence */
WEFT_API void           weft_plan_get_counts   (WeftPlan *self, WeftPlanCounts *counts);
WEFT_API JsonObject    *weft_plan_counts_to_json (const WeftPlanCounts *counts); /* (transfer full) */
WEFT_API void           weft_plan_get_budget   (WeftPlan *self, WeftPlanBudget *budget);
WEFT_API WeftDialogue  *weft_plan_get_dialogue (WeftPlan *self); /* (transfer none) */
WEFT_API WeftProblem   *weft_plan_get_problem  (WeftPlan *self);
WEFT_API const char    *weft_plan_get_path     (WeftPlan *self); /* (nullable): of its trail */
WEFT_API WeftDesign    *weft_plan_dup_best     (WeftPlan *self); /* (nullable) (transfer full) */
/* Best score after each evaluation, NAN before the first feasible one. (transfer none) (element-type double) */
WEFT_API GArray        *weft_plan_get_curve    (WeftPlan *self);

G_END_DECLS
