/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of the evaluator's fit for a terminal: errors by set, constants, lines to reach. */
#pragma once

#include "calib/gauge/weft-gauge.h"
#include "draw/weft-table.h"

G_BEGIN_DECLS

/* All (transfer full). */

/* A row for each set of a domain: rows held out, in sample, against one constant. */
WEFT_API WeftTable *weft_table_gauge_sets      (const WeftGauge     *gauge,
                                                const WeftGaugePart *part);
/* A row for each constant of a domain. */
WEFT_API WeftTable *weft_table_gauge_constants (const WeftGaugePart *part);
/* A row for each line that has rows. */
WEFT_API WeftTable *weft_table_gauge_lines     (const WeftGauge     *gauge);

G_END_DECLS
