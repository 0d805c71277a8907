/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Methods for machines: what the prior promises, what every method keeps to, and that the hybrid is near the optimum
 * after a few evaluations of tables that it has not been made for. */
#include <string.h>

#include "hardware-fixture.h"

#include "search/hardware/weft-hardware-choice-private.h"
#include "search/hardware/weft-hardware-prior-private.h"
#include "search/hardware/weft-hardware-run.h"
#include "search/weft-gaussian-private.h"

#define BUDGET 24

static WeftHardwareRun *
run_method (WeftHardwareSpace *space, const char *method, guint budget, guint64 seed, const WeftHardwareChoice *start)
{
  g_autoptr (GError) error = NULL;
  WeftHardwareRun *run = weft_hardware_run_new (space, method, budget, seed, start, &error);

  g_assert_no_error (error);
  while (weft_hardware_run_step (run))
    ;
  return run;
}

/* --- the prior --- */

/* The class whose doubling is promised most for a path that is mostly of class @dominant. */
static guint
find_favourite (guint dominant)
{
  WeftHardwareFrame frame = { .n_workloads = 1, .alpha = { 1 }, .weights = weft_hardware_default_weights,
                              .cost_max_usd = 1, .power_max_w = 1 };
  WeftHardwareTraits from = { 0 };
  WeftHardwareVerdict verdict = { 0 };
  double most = -INFINITY;
  guint favourite = 0;

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    {
      from.resource[c] = 10 + c;
      verdict.share[0][c] = c == dominant ? 0.7 : 0.05;
    }
  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    {
      WeftHardwareTraits to = from;
      double promise;

      to.resource[c] *= 2;
      promise = weft_hardware_prior (&frame, &verdict, &from, &to);
      /* Amdahl's law: the share halves, the rest stays. */
      g_assert_cmpfloat_with_epsilon (promise, -log (1 - verdict.share[0][c] / 2), 1e-12);
      if (promise > most)
        {
          most = promise;
          favourite = c;
        }
    }
  return favourite;
}

static void
test_prior (void)
{
  WeftHardwareFrame frame = { .n_workloads = 1, .alpha = { 1 }, .weights = weft_hardware_default_weights,
                              .cost_max_usd = 100, .power_max_w = 1000 };
  WeftHardwareTraits from = { .cost_usd = 50, .power_w = 500 }, cheaper, faster;
  WeftHardwareVerdict verdict = { 0 };

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    g_assert_cmpuint (find_favourite (c), ==, c);

  for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
    {
      from.resource[c] = 1;
      verdict.share[0][c] = 1.0 / WEFT_N_BOTTLENECKS;
    }
  g_assert_cmpfloat_with_epsilon (weft_hardware_prior (&frame, &verdict, &from, &from), 0, 1e-12);
  cheaper = from;
  cheaper.resource[WEFT_BOTTLENECK_HOST] = 0.9;
  cheaper.cost_usd = 30;
  faster = from;
  faster.resource[WEFT_BOTTLENECK_COMPUTE] = 1.5;
  faster.cost_usd = 80;
  g_assert_cmpfloat (weft_hardware_prior (&frame, &verdict, &from, &cheaper), >, 0);
  g_assert_cmpfloat (weft_hardware_prior (&frame, &verdict, &from, &faster), <, 0);
  /* What was not there at all is not infinitely good. */
  from.resource[WEFT_BOTTLENECK_SCALEOUT] = 0;
  g_assert_true (isfinite (weft_hardware_prior (&frame, &verdict, &from, &faster)));
}

/* --- the process --- */

/* The closed form of leaving one out is what leaving one out gives, while length and noise stay the same. */
static void
test_leave_one_out (void)
{
  enum { N = 12, DIMENSION = 2 };
  double x[N * DIMENSION], y[N], squares = 0;
  g_autoptr (WeftGaussian) whole = NULL;

  for (guint i = 0; i < N; i++)
    {
      x[2 * i] = 0.7 * i;
      x[2 * i + 1] = (i * 5) % N * 0.4;
      y[i] = sin (x[2 * i]) + 0.3 * x[2 * i + 1];
    }
  whole = weft_gaussian_new (x, y, N, DIMENSION);
  for (guint i = 0; i < N; i++)
    {
      double rest_x[N * DIMENSION], rest_y[N], mean, sd;
      g_autoptr (WeftGaussian) rest = NULL;
      guint n = 0;

      weft_gaussian_predict (whole, x + 2 * i, &mean, &sd);
      g_assert_cmpfloat (sd, >, 0);
      g_assert_cmpfloat (fabs (mean - y[i]), <, 0.3);
      for (guint j = 0; j < N; j++)
        if (j != i)
          {
            memcpy (rest_x + DIMENSION * n, x + DIMENSION * j, DIMENSION * sizeof *x);
            rest_y[n++] = y[j];
          }
      rest = weft_gaussian_new (rest_x, rest_y, n, DIMENSION);
      weft_gaussian_predict (rest, x + 2 * i, &mean, &sd);
      squares += (mean - y[i]) * (mean - y[i]);
    }
  /* Scale and mean are taken anew without the point, so the two are alike and not the same. */
  g_assert_cmpfloat (weft_gaussian_leave_one_out (whole, y, NULL, 0), >, 0.6 * sqrt (squares / N));
  g_assert_cmpfloat (weft_gaussian_leave_one_out (whole, y, NULL, 0), <, 1.4 * sqrt (squares / N));
}

