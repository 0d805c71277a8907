/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a planning run, for the files that each do one part of it: turns, calls, advice, stops, the record. */
#pragma once

#include "agent/weft-context-private.h"
#include "agent/weft-kit-private.h"
#include "agent/weft-plan.h"
#include "model/weft-kernel-private.h"
#include "search/weft-draft.h"
#include "search/weft-search.h"

G_BEGIN_DECLS

#define WEFT_N_SPECIALISTS 3

/* "chip", "scaleup", "scaleout" */
extern const char *const weft_plan_specialists[WEFT_N_SPECIALISTS];

/* A design that was evaluated. */
typedef struct
{
  guint evaluation;
  guint64 seq;          /* of its eval.result */
  WeftVerdict verdict;
  WeftMachine machine;
  JsonNode *partitions;
  char *digest;
  char *label;
} WeftPlanned;

/* A request that is under way, and where it stands in the trail. */
typedef struct
{
  WeftPlan *plan;       /* owned */
  const char *agent;
  const char *reason;   /* "turn", "advice" ... */
  guint specialist;
  guint64 request_seq;
  guint64 response_seq;
} WeftAsking;

/* What the user did in a recorded run, before a request of the planner. */
typedef struct
{
  guint after;          /* requests to the planner */
  guint judged;         /* calls and designs, when a budget was changed */
  char *text;           /* (nullable): said */
  WeftDesign *design;   /* (nullable): handed back */
  gboolean has_budget;
  WeftPlanBudget budget;
} WeftPlanInput;

struct _WeftPlan
{
  GObject parent_instance;

  /* What was asked for. */
  WeftProblem *problem;
  WeftDesign *start;          /* (nullable) */
  WeftChat *planner;
  WeftChat *specialists;
  WeftTransport *rules;       /* (nullable): of the built-in planner */
  WeftTransport *record;      /* (nullable): of a replay */
  GArray *inputs;             /* (nullable): of WeftPlanInput: what the user did in the recorded run */
  guint next_input;
  GPtrArray *expected;        /* (nullable): of char*: digests of the recorded results */
  GArray *expected_seq;       /* of guint64: their events */
  WeftReplayReport replay;
  char *method;               /* "llm", "builtin:no-specialists" */
  WeftPlanBudget budget;
  guint64 seed;
  gboolean no_specialists;
  gboolean no_attribution;
  gboolean no_feedback;
  gboolean no_thinking;
  gboolean no_record;
  char *folder;               /* (nullable) */
  char *group;                /* (nullable) */

  /* Where it stands. */
  WeftPlanState state;
  char *reason;               /* (nullable) */
  WeftPlanCounts counts;
  gint64 started_us;          /* monotonic, 0 before */
  gint64 retry_at_us;
  guint retry_source;
  guint next_source;
  guint changed_source;
  guint time_source;
  char *out_of_time;          /* (nullable): why it stops, when it is not the user who wants it */
  gboolean wants_pause;
  gboolean wants_stop;
  GCancellable *cancellable;  /* of what is under way */
  guint in_flight;            /* requests */
  guint busy;                 /* steps that are being made, one within the other */
  GQueue said;                /* of char* */
  GQueue handed_back;         /* of WeftDesign */
  GPtrArray *told;            /* of char*: what the user said and the planner was told */

  /* What it knows. */
  WeftKit *kit;
  WeftKernel *kernel;
  WeftContext *context;       /* NULL until the first turn */
  JsonNode *tools;
  GPtrArray *planned;         /* of WeftPlanned, in the order of their evaluations */
  GHashTable *by_digest;      /* of borrowed digest to WeftPlanned */
  int best;                   /* index in @planned, -1 for none */
  GArray *curve;              /* of double */
  WeftDialogue *dialogue;
  WeftClaimFacts *facts;

  /* This turn. */
  WeftTurn *turn;
  guint call;                 /* which call of it is being answered */
  guint64 response_seq;       /* of the planner's answer */
  JsonNode *answer;           /* (nullable): what the call is answered, while specialists are asked */
  const WeftPlanned *asked_about; /* (nullable) */
  guint n_asked;              /* specialists who have not answered */
  GPtrArray *advice;          /* (nullable elements) of JsonNode: an array of items from each specialist */
  gboolean turn_planned;      /* a new valid design came of it */

  guint64 advice_prompt;      /* tokens of the specialists, which are counted with the others too */
  guint64 advice_completion;

  /* What leads to a stop. */
  guint failures;             /* in a row */
  guint silent_turns;
  guint idle_turns;
  guint duplicates;           /* in a row */
  guint n_judged;             /* calls and designs that were judged in any way */
  guint since_best;           /* evaluations */
  guint advice_failures;
  guint max_tokens;           /* 0: the endpoint's; raised when an answer was cut */

  /* Room. */
  guint chips;                /* 0: all is told at length */
  double tokens_a_byte;       /* as this model counts */
  guint64 context_tokens;     /* that the model takes, 0: unknown */
  gboolean guessed_context;   /* nobody said so */
  gboolean has_summary;
  guint summary_rows;         /* 0: as many as usual */
  gsize body_bytes;           /* of the planner's last request */
  guint context_errors;       /* in a row */

  /* The record. */
  WeftTrailWriter *writer;
  char *temporary;            /* (nullable): folder of a trail that is not to be kept */
  GChecksum *results;
  GError *trail_error;
  gboolean has_begun;         /* it has its run.start */
  gboolean has_ended;         /* and its run.end */
};

