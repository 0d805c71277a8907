/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two palettes, and the shapes that all paintings of this room share. */
#include "draw/weft-paint-private.h"

#include <math.h>
#include <string.h>

/* 0xRRGGBB as a colour. */
#define RGB(hex)                                                                                   \
  {                                                                                                \
    (((hex) >> 16) & 0xff) / 255.0, (((hex) >> 8) & 0xff) / 255.0, ((hex) &0xff) / 255.0, 1.0      \
  }

#define FONT "Adwaita Sans, Cantarell, Noto Sans, Sans"

/* Workloads have hues; parts go from cool to warm greys, so that the two are never taken for each
 * other. Bars keep 3:1 against the background, text 4.5:1. */
const WeftPalette weft_palette_light = {
  .background = RGB (0xffffff),
  .text = RGB (0x2e3436),
  .dim_text = RGB (0x5e5c64),
  .grid = RGB (0xe4e3e2),
  .accent = RGB (0x1c71d8),
  .error = RGB (0xc01c28),
  .warning = RGB (0x905400),
  .workloads = {
    RGB (0x3584e4), RGB (0x2190a4), RGB (0x3a944a), RGB (0xc88800), RGB (0x9141ac), RGB (0xd56199),
  },
  .parts = {
    RGB (0x33475c), RGB (0x6689ab), RGB (0x85827e), RGB (0xae8a5c), RGB (0x9a4f3f),
    RGB (0x6b4a6e),
  },
  .series = {
    RGB (0x1d8bef), RGB (0xba8103), RGB (0x656567), RGB (0x007a3b),
    RGB (0xa0020d), RGB (0xae2e9f), RGB (0x12315b), RGB (0x190a08),
  },
  .kernels = {
    RGB (0x466ad2), RGB (0x966904), RGB (0x6aa753), RGB (0xbd81cd),
    RGB (0x8e2d15), RGB (0x028787), RGB (0x6d2e9a), RGB (0x4a5460),
  },
  .card = RGB (0xffffff),
  .wire = RGB (0x7d8ca3),
  .kinds = {
    RGB (0x1f6fd6), RGB (0x5b6472), RGB (0x8a3fb0), RGB (0x17777f), RGB (0x26793c),
    RGB (0x945c00), RGB (0x4a5bc4), RGB (0x3a7391), RGB (0x4b6b9e), RGB (0x716b65),
  },
  .font = FONT,
  .font_size = 14.0,
};

const WeftPalette weft_palette_dark = {
  .background = RGB (0x1e1e1e),
  .text = RGB (0xf6f5f4),
  .dim_text = RGB (0xb5b2ae),
  .grid = RGB (0x3a3a3a),
  .accent = RGB (0x78aeed),
  .error = RGB (0xff7b63),
  .warning = RGB (0xf8c13c),
  .workloads = {
    RGB (0x62a0ea), RGB (0x4fb3c4), RGB (0x5cb96e), RGB (0xe0a526), RGB (0xc27fdc), RGB (0xee8cba),
  },
  .parts = {
    RGB (0xc4d3e4), RGB (0x7397bd), RGB (0x96928d), RGB (0xd2b07e), RGB (0xcf7d68),
    RGB (0xb795ba),
  },
  .series = {
    RGB (0x71b0f5), RGB (0xfac50e), RGB (0xa3a3a0), RGB (0x0b7c42),
    RGB (0xd2771c), RGB (0xa7549e), RGB (0xc5fafb), RGB (0xf8f5be),
  },
  .kernels = {
    RGB (0x48affe), RGB (0xf4b643), RGB (0x70a45e), RGB (0xcf86ba),
    RGB (0xa75837), RGB (0x147f81), RGB (0x7b68cc), RGB (0xbcc9da),
  },
  .card = RGB (0x2a2a2c),
  .wire = RGB (0x8794a8),
  .kinds = {
    RGB (0x62a0ea), RGB (0xaab3c0), RGB (0xc893e6), RGB (0x4fb3c4), RGB (0x62c27a),
    RGB (0xe5ad3c), RGB (0x9aa5f2), RGB (0x7db4cf), RGB (0x8fabd8), RGB (0xb0aaa3),
  },
  .font = FONT,
  .font_size = 14.0,
};

