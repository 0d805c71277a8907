/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a floor: what there is in words, the racks in their rows, the trays above them. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-floor-paint-private.h"

#define ROW_LABEL 58.0

static void
painter_init (WeftFloorPainter *painter, cairo_t *cr, const WeftFloor *self,
              const WeftFloorLayout *layout, const WeftPalette *palette)
{
  *painter = (WeftFloorPainter) {
    .cr = cr,
    .self = self,
    .layout = layout,
    .palette = palette,
    .title = { palette, 17, TRUE },
    .text = { palette, 12, FALSE },
    .strong = { palette, 12, TRUE },
    .small = { palette, 9.5, FALSE },
    .start = palette->right_to_left ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT,
    .end = palette->right_to_left ? WEFT_TEXT_LEFT : WEFT_TEXT_RIGHT,
  };
}

/* --- what there is --- */

static void
append (GString *text, const char *words)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, words);
}

/* Takes @words; nothing is said about none. */
static void
append_count (GString *text, guint n, char *words)
{
  if (n > 0)
    append (text, words);
  g_free (words);
}

/* (transfer full) */
static char *
group (guint n)
{
  return weft_quantity_format (n, WEFT_UNIT_COUNT);
}

static void
append_kinds (const WeftFloor *self, GString *text)
{
  const guint *n = self->n_of_kind;
  g_autofree char *racks = group (n[WEFT_FLOOR_RACK]);
  g_autofree char *network = group (n[WEFT_FLOOR_NETWORK]);
  g_autofree char *loose = group (n[WEFT_FLOOR_LOOSE]);
  g_autofree char *units = group (n[WEFT_FLOOR_UNIT]);
  g_autofree char *rows = group (self->n_rows);

  append_count (text, n[WEFT_FLOOR_RACK],
                g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s rack", "%s racks",
                                              n[WEFT_FLOOR_RACK]), racks));
  append_count (text, n[WEFT_FLOOR_NETWORK],
                g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s network rack",
                                              "%s network racks", n[WEFT_FLOOR_NETWORK]),
                                 network));
  append_count (text, n[WEFT_FLOOR_LOOSE],
                g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s added rack",
                                              "%s added racks", n[WEFT_FLOOR_LOOSE]), loose));
  append_count (text, n[WEFT_FLOOR_UNIT],
                g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s unit on the floor",
                                              "%s units on the floor", n[WEFT_FLOOR_UNIT]),
                                 units));
  append_count (text, self->n_rows,
                g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows",
                                              self->n_rows), rows));
}

static char *
summarise (const WeftFloor *self)
{
  GString *text = g_string_new (NULL);
  double length_m, n_unknown;
  double cables = weft_floor_get_cables (self, &length_m, &n_unknown);
  g_autofree char *count = weft_quantity_format (cables, WEFT_UNIT_COUNT);
  g_autofree char *length = weft_quantity_format (length_m, WEFT_UNIT_M);
  g_autofree char *words = NULL;

  append_kinds (self, text);
  if (cables >= 1)
    {
      words = n_unknown < cables
                  ? g_strdup_printf (n_unknown > 0 ? _("%s cables, at least %s")
                                                   : _("%s cables, %s"), count, length)
                  : g_strdup_printf (_("%s cables of unknown length"), count);
      append (text, words);
    }
  if (text->len == 0)
    g_string_append (text, _("nothing stands here"));
  return g_string_free (text, FALSE);
}

