/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One icon for each part of a workload's time. Five shapes that differ in outline, so that they are
 * told apart at twelve pixels and without colour. */
#include "draw/weft-paint-private.h"

#include <math.h>

/* All icons are drawn in a box of 16 x 16. */
#define GRID 16.0

/* A chip with its pins. */
static void
draw_compute (cairo_t *cr)
{
  const WeftBox body = { 3.5, 3.5, 9, 9 };

  for (int i = 0; i < 2; i++)
    {
      double at = 6.25 + 3.5 * i;

      cairo_rectangle (cr, at - 0.75, 0.75, 1.5, 14.5);
      cairo_rectangle (cr, 0.75, at - 0.75, 14.5, 1.5);
    }
  cairo_fill (cr);
  weft_paint_rounded_path (cr, &body, 1.5, WEFT_CORNERS_ALL);
  cairo_fill (cr);
}

/* Three stacked layers. */
static void
draw_memory (cairo_t *cr)
{
  for (int i = 0; i < 3; i++)
    {
      const WeftBox layer = { 1.5, 2 + 4.5 * i, 13, 3 };

      weft_paint_rounded_path (cr, &layer, 0.75, WEFT_CORNERS_ALL);
    }
  cairo_fill (cr);
}

/* A clock. */
static void
draw_latency (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.75);
  cairo_arc (cr, 8, 8, 6.1, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_move_to (cr, 8, 4.25);
  cairo_line_to (cr, 8, 8.25);
  cairo_line_to (cr, 10.75, 9.75);
  cairo_stroke (cr);
}

static void
draw_arrow (cairo_t *cr,
            double   tail,
            double   tip,
            double   y)
{
  double back = tip > tail ? -3.2 : 3.2;

  cairo_move_to (cr, tail, y);
  cairo_line_to (cr, tip, y);
  cairo_move_to (cr, tip + back, y - 3.0);
  cairo_line_to (cr, tip, y);
  cairo_line_to (cr, tip + back, y + 3.0);
  cairo_stroke (cr);
}

/* Two arrows that pass each other. */
static void
draw_bisection (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.75);
  draw_arrow (cr, 1.5, 14, 4.5);
  draw_arrow (cr, 14.5, 2, 11.5);
}

/* Two bubbles. */
static void
draw_bubble (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.75);
  cairo_arc (cr, 6.3, 9.4, 4.6, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_stroke (cr);
  cairo_arc (cr, 12.6, 3.8, 2.0, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_stroke (cr);
}

/* A prompt that waits for a command. */
static void
draw_software (cairo_t *cr)
{
  cairo_set_line_width (cr, 1.75);
  cairo_move_to (cr, 2.5, 3.5);
  cairo_line_to (cr, 7, 8);
  cairo_line_to (cr, 2.5, 12.5);
  cairo_stroke (cr);
  cairo_move_to (cr, 8.5, 12.5);
  cairo_line_to (cr, 13.5, 12.5);
  cairo_stroke (cr);
}

/**
 * weft_paint_part_icon: (skip)
 * @cr: where to draw
 * @part: which part of the time
 * @x: left edge of the box
 * @y: top edge of the box
 * @size: side of the box, in user units
 * @colour: of the icon
 *
 * Draws the icon of a part of a workload's time.
 */
void
weft_paint_part_icon (cairo_t          *cr,
                      WeftTimePart      part,
                      double            x,
                      double            y,
                      double            size,
                      const WeftColour *colour)
{
  static void (*const draw[WEFT_N_PARTS]) (cairo_t *) = {
    [WEFT_PART_COMPUTE] = draw_compute,     [WEFT_PART_MEMORY] = draw_memory,
    [WEFT_PART_LATENCY] = draw_latency,     [WEFT_PART_BISECTION] = draw_bisection,
    [WEFT_PART_BUBBLE] = draw_bubble,       [WEFT_PART_SOFTWARE] = draw_software,
  };

  g_return_if_fail (cr != NULL);
  g_return_if_fail ((guint) part < WEFT_N_PARTS);

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / GRID, size / GRID);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  weft_paint_source (cr, colour, 1.0);
  cairo_new_path (cr);
  draw[part](cr);
  cairo_restore (cr);
}
