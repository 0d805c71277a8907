/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mixture of two processes. Each sees what its mean leaves: a line through the estimates, drawn towards the estimates
 * themselves while little is known, or one number. */
#include "search/hardware/weft-hardware-surrogate-private.h"

#include <math.h>

#include "search/weft-gaussian-private.h"

/* Weight of the belief that the estimate is right but for a constant, in squares of J. */
#define RIDGE 0.3

/* A process of which fewer are left out tells nothing of itself. */
#define LEAST_TO_WEIGH 3

/* Of the error without the estimate; with more the estimate has no word. */
#define MOST_ERROR 0.7

/* In J: errors below this are not told apart, so that luck with few points does not decide. */
#define LEAST_ERROR 1e-3

/* Machines that a process learns from: half the best, half the latest. */
#define MOST_POINTS 128

/* Whose edits join the pool. */
#define N_PARENTS 4

typedef struct
{
  WeftGaussian *process;
  double level; /* b0 */
  double slope; /* b1, 0 without the estimate */
  double error; /* of leaving one out, in J */
  double weight;
} Model;

struct _WeftHardwareSurrogate
{
  Model models[2]; /* without the estimate, with it */
  guint n_models;
  double middle;   /* of the estimates of what was measured */
  double best;     /* J */
};

/* What is learned from. */
typedef struct
{
  guint n;
  double *x;
  double *y;
  double *estimate; /* less their mean; 0 where there is none */
} Points;

static void
points_clear (Points *self)
{
  g_free (self->x);
  g_free (self->y);
  g_free (self->estimate);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Points, points_clear)

/* --- learning --- */

static void
add_point (Points *points, const WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  const WeftHardwareCandidate *candidate = weft_hardware_pool_find (history->pool, &observation->choice);

  for (guint i = 0; i < WEFT_HARDWARE_N_ATTRIBUTES; i++)
    points->x[(gsize) points->n * WEFT_HARDWARE_N_ATTRIBUTES + i] = candidate->x[i];
  points->y[points->n] = weft_hardware_history_value (history, observation);
  points->estimate[points->n++] = candidate->estimate;
}

static void
collect (Points *points, const WeftHardwareHistory *history)
{
  guint n_all = history->ranking->len;
  int latest = (int) history->observations->len - MOST_POINTS / 2;
  guint most = MIN (n_all, MOST_POINTS);

  points->x = g_new (double, (gsize) most * WEFT_HARDWARE_N_ATTRIBUTES);
  points->y = g_new (double, most);
  points->estimate = g_new (double, most);
  for (guint i = 0; i < n_all && points->n < most; i++)
    {
      const WeftHardwareObservation *observation = g_ptr_array_index (history->ranking, i);

      if (n_all <= MOST_POINTS || i < MOST_POINTS / 2 || observation->number >= latest)
        add_point (points, history, observation);
    }
}

/* Takes the mean out of the estimates. FALSE when there is none. */
static gboolean
centre (WeftHardwareSurrogate *self, Points *points)
{
  guint n = 0;

  for (guint i = 0; i < points->n; i++)
    if (!isnan (points->estimate[i]))
      {
        self->middle += points->estimate[i];
        n++;
      }
  if (n == 0)
    return FALSE;
  self->middle /= n;
  for (guint i = 0; i < points->n; i++)
    points->estimate[i] = isnan (points->estimate[i]) ? 0 : points->estimate[i] - self->middle;
  return TRUE;
}

static void
learn (Model *model, const Points *points, gboolean by_estimate)
{
  double products = RIDGE, squares = RIDGE;
  g_autofree double *rest = g_new (double, points->n);

  for (guint i = 0; i < points->n; i++)
    model->level += points->y[i] / points->n;
  for (guint i = 0; by_estimate && i < points->n; i++)
    {
      products += points->estimate[i] * (points->y[i] - model->level);
      squares += points->estimate[i] * points->estimate[i];
    }
  model->slope = by_estimate ? products / squares : 0;
  for (guint i = 0; i < points->n; i++)
    rest[i] = points->y[i] - model->level - (by_estimate ? model->slope * points->estimate[i] : 0);
  model->process = weft_gaussian_new_scaled (points->x, rest, points->n, WEFT_HARDWARE_N_ATTRIBUTES);
  /* The slope is believed to be 1. */
  for (guint i = 0; i < points->n; i++)
    rest[i] = points->y[i] - (by_estimate ? points->estimate[i] : 0);
  model->error = weft_gaussian_leave_one_out (model->process, rest, by_estimate ? points->estimate : NULL, RIDGE);
}

static void
weigh (WeftHardwareSurrogate *self, guint n)
{
  double sum = 0;

  for (guint i = 0; i < self->n_models; i++)
    {
      double error = n >= LEAST_TO_WEIGH ? MAX (self->models[i].error, LEAST_ERROR) : 1;

      self->models[i].weight = pow (error, -4);
      sum += self->models[i].weight;
    }
  for (guint i = 0; i < self->n_models; i++)
    self->models[i].weight /= sum;
  /* An estimate that does not make things clearly better is noise: with few points a random one may do so a little. */
  if (self->n_models > 1 && n > LEAST_TO_WEIGH && self->models[1].error >= MOST_ERROR * self->models[0].error)
    {
      self->models[0].weight = 1;
      self->models[1].weight = 0;
    }
}

