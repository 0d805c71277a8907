/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs methods on a problem: several methods and seeds side by side, in rounds, on an executor, recorded in trails.
 * weft_search_run() blocks and belongs in a worker thread; everything else may be called from any thread meanwhile. */
#pragma once

#include "base/weft-executor.h"
#include "search/weft-method.h"
#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* One proposal and what became of it. */
typedef struct
{
  WeftCandidate candidate;
  WeftVerdictKind kind;
  gboolean duplicate;   /* this run has proposed it before */
  guint evaluation;     /* number of the evaluation, 1, 2 ...; that of the one before for an invalid candidate (0 at first) */
  double score;
  double best;          /* the run's best score so far */
  double power_w;
  double cost_usd;
  float ratio[WEFT_N_WORKLOADS];
  guint64 event;        /* its eval.result (or design.validated) in the trail, 0 when not recorded */
} WeftSearchPoint;

/* Counts of a run. */
typedef struct
{
  guint evaluations; /* of the budget */
  guint budget;
  guint invalid;     /* refused before evaluation */
  guint infeasible;  /* evaluations without a score */
  guint duplicates;  /* evaluations of what had been evaluated before */
  guint64 estimates; /* cheap estimates */
  gboolean ended;
  gboolean has_best;
  WeftCandidate best_candidate;
  double best;       /* NAN when none */
  guint best_at;     /* number of the evaluation that found it */
} WeftSearchCounts;

typedef enum
{
  WEFT_SEARCH_WAITING,
  WEFT_SEARCH_RUNNING,
  WEFT_SEARCH_PAUSED,   /* by the user, or because the disk is full: weft_search_dup_message() says so */
  WEFT_SEARCH_FINISHED, /* every run has used its budget or has nothing more to try */
  WEFT_SEARCH_STOPPED,
  WEFT_SEARCH_FAILED,
} WeftSearchState;

#define WEFT_TYPE_SEARCH (weft_search_get_type ())
WEFT_API G_DECLARE_FINAL_TYPE (WeftSearch, weft_search, WEFT, SEARCH, GObject)

/* (transfer full) */
WEFT_API WeftSearch      *weft_search_new        (WeftProblem *problem, WeftExecutor *executor);
/* Where runs are recorded, @folder NULL for the default; without this call nothing is. Before weft_search_run(). */
WEFT_API void             weft_search_record     (WeftSearch *self, const char *folder);
/* Before weft_search_run(). The number of the run, or -1 with an error. */
WEFT_API int              weft_search_add_run    (WeftSearch *self, const char *method, guint64 seed, guint budget, GError **error);
/* Goes on with a recorded run that has no end; method, seed and budget come from it. The search must have the run's problem (digest), see weft_search_read_problem(). */
WEFT_API int              weft_search_resume_run (WeftSearch *self, const char *path, GError **error);
WEFT_API WeftProblem     *weft_search_read_problem (WeftEvaluator *evaluator, const char *path, GError **error); /* (transfer full): of a recorded run */
/* Until all runs end, or stop. FALSE with an error when it failed; stopping is no failure. */
WEFT_API gboolean         weft_search_run        (WeftSearch *self, GError **error);
WEFT_API void             weft_search_pause      (WeftSearch *self);
WEFT_API void             weft_search_go_on      (WeftSearch *self);
WEFT_API void             weft_search_stop       (WeftSearch *self); /* the runs are left without end and can be resumed */
WEFT_API WeftSearchState  weft_search_get_state  (WeftSearch *self);
WEFT_API char            *weft_search_dup_message (WeftSearch *self); /* (nullable) (transfer full) */

WEFT_API WeftProblem     *weft_search_get_problem (WeftSearch *self);
WEFT_API guint            weft_search_n_runs     (WeftSearch *self);
WEFT_API const WeftMethodInfo *weft_search_run_method (WeftSearch *self, guint run);
WEFT_API const char      *weft_search_run_name   (WeftSearch *self, guint run); /* method with options, as it was added */
WEFT_API guint64          weft_search_run_seed   (WeftSearch *self, guint run);
WEFT_API char            *weft_search_run_path   (WeftSearch *self, guint run); /* (nullable) (transfer full): of the trail, once it is there */
WEFT_API void             weft_search_get_counts (WeftSearch *self, guint run, WeftSearchCounts *counts);
/* Copies points @from, @from + 1 ... into @points; the number copied. (Exhaustive runs keep improvements only.) */
WEFT_API guint            weft_search_get_points (WeftSearch *self, guint run, guint from, WeftSearchPoint *points, guint room);
/* The best designs of all runs, each once, the best first. (transfer full) (element-type WeftDesign) */
WEFT_API GPtrArray       *weft_search_top        (WeftSearch *self, guint most);
/* One of them. Its name says all that tells it from others. (transfer full) */
WEFT_API WeftDesign      *weft_search_make_design (WeftProblem *problem, const WeftCandidate *candidate);
WEFT_API guint            weft_search_n_points   (WeftSearch *self, guint run);

/* --- replay --- */

typedef struct
{
  guint64 compared;         /* evaluations computed again */
  guint64 simulations;      /* simulations run again */
  guint64 first_difference; /* seq of the first event whose result differs, 0 when equal */
  char *what;               /* (nullable): "score: recorded 1.9291, computed 1.9290" */
} WeftReplayReport;

WEFT_API void             weft_replay_report_clear (WeftReplayReport *report);
/* Computes the recorded evaluations again, from event @from on (1: all). FALSE when the run cannot be read or its problem not be made; a difference is no error. */
WEFT_API gboolean         weft_search_replay     (WeftEvaluator *evaluator, WeftTrailRun *run, guint64 from, WeftReplayReport *report,
                                                  void (*progress) (double share, gpointer data), gpointer data, GCancellable *cancellable, GError **error);

G_END_DECLS
