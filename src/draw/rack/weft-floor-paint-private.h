/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that paint a floor share. */
#pragma once

#include "draw/rack/weft-floor-layout-private.h"
#include "draw/rack/weft-rack-icon-private.h"
#include "draw/weft-text-private.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_t *cr;
  const WeftFloor *self;
  const WeftFloorLayout *layout;
  const WeftPalette *palette;
  WeftTextStyle title;
  WeftTextStyle text;
  WeftTextStyle strong; /* of the size of text */
  WeftTextStyle small;
  WeftTextAlign start;
  WeftTextAlign end;
  int hover;
  const guint8 *selected;
  const guint8 *severity;
} WeftFloorPainter;

void weft_floor_paint_trays (const WeftFloorPainter *painter);
void weft_floor_paint_table (const WeftFloorPainter *painter);
/* Width of a bundle's line. */
double weft_floor_tray_width (const WeftFloorPainter *painter,
                              double                  cables);

G_END_DECLS
