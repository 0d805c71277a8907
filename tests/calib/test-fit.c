/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fits of series: knobs that are known, knobs that points do not tell, series that cannot be fitted, outliers, tails. */
#include "calib-fixture.h"

#define PEAK 100e12
#define BW 1e12
#define PLATFORMS "platform,peak_tflops,mem_bw_GBps,link_bw_GBps\nA,100,1000,100\nB,100,1000,100\nnone,,,\n"

static const Made gemm = { 0.7, 0.8, 8e-6, 1e4, 1e10, 5, 2000 };

static const WeftFitSeries *
series_of (const WeftFit *fit, const char *platform, const char *op)
{
  const WeftFitSeries *series = weft_fit_find (fit, platform, op, 0, NULL);

  if (series == NULL)
    g_error ("no series %s %s", platform, op);
  return series;
}

static WeftFit *
fit_text (const char *points, const char *platforms, guint most)
{
  g_autoptr (WeftMeasurements) measurements = take_points (points, platforms);

  return fit_points (measurements, most);
}

static void
test_exact (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftFit) fit = NULL;
  const WeftFitSeries *series;
  WeftRandom random;

  weft_random_init (&random, 1, 0);
  make_points (text, "A", "gemm", &gemm, PEAK, BW, 40, 0, &random);
  fit = fit_text (text->str, PLATFORMS, 4);
  series = series_of (fit, "A", "gemm");
  g_assert_cmpuint (series->n_segments, ==, 1);
  assert_near (series->segment[0].phi.value, 0.7, 1e-6);
  assert_near (series->segment[0].beta.value, 0.8, 1e-6);
  assert_near (series->segment[0].launch_s.value, 8e-6, 1e-6);
  g_assert_cmpfloat (series->mape, <, 1e-8);
  g_assert_cmpfloat (series->mape_held_out, <, 1e-6);
  g_assert_cmpuint (series->outliers->len, ==, 0);
  assert_near (weft_fit_predict (fit, series, 1e15, 1e6), 8e-6 + 1e15 / (PEAK * 0.7), 1e-6);
  assert_near (weft_fit_predict (fit, series, 0, 1e9), 8e-6 + 1e9 / (BW * 0.8), 1e-6);
}

/* Medians over many sets, with the noise of real measurements. */
static void
test_accuracy (void)
{
  double phi[100], beta[100], launch[100];
  WeftRandom random;

  weft_random_init (&random, 2, 0);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (GString) text = g_string_new (MADE_HEADER);
      g_autoptr (WeftFit) fit = NULL;
      const WeftFitSeries *series;

      make_points (text, "A", "gemm", &gemm, PEAK, BW, 36, 0.03, &random);
      fit = fit_text (text->str, PLATFORMS, 1);
      series = series_of (fit, "A", "gemm");
      phi[i] = fabs (series->segment[0].phi.used / 0.7 - 1);
      beta[i] = fabs (series->segment[0].beta.used / 0.8 - 1);
      launch[i] = fabs (series->segment[0].launch_s.used / 8e-6 - 1);
    }
  g_assert_cmpfloat (weft_statistics_median (phi, 100), <, 0.02);
  g_assert_cmpfloat (weft_statistics_median (beta, 100), <, 0.02);
  g_assert_cmpfloat (weft_statistics_median (launch, 100), <, 0.02);
  g_assert_cmpfloat (weft_statistics_quantile (phi, 100, 0.9), <, 0.05);
}

/* Bytes bound all points: phi is at least what the most intense one asks for, and comes from the other platform. */
static void
test_untold (void)
{
  static const Made memory = { 0.7, 0.8, 8e-6, 1e4, 1e10, 1, 40 };
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftFit) fit = NULL;
  const WeftFitSeries *series;
  WeftRandom random;

  weft_random_init (&random, 3, 0);
  make_points (text, "A", "gemm", &memory, PEAK, BW, 40, 0.01, &random);
  make_points (text, "B", "gemm", &gemm, PEAK, BW, 40, 0.01, &random);
  fit = fit_text (text->str, PLATFORMS, 4);
  series = series_of (fit, "A", "gemm");
  g_assert_true (isnan (series->segment[0].phi.value));
  g_assert_cmpfloat (series->segment[0].phi.bound, >, 0.2);
  g_assert_cmpfloat (series->segment[0].phi.bound, <, 0.33);
  assert_near (series->segment[0].phi.projected, 0.7, 0.03);
  g_assert_cmpfloat (series->segment[0].phi.used, ==, series->segment[0].phi.projected);
  assert_near (series->segment[0].beta.value, 0.8, 0.02);
  assert_near (weft_fit_predict (fit, series, 1e15, 1e6), 1e15 / (PEAK * 0.7), 0.03);
  g_assert_false (isnan (series_of (fit, "B", "gemm")->segment[0].phi.value));
}

