/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a fabric is usually built of, as its record says: what expanding takes, and what the
 * profile's latency stands for. */
#pragma once

#include "catalog/weft-component.h"
#include "catalog/weft-inventory.h"

G_BEGIN_DECLS

/**
 * WeftGraphKit: (skip)
 * @hub: its switch
 * @cable: (nullable): its cable; what is open has the fabric's own rate
 * @cables: how many of a chip
 */
typedef struct
{
  const WeftComponent *hub;
  const WeftComponent *cable;
  guint cables;
} WeftGraphKit;

/* FALSE when the record names none, or the catalog has not all of it. */
gboolean weft_graph_kit_find (WeftInventory *inventory,
                              WeftRecord    *fabric,
                              WeftGraphKit  *kit);

G_END_DECLS
