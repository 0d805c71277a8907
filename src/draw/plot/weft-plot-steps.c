/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A step line, with gaps where values are unknown. */
#include "draw/plot/weft-plot-steps-private.h"

#include <math.h>

/* In pixels: what moves less is not another point of the line. */
#define LEAST_STEP 0.2
#define LINE_WIDTH 2.5
#define RING_RADIUS 5.5

typedef struct
{
  GArray *x;
  GArray *y;
  int ring;
} WeftPlotStepsPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (WeftPlotSteps, weft_plot_steps, WEFT_TYPE_PLOT_LAYER)

static WeftPlotStepsPrivate *
get_private (gpointer self)
{
  return weft_plot_steps_get_instance_private (self);
}

const double *
weft_plot_steps_x (WeftPlotSteps *self)
{
  return (const double *) (gpointer) get_private (self)->x->data;
}

const double *
weft_plot_steps_y (WeftPlotSteps *self)
{
  return (const double *) (gpointer) get_private (self)->y->data;
}

static gboolean
has_place (const WeftPlotFrame *frame,
           double               x,
           double               y)
{
  return isfinite (weft_plot_frame_x (frame, x)) && isfinite (weft_plot_frame_y (frame, y));
}

guint
weft_plot_steps_run (const WeftPlotFrame *frame,
                     const double        *x,
                     const double        *y,
                     guint                n,
                     guint               *from)
{
  guint to;

  while (*from < n && !has_place (frame, x[*from], y[*from]))
    (*from)++;
  for (to = *from; to < n && has_place (frame, x[to], y[to]); to++)
    ;

  return to;
}

void
weft_plot_steps_path (cairo_t             *cr,
                      const WeftPlotFrame *frame,
                      const double        *x,
                      const double        *y,
                      guint                from,
                      guint                to,
                      gboolean             backwards)
{
  double last_x = NAN, last_y = NAN;

  for (guint k = from; k < to; k++)
    {
      guint i = backwards ? to - 1 - (k - from) : k;
      double px = weft_plot_frame_x (frame, x[i]);
      double py = weft_plot_frame_y (frame, y[i]);

      /* Coordinates that cairo's fixed numbers can hold; the rest is clipped away anyway. */
      px = CLAMP (px, -1e5, 1e5);
      py = CLAMP (py, -1e5, 1e5);
      if (k > from && k + 1 < to && fabs (px - last_x) < LEAST_STEP
          && fabs (py - last_y) < LEAST_STEP)
        continue;
      if (isnan (last_x))
        (backwards ? cairo_line_to : cairo_move_to) (cr, px, py);
      else if (fabs (py - last_y) >= LEAST_STEP || k + 1 == to)
        {
          cairo_line_to (cr, backwards ? last_x : px, backwards ? py : last_y);
          cairo_line_to (cr, px, py);
        }
      else
        continue;
      last_x = px;
      last_y = py;
    }
}

static guint
weft_plot_steps_n_items (WeftPlotLayer *layer)
{
  return get_private (layer)->x->len;
}

static void
weft_plot_steps_position (WeftPlotLayer *layer,
                          guint          index,
                          double        *x,
                          double        *y)
{
  *x = weft_plot_steps_x (WEFT_PLOT_STEPS (layer))[index];
  *y = weft_plot_steps_y (WEFT_PLOT_STEPS (layer))[index];
}

static void
weft_plot_steps_bounds (WeftPlotLayer *layer,
                        WeftPlotRange *x,
                        WeftPlotRange *y)
{
  WeftPlotStepsPrivate *priv = get_private (layer);

  for (guint i = 0; i < priv->x->len; i++)
    {
      double value = weft_plot_steps_y (WEFT_PLOT_STEPS (layer))[i];

      /* A gap at an end is shown too: the time before the first value. */
      weft_plot_range_add (x, weft_plot_steps_x (WEFT_PLOT_STEPS (layer))[i]);
      weft_plot_range_add (y, value);
    }
}

