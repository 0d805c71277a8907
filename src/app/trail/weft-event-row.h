/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The place of an event in a list; the event itself comes when it has been read. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVENT_ROW (weft_event_row_get_type ())
G_DECLARE_FINAL_TYPE (WeftEventRow, weft_event_row, WEFT, EVENT_ROW, GObject)

WeftEventRow *weft_event_row_new         (guint64       seq);
guint64       weft_event_row_get_seq     (WeftEventRow *self);
WeftEvent    *weft_event_row_get_event   (WeftEventRow *self); /* (nullable): not read yet, or not readable */
const char   *weft_event_row_get_problem (WeftEventRow *self); /* (nullable): why it cannot be read */
void          weft_event_row_fill        (WeftEventRow *self,
                                          WeftEvent    *event,
                                          const char   *problem);

G_END_DECLS
