/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An input in the list of all: whether it is taken into the hand, and how the answer moves with it. No widgets. */
#pragma once

#include "model/whatif/weft-input.h"
#include "model/whatif/weft-tornado.h"

G_BEGIN_DECLS

/* Properties: "title" (read-only), "chosen", "slope" (read-only): words. */
#define WEFT_TYPE_WHATIF_ROW (weft_whatif_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifRow, weft_whatif_row, WEFT, WHATIF_ROW, GObject)

WeftWhatifRow *weft_whatif_row_new           (WeftInput            *input);
WeftInput     *weft_whatif_row_get_input     (WeftWhatifRow        *self);
gboolean       weft_whatif_row_get_chosen    (WeftWhatifRow        *self);
void           weft_whatif_row_set_chosen    (WeftWhatifRow        *self,
                                              gboolean              chosen);
/* @slope: (nullable): not known yet. */
void           weft_whatif_row_set_slope     (WeftWhatifRow        *self,
                                              const WeftElasticity *slope);
/* NAN when there is none, or it is not known yet. */
double         weft_whatif_row_get_slope     (WeftWhatifRow        *self);
/* "0.62", "no effect", "" (transfer full). */
char          *weft_whatif_row_dup_slope     (WeftWhatifRow        *self);
/* The same in a sentence; "" when it is not known yet. (transfer full) */
char          *weft_whatif_row_explain_slope (WeftWhatifRow        *self);
/* Whether @words, lower case, are all in its names, its path or its group. */
gboolean       weft_whatif_row_matches       (WeftWhatifRow        *self,
                                              const char *const    *words);

G_END_DECLS