/* Each keeps 4.5:1 against its ground. */
static const WeftColour strong_series[2][WEFT_N_SERIES] = {
  {
    RGB (0x0c59c1), RGB (0x6d4604), RGB (0x5b5b5c), RGB (0x008740),
    RGB (0xdd2b39), RGB (0x552277), RGB (0x102239), RGB (0x050201),
  },
  {
    RGB (0x9ec0ff), RGB (0xfdca20), RGB (0xafada6), RGB (0x1dc051),
    RGB (0xff3b1c), RGB (0xdb35ff), RGB (0x7bffff), RGB (0xfffed3),
  },
};

static const WeftColour ink_black = RGB (0x1a1a1a);
static const WeftColour ink_white = RGB (0xffffff);

/**
 * weft_palette_strengthen: (skip)
 * @palette: to change
 * @dark: whether its ground is dark
 *
 * Gives the series of plots and the kernels hues that keep 4.5:1 against the ground.
 */
void
weft_palette_strengthen (WeftPalette *palette,
                         gboolean     dark)
{
  g_return_if_fail (palette != NULL);

  G_STATIC_ASSERT (WEFT_N_KERNEL_HUES == WEFT_N_SERIES);
  memcpy (palette->series, strong_series[dark ? 1 : 0], sizeof palette->series);
  memcpy (palette->kernels, strong_series[dark ? 1 : 0], sizeof palette->kernels);
}

gboolean
weft_box_contains (const WeftBox *box,
                   double         x,
                   double         y)
{
  return x >= box->x && x < weft_box_right (box) && y >= box->y && y < weft_box_bottom (box);
}