/* A glance has the same mean, and no less doubt. */
static void
test_glance (void)
{
  const double x[] = { 0, 1, 2.5, 4 }, y[] = { 1, 0, 2, 5 };
  g_autoptr (WeftGaussian) process = weft_gaussian_new (x, y, 4, 1);

  for (double at = -3; at < 8; at += 0.25)
    {
      double mean, sd, same, most;

      weft_gaussian_predict (process, &at, &mean, &sd);
      weft_gaussian_glance (process, &at, &same, &most);
      g_assert_cmpfloat_with_epsilon (mean, same, 1e-12);
      g_assert_cmpfloat (most, >=, sd * (1 - 1e-9));
    }
}

/* --- every method --- */

static void
assert_same_runs (WeftHardwareRun *a, WeftHardwareRun *b)
{
  g_assert_cmpuint (weft_hardware_run_n_evaluations (a), ==, weft_hardware_run_n_evaluations (b));
  for (guint i = 0; i < weft_hardware_run_n_evaluations (a); i++)
    {
      g_assert_true (weft_hardware_choice_equal (&weft_hardware_run_get (a, i)->choice,
                                                 &weft_hardware_run_get (b, i)->choice));
      g_assert_cmpstr (weft_hardware_run_get (a, i)->arm, ==, weft_hardware_run_get (b, i)->arm);
    }
}

static void
assert_archive (WeftHardwareRun *run)
{
  guint best[WEFT_HARDWARE_ARCHIVE];
  guint n = weft_hardware_run_archive (run, best);

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < weft_hardware_run_n_evaluations (run); i++)
    g_assert_cmpfloat (weft_hardware_run_get (run, best[0])->objective, <=, weft_hardware_run_get (run, i)->objective);
  for (guint i = 1; i < n; i++)
    {
      g_assert_cmpfloat (weft_hardware_run_get (run, best[i - 1])->objective, <=,
                         weft_hardware_run_get (run, best[i])->objective);
      g_assert_false (weft_hardware_choice_equal (&weft_hardware_run_get (run, best[i - 1])->choice,
                                                  &weft_hardware_run_get (run, best[i])->choice));
    }
}

static void
test_methods (void)
{
  g_autoptr (WeftHardwareSpace) space = fixture_space (2);
  g_autoptr (WeftHardwareRun) first = NULL;

  for (const WeftHardwareMethodInfo *info = weft_hardware_methods; info->id != NULL; info++)
    {
      g_autoptr (WeftHardwareRun) run = run_method (space, info->id, BUDGET, 5, NULL);
      g_autoptr (WeftHardwareRun) again = run_method (space, info->id, BUDGET, 5, NULL);
      gboolean repeats = g_str_equal (info->id, "sa") || g_str_equal (info->id, "re");

      g_assert_cmpuint (weft_hardware_run_n_evaluations (run), ==, BUDGET);
      assert_same_runs (run, again);
      assert_archive (run);
      for (guint i = 0; i < BUDGET; i++)
        {
          const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (run, i);

          g_assert_true (weft_hardware_space_is_legal (space, &evaluation->choice));
          g_assert_cmpint (evaluation->parent, <, (int) i);
          g_assert_true (repeats || !evaluation->is_duplicate);
        }
      if (first == NULL)
        first = g_steal_pointer (&run);
      else
        g_assert_true (weft_hardware_choice_equal (&weft_hardware_run_get (first, 0)->choice,
                                                   &weft_hardware_run_get (run, 0)->choice));
    }
}

static void
test_start (void)
{
  g_autoptr (WeftHardwareSpace) space = fixture_space (2);
  WeftHardwareChoice start;
  g_autoptr (WeftHardwareRun) run = NULL;

  weft_tabulated_space_get_choice (WEFT_TABULATED_SPACE (space), 17, &start);
  run = run_method (space, "hybrid", 3, 1, &start);
  g_assert_true (weft_hardware_choice_equal (&weft_hardware_run_get (run, 0)->choice, &start));
  g_assert_cmpstr (weft_hardware_run_get (run, 0)->arm, ==, "start");
  g_assert_cmpstr (weft_hardware_run_get (run, 1)->arm, ==, "estimate");
}

