/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tornados and sweeps: bars where the answers are, lines broken where there are none, any size. */
#include "plot-fixture.h"

#include "draw/plot/weft-plot-layout-private.h"
#include "draw/whatif/weft-sweep-plot.h"
#include "draw/whatif/weft-tornado-layout-private.h"
#include "model/whatif/weft-whatif.h"

static WeftWhatif *
load (void)
{
  static WeftWhatif *whatif;

  if (whatif == NULL)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (WeftCatalog) catalog = weft_catalog_load (g_getenv ("WEFT_CATALOG_DIR"), NULL, &error);
      g_autoptr (WeftEvaluator) evaluator = weft_evaluator_new (catalog);
      g_autoptr (JsonNode) root = weft_json_parse (FIXTURE_GOOD, -1, "test", NULL, NULL);
      g_autoptr (WeftDesign) design = weft_design_new_from_json (root, "test", NULL, NULL);

      whatif = weft_whatif_new (evaluator, design, NULL, &error);
      g_assert_no_error (error);
    }
  return whatif;
}

static WeftTornadoChart *
make_chart (gboolean totals)
{
  g_autoptr (WeftOutput) what = weft_whatif_find_output (load (), "workloads/fft/value", NULL);
  WeftTornadoChart *chart = weft_tornado_chart_new ("Title", what, 20e-3);

  weft_tornado_chart_add (chart, "Injection bandwidth", 40e-3, 10e-3, "50 GB/s", "200 GB/s", totals ? 0.8 : NAN);
  weft_tornado_chart_add (chart, "Memory bandwidth", 22e-3, 19e-3, "4 TB/s", "16 TB/s", totals ? 0.15 : NAN);
  weft_tornado_chart_add (chart, "Both up", 21e-3, 24e-3, "1", "2", NAN);
  weft_tornado_chart_add (chart, "None at one end", NAN, 18e-3, "0", "5", NAN);
  return chart;
}

static const WeftPalette *
palette_for (guint i)
{
  static WeftPalette turned;

  turned = weft_palette_dark;
  turned.right_to_left = TRUE;
  return i % 2 ? &turned : &weft_palette_light;
}

/* --- tornado --- */

/* Bars begin at the answer that stands and end at theirs; the scale is linear. */
static void
test_bars (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (WeftTornadoChart) chart = make_chart (TRUE);
      g_auto (WeftTornadoLayout) layout = { 0 };
      const WeftTornadoPlace *first, *both;

      weft_tornado_layout_init (&layout, chart, 900, palette_for (i));
      first = &layout.rows[0];
      both = &layout.rows[2];
      g_assert_cmpfloat_with_epsilon (first->ends[0].bar.w, 2 * first->ends[1].bar.w, 0.01);
      /* More time is to the right, or to the left where text runs so. */
      g_assert_cmpint (first->ends[0].bar.x >= layout.centre_x - 0.5, ==, i == 0);
      g_assert_cmpint (first->ends[1].bar.x + first->ends[1].bar.w <= layout.centre_x + 0.5, ==, i == 0);
      g_assert_cmpint (both->ends[0].bar.x >= layout.centre_x - 0.5, ==, i == 0);
      g_assert_cmpint (both->ends[1].bar.x >= layout.centre_x - 0.5, ==, i == 0);
      g_assert_true (layout.rows[3].ends[0].is_missing);
      /* What the other end is called stands beyond its bar. */
      g_assert_cmpint (layout.rows[3].ends[1].text.x < layout.rows[3].ends[1].bar.x, ==, i == 0);
      g_assert_cmpstr (layout.unit, ==, "ms");
      for (guint r = 0; r < layout.n_rows; r++)
        for (guint e = 0; e < 2; e++)
          {
            const WeftBox *bar = &layout.rows[r].ends[e].bar;

            if (layout.rows[r].ends[e].is_missing)
              continue;
            g_assert_cmpfloat (bar->x, >=, layout.plot.x - 0.5);
            g_assert_cmpfloat (weft_box_right (bar), <=, weft_box_right (&layout.plot) + 0.5);
          }
    }
}

