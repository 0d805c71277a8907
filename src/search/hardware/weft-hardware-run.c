/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a method step by step: it proposes, the machine is measured, it observes. */
#include "search/hardware/weft-hardware-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <time.h>

#include "search/hardware/weft-hardware-choice-private.h"
#include "search/weft-space.h"

/* Streams of a seed: the method's own, and where every method starts. */
#define METHOD_STREAM 0
#define START_STREAM 1

struct _WeftHardwareRun
{
  WeftHardwareSpace *space;
  WeftHardwareMethod *method;
  WeftRandom random;
  guint budget;
  WeftHardwareChoice start;
  gboolean has_begun;
  GPtrArray *evaluations;
  GHashTable *known; /* choice (of an evaluation) to its number + 1 */
  double method_s;
};

WeftHardwareRun *
weft_hardware_run_new (WeftHardwareSpace        *space,
                       const char               *method,
                       guint                     budget,
                       guint64                   seed,
                       const WeftHardwareChoice *start,
                       GError                  **error)
{
  g_autoptr (WeftHardwareMethod) instance = weft_hardware_method_new (method, error);
  g_autoptr (WeftHardwareRun) self = NULL;
  WeftRandom random;

  if (instance == NULL)
    return NULL;
  self = g_new0 (WeftHardwareRun, 1);
  self->space = g_object_ref (space);
  self->method = g_steal_pointer (&instance);
  self->budget = budget;
  self->evaluations = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new (weft_hardware_choice_hash, weft_hardware_choice_equal);
  weft_random_init (&self->random, seed, METHOD_STREAM);
  weft_random_init (&random, seed, START_STREAM);
  if (start != NULL)
    self->start = *start;
  else if (!weft_hardware_space_draw (space, &random, &self->start))
    {
      g_set_error (error, WEFT_SEARCH_ERROR, WEFT_SEARCH_ERROR_PROBLEM,
                   _("No machine of the space keeps its limits, so there is none to start from"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

void
weft_hardware_run_free (WeftHardwareRun *self)
{
  g_clear_object (&self->method);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->evaluations, g_ptr_array_unref);
  g_clear_object (&self->space);
  g_free (self);
}

void
weft_hardware_run_set_policy (WeftHardwareRun *self, WeftHardwareScore score, gpointer data)
{
  g_return_if_fail (!self->has_begun);

  weft_hardware_method_set_policy (self->method, score, data);
}

/* --- steps --- */

/* What to measure next: the start first. */
static gboolean
propose (WeftHardwareRun *self, WeftHardwareProposal *proposal)
{
  if (self->has_begun)
    return weft_hardware_method_propose (self->method, proposal);
  self->has_begun = TRUE;
  weft_hardware_method_start (self->method, self->space, &self->random, self->budget);
  *proposal = (WeftHardwareProposal) { self->start, -1, "start", NAN, NAN, NAN };
  return TRUE;
}

static void
record (WeftHardwareRun *self, const WeftHardwareProposal *proposal, const WeftHardwareVerdict *verdict)
{
  const WeftHardwareFrame *frame = weft_hardware_space_get_frame (self->space);
  WeftHardwareEvaluation *evaluation = g_new0 (WeftHardwareEvaluation, 1);

  evaluation->choice = proposal->choice;
  evaluation->objective = verdict->objective;
  evaluation->parent = proposal->parent;
  evaluation->arm = proposal->arm;
  evaluation->predicted = proposal->predicted;
  evaluation->estimate_error = proposal->estimate_error;
  evaluation->estimate_weight = proposal->estimate_weight;
  evaluation->is_duplicate = g_hash_table_contains (self->known, &proposal->choice);
  for (guint i = 0; i < frame->n_workloads; i++)
    for (guint c = 0; c < WEFT_N_BOTTLENECKS; c++)
      evaluation->share[c] += frame->alpha[i] * verdict->share[i][c];
  g_ptr_array_add (self->evaluations, evaluation);
  if (!evaluation->is_duplicate)
    g_hash_table_insert (self->known, &evaluation->choice, GUINT_TO_POINTER (self->evaluations->len));
}

/* Of this thread's processor time, which does not count what else the machine does. */
static double
thread_s (void)
{
  struct timespec now = { 0 };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

gboolean
weft_hardware_run_step (WeftHardwareRun *self)
{
  WeftHardwareProposal proposal;
  WeftHardwareVerdict verdict;
  double begin = thread_s ();
  double measured;

  if (self->evaluations->len >= self->budget || !propose (self, &proposal))
    return FALSE;
  self->method_s += thread_s () - begin;
  weft_hardware_space_measure (self->space, &proposal.choice, &verdict);
  record (self, &proposal, &verdict);
  measured = thread_s ();
  weft_hardware_method_observe (self->method, &proposal.choice, &verdict);
  self->method_s += thread_s () - measured;
  return TRUE;
}

/* --- what came of it --- */

guint
weft_hardware_run_n_evaluations (WeftHardwareRun *self)
{
  return self->evaluations->len;
}

const WeftHardwareEvaluation *
weft_hardware_run_get (WeftHardwareRun *self, guint evaluation)
{
  g_return_val_if_fail (evaluation < self->evaluations->len, NULL);

  return g_ptr_array_index (self->evaluations, evaluation);
}

guint
weft_hardware_run_archive (WeftHardwareRun *self, guint best[WEFT_HARDWARE_ARCHIVE])
{
  guint n = 0;

  for (guint i = 0; i < self->evaluations->len; i++)
    {
      const WeftHardwareEvaluation *evaluation = weft_hardware_run_get (self, i);
      guint at = n;

      if (evaluation->is_duplicate || isnan (evaluation->objective))
        continue;
      while (at > 0 && evaluation->objective < weft_hardware_run_get (self, best[at - 1])->objective)
        at--;
      if (at == WEFT_HARDWARE_ARCHIVE)
        continue;
      n = MIN (n + 1, WEFT_HARDWARE_ARCHIVE);
      for (guint j = n - 1; j > at; j--)
        best[j] = best[j - 1];
      best[at] = i;
    }
  return n;
}

double
weft_hardware_gap (double objective, double best_objective)
{
  return expm1 (objective - best_objective);
}

double
weft_hardware_run_gap (WeftHardwareRun *self, guint n_evaluations)
{
  double best = NAN;

  for (guint i = 0; i < MIN (n_evaluations, self->evaluations->len); i++)
    best = fmin (best, weft_hardware_run_get (self, i)->objective);
  return weft_hardware_gap (best, weft_hardware_space_get_frame (self->space)->best_objective);
}

guint64
weft_hardware_run_n_estimates (WeftHardwareRun *self)
{
  return self->has_begun ? weft_hardware_method_get_n_estimates (self->method) : 0;
}

double
weft_hardware_run_method_s (WeftHardwareRun *self)
{
  return self->method_s;
}
