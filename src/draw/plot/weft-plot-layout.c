/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a plot. Placed for text from left to right and turned over at the end when it runs
 * the other way. */
#include <math.h>

#include "draw/plot/weft-plot-places-private.h"

/* Values beyond have no ticks that a double can tell apart. */
#define MOST_VALUE 1e300
/* More of an axis than this part may not lie empty before or after the values of the first axis. */
#define MOST_EMPTY 0.12
#define EDGE 0.03
/* A range narrower than this part of its values is widened. */
#define LEAST_SPAN 1e-9
/* A plot lower than this gives up the texts around it. */
#define LEAST_PLOT 3.0 /* in lines of text */
#define USUAL_SIZE 14.0

static gboolean
collect_ranges (WeftPlotLayout *self,
                WeftPlotRange   ranges[WEFT_PLOT_N_AXES])
{
  gboolean any = FALSE;

  for (guint i = 0; i < WEFT_PLOT_N_AXES; i++)
    ranges[i] = (WeftPlotRange){ INFINITY, -INFINITY, INFINITY };
  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (weft_plot_layer_get_visible (layer))
        WEFT_PLOT_LAYER_GET_CLASS (layer)->bounds (layer, &ranges[WEFT_PLOT_X],
                                                   &ranges[WEFT_PLOT_Y]);
    }
  any = ranges[WEFT_PLOT_X].least <= ranges[WEFT_PLOT_X].most
        && ranges[WEFT_PLOT_Y].least <= ranges[WEFT_PLOT_Y].most;

  return any;
}

/* Only ticks inside of the range that was asked for. */
static void
cut_axis (WeftAxis *axis,
          double    from,
          double    to)
{
  double slack = (to - from) * 1e-9;
  guint n = 0;

  for (guint i = 0; i < axis->n_ticks; i++)
    if (axis->ticks[i] >= from - slack && axis->ticks[i] <= to + slack)
      axis->ticks[n++] = axis->ticks[i];
  axis->n_ticks = n;
  axis->min = from;
  axis->max = to;
}

static void
set_log_axis (WeftAxis            *axis,
              const WeftPlotAxis  *wish,
              const WeftPlotRange *range,
              guint                wanted)
{
  gboolean begins = isfinite (wish->from) && wish->from > 0;
  gboolean ends = isfinite (wish->to) && wish->to > 0;
  double least = isfinite (range->least_positive) ? range->least_positive : 1;
  double from = begins ? wish->from : least;
  double to = ends ? wish->to : MAX (range->most, least);

  from = CLAMP (from, 1 / MOST_VALUE, MOST_VALUE / 10);
  to = MAX (CLAMP (to, 1 / MOST_VALUE, MOST_VALUE), from * (1 + 1e-6));
  weft_axis_init_log (axis, from, to, wanted);
  if (begins || ends)
    cut_axis (axis, begins ? from : axis->min, ends ? to : axis->max);
}

static void
set_linear_axis (WeftAxis            *axis,
                 const WeftPlotAxis  *wish,
                 const WeftPlotRange *range,
                 guint                wanted)
{
  gboolean begins = isfinite (wish->from);
  gboolean ends = isfinite (wish->to);
  double from = CLAMP (begins ? wish->from : range->least, -MOST_VALUE, MOST_VALUE);
  double to = CLAMP (ends ? wish->to : range->most, -MOST_VALUE, MOST_VALUE);
  double least = MAX (MAX (fabs (from), fabs (to)) * LEAST_SPAN, 1 / MOST_VALUE);

  if (to - from < least)
    {
      double half = from != 0 || to != 0 ? MAX (fabs (from), fabs (to)) * 0.05 : 0.5;

      half = MAX (half, least);
      if (!begins || to < from)
        from = MIN (from, to) - half;
      to = MAX (to, from) + half;
    }
  weft_axis_init_linear (axis, from, to, wanted);
  if (begins || ends)
    cut_axis (axis, begins ? from : axis->min, ends ? to : axis->max);
}

/* Where ticks are few, the next one may lie far from the values: then the axis ends near these. */
static void
trim_axis (WeftAxis            *axis,
           const WeftPlotRange *range)
{
  double least = range->least - axis->min, most = axis->max - range->most;
  double span = range->most - range->least;
  double from = axis->min, to = axis->max;

  if (axis->log || !(span > 0) || !isfinite (span))
    return;
  if (least > MOST_EMPTY * span && axis->min != 0)
    from = range->least - EDGE * span;
  if (most > MOST_EMPTY * span)
    to = range->most + EDGE * span;
  if (from != axis->min || to != axis->max)
    cut_axis (axis, from, to);
}

static void
set_axis (WeftPlotLayout      *self,
          WeftPlotAxisKind     kind,
          const WeftPlotRange *range,
          guint                wanted)
{
  const WeftPlotAxis *wish = weft_plot_get_axis (self->plot, kind);
  WeftAxis *axis = kind == WEFT_PLOT_X ? &self->frame.x : &self->frame.y;

  (wish->log ? set_log_axis : set_linear_axis) (axis, wish, range, wanted);
  if (kind == WEFT_PLOT_X && !isfinite (wish->from) && !isfinite (wish->to))
    trim_axis (axis, range);
}

