/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A column of a table whose cells are words made from the row's object. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* (transfer full) */
typedef char *(*WeftColumnText) (gpointer item,
                                 gpointer data);

typedef enum
{
  WEFT_COLUMN_WORDS,
  WEFT_COLUMN_NUMBERS,
  WEFT_COLUMN_EITHER, /* at the end like numbers, broken like words */
} WeftColumnKind;

GtkColumnViewColumn *weft_column_append (GtkColumnView    *view,
                                         const char       *title,
                                         WeftColumnKind    kind,
                                         WeftColumnText    text,
                                         gpointer          data,
                                         GCompareDataFunc  compare);
/* The heading of the last column, of numbers, stands at the end like they do. */
void                 weft_column_align_heading (GtkColumnView *view);

G_END_DECLS
