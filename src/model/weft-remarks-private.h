/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an evaluation remarks beside broken rules: labels that are not realised, domains that are not full. */
#pragma once

#include "model/weft-evaluation-private.h"

G_BEGIN_DECLS

void  weft_remarks_append  (WeftList         *violations,
                            const WeftFindings *findings);
void  weft_left_out_append (GPtrArray          *left_out,
                            const WeftFindings *findings);

G_END_DECLS
