/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole machine as a tree: the way to every item for keyboards and screen readers. Its
 * selection and the canvas's are one. */
#pragma once

#include <gtk/gtk.h>

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

#define WEFT_TYPE_OUTLINE (weft_outline_get_type ())
G_DECLARE_FINAL_TYPE (WeftOutline, weft_outline, WEFT, OUTLINE, GtkWidget)

void               weft_outline_set_stage     (WeftOutline *self,
                                               WeftStage   *stage);
/* The rows, of GtkTreeListRow around WeftOutlineNode (transfer none). */
GtkTreeListModel  *weft_outline_get_tree      (WeftOutline *self);
GtkSelectionModel *weft_outline_get_selection (WeftOutline *self);

G_END_DECLS
