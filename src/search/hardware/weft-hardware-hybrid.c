/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hybrid: one arm takes what a model of estimate and measurements expects most of, the other the edit of the best
 * machines that their bottlenecks promise most of. The arm that has failed less often in a row has the next turn. */
#include "search/hardware/weft-hardware-screening-private.h"
#include "search/hardware/weft-hardware-surrogate-private.h"
#include "search/hardware/weft-hardware-telemetry-private.h"

#include <math.h>
#include <string.h>

/* Machines drawn at the beginning, and before each step. */
#define N_DRAWS 2000
#define N_FRESH 20

/* Before, a model knows too little to judge single edits. */
#define LEAST_TO_JUDGE 4

/* So long, every other machine is drawn at random while the estimate is not trusted: what lies together teaches little. */
#define EXPLORED 10
#define TRUSTED 0.6

/* Failures in a row after which both arms begin anew, and the progress in J (a hundredth of the time) that is none. */
#define MOST_FAILURES 3
#define LEAST_PROGRESS 1e-2

typedef enum
{
  ARM_MODEL,
  ARM_TELEMETRY,
  N_ARMS,
  ARM_OTHER = N_ARMS, /* the start, the screening, a draw */
} Arm;

struct _WeftHardwareHybrid
{
  WeftHardwareMethod parent_instance;
  WeftHardwareEstimates estimates;
  gboolean no_prior;
  Arm last;            /* that proposed */
  guint failures[N_ARMS];
  Arm turn;            /* of two that failed as often */
  double best;         /* J before the last proposal */
};

G_DEFINE_FINAL_TYPE (WeftHardwareHybrid, weft_hardware_hybrid, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
configure (WeftHardwareMethod *method, const char *option)
{
  WeftHardwareHybrid *self = WEFT_HARDWARE_HYBRID (method);

  if (g_str_equal (option, "no-estimate"))
    self->estimates = WEFT_HARDWARE_ESTIMATES_NONE;
  else if (g_str_equal (option, "shuffled"))
    self->estimates = WEFT_HARDWARE_ESTIMATES_SHUFFLED;
  else if (g_str_equal (option, "no-prior"))
    self->no_prior = TRUE;
  else
    return FALSE;
  return TRUE;
}

static void
start (WeftHardwareMethod *method, WeftHardwareHistory *history)
{
  WeftHardwareHybrid *self = WEFT_HARDWARE_HYBRID (method);

  history->pool->estimates = self->estimates;
  history->pool->shuffle_seed = weft_random_next (history->random);
  weft_hardware_screening_fill (history);
  weft_hardware_surrogate_widen (history, N_DRAWS);
}

static Arm
choose_arm (WeftHardwareHybrid *self)
{
  if (self->no_prior)
    return ARM_MODEL;
  if (self->failures[ARM_MODEL] != self->failures[ARM_TELEMETRY])
    return self->failures[ARM_MODEL] < self->failures[ARM_TELEMETRY] ? ARM_MODEL : ARM_TELEMETRY;
  return self->turn;
}

/* By an arm, or the other one when that has nothing left. */
static gboolean
propose_by (WeftHardwareHybrid    *self,
            Arm                    arm,
            WeftHardwareHistory   *history,
            WeftHardwareSurrogate *surrogate,
            WeftHardwareProposal  *proposal)
{
  for (guint i = 0; i < N_ARMS; i++, arm = arm == ARM_MODEL ? ARM_TELEMETRY : ARM_MODEL)
    {
      gboolean judges = history->observations->len >= LEAST_TO_JUDGE;
      gboolean is_found = arm == ARM_MODEL
                            ? weft_hardware_surrogate_propose (surrogate, history, proposal)
                            : weft_hardware_telemetry_propose (history, judges ? surrogate : NULL, proposal);

      if (!is_found)
        continue;
      /* What does not even promise progress gives its turn away. */
      if (i == 0 && arm == ARM_TELEMETRY && proposal->predicted > self->best - LEAST_PROGRESS)
        continue;
      self->last = arm;
      self->turn = arm == ARM_MODEL ? ARM_TELEMETRY : ARM_MODEL;
      return TRUE;
    }
  return FALSE;
}

/* Whether a machine far from the others is worth more than the next step. */
static gboolean
has_to_explore (const WeftHardwareHistory *history, const WeftHardwareSurrogate *surrogate)
{
  guint n = history->observations->len;

  return n >= 3 && n < EXPLORED && n % 2 == 1 && !(weft_hardware_surrogate_trust (surrogate) > TRUSTED);
}

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  WeftHardwareHybrid *self = WEFT_HARDWARE_HYBRID (method);
  const WeftHardwareObservation *best = weft_hardware_history_best (history);
  g_autoptr (WeftHardwareSurrogate) surrogate = NULL;

  self->last = ARM_OTHER;
  if (best == NULL)
    return weft_hardware_history_propose_drawn (history, proposal);
  self->best = weft_hardware_history_value (history, best);
  if (history->observations->len == 1 && weft_hardware_screening_propose (history, proposal))
    return TRUE;
  weft_hardware_surrogate_widen (history, N_FRESH);
  surrogate = weft_hardware_surrogate_new (history);
  if ((has_to_explore (history, surrogate) || !propose_by (self, choose_arm (self), history, surrogate, proposal))
      && !weft_hardware_history_propose_drawn (history, proposal))
    return FALSE;
  weft_hardware_surrogate_tell_quality (surrogate, proposal);
  return TRUE;
}

static void
observe (WeftHardwareMethod *method, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  WeftHardwareHybrid *self = WEFT_HARDWARE_HYBRID (method);

  if (self->last == ARM_OTHER)
    return;
  if (weft_hardware_history_value (history, observation) < self->best - LEAST_PROGRESS)
    self->failures[self->last] = 0;
  else
    self->failures[self->last]++;
  if (self->failures[ARM_MODEL] >= MOST_FAILURES && self->failures[ARM_TELEMETRY] >= MOST_FAILURES)
    memset (self->failures, 0, sizeof self->failures);
}

static void
weft_hardware_hybrid_class_init (WeftHardwareHybridClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->configure = configure;
  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hardware_hybrid_init (WeftHardwareHybrid *self)
{
  self->estimates = WEFT_HARDWARE_ESTIMATES_OWN;
  self->last = ARM_OTHER;
  self->turn = ARM_TELEMETRY;
}
