/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First the parts that a person gave a unit, from the highest unit down: so that a group which grows
 * upward steps over what has a place of its own above it, as trays stand below and above the
 * switches of one rack. Then the others, in order, each where it first fits from the bottom. */
#include "design/physical/weft-rack-fill-private.h"

#include <math.h>

#define NOBODY G_MAXUINT

typedef struct
{
  WeftRackFill *fill;
  guint *owners;        /* [units + 1] index of the spot in each unit, NOBODY when free */
  gboolean any_assumed; /* something stands whose height is assumed */
} Filler;

static int
compare_spots_cb (gconstpointer a, gconstpointer b)
{
  const WeftRackSpot *first = a, *second = b;

  if (first->item != second->item)
    return first->item < second->item ? -1 : 1;
  return (first->instance > second->instance) - (first->instance < second->instance);
}

static int
compare_unplaced_cb (gconstpointer a, gconstpointer b)
{
  const WeftRackUnplaced *first = a, *second = b;

  return (first->item > second->item) - (first->item < second->item);
}

/* Higher units first, equal ones in document order. */
static int
compare_wants_cb (gconstpointer a, gconstpointer b, gpointer data)
{
  const WeftRackWant *wants = data;
  guint first = *(const guint *) a, second = *(const guint *) b;

  if (wants[first].u != wants[second].u)
    return wants[first].u > wants[second].u ? -1 : 1;
  return (first > second) - (first < second);
}

static void
leave_out (WeftRackFill *fill, guint item, double count, WeftRackReason reason)
{
  WeftRackUnplaced unplaced = { item, count, reason };

  g_array_append_val (fill->unplaced, unplaced);
}

static gboolean
is_free (const Filler *self, guint u, guint height_u)
{
  for (guint i = u; i < u + height_u; i++)
    if (self->owners[i] != NOBODY)
      return FALSE;
  return TRUE;
}

/* Takes the units; where somebody stands already, both overlap. */
static void
stand (Filler *self, const WeftRackWant *want, guint instance, guint u)
{
  GArray *spots = self->fill->spots;
  WeftRackSpot spot
      = { want->item, instance, u, want->height_u, !isnan (want->u), FALSE, FALSE };
  guint index = spots->len;

  self->any_assumed |= want->height_is_assumed;
  spot.is_sure = (spot.is_given && instance == 0) || !self->any_assumed;
  for (guint i = u; i < u + want->height_u; i++)
    if (self->owners[i] != NOBODY)
      {
        spot.overlaps = TRUE;
        g_array_index (spots, WeftRackSpot, self->owners[i]).overlaps = TRUE;
      }
    else
      {
        self->owners[i] = index;
        self->fill->n_used++;
      }
  g_array_append_val (spots, spot);
}

/* Puts instances from @first on into free units from @u upward. */
static void
stand_upward (Filler *self, const WeftRackWant *want, guint first, guint u)
{
  guint last = self->fill->units + 1;
  guint instance = first;

  while (instance < want->count && u + want->height_u <= last)
    if (is_free (self, u, want->height_u))
      {
        stand (self, want, instance++, u);
        u += want->height_u;
      }
    else
      u++;
  if (instance < want->count)
    leave_out (self->fill, want->item, want->count - instance, WEFT_RACK_FULL);
}

static void
place_given (Filler *self, const WeftRackWant *want)
{
  guint u;

  if (!(want->u >= 1 && floor (want->u) + want->height_u <= self->fill->units + 1))
    {
      leave_out (self->fill, want->item, want->count, WEFT_RACK_OUTSIDE);
      return;
    }
  u = (guint) floor (want->u);
  stand (self, want, 0, u);
  stand_upward (self, want, 1, u + want->height_u);
}

static void
place_all_given (Filler *self, const WeftRackWant *wants, guint n_wants)
{
  g_autofree guint *order = g_new (guint, n_wants + 1);
  guint n = 0;

  for (guint i = 0; i < n_wants; i++)
    if (wants[i].height_u > 0 && !isnan (wants[i].u))
      order[n++] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_wants_cb, (gpointer) wants);
  for (guint i = 0; i < n; i++)
    place_given (self, &wants[order[i]]);
}

guint
weft_rack_whole_units (double height_u)
{
  if (isnan (height_u))
    return 1;
  return height_u > 0 ? (guint) MIN (ceil (height_u), WEFT_RACK_MAX_UNITS + 1) : 0;
}

void
weft_rack_fill_init (WeftRackFill *self, guint units, const WeftRackWant *wants, guint n_wants)
{
  Filler filler = { self, g_new (guint, units + 1), FALSE };

  self->units = units;
  self->n_used = 0;
  self->spots = g_array_new (FALSE, FALSE, sizeof (WeftRackSpot));
  self->unplaced = g_array_new (FALSE, FALSE, sizeof (WeftRackUnplaced));
  for (guint i = 0; i <= units; i++)
    filler.owners[i] = NOBODY;
  place_all_given (&filler, wants, n_wants);
  for (guint i = 0; i < n_wants; i++)
    if (wants[i].height_u == 0)
      leave_out (self, wants[i].item, wants[i].count, WEFT_RACK_NO_HEIGHT);
    else if (isnan (wants[i].u))
      stand_upward (&filler, &wants[i], 0, 1);
  g_array_sort (self->spots, compare_spots_cb);
  g_array_sort (self->unplaced, compare_unplaced_cb);
  g_free (filler.owners);
}

void
weft_rack_fill_clear (WeftRackFill *self)
{
  g_clear_pointer (&self->spots, g_array_unref);
  g_clear_pointer (&self->unplaced, g_array_unref);
}

const WeftRackSpot *
weft_rack_fill_find (const WeftRackFill *self, guint item, guint instance)
{
  WeftRackSpot sought = { .item = item, .instance = instance };
  guint found;

  if (self->spots == NULL
      || !g_array_binary_search (self->spots, &sought, compare_spots_cb, &found))
    return NULL;
  return &g_array_index (self->spots, WeftRackSpot, found);
}

double
weft_rack_fill_count_unplaced (const WeftRackFill *self, guint item)
{
  double count = 0;

  for (guint i = 0; self->unplaced != NULL && i < self->unplaced->len; i++)
    if (g_array_index (self->unplaced, WeftRackUnplaced, i).item == item)
      count += g_array_index (self->unplaced, WeftRackUnplaced, i).count;
  return count;
}
