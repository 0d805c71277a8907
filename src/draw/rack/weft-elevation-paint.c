/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of a rack: its name and figures, the frame with the scale of units, the parts, and
 * below it the legend and what found no place. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-elevation-paint-private.h"

#define FRAME 6.0

/* Room for the highest instance number in the rack, so that names begin below each other. */
static double
measure_numbers (const WeftElevation *self, const WeftTextStyle *style)
{
  guint most = 0;

  for (guint i = 0; i < self->slots->len; i++)
    {
      const WeftElevationSlot *slot = &g_array_index (self->slots, WeftElevationSlot, i);

      if (slot->n_instances > 1)
        most = MAX (most, slot->instance + 1);
    }
  return most == 0 ? 0 : weft_text_width (style, most > 99 ? "000" : most > 9 ? "00" : "0");
}

static void
find_tops (const WeftElevation *self, int *tops)
{
  for (guint u = 0; u <= WEFT_RACK_MAX_UNITS; u++)
    tops[u] = -1;
  for (guint i = 0; i < self->slots->len; i++)
    {
      const WeftElevationSlot *slot = &g_array_index (self->slots, WeftElevationSlot, i);

      for (guint u = slot->u; u < slot->u + slot->height_u; u++)
        tops[u] = (int) i;
    }
}

static void
painter_init (WeftElevationPainter *painter, cairo_t *cr, const WeftElevation *self,
              const WeftElevationLayout *layout, const WeftPalette *palette)
{
  *painter = (WeftElevationPainter) {
    .cr = cr,
    .self = self,
    .layout = layout,
    .palette = palette,
    .title = { palette, 15, TRUE },
    .text = { palette, 11, FALSE },
    .small = { palette, 9.5, FALSE },
    .strong = { palette, 9.5, TRUE },
    .start = palette->right_to_left ? WEFT_TEXT_RIGHT : WEFT_TEXT_LEFT,
    .end = palette->right_to_left ? WEFT_TEXT_LEFT : WEFT_TEXT_RIGHT,
  };
  painter->number_width = measure_numbers (self, &painter->small);
  find_tops (self, painter->tops);
}

/* --- above the rack --- */

static char *
describe_space (const WeftElevation *self)
{
  return g_strdup_printf (self->units_are_assumed ? _("%u of %u U (assumed)") : _("%u of %u U"),
                          self->used, self->units);
}

static char *
describe_power (const WeftElevation *self)
{
  g_autofree char *power = weft_quantity_format (self->power_w, WEFT_UNIT_W);
  g_autofree char *limit = weft_quantity_format (self->limit_w, WEFT_UNIT_W);

  if (self->power_is_partial && self->power_w <= 0)
    return g_strdup (_("power unknown"));
  if (isnan (self->limit_w))
    return g_strdup_printf (self->power_is_partial ? _("at least %s") : "%s", power);
  return g_strdup_printf (self->power_is_partial ? _("at least %s of %s") : _("%s of %s"), power,
                          limit);
}

/* A bar with the share that is used, and the figure in words. */
static void
paint_figure (const WeftElevationPainter *painter, WeftBox box, const char *text, double share)
{
  gboolean is_over = share > 1;
  const WeftColour *ink = is_over ? &painter->palette->error : &painter->palette->text;
  WeftBox bar = { box.x, weft_box_bottom (&box) - 3, box.w, 3 };

  weft_text_draw (painter->cr, &painter->text, text, &(WeftBox) { box.x, box.y, box.w, box.h - 4 },
                  painter->start, ink);
  if (isnan (share))
    return;
  weft_paint_rounded_path (painter->cr, &bar, 1.5, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, &painter->palette->text, 0.12);
  cairo_fill (painter->cr);
  bar.w *= CLAMP (share, 0, 1);
  if (painter->palette->right_to_left)
    bar.x = weft_box_right (&box) - bar.w;
  weft_paint_rounded_path (painter->cr, &bar, 1.5, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, is_over ? &painter->palette->error : &painter->palette->accent,
                     1.0);
  cairo_fill (painter->cr);
  if (is_over)
    weft_rack_paint_severity (painter->cr, 3,
                              painter->palette->right_to_left ? box.x : weft_box_right (&box) - 11,
                              box.y + 1, 11, painter->palette);
}

