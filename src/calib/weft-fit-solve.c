/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In an optimum the points that operations bound are those with the largest uf/um, so n+1 ways to part them are all there
 * are. Inside of one the knobs are linear; between two lies a kink, where a uf = b um of one point. */
#include "calib/weft-fit-solve-private.h"

#include <math.h>
#include <string.h>

/* The best by sums are counted again point by point, since a difference of sums loses digits. */
#define N_KEPT 16
/* Smaller than this share, a determinant is none: the points do not tell l apart. */
#define SINGULAR 1e-12
#define SLACK 1e-12
/* Partings between two looks whether it is cancelled. */
#define LOOK_EVERY 4096u

/* Sums over some points of w u, w u^2, w u t. */
typedef struct
{
  double u, uu, ut;
} Sums;

typedef enum
{
  FREE_L = 1 << 0,
  FREE_A = 1 << 1,
  FREE_B = 1 << 2,
  N_ACTIVE_SETS = 8,
} ActiveSet;

typedef struct
{
  double ratio;
  guint32 index;
} Order;

struct _WeftFitSolver
{
  Order *order;    /* by uf/um */
  double *weight;  /* by index */
  Sums *memory;    /* [n+1]: of the first k points in order */
  Sums *flops;     /* [n+1]: of those from k on */
  double w, wt, wtt;
  guint32 n;
  const WeftFitPoint *points;
  WeftFitKnobs kept[N_KEPT]; /* by rising sum of squares */
  guint n_kept;
  GCancellable *cancellable;
};

WeftFitSolver *
weft_fit_solver_new (guint32 room)
{
  WeftFitSolver *self = g_new0 (WeftFitSolver, 1);

  self->order = g_new (Order, room);
  self->weight = g_new (double, room);
  self->memory = g_new (Sums, (gsize) room + 1);
  self->flops = g_new (Sums, (gsize) room + 1);
  return self;
}

void
weft_fit_solver_free (WeftFitSolver *self)
{
  g_free (self->order);
  g_free (self->weight);
  g_free (self->memory);
  g_free (self->flops);
  g_free (self);
}

void
weft_fit_solver_set_cancellable (WeftFitSolver *self, GCancellable *cancellable)
{
  self->cancellable = cancellable;
}

/* --- sums --- */

static int
compare_order (const void *a, const void *b)
{
  const Order *one = a;
  const Order *other = b;

  if (one->ratio != other->ratio)
    return one->ratio < other->ratio ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

static void
sort_points (WeftFitSolver *self)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      const WeftFitPoint *point = &self->points[i];

      self->order[i].index = i;
      self->order[i].ratio = point->um > 0 ? point->uf / point->um : point->uf > 0 ? INFINITY : -1;
    }
  qsort (self->order, self->n, sizeof (Order), compare_order);
}

static void
add (Sums *sums, double u, double t, double weight)
{
  sums->u += weight * u;
  sums->uu += weight * u * u;
  sums->ut += weight * u * t;
}

/* Each from its own end, so that nothing small is a difference of large sums. */
static void
sum_points (WeftFitSolver *self)
{
  Sums sums = { 0, 0, 0 };

  self->w = self->wt = self->wtt = 0;
  for (guint32 i = 0; i < self->n; i++)
    {
      const WeftFitPoint *point = &self->points[self->order[i].index];
      double weight = self->weight[self->order[i].index];

      self->memory[i] = sums;
      add (&sums, point->um, point->t, weight);
      self->w += weight;
      self->wt += weight * point->t;
      self->wtt += weight * point->t * point->t;
    }
  self->memory[self->n] = sums;
  sums = (Sums) { 0, 0, 0 };
  self->flops[self->n] = sums;
  for (guint32 i = self->n; i-- > 0;)
    {
      const WeftFitPoint *point = &self->points[self->order[i].index];

      add (&sums, point->uf, point->t, self->weight[self->order[i].index]);
      self->flops[i] = sums;
    }
}

/* --- candidates --- */

/* The first in order that operations bound. */
static guint32
find_split (const WeftFitSolver *self, double ratio)
{
  guint32 low = 0;
  guint32 high = self->n;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->order[middle].ratio > ratio)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

static double
part_score (const Sums *sums, double slope, double l)
{
  return slope * (slope * sums->uu - 2 * sums->ut + 2 * l * sums->u);
}

/* What the knobs really give, each point in the regime that they put it in. */
static double
score (const WeftFitSolver *self, const WeftFitKnobs *knobs)
{
  guint32 k = find_split (self, knobs->b / knobs->a);

  return self->wtt - 2 * knobs->l * self->wt + knobs->l * knobs->l * self->w
         + part_score (&self->memory[k], knobs->b, knobs->l) + part_score (&self->flops[k], knobs->a, knobs->l);
}

static void
keep (WeftFitSolver *self, double a, double b, double l)
{
  WeftFitKnobs knobs = { a, b, l, 0 };
  guint at;

  if (!(isfinite (a) && isfinite (b) && isfinite (l)))
    return;
  knobs.rss = score (self, &knobs);
  for (at = self->n_kept; at > 0 && knobs.rss < self->kept[at - 1].rss; at--)
    ;
  if (at == N_KEPT)
    return;
  self->n_kept = MIN (self->n_kept + 1, N_KEPT);
  memmove (&self->kept[at + 1], &self->kept[at], (self->n_kept - 1 - at) * sizeof (WeftFitKnobs));
  self->kept[at] = knobs;
}

