/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stand-in for slow responses: exact for products of powers, silent where the response is. */
#include <math.h>

#include <glib.h>

#include "model/whatif/weft-additive.h"

#define N_INPUTS 3u

static double
power_law (const double *x,
           gpointer      data)
{
  return 7 * x[0] * x[0] / sqrt (x[1]) * pow (x[2], 0.25);
}

/* Nothing above 1.5. */
static double
broken (const double *x,
        gpointer      data)
{
  return x[0] > 1.5 ? 0 : x[0];
}

static const WeftFactor factors[N_INPUTS] = {
  { .name = "a", .value = 1, .spread = 0.3, .most = INFINITY },
  { .name = "b", .value = 4, .spread = 0.5, .most = INFINITY },
  { .name = "known", .value = 16, .spread = 0, .most = INFINITY },
};

static void
test_power_laws_are_exact (void)
{
  WeftFunctionOf function = { .function = power_law };
  WeftResponse response = weft_response_of_function (&function, N_INPUTS);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftAdditive) additive = weft_additive_new (&response, factors, NULL, &error);

  g_assert_no_error (error);
  for (double a = 0.2; a < 5; a *= 1.7)
    for (double b = 0.5; b < 30; b *= 2.3)
      {
        double x[N_INPUTS] = { a, b, 16 }, y;

        weft_response_ask (weft_additive_response (additive), x, &y);
        g_assert_cmpfloat (fabs (y / power_law (x, NULL) - 1), <, 1e-12);
      }
}

static void
test_no_answer_stays_none (void)
{
  WeftFunctionOf function = { .function = broken };
  WeftResponse response = weft_response_of_function (&function, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftAdditive) additive = weft_additive_new (&response, factors, NULL, &error);
  double low = 0.9, high = 2.5, y;

  g_assert_no_error (error);
  weft_response_ask (weft_additive_response (additive), &low, &y);
  g_assert_cmpfloat (fabs (y - 0.9), <, 1e-12);
  weft_response_ask (weft_additive_response (additive), &high, &y);
  g_assert_cmpfloat (y, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  WeftAsking asking = { .cancellable = cancellable };
  WeftFunctionOf function = { .function = power_law };
  WeftResponse response = weft_response_of_function (&function, N_INPUTS);
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (weft_additive_new (&response, factors, &asking, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/additive/power-laws-are-exact", test_power_laws_are_exact);
  g_test_add_func ("/additive/no-answer-stays-none", test_no_answer_stays_none);
  g_test_add_func ("/additive/cancelled", test_cancelled);

  return g_test_run ();
}
