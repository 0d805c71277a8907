/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rack units parts take: those with a unit stand there, others fill what is free from the
 * bottom. Knows numbers alone, no graph. */
#pragma once

#include <glib.h>

#include "draw/rack/weft-elevation.h"

G_BEGIN_DECLS

/* A group of like parts. */
typedef struct
{
  guint item;
  double count;
  guint height_u; /* 0: takes no unit */
  double u;       /* lowest unit of the first one, NAN: wherever there is room */
} WeftRackWant;

/* Where one part stands. */
typedef struct
{
  guint item;
  guint instance;
  guint u; /* lowest unit, from 1 */
  guint height_u;
  gboolean is_given;
  gboolean overlaps;
} WeftRackSpot;

typedef struct
{
  guint units;
  guint n_used;     /* units that something stands in */
  GArray *spots;    /* of WeftRackSpot, by item and instance */
  GArray *unplaced; /* of WeftElevationUnplaced, by item */
} WeftRackFill;

void weft_rack_fill_init  (WeftRackFill       *self,
                           guint               units,
                           const WeftRackWant *wants,
                           guint               n_wants);
void weft_rack_fill_clear (WeftRackFill       *self);
/* The spot of an instance, NULL when it found no place. */
const WeftRackSpot *weft_rack_fill_find (const WeftRackFill *self,
                                         guint               item,
                                         guint               instance);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftRackFill, weft_rack_fill_clear)

G_END_DECLS
