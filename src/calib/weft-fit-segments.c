/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts by dynamic programming over some positions, then by moving each a little; how many by an F test whose level is
 * divided by the number of ways to cut, since the best of many cuts looks good by chance. */
#include "calib/weft-fit-segments-private.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "calib/weft-fit-apart-private.h"

#define MAX_POSITIONS 32u
#define MOST_STEPS 3
#define LEVEL 0.01
/* Errors below a hundredth of a percent are rounding of the file, not a reason to cut. */
#define LEAST_ERROR 1e-4
/* Longer sets are cut by so many points of them: cuts do not need more. */
#define MAX_SAMPLE 4096u

typedef struct
{
  WeftFitSolver *solver;
  const WeftFitPoint *points;
  guint32 n;
  guint n_axes;
  guint32 *places; /* [n_places] where a cut may be */
  guint32 n_places;
  guint32 at[MAX_POSITIONS + 2]; /* [n_at] 0, positions of cuts, n */
  guint n_at;
  double cost[MAX_POSITIONS + 2][MAX_POSITIONS + 2];
} Cutter;

/* Cuts, what each segment leaves, and what they are judged by. */
typedef struct
{
  guint n;
  guint32 begin[WEFT_MAX_FIT_SEGMENTS + 1];
  double cost[WEFT_MAX_FIT_SEGMENTS];
  double error;
  guint n_knobs;
} Parting;

/* --- one segment --- */

static double
cost_of (Cutter *self, guint32 from, guint32 to)
{
  return weft_fit_solver_solve (self->solver, self->points + from, to - from).rss;
}

/* --- positions --- */

static void
find_places (Cutter *self)
{
  self->places = g_new (guint32, self->n);
  for (guint32 i = WEFT_FIT_LEAST_POINTS; i + WEFT_FIT_LEAST_POINTS <= self->n; i++)
    if (self->points[i - 1].size < self->points[i].size)
      self->places[self->n_places++] = i;
}

static void
choose_positions (Cutter *self)
{
  guint n = MIN (self->n_places, MAX_POSITIONS);

  self->at[self->n_at++] = 0;
  for (guint i = 0; i < n; i++)
    self->at[self->n_at++] = self->places[(guint64) (2 * i + 1) * self->n_places / (2 * n)];
  self->at[self->n_at++] = self->n;
}

static gboolean
price_positions (Cutter *self, GCancellable *cancellable, GError **error)
{
  for (guint i = 0; i + 1 < self->n_at; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint j = i + 1; j < self->n_at; j++)
        self->cost[i][j] = self->at[j] - self->at[i] >= WEFT_FIT_LEAST_POINTS || (i == 0 && j == self->n_at - 1)
                             ? cost_of (self, self->at[i], self->at[j])
                             : INFINITY;
    }
  return TRUE;
}

/* --- the best cuts for a number of segments --- */

static void
cut_by_positions (const Cutter *self, guint k, Parting *parting)
{
  double best[WEFT_MAX_FIT_SEGMENTS + 1][MAX_POSITIONS + 2];
  guint from[WEFT_MAX_FIT_SEGMENTS + 1][MAX_POSITIONS + 2] = { { 0 } };
  guint last = self->n_at - 1;

  for (guint j = 0; j <= last; j++)
    best[0][j] = j == 0 ? 0 : INFINITY;
  for (guint s = 1; s <= k; s++)
    for (guint j = 0; j <= last; j++)
      {
        best[s][j] = INFINITY;
        for (guint i = 0; i < j; i++)
          if (best[s - 1][i] + self->cost[i][j] < best[s][j])
            {
              best[s][j] = best[s - 1][i] + self->cost[i][j];
              from[s][j] = i;
            }
      }
  parting->n = isfinite (best[k][last]) ? k : 0;
  parting->begin[k] = self->n;
  for (guint s = k, j = last; s > 0 && parting->n > 0; s--)
    {
      parting->cost[s - 1] = self->cost[from[s][j]][j];
      j = from[s][j];
      parting->begin[s - 1] = self->at[j];
    }
}

