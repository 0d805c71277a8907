/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Icons as paths in a square of side 1, so that they are the same at every size. */
#include "draw/rack/weft-rack-icon-private.h"

#include <glib/gi18n-lib.h>

const WeftColour *
weft_rack_part_colour (const WeftPalette *palette, WeftRackPartKind kind)
{
  switch (kind)
    {
    case WEFT_RACK_PART_NODE:
      return &palette->workloads[0];
    case WEFT_RACK_PART_SWITCH:
      return &palette->workloads[2];
    case WEFT_RACK_PART_POWER:
      return &palette->workloads[3];
    case WEFT_RACK_PART_COOLING:
      return &palette->workloads[1];
    case WEFT_RACK_PART_OTHER:
    case WEFT_RACK_N_PARTS:
    default:
      return &palette->parts[2];
    }
}

const char *
weft_rack_part_label (WeftRackPartKind kind)
{
  switch (kind)
    {
    case WEFT_RACK_PART_NODE:
      return _("Compute");
    case WEFT_RACK_PART_SWITCH:
      return _("Switch");
    case WEFT_RACK_PART_POWER:
      return _("Power shelf");
    case WEFT_RACK_PART_COOLING:
      return _("Coolant unit");
    case WEFT_RACK_PART_OTHER:
    case WEFT_RACK_N_PARTS:
    default:
      return _("Other");
    }
}

static void
trace_lines (cairo_t *cr, const double (*lines)[4], guint n)
{
  for (guint i = 0; i < n; i++)
    {
      cairo_move_to (cr, lines[i][0], lines[i][1]);
      cairo_line_to (cr, lines[i][2], lines[i][3]);
    }
}

/* A chip with its pins. */
static void
trace_node (cairo_t *cr)
{
  const double pins[][4]
      = { { 0.36, 0.02, 0.36, 0.2 }, { 0.64, 0.02, 0.64, 0.2 }, { 0.36, 0.8, 0.36, 0.98 },
          { 0.64, 0.8, 0.64, 0.98 }, { 0.02, 0.36, 0.2, 0.36 }, { 0.02, 0.64, 0.2, 0.64 },
          { 0.8, 0.36, 0.98, 0.36 }, { 0.8, 0.64, 0.98, 0.64 } };

  cairo_rectangle (cr, 0.2, 0.2, 0.6, 0.6);
  trace_lines (cr, pins, G_N_ELEMENTS (pins));
}

/* Two arrows that pass each other. */
static void
trace_switch (cairo_t *cr)
{
  const double arrows[][4]
      = { { 0.05, 0.32, 0.95, 0.32 }, { 0.7, 0.1, 0.95, 0.32 }, { 0.7, 0.54, 0.95, 0.32 },
          { 0.05, 0.72, 0.95, 0.72 }, { 0.3, 0.5, 0.05, 0.72 }, { 0.3, 0.94, 0.05, 0.72 } };

  trace_lines (cr, arrows, G_N_ELEMENTS (arrows));
}

static void
trace_bolt (cairo_t *cr)
{
  cairo_move_to (cr, 0.6, 0.04);
  cairo_line_to (cr, 0.22, 0.56);
  cairo_line_to (cr, 0.5, 0.56);
  cairo_line_to (cr, 0.4, 0.96);
  cairo_line_to (cr, 0.78, 0.42);
  cairo_line_to (cr, 0.5, 0.42);
  cairo_close_path (cr);
}

static void
trace_drop (cairo_t *cr)
{
  cairo_move_to (cr, 0.5, 0.04);
  cairo_curve_to (cr, 0.62, 0.28, 0.82, 0.46, 0.82, 0.66);
  cairo_curve_to (cr, 0.82, 0.85, 0.68, 0.96, 0.5, 0.96);
  cairo_curve_to (cr, 0.32, 0.96, 0.18, 0.85, 0.18, 0.66);
  cairo_curve_to (cr, 0.18, 0.46, 0.38, 0.28, 0.5, 0.04);
  cairo_close_path (cr);
}

static void
trace_part (cairo_t *cr, WeftRackPartKind kind)
{
  switch (kind)
    {
    case WEFT_RACK_PART_NODE:
      trace_node (cr);
      return;
    case WEFT_RACK_PART_SWITCH:
      trace_switch (cr);
      return;
    case WEFT_RACK_PART_POWER:
      trace_bolt (cr);
      return;
    case WEFT_RACK_PART_COOLING:
      trace_drop (cr);
      return;
    case WEFT_RACK_PART_OTHER:
    case WEFT_RACK_N_PARTS:
    default:
      cairo_rectangle (cr, 0.15, 0.25, 0.7, 0.5);
      return;
    }
}

void
weft_rack_paint_part (cairo_t *cr, WeftRackPartKind kind, double x, double y, double size,
                      const WeftColour *colour)
{
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size, size);
  cairo_new_path (cr);
  trace_part (cr, kind);
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, 0.12);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
paint_stroke (cairo_t *cr, const WeftColour *colour)
{
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, 0.12);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
}

static void
paint_dot (cairo_t *cr, double y, const WeftColour *colour)
{
  cairo_new_path (cr);
  cairo_arc (cr, 0.5, y, 0.075, 0, 2 * G_PI);
  weft_paint_source (cr, colour, 1.0);
  cairo_fill (cr);
}

/* A triangle with an exclamation mark. */
static void
paint_warning (cairo_t *cr, const WeftColour *colour)
{
  cairo_new_path (cr);
  cairo_move_to (cr, 0.5, 0.08);
  cairo_line_to (cr, 0.95, 0.9);
  cairo_line_to (cr, 0.05, 0.9);
  cairo_close_path (cr);
  cairo_move_to (cr, 0.5, 0.38);
  cairo_line_to (cr, 0.5, 0.58);
  paint_stroke (cr, colour);
  paint_dot (cr, 0.75, colour);
}

static void
paint_info (cairo_t *cr, const WeftColour *colour)
{
  cairo_new_path (cr);
  cairo_arc (cr, 0.5, 0.5, 0.42, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_move_to (cr, 0.5, 0.5);
  cairo_line_to (cr, 0.5, 0.72);
  paint_stroke (cr, colour);
  paint_dot (cr, 0.3, colour);
}

void
weft_rack_paint_severity (cairo_t *cr, guint8 severity, double x, double y, double size,
                          const WeftPalette *palette)
{
  if (severity == 3)
    {
      weft_paint_stop_icon (cr, x, y, size, &palette->error);
      return;
    }
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size, size);
  if (severity == 2)
    paint_warning (cr, &palette->warning);
  else if (severity == 1)
    paint_info (cr, &palette->accent);
  cairo_restore (cr);
}