/* Long calls alone do not tell the launch; times that full rates forbid do not tell an efficiency. */
static void
test_untold_launch (void)
{
  static const Made large = { 0.7, 0.8, 8e-6, 1e9, 1e11, 0.1, 5000 };
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftFit) fit = NULL;
  const WeftFitSeries *series;
  WeftRandom random;

  weft_random_init (&random, 4, 0);
  make_points (text, "A", "large", &large, PEAK, BW, 40, 0.03, &random);
  for (guint i = 1; i <= 20; i++)
    g_string_append_printf (text, "A,fast,0,%u000000,1,%g\n", i, 5 + i * 0.5);
  fit = fit_text (text->str, PLATFORMS, 1);
  series = series_of (fit, "A", "large");
  g_assert_true (isnan (series->segment[0].launch_s.value));
  g_assert_cmpfloat (series->segment[0].launch_s.bound, >, 8e-6);
  assert_near (series->segment[0].phi.value, 0.7, 0.03);
  series = series_of (fit, "A", "fast");
  g_assert_true (isnan (series->segment[0].beta.value));
  g_assert_cmpfloat (series->segment[0].beta.bound, >, 0.5);
  g_assert_true (isnan (series->segment[0].phi.used));
  g_assert_cmpuint (series->notes->len, ==, 1);
  g_assert_nonnull (strstr (series->notes->pdata[0], "faster than the memory allows"));
}

static void
has_failed (const WeftFit *fit, const char *words)
{
  for (guint i = 0; i < fit->failed->len; i++)
    if (strstr (fit->failed->pdata[i], words) != NULL)
      return;
  g_error ("no failure has “%s”, the first is “%s”", words, fit->failed->len > 0 ? (char *) fit->failed->pdata[0] : "");
}

/* What cannot be fitted says why, and does not stop the rest. */
static void
test_failures (void)
{
  g_autoptr (WeftFit) fit
    = fit_text ("platform,op,flops,bytes,n_dev,time_us\n"
                "A,few,1e9,1e6,1,20\nA,few,2e9,1e6,1,40\n"
                "A,constant,0,1000,1,5\nA,constant,0,1000,1,5.1\nA,constant,0,1000,1,4.9\n"
                "A,alone,0,1000,1,1005\nA,alone,0,2000,1,2005\nA,alone,0,4000,1,4005\n"
                "A,allreduce,0,1000,1,5\nA,allreduce,0,2000,1,6\n"
                "none,copy,0,1000,1,5\nnone,copy,0,2000,1,6\n"
                "none,gemm,1000,1000,1,5\nnone,gemm,1000,2000,1,6\n"
                "none,p2p,0,1000,2,5\nnone,p2p,0,2000,2,6\n",
                PLATFORMS, 4);

  g_assert_cmpuint (fit->series->len, ==, 1);
  g_assert_cmpuint (fit->failed->len, ==, 6);
  g_assert_nonnull (weft_fit_find (fit, "A", "alone", 0, NULL));
  has_failed (fit, "A few: 2 points for 3 knobs; measure more sizes");
  has_failed (fit, "A constant: all 3 points are of one size");
  has_failed (fit, "A allreduce, 1 device: one device alone sends nothing");
  has_failed (fit, "none copy: the memory bandwidth of “none” is not known");
  has_failed (fit, "none gemm: the peak of “none” is not known");
  has_failed (fit, "none p2p, 2 devices: the bandwidth of the link of “none” is not known");
}

