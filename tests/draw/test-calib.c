/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables and plots of a calibration say what the fit holds. */
#include "draw-fixture.h"

#include "../calib/calib-fixture.h"
#include "calib/weft-fit-summary.h"
#include "draw/calib/weft-calib-tables.h"
#include "draw/calib/weft-residual-plot.h"
#include "draw/plot/weft-plot-layers-private.h"
#include "draw/plot/weft-plot-layout-private.h"

#define PLATFORMS \
  "platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops,chip,fabric,use\n" \
  "A,100,1000,100,2,8,1,h100-sxm5-80,\"NVLink, IB\",\nB,50,500,50,3,8,1,,PCIe,\nC,70,700,60,3,4,1,,PCIe,held out\n"

static const Made gemm = { 0.7, 0.8, 8e-6, 1e4, 1e10, 5, 2000 };
static const Made memory = { 0.7, 0.8, 8e-6, 1e4, 1e10, 1, 30 };

/* One point of spmv on B takes twice as long. Two segments of all-reduces on A. */
static WeftFit *
make_fit (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftMeasurements) measurements = NULL;
  WeftRandom random;

  weft_random_init (&random, 1, 0);
  make_points (text, "A", "gemm", &gemm, 100e12, 1e12, 30, 0.02, &random);
  make_points (text, "B", "gemm", &gemm, 50e12, 5e11, 30, 0.02, &random);
  make_points (text, "B", "spmv", &memory, 50e12, 5e11, 30, 0.02, &random);
  g_string_append (text, "B,spmv,0,100000000,1,516\n");
  for (guint n = 2; n <= 8; n *= 2)
    for (guint k = 8; k < 30; k++)
      g_string_append_printf (text, "A,allreduce,0,%.0f,%u,%.9g\n", exp2 (k), n,
                              (k < 20 ? 20 : 50) + 2.0 * (n - 1) / n * exp2 (k) / (100e9 * 0.6) * 1e6);
  measurements = take_points (text->str, PLATFORMS);
  return fit_points (measurements, 4);
}

static void
assert_cell (WeftTable *table, guint row, guint column, const char *text)
{
  g_autofree char *cell = g_strdup (weft_table_get_cell (table, row, column));
  g_autoptr (GString) plain = g_string_new (cell);

  g_string_replace (plain, "\u00a0", " ", 0);
  g_assert_cmpstr (plain->str, ==, text);
}

static void
test_platforms (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (WeftTable) table = weft_table_fit_platforms (fit->measurements);

  g_assert_cmpuint (weft_table_n_rows (table), ==, 3);
  assert_cell (table, 0, 0, "A");
  assert_cell (table, 0, 1, "h100-sxm5-80");
  assert_cell (table, 0, 2, "1–8 devices");
  assert_cell (table, 0, 3, "NVLink, IB");
  assert_cell (table, 0, 4, "Calibration");
  assert_cell (table, 0, 5, "96");
  assert_cell (table, 1, 2, "1 device");
  assert_cell (table, 2, 2, "4 devices");
  assert_cell (table, 2, 4, "held out");
}

static void
test_series (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (WeftTable) table = weft_table_fit_series (fit);
  const WeftFitSeries *comm = weft_fit_find (fit, "A", "allreduce", 8, NULL);
  g_autoptr (WeftTable) segments = weft_table_fit_segments (fit, comm);

  g_assert_cmpuint (weft_table_n_rows (table), ==, fit->series->len);
  g_assert_cmpstr (weft_table_get_title (table, 2), ==, "Devices");
  assert_cell (table, 0, 0, "A");
  assert_cell (table, 0, 1, "gemm");
  assert_cell (table, 0, 2, "–");
  g_assert_true (g_str_has_prefix (weft_table_get_cell (table, 5, 3), "≥ 0."));
  assert_cell (table, 5, 9, "1");
  g_assert_cmpuint (weft_table_n_rows (segments), ==, 2);
  assert_cell (segments, 0, 0, "256 B");
  assert_cell (segments, 0, 1, "524 kB");
  assert_cell (segments, 0, 5, "20.0 µs");
  assert_cell (segments, 1, 5, "50.0 µs");
}

/* Figure 12: what a cell says is the mean over the points of its series. */
static void
test_errors (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (WeftTable) table = weft_table_fit_errors (fit);
  const WeftFitSeries *series = weft_fit_find (fit, "B", "spmv", 0, NULL);
  g_autofree char *cell = g_strdup_printf ("%.2f %%", 100 * series->mape);
  WeftFitSummary summary;

  g_assert_cmpuint (weft_table_n_columns (table), ==, 5);
  g_assert_cmpuint (weft_table_n_rows (table), ==, 5);
  assert_cell (table, 1, 0, "spmv");
  assert_cell (table, 1, 1, "–");
  assert_cell (table, 1, 2, cell);
  assert_cell (table, 3, 0, "Mean of computing");
  assert_cell (table, 4, 2, "–");
  weft_fit_summarise (fit, WEFT_FIT_COMPUTE, -1, -1, &summary);
  g_assert_cmpuint (summary.n_series, ==, 3);
  g_assert_cmpuint (summary.n_points, ==, 91);
  weft_fit_summarise (fit, WEFT_FIT_COMM, 0, -1, &summary);
  g_assert_cmpuint (summary.n_series, ==, 3);
  weft_fit_summarise (fit, WEFT_FIT_ALL, 2, -1, &summary);
  g_assert_true (summary.n_series == 0 && isnan (summary.error));
}