static double
label_width (const WeftPlotLayout *self,
             const WeftAxis       *axis,
             guint                 tick)
{
  g_autofree char *text = weft_axis_label (axis, axis->ticks[tick]);

  return ceil (weft_text_width (&self->text.small, text));
}

static double
widest_label (const WeftPlotLayout *self,
              const WeftAxis       *axis)
{
  double widest = 0;

  for (guint i = 0; i < axis->n_ticks; i++)
    widest = MAX (widest, label_width (self, axis, i));

  return widest;
}

/* "Power (MW)" (transfer full) */
static char *
write_axis_title (const WeftPlotAxis *axis)
{
  if (axis->note != NULL)
    return g_strdup (axis->note);
  if (axis->unit == NULL || *axis->unit == '\0')
    return g_strdup (axis->title);

  return *axis->title != '\0' ? g_strdup_printf ("%s (%s)", axis->title, axis->unit)
                              : g_strdup (axis->unit);
}

/* Rows from the top and the bottom; what leaves too little for the plot is left out, the titles of
 * the axes first. */
static void
place_rows (WeftPlotLayout *self,
            gboolean        title)
{
  const WeftChartFrame *m = &self->text;
  double row = round (m->small_line * 1.3);
  double top = m->pad, bottom = self->height - m->pad;
  double least = LEAST_PLOT * m->line;
  double wide = MAX (self->width - 2 * m->pad, 1);

  if (title && weft_plot_get_title (self->plot) != NULL)
    {
      self->title = (WeftBox){ m->pad, top, wide, m->line };
      top += weft_chart_frame_title_height (m, weft_plot_get_title (self->plot));
    }
  top += weft_plot_layout_flow_legend (self, top);
  /* The title may say what the axis is. */
  if (*self->y_words != '\0' && g_strcmp0 (self->y_words, weft_plot_get_title (self->plot)) != 0
      && bottom - top > least + 3 * row)
    {
      self->y_title = (WeftBox){ m->pad, top, wide, m->small_line };
      top += row;
    }
  if (*self->x_words != '\0' && bottom - top > least + 2 * row)
    {
      self->x_title = (WeftBox){ m->pad, bottom - m->small_line, wide, m->small_line };
      bottom -= row;
    }
  /* Clear of the lowest label of the other axis. */
  if (bottom - top > least)
    bottom -= round (m->small_line * 1.55);
  else
    self->x_boxes[0].h = -1; /* no room for the ticks' labels */
  /* Half of a tick's label stands above the plot. */
  top += round (m->small_line * 0.4);
  self->frame.box.y = top;
  self->frame.box.h = MAX (bottom - top, 1);
}

static void
place_columns (WeftPlotLayout      *self,
               const WeftPlotRange *ranges,
               double               ends)
{
  const WeftChartFrame *m = &self->text;
  guint rows = (guint) CLAMP (self->frame.box.h / (m->small_line * 1.9), 2, 9);
  double left, right = self->width - m->pad - ends;
  guint wanted;

  set_axis (self, WEFT_PLOT_Y, &ranges[WEFT_PLOT_Y], rows);
  left = m->pad + widest_label (self, &self->frame.y) + m->gap;
  if (left > self->width * 0.4)
    left = m->pad;
  self->frame.box.x = left;
  self->frame.box.w = MAX (right - left, 1);
  /* Fewer ticks until their labels stand apart. */
  for (wanted = (guint) CLAMP (self->frame.box.w / (m->small.size * 5), 1, 10); wanted > 0; wanted--)
    {
      const WeftAxis *x = &self->frame.x;

      set_axis (self, WEFT_PLOT_X, &ranges[WEFT_PLOT_X], wanted);
      if (wanted == 1 || x->n_ticks < 2
          || widest_label (self, x) + m->gap * 1.5
                 < self->frame.box.w * fabs (x->ticks[1] - x->ticks[0]) / (x->max - x->min)
          || x->log)
        break;
    }
  /* The last label is as wide as half of it stands over the edge. */
  if (ends == 0 && self->frame.x.n_ticks > 0)
    self->frame.box.w
        = MAX (self->frame.box.w
                   - MAX (label_width (self, &self->frame.x, self->frame.x.n_ticks - 1) / 2 - m->pad * 0.6, 0),
               1);
}

