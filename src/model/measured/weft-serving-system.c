/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts together what serves what, from the catalog and the profile. */
#include "model/measured/weft-serving-system.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "catalog/weft-catalog.h"

/* The format that products are computed in: that of the weights where the chip has such products, else weights are
 * unpacked on the way and products run in BF16. */
static WeftFormat
find_format (const WeftChipKernels *kernels,
             const char            *weight_format)
{
  WeftFormat format;

  if (g_str_has_suffix (weight_format, "fp4"))
    format = WEFT_FORMAT_FP4;
  else if (!weft_format_parse (weight_format, &format))
    return WEFT_FORMAT_BF16;
  if (format < WEFT_FORMAT_BF16 || !(kernels->gemm[format].rate_flops > 0))
    return WEFT_FORMAT_BF16;
  return format;
}

static gboolean
check_chip (const WeftServingSystem  *self,
            GError                  **error)
{
  if (self->kernels.gemm[self->format].rate_flops > 0 && self->chip->mem_bw_bytes_s > 0 && self->chip_bytes > 0)
    return TRUE;
  g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
               _("%s cannot serve a language model: its BF16 rate, memory or memory bandwidth is not known; say them in "
                 "a record of your own"),
               self->chip->name);
  return FALSE;
}

/**
 * weft_serving_system_init:
 * @self: (out caller-allocates): what serves what
 * @inventory: the catalog and the profile
 * @site: the chip and its fabrics
 * @plan: says model, formats and engine
 * @error: where to put a #WeftCatalogError
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_serving_system_init (WeftServingSystem      *self,
                          WeftInventory          *inventory,
                          const WeftFabricSite   *site,
                          const WeftServingPlan  *plan,
                          GError                **error)
{
  WeftProfile *profile = weft_inventory_get_profile (inventory);
  g_autofree char *lack = weft_serving_plan_lack (plan);
  g_autofree char *family = NULL;

  if (lack != NULL)
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID, "%s", lack);
      return FALSE;
    }

  memset (self, 0, sizeof *self);
  self->chip = weft_inventory_chip (inventory, site->chip);
  family = plan->engine != NULL ? weft_serving_engine_parse (plan->engine, &self->engine_version) : NULL;
  weft_serving_model_init (&self->model, plan);
  weft_memory_shape_init (&self->shape, plan->model);
  self->chip_bytes = weft_memory_chip_bytes (profile, self->chip, NULL);
  if (!weft_chip_kernels_init (&self->kernels, profile, self->chip, error)
      || !weft_fabric_init (&self->fabric, inventory, site, WEFT_LIBRARY_CUSTOM, error)
      || !weft_serving_constants_init (&self->constants, profile, self->chip, plan->engine, plan->weight_format, error)
      || !weft_memory_rules_init (&self->rules, profile, error))
    return FALSE;

  for (WeftFormat format = 0; format < WEFT_N_FORMATS; format++)
    {
      self->arithmetic[format] = self->kernels.gemm[format];
      self->arithmetic[format].bw_bytes_s = INFINITY;
      self->arithmetic[format].launch_s = 0;
    }
  self->format = find_format (&self->kernels, plan->weight_format);
  self->expert_format = plan->expert_format != NULL ? find_format (&self->kernels, plan->expert_format) : self->format;
  self->is_format_measured = self->kernels.gemm[self->format].is_calibrated
                             && self->kernels.gemm[self->expert_format].is_calibrated;
  return check_chip (self, error);
}
