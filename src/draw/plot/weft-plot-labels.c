/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the layers: at the ends of their lines where there is room, else in a legend; and the
 * texts of rules and marks inside of the plot. */
#include <math.h>

#include "draw/plot/weft-plot-apart-private.h"
#include "draw/plot/weft-plot-marks-private.h"
#include "draw/plot/weft-plot-places-private.h"
#include "draw/plot/weft-plot-points-private.h"
#include "draw/plot/weft-plot-rule-private.h"
#include "draw/plot/weft-plot-steps-private.h"

/* The most of the picture's width that labels at the ends of lines may take. */
#define MOST_OF_WIDTH 0.3
/* The most of the picture's height that they may fill. */
#define MOST_OF_HEIGHT 0.55
/* Of a line's sample in the legend, in sizes of the font. */
#define KEY_WIDTH 1.9
/* Places along a rule where its text may stand. */
#define RULE_PLACES 5

static gboolean
has_end (WeftPlotLayer *layer)
{
  return WEFT_PLOT_LAYER_GET_CLASS (layer)->anchor != NULL;
}

static void
add_label (GArray        *labels,
           WeftPlotLayer *layer,
           const char    *text,
           gboolean       hollow)
{
  WeftPlotLabel label = { .layer = layer, .text = text, .hollow = hollow };

  g_array_append_val (labels, label);
}

/* What hollow points mean has to be said even where the others speak for themselves. */
static void
add_hollow_to_legend (WeftPlotLayout *self,
                      WeftPlotLayer  *layer)
{
  const char *hollow = WEFT_IS_PLOT_POINTS (layer)
                           ? weft_plot_points_hollow_key (WEFT_PLOT_POINTS (layer))
                           : NULL;

  if (hollow != NULL)
    add_label (self->legend, layer, hollow, TRUE);
}

double
weft_plot_layout_sort_labels (WeftPlotLayout *self)
{
  double widest = 0;
  guint n = 0;

  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (!weft_plot_layer_get_visible (layer) || !weft_plot_layer_get_labelled (layer)
          || !has_end (layer) || weft_plot_layer_n_items (layer) == 0)
        continue;
      widest = MAX (widest, weft_text_width (&self->text.small_strong,
                                             weft_plot_layer_get_label (layer)));
      n++;
    }
  widest = ceil (widest);
  self->frame.direct = widest <= self->width * MOST_OF_WIDTH
                       && n * self->text.small_line <= self->height * MOST_OF_HEIGHT;

  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (!weft_plot_layer_get_visible (layer) || WEFT_IS_PLOT_RULE (layer)
          || weft_plot_layer_n_items (layer) == 0)
        continue;
      if (weft_plot_layer_get_labelled (layer))
        {
          if (self->frame.direct && has_end (layer))
            add_label (self->ends, layer, weft_plot_layer_get_label (layer), FALSE);
          else
            add_label (self->legend, layer, weft_plot_layer_get_label (layer), FALSE);
        }
      add_hollow_to_legend (self, layer);
    }

  return self->ends->len > 0 ? widest + self->text.gap * 1.5 : 0;
}

/* Lets the legend flow into lines from @y on; returns the height that they take. */
double
weft_plot_layout_flow_legend (WeftPlotLayout *self,
                              double          y)
{
  const WeftChartFrame *m = &self->text;
  double left = m->pad, right = self->width - m->pad;
  double line = round (m->small_line * 1.35);
  double key = round (m->text.size * KEY_WIDTH);
  double x = left, top = y;

  if (self->legend->len == 0)
    return 0;
  for (guint i = 0; i < self->legend->len; i++)
    {
      WeftPlotLabel *label = &g_array_index (self->legend, WeftPlotLabel, i);
      double own = has_end (label->layer) ? key : round (key * 0.6);
      double word = ceil (weft_text_width (&m->small, label->text));
      double width = own + m->gap * 0.7 + word;

      if (x > left && x + width > right)
        {
          x = left;
          y += line;
        }
      label->key = (WeftBox){ x, y, own, line };
      label->box = (WeftBox){ x + own + m->gap * 0.7, y,
                              CLAMP (right - x - own - m->gap * 0.7, 0, word), line };
      x += width + 2 * m->gap;
    }

  return y + line - top + round (m->gap * 0.6);
}

