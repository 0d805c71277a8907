/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Resources of a candidate from the data sheets of its chips and fabrics alone, without any model of a workload: the
 * most that one partition has of each, as logs, less the mean and over the spread of random candidates. */
#include "search/weft-candidate-traits-private.h"

#include <math.h>

/* Random candidates that mean and spread come from. */
#define N_SAMPLES 256

typedef enum
{
  RESOURCE_BF16,
  RESOURCE_FP64,
  RESOURCE_MEMORY,
  RESOURCE_MEMORY_BANDWIDTH,
  RESOURCE_SCALEUP_BANDWIDTH,
  RESOURCE_DOMAIN,
  RESOURCE_SCALEOUT_BANDWIDTH,
  RESOURCE_PROMPTNESS,
} Resource;

/* NAN for what is unknown or not there. */
static double
log_of (double amount)
{
  return amount > 0 ? log (amount) : NAN;
}

/* What all of the budget buys of a unit. Hosts are left out: they shift all of them by about the same. */
static void
measure_unit (const WeftProblem   *problem,
              const WeftSpaceUnit *unit,
              double              *amounts)
{
  const WeftChip *chip = weft_inventory_chip (problem->inventory, unit->chip);
  const WeftScaleupOnChip *scaleup = weft_inventory_scaleup_on_chip (problem->inventory, unit->scaleup,
                                                                     unit->chip);
  const WeftScaleout *scaleout = weft_inventory_scaleout (problem->inventory, unit->scaleout);
  double price = problem->model.budget == WEFT_BUDGET_COST ? unit->chip_cost_usd : unit->chip_power_w;
  double n = problem->model.amount / price;

  amounts[RESOURCE_BF16] = log_of (n * chip->peak_bf16_flops);
  amounts[RESOURCE_FP64] = log_of (n * chip->peak_fp64_flops);
  amounts[RESOURCE_MEMORY] = log_of (n * chip->mem_bytes);
  amounts[RESOURCE_MEMORY_BANDWIDTH] = log_of (n * chip->mem_bw_bytes_s);
  amounts[RESOURCE_SCALEUP_BANDWIDTH] = log_of (n * scaleup->bw_bytes_s);
  amounts[RESOURCE_DOMAIN] = log_of (scaleup->domain_chips);
  amounts[RESOURCE_SCALEOUT_BANDWIDTH] = log_of (n * scaleout->bw_bytes_s);
  amounts[RESOURCE_PROMPTNESS] = log_of (1 / scaleout->alpha_s);
}

/* Domain and promptness do not grow with the partition. */
static gboolean
is_shared_out (Resource resource)
{
  return resource != RESOURCE_DOMAIN && resource != RESOURCE_PROMPTNESS;
}

/* The most of each resource that a partition of @role, or a general one, has. */
static void
find_most (const WeftTraits    *self,
           const WeftCandidate *candidate,
           WeftRole             role,
           double              *most)
{
  for (guint resource = 0; resource < WEFT_N_RESOURCES; resource++)
    {
      most[resource] = NAN;
      for (guint i = 0; i < candidate->n; i++)
        {
          const WeftChoice *part = &candidate->parts[i];
          double amount = self->amounts[(gsize) part->unit * WEFT_N_RESOURCES + resource];

          if (part->role != WEFT_ROLE_GENERAL && part->role != role)
            continue;
          if (is_shared_out (resource))
            amount += log ((double) self->problem->fractions[part->fraction] / WEFT_SPACE_WHOLE);
          most[resource] = fmax (most[resource], amount);
        }
    }
}

static void
find_all (const WeftTraits    *self,
          const WeftCandidate *candidate,
          double              *traits)
{
  static const WeftRole roles[] = { WEFT_ROLE_GENERAL, WEFT_ROLE_PREFILL, WEFT_ROLE_DECODE };

  for (guint i = 0; i < G_N_ELEMENTS (roles); i++)
    find_most (self, candidate, roles[i], traits + (gsize) i * WEFT_N_RESOURCES);
}

static void
find_spread (WeftTraits *self,
             double      samples[][WEFT_N_TRAITS])
{
  for (guint trait = 0; trait < WEFT_N_TRAITS; trait++)
    {
      double sum = 0, squares = 0;
      guint n = 0;

      for (guint i = 0; i < N_SAMPLES; i++)
        if (!isnan (samples[i][trait]))
          {
            sum += samples[i][trait];
            squares += samples[i][trait] * samples[i][trait];
            n++;
          }
      self->mean[trait] = n > 0 ? sum / n : 0;
      self->sd[trait] = n > 0 ? sqrt (fmax (squares / n - self->mean[trait] * self->mean[trait], 0)) : 0;
      if (!(self->sd[trait] > 1e-6))
        self->sd[trait] = 1;
    }
}

void
weft_traits_init (WeftTraits  *self,
                  WeftProblem *problem,
                  WeftRandom  *random)
{
  double (*samples)[WEFT_N_TRAITS] = g_malloc_n (N_SAMPLES, sizeof *samples);

  self->problem = problem;
  self->amounts = g_new (double, (gsize) problem->units->len * WEFT_N_RESOURCES);
  for (guint i = 0; i < problem->units->len; i++)
    measure_unit (problem, &g_array_index (problem->units, WeftSpaceUnit, i),
                  self->amounts + (gsize) i * WEFT_N_RESOURCES);

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      WeftCandidate candidate;

      weft_candidate_random (problem, random, &candidate);
      find_all (self, &candidate, samples[i]);
    }
  find_spread (self, samples);
  g_free (samples);
}

void
weft_traits_clear (WeftTraits *self)
{
  g_clear_pointer (&self->amounts, g_free);
}

void
weft_traits_of (const WeftTraits    *self,
                const WeftCandidate *candidate,
                double               traits[WEFT_N_TRAITS])
{
  find_all (self, candidate, traits);
  for (guint i = 0; i < WEFT_N_TRAITS; i++)
    {
      /* What is not there lies below all that is. */
      traits[i] = isnan (traits[i]) ? -3 : (traits[i] - self->mean[i]) / self->sd[i];
      traits[i] = CLAMP (traits[i], -3, 3);
    }
}
