/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of a chart is seen: fitting, zooming about a point, panning, going to a task; and the time axis. */
#include <math.h>

#include "draw/gantt/weft-gantt-scale-private.h"
#include "draw/gantt/weft-gantt-view.h"

static WeftGanttView *
make_view (double end_s, guint n_rows)
{
  WeftGanttView *view = weft_gantt_view_new ();

  weft_gantt_view_set_size (view, 1000, 500);
  weft_gantt_view_set_extent (view, end_s, n_rows);
  return view;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_fit (void)
{
  g_autoptr (WeftGanttView) view = make_view (10, 20);
  guint count = 0;

  g_signal_connect_swapped (view, "changed", G_CALLBACK (count_cb), &count);
  g_assert_cmpfloat (weft_gantt_view_get_from_s (view), ==, 0);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), >, 10);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), <, 10.5);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 25);
  g_assert_true (weft_gantt_view_is_whole (view));
  /* Everything goes on to be seen when the room changes. */
  weft_gantt_view_set_size (view, 1000, 400);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 20);
  g_assert_cmpuint (count, ==, 1);
  weft_gantt_view_set_size (view, 1000, 400);
  g_assert_cmpuint (count, ==, 1);
  weft_gantt_view_zoom_rows (view, 2, 0);
  weft_gantt_view_set_size (view, 1000, 300);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 40);
  weft_gantt_view_fit (view);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 15);
}

static void
test_zoom (void)
{
  g_autoptr (WeftGanttView) view = make_view (10, 20);
  double at = weft_gantt_view_time (view, 300);

  for (guint i = 0; i < 12; i++)
    {
      weft_gantt_view_zoom (view, 1.7, 300);
      g_assert_cmpfloat_with_epsilon (weft_gantt_view_time (view, 300), at, 1e-9);
      g_assert_cmpfloat_with_epsilon (weft_gantt_view_x (view, at), 300, 1e-6);
    }
  g_assert_false (weft_gantt_view_is_whole (view));
  for (guint i = 0; i < 400; i++)
    weft_gantt_view_zoom (view, 3, 300);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), >, weft_gantt_view_get_from_s (view));
  for (guint i = 0; i < 400; i++)
    weft_gantt_view_zoom (view, 0.3, 700);
  g_assert_true (weft_gantt_view_is_whole (view));
  g_assert_cmpfloat (weft_gantt_view_get_from_s (view), ==, 0);
}

static void
test_rows (void)
{
  g_autoptr (WeftGanttView) view = make_view (10, 200);
  double at;

  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 2.5);
  weft_gantt_view_zoom_rows (view, 8, 250);
  at = weft_gantt_view_row (view, 250);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, 20);
  g_assert_cmpfloat_with_epsilon (at, 100, 1e-9);
  weft_gantt_view_pan (view, 0, 1e9);
  g_assert_cmpfloat_with_epsilon (weft_gantt_view_get_first_row (view) + weft_gantt_view_get_n_seen (view), 200, 1e-9);
  weft_gantt_view_zoom_rows (view, 1e-9, 0);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, WEFT_GANTT_VIEW_LEAST_ROW);
  weft_gantt_view_zoom_rows (view, 1e9, 0);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), ==, WEFT_GANTT_VIEW_MOST_ROW);
}

static void
test_pan (void)
{
  g_autoptr (WeftGanttView) view = make_view (10, 20);

  weft_gantt_view_show_range (view, 4, 5);
  weft_gantt_view_pan (view, 500, 0);
  g_assert_cmpfloat_with_epsilon (weft_gantt_view_get_from_s (view), 4.5, 1e-9);
  weft_gantt_view_pan (view, -1e9, 0);
  g_assert_cmpfloat (weft_gantt_view_get_from_s (view), ==, 0);
  g_assert_cmpfloat_with_epsilon (weft_gantt_view_get_to_s (view), 1, 1e-9);
  weft_gantt_view_pan (view, 1e9, 0);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), >=, 10);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), <, 10.5);
}

static void
test_zoom_to (void)
{
  g_autoptr (WeftGanttView) view = make_view (10, 200);
  double from, to, x;

  weft_gantt_view_zoom_to (view, 6, 6.001, 150);
  x = (weft_gantt_view_x (view, 6) + weft_gantt_view_x (view, 6.001)) / 2;
  g_assert_cmpfloat_with_epsilon (x, 500, 1e-6);
  g_assert_cmpfloat (weft_gantt_view_x (view, 6.001) - weft_gantt_view_x (view, 6), >, 200);
  g_assert_cmpfloat (weft_gantt_view_get_row_height (view), >=, WEFT_GANTT_VIEW_USUAL_ROW);
  g_assert_cmpfloat (weft_gantt_view_y (view, 150), >=, 0);
  g_assert_cmpfloat (weft_gantt_view_y (view, 151), <=, 500);

  from = weft_gantt_view_get_from_s (view);
  to = weft_gantt_view_get_to_s (view);
  weft_gantt_view_reveal (view, 6, 6.001, 150);
  g_assert_cmpfloat (weft_gantt_view_get_from_s (view), ==, from);
  weft_gantt_view_reveal (view, to, to + 0.0001, 0);
  g_assert_cmpfloat (weft_gantt_view_get_to_s (view), >, to);
  g_assert_cmpfloat (weft_gantt_view_get_first_row (view), ==, 0);
  weft_gantt_view_reveal (view, 1, 1.0001, 3);
  g_assert_cmpfloat (weft_gantt_view_x (view, 1), >=, 0);
  g_assert_cmpfloat (weft_gantt_view_x (view, 1.0001), <=, 1000);
}

