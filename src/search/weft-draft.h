/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design as a planner or a user proposes it: any fractions, names as people write them. It is held to the space's parts
 * and rules, and judged by the evaluator like any candidate. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/* What is refused, in words that are the same in every language, since they go to planners and into trails. */
typedef struct
{
  char *path;        /* JSON pointer */
  const char *code;  /* "unknown_chip" */
  char *message;
  JsonNode *allowed; /* (nullable) */
  JsonNode *got;     /* (nullable) */
} WeftDraftError;

/**
 * WeftDraft: (skip)
 * @name: (nullable): its own name, which means nothing
 * @machine: partitions with the larger fraction first
 * @partitions: an array as the member "partitions" of a document, of the catalog's own ids
 * @digest: of @partitions; names the design, and is that of the candidate when it is one
 * @label: "98 % B200, 2 % WSE3s"
 * @is_candidate: whether the space has it, fractions included
 * @errors: (element-type WeftDraftError): empty when it may be judged
 * @stage: (nullable): of the errors: "schema" or "constraint"
 */
typedef struct
{
  char *name;
  WeftMachine machine;
  JsonNode *partitions;
  char *digest;
  char *label;
  gboolean is_candidate;
  WeftCandidate candidate;
  GPtrArray *errors;
  const char *stage;
} WeftDraft;

/* @root: an object with "partitions", perhaps "name"; all else in it is passed over. Never NULL: see its errors. Without them all members are set. (transfer full) */
WEFT_API WeftDraft  *weft_draft_new    (WeftProblem *problem, JsonNode *root);
/* Of a user's document, also a graph. (transfer full) */
WEFT_API WeftDraft  *weft_draft_new_from_design (WeftProblem *problem, WeftDesign *design);
WEFT_API void        weft_draft_free   (WeftDraft *self);
/* What the evaluator says of a draft without errors. FALSE when a partition gets not one node: an error has been added. */
WEFT_API gboolean    weft_draft_judge  (WeftDraft *self, WeftProblem *problem, WeftKernel *kernel, WeftVerdict *verdict);
/* A document with the problem's profile, facility and workload. (transfer full) */
WEFT_API WeftDesign *weft_draft_design (WeftDraft *self, WeftProblem *problem);
/* An array of {"path", "code", "message", "allowed", "got"}: the first @most. (transfer full) */
WEFT_API JsonArray  *weft_draft_errors_to_json (WeftDraft *self, guint most);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftDraft, weft_draft_free)

G_END_DECLS
