/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three columns. Without room for the last it goes below the middle one; without room for two all stand one below the
 * other. What stands below one another scrolls together. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WEFT_TYPE_SEARCH_COLUMNS (weft_search_columns_get_type ())
G_DECLARE_FINAL_TYPE (WeftSearchColumns, weft_search_columns, WEFT, SEARCH_COLUMNS, GtkWidget)

/* Properties "start", "middle" and "end": what the columns hold. How many columns stand side by side. */
int weft_search_columns_get_room (WeftSearchColumns *self);

G_END_DECLS
