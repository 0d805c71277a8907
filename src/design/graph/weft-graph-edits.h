/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person does to a graph, each as one undoable edit with a name. What makes no sense is
 * refused in plain words: %NULL and a WEFT_GRAPH_EDIT_ERROR. */
#pragma once

#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph-change.h"

G_BEGIN_DECLS

#define WEFT_GRAPH_EDIT_ERROR (weft_graph_edit_error_quark ())

typedef enum
{
  WEFT_GRAPH_EDIT_ERROR_REFUSED, /* it makes no sense here */
  WEFT_GRAPH_EDIT_ERROR_TEXT,    /* what is pasted is no fragment */
  WEFT_GRAPH_EDIT_ERROR_LIMIT,   /* more than a document may hold */
} WeftGraphEditError;

/**
 * WeftGraphAlign:
 * @WEFT_GRAPH_ALIGN_LEFT: to the leftmost edge
 * @WEFT_GRAPH_ALIGN_CENTRE: to one vertical middle
 * @WEFT_GRAPH_ALIGN_RIGHT: to the rightmost edge
 * @WEFT_GRAPH_ALIGN_TOP: to the uppermost edge
 * @WEFT_GRAPH_ALIGN_MIDDLE: to one horizontal middle
 * @WEFT_GRAPH_ALIGN_BOTTOM: to the lowest edge
 * @WEFT_GRAPH_ALIGN_DISTRIBUTE_H: equal gaps from left to right
 * @WEFT_GRAPH_ALIGN_DISTRIBUTE_V: equal gaps from top to bottom
 * @WEFT_GRAPH_ALIGN_ROTATE: a quarter turn of the places about their middle, clockwise
 */
typedef enum
{
  WEFT_GRAPH_ALIGN_LEFT,
  WEFT_GRAPH_ALIGN_CENTRE,
  WEFT_GRAPH_ALIGN_RIGHT,
  WEFT_GRAPH_ALIGN_TOP,
  WEFT_GRAPH_ALIGN_MIDDLE,
  WEFT_GRAPH_ALIGN_BOTTOM,
  WEFT_GRAPH_ALIGN_DISTRIBUTE_H,
  WEFT_GRAPH_ALIGN_DISTRIBUTE_V,
  WEFT_GRAPH_ALIGN_ROTATE,
} WeftGraphAlign;

/**
 * WeftGraphSocket: (skip)
 * @end: the end of a link: "tray:net", "leaf"
 * @title: its name for people
 * @total: ports of all devices that it stands for, NAN when unknown
 * @used: cables of this definition's links that are plugged into them, NAN when unknown
 *
 * Where a wire may end.
 */
typedef struct
{
  char *end;
  char *title;
  double total;
  double used;
} WeftGraphSocket;

WEFT_API GQuark    weft_graph_edit_error_quark (void);

/* Places are the top left corners of boxes, in canvas units; lists of items may be in any order. */
WEFT_API WeftEdit *weft_graph_edit_move      (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              const double       *at,
                                              guint               n,
                                              gboolean            continues);
WEFT_API WeftEdit *weft_graph_edit_unplace   (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              guint               n);
WEFT_API WeftEdit *weft_graph_edit_align     (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              const double       *boxes,
                                              guint               n,
                                              WeftGraphAlign      how);
WEFT_API WeftEdit *weft_graph_edit_add       (WeftGraph          *graph,
                                              guint               definition,
                                              WeftGraphItemKind   kind,
                                              const char         *of,
                                              const double        at[2],
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_add_empty (WeftGraph          *graph,
                                              guint               definition,
                                              WeftLevel           level,
                                              const double        at[2],
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_remove    (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              guint               n_items,
                                              const guint        *links,
                                              guint               n_links);
WEFT_API WeftEdit *weft_graph_edit_duplicate (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              guint               n,
                                              double              dx,
                                              double              dy);
WEFT_API WeftEdit *weft_graph_edit_split     (WeftGraph          *graph,
                                              guint               definition,
                                              guint               item,
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_group     (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              guint               n,
                                              GError            **error);

WEFT_API WeftEdit *weft_graph_edit_connect   (WeftGraph          *graph,
                                              WeftCatalog        *catalog,
                                              guint               definition,
                                              const char         *from,
                                              const char         *to,
                                              GError            **error);
/* @which: -1 for "from", else which end of "to". */
WEFT_API WeftEdit *weft_graph_edit_rewire    (WeftGraph          *graph,
                                              WeftCatalog        *catalog,
                                              guint               definition,
                                              guint               link,
                                              int                 which,
                                              const char         *end,
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_add_port  (WeftGraph          *graph,
                                              guint               definition,
                                              const char         *of,
                                              GError            **error);

/* @value is (transfer none) (nullable); NULL or null removes an optional member. */
WEFT_API WeftEdit *weft_graph_edit_set_item  (WeftGraph          *graph,
                                              guint               definition,
                                              guint               item,
                                              const char         *key,
                                              JsonNode           *value,
                                              gboolean            continues,
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_set_link  (WeftGraph          *graph,
                                              guint               definition,
                                              guint               link,
                                              const char         *key,
                                              JsonNode           *value,
                                              gboolean            continues,
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_set_definition (WeftGraph     *graph,
                                              guint               definition,
                                              const char         *key,
                                              JsonNode           *value,
                                              GError            **error);

WEFT_API char     *weft_graph_copy           (WeftGraph          *graph,
                                              guint               definition,
                                              const guint        *items,
                                              guint               n);
WEFT_API WeftEdit *weft_graph_edit_paste     (WeftGraph          *graph,
                                              guint               definition,
                                              const char         *text,
                                              const double        at[2],
                                              GError            **error);
WEFT_API WeftEdit *weft_graph_edit_place     (WeftGraph          *graph,
                                              guint               definition,
                                              JsonNode           *fragment,
                                              const double        at[2],
                                              const char         *label,
                                              GError            **error);

WEFT_API WeftEdit *weft_design_edit_to_graph (WeftDesign         *design,
                                              WeftInventory      *inventory,
                                              GError            **error);
WEFT_API WeftEdit *weft_design_edit_to_partitions (WeftDesign    *design,
                                                   WeftInventory *inventory,
                                                   GError       **error);

/* The items that an edit makes, by their places afterwards, to select them. */
WEFT_API const guint *weft_graph_edit_get_new_items (WeftEdit    *edit,
                                                     guint       *n);

WEFT_API void       weft_graph_socket_free   (WeftGraphSocket    *socket);
/* (element-type WeftGraphSocket) (transfer full) */
WEFT_API GPtrArray *weft_graph_sockets       (WeftGraph          *graph,
                                              WeftCatalog        *catalog,
                                              guint               definition,
                                              guint               item);
WEFT_API gboolean   weft_graph_may_connect   (WeftGraph          *graph,
                                              WeftCatalog        *catalog,
                                              guint               definition,
                                              const char         *from,
                                              const char         *to,
                                              char              **why);

G_END_DECLS
