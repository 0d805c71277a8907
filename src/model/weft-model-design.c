/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model that judges a document: its profile's constants, its budget, and its workload over the catalog's. */
#include "model/weft-model-private.h"

#include <glib/gi18n-lib.h>

#include "design/weft-design-workload.h"

/* Where the workload's numbers come from. */
typedef struct
{
  WeftDesign *design;
  WeftRecord *record;
} Source;

static double
lookup_number_cb (const char *key,
                  gpointer    data)
{
  const Source *source = data;

  return weft_design_workload_number (source->design, source->record, key);
}

/**
 * weft_model_init_for_design: (skip)
 * @self: to fill
 * @design: the document; its partitions do not matter
 * @inventory: the catalog as its profile sees it; must outlive @self
 * @budget: power or cost
 * @amount: W or USD
 * @workload: (out) (optional) (transfer full): the catalog's record of its workload
 * @fault: (out): whose fault it is when it fails
 * @error: return location
 *
 * Returns: %FALSE when a constant is missing or the reference cannot run a workload within the budget
 */
gboolean
weft_model_init_for_design (WeftModel      *self,
                            WeftDesign     *design,
                            WeftInventory  *inventory,
                            WeftBudget      budget,
                            double          amount,
                            WeftRecord    **workload,
                            WeftModelFault *fault,
                            GError        **error)
{
  Source source = { .design = design };
  double weights[WEFT_N_WORKLOADS];
  WeftWorkloadSpec spec;

  *fault = WEFT_FAULT_PROFILE;
  if (!weft_design_effective_workload (design, inventory, &source.record, weights))
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_UNKNOWN,
                   _("The profile's workload is not in the catalog"));
      return FALSE;
    }

  if (workload != NULL)
    g_set_object (workload, source.record);
  return weft_workload_spec_init (&spec, weights, lookup_number_cb, &source, error)
         && weft_model_init (self, inventory, &spec, budget, amount, fault, error);
}
