/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Halving a weighted graph so that few cables cross (Fiduccia and Mattheyses, 1982). */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * WeftRackGraph: (skip)
 * @n: vertices
 * @first: (array length=n+1): where the neighbours of each begin
 * @neighbour: neighbours
 * @weight: cables to them
 */
typedef struct
{
  guint n;
  guint *first;
  guint *neighbour;
  gint64 *weight;
} WeftRackGraph;

/* Sorts @vertices so that the first @n_left make one half and the rest the other, with few cables
 * in between; inside a half the order stays. @pull[v] is how many more cables tie @v to what lies
 * to the right than to what lies to the left. @side is room for a byte a vertex, 0 outside of this
 * call. */
void weft_bisect (const WeftRackGraph *graph,
                  guint               *vertices,
                  guint                n,
                  guint                n_left,
                  const gint64        *pull,
                  guint8              *side);

G_END_DECLS
