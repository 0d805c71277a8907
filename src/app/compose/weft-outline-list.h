/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines below one line of the outline, as a list model: made when they are shown, and told
 * apart by name when the graph changes, so that what is unfolded stays so. No widgets. */
#pragma once

#include "app/compose/weft-outline-node.h"

G_BEGIN_DECLS

#define WEFT_TYPE_OUTLINE_LIST (weft_outline_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftOutlineList, weft_outline_list, WEFT, OUTLINE_LIST, GObject)

/* (transfer full): the machine as its one line; none while @graph is NULL. */
WeftOutlineList *weft_outline_list_new_root    (WeftGraph       *graph);
/* (transfer full) (nullable): what is below a line; NULL when nothing can be, as in a definition
 * that contains itself. */
WeftOutlineList *weft_outline_list_new_below   (WeftOutlineNode *node);
/* Follows another graph, with all lists that were made from this one. */
void             weft_outline_list_set_graph   (WeftOutlineList *self,
                                                WeftGraph       *graph);

/* The line that it is below of, NULL for the root list. */
WeftOutlineNode *weft_outline_list_get_owner   (WeftOutlineList *self);
/* The place of a line that is in it now. */
guint            weft_outline_list_position_of (WeftOutlineList *self,
                                                WeftOutlineNode *node);
/* -1 when there is none of that name. */
int              weft_outline_list_find_item   (WeftOutlineList *self,
                                                const char      *id);
/* Where the line of all links is, -1 when there are no links. */
int              weft_outline_list_find_links  (WeftOutlineList *self);

G_END_DECLS
