/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a graph violates, errors first, and what of it somebody has accepted, with the reason. A row
 * leads to the part that it is about. */
#pragma once

#include <gtk/gtk.h>

#include "app/canvas/weft-stage.h"

G_BEGIN_DECLS

/* More are counted. */
#define WEFT_CONSTRAINT_LIST_MAX 100
/* Shown until somebody asks for more. */
#define WEFT_CONSTRAINT_LIST_FEW 8

#define WEFT_TYPE_CONSTRAINT_LIST (weft_constraint_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftConstraintList, weft_constraint_list, WEFT, CONSTRAINT_LIST, GtkWidget)

/* Activating a row selects the part of the graph and calls the action "graph.reveal"; what is about
 * another part of the document goes to "compose.go-to" with the pointer. */
void     weft_constraint_list_set_stage (WeftConstraintList *self,
                                         WeftStage          *stage);
/* Accepts the violation of a code at a place; FALSE when @reason is none. */
gboolean weft_constraint_list_waive     (WeftConstraintList *self,
                                         const char         *code,
                                         const char         *path,
                                         const char         *reason);

G_END_DECLS
