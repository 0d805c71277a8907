/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What-if, a part of the page Search: what is asked and turned, what comes of it, and what is known of an input. */
#pragma once

#include "app/weft-message-bar.h"
#include "app/whatif/weft-whatif-panel.h"
#include "app/whatif/weft-whatif-pane.h"
#include "app/whatif/weft-whatif-views.h"

G_BEGIN_DECLS

/* Actions "what-if.reset", "what-if.apply", "what-if.preset" (id), "what-if.choose-inputs", "what-if.sweep" (path),
 * "what-if.break-even", "what-if.doubt", "what-if.cancel", "what-if.other-tab" (position), "what-if.other-uri" (uri),
 * "what-if.other-file", "what-if.no-other", "what-if.tell" (message). */
#define WEFT_TYPE_WHATIF_VIEW (weft_whatif_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifView, weft_whatif_view, WEFT, WHATIF_VIEW, GtkWidget)

void             weft_whatif_view_bind      (WeftWhatifView *self,
                                             WeftSession    *session);
WeftWhatifJob   *weft_whatif_view_get_job   (WeftWhatifView *self);
WeftWhatifPane  *weft_whatif_view_get_pane  (WeftWhatifView *self);
WeftWhatifViews *weft_whatif_view_get_views (WeftWhatifView *self);
WeftWhatifPanel *weft_whatif_view_get_panel (WeftWhatifView *self);
WeftMessageBar  *weft_whatif_view_get_bar   (WeftWhatifView *self);

G_END_DECLS
