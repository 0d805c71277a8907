/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a run as a list of WeftEventRow, all of them or those that pass a filter. Rows are made for what is
 * looked at, and read in a worker: a million events cost no more than those on the screen. No widgets. */
#pragma once

#include "app/trail/weft-event-row.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVENT_LIST (weft_event_list_get_type ())
G_DECLARE_FINAL_TYPE (WeftEventList, weft_event_list, WEFT, EVENT_LIST, GObject)

WeftEventList *weft_event_list_new      (const char    *path,
                                         guint64        n);
WeftEventList *weft_event_list_new_some (const char    *path,
                                         GArray        *seqs);
void           weft_event_list_grow     (WeftEventList *self,
                                         guint64        n);
void           weft_event_list_append   (WeftEventList *self,
                                         GArray        *seqs);
guint64        weft_event_list_get_seq  (WeftEventList *self,
                                         guint          position);
gboolean       weft_event_list_find     (WeftEventList *self,
                                         guint64        seq,
                                         guint         *position);

G_END_DECLS
