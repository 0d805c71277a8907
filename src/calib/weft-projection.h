/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Knobs of a platform that was never measured, from its hardware attributes and the fits of others: one ridge with
 * shared slopes, weighted by how well each fit holds. CHASE, section 6.2. */
#pragma once

#include "calib/weft-fit.h"

G_BEGIN_DECLS

#define WEFT_N_PROJECTION_ATTRIBUTES 6u

/* One knob of one operator. Bounds: what leaving out each platform in turn gives. */
typedef struct
{
  guint32 op;
  double phi, phi_low, phi_high;
  double beta, beta_low, beta_high;
  double launch_s, launch_low_s, launch_high_s;
} WeftProjectedKnob;

/**
 * WeftProjection: (skip)
 * @target: the platform
 * @knobs: (element-type WeftProjectedKnob)
 * @lambda: [phi, beta, launch] the ridge chosen by leaving out one platform after the other, infinite: means alone
 * @n_platforms: that it rests on
 * @error_left_out: mean error of times when each of them is left out
 * @held_out_error: of the target's own measurements when it has any, by operator; NAN without
 */
typedef struct
{
  WeftMeasuredPlatform target;
  GArray *knobs;
  double lambda[3];
  guint n_platforms;
  double error_left_out;
  GArray *held_out_error;
} WeftProjection;

/* @target: its own measurements, when there are any, are not used but compared. (transfer full) */
WEFT_API WeftProjection *weft_projection_new     (const WeftFit              *fit,
                                                  const WeftMeasuredPlatform *target,
                                                  GError                    **error);
WEFT_API void            weft_projection_free    (WeftProjection             *self);
WEFT_API void            weft_projection_add_json (const WeftProjection      *self,
                                                   const WeftFit             *fit,
                                                   JsonObject                *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftProjection, weft_projection_free)

G_END_DECLS
