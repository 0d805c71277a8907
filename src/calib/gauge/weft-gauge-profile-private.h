/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fitted constants in a profile's file. */
#pragma once

#include "calib/gauge/weft-gauge-score-private.h"

G_BEGIN_DECLS

/* The root @root with the constants of @part, and what is told of its errors, in place of those of the same keys;
 * the rest is as it was, and so is a constant with its date when nothing of it changes. A constant that was fitted
 * before and that no row bears on now stays and is told of in @kept (element-type utf8). (transfer full) */
JsonNode *weft_gauge_profile_with (JsonNode            *root,
                                   const WeftGaugePart *part,
                                   const char          *date,
                                   GPtrArray           *kept);

G_END_DECLS
