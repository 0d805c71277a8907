/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The struct behind a calibration, for the files that make it up. */
#pragma once

#include "app/calibration/weft-calibration-job.h"
#include "app/weft-worker.h"

G_BEGIN_DECLS

struct _WeftCalibrationJob
{
  GObject parent_instance;

  WeftSession *session;
  GListStore *files;
  GPtrArray *wanted;              /* (nullable): files that are being read */
  WeftMeasurements *measurements; /* (nullable) */

  WeftCalibrationWork work;
  WeftWorker worker;
  gboolean is_stopped;
  WeftCalibrationWork failed;
  char *message; /* (nullable) */

  guint most_segments;
  WeftFit *fit; /* (nullable) */
  guint chosen; /* of its series */
  GPtrArray *trends;          /* (nullable) (element-type WeftTrend): of the fit */
  WeftProjection *projection; /* (nullable): of the fit */

  WeftKnobsFile *knobs; /* (nullable): in use */
};

void     weft_calibration_job_changed (WeftCalibrationJob  *self);
/* What was under way before does not count any more. */
void     weft_calibration_job_begin   (WeftCalibrationJob  *self,
                                       WeftCalibrationWork  work);
void     weft_calibration_job_end     (WeftCalibrationJob  *self);
void     weft_calibration_job_fail    (WeftCalibrationJob  *self,
                                       const GError        *error);

G_END_DECLS
