/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simulated annealing (Kirkpatrick et al. 1983): a random edit is taken when it is better, and when worse with a chance
 * that falls with the loss and with the share of the budget that is spent. It may come by a machine twice, which counts. */
#include "search/hardware/weft-hardware-method-private.h"

#include <math.h>

/* In J, which is a logarithm of time: at first a loss of 0.2 is taken with a chance of 1 in e, at last one of 0.01. */
#define FIRST_TEMPERATURE 0.2
#define LAST_TEMPERATURE 0.01

struct _WeftHardwareAnnealing
{
  WeftHardwareMethod parent_instance;
  const WeftHardwareObservation *here; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (WeftHardwareAnnealing, weft_hardware_annealing, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  WeftHardwareAnnealing *self = WEFT_HARDWARE_ANNEALING (method);
  WeftHardwareChoice to;

  if (self->here != NULL && weft_hardware_history_draw_edit (history, &self->here->choice, &to))
    {
      weft_hardware_proposal_init (proposal, &to, self->here->number, "edit");
      return TRUE;
    }
  self->here = NULL;
  return weft_hardware_history_propose_drawn (history, proposal);
}

/* The rule of Metropolis et al. (1953). */
static gboolean
is_taken (WeftHardwareAnnealing *self, WeftHardwareHistory *history, const WeftHardwareObservation *there)
{
  double spent = MIN (1, (double) history->observations->len / history->budget);
  double temperature = FIRST_TEMPERATURE * pow (LAST_TEMPERATURE / FIRST_TEMPERATURE, spent);
  double loss = weft_hardware_history_value (history, there) - weft_hardware_history_value (history, self->here);

  return loss <= 0 || weft_random_double (history->random) < exp (-loss / temperature);
}

static void
observe (WeftHardwareMethod *method, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  WeftHardwareAnnealing *self = WEFT_HARDWARE_ANNEALING (method);

  if (self->here == NULL || is_taken (self, history, observation))
    self->here = observation;
}

static void
weft_hardware_annealing_class_init (WeftHardwareAnnealingClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hardware_annealing_init (WeftHardwareAnnealing *self)
{
}
