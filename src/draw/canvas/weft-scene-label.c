/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words on a canvas. A layout is kept for each text, size and width, since shaping costs far more
 * than drawing; it does not depend on the zoom. */
#include "draw/canvas/weft-scene-pen-private.h"

#include <math.h>
#include <pango/pangocairo.h>

#define MOST_KEPT 4096

typedef struct
{
  char *text;
  int size;  /* sixteenths */
  int width; /* of the room, -1 any */
  gboolean is_bold;
  PangoLayout *layout;
  double w, h, x;
} Kept;

typedef struct
{
  PangoContext *context;
  char *font;
  GHashTable *kept; /* a set */
} Store;

static guint
kept_hash_cb (gconstpointer data)
{
  const Kept *self = data;

  return g_str_hash (self->text) * 31 + (guint) self->size * 7 + (guint) self->width * 131
         + (guint) self->is_bold;
}

static gboolean
kept_equal_cb (gconstpointer a, gconstpointer b)
{
  const Kept *x = a, *y = b;

  return x->size == y->size && x->width == y->width && x->is_bold == y->is_bold
         && g_str_equal (x->text, y->text);
}

static void
kept_free_cb (gpointer data)
{
  Kept *self = data;

  g_object_unref (self->layout);
  g_free (self->text);
  g_free (self);
}

static void
store_free_cb (gpointer data)
{
  Store *self = data;

  g_object_unref (self->context);
  g_hash_table_unref (self->kept);
  g_free (self->font);
  g_free (self);
}

static GPrivate stores = G_PRIVATE_INIT (store_free_cb);

/* Without hinted metrics, so that words are as wide at any zoom. */
static PangoContext *
create_context (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  cairo_font_options_destroy (options);
  return context;
}

static Store *
get_store (const WeftPalette *palette)
{
  Store *self = g_private_get (&stores);

  if (self == NULL)
    {
      self = g_new0 (Store, 1);
      self->context = create_context ();
      self->kept = g_hash_table_new_full (kept_hash_cb, kept_equal_cb, kept_free_cb, NULL);
      g_private_set (&stores, self);
    }
  if (g_strcmp0 (self->font, palette->font) != 0 || g_hash_table_size (self->kept) > MOST_KEPT)
    {
      g_hash_table_remove_all (self->kept);
      g_free (self->font);
      self->font = g_strdup (palette->font);
    }
  return self;
}

static void
shape (Store *store, Kept *self)
{
  PangoFontDescription *description
      = pango_font_description_from_string (store->font != NULL ? store->font : "Sans");
  PangoRectangle logical;

  pango_font_description_set_absolute_size (description, self->size * (PANGO_SCALE / 16));
  if (self->is_bold)
    pango_font_description_set_weight (description, PANGO_WEIGHT_SEMIBOLD);
  self->layout = pango_layout_new (store->context);
  pango_layout_set_font_description (self->layout, description);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_text (self->layout, self->text, -1);
  if (self->width >= 0)
    {
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (self->layout, self->width * PANGO_SCALE);
    }
  pango_layout_get_extents (self->layout, NULL, &logical);
  self->w = (double) logical.width / PANGO_SCALE;
  self->h = (double) logical.height / PANGO_SCALE;
  self->x = (double) logical.x / PANGO_SCALE;
  pango_font_description_free (description);
}

static const Kept *
keep (const WeftPalette *palette, const WeftLabelStyle *style, const char *text, int width)
{
  Store *store = get_store (palette);
  Kept wanted = { .text = (char *) text,
                  .size = (int) lround (style->size * 16),
                  .width = width,
                  .is_bold = style->is_bold };
  Kept *found = g_hash_table_lookup (store->kept, &wanted);

  if (found != NULL)
    return found;
  found = g_new (Kept, 1);
  *found = wanted;
  found->text = g_strdup (text);
  shape (store, found);
  g_hash_table_add (store->kept, found);
  return found;
}

double
weft_scene_label_width (const WeftPalette *palette, const WeftLabelStyle *style, const char *text)
{
  return keep (palette, style, text, -1)->w;
}

gboolean
weft_scene_label (cairo_t *cr, const WeftPalette *palette, const WeftLabelStyle *style,
                  const char *text, const WeftBox *box, const WeftColour *colour)
{
  const Kept *kept;
  double x = box->x;

  if (*text == '\0' || box->w < style->size)
    return FALSE;
  kept = keep (palette, style, text, -1);
  if (kept->w > box->w + 0.5)
    {
      if (style->is_whole)
        return FALSE;
      kept = keep (palette, style, text, (int) floor (box->w));
    }
  if (style->align == WEFT_LABEL_MIDDLE)
    x += (box->w - kept->w) / 2;
  else if (palette->right_to_left)
    x += box->w - kept->w;
  cairo_set_source_rgba (cr, colour->r, colour->g, colour->b, colour->a);
  cairo_move_to (cr, x - kept->x, box->y + (box->h - kept->h) / 2);
  pango_cairo_show_layout (cr, kept->layout);
  return TRUE;
}