static void
test_nothing (void)
{
  g_autoptr (WeftMeasurements) measurements = take_points ("op,bytes,time_us\nallreduce,1,1\n", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_fit_new (measurements, 1, NULL, NULL, NULL, &error));
  g_assert_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_TOO_FEW);
  g_assert_nonnull (strstr (error->message, "how many devices take part is not known; a column n_dev says it"));
}

/* Collectives on 2 and 8 devices and two paths have knobs of their own, by the bytes on the link. */
static void
test_communication (void)
{
  g_autoptr (GString) text = g_string_new ("platform,op,bytes,n_dev,dev_per_node,time_us\n");
  g_autoptr (WeftFit) fit = NULL;
  static const struct
  {
    const char *op;
    guint n, in_node;
    double beta, launch_us;
  } made[] = {
    { "allreduce", 2, 2, 0.5, 10 }, { "allreduce", 8, 8, 0.6, 20 }, { "allreduce", 8, 4, 0.2, 40 },
    { "allgather", 8, 8, 0.7, 15 }, { "alltoall", 8, 8, 0.4, 25 },  { "p2p", 2, 2, 0.9, 5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    for (guint k = 10; k < 30; k++)
      {
        double bytes = exp2 (k);
        double factor = weft_measured_factor (weft_measured_comm (made[i].op), made[i].n);

        g_string_append_printf (text, "A,%s,%.0f,%u,%u,%.9g\n", made[i].op, bytes, made[i].n, made[i].in_node,
                                made[i].launch_us + factor * bytes / (100e9 * made[i].beta) * 1e6);
      }
  fit = fit_text (text->str, PLATFORMS, 4);
  g_assert_cmpuint (fit->series->len, ==, G_N_ELEMENTS (made));
  for (guint i = 0; i < G_N_ELEMENTS (made); i++)
    {
      g_autofree char *path = g_strdup_printf ("dev_per_node=%u", made[i].in_node);
      const WeftFitSeries *series = weft_fit_find (fit, "A", made[i].op, made[i].n, path);

      g_assert_nonnull (series);
      g_assert_cmpuint (series->n_segments, ==, 1);
      assert_near (series->segment[0].beta.value, made[i].beta, 1e-5);
      assert_near (series->segment[0].launch_s.value, made[i].launch_us * 1e-6, 1e-5);
      g_assert_true (isnan (series->segment[0].phi.used));
    }
}

/* Footprints that stay in the cache take its bandwidth. */
static void
test_cache (void)
{
  const char *plain = "platform,mem_bw_GBps\nA,1000\n";
  const char *cached = "platform,mem_bw_GBps,l2_MB,l2_bw_GBps\nA,1000,50,4000\n";
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftFit) without = NULL;
  g_autoptr (WeftFit) with = NULL;

  for (guint i = 0; i < 60; i++)
    {
      double bytes = floor (1e5 * pow (10, i * 0.07));

      g_string_append_printf (text, "A,stream,0,%.0f,1,%.9g\n", bytes, 2 + bytes / (bytes <= 45e6 ? 3.2e6 : 0.8e6));
    }
  without = fit_text (text->str, plain, 4);
  with = fit_text (text->str, cached, 4);
  g_assert_cmpfloat (series_of (without, "A", "stream")->mape, >, 0.1);
  g_assert_cmpfloat (series_of (with, "A", "stream")->mape, <, 1e-6);
  g_assert_cmpuint (series_of (with, "A", "stream")->n_segments, ==, 1);
  assert_near (series_of (with, "A", "stream")->segment[0].beta.value, 0.8, 1e-6);
  assert_near (weft_fit_predict (with, series_of (with, "A", "stream"), NAN, 45e6), 2e-6 + 45e6 / 3.2e12, 1e-6);
  assert_near (weft_fit_predict (with, series_of (with, "A", "stream"), NAN, 46e6), 2e-6 + 46e6 / 0.8e12, 1e-6);
}

/* An outlier is named and counts all the same; the tail is the ratio of p99. */
static void
test_outliers (void)
{
  g_autoptr (GString) text = g_string_new ("platform,op,bytes,time_us,p99_us\n");
  g_autoptr (WeftFit) fit = NULL;
  const WeftFitSeries *series;
  WeftRandom random;

  weft_random_init (&random, 5, 0);
  for (guint i = 0; i < 40; i++)
    {
      double bytes = 1e5 * pow (10, i * 0.1);
      double time_us = (5 + bytes / 0.8e6) * exp (0.01 * weft_random_normal (&random)) * (i == 17 ? 1.4 : 1);

      g_string_append_printf (text, "A,copy,%.0f,%.9g,%.9g\n", bytes, time_us, 1.25 * time_us);
    }
  fit = fit_text (text->str, PLATFORMS, 1);
  series = series_of (fit, "A", "copy");
  g_assert_cmpuint (series->outliers->len, ==, 1);
  g_assert_cmpuint (g_array_index (series->outliers, guint32, 0), ==, 17);
  g_assert_cmpuint (series->points->len, ==, 40);
  assert_near (series->tail_ratio, 1.25, 0.03);
}

/* One point that stands alone does not make a segment; several beside each other do. */
static void
test_apart (void)
{
  guint n_cut = 0;

  for (guint seed = 1; seed <= 40; seed++)
    {
      g_autoptr (GString) text = g_string_new (MADE_HEADER);
      g_autoptr (WeftFit) fit = NULL;
      const WeftFitSeries *series;
      WeftRandom random;

      weft_random_init (&random, seed, 0);
      make_points (text, "A", "gemm", &gemm, PEAK, BW, 30, 0.02, &random);
      g_string_append_printf (text, "A,gemm,0,%u00000,1,%u\n", 10 * seed, 2 * (8 + 1250 * seed / 1000));
      fit = fit_text (text->str, PLATFORMS, 4);
      series = series_of (fit, "A", "gemm");
      n_cut += series->n_segments > 1;
      g_assert_cmpuint (series->outliers->len, >=, 1);
    }
  g_assert_cmpuint (n_cut, <=, 1);
}

/* The order of lines does not count. */
static void
test_order (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) reversed = g_string_new (MADE_HEADER);
  g_autoptr (GString) forward = g_string_new (MADE_HEADER);
  g_autoptr (WeftFit) a = NULL;
  g_autoptr (WeftFit) b = NULL;
  g_auto (GStrv) lines = NULL;
  WeftRandom random;

  weft_random_init (&random, 6, 0);
  make_points (text, "A", "gemm", &gemm, PEAK, BW, 30, 0.05, &random);
  g_string_append (forward, text->str);
  lines = g_strsplit (text->str, "\n", -1);
  for (guint i = g_strv_length (lines); i-- > 0;)
    g_string_append_printf (reversed, "%s\n", lines[i]);
  a = fit_text (forward->str, PLATFORMS, 4);
  b = fit_text (reversed->str, PLATFORMS, 4);
  g_assert_cmpfloat (series_of (a, "A", "gemm")->segment[0].phi.used, ==, series_of (b, "A", "gemm")->segment[0].phi.used);
  g_assert_cmpfloat (series_of (a, "A", "gemm")->mape, ==, series_of (b, "A", "gemm")->mape);
}

