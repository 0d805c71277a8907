/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A band behind its step line. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-plot-private.h"
#include "draw/plot/weft-plot-steps-private.h"

#define BAND_ALPHA 0.16

struct _WeftPlotBand
{
  WeftPlotSteps parent_instance;

  GArray *low;
  GArray *high;
  GArray *counts; /* of guint, as long as the others or empty */
};

G_DEFINE_FINAL_TYPE (WeftPlotBand, weft_plot_band, WEFT_TYPE_PLOT_STEPS)

enum
{
  COLUMN_LOW,
  COLUMN_HIGH,
  COLUMN_COUNT,
};

static double
get_edge (const GArray *edge,
          guint         index)
{
  return index < edge->len ? g_array_index (edge, double, index) : NAN;
}

static gboolean
has_band (WeftPlotBand *self,
          guint         index)
{
  return isfinite (get_edge (self->low, index)) && isfinite (get_edge (self->high, index));
}

static void
weft_plot_band_bounds (WeftPlotLayer *layer,
                       WeftPlotRange *x,
                       WeftPlotRange *y)
{
  WeftPlotBand *self = WEFT_PLOT_BAND (layer);

  WEFT_PLOT_LAYER_CLASS (weft_plot_band_parent_class)->bounds (layer, x, y);
  for (guint i = 0; i < self->low->len; i++)
    if (has_band (self, i))
      {
        weft_plot_range_add (y, get_edge (self->low, i));
        weft_plot_range_add (y, get_edge (self->high, i));
      }
}

static void
weft_plot_band_paint_back (WeftPlotLayer       *layer,
                           cairo_t             *cr,
                           const WeftPlotFrame *frame)
{
  WeftPlotBand *self = WEFT_PLOT_BAND (layer);
  const double *x = weft_plot_steps_x (WEFT_PLOT_STEPS (self));
  const double *low = (const double *) (gpointer) self->low->data;
  const double *high = (const double *) (gpointer) self->high->data;
  guint n = self->low->len;

  weft_plot_frame_clip (frame, cr);
  cairo_new_path (cr);
  for (guint from = 0; from < n;)
    {
      guint to = weft_plot_steps_run (frame, x, low, n, &from);
      guint begin = from, end = weft_plot_steps_run (frame, x, high, to, &begin);

      /* Both edges have a place in [begin, end). */
      if (end > begin)
        {
          weft_plot_steps_path (cr, frame, x, low, begin, end, FALSE);
          weft_plot_steps_path (cr, frame, x, high, begin, end, TRUE);
          cairo_close_path (cr);
        }
      from = MAX (end, from + 1);
    }
  weft_paint_source (cr, weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)),
                     BAND_ALPHA);
  cairo_fill (cr);
}

static char *
weft_plot_band_describe (WeftPlotLayer *layer,
                         WeftPlot      *plot,
                         guint          index)
{
  WeftPlotBand *self = WEFT_PLOT_BAND (layer);
  GString *words = g_string_new (NULL);
  g_autofree char *middle
      = WEFT_PLOT_LAYER_CLASS (weft_plot_band_parent_class)->describe (layer, plot, index);

  g_string_append (words, middle);
  if (has_band (self, index))
    {
      g_autofree char *low = weft_plot_format (get_edge (self->low, index), FALSE);
      g_autofree char *high = weft_plot_format (get_edge (self->high, index), FALSE);

      /* Translators: the edges of a band */
      g_string_append_printf (words, _(" (%s to %s)"), low, high);
    }
  if (index < self->counts->len)
    {
      guint count = g_array_index (self->counts, guint, index);

      g_string_append_printf (words, ngettext (", %u run", ", %u runs", count), count);
    }

  return g_string_free (words, FALSE);
}

static const WeftPlotColumn *
weft_plot_band_columns (WeftPlotLayer *layer)
{
  static const WeftPlotColumn columns[] = {
    [COLUMN_LOW] = { "low", N_("Low"), FALSE },
    [COLUMN_HIGH] = { "high", N_("High"), FALSE },
    [COLUMN_COUNT] = { "runs", N_("Runs"), FALSE },
    { NULL },
  };

  return columns;
}

static char *
weft_plot_band_cell (WeftPlotLayer *layer,
                     guint          index,
                     guint          column,
                     gboolean       exact)
{
  WeftPlotBand *self = WEFT_PLOT_BAND (layer);

  if (column == COLUMN_COUNT)
    return index < self->counts->len
               ? g_strdup_printf ("%u", g_array_index (self->counts, guint, index))
               : g_strdup ("");
  if (!has_band (self, index))
    return g_strdup ("");

  return weft_plot_format (get_edge (column == COLUMN_LOW ? self->low : self->high, index), exact);
}

static void
weft_plot_band_finalize (GObject *object)
{
  WeftPlotBand *self = WEFT_PLOT_BAND (object);

  g_array_unref (self->low);
  g_array_unref (self->high);
  g_array_unref (self->counts);
  G_OBJECT_CLASS (weft_plot_band_parent_class)->finalize (object);
}

static void
weft_plot_band_class_init (WeftPlotBandClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_plot_band_finalize;
  layer_class->bounds = weft_plot_band_bounds;
  layer_class->paint_back = weft_plot_band_paint_back;
  layer_class->describe = weft_plot_band_describe;
  layer_class->columns = weft_plot_band_columns;
  layer_class->cell = weft_plot_band_cell;
}

static void
weft_plot_band_init (WeftPlotBand *self)
{
  self->low = g_array_new (FALSE, FALSE, sizeof (double));
  self->high = g_array_new (FALSE, FALSE, sizeof (double));
  self->counts = g_array_new (FALSE, FALSE, sizeof (guint));
}

WeftPlotLayer *
weft_plot_band_new (const char *label,
                    guint       hue)
{
  WeftPlotLayer *self = g_object_new (WEFT_TYPE_PLOT_BAND, NULL);

  weft_plot_layer_set_label (self, label);
  weft_plot_layer_set_hue (self, hue);

  return self;
}

void
weft_plot_band_set (WeftPlotBand *self,
                    const double *x,
                    const double *middle,
                    const double *low,
                    const double *high,
                    const guint  *counts,
                    guint         n)
{
  g_return_if_fail (WEFT_IS_PLOT_BAND (self));
  g_return_if_fail (n == 0 || (x != NULL && middle != NULL && low != NULL && high != NULL));

  g_array_set_size (self->low, 0);
  g_array_set_size (self->high, 0);
  g_array_set_size (self->counts, 0);
  if (n > 0)
    {
      g_array_append_vals (self->low, low, n);
      g_array_append_vals (self->high, high, n);
    }
  if (n > 0 && counts != NULL)
    g_array_append_vals (self->counts, counts, n);
  weft_plot_steps_set (WEFT_PLOT_STEPS (self), x, middle, n);
}
