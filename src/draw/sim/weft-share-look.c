/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shares look like the parts of a workload's time that they are of; what waits for a link or for remote memory is
 * hatched. */
#include "config.h"

#include "draw/sim/weft-share-look-private.h"

#include <glib/gi18n-lib.h>

#define GRID 16.0

static const struct
{
  const char *title;
  const char *meaning;
  WeftTimePart part;
  gboolean hatched;
} looks[WEFT_N_SIM_SHARES] = {
  [WEFT_SIM_SHARE_COMPUTE] = { N_("Computing"), N_("Arithmetic of tasks"), WEFT_PART_COMPUTE, FALSE },
  [WEFT_SIM_SHARE_MEMORY] = { N_("Memory bandwidth"), N_("Bytes between devices and their own memory"),
                              WEFT_PART_MEMORY, FALSE },
  [WEFT_SIM_SHARE_SERIALIZATION] = { N_("Link bandwidth"), N_("Bytes through the narrowest links of their ways"),
                                     WEFT_PART_BISECTION, FALSE },
  [WEFT_SIM_SHARE_QUEUEING] = { N_("Queueing"), N_("Bytes behind or beside other bytes"), WEFT_PART_BISECTION, TRUE },
  [WEFT_SIM_SHARE_LATENCY] = { N_("Latency"), N_("Links, launches and endpoints before the first byte"),
                               WEFT_PART_LATENCY, FALSE },
  [WEFT_SIM_SHARE_REMOTE] = { N_("Remote memory"), N_("Requests in remote memories"), WEFT_PART_MEMORY, TRUE },
  [WEFT_SIM_SHARE_IMBALANCE] = { N_("Imbalance"), N_("Tasks are ready, but their rank is busy or another one is late"),
                                 WEFT_PART_BUBBLE, FALSE },
};

const char *
weft_share_title (WeftSimShare share)
{
  return _(looks[share].title);
}

const char *
weft_share_meaning (WeftSimShare share)
{
  return _(looks[share].meaning);
}

const WeftColour *
weft_share_hue (WeftSimShare share, const WeftPalette *palette)
{
  return &palette->parts[looks[share].part];
}

gboolean
weft_share_is_hatched (WeftSimShare share)
{
  return looks[share].hatched;
}

void
weft_share_fill (cairo_t *cr, WeftSimShare share, const WeftBox *box, double radius, WeftCorners corners,
                 const WeftPalette *palette)
{
  if (looks[share].hatched)
    weft_paint_hatched (cr, box, radius, corners, weft_share_hue (share, palette));
  else
    weft_paint_solid (cr, box, radius, corners, weft_share_hue (share, palette), palette);
}

const WeftColour *
weft_share_ink (WeftSimShare share, const WeftPalette *palette)
{
  return looks[share].hatched ? &palette->text : weft_colour_ink_on (weft_share_hue (share, palette));
}

/* Three that wait before one that is served. */
static void
draw_queue (cairo_t *cr)
{
  for (int i = 0; i < 3; i++)
    cairo_rectangle (cr, 1.25 + 3.5 * i, 5.5, 2.25, 5);
  cairo_rectangle (cr, 12, 3, 2.75, 10);
  cairo_fill (cr);
}

/* Layers that something is fetched from. */
static void
draw_remote (cairo_t *cr)
{
  for (int i = 0; i < 2; i++)
    cairo_rectangle (cr, 1.5, 1.5 + 4 * i, 13, 2.5);
  cairo_fill (cr);
  cairo_set_line_width (cr, 1.75);
  cairo_move_to (cr, 8, 9.5);
  cairo_line_to (cr, 8, 15);
  cairo_move_to (cr, 5.25, 12.25);
  cairo_line_to (cr, 8, 15);
  cairo_line_to (cr, 10.75, 12.25);
  cairo_stroke (cr);
}

void
weft_share_icon (cairo_t *cr, WeftSimShare share, double x, double y, double size, const WeftColour *colour)
{
  if (!looks[share].hatched)
    {
      weft_paint_part_icon (cr, looks[share].part, x, y, size, colour);
      return;
    }
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, size / GRID, size / GRID);
  weft_paint_source (cr, colour, 1);
  cairo_new_path (cr);
  if (share == WEFT_SIM_SHARE_QUEUEING)
    draw_queue (cr);
  else
    draw_remote (cr);
  cairo_restore (cr);
}

guint32
weft_share_find_label (const WeftSimResult *result, WeftSimShare share, double *part)
{
  const WeftSimTrace *trace = result->trace;
  g_autofree double *sums = g_new0 (double, MAX (1, trace->n_labels));
  guint32 most = WEFT_SIM_NONE;
  double all = 0;

  for (guint i = 0; result->path != NULL && i < result->path->len; i++)
    {
      const WeftSimStep *step = &g_array_index (result->path, WeftSimStep, i);

      if (step->task == WEFT_SIM_NONE)
        continue;
      sums[trace->label[step->task]] += step->share_s[share];
      all += step->share_s[share];
    }
  for (guint32 l = 0; l < trace->n_labels; l++)
    if (sums[l] > 0 && (most == WEFT_SIM_NONE || sums[l] > sums[most]))
      most = l;
  *part = most != WEFT_SIM_NONE ? sums[most] / all : 0;
  return most;
}
