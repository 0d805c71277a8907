/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a run has observed, the best first: what model-based methods learn from. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

typedef struct
{
  WeftCandidate candidate;
  WeftVerdict verdict;
  int number; /* of the observation */
} WeftObservation;

typedef struct
{
  WeftProblem *problem;
  GPtrArray *all; /* of WeftObservation: feasible ones, the best first, then the others as they came */
  guint n_feasible;
  guint n_evaluations;
} WeftRanking;

void                   weft_ranking_init  (WeftRanking *self, WeftProblem *problem);
void                   weft_ranking_clear (WeftRanking *self);
void                   weft_ranking_add   (WeftRanking *self, const WeftCandidate *candidate, const WeftVerdict *verdict, int number);
const WeftObservation *weft_ranking_get   (const WeftRanking *self, guint rank);

G_END_DECLS
