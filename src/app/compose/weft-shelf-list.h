/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the shelf holds for a definition: parts of the catalog, definitions and templates that may
 * stand there, and cables. No widgets. */
#pragma once

#include "app/compose/weft-shelf-entry.h"
#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph.h"
#include "model/weft-evaluation.h"

G_BEGIN_DECLS

/* (transfer full) (element-type WeftShelfEntry), in no order, without headings. */
GPtrArray *weft_shelf_list_parts       (WeftInventory   *inventory,
                                        WeftLevel        level);
GPtrArray *weft_shelf_list_definitions (const WeftGraph *graph,
                                        guint            owner);
GPtrArray *weft_shelf_list_templates   (WeftLevel        level);
/* (transfer full) (element-type WeftOrigin): all values of an entry. */
GPtrArray *weft_shelf_explain          (WeftShelfEntry  *entry);

G_END_DECLS
