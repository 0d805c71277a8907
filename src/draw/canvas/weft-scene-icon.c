/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One sign for each kind of box, and for each severity: told apart by outline at ten pixels. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* All are drawn in a box of 16 x 16. */
#define GRID 16.0

static void
add_rounded (cairo_t *cr, double x, double y, double w, double h, double r)
{
  const WeftBox box = { x, y, w, h };

  weft_paint_rounded_path (cr, &box, r, WEFT_CORNERS_ALL);
}

/* A die with pins on all sides. */
static void
draw_chip (cairo_t *cr)
{
  for (int i = 0; i < 3; i++)
    {
      cairo_rectangle (cr, 4.4 + 3 * i, 0.8, 1.2, 14.4);
      cairo_rectangle (cr, 0.8, 4.4 + 3 * i, 14.4, 1.2);
    }
  cairo_fill (cr);
  add_rounded (cr, 3, 3, 10, 10, 1.8);
  cairo_fill (cr);
}

/* The same, hollow, with a core. */
static void
draw_cpu (cairo_t *cr)
{
  for (int i = 0; i < 2; i++)
    {
      cairo_rectangle (cr, 5.4 + 4 * i, 0.8, 1.2, 2.4);
      cairo_rectangle (cr, 5.4 + 4 * i, 12.8, 1.2, 2.4);
      cairo_rectangle (cr, 0.8, 5.4 + 4 * i, 2.4, 1.2);
      cairo_rectangle (cr, 12.8, 5.4 + 4 * i, 2.4, 1.2);
    }
  cairo_fill (cr);
  cairo_set_line_width (cr, 1.5);
  add_rounded (cr, 3.25, 3.25, 9.5, 9.5, 1.8);
  cairo_stroke (cr);
  cairo_rectangle (cr, 6, 6, 4, 4);
  cairo_fill (cr);
}

static void
draw_arrow (cairo_t *cr, double x0, double y0, double x1, double y1, double back)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
  cairo_move_to (cr, x1 - back, y1 - 2.6);
  cairo_line_to (cr, x1, y1);
  cairo_line_to (cr, x1 - back, y1 + 2.6);
}

/* Arrows that pass each other in both directions. */
static void
draw_switch (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.6);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  draw_arrow (cr, 2, 4.6, 14, 4.6, 2.6);
  draw_arrow (cr, 14, 11.4, 2, 11.4, -2.6);
  cairo_stroke (cr);
}

/* A card with its bracket and a socket. */
static void
draw_nic (cairo_t *cr)
{
  cairo_rectangle (cr, 1.2, 1.5, 1.6, 13);
  cairo_rectangle (cr, 5, 12, 7, 1.8);
  cairo_fill (cr);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, 2.8, 3.8, 12, 7.6);
  cairo_stroke (cr);
  cairo_rectangle (cr, 5.6, 6, 4.2, 3.2);
  cairo_fill (cr);
}

/* A module with its notch. */
static void
draw_memory (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.4);
  cairo_rectangle (cr, 1.2, 3.8, 13.6, 7);
  cairo_stroke (cr);
  for (int i = 0; i < 3; i++)
    cairo_rectangle (cr, 3.1 + 3.7 * i, 5.6, 2.4, 3.4);
  for (int i = 0; i < 6; i++)
    if (i != 3)
      cairo_rectangle (cr, 1.9 + 2.1 * i, 11.4, 1.2, 2);
  cairo_fill (cr);
}

/* A bolt. */
static void
draw_power (cairo_t *cr)
{
  cairo_move_to (cr, 9.6, 0.8);
  cairo_line_to (cr, 3, 9.2);
  cairo_line_to (cr, 7.2, 9.2);
  cairo_line_to (cr, 6.2, 15.2);
  cairo_line_to (cr, 13, 6.4);
  cairo_line_to (cr, 8.7, 6.4);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Dies on a carrier. */
static void
draw_package (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.5);
  add_rounded (cr, 1.25, 1.25, 13.5, 13.5, 2);
  cairo_stroke (cr);
  for (int i = 0; i < 4; i++)
    cairo_rectangle (cr, 4 + 4.6 * (i % 2), 4 + 4.6 * (i / 2), 3.4, 3.4);
  cairo_fill (cr);
}

