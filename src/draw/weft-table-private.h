/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a table, for the files that write and paint it. */
#pragma once

#include "draw/weft-table.h"

G_BEGIN_DECLS

typedef struct
{
  char *title;
  WeftAlign align;
} WeftTableColumn;

struct _WeftTable
{
  char *title;      /* (nullable) */
  GArray *columns;  /* of WeftTableColumn */
  GPtrArray *rows;  /* of char **, as many cells as columns: one short, harmless line each */
  GPtrArray *exact; /* the same as they were given, for CSV */
};

const WeftTableColumn *weft_table_column (const WeftTable *self,
                                          guint            column);
const char            *weft_table_cell   (const WeftTable *self,
                                          guint            row,
                                          guint            column);

/* Columns of a terminal that @text takes: wide characters two, combining ones none. */
guint                  weft_table_cells_of (const char *text);

G_END_DECLS
