/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of a question a document can hold, as changes of the document: budget, fractions, weights and parameters of the
 * workload. Facts of parts and constants of the profile are not its to set. */
#pragma once

#include "design/weft-edit.h"
#include "model/whatif/weft-whatif.h"

G_BEGIN_DECLS

/* Whether a document can say what the input is. */
WEFT_API gboolean   weft_whatif_holds      (WeftInput     *input);
/* Of @inputs (element-type WeftInput) those that a document can hold, as edits of @design, which @self was made from;
 * the other fractions and weights follow. (transfer full) (element-type WeftEdit), NULL with an error */
WEFT_API GPtrArray *weft_whatif_list_edits (WeftWhatif    *self,
                                            WeftDesign    *design,
                                            GPtrArray     *inputs,
                                            const double  *values,
                                            GError       **error);

G_END_DECLS
