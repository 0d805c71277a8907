/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the open design and another one change places as one input moves, or where the answer meets a value. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-message-bar.h"
#include "app/whatif/weft-input-range.h"

G_BEGIN_DECLS

#define WEFT_TYPE_BREAK_EVEN_VIEW (weft_break_even_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftBreakEvenView, weft_break_even_view, WEFT, BREAK_EVEN_VIEW, GtkWidget)

void            weft_break_even_view_bind      (WeftBreakEvenView *self,
                                                WeftWhatifJob     *job,
                                                WeftMessageBar    *bar);
void            weft_break_even_view_update    (WeftBreakEvenView *self);
WeftInputRange *weft_break_even_view_get_range (WeftBreakEvenView *self);
GtkEntry       *weft_break_even_view_get_target (WeftBreakEvenView *self);
/* What was found, sentence by sentence. */
guint           weft_break_even_view_n_words   (WeftBreakEvenView *self);
const char     *weft_break_even_view_get_words (WeftBreakEvenView *self,
                                                guint              sentence);

G_END_DECLS
