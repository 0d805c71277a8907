/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers over one input or two, each of which takes all values of a list. */
#pragma once

#include "model/whatif/weft-factor.h"
#include "model/whatif/weft-response.h"

G_BEGIN_DECLS

#define WEFT_SWEEP_MOST_AXES 2
#define WEFT_SWEEP_MOST_POINTS 100000

/**
 * WeftSweepAxis: (skip)
 * @input: which input moves
 * @values: what it becomes
 * @n_values: how often
 */
typedef struct
{
  guint input;
  double *values;
  guint n_values;
} WeftSweepAxis;

/**
 * WeftSweep: (skip)
 * @n_axes: one or two
 * @axes: the inputs that move; the last one fastest
 * @n_points: of all combinations
 * @n_outputs: answers at each point
 * @y: [point][output]; %NAN where there is no answer
 * @flat: [output][axis]: whether the answer does not depend on it, wherever the other one stands
 */
typedef struct
{
  guint n_axes;
  WeftSweepAxis axes[WEFT_SWEEP_MOST_AXES];
  guint n_points;
  guint n_outputs;
  double *y;
  gboolean *flat;
} WeftSweep;

/* @n values from the beginning of its range to its end. (transfer full) */
WEFT_API double    *weft_sweep_values   (const WeftFactor    *factor,
                                         guint                n);
WEFT_API WeftSweep *weft_sweep_new      (const WeftResponse  *response,
                                         const WeftFactor    *factors,
                                         const WeftSweepAxis *axes,
                                         guint                n_axes,
                                         const WeftAsking    *asking,
                                         GError             **error);
WEFT_API void       weft_sweep_free     (WeftSweep           *self);
WEFT_API double     weft_sweep_value    (const WeftSweep     *self,
                                         guint                point,
                                         guint                axis);
WEFT_API double     weft_sweep_answer   (const WeftSweep     *self,
                                         guint                point,
                                         guint                output);
WEFT_API gboolean   weft_sweep_is_flat  (const WeftSweep     *self,
                                         guint                output,
                                         guint                axis);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftSweep, weft_sweep_free)

G_END_DECLS
