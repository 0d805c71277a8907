/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs of a platform that was never measured, from its hardware attributes and the fits of others: one ridge with
 * shared slopes, weighted by how well each fit holds. CHASE, section 6.2. */
#pragma once

#include "calib/weft-fit.h"

G_BEGIN_DECLS

/* Logarithms of peak, memory bandwidth, link bandwidth, link latency and number of devices, and hops beyond the first. */
#define WEFT_N_PROJECTION_ATTRIBUTES 6u

/**
 * WeftProjectedValue: (skip)
 * @value: NAN when no platform tells this knob
 * @low, @high: the least and the greatest that leaving out each platform in turn gives
 */
typedef struct
{
  double value;
  double low;
  double high;
} WeftProjectedValue;

/**
 * WeftProjectedKnob: (skip)
 * @op: index of the operator
 * @path: index of the path
 * @comm: as of a series
 * @phi, @beta, @launch_s: the knobs
 * @held_out_error: mean error of the target's own measurements by them, NAN without
 * @n_held_out: how many it has
 */
typedef struct
{
  guint32 op;
  guint32 path;
  int comm;
  WeftProjectedValue phi;
  WeftProjectedValue beta;
  WeftProjectedValue launch_s;
  double held_out_error;
  guint32 n_held_out;
} WeftProjectedKnob;

/**
 * WeftProjection: (skip)
 * @target: the platform
 * @knobs: (element-type WeftProjectedKnob): by operator and path
 * @lambda: [phi, beta, launch] the ridge chosen by leaving out one platform after the other, infinite: means alone
 * @comm_lambda: the same of communication
 * @n_platforms: that it rests on
 * @error_left_out: mean error of times of computing when each of them is left out in turn, NAN with fewer than two
 * @comm_error_left_out: the same of communication
 * @held_out_error: mean of the operators that compute, of the target's own measurements; NAN without
 * @held_out_comm_error: mean of those that communicate
 */
typedef struct
{
  WeftMeasuredPlatform target;
  GArray *knobs;
  double lambda[3];
  double comm_lambda[3];
  guint n_platforms;
  double error_left_out;
  double comm_error_left_out;
  double held_out_error;
  double held_out_comm_error;
} WeftProjection;

/* @target: its own measurements, when there are any, are not used but compared. (transfer full) */
WEFT_API WeftProjection *weft_projection_new     (const WeftFit              *fit,
                                                  const WeftMeasuredPlatform *target,
                                                  GError                    **error);
WEFT_API void            weft_projection_free    (WeftProjection             *self);
WEFT_API void            weft_projection_add_json (const WeftProjection      *self,
                                                   const WeftFit             *fit,
                                                   JsonObject                *object);

/* As knobs that mapper and simulator read, "weft-knobs/1". (transfer full) */
WEFT_API JsonNode       *weft_projection_to_knobs (const WeftProjection      *self,
                                                   const WeftFit             *fit,
                                                   GPtrArray                 *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftProjection, weft_projection_free)

G_END_DECLS