static double
paint_sample (const WeftFloorPainter *painter, double x, double cables)
{
  const WeftBox *legend = &painter->layout->legend;
  g_autofree char *count = weft_quantity_format (cables, WEFT_UNIT_COUNT);
  WeftBox box = { x + 34, legend->y, 60, legend->h };

  cairo_move_to (painter->cr, x + 5, legend->y + legend->h / 2);
  cairo_line_to (painter->cr, x + 25, legend->y + legend->h / 2);
  weft_paint_source (painter->cr, &painter->palette->accent, 1.0);
  cairo_set_line_width (painter->cr, weft_floor_tray_width (painter, cables));
  cairo_set_line_cap (painter->cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (painter->cr);
  weft_text_draw (painter->cr, &painter->text, count, &box, WEFT_TEXT_LEFT,
                  &painter->palette->dim_text);
  return x + 34 + weft_text_width (&painter->text, count) + 16;
}

/* Which width is how many cables: about a tenth of the fullest tray, and all of it. */
static void
paint_legend (const WeftFloorPainter *painter)
{
  const char *words = _("Cables on a tray:");
  double most = painter->self->trays.most;
  double tenth = pow (10, floor (log10 (MAX (most, 1))) - 1) * 2;
  WeftBox box = painter->layout->legend;
  double x;

  if (!(most >= 1))
    return;
  box.w = weft_text_width (&painter->text, words) + 1;
  weft_text_draw (painter->cr, &painter->text, words, &box, WEFT_TEXT_LEFT,
                  &painter->palette->dim_text);
  x = weft_box_right (&box) + 8;
  if (tenth >= 10 && tenth < most)
    x = paint_sample (painter, x, tenth);
  paint_sample (painter, x, most);
}

static void
paint_header (const WeftFloorPainter *painter)
{
  g_autofree char *summary = summarise (painter->self);

  weft_text_draw (painter->cr, &painter->title, painter->self->title, &painter->layout->title,
                  painter->start, &painter->palette->text);
  weft_text_draw (painter->cr, &painter->text, summary, &painter->layout->summary,
                  painter->start, &painter->palette->dim_text);
  paint_legend (painter);
}

/* --- tiles --- */

static const WeftColour *
tile_hue (const WeftPalette *palette, WeftFloorKind kind)
{
  static const WeftRackPartKind kinds[] = { WEFT_RACK_PART_NODE, WEFT_RACK_PART_SWITCH,
                                            WEFT_RACK_PART_OTHER, WEFT_RACK_PART_COOLING };

  return weft_rack_part_colour (palette, kinds[MIN (kind, WEFT_FLOOR_N_KINDS - 1)]);
}

/* The rack as seen from the front, a band for each part. */
static void
paint_bands (const WeftFloorPainter *painter, guint index, const WeftFloorTile *tile,
             const WeftBox *box)
{
  guint bands = g_array_index (painter->self->tile_bands, guint, index);
  WeftBox rack = { box->x + 14, box->y + 33, box->w - 28, 48 };
  double unit = rack.h / MAX (tile->units, 1);
  const GArray *array;

  if (bands == G_MAXUINT)
    return;
  cairo_rectangle (painter->cr, rack.x - 1.5, rack.y - 1.5, rack.w + 3, rack.h + 3);
  weft_paint_source (painter->cr, &painter->palette->text, 0.35);
  cairo_set_line_width (painter->cr, 1);
  cairo_stroke (painter->cr);
  array = g_ptr_array_index (painter->self->bands, bands);
  for (guint i = 0; i < array->len; i++)
    {
      const WeftFloorBand *band = &g_array_index (array, WeftFloorBand, i);
      double bottom = weft_box_bottom (&rack) - (band->u - 1) * unit;
      double gap = MIN (0.5, unit / 4);

      cairo_rectangle (painter->cr, rack.x, bottom - band->height_u * unit + gap / 2, rack.w,
                       MAX (band->height_u * unit - gap, 0.3));
      weft_paint_source (painter->cr, weft_rack_part_colour (painter->palette, band->kind), 0.85);
      cairo_fill (painter->cr);
    }
}

static void
paint_tile_state (const WeftFloorPainter *painter, guint index, const WeftBox *box)
{
  guint8 severity = painter->severity != NULL ? painter->severity[index] : 0;

  if (painter->hover == (int) index)
    weft_paint_hover (painter->cr, box, painter->palette);
  if (painter->selected != NULL && painter->selected[index])
    {
      weft_paint_rounded_path (painter->cr, box, 5, WEFT_CORNERS_ALL);
      weft_paint_source (painter->cr, &painter->palette->accent, 1.0);
      cairo_set_line_width (painter->cr, 2.5);
      cairo_stroke (painter->cr);
    }
  weft_rack_paint_severity (painter->cr, severity, weft_box_right (box) - 15,
                            weft_box_bottom (box) - 15, 12, painter->palette);
}

static void
paint_tile (const WeftFloorPainter *painter, guint index)
{
  const WeftFloorTile *tile = weft_floor_tile (painter->self, index);
  const WeftColour *hue = tile_hue (painter->palette, tile->kind);
  WeftBox box, line;

  weft_floor_layout_tile (painter->layout, tile, &box);
  weft_paint_rounded_path (painter->cr, &box, 5, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, hue, 0.13);
  cairo_fill_preserve (painter->cr);
  weft_paint_source (painter->cr, painter->palette->high_contrast ? &painter->palette->text : hue,
                     0.7);
  cairo_set_line_width (painter->cr, 1);
  if (tile->kind == WEFT_FLOOR_NETWORK || tile->kind == WEFT_FLOOR_LOOSE)
    cairo_set_dash (painter->cr, (const double[]) { 4, 2.5 }, 2, 0); /* the graph has no such rack */
  cairo_stroke (painter->cr);
  cairo_set_dash (painter->cr, NULL, 0, 0);

  line = (WeftBox) { box.x + 4, box.y + 4, box.w - 8, 26 };
  weft_text_draw_wrapped (painter->cr, &painter->small, tile->title, &line, WEFT_TEXT_CENTRE,
                          &painter->palette->text);
  paint_bands (painter, index, tile, &box);
  if (tile->units > 0)
    {
      g_autofree char *used = g_strdup_printf (_("%u/%u U"), tile->used, tile->units);

      line = (WeftBox) { box.x + 4, weft_box_bottom (&box) - 16, box.w - 8, 14 };
      weft_text_draw (painter->cr, &painter->small, used, &line, WEFT_TEXT_CENTRE,
                      &painter->palette->dim_text);
    }
  else
    weft_rack_paint_part (painter->cr,
                          tile->kind == WEFT_FLOOR_UNIT && tile->item >= 0
                              ? WEFT_RACK_PART_COOLING : WEFT_RACK_PART_OTHER,
                          box.x + box.w / 2 - 10, box.y + 46, 20, hue);
  paint_tile_state (painter, index, &box);
}

/* --- rows --- */

static void
paint_row_label (const WeftFloorPainter *painter, guint row)
{
  g_autofree char *text = g_strdup_printf (_("Row %u"), row + 1);
  WeftBox box = { painter->layout->plan.x - ROW_LABEL - 30,
                  painter->layout->plan.y + row * painter->layout->row_pitch, ROW_LABEL,
                  painter->layout->has_tiles ? 18 : 20 };

  weft_text_draw (painter->cr, &painter->strong, text, &box, WEFT_TEXT_LEFT,
                  &painter->palette->dim_text);
}

/* Like tiles side by side as one block, with their number. */
static void
paint_block (const WeftFloorPainter *painter, const WeftFloorTile *first, guint n)
{
  const WeftColour *hue = tile_hue (painter->palette, first->kind);
  g_autofree char *text = g_strdup_printf ("%u", n);
  WeftBox box;

  weft_floor_layout_tile (painter->layout, first, &box);
  box.w = box.w * n - MIN (2, box.w / 2);
  weft_paint_rounded_path (painter->cr, &box, 3, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, hue, 0.2);
  cairo_fill_preserve (painter->cr);
  weft_paint_source (painter->cr, painter->palette->high_contrast ? &painter->palette->text : hue,
                     0.8);
  cairo_set_line_width (painter->cr, 1);
  if (first->kind == WEFT_FLOOR_NETWORK || first->kind == WEFT_FLOOR_LOOSE)
    cairo_set_dash (painter->cr, (const double[]) { 4, 2.5 }, 2, 0);
  cairo_stroke (painter->cr);
  cairo_set_dash (painter->cr, NULL, 0, 0);
  if (box.w > weft_text_width (&painter->text, text) + 6)
    weft_text_draw (painter->cr, &painter->text, text, &box, WEFT_TEXT_CENTRE,
                    &painter->palette->text);
}

static const WeftFloorTile *
tile_in_row (const WeftFloor *self, guint row, guint position)
{
  guint found = self->tile_at[(gsize) row * self->row_length + position];

  return found > 0 ? weft_floor_tile (self, found - 1) : NULL;
}

static void
paint_blocks (const WeftFloorPainter *painter, guint row)
{
  const WeftFloor *self = painter->self;

  for (guint i = 0; i < self->row_length;)
    {
      const WeftFloorTile *first = tile_in_row (self, row, i);
      guint end = i + 1;

      while (first != NULL && end < self->row_length)
        {
          const WeftFloorTile *tile = tile_in_row (self, row, end);

          if (tile == NULL || tile->kind != first->kind)
            break;
          end++;
        }
      if (first != NULL)
        paint_block (painter, first, end - i);
      i = end;
    }
}

static void
paint_plan (const WeftFloorPainter *painter)
{
  for (guint row = 0; row < painter->self->n_rows; row++)
    {
      paint_row_label (painter, row);
      if (!painter->layout->has_tiles)
        paint_blocks (painter, row);
    }
  if (painter->layout->has_tiles)
    for (guint i = 0; i < painter->self->tiles->len; i++)
      paint_tile (painter, i);
  weft_floor_paint_trays (painter);
}

/**
 * weft_floor_paint: (skip)
 * @self: a floor
 * @cr: where to paint; the picture's top left corner is at its origin
 * @palette: colours and font
 * @hover_tile: the tile below the pointer, -1 for none
 * @selected_tiles: (nullable): a byte for each tile
 * @tile_severity: (nullable): a byte for each tile: 0 none, 1 info, 2 warning, 3 error
 *
 * Paints a floor in canvas units; nothing is drawn outside of weft_floor_get_size(). Above
 * %WEFT_FLOOR_MAX_DRAWN_TILES rows are painted as blocks.
 */
void
weft_floor_paint (const WeftFloor *self, cairo_t *cr, const WeftPalette *palette, int hover_tile,
                  const guint8 *selected_tiles, const guint8 *tile_severity)
{
  WeftFloorPainter painter;
  WeftFloorLayout layout;

  g_return_if_fail (self != NULL && cr != NULL && palette != NULL);

  weft_floor_layout_init (&layout, self);
  painter_init (&painter, cr, self, &layout, palette);
  painter.hover = hover_tile;
  painter.selected = selected_tiles;
  painter.severity = tile_severity;

  cairo_save (cr);
  weft_paint_background (cr, layout.width, layout.height, palette);
  paint_header (&painter);
  paint_plan (&painter);
  weft_floor_paint_table (&painter);
  cairo_restore (cr);
}
