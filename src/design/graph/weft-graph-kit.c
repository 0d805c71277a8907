/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read from the keys "usual_switch", "usual_link" and "links_per_chip" of a fabric. */
#include "design/graph/weft-graph-kit-private.h"

#include <math.h>

gboolean
weft_graph_kit_find (WeftInventory *inventory, WeftRecord *fabric, WeftGraphKit *kit)
{
  WeftCatalog *catalog = weft_inventory_get_catalog (inventory);
  const char *hub = weft_record_get_text (fabric, "usual_switch");
  const char *cable = weft_record_get_text (fabric, "usual_link");
  double cables = weft_record_get_number (fabric, "links_per_chip");

  if (hub == NULL || cable == NULL)
    return FALSE;
  kit->hub = weft_component_find (catalog, hub);
  kit->cable = weft_component_find (catalog, cable);
  kit->cables = cables >= 1 ? (guint) cables : 1;
  return kit->hub != NULL && kit->cable != NULL;
}
