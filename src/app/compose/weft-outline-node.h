/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line of the outline: the machine, an item, the links of a definition, or one of them. It
 * reads what it says from its graph, so that a line costs little. No widgets. */
#pragma once

#include <gio/gio.h>

#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_OUTLINE_ROOT,  /* the definition that is the machine */
  WEFT_OUTLINE_ITEM,
  WEFT_OUTLINE_LINKS, /* all bundles of a definition */
  WEFT_OUTLINE_LINK,
} WeftOutlineKind;

#define WEFT_TYPE_OUTLINE_NODE (weft_outline_node_get_type ())
G_DECLARE_FINAL_TYPE (WeftOutlineNode, weft_outline_node, WEFT, OUTLINE_NODE, GObject)

/* @list is the model that it is in; it stays its owner's. */
WeftOutlineNode           *weft_outline_node_new            (GListModel      *list,
                                                             WeftOutlineKind  kind);
/* (nullable): NULL once the model is gone. */
GListModel                *weft_outline_node_get_list       (WeftOutlineNode *self);
void                       weft_outline_node_leave          (WeftOutlineNode *self);
/* Where it is in a graph: the definition that holds it, and which of its items or links. */
void                       weft_outline_node_place          (WeftOutlineNode *self,
                                                             WeftGraph       *graph,
                                                             guint            definition,
                                                             guint            index);

WeftOutlineKind            weft_outline_node_get_kind       (WeftOutlineNode *self);
WeftGraph                 *weft_outline_node_get_graph      (WeftOutlineNode *self);
const WeftGraphDefinition *weft_outline_node_get_definition (WeftOutlineNode *self);
guint                      weft_outline_node_get_index      (WeftOutlineNode *self);
/* NULL when it is no item, or no link. */
const WeftGraphItem       *weft_outline_node_get_item       (WeftOutlineNode *self);
const WeftGraphLink       *weft_outline_node_get_link       (WeftOutlineNode *self);
/* The definition that lies below it, NULL when there is none. */
const WeftGraphDefinition *weft_outline_node_get_inside     (WeftOutlineNode *self);

/* (transfer full): "tray", "tray:nvlink → switch" */
char                      *weft_outline_node_dup_title      (WeftOutlineNode *self);
/* (transfer full): "× 8", or "" */
char                      *weft_outline_node_dup_count      (WeftOutlineNode *self);
/* (transfer full): what it is: "B200", "all · 1,296 cables" */
char                      *weft_outline_node_dup_words      (WeftOutlineNode *self);
/* Its icon, see weft_kind_label(). */
const char                *weft_outline_node_get_icon       (WeftOutlineNode *self,
                                                             WeftInventory   *inventory);
/* (transfer full): its JSON pointer in the document. */
char                      *weft_outline_node_dup_pointer    (WeftOutlineNode *self);
/* (transfer full): a JSON pointer to a definition. */
char                      *weft_outline_definition_pointer  (const char      *id);

G_END_DECLS
