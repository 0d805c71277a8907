/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view state alone: what stays below the pointer, what fits, what may not be lost. */
#include <math.h>

#include "app/canvas/weft-canvas-view.h"

#define WIDTH 800.0
#define HEIGHT 600.0

static WeftCanvasView *
make_view (const WeftBox *content)
{
  WeftCanvasView *view = weft_canvas_view_new ();

  weft_canvas_view_set_size (view, WIDTH, HEIGHT);
  if (content != NULL)
    weft_canvas_view_set_content (view, content);
  return view;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_round_trip (void)
{
  const double zooms[] = { 0.02, 0.3, 1, 1.7, 4 };

  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      g_autoptr (WeftCanvasView) view = make_view (NULL);
      double x, y, x_px, y_px;

      weft_canvas_view_set_zoom (view, zooms[i]);
      weft_canvas_view_pan (view, 123, -77);
      weft_canvas_view_to_world (view, 310, 42, &x, &y);
      weft_canvas_view_to_px (view, x, y, &x_px, &y_px);
      g_assert_cmpfloat_with_epsilon (x_px, 310, 1e-6);
      g_assert_cmpfloat_with_epsilon (y_px, 42, 1e-6);
    }
}

/* What is below the pointer stays there, up to the half pixel that keeps the picture sharp. */
static void
test_zoom_at_pointer (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);
  double x, y, x_after, y_after;

  for (guint i = 0; i < 12; i++)
    {
      double factor = i % 3 == 0 ? 1 / 1.7 : 1.2;

      weft_canvas_view_to_world (view, 200, 500, &x, &y);
      weft_canvas_view_zoom_at (view, factor, 200, 500);
      weft_canvas_view_to_world (view, 200, 500, &x_after, &y_after);
      g_assert_cmpfloat (fabs (x - x_after) * weft_canvas_view_get_zoom (view), <=, 0.51);
      g_assert_cmpfloat (fabs (y - y_after) * weft_canvas_view_get_zoom (view), <=, 0.51);
    }
}

static void
test_zoom_limits (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);

  for (guint i = 0; i < 100; i++)
    weft_canvas_view_zoom_at (view, 2, 10, 10);
  g_assert_cmpfloat (weft_canvas_view_get_zoom (view), ==, WEFT_CANVAS_ZOOM_MAX);
  for (guint i = 0; i < 100; i++)
    weft_canvas_view_zoom_at (view, 0.5, 10, 10);
  g_assert_cmpfloat (weft_canvas_view_get_zoom (view), ==, WEFT_CANVAS_ZOOM_MIN);
}

static void
test_fit (void)
{
  const WeftBox boxes[] = {
    { 0, 0, 4000, 300 }, { -500, -9000, 100, 18000 }, { 10, 10, 20, 20 }, { 0, 0, 1e5, 1e5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      g_autoptr (WeftCanvasView) view = make_view (&boxes[i]);
      WeftBox seen;

      weft_canvas_view_fit (view, &boxes[i]);
      weft_canvas_view_visible (view, &seen);
      g_assert_cmpfloat (weft_canvas_view_get_zoom (view), <=, 1);
      if (weft_canvas_view_get_zoom (view) > WEFT_CANVAS_ZOOM_MIN)
        {
          g_assert_cmpfloat (seen.x, <=, boxes[i].x);
          g_assert_cmpfloat (seen.y, <=, boxes[i].y);
          g_assert_cmpfloat (seen.x + seen.w, >=, boxes[i].x + boxes[i].w);
          g_assert_cmpfloat (seen.y + seen.h, >=, boxes[i].y + boxes[i].h);
        }
    }
}

/* However far one pans, some of the content stays in view. */
static void
test_keeps_content (void)
{
  const WeftBox content = { 0, 0, 1000, 500 };
  const int ways[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (WeftCanvasView) view = make_view (&content);
      WeftBox seen;

      for (guint j = 0; j < 200; j++)
        weft_canvas_view_pan (view, 100.0 * ways[i][0], 100.0 * ways[i][1]);
      weft_canvas_view_visible (view, &seen);
      g_assert_cmpfloat (seen.x, <, content.x + content.w);
      g_assert_cmpfloat (seen.x + seen.w, >, content.x);
      g_assert_cmpfloat (seen.y, <, content.y + content.h);
      g_assert_cmpfloat (seen.y + seen.h, >, content.y);
    }
}

static void
test_reveal (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);
  const WeftBox inside = { 300, 300, 50, 50 };
  const WeftBox outside = { 2000, -900, 50, 50 };
  WeftSceneView before = *weft_canvas_view_get (view);
  WeftBox seen;

  weft_canvas_view_reveal (view, &inside);
  g_assert_cmpfloat (weft_canvas_view_get (view)->x, ==, before.x);
  weft_canvas_view_reveal (view, &outside);
  weft_canvas_view_visible (view, &seen);
  g_assert_cmpfloat (seen.x, <=, outside.x);
  g_assert_cmpfloat (seen.x + seen.w, >=, outside.x + outside.w);
  g_assert_cmpfloat (seen.y, <=, outside.y);
  g_assert_cmpfloat (seen.y + seen.h, >=, outside.y + outside.h);
}

