/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a page keeps of a search: the points of all runs, the curve of each, and the best distinct designs. It grows
 * by what is new and is the same however often it is asked to. */
#pragma once

#include "search/weft-search.h"

G_BEGIN_DECLS

/* How many best designs are kept. */
#define WEFT_TALLY_BEST 8

/* A point and the run that it belongs to. */
typedef struct
{
  WeftSearchPoint point;
  guint run;
} WeftTallyPoint;

/**
 * WeftTallyRun: (skip)
 * @method: (transfer none)
 * @name: method with options
 * @curve: (element-type double): best score after evaluation 1, 2 ...; NAN before the first feasible design
 * @n_points: points of this run that have been taken
 * @path: (nullable): of its trail
 */
typedef struct
{
  const WeftMethodInfo *method;
  char *name;
  guint64 seed;
  GArray *curve;
  guint n_points;
  char *path;
  WeftSearchCounts counts;
} WeftTallyRun;

/* Sums over all runs. */
typedef struct
{
  guint64 evaluations;
  guint64 budget;
  guint64 done; /* of the budget: an ended run counts whole */
  guint64 invalid;
  guint64 infeasible;
  guint64 duplicates;
  guint64 estimates;
  guint n_ended;
} WeftTallyCounts;

typedef struct
{
  GPtrArray *runs;  /* of WeftTallyRun */
  GArray *points;   /* of WeftTallyPoint, in the order in which they were taken */
  guint best[WEFT_TALLY_BEST]; /* indices of points, the best first */
  guint n_best;
  guint generation; /* grows whenever @best changes */
} WeftTally;

WeftTally       *weft_tally_new       (void);
void             weft_tally_free      (WeftTally        *self);
/* A run to come; the number of it. */
guint            weft_tally_add_run   (WeftTally        *self,
                                       WeftSearch       *search,
                                       guint             run);
/* Takes what run @from of @search has that @run has not, at most @room points. Returns how many there were. */
guint            weft_tally_take      (WeftTally        *self,
                                       guint             run,
                                       WeftSearch       *search,
                                       guint             from,
                                       guint             room);
WeftTallyRun    *weft_tally_get_run   (WeftTally        *self,
                                       guint             run);
const WeftTallyPoint *weft_tally_get_point (WeftTally   *self,
                                       guint             index);
void             weft_tally_count     (WeftTally        *self,
                                       WeftTallyCounts  *counts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTally, weft_tally_free)

G_END_DECLS