void
weft_plot_layout_place_ends (WeftPlotLayout *self)
{
  g_autofree double *middles = g_new (double, self->ends->len);
  g_autofree double *heights = g_new (double, self->ends->len);
  double x = weft_box_right (&self->frame.box) + self->text.gap;

  for (guint i = self->ends->len; i-- > 0;)
    {
      WeftPlotLabel *label = &g_array_index (self->ends, WeftPlotLabel, i);

      if (!WEFT_PLOT_LAYER_GET_CLASS (label->layer)
               ->anchor (label->layer, &self->frame, &label->end_x, &label->end_y))
        g_array_remove_index (self->ends, i);
    }
  for (guint i = 0; i < self->ends->len; i++)
    {
      middles[i] = g_array_index (self->ends, WeftPlotLabel, i).end_y;
      heights[i] = self->text.small_line;
    }
  if (!weft_plot_push_apart (middles, heights, self->ends->len,
                             self->frame.box.y - self->text.small_line / 2,
                             weft_box_bottom (&self->frame.box) + self->text.small_line / 2))
    {
      g_array_set_size (self->ends, 0);
      return;
    }
  for (guint i = 0; i < self->ends->len; i++)
    {
      WeftPlotLabel *label = &g_array_index (self->ends, WeftPlotLabel, i);

      label->box = (WeftBox){ x, middles[i] - heights[i] / 2,
                              MAX (self->width - self->text.pad - x, 0), heights[i] };
    }
}

static gboolean
overlaps (const WeftBox *a,
          const WeftBox *b)
{
  return a->x < weft_box_right (b) && b->x < weft_box_right (a) && a->y < weft_box_bottom (b)
         && b->y < weft_box_bottom (a);
}

/* The line above the plot has the y axis's title at its start, and is free behind that. */
static double
find_top (WeftPlotLayout *self,
          const WeftBox  *box)
{
  gboolean above = self->y_title.h > 0 && box->x > weft_box_right (&self->y_title);

  return above ? self->y_title.y : self->frame.box.y;
}

static gboolean
is_free (WeftPlotLayout *self,
         const WeftBox  *box)
{
  const WeftBox *plot = &self->frame.box;

  if (box->x < plot->x || weft_box_right (box) > weft_box_right (plot)
      || box->y < find_top (self, box)
      || weft_box_bottom (box) > weft_box_bottom (plot))
    return FALSE;
  for (guint i = 0; i < self->notes->len; i++)
    if (overlaps (box, &g_array_index (self->notes, WeftPlotNote, i).box))
      return FALSE;

  return TRUE;
}

/* Whether a line or another mark would run through a text. */
static gboolean
is_crossed (WeftPlotLayout *self,
            const WeftBox  *box)
{
  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (!weft_plot_layer_get_visible (layer))
        continue;
      if (WEFT_IS_PLOT_STEPS (layer)
          && weft_plot_steps_cross (WEFT_PLOT_STEPS (layer), &self->frame, box))
        return TRUE;
      for (guint k = 0; WEFT_IS_PLOT_MARKS (layer) && k < weft_plot_layer_n_items (layer); k++)
        {
          const double r = 5 * self->frame.unit;
          double x, y;
          WeftBox mark;

          weft_plot_layer_position (layer, k, &x, &y);
          mark = (WeftBox){ weft_plot_frame_x (&self->frame, x) - r,
                            weft_plot_frame_y (&self->frame, y) - r, 2 * r, 2 * r };
          if (overlaps (box, &mark))
            return TRUE;
        }
    }

  return FALSE;
}

/* Takes the first of the places that is free and that no line runs through. @needed: without such a place the first
 * free one; else there is no text, which can be had by pointing at the mark. */
