/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paints a bottleneck chart, and says what is at a point of it. */
#include "config.h"

#include "draw/sim/weft-bottleneck-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/sim/weft-bottleneck-layout-private.h"

#define EXPORT_WIDTH 900.0
#define PNG_SCALE 2.0

/* --- painting --- */

static void
paint_ticks (cairo_t *cr, const WeftBottleneckLayout *layout, const WeftPalette *palette)
{
  double top = layout->rows[0].bar.y, right = 0;

  for (guint i = 0; i < layout->axis.n_ticks; i++)
    {
      double x = weft_bottleneck_layout_x (layout, layout->axis.ticks[i] * layout->unit_s);
      g_autofree char *label = weft_axis_label (&layout->axis, layout->axis.ticks[i]);
      g_autofree char *words = i + 1 == layout->axis.n_ticks ? g_strdup_printf ("%s\u00a0%s", label, layout->unit)
                                                             : g_strdup (label);
      double w = ceil (weft_text_width (&layout->frame.small, words)) + 1;
      WeftBox box = { CLAMP (x - w / 2, 0, MAX (0, layout->width - w)), layout->ticks.y, w, layout->ticks.h };

      weft_paint_upright (cr, CLAMP (x, 0, layout->width - 1), top, layout->ticks.y + 2, &palette->grid);
      if (i > 0 && !layout->mirrored && box.x < right + layout->frame.gap / 2)
        continue;
      right = weft_box_right (&box);
      weft_text_draw (cr, &layout->frame.small, words, &box, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
    }
}

static void
paint_segment (cairo_t *cr, const WeftBottleneckLayout *layout, const WeftBottleneckRow *row, WeftSimShare share,
               const WeftPalette *palette)
{
  const WeftBottleneckSegment *segment = &row->segments[share];
  const WeftColour *ink = weft_share_ink (share, palette);
  gboolean strong = (int) share == row->most;

  if (segment->bar.w <= 0)
    return;
  weft_share_fill (cr, share, &segment->bar, MIN (6, segment->bar.h * 0.25), segment->corners, palette);
  if (weft_share_is_hatched (share) && segment->icon.w > 0)
    {
      double right = MAX (weft_box_right (&segment->icon), segment->text.w > 0 ? weft_box_right (&segment->text) : 0);
      double left = segment->text.w > 0 ? MIN (segment->icon.x, segment->text.x) : segment->icon.x;
      WeftBox ground = { left - 3, segment->bar.y + 4, right - left + 6, segment->bar.h - 8 };

      weft_paint_rounded_path (cr, &ground, 3, WEFT_CORNERS_ALL);
      weft_paint_source (cr, &palette->card, 0.9);
      cairo_fill (cr);
    }
  if (segment->icon.w > 0)
    weft_share_icon (cr, share, segment->icon.x, segment->icon.y, segment->icon.w, ink);
  if (segment->text.w > 0)
    weft_text_draw (cr, strong ? &layout->frame.small_strong : &layout->frame.small, segment->words, &segment->text,
                    WEFT_TEXT_CENTRE, ink);
}

static void
paint_row (cairo_t *cr, const WeftBottleneckLayout *layout, guint index, const WeftPalette *palette)
{
  const WeftBottleneckRow *row = &layout->rows[index];

  weft_text_draw (cr, &layout->frame.small_strong, row->words, &row->head, weft_chart_start (palette), &palette->text);
  for (guint s = 0; s < WEFT_N_SIM_SHARES; s++)
    paint_segment (cr, layout, row, s, palette);
}

static void
paint_keys (cairo_t *cr, const WeftBottleneckLayout *layout, const WeftPalette *palette)
{
  for (guint k = 0; k < layout->n_keys; k++)
    {
      const WeftBottleneckKey *key = &layout->keys[k];
      double inset = key->swatch.w * 0.17;

      weft_share_fill (cr, key->share, &key->swatch, 4, WEFT_CORNERS_ALL, palette);
      weft_share_icon (cr, key->share, key->swatch.x + inset, key->swatch.y + inset, key->swatch.w - 2 * inset,
                       weft_share_ink (key->share, palette));
      weft_text_draw (cr, &layout->frame.small, key->words, &key->box, weft_chart_start (palette), &palette->text);
    }
}

/**
 * weft_bottleneck_chart_paint: (skip)
 * @cr: where to paint; the picture's top left corner is at its origin
 * @width: of the picture
 * @height: of the picture; weft_bottleneck_chart_height() has room for all
 * @palette: colours and text
 * @chart: what to show
 *
 * Paints a bar for each run. They are as long as the runs take, so that pieces of the same length are as much time.
 */
void
weft_bottleneck_chart_paint (cairo_t *cr, double width, double height, const WeftPalette *palette,
                             const WeftBottleneckChart *chart)
{
  g_auto (WeftBottleneckLayout) layout = { 0 };

  g_return_if_fail (cr != NULL && palette != NULL && chart != NULL && chart->n_runs <= WEFT_BOTTLENECK_MOST_RUNS);

  if (!(width > 0 && height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  weft_paint_background (cr, width, height, palette);
  if (chart->n_runs == 0)
    {
      weft_chart_paint_message (cr, width, height, palette, _("No simulation yet"));
      cairo_restore (cr);
      return;
    }
  weft_bottleneck_layout_init (&layout, width, palette, chart);
  if (chart->title != NULL)
    weft_text_draw (cr, &layout.frame.strong, chart->title, &layout.title, weft_chart_start (palette), &palette->text);
  if (chart->hover >= 0 && chart->hover < (int) layout.n_rows)
    weft_paint_hover (cr, &layout.rows[chart->hover].row, palette);
  paint_ticks (cr, &layout, palette);
  for (guint r = 0; r < layout.n_rows; r++)
    paint_row (cr, &layout, r, palette);
  paint_keys (cr, &layout, palette);
  cairo_restore (cr);
}

/* --- asking --- */

/**
 * weft_bottleneck_chart_pick: (skip)
 * @x: in the picture
 * @y: in the picture
 * @width: of the picture
 * @height: of the picture
 * @palette: as painted
 * @chart: as painted
 * @share: (out) (optional): the share there, -1 for none
 *
 * Returns: the run whose row holds the point, -1 for none
 */
int
weft_bottleneck_chart_pick (double x, double y, double width, double height, const WeftPalette *palette,
                            const WeftBottleneckChart *chart, int *share)
{
  g_auto (WeftBottleneckLayout) layout = { 0 };

  if (share != NULL)
    *share = -1;
  g_return_val_if_fail (palette != NULL && chart != NULL, -1);

  if (!(width > 0 && height > 0) || chart->n_runs == 0)
    return -1;
  weft_bottleneck_layout_init (&layout, width, palette, chart);
  for (guint r = 0; r < layout.n_rows; r++)
    if (weft_box_contains (&layout.rows[r].row, x, y))
      {
        for (int s = 0; s < WEFT_N_SIM_SHARES && share != NULL; s++)
          if (weft_box_contains (&layout.rows[r].segments[s].bar, x, y))
            *share = s;
        return (int) r;
      }
  return -1;
}

/**
 * weft_bottleneck_chart_row: (skip)
 * @run: which run
 * @width: of the picture
 * @height: of the picture
 * @palette: as painted
 * @chart: as painted
 * @box: (out): its row
 */
void
weft_bottleneck_chart_row (guint run, double width, double height, const WeftPalette *palette,
                           const WeftBottleneckChart *chart, WeftBox *box)
{
  g_auto (WeftBottleneckLayout) layout = { 0 };

  g_return_if_fail (palette != NULL && chart != NULL && box != NULL);

  *box = (WeftBox){ 0 };
  if (!(width > 0 && height > 0) || run >= chart->n_runs)
    return;
  weft_bottleneck_layout_init (&layout, width, palette, chart);
  *box = layout.rows[run].row;
}

/**
 * weft_bottleneck_chart_height: (skip)
 * @width: that it will have
 * @palette: colours and text
 * @chart: what to show
 *
 * Returns: the height that it needs
 */
double
weft_bottleneck_chart_height (double width, const WeftPalette *palette, const WeftBottleneckChart *chart)
{
  g_auto (WeftBottleneckLayout) layout = { 0 };

  g_return_val_if_fail (palette != NULL && chart != NULL, 0);

  if (chart->n_runs == 0)
    return palette->font_size * 6;
  weft_bottleneck_layout_init (&layout, width, palette, chart);
  return layout.height;
}

/* The run: its largest share. (transfer full) */
static char *
describe_run (const WeftBottleneckChart *chart, guint run)
{
  const WeftSimResult *result = chart->results[run];
  const char *name = chart->names[run] != NULL ? chart->names[run] : result->network->name;
  g_autofree char *makespan = weft_quantity_format (result->makespan_s, WEFT_UNIT_S);
  int most = 0;

  for (int s = 1; s < WEFT_N_SIM_SHARES; s++)
    most = result->share[s] > result->share[most] ? s : most;
  /* Translators: a run, how long it takes, a share of its critical path and how large that is */
  return g_strdup_printf (_("%s: %s, bound most by: %s, %.0f %%"), name, makespan, weft_share_title (most),
                          100 * result->share[most]);
}

/**
 * weft_bottleneck_chart_describe: (skip)
 * @chart: a chart
 * @run: which of its runs
 * @share: a #WeftSimShare, -1 for the run as a whole
 *
 * Returns: (transfer full): how much it is, what it means and in which tasks it mostly is, in lines
 */
char *
weft_bottleneck_chart_describe (const WeftBottleneckChart *chart, guint run, int share)
{
  const WeftSimResult *result;
  g_autofree char *time = NULL, *first = NULL, *where = NULL;
  guint32 label;
  double part;

  g_return_val_if_fail (chart != NULL && run < chart->n_runs && share < WEFT_N_SIM_SHARES, NULL);

  if (share < 0)
    return describe_run (chart, run);
  result = chart->results[run];
  time = weft_quantity_format (result->share[share] * weft_run_end_s (result), WEFT_UNIT_S);
  /* Translators: a share of the critical path, how large it is, and that in time */
  first = g_strdup_printf (_("%s: %.1f %%, %s"), weft_share_title (share), 100 * result->share[share], time);
  label = weft_share_find_label (result, share, &part);
  if (label != WEFT_SIM_NONE)
    /* Translators: how much of it is in which tasks */
    where = g_strdup_printf (_("%.0f %% of it in %s"), 100 * part, result->trace->labels[label]);
  return g_strjoin ("\n", first, weft_share_meaning (share), where, NULL);
}

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer chart)
{
  weft_bottleneck_chart_paint (cr, width, height, palette, chart);
}

/**
 * weft_bottleneck_chart_export: (skip)
 * @path: of the file; its suffix says how
 * @chart: what to show
 * @palette: colours and text
 * @error: return location for an error
 *
 * Returns: %FALSE with @error set when the file cannot be written
 */
gboolean
weft_bottleneck_chart_export (const char *path, const WeftBottleneckChart *chart, const WeftPalette *palette,
                              GError **error)
{
  g_return_val_if_fail (path != NULL && chart != NULL && palette != NULL, FALSE);

  return weft_paint_check_suffix (path, error)
         && weft_paint_export_titled (path, EXPORT_WIDTH, weft_bottleneck_chart_height (EXPORT_WIDTH, palette, chart),
                                      PNG_SCALE, palette, chart->title, paint_cb, (gpointer) chart, error);
}
