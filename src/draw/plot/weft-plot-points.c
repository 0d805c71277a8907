/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many points. In an image each kind of mark is painted once and then stamped; where a mark of the
 * same kind stands on the same pixel already, none is added. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "draw/plot/weft-plot-pixels-private.h"
#include "draw/plot/weft-plot-points-private.h"
#include "draw/plot/weft-plot-private.h"

#define RADIUS 3.5
/* Of more points than this the marks are smaller and let others shine through. */
#define MANY 1500
#define MANY_SIZE 0.75
#define MANY_ALPHA 0.55
/* In a drawing of lines, marks closer than this part of a pixel are one. */
#define VECTOR_CELLS 2

typedef struct
{
  double x;
  double y;
  int hue; /* -1 for the layer's */
  float size;
  gboolean hollow;
  char *label; /* (nullable) */
} Point;

struct _WeftPlotPoints
{
  WeftPlotLayer parent_instance;

  GArray *points;
  char *hollow_word; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftPlotPoints, weft_plot_points, WEFT_TYPE_PLOT_LAYER)

enum
{
  COLUMN_LABEL,
  COLUMN_STATE,
};

/* Points that look the same. */
typedef struct
{
  guint hue;
  float size;
  gboolean hollow;
} Kind;

/* What painting needs: which cells of the plot have a mark of the present kind. */
typedef struct
{
  const WeftPlotFrame *frame;
  double cells; /* a pixel */
  guint width, height;
  guint8 *taken;
  double radius;
  double alpha;
} Grid;

static const Point *
get_point (gpointer self,
           guint    index)
{
  return &g_array_index (WEFT_PLOT_POINTS (self)->points, Point, index);
}

static Kind
kind_of (WeftPlotPoints *self,
         const Point    *point)
{
  guint hue = point->hue >= 0 ? (guint) point->hue
                              : weft_plot_layer_get_hue (WEFT_PLOT_LAYER (self));

  return (Kind){ hue % WEFT_N_SERIES, point->size, point->hollow };
}

static gboolean
kind_equal (const Kind *a,
            const Kind *b)
{
  return a->hue == b->hue && a->size == b->size && a->hollow == b->hollow;
}

/* The kinds that there are, hollow ones first, so that they lie below. */
static GArray *
list_kinds (WeftPlotPoints *self)
{
  GArray *kinds = g_array_new (FALSE, FALSE, sizeof (Kind));

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->points->len; i++)
      {
        Kind kind = kind_of (self, get_point (self, i));
        gboolean known = kind.hollow != (pass == 0);

        for (guint k = kinds->len; k-- > 0 && !known;)
          known = kind_equal (&kind, &g_array_index (kinds, Kind, k));
        if (!known)
          g_array_append_val (kinds, kind);
      }

  return kinds;
}

static void
clear_point (gpointer data)
{
  g_free (((Point *) data)->label);
}

/* TRUE once for each cell. */
static gboolean
take_cell (Grid  *grid,
           double px,
           double py)
{
  gsize column = (gsize) MAX ((px - grid->frame->box.x + 1) * grid->cells, 0);
  gsize row = (gsize) MAX ((py - grid->frame->box.y + 1) * grid->cells, 0);
  gsize cell = MIN (row, grid->height - 1) * grid->width + MIN (column, grid->width - 1);

  if (grid->taken[cell / 8] & (1u << (cell % 8)))
    return FALSE;
  grid->taken[cell / 8] |= (guint8) (1u << (cell % 8));

  return TRUE;
}

static void
paint_one (WeftPlotPoints *self,
           cairo_t        *cr,
           Grid           *grid,
           const Kind     *kind,
           double          px,
           double          py)
{
  WeftColour colour = *weft_plot_hue (grid->frame->palette, kind->hue);

  colour.a *= grid->alpha;
  weft_plot_paint_marker (cr, grid->frame,
                          weft_plot_layer_marker_of (WEFT_PLOT_LAYER (self), kind->hue), px, py,
                          grid->radius * kind->size * grid->frame->unit, kind->hollow, &colour);
}

/* A small image of a mark in the middle of @side device pixels. */
static cairo_surface_t *
create_stamp (WeftPlotPoints *self,
              cairo_t        *cr,
              Grid           *grid,
              const Kind     *kind,
              double          scale,
              int             side)
{
  cairo_surface_t *stamp = cairo_surface_create_similar_image (
      cairo_get_target (cr), CAIRO_FORMAT_ARGB32, side, side);
  cairo_t *own = cairo_create (stamp);

  cairo_scale (own, scale, scale);
  paint_one (self, own, grid, kind, side / 2.0 / scale, side / 2.0 / scale);
  cairo_destroy (own);
  cairo_surface_flush (stamp);

  return stamp;
}

