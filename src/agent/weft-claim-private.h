/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of marks. */
#pragma once

#include "agent/weft-claim.h"

G_BEGIN_DECLS

GPtrArray *weft_claims_new (void);
WeftClaim *weft_claims_add (GPtrArray       *claims,
                            const WeftClaim *claim);

G_END_DECLS
