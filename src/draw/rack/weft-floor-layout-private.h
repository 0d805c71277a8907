/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are in the picture of a floor, the same for painting and for the pointer. */
#pragma once

#include "draw/rack/weft-floor-private.h"
#include "draw/weft-paint-private.h"

G_BEGIN_DECLS

#define WEFT_FLOOR_TILE_W 66.0
#define WEFT_FLOOR_TILE_H 100.0
#define WEFT_FLOOR_LINE 17.0
/* Media that have a line of their own below the plan. */
#define WEFT_FLOOR_MAX_LINES 10

typedef struct
{
  double width, height;
  gboolean has_tiles; /* tiles one by one, else rows as blocks */
  double pitch;       /* from one position to the next */
  double row_pitch;
  double tray;        /* the tray's axis above the tiles of its row */
  WeftBox title;
  WeftBox summary;
  WeftBox legend;
  WeftBox plan;       /* the tiles of the first row begin at its top left */
  WeftBox table;
  guint n_lines;      /* media in the table */
  guint n_notes;
} WeftFloorLayout;

/* @severity: 0 none, 2 warning, 3 error */
typedef struct
{
  guint8 severity;
  char *text;
} WeftFloorNote;

void   weft_floor_layout_init (WeftFloorLayout       *layout,
                               const WeftFloor       *self);
void   weft_floor_layout_tile (const WeftFloorLayout *layout,
                               const WeftFloorTile   *tile,
                               WeftBox               *box);
/* The axis of a row's tray. */
double weft_floor_layout_tray (const WeftFloorLayout *layout,
                               guint                  row);
/* Where a cross-tray runs: left of the rack that it is nearest to. */
double weft_floor_layout_cross (const WeftFloorLayout *layout,
                                guint                  cross);
/* The middle of a position; -1 is the head of the row, where the cross-tray of position 0 runs. */
double weft_floor_layout_x    (const WeftFloorLayout *layout,
                               int                    position);
/* Remarks below the table: an array of WeftFloorNote. */
GArray *weft_floor_list_notes (const WeftFloor *self);

G_END_DECLS
