/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Below the plan: what cables there are of each kind, how long they are, and what was assumed. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/rack/weft-floor-paint-private.h"

#define N_COLUMNS 4
#define NUMBER 92.0

static void
paint_cells (const WeftFloorPainter *painter, const WeftBox *line, const char *const *cells,
             const WeftTextStyle *style, const WeftColour *colour)
{
  gboolean turned = painter->palette->right_to_left;
  double names = line->w - (N_COLUMNS - 1) * NUMBER;

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      WeftBox box = { line->x + (i == 0 ? 0 : names + (i - 1) * NUMBER), line->y,
                      i == 0 ? names : NUMBER, line->h };

      if (turned)
        box.x = 2 * line->x + line->w - box.x - box.w;
      weft_text_draw (painter->cr, style, cells[i], &box,
                      i == 0 ? painter->start : painter->end, colour);
    }
}

static char *
format_metres (double length_m)
{
  return weft_quantity_format (length_m, WEFT_UNIT_M);
}

/* "at least" where some lengths are unknown. */
static char *
format_total (double length_m, double n_unknown)
{
  g_autofree char *metres = format_metres (length_m > 0 || n_unknown == 0 ? length_m : NAN);

  return n_unknown > 0 && length_m > 0 ? g_strdup_printf ("≥ %s", metres)
                                       : g_steal_pointer (&metres);
}

static char *
name_medium (const WeftFloorMedium *medium)
{
  if (medium->n_too_long > 0)
    return g_strdup_printf (_("%s, does not reach"), medium->name);
  if (medium->is_chosen && !isnan (medium->longest_m))
    return g_strdup_printf (_("%s, chosen by length"), medium->name);
  return g_strdup (medium->name);
}

static void
paint_medium (const WeftFloorPainter *painter, const WeftBox *line, const WeftFloorMedium *medium)
{
  g_autofree char *name = name_medium (medium);
  g_autofree char *count = weft_quantity_format (medium->count, WEFT_UNIT_COUNT);
  g_autofree char *length = format_total (medium->length_m, medium->n_unknown);
  g_autofree char *longest = format_metres (medium->longest_m);
  const char *const cells[] = { name, count, length, longest };

  paint_cells (painter, line, cells, &painter->text,
               medium->n_too_long > 0 ? &painter->palette->error : &painter->palette->text);
}

static void
paint_total (const WeftFloorPainter *painter, const WeftBox *line)
{
  double length_m, n_unknown, longest_m = NAN;
  double n = weft_floor_get_cables (painter->self, &length_m, &n_unknown);
  g_autofree char *count = weft_quantity_format (n, WEFT_UNIT_COUNT);
  g_autofree char *length = format_total (length_m, n_unknown);
  g_autofree char *longest = NULL;

  for (guint i = 0; i < painter->self->media->len; i++)
    {
      double own_m = g_array_index (painter->self->media, WeftFloorMedium, i).longest_m;

      if (!(longest_m >= own_m) && !isnan (own_m))
        longest_m = own_m;
    }
  longest = format_metres (longest_m);
  paint_cells (painter, line, (const char *const[]) { _("All cables"), count, length, longest },
               &painter->strong, &painter->palette->text);
}

static void
paint_rule (const WeftFloorPainter *painter, const WeftBox *line)
{
  cairo_move_to (painter->cr, line->x, floor (line->y) + 0.5);
  cairo_line_to (painter->cr, weft_box_right (line), floor (line->y) + 0.5);
  weft_paint_source (painter->cr, &painter->palette->text, 0.25);
  cairo_set_line_width (painter->cr, 1);
  cairo_set_line_cap (painter->cr, CAIRO_LINE_CAP_BUTT);
  cairo_stroke (painter->cr);
}

static void
paint_media (const WeftFloorPainter *painter)
{
  const char *const heads[] = { _("Cable"), _("Count"), _("Length"), _("Longest") };
  const WeftFloorLayout *layout = painter->layout;
  WeftBox line = layout->table;

  line.h = WEFT_FLOOR_LINE;
  paint_cells (painter, &line, heads, &painter->text, &painter->palette->dim_text);
  line.y += line.h;
  paint_rule (painter, &line);
  for (guint i = 0; i < layout->n_lines; i++)
    {
      paint_medium (painter, &line, weft_floor_medium (painter->self, i));
      line.y += line.h;
    }
  if (painter->self->media->len > layout->n_lines)
    {
      guint more = painter->self->media->len - layout->n_lines;
      g_autofree char *words = g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "and %u more kind", "and %u more kinds", more), more);

      weft_text_draw (painter->cr, &painter->text, words, &line, painter->start,
                      &painter->palette->dim_text);
      line.y += line.h;
    }
  paint_rule (painter, &line);
  paint_total (painter, &line);
}

static void
paint_note (const WeftFloorPainter *painter, const WeftFloorNote *note, const WeftBox *line)
{
  const WeftPalette *palette = painter->palette;
  const WeftColour *ink = note->severity >= 3   ? &palette->error
                          : note->severity == 2 ? &palette->warning
                                                : &palette->dim_text;
  WeftBox box = *line;

  if (note->severity > 0)
    {
      weft_rack_paint_severity (painter->cr, note->severity,
                                palette->right_to_left ? weft_box_right (line) - 12 : line->x,
                                line->y + 2.5, 12, palette);
      box.w -= 18;
      box.x += palette->right_to_left ? 0 : 18;
    }
  weft_text_draw (painter->cr, &painter->text, note->text, &box, painter->start, ink);
}

static void
paint_notes (const WeftFloorPainter *painter)
{
  g_autoptr (GArray) notes = weft_floor_list_notes (painter->self);
  WeftBox line = painter->layout->table;

  line.y = weft_box_bottom (&line) + 10;
  line.w = painter->layout->width - 2 * line.x;
  line.h = WEFT_FLOOR_LINE;
  for (guint i = 0; i < notes->len; i++)
    {
      paint_note (painter, &g_array_index (notes, WeftFloorNote, i), &line);
      line.y += line.h;
    }
}

void
weft_floor_paint_table (const WeftFloorPainter *painter)
{
  if (painter->self->media->len > 0)
    paint_media (painter);
  paint_notes (painter);
}
