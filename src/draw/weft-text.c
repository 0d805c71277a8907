/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text by pango. A few layouts a thread are kept with their fonts, since choosing a font costs far
 * more than setting a text. */
#include "draw/weft-text-private.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "base/weft-plain.h"

/* The most characters that are set: no picture has room for more, and pango's time grows faster than
 * the text. */
#define MOST_CHARS 1000

typedef struct
{
  PangoLayout *layout;
  char *font;
  double size;
  gboolean bold;
  double line_height;
} Typesetter;

/* Normal, small, bold and title, with some to spare while a chart tries smaller sizes. */
#define N_TYPESETTERS 8

typedef struct
{
  Typesetter all[N_TYPESETTERS];
  guint oldest;
} Shop;

static void
shop_free (gpointer data)
{
  Shop *self = data;

  for (guint i = 0; i < N_TYPESETTERS; i++)
    {
      g_clear_object (&self->all[i].layout);
      g_free (self->all[i].font);
    }
  g_free (self);
}

static GPrivate shops = G_PRIVATE_INIT (shop_free);

/* Metrics without hinting do not depend on surface or scale: a PDF, a 2x PNG and the window get the
 * same layout. */
static PangoLayout *
create_layout (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoAttrList *attributes = pango_attr_list_new ();
  PangoLayout *layout;

  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_SLIGHT);
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options (context, options);
  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_round_glyph_positions (context, FALSE);
  /* A text's first letter gives its direction. One without letters is a number, "1.72×", and runs
   * from left to right in any language. */
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  cairo_font_options_destroy (options);

  layout = pango_layout_new (context);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_attr_list_unref (attributes);
  g_object_unref (context);

  return layout;
}

static void
set_font (Typesetter          *self,
          const WeftTextStyle *style)
{
  PangoFontDescription *description;
  PangoRectangle logical;

  g_free (self->font);
  self->font = g_strdup (style->palette->font);
  self->size = style->size;
  self->bold = style->bold;
  description = pango_font_description_from_string (self->font ? self->font : "Sans");
  pango_font_description_set_absolute_size (description, self->size * PANGO_SCALE);
  pango_font_description_set_weight (description,
                                     self->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, description);
  pango_font_description_free (description);

  pango_layout_set_text (self->layout, "0", 1);
  pango_layout_set_width (self->layout, -1);
  pango_layout_get_extents (self->layout, NULL, &logical);
  self->line_height = (double) logical.height / PANGO_SCALE;
}

static Typesetter *
typesetter_get (const WeftTextStyle *style)
{
  Shop *shop = g_private_get (&shops);
  Typesetter *self;

  if (shop == NULL)
    {
      shop = g_new0 (Shop, 1);
      g_private_set (&shops, shop);
    }
  for (guint i = 0; i < N_TYPESETTERS; i++)
    {
      self = &shop->all[i];
      if (self->layout != NULL && self->size == style->size && self->bold == style->bold
          && g_strcmp0 (self->font, style->palette->font) == 0)
        return self;
    }

  self = &shop->all[shop->oldest];
  shop->oldest = (shop->oldest + 1) % N_TYPESETTERS;
  if (self->layout == NULL)
    self->layout = create_layout ();
  set_font (self, style);

  return self;
}

/* Lays out one line (@width < 0) or a paragraph, and tells its size. */
static PangoLayout *
typeset (const WeftTextStyle *style,
         const char          *text,
         double               width,
         gboolean             ellipsis,
         PangoRectangle      *logical)
{
  PangoLayout *layout = typesetter_get (style)->layout;
  g_autofree char *plain = weft_plain_text (text, WEFT_PLAIN_LINES, MOST_CHARS);

  pango_layout_set_ellipsize (layout, ellipsis ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, width < 0 ? -1 : (int) ceil (width * PANGO_SCALE));
  pango_layout_set_height (layout, -1);
  pango_layout_set_alignment (layout, PANGO_ALIGN_LEFT);
  pango_layout_set_text (layout, plain, -1);
  pango_layout_get_extents (layout, NULL, logical);

  return layout;
}

static double
aligned_x (const WeftBox *box,
           double         width,
           WeftTextAlign  align)
{
  switch (align)
    {
    case WEFT_TEXT_LEFT:
      return box->x;
    case WEFT_TEXT_CENTRE:
      return box->x + (box->w - width) / 2;
    case WEFT_TEXT_RIGHT:
      return weft_box_right (box) - width;
    default:
      g_assert_not_reached ();
    }
}

double
weft_text_width (const WeftTextStyle *style,
                 const char          *text)
{
  PangoRectangle logical;

  typeset (style, text, -1, FALSE, &logical);

  return (double) logical.width / PANGO_SCALE;
}

double
weft_text_height (const WeftTextStyle *style)
{
  return typesetter_get (style)->line_height;
}

double
weft_text_wrapped_height (const WeftTextStyle *style,
                          const char          *text,
                          double               width)
{
  PangoRectangle logical;

  typeset (style, text, MAX (width, 1), FALSE, &logical);

  return (double) logical.height / PANGO_SCALE;
}

void
weft_text_draw (cairo_t             *cr,
                const WeftTextStyle *style,
                const char          *text,
                const WeftBox       *box,
                WeftTextAlign        align,
                const WeftColour    *colour)
{
  PangoRectangle logical;
  PangoLayout *layout;
  double width;

  if (*text == '\0' || box->w <= 0)
    return;

  layout = typeset (style, text, -1, FALSE, &logical);
  /* Half a unit of slack: widths that were measured and summed must not lose their last letter. */
  if ((double) logical.width / PANGO_SCALE > box->w + 0.5)
    layout = typeset (style, text, box->w, TRUE, &logical);

  width = (double) logical.width / PANGO_SCALE;
  weft_paint_source (cr, colour, 1.0);
  cairo_move_to (cr, aligned_x (box, width, align) - (double) logical.x / PANGO_SCALE,
                 box->y + (box->h - (double) logical.height / PANGO_SCALE) / 2);
  pango_cairo_show_layout (cr, layout);
}

void
weft_text_draw_wrapped (cairo_t             *cr,
                        const WeftTextStyle *style,
                        const char          *text,
                        const WeftBox       *box,
                        WeftTextAlign        align,
                        const WeftColour    *colour)
{
  PangoRectangle logical;
  PangoLayout *layout = typeset (style, text, MAX (box->w, 1), FALSE, &logical);
  /* Pango's left and right are start and end of a paragraph that runs from right to left. */
  gboolean turned = pango_layout_get_direction (layout, 0) == PANGO_DIRECTION_RTL;

  if ((double) logical.height / PANGO_SCALE > box->h + 0.5)
    {
      pango_layout_set_height (layout, (int) ((MAX (box->h, 1) + 0.5) * PANGO_SCALE));
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
    }
  if (align == WEFT_TEXT_CENTRE)
    pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  else if ((align == WEFT_TEXT_RIGHT) != turned)
    pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);

  weft_paint_source (cr, colour, 1.0);
  cairo_move_to (cr, box->x, box->y);
  pango_cairo_show_layout (cr, layout);
}
