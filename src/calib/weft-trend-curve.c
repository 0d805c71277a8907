/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Onset and growth of congestion. */
#include "calib/weft-trend-curve-private.h"

#include <math.h>

/* So few sizes tell no alpha-beta, and so few beyond it no onset. */
#define LEAST_PREFIX 5u
#define LEAST_BEYOND 3u
/* Points whose time is mostly bytes tell the bandwidth. */
#define LEAST_BANDWIDTH_POINTS 2u
#define MOSTLY 0.5
/* Times exceed what is expected when they do by so many errors, and errors are at least one percent. */
#define ERRORS 3.0
#define LEAST_ERROR 0.01
/* Sizes from this share of the largest on say what the bandwidth of a group is. */
#define LARGE 0.25

void
weft_trend_curve_init (WeftTrendCurve *self)
{
  *self = (WeftTrendCurve) { g_array_new (FALSE, FALSE, sizeof (WeftTrendGroup)), 0, NAN, NAN };
}

void
weft_trend_curve_clear (WeftTrendCurve *self)
{
  g_clear_pointer (&self->groups, g_array_unref);
}

static double
rms_error (const WeftFitKnobs *knobs, const WeftFitPoint *points, guint32 n)
{
  double sum = 0;

  for (guint32 i = 0; i < n; i++)
    {
      double time_s = weft_fit_knobs_time_s (knobs, 0, points[i].um);
      double error = time_s > 0 ? points[i].t / time_s - 1 : 0;

      sum += error * error;
    }
  return MAX (sqrt (sum / n), LEAST_ERROR);
}

static gboolean
tells_bandwidth (const WeftFitKnobs *knobs, const WeftFitPoint *points, guint32 n)
{
  guint found = 0;

  for (guint32 i = 0; i < n; i++)
    found += knobs->b * points[i].um > MOSTLY * weft_fit_knobs_time_s (knobs, 0, points[i].um);
  return found >= LEAST_BANDWIDTH_POINTS;
}

/* All that follow, as many as tell it. */
static gboolean
exceeds (const WeftFitKnobs *knobs, double error, const WeftFitPoint *points, guint32 n)
{
  for (guint32 i = 0; i < MIN (n, LEAST_BEYOND); i++)
    if (points[i].t <= (1 + ERRORS * error) * weft_fit_knobs_time_s (knobs, 0, points[i].um))
      return FALSE;
  return n >= LEAST_BEYOND;
}

static double
find_onset (WeftFitSolver *solver, const WeftFitPoint *points, guint32 n)
{
  for (guint32 m = LEAST_PREFIX; m + LEAST_BEYOND <= n; m++)
    {
      WeftFitKnobs knobs = weft_fit_solver_refine (solver, points, m);

      if (tells_bandwidth (&knobs, points, m) && exceeds (&knobs, rms_error (&knobs, points, m), points + m, n - m))
        return points[m].size;
    }
  return NAN;
}

/* Mean of the largest sizes: how much longer they take, start aside, than at the link's full rate; 0: no such size. */
static double
slowness (const WeftFitPoint *points, guint32 n, double launch_s)
{
  double sum = 0;
  guint found = 0;

  for (guint32 i = 0; i < n; i++)
    if (points[i].size >= LARGE * points[n - 1].size && points[i].um > 0 && points[i].t > launch_s)
      {
        sum += (points[i].t - launch_s) / points[i].um;
        found++;
      }
  return found > 0 ? sum / found : 0;
}

void
weft_trend_curve_add (WeftTrendCurve *self, guint32 n_dev, const WeftFitPoint *points, guint32 n)
{
  g_autoptr (WeftFitSolver) solver = weft_fit_solver_new (n);
  WeftFitKnobs knobs = weft_fit_solver_refine (solver, points, n);
  WeftTrendGroup group = { .n_dev = n_dev, .n = n, .beta = 1 / knobs.b, .launch_s = knobs.l };
  /* the smallest size is mostly start, wherever the one fit for all puts it */
  double launch_s = MIN (knobs.l, points[0].t);
  const WeftTrendGroup *first = &group;

  for (guint32 i = 0; i < n; i++)
    group.error += fabs (weft_fit_knobs_time_s (&knobs, 0, points[i].um) - points[i].t) / points[i].t / n;
  group.onset_bytes = find_onset (solver, points, n);
  group.excess = slowness (points, n, launch_s);
  if (self->groups->len > 0)
    first = &g_array_index (self->groups, WeftTrendGroup, 0);
  group.excess_error = ERRORS * MAX (LEAST_ERROR, hypot (group.error, first->error));
  g_array_append_val (self->groups, group);
}

/* Least squares of log y on log n; NAN with fewer than two numbers of devices. */
static double
exponent (const GArray *groups, gboolean of_launch)
{
  double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;

  for (guint i = 0; i < groups->len; i++)
    {
      const WeftTrendGroup *group = &g_array_index (groups, WeftTrendGroup, i);
      double y = of_launch ? group->launch_s : group->excess;
      double x = log (MAX (group->n_dev, 1));

      if (!(y > 0))
        continue;
      n++;
      sx += x;
      sy += log (y);
      sxx += x * x;
      sxy += x * log (y);
    }
  return n * sxx - sx * sx > 1e-9 * n * sxx ? (n * sxy - sx * sy) / (n * sxx - sx * sx) : NAN;
}

/* Until here excess is the slowness of each group. */
void
weft_trend_curve_finish (WeftTrendCurve *self)
{
  double first = self->groups->len > 0 ? g_array_index (self->groups, WeftTrendGroup, 0).excess : NAN;

  self->queueing_growth = exponent (self->groups, FALSE);
  self->launch_growth = exponent (self->groups, TRUE);
  for (guint i = 0; i < self->groups->len; i++)
    {
      WeftTrendGroup *group = &g_array_index (self->groups, WeftTrendGroup, i);

      group->excess = first > 0 ? group->excess / first - 1 : NAN;
      if (i > 0 && self->onset_n_dev == 0 && group->excess > group->excess_error)
        self->onset_n_dev = group->n_dev;
    }
}
