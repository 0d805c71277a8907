/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Boxes in full, and as outlined shapes with a name. */
#include "base/weft-quantity.h"
#include "draw/canvas/weft-scene-heat-private.h"

#include <math.h>

#define RADIUS 9.0
#define PAD 8.0
#define ICON 16.0
#define LARGE_ICON 24.0
#define TITLE_SIZE 12.5
#define SMALL_SIZE 10.0
#define LEAST_TITLE 9.0
/* The area of the smallest boxes, in world units. */
#define LEAST_AREA (112.0 * 56.0)
/* Below this there are no small lines; a little above they are larger than the box is. */
#define SMALL_ZOOM 0.58
#define LAYERS 2
#define LAYER_STEP 4.0

static double
text_scale (const WeftPalette *palette)
{
  return CLAMP (palette->font_size / 14, 0.85, 1.25);
}

/* Zero when small lines would be too small to read. */
static double
small_size (const WeftScenePen *self)
{
  double size = SMALL_SIZE * text_scale (self->palette);

  return self->zoom < SMALL_ZOOM ? 0 : MAX (size, WEFT_LEAST_TEXT / self->zoom);
}

/* Turns a part of a box over where text runs from right to left. */
static WeftBox
inside (const WeftPalette *palette, const WeftBox *box, double x, double y, double w, double h)
{
  WeftBox part = { x, y, w, h };

  if (palette->right_to_left)
    weft_box_mirror (&part, box->w);
  return part;
}

static void
add_edge (cairo_t *cr, const WeftBox *box, double radius, double half)
{
  WeftBox inner = { box->x + half, box->y + half, MAX (box->w - 2 * half, 0),
                    MAX (box->h - 2 * half, 0) };

  weft_paint_rounded_path (cr, &inner, MAX (radius - half, 0), WEFT_CORNERS_ALL);
}

/* A card with a border of whole device pixels. */
static void
paint_card (const WeftScenePen *self, const WeftBox *box, const WeftColour *fill,
            const WeftColour *border, double radius)
{
  double line = self->palette->high_contrast ? 2 : self->scale >= 2 ? 1.5 : 1;

  add_edge (self->cr, box, radius, line / 2);
  weft_paint_source (self->cr, fill, 1.0);
  cairo_fill_preserve (self->cr);
  weft_paint_source (self->cr, border, 1.0);
  cairo_set_line_width (self->cr, line);
  cairo_stroke (self->cr);
}

static void
paint_shadow (const WeftScenePen *self, const WeftBox *box, double radius)
{
  const WeftColour black = { 0, 0, 0, 1 };
  WeftBox shadow = { box->x - 0.5, box->y + 1.5, box->w + 1, box->h + 0.5 };

  if (self->palette->high_contrast)
    return;
  weft_paint_rounded_path (self->cr, &shadow, radius, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, &black, 0.08);
  cairo_fill (self->cr);
}

/* The cards behind a box that stands for many; the farthest first. */
static void
paint_layers (const WeftScenePen *self, const WeftSceneNode *node, const WeftBox *box,
              double radius)
{
  /* Thick lines would run together. */
  double least = self->palette->high_contrast ? 4 : 2;
  double step = weft_scene_pen_round (self, MAX (LAYER_STEP * self->zoom, least));
  guint layers = node->count > 2 ? LAYERS : 1;

  for (guint i = layers; i > 0; i--)
    {
      WeftColour fill = weft_scene_tint (self->palette, &self->palette->kinds[node->kind],
                                         self->palette->high_contrast ? 0 : 0.06 + 0.07 * i);
      WeftColour border = weft_scene_border (self->palette, node->kind);
      WeftBox layer = { box->x + (self->palette->right_to_left ? -step : step) * i,
                        box->y - step * i, box->w, box->h };

      paint_card (self, &layer, &fill, &border, radius);
    }
}

/* The legs of a chip, left and right of its box. */
static void
paint_legs (const WeftScenePen *self, const WeftSceneNode *node, const WeftBox *box)
{
  WeftColour colour = weft_scene_border (self->palette, node->kind);
  double leg = weft_scene_pen_round (self, 4 * self->zoom);
  guint n = 4;

  for (guint i = 0; i < n; i++)
    {
      double y = weft_scene_pen_round (self, box->y + box->h * (i + 1) / (n + 1) - self->zoom);
      double h = MAX (weft_scene_pen_round (self, 2.5 * self->zoom), 1);

      cairo_rectangle (self->cr, box->x - leg, y, leg, h);
      cairo_rectangle (self->cr, weft_box_right (box), y, leg, h);
    }
  weft_paint_source (self->cr, &colour, 1.0);
  cairo_fill (self->cr);
}

