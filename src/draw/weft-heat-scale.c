/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours between a few of OKLab (B. Ottosson, 2020), in which equal steps look equal. */
#include "draw/weft-heat-scale-private.h"

#include <math.h>

#define N_ANCHORS 5
/* Cards darker than this have the scale for dark grounds. */
#define DARK 0.18
/* Height of the wedge where it begins. */
#define LEAST_HEIGHT 0.2

/* Lightness, chroma, and hue in degrees. */
typedef struct
{
  double l, c, h;
} Anchor;

static const Anchor scales[2][N_ANCHORS] = {
  { { 0.90, 0.07, 95 }, { 0.7675, 0.13, 78 }, { 0.635, 0.158, 50 }, { 0.5025, 0.175, 29 }, { 0.37, 0.13, 8 } },
  { { 0.36, 0.06, 300 }, { 0.495, 0.13, 345 }, { 0.63, 0.17, 25 }, { 0.765, 0.15, 62 }, { 0.90, 0.11, 95 } },
};

static double
encode (double linear)
{
  linear = CLAMP (linear, 0, 1);
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;
}

static double
decode (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* From OKLab, by the matrices of its definition. */
static WeftColour
colour_of (double lightness, double a, double b)
{
  double l = pow (lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  double m = pow (lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  double s = pow (lightness - 0.0894841775 * a - 1.2914855480 * b, 3);

  return (WeftColour){ encode (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                       encode (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                       encode (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 1 };
}

double
weft_colour_lightness (const WeftColour *colour)
{
  double r = decode (colour->r), g = decode (colour->g), b = decode (colour->b);
  double l = cbrt (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double m = cbrt (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double s = cbrt (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
}

WeftColour
weft_heat_scale_colour (const WeftPalette *palette, double share)
{
  const Anchor *scale = scales[weft_colour_luminance (&palette->card) < DARK];
  double at = (share > 0 ? MIN (share, 1) : 0) * (N_ANCHORS - 1);
  guint i = MIN ((guint) at, N_ANCHORS - 2);
  double t = at - i;
  double a[2], b[2];

  for (guint k = 0; k < 2; k++)
    {
      a[k] = scale[i + k].c * cos (scale[i + k].h * G_PI / 180);
      b[k] = scale[i + k].c * sin (scale[i + k].h * G_PI / 180);
    }
  return colour_of (scale[i].l + t * (scale[i + 1].l - scale[i].l), a[0] + t * (a[1] - a[0]), b[0] + t * (b[1] - b[0]));
}

void
weft_heat_scale_paint (cairo_t *cr, const WeftBox *box, const WeftPalette *palette, gboolean mirrored)
{
  double bottom = weft_box_bottom (box);
  int n = MAX (1, (int) floor (box->w));

  for (int i = 0; i < n; i++)
    {
      double share = (i + 0.5) / n, h = box->h * (LEAST_HEIGHT + (1 - LEAST_HEIGHT) * share);
      WeftColour colour = weft_heat_scale_colour (palette, share);
      double x = mirrored ? weft_box_right (box) - box->w * (i + 1) / n : box->x + box->w * i / n;

      weft_paint_source (cr, &colour, 1);
      cairo_rectangle (cr, x, bottom - h, box->w / n, h);
      cairo_fill (cr);
    }
}
