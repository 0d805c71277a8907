/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulations of one document: what can be run, the settings, the run under way and those before. No widgets. */
#pragma once

#include "app/calibration/weft-calibration-job.h"
#include "app/simulate/weft-sim-input.h"
#include "app/simulate/weft-simulation.h"
#include "app/workloads/weft-map-job.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SIM_JOB_IDLE,
  WEFT_SIM_JOB_RUNNING,
  WEFT_SIM_JOB_DONE,
  WEFT_SIM_JOB_STOPPED,
  WEFT_SIM_JOB_FAILED, /* the message says why */
} WeftSimJobState;

#define WEFT_TYPE_SIM_JOB (weft_sim_job_get_type ())
G_DECLARE_FINAL_TYPE (WeftSimJob, weft_sim_job, WEFT, SIM_JOB, GObject)

/* Signals "changed": anything below is another, while it runs some fifteen times a second; "ended": a run has ended by
 * itself (done or failed). @workloads: the document's. @calibration: (nullable): whose knobs count in runs. */
WeftSimJob            *weft_sim_job_new           (WeftMapJob            *workloads,
                                                   WeftCalibrationJob    *calibration);
WeftMapJob            *weft_sim_job_get_workloads (WeftSimJob            *self); /* (transfer none) */

/* Of WeftSimInput: the document's workloads, then traces. (transfer none) */
GListModel            *weft_sim_job_get_inputs    (WeftSimJob            *self);
/* Adds a trace and chooses it. */
void                   weft_sim_job_add_trace     (WeftSimJob            *self,
                                                   WeftSimInput          *input);
void                   weft_sim_job_remove_trace  (WeftSimJob            *self,
                                                   WeftSimInput          *input);
void                   weft_sim_job_choose        (WeftSimJob            *self,
                                                   WeftSimInput          *input);
WeftSimInput          *weft_sim_job_get_input     (WeftSimJob            *self); /* (nullable) (transfer none) */

/* They count from the next start. */
void                   weft_sim_job_set_settings  (WeftSimJob            *self,
                                                   const WeftSimSettings *settings);
const WeftSimSettings *weft_sim_job_get_settings  (WeftSimJob            *self);

/* Control; all return at once. */
gboolean               weft_sim_job_can_start     (WeftSimJob            *self);
void                   weft_sim_job_start         (WeftSimJob            *self);
/* Runs a simulation of the trail again, on the design that it was run on; its trace and settings are chosen when it has
 * ended. */
void                   weft_sim_job_open_run      (WeftSimJob            *self,
                                                   const char            *path);
void                   weft_sim_job_stop          (WeftSimJob            *self);
WeftSimJobState        weft_sim_job_get_state     (WeftSimJob            *self);
const char            *weft_sim_job_get_message   (WeftSimJob            *self); /* (nullable) */
double                 weft_sim_job_get_progress  (WeftSimJob            *self); /* 0 to 1 */

/* Of WeftSimulation, the newest first. (transfer none) */
GListModel            *weft_sim_job_get_runs      (WeftSimJob            *self);
/* The run that is shown, and the one that it is compared with. */
void                   weft_sim_job_show          (WeftSimJob            *self,
                                                   WeftSimulation        *run);
void                   weft_sim_job_show_beside   (WeftSimJob            *self,
                                                   WeftSimulation        *run); /* (nullable) */
WeftSimulation        *weft_sim_job_get_shown     (WeftSimJob            *self); /* (nullable) (transfer none) */
WeftSimulation        *weft_sim_job_get_beside    (WeftSimJob            *self); /* (nullable) (transfer none) */
/* The design has changed since, or was another one. */
gboolean               weft_sim_job_is_dated      (WeftSimJob            *self,
                                                   WeftSimulation        *run);

G_END_DECLS
