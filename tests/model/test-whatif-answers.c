/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps, tornados, indices, elasticities, break-evens and uncertainties of functions whose answers are known. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "cost/weft-collective.h"
#include "model/whatif/weft-break-even.h"
#include "model/whatif/weft-surrogate.h"
#include "model/whatif/weft-sweep.h"
#include "model/whatif/weft-tornado.h"
#include "model/whatif/weft-uncertainty.h"

#define ASSERT_NEAR(a, b, epsilon) g_assert_cmpfloat_with_epsilon (a, b, epsilon)

/* --- functions --- */

/* Ishigami and Homma (1990) with a = 7, b = 0.1. */
static double
ishigami_cb (const double *x,
             gpointer      data)
{
  return sin (x[0]) + 7 * sin (x[1]) * sin (x[1]) + 0.1 * pow (x[2], 4) * sin (x[0]);
}

/* 3 x^2 y^-0.5, and z that does not count. */
static double
power_cb (const double *x,
          gpointer      data)
{
  return 3 * x[0] * x[0] / sqrt (x[1]);
}

static double
product_cb (const double *x,
            gpointer      data)
{
  return x[0] * x[1] * x[2] * x[3];
}

/* The larger of two terms: a kink where they are equal. */
static double
roof_cb (const double *x,
         gpointer      data)
{
  return fmax (x[0], 4 / x[0]);
}

static double
stairs_cb (const double *x,
           gpointer      data)
{
  return floor (x[0] / 8) * 8;
}

/* The time of a ring all-reduce over 32 ranks: latency in us, bandwidth in GB/s; the bytes are given. */
static double
all_reduce_cb (const double *x,
               gpointer      data)
{
  WeftLink link = { x[0] * 1e-6, x[1] * 1e9 };

  return weft_comm_time_total (weft_ring_all_reduce (32, *(double *) data, &link));
}

/* --- tornado, elasticities --- */

/* Should I pay for lower network latency? 10 layers of 1 G gradients in 2 bytes over 32 GPUs, 50 GB/s and 0.5 us. */
static void
test_k12 (void)
{
  double bytes = 2e9, alpha_s = 0.5e-6;
  WeftFunctionOf function = { all_reduce_cb, &bytes };
  WeftResponse response = weft_response_of_function (&function, 2);
  WeftFactor factors[] = { weft_factor_from_range ("alpha", 2.5, 5, 10, TRUE),
                           weft_factor_from_range ("beta", 25, 50, 100, TRUE) };
  WeftLink link = { alpha_s, 50e9 };
  WeftCommTime time = weft_ring_all_reduce (32, bytes, &link);
  WeftTornado *tornado;

  ASSERT_NEAR (time.transfer_s, 77.5e-3, 1e-12);
  ASSERT_NEAR (time.latency_s, 0.031e-3, 1e-12);

  tornado = weft_tornado_new (&response, factors, 0, NULL, NULL);
  g_assert_cmpuint (tornado->bars[0].input, ==, 1);
  g_assert_cmpfloat (tornado->bars[0].swing, >, 100 * tornado->bars[1].swing);
  weft_tornado_free (tornado);

  /* 62 steps of 5 us last as long as 1.9375 times 8.0 MB at 50 GB/s. */
  bytes = 62 * 5e-6 * 50e9 / 1.9375;
  ASSERT_NEAR (bytes, 8.0e6, 0.01 * 8e6);
  tornado = weft_tornado_new (&response, factors, 0, NULL, NULL);
  ASSERT_NEAR (tornado->bars[0].swing, tornado->bars[1].swing, 1e-9 * tornado->y);
  weft_tornado_free (tornado);

  bytes = 65536;
  tornado = weft_tornado_new (&response, factors, 0, NULL, NULL);
  g_assert_cmpuint (tornado->bars[0].input, ==, 0);
  g_assert_cmpfloat (tornado->bars[0].swing, >, 100 * tornado->bars[1].swing);
  weft_tornado_free (tornado);
}

