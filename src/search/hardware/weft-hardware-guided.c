/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search led by bottlenecks alone: of all edits of the best machines that have not been measured, the one that ends
 * lowest by the telemetry prior. */
#include "search/hardware/weft-hardware-telemetry-private.h"

struct _WeftHardwareGuided
{
  WeftHardwareMethod parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftHardwareGuided, weft_hardware_guided, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  return weft_hardware_telemetry_propose (history, NULL, proposal)
         || weft_hardware_history_propose_drawn (history, proposal);
}

static void
weft_hardware_guided_class_init (WeftHardwareGuidedClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->propose = propose;
}

static void
weft_hardware_guided_init (WeftHardwareGuided *self)
{
}
