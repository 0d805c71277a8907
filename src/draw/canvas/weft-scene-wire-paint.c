/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires: a few as curves as thick as their cables are many, with labels; many as one mask. */
#include "draw/canvas/weft-scene-heat-private.h"
#include "draw/canvas/weft-scene-lines-private.h"

#include <math.h>

/* So many are drawn one by one. */
#define FEW 300
#define FEW_LABELLED 120
#define MOST_LABELS 60
#define LABEL_SIZE 10.0
/* Labels that say the same are so many pixels apart. */
#define SAME_NEAR 220.0
/* Farther than this from the picture (pixels) cairo's numbers are no longer safe. */
#define FAR_AWAY 16000.0

double
weft_scene_wire_width (const WeftScenePen *self, guint wire)
{
  double cables = self->scene->cables[wire];
  double width = cables > 1 ? 1.25 + 0.5 * log10 (cables) : 1.25;
  WeftHeatValue heat;

  if (weft_scene_wire_heat (self->scene, wire, &heat))
    return weft_scene_heat_width (self, heat.most);
  width = MIN (width, 3.25) * CLAMP (self->zoom, 0.6, 1.25);
  return self->palette->high_contrast ? width + 0.75 : width;
}

gboolean
weft_scene_trace (const WeftScenePen *self, const WeftCurve *curve)
{
  double x[4], y[4];
  gboolean is_far = FALSE;

  for (guint i = 0; i < 4; i++)
    {
      x[i] = curve->x[i] * self->zoom + self->tx;
      y[i] = curve->y[i] * self->zoom + self->ty;
      is_far = is_far || fabs (x[i]) > FAR_AWAY || fabs (y[i]) > FAR_AWAY;
    }
  cairo_new_path (self->cr);
  if (is_far)
    {
      WeftBox area = { -FAR_AWAY, -FAR_AWAY, 2 * FAR_AWAY, 2 * FAR_AWAY };

      if (!weft_clip_line (&area, &x[0], &y[0], &x[3], &y[3]))
        return FALSE;
      cairo_move_to (self->cr, x[0], y[0]);
      cairo_line_to (self->cr, x[3], y[3]);
      return TRUE;
    }
  cairo_move_to (self->cr, x[0], y[0]);
  if (weft_curve_is_line (curve))
    cairo_line_to (self->cr, x[3], y[3]);
  else
    cairo_curve_to (self->cr, x[1], y[1], x[2], y[2], x[3], y[3]);
  return TRUE;
}

static void
paint_few (const WeftScenePen *self, const GArray *wires)
{
  WeftColour colour = weft_scene_tint (self->palette, &self->palette->wire, 0.85);

  if (self->palette->high_contrast)
    colour = self->palette->text;
  cairo_save (self->cr);
  weft_paint_source (self->cr, &colour, 1.0);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  for (guint i = 0; i < wires->len; i++)
    {
      guint wire = g_array_index (wires, guint, i);

      if (!weft_scene_trace (self, &self->scene->curves[wire]))
        continue;
      cairo_set_line_width (self->cr, weft_scene_wire_width (self, wire));
      cairo_stroke (self->cr);
    }
  cairo_restore (self->cr);
}

static guint
pieces_of (const WeftCurve *curve, double k)
{
  WeftBox bounds;

  if (weft_curve_is_line (curve))
    return 1;
  weft_curve_bounds (curve, &bounds);
  return (guint) CLAMP ((bounds.w + bounds.h) * k / 24, 3, 20);
}

static void
mask_wire (const WeftScenePen *self, WeftLines *lines, const WeftCurve *curve)
{
  double k = self->zoom * self->scale;
  double dx = self->tx * self->scale, dy = self->ty * self->scale;
  guint n = pieces_of (curve, k);
  double x0 = curve->x[0] * k + dx, y0 = curve->y[0] * k + dy;

  for (guint i = 1; i <= n; i++)
    {
      double x1, y1;

      weft_curve_point (curve, (double) i / n, &x1, &y1);
      x1 = x1 * k + dx;
      y1 = y1 * k + dy;
      weft_lines_add (lines, x0, y0, x1, y1);
      x0 = x1;
      y0 = y1;
    }
}