static void
paint_ring (WeftPlotLayer       *layer,
            cairo_t             *cr,
            const WeftPlotFrame *frame)
{
  WeftPlotStepsPrivate *priv = get_private (layer);
  const WeftColour *colour = weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer));
  double x, y;

  if (priv->ring < 0 || (guint) priv->ring >= priv->x->len)
    return;
  weft_plot_steps_position (layer, (guint) priv->ring, &x, &y);
  if (!has_place (frame, x, y))
    return;
  x = weft_plot_frame_x (frame, x);
  y = weft_plot_frame_y (frame, y);
  if (!weft_plot_frame_holds (frame, x, y))
    return;
  weft_plot_paint_marker (cr, frame, WEFT_PLOT_MARKER_CIRCLE, x, y, RING_RADIUS * frame->unit,
                          FALSE, &frame->palette->card);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, LINE_WIDTH * frame->unit);
  weft_paint_source (cr, colour, 1.0);
  cairo_arc (cr, x, y, RING_RADIUS * frame->unit, 0, 2 * G_PI);
  cairo_stroke (cr);
}

static void
weft_plot_steps_paint (WeftPlotLayer       *layer,
                       cairo_t             *cr,
                       const WeftPlotFrame *frame)
{
  WeftPlotSteps *self = WEFT_PLOT_STEPS (layer);
  const double *x = weft_plot_steps_x (self);
  const double *y = weft_plot_steps_y (self);
  guint n = weft_plot_steps_get_n (self);
  guint hue = weft_plot_layer_get_hue (layer);

  cairo_save (cr);
  weft_plot_frame_clip (frame, cr);
  weft_plot_set_line (cr, frame, weft_plot_layer_get_line (layer), hue, LINE_WIDTH);
  weft_paint_source (cr, weft_plot_hue (frame->palette, hue), 1.0);
  cairo_new_path (cr);
  for (guint from = 0; from < n;)
    {
      guint to = weft_plot_steps_run (frame, x, y, n, &from);

      if (to - from == 1)
        {
          /* One value alone is a short dash that can be seen. */
          double px = weft_plot_frame_x (frame, x[from]);
          double py = weft_plot_frame_y (frame, y[from]);

          cairo_move_to (cr, CLAMP (px, -1e5, 1e5) - 2 * frame->unit, CLAMP (py, -1e5, 1e5));
          cairo_rel_line_to (cr, 4 * frame->unit, 0);
        }
      else
        weft_plot_steps_path (cr, frame, x, y, from, to, FALSE);
      from = to;
    }
  cairo_stroke (cr);
  cairo_restore (cr);
  paint_ring (layer, cr, frame);
}

/* The last item at or before a value, -1 when all come later. */
static int
find_before (const double *x,
             guint         n,
             double        value)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (x[middle] <= value)
        low = middle + 1;
      else
        high = middle;
    }

  return (int) low - 1;
}

gboolean
weft_plot_steps_cross (WeftPlotSteps       *self,
                       const WeftPlotFrame *frame,
                       const WeftBox       *box)
{
  const double *x = weft_plot_steps_x (self);
  const double *y = weft_plot_steps_y (self);
  guint n = weft_plot_steps_get_n (self);
  double a = weft_plot_frame_x_at (frame, box->x);
  double b = weft_plot_frame_x_at (frame, weft_box_right (box));
  int first = MAX (find_before (x, n, MIN (a, b)), 0);
  int last = find_before (x, n, MAX (a, b));

  for (int i = first; i <= last; i++)
    {
      double end = i + 1 < (int) n ? x[i + 1] : x[i];
      double py = weft_plot_frame_y (frame, y[i]);
      double next = i < last && i + 1 < (int) n ? weft_plot_frame_y (frame, y[i + 1]) : py;

      if (end >= MIN (a, b) && MIN (py, next) <= weft_box_bottom (box) && MAX (py, next) >= box->y)
        return TRUE;
    }

  return FALSE;
}

/* The step that holds at the pointer, by its height; near a riser the step that it leads to. */
static int
weft_plot_steps_lookup (WeftPlotLayer       *layer,
                        const WeftPlotFrame *frame,
                        double               px,
                        double               py,
                        double               radius,
                        double              *distance)
{
  WeftPlotSteps *self = WEFT_PLOT_STEPS (layer);
  const double *x = weft_plot_steps_x (self);
  const double *y = weft_plot_steps_y (self);
  int n = (int) weft_plot_steps_get_n (self);
  int found = -1;
  int first = find_before (x, (guint) n, weft_plot_frame_x_at (frame, px - radius));
  int last = find_before (x, (guint) n, weft_plot_frame_x_at (frame, px + radius));
  double best = radius;

  if (frame->mirrored)
    {
      int swap = first;

      first = last;
      last = swap;
    }
  for (int i = MAX (first, 0); i <= last; i++)
    {
      double left = weft_plot_frame_x (frame, x[i]);
      double right = i + 1 < n ? weft_plot_frame_x (frame, x[i + 1]) : left;
      double dx = MAX (MAX (MIN (left, right) - px, px - MAX (left, right)), 0);
      double dy = fabs (weft_plot_frame_y (frame, y[i]) - py);
      double away = hypot (dx, dy);
      /* Between equals the step that begins nearest. */
      gboolean nearer = away < best
                        || (away == best && found >= 0
                            && fabs (left - px) < fabs (weft_plot_frame_x (frame, x[found]) - px));

      if (!isfinite (away) || !nearer || !weft_plot_frame_holds (frame, left, frame->box.y))
        continue;
      best = away;
      found = i;
    }
  *distance = best;

  return found;
}

