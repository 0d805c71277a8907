/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of text cells: laid out once, then painted (SVG, PDF, PNG), or written as aligned text,
 * CSV or Markdown. */
#pragma once

#include "draw/weft-paint.h"

G_BEGIN_DECLS

typedef struct _WeftTable WeftTable;

typedef enum
{
  WEFT_ALIGN_START,
  WEFT_ALIGN_END, /* numbers */
} WeftAlign;

WEFT_API WeftTable *weft_table_new         (const char        *title); /* (nullable) */
WEFT_API void       weft_table_free        (WeftTable         *self);
WEFT_API void       weft_table_add_column  (WeftTable         *self,
                                            const char        *title,
                                            WeftAlign          align);
/* @cells: NULL-terminated array, as many as columns. */
WEFT_API void       weft_table_add_row     (WeftTable         *self,
                                            const char *const *cells);
WEFT_API guint      weft_table_n_rows      (WeftTable         *self);
WEFT_API guint      weft_table_n_columns   (WeftTable         *self);
WEFT_API const char *weft_table_get_title  (WeftTable         *self,
                                            guint              column);
WEFT_API WeftAlign  weft_table_get_align   (WeftTable         *self,
                                            guint              column);
/* As it is shown. */
WEFT_API const char *weft_table_get_cell   (WeftTable         *self,
                                            guint              row,
                                            guint              column);
/* @width in columns of a terminal, 0 = unlimited: the widest start-aligned column is cut with an
 * ellipsis; what does not fit even so is stacked as "Title: cell" lines. East Asian wide and combining characters count right. */
WEFT_API char      *weft_table_to_text     (WeftTable         *self,
                                            guint              width);
WEFT_API char      *weft_table_to_csv      (WeftTable         *self); /* RFC 4180 */
WEFT_API char      *weft_table_to_markdown (WeftTable         *self);
WEFT_API void       weft_table_paint       (cairo_t           *cr,
                                            double             width,
                                            double             height,
                                            const WeftPalette *palette,
                                            WeftTable         *self);
WEFT_API void       weft_table_size        (const WeftPalette *palette,
                                            WeftTable         *self,
                                            double            *width,
                                            double            *height);

/* The workloads for a program: words that do not change with the language, numbers with all their
 * digits and the unit in a column of its own. RFC 4180. (transfer full) */
WEFT_API char      *weft_csv_workloads     (WeftEvaluation    *evaluation);

/* The tables of an evaluation. (transfer full) */
WEFT_API WeftTable *weft_table_workloads   (WeftEvaluation    *evaluation);
WEFT_API WeftTable *weft_table_partitions  (WeftEvaluation    *evaluation);
WEFT_API WeftTable *weft_table_violations  (WeftEvaluation    *evaluation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WeftTable, weft_table_free)

G_END_DECLS