/* Of wires whose ends fall on the same pixels one is enough. */
static gboolean
is_new (const WeftScenePen *self, const WeftCurve *curve, guint64 *seen, guint mask)
{
  double k = self->zoom * self->scale / 2;
  guint64 key = 0;

  for (guint i = 0; i < 4; i += 3)
    {
      key = key * 0x9e3779b97f4a7c15u + (guint64) (gint64) CLAMP (curve->x[i] * k, -1e15, 1e15);
      key = key * 0x9e3779b97f4a7c15u + (guint64) (gint64) CLAMP (curve->y[i] * k, -1e15, 1e15);
    }
  key = (key ^ key >> 29) | 1;
  for (guint at = (guint) (key >> 17) & mask;; at = (at + 1) & mask)
    {
      if (seen[at] == key)
        return FALSE;
      if (seen[at] != 0)
        continue;
      seen[at] = key;
      return TRUE;
    }
}

void
weft_scene_mask_wires (const WeftScenePen *self, const GArray *wires, const WeftColour *colour,
                       double alpha)
{
  WeftLines lines;
  guint mask = 1;
  g_autofree guint64 *seen = NULL;

  while (mask < 2 * wires->len)
    mask = 2 * mask + 1;
  seen = g_new0 (guint64, mask + 1);
  if (weft_lines_init (&lines, (int) ceil (self->width * self->scale) + 1,
                       (int) ceil (self->height * self->scale) + 1))
    {
      for (guint i = 0; i < wires->len; i++)
        {
          const WeftCurve *curve = &self->scene->curves[g_array_index (wires, guint, i)];

          if (is_new (self, curve, seen, mask))
            mask_wire (self, &lines, curve);
        }
      cairo_surface_mark_dirty (lines.surface);
      cairo_surface_set_device_scale (lines.surface, self->scale, self->scale);
      weft_paint_source (self->cr, colour, alpha);
      cairo_mask_surface (self->cr, lines.surface, 0, 0);
    }
  weft_lines_clear (&lines);
}

/* A label that has been drawn. */
typedef struct
{
  WeftBox box;
  const char *text;
} Taken;

/* Whether another label is in the way, or one that says the same is near. */
static gboolean
is_in_the_way (const GArray *taken, const WeftBox *box, const char *text)
{
  for (guint i = 0; i < taken->len; i++)
    {
      const Taken *label = &g_array_index (taken, Taken, i);
      const WeftBox *other = &label->box;

      if (label->text == text && fabs (box->x - other->x) < SAME_NEAR
          && fabs (box->y - other->y) < SAME_NEAR / 4)
        return TRUE;
      if (box->x < weft_box_right (other) + 4 && other->x < weft_box_right (box) + 4
          && box->y < weft_box_bottom (other) + 2 && other->y < weft_box_bottom (box) + 2)
        return TRUE;
    }
  return FALSE;
}

/* A place on the wire where neither a box nor another label is. */
static gboolean
find_label_place (const WeftScenePen *self, const WeftCurve *curve, const char *text, double w,
                  double h, const GArray *taken, WeftBox *box)
{
  static const double places[] = { 0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78 };
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      double x, y;
      WeftBox area;

      weft_curve_point (curve, places[i], &x, &y);
      *box = (WeftBox) { x * self->zoom + self->tx - w / 2, y * self->zoom + self->ty - h / 2, w,
                         h };
      if (box->x < 2 || box->y < 2 || weft_box_right (box) > self->width - 2
          || weft_box_bottom (box) > self->height - 2 || is_in_the_way (taken, box, text))
        continue;
      area = (WeftBox) { x - w / 2 / self->zoom, y - h / 2 / self->zoom, w / self->zoom,
                         h / self->zoom };
      g_array_set_size (found, 0);
      weft_scene_index_query (self->scene->node_index, &area, found);
      if (found->len == 0)
        return TRUE;
    }
  return FALSE;
}

static void
paint_label (const WeftScenePen *self, const char *text, const WeftBox *box,
             const WeftLabelStyle *style)
{
  WeftColour ground = self->palette->card;
  WeftColour edge = weft_scene_tint (self->palette, &self->palette->wire, 0.35);

  weft_paint_rounded_path (self->cr, box, box->h / 2, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, &ground, 0.94);
  cairo_fill_preserve (self->cr);
  weft_paint_source (self->cr, &edge, 1.0);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  weft_scene_label (self->cr, self->palette, style, text, box, &self->palette->dim_text);
}

