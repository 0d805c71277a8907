/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What writing and reading "weft-fit/1" share. */
#pragma once

#include "calib/weft-fit.h"

G_BEGIN_DECLS

#define WEFT_FIT_FORMAT "weft-fit/1"
/* With more measurements a file would be unwieldy: then it has the knobs alone. */
#define WEFT_FIT_MAX_JSON_ROWS 50000u

const char *weft_fit_axis_nick        (WeftFitAxis           axis);
/* phi, beta, l_us, from, to, identified, what stands beside, points, mape. */
void        weft_fit_segment_add_json (const WeftFitSegment *segment,
                                       JsonObject           *object);

G_END_DECLS
