/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bayesian optimisation: a Gaussian process learns J from what was measured, and of edits of the best and random draws the
 * one with the largest expected improvement is next (Jones et al. 1998). It knows no estimate. */
#include "search/hardware/weft-hardware-surrogate-private.h"

/* Machines to begin with, drawn at random. */
#define N_FIRST 6

/* Machines to choose from: drawn at the beginning, and before each step. */
#define N_DRAWS 2000
#define N_FRESH 20

struct _WeftHardwareBayes
{
  WeftHardwareMethod parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftHardwareBayes, weft_hardware_bayes, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  g_autoptr (WeftHardwareSurrogate) surrogate = NULL;

  if (history->observations->len < N_FIRST)
    return weft_hardware_history_propose_drawn (history, proposal);
  weft_hardware_surrogate_widen (history, history->observations->len == N_FIRST ? N_DRAWS : N_FRESH);
  surrogate = weft_hardware_surrogate_new (history);
  return weft_hardware_surrogate_propose (surrogate, history, proposal)
         || weft_hardware_history_propose_drawn (history, proposal);
}

static void
weft_hardware_bayes_class_init (WeftHardwareBayesClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->propose = propose;
}

static void
weft_hardware_bayes_init (WeftHardwareBayes *self)
{
}
