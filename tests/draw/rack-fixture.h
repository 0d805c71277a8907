/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of racks share: the catalog, the examples that are graphs, graphs from text, and
 * images that show what is painted outside of a picture. */
#pragma once

#include <cairo.h>
#include <math.h>
#include <string.h>

#include "base/weft-json.h"
#include "design/weft-design.h"
#include "draw/weft-paint-private.h"

static WeftCatalog *
fixture_catalog (void)
{
  static WeftCatalog *catalog;
  g_autoptr (GError) error = NULL;

  if (catalog == NULL)
    {
      catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
      g_assert_no_error (error);
    }
  return catalog;
}

/* (transfer full); the text is a graph, with ' for ". */
static WeftGraph *
fixture_graph (const char *text)
{
  g_autofree char *quoted = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = weft_json_parse (quoted, -1, "test", NULL, &error);
  WeftGraph *graph;

  g_assert_no_error (error);
  graph = weft_graph_new_from_json (node, "test", NULL, &error);
  g_assert_no_error (error);
  return graph;
}

/* A rack "r" that holds @inside, with a node "n" without enclosure and one in a chassis of 8 U. */
G_GNUC_UNUSED static WeftGraph *
fixture_rack (const char *enclosure, const char *inside)
{
  g_autofree char *text = g_strdup_printf (
      "{'root':'r','definitions':{"
      "'n':{'level':'node','items':[{'id':'gpu','chip':'B200','count':4}],"
      "'ports':[{'id':'net','of':'gpu'}]},"
      "'host':{'level':'node','title':'Host','enclosure':'dgx-h100',"
      "'items':[{'id':'gpu','chip':'H100','count':8}],'ports':[{'id':'net','of':'gpu'}]},"
      "'r':{'level':'rack'%s%s%s,%s}}}",
      enclosure != NULL ? ",'enclosure':'" : "", enclosure != NULL ? enclosure : "",
      enclosure != NULL ? "'" : "", inside);

  return fixture_graph (text);
}

static const char *const fixture_examples[]
    = { "chase-llm", "chase-mixed", "h100-4-by-32", "h100-nvl64", "h100-nvl72", "helios",
        "iter33-racks", "mi350x-air-rack", "nvl72", "superpod-h100-unit" };

/* (transfer full): the graph of an example design. */
static WeftGraph *
fixture_example (const char *name)
{
  g_autofree char *path
      = g_strdup_printf ("%s/systems/%s.weft", g_getenv ("WEFT_CATALOG_DIR"), name);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftDesign) design = weft_design_load (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (weft_design_get_graph (design));
  return weft_graph_ref (weft_design_get_graph (design));
}

/* Room around a picture: what is painted there is a fault. */
#define FIXTURE_MARGIN 20

static void
fixture_assert_clean (cairo_surface_t *surface, int x0, int y0, int width, int height)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = y0; y < y0 + height; y++)
    for (int x = x0; x < x0 + width; x++)
      {
        guint32 pixel;

        memcpy (&pixel, data + (gsize) y * stride + 4 * x, sizeof pixel);
        if (pixel != 0)
          g_error ("painted outside at %d, %d", x - FIXTURE_MARGIN, y - FIXTURE_MARGIN);
      }
}

/* Nothing around the picture, a background all over it. */
G_GNUC_UNUSED static void
fixture_assert_inside (cairo_surface_t *surface, int width, int height)
{
  const guint8 *data;
  guint32 corner;

  cairo_surface_flush (surface);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  fixture_assert_clean (surface, 0, 0, width + 2 * FIXTURE_MARGIN, FIXTURE_MARGIN);
  fixture_assert_clean (surface, 0, FIXTURE_MARGIN + height, width + 2 * FIXTURE_MARGIN,
                        FIXTURE_MARGIN);
  fixture_assert_clean (surface, 0, FIXTURE_MARGIN, FIXTURE_MARGIN, height);
  fixture_assert_clean (surface, FIXTURE_MARGIN + width, FIXTURE_MARGIN, FIXTURE_MARGIN, height);
  data = cairo_image_surface_get_data (surface);
  memcpy (&corner, data + FIXTURE_MARGIN * cairo_image_surface_get_stride (surface)
                       + 4 * FIXTURE_MARGIN, sizeof corner);
  g_assert_cmphex (corner >> 24, ==, 0xff);
}
