/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a chip serves when nobody says it: on the fabrics it is sold with, in scale-up domains of their usual size. */
#pragma once

#include "cost/weft-fabric.h"

G_BEGIN_DECLS

/* @scaleup, @scaleout: (nullable): indices to take instead; @domain_chips: 0 for the usual size. FALSE when no fabric
 * of the catalog fits the chip. */
WEFT_API gboolean weft_serving_site_init (WeftFabricSite  *site,
                                          WeftInventory   *inventory,
                                          guint            chip,
                                          const guint     *scaleup,
                                          const guint     *scaleout,
                                          guint            domain_chips,
                                          GError         **error);

G_END_DECLS
