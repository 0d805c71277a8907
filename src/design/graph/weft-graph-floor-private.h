/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the devices of a graph stand: racks in rows in the order of the document, what is inside of
 * a rack by its rack unit. */
#pragma once

#include "design/graph/weft-graph-flatten.h"
#include "design/graph/weft-graph-rack-private.h"
#include "design/physical/weft-cable.h"

G_BEGIN_DECLS

/* Racks of a row at least, before the hall becomes square (SADDLE, clusterdesign.org, takes 10). */
#define WEFT_GRAPH_FLOOR_ROW 10

typedef struct
{
  const WeftFlat *flat;
  const WeftCableRules *rules;
  guint32 n_racks;
  guint32 *racks;        /* [n_instances] the rack around each, WEFT_FLAT_NONE */
  double *units;         /* [n_instances] middle of what holds it there, NAN when unknown */
  WeftRackPlace *places; /* [n_racks], NULL for more than a hall is laid out for */
  double *heights;       /* [n_racks] rack units, NAN when unknown */
  double **item_heights; /* [n_definitions] of each item, NULL but for racks */
  WeftRackFill *fills;   /* [n_definitions] what stands where, without spots but for racks */
  guint n_places;        /* racks, and frames for what stands in none */
  guint n_rows;
  guint per_row;
} WeftGraphFloor;

/* Bounds of the length of a cable; equal when both ends have a known place, NAN without a hall. */
typedef struct
{
  double least_m;
  double most_m;
} WeftGraphSpan;

/* Rack units of one instance of an item of a definition; 0 for what is on a board, NAN when
 * unknown. */
double          weft_graph_item_units   (const WeftFlat       *flat,
                                         WeftCatalog          *catalog,
                                         guint32               definition,
                                         guint                 index);
/* (transfer full): [n_items] of a rack's definition. */
double         *weft_graph_list_units   (const WeftFlat       *flat,
                                         WeftCatalog          *catalog,
                                         guint32               definition);
WeftGraphFloor *weft_graph_floor_new    (const WeftFlat       *flat,
                                         WeftCatalog          *catalog);
void            weft_graph_floor_free   (WeftGraphFloor       *self);
/* The rack that a device stands in, WEFT_FLAT_NONE. */
guint32         weft_graph_floor_rack   (const WeftGraphFloor *self,
                                         guint32               device);
WeftGraphSpan   weft_graph_floor_span   (const WeftGraphFloor *self,
                                         guint32               a,
                                         guint32               b);
/* Square metres: every rack and frame with its share of the aisle; NAN without a hall. */
double          weft_graph_floor_area   (const WeftGraphFloor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftGraphFloor, weft_graph_floor_free)

G_END_DECLS
