/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Painted scenes: something is drawn at every zoom, nothing outside of the picture, marks show, and
 * words read on what they stand on. */
#include "scene-fixture.h"

#include <cairo-pdf.h>

#include "draw/canvas/weft-scene-lines-private.h"
#include "draw/canvas/weft-scene-pen-private.h"

#define WIDTH 420
#define HEIGHT 300
#define MARGIN 10

/* A transparent picture with a margin that must stay empty. (transfer full) */
static cairo_surface_t *
create_picture (double scale, cairo_t **cr)
{
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, (int) ((WIDTH + 2 * MARGIN) * scale), (int) ((HEIGHT + 2 * MARGIN) * scale));

  cairo_surface_set_device_scale (surface, scale, scale);
  *cr = cairo_create (surface);
  cairo_translate (*cr, MARGIN, MARGIN);
  return surface;
}

/* Ends the painting and counts pixels; asserts that the margin is empty. */
static guint
count_pixels (cairo_surface_t *surface, cairo_t *cr, double scale)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int margin = (int) (MARGIN * scale);
  const guint8 *data;
  guint n = 0;

  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        guint32 pixel;

        memcpy (&pixel, data + y * cairo_image_surface_get_stride (surface) + 4 * x, sizeof pixel);
        if (pixel == 0)
          continue;
        g_assert_true (x >= margin && y >= margin && x < width - margin && y < height - margin);
        n++;
      }
  cairo_surface_destroy (surface);
  return n;
}

static WeftPalette
create_palette (guint which)
{
  WeftPalette palette = which & 1 ? weft_palette_dark : weft_palette_light;

  palette.background = (WeftColour) { 0, 0, 0, 0 };
  palette.grid = (WeftColour) { 0, 0, 0, 0 };
  palette.right_to_left = (which & 2) != 0;
  palette.high_contrast = (which & 4) != 0;
  return palette;
}

static WeftSceneView
view_middle (WeftScene *scene, double zoom)
{
  WeftBox all;

  weft_scene_get_bounds (scene, &all);
  return (WeftSceneView) { all.x + all.w / 2 - WIDTH / 2 / zoom,
                           all.y + all.h / 2 - HEIGHT / 2 / zoom, zoom, WIDTH, HEIGHT };
}

static guint
paint (WeftScene *scene, const WeftSceneView *view, const WeftPalette *palette,
       const WeftSceneMarks *marks, double scale)
{
  cairo_t *cr;
  cairo_surface_t *surface = create_picture (scale, &cr);

  weft_scene_paint (scene, cr, view, palette);
  if (marks != NULL)
    weft_scene_paint_marks (scene, cr, view, marks, palette);
  return count_pixels (surface, cr, scale);
}

static void
check_painted (WeftScene *scene)
{
  static const double zooms[] = { 0.02, 0.1, 0.2, 0.39, 0.41, 0.65, 1, 2.5 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      WeftPalette palette = create_palette (i);
      WeftSceneView view = view_middle (scene, zooms[i]);

      /* A view between two boxes may be empty when they are large. */
      if (zooms[i] < 1)
        g_assert_cmpuint (paint (scene, &view, &palette, NULL, i % 2 + 1), >, 0);
      else
        paint (scene, &view, &palette, NULL, 1);
    }
}

static void
test_examples (void)
{
  fixture_each_example (check_painted);
}

static void
test_random (void)
{
  for (guint32 seed = 1; seed <= 8; seed++)
    {
      g_autoptr (WeftGraph) graph = fixture_random (seed);
      g_autoptr (WeftScene) scene = fixture_scene (graph, NULL);

      check_painted (scene);
    }
}

/* Two racks and a leaf at 0, 0. (transfer full) */
static WeftScene *
create_small (void)
{
  g_autoptr (WeftGraph) graph = fixture_cluster (
      "{\"id\":\"a\",\"definition\":\"rack\",\"count\":3},{\"id\":\"b\",\"definition\":\"rack\"},"
      "{\"id\":\"leaf\",\"component\":\"q3400-ra\"}",
      "{\"from\":\"a:net\",\"to\":\"leaf\",\"wiring\":\"all\"},"
      "{\"from\":\"b:net\",\"to\":\"leaf\",\"wiring\":\"all\"}");

  return fixture_scene (graph, NULL);
}

