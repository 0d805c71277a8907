/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reference points. Their texts are placed by the layout, where they hide none of the others. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "draw/plot/weft-plot-marks-private.h"
#include "draw/plot/weft-plot-private.h"

#define RADIUS 4.5

typedef struct
{
  double x;
  double y;
  char *text;
  char *source; /* (nullable) */
} Mark;

struct _WeftPlotMarks
{
  WeftPlotLayer parent_instance;

  GArray *marks;
};

G_DEFINE_FINAL_TYPE (WeftPlotMarks, weft_plot_marks, WEFT_TYPE_PLOT_LAYER)

enum
{
  COLUMN_TEXT,
  COLUMN_SOURCE,
};

static void
clear_mark (gpointer data)
{
  Mark *mark = data;

  g_free (mark->text);
  g_free (mark->source);
}

static const Mark *
get_mark (gpointer self,
          guint    index)
{
  return &g_array_index (WEFT_PLOT_MARKS (self)->marks, Mark, index);
}

static guint
weft_plot_marks_n_items (WeftPlotLayer *layer)
{
  return WEFT_PLOT_MARKS (layer)->marks->len;
}

static void
weft_plot_marks_position (WeftPlotLayer *layer,
                          guint          index,
                          double        *x,
                          double        *y)
{
  *x = get_mark (layer, index)->x;
  *y = get_mark (layer, index)->y;
}

static void
weft_plot_marks_bounds (WeftPlotLayer *layer,
                        WeftPlotRange *x,
                        WeftPlotRange *y)
{
  for (guint i = 0; i < WEFT_PLOT_MARKS (layer)->marks->len; i++)
    {
      weft_plot_range_add (x, get_mark (layer, i)->x);
      weft_plot_range_add (y, get_mark (layer, i)->y);
    }
}

static void
weft_plot_marks_paint (WeftPlotLayer       *layer,
                       cairo_t             *cr,
                       const WeftPlotFrame *frame)
{
  const WeftColour *colour = weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer));

  for (guint i = 0; i < WEFT_PLOT_MARKS (layer)->marks->len; i++)
    {
      double x = weft_plot_frame_x (frame, get_mark (layer, i)->x);
      double y = weft_plot_frame_y (frame, get_mark (layer, i)->y);
      WeftPlotMarker marker = weft_plot_layer_get_marker (layer);

      if (!weft_plot_frame_holds (frame, x, y))
        continue;
      /* A ground of its own keeps it apart from the lines that it lies on. */
      weft_plot_paint_marker (cr, frame, marker, x, y, (RADIUS + 1) * frame->unit, FALSE,
                              &frame->palette->card);
      weft_plot_paint_marker (cr, frame, marker, x, y, RADIUS * frame->unit, TRUE, colour);
    }
}

static void
weft_plot_marks_paint_key (WeftPlotLayer       *layer,
                           cairo_t             *cr,
                           const WeftPlotFrame *frame,
                           const WeftBox       *box)
{
  weft_plot_paint_marker (cr, frame, weft_plot_layer_get_marker (layer), box->x + box->w / 2,
                          box->y + box->h / 2, RADIUS * frame->unit, TRUE,
                          weft_plot_hue (frame->palette, weft_plot_layer_get_hue (layer)));
}

static char *
weft_plot_marks_describe (WeftPlotLayer *layer,
                          WeftPlot      *plot,
                          guint          index)
{
  const Mark *mark = get_mark (layer, index);
  g_autofree char *place
      = WEFT_PLOT_LAYER_CLASS (weft_plot_marks_parent_class)->describe (layer, plot, index);

  /* Translators: a point's text, its values, and where they come from */
  return mark->source != NULL ? g_strdup_printf (_("%s, %s (%s)"), mark->text, place, mark->source)
                              : g_strdup_printf ("%s, %s", mark->text, place);
}

static const WeftPlotColumn *
weft_plot_marks_columns (WeftPlotLayer *layer)
{
  static const WeftPlotColumn columns[] = {
    [COLUMN_TEXT] = { "label", N_("Label"), TRUE },
    [COLUMN_SOURCE] = { "source", N_("Source"), TRUE },
    { NULL },
  };

  return columns;
}

static char *
weft_plot_marks_cell (WeftPlotLayer *layer,
                      guint          index,
                      guint          column,
                      gboolean       exact)
{
  const Mark *mark = get_mark (layer, index);
  const char *text = column == COLUMN_TEXT ? mark->text : mark->source;

  return g_strdup (text != NULL ? text : "");
}

static void
weft_plot_marks_finalize (GObject *object)
{
  g_array_unref (WEFT_PLOT_MARKS (object)->marks);
  G_OBJECT_CLASS (weft_plot_marks_parent_class)->finalize (object);
}

static void
weft_plot_marks_class_init (WeftPlotMarksClass *klass)
{
  WeftPlotLayerClass *layer_class = WEFT_PLOT_LAYER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_plot_marks_finalize;
  layer_class->n_items = weft_plot_marks_n_items;
  layer_class->position = weft_plot_marks_position;
  layer_class->bounds = weft_plot_marks_bounds;
  layer_class->paint = weft_plot_marks_paint;
  layer_class->paint_key = weft_plot_marks_paint_key;
  layer_class->describe = weft_plot_marks_describe;
  layer_class->columns = weft_plot_marks_columns;
  layer_class->cell = weft_plot_marks_cell;
}

static void
weft_plot_marks_init (WeftPlotMarks *self)
{
  self->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  g_array_set_clear_func (self->marks, clear_mark);
}

WeftPlotLayer *
weft_plot_marks_new (const char *label,
                     guint       hue)
{
  WeftPlotLayer *self = g_object_new (WEFT_TYPE_PLOT_MARKS, NULL);

  weft_plot_layer_set_label (self, label);
  weft_plot_layer_set_hue (self, hue);
  weft_plot_layer_set_marker (self, WEFT_PLOT_MARKER_DIAMOND);

  return self;
}

void
weft_plot_marks_append (WeftPlotMarks *self,
                        double         x,
                        double         y,
                        const char    *text,
                        const char    *source)
{
  Mark mark = { x, y, g_strdup (text != NULL ? text : ""), g_strdup (source) };

  g_return_if_fail (WEFT_IS_PLOT_MARKS (self));

  g_array_append_val (self->marks, mark);
  weft_plot_layer_changed (WEFT_PLOT_LAYER (self));
}

const char *
weft_plot_marks_get_text (WeftPlotMarks *self,
                          guint          index)
{
  return get_mark (self, index)->text;
}
