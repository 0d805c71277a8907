/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The certified optimum: branch and bound over a problem's space, with a certificate that says which candidates were
 * looked at, which were bounded away, and how far the answer can be from the best. */
#pragma once

#include "search/weft-problem-private.h"

G_BEGIN_DECLS

/**
 * WeftOptimum: (skip)
 * @score: of the best design, 0 when nothing in the space is feasible
 * @covered: candidates whose score was computed, or that differ from one only in labels that cannot better it
 * @bounded: candidates whose upper bound is below the answer
 * @invalid: candidates with a fraction that buys no node
 * @bound: nothing in the space is better than this
 * @gap: bound / score - 1, 0 when exact
 * @runner_up: the best with another score
 */
typedef struct
{
  double score;
  WeftCandidate best;
  WeftVerdict verdict;
  double covered;
  double bounded;
  double invalid;
  double open;       /* candidates left when time ran out, 0 when exact */
  double bound;
  double gap;
  gboolean has_runner_up;
  double runner_up_score;
  WeftCandidate runner_up;
  double evaluations; /* scores computed */
  double seconds;
} WeftOptimum;

/* @limit_s: 0 for no limit. @progress: (nullable): share of the space that is settled, and the best score so far; called on this thread.
 * FALSE when cancelled. */
WEFT_API gboolean  weft_optimum_find    (WeftProblem *problem, double limit_s, void (*progress) (double share, double score, gpointer data), gpointer data,
                                         GCancellable *cancellable, WeftOptimum *optimum, GError **error);
/* The object of `weft optimum --json`. (transfer full) */
WEFT_API JsonNode *weft_optimum_to_json (WeftProblem *problem, const WeftOptimum *optimum);
/* The best design of one partition alone. FALSE when none is feasible. */
WEFT_API gboolean  weft_problem_best_homogeneous (WeftProblem *problem, WeftCandidate *best, WeftVerdict *verdict);

G_END_DECLS
