/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the shelf's list: a heading, or a part with its tile, words, star and details. */
#pragma once

#include <gtk/gtk.h>

#include "app/compose/weft-shelf-entry.h"

G_BEGIN_DECLS

typedef void (*WeftShelfStarFunc) (WeftShelfEntry *entry,
                                   gpointer        data);

/* (transfer full): rows for a list of WeftShelfEntry. @star is called when a row's star is
 * pressed. */
GtkListItemFactory *weft_shelf_row_factory_new (WeftShelfStarFunc star,
                                                gpointer          data);

G_END_DECLS