static void
add_note (WeftPlotLayout *self,
          const char     *text,
          gboolean        needed,
          guint           hue,
          const WeftBox  *places,
          guint           n_places)
{
  for (guint pass = 0; pass < (needed ? 2 : 1); pass++)
    for (guint i = 0; i < n_places; i++)
      if (is_free (self, &places[i]) && (pass > 0 || !is_crossed (self, &places[i])))
        {
          WeftPlotNote note = { g_strdup (text), hue, needed, places[i], WEFT_TEXT_CENTRE };

          g_array_append_val (self->notes, note);
          return;
        }
}

/* Above the line or below it, from its far end to its near one. */
static void
place_rule (WeftPlotLayout *self,
            WeftPlotRule   *rule)
{
  const WeftBox *plot = &self->frame.box;
  const char *text = weft_plot_layer_get_label (WEFT_PLOT_LAYER (rule));
  double at = weft_plot_rule_place (rule, &self->frame);
  double w = ceil (weft_text_width (&self->text.small_strong, text)) + 2;
  double h = self->text.small_line;
  double gap = 2 * self->frame.unit;
  double right = weft_box_right (plot) - w - gap;

  if (isnan (at))
    return;
  if (weft_plot_rule_is_upright (rule))
    {
      const WeftBox places[] = { { at + 2 * gap, plot->y + gap, w, h },
                                 { at - 2 * gap - w, plot->y + gap, w, h },
                                 { at + 2 * gap, weft_box_bottom (plot) - h - gap, w, h } };

      add_note (self, text, TRUE, 0, places, G_N_ELEMENTS (places));
    }
  else
    {
      WeftBox places[2 * RULE_PLACES];

      for (guint i = 0; i < RULE_PLACES; i++)
        {
          double x = right - (right - plot->x - gap) * i / (RULE_PLACES - 1);

          places[2 * i] = (WeftBox){ x, at - gap - h, w, h };
          places[2 * i + 1] = (WeftBox){ x, at + gap, w, h };
        }
      add_note (self, text, TRUE, 0, places, G_N_ELEMENTS (places));
    }
}

static void
place_mark (WeftPlotLayout *self,
            WeftPlotMarks  *marks,
            guint           index)
{
  const char *text = weft_plot_marks_get_text (marks, index);
  double w = ceil (weft_text_width (&self->text.small, text)) + 2;
  double h = self->text.small_line;
  double gap = 8 * self->frame.unit;
  double x, y;

  weft_plot_layer_position (WEFT_PLOT_LAYER (marks), index, &x, &y);
  x = weft_plot_frame_x (&self->frame, x);
  y = weft_plot_frame_y (&self->frame, y);
  if (*text == '\0' || !weft_plot_frame_holds (&self->frame, x, y))
    return;

  {
    const WeftBox places[] = {
      { x + gap, y + gap * 0.3, w, h },     { x - w / 2, y + gap, w, h },
      { x + gap, y - h - gap * 0.3, w, h }, { x - w / 2, y - h - gap, w, h },
      { x - gap - w, y + gap * 0.3, w, h }, { x - gap - w, y - h - gap * 0.3, w, h },
    };

    add_note (self, text, FALSE, weft_plot_layer_get_hue (WEFT_PLOT_LAYER (marks)), places,
              G_N_ELEMENTS (places));
  }
}

void
weft_plot_layout_place_notes (WeftPlotLayout *self)
{
  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (WEFT_IS_PLOT_RULE (layer) && weft_plot_layer_get_visible (layer)
          && weft_plot_layer_get_labelled (layer))
        place_rule (self, WEFT_PLOT_RULE (layer));
    }
  for (guint i = 0; i < weft_plot_n_layers (self->plot); i++)
    {
      WeftPlotLayer *layer = weft_plot_get_layer (self->plot, i);

      if (WEFT_IS_PLOT_MARKS (layer) && weft_plot_layer_get_visible (layer))
        for (guint k = 0; k < weft_plot_layer_n_items (layer); k++)
          place_mark (self, WEFT_PLOT_MARKS (layer), k);
    }
}
