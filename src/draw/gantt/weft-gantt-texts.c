/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts inside of bars. On an image each text is set once and kept as a mask, since a picture of a schedule has the
 * same few names a thousand times. */
#include <math.h>
#include <string.h>

#include "draw/gantt/weft-gantt-bars-private.h"

/* Texts that are kept at most. */
#define MOST_KEPT 4096
/* Between a text and the edges of its bar. */
#define INSET 3.0
/* The least width of a text that has more than one letter. */
#define WORD_WIDTH 24.0
/* Names of tasks are tried in bars this wide. */
#define NAME_WIDTH 64.0

typedef struct
{
  cairo_surface_t *mask; /* (nullable): set when it is first drawn */
  double width;
  double height;
} Kept;

struct _WeftGanttLabels
{
  GHashTable *kept; /* text: Kept */
  char *font;
  double size;
  double scale;
};

static void
free_kept (gpointer data)
{
  Kept *kept = data;

  g_clear_pointer (&kept->mask, cairo_surface_destroy);
  g_free (kept);
}

/**
 * weft_gantt_labels_new: (skip)
 *
 * Returns: (transfer full): texts for one sheet that is painted again and again
 */
WeftGanttLabels *
weft_gantt_labels_new (void)
{
  WeftGanttLabels *self = g_new0 (WeftGanttLabels, 1);

  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_kept);
  return self;
}

/**
 * weft_gantt_labels_free: (skip)
 * @self: (nullable): texts
 */
void
weft_gantt_labels_free (WeftGanttLabels *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->kept);
  g_free (self->font);
  g_free (self);
}

static void
forget_others (WeftGanttLabels *self, const WeftTextStyle *style, double scale)
{
  if (self->size == style->size && (scale == 0 || self->scale == scale)
      && g_strcmp0 (self->font, style->palette->font) == 0 && g_hash_table_size (self->kept) < MOST_KEPT)
    return;
  g_hash_table_remove_all (self->kept);
  g_free (self->font);
  self->font = g_strdup (style->palette->font);
  self->size = style->size;
  self->scale = scale > 0 ? scale : self->scale;
}

static Kept *
find_kept (WeftGanttLabels *self, const WeftTextStyle *style, const char *text)
{
  Kept *kept = g_hash_table_lookup (self->kept, text);

  if (kept != NULL)
    return kept;
  kept = g_new0 (Kept, 1);
  kept->width = weft_text_width (style, text);
  kept->height = weft_text_height (style);
  g_hash_table_insert (self->kept, g_strdup (text), kept);
  return kept;
}

double
weft_gantt_labels_width (WeftGanttLabels *self, const WeftTextStyle *style, const char *text)
{
  if (self == NULL)
    return weft_text_width (style, text);
  forget_others (self, style, 0);
  return find_kept (self, style, text)->width;
}

static void
set_mask (Kept *kept, const WeftTextStyle *style, const char *text, double scale)
{
  static const WeftColour opaque = { 0, 0, 0, 1 };
  WeftBox box = { 0, 0, ceil (kept->width) + 1, ceil (kept->height) };
  cairo_t *cr;

  kept->mask = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) ceil (box.w * scale), (int) ceil (box.h * scale));
  cairo_surface_set_device_scale (kept->mask, scale, scale);
  cr = cairo_create (kept->mask);
  weft_text_draw (cr, style, text, &box, WEFT_TEXT_LEFT, &opaque);
  cairo_destroy (cr);
}

void
weft_gantt_labels_draw (WeftGanttLabels *self, cairo_t *cr, double scale, const WeftTextStyle *style, const char *text,
                        const WeftBox *box, const WeftColour *ink)
{
  Kept *kept;
  double x, y;

  if (self == NULL || scale <= 0)
    {
      weft_text_draw (cr, style, text, box, WEFT_TEXT_CENTRE, ink);
      return;
    }
  forget_others (self, style, scale);
  kept = find_kept (self, style, text);
  if (kept->mask == NULL)
    set_mask (kept, style, text, scale);
  x = round ((box->x + (box->w - kept->width) / 2) * scale) / scale;
  y = round ((box->y + (box->h - ceil (kept->height)) / 2) * scale) / scale;
  weft_paint_source (cr, ink, 1);
  cairo_mask_surface (cr, kept->mask, x, y);
}

/* The scale of an image, 0 for a drawing. */
static double
find_scale (cairo_t *cr)
{
  cairo_matrix_t matrix;

  cairo_get_matrix (cr, &matrix);
  return cairo_surface_get_type (cairo_get_target (cr)) == CAIRO_SURFACE_TYPE_IMAGE ? matrix.xx : 0;
}

/* The name of the task, of its kernel or the kernel's letter, whichever has room. (transfer full) (nullable) */
static char *
choose_text (const WeftGanttSheet *sheet, const WeftGantt *chart, const WeftTextStyle *style, guint32 bar, double width)
{
  const char *letter = chart->kernels[chart->look[bar] & ~WEFT_GANTT_ON_PATH].look.letter;
  const char *name = chart->source->name_kernel (chart, chart->task[bar]);

  if (width >= NAME_WIDTH)
    {
      g_autofree char *task = chart->source->name_task (chart, chart->task[bar]);

      /* Most names are too long by far: these are not set to find out. */
      if (strlen (task) * style->size * 0.4 <= width && weft_gantt_labels_width (sheet->labels, style, task) <= width)
        return g_steal_pointer (&task);
    }
  if (width >= WORD_WIDTH && weft_gantt_labels_width (sheet->labels, style, name) <= width)
    return g_strdup (name);
  return weft_gantt_labels_width (sheet->labels, style, letter) <= width ? g_strdup (letter) : NULL;
}

/* Lines of a hatching do not run through a text. */
static void
clear_ground (cairo_t *cr, const WeftGanttLook *look, const WeftBox *box, double width)
{
  double w = MIN (width + 2 * INSET, box->w - 2);

  weft_paint_source (cr, &look->pale, 1);
  cairo_rectangle (cr, round (box->x + (box->w - w) / 2), box->y + 2, w, MAX (0, box->h - 4));
  cairo_fill (cr);
}

void
weft_gantt_paint_texts (cairo_t *cr, const WeftGanttSheet *sheet, const WeftGanttLayout *layout, guint index,
                        const GArray *texts)
{
  const WeftGantt *chart = sheet->charts[index];
  const WeftBox *plot = &layout->plots[index];
  const WeftTextStyle *style = &layout->text.small;
  WeftGanttLooks looks;
  double scale = find_scale (cr);

  weft_gantt_looks_init (looks, chart, layout->palette);
  cairo_save (cr);
  cairo_rectangle (cr, plot->x, plot->y, plot->w, plot->h);
  cairo_clip (cr);
  for (guint i = 0; i < texts->len; i++)
    {
      const WeftGanttText *at = &g_array_index (texts, WeftGanttText, i);
      const WeftGanttLook *look = &looks[at->strength][chart->look[at->bar] & ~WEFT_GANTT_ON_PATH];
      g_autofree char *text = choose_text (sheet, chart, style, at->bar, at->box.w - 2 * INSET);

      if (text == NULL)
        continue;
      if (look->hatched)
        clear_ground (cr, look, &at->box, weft_gantt_labels_width (sheet->labels, style, text));
      weft_gantt_labels_draw (sheet->labels, cr, scale, style, text, &at->box, &look->ink);
    }
  cairo_restore (cr);
}
