/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cluster of a graph as a floor plan: rows of racks, the cables along the trays above them, and
 * the schedule of these cables. Immutable, so any thread may read. */
#pragma once

#include "catalog/weft-component.h"
#include "design/graph/weft-graph.h"
#include "design/physical/weft-cable.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

/* Racks that are placed at most, those that are drawn one by one, and lines of the schedule. */
#define WEFT_FLOOR_MAX_TILES 20000
#define WEFT_FLOOR_MAX_DRAWN_TILES 3000
#define WEFT_FLOOR_MAX_CABLES 200000

typedef enum
{
  WEFT_FLOOR_RACK,    /* a rack of the graph */
  WEFT_FLOOR_NETWORK, /* a rack that was added for switches of the cluster */
  WEFT_FLOOR_LOOSE,   /* a rack that was added for other parts of the cluster */
  WEFT_FLOOR_UNIT,    /* what stands on the floor by itself, such as a coolant unit */
  WEFT_FLOOR_N_KINDS,
} WeftFloorKind;

/**
 * WeftFloorTile: (skip)
 * @kind: what stands there
 * @item: which item of the cluster; -1 for an added rack, and when the machine is one rack
 * @instance: which of the item's instances, or of the added racks of that kind, from 0
 * @definition: the rack's definition, -1 when it has none
 * @row: row of the hall, from 0
 * @position: place in the row, from 0
 * @title: its name for people, with its number
 * @used: rack units that are full; 0 for what has none
 * @units: rack units that there are; 0 for what has none
 * @cables: cables of the cluster that leave it for other places
 * @cables_inside: cables of the cluster with both ends in it
 *
 * A place of the floor.
 */
typedef struct
{
  WeftFloorKind kind;
  int item;
  guint instance;
  int definition;
  int row;
  int position;
  const char *title;
  guint used;
  guint units;
  double cables;
  double cables_inside;
} WeftFloorTile;

/**
 * WeftFloorCableEnd: (skip)
 * @item: which item of the cluster
 * @instance: which of its instances
 * @tile: where that stands
 * @unit: rack unit of the plug; 10.5 lies between units 10 and 11; NAN when unknown
 */
typedef struct
{
  guint item;
  guint instance;
  guint tile;
  double unit;
} WeftFloorCableEnd;

/**
 * WeftFloorCable: (skip)
 * @link: which link of the cluster
 * @from: one end
 * @to: the other end
 * @medium: index of the medium
 * @count: how many cables
 * @length_m: length of one, NAN when unknown
 * @length_is_given: whether the document gives it
 * @is_too_long: whether the medium does not reach that far
 *
 * A line of the schedule: like cables between the same two units.
 */
typedef struct
{
  guint link;
  WeftFloorCableEnd from;
  WeftFloorCableEnd to;
  guint medium;
  double count;
  double length_m;
  gboolean length_is_given;
  gboolean is_too_long;
} WeftFloorCable;

/**
 * WeftFloorMedium: (skip)
 * @name: the cable of the graph, or the medium that was chosen by length
 * @is_chosen: whether it was chosen here, since the graph names none
 * @count: how many cables
 * @n_unknown: how many of them have an unknown length
 * @n_too_long: how many of them are longer than it reaches
 * @length_m: of all with a known length together
 * @longest_m: the longest of them, NAN when no length is known
 *
 * All cables of a kind.
 */
typedef struct
{
  const char *name;
  gboolean is_chosen;
  double count;
  double n_unknown;
  double n_too_long;
  double length_m;
  double longest_m;
} WeftFloorMedium;

#define WEFT_TYPE_FLOOR (weft_floor_get_type ())
typedef struct _WeftFloor WeftFloor;

WEFT_API GType      weft_floor_get_type      (void) G_GNUC_CONST;

WEFT_API WeftFloor *weft_floor_new           (WeftGraph       *graph,
                                              WeftCatalog     *catalog);
WEFT_API WeftFloor *weft_floor_ref           (WeftFloor       *self);
WEFT_API void       weft_floor_unref         (WeftFloor       *self);

/* -1 when the graph has no machine. */
WEFT_API int        weft_floor_get_definition (const WeftFloor *self);
WEFT_API guint      weft_floor_n_rows        (const WeftFloor *self);
WEFT_API guint      weft_floor_n_tiles       (const WeftFloor *self);
WEFT_API const WeftFloorTile *
                    weft_floor_tile          (const WeftFloor *self,
                                              guint            index);
/* Racks for which there was no place any more. */
WEFT_API double     weft_floor_get_left_out  (const WeftFloor *self);
/* The rack of a part of the cluster, -1 when it has none. */
WEFT_API int        weft_floor_find_tile     (const WeftFloor *self,
                                              guint            item,
                                              guint            instance);

/* The schedule, by link and then from end to end. */
WEFT_API guint      weft_floor_n_cables      (const WeftFloor *self);
WEFT_API const WeftFloorCable *
                    weft_floor_cable         (const WeftFloor *self,
                                              guint            index);
/* "Rack 3, unit 12" or "leaf 2 in network rack 1, unit 5". (transfer full) */
WEFT_API char      *weft_floor_end_name      (const WeftFloor *self,
                                              const WeftFloorCableEnd *end);
WEFT_API guint      weft_floor_n_media       (const WeftFloor *self);
WEFT_API const WeftFloorMedium *
                    weft_floor_medium        (const WeftFloor *self,
                                              guint            index);
/* All cables of the cluster together; @n_unknown of them have an unknown length. */
WEFT_API double     weft_floor_get_cables    (const WeftFloor *self,
                                              double          *length_m,
                                              double          *n_unknown);
/* Links whose cables are too many to be laid, or cannot be told. */
WEFT_API guint      weft_floor_n_unlaid      (const WeftFloor *self);

/* In canvas units. */
WEFT_API void       weft_floor_get_size      (const WeftFloor *self,
                                              double          *width,
                                              double          *height);
WEFT_API void       weft_floor_tile_box      (const WeftFloor *self,
                                              guint            tile,
                                              WeftBox         *box);
/* -1 when there is none. */
WEFT_API int        weft_floor_tile_at       (const WeftFloor *self,
                                              double           x,
                                              double           y);
/* @hover_tile is -1 for none; @selected_tiles and @tile_severity (0 none, 1 info, 2 warning,
 * 3 error) have a byte for each tile, or are NULL. */
WEFT_API void       weft_floor_paint         (const WeftFloor   *self,
                                              cairo_t           *cr,
                                              const WeftPalette *palette,
                                              int                hover_tile,
                                              const guint8      *selected_tiles,
                                              const guint8      *tile_severity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftFloor, weft_floor_unref)

G_END_DECLS
