/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fabrics that a chip is sold with. */
#include "model/measured/weft-serving-site.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* How much farther off a fabric counts that few machines have: it only decides between equal rates. */
#define RARE 1e-6

/* The fastest fabric that fits. */
static gboolean
find_scaleup (WeftInventory *inventory,
              guint          chip,
              guint         *found)
{
  double most = 0;

  for (guint i = 0; i < weft_inventory_n_scaleups (inventory); i++)
    {
      const WeftScaleupOnChip *pair = weft_inventory_scaleup_on_chip (inventory, i, chip);

      if (pair->fits && pair->bw_bytes_s > most)
        {
          most = pair->bw_bytes_s;
          *found = i;
        }
    }
  return most > 0;
}

/* The one whose rate is nearest to the chip's port, one that many are built with before others; without a port, the
 * first. */
static guint
find_scaleout (WeftInventory *inventory,
               guint          chip)
{
  double port = weft_inventory_chip (inventory, chip)->scaleout_bw_bytes_s;
  double least = INFINITY;
  guint found = 0;

  for (guint i = 0; i < weft_inventory_n_scaleouts (inventory); i++)
    {
      const WeftScaleout *fabric = weft_inventory_scaleout (inventory, i);
      double off = fabs (log (fabric->bw_bytes_s / port)) + (fabric->in_ten ? 0 : RARE);

      if (off < least)
        {
          least = off;
          found = i;
        }
    }
  return found;
}

static double
usual_domain (WeftInventory           *inventory,
              const WeftScaleupOnChip *pair,
              const WeftFabricSite    *site)
{
  WeftRecord *record = weft_inventory_scaleup (inventory, site->scaleup)->record;
  guint node = weft_inventory_chip (inventory, site->chip)->node_chips;
  double usual = weft_record_get_number (record, "usual_domain_chips");

  if (!(usual >= 1))
    usual = MAX (node, 1);
  return MAX (MIN (usual, pair->domain_chips), 1);
}

/**
 * weft_serving_site_init: (skip)
 * @site: (out caller-allocates): the site
 * @inventory: the catalog and the profile
 * @chip: index of the chip
 * @scaleup: (nullable): index of a fabric instead of the fastest that fits
 * @scaleout: (nullable): index of a fabric instead of the one nearest to the chip's port
 * @domain_chips: chips of a scale-up domain; 0 for as many as are usual
 * @error: where to put a #WeftCatalogError
 *
 * Returns: %FALSE with @error
 */
gboolean
weft_serving_site_init (WeftFabricSite  *site,
                        WeftInventory   *inventory,
                        guint            chip,
                        const guint     *scaleup,
                        const guint     *scaleout,
                        guint            domain_chips,
                        GError         **error)
{
  const WeftScaleupOnChip *pair;
  const WeftScaleout *network;

  *site = (WeftFabricSite) { .chip = chip };
  if (scaleup != NULL)
    site->scaleup = *scaleup;
  else if (!find_scaleup (inventory, chip, &site->scaleup))
    {
      g_set_error (error, WEFT_CATALOG_ERROR, WEFT_CATALOG_ERROR_INVALID,
                   _("no scale-up fabric of the catalog fits %s; name one"),
                   weft_inventory_chip (inventory, chip)->name);
      return FALSE;
    }
  site->scaleout = scaleout != NULL ? *scaleout : find_scaleout (inventory, chip);

  pair = weft_inventory_scaleup_on_chip (inventory, site->scaleup, chip);
  network = weft_inventory_scaleout (inventory, site->scaleout);
  site->inside = (WeftLink) { pair->alpha_s, pair->bw_bytes_s };
  site->across = (WeftLink) { network->alpha_s, network->bw_bytes_s };
  site->domain_ranks = domain_chips > 0 ? domain_chips : usual_domain (inventory, pair, site);
  return TRUE;
}
