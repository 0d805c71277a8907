/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The chip and the fabrics that options name, as the measured equations need them. */
#include "cli/weft-cli-place.h"

#include <glib/gi18n.h>

#include "model/measured/weft-serving-site.h"

static gboolean
refuse_name (WeftInventory *inventory, const char *option, WeftRecordKind kind, const char *name)
{
  const char *nearest = weft_inventory_nearest (inventory, kind, name);

  if (nearest != NULL && *nearest != '\0')
    weft_cli_refuse (_("%s: found “%s”, which is not in the catalog; the nearest is “%s”"), option, name, nearest);
  else
    weft_cli_refuse (_("%s: found “%s”, which is not in the catalog; “weft catalog list” shows what is"), option, name);
  return FALSE;
}

static gboolean
find_fabrics (const WeftCliPlace *self, WeftInventory *inventory, const WeftChip *chip, WeftFabricSite *site,
              GError **error)
{
  const WeftScaleup *scaleup = NULL;
  const WeftScaleout *scaleout = NULL;

  if (self->scaleup != NULL && (scaleup = weft_inventory_find_scaleup (inventory, self->scaleup)) == NULL)
    return refuse_name (inventory, "--scaleup", WEFT_RECORD_SCALEUP, self->scaleup);
  if (self->scaleout != NULL && (scaleout = weft_inventory_find_scaleout (inventory, self->scaleout)) == NULL)
    return refuse_name (inventory, "--scaleout", WEFT_RECORD_SCALEOUT, self->scaleout);
  return weft_serving_site_init (site, inventory, chip->index, scaleup != NULL ? &scaleup->index : NULL,
                                 scaleout != NULL ? &scaleout->index : NULL, (guint) MAX (0, self->domain), error);
}

void
weft_cli_place_clear (WeftCliPlace *self)
{
  g_free (self->chip);
  g_free (self->scaleup);
  g_free (self->scaleout);
}

gboolean
weft_cli_place_find (const WeftCliPlace *self, WeftInventory *inventory, const WeftChip **chip, WeftFabricSite *site,
                     GError **error)
{
  const char *name = self->chip;

  if (self->domain < 0)
    return weft_cli_refuse (_("--domain: found %d, expected at least 1"), self->domain), FALSE;
  if (name == NULL)
    weft_profile_get_reference (weft_inventory_get_profile (inventory), &name, NULL, NULL);
  *chip = weft_inventory_find_chip (inventory, name);
  if (*chip == NULL)
    return refuse_name (inventory, "--chip", WEFT_RECORD_CHIP, name);
  if ((*chip)->dataflow)
    return weft_cli_refuse (_("--chip: “%s” runs a model as a pipeline in its own memory; evaluate a design with it "
                              "instead"), name), FALSE;
  return find_fabrics (self, inventory, *chip, site, error);
}