/* All marks of a kind: stamped, or without a stamp drawn. */
static void
paint_kind (WeftPlotPoints       *self,
            cairo_t              *cr,
            Grid                 *grid,
            const Kind           *kind,
            cairo_surface_t      *stamp,
            const WeftPlotPixels *pixels)
{
  double half = stamp != NULL ? cairo_image_surface_get_width (stamp) / 2.0 : 0;

  memset (grid->taken, 0, (gsize) grid->width * grid->height / 8 + 1);
  for (guint i = 0; i < self->points->len; i++)
    {
      const Point *point = get_point (self, i);
      Kind own = kind_of (self, point);
      double px, py;

      if (!kind_equal (&own, kind))
        continue;
      px = weft_plot_frame_x (grid->frame, point->x);
      py = weft_plot_frame_y (grid->frame, point->y);
      if (!weft_plot_frame_holds (grid->frame, px, py) || !take_cell (grid, px, py))
        continue;
      if (stamp == NULL)
        {
          paint_one (self, cr, grid, kind, px, py);
          continue;
        }
      cairo_user_to_device (cr, &px, &py);
      weft_plot_pixels_stamp (pixels, stamp, (int) floor (px - half + 0.5),
                              (int) floor (py - half + 0.5));
    }
}

static void
weft_plot_points_paint (WeftPlotLayer       *layer,
                        cairo_t             *cr,
                        const WeftPlotFrame *frame)
{
  WeftPlotPoints *self = WEFT_PLOT_POINTS (layer);
  g_autoptr (GArray) kinds = list_kinds (self);
  double scale = weft_plot_pixels_scale (cr);
  gboolean many = self->points->len > MANY;
  Grid grid = { .frame = frame, .cells = scale > 0 ? scale : VECTOR_CELLS,
                .radius = many ? RADIUS * MANY_SIZE : RADIUS, .alpha = many ? MANY_ALPHA : 1 };
  WeftPlotPixels pixels = { 0 };

  if (scale > 0)
    pixels = weft_plot_pixels_take (cr);
  grid.width = (guint) ceil ((frame->box.w + 3) * grid.cells);
  grid.height = (guint) ceil ((frame->box.h + 3) * grid.cells);
  grid.taken = g_malloc ((gsize) grid.width * grid.height / 8 + 1);
  for (guint k = 0; k < kinds->len; k++)
    {
      const Kind *kind = &g_array_index (kinds, Kind, k);
      cairo_surface_t *stamp = NULL;

      if (scale > 0)
        stamp = create_stamp (self, cr, &grid, kind, scale,
                              2 * (int) ceil ((grid.radius * kind->size * 1.5 + 1) * frame->unit
                                              * scale));
      paint_kind (self, cr, &grid, kind, stamp, &pixels);
      g_clear_pointer (&stamp, cairo_surface_destroy);
    }
  g_free (grid.taken);
  if (scale > 0)
    cairo_surface_mark_dirty (cairo_get_target (cr));
}

static void
weft_plot_points_paint_key (WeftPlotLayer       *layer,
                            cairo_t             *cr,
                            const WeftPlotFrame *frame,
                            const WeftBox       *box)
{
  weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), box->x + box->w / 2,
                          box->y + box->h / 2, RADIUS * 1.2 * frame->unit, FALSE,
                          weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)));
}

static guint
weft_plot_points_n_items (WeftPlotLayer *layer)
{
  return WEFT_PLOT_POINTS (layer)->points->len;
}

static void
weft_plot_points_position (WeftPlotLayer *layer,
                           guint          index,
                           double        *x,
                           double        *y)
{
  *x = get_point (layer, index)->x;
  *y = get_point (layer, index)->y;
}

static void
weft_plot_points_bounds (WeftPlotLayer *layer,
                         WeftPlotRange *x,
                         WeftPlotRange *y)
{
  for (guint i = 0; i < WEFT_PLOT_POINTS (layer)->points->len; i++)
    {
      const Point *point = get_point (layer, i);

      if (!isfinite (point->x) || !isfinite (point->y))
        continue;
      weft_plot_range_add (x, point->x);
      weft_plot_range_add (y, point->y);
    }
}

static char *
weft_plot_points_describe (WeftPlotLayer *layer,
                           WeftPlot      *plot,
                           guint          index)
{
  WeftPlotPoints *self = WEFT_PLOT_POINTS (layer);
  const Point *point = get_point (layer, index);
  GString *words = g_string_new (point->label);
  g_autofree char *place
      = WEFT_PLOT_LAYER_CLASS (weft_plot_points_parent_class)->describe (layer, plot, index);

  if (words->len > 0)
    g_string_append (words, ", ");
  g_string_append (words, place);
  if (point->hollow && self->hollow_word != NULL)
    g_string_append_printf (words, ", %s", self->hollow_word);

  return g_string_free (words, FALSE);
}

