/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a row, until the table has them. */
#include "draw/weft-table-row-private.h"

#include <math.h>

#define EN_DASH "–"

WeftTableRow *
weft_table_row_new (void)
{
  return g_ptr_array_new_with_free_func (g_free);
}

void
weft_table_row_add (WeftTableRow *self, const char *text)
{
  g_ptr_array_add (self, g_strdup (text));
}

void
weft_table_row_take (WeftTableRow *self, char *text)
{
  g_ptr_array_add (self, text);
}

void
weft_table_row_add_quantity (WeftTableRow *self, double value, WeftUnit unit)
{
  g_ptr_array_add (self, weft_quantity_format (value, unit));
}

void
weft_table_row_add_percent (WeftTableRow *self, double part, double whole)
{
  g_ptr_array_add (self, whole > 0 && isfinite (part) ? g_strdup_printf ("%.1f %%", 100 * part / whole)
                                                      : g_strdup (EN_DASH));
}

void
weft_table_row_end (WeftTableRow *self, WeftTable *table)
{
  g_ptr_array_add (self, NULL);
  weft_table_add_row (table, (const char *const *) self->pdata);
  g_ptr_array_unref (self);
}
