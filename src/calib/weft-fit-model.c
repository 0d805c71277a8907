/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments with their knobs, and which of the knobs the points really tell. */
#include "calib/weft-fit-model-private.h"

#include <math.h>

/* Inside of its regime by so much, and so many such points: less tells nothing. */
#define CLEARLY 1.05
#define LEAST_CLEAR 3u
/* Two standard errors. */
#define CONFIDENCE 2.0
/* A launch below this share of the shortest time is told to be about nothing. */
#define NEGLIGIBLE 0.01

gboolean
weft_fit_model_init (WeftFitModel *self, WeftFitSolver *solver, const WeftFitPoint *points, guint32 n, guint most,
                     guint n_axes, GCancellable *cancellable, GError **error)
{
  WeftFitCuts cuts;

  if (!weft_fit_cut (solver, points, n, most, n_axes, &cuts, cancellable, error))
    return FALSE;
  self->n = cuts.n;
  self->p_value = cuts.p_value;
  self->criterion = cuts.criterion;
  self->begin[cuts.n] = n;
  for (guint i = 0; i < cuts.n; i++)
    {
      guint32 begin = cuts.begin[i];
      guint32 end = cuts.begin[i + 1];

      self->begin[i] = begin;
      self->from[i] = points[begin].size;
      self->to[i] = points[end - 1].size;
      self->knobs[i] = weft_fit_solver_refine (solver, points + begin, end - begin);
    }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

double
weft_fit_model_time_s (const WeftFitModel *self, double uf, double um, double size)
{
  guint i = 0;

  while (i + 1 < self->n && size > sqrt (self->to[i]) * sqrt (self->from[i + 1]))
    i++;
  return weft_fit_knobs_time_s (&self->knobs[i], uf, um);
}

/* --- what is told --- */

/* Points of one regime, and how well they tell its slope: sums for weights 1/fitted^2. */
typedef struct
{
  gboolean exists; /* the model has the knob */
  guint n;
  guint n_clear;
  guint n_felt; /* whose whole time it makes clearly longer */
  double u, uu;
} Regime;

static void
add_point (Regime *self, double u, double time_s)
{
  self->n++;
  self->u += u / (time_s * time_s);
  self->uu += u * u / (time_s * time_s);
}

static void
count_clear (Regime *self, double own_s, double other_s, double launch_s)
{
  self->n_clear += own_s > CLEARLY * other_s;
  self->n_felt += launch_s + own_s > CLEARLY * (launch_s + other_s);
}

/* What a free slope takes from the weight that tells the launch. */
static double
taken (const Regime *self, double slope)
{
  return self->uu > 0 && slope > 1 ? self->u * self->u / self->uu : 0;
}

static double
slope_error (const Regime *self, double variance, double launch_variance)
{
  double mean;

  if (self->uu <= 0)
    return INFINITY;
  mean = self->u / self->uu;
  return sqrt (variance / self->uu + mean * mean * launch_variance);
}

static void
tell_efficiency (const Regime *self, double slope, double error, double bound, WeftFitKnob *knob)
{
  *knob = (WeftFitKnob) { NAN, NAN, NAN, NAN };
  if (!self->exists)
    return;
  knob->used = self->n > 0 ? 1 / slope : MIN (bound, 1);
  if (self->n_felt == 0)
    knob->bound = knob->used;
  else if (self->n_clear < LEAST_CLEAR || slope <= 1 || CONFIDENCE * error >= slope)
    knob->bound = MIN (isfinite (error) ? 1 / (slope + CONFIDENCE * error) : bound, knob->used);
  else
    knob->value = knob->used;
}

static void
tell_launch (double launch_s, double error, double shortest_s, WeftFitKnob *knob)
{
  double most = launch_s + CONFIDENCE * error;

  *knob = (WeftFitKnob) { NAN, NAN, NAN, launch_s };
  if (CONFIDENCE * error < launch_s || most < NEGLIGIBLE * shortest_s)
    knob->value = launch_s;
  else
    knob->bound = isfinite (most) ? most : shortest_s;
}

void
weft_fit_identify (const WeftFitKnobs *knobs, const WeftFitPoint *points, guint32 n, WeftFitSegment *segment)
{
  Regime flops = { 0 };
  Regime memory = { 0 };
  double phi_bound = 0;
  double beta_bound = 0;
  double weight = 0;
  double rss = 0;
  double shortest_s = INFINITY;
  double variance, launch_variance, left;
  double n_knobs;

  segment->mape = 0;
  segment->n = n;
  segment->from = points[0].size;
  segment->to = points[n - 1].size;
  for (guint32 i = 0; i < n; i++)
    {
      double uf = points[i].uf;
      double um = points[i].um;
      double time_s = weft_fit_knobs_time_s (knobs, uf, um);
      double roof_s = MAX (time_s - knobs->l, G_MINDOUBLE);

      time_s = time_s > 0 ? time_s : points[i].t;
      flops.exists = flops.exists || uf > 0;
      memory.exists = memory.exists || um > 0;
      phi_bound = MAX (phi_bound, uf / roof_s);
      beta_bound = MAX (beta_bound, um / roof_s);
      if (knobs->a * uf > knobs->b * um)
        add_point (&flops, uf, time_s);
      else if (um > 0)
        add_point (&memory, um, time_s);
      count_clear (&flops, knobs->a * uf, knobs->b * um, knobs->l);
      count_clear (&memory, knobs->b * um, knobs->a * uf, knobs->l);
      weight += 1 / (time_s * time_s);
      rss += (points[i].t / time_s - 1) * (points[i].t / time_s - 1);
      segment->mape += fabs (time_s - points[i].t) / points[i].t / n;
      shortest_s = MIN (shortest_s, points[i].t);
    }
  n_knobs = 1 + (flops.n > 0) + (memory.n > 0);
  variance = n > n_knobs ? rss / (n - n_knobs) : 0;
  left = weight - taken (&flops, knobs->a) - taken (&memory, knobs->b);
  launch_variance = left > 1e-12 * weight ? variance / left : INFINITY;
  tell_efficiency (&flops, knobs->a, slope_error (&flops, variance, launch_variance), phi_bound, &segment->phi);
  tell_efficiency (&memory, knobs->b, slope_error (&memory, variance, launch_variance), beta_bound, &segment->beta);
  tell_launch (knobs->l, sqrt (launch_variance), shortest_s, &segment->launch_s);
}