/* A flat case with lamps. */
static void
draw_node (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.5);
  add_rounded (cr, 0.9, 3.4, 14.2, 9.2, 1.6);
  cairo_stroke (cr);
  cairo_rectangle (cr, 3.2, 6, 4.6, 4);
  cairo_fill (cr);
  cairo_arc (cr, 10, 8, 0.95, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_arc (cr, 12.7, 8, 0.95, 0, 2 * G_PI);
  cairo_fill (cr);
}

/* A tall frame with trays. */
static void
draw_rack (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.5);
  add_rounded (cr, 3.25, 0.9, 9.5, 14.2, 1.4);
  cairo_stroke (cr);
  for (int i = 0; i < 4; i++)
    cairo_rectangle (cr, 5.2, 3.2 + 2.6 * i, 5.6, 1.5);
  cairo_fill (cr);
}

/* A hexagon. */
static void
draw_other (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.6);
  for (int i = 0; i < 6; i++)
    cairo_line_to (cr, 8 + 6.4 * cos (i * G_PI / 3), 8 + 6.4 * sin (i * G_PI / 3));
  cairo_close_path (cr);
  cairo_stroke (cr);
}

void
weft_scene_icon (cairo_t *cr, WeftSceneKind kind, double x, double y, double size,
                 const WeftColour *colour)
{
  static void (*const draw[WEFT_N_SCENE_KINDS]) (cairo_t *) = {
    [WEFT_SCENE_CHIP] = draw_chip,     [WEFT_SCENE_SWITCH] = draw_switch,
    [WEFT_SCENE_NIC] = draw_nic,       [WEFT_SCENE_MEMORY] = draw_memory,
    [WEFT_SCENE_CPU] = draw_cpu,       [WEFT_SCENE_POWER] = draw_power,
    [WEFT_SCENE_PACKAGE] = draw_package, [WEFT_SCENE_NODE] = draw_node,
    [WEFT_SCENE_RACK] = draw_rack,     [WEFT_SCENE_OTHER] = draw_other,
  };

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / GRID, size / GRID);
  weft_paint_source (cr, colour, 1.0);
  cairo_new_path (cr);
  draw[kind](cr);
  cairo_restore (cr);
}

const WeftColour *
weft_scene_severity (const WeftPalette *palette, guint severity)
{
  return severity >= 3 ? &palette->error : severity == 2 ? &palette->warning : &palette->accent;
}

/* A filled shape: an octagon for an error, a triangle for a warning, a disc for a note. */
static void
add_sign_path (cairo_t *cr, guint severity)
{
  if (severity == 2)
    {
      cairo_move_to (cr, 8, 1.2);
      cairo_line_to (cr, 15.4, 14.4);
      cairo_line_to (cr, 0.6, 14.4);
    }
  else if (severity >= 3)
    for (int i = 0; i < 8; i++)
      cairo_line_to (cr, 8 + 7.6 * cos ((i + 0.5) * G_PI_4), 8 + 7.6 * sin ((i + 0.5) * G_PI_4));
  else
    cairo_arc (cr, 8, 8, 7.2, 0, 2 * G_PI);
  cairo_close_path (cr);
}

void
weft_scene_sign (cairo_t *cr, guint severity, double x, double y, double size,
                 const WeftPalette *palette)
{
  const WeftColour *colour = weft_scene_severity (palette, severity);
  double top = severity == 2 ? 5.6 : 4.0;
  double bar = severity == 2 ? 4.4 : 5.0;
  gboolean is_note = severity < 2;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / GRID, size / GRID);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  add_sign_path (cr, severity);
  weft_paint_source (cr, &palette->card, 1.0);
  cairo_set_line_width (cr, 3);
  cairo_stroke_preserve (cr);
  weft_paint_source (cr, colour, 1.0);
  cairo_fill (cr);
  weft_paint_source (cr, weft_colour_ink_on (colour), 1.0);
  cairo_rectangle (cr, 7.1, is_note ? 7 : top, 1.8, bar);
  cairo_rectangle (cr, 7.1, is_note ? 4 : top + bar + 1, 1.8, 1.8);
  cairo_fill (cr);
  cairo_restore (cr);
}
