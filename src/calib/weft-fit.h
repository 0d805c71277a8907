/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Efficiencies and launch overhead that explain measured times best: the global optimum over both regimes of the
 * maximum, in closed form, by size segments where they are significant. CHASE, section 6.1. */
#pragma once

#include <json-glib/json-glib.h>

#include "calib/weft-measurement.h"

G_BEGIN_DECLS

#define WEFT_MAX_FIT_SEGMENTS 4u

/**
 * WeftFitAxis:
 * @WEFT_FIT_BY_BYTES: bytes that are moved, or of the buffer
 * @WEFT_FIT_BY_FLOPS: operations
 * @WEFT_FIT_BY_INTENSITY: operations for each byte
 *
 * The size that cuts a series into segments: of kernels with operations and bytes the one that explains them best.
 */
typedef enum
{
  WEFT_FIT_BY_BYTES,
  WEFT_FIT_BY_FLOPS,
  WEFT_FIT_BY_INTENSITY,
  WEFT_N_FIT_AXES,
} WeftFitAxis;

/**
 * WeftFitKnob: (skip)
 * @value: what was fitted; NAN when the points do not tell it, or the model has no such knob
 * @bound: when they do not tell it: an efficiency is at least this, a launch at most; NAN when nothing bounds it
 * @projected: and what other platforms let expect, NAN when there are none
 * @used: what times are predicted by: @value, else the one of the others that fits the points; NAN: no such knob
 */
typedef struct
{
  double value;
  double bound;
  double projected;
  double used;
} WeftFitKnob;

/**
 * WeftFitSegment: (skip)
 * @phi: share of the peak that is reached; of communication no knob
 * @beta: the same of the bandwidth
 * @launch_s: overhead
 * @from: least size in the segment, on the axis of the series
 * @to: greatest
 * @n: points
 * @mape: mean |error| / time
 */
typedef struct
{
  WeftFitKnob phi;
  WeftFitKnob beta;
  WeftFitKnob launch_s;
  double from;
  double to;
  guint n;
  double mape;
} WeftFitSegment;

/**
 * WeftFitSeries: (skip)
 * @platform: index
 * @op: index
 * @n_dev: of communication, 0: none
 * @path: index
 * @comm: what it is: a #WeftSimComm, WEFT_MEASURED_MESSAGE or WEFT_MEASURED_COMPUTE
 * @factor: bytes on the link for each byte of the buffer
 * @axis: what segments are cut by
 * @has_flops: some points have operations
 * @has_bytes: some points have bytes
 * @cache_bytes: footprints up to here take the bandwidth of the cache, 0: none do
 * @n_segments: of @segment
 * @p_value: that chance alone makes so many segments better than the next fewer that were accepted; 1 for one
 * @whole: one segment over all points, which projections rest on
 * @mape, @median_error, @worst_error: of all points
 * @mape_held_out: mean error of points that a fit without them predicts, five folds; NAN with too few points
 * @tail_ratio: p99 / fitted time, median over the points that have one; NAN without
 * @n_points: that were fitted
 * @points: (element-type guint32): which measurements; empty when a file left them out
 * @predicted_s: (element-type double): one a point
 * @outliers: (element-type guint32): places in @points whose error is beyond what the rest explain; they count in the
 *   fit all the same
 * @notes: (element-type utf8)
 */
typedef struct
{
  guint32 platform;
  guint32 op;
  guint32 n_dev;
  guint32 path;
  int comm;
  double factor;
  WeftFitAxis axis;
  gboolean has_flops;
  gboolean has_bytes;
  double cache_bytes;
  guint n_segments;
  WeftFitSegment segment[WEFT_MAX_FIT_SEGMENTS];
  double p_value;
  WeftFitSegment whole;
  double mape;
  double mape_held_out;
  double median_error;
  double worst_error;
  double tail_ratio;
  guint32 n_points;
  GArray *points;
  GArray *predicted_s;
  GArray *outliers;
  GPtrArray *notes;
} WeftFitSeries;

/**
 * WeftFit: (skip)
 * @measurements: what was fitted
 * @series: (element-type WeftFitSeries): by platform, then operator, then devices, then path
 * @failed: (element-type utf8): series that could not be fitted, with the reason
 * @date: (nullable): as the caller gave it, for people
 */
typedef struct
{
  WeftMeasurements *measurements;
  GPtrArray *series;
  GPtrArray *failed;
  char *date;
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
/* @at: place in the points of a series */
static inline const WeftMeasurement *
weft_fit_series_point (const WeftFitSeries *series, const WeftMeasurements *measurements, guint32 at)
{
  return &g_array_index (measurements->points, WeftMeasurement, g_array_index (series->points, guint32, at));
}

/* What is fitted on one platform is not what is fitted on another: "SA800 allreduce, 16 devices". (transfer full) */
WEFT_API char     *weft_fit_series_name (const WeftFit       *self,
                                         const WeftFitSeries *series);
/* The one of these, NULL when there is none. @path: (nullable): any. @n_dev: 0: any */
WEFT_API const WeftFitSeries *
                   weft_fit_find     (const WeftFit        *self,
                                      const char           *platform,
                                      const char           *op,
                                      guint                 n_dev,
                                      const char           *path);
/* Seconds that the fit predicts. Amounts that do not count may be NAN. */
WEFT_API double    weft_fit_predict  (const WeftFit        *self,
                                      const WeftFitSeries  *series,
                                      double                flops,
                                      double                bytes);
/* "weft-fit/1": "knobs" {platform: {op: [segments]}}, accuracy, outliers, provenance. (transfer full) */
WEFT_API JsonNode *weft_fit_to_json  (const WeftFit        *self);
WEFT_API WeftFit  *weft_fit_from_json (JsonNode            *node,
                                       GError             **error);
/* The same as knobs that mapper and simulator read, "weft-knobs/1". (transfer full) */
WEFT_API JsonNode *weft_fit_to_knobs (const WeftFit        *self,
                                      const char           *platform,
                                      GPtrArray            *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFit, weft_fit_unref)

G_END_DECLS
