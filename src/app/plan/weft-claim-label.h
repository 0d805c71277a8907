/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model has said, as plain text, with its figures marked: what the evaluator says too, what it says otherwise, and
 * what there is nothing to hold to. */
#pragma once

#include <gtk/gtk.h>

#include "agent/weft-claim.h"

G_BEGIN_DECLS

#define WEFT_TYPE_CLAIM_LABEL (weft_claim_label_get_type ())
G_DECLARE_FINAL_TYPE (WeftClaimLabel, weft_claim_label, WEFT, CLAIM_LABEL, GtkWidget)

GtkWidget  *weft_claim_label_new      (void);
/* @claims: (element-type WeftClaim): of @text, which is never markup. @cursor: that more is coming. */
void        weft_claim_label_set      (WeftClaimLabel *self,
                                       const char     *text,
                                       GPtrArray      *claims,
                                       gboolean        cursor);
const char *weft_claim_label_get_text (WeftClaimLabel *self); /* as it is shown */
/* One line that says what the text says otherwise than the evaluator; NULL when it does not. (transfer full) */
char       *weft_claims_describe      (const char     *text,
                                       GPtrArray      *claims);
/* What a mark means, with both numbers. (transfer full) */
char       *weft_claim_explain        (const char     *text,
                                       const WeftClaim *claim);

G_END_DECLS
