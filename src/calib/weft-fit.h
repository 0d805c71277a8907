/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Efficiencies and launch overhead that explain measured times best: the global optimum over both regimes of the
 * maximum, in closed form, by size segments where they are significant. CHASE, section 6.1. */
#pragma once

#include <json-glib/json-glib.h>

#include "calib/weft-measurement.h"

G_BEGIN_DECLS

#define WEFT_MAX_FIT_SEGMENTS 4u

/**
 * WeftFitSegment: (skip)
 * @phi: share of the peak that is reached, NAN when the points do not tell; of a collective always NAN
 * @beta: the same of the bandwidth
 * @launch_s: overhead
 * @phi_least, @beta_least: when the knob is not identified: it is at least this
 * @phi_projected, @beta_projected: and what other platforms let expect, NAN when there are none
 * @from: least size in the segment, bytes (or operations for a GEMM without bytes)
 * @to: greatest
 * @n: points
 * @mape: mean |error| / time
 */
typedef struct
{
  double phi;
  double beta;
  double launch_s;
  double phi_least;
  double beta_least;
  double phi_projected;
  double beta_projected;
  double from;
  double to;
  guint n;
  double mape;
} WeftFitSegment;

/**
 * WeftFitSeries: (skip)
 * @platform: index
 * @op: index
 * @n_dev: of a collective, 0: not one
 * @is_comm: a message or a collective: bandwidth of the link and a factor of the group, no operations
 * @factor: bytes on the link for each byte of the buffer
 * @n_segments: of @segment
 * @mape, @median_error, @worst_error: of all points
 * @mape_held_out: mean error of points that a fit without them predicts, five folds; NAN with too few points
 * @tail_ratio: p99 / fitted time, median over the points that have one; NAN without
 * @points: (element-type guint32): which measurements
 * @predicted_s: (element-type double): one a point
 * @outliers: (element-type guint32): points whose error is beyond what the rest explain; they count in the fit all the same
 * @notes: (element-type utf8)
 */
typedef struct
{
  guint32 platform;
  guint32 op;
  guint32 n_dev;
  gboolean is_comm;
  double factor;
  guint n_segments;
  WeftFitSegment segment[WEFT_MAX_FIT_SEGMENTS];
  double mape;
  double mape_held_out;
  double median_error;
  double worst_error;
  double tail_ratio;
  GArray *points;
  GArray *predicted_s;
  GArray *outliers;
  GPtrArray *notes;
} WeftFitSeries;

/**
 * WeftFit: (skip)
 * @measurements: what was fitted
 * @series: (element-type WeftFitSeries): by platform, then operator, then devices
 * @failed: (element-type utf8): series that could not be fitted, with the reason
 */
typedef struct
{
  WeftMeasurements *measurements;
  GPtrArray *series;
  GPtrArray *failed;
  gatomicrefcount refs;
} WeftFit;

/* @progress: share so far, from the same thread. NULL when nothing could be fitted or cancelled. (transfer full) */
WEFT_API WeftFit  *weft_fit_new      (WeftMeasurements     *measurements,
                                      guint                 most_segments,
                                      void                (*progress) (double share, gpointer data),
                                      gpointer              data,
                                      GCancellable         *cancellable,
                                      GError              **error);
WEFT_API WeftFit  *weft_fit_ref      (WeftFit              *self);
WEFT_API void      weft_fit_unref    (WeftFit              *self);
/* Seconds that the fit predicts. */
WEFT_API double    weft_fit_predict  (const WeftFit        *self,
                                      const WeftFitSeries  *series,
                                      double                flops,
                                      double                bytes);
/* "weft-fit/1": "knobs" {platform: {op: [segments]}}, accuracy, outliers, provenance. (transfer full) */
WEFT_API JsonNode *weft_fit_to_json  (const WeftFit        *self);
WEFT_API WeftFit  *weft_fit_from_json (JsonNode            *node,
                                       GError             **error);
/* The same as knobs that mapper and simulator read, "weft-knobs/1". (transfer full) */
WEFT_API JsonNode *weft_fit_to_knobs (const WeftFit        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFit, weft_fit_unref)

G_END_DECLS
