/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure the answer is: its band, what that comes from, and whether another design can be told from it. */
#pragma once

#include <gtk/gtk.h>

#include "app/charts/weft-table-view.h"
#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_DOUBT_VIEW (weft_doubt_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftDoubtView, weft_doubt_view, WEFT, DOUBT_VIEW, GtkWidget)

void        weft_doubt_view_bind        (WeftDoubtView *self,
                                         WeftWhatifJob *job);
void        weft_doubt_view_update      (WeftDoubtView *self);
/* "" before it was asked. */
const char *weft_doubt_view_get_band    (WeftDoubtView *self);
const char *weft_doubt_view_get_contest (WeftDoubtView *self);
const char *weft_doubt_view_get_draws   (WeftDoubtView *self);
/* What it comes from; a row leads to the fact or to the constants. */
WeftTableView *weft_doubt_view_get_sources (WeftDoubtView *self);

G_END_DECLS
