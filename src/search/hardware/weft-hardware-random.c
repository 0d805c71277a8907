/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws every machine anew, none twice. */
#include "search/hardware/weft-hardware-method-private.h"

struct _WeftHardwareRandom
{
  WeftHardwareMethod parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftHardwareRandom, weft_hardware_random, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  return weft_hardware_history_propose_drawn (history, proposal);
}

static void
weft_hardware_random_class_init (WeftHardwareRandomClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->propose = propose;
}

static void
weft_hardware_random_init (WeftHardwareRandom *self)
{
}
