/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments: noise is not cut, breaks are found where they are. */
#include "calib-fixture.h"
#include "calib/weft-fit-segments-private.h"

#define PEAK 300e12
#define BW 2e12
#define MOST 6000

typedef struct
{
  double to;
  double a, b, l;
} Piece;

static int
by_size (const void *a, const void *b)
{
  double one = ((const WeftFitPoint *) a)->size;
  double other = ((const WeftFitPoint *) b)->size;

  return one < other ? -1 : one > other;
}

static void
make (WeftFitPoint *points, guint n, const Piece *pieces, double noise, WeftRandom *random)
{
  for (guint i = 0; i < n; i++)
    {
      double bytes = spread (random, 1e4, 3e9);
      const Piece *piece = pieces;

      while (bytes > piece->to)
        piece++;
      points[i].size = bytes;
      points[i].um = bytes / BW;
      points[i].uf = bytes * spread (random, 5, 4000) / PEAK;
      points[i].t = (piece->l + MAX (piece->a * points[i].uf, piece->b * points[i].um))
                    * exp (noise * weft_random_normal (random));
    }
  qsort (points, n, sizeof (WeftFitPoint), by_size);
}

static WeftFitCuts
cut (const WeftFitPoint *points, guint n, guint n_axes)
{
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (n);
  WeftFitCuts cuts;

  g_assert_true (weft_fit_cut (solver, points, n, 4, n_axes, &cuts, NULL, NULL));
  return cuts;
}

/* One set of knobs with three percent of noise is never cut. */
static void
test_noise (void)
{
  static const Piece one[] = { { INFINITY, 1 / 0.7, 1 / 0.8, 8e-6 } };
  static const guint sizes[] = { 24, 40 };
  WeftFitPoint points[40];
  WeftRandom random;

  weft_random_init (&random, 11, 0);
  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    for (guint round = 0; round < 100; round++)
      {
        make (points, sizes[k], one, 0.03, &random);
        g_assert_cmpuint (cut (points, sizes[k], 1).n, ==, 1);
      }
}

/* Rounding to the digits of a file is no reason to cut either. */
static void
test_exact (void)
{
  static const Piece one[] = { { INFINITY, 1 / 0.7, 1 / 0.8, 8e-6 } };
  WeftFitPoint points[60];
  WeftRandom random;

  weft_random_init (&random, 12, 0);
  for (guint round = 0; round < 20; round++)
    {
      make (points, 60, one, 0, &random);
      g_assert_cmpuint (cut (points, 60, 1).n, ==, 1);
      make (points, 60, one, 3e-6, &random);
      g_assert_cmpuint (cut (points, 60, 1).n, ==, 1);
    }
}

/* How often a break is found: about as often as a prototype of the same rule did. */
static void
test_power (void)
{
  static const Piece strong[] = { { 3e6, 1 / 0.7, 1 / 0.8, 8e-6 }, { INFINITY, 1 / 0.7, 1 / 0.8, 14e-6 } };
  static const Piece stronger[] = { { 3e6, 1 / 0.55, 1 / 0.5, 6e-6 }, { INFINITY, 1 / 0.8, 1 / 0.85, 20e-6 } };
  WeftFitPoint points[60];
  WeftRandom random;
  guint found = 0;
  guint all = 0;

  weft_random_init (&random, 13, 0);
  for (guint round = 0; round < 40; round++)
    {
      make (points, 40, strong, 0.03, &random);
      found += cut (points, 40, 1).n == 2;
      make (points, 60, stronger, 0.03, &random);
      all += cut (points, 60, 3).n == 2;
    }
  g_assert_cmpuint (found, >=, 20);
  g_assert_cmpuint (all, >=, 39);
}

/* Three pieces: both cuts within one point of where they are. */
static void
test_places (void)
{
  static const Piece three[]
    = { { 1e6, 1 / 0.4, 1 / 0.35, 5e-6 }, { 1e8, 1 / 0.6, 1 / 0.6, 12e-6 }, { INFINITY, 1 / 0.85, 1 / 0.9, 60e-6 } };
  WeftFitPoint points[60];
  WeftRandom random;

  weft_random_init (&random, 14, 0);
  for (guint round = 0; round < 20; round++)
    {
      WeftFitCuts cuts;

      make (points, 60, three, 0.03, &random);
      cuts = cut (points, 60, 1);
      g_assert_cmpuint (cuts.n, ==, 3);
      for (guint i = 1; i < 3; i++)
        {
          guint at = cuts.begin[i];

          g_assert_cmpfloat (points[MAX (at, 2) - 2].size, <, three[i - 1].to);
          g_assert_cmpfloat (points[MIN (at + 1, 59)].size, >, three[i - 1].to);
        }
    }
}

/* Equal sizes are never parted; long sets are cut as well. */
static void
test_long (void)
{
  static const Piece two[] = { { 3e6, 1 / 0.55, 1 / 0.5, 6e-6 }, { INFINITY, 1 / 0.8, 1 / 0.85, 20e-6 } };
  g_autofree WeftFitPoint *points = g_new (WeftFitPoint, MOST);
  WeftRandom random;
  WeftFitCuts cuts;

  weft_random_init (&random, 15, 0);
  make (points, MOST, two, 0.03, &random);
  cuts = cut (points, MOST, 1);
  g_assert_cmpuint (cuts.n, ==, 2);
  g_assert_cmpfloat (points[cuts.begin[1]].size, >, 2.9e6);
  g_assert_cmpfloat (points[cuts.begin[1] - 1].size, <, 3.1e6);
  for (guint i = 0; i < 60; i++)
    points[i].size = i < 30 ? 1 : 2;
  cuts = cut (points, 60, 1);
  g_assert_true (cuts.n == 1 || cuts.begin[1] == 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fit-segments/noise", test_noise);
  g_test_add_func ("/fit-segments/exact", test_exact);
  g_test_add_func ("/fit-segments/power", test_power);
  g_test_add_func ("/fit-segments/places", test_places);
  g_test_add_func ("/fit-segments/long", test_long);
  return g_test_run ();
}
