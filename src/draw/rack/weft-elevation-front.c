/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of a rack from the front: what it is, its number, its name and what is in it. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/rack/weft-elevation-paint-private.h"

#define TAB 4.0
#define ICON 9.0
#define PAD 5.0

WeftBox
weft_elevation_take_start (const WeftElevationPainter *painter, WeftBox *box, double width)
{
  double taken = CLAMP (width, 0, MAX (box->w, 0));
  WeftBox piece = { box->x, box->y, taken, box->h };

  if (painter->palette->right_to_left)
    piece.x = weft_box_right (box) - taken;
  else
    box->x += taken;
  box->w -= taken;
  return piece;
}

WeftBox
weft_elevation_take_end (const WeftElevationPainter *painter, WeftBox *box, double width)
{
  double taken = CLAMP (width, 0, MAX (box->w, 0));
  WeftBox piece = { weft_box_right (box) - taken, box->y, taken, box->h };

  if (painter->palette->right_to_left)
    {
      piece.x = box->x;
      box->x += taken;
    }
  box->w -= taken;
  return piece;
}

WeftBox
weft_elevation_visible_box (const WeftElevationPainter *painter, guint slot, const WeftBox *box)
{
  const WeftElevationSlot *it = weft_elevation_slot (painter->self, slot);
  guint end = it->u + it->height_u, best_u = it->u, best_n = 0;

  for (guint u = it->u; u < end;)
    {
      guint first = u;

      while (u < end && painter->tops[u] == (int) slot)
        u++;
      if (u - first > best_n)
        {
          best_u = first;
          best_n = u - first;
        }
      u = MAX (u, first + 1);
    }
  if (best_n == 0)
    return *box;
  return (WeftBox) { box->x, box->y + (end - best_u - best_n) * WEFT_ELEVATION_UNIT, box->w,
                     box->h - (it->height_u - best_n) * WEFT_ELEVATION_UNIT };
}

