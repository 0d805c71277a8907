/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read in css_changed, so that style, accent and contrast follow without asking. */
#include "app/charts/weft-palette-css.h"

#include <adwaita.h>

#define DIM_ALPHA 0.68
#define GRID_ALPHA 0.14
#define CONTRAST_DIM_ALPHA 0.9
#define CONTRAST_GRID_ALPHA 0.5

static WeftColour
with_alpha (const GdkRGBA *rgba, double alpha)
{
  return (WeftColour){ rgba->red, rgba->green, rgba->blue, rgba->alpha * alpha };
}

static void
look_up (GtkStyleContext *context, const char *name, WeftColour *colour)
{
  GdkRGBA rgba;

  if (gtk_style_context_lookup_color (context, name, &rgba))
    *colour = with_alpha (&rgba, 1);
}

static void
take_font (GtkWidget *widget, WeftPalette *palette, char **font)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *description = pango_context_get_font_description (context);
  double size = pango_font_description_get_size (description) / (double) PANGO_SCALE;

  if (!pango_font_description_get_size_is_absolute (description))
    size *= pango_cairo_context_get_resolution (context) / 72.0;
  g_free (*font);
  *font = g_strdup (pango_font_description_get_family (description));
  palette->font = *font;
  palette->font_size = size;
}

void
weft_palette_from_css (GtkWidget *widget, WeftPalette *palette, char **font)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  gboolean contrast = adw_style_manager_get_high_contrast (style);
  GdkRGBA text;

  *palette = adw_style_manager_get_dark (style) ? weft_palette_dark : weft_palette_light;
  gtk_style_context_get_color (context, &text);
  palette->background = (WeftColour){ 0, 0, 0, 0 };
  palette->text = with_alpha (&text, 1);
  palette->dim_text = with_alpha (&text, contrast ? CONTRAST_DIM_ALPHA : DIM_ALPHA);
  palette->grid = with_alpha (&text, contrast ? CONTRAST_GRID_ALPHA : GRID_ALPHA);
  palette->high_contrast = contrast;
  if (contrast)
    weft_palette_strengthen (palette, adw_style_manager_get_dark (style));
  palette->right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  look_up (context, "accent_color", &palette->accent);
  look_up (context, "error_color", &palette->error);
  look_up (context, "warning_color", &palette->warning);
  take_font (widget, palette, font);
}
