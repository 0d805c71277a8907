/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The boxes of a floor's picture, and which tile is below the pointer. */
#include "draw/rack/weft-floor-layout-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"

#define MARGIN 24.0
#define GAP 4.0
#define TRAY_ROOM 40.0
#define ROW_LABEL 58.0
#define LEAST_WIDTH 620.0
#define BLOCK_WIDTH 640.0
#define BLOCK_PITCH 38.0
#define BLOCK_HEIGHT 20.0

static void
measure_plan (WeftFloorLayout *layout, const WeftFloor *self)
{
  WeftBox *plan = &layout->plan;

  layout->has_tiles = self->tiles->len <= WEFT_FLOOR_MAX_DRAWN_TILES;
  layout->tray = layout->has_tiles ? 18 : 9;
  layout->pitch = layout->has_tiles ? WEFT_FLOOR_TILE_W + GAP
                                    : BLOCK_WIDTH / MAX (self->row_length, 1);
  layout->row_pitch = layout->has_tiles ? WEFT_FLOOR_TILE_H + TRAY_ROOM : BLOCK_PITCH;
  plan->x = MARGIN + ROW_LABEL + 30;
  plan->y = 104 + layout->tray;
  plan->w = self->row_length * layout->pitch;
  plan->h = self->n_rows * layout->row_pitch - (layout->has_tiles ? TRAY_ROOM - 14 : 0);
}

void
weft_floor_layout_init (WeftFloorLayout *layout, const WeftFloor *self)
{
  g_autoptr (GArray) notes = weft_floor_list_notes (self);
  guint lines;

  measure_plan (layout, self);
  layout->width = MAX (weft_box_right (&layout->plan) + MARGIN, LEAST_WIDTH);
  layout->title = (WeftBox) { MARGIN, 18, layout->width - 2 * MARGIN, 24 };
  layout->summary = (WeftBox) { MARGIN, 43, layout->width - 2 * MARGIN, 17 };
  layout->legend = (WeftBox) { MARGIN, 66, layout->width - 2 * MARGIN, 16 };
  layout->n_lines = MIN (self->media->len, WEFT_FLOOR_MAX_LINES);
  layout->n_notes = notes->len;
  /* Head, media, what is left out, sum. */
  lines = self->media->len == 0
              ? 0
              : 2 + layout->n_lines + (self->media->len > layout->n_lines ? 1 : 0);
  layout->table = (WeftBox) { MARGIN, weft_box_bottom (&layout->plan) + 4,
                              MIN (layout->width - 2 * MARGIN, 620),
                              lines * WEFT_FLOOR_LINE };
  layout->height
      = weft_box_bottom (&layout->table) + 10 + layout->n_notes * WEFT_FLOOR_LINE + 14;
}

void
weft_floor_layout_tile (const WeftFloorLayout *layout, const WeftFloorTile *tile, WeftBox *box)
{
  *box = (WeftBox) {
    layout->plan.x + tile->position * layout->pitch,
    layout->plan.y + tile->row * layout->row_pitch,
    layout->has_tiles ? WEFT_FLOOR_TILE_W : layout->pitch,
    layout->has_tiles ? WEFT_FLOOR_TILE_H : BLOCK_HEIGHT,
  };
}

double
weft_floor_layout_tray (const WeftFloorLayout *layout, guint row)
{
  return layout->plan.y + row * layout->row_pitch - layout->tray;
}

double
weft_floor_layout_x (const WeftFloorLayout *layout, int position)
{
  if (position < 0)
    return layout->plan.x - 16;
  return layout->plan.x + position * layout->pitch
         + (layout->has_tiles ? WEFT_FLOOR_TILE_W : layout->pitch) / 2;
}

double
weft_floor_layout_cross (const WeftFloorLayout *layout, guint cross)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  double position = rules->cross_m[cross] / rules->rack_pitch_m;

  if (position <= 0)
    return weft_floor_layout_x (layout, -1);
  return layout->plan.x + position * layout->pitch - GAP / 2;
}

static void
add_note (GArray *notes, guint8 severity, char *text)
{
  WeftFloorNote note = { severity, text };

  g_array_append_val (notes, note);
}

static void
clear_note_cb (gpointer note)
{
  g_free (((WeftFloorNote *) note)->text);
}

static char *
format_count (double count)
{
  return weft_quantity_format (count, WEFT_UNIT_COUNT);
}

