/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The catalog's chip for what tables of measurements call it. */
#include "calib/gauge/weft-gauge-row.h"

#include <glib/gi18n-lib.h>

#include "base/weft-name.h"
#include "base/weft-quote-private.h"

/* Folded names. Several are chips that a hasty look would take for another: a PCIe card has other clocks and links
 * than * the module, 40 GB other memory than 80 GB. These are found by their own ids alone. */
static const struct
{
  const char *name;
  const char *id;
  double share;
} names[] = {
  { "a100", "a100-sxm-80", 1 },
  { "a10080gb", "a100-sxm-80", 1 },
  { "a100sxm", "a100-sxm-80", 1 },
  { "a100sxm480gb", "a100-sxm-80", 1 },
  { "a10040gb", "a100-sxm-40", 1 },
  { "a100sxm440gb", "a100-sxm-40", 1 },
  { "a10080gbpcie", "a100-pcie-80", 1 },
  { "a100pcie", "a100-pcie-80", 1 },
  { "a10040gbpcie", "a100-pcie-40", 1 },
  { "h100", "h100-sxm-80", 1 },
  { "h10080gb", "h100-sxm-80", 1 },
  { "h100sxm", "h100-sxm-80", 1 },
  { "h100pcie", "h100-pcie-80", 1 },
  { "h10080gbpcie", "h100-pcie-80", 1 },
  { "h200", "h200-sxm-141", 1 },
  { "h200sxm", "h200-sxm-141", 1 },
  { "h20", "h20-sxm-96", 1 },
  { "h800", "h800-sxm-80", 1 },
  { "a800", "a800-sxm-80", 1 },
  { "b200", "b200-sxm", 1 },
  { "b300", "b300-sxm", 1 },
  { "gh200", "gh200", 1 },
  { "gh20096gb", "gh200", 1 },
  { "gh200144gb", "gh200-144", 1 },
  { "mi250xgcd", "mi250x", 0.5 },
  { "mi250gcd", "mi250", 0.5 },
  { "pvcmax1550", "max1550", 1 },
  { "pvcmax1550tile", "max1550", 0.5 },
  { "pvcmax1550node", "max1550", 6 },
  { "grace72c", "grace", 1 },
  { "v100", "v100-sxm-32", 1 },
  { "p100", "p100-pcie-16", 1 },
  { "gaudi2", "gaudi2", 1 },
  { "a30", "a30", 1 },
};

const WeftChip *
weft_gauge_chip (WeftInventory *inventory, const char *name, double *share, char **why)
{
  g_autofree char *folded = weft_name_fold (name);
  const WeftChip *chip = NULL;

  *share = 1;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i].name, folded))
      {
        chip = weft_inventory_find_chip (inventory, names[i].id);
        *share = names[i].share;
        break;
      }
  if (chip == NULL)
    chip = weft_inventory_find_chip (inventory, name);
  if (chip == NULL && why != NULL)
    {
      g_autofree char *shown = weft_quote (name, -1);

      *why = g_strdup_printf (_("the catalog has no chip %s; add it to have this row counted"), shown);
    }
  return chip;
}