static void
paint_badge (const WeftScenePen *self, const WeftSceneNode *node, const WeftBox *box)
{
  WeftLabelStyle style = { .size = SMALL_SIZE * text_scale (self->palette),
                           .is_bold = TRUE,
                           .align = WEFT_LABEL_MIDDLE };
  const WeftColour *fill = &self->palette->kinds[node->kind];
  g_autofree char *number = weft_quantity_format (node->count, WEFT_UNIT_COUNT);
  g_autofree char *text = g_strdup_printf ("× %s", number);
  double scale = MAX (self->zoom, LEAST_TITLE / style.size);
  double w = weft_scene_label_width (self->palette, &style, text) + 12;
  double h = style.size + 7;
  WeftBox badge = { 0, 0, w, h };
  double x = self->palette->right_to_left ? box->x - 6 * scale
                                          : weft_box_right (box) - (w - 6) * scale;

  if (box->w < w * scale)
    return;
  cairo_save (self->cr);
  cairo_translate (self->cr, weft_scene_pen_round (self, x),
                   weft_scene_pen_round (self, box->y - h * scale * 0.62));
  cairo_scale (self->cr, scale, scale);
  weft_paint_rounded_path (self->cr, &badge, h / 2, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, fill, 1.0);
  cairo_fill_preserve (self->cr);
  weft_paint_source (self->cr, &self->palette->card, 1.0);
  cairo_set_line_width (self->cr, 1.5);
  cairo_stroke (self->cr);
  weft_scene_label (self->cr, self->palette, &style, text, &badge, weft_colour_ink_on (fill));
  cairo_restore (self->cr);
}

/* Name, what it is and facts as three lines from @y on; those that would be too small stay away.
 * The lines after the first begin at @x_small. */
static double
write_lines (const WeftScenePen *self, guint index, const WeftBox *box, double x, double x_small,
             double y, gboolean has_facts)
{
  const WeftPalette *palette = self->palette;
  const WeftSceneNode *node = &self->scene->nodes[index];
  double k = text_scale (palette);
  double title_size = MAX (TITLE_SIZE * k, LEAST_TITLE / self->zoom);
  WeftLabelStyle title = { .size = title_size, .is_bold = TRUE };
  WeftLabelStyle small = { .size = small_size (self) };
  WeftBox line = inside (palette, box, x, y, box->w - x - PAD, title_size + 3);

  weft_scene_label (self->cr, palette, &title, node->title, &line, &palette->text);
  y += line.h;
  if (small.size == 0)
    return y;
  line = inside (palette, box, x_small, y, box->w - x_small - PAD + 2, small.size + 3);
  weft_scene_label (self->cr, palette, &small, self->scene->details[index].what, &line,
                    &palette->dim_text);
  line.y += line.h;
  if (has_facts)
    weft_scene_label (self->cr, palette, &small, node->subtitle, &line, &palette->dim_text);
  return line.y;
}

/* A native part: its sign in a field of its own, the words beside it. */
static void
fill_part (const WeftScenePen *self, guint index, const WeftBox *box)
{
  const WeftSceneNode *node = &self->scene->nodes[index];
  const WeftColour *colour = &self->palette->kinds[node->kind];
  WeftColour field = weft_scene_tint (self->palette, colour, 0.16);
  double size = LARGE_ICON;
  double y = (box->h - size) / 2;
  WeftBox spot = inside (self->palette, box, PAD, y, size, size);
  double k = text_scale (self->palette);
  double small = small_size (self);
  guint n_small = small == 0 ? 0 : *node->subtitle != '\0' ? 2 : 1;
  double text_h = MAX (TITLE_SIZE * k, LEAST_TITLE / self->zoom) + 3 + n_small * (small + 3);

  weft_paint_rounded_path (self->cr, &spot, 6, WEFT_CORNERS_ALL);
  weft_paint_source (self->cr, &field, 1.0);
  cairo_fill (self->cr);
  weft_scene_icon (self->cr, node->kind, spot.x + size * 0.19, spot.y + size * 0.19, size * 0.62,
                   colour);
  write_lines (self, index, box, PAD + size + 6, PAD + size + 6, (box->h - text_h) / 2, TRUE);
}

