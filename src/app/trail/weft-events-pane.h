/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of a run in columns, with filters by actor, kind and text. */
#pragma once

#include <adwaita.h>

#include "app/trail/weft-run-follower.h"

G_BEGIN_DECLS

#define WEFT_TYPE_EVENTS_PANE (weft_events_pane_get_type ())
/* Property "row" (nullable) that is selected; signal "entered": the user goes to it. */
G_DECLARE_FINAL_TYPE (WeftEventsPane, weft_events_pane, WEFT, EVENTS_PANE, GtkWidget)

void          weft_events_pane_bind    (WeftEventsPane  *self,
                                        WeftRunFollower *follower);
WeftEventRow *weft_events_pane_get_row (WeftEventsPane  *self); /* (nullable) (transfer none) */
/* Selects the event, without the filter when it does not pass, as soon as it has been read. */
void          weft_events_pane_go_to   (WeftEventsPane  *self,
                                        guint64          seq);
void          weft_events_pane_find    (WeftEventsPane  *self);
void          weft_events_pane_filter  (WeftEventsPane  *self,
                                        const char      *actor,
                                        const char      *kind,
                                        const char      *text);

G_END_DECLS