/* Latency and bandwidth pull equally at the crossover, and elasticities say so. */
static void
test_k12_elasticity (void)
{
  double bytes = 8e6;
  WeftFunctionOf function = { all_reduce_cb, &bytes };
  WeftResponse response = weft_response_of_function (&function, 2);
  WeftFactor factors[] = { weft_factor_from_range ("alpha", 2.5, 5, 10, TRUE),
                           weft_factor_from_range ("beta", 25, 50, 100, TRUE) };
  g_autofree WeftElasticity *slopes = weft_elasticities_new (&response, factors, 0, 0.01, NULL, NULL);

  ASSERT_NEAR (slopes[0].value, 0.5, 1e-4);
  ASSERT_NEAR (slopes[1].value, -0.5, 1e-4);
  g_assert_cmpint (slopes[0].kind, ==, WEFT_SLOPE_SMOOTH);
}

static void
test_power_law (void)
{
  WeftFunctionOf function = { power_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 3);
  WeftFactor factors[] = { weft_factor_from_range ("x", 1, 2, 4, TRUE), weft_factor_from_range ("y", 1, 9, 81, TRUE),
                           weft_factor_from_range ("z", 1, 5, 9, TRUE) };
  g_autofree WeftElasticity *slopes = weft_elasticities_new (&response, factors, 0, 0.05, NULL, NULL);
  g_autoptr (WeftTornado) tornado = weft_tornado_new (&response, factors, 0, NULL, NULL);

  ASSERT_NEAR (slopes[0].value, 2, 1e-11);
  ASSERT_NEAR (slopes[1].value, -0.5, 1e-11);
  g_assert_cmpint (slopes[0].kind, ==, WEFT_SLOPE_SMOOTH);
  g_assert_cmpint (slopes[2].kind, ==, WEFT_SLOPE_FLAT);

  /* 4 at x = 2: from a quarter to four times; y from three times to a third. */
  ASSERT_NEAR (tornado->y, 4, 1e-12);
  g_assert_cmpuint (tornado->bars[0].input, ==, 0);
  ASSERT_NEAR (tornado->bars[0].y_low, 1, 1e-12);
  ASSERT_NEAR (tornado->bars[0].y_high, 16, 1e-12);
  ASSERT_NEAR (tornado->bars[1].swing, 12 - 4 / 3.0, 1e-12);
  g_assert_cmpuint (tornado->n_flat, ==, 1);
  g_assert_cmpuint (tornado->bars[2].input, ==, 2);
}

/* An elasticity of a kink is no number to steer by, nor is one of stairs. */
static void
test_kinks (void)
{
  WeftFunctionOf roof = { roof_cb, NULL }, stairs = { stairs_cb, NULL };
  WeftResponse response = weft_response_of_function (&roof, 1);
  WeftFactor at_kink = weft_factor_from_range ("x", 1, 2, 4, TRUE);
  WeftFactor beside = weft_factor_from_range ("x", 1, 3, 4, TRUE);
  WeftFactor before_step = weft_factor_from_range ("x", 1, 896 * (1 - 1e-4), 2000, TRUE);
  WeftFactor nothing = weft_factor_from_range ("x", 0, 0, 1, FALSE);
  g_autofree WeftElasticity *kink = weft_elasticities_new (&response, &at_kink, 0, 0.01, NULL, NULL);
  g_autofree WeftElasticity *smooth = weft_elasticities_new (&response, &beside, 0, 0.01, NULL, NULL);
  g_autofree WeftElasticity *none = weft_elasticities_new (&response, &nothing, 0, 0.01, NULL, NULL);
  g_autofree WeftElasticity *step = NULL;

  g_assert_cmpint (kink->kind, ==, WEFT_SLOPE_KINK);
  ASSERT_NEAR (kink->below, -1, 1e-9);
  ASSERT_NEAR (kink->above, 1, 1e-9);
  g_assert_cmpint (smooth->kind, ==, WEFT_SLOPE_SMOOTH);
  ASSERT_NEAR (smooth->value, 1, 1e-9);
  g_assert_cmpint (none->kind, ==, WEFT_SLOPE_NONE);
  g_assert_true (isnan (none->value));

  response = weft_response_of_function (&stairs, 1);
  step = weft_elasticities_new (&response, &before_step, 0, 0.002, NULL, NULL);
  g_assert_cmpint (step->kind, ==, WEFT_SLOPE_STEP);
}

/* --- total order --- */

