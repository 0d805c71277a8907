/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a search: its runs, and the steps of recording and going on with one. */
#pragma once

#include "search/weft-search.h"

G_BEGIN_DECLS

/* The digest of a design, in hexadecimal with the 0. */
#define WEFT_DIGEST_BYTES 65

/* The events that one proposal leaves. */
typedef enum
{
  WEFT_STAGE_PROPOSED,
  WEFT_STAGE_VALIDATED,
  WEFT_STAGE_STARTED,
  WEFT_STAGE_RESULT,
  WEFT_STAGE_BEST,
  WEFT_N_STAGES,
} WeftStage;

/* A proposal as an earlier part of the run recorded it. */
typedef struct
{
  WeftCandidate candidate;
  WeftVerdict verdict;             /* when it has a result, or is invalid */
  gboolean settled;                /* it has one */
  guint64 seq[WEFT_N_STAGES];      /* of its events, 0 for those that are missing */
} WeftRecorded;

/* What a later proposal needs to name this one as its parent. */
typedef struct
{
  guint64 seq; /* of its last event but best.changed */
  char design[WEFT_DIGEST_BYTES];
} WeftObserved;

typedef struct
{
  char *name;                   /* method with options */
  const WeftMethodInfo *info;
  guint64 seed;
  WeftMethod *method;
  WeftRandom random;
  GHashTable *seen;             /* of owned WeftCandidate: those evaluated */
  WeftCandidate best_candidate;
  WeftVerdict best_verdict;
  char best_design[WEFT_DIGEST_BYTES];

  WeftProposal *proposals;      /* of this round */
  WeftVerdict *verdicts;
  guint n_proposals;

  /* Recording. */
  WeftTrailWriter *writer;      /* (nullable) */
  char *path;                   /* (nullable) */
  GArray *observed;             /* of WeftObserved, one a proposal */
  GChecksum *results;           /* over design and result of each evaluation */
  GArray *recorded;             /* (nullable): of WeftRecorded, to go on from */
  guint n_replayed;             /* of @recorded */

  /* Under the lock of the search. */
  WeftSearchCounts counts;
  GArray *points;               /* of WeftSearchPoint */
} WeftSearchRun;

struct _WeftSearch
{
  GObject parent_instance;
  WeftProblem *problem;
  WeftExecutor *executor;
  GPtrArray *runs;              /* of WeftSearchRun */
  gboolean records;
  char *folder;                 /* (nullable) */
  char *group;                  /* (nullable): id of the first recorded run when there are several */
  GCancellable *cancellable;    /* triggered by stop */

  GMutex lock;
  GCond changed;
  WeftSearchState state;
  gboolean wants_pause;
  gboolean wants_stop;
  char *message;                /* (nullable) */
};

/* Waits while paused; FALSE when the search shall stop. */
gboolean  weft_search_keep_going      (WeftSearch    *self);
/* Says why it waits, for about a second or until somebody wants something; FALSE when the search shall stop. */
gboolean  weft_search_wait_for_room   (WeftSearch    *self,
                                       const char    *message);

/* weft-search-round.c */
gboolean  weft_search_round           (WeftSearch    *self,
                                       gboolean      *any,
                                       GError       **error);

/* weft-search-record.c: no-ops without a writer. FALSE with an error when the trail fails, FALSE without when stopped. */
gboolean  weft_search_record_start    (WeftSearch    *self,
                                       WeftSearchRun *run,
                                       GError       **error);
gboolean  weft_search_record_outcome  (WeftSearch          *self,
                                       WeftSearchRun       *run,
                                       const WeftProposal  *proposal,
                                       const WeftVerdict   *verdict,
                                       gboolean             duplicate,
                                       gboolean             improves,
                                       const WeftRecorded  *recorded,
                                       guint64             *event,
                                       GError             **error);
gboolean  weft_search_record_control  (WeftSearch    *self,
                                       WeftSearchRun *run,
                                       const char    *what,
                                       GError       **error);
gboolean  weft_search_record_end      (WeftSearch    *self,
                                       WeftSearchRun *run,
                                       const char    *reason,
                                       GError       **error);

/* weft-search-resume.c */

/* What the run.start of a search says; borrowed from its event. */
typedef struct
{
  WeftEvent *event;           /* (nullable) */
  JsonNode *node;             /* its data */
  JsonNode *problem;
  const char *method;
  const char *problem_sha256;
  const char *catalog_sha256; /* (nullable) */
  const char *profile_sha256; /* (nullable) */
  guint64 seed;
  guint budget;
} WeftStart;

GArray   *weft_search_read_recorded   (WeftProblem   *problem,
                                       WeftTrailRun  *run,
                                       GError       **error);
gboolean  weft_search_read_candidate  (WeftProblem   *problem,
                                       WeftEvent     *event,
                                       WeftCandidate *candidate,
                                       GError       **error);
gboolean  weft_search_read_start      (WeftStart     *start,
                                       WeftTrailRun  *run,
                                       GError       **error);
void      weft_search_clear_start     (WeftStart     *start);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftStart, weft_search_clear_start)

WeftSearchRun *weft_search_run_new    (WeftProblem   *problem,
                                       const char    *name,
                                       guint64        seed,
                                       guint          budget,
                                       GError       **error);
void           weft_search_run_free   (WeftSearchRun *run);

G_END_DECLS