static double
linearise (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

double
weft_colour_luminance (const WeftColour *colour)
{
  return 0.2126 * linearise (colour->r) + 0.7152 * linearise (colour->g)
         + 0.0722 * linearise (colour->b);
}

double
weft_colour_contrast (const WeftColour *a,
                      const WeftColour *b)
{
  double la = weft_colour_luminance (a) + 0.05;
  double lb = weft_colour_luminance (b) + 0.05;

  return la > lb ? la / lb : lb / la;
}

const WeftColour *
weft_colour_ink_on (const WeftColour *fill)
{
  return weft_colour_contrast (&ink_white, fill) >= weft_colour_contrast (&ink_black, fill)
             ? &ink_white
             : &ink_black;
}

void
weft_paint_source (cairo_t          *cr,
                   const WeftColour *colour,
                   double            alpha)
{
  cairo_set_source_rgba (cr, colour->r, colour->g, colour->b, colour->a * alpha);
}

void
weft_paint_background (cairo_t           *cr,
                       double             width,
                       double             height,
                       const WeftPalette *palette)
{
  if (palette->background.a <= 0)
    return;

  weft_paint_source (cr, &palette->background, 1.0);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
}

void
weft_paint_rounded_path (cairo_t       *cr,
                         const WeftBox *box,
                         double         radius,
                         WeftCorners    corners)
{
  double r = MIN (radius, MIN (box->w, box->h / 2));
  double left = (corners & WEFT_CORNERS_LEFT) ? r : 0;
  double right = (corners & WEFT_CORNERS_RIGHT) ? r : 0;
  double x1 = weft_box_right (box), y1 = weft_box_bottom (box);

  if (left + right > box->w)
    left = right = box->w / 2;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x1 - right, box->y + right, right, -G_PI_2, 0);
  cairo_arc (cr, x1 - right, y1 - right, right, 0, G_PI_2);
  cairo_arc (cr, box->x + left, y1 - left, left, G_PI_2, G_PI);
  cairo_arc (cr, box->x + left, box->y + left, left, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

/* The outline is drawn inside the shape, so that a bar keeps its length. */
static void
outline (cairo_t          *cr,
         const WeftBox    *box,
         double            radius,
         WeftCorners       corners,
         double            line_width,
         const WeftColour *colour)
{
  double half = line_width / 2;
  WeftBox inner = { box->x + half, box->y + half, MAX (box->w - line_width, 0),
                    MAX (box->h - line_width, 0) };

  weft_paint_rounded_path (cr, &inner, MAX (radius - half, 0), corners);
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, line_width);
  cairo_stroke (cr);
}

void
weft_paint_solid (cairo_t           *cr,
                  const WeftBox     *box,
                  double             radius,
                  WeftCorners        corners,
                  const WeftColour  *colour,
                  const WeftPalette *palette)
{
  weft_paint_rounded_path (cr, box, radius, corners);
  weft_paint_source (cr, colour, 1.0);
  cairo_fill (cr);
  if (palette->high_contrast)
    outline (cr, box, radius, corners, 1.5, &palette->text);
}

void
weft_paint_hatched (cairo_t          *cr,
                    const WeftBox    *box,
                    double            radius,
                    WeftCorners       corners,
                    const WeftColour *colour)
{
  const double step = 5.0;
  double offset = fmod (box->x, step);

  cairo_save (cr);
  weft_paint_rounded_path (cr, box, radius, corners);
  cairo_clip (cr);
  weft_paint_source (cr, colour, 0.16);
  cairo_paint (cr);

  /* The lines stand on a grid of the whole picture, so that neighbouring bars agree. */
  for (double x = box->x - offset - box->h; x < weft_box_right (box); x += step)
    {
      cairo_move_to (cr, x, weft_box_bottom (box));
      cairo_line_to (cr, x + box->h, box->y);
    }
  weft_paint_source (cr, colour, 0.8);
  cairo_set_line_width (cr, 1.25);
  cairo_stroke (cr);
  cairo_restore (cr);

  outline (cr, box, radius, corners, MIN (1.5, box->w), colour);
}

void
weft_paint_hollow (cairo_t          *cr,
                   const WeftBox    *box,
                   double            radius,
                   const WeftColour *colour)
{
  const double dashes[] = { 3.0, 2.5 };

  cairo_save (cr);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  outline (cr, box, radius, WEFT_CORNERS_ALL, 1.25, colour);
  cairo_restore (cr);
}

void
weft_paint_upright (cairo_t          *cr,
                    double            x,
                    double            y0,
                    double            y1,
                    const WeftColour *colour)
{
  double sharp = floor (x) + 0.5;

  cairo_move_to (cr, sharp, y0);
  cairo_line_to (cr, sharp, y1);
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

void
weft_paint_hover (cairo_t           *cr,
                  const WeftBox     *box,
                  const WeftPalette *palette)
{
  const double radius = 6.0;

  weft_paint_rounded_path (cr, box, radius, WEFT_CORNERS_ALL);
  weft_paint_source (cr, &palette->text, 0.07);
  cairo_fill (cr);
  if (palette->high_contrast)
    outline (cr, box, radius, WEFT_CORNERS_ALL, 2.0, &palette->accent);
}

void
weft_paint_stop_icon (cairo_t          *cr,
                      double            x,
                      double            y,
                      double            size,
                      const WeftColour *colour)
{
  double line_width = size * 0.14;
  double r = size * 0.46 - line_width / 2;

  cairo_save (cr);
  cairo_translate (cr, x + size / 2, y + size / 2);
  weft_paint_source (cr, colour, 1.0);
  cairo_set_line_width (cr, line_width);
  cairo_new_path (cr);
  cairo_arc (cr, 0, 0, r, 0, 2 * G_PI);
  cairo_close_path (cr);
  cairo_move_to (cr, -r * M_SQRT1_2, -r * M_SQRT1_2);
  cairo_line_to (cr, r * M_SQRT1_2, r * M_SQRT1_2);
  cairo_stroke (cr);
  cairo_restore (cr);
}
