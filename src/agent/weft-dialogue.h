/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A planning run as a list to read: what each agent said, each call with the evaluator's verdict and the advice on it, what
 * the user did. Made from the events of a trail alone, so that an old run reads as it did while it ran; while an answer
 * streams, its item grows. No widgets. */
#pragma once

#include "agent/weft-claim.h"
#include "agent/weft-turn-reader.h"
#include "model/weft-workload.h"
#include "trail/weft-trail.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_DIALOGUE_START,  /* run.start */
  WEFT_DIALOGUE_TURN,   /* what the planner said */
  WEFT_DIALOGUE_CALL,   /* a tool call with its verdict and the specialists' advice on it */
  WEFT_DIALOGUE_USER,   /* what the user said, or a design that the user handed back */
  WEFT_DIALOGUE_NOTICE, /* retry, error, limit, compaction, pause: one line */
  WEFT_DIALOGUE_END,    /* run.end */
} WeftDialogueKind;

/* What became of a call. */
typedef enum
{
  WEFT_CALL_WAITING,
  WEFT_CALL_SCORED,
  WEFT_CALL_INFEASIBLE, /* evaluated, without a score */
  WEFT_CALL_REFUSED,    /* schema, constraint, unknown tool, budget: not evaluated */
  WEFT_CALL_DUPLICATE,  /* answered with the result of an earlier evaluation */
} WeftCallVerdict;

/* A suggestion of a specialist. */
#define WEFT_TYPE_ADVICE (weft_advice_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftAdvice, weft_advice, WEFT, ADVICE, GObject)
WEFT_API const char *weft_advice_get_specialist (WeftAdvice *self); /* "chip", "scaleup", "scaleout" */
WEFT_API const char *weft_advice_get_parameter  (WeftAdvice *self); /* "partitions/1/power_frac" */
WEFT_API const char *weft_advice_get_suggestion (WeftAdvice *self);
WEFT_API const char *weft_advice_get_because    (WeftAdvice *self);

#define WEFT_TYPE_DIALOGUE_ITEM (weft_dialogue_item_get_type ())
/* Properties (readable, notify when they change): "text", "thinking", "streaming", "verdict". Everything else is set before the item is in the list, but for what a verdict brings. */
WEFT_API G_DECLARE_FINAL_TYPE (WeftDialogueItem, weft_dialogue_item, WEFT, DIALOGUE_ITEM, GObject)

WEFT_API WeftDialogueKind weft_dialogue_item_get_kind      (WeftDialogueItem *self);
WEFT_API guint64          weft_dialogue_item_get_seq       (WeftDialogueItem *self); /* of its first event, 0 while it streams */
WEFT_API const char      *weft_dialogue_item_get_agent     (WeftDialogueItem *self); /* (nullable): "planner", "user" */
WEFT_API const char      *weft_dialogue_item_get_model     (WeftDialogueItem *self); /* (nullable) */
WEFT_API const char      *weft_dialogue_item_get_text      (WeftDialogueItem *self); /* never NULL: plain text, made safe to show */
WEFT_API const char      *weft_dialogue_item_get_thinking  (WeftDialogueItem *self); /* never NULL */
WEFT_API gboolean         weft_dialogue_item_is_streaming  (WeftDialogueItem *self);
WEFT_API gboolean         weft_dialogue_item_is_abandoned  (WeftDialogueItem *self); /* it broke off and was asked again */
WEFT_API guint64          weft_dialogue_item_get_tokens    (WeftDialogueItem *self, gboolean *estimated); /* of this answer */
WEFT_API gsize            weft_dialogue_item_get_coming_bytes (WeftDialogueItem *self); /* of arguments, while it streams */
WEFT_API GPtrArray       *weft_dialogue_item_get_claims    (WeftDialogueItem *self); /* (element-type WeftClaim): marks of its text; as recorded, live ones while it streams. (transfer none) */

/* Of a call. */
WEFT_API WeftCallVerdict  weft_dialogue_item_get_verdict   (WeftDialogueItem *self);
WEFT_API guint            weft_dialogue_item_get_evaluation (WeftDialogueItem *self); /* number, 0 for none */
WEFT_API const char      *weft_dialogue_item_get_label     (WeftDialogueItem *self); /* "98 % B200, 2 % WSE3s", or what was refused */
WEFT_API const char      *weft_dialogue_item_get_name      (WeftDialogueItem *self); /* (nullable): the model's own name for it, made safe */
WEFT_API double           weft_dialogue_item_get_score     (WeftDialogueItem *self); /* NAN when it has none */
WEFT_API double           weft_dialogue_item_get_ratio     (WeftDialogueItem *self, WeftWorkloadKind workload); /* NAN when unknown */
WEFT_API const char      *weft_dialogue_item_get_bottleneck (WeftDialogueItem *self, WeftWorkloadKind workload); /* (nullable): "memory" */
WEFT_API gboolean         weft_dialogue_item_is_best       (WeftDialogueItem *self); /* of the run, when it came */
WEFT_API const char      *weft_dialogue_item_get_stage     (WeftDialogueItem *self); /* (nullable): of a refusal: "schema", "constraint", "duplicate", "tool" */
WEFT_API GPtrArray       *weft_dialogue_item_get_problems  (WeftDialogueItem *self); /* (element-type utf8): sentences. (transfer none) */
WEFT_API GListModel      *weft_dialogue_item_get_advice    (WeftDialogueItem *self); /* of WeftAdvice. (transfer none) */
WEFT_API JsonNode        *weft_dialogue_item_get_partitions (WeftDialogueItem *self); /* (nullable) (transfer none) */
WEFT_API const char      *weft_dialogue_item_get_arguments (WeftDialogueItem *self); /* (nullable): as the model wrote them, made safe */
/* The event with its result, to find the design by. 0 for none. */
WEFT_API guint64          weft_dialogue_item_get_result_seq (WeftDialogueItem *self);

#define WEFT_TYPE_DIALOGUE (weft_dialogue_get_type ())
/* A GListModel of WeftDialogueItem. */
WEFT_API G_DECLARE_FINAL_TYPE (WeftDialogue, weft_dialogue, WEFT, DIALOGUE, GObject)

WEFT_API WeftDialogue *weft_dialogue_new        (void);
/* Events in their order. What is unknown or damaged is passed over. */
WEFT_API void          weft_dialogue_take_event (WeftDialogue *self, WeftEvent *event);
/* What has come of the answer of @agent that is under way; the planner's own grows an item, specialists' do not. */
WEFT_API void          weft_dialogue_stream     (WeftDialogue *self, const char *agent, const char *content, const char *thinking, gsize arguments_bytes);
/* All events of a recorded run. Blocks: for a worker thread. (transfer full) */
WEFT_API WeftDialogue *weft_dialogue_load       (WeftTrailRun *run, GCancellable *cancellable, GError **error);
/* Text from outside, fit for a label or a terminal: no control, no bidi character, no escape; at most @max characters (0: no limit). (transfer full) */
WEFT_API char         *weft_dialogue_make_safe  (const char *text, gsize max);

G_END_DECLS
