/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the local search: what it has seen, what it believes of candidates, and its moves. */
#pragma once

#include "search/weft-estimate-private.h"
#include "search/weft-method-private.h"

G_BEGIN_DECLS

/* A candidate and what was found out about it. */
typedef struct
{
  WeftCandidate candidate;
  WeftVerdict verdict;
} WeftLocalSeen;

/* Seconds of every kind of work on one partition. */
typedef struct
{
  guint round; /* of the view in which they were estimated */
  gboolean bought;
  guint32 n;
  double mean[WEFT_N_ESTIMATES];
  double hopeful[WEFT_N_ESTIMATES]; /* as good as may well be */
} WeftLocalCell;

/* What the search believes: an estimate for every unit with every fraction, and the scale of every workload. */
typedef struct
{
  WeftProblem *problem;
  WeftEstimate *estimate;
  WeftLocalCell *cells;  /* [unit][fraction] */
  guint round;
  double hope; /* standard deviations by which a hopeful estimate is better */
  gboolean has_scale[WEFT_N_WORKLOADS];
  double scale[WEFT_N_WORKLOADS]; /* ln(speed-up * seconds) */
  guint64 n_estimates;
} WeftLocalView;

void     weft_local_view_init   (WeftLocalView *self, WeftProblem *problem, gboolean attribution);
void     weft_local_view_clear  (WeftLocalView *self);
/* Learns from a verdict. */
void     weft_local_view_learn  (WeftLocalView *self, const WeftCandidate *candidate, const WeftVerdict *verdict);
/* ln of the score, -INFINITY when it is thought not feasible. @gains: (nullable): ln of the speed-ups. */
double   weft_local_view_score  (WeftLocalView *self, const WeftCandidate *candidate, gboolean hopeful, double *gains);
/* How many standard deviations better a hopeful estimate is. */
void     weft_local_view_set_hope (WeftLocalView *self, double hope);
/* Whether every partition is thought to do something better than the others. */
gboolean weft_local_view_needs_all (WeftLocalView *self, const WeftCandidate *candidate, gboolean hopeful);

/* Facts of @n chips of a unit. */
void     weft_local_site        (WeftProblem *problem, guint unit, double n, WeftEstimateSite *site);
/* Hands what a verdict says of each partition and kind of work to @estimate. */
void     weft_local_sight       (WeftProblem *problem, WeftEstimate *estimate, const WeftCandidate *candidate, const WeftVerdict *verdict);

/* The candidate, not among @seen, of the best score that a climb by the view from the best of @seen, and from
 * the best designs of one kind, comes across. @parent: (out): index in @seen. FALSE when there is none. */
gboolean weft_local_climb       (WeftLocalView *view, GArray *seen, gboolean hopeful, WeftCandidate *candidate, int *parent, double *score);
gboolean weft_local_refine      (WeftLocalView *view, GArray *seen, guint best, WeftCandidate *candidate, double *score);
/* Without an estimate: a part with more of what the best design's workloads wait for. */
gboolean weft_local_relieve     (WeftProblem *problem, GArray *seen, guint best, WeftProposal *proposal);

/* What both methods do with the estimate: every so manyth proposal goes where it may be wrong, every so manyth divides the
 * best design otherwise, and less gain, in ln of the score, is not worth an evaluation. */
#define WEFT_LOCAL_DOUBT_EVERY 3
#define WEFT_LOCAL_REFINE_EVERY 5
#define WEFT_LOCAL_WORTHWHILE 5e-4

/* ln of the best score of @seen, -INFINITY when nothing was feasible. */
double   weft_local_best_score  (GArray *seen);
/* The best of @seen divided otherwise, as a proposal without a reason. FALSE when there is none. */
gboolean weft_local_propose_refined (WeftLocalView *view, GArray *seen, WeftProposal *proposal, double *score);
/* An untried candidate drawn at random, as a proposal without a reason. FALSE when there is none. */
gboolean weft_local_propose_drawn (WeftProblem *problem, WeftRandom *random, GArray *seen, WeftProposal *proposal);
/* More hope when nothing promised was found, else less. */
void     weft_local_view_judge_hope (WeftLocalView *view, gboolean found);

gboolean weft_local_is_seen     (GArray *seen, const WeftCandidate *candidate);
/* Indices of the best @n of @seen, best first; returns how many. */
guint    weft_local_best        (WeftProblem *problem, GArray *seen, guint n, guint *best);
/* "HPCG is held by fabric latency on 896 B200" */
void     weft_local_describe    (WeftProblem *problem, const WeftLocalSeen *seen, guint workload, char *text, gsize size);

G_END_DECLS
