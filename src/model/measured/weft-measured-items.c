/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power and cost of a design by item: partitions add up to the machine; a graph's totals stand for themselves. */
#include "model/measured/weft-measured-items-private.h"

#include <math.h>

#include "model/measured/weft-measured-activity-private.h"
#include "model/measured/weft-measured-private.h"

/* What does not depend on the workload. */
typedef struct
{
  const WeftFindings *findings;
  const WeftGraphTotals *totals; /* (nullable) */
  WeftPowerSpread spread;
  WeftPowerShare shares[WEFT_MAX_PARTITIONS];
  WeftChipPower chips[WEFT_MAX_PARTITIONS];
  WeftChipKernels kernels[WEFT_MAX_PARTITIONS];
} Machine;

static gboolean
init_chip (Machine *self,
           guint    partition)
{
  const WeftFindings *findings = self->findings;
  const WeftMachinePartition *part = &findings->machine->partitions[partition];
  const WeftChip *chip = weft_inventory_chip (findings->inventory, part->chip);
  WeftProfile *profile = weft_inventory_get_profile (findings->inventory);
  double matrix_flops[WEFT_N_FORMATS];
  WeftPowerRates rates;

  if (!weft_power_rates_init (&rates, profile, chip, NULL)
      || !weft_chip_kernels_init (&self->kernels[partition], profile, chip, NULL))
    return FALSE;

  for (guint i = 0; i < WEFT_N_FORMATS; i++)
    matrix_flops[i] = self->kernels[partition].gemm[i].rate_flops;
  weft_chip_power_init (&self->chips[partition], &rates, chip->tdp_w, matrix_flops);
  weft_power_share_init (&self->shares[partition], findings->inventory, part->chip, part->scaleup, part->scaleout,
                         findings->score->n[partition]);
  return TRUE;
}

static gboolean
init_machine (Machine               *self,
              const WeftFindings    *findings,
              const WeftGraphTotals *totals)
{
  self->findings = findings;
  self->totals = totals;
  if (!weft_power_spread_init (&self->spread, weft_inventory_get_profile (findings->inventory), NULL))
    return FALSE;

  for (guint i = 0; i < findings->machine->n_partitions; i++)
    if (!init_chip (self, i))
      return FALSE;
  return TRUE;
}

/* @activity: (nullable): for the peak. */
static void
fill_part (const Machine      *self,
           WeftPowerItems     *items,
           guint               partition,
           const WeftActivity *activity)
{
  WeftPowerShare share = self->shares[partition];
  WeftPowerSpread spread = self->spread;

  *items = (WeftPowerItems) { .chip = self->chips[partition], .is_peak = activity == NULL };
  if (activity != NULL)
    {
      items->activity = *activity;
      share.chip_w = weft_chip_power_w (&items->chip, activity, &items->is_capped);
    }
  else
    {
      spread.factor[WEFT_POWER_CHIPS] = 1;
    }
  weft_power_items_from_share (items, &share, weft_inventory_facility_power (self->findings->inventory), &spread,
                               self->findings->score->n[partition]);
}

/* What the chips of all partitions draw less than their TDP. */
static double
saved_w (const WeftPowerItems *parts,
         guint                 n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += parts[i].chips * parts[i].chip.tdp_w - parts[i].w[WEFT_POWER_CHIPS];
  return sum;
}

static void
sum_up (const Machine        *self,
        const WeftPowerItems *parts,
        WeftPowerItems       *sum)
{
  guint n = self->findings->machine->n_partitions;
  gboolean is_peak = parts[0].is_peak;

  if (self->totals != NULL && is_peak)
    {
      weft_power_items_of_graph (sum, self->totals, &self->spread);
      return;
    }
  if (self->totals != NULL)
    {
      weft_power_items_of_graph_at_work (sum, self->totals, &self->spread, saved_w (parts, n));
      return;
    }

  *sum = parts[0];
  for (guint i = 1; i < n; i++)
    weft_power_items_add (sum, &parts[i]);
}

static void
fill_work (const Machine     *machine,
           WeftMeasuredItems *self,
           WeftWorkloadKind   kind)
{
  const WeftFindings *findings = machine->findings;
  WeftPowerItems *parts = &self->parts[(1 + (guint) kind) * self->n_partitions];
  WeftActivity activities[WEFT_MAX_PARTITIONS];

  self->works[kind] = weft_measured_activities (findings->model, findings->machine, findings->score, findings->times,
                                                machine->kernels, kind, activities);
  if (!self->works[kind])
    return;
  for (guint i = 0; i < self->n_partitions; i++)
    fill_part (machine, &parts[i], i, &activities[i]);
  sum_up (machine, parts, &self->work[kind]);
}

static gboolean
fill_cost (WeftMeasuredItems     *self,
           const WeftFindings    *findings,
           const WeftGraphTotals *totals)
{
  WeftCostTerms terms;

  if (!weft_cost_terms_init (&terms, weft_inventory_get_profile (findings->inventory), NULL))
    return FALSE;

  if (totals != NULL)
    weft_cost_items_of_graph (&self->cost, totals, NAN, &terms);
  else
    weft_cost_items_of_machine (&self->cost, findings->inventory, findings->machine, findings->score->n, NULL, &terms);
  return TRUE;
}

WeftMeasuredItems *
weft_measured_items_new (const WeftFindings    *findings,
                         const WeftGraphTotals *totals)
{
  WeftProfile *profile = weft_inventory_get_profile (findings->inventory);
  g_autofree Machine *machine = g_new0 (Machine, 1);
  WeftMeasuredItems *self;

  if (!weft_profile_is_measured (profile) || !weft_inventory_facility_power (findings->inventory)->is_counted
      || findings->machine->n_partitions == 0 || !init_machine (machine, findings, totals))
    return NULL;

  self = g_new0 (WeftMeasuredItems, 1);
  self->is_graph = totals != NULL;
  self->n_partitions = findings->machine->n_partitions;
  self->parts = g_new0 (WeftPowerItems, (1 + WEFT_N_WORKLOADS) * self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    fill_part (machine, &self->parts[i], i, NULL);
  sum_up (machine, self->parts, &self->peak);
  if (!fill_cost (self, findings, totals))
    {
      weft_measured_items_free (self);
      return NULL;
    }
  for (guint i = 0; findings->model != NULL && findings->model->measured != NULL && i < WEFT_N_WORKLOADS; i++)
    fill_work (machine, self, i);
  return self;
}

void
weft_measured_items_free (WeftMeasuredItems *self)
{
  g_free (self->parts);
  g_free (self);
}

const WeftPowerItems *
weft_measured_items_peak (const WeftMeasuredItems *self,
                          guint                    partition)
{
  return &self->parts[partition];
}

const WeftPowerItems *
weft_measured_items_work (const WeftMeasuredItems *self,
                          WeftWorkloadKind         kind,
                          guint                    partition)
{
  return &self->parts[(1 + (guint) kind) * self->n_partitions + partition];
}
