/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How good the design is: the score, the speed-up bars and the time split, as charts or tables. */
#pragma once

#include <gtk/gtk.h>

#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_SCORE_PANEL (weft_score_panel_get_type ())
G_DECLARE_FINAL_TYPE (WeftScorePanel, weft_score_panel, WEFT, SCORE_PANEL, GtkWidget)

void weft_score_panel_show      (WeftScorePanel *self,
                                 WeftEvaluation *evaluation,
                                 const char     *failure);
void weft_score_panel_open_row  (WeftScorePanel *self,
                                 guint           kind);

G_END_DECLS
