/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection: knobs that follow attributes are found for a platform that was not seen; the ridge against a closed form. */
#include "calib-fixture.h"
#include "calib/weft-ridge-private.h"
#include "calib/weft-projection.h"

typedef struct
{
  const char *name;
  double peak, bw, link, latency;
  guint n_dev, hops;
} Machine;

static const Machine machines[] = {
  { "A800", 312e12, 2039e9, 200e9, 2e-6, 16, 2 }, { "H800", 989e12, 3350e9, 200e9, 1.6e-6, 8, 1 },
  { "H20", 148e12, 4000e9, 450e9, 1.5e-6, 8, 1 }, { "4090", 165e12, 1008e9, 32e9, 6e-6, 2, 1 },
  { "C500", 280e12, 1800e9, 64e9, 4e-6, 1, 1 },   { "L20", 119.5e12, 864e9, 100e9, 2.5e-6, 8, 1 },
};

static double
logistic (double y)
{
  return 1 / (1 + exp (-y));
}

/* Efficiencies that fall with the peak and rise with the bandwidth, alike for all operators. */
static void
make_machine (GString *points, GString *platforms, const Machine *machine, double noise, WeftRandom *random)
{
  static const struct
  {
    const char *name;
    double phi, beta, launch_us;
  } ops[] = { { "gemm", 1.1, 1.2, 7 }, { "getrf", -0.6, 0.2, 20 }, { "gessm", 0.2, 0.6, 12 }, { "eltwise", 0, 1.8, 3 } };

  g_string_append_printf (platforms, "%s,%.9g,%.9g,%.9g,%.9g,%u,%u\n", machine->name, machine->peak / 1e12,
                          machine->bw / 1e9, machine->link / 1e9, machine->latency * 1e6, machine->n_dev,
                          machine->hops);
  for (guint k = 0; k < G_N_ELEMENTS (ops); k++)
    {
      double slope = -0.3 * log (machine->peak / 250e12);
      Made made = { logistic (ops[k].phi + slope), logistic (ops[k].beta + 0.1 * log (machine->bw / 2e12)),
                    ops[k].launch_us * 1e-6 * pow (machine->peak / 250e12, 0.05), 1e4, 1e10, 5, 4000 };

      make_points (points, machine->name, ops[k].name, &made, machine->peak, machine->bw, 36, noise, random);
    }
}

static WeftFit *
make_fit (guint n, double noise, guint64 seed)
{
  g_autoptr (GString) points = g_string_new (MADE_HEADER);
  g_autoptr (GString) platforms
    = g_string_new ("platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops\n");
  g_autoptr (WeftMeasurements) measurements = NULL;
  WeftRandom random;

  weft_random_init (&random, seed, 0);
  for (guint i = 0; i < n; i++)
    make_machine (points, platforms, &machines[i], noise, &random);
  measurements = take_points (points->str, platforms->str);
  return fit_points (measurements, 4);
}

