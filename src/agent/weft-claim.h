/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claim checker: every figure in a model's text is held to what the evaluator has said so far, and marked as matching,
 * contradicting or unknown. A figure in a text never becomes a result. */
#pragma once

#include <json-glib/json-glib.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_CLAIM_MATCHES,     /* an evaluator result, or a given (budget, weight, fact of the catalog, part of a proposed design), rounded as it is written */
  WEFT_CLAIM_CONTRADICTS, /* it says what it is (the score, HPCG's speed-up), and no result says so */
  WEFT_CLAIM_UNKNOWN,     /* nothing to hold it to */
} WeftClaimVerdict;

WEFT_API const char *weft_claim_verdict_nick (WeftClaimVerdict verdict); /* "matches", "contradicts", "unknown" */

/* One figure of a text. */
typedef struct
{
  guint start;      /* bytes */
  guint end;
  WeftClaimVerdict verdict;
  guint evaluation; /* the number of the evaluation that it matches, or that says otherwise; 0 for none */
  char *what;       /* (nullable): "score", "hpcg speed-up", "power budget" */
  double value;     /* as it is written, in SI units */
  double actual;    /* of the result that it matches or contradicts; NAN for none */
} WeftClaim;

typedef struct _WeftClaimFacts WeftClaimFacts;

WEFT_API WeftClaimFacts *weft_claim_facts_new  (void);
WEFT_API void            weft_claim_facts_free (WeftClaimFacts *self);
/* @result: the data of an eval.result, with its "evaluation". */
WEFT_API void            weft_claim_facts_add_result (WeftClaimFacts *self, JsonObject *result);
/* @partitions: of a proposed design: fractions and what can be said of them. */
WEFT_API void            weft_claim_facts_add_design (WeftClaimFacts *self, JsonArray *partitions);
/* A number that was given. @unit: "", "W", "USD", "B/s", "FLOP/s", "B", "s" (SI). */
WEFT_API void            weft_claim_facts_add_given  (WeftClaimFacts *self, const char *what, double value, const char *unit);

/* (transfer full) (element-type WeftClaim): in the order of the text, without overlap. */
WEFT_API GPtrArray      *weft_claims_check (const char *text, WeftClaimFacts *facts);
/* As the trail keeps them: an array of {"start","end","verdict","evaluation","what","value","actual"}. (transfer full) */
WEFT_API JsonNode       *weft_claims_to_json   (GPtrArray *claims);
/* Untrusted: what does not fit into @text is left out. (transfer full) (element-type WeftClaim) */
WEFT_API GPtrArray      *weft_claims_from_json (JsonArray *array, const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftClaimFacts, weft_claim_facts_free)

G_END_DECLS