static void
paint_header (const WeftElevationPainter *painter, WeftElevationSide side)
{
  const WeftElevation *self = painter->self;
  const WeftElevationLayout *layout = painter->layout;
  g_autofree char *space = describe_space (self);
  g_autofree char *power = describe_power (self);
  const char *word = side == WEFT_ELEVATION_FRONT ? _("Front") : _("Rear");
  WeftBox title = layout->title;
  WeftBox left = layout->figures;
  WeftBox right, box;

  box = weft_elevation_take_end (painter, &title, weft_text_width (&painter->text, word) + 6);
  weft_text_draw (painter->cr, &painter->text, word, &box, painter->end,
                  &painter->palette->dim_text);
  weft_text_draw (painter->cr, &painter->title, self->title, &title, painter->start,
                  &painter->palette->text);
  weft_text_draw (painter->cr, &painter->text,
                  self->enclosure != NULL ? self->enclosure : _("No enclosure chosen"),
                  &layout->enclosure, painter->start, &painter->palette->dim_text);
  box = weft_elevation_take_start (painter, &left, layout->figures.w * 0.4);
  paint_figure (painter, box, space, self->units > 0 ? (double) self->used / self->units : NAN);
  weft_elevation_take_start (painter, &left, 14);
  right = left;
  paint_figure (painter, right, power, self->power_w / self->limit_w);
}

/* --- the rack --- */

static void
paint_frame (const WeftElevationPainter *painter)
{
  const WeftBox *rack = &painter->layout->rack;
  WeftBox outer = { rack->x - FRAME, rack->y - FRAME, rack->w + 2 * FRAME, rack->h + 2 * FRAME };

  weft_paint_rounded_path (painter->cr, &outer, 5, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, &painter->palette->text, 0.07);
  cairo_fill_preserve (painter->cr);
  weft_paint_source (painter->cr, &painter->palette->text, 0.45);
  cairo_set_line_width (painter->cr, 1.0);
  cairo_stroke (painter->cr);
  cairo_rectangle (painter->cr, rack->x, rack->y, rack->w, rack->h);
  weft_paint_source (painter->cr, &painter->palette->background, 1.0);
  cairo_fill (painter->cr);
}

/* Blank plates where nothing stands: hairlines between units, the numbers beside them. */
static void
paint_units (const WeftElevationPainter *painter)
{
  const WeftBox *rack = &painter->layout->rack;
  cairo_t *cr = painter->cr;

  for (guint u = 1; u <= painter->self->units; u++)
    {
      double top = weft_box_bottom (rack) - u * WEFT_ELEVATION_UNIT;
      WeftBox number = { rack->x - FRAME - 24, top, 19, WEFT_ELEVATION_UNIT };
      WeftBox plate = { rack->x + 0.5, top + 1, rack->w - 1, WEFT_ELEVATION_UNIT - 2 };
      gboolean is_round = u % 5 == 0 || u == 1 || u == painter->self->units;
      g_autofree char *text = g_strdup_printf ("%u", u);

      weft_paint_rounded_path (cr, &plate, 2, WEFT_CORNERS_ALL);
      weft_paint_source (cr, &painter->palette->text, 0.045);
      cairo_fill (cr);
      weft_text_draw (cr, is_round ? &painter->strong : &painter->small, text, &number,
                      WEFT_TEXT_RIGHT,
                      is_round ? &painter->palette->text : &painter->palette->dim_text);
    }
}

/* --- below the rack --- */

static double
paint_kinds (const WeftElevationPainter *painter, double y)
{
  gboolean is_there[WEFT_RACK_N_PARTS] = { FALSE };
  WeftBox rest = painter->layout->footer;

  for (guint i = 0; i < painter->self->slots->len; i++)
    is_there[g_array_index (painter->self->slots, WeftElevationSlot, i).kind] = TRUE;
  rest.y = y;
  rest.h = WEFT_ELEVATION_LINE;
  for (guint i = 0; i < WEFT_RACK_N_PARTS; i++)
    {
      const char *label = weft_rack_part_label ((WeftRackPartKind) i);
      double width = weft_text_width (&painter->text, label);
      WeftBox box;

      if (!is_there[i])
        continue;
      if (rest.w < width + 16)
        {
          y += WEFT_ELEVATION_LINE;
          rest = painter->layout->footer;
          rest.y = y;
          rest.h = WEFT_ELEVATION_LINE;
        }
      box = weft_elevation_take_start (painter, &rest, 10);
      weft_rack_paint_part (painter->cr, (WeftRackPartKind) i, box.x, box.y + 3, 10,
                            weft_rack_part_colour (painter->palette, (WeftRackPartKind) i));
      weft_elevation_take_start (painter, &rest, 6);
      box = weft_elevation_take_start (painter, &rest, width + 1);
      weft_text_draw (painter->cr, &painter->text, label, &box, painter->start,
                      &painter->palette->dim_text);
      weft_elevation_take_start (painter, &rest, 14);
    }
  return y + WEFT_ELEVATION_LINE;
}

