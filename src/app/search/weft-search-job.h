/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of one document: settings, runs in a worker, and what they have found so far. No widgets. */
#pragma once

#include "app/search/weft-search-tally.h"
#include "app/weft-session.h"
#include "search/weft-optimum.h"

G_BEGIN_DECLS

/* Beyond this a curve says nothing more; whole spaces are for the certified optimum. */
#define WEFT_SEARCH_JOB_MOST_BUDGET 100000
/* Of all runs together. */
#define WEFT_SEARCH_JOB_MOST_EVALUATIONS 1000000

typedef enum
{
  WEFT_JOB_IDLE,      /* nothing has been started */
  WEFT_JOB_PREPARING, /* the problem is being made */
  WEFT_JOB_RUNNING,
  WEFT_JOB_PAUSED,    /* by the user, or because the disk is full: the message says so */
  WEFT_JOB_STOPPING,  /* its worker puts away what it has in hand */
  WEFT_JOB_FINISHED,
  WEFT_JOB_STOPPED,
  WEFT_JOB_FAILED,    /* the message says why */
} WeftJobState;

#define WEFT_TYPE_SEARCH_JOB (weft_search_job_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchJob, weft_search_job, WEFT, SEARCH_JOB, GObject)

/* Signals "changed": state, counts, points or the optimum are others, at most some fifteen times a second;
 * "ended": the runs have ended by themselves (finished or failed). */
WeftSearchJob     *weft_search_job_new         (WeftSession       *session);
WeftSession       *weft_search_job_get_session (WeftSearchJob     *self);

/* Settings; they count from the next start. */
void               weft_search_job_set_space   (WeftSearchJob     *self,
                                                const char        *space);
const char        *weft_search_job_get_space   (WeftSearchJob     *self);
void               weft_search_job_set_methods (WeftSearchJob     *self,
                                                const char *const *methods);
const char *const *weft_search_job_get_methods (WeftSearchJob     *self);
void               weft_search_job_set_budget  (WeftSearchJob     *self,
                                                guint              budget);
guint              weft_search_job_get_budget  (WeftSearchJob     *self);
void               weft_search_job_set_seeds   (WeftSearchJob     *self,
                                                const char        *seeds);
const char        *weft_search_job_get_seeds   (WeftSearchJob     *self);
void               weft_search_job_set_records (WeftSearchJob     *self,
                                                gboolean           records);
gboolean           weft_search_job_get_records (WeftSearchJob     *self);
/* Where runs are recorded, NULL for the default. */
void               weft_search_job_set_folder  (WeftSearchJob     *self,
                                                const char        *folder);

/* Control; all return at once. */
void               weft_search_job_start       (WeftSearchJob     *self);
void               weft_search_job_pause       (WeftSearchJob     *self);
void               weft_search_job_go_on       (WeftSearchJob     *self);
void               weft_search_job_stop        (WeftSearchJob     *self);
/* Goes on with recorded runs without an end; what is shown of other searches goes. */
void               weft_search_job_resume      (WeftSearchJob     *self,
                                                const char *const *paths);
/* Whether it was stopped with recorded runs without an end, and going on with these. */
gboolean           weft_search_job_can_resume  (WeftSearchJob     *self);
void               weft_search_job_resume_own  (WeftSearchJob     *self);

/* What there is to show. */
WeftJobState       weft_search_job_get_state   (WeftSearchJob     *self);
gboolean           weft_search_job_is_busy     (WeftSearchJob     *self);
const char        *weft_search_job_get_message (WeftSearchJob     *self); /* (nullable) */
WeftProblem       *weft_search_job_get_problem (WeftSearchJob     *self); /* (nullable) (transfer none) */
WeftTally         *weft_search_job_get_tally   (WeftSearchJob     *self); /* (transfer none): another one after a start */
guint              weft_search_job_get_round   (WeftSearchJob     *self);
const WeftOptimum *weft_search_job_get_optimum (WeftSearchJob     *self); /* (nullable) */
double             weft_search_job_get_progress (WeftSearchJob    *self); /* 0..1 */
double             weft_search_job_get_left_s  (WeftSearchJob     *self); /* NAN while nobody can say */

G_END_DECLS