static void
test_views (void)
{
  g_autoptr (WeftScene) scene = create_small ();
  WeftPalette palette = create_palette (0);
  const WeftSceneView views[] = {
    { NAN, NAN, 1, WIDTH, HEIGHT },     { 0, 0, NAN, WIDTH, HEIGHT },
    { 0, 0, 0, WIDTH, HEIGHT },         { 0, 0, -1, WIDTH, HEIGHT },
    { 1e300, 1e300, 1, WIDTH, HEIGHT }, { 0, 0, 1e12, WIDTH, HEIGHT },
    { 0, 0, 1e-12, WIDTH, HEIGHT },     { 0, 0, INFINITY, WIDTH, HEIGHT },
    { 0, 0, 1, 0, 0 },                  { 0, 0, 1, -5, 7 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    paint (scene, &views[i], &palette, NULL, 1);
}

/* Each mark changes the picture. */
static void
test_marks (void)
{
  static const double zooms[] = { 0.08, 0.3, 0.8 };
  g_autoptr (WeftScene) scene = create_small ();
  const guint8 nodes[3] = { 1, 0, 0 }, wires[2] = { 1, 0 }, findings[3] = { 3, 2, 1 };
  const double guides[] = { -100, 20, 500, 20 };
  const WeftBox band = { 10, 10, 200, 100 };
  const WeftSceneMarks none = { .hover_node = -1, .hover_wire = -1, .focus_node = -1 };
  WeftSceneMarks marks[11];
  WeftPalette palette = create_palette (0);

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    marks[i] = none;
  marks[0].selected_nodes = nodes;
  marks[1].selected_wires = wires;
  marks[2].hover_node = 1;
  marks[3].hover_wire = 1;
  marks[4].focus_node = 2;
  marks[4].shows_focus = TRUE;
  marks[5].node_severity = findings;
  marks[6].wire_severity = findings;
  marks[7].targets = nodes;
  marks[8].rubber_band = &band;
  marks[9].guides = guides;
  marks[9].n_guides = 1;
  marks[10].selected_nodes = nodes;
  marks[10].drag_dx = 24;
  marks[10].drag_dy = -16;
  for (guint z = 0; z < G_N_ELEMENTS (zooms); z++)
    {
      WeftSceneView view = view_middle (scene, zooms[z]);
      cairo_t *cr;
      cairo_surface_t *empty = create_picture (1, &cr);

      weft_scene_paint_marks (scene, cr, &view, &none, &palette);
      g_assert_cmpuint (count_pixels (empty, cr, 1), ==, 0);
      for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          cairo_surface_t *surface = create_picture (1, &cr);

          weft_scene_paint_marks (scene, cr, &view, &marks[i], &palette);
          g_assert_cmpuint (count_pixels (surface, cr, 1), >, 0);
        }
    }
}

static void
test_new_wire (void)
{
  g_autoptr (WeftScene) scene = create_small ();
  WeftPalette palette = create_palette (0);
  WeftSceneView view = view_middle (scene, 0.8);
  WeftSceneMarks marks = { .hover_node = -1,
                           .hover_wire = -1,
                           .focus_node = -1,
                           .shows_wire = TRUE,
                           .wire_x0 = view.x + 60,
                           .wire_y0 = view.y + 200,
                           .wire_x1 = view.x + 300,
                           .wire_y1 = view.y + 100 };
  guint n[2];

  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = create_picture (1, &cr);

      marks.wire_is_legal = i == 1;
      weft_scene_paint_marks (scene, cr, &view, &marks, &palette);
      n[i] = count_pixels (surface, cr, 1);
    }
  /* Dashed where it may not end. */
  g_assert_cmpuint (n[0], >, 50);
  g_assert_cmpuint (n[1], >, n[0]);
}

static void
test_map (void)
{
  g_autoptr (WeftScene) scene = create_small ();
  g_autoptr (WeftGraph) nothing = fixture_cluster ("", "");
  g_autoptr (WeftScene) empty = fixture_scene (nothing, NULL);
  WeftPalette palette = create_palette (0);
  WeftSceneView view = view_middle (scene, 1);
  guint n[2];

  for (guint i = 0; i < 2; i++)
    {
      cairo_t *cr;
      cairo_surface_t *surface = create_picture (1, &cr);

      weft_scene_paint_map (scene, cr, 160, 100, &palette);
      if (i > 0)
        weft_scene_paint_map_frame (scene, cr, 160, 100, &view, &palette);
      n[i] = count_pixels (surface, cr, 1);
    }
  g_assert_cmpuint (n[0], >, 100);
  g_assert_cmpuint (n[1], >, n[0]);
  for (double size = 0; size < 40; size += 13)
    {
      cairo_t *cr;
      cairo_surface_t *surface = create_picture (1, &cr);

      weft_scene_paint_map (empty, cr, size, size, &palette);
      weft_scene_paint_map_frame (empty, cr, size, size, &view, &palette);
      count_pixels (surface, cr, 1);
    }
}

