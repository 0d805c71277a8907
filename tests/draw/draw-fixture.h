/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of this room share: evaluations by the real evaluator, and images to look into. */
#pragma once

#include <cairo.h>
#include <glib/gstdio.h>
#include <math.h>

#include "base/weft-json.h"
#include "draw/weft-paint-private.h"
#include "model/weft-evaluator.h"

/* All six workloads run; the values span less than twelve. */
#define FIXTURE_GOOD                                                                               \
  "{\"name\":\"Iter33\",\"partitions\":["                                                          \
  "{\"chip\":\"B200\",\"role\":\"general\",\"power_frac\":0.98,\"scaleup\":\"NVLink5\","           \
  "\"scaleout\":\"IB-XDR\"},"                                                                      \
  "{\"chip\":\"WSE3s\",\"role\":\"decode\",\"power_frac\":0.02,\"scaleup\":\"UALink\","            \
  "\"scaleout\":\"UEC\"}]}"

#define FIXTURE_WAFERS(name, wafers, gpus)                                                         \
  "{\"name\":\"" name "\",\"partitions\":["                                                        \
  "{\"chip\":\"WSE3s\",\"role\":\"general\",\"power_frac\":" wafers ",\"scaleup\":\"UALink\","     \
  "\"scaleout\":\"UEC\"},"                                                                         \
  "{\"chip\":\"H100\",\"role\":\"general\",\"power_frac\":" gpus ",\"scaleup\":\"NVLink4\","       \
  "\"scaleout\":\"IB-NDR\"}]}"

/* Few GPUs: some workloads are far slower than the reference, one is faster. */
#define FIXTURE_WIDE FIXTURE_WAFERS ("Wafers with few GPUs", "0.9", "0.1")

/* Too few GPUs for training. */
#define FIXTURE_LAME FIXTURE_WAFERS ("Wafers with hardly a GPU", "0.98", "0.02")

/* Refused before it is scored. */
#define FIXTURE_REFUSED                                                                            \
  "{\"name\":\"Typing error\",\"partitions\":["                                                    \
  "{\"chip\":\"B20O\",\"role\":\"general\",\"power_frac\":1,\"scaleup\":\"NVLink5\","              \
  "\"scaleout\":\"IB-XDR\"}]}"

/* (transfer full) */
G_GNUC_UNUSED static WeftEvaluation *
fixture_evaluate (const char *text)
{
  static WeftEvaluator *evaluator;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (WeftDesign) design = NULL;
  WeftEvaluation *evaluation;

  if (evaluator == NULL)
    {
      g_autoptr (WeftCatalog) catalog
          = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);

      g_assert_no_error (error);
      evaluator = weft_evaluator_new (catalog);
    }

  root = weft_json_parse (text, -1, "test", &weft_json_default_limits, &error);
  g_assert_no_error (error);
  design = weft_design_new_from_json (root, "test", NULL, &error);
  g_assert_no_error (error);
  evaluation = weft_evaluator_evaluate (evaluator, design, NULL, NULL, &error);
  g_assert_no_error (error);

  return evaluation;
}

/* Premultiplied 0xAARRGGBB. */
G_GNUC_UNUSED static guint32
fixture_pixel (cairo_surface_t *surface,
               int              x,
               int              y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  guint32 pixel;

  g_assert_cmpint (x, >=, 0);
  g_assert_cmpint (y, >=, 0);
  g_assert_cmpint (x, <, cairo_image_surface_get_width (surface));
  g_assert_cmpint (y, <, cairo_image_surface_get_height (surface));
  memcpy (&pixel, data + y * cairo_image_surface_get_stride (surface) + 4 * x, sizeof pixel);

  return pixel;
}

G_GNUC_UNUSED static guint32
fixture_colour (const WeftColour *colour)
{
  return 0xff000000u | (guint32) lround (colour->r * 255) << 16
         | (guint32) lround (colour->g * 255) << 8 | (guint32) lround (colour->b * 255);
}

/* A painting in the middle of a larger transparent image: what is painted outside shows. */
#define FIXTURE_MARGIN 40

G_GNUC_UNUSED static cairo_surface_t *
fixture_paint (WeftPaintFunc      paint,
               gpointer           data,
               int                width,
               int                height,
               const WeftPalette *palette)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, width + 2 * FIXTURE_MARGIN, height + 2 * FIXTURE_MARGIN);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, FIXTURE_MARGIN, FIXTURE_MARGIN);
  paint (cr, width, height, palette, data);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);

  return surface;
}

/* Counts painted pixels, and asserts that none is outside the painting's area. */
G_GNUC_UNUSED static guint
fixture_count_inside (cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  guint painted = 0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        gboolean inside = x >= FIXTURE_MARGIN && x < width - FIXTURE_MARGIN && y >= FIXTURE_MARGIN
                          && y < height - FIXTURE_MARGIN;

        if (fixture_pixel (surface, x, y) == 0)
          continue;
        if (!inside)
          g_error ("painted outside at %d, %d", x - FIXTURE_MARGIN, y - FIXTURE_MARGIN);
        painted++;
      }

  return painted;
}

G_GNUC_UNUSED static void
fixture_assert_inside (const WeftBox *box,
                       double         width,
                       double         height)
{
  if (box->w <= 0 || box->h <= 0)
    return;

  g_assert_cmpfloat (box->x, >=, -0.01);
  g_assert_cmpfloat (box->y, >=, -0.01);
  g_assert_cmpfloat (weft_box_right (box), <=, width + 0.01);
  g_assert_cmpfloat (weft_box_bottom (box), <=, height + 0.01);
}

G_GNUC_UNUSED static gboolean
fixture_overlap (const WeftBox *a,
                 const WeftBox *b)
{
  return a->w > 0 && b->w > 0 && a->h > 0 && b->h > 0 && a->x < weft_box_right (b) - 0.01
         && b->x < weft_box_right (a) - 0.01 && a->y < weft_box_bottom (b) - 0.01
         && b->y < weft_box_bottom (a) - 0.01;
}

/* A palette without background and in any direction. */
G_GNUC_UNUSED static WeftPalette
fixture_palette (gboolean right_to_left)
{
  WeftPalette palette = weft_palette_light;

  palette.background = (WeftColour){ 0, 0, 0, 0 };
  palette.right_to_left = right_to_left;

  return palette;
}
