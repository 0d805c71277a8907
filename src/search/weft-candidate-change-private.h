/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sets two candidates apart, in words. */
#pragma once

#include "search/weft-method.h"

G_BEGIN_DECLS

/* @buffer has room for WEFT_REASON_BYTES. */
WEFT_API void weft_candidate_describe_change (WeftProblem *problem, const WeftCandidate *from, const WeftCandidate *to, char *buffer);

G_END_DECLS