/* More wires and boxes than are drawn one by one: the same picture as a mask. */
static void
test_crowd (void)
{
  g_autoptr (GString) items = g_string_new (NULL), links = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftScene) scene = NULL;
  WeftPalette palette = create_palette (0);

  for (guint i = 0; i < 2500; i++)
    {
      g_string_append_printf (items, "%s{\"id\":\"i%u\",%s}", i > 0 ? "," : "", i,
                              i < 60 ? "\"component\":\"q3400-ra\"" : "\"definition\":\"rack\"");
      if (i >= 60)
        g_string_append_printf (links, "%s{\"from\":\"i%u\",\"to\":\"i%u\",\"wiring\":\"all\"}",
                                links->len > 0 ? "," : "", i, i % 60);
    }
  graph = fixture_cluster (items->str, links->str);
  scene = fixture_scene (graph, NULL);
  for (double zoom = 0.01; zoom < 1; zoom *= 2)
    for (guint scale = 1; scale <= 2; scale++)
      {
        WeftSceneView view = view_middle (scene, zoom);

        g_assert_cmpuint (paint (scene, &view, &palette, NULL, scale), >, 0);
      }
}

/* Thousands at one place: the topmost is still drawn in full. */
static void
test_heap (void)
{
  g_autoptr (GString) items = g_string_new (NULL);
  g_autoptr (WeftGraph) graph = NULL;
  g_autoptr (WeftGraph) single = fixture_cluster (
      "{\"id\":\"top\",\"definition\":\"rack\",\"at\":[0,0]}", "");
  g_autoptr (WeftScene) heap = NULL;
  g_autoptr (WeftScene) one = fixture_scene (single, NULL);
  WeftPalette palette = create_palette (0);

  for (guint i = 0; i < 7000; i++)
    g_string_append_printf (items, "{\"id\":\"i%u\",\"definition\":\"rack\",\"at\":[0,0]},", i);
  g_string_append (items, "{\"id\":\"top\",\"definition\":\"rack\",\"at\":[0,0]}");
  graph = fixture_cluster (items->str, "");
  heap = fixture_scene (graph, NULL);
  for (double zoom = 0.2; zoom < 1.2; zoom += 0.4)
    {
      WeftSceneView view = view_middle (one, zoom);

      g_assert_cmpuint (paint (heap, &view, &palette, NULL, 1), >=,
                        paint (one, &view, &palette, NULL, 1));
    }
}

static cairo_status_t
swallow_cb (void *closure, const unsigned char *data G_GNUC_UNUSED, unsigned int length)
{
  *(gsize *) closure += length;
  return CAIRO_STATUS_SUCCESS;
}