/* V = a^2/8 + b pi^4/5 + b^2 pi^8/18 + 1/2; V1 = (1 + b pi^4/5)^2/2, V2 = a^2/8, V13 = 8 b^2 pi^8/225. */
static void
test_ishigami (void)
{
  double pi4 = pow (G_PI, 4), pi8 = pi4 * pi4, a = 7, b = 0.1;
  double v1 = 0.5 * pow (1 + b * pi4 / 5, 2), v2 = a * a / 8, v13 = 8 * b * b * pi8 / 225;
  double v = a * a / 8 + b * pi4 / 5 + b * b * pi8 / 18 + 0.5;
  WeftFunctionOf function = { ishigami_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 3);
  WeftFactor factors[] = { weft_factor_from_range ("1", -G_PI, 0, G_PI, FALSE),
                           weft_factor_from_range ("2", -G_PI, 0, G_PI, FALSE),
                           weft_factor_from_range ("3", -G_PI, 0, G_PI, FALSE) };

  for (guint seed = 1; seed <= 3; seed++)
    {
      g_autoptr (WeftTotalOrder) order = weft_total_order_new (&response, factors, 0, FALSE, 4096, seed, NULL, NULL);

      ASSERT_NEAR (order->variance, v, 0.03 * v);
      ASSERT_NEAR (order->mean, a / 2, 0.03 * a / 2);
      ASSERT_NEAR (order->total[0], (v1 + v13) / v, 0.015);
      ASSERT_NEAR (order->total[1], v2 / v, 0.015);
      ASSERT_NEAR (order->total[2], v13 / v, 0.015);
      ASSERT_NEAR (order->first[0], v1 / v, 0.015);
      ASSERT_NEAR (order->first[1], v2 / v, 0.015);
      ASSERT_NEAR (order->first[2], 0, 0.015);
      g_assert_false (order->is_log);
      g_assert_cmpuint (order->n_none, ==, 0);
    }
}

/* Many inputs, of which random points must do; a product has no interactions in its logarithm. */
static double
long_product_cb (const double *x,
                 gpointer      data)
{
  double product = 1;

  for (guint i = 0; i < 30; i++)
    product *= pow (x[i], i < 2 ? 2 - i : 0);
  return product;
}

static void
test_many_inputs (void)
{
  WeftFunctionOf function = { long_product_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 30);
  WeftFactor factors[30];
  g_autoptr (WeftTotalOrder) order = NULL;

  for (guint i = 0; i < 30; i++)
    factors[i] = weft_factor_from_range ("x", 0.5, 1, 2, TRUE);
  order = weft_total_order_new (&response, factors, 0, TRUE, 4096, 7, NULL, NULL);
  g_assert_true (order->is_log);
  /* Squares of the exponents: 4 and 1. */
  ASSERT_NEAR (order->total[0], 0.8, 0.04);
  ASSERT_NEAR (order->total[1], 0.2, 0.04);
  ASSERT_NEAR (order->first[0], 0.8, 0.04);
  for (guint i = 2; i < 30; i++)
    g_assert_cmpfloat (order->total[i], ==, 0);
}

/* --- uncertainty --- */

