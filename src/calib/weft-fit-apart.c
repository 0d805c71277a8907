/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A point is apart when a fit without it is better by more than chance explains, which an F test of one shifted point
 * says, while its neighbours in size fit well. Where times really change with size, neighbours change with them. */
#include "calib/weft-fit-apart-private.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* At most one in so many points is apart, but one always may be; and no more than that in all. */
#define ONE_IN 20u
#define MOST 16u
#define LEAST_POINTS 10u
#define LEVEL 0.001
/* A neighbour that errs by this share of a point's own error goes with it. */
#define TOGETHER 0.4
/* The worst that are looked at in a round. */
#define N_WORST 3u
#define N_KNOBS 3u

typedef struct
{
  WeftFitSolver *solver;
  WeftFitPoint *points; /* those that are kept */
  double *errors;
  guint32 *kept;
  guint32 n;
} Search;

/* Sum of squares of errors relative to fitted times; the errors too when there is room for them. */
static double
fit_error (WeftFitSolver *solver, const WeftFitPoint *points, guint32 n, double *errors)
{
  WeftFitKnobs knobs = weft_fit_solver_refine (solver, points, n);
  double sum = 0;

  for (guint32 i = 0; i < n; i++)
    {
      double time_s = weft_fit_knobs_time_s (&knobs, points[i].uf, points[i].um);
      double error = time_s > 0 ? points[i].t / time_s - 1 : 1;

      sum += error * error;
      if (errors != NULL)
        errors[i] = error;
    }
  return sum;
}

static gboolean
goes_with (const Search *self, guint32 at, gint64 neighbour)
{
  double error;

  if (neighbour < 0 || neighbour >= self->n)
    return FALSE;
  error = self->errors[neighbour];
  return error * self->errors[at] > 0 && fabs (error) > TOGETHER * fabs (self->errors[at]);
}

static void
swap_out (Search *self, guint32 at, WeftFitPoint *point, guint32 *index)
{
  *point = self->points[at];
  *index = self->kept[at];
  self->n--;
  for (guint32 i = at; i < self->n; i++)
    {
      self->points[i] = self->points[i + 1];
      self->kept[i] = self->kept[i + 1];
    }
}

static void
swap_in (Search *self, guint32 at, const WeftFitPoint *point, guint32 index)
{
  for (guint32 i = self->n; i > at; i--)
    {
      self->points[i] = self->points[i - 1];
      self->kept[i] = self->kept[i - 1];
    }
  self->points[at] = *point;
  self->kept[at] = index;
  self->n++;
}

/* Takes the point out when it is apart. */
static gboolean
try_point (Search *self, guint32 at, double rss)
{
  WeftFitPoint point;
  guint32 index;
  double without, f;

  if (goes_with (self, at, (gint64) at - 1) || goes_with (self, at, (gint64) at + 1))
    return FALSE;
  swap_out (self, at, &point, &index);
  without = fit_error (self->solver, self->points, self->n, NULL);
  f = (rss - without) / MAX (without / (self->n - N_KNOBS), 1e-12);
  if (f > 0 && gsl_cdf_fdist_Q (f, 1, self->n - N_KNOBS) < LEVEL / (self->n + 1))
    return TRUE;
  swap_in (self, at, &point, index);
  return FALSE;
}

static gboolean
take_one (Search *self)
{
  double rss = fit_error (self->solver, self->points, self->n, self->errors);
  double below = INFINITY;

  for (guint round = 0; round < N_WORST; round++)
    {
      guint32 worst = self->n;

      for (guint32 i = 0; i < self->n; i++)
        if (fabs (self->errors[i]) < below && (worst == self->n || fabs (self->errors[i]) > fabs (self->errors[worst])))
          worst = i;
      if (worst == self->n)
        return FALSE;
      below = fabs (self->errors[worst]);
      if (try_point (self, worst, rss))
        return TRUE;
    }
  return FALSE;
}

guint32
weft_fit_leave_apart (WeftFitSolver *solver, const WeftFitPoint *points, guint32 n, guint32 *kept)
{
  g_autofree WeftFitPoint *copy = g_memdup2 (points, n * sizeof (WeftFitPoint));
  g_autofree double *errors = g_new (double, n);
  Search self = { solver, copy, errors, kept, n };
  guint32 most = CLAMP (n / ONE_IN, 1, MOST);

  for (guint32 i = 0; i < n; i++)
    kept[i] = i;
  while (n >= LEAST_POINTS && n - self.n < most && take_one (&self))
    ;
  return self.n;
}
