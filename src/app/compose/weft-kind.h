/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sort of part something is, as a nick ("switch") that has words, an icon and a colour, the
 * same in every panel. */
#pragma once

#include <gtk/gtk.h>

#include "catalog/weft-component.h"
#include "catalog/weft-inventory.h"
#include "design/graph/weft-graph.h"

G_BEGIN_DECLS

const char *weft_kind_of_component (const WeftComponent *component);
const char *weft_kind_of_chip      (const WeftChip      *chip);
const char *weft_kind_of_level     (WeftLevel            level);
const char *weft_kind_of_item      (const WeftGraph     *graph,
                                    const WeftGraphItem *item,
                                    WeftInventory       *inventory);
/* Translated. */
const char *weft_kind_label        (const char          *kind);

GtkWidget  *weft_kind_tile_new     (void);
void        weft_kind_tile_set     (GtkWidget           *tile,
                                    const char          *kind);

G_END_DECLS