static void
stroke_box (cairo_t *cr, const WeftBox *box, double width, const WeftColour *colour, double alpha)
{
  WeftBox inner = { box->x + width / 2, box->y + width / 2, box->w - width, box->h - width };

  weft_paint_rounded_path (cr, &inner, 2.5, WEFT_CORNERS_ALL);
  weft_paint_source (cr, colour, alpha);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

/* The tint lies on the background, so that what is below an overlapping slot does not shine
 * through. */
static void
fill_box (const WeftElevationPainter *painter, const WeftBox *box, const WeftColour *hue)
{
  const WeftColour *ground = &painter->palette->background;
  WeftColour opaque = *ground;

  if (ground->a <= 0)
    opaque = weft_colour_luminance (&painter->palette->text) > 0.4
                 ? weft_palette_dark.background
                 : weft_palette_light.background;
  opaque.a = 1;
  weft_paint_rounded_path (painter->cr, box, 2.5, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, &opaque, 1.0);
  cairo_fill_preserve (painter->cr);
  weft_paint_source (painter->cr, hue, 0.15);
  cairo_fill (painter->cr);
}

static guint8
severity_of (const WeftElevationPainter *painter, guint slot, const WeftElevationSlot *it)
{
  guint8 severity = painter->severity != NULL ? painter->severity[slot] : 0;

  return it->overlaps ? 3 : severity;
}

static const WeftColour *
severity_colour (const WeftPalette *palette, guint8 severity)
{
  return severity >= 3 ? &palette->error : severity == 2 ? &palette->warning : &palette->accent;
}

static void
paint_state (const WeftElevationPainter *painter, guint slot, const WeftBox *box, guint8 severity)
{
  if (severity >= 2)
    stroke_box (painter->cr, box, 1.25, severity_colour (painter->palette, severity), 1.0);
  if (painter->hover == (int) slot)
    weft_paint_hover (painter->cr, box, painter->palette);
  if (painter->selected != NULL && painter->selected[slot])
    stroke_box (painter->cr, box, 2.0, &painter->palette->accent, 1.0);
}

WeftBox
weft_elevation_paint_body (const WeftElevationPainter *painter, guint slot, const WeftBox *box)
{
  const WeftElevationSlot *it = weft_elevation_slot (painter->self, slot);
  const WeftColour *hue = weft_rack_part_colour (painter->palette, it->kind);
  guint8 severity = severity_of (painter, slot, it);
  WeftBox body = { box->x, box->y + 0.5, box->w, box->h - 1 };
  WeftBox rest = body;
  WeftBox tab, icon;

  fill_box (painter, &body, hue);
  tab = weft_elevation_take_start (painter, &rest, TAB);
  weft_paint_rounded_path (painter->cr, &tab, 2.5,
                           painter->palette->right_to_left ? WEFT_CORNERS_RIGHT
                                                           : WEFT_CORNERS_LEFT);
  weft_paint_source (painter->cr, hue, 1.0);
  cairo_fill (painter->cr);
  stroke_box (painter->cr, &body, painter->palette->high_contrast ? 1.5 : 0.75,
              painter->palette->high_contrast ? &painter->palette->text : hue,
              painter->palette->high_contrast ? 1.0 : 0.7);
  paint_state (painter, slot, &body, severity);
  body = weft_elevation_visible_box (painter, slot, &body);
  rest.y = body.y;
  rest.h = body.h;

  weft_elevation_take_start (painter, &rest, PAD);
  weft_elevation_take_end (painter, &rest, PAD);
  icon = weft_elevation_take_start (painter, &rest, ICON);
  weft_rack_paint_part (painter->cr, it->kind, icon.x, rest.y + (rest.h - ICON) / 2, ICON, hue);
  weft_elevation_take_start (painter, &rest, PAD);
  if (severity > 0)
    {
      icon = weft_elevation_take_end (painter, &rest, 10);
      weft_rack_paint_severity (painter->cr, severity, icon.x, rest.y + (rest.h - 10) / 2, 10,
                                painter->palette);
      weft_elevation_take_end (painter, &rest, PAD);
    }
  return rest;
}

static void
paint_end (const WeftElevationPainter *painter, WeftBox *rest, const char *text,
           const WeftColour *colour)
{
  WeftBox box = weft_elevation_take_end (painter, rest, weft_text_width (&painter->small, text));

  weft_text_draw (painter->cr, &painter->small, text, &box, painter->end, colour);
  weft_elevation_take_end (painter, rest, PAD);
}

/* A higher part has room for what it is on a line of its own. */
static void
paint_two_lines (const WeftElevationPainter *painter, const WeftElevationSlot *it, WeftBox rest,
                 const char *second)
{
  double line = weft_text_height (&painter->small) + 1;
  WeftBox first = { rest.x, rest.y + rest.h / 2 - line, rest.w, line };
  WeftBox below = { rest.x, rest.y + rest.h / 2, rest.w, line };

  weft_text_draw (painter->cr, &painter->strong, it->title, &first, painter->start,
                  &painter->palette->text);
  weft_text_draw (painter->cr, &painter->small, second, &below, painter->start,
                  &painter->palette->dim_text);
}

static char *
second_line (const WeftElevationSlot *it)
{
  g_autofree char *units = g_strdup_printf (_("%u U"), it->height_u);

  return it->subtitle != NULL ? g_strdup_printf ("%s · %s", it->subtitle, units)
                              : g_steal_pointer (&units);
}

void
weft_elevation_paint_number (const WeftElevationPainter *painter, const WeftElevationSlot *slot,
                             WeftBox *rest)
{
  g_autofree char *number = g_strdup_printf ("%u", slot->instance + 1);
  WeftBox column;

  if (painter->number_width <= 0)
    return;
  column = weft_elevation_take_start (painter, rest, painter->number_width);
  if (slot->n_instances > 1)
    weft_text_draw (painter->cr, &painter->small, number, &column, painter->end,
                    &painter->palette->dim_text);
  weft_elevation_take_start (painter, rest, PAD);
}

/* The grille of a part that is high enough for one. */
static void
paint_grille (const WeftElevationPainter *painter, const WeftBox *rest)
{
  double width = rest->w * 0.3;
  double x = painter->palette->right_to_left ? rest->x : weft_box_right (rest) - width;

  for (double y = rest->y + 9; y < weft_box_bottom (rest) - 7; y += 4)
    {
      cairo_move_to (painter->cr, x, y);
      cairo_line_to (painter->cr, x + width, y);
    }
  weft_paint_source (painter->cr, &painter->palette->text, 0.13);
  cairo_set_line_width (painter->cr, 1.4);
  cairo_set_line_cap (painter->cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (painter->cr);
}

void
weft_elevation_paint_front (const WeftElevationPainter *painter, guint slot)
{
  const WeftElevationSlot *it = weft_elevation_slot (painter->self, slot);
  WeftBox box, rest;

  weft_elevation_slot_box (painter->self, slot, &box);
  rest = weft_elevation_paint_body (painter, slot, &box);
  weft_elevation_paint_number (painter, it, &rest);
  if (it->height_is_assumed)
    paint_end (painter, &rest, _("height assumed"), &painter->palette->warning);
  if (rest.h > 1.5 * WEFT_ELEVATION_UNIT)
    {
      g_autofree char *second = second_line (it);

      if (rest.h > 2.5 * WEFT_ELEVATION_UNIT && it->kind == WEFT_RACK_PART_NODE)
        {
          paint_grille (painter, &rest);
          weft_elevation_take_end (painter, &rest, rest.w * 0.3 + PAD);
        }
      paint_two_lines (painter, it, rest, second);
      return;
    }
  if (it->subtitle != NULL)
    paint_end (painter, &rest, it->subtitle, &painter->palette->dim_text);
  weft_text_draw (painter->cr, &painter->small, it->title, &rest, painter->start,
                  &painter->palette->text);
}
