/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small picture of what is in a definition: one batch for each colour. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>

/* In pixels: below the first, rows of one kind run together; below the second, no marks. */
#define LEAST_ROW 3.9
#define LEAST_MARK_ROW 3.0
#define LEAST_MARK 1.5
#define LEAST_DIE 11.0
/* Pictures that are kept, and how large they may be. */
#define MOST_PICTURES 64
#define MOST_PIXELS 500000
#define MARGIN 4.0

typedef struct
{
  const WeftScenePen *pen;
  const WeftScenePreview *preview;
  const WeftBox *area;
  double zoom;
  gboolean is_merged; /* the rows of a kind have run together over their chips */
} Picture;

static double
row_gap (const Picture *self, const WeftPreviewRow *row)
{
  double h = row->height * self->area->h;

  return h * self->zoom < LEAST_ROW ? 0 : MIN (h * 0.22, 3);
}

static WeftBox
row_box (const Picture *self, const WeftPreviewRow *row)
{
  double gap = row_gap (self, row);

  return (WeftBox) { self->area->x, self->area->y + row->top * self->area->h + gap / 2,
                     self->area->w, row->height * self->area->h - gap };
}

/* Trays that hold chips are pale, for the chips to stand out; where there is no room for chips they
 * have the chips' colour themselves. */
static WeftColour
row_colour (const Picture *self, WeftSceneKind kind)
{
  const WeftPalette *palette = self->pen->palette;

  if (kind == WEFT_SCENE_SWITCH || kind == WEFT_SCENE_POWER)
    return weft_scene_tint (palette, &palette->kinds[kind], 0.42);
  if (self->is_merged)
    return weft_scene_tint (palette, &palette->kinds[WEFT_SCENE_CHIP], 0.5);
  return weft_scene_tint (palette, &palette->kinds[kind], 0.20);
}

/* Rows of a rack are drawn; those of parts are only where their marks stand. */
static void
paint_rows (Picture *self, WeftSceneKind kind)
{
  gboolean any = FALSE;
  WeftColour fill;

  for (guint i = 0; i < self->preview->n_rows; i++)
    {
      const WeftPreviewRow *row = &self->preview->rows[i];
      WeftBox box;

      if (row->kind != kind)
        continue;
      box = row_box (self, row);
      self->is_merged = row_gap (self, row) == 0 && row->n_marks > 0;
      /* Neighbours without a gap are one. */
      if (row_gap (self, row) == 0)
        for (; i + 1 < self->preview->n_rows && self->preview->rows[i + 1].kind == kind; i++)
          {
            WeftBox next = row_box (self, &self->preview->rows[i + 1]);
            double bottom = MAX (weft_box_bottom (&box), weft_box_bottom (&next));

            box.y = MIN (box.y, next.y);
            box.h = bottom - box.y;
          }
      if (box.h * self->zoom >= 6)
        weft_paint_rounded_path (self->pen->cr, &box, 1.5, WEFT_CORNERS_ALL);
      else
        cairo_rectangle (self->pen->cr, box.x, box.y, box.w, box.h);
      any = TRUE;
    }
  if (!any)
    return;
  fill = row_colour (self, kind);
  weft_paint_source (self->pen->cr, &fill, 1.0);
  cairo_fill (self->pen->cr);
}

/* The marks of a row, or what is inside of each of them (@inset of their size): in as many lines as its height has room for. */
static gboolean
add_marks (const Picture *self, const WeftPreviewRow *row, double inset)
{
  WeftBox box = row_box (self, row);
  guint lines = self->preview->is_rack && row->n_marks > 4 && box.h > 20 ? 2 : 1;
  guint in_line = (row->n_marks + lines - 1) / lines;
  double margin = self->preview->is_rack ? MIN (5, box.w * 0.05) : 0;
  double step_x = (box.w - 2 * margin) / in_line, step_y = box.h / lines;
  double w, h;

  if (self->preview->is_rack)
    {
      w = step_x * 0.66;
      h = MIN (step_y * 0.52, w * 0.8);
    }
  else
    {
      w = MIN (step_x - MIN (5, step_x * 0.25), 30);
      h = MIN (step_y - MIN (5, step_y * 0.25), row->kind == WEFT_SCENE_RACK ? 60 : 24);
    }
  if (inset > 0 && MIN (w, h) * self->zoom < LEAST_DIE)
    return FALSE;
  if (w * self->zoom < LEAST_MARK || box.h * self->zoom < LEAST_MARK_ROW)
    return FALSE;
  for (guint i = 0; i < row->n_marks; i++)
    {
      WeftBox mark = { box.x + margin + step_x * (i % in_line + 0.5) - w / 2,
                       box.y + step_y * (i / in_line + 0.5) - h / 2, w, h };

      mark.x += inset * w;
      mark.y += inset * h;
      mark.w -= 2 * inset * w;
      mark.h -= 2 * inset * h;
      if (MIN (w, h) * self->zoom >= 7)
        weft_paint_rounded_path (self->pen->cr, &mark, 2, WEFT_CORNERS_ALL);
      else
        cairo_rectangle (self->pen->cr, mark.x, mark.y, mark.w, mark.h);
    }
  return TRUE;
}

