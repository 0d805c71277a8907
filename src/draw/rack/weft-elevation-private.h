/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of an elevation, which building writes and painting reads. */
#pragma once

#include "draw/rack/weft-elevation.h"
#include "draw/rack/weft-rack-part-private.h"

G_BEGIN_DECLS

/* So many links get a trunk of their own at the sides of the rear view. */
#define WEFT_ELEVATION_MAX_TRUNKS 8

/* Overlapping slots are indented so many times at most. */
#define WEFT_ELEVATION_MAX_INDENT 4

struct _WeftElevation
{
  gatomicrefcount refs;
  WeftGraph *graph;
  guint definition;
  char *title;
  char *enclosure; /* nullable: the rack's name */
  guint units;
  gboolean units_are_assumed;
  guint used;
  double power_w;
  gboolean power_is_partial;
  double limit_w;
  guint n_items;
  char **titles;    /* [n_items], NULL for items without a place */
  char **subtitles; /* [n_items] */
  GArray *slots;    /* of WeftElevationSlot, by item and instance */
  guint8 *indents;  /* [n_slots] how many overlapping ones a slot is painted over */
  GArray *unplaced; /* of WeftElevationUnplaced */
  GArray *runs;     /* of WeftElevationRun */
  double *stubs;    /* [MAX_TRUNKS x n_slots] cables of a run that end at a slot */
};

void  weft_elevation_add_runs       (WeftElevation *self,
                                     WeftRackParts *parts);

/* Lines below the rack, of both sides. */
guint weft_elevation_n_footer_lines (const WeftElevation *self);

G_END_DECLS