static void
test_held_out (void)
{
  g_autoptr (WeftFit) fit = make_fit (6, 0.03, 1);
  g_autoptr (WeftProjection) projection = NULL;
  g_autoptr (GError) error = NULL;

  projection = weft_projection_new (fit, weft_measurements_find_platform (fit->measurements, "L20"), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (projection->n_platforms, ==, 5);
  g_assert_cmpuint (projection->knobs->len, ==, 4);
  g_test_message ("left out in turn %.2f %%, held out %.2f %%", 100 * projection->error_left_out,
                  100 * projection->held_out_error);
  /* three percent are noise of the measurements themselves, about 2.4 in the mean */
  g_assert_cmpfloat (projection->held_out_error, <, 0.05);
  g_assert_cmpfloat (projection->error_left_out, <, 0.06);
  g_assert_true (isnan (projection->held_out_comm_error));
  for (guint i = 0; i < projection->knobs->len; i++)
    {
      const WeftProjectedKnob *knob = &g_array_index (projection->knobs, WeftProjectedKnob, i);

      g_assert_cmpfloat (knob->phi.low, <=, knob->phi.value);
      g_assert_cmpfloat (knob->phi.high, >=, knob->phi.value);
      g_assert_cmpfloat (knob->phi.low, <, knob->phi.high);
      g_assert_cmpuint (knob->n_held_out, ==, 36);
    }
}

/* A platform that is described alone gives the same: its own measurements count for nothing. */
static void
test_unseen (void)
{
  g_autoptr (WeftFit) all = make_fit (6, 0.03, 1);
  g_autoptr (WeftFit) others = make_fit (5, 0.03, 1);
  const WeftMeasuredPlatform *target = weft_measurements_find_platform (all->measurements, "L20");
  g_autoptr (WeftProjection) a = weft_projection_new (all, target, NULL);
  g_autoptr (WeftProjection) b = weft_projection_new (others, target, NULL);

  for (guint i = 0; i < a->knobs->len; i++)
    {
      const WeftProjectedKnob *one = &g_array_index (a->knobs, WeftProjectedKnob, i);
      const WeftProjectedKnob *other = &g_array_index (b->knobs, WeftProjectedKnob, i);

      g_assert_cmpfloat (one->phi.value, ==, other->phi.value);
      g_assert_cmpfloat (one->launch_s.high, ==, other->launch_s.high);
      g_assert_true (isnan (other->held_out_error));
    }
}

/* Slopes that all operators share do better than the mean when there are enough platforms to tell them. */
static void
test_slopes (void)
{
  g_autoptr (GString) points = g_string_new (MADE_HEADER);
  g_autoptr (GString) platforms
    = g_string_new ("platform,peak_tflops,mem_bw_GBps,link_bw_GBps,link_lat_us,n_dev,hops\n");
  g_autoptr (WeftMeasurements) measurements = NULL;
  g_autoptr (WeftFit) fit = NULL;
  g_autoptr (WeftProjection) projection = NULL;
  g_autoptr (WeftMeasuredPlatform) target = weft_measured_platform_new ("new");
  double truth = logistic (1.1 - 0.3 * log (900.0 / 250));
  WeftRandom random;

  weft_random_init (&random, 3, 0);
  for (guint i = 0; i < 16; i++)
    {
      char name[] = { 'M', 'a' + i, '\0' };
      Machine machine = { name, spread (&random, 50e12, 1000e12), spread (&random, 5e11, 5e12),
                          spread (&random, 3e10, 9e11), spread (&random, 1e-6, 8e-6),
                          1 + weft_random_below (&random, 16), 1 + weft_random_below (&random, 3) };

      make_machine (points, platforms, &machine, 0.005, &random);
    }
  measurements = take_points (points->str, platforms->str);
  fit = fit_points (measurements, 1);
  target->peak_flops_s = 900e12;
  target->mem_bw_bytes_s = 2e12;
  projection = weft_projection_new (fit, target, NULL);
  g_assert_true (isfinite (projection->lambda[0]));
  assert_near (g_array_index (projection->knobs, WeftProjectedKnob, 0).phi.value, truth, 0.02);
  g_assert_cmpfloat (fabs (logistic (1.1) - truth), >, 0.05 * truth); /* about the mean */
}

static void
test_alone (void)
{
  g_autoptr (WeftFit) fit = make_fit (1, 0.03, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (weft_projection_new (fit, weft_measurements_find_platform (fit->measurements, "A800"), &error));
  g_assert_error (error, WEFT_CALIB_ERROR, WEFT_CALIB_ERROR_TOO_FEW);
}

/* One attribute: the slope is sxy / (sxx + lambda) of centred and scaled values. */
static void
test_ridge (void)
{
  WeftRidgeSample samples[6];
  double x[WEFT_N_PROJECTION_ATTRIBUTES] = { 2.5, NAN, 0, 0, 0, 0 };

  for (guint i = 0; i < 6; i++)
    samples[i] = (WeftRidgeSample) { i % 3, i / 3, { i % 3, NAN, 1, 1, 1, 1 }, 10 * (i / 3) + 2 * (i % 3), 1 };
  /* x - mean = -1, 0, 1 twice: variance 2/3, so that sxx = n and sxy = n * 2 sd */
  for (double lambda = 0.5; lambda < 100; lambda *= 3)
    {
      double slope = 2 * 6 / (6 + lambda);

      assert_near (weft_ridge_predict (samples, 6, lambda, WEFT_RIDGE_NO_PLATFORM, 0, x), 2 + slope * 1.5, 1e-12);
      assert_near (weft_ridge_predict (samples, 6, lambda, WEFT_RIDGE_NO_PLATFORM, 1, x), 12 + slope * 1.5, 1e-12);
    }
  /* measured are 0 to 4 and 10 to 14: nothing beyond -4 and 18 */
  x[0] = 1000;
  assert_near (weft_ridge_predict (samples, 6, 0.5, WEFT_RIDGE_NO_PLATFORM, 1, x), 18, 1e-12);
  x[0] = -1000;
  assert_near (weft_ridge_predict (samples, 6, 0.5, WEFT_RIDGE_NO_PLATFORM, 0, x), -4, 1e-12);
  x[0] = 5;
  assert_near (weft_ridge_predict (samples, 6, INFINITY, WEFT_RIDGE_NO_PLATFORM, 1, x), 12, 1e-12);
  g_assert_true (isnan (weft_ridge_predict (samples, 6, 1, WEFT_RIDGE_NO_PLATFORM, 2, x)));
  g_assert_cmpfloat (weft_ridge_choose (samples, 6), ==, 0.01);
  for (guint i = 0; i < 6; i++)
    samples[i].platform = i % 2;
  g_assert_true (isinf (weft_ridge_choose (samples, 6)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projection/held-out", test_held_out);
  g_test_add_func ("/projection/unseen", test_unseen);
  g_test_add_func ("/projection/slopes", test_slopes);
  g_test_add_func ("/projection/alone", test_alone);
  g_test_add_func ("/projection/ridge", test_ridge);
  return g_test_run ();
}