static void
note_reach (const WeftFloor *self, GArray *notes)
{
  double n = 0;
  g_autofree char *count = NULL;

  for (guint i = 0; i < self->media->len; i++)
    n += g_array_index (self->media, WeftFloorMedium, i).n_too_long;
  if (n == 0)
    return;
  count = format_count (n);
  add_note (notes, 3,
            g_strdup_printf (_("%s cables are longer than their kind reaches"), count));
}

static void
note_faults (const WeftFloor *self, GArray *notes)
{
  g_autofree char *left_out = format_count (self->n_left_out);
  g_autofree char *placed = format_count (self->tiles->len);
  g_autofree char *kept = format_count (self->cables->len);

  note_reach (self, notes);
  if (self->n_left_out > 0)
    add_note (notes, 2, g_strdup_printf (_("%s places are shown; %s more parts have none"),
                                         placed, left_out));
  if (self->n_unlaid > 0)
    add_note (notes, 2,
              g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u link is not laid: its cables are "
                                            "too many, or cannot be told",
                                            "%u links are not laid: their cables are too many, "
                                            "or cannot be told", self->n_unlaid),
                               self->n_unlaid));
  if (self->is_cut)
    add_note (notes, 2, g_strdup_printf (_("The schedule ends after %s lines; the sums are of all "
                                           "cables"), kept));
}

GArray *
weft_floor_list_notes (const WeftFloor *self)
{
  const WeftCableRules *rules = weft_cable_rules_default ();
  GArray *notes = g_array_new (FALSE, FALSE, sizeof (WeftFloorNote));

  g_array_set_clear_func (notes, clear_note_cb);
  note_faults (self, notes);
  if (self->n_of_kind[WEFT_FLOOR_NETWORK] + self->n_of_kind[WEFT_FLOOR_LOOSE] > 0)
    add_note (notes, 0, g_strdup_printf (_("Dashed racks of %d U are added for parts that stand "
                                           "in no rack"), WEFT_RACK_USUAL_UNITS));
  if (self->media->len > 0)
    add_note (notes, 0,
              g_strdup_printf (_("Racks %g m apart, rows %g m, trays at %g m; lengths with %g m "
                                 "at each end and %g %% slack"),
                               rules->rack_pitch_m, rules->row_pitch_m, rules->tray_m,
                               rules->dress_m + rules->loop_m, rules->slack * 100));
  return notes;
}

/**
 * weft_floor_get_size:
 * @self: a floor
 * @width: (out): width of the picture, canvas units
 * @height: (out): its height
 */
void
weft_floor_get_size (const WeftFloor *self, double *width, double *height)
{
  WeftFloorLayout layout;

  g_return_if_fail (self != NULL && width != NULL && height != NULL);

  weft_floor_layout_init (&layout, self);
  *width = layout.width;
  *height = layout.height;
}

/**
 * weft_floor_tile_box: (skip)
 * @self: a floor
 * @tile: which tile
 * @box: (out): where it is, canvas units; a share of its row's block when there are too many tiles
 *   to draw
 */
void
weft_floor_tile_box (const WeftFloor *self, guint tile, WeftBox *box)
{
  WeftFloorLayout layout;

  g_return_if_fail (self != NULL && tile < self->tiles->len && box != NULL);

  weft_floor_layout_init (&layout, self);
  weft_floor_layout_tile (&layout, &g_array_index (self->tiles, WeftFloorTile, tile), box);
}

/**
 * weft_floor_tile_at:
 * @self: a floor
 * @x: canvas units
 * @y: canvas units
 *
 * Returns: the tile there, -1 when there is none
 */
int
weft_floor_tile_at (const WeftFloor *self, double x, double y)
{
  WeftFloorLayout layout;
  double row, position;
  WeftBox box;
  guint found;

  g_return_val_if_fail (self != NULL, -1);

  weft_floor_layout_init (&layout, self);
  row = floor ((y - layout.plan.y) / layout.row_pitch);
  position = floor ((x - layout.plan.x) / layout.pitch);
  if (!(row >= 0 && row < self->n_rows && position >= 0 && position < self->row_length))
    return -1;
  found = self->tile_at[(guint) row * self->row_length + (guint) position];
  if (found == 0)
    return -1;
  weft_floor_layout_tile (&layout, &g_array_index (self->tiles, WeftFloorTile, found - 1), &box);
  return weft_box_contains (&box, x, y) ? (int) found - 1 : -1;
}