/* Cost with honest error bars: 90 % intervals of quantity, price, server and interconnect overhead. */
static void
test_k37 (void)
{
  WeftFunctionOf function = { product_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 4);
  WeftFactor factors[] = { weft_factor_from_interval ("quantity", 0.8, 1.25),
                           weft_factor_from_interval ("price", 0.5, 2),
                           weft_factor_from_interval ("server", 1.3, 2.1),
                           weft_factor_from_interval ("interconnect", 1.07, 1.32) };
  const double shares[] = { 0.083, 0.802, 0.096, 0.018 };
  double half = sqrt (pow (log (1.25 / 0.8) / 2, 2) + pow (log (4) / 2, 2) + pow (log (2.1 / 1.3) / 2, 2)
                      + pow (log (1.32 / 1.07) / 2, 2));
  g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, factors, 100000, 2024, NULL, NULL);
  g_autoptr (WeftTornado) tornado = weft_tornado_new (&response, factors, 0, NULL, NULL);
  const WeftBand *band = &drawn->bands[0];

  ASSERT_NEAR (exp (half), 2.168, 0.001);
  ASSERT_NEAR (band->central, 1.964, 0.002);
  ASSERT_NEAR (band->p50, 1.964, 0.02 * 1.964);
  ASSERT_NEAR (band->p95 / band->p50, 2.168, 0.02 * 2.168);
  ASSERT_NEAR (band->p50 / band->p5, 2.168, 0.02 * 2.168);
  ASSERT_NEAR (band->p5, 0.91, 0.02 * 0.91);
  ASSERT_NEAR (band->p95, 4.26, 0.02 * 4.26);
  for (guint i = 0; i < 4; i++)
    {
      double exact = pow (log (factors[i].high / factors[i].low) / 2 / half, 2);

      ASSERT_NEAR (weft_uncertainty_share (drawn, 0, i), exact, 0.02 * exact);
      /* As they are printed. */
      ASSERT_NEAR (weft_uncertainty_share (drawn, 0, i), shares[i], 0.0006);
    }
  ASSERT_NEAR (drawn->rest[0], 0, 1e-9);

  g_assert_cmpuint (tornado->bars[0].input, ==, 1);
  g_assert_cmpuint (tornado->bars[1].input, ==, 2);
  g_assert_cmpuint (tornado->bars[2].input, ==, 0);
  g_assert_cmpuint (tornado->bars[3].input, ==, 3);
}

/* Two machines whose prices share what is not known of chips: x[0]; a few percent apart in the rest. */
static void
rivals_cb (gpointer state, const double *x, double *y, gpointer data)
{
  y[0] = x[0] * x[1];
  y[1] = x[0] * x[2] * *(double *) data;
}

static void
test_contest (void)
{
  double dearer = 1.05;
  WeftResponse response = { .n_inputs = 3, .n_outputs = 2, .evaluate = rivals_cb, .data = &dearer };
  WeftFactor factors[] = { weft_factor_from_interval ("shared", 0.5, 2), weft_factor_from_interval ("one", 0.9, 1.1),
                           weft_factor_from_interval ("other", 0.9, 1.1) };
  WeftContest near, far;

  {
    g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, factors, 20000, 1, NULL, NULL);

    near = weft_uncertainty_compare (drawn, 0, 1, TRUE);
  }
  /* ln 1.05 over sqrt 2 times the spread of one. */
  ASSERT_NEAR (near.probability, 0.5 * erfc (-log (1.05) / (sqrt (2) * factors[1].spread) / sqrt (2)), 0.01);
  g_assert_cmpint (near.verdict, ==, WEFT_NOT_DISTINGUISHABLE);
  g_assert_cmpfloat (near.ratio_p5, <, 1);
  g_assert_cmpfloat (near.ratio_p95, >, 1);

  dearer = 1.3;
  {
    g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, factors, 20000, 1, NULL, NULL);

    far = weft_uncertainty_compare (drawn, 0, 1, TRUE);
    /* Each lies well inside the other's own band: only pairs tell them apart. */
    g_assert_cmpfloat (drawn->bands[0].p95, >, drawn->bands[1].p50);
    g_assert_cmpfloat (drawn->bands[1].p5, <, drawn->bands[0].p50);
    g_assert_cmpint (weft_uncertainty_compare (drawn, 1, 0, TRUE).verdict, ==, WEFT_SECOND_IS_BETTER);
    g_assert_cmpint (weft_uncertainty_compare (drawn, 0, 1, FALSE).verdict, ==, WEFT_SECOND_IS_BETTER);
    g_assert_cmpfloat (weft_uncertainty_compare (drawn, 0, 0, FALSE).probability, ==, 0.5);
  }
  g_assert_cmpint (far.verdict, ==, WEFT_FIRST_IS_BETTER);
  g_assert_cmpfloat (far.ratio_p95, <, 1);
}

static double
sometimes_cb (const double *x,
              gpointer      data)
{
  return x[0] > 1 ? NAN : x[0];
}

/* Draws without an answer are counted and never averaged. */
static void
test_no_answer (void)
{
  WeftFunctionOf function = { sometimes_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 1);
  WeftFactor factor = weft_factor_from_interval ("x", 0.5, 2);
  g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, &factor, 10000, 3, NULL, NULL);
  const WeftBand *band = &drawn->bands[0];

  g_assert_cmpuint (band->n + band->n_none, ==, 10000);
  ASSERT_NEAR (band->n_none / 10000.0, 0.5, 0.02);
  g_assert_cmpfloat (band->p95, <=, 1);
}

