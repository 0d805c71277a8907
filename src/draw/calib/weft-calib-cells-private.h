/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of the tables of a calibration, as text. All (transfer full). */
#pragma once

#include "calib/weft-projection.h"

G_BEGIN_DECLS

#define WEFT_CALIB_DASH "–"

/* "4.25 %"; a dash for what is not known. */
char *weft_calib_percent   (double                    share);
/* An efficiency, "0.712"; one that points do not tell "≥ 0.62, projected 0.81"; a dash where there is no such knob. */
char *weft_calib_share     (const WeftFitKnob        *knob);
/* The same of a launch: "≤ 3.1 µs". */
char *weft_calib_launch    (const WeftFitKnob        *knob);
/* Of a projection, "0.712 (0.68 to 0.74)". */
char *weft_calib_projected (const WeftProjectedValue *value,
                            gboolean                  is_time);
/* A size on the axis of a series: "4.10 kB", "1.20 GFLOP", "38.2 FLOP/B". */
char *weft_calib_size      (WeftFitAxis               axis,
                            double                    size);
/* "4.10 kB to 2.00 MB". */
char *weft_calib_range     (const WeftFitSeries      *series,
                            const WeftFitSegment     *segment);

G_END_DECLS
