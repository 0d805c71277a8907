/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a row of a table cell by cell. */
#pragma once

#include "base/weft-quantity.h"
#include "draw/weft-table.h"

G_BEGIN_DECLS

/* Cells of a row: (element-type utf8). */
typedef GPtrArray WeftTableRow;

/* (transfer full) */
WeftTableRow *weft_table_row_new          (void);
void          weft_table_row_add          (WeftTableRow *self,
                                           const char   *text);
/* @text: taken over. */
void          weft_table_row_take         (WeftTableRow *self,
                                           char         *text);
void          weft_table_row_add_quantity (WeftTableRow *self,
                                           double        value,
                                           WeftUnit      unit);
/* "12.3 %"; a dash where there is no whole. */
void          weft_table_row_add_percent  (WeftTableRow *self,
                                           double        part,
                                           double        whole);
/* Adds it to @table; @self: taken over. */
void          weft_table_row_end          (WeftTableRow *self,
                                           WeftTable    *table);

G_END_DECLS
