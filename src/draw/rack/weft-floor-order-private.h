/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of racks on a floor. */
#pragma once

#include "draw/rack/weft-floor-private.h"

G_BEGIN_DECLS

/* More racks than these stay in document order: the search takes too long for a picture. */
#define WEFT_FLOOR_MAX_ORDERED 600

/* @cables: [n_tiles x n_tiles] how many lead from one tile to another. */
void weft_floor_order (WeftFloor    *self,
                       const double *cables);

G_END_DECLS
