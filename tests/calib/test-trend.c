/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Onset and growth of congestion that is put in, and what a simulation with and without it is judged to be. */
#include "calib-fixture.h"
#include "calib/weft-calib-trend.h"
#include "sim/weft-sim-trace.h"

#define BW 100e9
#define PLATFORMS "platform,link_bw_GBps,link_lat_us\nA,100,0\n"

/* Beyond @onset_bytes every byte takes half as long again; @onset_n and more devices take a third longer for each. */
typedef struct
{
  double onset_bytes;
  guint onset_n;
  double launch_growth;
} Congestion;

static double
time_of (const Congestion *self, guint n, double bytes, int comm)
{
  double time_s = 10e-6 * pow (n, self->launch_growth);
  double per_byte = weft_measured_factor (comm, n) / (BW * 0.8) * (n >= self->onset_n ? 4.0 / 3 : 1);

  return time_s + per_byte * (bytes + 0.5 * MAX (bytes - self->onset_bytes, 0));
}

static WeftFit *
make_fit (const Congestion *congestion, double noise)
{
  static const guint devices[] = { 2, 4, 8, 16 };
  g_autoptr (GString) text = g_string_new ("platform,op,bytes,n_dev,time_us\n");
  g_autoptr (WeftMeasurements) measurements = NULL;
  WeftRandom random;

  weft_random_init (&random, 9, 0);
  for (guint i = 0; i < G_N_ELEMENTS (devices); i++)
    for (guint k = 10; k <= 30; k++)
      g_string_append_printf (text, "A,allreduce,%.0f,%u,%.9g\n", exp2 (k), devices[i],
                              1e6 * time_of (congestion, devices[i], exp2 (k), WEFT_SIM_ALL_REDUCE)
                                * exp (noise * weft_random_normal (&random)));
  measurements = take_points (text->str, PLATFORMS);
  return fit_points (measurements, 4);
}

static double
simulate (const WeftTrendCall *call, gpointer data, GError **error G_GNUC_UNUSED)
{
  return time_of (data, call->n_dev, call->bytes, call->comm);
}

static const Congestion none = { INFINITY, 1000, 0 };
static const Congestion large = { 1 << 26, 1000, 0.5 };
static const Congestion many = { INFINITY, 8, 0.5 };

static WeftTrend *
trend_of (const Congestion *measured, const Congestion *simulated, GPtrArray **trends)
{
  g_autoptr (WeftFit) fit = make_fit (measured, 0.01);
  g_autoptr (GError) error = NULL;

  *trends = weft_calib_trends (fit, simulated != NULL ? simulate : NULL, (gpointer) simulated, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint ((*trends)->len, ==, 1);
  return (*trends)->pdata[0];
}

static const WeftTrendGroup *
group (const WeftTrendCurve *curve, guint i)
{
  return &g_array_index (curve->groups, WeftTrendGroup, i);
}

static void
test_none (void)
{
  g_autoptr (GPtrArray) trends = NULL;
  const WeftTrend *trend = trend_of (&none, NULL, &trends);

  g_assert_false (trend->has_simulated);
  g_assert_cmpuint (trend->measured.groups->len, ==, 4);
  g_assert_cmpuint (trend->measured.onset_n_dev, ==, 0);
  g_assert_cmpfloat (fabs (trend->measured.queueing_growth), <, 0.02);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (isnan (group (&trend->measured, i)->onset_bytes));
      assert_near (group (&trend->measured, i)->beta, 0.8, 0.02);
    }
}

static void
test_large (void)
{
  g_autoptr (GPtrArray) trends = NULL;
  const WeftTrend *trend = trend_of (&large, NULL, &trends);

  g_assert_cmpuint (trend->measured.onset_n_dev, ==, 0);
  assert_near (trend->measured.launch_growth, 0.5, 0.15);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (group (&trend->measured, i)->onset_bytes, ==, exp2 (27));
}

static void
test_many (void)
{
  g_autoptr (GPtrArray) trends = NULL;
  const WeftTrend *trend = trend_of (&many, NULL, &trends);

  g_assert_cmpuint (trend->measured.onset_n_dev, ==, 8);
  assert_near (group (&trend->measured, 3)->excess, 1 / 3.0, 0.1);
  g_assert_cmpfloat (trend->measured.queueing_growth, >, 0.1);
  assert_near (trend->measured.launch_growth, 0.5, 0.05);
}

static void
test_compared (void)
{
  g_autoptr (GPtrArray) same = NULL;
  g_autoptr (GPtrArray) other = NULL;
  g_autoptr (GPtrArray) sizes = NULL;
  const WeftTrend *trend = trend_of (&many, &many, &same);

  g_assert_true (trend->has_simulated && trend->same_order && trend->same_onset && trend->same_growth);
  g_assert_cmpfloat (trend->difference, <, 0.02);
  g_assert_cmpfloat (trend->rank_correlation, >, 0.99);
  g_assert_cmpuint (trend->n_points, ==, 84);
  trend = trend_of (&many, &none, &other);
  g_assert_false (trend->same_onset);
  g_assert_false (trend->same_growth);
  trend = trend_of (&large, &none, &sizes);
  g_assert_false (trend->same_onset);
}

/* The simulator on a star: a ring all-reduce takes its closed form, calibrated by the fewest devices. */
static void
test_star (void)
{
  g_autoptr (WeftMeasuredPlatform) platform = weft_measured_platform_new ("A");
  WeftTrendCall call = { platform, WEFT_SIM_ALL_REDUCE, "allreduce", "", 8, 1 << 30, 0.5, 7e-6 };
  g_autoptr (WeftFit) fit = make_fit (&none, 0);
  g_autoptr (GPtrArray) trends = NULL;
  g_autoptr (GError) error = NULL;
  const WeftTrend *trend;

  platform->link_bw_bytes_s = BW;
  platform->link_latency_s = 1e-6;
  assert_near (weft_trend_simulate_star (&call, NULL, &error), 2 * 7 / 8.0 * exp2 (30) / (BW * 0.5), 0.002);
  g_assert_no_error (error);
  call.comm = WEFT_MEASURED_MESSAGE;
  assert_near (weft_trend_simulate_star (&call, NULL, &error), 8e-6 + exp2 (30) / (BW * 0.5), 1e-9);
  g_assert_no_error (error);
  trends = weft_calib_trends (fit, weft_trend_simulate_star, NULL, NULL, &error);
  g_assert_no_error (error);
  trend = trends->pdata[0];
  g_assert_cmpfloat (trend->difference, <, 1e-6);
  g_assert_true (trend->same_order && trend->same_onset && trend->same_growth);
}

static void
test_json (void)
{
  g_autoptr (WeftFit) fit = make_fit (&many, 0.01);
  g_autoptr (GPtrArray) trends = weft_calib_trends (fit, simulate, (gpointer) &many, NULL, NULL);
  g_autoptr (JsonObject) object = json_object_new ();

  weft_trend_add_json (trends->pdata[0], fit, object);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (object, "measured"), "onset_n_dev"), ==, 8);
  g_assert_true (json_object_get_boolean_member (object, "same_onset"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trend/none", test_none);
  g_test_add_func ("/trend/large", test_large);
  g_test_add_func ("/trend/many", test_many);
  g_test_add_func ("/trend/compared", test_compared);
  g_test_add_func ("/trend/star", test_star);
  g_test_add_func ("/trend/json", test_json);
  return g_test_run ();
}
