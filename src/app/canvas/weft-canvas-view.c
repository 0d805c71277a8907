/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Place, zoom and size. The top left corner is kept on whole pixels, so that a picture taken
 * before panning is as sharp after it. */
#include "app/canvas/weft-canvas-view.h"

#include <math.h>

/* Free space around what is fitted or revealed, and what of the content always stays in view. */
#define FIT_MARGIN_PX 48
#define REVEAL_MARGIN_PX 24
#define KEEP_PX 64

struct _WeftCanvasView
{
  GObject parent_instance;

  WeftSceneView view;
  WeftBox content;
  gboolean has_content;
};

G_DEFINE_FINAL_TYPE (WeftCanvasView, weft_canvas_view, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_ZOOM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint changed_signal;

/* One side: the last KEEP_PX of the content stay inside of the view. */
static double
keep_in_reach (double at, double view, double from, double size, double keep)
{
  return CLAMP (at, from - view + keep, from + size - keep);
}

static void
apply (WeftCanvasView *self, const WeftSceneView *next)
{
  WeftSceneView view = *next;
  gboolean zoomed;

  view.zoom = CLAMP (view.zoom, WEFT_CANVAS_ZOOM_MIN, WEFT_CANVAS_ZOOM_MAX);
  if (self->has_content && view.width > 0 && view.height > 0)
    {
      double keep = KEEP_PX / view.zoom;

      view.x = keep_in_reach (view.x, view.width / view.zoom, self->content.x, self->content.w,
                              MIN (keep, self->content.w / 2));
      view.y = keep_in_reach (view.y, view.height / view.zoom, self->content.y, self->content.h,
                              MIN (keep, self->content.h / 2));
    }
  view.x = round (view.x * view.zoom) / view.zoom;
  view.y = round (view.y * view.zoom) / view.zoom;
  if (view.x == self->view.x && view.y == self->view.y && view.zoom == self->view.zoom
      && view.width == self->view.width && view.height == self->view.height)
    return;

  zoomed = view.zoom != self->view.zoom;
  self->view = view;
  if (zoomed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ZOOM]);
  g_signal_emit (self, changed_signal, 0);
}

static void
weft_canvas_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  WeftCanvasView *self = WEFT_CANVAS_VIEW (object);

  if (id == PROP_ZOOM)
    g_value_set_double (value, self->view.zoom);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
weft_canvas_view_class_init (WeftCanvasViewClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = weft_canvas_view_get_property;
  properties[PROP_ZOOM] =
    g_param_spec_double ("zoom", NULL, NULL, WEFT_CANVAS_ZOOM_MIN, WEFT_CANVAS_ZOOM_MAX, 1,
                         G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
  changed_signal = g_signal_new ("changed", WEFT_TYPE_CANVAS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void
weft_canvas_view_init (WeftCanvasView *self)
{
  self->view.zoom = 1;
}

WeftCanvasView *
weft_canvas_view_new (void)
{
  return g_object_new (WEFT_TYPE_CANVAS_VIEW, NULL);
}

const WeftSceneView *
weft_canvas_view_get (WeftCanvasView *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS_VIEW (self), NULL);

  return &self->view;
}

double
weft_canvas_view_get_zoom (WeftCanvasView *self)
{
  g_return_val_if_fail (WEFT_IS_CANVAS_VIEW (self), 1);

  return self->view.zoom;
}

/* The middle of the view stays where it is. */
void
weft_canvas_view_set_size (WeftCanvasView *self, double width, double height)
{
  WeftSceneView view;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self));

  view = self->view;
  if (view.width > 0 && view.height > 0)
    {
      view.x += (view.width - width) / 2 / view.zoom;
      view.y += (view.height - height) / 2 / view.zoom;
    }
  view.width = width;
  view.height = height;
  apply (self, &view);
}

void
weft_canvas_view_set_content (WeftCanvasView *self, const WeftBox *content)
{
  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && content != NULL);

  self->content = *content;
  self->has_content = content->w > 0 && content->h > 0;
}

