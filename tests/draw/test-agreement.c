/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of designs by evaluator and simulator: known values of Kendall's tau, ranks, and who is marked. */
#include "draw-fixture.h"

#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-plot-layout-private.h"
#include "draw/sim/weft-agreement-plot.h"

/* Designs with the given values. */
static double
tau_of (const double *analytic, const double *simulated, guint n, WeftAgreementFlags flags)
{
  g_autofree WeftAgreementPoint *points = g_new0 (WeftAgreementPoint, MAX (1, n));

  for (guint i = 0; i < n; i++)
    points[i] = (WeftAgreementPoint){ "design", analytic[i], simulated[i], NULL };
  return weft_agreement_tau (points, n, flags);
}

static void
test_tau (void)
{
  static const double up[] = { 1, 2, 3, 4, 5 }, down[] = { 5, 4, 3, 2, 1 }, swapped[] = { 1, 2, 3, 5, 4 };
  /* By hand: of six pairs four agree, and one ties on each side. */
  static const double x[] = { 1, 1, 2, 3 }, y[] = { 1, 2, 2, 4 }, flat[] = { 7, 7, 7, 7, 7 };
  double gap[] = { 1, 2, NAN, 4, 5 };

  g_assert_cmpfloat (tau_of (up, up, 5, 0), ==, 1);
  g_assert_cmpfloat (tau_of (up, down, 5, 0), ==, -1);
  g_assert_cmpfloat_with_epsilon (tau_of (up, swapped, 5, 0), 0.8, 1e-12);
  g_assert_cmpfloat (tau_of (up, down, 5, WEFT_AGREEMENT_SIMULATED_IS_TIME), ==, 1);
  g_assert_cmpfloat (tau_of (up, up, 5, WEFT_AGREEMENT_SIMULATED_IS_TIME | WEFT_AGREEMENT_ANALYTIC_IS_TIME), ==, 1);
  g_assert_cmpfloat_with_epsilon (tau_of (x, y, 4, 0), 4 / sqrt (5.0 * 5.0), 1e-12);
  g_assert_true (isnan (tau_of (up, flat, 5, 0)));
  g_assert_true (isnan (tau_of (up, up, 1, 0)));
  g_assert_true (isnan (tau_of (up, up, 0, 0)));
  g_assert_cmpfloat (tau_of (gap, up, 5, 0), ==, 1);
}

static WeftPlot *
make_plot (void)
{
  WeftAgreementPoint points[20];
  char names[20][8];

  for (guint i = 0; i < 20; i++)
    {
      g_snprintf (names[i], sizeof names[i], "d%u", i);
      points[i] = (WeftAgreementPoint){ names[i], 2 - 0.01 * i, 2 - 0.01 * i, NULL };
    }
  points[3].simulated = 1.8;
  points[3].reason = "queueing on the leaves";
  points[11].simulated = NAN;
  return weft_agreement_plot_new (points, 20, WEFT_AGREEMENT_SCORES);
}

/* The one that moves is marked with its reason, at its ranks; all others are points, once each. */
static void
test_marked (void)
{
  g_autoptr (WeftPlot) plot = make_plot ();
  WeftPlotLayer *others = weft_plot_get_layer (plot, 1), *marks = weft_plot_get_layer (plot, 2);
  g_autofree char *words = weft_plot_layer_describe (marks, plot, 0);
  g_autofree char *csv = weft_plot_to_csv (plot);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);
  double x, y;

  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 3);
  g_assert_cmpuint (weft_plot_layer_n_items (others), ==, 18);
  g_assert_cmpuint (weft_plot_layer_n_items (marks), ==, 1);
  weft_plot_layer_position (marks, 0, &x, &y);
  g_assert_cmpfloat (x, ==, 4);
  g_assert_cmpfloat (y, ==, 19);
  g_assert_nonnull (strstr (words, "d3: queueing on the leaves"));
  g_assert_cmpstr (weft_plot_get_title (plot), ==, "Analytical and simulated order: Kendall's τ 0.82 of 19 designs");
  /* A head, 19 designs, and the end. */
  g_assert_cmpuint (g_strv_length (lines), ==, 21);
}

/* With equal values ranks are means. */
static void
test_ties (void)
{
  const WeftAgreementPoint points[] = { { "a", 3, 5, NULL }, { "b", 3, 4, NULL }, { "c", 1, 4, NULL } };
  g_autoptr (WeftPlot) plot = weft_agreement_plot_new (points, 3, 0);
  WeftPlotLayer *layer = weft_plot_get_layer (plot, 1);
  double sum[2] = { 0, 0 };

  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 2);
  for (guint i = 0; i < 3; i++)
    {
      double x, y;

      weft_plot_layer_position (layer, i, &x, &y);
      g_assert_true (x == 1.5 || x == 3);
      g_assert_true (y == 2.5 || y == 1);
      sum[0] += x;
      sum[1] += y;
    }
  g_assert_cmpfloat (sum[0], ==, 6);
  g_assert_cmpfloat (sum[1], ==, 6);
}

static void
test_sizes (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 60, 300 }, { 400, 40 }, { 420, 360 }, { 1000, 700 } };
  g_autoptr (WeftPlot) plot = make_plot (), none = weft_agreement_plot_new (NULL, 0, 0);
  WeftPalette turned = weft_palette_dark;

  turned.right_to_left = TRUE;
  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    for (guint k = 0; k < 2; k++)
      {
        cairo_surface_t *image = fixture_paint (weft_plot_paint, k == 0 ? plot : none, sizes[i / 2][0], sizes[i / 2][1],
                                                i % 2 ? &turned : &weft_palette_light);

        g_assert_cmpuint (fixture_count_inside (image), >, 0);
        cairo_surface_destroy (image);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agreement/tau", test_tau);
  g_test_add_func ("/agreement/marked", test_marked);
  g_test_add_func ("/agreement/ties", test_ties);
  g_test_add_func ("/agreement/sizes", test_sizes);
  return g_test_run ();
}
