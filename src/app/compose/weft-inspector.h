/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The right pane of the graph editor: what is selected and its figures, what the machine amounts to,
 * and which rules it breaks. */
#pragma once

#include <gtk/gtk.h>

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

#define WEFT_TYPE_INSPECTOR (weft_inspector_get_type ())
G_DECLARE_FINAL_TYPE (WeftInspector, weft_inspector, WEFT, INSPECTOR, GtkWidget)

GtkWidget *weft_inspector_new       (void);
void       weft_inspector_set_stage (WeftInspector *self,
                                     WeftStage     *stage);

G_END_DECLS