static void
stop (double share G_GNUC_UNUSED, gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_cancel (void)
{
  g_autoptr (GString) text = g_string_new (MADE_HEADER);
  g_autoptr (WeftMeasurements) measurements = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  WeftRandom random;

  weft_random_init (&random, 7, 0);
  make_points (text, "A", "gemm", &gemm, PEAK, BW, 30, 0.05, &random);
  make_points (text, "A", "other", &gemm, PEAK, BW, 30, 0.05, &random);
  measurements = take_points (text->str, PLATFORMS);
  g_assert_null (weft_fit_new (measurements, 4, stop, cancellable, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit/exact", test_exact);
  g_test_add_func ("/fit/accuracy", test_accuracy);
  g_test_add_func ("/fit/untold", test_untold);
  g_test_add_func ("/fit/untold-launch", test_untold_launch);
  g_test_add_func ("/fit/failures", test_failures);
  g_test_add_func ("/fit/nothing", test_nothing);
  g_test_add_func ("/fit/communication", test_communication);
  g_test_add_func ("/fit/cache", test_cache);
  g_test_add_func ("/fit/outliers", test_outliers);
  g_test_add_func ("/fit/apart", test_apart);
  g_test_add_func ("/fit/order", test_order);
  g_test_add_func ("/fit/cancel", test_cancel);
  return g_test_run ();
}
