/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded change of a graph. Graphs never change themselves: a change gives a new one that shares
 * with the old one what it does not touch, and an edit keeps the touched members for undo. */
#pragma once

#include "design/graph/weft-graph.h"
#include "design/weft-edit.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_GRAPH_ITEMS,
  WEFT_GRAPH_LINKS,
  WEFT_GRAPH_PORTS,
} WeftGraphMembers;

typedef struct _WeftGraphChange WeftGraphChange;

#define WEFT_TYPE_GRAPH_CHANGE (weft_graph_change_get_type ())
WEFT_API GType            weft_graph_change_get_type  (void) G_GNUC_CONST;

/* A builder for one thread, which starts from @graph. */
WEFT_API WeftGraphChange *weft_graph_change_new       (WeftGraph         *graph);
WEFT_API WeftGraphChange *weft_graph_change_ref       (WeftGraphChange   *self);
WEFT_API void             weft_graph_change_unref     (WeftGraphChange   *self);
/* The graph with all changes so far, until the next one. (transfer none) */
WEFT_API WeftGraph       *weft_graph_change_graph     (WeftGraphChange   *self);
WEFT_API gboolean         weft_graph_change_is_empty  (WeftGraphChange   *self);

/* Members of one definition; @nodes are copied, @at ascends. Inserted members stand at @at
 * afterwards. A list of links or ports that becomes empty is not written any more. */
WEFT_API void weft_graph_change_insert  (WeftGraphChange   *self,
                                         const char        *definition,
                                         WeftGraphMembers   members,
                                         const guint       *at,
                                         JsonNode *const   *nodes,
                                         guint              n);
WEFT_API void weft_graph_change_remove  (WeftGraphChange   *self,
                                         const char        *definition,
                                         WeftGraphMembers   members,
                                         const guint       *at,
                                         guint              n);
WEFT_API void weft_graph_change_replace (WeftGraphChange   *self,
                                         const char        *definition,
                                         WeftGraphMembers   members,
                                         const guint       *at,
                                         JsonNode *const   *nodes,
                                         guint              n);
/* A member of the definition that is no list: level, title, enclosure, or one that Weft does not
 * know. @value (nullable): removes it. */
WEFT_API void weft_graph_change_set     (WeftGraphChange   *self,
                                         const char        *definition,
                                         const char        *key,
                                         JsonNode          *value);
WEFT_API void weft_graph_change_add_definition    (WeftGraphChange *self,
                                                   const char      *id,
                                                   JsonNode        *node,
                                                   guint            at);
WEFT_API void weft_graph_change_remove_definition (WeftGraphChange *self,
                                                   const char      *id);
/* The name alone; what names it is changed separately. */
WEFT_API void weft_graph_change_rename_definition (WeftGraphChange *self,
                                                   const char      *id,
                                                   const char      *to);
WEFT_API void weft_graph_change_set_root          (WeftGraphChange *self,
                                                   const char      *id);

/* Copies of what the document says. (transfer full) */
WEFT_API JsonNode *weft_graph_item_json       (const WeftGraph *self,
                                               guint            definition,
                                               guint            index);
WEFT_API JsonNode *weft_graph_link_json       (const WeftGraph *self,
                                               guint            definition,
                                               guint            index);
WEFT_API JsonNode *weft_graph_port_json       (const WeftGraph *self,
                                               guint            definition,
                                               guint            index);
WEFT_API JsonNode *weft_graph_definition_json (const WeftGraph *self,
                                               guint            definition);

/* Takes @change and @label, which is translated. @continues: a burst, such as dragging, that joins
 * the edit before it when both replace the same members. (transfer full) */
WEFT_API WeftEdit *weft_edit_graph (WeftGraphChange *change,
                                    char            *label,
                                    gboolean         continues);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGraphChange, weft_graph_change_unref)

G_END_DECLS
