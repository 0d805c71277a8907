/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The random numbers are the published generator's, spread as they should be, and apart for each stream. */
#include "base/weft-random.h"

#include <math.h>

/* The first outputs of xoshiro256** from the state 1, 2, 3, 4, worked out by hand from its definition. */
static void
test_published (void)
{
  WeftRandom random = { { 1, 2, 3, 4 } };

  g_assert_cmpuint (weft_random_next (&random), ==, 11520);
  g_assert_cmpuint (weft_random_next (&random), ==, 0);
  g_assert_cmpuint (weft_random_next (&random), ==, 1509978240);
  g_assert_cmpuint (weft_random_next (&random), ==, G_GUINT64_CONSTANT (1215971899390074240));
}

static void
test_streams (void)
{
  WeftRandom a, b, again;
  guint equal = 0;

  weft_random_init (&a, 7, 1);
  weft_random_init (&b, 7, 2);
  weft_random_init (&again, 7, 1);
  for (guint i = 0; i < 1000; i++)
    {
      guint64 x = weft_random_next (&a);

      g_assert_cmpuint (x, ==, weft_random_next (&again));
      equal += x == weft_random_next (&b);
    }
  g_assert_cmpuint (equal, ==, 0);

  weft_random_init (&a, 1, 2);
  weft_random_init (&b, 2, 1);
  g_assert_cmpuint (weft_random_next (&a), !=, weft_random_next (&b));
}

/* Chi-squared of 60,000 throws of a die with 6 sides: above 25.7 once in 10,000 fair generators. */
static void
test_below (void)
{
  WeftRandom random;
  guint count[6] = { 0 };
  double chi = 0;

  weft_random_init (&random, 1, 0);
  for (guint i = 0; i < 60000; i++)
    count[weft_random_below (&random, 6)]++;
  for (guint i = 0; i < 6; i++)
    chi += pow (count[i] - 10000.0, 2) / 10000;
  g_assert_cmpfloat (chi, <, 25.7);
}

static void
test_normal (void)
{
  WeftRandom random;
  double sum = 0, squares = 0;

  weft_random_init (&random, 3, 0);
  for (guint i = 0; i < 100000; i++)
    {
      double x = weft_random_normal (&random);

      sum += x;
      squares += x * x;
    }
  g_assert_cmpfloat (fabs (sum / 100000), <, 0.015);
  g_assert_cmpfloat (fabs (squares / 100000 - 1), <, 0.02);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/published", test_published);
  g_test_add_func ("/random/streams", test_streams);
  g_test_add_func ("/random/below", test_below);
  g_test_add_func ("/random/normal", test_normal);
  return g_test_run ();
}
