/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rack units parts take: those with a unit stand there, others fill what is free from the
 * bottom. Knows numbers alone, no graph. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a rack holds at most, and what a frame holds that nothing is said of. */
#define WEFT_RACK_MAX_UNITS 100
#define WEFT_RACK_USUAL_UNITS 42

/* Why parts stand nowhere. */
typedef enum
{
  WEFT_RACK_FULL,      /* no free units that they fit in */
  WEFT_RACK_OUTSIDE,   /* the unit that they were given is not in the rack */
  WEFT_RACK_NO_HEIGHT, /* they take no unit */
} WeftRackReason;

/* A group of like parts. */
typedef struct
{
  guint item;
  double count;
  guint height_u; /* 0: takes no unit */
  gboolean height_is_assumed;
  double u;       /* lowest unit of the first one, NAN: wherever there is room */
} WeftRackWant;

/* Where one part stands. */
typedef struct
{
  guint item;
  guint instance;
  guint u; /* lowest unit, from 1 */
  guint height_u;
  gboolean is_given;
  gboolean overlaps;
  gboolean is_sure; /* FALSE: parts whose height is assumed may push it up */
} WeftRackSpot;

/* Parts of a group that stand nowhere. */
typedef struct
{
  guint item;
  double count;
  WeftRackReason reason;
} WeftRackUnplaced;

typedef struct
{
  guint units;
  guint n_used;     /* units that something stands in */
  GArray *spots;    /* of WeftRackSpot, by item and instance */
  GArray *unplaced; /* of WeftRackUnplaced, by item */
} WeftRackFill;

/* Whole units that a height takes: an unknown one counts as 1, none as 0. */
guint weft_rack_whole_units (double height_u);

void weft_rack_fill_init  (WeftRackFill       *self,
                           guint               units,
                           const WeftRackWant *wants,
                           guint               n_wants);
void weft_rack_fill_clear (WeftRackFill       *self);
/* The spot of an instance, NULL when it found no place. */
const WeftRackSpot *weft_rack_fill_find (const WeftRackFill *self,
                                         guint               item,
                                         guint               instance);
/* How many of an item stand nowhere. */
double weft_rack_fill_count_unplaced (const WeftRackFill *self,
                                      guint               item);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftRackFill, weft_rack_fill_clear)

G_END_DECLS
