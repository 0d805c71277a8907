/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A layer of steps with the area below them filled; its table has operations and bytes as well. */
#include "config.h"

#include "draw/workload/weft-level-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-json-write.h"
#include "base/weft-quantity.h"
#include "draw/plot/weft-plot-steps-private.h"

#define AREA_ALPHA 0.22

enum
{
  COLUMN_TASKS,
  COLUMN_FLOPS,
  COLUMN_BYTES,
};

G_DECLARE_FINAL_TYPE (WeftLevelLayer, weft_level_layer, WEFT, LEVEL_LAYER, WeftPlotSteps)

struct _WeftLevelLayer
{
  WeftPlotSteps parent_instance;

  GArray *levels; /* WeftLevelSum */
  guint levels_per_bin;
  guint n_levels;
};

G_DEFINE_FINAL_TYPE (WeftLevelLayer, weft_level_layer, WEFT_TYPE_PLOT_STEPS)

static const WeftLevelSum *
sum_at (WeftLevelLayer *self, guint index)
{
  /* The last item only ends the last step. */
  return &g_array_index (self->levels, WeftLevelSum, MIN (index, self->levels->len - 1));
}

static void
weft_level_layer_paint_back (WeftPlotLayer *layer, cairo_t *cr, const WeftPlotFrame *frame)
{
  const double *x = weft_plot_steps_x (WEFT_PLOT_STEPS (layer));
  const double *y = weft_plot_steps_y (WEFT_PLOT_STEPS (layer));
  guint n = weft_plot_steps_get_n (WEFT_PLOT_STEPS (layer));
  double bottom = weft_box_bottom (&frame->box);

  if (n < 2)
    return;
  weft_plot_frame_clip (frame, cr);
  cairo_new_path (cr);
  weft_plot_steps_path (cr, frame, x, y, 0, n, FALSE);
  cairo_line_to (cr, weft_plot_frame_x (frame, x[n - 1]), bottom);
  cairo_line_to (cr, weft_plot_frame_x (frame, x[0]), bottom);
  cairo_close_path (cr);
  weft_paint_source (cr, weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)), AREA_ALPHA);
  cairo_fill (cr);
}

/* "Levels 12 to 15" (transfer full) */
static char *
name_levels (WeftLevelLayer *self, guint index)
{
  guint first = MIN (index, self->levels->len - 1) * self->levels_per_bin;
  guint last = MIN (first + self->levels_per_bin, self->n_levels) - 1;

  if (first == last)
    return g_strdup_printf (_("Level %u"), first + 1);
  return g_strdup_printf (_("Levels %u to %u"), first + 1, last + 1);
}

static char *
weft_level_layer_describe (WeftPlotLayer *layer, WeftPlot *plot, guint index)
{
  WeftLevelLayer *self = WEFT_LEVEL_LAYER (layer);
  const WeftLevelSum *sum = sum_at (self, index);
  g_autofree char *levels = name_levels (self, index);
  g_autofree char *tasks = weft_quantity_format (sum->n_tasks, WEFT_UNIT_COUNT);
  g_autofree char *flops = weft_quantity_format (sum->flops, WEFT_UNIT_FLOP);
  g_autofree char *bytes = weft_quantity_format (sum->bytes, WEFT_UNIT_BYTES);

  /* Translators: levels of a graph, a number of tasks, operations, bytes */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s task, %s, %s", "%s: %s tasks, %s, %s", sum->n_tasks),
                          levels, tasks, flops, bytes);
}

static const WeftPlotColumn *
weft_level_layer_columns (WeftPlotLayer *layer)
{
  static const WeftPlotColumn columns[] = {
    [COLUMN_TASKS] = { "tasks", N_("Tasks"), FALSE },
    [COLUMN_FLOPS] = { "flops", N_("Operations"), FALSE },
    [COLUMN_BYTES] = { "bytes", N_("Memory traffic"), FALSE },
    { NULL },
  };

  return columns;
}

static char *
weft_level_layer_cell (WeftPlotLayer *layer, guint index, guint column, gboolean exact)
{
  static const WeftUnit units[] = { WEFT_UNIT_COUNT, WEFT_UNIT_FLOP, WEFT_UNIT_BYTES };
  const WeftLevelSum *sum = sum_at (WEFT_LEVEL_LAYER (layer), index);
  double value = column == COLUMN_TASKS ? sum->n_tasks : column == COLUMN_FLOPS ? sum->flops : sum->bytes;
  char buffer[WEFT_DOUBLE_BUFFER];

  return exact ? g_strdup (weft_json_format_double (value, buffer)) : weft_quantity_format (value, units[column]);
}

