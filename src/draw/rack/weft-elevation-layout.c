/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where things are in the picture of a rack, the same for painting and for the pointer. */
#include <math.h>

#include "draw/rack/weft-elevation-layout-private.h"

#define INDENT 30.0

void
weft_elevation_layout_init (WeftElevationLayout *layout, const WeftElevation *self)
{
  guint lines = weft_elevation_n_footer_lines (self);
  double top = 88;

  layout->rack = (WeftBox) { 48, top, WEFT_ELEVATION_WIDTH, self->units * WEFT_ELEVATION_UNIT };
  layout->width = 48 + WEFT_ELEVATION_WIDTH + 24;
  layout->title = (WeftBox) { 20, 14, layout->width - 40, 20 };
  layout->enclosure = (WeftBox) { 20, 34, layout->width - 40, 15 };
  layout->figures = (WeftBox) { 20, 53, layout->width - 40, 18 };
  layout->footer = (WeftBox) { 20, weft_box_bottom (&layout->rack) + 16, layout->width - 40,
                               lines * WEFT_ELEVATION_LINE };
  layout->height = weft_box_bottom (&layout->footer) + 10;
}

guint
weft_elevation_n_trunks (const WeftElevation *self)
{
  return MIN (self->runs->len, WEFT_ELEVATION_MAX_TRUNKS);
}

/* The front needs a legend of kinds, the rear one of cables; both are as high as the higher one. */
guint
weft_elevation_n_footer_lines (const WeftElevation *self)
{
  guint trunks = 2 * weft_elevation_n_trunks (self)
                 + (self->runs->len > WEFT_ELEVATION_MAX_TRUNKS ? 1 : 0);
  guint unplaced = MIN (self->unplaced->len, WEFT_ELEVATION_MAX_UNPLACED)
                   + (self->unplaced->len > WEFT_ELEVATION_MAX_UNPLACED ? 1 : 0);

  return MAX (trunks, 2) + unplaced;
}

/**
 * weft_elevation_get_size:
 * @self: an elevation
 * @width: (out): width of the picture, canvas units
 * @height: (out): its height
 *
 * Both sides are of the same size.
 */
void
weft_elevation_get_size (const WeftElevation *self, double *width, double *height)
{
  WeftElevationLayout layout;

  g_return_if_fail (self != NULL && width != NULL && height != NULL);

  weft_elevation_layout_init (&layout, self);
  *width = layout.width;
  *height = layout.height;
}

/**
 * weft_elevation_slot_box: (skip)
 * @self: an elevation
 * @slot: which slot
 * @box: (out): where it is painted, canvas units
 *
 * A slot that overlaps those before it is indented, so that each can be seen and reached.
 */
void
weft_elevation_slot_box (const WeftElevation *self, guint slot, WeftBox *box)
{
  WeftElevationLayout layout;
  const WeftElevationSlot *it;
  double indent;

  g_return_if_fail (self != NULL && slot < self->slots->len && box != NULL);

  weft_elevation_layout_init (&layout, self);
  it = &g_array_index (self->slots, WeftElevationSlot, slot);
  indent = self->indents[slot] * INDENT;
  box->x = layout.rack.x + indent;
  box->w = layout.rack.w - indent;
  box->y = layout.rack.y
           + ((double) self->units + 1 - it->u - it->height_u) * WEFT_ELEVATION_UNIT;
  box->h = it->height_u * WEFT_ELEVATION_UNIT;
}

/**
 * weft_elevation_slot_at:
 * @self: an elevation
 * @x: canvas units
 * @y: canvas units
 *
 * Returns: the topmost slot there, -1 when there is none
 */
int
weft_elevation_slot_at (const WeftElevation *self, double x, double y)
{
  g_return_val_if_fail (self != NULL, -1);

  for (guint i = self->slots->len; i > 0; i--)
    {
      WeftBox box;

      weft_elevation_slot_box (self, i - 1, &box);
      if (weft_box_contains (&box, x, y))
        return (int) i - 1;
    }
  return -1;
}

/**
 * weft_elevation_u_at:
 * @self: an elevation
 * @y: canvas units
 *
 * Returns: the rack unit at that height: from 3 at its lower to 4 at its upper edge for unit 3
 */
double
weft_elevation_u_at (const WeftElevation *self, double y)
{
  WeftElevationLayout layout;

  g_return_val_if_fail (self != NULL, NAN);

  weft_elevation_layout_init (&layout, self);
  return 1 + (weft_box_bottom (&layout.rack) - y) / WEFT_ELEVATION_UNIT;
}