/* --- surrogate --- */

/* Nothing is missed of a product of powers: the stand-in answers as the function does. */
static void
test_surrogate_product (void)
{
  WeftFunctionOf function = { product_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 4);
  WeftFactor factors[] = { weft_factor_from_interval ("a", 0.8, 1.25), weft_factor_from_interval ("b", 0.5, 2),
                           weft_factor_from_interval ("c", 1.3, 2.1), weft_factor_from_interval ("d", 1.07, 1.32) };
  g_autoptr (WeftSurrogate) surrogate = weft_surrogate_new (&response, factors, 20, 3, NULL, NULL);
  const WeftResponse *quick = weft_surrogate_get (surrogate);
  const double x[] = { 0.5, 3, 2, 1.1 };
  double y;

  weft_response_ask (quick, x, &y);
  ASSERT_NEAR (y, 0.5 * 3 * 2 * 1.1, 1e-9);
  ASSERT_NEAR (weft_surrogate_residual (surrogate, 0), 0, 1e-12);
  g_assert_cmpuint (weft_surrogate_n_asked (surrogate), ==, 1 + 2 * 4 + 20);
}

/* Whichever of two is slower binds: an interaction, which the residuals of whole draws stand for. */
static double
slower_cb (const double *x,
           gpointer      data)
{
  return 1 / fmax (1 / (x[0] * x[2]), 1 / (x[1] * x[2]));
}

static void
test_surrogate_interaction (void)
{
  WeftFunctionOf function = { slower_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 3);
  WeftFactor factors[] = { weft_factor_from_interval ("a", 0.7, 1.43), weft_factor_from_interval ("b", 0.7, 1.43),
                           weft_factor_from_interval ("c", 0.8, 1.25) };
  g_autoptr (WeftSurrogate) surrogate = weft_surrogate_new (&response, factors, 200, 3, NULL, NULL);
  g_autoptr (WeftUncertainty) whole = weft_uncertainty_new (&response, factors, 20000, 8, NULL, NULL);
  g_autoptr (WeftUncertainty) quick = weft_uncertainty_new (weft_surrogate_get (surrogate), factors, 20000, 8, NULL,
                                                            NULL);

  g_assert_cmpfloat (weft_surrogate_residual (surrogate, 0), >, 0.01);
  ASSERT_NEAR (quick->bands[0].ln_sd / whole->bands[0].ln_sd, 1, 0.08);
  ASSERT_NEAR (quick->bands[0].p5 / whole->bands[0].p5, 1, 0.06);
  ASSERT_NEAR (quick->bands[0].p50 / whole->bands[0].p50, 1, 0.06);
  ASSERT_NEAR (quick->bands[0].p95 / whole->bands[0].p95, 1, 0.06);
  g_assert_cmpfloat (quick->bands[0].central, ==, whole->bands[0].central);
}

/* Where there is no answer there is none of the stand-in. */
static double
fits_cb (const double *x,
         gpointer      data)
{
  return x[0] < 0.8 ? 0 : x[0];
}

static void
test_surrogate_none (void)
{
  WeftFunctionOf function = { fits_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 1);
  WeftFactor factor = weft_factor_from_interval ("x", 0.5, 2);
  g_autoptr (WeftSurrogate) surrogate = weft_surrogate_new (&response, &factor, 50, 3, NULL, NULL);
  g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (weft_surrogate_get (surrogate), &factor, 10000, 8, NULL,
                                                            NULL);
  guint n_zero = 0;

  for (guint i = 0; i < drawn->n_samples; i++)
    n_zero += drawn->y[i] == 0;
  /* ln 0.8 over the spread: 30 % of the draws. */
  ASSERT_NEAR (n_zero / 10000.0, 0.30, 0.12);
}

/* --- determinism --- */

