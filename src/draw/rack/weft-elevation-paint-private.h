/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files that paint an elevation share. */
#pragma once

#include "draw/rack/weft-elevation-layout-private.h"
#include "draw/rack/weft-rack-icon-private.h"
#include "draw/weft-text-private.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_t *cr;
  const WeftElevation *self;
  const WeftElevationLayout *layout;
  const WeftPalette *palette;
  WeftTextStyle title;
  WeftTextStyle text;
  WeftTextStyle small;
  WeftTextStyle strong; /* small and bold */
  WeftTextAlign start;
  WeftTextAlign end;
  double number_width; /* of the column of instance numbers, 0 when no part has one */
  int tops[WEFT_RACK_MAX_UNITS + 1]; /* the slot that is painted last in each unit, -1 for none */
  int hover;
  const guint8 *selected;
  const guint8 *severity;
} WeftElevationPainter;

void weft_elevation_paint_front (const WeftElevationPainter *painter,
                                 guint                       slot);
void weft_elevation_paint_rear  (const WeftElevationPainter *painter,
                                 guint                       slot);
/* The cables at the sides, over all slots. */
void weft_elevation_paint_trunks (const WeftElevationPainter *painter);
/* A legend line for each trunk from @y on; returns where the next line begins. */
double weft_elevation_paint_runs (const WeftElevationPainter *painter,
                                  double                      y);
/* The body of a slot and everything in it but its text: returns what is left for that. */
WeftBox weft_elevation_paint_body (const WeftElevationPainter *painter,
                                   guint                       slot,
                                   const WeftBox              *box);
/* The part of a slot's body that no later slot covers; all of it when there is none. */
WeftBox weft_elevation_visible_box (const WeftElevationPainter *painter,
                                    guint                       slot,
                                    const WeftBox              *box);
/* The instance's number in a column of its own, taken off the start of @rest. */
void weft_elevation_paint_number (const WeftElevationPainter *painter,
                                  const WeftElevationSlot    *slot,
                                  WeftBox                    *rest);
/* Takes a piece off the end (by the direction of text) of @box. */
WeftBox weft_elevation_take_end  (const WeftElevationPainter *painter,
                                  WeftBox                    *box,
                                  double                      width);
WeftBox weft_elevation_take_start (const WeftElevationPainter *painter,
                                   WeftBox                    *box,
                                   double                      width);

G_END_DECLS
