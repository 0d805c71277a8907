/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection of one knob: samples of a fit, and the ridge that suits them. */
#pragma once

#include "calib/weft-ridge-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_KNOB_PHI,
  WEFT_KNOB_BETA,
  WEFT_KNOB_LAUNCH,
  WEFT_N_KNOB_KINDS,
} WeftKnobKind;

/**
 * WeftProjector: (skip)
 * @fit: borrowed
 * @samples: [kind] (element-type WeftRidgeSample)
 * @lambda: [kind]
 */
typedef struct
{
  const WeftFit *fit;
  GArray *samples[WEFT_N_KNOB_KINDS];
  double lambda[WEFT_N_KNOB_KINDS];
} WeftProjector;

/* @left_out: a platform that gives no samples, or WEFT_RIDGE_NO_PLATFORM. */
void   weft_projector_init    (WeftProjector              *self,
                               const WeftFit              *fit,
                               guint32                     left_out);
void   weft_projector_clear   (WeftProjector              *self);
/* @group: operator times number of paths, plus path. NAN when no sample is of that group. */
double weft_projector_predict (const WeftProjector        *self,
                               WeftKnobKind                kind,
                               guint32                     left_out,
                               guint32                     group,
                               const WeftMeasuredPlatform *target,
                               guint                       n_dev);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftProjector, weft_projector_clear)

G_END_DECLS
