/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of one series as the fit takes them, and segments with their knobs. */
#pragma once

#include "calib/weft-fit-segments-private.h"

G_BEGIN_DECLS

/* A footprint that fills more of the last cache leaves it. */
#define WEFT_FIT_CACHE_SHARE 0.9

/**
 * WeftFitModel: (skip)
 * @n: segments
 * @knobs: [@n]
 * @from, @to: [@n] least and greatest size
 * @begin: [@n+1] first point of each
 * @p_value, @criterion: as of the cuts
 */
typedef struct
{
  guint n;
  WeftFitKnobs knobs[WEFT_MAX_FIT_SEGMENTS];
  double from[WEFT_MAX_FIT_SEGMENTS];
  double to[WEFT_MAX_FIT_SEGMENTS];
  guint32 begin[WEFT_MAX_FIT_SEGMENTS + 1];
  double p_value;
  double criterion;
} WeftFitModel;

/* @points: by rising size, at least one. @n_axes: as weft_fit_cut(). FALSE: cancelled. */
gboolean weft_fit_model_init      (WeftFitModel          *self,
                                   WeftFitSolver         *solver,
                                   const WeftFitPoint    *points,
                                   guint32                n,
                                   guint                  most,
                                   guint                  n_axes,
                                   GCancellable          *cancellable,
                                   GError               **error);
double   weft_fit_model_time_s    (const WeftFitModel    *self,
                                   double                 uf,
                                   double                 um,
                                   double                 size);
/* What the points tell about the knobs of one segment. */
void     weft_fit_identify        (const WeftFitKnobs    *knobs,
                                   const WeftFitPoint    *points,
                                   guint32                n,
                                   WeftFitSegment        *segment);

/* The times at full rates of one call, as a series counts them. */
WeftFitPoint weft_fit_point       (const WeftFitSeries        *series,
                                   const WeftMeasuredPlatform *platform,
                                   double                      flops,
                                   double                      bytes);
/* Sets comm, factor, by_flops and cache_bytes, or says what is missing to fit it. */
gboolean weft_fit_series_prepare  (WeftFitSeries         *self,
                                   const WeftMeasurements *measurements,
                                   GError               **error);
/* Fits a series whose points are set and in the order of the file. */
gboolean weft_fit_series_solve    (WeftFitSeries         *self,
                                   const WeftMeasurements *measurements,
                                   guint                  most,
                                   GCancellable          *cancellable,
                                   GError               **error);
/* What its errors say: outliers, the tail, and notes. */
void     weft_fit_series_judge    (WeftFitSeries         *self,
                                   const WeftMeasurements *measurements);
WeftFitSeries *
         weft_fit_series_new      (void);
void     weft_fit_series_free     (WeftFitSeries         *self);
/* Fills in what other platforms let expect of knobs that are not told; sets used. */
void     weft_fit_project_missing (WeftFit               *fit);
WeftFit *weft_fit_new_empty       (WeftMeasurements      *measurements);

G_END_DECLS
