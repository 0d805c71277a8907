/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The boxes of an elevation's picture, canvas units. */
#pragma once

#include "draw/rack/weft-elevation-private.h"
#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

#define WEFT_ELEVATION_LINE 16.0
#define WEFT_ELEVATION_MAX_UNPLACED 4

typedef struct
{
  double width, height;
  WeftBox title;
  WeftBox enclosure;
  WeftBox figures;
  WeftBox rack; /* its units, without the frame */
  WeftBox footer;
} WeftElevationLayout;

void  weft_elevation_layout_init (WeftElevationLayout *layout,
                                  const WeftElevation *self);
/* How many runs have a trunk. */
guint weft_elevation_n_trunks    (const WeftElevation *self);

G_END_DECLS
