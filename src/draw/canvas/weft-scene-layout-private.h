/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the steps of the automatic layout share: who is whose neighbour, and blocks of boxes that
 * keep their arrangement while they are moved as one. */
#pragma once

#include "draw/canvas/weft-scene-private.h"

G_BEGIN_DECLS

typedef struct
{
  const WeftScene *scene;
  guint *starts;     /* node -> its first neighbour; n + 1 */
  guint *neighbours; /* each once, ascending, none of itself */
  guint8 *tiers;
  double *x, *y;     /* within the block that is being laid out */
  guint *marks;      /* which part a node is in now; nothing is in part 0 */
  guint n_marks;     /* parts so far */
  guint *queue;      /* room for n nodes */
} WeftLayout;

/* Nodes that stand together: @n of the order that is being laid out. */
typedef struct
{
  guint *nodes;
  guint n;
  double w, h;
  double wish; /* where its middle would like to be; NAN anywhere */
  double x, y; /* where it is put */
} WeftLayoutBlock;

/* Whether the block's nodes, which are joined among themselves, are a ring, a star, all to all, a
 * mesh or a torus; then they are arranged as that and the block has its size. */
gboolean weft_layout_shape   (WeftLayout      *self,
                              WeftLayoutBlock *block);
/* Places blocks in one row, or in rows one below the other when they would be wider than
 * @width (NAN: a good shape). Tells the size of all. */
void     weft_layout_flow    (WeftLayoutBlock *blocks,
                              guint            n,
                              double           width,
                              double           gap,
                              double          *w,
                              double          *h);
/* Places blocks in one row, each as near to its wish as the others allow (least squares). Tells
 * the width and the left edge. */
void     weft_layout_row     (WeftLayoutBlock *blocks,
                              guint            n,
                              double           gap,
                              double          *left,
                              double          *w,
                              double          *h);

G_END_DECLS
