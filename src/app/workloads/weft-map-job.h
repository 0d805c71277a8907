/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Workloads of one document, and mapping the chosen one on its design as it is now. No widgets. */
#pragma once

#include "app/weft-session.h"
#include "app/workloads/weft-map-outcome.h"
#include "app/workloads/weft-workload-item.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_MAP_JOB_IDLE,
  WEFT_MAP_JOB_RUNNING,
  WEFT_MAP_JOB_DONE,
  WEFT_MAP_JOB_STOPPED,
  WEFT_MAP_JOB_FAILED, /* the message says why */
} WeftMapJobState;

#define WEFT_TYPE_MAP_JOB (weft_map_job_get_type ())
G_DECLARE_FINAL_TYPE (WeftMapJob, weft_map_job, WEFT, MAP_JOB, GObject)

/* Signals "changed": anything below is another, while it runs some fifteen times a second; "ended": a run has ended by
 * itself (done or failed). */
WeftMapJob        *weft_map_job_new           (WeftSession        *session);
WeftSession       *weft_map_job_get_session   (WeftMapJob         *self);

/* Of WeftWorkloadItem. (transfer none) */
GListModel        *weft_map_job_get_items     (WeftMapJob         *self);
/* Adds a workload, makes its graph and chooses it. */
void               weft_map_job_add           (WeftMapJob         *self,
                                               WeftWorkloadItem   *item);
/* Several (element-type WeftWorkloadItem), of which @chosen (nullable) is looked at. */
void               weft_map_job_add_all       (WeftMapJob         *self,
                                               GPtrArray          *items,
                                               WeftWorkloadItem   *chosen);
void               weft_map_job_remove        (WeftMapJob         *self,
                                               WeftWorkloadItem   *item);
void               weft_map_job_choose        (WeftMapJob         *self,
                                               WeftWorkloadItem   *item);
WeftWorkloadItem  *weft_map_job_get_item      (WeftMapJob         *self); /* (nullable) (transfer none) */

/* Settings; they count from the next start. */
void               weft_map_job_set_algorithm (WeftMapJob         *self,
                                               WeftMapAlgorithm    algorithm);
WeftMapAlgorithm   weft_map_job_get_algorithm (WeftMapJob         *self);
/* @limit_s: of an exhaustive search, 0 for none. */
void               weft_map_job_set_options   (WeftMapJob         *self,
                                               gboolean            locality,
                                               double              limit_s);
const WeftMapOptions *weft_map_job_get_options (WeftMapJob        *self);

/* Control; both return at once. */
gboolean           weft_map_job_can_start     (WeftMapJob         *self);
void               weft_map_job_start         (WeftMapJob         *self);
/* Now, or as soon as the chosen workload has been made. */
void               weft_map_job_start_when_ready (WeftMapJob      *self);
void               weft_map_job_stop          (WeftMapJob         *self);

WeftMapJobState    weft_map_job_get_state     (WeftMapJob         *self);
const char        *weft_map_job_get_message   (WeftMapJob         *self); /* (nullable) */
double             weft_map_job_get_progress  (WeftMapJob         *self); /* 0 to 1 */

/* The mapping of the chosen workload that is shown, and the one below it. */
void               weft_map_job_show          (WeftMapJob         *self,
                                               WeftMapOutcome     *mapping);
void               weft_map_job_show_beside   (WeftMapJob         *self,
                                               WeftMapOutcome     *mapping); /* (nullable) */
WeftMapOutcome    *weft_map_job_get_shown     (WeftMapJob         *self); /* (nullable) (transfer none) */
WeftMapOutcome    *weft_map_job_get_beside    (WeftMapJob         *self); /* (nullable) (transfer none) */
/* Their charts: NULL until there are any; the lower one is NULL as long as they are made with the same rows. */
WeftGantt         *weft_map_job_get_chart     (WeftMapJob         *self,
                                               guint               which);
void               weft_map_job_forget        (WeftMapJob         *self,
                                               WeftMapOutcome     *mapping);
/* The design has changed since. */
gboolean           weft_map_job_is_dated      (WeftMapJob         *self,
                                               WeftMapOutcome     *mapping);

/* For others who work on the design: how often it has changed, and the machine that was made of it as it is now. */
guint64            weft_map_job_get_serial    (WeftMapJob         *self);
WeftMapMachine    *weft_map_job_get_machine   (WeftMapJob         *self); /* (nullable) (transfer none) */
void               weft_map_job_keep_machine  (WeftMapJob         *self,
                                               WeftMapMachine     *machine);

G_END_DECLS
