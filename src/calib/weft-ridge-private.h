/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One knob of many operators on many platforms: y = a_operator + c . x_platform, with slopes that all operators share and
 * that a ridge keeps small. */
#pragma once

#include "calib/weft-projection.h"

G_BEGIN_DECLS

/**
 * WeftRidgeSample: (skip)
 * @platform: index
 * @group: operator and path
 * @x: attributes, NAN where unknown
 * @y: logit of an efficiency, logarithm of a launch
 * @weight: quality
 */
typedef struct
{
  guint32 platform;
  guint32 group;
  double x[WEFT_N_PROJECTION_ATTRIBUTES];
  double y;
  double weight;
} WeftRidgeSample;

#define WEFT_RIDGE_NO_PLATFORM G_MAXUINT32

/* The @lambda whose predictions of each platform by the others err least; infinite with fewer than three platforms. */
double weft_ridge_choose  (const WeftRidgeSample *samples,
                           guint32                n);
/* y of @group at @x, from all samples but those of @left_out; NAN when none of the group is left. @lambda: may be
 * infinite. */
double weft_ridge_predict (const WeftRidgeSample *samples,
                           guint32                n,
                           double                 lambda,
                           guint32                left_out,
                           guint32                group,
                           const double           x[WEFT_N_PROJECTION_ATTRIBUTES]);

G_END_DECLS
