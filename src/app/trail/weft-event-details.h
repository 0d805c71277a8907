/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One event whole: its facts, its JSON, its hash, and where it comes from. */
#pragma once

#include <adwaita.h>

#include "app/trail/weft-event-row.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVENT_DETAILS (weft_event_details_get_type ())
G_DECLARE_FINAL_TYPE (WeftEventDetails, weft_event_details, WEFT, EVENT_DETAILS, GtkWidget)

/* @row: (nullable): nothing is selected */
void       weft_event_details_show      (WeftEventDetails *self,
                                         WeftEventRow     *row);
WeftEvent *weft_event_details_get_event (WeftEventDetails *self); /* (nullable): none, or not read yet */
char      *weft_event_details_dup_text  (WeftEventDetails *self); /* (transfer full): the JSON that is shown */

G_END_DECLS
