/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods' types, one file each, and what they share. */
#pragma once

#include "search/weft-method.h"

G_BEGIN_DECLS

G_DECLARE_FINAL_TYPE (WeftRandomMethod, weft_random_method, WEFT, RANDOM_METHOD, WeftMethod)
G_DECLARE_FINAL_TYPE (WeftHillMethod, weft_hill_method, WEFT, HILL_METHOD, WeftMethod)

void weft_proposal_reason (WeftProposal *self,
                           const char   *format,
                           ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
