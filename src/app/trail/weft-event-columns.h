/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns of the events show. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  WEFT_EVENT_COLUMN_SEQ,
  WEFT_EVENT_COLUMN_TIME,
  WEFT_EVENT_COLUMN_ACTOR,
  WEFT_EVENT_COLUMN_KIND,
  WEFT_EVENT_COLUMN_SUMMARY,
} WeftEventColumn;

/* Gives @column cells that fill themselves when their event has been read. */
void weft_event_columns_set_factory (GtkColumnViewColumn *column,
                                     WeftEventColumn      which);

G_END_DECLS
