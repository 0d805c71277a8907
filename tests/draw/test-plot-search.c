/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of searches: fronts, means and deviations against values worked by hand, and what was
 * published. */
#include "plot-fixture.h"

#include "draw/plot/weft-convergence-private.h"
#include "draw/plot/weft-pareto-private.h"
#include "draw/plot/weft-scatter-private.h"

static void
test_pareto (void)
{
  /* By hand: a is beaten by b; c and d are equal, the first counts; e costs more than f for less. */
  const double score[] = { 1.0, 1.2, 1.5, 1.5, 1.6, 1.9, NAN, 3.0, 0.5 };
  const double price[] = { 5.0, 5.0, 6.0, 6.0, 9.0, 8.0, 1.0, INFINITY, 4.0 };
  guint front[G_N_ELEMENTS (score)];

  g_assert_cmpuint (weft_pareto_front (score, price, G_N_ELEMENTS (score), front), ==, 4);
  g_assert_cmpuint (front[0], ==, 8);
  g_assert_cmpuint (front[1], ==, 1);
  g_assert_cmpuint (front[2], ==, 2);
  g_assert_cmpuint (front[3], ==, 5);
  g_assert_cmpuint (weft_pareto_front (NULL, NULL, 0, NULL), ==, 0);
}

static void
test_statistics (void)
{
  /* Three runs, one late, one short. By hand, after evaluation 1: 1, 3 -> mean 2, sd sqrt 2;
   * 2: 2, 4, 3 -> 3, 1; 3: 6, 4 (ended), 5 -> 5, 1; 4: 6, 4, 8 -> 6, 2. */
  static const double a[] = { 1, 2, 6, 6 };
  static const double b[] = { 3, 4 };
  static const double c[] = { NAN, 3, 5, 8 };
  const WeftConvergenceRun runs[] = { { a, 4 }, { b, 2 }, { c, 4 }, { NULL, 0 } };
  const WeftConvergenceMethod method = { "m", 0, runs, G_N_ELEMENTS (runs) };
  double mean[4], sd[4];
  guint counts[4];

  g_assert_cmpuint (weft_convergence_length (&method), ==, 4);
  g_assert_cmpuint (weft_convergence_statistics (&method, mean, sd, counts, 4), ==, 4);
  g_assert_cmpuint (counts[0], ==, 2);
  g_assert_cmpuint (counts[1], ==, 3);
  g_assert_cmpuint (counts[3], ==, 3);
  g_assert_cmpfloat_with_epsilon (mean[0], 2, 1e-12);
  g_assert_cmpfloat_with_epsilon (sd[0], sqrt (2), 1e-12);
  g_assert_cmpfloat_with_epsilon (mean[1], 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (sd[1], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (mean[2], 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (sd[2], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (mean[3], 6, 1e-12);
  g_assert_cmpfloat_with_epsilon (sd[3], 2, 1e-12);
  g_assert_cmpuint (weft_convergence_statistics (&method, mean, sd, counts, 2), ==, 2);
}

static void
test_few_runs (void)
{
  static const double late[] = { NAN, 2 };
  const WeftConvergenceRun runs[] = { { late, 2 }, { late, 1 } };
  const WeftConvergenceMethod method = { "m", 0, runs, 2 };
  double mean[2], sd[2];
  guint counts[2];

  weft_convergence_statistics (&method, mean, sd, counts, 2);
  g_assert_cmpuint (counts[0], ==, 0);
  g_assert_true (isnan (mean[0]) && isnan (sd[0]));
  g_assert_cmpuint (counts[1], ==, 1);
  g_assert_cmpfloat (mean[1], ==, 2);
  g_assert_true (isnan (sd[1]));
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static void
test_convergence (void)
{
  static const double a[] = { 1, 2, 3 }, b[] = { 1, 4, 5 };
  const WeftConvergenceRun runs[] = { { a, 3 }, { b, 3 } };
  const WeftConvergenceMethod methods[]
      = { { "alone", 0, runs, 1 }, { "both", 1, runs, 2 }, { "none", 2, NULL, 0 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPublished) published
      = weft_published_load (g_getenv ("WEFT_CATALOG_DIR"), "archagent-fig3", &error);
  WeftConvergence data = { methods, 3, 5.5, published, 0 };
  g_autoptr (WeftPlot) plot = NULL;
  g_autofree char *words = NULL;
  guint n = 0;

  g_assert_no_error (error);
  plot = weft_convergence_plot (&data);
  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 4);
  g_assert_true (WEFT_IS_PLOT_RULE (weft_plot_get_layer (plot, 0)));
  g_assert_false (WEFT_IS_PLOT_BAND (weft_plot_get_layer (plot, 1)));
  g_assert_true (WEFT_IS_PLOT_BAND (weft_plot_get_layer (plot, 2)));
  words = weft_plot_layer_describe (weft_plot_get_layer (plot, 2), plot, 1);
  g_assert_cmpstr (words, ==, "both: evaluations 2, best score 3 (1.586 to 4.414), 2 runs");

  g_signal_connect_swapped (plot, "changed", G_CALLBACK (count_cb), &n);
  data.optimum = NAN;
  data.published = NULL;
  weft_convergence_plot_fill (plot, &data);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 2);
}

static void
test_published (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftPublished) published
      = weft_published_load (g_getenv ("WEFT_CATALOG_DIR"), "archagent-fig3", &error);
  gboolean found = FALSE;

  g_assert_no_error (error);
  g_assert_cmpuint (published->n_points, ==, 6);
  for (guint i = 0; i < published->n_points; i++)
    {
      g_assert_cmpuint (strlen (published->points[i].source), >, 10);
      found |= published->points[i].x == 36 && published->points[i].y == 1.93;
    }
  g_assert_true (found);
}

static void
test_published_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("weft-published-XXXXXX", NULL);
  g_autofree char *inner = g_build_filename (folder, "published", NULL);
  g_autofree char *path = g_build_filename (inner, "bad.json", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_published_load (folder, "bad", &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_mkdir (inner, 0700);
  g_file_set_contents (path,
                       "{\"title\": \"t\", \"points\": [{\"x\": 1, \"y\": \"high\", \"group\": \"g\","
                       " \"text\": \"t\", \"source\": \"s\"}]}",
                       -1, NULL);
  g_assert_null (weft_published_load (folder, "bad", &error));
  g_assert_error (error, WEFT_JSON_ERROR, WEFT_JSON_ERROR_TYPE);
  g_assert_nonnull (strstr (error->message, "/points/0/y"));
  g_remove (path);
  g_rmdir (inner);
  g_rmdir (folder);
}

static void
test_scatter (void)
{
  const WeftScatterCandidate candidates[] = {
    { 1.5, 0.9e6, 4e7, TRUE, -1, "good" },   { 1.9, 1.0e6, NAN, TRUE, 2, "best, price unknown" },
    { 1.2, 0.95e6, 5e7, TRUE, -1, "beaten" }, { 9.9, 0.1e6, 1e7, FALSE, -1, "cannot run" },
  };
  g_autoptr (WeftPlot) plot = weft_scatter_plot (candidates, 4, WEFT_SCATTER_POWER);
  WeftPlotLayer *points = weft_plot_get_layer (plot, WEFT_SCATTER_POINTS);
  WeftPlotLayer *front = weft_plot_get_layer (plot, WEFT_SCATTER_FRONT);
  g_autofree char *words = NULL;
  double x, y;

  g_assert_cmpuint (weft_plot_layer_n_items (points), ==, 4);
  g_assert_cmpuint (weft_plot_layer_n_items (front), ==, 2);
  weft_plot_layer_position (front, 1, &x, &y);
  g_assert_cmpfloat (x, ==, 1);
  g_assert_cmpfloat (y, ==, 1.9);
  weft_plot_layer_position (points, 3, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, 0.1, 1e-12);
  g_assert_cmpfloat (y, ==, 0);
  words = weft_plot_layer_describe (points, plot, 3);
  g_assert_cmpstr (words, ==, "Candidates: cannot run, power 0.1\u00a0MW, score 0, infeasible");
  g_assert_cmpstr (weft_plot_get_axis (plot, WEFT_PLOT_X)->key, ==, "power_mw");

  weft_scatter_plot_fill (plot, candidates, 4, WEFT_SCATTER_COST);
  g_assert_cmpstr (weft_plot_get_axis (plot, WEFT_PLOT_X)->unit, ==, "million USD");
  front = weft_plot_get_layer (plot, WEFT_SCATTER_FRONT);
  /* What has no price is no candidate for the front, but stays an item. */
  g_assert_cmpuint (weft_plot_layer_n_items (front), ==, 1);
  weft_plot_layer_position (weft_plot_get_layer (plot, WEFT_SCATTER_POINTS), 1, &x, &y);
  g_assert_true (isnan (x));
  weft_scatter_plot_fill (plot, NULL, 0, WEFT_SCATTER_COST);
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (plot, WEFT_SCATTER_POINTS)), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/plot-search/pareto", test_pareto);
  g_test_add_func ("/draw/plot-search/statistics", test_statistics);
  g_test_add_func ("/draw/plot-search/few-runs", test_few_runs);
  g_test_add_func ("/draw/plot-search/convergence", test_convergence);
  g_test_add_func ("/draw/plot-search/published", test_published);
  g_test_add_func ("/draw/plot-search/published-broken", test_published_broken);
  g_test_add_func ("/draw/plot-search/scatter", test_scatter);

  return g_test_run ();
}
