/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations as runs of the trail: what was run, on which design and how, and what came out, so that each can be opened
 * and run again. */
#pragma once

#include "model/weft-evaluator.h"
#include "search/weft-search.h"
#include "search/weft-sim-request.h"

G_BEGIN_DECLS

/* "method" of such a run. */
#define WEFT_SIM_METHOD "simulate"

/**
 * WeftSimRecord: (skip)
 * @request: what was asked for
 * @design: what it ran on
 * @design_sha256: weft_design_digest() of it
 * @makespan_s: what was found
 * @result_sha256: weft_sim_result_digest() of all that was found
 * @time: when, as weft_event_get_time()
 * @event: number of the event with the result
 *
 * A simulation that was recorded.
 */
typedef struct
{
  WeftSimRequest *request;
  WeftDesign *design;
  char *design_sha256;
  double makespan_s;
  char *result_sha256;
  char *time;
  guint64 event;
} WeftSimRecord;

/* SHA-256 of when every task began and ended and of what crossed each link: the same of the same run. (transfer full) */
WEFT_API char          *weft_sim_result_digest  (const WeftSimResult  *result);

/* Writes a whole run with its end into @folder (nullable): the default one. The path of the run. (transfer full) */
WEFT_API char          *weft_sim_record_write   (const char           *folder,
                                                 const WeftSimRequest *request,
                                                 WeftDesign           *design,
                                                 WeftInventory        *inventory,
                                                 const WeftSimAnswer  *answer,
                                                 GError              **error);
/* Whether a run that begins with this event is a simulation. */
WEFT_API gboolean       weft_sim_record_is      (WeftEvent            *start);
/* The same of a run. */
WEFT_API gboolean       weft_sim_record_is_in   (WeftTrailRun         *run);
/* What was recorded; errors name the event. (transfer full) */
WEFT_API WeftSimRecord *weft_sim_record_read    (WeftTrailRun         *run,
                                                 GError              **error);
WEFT_API void           weft_sim_record_free    (WeftSimRecord        *self);
/* Runs a recorded simulation again and compares: in @report simulations is 1, and a difference names its event. FALSE
 * when it cannot be read or run, or was cancelled. */
WEFT_API gboolean       weft_sim_record_replay  (WeftEvaluator        *evaluator,
                                                 WeftTrailRun         *run,
                                                 WeftSimLoader         loader,
                                                 WeftReplayReport     *report,
                                                 void                (*progress) (double share, gpointer data),
                                                 gpointer              data,
                                                 GCancellable         *cancellable,
                                                 GError              **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSimRecord, weft_sim_record_free)

G_END_DECLS
