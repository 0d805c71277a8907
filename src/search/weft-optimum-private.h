/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of the certified optimum: tables of what each unit does with each fraction, bounds and counts. */
#pragma once

#include "search/weft-optimum.h"

G_BEGIN_DECLS

/* What a unit does with a fraction of the budget. An ideal row has the best of each over all units. */
typedef struct
{
  guint n;            /* chips; 0: the fraction buys no node */
  double training;    /* tokens/s, 0 when it cannot */
  double prefill;
  double decode;
  double time_s[3];   /* stencil, HPCG, FFT; INFINITY when it cannot */
  double ai_s;        /* INFINITY when it cannot */
  double power_w;
  double cost_usd;    /* INFINITY when unknown */
} WeftOptimumRow;

typedef struct
{
  WeftCandidate candidate; /* unsorted: in the order of the split */
  WeftVerdict verdict;
  double score;            /* 0: nothing found yet */
} WeftFound;

/* A split of the budget, with the units chosen so far. */
typedef struct
{
  WeftCandidate candidate;
  guint number;
  double total;  /* candidates */
  double bound;  /* of all of them */
} WeftBranch;

typedef struct
{
  WeftProblem *problem;
  WeftKernel *kernel;
  guint n_units;
  const WeftSpaceUnit *units;
  WeftOptimumRow *rows;   /* fraction * n_units + unit */
  WeftOptimumRow *ideals; /* by fraction */
  WeftFound found[2];     /* the best, and the best with another score */

  double covered;
  double bounded;
  double invalid;
  double open;
  double open_bound;
  double evaluations;

  double limit_s;
  gint64 started_us;
  guint64 nodes;
  gboolean out_of_time;
  gboolean cancelled;
  GCancellable *cancellable;
  void (*progress) (double share, double score, gpointer data);
  gpointer progress_data;
} WeftOptimumSearch;

void   weft_optimum_tables_init  (WeftOptimumSearch *self);
void   weft_optimum_tables_clear (WeftOptimumSearch *self);
/* Upper bound, 0 when none can keep the limits, of all candidates whose first @depth units are those of @branch. */
double weft_optimum_bound        (const WeftOptimumSearch *self,
                                  const WeftBranch        *branch,
                                  guint                    depth);
/* The score of a branch with all units chosen, with equal labels and without constraints. */
double weft_optimum_score        (const WeftOptimumSearch *self,
                                  const WeftBranch        *branch);
/* How many candidates, labels included, have the first @depth units of @branch. */
double weft_optimum_count        (const WeftOptimumSearch *self,
                                  const WeftBranch        *branch,
                                  guint                    depth);

static inline const WeftOptimumRow *
weft_optimum_row (const WeftOptimumSearch *self,
                  const WeftBranch        *branch,
                  guint                    at)
{
  const WeftChoice *part = &branch->candidate.parts[at];

  return &self->rows[(gsize) part->fraction * self->n_units + part->unit];
}

/* Partitions of equal fraction have no order: the second gets no unit before the first's. */
static inline guint
weft_optimum_first_unit (const WeftBranch *branch,
                         guint             at)
{
  const WeftChoice *parts = branch->candidate.parts;

  return at > 0 && parts[at].fraction == parts[at - 1].fraction ? parts[at - 1].unit : 0;
}

G_END_DECLS
