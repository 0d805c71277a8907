/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of bars, and filling pixels with them. */
#include <math.h>

#include "draw/gantt/weft-gantt-bars-private.h"

/* What of a hue is left on the ground: usual bars, those behind, and between the lines of a hatching. */
#define USUAL 0.92
#define BEHIND 0.24
#define PALE 0.34
/* The same of what waits, which is paler than work. */
#define WAIT 0.6
#define WAIT_PALE 0.2
/* Of the lines of a hatching, in user units. */
#define HATCH 6.0

static WeftColour
mix (const WeftColour *hue, const WeftColour *ground, double share)
{
  return (WeftColour){ ground->r + (hue->r - ground->r) * share, ground->g + (hue->g - ground->g) * share,
                       ground->b + (hue->b - ground->b) * share, 1 };
}

static guint32
pixel_of (const WeftColour *colour)
{
  return 0xff000000u | (guint32) lround (colour->r * 255) << 16 | (guint32) lround (colour->g * 255) << 8
         | (guint32) lround (colour->b * 255);
}

guint32
weft_gantt_pixel (const WeftColour *hue, const WeftColour *ground, double share)
{
  WeftColour mixed = mix (hue, ground, share);

  return pixel_of (&mixed);
}

static void
look_init (WeftGanttLook *look, const WeftGanttKernel *kernel, const WeftPalette *palette, gboolean behind)
{
  const WeftColour *hue = weft_kernel_look_hue (&kernel->look, palette);
  double usual = kernel->is_wait ? WAIT : palette->high_contrast ? 1.0 : USUAL;
  double share = behind ? BEHIND * usual / USUAL : usual;

  look->hatched = kernel->look.hatched;
  look->colour = mix (hue, &palette->card, share);
  look->pale = look->hatched ? mix (hue, &palette->card, share * (kernel->is_wait ? WAIT_PALE : PALE)) : look->colour;
  look->ink = behind         ? mix (&palette->text, &palette->card, 0.6)
              : look->hatched ? palette->text
                              : *weft_colour_ink_on (&look->colour);
  look->pixel = pixel_of (&look->colour);
  look->pale_pixel = pixel_of (&look->pale);
}

void
weft_gantt_looks_init (WeftGanttLooks looks, const WeftGantt *chart, const WeftPalette *palette)
{
  for (guint k = 0; k < weft_gantt_n_kernels (chart); k++)
    {
      look_init (&looks[WEFT_GANTT_USUAL][k], weft_gantt_kernel (chart, k), palette, FALSE);
      look_init (&looks[WEFT_GANTT_BEHIND][k], weft_gantt_kernel (chart, k), palette, TRUE);
    }
}

static void
fill_row (guint32 *to, int n, guint32 pixel)
{
  for (int i = 0; i < n; i++)
    to[i] = pixel;
}

static void
hatch_row (guint32 *to, int x, int y, int n, int period, const WeftGanttLook *look)
{
  for (int i = 0; i < n; i++)
    to[i] = (x + i + y) % period * 2 < period ? look->pixel : look->pale_pixel;
}

void
weft_gantt_pixels_fill (const WeftGanttPixels *self, int x0, int y0, int x1, int y1, const WeftGanttLook *look)
{
  int period = MAX (2, (int) round (HATCH * self->scale));

  x0 = MAX (x0, 0);
  y0 = MAX (y0, 0);
  x1 = MIN (x1, self->width);
  y1 = MIN (y1, self->height);
  for (int y = y0; y < y1 && x0 < x1; y++)
    if (look->hatched)
      hatch_row (self->data + (gsize) y * self->stride + x0, x0, y, x1 - x0, period, look);
    else
      fill_row (self->data + (gsize) y * self->stride + x0, x1 - x0, look->pixel);
}

/* @pixel seen through: premultiplied. */
static guint32
thin (guint32 pixel, double alpha)
{
  guint32 a = (guint32) lround (alpha * 255);
  guint32 r = (pixel >> 16 & 0xff) * a / 255, g = (pixel >> 8 & 0xff) * a / 255, b = (pixel & 0xff) * a / 255;

  return a << 24 | r << 16 | g << 8 | b;
}

void
weft_gantt_pixels_tint (const WeftGanttPixels *self, int x, int y0, int y1, const WeftGanttLook *look, double alpha)
{
  WeftGanttLook thinned = { .pixel = thin (look->pixel, alpha), .pale_pixel = thin (look->pale_pixel, alpha),
                            .hatched = look->hatched };

  weft_gantt_pixels_fill (self, x, y0, x + 1, y1, &thinned);
}

void
weft_gantt_pixels_outline (const WeftGanttPixels *self, int x0, int y0, int x1, int y1, int thickness, guint32 pixel)
{
  WeftGanttLook look = { .pixel = pixel };
  int t = MIN (thickness, MAX (1, MIN (x1 - x0, y1 - y0) / 3));

  weft_gantt_pixels_fill (self, x0, y0, x1, y0 + t, &look);
  weft_gantt_pixels_fill (self, x0, y1 - t, x1, y1, &look);
  weft_gantt_pixels_fill (self, x0, y0, x0 + t, y1, &look);
  weft_gantt_pixels_fill (self, x1 - t, y0, x1, y1, &look);
}