/* A definition: its head, what is in it, its facts. */
static void
fill_definition (const WeftScenePen *self, guint index, const WeftBox *box)
{
  const WeftSceneNode *node = &self->scene->nodes[index];
  const WeftColour *colour = &self->palette->kinds[node->kind];
  WeftLabelStyle small = { .size = small_size (self) };
  WeftBox spot = inside (self->palette, box, PAD, 7.5, ICON, ICON);
  gboolean has_small = small.size > 0;
  double top = write_lines (self, index, box, PAD + ICON + 5, PAD, 6, FALSE) + 5;
  double foot = has_small && *node->subtitle != '\0' ? small.size + 9 : PAD;
  WeftBox area = { PAD, top, box->w - 2 * PAD, box->h - top - foot };
  WeftBox line = { PAD - 3, box->h - foot, box->w - 2 * PAD + 6, foot - 1 };

  weft_scene_icon (self->cr, node->kind, spot.x, spot.y, ICON, colour);
  if (self->scene->details[index].preview != NULL && area.h > 8)
    weft_scene_paint_preview (self, self->scene->details[index].preview, &area, self->zoom);
  small.align = WEFT_LABEL_MIDDLE;
  if (has_small)
    weft_scene_label (self->cr, self->palette, &small, node->subtitle, &line,
                      &self->palette->dim_text);
}

static void
paint_full (const WeftScenePen *self, guint index, const WeftBox *box)
{
  const WeftSceneNode *node = &self->scene->nodes[index];
  WeftColour fill = weft_scene_fill (self->palette, node->kind);
  WeftColour border = weft_scene_border (self->palette, node->kind);
  double radius = MIN (RADIUS * self->zoom, 14);
  WeftBox local = { 0, 0, box->w / self->zoom, box->h / self->zoom };

  if (node->count > 1)
    paint_layers (self, node, box, radius);
  if (node->kind == WEFT_SCENE_CHIP || node->kind == WEFT_SCENE_CPU)
    paint_legs (self, node, box);
  paint_shadow (self, box, radius);
  paint_card (self, box, &fill, &border, radius);
  cairo_save (self->cr);
  cairo_translate (self->cr, box->x, box->y);
  cairo_scale (self->cr, self->zoom, self->zoom);
  if (self->scene->details[index].preview != NULL)
    fill_definition (self, index, &local);
  else
    fill_part (self, index, &local);
  cairo_restore (self->cr);
  weft_scene_paint_inside (self, index, box);
  if (node->count > 1)
    paint_badge (self, node, box);
}

/* The name when it fits, at one of two sizes; FALSE when it does not. */
static gboolean
write_plain (const WeftScenePen *self, guint index, const WeftBox *box)
{
  const WeftSceneNode *node = &self->scene->nodes[index];
  WeftLabelStyle style = { .is_bold = TRUE, .align = WEFT_LABEL_MIDDLE, .is_whole = TRUE };
  WeftBox line = { box->x + 1, box->y, box->w - 2, box->h };

  if (self->scene->details[index].preview != NULL)
    line.h = MIN (LEAST_TITLE + 4, box->h);
  for (style.size = LEAST_TITLE; style.size >= LEAST_TITLE - 1; style.size--)
    if (box->h >= style.size + 2
        && weft_scene_label (self->cr, self->palette, &style, node->title, &line,
                             &self->palette->text))
      return TRUE;
  return FALSE;
}

/* The name and, below it or in its place, what is inside. */
static void
fill_plain (const WeftScenePen *self, guint index, const WeftBox *box)
{
  const WeftScenePreview *preview = self->scene->details[index].preview;
  double head = write_plain (self, index, box) ? MIN (LEAST_TITLE + 5, box->h / 2) : 3;
  WeftBox area = { box->x + 3, box->y + head, box->w - 6, box->h - head - 3 };

  if (preview != NULL && area.w >= 8 && area.h >= 8)
    weft_scene_paint_preview (self, preview, &area, 1);
}