static void
test_threads (void)
{
  WeftFunctionOf function = { product_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 4);
  WeftFactor factors[] = { weft_factor_from_interval ("a", 0.8, 1.25), weft_factor_from_interval ("b", 0.5, 2),
                           weft_factor_from_interval ("c", 1.3, 2.1), weft_factor_from_interval ("d", 1.07, 1.32) };
  g_autoptr (WeftUncertainty) alone = weft_uncertainty_new (&response, factors, 5000, 5, NULL, NULL);
  g_autoptr (WeftUncertainty) other_seed = weft_uncertainty_new (&response, factors, 5000, 6, NULL, NULL);

  for (guint n_threads = 1; n_threads <= 5; n_threads += 2)
    {
      g_autoptr (WeftExecutor) executor = weft_executor_new_threads (n_threads);
      WeftAsking asking = { .executor = executor };
      g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, factors, 5000, 5, &asking, NULL);

      g_assert_true (memcmp (drawn->y, alone->y, 5000 * sizeof (double)) == 0);
      g_assert_true (memcmp (drawn->shares, alone->shares, 4 * sizeof (double)) == 0);
    }
  g_assert_true (memcmp (other_seed->y, alone->y, 5000 * sizeof (double)) != 0);
}

/* What stands beside an input does not move its draws. */
static void
test_shared_draws (void)
{
  WeftFactor alone = weft_factor_from_interval ("shared", 0.5, 2);

  for (guint64 sample = 0; sample < 100; sample++)
    g_assert_cmpfloat (weft_factor_normal (&alone, 9, sample), ==,
                       weft_factor_normal (&(WeftFactor) { .name = "shared", .spread = 0.1 }, 9, sample));
  g_assert_cmpfloat (weft_factor_normal (&alone, 9, 1), !=, weft_factor_normal (&alone, 9, 2));
  g_assert_cmpfloat (weft_factor_normal (&alone, 9, 1), !=,
                     weft_factor_normal (&(WeftFactor) { .name = "other" }, 9, 1));
}

/* --- break-even --- */

/* A parabola and a line: they meet at 1 and at 3. */
static void
twice_cb (gpointer state, const double *x, double *y, gpointer data)
{
  y[0] = x[0] * x[0];
  y[1] = 4 * x[0] - 3;
}

static void
jump_cb (gpointer state, const double *x, double *y, gpointer data)
{
  y[0] = x[0] < 7.25 ? 1 : 3;
  y[1] = 2;
}

static void
apart_cb (gpointer state, const double *x, double *y, gpointer data)
{
  y[0] = x[0];
  y[1] = x[0] + 1;
}

/* Equal up to 3, then the first is better, and less so until both are equal at 10 again. */
static void
ends_cb (gpointer state, const double *x, double *y, gpointer data)
{
  y[0] = fmin (fmax (x[0], 3), 13 - x[0]);
  y[1] = 3;
}

static void
test_break_even (void)
{
  WeftResponse twice = { .n_inputs = 1, .n_outputs = 2, .evaluate = twice_cb };
  WeftResponse jump = { .n_inputs = 1, .n_outputs = 2, .evaluate = jump_cb };
  WeftResponse apart = { .n_inputs = 1, .n_outputs = 2, .evaluate = apart_cb };
  WeftFactor factor = weft_factor_from_range ("x", 0.1, 1, 10, TRUE);
  g_autoptr (WeftBreakEven) two = weft_break_even_new (&twice, &factor, 0, FALSE, 64, NULL, NULL);
  g_autoptr (WeftBreakEven) less = weft_break_even_new (&twice, &factor, 0, TRUE, 64, NULL, NULL);
  g_autoptr (WeftBreakEven) one = weft_break_even_new (&jump, &factor, 0, FALSE, 64, NULL, NULL);
  g_autoptr (WeftBreakEven) none = weft_break_even_new (&apart, &factor, 0, FALSE, 64, NULL, NULL);
  WeftResponse meet = { .n_inputs = 1, .n_outputs = 2, .evaluate = ends_cb };
  WeftFactor from_one = weft_factor_from_range ("x", 1, 1, 10, FALSE);
  g_autoptr (WeftBreakEven) ends = weft_break_even_new (&meet, &from_one, 0, FALSE, 64, NULL, NULL);

  g_assert_cmpuint (two->n_crossings, ==, 2);
  ASSERT_NEAR (two->crossings[0].x, 1, 1e-9);
  ASSERT_NEAR (two->crossings[1].x, 3, 1e-9);
  g_assert_false (two->crossings[0].first_rises);
  g_assert_true (two->crossings[1].first_rises);
  g_assert_false (two->crossings[0].is_jump);
  g_assert_true (less->crossings[0].first_rises);

  g_assert_cmpuint (one->n_crossings, ==, 1);
  ASSERT_NEAR (one->crossings[0].x, 7.25, 1e-12);
  g_assert_true (one->crossings[0].is_jump);

  g_assert_cmpuint (none->n_crossings, ==, 0);
  g_assert_false (none->always_equal);
  ASSERT_NEAR (none->first_low, 0.1, 1e-12);
  ASSERT_NEAR (none->second_low, 1.1, 1e-12);
  ASSERT_NEAR (none->first_high, 10, 1e-12);
  ASSERT_NEAR (none->second_high, 11, 1e-12);
  g_assert_true (ends->n_crossings == 2 && ends->crossings[0].is_end && ends->crossings[1].is_end);
  ASSERT_NEAR (ends->crossings[0].x, 3, 1e-9);
  ASSERT_NEAR (ends->crossings[1].x, 10, 1e-9);
}