/* The last value that has a place. */
static gboolean
weft_plot_steps_anchor (WeftPlotLayer       *layer,
                        const WeftPlotFrame *frame,
                        double              *px,
                        double              *py)
{
  WeftPlotSteps *self = WEFT_PLOT_STEPS (layer);

  for (guint i = weft_plot_steps_get_n (self); i-- > 0;)
    {
      double x = weft_plot_frame_x (frame, weft_plot_steps_x (self)[i]);
      double y = weft_plot_frame_y (frame, weft_plot_steps_y (self)[i]);

      if (isnan (x) || isnan (y))
        continue;
      *px = CLAMP (x, frame->box.x, weft_box_right (&frame->box));
      *py = CLAMP (y, frame->box.y, weft_box_bottom (&frame->box));
      return TRUE;
    }

  return FALSE;
}

static void
weft_plot_steps_finalize (GObject *object)
{
  WeftPlotStepsPrivate *priv = get_private (object);

  g_array_unref (priv->x);
  g_array_unref (priv->y);
  G_OBJECT_CLASS (weft_plot_steps_parent_class)->finalize (object);
}

static void
weft_plot_steps_class_init (WeftPlotStepsClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_plot_steps_finalize;
  layer_class->n_items = weft_plot_steps_n_items;
  layer_class->position = weft_plot_steps_position;
  layer_class->bounds = weft_plot_steps_bounds;
  layer_class->paint = weft_plot_steps_paint;
  layer_class->lookup = weft_plot_steps_lookup;
  layer_class->anchor = weft_plot_steps_anchor;
}

static void
weft_plot_steps_init (WeftPlotSteps *self)
{
  WeftPlotStepsPrivate *priv = get_private (self);

  priv->x = g_array_new (FALSE, FALSE, sizeof (double));
  priv->y = g_array_new (FALSE, FALSE, sizeof (double));
  priv->ring = -1;
}

WeftPlotLayer *
weft_plot_steps_new (const char *label,
                     guint       hue)
{
  WeftPlotLayer *self = g_object_new (WEFT_TYPE_PLOT_STEPS, NULL);

  weft_plot_layer_set_label (self, label);
  weft_plot_layer_set_hue (self, hue);

  return self;
}

void
weft_plot_steps_set (WeftPlotSteps *self,
                     const double  *x,
                     const double  *y,
                     guint          n)
{
  WeftPlotStepsPrivate *priv;

  g_return_if_fail (WEFT_IS_PLOT_STEPS (self));
  g_return_if_fail (n == 0 || (x != NULL && y != NULL));

  priv = get_private (self);
  g_array_set_size (priv->x, 0);
  g_array_set_size (priv->y, 0);
  if (n > 0)
    {
      g_array_append_vals (priv->x, x, n);
      g_array_append_vals (priv->y, y, n);
    }
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

void
weft_plot_steps_append (WeftPlotSteps *self,
                        double         x,
                        double         y)
{
  g_return_if_fail (WEFT_IS_PLOT_STEPS (self));

  g_array_append_val (get_private (self)->x, x);
  g_array_append_val (get_private (self)->y, y);
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

guint
weft_plot_steps_get_n (WeftPlotSteps *self)
{
  g_return_val_if_fail (WEFT_IS_PLOT_STEPS (self), 0);

  return get_private (self)->x->len;
}

void
weft_plot_steps_set_ring (WeftPlotSteps *self,
                          int            index)
{
  g_return_if_fail (WEFT_IS_PLOT_STEPS (self));

  get_private (self)->ring = index;
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}