/* Outlined shapes, one batch for each kind, then what is in them. */
static void
paint_plain (const WeftScenePen *self, const GArray *nodes)
{
  for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
    {
      WeftColour fill = weft_scene_fill (self->palette, kind);
      WeftColour border = weft_scene_border (self->palette, kind);
      double half = 0.5;

      cairo_new_path (self->cr);
      for (guint i = 0; i < nodes->len; i++)
        {
          const WeftSceneNode *node = &self->scene->nodes[g_array_index (nodes, guint, i)];
          WeftBox box;

          if (node->kind != kind)
            continue;
          box = weft_scene_pen_box (self, &node->box);
          cairo_rectangle (self->cr, box.x + half, box.y + half, MAX (box.w - 1, 1),
                           MAX (box.h - 1, 1));
          if (node->count > 1)
            {
              cairo_move_to (self->cr, box.x + 3, box.y - 1.5);
              cairo_line_to (self->cr, weft_box_right (&box) + 1.5, box.y - 1.5);
              cairo_line_to (self->cr, weft_box_right (&box) + 1.5, weft_box_bottom (&box) - 3);
              cairo_line_to (self->cr, weft_box_right (&box) + 1.5, box.y - 1.5);
              cairo_close_path (self->cr);
            }
        }
      weft_paint_source (self->cr, &fill, 1.0);
      cairo_fill_preserve (self->cr);
      weft_paint_source (self->cr, &border, 1.0);
      cairo_set_line_width (self->cr, 1);
      cairo_stroke (self->cr);
    }
  for (guint i = 0; i < nodes->len; i++)
    {
      guint index = g_array_index (nodes, guint, i);
      WeftBox box = weft_scene_pen_box (self, &self->scene->nodes[index].box);

      fill_plain (self, index, &box);
    }
}

void
weft_scene_paint_badge (const WeftScenePen *self, guint index)
{
  const WeftSceneNode *node = &self->scene->nodes[index];
  WeftBox place = weft_scene_pen_box (self, &node->box);

  if (node->count > 1 && self->zoom >= WEFT_ZOOM_FULL)
    paint_badge (self, node, &place);
}

void
weft_scene_paint_box (const WeftScenePen *self, guint node, double dx, double dy)
{
  WeftBox moved = self->scene->nodes[node].box;
  WeftBox box;

  moved.x += dx;
  moved.y += dy;
  if (!weft_scene_pen_sees (self, &moved))
    return;
  box = weft_scene_pen_box (self, &moved);
  if (self->zoom >= WEFT_ZOOM_FULL)
    paint_full (self, node, &box);
  else
    {
      WeftColour fill = self->zoom >= WEFT_ZOOM_PLAIN
                            ? weft_scene_fill (self->palette, self->scene->nodes[node].kind)
                            : weft_scene_spot (self->palette, self->scene->nodes[node].kind);
      WeftColour border = weft_scene_border (self->palette, self->scene->nodes[node].kind);

      paint_card (self, &box, &fill, &border, 0);
      if (self->zoom >= WEFT_ZOOM_PLAIN)
        fill_plain (self, node, &box);
    }
}

/* More boxes than a picture has room for lie over each other: the lower ones are spots. (transfer
 * full): the upper ones. */
static GArray *
keep_upper (const WeftScenePen *self, const GArray *nodes)
{
  double room = self->width * self->height / (LEAST_AREA * self->zoom * self->zoom);
  guint most = 100 + 2 * (guint) MIN (room, 1e6);
  GArray *upper = g_array_new (FALSE, FALSE, sizeof (guint));
  guint first = nodes->len > most ? nodes->len - most : 0;

  if (first > 0)
    weft_scene_paint_spots (self, nodes, NULL);
  if (nodes->len > first)
    g_array_append_vals (upper, &g_array_index (nodes, guint, first), nodes->len - first);
  return upper;
}

void
weft_scene_paint_boxes (const WeftScenePen *self, const GArray *nodes)
{
  gboolean is_full = self->zoom >= WEFT_ZOOM_FULL;
  g_autoptr (GArray) upper = NULL;

  if (self->zoom < WEFT_ZOOM_PLAIN)
    {
      weft_scene_paint_spots (self, nodes, NULL);
      return;
    }
  upper = keep_upper (self, nodes);
  if (!is_full)
    paint_plain (self, upper);
  for (guint i = 0; is_full && i < upper->len; i++)
    weft_scene_paint_box (self, g_array_index (upper, guint, i), 0, 0);
}
