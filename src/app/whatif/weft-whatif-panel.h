/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last column of What-if: what is known of the chosen input. */
#pragma once

#include <gtk/gtk.h>

#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WHATIF_PANEL (weft_whatif_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftWhatifPanel, weft_whatif_panel, WEFT, WHATIF_PANEL, GtkWidget)

void        weft_whatif_panel_bind      (WeftWhatifPanel *self,
                                         WeftWhatifJob   *job);
void        weft_whatif_panel_update    (WeftWhatifPanel *self);
const char *weft_whatif_panel_get_title (WeftWhatifPanel *self);

G_END_DECLS
