/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One profile, workload and budget made ready: constants, the reference's results, and the size of the coupled
 * workload's AI phase, which the reference fixes. */
#include "model/weft-model-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/weft-quantity.h"
#include "model/measured/weft-measured-private.h"

/* The reference machine: all of the budget in one partition of the profile's reference parts. */
static gboolean
resolve_reference (WeftModel *self,
                   GError   **error)
{
  WeftProfile *profile = weft_inventory_get_profile (self->inventory);
  const char *chip_name, *scaleup_name, *scaleout_name;
  const WeftChip *chip;
  const WeftScaleup *scaleup;
  const WeftScaleout *scaleout;
  double epsilon;

  if (!weft_profile_get_number (profile, "provision_epsilon", &epsilon, error))
    return FALSE;

  weft_profile_get_reference (profile, &chip_name, &scaleup_name, &scaleout_name);
  chip = weft_inventory_find_chip (self->inventory, chip_name);
  scaleup = weft_inventory_find_scaleup (self->inventory, scaleup_name);
  scaleout = weft_inventory_find_scaleout (self->inventory, scaleout_name);

  if (chip == NULL || scaleup == NULL || scaleout == NULL)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN,
                   "Profile %s: the reference %s with %s and %s is not in the catalog",
                   weft_profile_get_id (profile), chip_name, scaleup_name, scaleout_name);
      return FALSE;
    }

  if (!weft_inventory_scaleup_on_chip (self->inventory, scaleup->index, chip->index)->fits)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   "Profile %s: the reference's %s does not fit %s",
                   weft_profile_get_id (profile), scaleup_name, chip_name);
      return FALSE;
    }

  self->reference = (WeftMachine) {
    .budget = self->budget,
    .amount = self->amount,
    .epsilon = epsilon,
    .n_partitions = 1,
    .partitions = { { chip->index, scaleup->index, scaleout->index, WEFT_ROLE_GENERAL, 1.0 } },
  };
  return TRUE;
}

/* F such that the solver takes its share of the reference's time; time is proportional to F. */
static double
size_surrogate (const WeftModel *self,
                const WeftSite  *site,
                double           solver_s)
{
  double share = self->w.coupled_solver_share;
  double surrogate_s = solver_s * (1 - share) / share;

  return surrogate_s / weft_surrogate_s (self, site, 1, NULL);
}

static gboolean
refuse_reference (WeftModel       *self,
                  WeftWorkloadKind workload,
                  guint            n,
                  GError         **error)
{
  g_autofree char *count = weft_quantity_format (n, WEFT_UNIT_COUNT);

  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               _("The reference, %s %s, cannot run %s, so nothing can be compared with it"), count,
               weft_inventory_chip (self->inventory, self->reference.partitions[0].chip)->id,
               weft_workload_label (workload));
  return FALSE;
}

static gboolean
measure_reference (WeftModel *self,
                   GError   **error)
{
  WeftPartitionTimes *times = &self->reference_times;
  double *value = self->reference_value;
  guint n = weft_provision (self->inventory, &self->reference, 0);
  WeftSite site;

  if (n == 0)
    {
      const WeftChip *chip = weft_inventory_chip (self->inventory, self->reference.partitions[0].chip);
      g_autofree char *amount = weft_quantity_format (
        self->amount, self->budget == WEFT_BUDGET_COST ? WEFT_UNIT_USD : WEFT_UNIT_W);

      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   _("The budget of %s does not buy one node of the reference, %u %s"), amount,
                   chip->node_chips, chip->id);
      return FALSE;
    }

  site = weft_model_site (self, &self->reference.partitions[0], n);
  self->coupled_flop = 1;
  weft_model_partition_times (self, &site, times);
  if (times->stencil_s > 0 && times->ai_s > 0)
    self->coupled_flop = size_surrogate (self, &site, times->stencil_s);
  times->ai_s = weft_surrogate_s (self, &site, self->coupled_flop, NULL);

  value[WEFT_WORKLOAD_TRAINING] = times->training.best.rate;
  value[WEFT_WORKLOAD_SERVING] = weft_model_serving_rate (self, times->prefill.best.rate,
                                                          times->decode.best.rate, TRUE);
  value[WEFT_WORKLOAD_STENCIL] = times->stencil_s;
  value[WEFT_WORKLOAD_HPCG] = times->hpcg_s;
  value[WEFT_WORKLOAD_FFT] = times->fft_s;
  value[WEFT_WORKLOAD_COUPLED] = times->stencil_s > 0 && times->ai_s > 0
                                   ? times->stencil_s + times->ai_s : 0;

  for (guint i = 0; i < WEFT_N_WORKLOADS; i++)
    if (self->w.weights[i] > 0 && !(value[i] > 0))
      return refuse_reference (self, i, n, error);

  return TRUE;
}

/**
 * weft_model_init: (skip)
 * @self: to fill
 * @inventory: the catalog as the profile sees it; must outlive @self
 * @spec: the workloads
 * @budget: power or cost
 * @amount: W or USD
 * @fault: (out): whose fault it is when it fails
 * @error: return location
 *
 * Returns: %FALSE when a constant is missing or the reference cannot run a workload within the budget
 */
