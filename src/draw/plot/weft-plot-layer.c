/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all layers share: label, hue, style and visibility, and the usual answers. */
#include "config.h"

#include "draw/plot/weft-plot-layer-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-plot-private.h"

typedef struct
{
  char *label;
  guint hue;
  WeftPlotLine line;
  WeftPlotMarker marker;
  gboolean visible;
  gboolean labelled;
} WeftPlotLayerPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (WeftPlotLayer, weft_plot_layer, G_TYPE_OBJECT)

static guint changed_signal;

static WeftPlotLayerPrivate *
get_private (WeftPlotLayer *self)
{
  return weft_plot_layer_get_instance_private (self);
}

static guint
no_items (WeftPlotLayer *self)
{
  return 0;
}

static char *
describe_position (WeftPlotLayer *self,
                   WeftPlot      *plot,
                   guint          index)
{
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  double x, y;

  weft_plot_layer_position (self, index, &x, &y);
  first = isnan (x) ? NULL : weft_plot_say (plot, WEFT_PLOT_X, x);
  second = isnan (y) ? NULL : weft_plot_say (plot, WEFT_PLOT_Y, y);
  if (first == NULL || second == NULL)
    return g_strdup (first != NULL ? first : second != NULL ? second : "");

  return g_strdup_printf ("%s, %s", first, second);
}

static void
paint_line_key (WeftPlotLayer       *self,
                cairo_t             *cr,
                const WeftPlotFrame *frame,
                const WeftBox       *box)
{
  guint hue = weft_plot_layer_get_hue (self);
  double y = round (box->y + box->h / 2);

  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (self), hue, 2.5);
  weft_paint_source (cr, weft_plot_hue (frame->palette, hue), 1.0);
  cairo_move_to (cr, box->x, y);
  cairo_line_to (cr, weft_box_right (box), y);
  cairo_stroke (cr);
}

/* Nearest by looking at all: a few ten thousand take less time than a frame has. */
static int
lookup_nearest (WeftPlotLayer       *self,
                const WeftPlotFrame *frame,
                double               px,
                double               py,
                double               radius,
                double              *distance)
{
  WeftPlotLayerClass *klass = WEFT_PLOT_LAYER_GET_CLASS (self);
  guint n = weft_plot_layer_n_items (self);
  double best = radius * radius;
  int found = -1;

  for (guint i = 0; i < n; i++)
    {
      double x, y, dx, dy, square;

      klass->position (self, i, &x, &y);
      dx = weft_plot_frame_x (frame, x) - px;
      dy = weft_plot_frame_y (frame, y) - py;
      square = dx * dx + dy * dy;
      /* NAN is not nearer. */
      if (!(square <= best) || !weft_plot_frame_holds (frame, dx + px, dy + py))
        continue;
      best = square;
      found = (int) i;
    }
  *distance = sqrt (best);

  return found;
}

static void
weft_plot_layer_finalize (GObject *object)
{
  g_free (get_private (WEFT_PLOT_LAYER (object))->label);
  G_OBJECT_CLASS (weft_plot_layer_parent_class)->finalize (object);
}

static void
weft_plot_layer_class_init (WeftPlotLayerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = weft_plot_layer_finalize;
  klass->n_items = no_items;
  klass->describe = describe_position;
  klass->paint_key = paint_line_key;
  klass->lookup = lookup_nearest;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_plot_layer_init (WeftPlotLayer *self)
{
  get_private (self)->visible = TRUE;
  get_private (self)->labelled = TRUE;
}

void
weft_plot_range_add (WeftPlotRange *self,
                     double         value)
{
  if (!isfinite (value))
    return;

  self->least = MIN (self->least, value);
  self->most = MAX (self->most, value);
  if (value > 0)
    self->least_positive = MIN (self->least_positive, value);
}

void
weft_plot_layer_changed (WeftPlotLayer *self)
{
  g_signal_emit (self, changed_signal, 0);
}

void
weft_plot_layer_set_label (WeftPlotLayer *self,
                           const char    *label)
{
  WeftPlotLayerPrivate *priv;

  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  priv = get_private (self);
  if (g_strcmp0 (priv->label, label) == 0)
    return;
  g_free (priv->label);
  priv->label = g_strdup (label);
  weft_plot_layer_changed (self);
}

const char *
weft_plot_layer_get_label (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), "");

  return get_private (self)->label != NULL ? get_private (self)->label : "";
}

