/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A proposal in the lineage's tree, and as a step on the way to the best design. */
#pragma once

#include <adwaita.h>

#include "search/weft-lineage.h"

G_BEGIN_DECLS

/* (transfer full): for a list of GtkTreeListRow over WeftProposalNode. */
GtkListItemFactory *weft_lineage_row_factory (void);
/* @number: of the step, from 1. (transfer floating) */
GtkWidget          *weft_lineage_row_step    (WeftProposalNode *node,
                                              guint             number);

G_END_DECLS