/* With heat every wire says how much it is used, and not what it is. */
static const char *
label_of (const WeftScenePen *self, guint wire)
{
  return self->scene->heat != NULL ? weft_scene_heat_label (self->scene, wire) : self->scene->labels[wire];
}

/* The most used wires have their labels first. */
static void
paint_labels (const WeftScenePen *self, GArray *wires)
{
  double size = LABEL_SIZE * CLAMP (self->zoom, 0.9, 1.3);
  WeftLabelStyle style = { .size = size, .align = WEFT_LABEL_MIDDLE };
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (Taken));

  if (self->scene->heat != NULL)
    weft_scene_sort_hot (self->scene, wires);
  for (guint i = 0; i < wires->len && taken->len < MOST_LABELS; i++)
    {
      guint wire = g_array_index (wires, guint, i);
      const WeftCurve *curve = &self->scene->curves[wire];
      const char *text = label_of (self, wire);
      WeftBox bounds, box;
      Taken label;
      double w;

      if (text == NULL || *text == '\0')
        continue;
      weft_curve_bounds (curve, &bounds);
      w = weft_scene_label_width (self->palette, &style, text) + 12;
      if (hypot (bounds.w, bounds.h) * self->zoom < 40
          || !find_label_place (self, curve, text, w, size + 7, taken, &box))
        continue;
      label = (Taken) { box, text };
      g_array_append_val (taken, label);
      box.x = weft_scene_pen_round (self, box.x) + 0.5;
      box.y = weft_scene_pen_round (self, box.y) + 0.5;
      paint_label (self, text, &box, &style);
    }
}

void
weft_scene_paint_wire_label (const WeftScenePen *self, guint wire)
{
  double size = LABEL_SIZE * CLAMP (self->zoom, 0.9, 1.3);
  WeftLabelStyle style = { .size = size, .align = WEFT_LABEL_MIDDLE };
  const char *text = self->scene->heat != NULL ? weft_scene_heat_label (self->scene, wire)
                                               : self->scene->wires[wire].label;
  double x, y, w;
  WeftBox box;

  if (text == NULL || *text == '\0' || self->zoom < WEFT_ZOOM_LABELS)
    return;
  w = weft_scene_label_width (self->palette, &style, text) + 12;
  weft_curve_point (&self->scene->curves[wire], 0.5, &x, &y);
  box = (WeftBox) { weft_scene_pen_round (self, x * self->zoom + self->tx - w / 2) + 0.5,
                    weft_scene_pen_round (self, y * self->zoom + self->ty - size / 2) - 3, w,
                    size + 7 };
  paint_label (self, text, &box, &style);
}

static GArray *
wires_in_view (const WeftScenePen *self)
{
  GArray *wires = g_array_new (FALSE, FALSE, sizeof (guint));
  guint kept = 0;

  weft_scene_index_query (self->scene->wire_index, &self->world, wires);
  for (guint i = 0; i < wires->len; i++)
    {
      guint wire = g_array_index (wires, guint, i);

      if (weft_curve_touches (&self->scene->curves[wire], &self->world))
        g_array_index (wires, guint, kept++) = wire;
    }
  g_array_set_size (wires, kept);
  return wires;
}

/* The labels that the wires in view have room for. */
void
weft_scene_paint_wire_labels (const WeftScenePen *self)
{
  g_autoptr (GArray) wires = NULL;

  if (self->zoom < WEFT_ZOOM_LABELS)
    return;
  wires = wires_in_view (self);
  if (wires->len <= FEW_LABELLED)
    paint_labels (self, wires);
}

void
weft_scene_paint_wires (const WeftScenePen *self)
{
  g_autoptr (GArray) wires = wires_in_view (self);

  gboolean is_few = wires->len <= FEW || self->is_vector;

  if (self->scene->heat != NULL && is_few)
    weft_scene_paint_hot_wires (self, wires);
  else if (self->scene->heat != NULL)
    weft_scene_mask_hot_wires (self, wires);
  else if (is_few)
    paint_few (self, wires);
  else
    weft_scene_mask_wires (self, wires, &self->palette->wire,
                           self->zoom < WEFT_ZOOM_PLAIN ? 0.5 : 0.7);
  if (self->zoom >= WEFT_ZOOM_LABELS && wires->len <= FEW_LABELLED)
    paint_labels (self, wires);
}
