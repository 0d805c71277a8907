/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regularised evolution (Real et al. 2019, "Regularised evolution for image classifier architecture search"): an edit of
 * the best of a random sample joins the population, and the oldest member leaves it, however good it is. */
#include "search/hardware/weft-hardware-method-private.h"

/* The population: a fifth of the budget within these, so that short runs have generations too. */
#define POPULATION_SHARE 5
#define LEAST_POPULATION 8
#define MOST_POPULATION 100

/* A sample is half of the population: theirs is a quarter, but short runs have to be greedier. */
#define SAMPLE_SHARE 2

struct _WeftHardwareEvolution
{
  WeftHardwareMethod parent_instance;
  guint size;
  guint n;      /* members so far, at most @size */
  guint oldest; /* place of the one that leaves next */
  const WeftHardwareObservation *members[MOST_POPULATION];
};

G_DEFINE_FINAL_TYPE (WeftHardwareEvolution, weft_hardware_evolution, WEFT_TYPE_HARDWARE_METHOD)

static void
start (WeftHardwareMethod *method, WeftHardwareHistory *history)
{
  WEFT_HARDWARE_EVOLUTION (method)->size
    = CLAMP (history->budget / POPULATION_SHARE, LEAST_POPULATION, MOST_POPULATION);
}

/* The best of a sample drawn with repeats. */
static const WeftHardwareObservation *
pick_parent (WeftHardwareEvolution *self, WeftHardwareHistory *history)
{
  const WeftHardwareObservation *best = self->members[weft_random_below (history->random, self->n)];

  for (guint i = 1; i < self->size / SAMPLE_SHARE; i++)
    {
      const WeftHardwareObservation *other = self->members[weft_random_below (history->random, self->n)];

      if (weft_hardware_history_value (history, other) < weft_hardware_history_value (history, best))
        best = other;
    }
  return best;
}

static gboolean
propose (WeftHardwareMethod *method, WeftHardwareHistory *history, WeftHardwareProposal *proposal)
{
  WeftHardwareEvolution *self = WEFT_HARDWARE_EVOLUTION (method);
  const WeftHardwareObservation *parent;
  WeftHardwareChoice to;

  if (self->n < self->size)
    return weft_hardware_history_propose_drawn (history, proposal);
  parent = pick_parent (self, history);
  if (!weft_hardware_history_draw_edit (history, &parent->choice, &to))
    return weft_hardware_history_propose_drawn (history, proposal);
  weft_hardware_proposal_init (proposal, &to, parent->number, "edit");
  return TRUE;
}

static void
observe (WeftHardwareMethod *method, WeftHardwareHistory *history, const WeftHardwareObservation *observation)
{
  WeftHardwareEvolution *self = WEFT_HARDWARE_EVOLUTION (method);

  if (self->n < self->size)
    self->members[self->n++] = observation;
  else
    {
      self->members[self->oldest] = observation;
      self->oldest = (self->oldest + 1) % self->size;
    }
}

static void
weft_hardware_evolution_class_init (WeftHardwareEvolutionClass *klass)
{
  WeftHardwareMethodClass *method_class = WEFT_HARDWARE_METHOD_CLASS (klass);

  method_class->start = start;
  method_class->propose = propose;
  method_class->observe = observe;
}

static void
weft_hardware_evolution_init (WeftHardwareEvolution *self)
{
}