static void
test_pdf (void)
{
  g_autoptr (WeftScene) scene = create_small ();
  gsize length = 0;
  cairo_surface_t *surface
      = cairo_pdf_surface_create_for_stream (swallow_cb, &length, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  WeftSceneView view = view_middle (scene, 0.7);

  weft_scene_paint (scene, cr, &view, &weft_palette_light);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  g_assert_cmpuint (length, >, 1000);
}

/* Lines at random, many of which leave the mask: its last bytes, which no line may touch, stay. */
static void
test_lines_inside (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  WeftLines lines;

  g_assert_true (weft_lines_init (&lines, 37, 23));
  for (guint i = 0; i < 20000; i++)
    weft_lines_add (&lines, g_rand_double_range (random, -80, 120),
                    g_rand_double_range (random, -80, 120), g_rand_double_range (random, -80, 120),
                    g_rand_double_range (random, -80, 120));
  for (int y = 0; y < 23; y++)
    for (int x = 37; x < lines.stride; x++)
      g_assert_cmpint (lines.data[y * lines.stride + x], ==, 0);
  g_assert_cmpint (lines.data[11 * lines.stride + 18], >, 200);
  weft_lines_clear (&lines);
}

static void
test_lines (void)
{
  static const double far[][4] = {
    { -1e30, 5, 1e30, 5 },   { 5, -1e300, 5, 1e300 }, { -1e9, -1e9, 1e9, 1e9 },
    { 1e9, 1e9, 1e9, 1e10 }, { 3, 3, 3, 3 },          { 0, 29, 39, 29 },
  };
  WeftLines lines;

  g_assert_true (weft_lines_init (&lines, 40, 30));
  weft_lines_add (&lines, 2, 10, 30, 10);
  g_assert_cmpint (lines.data[10 * lines.stride + 15], ==, 255);
  g_assert_cmpint (lines.data[12 * lines.stride + 15], ==, 0);
  weft_lines_add (&lines, 30, 25, 20, 5);
  g_assert_cmpint (lines.data[15 * lines.stride + 25], >, 200);
  weft_lines_add (&lines, -1e6, 5, 1e6, 5);
  g_assert_cmpint (lines.data[5 * lines.stride + 35], ==, 255);
  for (guint i = 0; i < G_N_ELEMENTS (far); i++)
    weft_lines_add (&lines, far[i][0], far[i][1], far[i][2], far[i][3]);
  weft_lines_clear (&lines);
}

/* A line that is cut keeps its direction and lies in the box. */
static void
test_clip (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  const WeftBox area = { -10, -5, 30, 20 };
  guint n_inside = 0;

  for (guint i = 0; i < 2000; i++)
    {
      double x0 = g_rand_double_range (random, -60, 60), y0 = g_rand_double_range (random, -60, 60);
      double x1 = g_rand_double_range (random, -60, 60), y1 = g_rand_double_range (random, -60, 60);
      double ax = x0, ay = y0, bx = x1, by = y1;
      gboolean crosses = FALSE;

      for (double t = 0; t <= 1; t += 1e-3)
        crosses = crosses || weft_box_contains (&area, x0 + t * (x1 - x0), y0 + t * (y1 - y0));
      if (!weft_clip_line (&area, &ax, &ay, &bx, &by))
        {
          g_assert_false (crosses);
          continue;
        }
      n_inside++;
      g_assert_cmpfloat (fabs ((ax - x0) * (y1 - y0) - (ay - y0) * (x1 - x0)), <, 1e-6);
      g_assert_cmpfloat (fabs ((bx - x0) * (y1 - y0) - (by - y0) * (x1 - x0)), <, 1e-6);
      g_assert_cmpfloat (MIN (ax, bx), >=, area.x - 1e-9);
      g_assert_cmpfloat (MAX (ay, by), <=, weft_box_bottom (&area) + 1e-9);
    }
  g_assert_cmpuint (n_inside, >, 100);
}

/* WCAG 2.1: text 4.5, signs and outlines 3. */
static void
test_contrast (void)
{
  for (guint which = 0; which < 2; which++)
    for (guint contrast = 0; contrast < 2; contrast++)
      {
        WeftPalette palette = which == 0 ? weft_palette_light : weft_palette_dark;

        palette.high_contrast = contrast;
        for (guint kind = 0; kind < WEFT_N_SCENE_KINDS; kind++)
          {
            const WeftColour *colour = &palette.kinds[kind];
            WeftColour fill = weft_scene_fill (&palette, kind);
            WeftColour field = weft_scene_tint (&palette, colour, 0.16);

            g_assert_cmpfloat (weft_colour_contrast (&palette.text, &fill), >=, 4.5);
            g_assert_cmpfloat (weft_colour_contrast (&palette.dim_text, &fill), >=, 4.5);
            g_assert_cmpfloat (weft_colour_contrast (weft_colour_ink_on (colour), colour), >=, 4.5);
            g_assert_cmpfloat (weft_colour_contrast (colour, &field), >=, 3);
            g_assert_cmpfloat (weft_colour_contrast (colour, &palette.background), >=, 3);
          }
        g_assert_cmpfloat (weft_colour_contrast (&palette.wire, &palette.background), >=, 3);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/scene-paint/examples", test_examples);
  g_test_add_func ("/draw/scene-paint/random", test_random);
  g_test_add_func ("/draw/scene-paint/views", test_views);
  g_test_add_func ("/draw/scene-paint/marks", test_marks);
  g_test_add_func ("/draw/scene-paint/new-wire", test_new_wire);
  g_test_add_func ("/draw/scene-paint/map", test_map);
  g_test_add_func ("/draw/scene-paint/crowd", test_crowd);
  g_test_add_func ("/draw/scene-paint/heap", test_heap);
  g_test_add_func ("/draw/scene-paint/pdf", test_pdf);
  g_test_add_func ("/draw/scene-paint/lines", test_lines);
  g_test_add_func ("/draw/scene-paint/lines-inside", test_lines_inside);
  g_test_add_func ("/draw/scene-paint/clip", test_clip);
  g_test_add_func ("/draw/scene-paint/contrast", test_contrast);

  return g_test_run ();
}
