/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A design that is given as a graph, to read: what it amounts to and what its definitions hold. */
#pragma once

#include <adwaita.h>

#include "design/weft-design.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

#define WEFT_TYPE_GRAPH_CARD (weft_graph_card_get_type ())
G_DECLARE_FINAL_TYPE (WeftGraphCard, weft_graph_card, WEFT, GRAPH_CARD, GtkWidget)

/* @design has a graph, or the card is empty. */
void     weft_graph_card_show            (WeftGraphCard  *self,
                                          WeftDesign     *design);
void     weft_graph_card_show_evaluation (WeftGraphCard  *self,
                                          WeftEvaluation *evaluation);

G_END_DECLS