static char *
describe_unplaced (const WeftElevation *self, const WeftElevationUnplaced *unplaced)
{
  g_autofree char *count = weft_quantity_format (unplaced->count, WEFT_UNIT_COUNT);
  const char *title = self->titles[unplaced->item];

  switch (unplaced->reason)
    {
    case WEFT_ELEVATION_OUTSIDE:
      return g_strdup_printf (_("%s × %s: no unit %g here"), count, title,
                              weft_graph_definition (self->graph, self->definition)
                                  ->items[unplaced->item].u);
    case WEFT_ELEVATION_NO_HEIGHT:
      return g_strdup_printf (_("%s × %s takes no rack unit"), count, title);
    case WEFT_ELEVATION_FULL:
    default:
      return g_strdup_printf (_("%s × %s found no room"), count, title);
    }
}

static void
paint_unplaced (const WeftElevationPainter *painter, double y)
{
  const GArray *unplaced = painter->self->unplaced;
  guint n = MIN (unplaced->len, WEFT_ELEVATION_MAX_UNPLACED);
  WeftBox line = painter->layout->footer;

  line.y = y;
  line.h = WEFT_ELEVATION_LINE;
  for (guint i = 0; i < n; i++)
    {
      const WeftElevationUnplaced *it = &g_array_index (unplaced, WeftElevationUnplaced, i);
      g_autofree char *words = describe_unplaced (painter->self, it);
      guint8 severity = it->reason == WEFT_ELEVATION_NO_HEIGHT ? 1 : 3;
      WeftBox rest = line;
      WeftBox icon = weft_elevation_take_start (painter, &rest, 11);

      weft_rack_paint_severity (painter->cr, severity, icon.x, line.y + 2.5, 11,
                                painter->palette);
      weft_elevation_take_start (painter, &rest, 6);
      weft_text_draw (painter->cr, &painter->text, words, &rest, painter->start,
                      severity == 3 ? &painter->palette->error : &painter->palette->dim_text);
      line.y += line.h;
    }
  if (unplaced->len > n)
    {
      guint more = unplaced->len - n;
      g_autofree char *words = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "and %u more kind of part without a place",
                       "and %u more kinds of parts without a place", more), more);

      weft_text_draw (painter->cr, &painter->text, words, &line, painter->start,
                      &painter->palette->error);
    }
}

/* Whether later slots cover all of it, also the edge that an indent leaves free. */
static gboolean
is_buried (const WeftElevationPainter *painter, guint slot)
{
  const WeftElevationSlot *it = weft_elevation_slot (painter->self, slot);

  if (painter->self->indents[slot] < WEFT_ELEVATION_MAX_INDENT)
    return FALSE;
  for (guint u = it->u; u < it->u + it->height_u; u++)
    if (painter->tops[u] == (int) slot)
      return FALSE;
  return TRUE;
}

static void
paint_slots (const WeftElevationPainter *painter, WeftElevationSide side)
{
  for (guint i = 0; i < painter->self->slots->len; i++)
    if (is_buried (painter, i))
      continue;
    else if (side == WEFT_ELEVATION_FRONT)
      weft_elevation_paint_front (painter, i);
    else
      weft_elevation_paint_rear (painter, i);
}

/**
 * weft_elevation_paint: (skip)
 * @self: an elevation
 * @cr: where to paint; the picture's top left corner is at its origin
 * @side: which side of the rack
 * @palette: colours and font
 * @hover_slot: the slot below the pointer, -1 for none
 * @selected_slots: (nullable): a byte for each slot
 * @slot_severity: (nullable): a byte for each slot: 0 none, 1 info, 2 warning, 3 error
 *
 * Paints a rack in canvas units; nothing is drawn outside of weft_elevation_get_size().
 */
void
weft_elevation_paint (const WeftElevation *self, cairo_t *cr, WeftElevationSide side,
                      const WeftPalette *palette, int hover_slot, const guint8 *selected_slots,
                      const guint8 *slot_severity)
{
  WeftElevationPainter painter;
  WeftElevationLayout layout;
  double y;

  g_return_if_fail (self != NULL && cr != NULL && palette != NULL);

  weft_elevation_layout_init (&layout, self);
  painter_init (&painter, cr, self, &layout, palette);
  painter.hover = hover_slot;
  painter.selected = selected_slots;
  painter.severity = slot_severity;

  cairo_save (cr);
  weft_paint_background (cr, layout.width, layout.height, palette);
  paint_header (&painter, side);
  paint_frame (&painter);
  paint_units (&painter);
  paint_slots (&painter, side);
  if (side == WEFT_ELEVATION_REAR)
    {
      weft_elevation_paint_trunks (&painter);
      y = weft_elevation_paint_runs (&painter, layout.footer.y);
    }
  else
    y = paint_kinds (&painter, layout.footer.y);
  paint_unplaced (&painter, y);
  cairo_restore (cr);
}