/* A space with fewer machines than the budget ends with all of them seen, for methods that measure none twice. */
static void
test_small (void)
{
  g_autofree char *text = fixture_csv (4);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 9);
  g_autoptr (GError) error = NULL;
  g_autoptr (WeftTabulatedSpace) table = NULL;
  g_autofree char *few = NULL;

  g_clear_pointer (&lines[8], g_free);
  few = g_strjoinv ("\n", lines);
  table = weft_tabulated_space_parse ("few", few, strlen (few), NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (weft_tabulated_space_n_rows (table), ==, 7);
  for (const WeftHardwareMethodInfo *info = weft_hardware_methods; info->id != NULL; info++)
    {
      g_autoptr (WeftHardwareRun) run = run_method (WEFT_HARDWARE_SPACE (table), info->id, 40, 3, NULL);

      if (g_str_equal (info->id, "sa") || g_str_equal (info->id, "re"))
        continue;
      g_assert_cmpuint (weft_hardware_run_n_evaluations (run), ==, 7);
      g_assert_cmpfloat (weft_hardware_run_gap (run, 40), ==, 0);
    }
}

static void
test_names (void)
{
  const char *bad[] = { "hybird", "hybrid:no-such", "random:no-prior", "", NULL };
  g_autoptr (WeftHardwareMethod) method = weft_hardware_method_new ("hybrid:no-prior,shuffled", NULL);

  g_assert_nonnull (method);
  for (guint i = 0; bad[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (weft_hardware_method_new (bad[i], &error));
      g_assert_nonnull (error);
    }
}

/* --- how near --- */

static double
mean_gap (const char *method, guint64 table, guint n_seeds, guint evaluations)
{
  g_autoptr (WeftHardwareSpace) space = fixture_space (table);
  double sum = 0;

  for (guint64 seed = 1; seed <= n_seeds; seed++)
    {
      g_autoptr (WeftHardwareRun) run = run_method (space, method, evaluations, seed, NULL);

      sum += weft_hardware_run_gap (run, evaluations);
    }
  return sum / n_seeds;
}

/* On several tables together: near the optimum, and with a useless estimate still far nearer than drawing. */
static void
test_near (void)
{
  double hybrid = 0, shuffled = 0, none = 0, drawn = 0;
  enum { N_TABLES = 4, N_SEEDS = 5 };

  for (guint64 table = 1; table <= N_TABLES; table++)
    {
      hybrid += mean_gap ("hybrid", table, N_SEEDS, 16) / N_TABLES;
      shuffled += mean_gap ("hybrid:shuffled", table, N_SEEDS, 16) / N_TABLES;
      none += mean_gap ("hybrid:no-estimate", table, N_SEEDS, 16) / N_TABLES;
      drawn += mean_gap ("random", table, N_SEEDS, 16) / N_TABLES;
    }
  g_test_message ("gap at 16: hybrid %.4f, shuffled %.4f, no estimate %.4f, random %.4f", hybrid, shuffled, none, drawn);
  g_assert_cmpfloat (hybrid, <, 0.03);
  g_assert_cmpfloat (shuffled, <, 0.08);
  g_assert_cmpfloat (none, <, 0.08);
  g_assert_cmpfloat (drawn, >, hybrid);
}

/* The same on the table that a folder of reference data has. */
static void
test_reference (void)
{
  const char *folder = g_getenv ("WEFT_SHARED_DIR");
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "opt", "space_a.csv.gz", NULL) : NULL;
  g_autoptr (WeftTabulatedSpace) table = NULL;
  g_autoptr (GError) error = NULL;
  double at_16 = 0, at_64 = 0, shuffled = 0;
  enum { N_SEEDS = 20 };

  if (path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("WEFT_SHARED_DIR names no folder with opt/space_a.csv.gz");
      return;
    }
  table = weft_tabulated_space_load (path, NULL, &error);
  g_assert_no_error (error);
  for (guint64 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (WeftHardwareRun) run = run_method (WEFT_HARDWARE_SPACE (table), "hybrid", 64, seed, NULL);
      g_autoptr (WeftHardwareRun) blind = run_method (WEFT_HARDWARE_SPACE (table), "hybrid:shuffled", 16, seed, NULL);

      at_16 += weft_hardware_run_gap (run, 16) / N_SEEDS;
      at_64 += weft_hardware_run_gap (run, 64) / N_SEEDS;
      shuffled += weft_hardware_run_gap (blind, 16) / N_SEEDS;
    }
  g_test_message ("gap: %.4f at 16, %.4f at 64, %.4f shuffled at 16", at_16, at_64, shuffled);
  g_assert_cmpfloat (at_16, <=, 0.03);
  g_assert_cmpfloat (at_64, <=, 0.005);
  g_assert_cmpfloat (shuffled, <=, 0.08);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hardware-methods/prior", test_prior);
  g_test_add_func ("/hardware-methods/leave-one-out", test_leave_one_out);
  g_test_add_func ("/hardware-methods/glance", test_glance);
  g_test_add_func ("/hardware-methods/every-method", test_methods);
  g_test_add_func ("/hardware-methods/start", test_start);
  g_test_add_func ("/hardware-methods/small", test_small);
  g_test_add_func ("/hardware-methods/names", test_names);
  g_test_add_func ("/hardware-methods/near", test_near);
  g_test_add_func ("/hardware-methods/reference", test_reference);
  return g_test_run ();
}
