/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of the library in the window, of any length. */
#pragma once

#include <gtk/gtk.h>

#include "draw/weft-table.h"

G_BEGIN_DECLS

/* Property "chooses": one row is chosen, at first the first. Signals "row-activated" (row), "row-chosen" (row). */
#define WEFT_TYPE_TABLE_VIEW (weft_table_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTableView, weft_table_view, WEFT, TABLE_VIEW, GtkWidget)

/* Takes @table; NULL for none. */
void       weft_table_view_set_table  (WeftTableView *self,
                                       WeftTable     *table);
/* (nullable) (transfer none) */
WeftTable *weft_table_view_get_table  (WeftTableView *self);
/* GTK_INVALID_LIST_POSITION for none. */
guint      weft_table_view_get_chosen (WeftTableView *self);
/* Of a view that chooses. */
void       weft_table_view_choose     (WeftTableView *self,
                                       guint          row);
/* Whether rows lead to something else, so that one click is enough. */
void       weft_table_view_set_leads  (WeftTableView *self,
                                       gboolean       leads);
/* What a screen reader calls it. */
void       weft_table_view_set_label  (WeftTableView *self,
                                       const char    *label);

G_END_DECLS
