/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decisions that make up a design, for methods that take them one at a time. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_DECISION_ADD,     /* one partition more */
  WEFT_DECISION_SPLIT,   /* the budget among the partitions */
  WEFT_DECISION_FABRIC,  /* of one partition */
  WEFT_DECISION_ROLE,    /* of one partition */
  WEFT_DECISION_CHIP,    /* of one partition */
  WEFT_DECISION_REMOVE,  /* of one partition */
  WEFT_N_DECISIONS,
} WeftDecision;

/* Designs of a single partition, one a chip; empty when no fraction is the whole. (transfer full) (element-type WeftCandidate) */
GArray  *weft_decision_begin     (WeftProblem *problem, WeftRandom *random);
/* What @self becomes by each answer, in an order drawn at random. (transfer full) (element-type WeftCandidate) */
GArray  *weft_decision_answers   (WeftDecision decision, WeftProblem *problem, WeftRandom *random, const WeftCandidate *self, guint part);
/* Whether it is asked for every partition. */
gboolean weft_decision_is_a_part (WeftDecision decision);

G_END_DECLS