void
weft_plot_layer_set_hue (WeftPlotLayer *self,
                         guint          hue)
{
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  get_private (self)->hue = hue;
  weft_plot_layer_changed (self);
}

guint
weft_plot_layer_get_hue (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), 0);

  return get_private (self)->hue;
}

void
weft_plot_layer_set_line (WeftPlotLayer *self,
                          WeftPlotLine   line)
{
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  get_private (self)->line = line;
  weft_plot_layer_changed (self);
}

WeftPlotLine
weft_plot_layer_get_line (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), WEFT_PLOT_LINE_SOLID);

  return get_private (self)->line;
}

void
weft_plot_layer_set_marker (WeftPlotLayer *self,
                            WeftPlotMarker marker)
{
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  get_private (self)->marker = marker;
  weft_plot_layer_changed (self);
}

WeftPlotMarker
weft_plot_layer_get_marker (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), WEFT_PLOT_MARKER_CIRCLE);

  return weft_plot_marker_of (get_private (self)->marker, get_private (self)->hue);
}

WeftPlotMarker
weft_plot_layer_marker_of (WeftPlotLayer *self,
                           guint          hue)
{
  return weft_plot_marker_of (get_private (self)->marker, hue);
}

void
weft_plot_layer_set_visible (WeftPlotLayer *self,
                             gboolean       visible)
{
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  if (get_private (self)->visible == visible)
    return;
  get_private (self)->visible = visible;
  weft_plot_layer_changed (self);
}

gboolean
weft_plot_layer_get_visible (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), FALSE);

  return get_private (self)->visible;
}

void
weft_plot_layer_set_labelled (WeftPlotLayer *self,
                              gboolean       labelled)
{
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));

  get_private (self)->labelled = labelled;
  weft_plot_layer_changed (self);
}

gboolean
weft_plot_layer_get_labelled (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), FALSE);

  return get_private (self)->labelled && *weft_plot_layer_get_label (self) != '\0';
}

guint
weft_plot_layer_n_items (WeftPlotLayer *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), 0);

  return WEFT_PLOT_LAYER_GET_CLASS (self)->n_items (self);
}

void
weft_plot_layer_position (WeftPlotLayer *self,
                          guint          index,
                          double        *x,
                          double        *y)
{
  *x = *y = NAN;
  g_return_if_fail (WEFT_IS_PLOT_LAYER (self));
  g_return_if_fail (index < weft_plot_layer_n_items (self));

  WEFT_PLOT_LAYER_GET_CLASS (self)->position (self, index, x, y);
}

char *
weft_plot_layer_describe (WeftPlotLayer *self,
                          WeftPlot      *plot,
                          guint          index)
{
  const char *label = weft_plot_layer_get_label (self);
  g_autofree char *words = NULL;

  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), NULL);
  g_return_val_if_fail (index < weft_plot_layer_n_items (self), NULL);

  words = WEFT_PLOT_LAYER_GET_CLASS (self)->describe (self, plot, index);
  if (*label == '\0')
    return g_steal_pointer (&words);

  /* Translators: a series of a chart and the values of one of its points */
  return g_strdup_printf (_("%s: %s"), label, words);
}

const WeftPlotColumn *
weft_plot_layer_columns (WeftPlotLayer *self)
{
  static const WeftPlotColumn none[] = { { NULL } };
  WeftPlotLayerClass *klass = WEFT_PLOT_LAYER_GET_CLASS (self);

  return klass->columns != NULL ? klass->columns (self) : none;
}

char *
weft_plot_layer_cell (WeftPlotLayer *self,
                      guint          index,
                      const char    *key,
                      gboolean       exact)
{
  const WeftPlotColumn *columns;

  g_return_val_if_fail (WEFT_IS_PLOT_LAYER (self), NULL);
  g_return_val_if_fail (index < weft_plot_layer_n_items (self), NULL);

  columns = weft_plot_layer_columns (self);
  for (guint c = 0; columns[c].key != NULL; c++)
    if (g_str_equal (columns[c].key, key))
      return WEFT_PLOT_LAYER_GET_CLASS (self)->cell (self, index, c, exact);

  return g_strdup ("");
}

int
weft_plot_layer_lookup (WeftPlotLayer       *self,
                        const WeftPlotFrame *frame,
                        double               px,
                        double               py,
                        double               radius,
                        double              *distance)
{
  return WEFT_PLOT_LAYER_GET_CLASS (self)->lookup (self, frame, px, py, radius, distance);
}
