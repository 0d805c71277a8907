/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps candidates by their choice, and standardises their attributes by those of machines drawn from the space. */
#include "search/hardware/weft-hardware-pool-private.h"

#include <math.h>

#include "search/hardware/weft-hardware-choice-private.h"

/* Draws that the scale of attributes is taken from; always the same ones, so that it is the space's. */
#define N_SCALE_DRAWS 512
#define SCALE_STREAM 101
#define SHUFFLE_STREAM 102

/* Below, an attribute does not vary. */
#define LEAST_SD 1e-9

static void
find_scale (WeftHardwarePool *self)
{
  double squares[WEFT_HARDWARE_N_ATTRIBUTES] = { 0 };
  guint n = 0;
  WeftRandom random;

  weft_random_init (&random, 0, SCALE_STREAM);
  for (guint i = 0; i < N_SCALE_DRAWS; i++)
    {
      WeftHardwareChoice choice;
      WeftHardwareTraits traits;

      if (!weft_hardware_space_draw (self->space, &random, &choice))
        continue;
      weft_hardware_space_describe (self->space, &choice, &traits);
      n++;
      for (guint j = 0; j < WEFT_HARDWARE_N_ATTRIBUTES; j++)
        {
          /* Welford, "Note on a method for calculating corrected sums of squares and products" (1962). */
          double off = traits.attribute[j] - self->mean[j];

          self->mean[j] += off / n;
          squares[j] += off * (traits.attribute[j] - self->mean[j]);
        }
    }
  for (guint j = 0; j < WEFT_HARDWARE_N_ATTRIBUTES; j++)
    self->sd[j] = n > 0 ? sqrt (squares[j] / n) : 0;
}

static void
standardise (const WeftHardwarePool *self, const WeftHardwareTraits *traits, double *x)
{
  for (guint j = 0; j < WEFT_HARDWARE_N_ATTRIBUTES; j++)
    x[j] = self->sd[j] > LEAST_SD ? (traits->attribute[j] - self->mean[j]) / self->sd[j] : 0;
}

WeftHardwarePool *
weft_hardware_pool_new (WeftHardwareSpace *space)
{
  WeftHardwarePool *self = g_new0 (WeftHardwarePool, 1);

  self->space = space;
  self->candidates = g_ptr_array_new_with_free_func (g_free);
  self->index = g_hash_table_new (weft_hardware_choice_hash, weft_hardware_choice_equal);
  find_scale (self);
  return self;
}

void
weft_hardware_pool_free (WeftHardwarePool *self)
{
  g_hash_table_unref (self->index);
  g_ptr_array_unref (self->candidates);
  g_free (self);
}

/* The estimate of a machine that is drawn by the choice: as likely as any, and always the same one. */
static double
estimate_other (WeftHardwarePool *self, const WeftHardwareChoice *choice)
{
  WeftHardwareChoice other;
  WeftRandom random;

  weft_random_init (&random, weft_hardware_choice_digest (choice) ^ self->shuffle_seed, SHUFFLE_STREAM);
  return weft_hardware_space_draw (self->space, &random, &other) ? weft_hardware_space_estimate (self->space, &other) : NAN;
}

double
weft_hardware_pool_estimate (WeftHardwarePool *self, const WeftHardwareChoice *choice)
{
  if (self->estimates == WEFT_HARDWARE_ESTIMATES_NONE)
    return NAN;
  self->n_estimates++;
  return self->estimates == WEFT_HARDWARE_ESTIMATES_OWN ? weft_hardware_space_estimate (self->space, choice)
                                                        : estimate_other (self, choice);
}

WeftHardwareCandidate *
weft_hardware_pool_find (WeftHardwarePool *self, const WeftHardwareChoice *choice)
{
  return g_hash_table_lookup (self->index, choice);
}

WeftHardwareCandidate *
weft_hardware_pool_add (WeftHardwarePool *self, const WeftHardwareChoice *choice)
{
  WeftHardwareCandidate *candidate = weft_hardware_pool_find (self, choice);

  if (candidate != NULL)
    return candidate;
  candidate = g_new0 (WeftHardwareCandidate, 1);
  candidate->choice = *choice;
  candidate->observation = -1;
  weft_hardware_space_describe (self->space, choice, &candidate->traits);
  standardise (self, &candidate->traits, candidate->x);
  candidate->estimate = weft_hardware_pool_estimate (self, choice);
  g_ptr_array_add (self->candidates, candidate);
  g_hash_table_insert (self->index, &candidate->choice, candidate);
  return candidate;
}

WeftHardwareCandidate *
weft_hardware_pool_get (const WeftHardwarePool *self, guint index)
{
  return g_ptr_array_index (self->candidates, index);
}
