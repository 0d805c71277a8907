/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hill climbing by first improvement: edits in a random order, the first that is better is taken; at a peak the climb
 * begins again at a machine drawn at random. */
#include "search/hardware/weft-hardware-climb-private.h"

struct _WeftHardwareHill
{
  WeftHardwareMethod parent_instance;
  WeftHardwareClimb climb;
};

G_DEFINE_FINAL_TYPE (WeftHardwareHill, weft_hardware_hill, WEFT_TYPE_HARDWARE_METHOD)

static gboolean
is_better (WeftHardwareHill *self, const WeftHardwareHistory *history, const WeftHardwareObservation *there)
{
  return weft_hardware_history_value (history, there) < weft_hardware_history_value (history, self->climb.here);
}

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  WeftHardwareHill *self = WEFT_HARDWARE_HILL (method);
  const WeftHardwareObservation *known;

  while (weft_hardware_climb_next (&self->climb, history, &known, proposal))
    {
      if (known == NULL)
        return TRUE;
      if (is_better (self, history, known))
        weft_hardware_climb_move (&self->climb, history, known);
    }
  weft_hardware_climb_clear (&self->climb);
  return weft_hardware_history_propose_drawn (history, proposal);
}

static void
observe (WeftHardwareMethod *method, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  WeftHardwareHill *self = WEFT_HARDWARE_HILL (method);

  if (self->climb.here == NULL || is_better (self, history, observation))
    weft_hardware_climb_move (&self->climb, history, observation);
}

static void
weft_hardware_hill_finalize (GObject *object)
{
  WeftHardwareHill *self = WEFT_HARDWARE_HILL (object);

  weft_hardware_climb_clear (&self->climb);
  G_OBJECT_CLASS (weft_hardware_hill_parent_class)->finalize (object);
}

static void
weft_hardware_hill_class_init (WeftHardwareHillClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_hardware_hill_finalize;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hardware_hill_init (WeftHardwareHill *self)
{
}
