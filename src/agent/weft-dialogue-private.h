/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The insides of a dialogue: its items as events change them, and what of the events is kept to find the item that the
 * next one is about. */
#pragma once

#include "agent/weft-claim-private.h"
#include "agent/weft-dialogue.h"
#include "agent/weft-safe-text-private.h"

G_BEGIN_DECLS

struct _WeftDialogueItem
{
  GObject parent_instance;

  WeftDialogueKind kind;
  guint64 seq;
  char *agent;
  char *model;
  WeftSafeText text;
  WeftSafeText thinking;
  char *original;      /* (nullable): as it came, when the text is not the same: recorded marks are places in it */
  GPtrArray *claims;
  gsize checked;       /* bytes of the text whose marks do not change any more */
  gsize checked_at;    /* its length when marks were looked for */
  gboolean streaming;
  gboolean abandoned;
  guint64 tokens;
  gboolean tokens_estimated;
  gsize coming_bytes;

  WeftCallVerdict verdict;
  gboolean validated;
  guint evaluation;
  char *label;
  char *name;
  double score;
  double ratios[WEFT_N_WORKLOADS];
  char *bottlenecks[WEFT_N_WORKLOADS];
  gboolean best;
  char *stage;
  GPtrArray *problems;
  GListStore *advice;
  JsonNode *partitions;
  char *arguments;
  guint64 result_seq;
};

struct _WeftDialogue
{
  GObject parent_instance;

  GPtrArray *items;
  WeftDialogueItem *coming;   /* (nullable) (unowned): grows now; always the last one */
  GHashTable *by_seq;         /* (element-type gint64 WeftDialogueItem): by each event that made or changed it */
  GHashTable *by_design;      /* (element-type utf8 WeftDialogueItem): the last call with that design */
  GHashTable *by_evaluation;  /* (element-type guint WeftDialogueItem) */
  GHashTable *calls;          /* (element-type utf8 JsonObject): tool calls of the last answer */
  GHashTable *by_call;        /* (element-type utf8 WeftDialogueItem): items of those calls */
  GHashTable *told;           /* (element-type gint64): events that a notice was made of */
  WeftClaimFacts *facts;
  char *model;
  gboolean planned;           /* a planning run, not a search */
};

/* weft-advice.c */
WeftAdvice       *weft_advice_new                (const char *specialist,
                                                  JsonObject *item);

/* weft-dialogue-item.c */
WeftDialogueItem *weft_dialogue_item_new         (WeftDialogueKind kind,
                                                  guint64          seq,
                                                  const char      *agent);
void              weft_dialogue_item_set_text    (WeftDialogueItem *self,
                                                  const char       *text);
void              weft_dialogue_item_set_content (WeftDialogueItem *self,
                                                  const char       *content,
                                                  const char       *thinking);
void              weft_dialogue_item_set_claims  (WeftDialogueItem *self,
                                                  GPtrArray        *claims);
void              weft_dialogue_item_set_verdict (WeftDialogueItem *self,
                                                  WeftCallVerdict   verdict);
void              weft_dialogue_item_set_streaming (WeftDialogueItem *self,
                                                    gboolean          streaming);
void              weft_dialogue_item_notify_text (WeftDialogueItem *self);
void              weft_dialogue_item_notify_thinking (WeftDialogueItem *self);

/* weft-dialogue.c */
void              weft_dialogue_add              (WeftDialogue     *self,
                                                  WeftDialogueItem *item);
void              weft_dialogue_drop_coming      (WeftDialogue     *self);
void              weft_dialogue_remember         (WeftDialogue     *self,
                                                  guint64           seq,
                                                  WeftDialogueItem *item);
WeftDialogueItem *weft_dialogue_recall           (WeftDialogue     *self,
                                                  guint64           seq);

/* weft-dialogue-call.c */
void              weft_dialogue_take_proposed    (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_validated   (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_started     (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_result      (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_best        (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_advice      (WeftDialogue *self, WeftEvent *event, JsonObject *data);

/* weft-dialogue-turn.c */
void              weft_dialogue_take_request     (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_response    (WeftDialogue *self, WeftEvent *event, JsonObject *data);
void              weft_dialogue_take_claims      (WeftDialogue *self, WeftEvent *event, JsonObject *data);

/* weft-dialogue-refusal.c */
GPtrArray        *weft_dialogue_list_problems    (JsonObject *data);
char             *weft_dialogue_dup_refused      (const char *stage,
                                                  const char *tool,
                                                  const char *arguments);

/* weft-dialogue-words.c */
char             *weft_dialogue_word_start       (JsonObject *data);
char             *weft_dialogue_word_end         (JsonObject *data);
char             *weft_dialogue_word_control     (JsonObject *data);
char             *weft_dialogue_word_retry       (JsonObject *data,
                                                  gboolean    told);
char             *weft_dialogue_word_field       (JsonObject *data);
char             *weft_dialogue_word_compaction  (JsonObject *data);
char             *weft_dialogue_word_limit       (JsonObject *data);
char             *weft_dialogue_word_failure     (const char *agent,
                                                  JsonObject *data);
char             *weft_dialogue_word_no_advice   (const char *agent,
                                                  const char *error);
gboolean          weft_dialogue_is_specialist    (const char *agent);

G_END_DECLS