/* Labels of ticks; one that would lie on its neighbour is left out. */
static void
place_ticks (WeftPlotLayout *self)
{
  const WeftChartFrame *m = &self->text;
  const WeftBox *plot = &self->frame.box;
  gboolean labels = self->x_boxes[0].h >= 0;
  double last = -INFINITY;

  for (guint i = 0; i < self->frame.x.n_ticks; i++)
    {
      double at = weft_plot_frame_x (&self->frame, self->frame.x.ticks[i]);
      double w = label_width (self, &self->frame.x, i);
      double x = CLAMP (at - w / 2, 0, MAX (self->width - w, 0));

      self->x_ticks[i] = at;
      self->x_boxes[i] = (WeftBox){ x, weft_box_bottom (plot) + m->small_line * 0.52, 0, 0 };
      if (!labels || x < last || w > self->width)
        continue;
      self->x_boxes[i].w = w;
      self->x_boxes[i].h = m->small_line;
      last = x + w + m->gap * 0.5;
    }
  last = INFINITY;
  for (guint i = 0; i < self->frame.y.n_ticks; i++)
    {
      double at = weft_plot_frame_y (&self->frame, self->frame.y.ticks[i]);

      self->y_ticks[i] = at;
      if (plot->x <= m->pad || at + m->small_line / 2 > last)
        continue;
      self->y_boxes[i] = (WeftBox){ m->pad, at - m->small_line / 2, MAX (plot->x - m->gap - m->pad, 0),
                                    m->small_line };
      last = at - m->small_line / 2;
    }
  self->y_title.w = MIN (self->y_title.w, self->width - m->pad - self->y_title.x);
  if (self->x_title.h > 0)
    {
      self->x_title.x = plot->x;
      self->x_title.w = plot->w;
    }
}

static void
mirror (WeftPlotLayout *self)
{
  double width = self->width;

  weft_box_mirror (&self->title, width);
  weft_box_mirror (&self->x_title, width);
  weft_box_mirror (&self->y_title, width);
  weft_box_mirror (&self->frame.box, width);
  self->frame.mirrored = TRUE;
  for (guint i = 0; i < WEFT_AXIS_MAX_TICKS; i++)
    {
      self->x_ticks[i] = width - self->x_ticks[i];
      weft_box_mirror (&self->x_boxes[i], width);
      weft_box_mirror (&self->y_boxes[i], width);
    }
  for (guint i = 0; i < self->ends->len; i++)
    {
      WeftPlotLabel *label = &g_array_index (self->ends, WeftPlotLabel, i);

      weft_box_mirror (&label->box, width);
      label->end_x = width - label->end_x;
    }
  for (guint i = 0; i < self->legend->len; i++)
    {
      weft_box_mirror (&g_array_index (self->legend, WeftPlotLabel, i).key, width);
      weft_box_mirror (&g_array_index (self->legend, WeftPlotLabel, i).box, width);
    }
}

static void
clear_note (gpointer data)
{
  g_free (((WeftPlotNote *) data)->text);
}

WeftPlotLayout *
weft_plot_layout_new (WeftPlot          *plot,
                      double             width,
                      double             height,
                      const WeftPalette *palette,
                      gboolean           title)
{
  WeftPlotRange ranges[WEFT_PLOT_N_AXES];
  WeftPlotLayout *self;
  double ends;

  g_return_val_if_fail (WEFT_IS_PLOT (plot), NULL);
  g_return_val_if_fail (palette != NULL, NULL);

  self = g_new0 (WeftPlotLayout, 1);
  self->plot = g_object_ref (plot);
  self->width = isfinite (width) ? MAX (width, 1) : 1;
  self->height = isfinite (height) ? MAX (height, 1) : 1;
  self->palette = *palette;
  self->ends = g_array_new (FALSE, TRUE, sizeof (WeftPlotLabel));
  self->legend = g_array_new (FALSE, TRUE, sizeof (WeftPlotLabel));
  self->notes = g_array_new (FALSE, TRUE, sizeof (WeftPlotNote));
  g_array_set_clear_func (self->notes, clear_note);
  self->x_words = write_axis_title (weft_plot_get_axis (plot, WEFT_PLOT_X));
  self->y_words = write_axis_title (weft_plot_get_axis (plot, WEFT_PLOT_Y));
  weft_chart_frame_init (&self->text, &self->palette, palette->font_size);
  self->frame.palette = &self->palette;
  self->frame.unit = palette->font_size / USUAL_SIZE;
  self->empty = !collect_ranges (self, ranges);
  if (self->empty)
    return self;

  ends = weft_plot_layout_sort_labels (self);
  place_rows (self, title);
  place_columns (self, ranges, ends);
  place_ticks (self);
  weft_plot_layout_place_ends (self);
  if (palette->right_to_left)
    mirror (self);
  weft_plot_layout_place_notes (self);

  return self;
}

void
weft_plot_layout_free (WeftPlotLayout *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->plot);
  g_array_unref (self->ends);
  g_array_unref (self->legend);
  g_array_unref (self->notes);
  g_free (self->x_words);
  g_free (self->y_words);
  g_free (self);
}

void
weft_plot_layout_get_box (WeftPlotLayout *self,
                          WeftBox        *box)
{
  *box = self->empty ? (WeftBox){ 0 } : self->frame.box;
}
