/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a box that is dragged comes to lie: in line with a neighbour when one is near, else on the
 * grid. */
#pragma once

#include "draw/canvas/weft-scene.h"

G_BEGIN_DECLS

#define WEFT_SNAP_MAX_GUIDES 2

typedef struct
{
  double dx, dy;                             /* the way that the box goes */
  double guides[4 * WEFT_SNAP_MAX_GUIDES];   /* x0 y0 x1 y1 of each line that it snapped to */
  guint n_guides;
} WeftSnap;

/* @box is where the moved things are before; @moves tells which items are among them. */
void weft_snap (WeftScene     *scene,
                const WeftBox *box,
                double         dx,
                double         dy,
                double         tolerance,
                gboolean     (*moves) (guint item, gpointer data),
                gpointer       data,
                WeftSnap      *snap);

G_END_DECLS