/* Nothing to see, or no time. */
static void
test_empty (void)
{
  g_autoptr (WeftGanttView) view = make_view (0, 0);

  g_assert_true (isfinite (weft_gantt_view_x (view, 0)));
  weft_gantt_view_zoom (view, 2, 10);
  weft_gantt_view_zoom_rows (view, 2, 10);
  weft_gantt_view_pan (view, 100, 100);
  weft_gantt_view_zoom_to (view, 0, 0, 0);
  weft_gantt_view_set_size (view, 0, -5);
  g_assert_true (isfinite (weft_gantt_view_time (view, 3)));
  g_assert_cmpfloat (weft_gantt_view_get_first_row (view), ==, 0);
}

/* --- the time axis --- */

static void
assert_labels (double from_s, double to_s, gboolean plain, const char *words, const char *first, const char *second)
{
  WeftGanttScale scale;
  g_autofree char *unit = NULL, *a = NULL, *b = NULL;
  guint at = 0;

  weft_gantt_scale_init (&scale, from_s, to_s, 8, plain);
  unit = weft_gantt_scale_words (&scale);
  g_assert_cmpstr (unit, ==, words);
  while (weft_gantt_scale_tick (&scale, at) < from_s - 1e-12 * to_s)
    at++;
  a = weft_gantt_scale_label (&scale, at);
  b = weft_gantt_scale_label (&scale, at + 1);
  g_assert_cmpstr (a, ==, first);
  g_assert_cmpstr (b, ==, second);
}

static void
test_scale (void)
{
  assert_labels (0, 8, FALSE, "s", "0", "1");
  assert_labels (0, 0.004, FALSE, "ms", "0.0", "0.5");
  assert_labels (0, 40e-6, FALSE, "µs", "0", "5");
  assert_labels (0, 40e-9, FALSE, "ns", "0", "5");
  assert_labels (2e-3, 2.8e-3, FALSE, "ms", "2.0", "2.1");
  assert_labels (0, 80, TRUE, "", "0", "10");
  /* Deep inside: counted from a time that is told once. */
  assert_labels (12.345678, 12.345698, FALSE, "12.345 s + µs", "+680", "+685");
  assert_labels (1234567, 1234568, TRUE, "1234560", "+7.0", "+7.2");
}

static void
test_scale_format (void)
{
  WeftGanttScale scale;
  g_autofree char *near = NULL, *deep = NULL, *plain = NULL;

  weft_gantt_scale_init (&scale, 0, 0.004, 8, FALSE);
  near = weft_gantt_scale_format (&scale, 0.00123456);
  g_assert_cmpstr (near, ==, "1.23\u00a0ms");
  weft_gantt_scale_init (&scale, 12.345678, 12.345698, 8, FALSE);
  deep = weft_gantt_scale_format (&scale, 12.3456802);
  g_assert_cmpstr (deep, ==, "+680.2\u00a0µs");
  weft_gantt_scale_init (&scale, 0, 80, 8, TRUE);
  plain = weft_gantt_scale_format (&scale, 33);
  g_assert_cmpstr (plain, ==, "33.0");
}

/* Labels of neighbours differ, however near one looks. */
static void
test_scale_apart (void)
{
  double span = 100;

  for (guint i = 0; i < 30; i++, span /= 3)
    {
      WeftGanttScale scale;

      weft_gantt_scale_init (&scale, 77.7 - span / 2, 77.7 + span / 2, 10, FALSE);
      for (guint t = 0; t + 1 < scale.axis.n_ticks; t++)
        {
          g_autofree char *a = weft_gantt_scale_label (&scale, t), *b = weft_gantt_scale_label (&scale, t + 1);

          g_assert_cmpstr (a, !=, b);
          g_assert_cmpuint (g_utf8_strlen (a, -1), <=, 8);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gantt-view/fit", test_fit);
  g_test_add_func ("/gantt-view/zoom", test_zoom);
  g_test_add_func ("/gantt-view/rows", test_rows);
  g_test_add_func ("/gantt-view/pan", test_pan);
  g_test_add_func ("/gantt-view/zoom-to", test_zoom_to);
  g_test_add_func ("/gantt-view/empty", test_empty);
  g_test_add_func ("/gantt-view/scale", test_scale);
  g_test_add_func ("/gantt-view/scale/format", test_scale_format);
  g_test_add_func ("/gantt-view/scale/apart", test_scale_apart);
  return g_test_run ();
}
