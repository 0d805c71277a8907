/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The seven shares of a simulation: what they are called, what they mean, and how they look. */
#pragma once

#include "draw/weft-paint-private.h"
#include "sim/weft-sim-result.h"

G_BEGIN_DECLS

/* "Queueing"; translated. (transfer none) */
const char       *weft_share_title     (WeftSimShare         share);
/* What time of it is, in a sentence without a stop; translated. (transfer none) */
const char       *weft_share_meaning   (WeftSimShare         share);
/* Of WeftPalette.parts; two shares of one hue are told apart by hatching. */
const WeftColour *weft_share_hue       (WeftSimShare         share,
                                        const WeftPalette   *palette);
gboolean          weft_share_is_hatched (WeftSimShare        share);
/* A piece of a bar. */
void              weft_share_fill      (cairo_t             *cr,
                                        WeftSimShare         share,
                                        const WeftBox       *box,
                                        double               radius,
                                        WeftCorners          corners,
                                        const WeftPalette   *palette);
/* What reads on it. (transfer none) */
const WeftColour *weft_share_ink       (WeftSimShare         share,
                                        const WeftPalette   *palette);
/* Seven icons that differ in outline. */
void              weft_share_icon      (cairo_t             *cr,
                                        WeftSimShare         share,
                                        double               x,
                                        double               y,
                                        double               size,
                                        const WeftColour    *colour);

/* When the run that stands in the trace ends; iterations that do not would follow. */
static inline double
weft_run_end_s (const WeftSimResult *result)
{
  return result->makespan_s - result->folded_s;
}

/* The label of the trace that takes most of a share of the critical path, and what of the share it takes;
 * %WEFT_SIM_NONE when the path has none. */
guint32           weft_share_find_label (const WeftSimResult *result,
                                         WeftSimShare         share,
                                         double              *part);

G_END_DECLS
