/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the colours and widths of a heat mean, and a scene with both in a file. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "draw/canvas/weft-scene-heat-private.h"
#include "draw/weft-chart-frame-private.h"
#include "draw/weft-heat-scale-private.h"

#define N_TICKS 5
/* Of the wedge. */
#define MOST_WIDTH 280.0
#define WEDGE_LINES 0.75
/* Around the outermost boxes of a picture. */
#define MARGIN 32.0
#define PNG_SCALE 2.0
/* A picture is at least as wide, for its legend. */
#define LEAST_PICTURE 560.0

typedef struct
{
  WeftChartFrame frame;
  WeftBox words;
  WeftBox wedge;
  WeftBox ticks;
} Layout;

static void
layout_init (Layout *self, double width, const WeftPalette *palette)
{
  WeftChartFrame *m = &self->frame;
  double y;

  weft_chart_frame_init (m, palette, palette->font_size);
  y = round (m->pad / 2);
  self->words = (WeftBox){ m->pad, y, MAX (1, width - 2 * m->pad), ceil (m->small_line * 1.2) };
  y += self->words.h;
  self->wedge = (WeftBox){ m->pad, y, CLAMP (width - 2 * m->pad, 1, MOST_WIDTH), ceil (m->small_line * WEDGE_LINES) };
  y += self->wedge.h;
  self->ticks = (WeftBox){ m->pad, y, self->wedge.w, ceil (m->small_line * 1.2) };
  if (!palette->right_to_left)
    return;
  weft_box_mirror (&self->wedge, width);
  weft_box_mirror (&self->ticks, width);
}

/**
 * weft_heat_legend_height: (skip)
 * @palette: colours and text
 *
 * Returns: how high weft_heat_legend_paint() wants to be
 */
double
weft_heat_legend_height (const WeftPalette *palette)
{
  Layout layout;

  g_return_val_if_fail (palette != NULL, 0);

  layout_init (&layout, MOST_WIDTH, palette);
  return ceil (weft_box_bottom (&layout.ticks) + layout.frame.pad / 2);
}

/* (transfer full) */
static char *
say_when (const WeftHeat *self)
{
  g_autofree char *from = NULL, *to = NULL;
  double step_s = weft_heat_get_step_s (self), at_s = weft_heat_get_time (self);

  if (at_s < 0)
    return g_strdup (_("Use of the busiest link of each wire and inside of each box, over the whole run"));
  at_s = floor (MIN (at_s, weft_heat_get_end_s (self)) / step_s) * step_s;
  from = weft_quantity_format (at_s, WEFT_UNIT_S);
  to = weft_quantity_format (at_s + step_s, WEFT_UNIT_S);
  /* Translators: two times */
  return g_strdup_printf (_("Use of the busiest link of each wire and inside of each box, from %s to %s"), from, to);
}

/* The outer labels end where the wedge does. */
static void
paint_ticks (const Layout *self, cairo_t *cr, const WeftPalette *palette)
{
  for (guint i = 0; i < N_TICKS; i++)
    {
      char text[16];
      double part = (double) i / (N_TICKS - 1), w, x;
      WeftBox box;

      g_snprintf (text, sizeof text, "%u\u00a0%%", i * 100 / (N_TICKS - 1));
      w = ceil (weft_text_width (&self->frame.small, text)) + 1;
      /* Without room the ends have to do. */
      if (w * N_TICKS > self->ticks.w && i % (N_TICKS - 1) != 0)
        continue;
      x = self->ticks.x + (palette->right_to_left ? 1 - part : part) * self->ticks.w;
      box = (WeftBox){ CLAMP (x - w / 2, self->ticks.x, MAX (self->ticks.x, weft_box_right (&self->ticks) - w)),
                       self->ticks.y, MIN (w, self->ticks.w), self->ticks.h };
      weft_text_draw (cr, &self->frame.small, text, &box, WEFT_TEXT_CENTRE, weft_chart_dim (palette));
    }
}

/**
 * weft_heat_legend_paint: (skip)
 * @self: a heat
 * @cr: where to paint
 * @width: of the legend
 * @height: of the legend
 * @palette: colours and text
 *
 * Paints what is shown, a wedge of all colours and widths, and its numbers.
 */
void
weft_heat_legend_paint (const WeftHeat *self, cairo_t *cr, double width, double height, const WeftPalette *palette)
{
  g_autofree char *words = NULL;
  Layout layout;

  g_return_if_fail (self != NULL && cr != NULL && palette != NULL);

  if (!(width > 0 && height > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  layout_init (&layout, width, palette);
  words = say_when (self);
  weft_text_draw (cr, &layout.frame.small, words, &layout.words, weft_chart_start (palette), &palette->text);
  weft_heat_scale_paint (cr, &layout.wedge, palette, palette->right_to_left);
  paint_ticks (&layout, cr, palette);
  cairo_restore (cr);
}

/* --- in a file --- */

typedef struct
{
  WeftScene *scene;
  WeftHeat *heat;
  WeftSceneView view;
} Picture;

static void
paint_cb (cairo_t *cr, double width, double height, const WeftPalette *palette, gpointer data)
{
  const Picture *self = data;

  weft_paint_background (cr, width, height, palette);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, self->view.width, self->view.height);
  cairo_clip (cr);
  weft_scene_paint (self->scene, cr, &self->view, palette);
  cairo_restore (cr);
  cairo_translate (cr, 0, self->view.height);
  weft_heat_legend_paint (self->heat, cr, width, height - self->view.height, palette);
}

/**
 * weft_heat_export: (skip)
 * @path: of the file; its suffix says how
 * @scene: a scene of the machine
 * @heat: what it shows in the picture; afterwards it shows what it did before
 * @palette: colours and text
 * @error: return location for an error
 *
 * Writes a picture of a whole scene with the use of its links, and the legend.
 *
 * Returns: %FALSE with @error set when the file cannot be written
 */
gboolean
weft_heat_export (const char *path, WeftScene *scene, WeftHeat *heat, const WeftPalette *palette, GError **error)
{
  g_autoptr (WeftHeat) before = NULL;
  Picture picture = { .scene = scene, .heat = heat };
  WeftBox bounds;
  double width;
  gboolean done;

  g_return_val_if_fail (path != NULL && scene != NULL && heat != NULL && palette != NULL, FALSE);

  if (!weft_paint_check_suffix (path, error))
    return FALSE;
  before = scene->heat != NULL ? weft_heat_ref (scene->heat) : NULL;
  weft_scene_get_bounds (scene, &bounds);
  width = MAX (bounds.w + 2 * MARGIN, LEAST_PICTURE);
  picture.view = (WeftSceneView){ bounds.x + bounds.w / 2 - width / 2, bounds.y - MARGIN, 1, width, bounds.h + 2 * MARGIN };
  weft_scene_set_heat (scene, heat);
  done = weft_paint_export_titled (path, width, picture.view.height + weft_heat_legend_height (palette), PNG_SCALE, palette,
                                   scene->definition != NULL ? scene->definition->id : NULL, paint_cb, &picture, error);
  weft_scene_set_heat (scene, before);
  return done;
}
