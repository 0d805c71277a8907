/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of a design that is given as a graph: parts and outline, canvas, inspector and results,
 * all about the same stage. */
#pragma once

#include "app/canvas/weft-canvas.h"
#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_GRAPH_EDITOR (weft_graph_editor_get_type ())
G_DECLARE_FINAL_TYPE (WeftGraphEditor, weft_graph_editor, WEFT, GRAPH_EDITOR, GtkWidget)

void        weft_graph_editor_bind            (WeftGraphEditor *self,
                                               WeftSession     *session);
void        weft_graph_editor_show_evaluation (WeftGraphEditor *self,
                                               WeftEvaluation  *evaluation);
void        weft_graph_editor_show_parts (WeftGraphEditor *self);
void        weft_graph_editor_show_violations (WeftGraphEditor *self);
/* Opens and selects what a JSON pointer names; FALSE when it is nothing of the graph. */
gboolean    weft_graph_editor_go_to           (WeftGraphEditor *self,
                                               const char      *pointer);
WeftStage  *weft_graph_editor_get_stage       (WeftGraphEditor *self);
WeftCanvas *weft_graph_editor_get_canvas      (WeftGraphEditor *self);

G_END_DECLS