/* The corner lies on whole pixels at every zoom, so that panning moves a sharp picture. */
static void
test_whole_pixels (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);

  for (guint i = 0; i < 50; i++)
    {
      const WeftSceneView *at;
      double corner;

      weft_canvas_view_zoom_at (view, i % 2 == 0 ? 1.13 : 0.91, 17.3 * i, 9.7 * i);
      weft_canvas_view_pan (view, 0.4 * i, -0.7 * i);
      at = weft_canvas_view_get (view);
      corner = at->x * at->zoom;
      g_assert_cmpfloat_with_epsilon (corner, round (corner), 1e-6);
    }
}

static void
test_resize_keeps_middle (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);
  double x, y, x_after, y_after;

  weft_canvas_view_to_world (view, WIDTH / 2, HEIGHT / 2, &x, &y);
  weft_canvas_view_set_size (view, WIDTH + 300, HEIGHT - 100);
  weft_canvas_view_to_world (view, (WIDTH + 300) / 2, (HEIGHT - 100) / 2, &x_after, &y_after);
  g_assert_cmpfloat_with_epsilon (x, x_after, 1);
  g_assert_cmpfloat_with_epsilon (y, y_after, 1);
}

static void
test_signals (void)
{
  g_autoptr (WeftCanvasView) view = make_view (NULL);
  guint changed = 0, zoomed = 0;

  g_signal_connect_swapped (view, "changed", G_CALLBACK (count_cb), &changed);
  g_signal_connect_swapped (view, "notify::zoom", G_CALLBACK (count_cb), &zoomed);
  weft_canvas_view_pan (view, 5, 5);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_cmpuint (zoomed, ==, 0);
  weft_canvas_view_pan (view, 0, 0);
  g_assert_cmpuint (changed, ==, 1);
  weft_canvas_view_set_zoom (view, 2);
  g_assert_cmpuint (changed, ==, 2);
  g_assert_cmpuint (zoomed, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas-view/round-trip", test_round_trip);
  g_test_add_func ("/canvas-view/zoom-at-pointer", test_zoom_at_pointer);
  g_test_add_func ("/canvas-view/zoom-limits", test_zoom_limits);
  g_test_add_func ("/canvas-view/fit", test_fit);
  g_test_add_func ("/canvas-view/keeps-content", test_keeps_content);
  g_test_add_func ("/canvas-view/reveal", test_reveal);
  g_test_add_func ("/canvas-view/whole-pixels", test_whole_pixels);
  g_test_add_func ("/canvas-view/resize-keeps-middle", test_resize_keeps_middle);
  g_test_add_func ("/canvas-view/signals", test_signals);
  return g_test_run ();
}
