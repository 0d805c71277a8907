/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fit of one segment against known knobs, a general solver, and search by brute force. */
#include <gsl/gsl_multifit.h>

#include "calib-fixture.h"
#include "calib/weft-fit-solve-private.h"

#define MOST 64

static double
score_of (const WeftFitPoint *points, guint n, double a, double b, double l)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      double error = 1 - (l + MAX (a * points[i].uf, b * points[i].um)) / points[i].t;

      sum += error * error;
    }
  return sum;
}

static void
make (WeftFitPoint *points, guint n, double a, double b, double l, double noise, WeftRandom *random)
{
  for (guint i = 0; i < n; i++)
    {
      points[i].um = spread (random, 1e-7, 1e-3);
      points[i].uf = points[i].um * spread (random, 0.03, 30);
      points[i].t = (l + MAX (a * points[i].uf, b * points[i].um)) * exp (noise * weft_random_normal (random));
      points[i].size = points[i].um;
    }
}

static void
test_known (void)
{
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (MOST);
  WeftFitPoint points[MOST];
  WeftRandom random;

  weft_random_init (&random, 1, 0);
  for (guint round = 0; round < 300; round++)
    {
      double a = 1 / (0.1 + 0.9 * weft_random_double (&random));
      double b = 1 / (0.1 + 0.9 * weft_random_double (&random));
      double l = spread (&random, 1e-6, 3e-5);
      guint n = 8 + weft_random_below (&random, MOST - 8);
      WeftFitKnobs knobs;

      make (points, n, a, b, l, 0, &random);
      knobs = weft_fit_solver_refine (solver, points, n);
      g_assert_cmpfloat (knobs.rss, <, 1e-18);
      for (guint i = 0; i < n; i++)
        assert_near (weft_fit_knobs_time_s (&knobs, points[i].uf, points[i].um), points[i].t, 1e-9);
    }
}

/* Inside of one regime the closed form is weighted linear least squares. */
static void
test_general_solver (void)
{
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (MOST);
  WeftFitPoint points[MOST];
  WeftRandom random;

  weft_random_init (&random, 2, 0);
  for (guint round = 0; round < 100; round++)
    {
      guint n = 6 + weft_random_below (&random, MOST - 6);
      gboolean by_flops = round % 2;
      gsl_multifit_linear_workspace *work = gsl_multifit_linear_alloc (n, 2);
      gsl_matrix *x = gsl_matrix_alloc (n, 2);
      gsl_matrix *cov = gsl_matrix_alloc (2, 2);
      gsl_vector *w = gsl_vector_alloc (n);
      gsl_vector *y = gsl_vector_alloc (n);
      gsl_vector *c = gsl_vector_alloc (2);
      double chisq;
      WeftFitKnobs knobs;

      make (points, n, 1.7, 1.4, 9e-6, 0.03, &random);
      for (guint i = 0; i < n; i++)
        {
          double u = by_flops ? points[i].uf : points[i].um;

          if (by_flops)
            points[i].um = 0;
          else
            points[i].uf = 0;
          points[i].t = (9e-6 + 1.7 * u) * exp (0.03 * weft_random_normal (&random));
          /* microseconds: a general solver needs columns of like size */
          gsl_matrix_set (x, i, 0, 1);
          gsl_matrix_set (x, i, 1, u * 1e6);
          gsl_vector_set (y, i, points[i].t * 1e6);
          gsl_vector_set (w, i, 1e-12 / (points[i].t * points[i].t));
        }
      gsl_multifit_wlinear (x, w, y, c, cov, &chisq, work);
      knobs = weft_fit_solver_solve (solver, points, n);
      assert_near (knobs.l * 1e6, gsl_vector_get (c, 0), 1e-7);
      assert_near (by_flops ? knobs.a : knobs.b, gsl_vector_get (c, 1), 1e-7);
      assert_near (knobs.rss, chisq, 1e-7);
      gsl_multifit_linear_free (work);
      gsl_matrix_free (x);
      gsl_matrix_free (cov);
      gsl_vector_free (w);
      gsl_vector_free (y);
      gsl_vector_free (c);
    }
}

/* The best of a grid, then of ever finer grids around it. */
static double
brute_force (const WeftFitPoint *points, guint n)
{
  double best[3] = { 1, 1, 0 };
  double width[3] = { 9, 9, 6e-5 };
  double least = score_of (points, n, 1, 1, 0);

  for (guint level = 0; level < 40; level++)
    {
      double middle[3] = { best[0], best[1], best[2] };

      for (int i = -4; i <= 4; i++)
        for (int j = -4; j <= 4; j++)
          for (int k = -4; k <= 4; k++)
            {
              double a = MAX (1, middle[0] + width[0] * i / 4);
              double b = MAX (1, middle[1] + width[1] * j / 4);
              double l = MAX (0, middle[2] + width[2] * k / 4);
              double score = score_of (points, n, a, b, l);

              if (score < least)
                {
                  least = score;
                  best[0] = a;
                  best[1] = b;
                  best[2] = l;
                }
            }
      for (guint k = 0; k < 3; k++)
        width[k] *= 0.7;
    }
  return least;
}

/* Sets that are made to be hard: few points, much noise, knobs at their limits. */
static void
test_brute_force (void)
{
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (MOST);
  WeftFitPoint points[MOST];
  WeftRandom random;
  guint n_equal = 0;

  weft_random_init (&random, 3, 0);
  for (guint round = 0; round < 300; round++)
    {
      guint n = 3 + weft_random_below (&random, 10);
      double a = 1 / (0.1 + 1.1 * weft_random_double (&random));
      double b = 1 / (0.1 + 1.1 * weft_random_double (&random));
      double l = weft_random_below (&random, 3) == 0 ? 0 : spread (&random, 1e-7, 3e-5);
      WeftFitKnobs knobs;
      double found;

      make (points, n, a, b, l, 0.3, &random);
      knobs = weft_fit_solver_solve (solver, points, n);
      g_assert_cmpfloat (knobs.a, >=, 1);
      g_assert_cmpfloat (knobs.b, >=, 1);
      g_assert_cmpfloat (knobs.l, >=, 0);
      g_assert_cmpfloat (fabs (knobs.rss - score_of (points, n, knobs.a, knobs.b, knobs.l)), <, 1e-12);
      found = brute_force (points, n);
      if (found < knobs.rss * (1 - 1e-9) - 1e-20)
        g_error ("round %u: found %.12g by brute force, %.12g by closed form", round, found, knobs.rss);
      n_equal += found <= knobs.rss * 1.01 + 1e-9;
    }
  /* the brute force is no straw man */
  g_assert_cmpuint (n_equal, >, 250);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit-solve/known", test_known);
  g_test_add_func ("/fit-solve/general-solver", test_general_solver);
  g_test_add_func ("/fit-solve/brute-force", test_brute_force);
  return g_test_run ();
}