static void
test_projection (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autoptr (WeftProjection) projection
    = weft_projection_new (fit, weft_measurements_find_platform (fit->measurements, "C"), NULL);
  g_autoptr (WeftTable) table = weft_table_projection (fit, projection);
  g_autoptr (GPtrArray) trends = weft_calib_trends (fit, NULL, NULL, NULL, NULL);
  g_autoptr (WeftTable) scaling = weft_table_trends (fit, trends);

  g_assert_cmpuint (weft_table_n_rows (table), ==, 3);
  g_assert_nonnull (strstr (weft_table_get_cell (table, 0, 1), " to "));
  assert_cell (table, 2, 1, "–");
  g_assert_cmpuint (weft_table_n_rows (scaling), ==, 3);
  assert_cell (scaling, 2, 2, "8");
}

static const char *
label (WeftPlot *plot, guint i)
{
  return weft_plot_layer_get_label (weft_plot_get_layer (plot, i));
}

static void
test_plots (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  const WeftFitSeries *comm = weft_fit_find (fit, "A", "allreduce", 8, NULL);
  const WeftFitSeries *spmv = weft_fit_find (fit, "B", "spmv", 0, NULL);
  g_autoptr (WeftPlot) times = weft_residual_plot_times (fit, comm);
  g_autoptr (WeftPlot) errors = weft_residual_plot_errors (fit, spmv);
  g_autoptr (WeftPlot) all = weft_residual_plot_times (fit, NULL);
  gboolean found = FALSE;
  double x, y;
  guint n;

  g_assert_cmpuint (weft_plot_n_layers (times), ==, 3);
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (times, 1)), ==, 12);
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (times, 2)), ==, 10);
  weft_plot_layer_position (weft_plot_get_layer (times, 1), 0, &x, &y);
  assert_near (y, x, 1e-3);
  /* the diagonal or the rule, a layer for each segment, and one of outliers */
  n = weft_plot_n_layers (errors);
  g_assert_cmpuint (n, ==, spmv->n_segments + 2);
  g_assert_cmpstr (label (errors, n - 1), ==, "Outliers");
  for (guint i = 0; i < weft_plot_layer_n_items (weft_plot_get_layer (errors, n - 1)); i++)
    {
      weft_plot_layer_position (weft_plot_get_layer (errors, n - 1), i, &x, &y);
      found = found || (x == 1e8 && y < -30);
    }
  g_assert_true (found);
  g_assert_cmpstr (label (all, 1), ==, "gemm");
  g_assert_cmpuint (weft_plot_layer_n_items (weft_plot_get_layer (all, 1)), ==, 60);
  g_clear_pointer (&fit, weft_fit_unref); /* the plots keep what they need */
  weft_plot_layer_position (weft_plot_get_layer (all, 1), 59, &x, &y);
  g_assert_cmpfloat (x, >, 0);
}

static void
test_paint (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  g_autofree char *folder = g_dir_make_tmp ("weft-test-calib-XXXXXX", NULL);
  static const char *const names[] = { "a.svg", "a.png", "a.pdf", "a.csv" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint dark = 0; dark < 2; dark++)
      {
        g_autofree char *path = g_build_filename (folder, names[i], NULL);
        g_autofree char *text = NULL;
        gsize length;

        g_assert_true (weft_residual_plot_export (fit, dark ? fit->series->pdata[1] : NULL, path,
                                                  dark ? &weft_palette_dark : &weft_palette_light, &error));
        g_assert_no_error (error);
        g_assert_true (g_file_get_contents (path, &text, &length, NULL));
        g_assert_cmpuint (length, >, 500);
        g_unlink (path);
      }
  g_rmdir (folder);
}

static void
test_csv (void)
{
  g_autoptr (WeftFit) fit = make_fit ();
  const WeftFitSeries *spmv = weft_fit_find (fit, "B", "spmv", 0, NULL);
  g_autofree char *text = weft_residual_csv (fit, spmv);
  g_auto (GStrv) lines = g_strsplit (text, "\r\n", -1);
  g_autofree char *all = weft_residual_csv (fit, NULL);
  guint n_outliers = 0;

  g_assert_cmpuint (g_strv_length (lines), ==, 33);
  g_assert_cmpstr (lines[0], ==, "platform,op,n_dev,path,line,segment,flops,bytes,measured_us,predicted_us,error,outlier");
  for (guint i = 1; i < 32; i++)
    {
      g_assert_true (g_str_has_prefix (lines[i], "B,spmv,0,,"));
      n_outliers += g_str_has_suffix (lines[i], ",1");
    }
  g_assert_cmpuint (n_outliers, ==, spmv->outliers->len);
  lines[0][0] = '\0';
  g_assert_cmpuint (strlen (all), >, strlen (text));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw-calib/platforms", test_platforms);
  g_test_add_func ("/draw-calib/series", test_series);
  g_test_add_func ("/draw-calib/errors", test_errors);
  g_test_add_func ("/draw-calib/projection", test_projection);
  g_test_add_func ("/draw-calib/plots", test_plots);
  g_test_add_func ("/draw-calib/paint", test_paint);
  g_test_add_func ("/draw-calib/csv", test_csv);
  return g_test_run ();
}