/* --- sweeps --- */

static void
test_sweep (void)
{
  WeftFunctionOf function = { power_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 3);
  WeftFactor factors[] = { weft_factor_from_range ("x", 1, 2, 16, TRUE), weft_factor_from_range ("y", 1, 9, 81, TRUE),
                           weft_factor_from_range ("z", 0, 5, 9, FALSE) };
  g_autofree double *xs = weft_sweep_values (&factors[0], 5), *zs = weft_sweep_values (&factors[2], 4);
  WeftSweepAxis axes[] = { { 0, xs, 5 }, { 2, zs, 4 } };
  g_autoptr (WeftSweep) sweep = weft_sweep_new (&response, factors, axes, 2, NULL, NULL);

  ASSERT_NEAR (xs[1], 2, 1e-12);
  g_assert_cmpfloat (xs[4], ==, 16);
  ASSERT_NEAR (zs[1], 3, 1e-12);
  g_assert_cmpuint (sweep->n_points, ==, 20);
  ASSERT_NEAR (weft_sweep_value (sweep, 9, 0), 4, 1e-12);
  ASSERT_NEAR (weft_sweep_value (sweep, 9, 1), 3, 1e-12);
  ASSERT_NEAR (weft_sweep_answer (sweep, 9, 0), 16, 1e-12);
  g_assert_false (weft_sweep_is_flat (sweep, 0, 0));
  g_assert_true (weft_sweep_is_flat (sweep, 0, 1));
}

/* --- hostile --- */

static void
test_hostile (void)
{
  WeftFunctionOf function = { power_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 3);
  WeftResponse two = { .n_inputs = 1, .n_outputs = 2, .evaluate = twice_cb };
  double values[] = { 1, NAN }, many[400] = { 0 };
  WeftFactor factors[] = { weft_factor_from_range ("x", 1, 2, 16, TRUE), weft_factor_from_range ("y", 1, 9, 81, TRUE),
                           weft_factor_from_range ("z", 0, 5, 9, FALSE) };
  WeftSweepAxis not_finite = { 0, values, 2 }, large[] = { { 0, many, 400 }, { 1, many, 400 } },
                empty = { 0, values, 0 };
  WeftFactor reversed = weft_factor_from_range ("x", 4, 2, 1, TRUE),
             unknown = weft_factor_from_range ("x", NAN, 2, 1, TRUE);
  struct
  {
    gpointer result;
    const char *says;
    GError *error;
  } refused[7] = { 0 };

  refused[0].says = "nan";
  refused[0].result = weft_sweep_new (&response, factors, &not_finite, 1, NULL, &refused[0].error);
  refused[1].says = "160000 points";
  refused[1].result = weft_sweep_new (&response, factors, large, 2, NULL, &refused[1].error);
  refused[2].says = "0 points";
  refused[2].result = weft_sweep_new (&response, factors, &empty, 1, NULL, &refused[2].error);
  refused[3].says = "from 4 to 1";
  refused[3].result = weft_break_even_new (&two, &reversed, 0, FALSE, 8, NULL, &refused[3].error);
  refused[4].says = "nan";
  refused[4].result = weft_break_even_new (&two, &unknown, 0, FALSE, 8, NULL, &refused[4].error);
  refused[5].says = "4000000000 samples";
  refused[5].result = weft_uncertainty_new (&response, factors, 4000000000u, 1, NULL, &refused[5].error);
  refused[6].says = "3 samples";
  refused[6].result = weft_total_order_new (&response, factors, 0, TRUE, 3, 1, NULL, &refused[6].error);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_assert_null (refused[i].result);
      g_assert_error (refused[i].error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_nonnull (strstr (refused[i].error->message, refused[i].says));
      g_clear_error (&refused[i].error);
    }
}