static void
paint_marks (const Picture *self, WeftSceneKind kind)
{
  const WeftPalette *palette = self->pen->palette;
  WeftColour fill = weft_scene_tint (palette, &palette->kinds[kind], 0.85);
  gboolean any = FALSE;

  for (guint i = 0; i < self->preview->n_rows; i++)
    if (self->preview->rows[i].marks == kind && self->preview->rows[i].n_marks > 0)
      any = add_marks (self, &self->preview->rows[i], 0) || any;
  if (!any)
    return;
  weft_paint_source (self->pen->cr, &fill, 1.0);
  cairo_fill (self->pen->cr);
  /* Large ones show their die. */
  for (guint i = 0; i < self->preview->n_rows; i++)
    if (self->preview->rows[i].marks == kind && self->preview->rows[i].n_marks > 0)
      add_marks (self, &self->preview->rows[i], 0.24);
  fill = weft_scene_tint (palette, &palette->kinds[kind], 0.6);
  weft_paint_source (self->pen->cr, &fill, 1.0);
  cairo_fill (self->pen->cr);
}

/* The frame of a rack, in which its trays stand. */
static void
paint_frame (const Picture *self)
{
  const WeftPalette *palette = self->pen->palette;
  WeftColour ground = weft_scene_tint (palette, &palette->kinds[WEFT_SCENE_RACK], 0.10);
  double margin = self->area->w * self->zoom > 60 ? 3 : 0;
  WeftBox frame = { self->area->x - margin, self->area->y - margin, self->area->w + 2 * margin,
                    self->area->h + 2 * margin };

  weft_paint_rounded_path (self->pen->cr, &frame, margin, WEFT_CORNERS_ALL);
  weft_paint_source (self->pen->cr, &ground, 1.0);
  cairo_fill (self->pen->cr);
}

static void
paint_all (const WeftScenePen *pen, const WeftScenePreview *preview, const WeftBox *area,
           double zoom)
{
  Picture self = { pen, preview, area, zoom, FALSE };

  cairo_new_path (pen->cr);
  if (preview->is_rack)
    paint_frame (&self);
  for (guint kind = 0; preview->is_rack && kind < WEFT_N_SCENE_KINDS; kind++)
    paint_rows (&self, kind);
  for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
    paint_marks (&self, kind);
}

/* A preview as an image: a hundred racks of one definition are painted once. */
typedef struct
{
  const WeftScenePreview *preview;
  guint colours;
  int width, height; /* device pixels */
} PictureKey;

static guint
key_hash_cb (gconstpointer data)
{
  const PictureKey *key = data;

  return g_direct_hash (key->preview) ^ key->colours ^ (guint) key->width * 31
         ^ (guint) key->height * 131071;
}

static gboolean
key_equal_cb (gconstpointer a, gconstpointer b)
{
  const PictureKey *x = a, *y = b;

  return x->preview == y->preview && x->colours == y->colours && x->width == y->width
         && x->height == y->height;
}

/* (transfer none): the picture of an area with a margin around it, NULL when there is none. */
static cairo_surface_t *
find_picture (const WeftScenePen *pen, const WeftScenePreview *preview, const WeftBox *area,
              double zoom)
{
  WeftScene *scene = pen->scene;
  double k = zoom * pen->scale;
  PictureKey key = { preview, pen->colours, (int) ceil ((area->w + 2 * MARGIN) * k),
                     (int) ceil ((area->h + 2 * MARGIN) * k) };
  WeftScenePen inner = *pen;
  const WeftBox inside = { MARGIN, MARGIN, area->w, area->h };
  cairo_surface_t *picture;

  if (key.width <= 0 || key.height <= 0 || key.width > MOST_PIXELS / key.height)
    return NULL;
  if (scene->pictures == NULL)
    scene->pictures = g_hash_table_new_full (key_hash_cb, key_equal_cb, g_free,
                                             (GDestroyNotify) cairo_surface_destroy);
  picture = g_hash_table_lookup (scene->pictures, &key);
  if (picture != NULL)
    return picture;
  if (g_hash_table_size (scene->pictures) >= MOST_PICTURES)
    g_hash_table_remove_all (scene->pictures);
  picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, key.width, key.height);
  inner.cr = cairo_create (picture);
  cairo_scale (inner.cr, k, k);
  paint_all (&inner, preview, &inside, zoom);
  cairo_destroy (inner.cr);
  g_hash_table_insert (scene->pictures, g_memdup2 (&key, sizeof key), picture);
  return picture;
}

/* Puts a picture on whole device pixels; FALSE when the pen is turned. */
static gboolean
put_picture (const WeftScenePen *pen, cairo_surface_t *picture, double x, double y, double zoom)
{
  double sx, sy;
  cairo_matrix_t matrix;

  cairo_get_matrix (pen->cr, &matrix);
  if (matrix.xy != 0 || matrix.yx != 0 || matrix.xx <= 0 || matrix.yy != matrix.xx)
    return FALSE;
  cairo_surface_get_device_scale (cairo_get_target (pen->cr), &sx, &sy);
  /* The pen's scale is not what the picture was painted for. */
  if (sx != sy || fabs (matrix.xx * sx - zoom * pen->scale) > 1e-6 * zoom * pen->scale)
    return FALSE;
  cairo_user_to_device (pen->cr, &x, &y);
  cairo_surface_set_device_scale (picture, sx, sy);
  cairo_save (pen->cr);
  cairo_identity_matrix (pen->cr);
  cairo_set_source_surface (pen->cr, picture, floor (x * sx + 0.5) / sx, floor (y * sy + 0.5) / sy);
  cairo_pattern_set_filter (cairo_get_source (pen->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (pen->cr);
  cairo_restore (pen->cr);
  return TRUE;
}

/* @zoom: pixels of a unit of the pen's. */
void
weft_scene_paint_preview (const WeftScenePen *pen, const WeftScenePreview *preview,
                          const WeftBox *area, double zoom)
{
  cairo_surface_t *picture = pen->is_vector ? NULL : find_picture (pen, preview, area, zoom);

  if (picture == NULL || !put_picture (pen, picture, area->x - MARGIN, area->y - MARGIN, zoom))
    paint_all (pen, preview, area, zoom);
}
