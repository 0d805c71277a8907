/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines to reach: read, and judged by what the domains' fits give. */
#pragma once

#include "calib/gauge/weft-gauge-score-private.h"

G_BEGIN_DECLS

/* (element-type WeftGaugeLine) of the file with @root (nullable), judged on @parts (element-type WeftGaugePart) by
 * @view. NULL with a #WeftJsonError. (transfer full) */
GPtrArray *weft_gauge_lines      (JsonNode           *root,
                                  GPtrArray          *parts,
                                  WeftGaugeView       view,
                                  GError            **error);
/* "mean error", for people, translated. */
const char *weft_gauge_line_measure (const WeftGaugeLine *line);
/* A number of a line as people read it: "4.2 %", "0.91". (transfer full) */
char       *weft_gauge_line_say     (const WeftGaugeLine *line,
                                     double               value);
/* "met, by 1.3 %", "missed by 0.4 %", "no rows": translated. (transfer full) */
char       *weft_gauge_line_verdict (const WeftGaugeLine *line);

G_END_DECLS
