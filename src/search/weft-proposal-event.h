/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the data of an event says about a design. No widgets. */
#pragma once

#include "design/weft-design.h"
#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* What became of a proposal. */
typedef enum
{
  WEFT_OUTCOME_NONE, /* nothing is recorded yet */
  WEFT_OUTCOME_REFUSED,
  WEFT_OUTCOME_INFEASIBLE,
  WEFT_OUTCOME_SCORED,
} WeftOutcome;

WEFT_API WeftOutcome weft_proposal_find_outcome (WeftEvent  *event); /* of design.validated or eval.result */
WEFT_API const char *weft_proposal_find_design (WeftEvent   *event); /* (nullable): what names the design */
WEFT_API const char *weft_proposal_find_parent (WeftEvent   *event); /* (nullable): what names the design it comes from */
WEFT_API const char *weft_proposal_find_reason (WeftEvent   *event); /* (nullable) */
WEFT_API double      weft_proposal_find_score  (WeftEvent   *event); /* NAN when it has none */
WEFT_API char       *weft_proposal_dup_label   (WeftEvent   *event); /* (transfer full) */
/* @start: (nullable): the run's run.start, whose problem gives profile, facility and workload.
 * (nullable) (transfer full): the design itself, as a document; NULL without error when the event holds none. */
WEFT_API WeftDesign *weft_proposal_read_design (WeftEvent   *event,
                                       WeftEvent   *start,
                                       GError     **error);

G_END_DECLS
