/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest of what the catalog says about the parts that a problem may use: two catalogs that give the same numbers
 * give the same digest, however their files are written. */
#include "search/weft-problem-private.h"

#include <math.h>

#include "base/weft-json-write.h"

static void
add_text (GChecksum  *sum,
          const char *text)
{
  g_checksum_update (sum, (const guchar *) text, -1);
  g_checksum_update (sum, (const guchar *) "\n", 1);
}

static void
add_number (GChecksum *sum,
            double     value)
{
  char buffer[WEFT_DOUBLE_BUFFER];

  add_text (sum, isfinite (value) ? weft_json_format_double (value, buffer) : "unknown");
}

static void
add_chip (GChecksum      *sum,
          const WeftChip *chip)
{
  const double numbers[] = {
    chip->dataflow, chip->node_chips, chip->scaleup_domain_max_chips, chip->peak_bf16_flops,
    chip->peak_fp8_flops, chip->peak_fp64_flops, chip->mem_bytes, chip->mem_bw_bytes_s, chip->tdp_w,
    chip->price_usd, chip->scaleup_bw_bytes_s, chip->scaleout_bw_bytes_s,
  };

  add_text (sum, chip->id);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    add_number (sum, numbers[i]);
}

static void
add_fabrics (GChecksum           *sum,
             WeftInventory       *inventory,
             const WeftSpaceUnit *unit)
{
  const WeftScaleupOnChip *inside = weft_inventory_scaleup_on_chip (inventory, unit->scaleup,
                                                                    unit->chip);
  const WeftScaleout *across = weft_inventory_scaleout (inventory, unit->scaleout);
  const double numbers[] = {
    inside->bw_bytes_s, inside->alpha_s, inside->domain_chips, inside->power_w, inside->cost_usd,
    across->bw_bytes_s, across->alpha_s, across->power_w, across->cost_usd,
  };

  add_text (sum, weft_inventory_scaleup (inventory, unit->scaleup)->id);
  add_text (sum, across->id);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    add_number (sum, numbers[i]);
}

/**
 * weft_problem_catalog_digest: (skip)
 * @self: a problem
 *
 * Returns: (transfer full): SHA-256 in hexadecimal
 */
char *
weft_problem_catalog_digest (WeftProblem *self)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = 0; i < self->units->len; i++)
    {
      const WeftSpaceUnit *unit = &g_array_index (self->units, WeftSpaceUnit, i);

      add_chip (sum, weft_inventory_chip (self->inventory, unit->chip));
      add_fabrics (sum, self->inventory, unit);
    }

  return g_strdup (g_checksum_get_string (sum));
}