/* The end of the last step is no item. */
static int
weft_level_layer_lookup (WeftPlotLayer *layer, const WeftPlotFrame *frame, double px, double py, double radius,
                         double *distance)
{
  int found = WEFT_PLOT_LAYER_CLASS (weft_level_layer_parent_class)->lookup (layer, frame, px, py, radius, distance);

  return MIN (found, (int) WEFT_LEVEL_LAYER (layer)->levels->len - 1);
}

static guint
weft_level_layer_n_items (WeftPlotLayer *layer)
{
  return WEFT_LEVEL_LAYER (layer)->levels->len;
}

static void
weft_level_layer_finalize (GObject *object)
{
  g_array_unref (WEFT_LEVEL_LAYER (object)->levels);
  G_OBJECT_CLASS (weft_level_layer_parent_class)->finalize (object);
}

static void
weft_level_layer_class_init (WeftLevelLayerClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_level_layer_finalize;
  layer_class->n_items = weft_level_layer_n_items;
  layer_class->lookup = weft_level_layer_lookup;
  layer_class->paint_back = weft_level_layer_paint_back;
  layer_class->describe = weft_level_layer_describe;
  layer_class->columns = weft_level_layer_columns;
  layer_class->cell = weft_level_layer_cell;
  layer_class->anchor = NULL;
}

static void
weft_level_layer_init (WeftLevelLayer *self)
{
  self->levels = g_array_new (FALSE, FALSE, sizeof (WeftLevelSum));
}

/* Mean tasks a level of each bin, and the end of the last. */
static void
fill (WeftLevelLayer *self, const WeftTaskSummary *summary)
{
  guint n = summary->levels->len;
  g_autofree double *x = g_new (double, n + 1);
  g_autofree double *y = g_new (double, n + 1);

  self->levels_per_bin = summary->levels_per_bin;
  self->n_levels = summary->n_levels;
  g_array_append_vals (self->levels, summary->levels->data, n);
  for (guint i = 0; i < n; i++)
    {
      guint first = i * self->levels_per_bin;

      x[i] = first + 1;
      y[i] = (double) sum_at (self, i)->n_tasks / (MIN (first + self->levels_per_bin, self->n_levels) - first);
    }
  x[n] = self->n_levels + 1;
  y[n] = n > 0 ? y[n - 1] : 0;
  weft_plot_steps_set (WEFT_PLOT_STEPS (self), x, y, n > 0 ? n + 1 : 0);
}

/**
 * weft_level_plot_new: (skip)
 * @summary: figures of a workload; copied
 *
 * Returns: (transfer full): tasks over the levels of the graph
 */
WeftPlot *
weft_level_plot_new (const WeftTaskSummary *summary)
{
  WeftPlot *plot = weft_plot_new ();
  WeftLevelLayer *layer = g_object_new (weft_level_layer_get_type (), NULL);
  const char *words = _("Level: tasks on the longest way from the start");
  g_autofree char *note =
    summary->levels_per_bin > 1
      ? g_strdup_printf (_("%s (mean of %u levels a step)"), words, summary->levels_per_bin)
      : g_strdup (words);
  WeftPlotAxis x = { .title = _("Level"), .note = note, .key = "level", .from = 1, .to = summary->n_levels + 1 };
  WeftPlotAxis y = { .title = _("Tasks a level"), .key = "width", .from = 0, .to = NAN };

  fill (layer, summary);
  weft_plot_set_title (plot, _("Width of the graph"));
  weft_plot_set_message (plot, _("No tasks"));
  weft_plot_set_axis (plot, WEFT_PLOT_X, &x);
  weft_plot_set_axis (plot, WEFT_PLOT_Y, &y);
  weft_plot_layer_set_label (WEFT_PLOT_LAYER (layer), _("Tasks a level"));
  weft_plot_layer_set_labelled (WEFT_PLOT_LAYER (layer), FALSE);
  weft_plot_add (plot, WEFT_PLOT_LAYER (layer));
  return plot;
}
