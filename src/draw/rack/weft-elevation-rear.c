/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rack from the rear: the ports of each part, and the cables inside as trunks along the sides,
 * wider where there are more. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-elevation-paint-private.h"

/* Room at each side of the rack, and what each trunk takes of it. */
#define SIDE 7.0
#define TRUNK_STEP 9.0
#define PORT_PITCH 4.5
#define PORT 3.2
#define PORT_COLUMNS 6
#define PORT_ROWS 2
#define PAD 5.0

/* A letter names the trunk, so that it can be found in the legend without colour. */
static char *
trunk_letter (guint run)
{
  return g_strdup_printf ("%c", 'A' + (int) run);
}

static const WeftColour *
trunk_colour (const WeftPalette *palette, guint run)
{
  /* Neither the hue of compute nor that of switches comes first. */
  static const guint order[] = { 4, 5, 3, 1, 0, 2, 4, 5 };

  return &palette->workloads[order[run % G_N_ELEMENTS (order)]];
}

/* Even runs go along the left side, odd ones along the right one, later ones farther out. */
static double
side_width (const WeftElevation *self, gboolean is_left)
{
  guint n = weft_elevation_n_trunks (self);

  return SIDE + (is_left ? (n + 1) / 2 : n / 2) * TRUNK_STEP;
}

static double
trunk_x (const WeftElevationPainter *painter, guint run)
{
  const WeftBox *rack = &painter->layout->rack;
  gboolean is_left = run % 2 == 0;
  double off = side_width (painter->self, is_left) - (run / 2 + 1) * TRUNK_STEP;

  return is_left ? rack->x + off : weft_box_right (rack) - off;
}

static double
trunk_width (double cables)
{
  return CLAMP (1.0 + 0.4 * log2 (1 + cables), 1.4, 5.0);
}

static void
get_device_box (const WeftElevationPainter *painter, guint slot, WeftBox *box)
{
  double indent;

  weft_elevation_slot_box (painter->self, slot, box);
  indent = box->x - painter->layout->rack.x;
  box->x += side_width (painter->self, TRUE);
  box->w = MAX (painter->layout->rack.w - side_width (painter->self, TRUE)
                    - side_width (painter->self, FALSE) - indent, 20);
}

/* --- ports --- */

static void
paint_port (const WeftElevationPainter *painter, double x, double y, gboolean is_used)
{
  if (is_used)
    {
      cairo_rectangle (painter->cr, x, y, PORT, PORT);
      weft_paint_source (painter->cr, &painter->palette->text, 0.85);
      cairo_fill (painter->cr);
      return;
    }
  cairo_rectangle (painter->cr, x + 0.3, y + 0.3, PORT - 0.6, PORT - 0.6);
  weft_paint_source (painter->cr, &painter->palette->dim_text, 0.8);
  cairo_set_line_width (painter->cr, 0.6);
  cairo_stroke (painter->cr);
}

/* As many sockets as there is room for; of more ports the share that is used is right. */
static void
paint_ports (const WeftElevationPainter *painter, const WeftElevationSlot *it, const WeftBox *box)
{
  double ports = isnan (it->ports) ? it->cables : it->ports;
  guint n = (guint) CLAMP (ports, 0, PORT_COLUMNS * PORT_ROWS);
  guint used = ports > 0 ? (guint) ceil (n * MIN (it->cables / ports, 1)) : 0;
  double top = box->y + (box->h - PORT_ROWS * PORT_PITCH + (PORT_PITCH - PORT)) / 2;

  for (guint i = 0; i < n; i++)
    paint_port (painter, box->x + (i / PORT_ROWS) * PORT_PITCH,
                top + (i % PORT_ROWS) * PORT_PITCH, i < used);
}

/* "72/144"; of unknown ports the cables. */
static char *
count_ports (const WeftElevationSlot *it)
{
  g_autofree char *used = weft_quantity_format (it->cables, WEFT_UNIT_COUNT);
  g_autofree char *all = NULL;

  if (it->kind == WEFT_RACK_PART_POWER || it->kind == WEFT_RACK_PART_COOLING)
    return g_strdup (it->subtitle != NULL ? it->subtitle : "");
  if (isnan (it->ports))
    return it->cables > 0 ? g_steal_pointer (&used) : g_strdup ("");
  all = weft_quantity_format (it->ports, WEFT_UNIT_COUNT);
  return g_strdup_printf ("%s/%s", used, all);
}

void
weft_elevation_paint_rear (const WeftElevationPainter *painter, guint slot)
{
  const WeftElevationSlot *it = weft_elevation_slot (painter->self, slot);
  g_autofree char *count = count_ports (it);
  WeftBox box, rest, column;

  get_device_box (painter, slot, &box);
  rest = weft_elevation_paint_body (painter, slot, &box);
  weft_elevation_paint_number (painter, it, &rest);
  column = weft_elevation_take_end (painter, &rest, weft_text_width (&painter->small, count));
  weft_text_draw (painter->cr, &painter->small, count, &column, painter->end,
                  it->ports < it->cables ? &painter->palette->error : &painter->palette->dim_text);
  if (it->cables > 0 || it->ports > 0)
    {
      weft_elevation_take_end (painter, &rest, PAD);
      column = weft_elevation_take_end (painter, &rest, PORT_COLUMNS * PORT_PITCH);
      paint_ports (painter, it, &column);
    }
  weft_elevation_take_end (painter, &rest, PAD);
  weft_text_draw (painter->cr, &painter->small, it->title, &rest, painter->start,
                  &painter->palette->text);
}

