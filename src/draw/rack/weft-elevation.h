/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One rack of a graph as an elevation: which part stands in which rack unit, from the front, and
 * from the rear with its ports and the cables inside. Immutable, so any thread may read. */
#pragma once

#include "catalog/weft-component.h"
#include "design/graph/weft-graph.h"
#include "draw/weft-paint.h"

G_BEGIN_DECLS

/* Canvas units. */
#define WEFT_ELEVATION_UNIT 14.0
#define WEFT_ELEVATION_WIDTH 240.0

typedef enum
{
  WEFT_ELEVATION_FRONT,
  WEFT_ELEVATION_REAR,
} WeftElevationSide;

typedef enum
{
  WEFT_RACK_PART_NODE,
  WEFT_RACK_PART_SWITCH,
  WEFT_RACK_PART_POWER,
  WEFT_RACK_PART_COOLING,
  WEFT_RACK_PART_OTHER,
  WEFT_RACK_N_PARTS,
} WeftRackPartKind;

/**
 * WeftElevationSlot: (skip)
 * @item: which item of the rack's definition
 * @instance: which of that item's instances, from 0
 * @n_instances: how many of them stand in the rack
 * @u: lowest rack unit, from 1 at the bottom
 * @height_u: whole rack units
 * @title: name for people, without the number
 * @subtitle: (nullable): what is in it: "4 × GB200"
 * @kind: what it is
 * @is_given: whether the document says where its item stands
 * @overlaps: whether another part stands in one of its units
 * @height_is_assumed: nothing says how high it is, 1 U is taken
 * @ports: ports that it has, NAN when unknown
 * @cables: cables inside of the rack that are plugged into it
 */
typedef struct
{
  guint item;
  guint instance;
  guint n_instances;
  guint u;
  guint height_u;
  const char *title;
  const char *subtitle;
  WeftRackPartKind kind;
  gboolean is_given;
  gboolean overlaps;
  gboolean height_is_assumed;
  double ports;
  double cables;
} WeftElevationSlot;

/* Why a part stands nowhere. */
typedef enum
{
  WEFT_ELEVATION_FULL,      /* no free units that it fits in */
  WEFT_ELEVATION_OUTSIDE,   /* the unit that the document gives is not in the rack */
  WEFT_ELEVATION_NO_HEIGHT, /* it takes no rack unit: a chip, a card, a unit at the door */
} WeftElevationReason;

/**
 * WeftElevationUnplaced: (skip)
 * @item: which item of the rack's definition
 * @count: how many of its instances
 * @reason: why
 */
typedef struct
{
  guint item;
  double count;
  WeftElevationReason reason;
} WeftElevationUnplaced;

/**
 * WeftElevationRun: (skip)
 * @link: which link of the rack's definition
 * @label: the cable in words: "NVLink 5"
 * @ends: what it joins: "Compute tray – NVLink 5 switch tray"
 * @cables: how many cables, NAN when there are too many to count
 *
 * The cables of one link inside of the rack.
 */
typedef struct
{
  guint link;
  const char *label;
  const char *ends;
  double cables;
} WeftElevationRun;

#define WEFT_TYPE_ELEVATION (weft_elevation_get_type ())
typedef struct _WeftElevation WeftElevation;

WEFT_API GType          weft_elevation_get_type   (void) G_GNUC_CONST;

WEFT_API WeftElevation *weft_elevation_new        (WeftGraph         *graph,
                                                   guint              definition,
                                                   WeftCatalog       *catalog);
WEFT_API WeftElevation *weft_elevation_ref        (WeftElevation     *self);
WEFT_API void           weft_elevation_unref      (WeftElevation     *self);

WEFT_API guint          weft_elevation_get_definition (const WeftElevation *self);
WEFT_API const char    *weft_elevation_get_title  (const WeftElevation *self);
/* Rack units that the rack holds; @is_assumed when nothing says how many. */
WEFT_API guint          weft_elevation_get_units  (const WeftElevation *self,
                                                   gboolean            *is_assumed);
WEFT_API guint          weft_elevation_get_used   (const WeftElevation *self);
/* What the parts draw; @is_partial when some of it is unknown. @limit_w is NAN when unknown. */
WEFT_API double         weft_elevation_get_power  (const WeftElevation *self,
                                                   gboolean            *is_partial,
                                                   double              *limit_w);
WEFT_API guint          weft_elevation_n_slots    (const WeftElevation *self);
WEFT_API const WeftElevationSlot *
                        weft_elevation_slot       (const WeftElevation *self,
                                                   guint                index);
/* "Compute tray 3". (transfer full) */
WEFT_API char          *weft_elevation_slot_name  (const WeftElevation *self,
                                                   guint                index);
/* -1 when it stands nowhere. */
WEFT_API int            weft_elevation_find_slot  (const WeftElevation *self,
                                                   guint                item,
                                                   guint                instance);
WEFT_API guint          weft_elevation_n_unplaced (const WeftElevation *self);
WEFT_API const WeftElevationUnplaced *
                        weft_elevation_unplaced   (const WeftElevation *self,
                                                   guint                index);
WEFT_API guint          weft_elevation_n_runs     (const WeftElevation *self);
WEFT_API const WeftElevationRun *
                        weft_elevation_run        (const WeftElevation *self,
                                                   guint                index);

/* Of both sides, in canvas units. */
WEFT_API void           weft_elevation_get_size   (const WeftElevation *self,
                                                   double              *width,
                                                   double              *height);
/* Where a slot is painted; of overlapping ones the same units. */
WEFT_API void           weft_elevation_slot_box   (const WeftElevation *self,
                                                   guint                slot,
                                                   WeftBox             *box);
/* The topmost slot, -1 when there is none. */
WEFT_API int            weft_elevation_slot_at    (const WeftElevation *self,
                                                   double               x,
                                                   double               y);
/* The rack unit at a height: 3.5 is the middle of unit 3. Below 1 or from units + 1 on when @y is
 * outside of the rack. */
WEFT_API double         weft_elevation_u_at       (const WeftElevation *self,
                                                   double               y);
/* @hover_slot is -1 for none. @selected_slots and @slot_severity (0 none, 1 info, 2 warning,
 * 3 error) have a byte for each slot, or are NULL. */
WEFT_API void           weft_elevation_paint      (const WeftElevation *self,
                                                   cairo_t             *cr,
                                                   WeftElevationSide    side,
                                                   const WeftPalette   *palette,
                                                   int                  hover_slot,
                                                   const guint8        *selected_slots,
                                                   const guint8        *slot_severity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftElevation, weft_elevation_unref)

G_END_DECLS