static guint32
place_index (const Cutter *self, guint32 place)
{
  guint32 low = 0;
  guint32 high = self->n_places;

  while (low + 1 < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->places[middle] <= place)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Moves one cut to the best of its neighbours; whether the error fell. */
static gboolean
move_cut (Cutter *self, Parting *parting, guint cut)
{
  guint32 here = place_index (self, parting->begin[cut]);
  guint32 best_place = parting->begin[cut];
  double best_left = parting->cost[cut - 1];
  double best_right = parting->cost[cut];

  for (int step = -MOST_STEPS; step <= MOST_STEPS; step++)
    {
      gint64 at = (gint64) here + step;
      guint32 place;
      double left, right;

      if (step == 0 || at < 0 || at >= self->n_places)
        continue;
      place = self->places[at];
      if (place < parting->begin[cut - 1] + WEFT_FIT_LEAST_POINTS
          || place + WEFT_FIT_LEAST_POINTS > parting->begin[cut + 1])
        continue;
      left = cost_of (self, parting->begin[cut - 1], place);
      right = cost_of (self, place, parting->begin[cut + 1]);
      if (left + right < (best_left + best_right) * (1 - 1e-9))
        {
          best_place = place;
          best_left = left;
          best_right = right;
        }
    }
  parting->cost[cut - 1] = best_left;
  parting->cost[cut] = best_right;
  if (best_place == parting->begin[cut])
    return FALSE;
  parting->begin[cut] = best_place;
  return TRUE;
}

static void
move_cuts (Cutter *self, Parting *parting)
{
  gboolean moved = parting->n > 1;

  for (guint round = 0; moved && round < self->n; round++)
    {
      moved = FALSE;
      for (guint cut = 1; cut < parting->n; cut++)
        moved = move_cut (self, parting, cut) || moved;
    }
}

/* --- how many --- */

/* Squares of errors relative to the fitted time: a point that is much shorter than fitted counts one at most, where
 * relative to its own time it would drown all others. */
static double
segment_error (Cutter *self, guint32 from, guint32 to, guint *n_knobs)
{
  WeftFitKnobs knobs = weft_fit_solver_refine (self->solver, self->points + from, to - from);
  gboolean flops = FALSE;
  gboolean memory = FALSE;
  double sum = 0;

  for (guint32 i = from; i < to; i++)
    {
      const WeftFitPoint *point = &self->points[i];
      double time_s = weft_fit_knobs_time_s (&knobs, point->uf, point->um);
      double error = time_s > 0 ? point->t / time_s - 1 : 1;

      sum += error * error;
      if (knobs.a * point->uf > knobs.b * point->um)
        flops = TRUE;
      else
        memory = memory || point->um > 0;
    }
  *n_knobs += 1 + flops + memory;
  return sum;
}

/* Launch, and the slope of each regime that points are in, of each segment; one for each cut. */
static void
judge (Cutter *self, Parting *parting)
{
  parting->n_knobs = parting->n - 1;
  parting->error = self->n * LEAST_ERROR * LEAST_ERROR;
  for (guint i = 0; i < parting->n; i++)
    parting->error += segment_error (self, parting->begin[i], parting->begin[i + 1], &parting->n_knobs);
}

/* Probability that chance alone makes more segments better by so much. */
static double
p_value (const Cutter *self, const Parting *few, const Parting *many)
{
  guint more = many->n_knobs - few->n_knobs;
  double f;

  if (many->n_knobs <= few->n_knobs || self->n <= many->n_knobs)
    return 1;
  f = ((few->error - many->error) / more) / (many->error / (self->n - many->n_knobs));
  return f > 0 ? gsl_cdf_fdist_Q (f, more, self->n - many->n_knobs) : 1;
}

static gboolean
cut_points (Cutter *self, guint most, Parting *accepted, double *p_accepted, GCancellable *cancellable, GError **error)
{
  find_places (self);
  choose_positions (self);
  if (!price_positions (self, cancellable, error))
    return FALSE;
  cut_by_positions (self, 1, accepted);
  judge (self, accepted);
  *p_accepted = 1;
  for (guint k = 2; k <= MIN (most, WEFT_MAX_FIT_SEGMENTS) && self->n_places > 0; k++)
    {
      Parting parting;
      double p;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      cut_by_positions (self, k, &parting);
      if (parting.n == 0)
        break;
      move_cuts (self, &parting);
      judge (self, &parting);
      p = p_value (self, accepted, &parting);
      if (p >= LEVEL / pow ((double) self->n_axes * self->n_places, k - accepted->n))
        continue;
      *accepted = parting;
      *p_accepted = p;
    }
  return TRUE;
}

/* --- long sets --- */

/* Every so many points, by size; equal sizes stay together or apart as in the whole. */
static WeftFitPoint *
sample_points (const WeftFitPoint *points, guint32 n)
{
  WeftFitPoint *sample = g_new (WeftFitPoint, MAX_SAMPLE);

  for (guint32 i = 0; i < MAX_SAMPLE; i++)
    sample[i] = points[(guint64) (2 * i + 1) * n / (2 * MAX_SAMPLE)];
  return sample;
}

/* The first point that is larger than those on the left of a cut of the sample, nearer to those on its right. */
static guint32
find_cut (const WeftFitPoint *points, guint32 n, double left, double right)
{
  double middle = sqrt (left) * sqrt (right);
  guint32 low = 0;
  guint32 high = n;

  while (low < high)
    {
      guint32 at = low + (high - low) / 2;

      if (points[at].size > middle)
        high = at;
      else
        low = at + 1;
    }
  return low;
}

/* The points that say where cuts lie: of long sets some of them, else all but those that stand apart. @places: where
 * each stands in the whole. (transfer full) */
static WeftFitPoint *
choose_points (WeftFitSolver *solver, const WeftFitPoint *points, guint32 *n, guint32 **places)
{
  WeftFitPoint *chosen;

  *places = NULL;
  if (*n > MAX_SAMPLE)
    {
      chosen = sample_points (points, *n);
      *n = MAX_SAMPLE;
      return chosen;
    }
  *places = g_new (guint32, *n);
  *n = weft_fit_leave_apart (solver, points, *n, *places);
  chosen = g_new (WeftFitPoint, *n);
  for (guint32 i = 0; i < *n; i++)
    chosen[i] = points[(*places)[i]];
  return chosen;
}

gboolean
weft_fit_cut (WeftFitSolver *solver, const WeftFitPoint *points, guint32 n, guint most, guint n_axes,
              WeftFitCuts *cuts, GCancellable *cancellable, GError **error)
{
  guint32 n_chosen = n;
  g_autofree guint32 *places = NULL;
  g_autofree WeftFitPoint *chosen = choose_points (solver, points, &n_chosen, &places);
  Cutter self = { .solver = solver, .points = chosen, .n = n_chosen, .n_axes = n_axes };
  Parting accepted = { .n = 1, .begin = { 0, n_chosen } };
  gboolean done = TRUE;

  cuts->p_value = 1;
  if (most < 2)
    judge (&self, &accepted);
  else
    done = cut_points (&self, most, &accepted, &cuts->p_value, cancellable, error);
  cuts->criterion = self.n * log (accepted.error / self.n) + accepted.n_knobs * log (self.n);
  cuts->n = accepted.n;
  cuts->begin[0] = 0;
  cuts->begin[accepted.n] = n;
  for (guint i = 1; i < accepted.n; i++)
    {
      guint32 at = accepted.begin[i];

      cuts->begin[i] = places != NULL ? places[at] : find_cut (points, n, chosen[at - 1].size, chosen[at].size);
    }
  g_free (self.places);
  return done;
}
