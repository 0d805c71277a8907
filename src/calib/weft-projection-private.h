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

/* What launches a kernel says nothing of what starts a message: each pools its own. */
typedef enum
{
  WEFT_POOL_COMPUTE,
  WEFT_POOL_COMM,
  WEFT_N_POOLS,
} WeftPool;

/**
 * WeftProjector: (skip)
 * @fit: borrowed
 * @samples: [pool][kind] (element-type WeftRidgeSample)
 * @lambda: [pool][kind]
 */
typedef struct
{
  const WeftFit *fit;
  GArray *samples[WEFT_N_POOLS][WEFT_N_KNOB_KINDS];
  double lambda[WEFT_N_POOLS][WEFT_N_KNOB_KINDS];
} WeftProjector;

/* @left_out: a platform that gives no samples, or WEFT_RIDGE_NO_PLATFORM. */
void   weft_projector_init    (WeftProjector              *self,
                               const WeftFit              *fit,
                               guint32                     left_out);
void   weft_projector_clear   (WeftProjector              *self);
/* A knob of operator and path of @series on @target; NAN when no sample is of them. */
double weft_projector_predict (const WeftProjector        *self,
                               WeftKnobKind                kind,
                               guint32                     left_out,
                               const WeftFitSeries        *series,
                               const WeftMeasuredPlatform *target,
                               guint                       n_dev);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftProjector, weft_projector_clear)

G_END_DECLS
