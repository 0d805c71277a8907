/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Greedy search by steepest descent: all edits are measured, then the best is taken; where none is better, it begins
 * again at a machine drawn at random. */
#include "search/hardware/weft-hardware-climb-private.h"

struct _WeftHardwareGreedy
{
  WeftHardwareMethod parent_instance;
  WeftHardwareClimb climb;
  const WeftHardwareObservation *best; /* (nullable): of the edits so far */
};

G_DEFINE_FINAL_TYPE (WeftHardwareGreedy, weft_hardware_greedy, WEFT_TYPE_HARDWARE_METHOD)

static void
begin (WeftHardwareGreedy *self, WeftHardwareHistory *history, const WeftHardwareObservation *there)
{
  weft_hardware_climb_move (&self->climb, history, there);
  self->best = NULL;
}

static void
consider (WeftHardwareGreedy *self, const WeftHardwareHistory *history, const WeftHardwareObservation *there)
{
  const WeftHardwareObservation *best = self->best != NULL ? self->best : self->climb.here;

  if (weft_hardware_history_value (history, there) < weft_hardware_history_value (history, best))
    self->best = there;
}

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  WeftHardwareGreedy *self = WEFT_HARDWARE_GREEDY (method);
  const WeftHardwareObservation *known;

  for (;;)
    {
      while (weft_hardware_climb_next (&self->climb, history, &known, proposal))
        {
          if (known == NULL)
            return TRUE;
          consider (self, history, known);
        }
      if (self->best == NULL)
        break;
      begin (self, history, self->best);
    }
  weft_hardware_climb_clear (&self->climb);
  return weft_hardware_history_propose_drawn (history, proposal);
}

static void
observe (WeftHardwareMethod *method, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  WeftHardwareGreedy *self = WEFT_HARDWARE_GREEDY (method);

  if (self->climb.here == NULL)
    begin (self, history, observation);
  else
    consider (self, history, observation);
}

static void
weft_hardware_greedy_finalize (GObject *object)
{
  WeftHardwareGreedy *self = WEFT_HARDWARE_GREEDY (object);

  weft_hardware_climb_clear (&self->climb);
  G_OBJECT_CLASS (weft_hardware_greedy_parent_class)->finalize (object);
}

static void
weft_hardware_greedy_class_init (WeftHardwareGreedyClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = weft_hardware_greedy_finalize;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hardware_greedy_init (WeftHardwareGreedy *self)
{
}