WeftHardwareSurrogate *
weft_hardware_surrogate_new (WeftHardwareHistory *history)
{
  WeftHardwareSurrogate *self = g_new0 (WeftHardwareSurrogate, 1);
  g_auto (Points) points = { 0 };
  gboolean has_estimates;

  collect (&points, history);
  has_estimates = centre (self, &points);
  self->best = weft_hardware_history_value (history, weft_hardware_history_best (history));
  self->n_models = has_estimates ? 2 : 1;
  learn (&self->models[0], &points, FALSE);
  if (has_estimates)
    learn (&self->models[1], &points, TRUE);
  weigh (self, points.n);
  return self;
}

void
weft_hardware_surrogate_free (WeftHardwareSurrogate *self)
{
  for (guint i = 0; i < self->n_models; i++)
    weft_gaussian_free (self->models[i].process);
  g_free (self);
}

/* --- foretelling --- */

typedef void (*Look) (WeftGaussian *process, const double *x, double *mean, double *sd);

/* Mean and deviation of the mixture, each process looked at as @look does. */
static void
mix (WeftHardwareSurrogate *self, const WeftHardwareCandidate *candidate, Look look, double *mean, double *sd)
{
  double squares = 0;
  double estimate = isnan (candidate->estimate) ? 0 : candidate->estimate - self->middle;

  *mean = 0;
  for (guint i = 0; i < self->n_models; i++)
    {
      const Model *model = &self->models[i];
      double one, doubt;

      if (!(model->weight > 0))
        continue;
      look (model->process, candidate->x, &one, &doubt);
      one += model->level + model->slope * estimate;
      *mean += model->weight * one;
      squares += model->weight * (one * one + doubt * doubt);
    }
  *sd = sqrt (MAX (squares - *mean * *mean, 1e-18));
}

void
weft_hardware_surrogate_predict (WeftHardwareSurrogate       *self,
                                 const WeftHardwareCandidate *candidate,
                                 double                      *mean,
                                 double                      *sd)
{
  mix (self, candidate, weft_gaussian_predict, mean, sd);
}

/* --- choosing --- */

void
weft_hardware_surrogate_widen (WeftHardwareHistory *history, guint n_draws)
{
  g_autoptr (GArray) edits = g_array_new (FALSE, FALSE, sizeof (WeftHardwareEdit));

  for (guint i = 0; i < MIN (N_PARENTS, history->ranking->len); i++)
    {
      const WeftHardwareObservation *parent = g_ptr_array_index (history->ranking, i);

      weft_hardware_space_list_edits (history->space, &parent->choice, edits);
    }
  for (guint i = 0; i < edits->len; i++)
    weft_hardware_pool_add (history->pool, &g_array_index (edits, WeftHardwareEdit, i).to);
  for (guint i = 0; i < n_draws; i++)
    {
      WeftHardwareChoice choice;

      if (weft_hardware_space_draw (history->space, history->random, &choice))
        weft_hardware_pool_add (history->pool, &choice);
    }
}

/* The improvement over the best that is expected, or a bound on it that is below @least. */
static double
improve (WeftHardwareSurrogate *self, const WeftHardwareCandidate *candidate, double least)
{
  double mean, sd, gain;

  mix (self, candidate, weft_gaussian_glance, &mean, &sd);
  gain = weft_gaussian_gain (-mean, sd, -self->best);
  if (gain <= least)
    return gain;
  mix (self, candidate, weft_gaussian_predict, &mean, &sd);
  return weft_gaussian_gain (-mean, sd, -self->best);
}

gboolean
weft_hardware_surrogate_propose (WeftHardwareSurrogate *self, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  const WeftHardwareCandidate *chosen = NULL;
  double most = -INFINITY, sd;

  for (guint i = 0; i < history->pool->candidates->len; i++)
    {
      const WeftHardwareCandidate *candidate = weft_hardware_pool_get (history->pool, i);
      double gain;

      if (candidate->observation >= 0)
        continue;
      gain = improve (self, candidate, most);
      if (gain > most)
        {
          most = gain;
          chosen = candidate;
        }
    }
  if (chosen == NULL)
    return FALSE;
  weft_hardware_proposal_init (proposal, &chosen->choice, -1, "model");
  weft_hardware_surrogate_predict (self, chosen, &proposal->predicted, &sd);
  return TRUE;
}

double
weft_hardware_surrogate_trust (const WeftHardwareSurrogate *self)
{
  return self->n_models > 1 ? self->models[1].weight : 0;
}

void
weft_hardware_surrogate_tell_quality (const WeftHardwareSurrogate *self, WeftHardwareProposal *proposal)
{
  if (self->n_models < 2)
    return;
  proposal->estimate_error = self->models[1].error;
  proposal->estimate_weight = self->models[1].weight;
}
