/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The single steps of a change, which keep what they touch: before and after. */
#pragma once

#include "design/graph/weft-graph-private.h"
#include "design/weft-edit-private.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_GRAPH_OP_INSERT,
  WEFT_GRAPH_OP_REMOVE,
  WEFT_GRAPH_OP_REPLACE,
  WEFT_GRAPH_OP_HEAD,
  WEFT_GRAPH_OP_ADD,    /* a definition, as the next two */
  WEFT_GRAPH_OP_DROP,
  WEFT_GRAPH_OP_RENAME,
  WEFT_GRAPH_OP_ROOT,
} WeftGraphOpKind;

typedef struct
{
  WeftGraphOpKind kind;
  char *definition;         /* its name before */
  WeftGraphMembers members; /* of the first three */
  guint n;
  guint *at;
  WeftGraphCell **before;   /* [n] (nullable); also the head before */
  WeftGraphCell **after;    /* [n] (nullable); also the head after */
  gboolean had;             /* whether the list was written before */
  char *key;                /* of a head */
  JsonNode *value;
  WeftGraphBody *body;      /* the definition that is added or dropped */
  guint place;
  char *from;               /* the root before */
  char *to;                 /* the root or the name after */
} WeftGraphOp;

void       weft_graph_op_free    (WeftGraphOp       *op);
/* Whether both touch the same members of the same definition, so that one may follow the other. */
gboolean   weft_graph_op_follows (const WeftGraphOp *op,
                                  const WeftGraphOp *next);
/* Makes @op end where @next ends, which follows it. */
void       weft_graph_op_follow  (WeftGraphOp       *op,
                                  const WeftGraphOp *next);
/* Whether an op that has been applied once changes nothing. */
gboolean   weft_graph_op_is_idle (const WeftGraphOp *op);
/* Applies the ops from the @first-th on, or reverts all of them backwards. (transfer full)
 * (nullable): %NULL when one does not go with @graph. */
WeftGraph *weft_graph_ops_apply  (GPtrArray         *ops,
                                  guint              first,
                                  WeftGraph         *graph);
WeftGraph *weft_graph_ops_revert (GPtrArray         *ops,
                                  WeftGraph         *graph);

/* The ops of a change, which it gives away, and where it began. */
GPtrArray *weft_graph_change_take_ops (WeftGraphChange   *self,
                                       WeftGraph        **base,
                                       WeftGraph        **after);
/* Which items of the definition that is shown the edit makes; takes @items. */
void       weft_graph_edit_take_new_items (WeftEdit      *edit,
                                           guint         *items,
                                           guint          n);

G_END_DECLS
