/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cheap estimate alone: machines are measured in the order in which it ranks them. */
#include "search/hardware/weft-hardware-screening-private.h"

struct _WeftHardwareScreen
{
  WeftHardwareMethod parent_instance;
};

G_DEFINE_FINAL_TYPE (WeftHardwareScreen, weft_hardware_screen, WEFT_TYPE_HARDWARE_METHOD)

static void
start (WeftHardwareMethod *method, WeftHardwareHistory *history)
{
  history->pool->estimates = WEFT_HARDWARE_ESTIMATES_OWN;
  weft_hardware_screening_fill (history);
}

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  return weft_hardware_screening_propose (history, proposal)
         || weft_hardware_history_propose_drawn (history, proposal);
}

static void
weft_hardware_screen_class_init (WeftHardwareScreenClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->start = start;
  method_class->propose = propose;
}

static void
weft_hardware_screen_init (WeftHardwareScreen *self)
{
}