static void
test_pick (void)
{
  g_autoptr (WeftTornadoChart) chart = make_chart (TRUE);
  g_auto (WeftTornadoLayout) layout = { 0 };
  g_autofree char *row = weft_tornado_chart_describe (chart, 0);
  g_autofree char *whole = weft_tornado_chart_describe (chart, -1);

  weft_tornado_layout_init (&layout, chart, 700, &weft_palette_light);
  for (guint r = 0; r < layout.n_rows; r++)
    {
      const WeftBox *box = &layout.rows[r].row;

      g_assert_cmpint (weft_tornado_chart_pick (chart, box->x + box->w / 2, box->y + box->h / 2, 700,
                                                &weft_palette_light),
                       ==, r);
    }
  g_assert_cmpint (weft_tornado_chart_pick (chart, -5, -5, 700, &weft_palette_light), ==, -1);
  g_assert_cmpint (weft_tornado_chart_pick (chart, 5, 5, 0, &weft_palette_light), ==, -1);
  g_assert_true (g_str_has_prefix (row, "Injection bandwidth: at 50 GB/s 40.0"));
  g_assert_nonnull (strstr (row, "total order 80.0 %"));
  g_assert_nonnull (strstr (whole, "4 inputs"));
}

static void
test_tornado_sizes (void)
{
  static const int widths[] = { 1, 30, 160, 340, 900, 2400 };
  g_autoptr (WeftOutput) what = weft_whatif_find_output (load (), "score", NULL);
  g_autoptr (WeftTornadoChart) empty = weft_tornado_chart_new (NULL, what, 1),
                               flat = weft_tornado_chart_new (NULL, what, NAN);

  weft_tornado_chart_add (flat, "nothing moves", NAN, NAN, "", "", NAN);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (widths); i++)
    {
      g_autoptr (WeftTornadoChart) chart = make_chart (i % 3 == 0);
      WeftTornadoChart *charts[] = { chart, empty, flat };

      weft_tornado_chart_set_hover (chart, 1);
      for (guint k = 0; k < G_N_ELEMENTS (charts); k++)
        {
          const WeftPalette *palette = palette_for (i);
          int height = (int) weft_tornado_chart_height (charts[k], widths[i / 2], palette);
          cairo_surface_t *image = fixture_paint (weft_tornado_chart_paint, charts[k], widths[i / 2], height, palette);

          g_assert_cmpuint (fixture_count_inside (image), >, 0);
          cairo_surface_destroy (image);
        }
    }
}

/* --- sweeps --- */

static void
answers_cb (gpointer      state,
            const double *x,
            double       *y,
            gpointer      data)
{
  y[0] = x[0] > 300 ? 0 : x[0] * 1e-3 + x[1];
}

static WeftSweep *
make_sweep (guint n_axes)
{
  static double gbs[] = { 100, 200, 300, 400 }, many[20];
  WeftResponse response = { .n_inputs = 2, .n_outputs = 1, .evaluate = answers_cb };
  WeftFactor factors[] = { { .name = "a", .value = 100 }, { .name = "b", .value = 1 } };
  WeftSweepAxis axes[] = { { 0, gbs, 4 }, { 1, many, 20 } };

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    many[i] = i;
  return weft_sweep_new (&response, factors, axes, n_axes, NULL, NULL);
}

static void
test_lines (void)
{
  g_autoptr (WeftSweep) one = make_sweep (1), two = make_sweep (2);
  g_autoptr (WeftOutput) what = weft_whatif_find_output (load (), "score", NULL);
  g_autoptr (WeftInput) link = weft_whatif_find_input (load (), "partitions/0/scaleout/gbs", NULL);
  g_autoptr (WeftInput) memory = weft_whatif_find_input (load (), "partitions/0/chip/mem_bw_gbs", NULL);
  WeftSweepPlot data = { .sweep = one, .what = what, .inputs = { link, memory }, .title = "Title" };
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (&data);
  g_autoptr (WeftPlot) lines = NULL;
  g_autoptr (WeftTable) table = weft_table_sweep (&data);
  g_autofree char *csv = weft_plot_to_csv (plot);
  double x, y;

  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 1);
  weft_plot_layer_position (weft_plot_get_layer (plot, 0), 1, &x, &y);
  g_assert_cmpfloat (x, ==, 200);
  g_assert_cmpfloat_with_epsilon (y, 1.2, 1e-12);
  /* A score of nothing is no point. */
  weft_plot_layer_position (weft_plot_get_layer (plot, 0), 3, &x, &y);
  g_assert_true (isnan (y));
  g_assert_cmpuint (weft_table_n_rows (table), ==, 4);
  g_assert_cmpstr (weft_table_get_cell (table, 3, 1), ==, "none");
  g_assert_true (g_str_has_prefix (csv, "series,partitions/0/scaleout/gbs,score"));

  data.sweep = two;
  lines = weft_sweep_plot_new (&data);
  g_assert_cmpuint (weft_plot_n_layers (lines), ==, WEFT_N_SERIES);
  g_assert_nonnull (strstr (weft_plot_layer_get_label (weft_plot_get_layer (lines, 7)), "19.0"));
}