/* The least squares of one side when the other has been subtracted: what it takes from S1 and St. */
static void
eliminate (const Sums *sums, gboolean is_free, double *w, double *wt)
{
  if (sums->uu <= 0)
    return;
  if (is_free)
    {
      *w -= sums->u * sums->u / sums->uu;
      *wt -= sums->u * sums->ut / sums->uu;
    }
  else
    *wt -= sums->u;
}

static double
slope (const Sums *sums, gboolean is_free, double l)
{
  return is_free && sums->uu > 0 ? (sums->ut - l * sums->u) / sums->uu : 1;
}

/* A stationary point of the parting at @k with some knobs at their limits; nothing when it lies beyond one. */
static void
try_parting (WeftFitSolver *self, guint32 k, guint active)
{
  const Sums *memory = &self->memory[k];
  const Sums *flops = &self->flops[k];
  double w = self->w;
  double wt = self->wt;
  double l = 0;
  double a, b;

  if (active & FREE_L)
    {
      eliminate (flops, active & FREE_A, &w, &wt);
      eliminate (memory, active & FREE_B, &w, &wt);
      if (w <= SINGULAR * self->w)
        return;
      l = wt / w;
    }
  a = slope (flops, active & FREE_A, l);
  b = slope (memory, active & FREE_B, l);
  if (l >= 0 && a >= 1 - SLACK && b >= 1 - SLACK)
    keep (self, MAX (a, 1), MAX (b, 1), l);
}

/* On the kink of the point at @k both slopes are one number. */
static void
try_kink (WeftFitSolver *self, guint32 k)
{
  double ratio = self->order[k].ratio;
  Sums both = { self->flops[k].u + ratio * self->memory[k].u, self->flops[k].uu + ratio * ratio * self->memory[k].uu,
                self->flops[k].ut + ratio * self->memory[k].ut };
  double least = MAX (1, 1 / ratio);

  for (guint active = 0; active < 4; active++)
    {
      double w = self->w;
      double wt = self->wt;
      double l = 0;
      double a;

      if (active & FREE_L)
        {
          if (active & FREE_A)
            eliminate (&both, TRUE, &w, &wt);
          else
            wt -= least * both.u;
          if (w <= SINGULAR * self->w)
            continue;
          l = wt / w;
        }
      a = active & FREE_A ? slope (&both, TRUE, l) : least;
      if (l >= 0 && a >= least)
        keep (self, MAX (a, 1), MAX (a * ratio, 1), l);
    }
}

/* --- the optimum --- */

static double
exact_score (const WeftFitSolver *self, const WeftFitKnobs *knobs)
{
  double sum = 0;

  for (guint32 i = 0; i < self->n; i++)
    {
      const WeftFitPoint *point = &self->points[i];
      double error = point->t - weft_fit_knobs_time_s (knobs, point->uf, point->um);

      sum += self->weight[i] * error * error;
    }
  return sum;
}

static WeftFitKnobs
best_kept (WeftFitSolver *self)
{
  WeftFitKnobs best = { 1, 1, 0, INFINITY };

  for (guint i = 0; i < self->n_kept; i++)
    {
      self->kept[i].rss = exact_score (self, &self->kept[i]);
      if (self->kept[i].rss < best.rss)
        best = self->kept[i];
    }
  return best;
}

static WeftFitKnobs
optimum (WeftFitSolver *self)
{
  guint32 n = self->n;

  sum_points (self);
  self->n_kept = 0;
  for (guint32 k = 0; k <= n; k++)
    {
      if (k % LOOK_EVERY == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      if (k > 0 && k < n && self->order[k].ratio == self->order[k - 1].ratio)
        continue; /* points of one ratio go together */
      for (guint active = 0; active < N_ACTIVE_SETS; active++)
        try_parting (self, k, active);
      if (k < n && self->order[k].ratio > 0 && isfinite (self->order[k].ratio))
        try_kink (self, k);
    }
  return best_kept (self);
}

WeftFitKnobs
weft_fit_solver_solve (WeftFitSolver *self, const WeftFitPoint *points, guint32 n)
{
  self->points = points;
  self->n = n;
  for (guint32 i = 0; i < n; i++)
    self->weight[i] = 1 / (points[i].t * points[i].t);
  sort_points (self);
  return optimum (self);
}

WeftFitKnobs
weft_fit_solver_refine (WeftFitSolver *self, const WeftFitPoint *points, guint32 n)
{
  WeftFitKnobs knobs = weft_fit_solver_solve (self, points, n);

  for (guint round = 0; round < 2; round++)
    {
      for (guint32 i = 0; i < n; i++)
        {
          double fitted = weft_fit_knobs_time_s (&knobs, points[i].uf, points[i].um);

          /* a fitted time of 0 has no relative error */
          self->weight[i] = 1 / (fitted > 0 ? fitted * fitted : points[i].t * points[i].t);
        }
      knobs = optimum (self);
    }
  return knobs;
}