/* weft-plan.c */
void     weft_plan_set_state   (WeftPlan *self, WeftPlanState state);
void     weft_plan_changed     (WeftPlan *self);
void     weft_plan_next        (WeftPlan *self);  /* soon */
/* Around all that is done at a time. */
void     weft_plan_enter       (WeftPlan *self);
void     weft_plan_leave       (WeftPlan *self);
void     weft_plan_end         (WeftPlan *self, const char *code, const char *sentence);

/* weft-plan-turn.c */
void     weft_plan_ask         (WeftPlan *self, const char *reason);
void     weft_plan_ask_again   (WeftPlan *self);  /* after a failed turn */
/* What every request of this plan does while it is under way. */
WeftChatWatch weft_plan_watch  (WeftAsking *asking);
void     weft_asking_free      (WeftAsking *asking);
void     weft_plan_turn_done   (WeftPlan *self);  /* all calls of the turn are answered */

/* weft-plan-call.c */
void     weft_plan_answer_calls (WeftPlan *self);
/* Judges a design that the user hands over; its result in words for the planner. (transfer full) */
char    *weft_plan_take_design (WeftPlan *self, WeftDesign *design, const char *reason);

/* weft-plan-advise.c: FALSE when nobody has to be asked. */
gboolean weft_plan_advise      (WeftPlan *self, const WeftPlanned *planned);

/* weft-plan-stop.c: (nullable): the code of the limit that is reached; @sentence: (out) (transfer full). */
const char *weft_plan_find_stop (WeftPlan *self, char **sentence);
/* Whether the budget has room for one more question to each specialist. */
gboolean weft_plan_affords_advice (WeftPlan *self, guint64 prompt, guint64 completion);
/* Ends what is under way when the time is over. */
void     weft_plan_watch_time  (WeftPlan *self);
/* A budget without what is no number. */
WeftPlanBudget weft_plan_read_limits (const WeftPlanBudget *budget);

/* weft-plan-room.c: keeping what is said within the model's context */
WeftBriefing weft_plan_briefing  (WeftPlan *self);
guint64  weft_plan_context_tokens (WeftPlan *self); /* that the model takes, 0: unknown */
guint64  weft_plan_next_tokens   (WeftPlan *self); /* of the planner's next request, estimated */
/* FALSE when it cannot be made to fit. */
gboolean weft_plan_make_room     (WeftPlan *self);
/* What an endpoint's complaint says of its context. FALSE when nothing that was not known. */
gboolean weft_plan_learn_room    (WeftPlan *self, const WeftTurnError *error);
guint    weft_plan_answer_tokens (WeftPlan *self);
void     weft_plan_learn_count   (WeftPlan *self, const WeftTurnUsage *usage);

/* weft-plan-result.c: answers to the planner, (transfer full) */
JsonNode *weft_plan_result_json  (WeftPlan *self, const WeftPlanned *planned);
JsonNode *weft_plan_refusal_json (WeftPlan *self, const char *stage, JsonArray *errors);
char     *weft_plan_summary      (WeftPlan *self);

/* weft-plan-record.c: append to the trail and tell the dialogue. @data: (transfer full). 0 when the trail failed. */
gboolean weft_plan_record_open (WeftPlan *self, GError **error);
guint64  weft_plan_record      (WeftPlan *self, const char *kind, const char *actor, guint64 parent, JsonObject *data);
guint64  weft_plan_record_blob (WeftPlan *self, const char *kind, const char *actor, guint64 parent, JsonObject *data,
                                const char *name, GBytes *bytes);
void     weft_plan_record_start (WeftPlan *self);
guint64  weft_plan_record_request (WeftPlan *self, WeftAsking *asking, const WeftChatAttempt *attempt);
guint64  weft_plan_record_response (WeftPlan *self, WeftAsking *asking, const WeftChatAttempt *attempt, const WeftChatAnswer *answer);
void     weft_plan_record_claims (WeftPlan *self, guint64 response, WeftTurn *turn);
void     weft_plan_record_control (WeftPlan *self, const char *what, const char *text);
void     weft_plan_record_budget (WeftPlan *self, const WeftPlanBudget *old);
void     weft_plan_record_end  (WeftPlan *self, const char *code);

/* weft-plan-replay.c: puts what the user did at this place of the recorded run in the queues. */
void     weft_plan_repeat_input (WeftPlan *self);
void     weft_plan_compare_result (WeftPlan *self, const char *digest);
JsonObject *weft_plan_write_budget (const WeftPlanBudget *budget);
void     weft_plan_read_budget (JsonObject *object, WeftPlanBudget *budget);

/* weft-rules-transport.c: the built-in planner. @method: "builtin" with its options. (transfer full) */
WeftTransport *weft_rules_transport_new     (WeftProblem *problem, const char *method, guint64 seed, guint budget, GError **error);
/* What became of a draft that it, or the user, proposed. @verdict: (nullable): it was refused. */
void           weft_rules_transport_observe (WeftTransport *self, WeftDraft *draft, const WeftVerdict *verdict);
gboolean       weft_rules_transport_is_over (WeftTransport *self);

/* weft-record-transport.c: answers from a recorded run. (transfer full) */
WeftTransport *weft_record_transport_new    (WeftTrailRun *run, GError **error);
gboolean       weft_record_transport_has_more (WeftTransport *self, const char *agent);
/* The first recorded request that was not asked again as it was; 0 for none. */
guint64        weft_record_transport_get_diverged (WeftTransport *self);

G_END_DECLS