static const WeftPlotColumn *
weft_plot_points_columns (WeftPlotLayer *layer)
{
  static const WeftPlotColumn columns[] = {
    [COLUMN_LABEL] = { "label", N_("Label"), TRUE },
    [COLUMN_STATE] = { "state", N_("State"), TRUE },
    { NULL },
  };

  return columns;
}

static char *
weft_plot_points_cell (WeftPlotLayer *layer,
                       guint          index,
                       guint          column,
                       gboolean       exact)
{
  WeftPlotPoints *self = WEFT_PLOT_POINTS (layer);
  const Point *point = get_point (layer, index);

  if (column == COLUMN_LABEL)
    return g_strdup (point->label != NULL ? point->label : "");
  if (!point->hollow)
    return g_strdup ("");

  return g_strdup (exact || self->hollow_word == NULL ? "hollow" : self->hollow_word);
}

static void
weft_plot_points_finalize (GObject *object)
{
  WeftPlotPoints *self = WEFT_PLOT_POINTS (object);

  g_array_unref (self->points);
  g_free (self->hollow_word);
  G_OBJECT_CLASS (weft_plot_points_parent_class)->finalize (object);
}

static void
weft_plot_points_class_init (WeftPlotPointsClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_plot_points_finalize;
  layer_class->n_items = weft_plot_points_n_items;
  layer_class->position = weft_plot_points_position;
  layer_class->bounds = weft_plot_points_bounds;
  layer_class->paint = weft_plot_points_paint;
  layer_class->paint_key = weft_plot_points_paint_key;
  layer_class->describe = weft_plot_points_describe;
  layer_class->columns = weft_plot_points_columns;
  layer_class->cell = weft_plot_points_cell;
}

static void
weft_plot_points_init (WeftPlotPoints *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
  g_array_set_clear_func (self->points, clear_point);
}

WeftPlotLayer *
weft_plot_points_new (const char *label,
                      guint       hue)
{
  WeftPlotLayer *self = g_object_new (WEFT_TYPE_PLOT_POINTS, NULL);

  weft_plot_layer_set_label (self, label);
  weft_plot_layer_set_hue (self, hue);

  return self;
}

/* Sizes come in quarters, so that there are few kinds of marks. */
static void
add_point (WeftPlotPoints      *self,
           const WeftPlotPoint *point)
{
  gboolean sized = isfinite (point->size) && point->size > 0;
  Point copy = { point->x, point->y, MAX (point->hue, -1),
                 sized ? (float) (round (CLAMP (point->size, 0.5, 6.0) * 4) / 4) : 1, point->hollow,
                 g_strdup (point->label) };

  g_array_append_val (self->points, copy);
}

void
weft_plot_points_set (WeftPlotPoints      *self,
                      const WeftPlotPoint *points,
                      guint                n)
{
  g_return_if_fail (WEFT_IS_PLOT_POINTS (self));
  g_return_if_fail (n == 0 || points != NULL);

  g_array_set_size (self->points, 0);
  for (guint i = 0; i < n; i++)
    add_point (self, &points[i]);
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

void
weft_plot_points_append (WeftPlotPoints      *self,
                         const WeftPlotPoint *point)
{
  g_return_if_fail (WEFT_IS_PLOT_POINTS (self));
  g_return_if_fail (point != NULL);

  add_point (self, point);
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

void
weft_plot_points_set_hollow_word (WeftPlotPoints *self,
                                  const char     *word)
{
  g_return_if_fail (WEFT_IS_PLOT_POINTS (self));

  g_free (self->hollow_word);
  self->hollow_word = g_strdup (word);
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

const char *
weft_plot_points_hollow_key (WeftPlotPoints *self)
{
  for (guint i = 0; i < self->points->len && self->hollow_word != NULL; i++)
    if (get_point (self, i)->hollow)
      return self->hollow_word;

  return NULL;
}

void
weft_plot_points_paint_hollow_key (WeftPlotPoints      *self,
                                   cairo_t             *cr,
                                   const WeftPlotFrame *frame,
                                   const WeftBox       *box)
{
  WeftPlotLayer *layer = WEFT_PLOT_LAYER (self);

  weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), box->x + box->w / 2,
                          box->y + box->h / 2, RADIUS * 1.2 * frame->unit, TRUE,
                          weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)));
}