gboolean
weft_model_init (WeftModel              *self,
                 WeftInventory          *inventory,
                 const WeftWorkloadSpec *spec,
                 WeftBudget              budget,
                 double                  amount,
                 WeftModelFault         *fault,
                 GError                **error)
{
  *self = (WeftModel) { .inventory = inventory, .w = *spec, .budget = budget, .amount = amount };

  *fault = WEFT_FAULT_PROFILE;
  if (!weft_constants_init (&self->k, weft_inventory_get_profile (inventory), error)
      || !resolve_reference (self, error))
    return FALSE;

  if (weft_profile_is_measured (weft_inventory_get_profile (inventory)))
    {
      self->measured = weft_measured_new (inventory, spec, error);
      if (self->measured == NULL)
        return FALSE;
    }

  *fault = WEFT_FAULT_REFERENCE;
  if (measure_reference (self, error))
    return TRUE;
  weft_model_clear (self);
  return FALSE;
}

/**
 * weft_model_clear: (skip)
 * @self: a model
 *
 * Frees what it owns. A copy of a model shares that, and is not cleared.
 */
void
weft_model_clear (WeftModel *self)
{
  g_clear_pointer (&self->measured, weft_measured_free);
}

/* A fabric's rate where the links of a graph carry less; 0 says that none is known. */
static double
slower (double fabric_bytes_s,
        double links_bytes_s)
{
  return links_bytes_s > 0 ? MIN (fabric_bytes_s, links_bytes_s) : fabric_bytes_s;
}

/**
 * weft_model_site: (skip)
 * @self: the model
 * @partition: a partition
 * @n: its chips
 *
 * Returns: the partition as the formulas need it
 */
WeftSite
weft_model_site (const WeftModel            *self,
                 const WeftMachinePartition *partition,
                 guint                       n)
{
  const WeftScaleupOnChip *scaleup = weft_inventory_scaleup_on_chip (self->inventory,
                                                                     partition->scaleup,
                                                                     partition->chip);
  const WeftScaleout *scaleout = weft_inventory_scaleout (self->inventory, partition->scaleout);

  return (WeftSite) {
    .scaleup = partition->scaleup,
    .scaleout = partition->scaleout,
    .chip = weft_inventory_chip (self->inventory, partition->chip),
    .inside = { MAX (scaleup->alpha_s + partition->scaleup_extra_s, 0), slower (scaleup->bw_bytes_s, partition->scaleup_bw_bytes_s) },
    .across = { MAX (scaleout->alpha_s + partition->scaleout_extra_s, 0), slower (scaleout->bw_bytes_s, partition->scaleout_bw_bytes_s) },
    .domain_chips = weft_machine_domain_chips (self->inventory, partition),
    .n = n,
  };
}

/**
 * weft_model_partition_times: (skip)
 * @self: the model
 * @site: the partition
 * @times: (out): all that it can do
 */
void
weft_model_partition_times (const WeftModel    *self,
                            const WeftSite     *site,
                            WeftPartitionTimes *times)
{
  weft_training_search (self, site, &times->training);
  weft_serving_search (self, site, &times->prefill, &times->decode);
  times->stencil_s = weft_stencil_s (self, site, NULL);
  times->hpcg_s = weft_hpcg_s (self, site, NULL);
  times->fft_s = weft_fft_s (self, site, NULL);
  times->ai_s = weft_surrogate_s (self, site, self->coupled_flop, NULL);
}

/**
 * weft_model_serving_rate: (skip)
 * @self: the model
 * @prefill: tokens a second of prefill
 * @decode: tokens a second of decode
 * @shared: whether one partition does both in turns
 *
 * Time-shared: 1 / (in / prefill + out / decode). On two partitions the two phases are a pipeline, and the slower one
 * counts.
 *
 * Returns: requests a second, 0 when one of the phases cannot run
 */
double
weft_model_serving_rate (const WeftModel *self,
                         double           prefill,
                         double           decode,
                         gboolean         shared)
{
  if (!(prefill > 0) || !(decode > 0))
    return 0;

  if (shared)
    return 1 / (self->w.request_in_tokens / prefill + self->w.request_out_tokens / decode);

  return MIN (prefill / self->w.request_in_tokens, decode / self->w.request_out_tokens);
}

/**
 * weft_split_total: (skip)
 * @split: a split
 *
 * Returns: its sum, in seconds
 */
double
weft_split_total (const WeftSplit *split)
{
  double total_s = 0;

  for (guint i = 0; i < WEFT_N_PARTS; i++)
    total_s += split->s[i];

  return total_s;
}

/**
 * weft_split_add: (skip)
 * @split: to add to
 * @other: what is added
 * @factor: how much of it
 */
void
weft_split_add (WeftSplit       *split,
                const WeftSplit *other,
                double           factor)
{
  for (guint i = 0; i < WEFT_N_PARTS; i++)
    split->s[i] += other->s[i] * factor;
}