static void
two_answers_cb (gpointer      state,
                const double *x,
                double       *y,
                gpointer      data)
{
  y[0] = x[0] / 100;
  y[1] = 2;
}

/* Of two designs each has a line by its name. */
static void
test_names (void)
{
  static double gbs[] = { 100, 200, 300, 400 };
  static const char *const names[] = { "First", "Second", NULL };
  WeftResponse response = { .n_inputs = 1, .n_outputs = 2, .evaluate = two_answers_cb };
  WeftFactor factor = { .name = "a", .value = 100 };
  WeftSweepAxis axis = { 0, gbs, 4 };
  g_autoptr (WeftSweep) sweep = weft_sweep_new (&response, &factor, &axis, 1, NULL, NULL);
  g_autoptr (WeftOutput) what = weft_whatif_find_output (load (), "score", NULL);
  g_autoptr (WeftInput) link = weft_whatif_find_input (load (), "partitions/0/scaleout/gbs", NULL);
  WeftSweepPlot data = { .sweep = sweep, .what = what, .inputs = { link }, .names = names };
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (&data);
  double x, y;

  g_assert_cmpuint (weft_plot_n_layers (plot), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpstr (weft_plot_layer_get_label (weft_plot_get_layer (plot, i)), ==, names[i]);
      weft_plot_layer_position (weft_plot_get_layer (plot, i), 3, &x, &y);
      g_assert_cmpfloat (x, ==, 400);
      g_assert_cmpfloat (y, ==, i == 0 ? 4 : 2);
    }
}

static void
test_sweep_sizes (void)
{
  static const int sizes[] = { 1, 50, 300, 1200 };
  g_autoptr (WeftSweep) two = make_sweep (2);
  g_autoptr (WeftOutput) what = weft_whatif_find_output (load (), "workloads/serving/value", NULL);
  g_autoptr (WeftInput) link = weft_whatif_find_input (load (), "partitions/0/scaleout/gbs", NULL);
  WeftSweepPlot data = { .sweep = two, .what = what, .inputs = { link, link }, .log = TRUE };
  g_autoptr (WeftPlot) plot = weft_sweep_plot_new (&data);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      cairo_surface_t *image = fixture_paint (fixture_paint_plot, plot, sizes[i / 2], sizes[i / 2], palette_for (i));

      g_assert_cmpuint (fixture_count_inside (image), >, 0);
      cairo_surface_destroy (image);
    }
}

static void
test_export (void)
{
  g_autoptr (WeftTornadoChart) chart = make_chart (TRUE);
  g_autofree char *folder = g_dir_make_tmp ("weft-whatif-XXXXXX", NULL);
  g_autofree char *svg = g_build_filename (folder, "a.svg", NULL), *wrong = g_build_filename (folder, "a.gif", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL, refused = NULL;

  g_assert_true (weft_tornado_chart_export (chart, svg, &weft_palette_light, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "<title>Title</title>"));
  g_assert_false (weft_tornado_chart_export (chart, wrong, &weft_palette_light, &refused));
  g_assert_nonnull (refused);
  g_unlink (svg);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/draw/tornado/bars", test_bars);
  g_test_add_func ("/draw/tornado/pick", test_pick);
  g_test_add_func ("/draw/tornado/sizes", test_tornado_sizes);
  g_test_add_func ("/draw/tornado/export", test_export);
  g_test_add_func ("/draw/sweep/lines", test_lines);
  g_test_add_func ("/draw/sweep/names", test_names);
  g_test_add_func ("/draw/sweep/sizes", test_sweep_sizes);

  return g_test_run ();
}