/* --- trunks --- */

typedef struct
{
  guint run;
  const double *stubs;
  double x;
  double y0, y1; /* of the highest and the lowest stub */
  double most;   /* cables of the fullest slot */
} Trunk;

static double
stub_y (const WeftElevationPainter *painter, guint run, guint slot)
{
  guint n = weft_elevation_n_trunks (painter->self);
  WeftBox box;

  weft_elevation_slot_box (painter->self, slot, &box);
  return box.y + box.h * (run + 1) / (n + 1);
}

/* FALSE when no slot has a cable of the run. */
static gboolean
measure_trunk (const WeftElevationPainter *painter, guint run, Trunk *trunk)
{
  guint n = painter->self->slots->len;

  *trunk = (Trunk) { run, painter->self->stubs + (gsize) run * n,
                     trunk_x (painter, run), INFINITY, -INFINITY, 0 };
  for (guint i = 0; i < n; i++)
    if (trunk->stubs[i] > 0)
      {
        trunk->y0 = MIN (trunk->y0, stub_y (painter, run, i));
        trunk->y1 = MAX (trunk->y1, stub_y (painter, run, i));
        trunk->most = MAX (trunk->most, trunk->stubs[i]);
      }
  return trunk->most > 0;
}

static void
paint_stub (const WeftElevationPainter *painter, const Trunk *trunk, guint slot)
{
  gboolean is_left = trunk->run % 2 == 0;
  double y = stub_y (painter, trunk->run, slot);
  WeftBox box;

  get_device_box (painter, slot, &box);
  cairo_move_to (painter->cr, trunk->x, y);
  cairo_line_to (painter->cr, is_left ? box.x : weft_box_right (&box), y);
  cairo_set_line_width (painter->cr, trunk_width (trunk->stubs[slot]) * 0.45);
  cairo_stroke (painter->cr);
}

static void
paint_tag (const WeftElevationPainter *painter, double x, double y, guint run)
{
  const WeftColour *colour = trunk_colour (painter->palette, run);
  g_autofree char *letter = trunk_letter (run);
  WeftBox box = { x - 6, y - 6, 12, 12 };

  weft_paint_rounded_path (painter->cr, &box, 6, WEFT_CORNERS_ALL);
  weft_paint_source (painter->cr, colour, 1.0);
  cairo_fill (painter->cr);
  weft_text_draw (painter->cr, &painter->strong, letter, &box, WEFT_TEXT_CENTRE,
                  weft_colour_ink_on (colour));
}

void
weft_elevation_paint_trunks (const WeftElevationPainter *painter)
{
  for (guint run = 0; run < weft_elevation_n_trunks (painter->self); run++)
    {
      Trunk trunk;

      if (!measure_trunk (painter, run, &trunk))
        continue;
      weft_paint_source (painter->cr, trunk_colour (painter->palette, run), 1.0);
      for (guint slot = 0; slot < painter->self->slots->len; slot++)
        if (trunk.stubs[slot] > 0)
          paint_stub (painter, &trunk, slot);
      cairo_set_line_cap (painter->cr, CAIRO_LINE_CAP_ROUND);
      cairo_move_to (painter->cr, trunk.x, trunk.y0);
      cairo_line_to (painter->cr, trunk.x, trunk.y1);
      cairo_set_line_width (painter->cr,
                            trunk_width (g_array_index (painter->self->runs, WeftElevationRun,
                                                        run).cables));
      cairo_stroke (painter->cr);
      paint_tag (painter, trunk.x, (trunk.y0 + trunk.y1) / 2, run);
    }
}

/* --- legend --- */

static char *
describe_run (const WeftElevationRun *run)
{
  g_autofree char *count = NULL;

  if (isnan (run->cables))
    return g_strdup_printf (_("%s, too many to count"), run->label);
  count = weft_quantity_format (run->cables, WEFT_UNIT_COUNT);
  return g_strdup_printf ("%s × %s", count, run->label);
}

double
weft_elevation_paint_runs (const WeftElevationPainter *painter, double y)
{
  guint n = weft_elevation_n_trunks (painter->self);
  WeftBox line = painter->layout->footer;

  line.y = y;
  line.h = WEFT_ELEVATION_LINE;
  for (guint run = 0; run < n; run++)
    {
      const WeftElevationRun *it = &g_array_index (painter->self->runs, WeftElevationRun, run);
      g_autofree char *words = describe_run (it);
      WeftBox rest = line;
      WeftBox tag = weft_elevation_take_start (painter, &rest, 12);

      paint_tag (painter, tag.x + 6, line.y + line.h / 2, run);
      weft_elevation_take_start (painter, &rest, 6);
      weft_text_draw (painter->cr, &painter->text, words, &rest, painter->start,
                      &painter->palette->text);
      line.y += line.h;
      rest.y = line.y;
      weft_text_draw (painter->cr, &painter->small, it->ends, &rest, painter->start,
                      &painter->palette->dim_text);
      line.y += line.h;
    }
  if (painter->self->runs->len > n)
    {
      guint more = painter->self->runs->len - n;
      g_autofree char *words = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%u more link without a trunk here",
                       "%u more links without a trunk here", more), more);

      weft_text_draw (painter->cr, &painter->small, words, &line, painter->start,
                      &painter->palette->dim_text);
      line.y += line.h;
    }
  return line.y;
}
