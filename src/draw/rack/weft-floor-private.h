/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a floor, which building writes and painting reads. */
#pragma once

#include "draw/rack/weft-floor.h"
#include "draw/rack/weft-rack-part-private.h"

G_BEGIN_DECLS

/* Where the instances of an item of the cluster are: in tiles of their own, or in added racks. */
typedef struct
{
  gboolean is_loose;
  guint first_tile; /* of the first instance, when it has tiles of its own */
  guint first_spot; /* of the first instance, when it is loose */
  guint n;          /* instances that have a place */
} WeftFloorHome;

/* A place in an added rack. */
typedef struct
{
  guint tile;
  double unit;
} WeftFloorSpot;

/* Cables above a piece of a row's tray, from one position to the next, and between two rows. */
typedef struct
{
  double *along;  /* [n_rows x (row_length + 1)] */
  double *across; /* [n_cross x n_rows] */
  double most;
} WeftFloorTrays;

/* What a tile's picture of the rack shows in some of its units. */
typedef struct
{
  guint u;
  guint height_u;
  WeftRackPartKind kind;
} WeftFloorBand;

struct _WeftFloor
{
  gatomicrefcount refs;
  WeftGraph *graph;
  int definition;
  char *title;
  guint n_rows;
  guint row_length;
  GArray *tiles;        /* of WeftFloorTile, whose titles are its own */
  GPtrArray *bands;     /* of GArray of WeftFloorBand, one for racks that are alike */
  GArray *tile_bands;   /* [n_tiles] of guint, which of them */
  double n_left_out;
  guint n_homes;
  WeftFloorHome *homes; /* [n_items] of the cluster */
  GArray *spots;        /* of WeftFloorSpot */
  guint *tile_at;       /* [n_rows x row_length] index + 1 of the tile, 0 for none */
  guint n_of_kind[WEFT_FLOOR_N_KINDS];

  GArray *cables;       /* of WeftFloorCable */
  GArray *media;        /* of WeftFloorMedium, whose names are its own */
  guint n_unlaid;
  gboolean is_cut;      /* the schedule is longer than what is kept of it */
  WeftFloorTrays trays;
};

/* Appends a tile; takes @title. @bands is G_MAXUINT for none. */
void weft_floor_add_tile     (WeftFloor     *self,
                              WeftFloorTile  tile,
                              char          *title,
                              guint          bands);
/* Tiles and their places. */
void weft_floor_place_tiles  (WeftFloor     *self,
                              WeftRackParts *parts);
/* Orders the racks so that cables are short, lays the cables, sums them up. */
void weft_floor_lay_cables   (WeftFloor     *self,
                              WeftRackParts *parts);
void weft_floor_settle       (WeftFloor     *self);

/* The cross-tray that a run between two places takes, -1 within a row. */
int  weft_floor_choose_cross (const WeftCableRules *rules,
                              const WeftFloorTile  *a,
                              const WeftFloorTile  *b);

G_END_DECLS