/* Stops itself after some answers. */
static double
stopping_cb (const double *x,
             gpointer      data)
{
  g_cancellable_cancel (data);
  return x[0];
}

static void
test_cancel (void)
{
  for (guint threads = 0; threads < 3; threads++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (WeftExecutor) executor = threads > 0 ? weft_executor_new_threads (threads) : NULL;
      WeftFunctionOf function = { stopping_cb, cancellable };
      WeftResponse response = weft_response_of_function (&function, 1);
      WeftFactor factor = weft_factor_from_interval ("x", 0.5, 2);
      WeftAsking asking = { .executor = executor, .cancellable = cancellable };
      g_autoptr (GError) error = NULL, again = NULL;

      g_assert_null (weft_uncertainty_new (&response, &factor, 100000, 1, &asking, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_null (weft_tornado_new (&response, &factor, 0, &asking, &again));
      g_assert_error (again, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
report_cb (double   share,
           gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (share, >=, *last);
  g_assert_cmpfloat (share, <, 1);
  *last = share;
}

static void
test_progress (void)
{
  WeftFunctionOf function = { product_cb, NULL };
  WeftResponse response = weft_response_of_function (&function, 4);
  WeftFactor factors[] = { weft_factor_from_interval ("a", 0.8, 1.25), weft_factor_from_interval ("b", 0.5, 2),
                           weft_factor_from_interval ("c", 1.3, 2.1), weft_factor_from_interval ("d", 1.07, 1.32) };
  double last = 0;
  WeftAsking asking = { .progress = report_cb, .data = &last };
  g_autoptr (WeftUncertainty) drawn = weft_uncertainty_new (&response, factors, 20000, 1, &asking, NULL);
  g_autoptr (WeftTotalOrder) order = NULL;

  g_assert_cmpfloat (last, >, 0.9);
  last = 0;
  order = weft_total_order_new (&response, factors, 0, TRUE, 1024, 1, &asking, NULL);
  g_assert_cmpfloat (last, >, 0.7);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/whatif/tornado/k12", test_k12);
  g_test_add_func ("/model/whatif/elasticity/k12", test_k12_elasticity);
  g_test_add_func ("/model/whatif/elasticity/power-law", test_power_law);
  g_test_add_func ("/model/whatif/elasticity/kinks", test_kinks);
  g_test_add_func ("/model/whatif/total-order/ishigami", test_ishigami);
  g_test_add_func ("/model/whatif/total-order/many-inputs", test_many_inputs);
  g_test_add_func ("/model/whatif/uncertainty/k37", test_k37);
  g_test_add_func ("/model/whatif/uncertainty/contest", test_contest);
  g_test_add_func ("/model/whatif/uncertainty/no-answer", test_no_answer);
  g_test_add_func ("/model/whatif/uncertainty/threads", test_threads);
  g_test_add_func ("/model/whatif/uncertainty/shared-draws", test_shared_draws);
  g_test_add_func ("/model/whatif/surrogate/product", test_surrogate_product);
  g_test_add_func ("/model/whatif/surrogate/interaction", test_surrogate_interaction);
  g_test_add_func ("/model/whatif/surrogate/none", test_surrogate_none);
  g_test_add_func ("/model/whatif/break-even", test_break_even);
  g_test_add_func ("/model/whatif/sweep", test_sweep);
  g_test_add_func ("/model/whatif/hostile", test_hostile);
  g_test_add_func ("/model/whatif/cancel", test_cancel);
  g_test_add_func ("/model/whatif/progress", test_progress);

  return g_test_run ();
}