void
weft_canvas_view_pan (WeftCanvasView *self, double dx_px, double dy_px)
{
  WeftSceneView view;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self));

  view = self->view;
  view.x += dx_px / view.zoom;
  view.y += dy_px / view.zoom;
  apply (self, &view);
}

void
weft_canvas_view_zoom_at (WeftCanvasView *self, double factor, double x_px, double y_px)
{
  WeftSceneView view;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && factor > 0);

  view = self->view;
  view.zoom = CLAMP (view.zoom * factor, WEFT_CANVAS_ZOOM_MIN, WEFT_CANVAS_ZOOM_MAX);
  view.x += x_px / self->view.zoom - x_px / view.zoom;
  view.y += y_px / self->view.zoom - y_px / view.zoom;
  apply (self, &view);
}

void
weft_canvas_view_set_zoom (WeftCanvasView *self, double zoom)
{
  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && zoom > 0);

  weft_canvas_view_zoom_at (self, zoom / self->view.zoom, self->view.width / 2,
                            self->view.height / 2);
}

double
weft_canvas_view_fit_zoom (WeftCanvasView *self, const WeftBox *box)
{
  double width, height;

  g_return_val_if_fail (WEFT_IS_CANVAS_VIEW (self) && box != NULL, 1);

  if (box->w <= 0 || box->h <= 0)
    return 1;
  width = MAX (self->view.width - 2 * FIT_MARGIN_PX, 1);
  height = MAX (self->view.height - 2 * FIT_MARGIN_PX, 1);
  return CLAMP (MIN (width / box->w, height / box->h), WEFT_CANVAS_ZOOM_MIN, 1);
}

void
weft_canvas_view_fit (WeftCanvasView *self, const WeftBox *box)
{
  WeftSceneView view;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && box != NULL);

  view = self->view;
  view.zoom = weft_canvas_view_fit_zoom (self, box);
  view.x = box->x + box->w / 2 - view.width / 2 / view.zoom;
  view.y = box->y + box->h / 2 - view.height / 2 / view.zoom;
  apply (self, &view);
}

void
weft_canvas_view_centre (WeftCanvasView *self, double x, double y)
{
  WeftSceneView view;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self));

  view = self->view;
  view.x = x - view.width / 2 / view.zoom;
  view.y = y - view.height / 2 / view.zoom;
  apply (self, &view);
}

/* How far one side has to move; what does not fit is seen from its beginning. */
static double
reveal_side (double at, double view, double from, double size, double margin)
{
  if (from - margin < at || size + 2 * margin > view)
    return from - margin;
  if (from + size + margin > at + view)
    return from + size + margin - view;
  return at;
}

void
weft_canvas_view_reveal (WeftCanvasView *self, const WeftBox *box)
{
  WeftSceneView view;
  double margin;

  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && box != NULL);

  view = self->view;
  margin = REVEAL_MARGIN_PX / view.zoom;
  view.x = reveal_side (view.x, view.width / view.zoom, box->x, box->w, margin);
  view.y = reveal_side (view.y, view.height / view.zoom, box->y, box->h, margin);
  apply (self, &view);
}

void
weft_canvas_view_to_world (WeftCanvasView *self, double x_px, double y_px, double *x, double *y)
{
  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self));

  *x = self->view.x + x_px / self->view.zoom;
  *y = self->view.y + y_px / self->view.zoom;
}

void
weft_canvas_view_to_px (WeftCanvasView *self, double x, double y, double *x_px, double *y_px)
{
  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self));

  *x_px = (x - self->view.x) * self->view.zoom;
  *y_px = (y - self->view.y) * self->view.zoom;
}

void
weft_canvas_view_visible (WeftCanvasView *self, WeftBox *box)
{
  g_return_if_fail (WEFT_IS_CANVAS_VIEW (self) && box != NULL);

  *box = (WeftBox){ self->view.x, self->view.y, self->view.width / self->view.zoom,
                    self->view.height / self->view.zoom };
}
