/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes: when they become logarithmic, that ticks are nice and cover, and where values lie. */
#include <math.h>

#include "draw/weft-chart-axis-private.h"

/* 1, 2 or 5 times a power of ten. */
static gboolean
is_nice (double value)
{
  double mantissa = value / pow (10, floor (log10 (value) + 1e-9));

  return fabs (mantissa - 1) < 1e-9 || fabs (mantissa - 2) < 1e-9 || fabs (mantissa - 5) < 1e-9;
}

static void
assert_rising (const WeftAxis *axis)
{
  g_assert_cmpuint (axis->n_ticks, >=, 2);
  g_assert_cmpfloat (axis->min, ==, axis->ticks[0]);
  g_assert_cmpfloat (axis->max, ==, axis->ticks[axis->n_ticks - 1]);
  for (guint i = 1; i < axis->n_ticks; i++)
    g_assert_cmpfloat (axis->ticks[i], >, axis->ticks[i - 1]);
}

static void
test_needs_log (void)
{
  const double even[] = { 1, 1.72, 1.67, 4.77, 11.9 };
  const double steep[] = { 1, 1.72, 12.1 };
  const double slow[] = { 1, 0.08, 0.5 };
  const double edge[] = { 1, 12 };
  const double odd[] = { 1, 0, -5, NAN, INFINITY, 3 };

  g_assert_false (weft_axis_needs_log (even, G_N_ELEMENTS (even)));
  g_assert_true (weft_axis_needs_log (steep, G_N_ELEMENTS (steep)));
  g_assert_true (weft_axis_needs_log (slow, G_N_ELEMENTS (slow)));
  g_assert_false (weft_axis_needs_log (edge, G_N_ELEMENTS (edge)));
  g_assert_false (weft_axis_needs_log (odd, G_N_ELEMENTS (odd)));
  g_assert_false (weft_axis_needs_log (NULL, 0));
}

static void
test_linear (void)
{
  for (double most = 0.0013; most < 2e6; most *= 1.37)
    for (guint wanted = 1; wanted <= 12; wanted++)
      {
        WeftAxis axis;
        double step;

        weft_axis_init_linear (&axis, 0, most, wanted);
        assert_rising (&axis);
        g_assert_false (axis.log);
        g_assert_cmpfloat (axis.min, ==, 0);
        g_assert_cmpfloat (axis.max, >=, most * (1 - 1e-8));
        g_assert_cmpuint (axis.n_ticks, <=, wanted + 2);

        step = axis.ticks[1];
        g_assert_true (is_nice (step));
        g_assert_cmpfloat (axis.max - most, <, step);
        for (guint i = 0; i < axis.n_ticks; i++)
          g_assert_cmpfloat_with_epsilon (axis.ticks[i], i * step, 1e-9 * most);
      }
}

static void
test_log (void)
{
  for (double least = 3.1e-7; least <= 1; least *= 2.9)
    for (double most = 1; most < 4e8; most *= 3.7)
      for (guint wanted = 2; wanted <= 16; wanted++)
        {
          WeftAxis axis;
          gboolean has_one = FALSE;

          weft_axis_init_log (&axis, least, most, wanted);
          assert_rising (&axis);
          g_assert_true (axis.log);
          g_assert_cmpfloat (axis.min, <=, least * (1 + 1e-8));
          g_assert_cmpfloat (axis.max, >=, most * (1 - 1e-8));
          for (guint i = 0; i < axis.n_ticks; i++)
            {
              g_assert_true (is_nice (axis.ticks[i]));
              has_one = has_one || axis.ticks[i] == 1;
            }
          g_assert_true (has_one);
        }
}

static void
test_log_ticks (void)
{
  const double fine[] = { 0.1, 0.2, 0.5, 1, 2, 5, 10, 20 };
  const double coarse[] = { 0.1, 1, 10, 100 };
  WeftAxis axis;

  weft_axis_init_log (&axis, 0.13, 17, 10);
  g_assert_cmpuint (axis.n_ticks, ==, G_N_ELEMENTS (fine));
  for (guint i = 0; i < axis.n_ticks; i++)
    g_assert_cmpfloat (axis.ticks[i], ==, fine[i]);

  weft_axis_init_log (&axis, 0.13, 17, 5);
  g_assert_cmpuint (axis.n_ticks, ==, G_N_ELEMENTS (coarse));
  for (guint i = 0; i < axis.n_ticks; i++)
    g_assert_cmpfloat (axis.ticks[i], ==, coarse[i]);

  weft_axis_init_log (&axis, 1, 1, 8);
  g_assert_cmpfloat (axis.min, ==, 1);
  g_assert_cmpfloat (axis.max, >, 1);

  weft_axis_init_log (&axis, 1e-320, 1e306, 8);
  assert_rising (&axis);
}

static void
test_place (void)
{
  WeftAxis axis;

  weft_axis_init_linear (&axis, 0, 5, 5);
  g_assert_cmpfloat (weft_axis_place (&axis, 0), ==, 0);
  g_assert_cmpfloat (weft_axis_place (&axis, 2.5), ==, 0.5);
  g_assert_cmpfloat (weft_axis_place (&axis, 5), ==, 1);
  g_assert_cmpfloat (weft_axis_place (&axis, 50), ==, 1);
  g_assert_cmpfloat (weft_axis_place (&axis, -1), ==, 0);
  g_assert_cmpfloat (weft_axis_place (&axis, NAN), ==, 0);

  weft_axis_init_log (&axis, 0.1, 10, 6);
  g_assert_cmpfloat_with_epsilon (weft_axis_place (&axis, 1), 0.5, 1e-12);
  g_assert_cmpfloat (weft_axis_place (&axis, 0), ==, 0);
  g_assert_cmpfloat (weft_axis_place (&axis, -3), ==, 0);
  g_assert_cmpfloat (weft_axis_place (&axis, INFINITY), ==, 1);
}

static void
assert_label (const WeftAxis *axis,
              double          value,
              const char     *expected)
{
  g_autofree char *label = weft_axis_label (axis, value);

  g_assert_cmpstr (label, ==, expected);
}

static void
test_labels (void)
{
  WeftAxis axis;

  weft_axis_init_linear (&axis, 0, 5, 5);
  assert_label (&axis, 3, "3");
  weft_axis_init_linear (&axis, 0, 1, 5);
  assert_label (&axis, 0.2, "0.2");
  assert_label (&axis, 1, "1.0");
  weft_axis_init_log (&axis, 0.01, 1000, 16);
  assert_label (&axis, 0.05, "0.05");
  assert_label (&axis, 1000, "1000");
  assert_label (&axis, 1e-6, "10⁻⁶");
  assert_label (&axis, 2e7, "2·10⁷");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/axis/needs-log", test_needs_log);
  g_test_add_func ("/draw/axis/linear", test_linear);
  g_test_add_func ("/draw/axis/log", test_log);
  g_test_add_func ("/draw/axis/log-ticks", test_log_ticks);
  g_test_add_func ("/draw/axis/place", test_place);
  g_test_add_func ("/draw/axis/labels", test_labels);

  return g_test_run ();
}
