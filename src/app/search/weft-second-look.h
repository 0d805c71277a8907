/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second look at the best designs of a search: they are mapped and simulated in a worker. No widgets. */
#pragma once

#include "app/search/weft-search-job.h"
#include "search/weft-fidelity.h"

G_BEGIN_DECLS

typedef enum
{
  WEFT_SECOND_LOOK_IDLE,
  WEFT_SECOND_LOOK_RUNNING,
  WEFT_SECOND_LOOK_DONE,
  WEFT_SECOND_LOOK_STOPPED,
  WEFT_SECOND_LOOK_FAILED, /* the message says why */
} WeftSecondLookState;

#define WEFT_TYPE_SECOND_LOOK (weft_second_look_get_type ())
G_DECLARE_FINAL_TYPE (WeftSecondLook, weft_second_look, WEFT, SECOND_LOOK, GObject)

/* Signals "changed": anything below is another, while it runs some fifteen times a second; "ended": it has ended by
 * itself. */
WeftSecondLook      *weft_second_look_new          (WeftSearchJob  *job);
/* How many designs there are to look at. */
guint                weft_second_look_n_designs    (WeftSecondLook *self);
/* A search that is under way goes on: then its best so far are looked at. */
gboolean             weft_second_look_can_start    (WeftSecondLook *self);
/* Both return at once. */
void                 weft_second_look_start        (WeftSecondLook *self);
void                 weft_second_look_stop         (WeftSecondLook *self);
WeftSecondLookState  weft_second_look_get_state    (WeftSecondLook *self);
const char          *weft_second_look_get_message  (WeftSecondLook *self); /* (nullable) */
double               weft_second_look_get_progress (WeftSecondLook *self); /* 0 to 1 */
/* Of the last one that has ended. (nullable) (transfer none) */
const WeftFidelity  *weft_second_look_get_fidelity (WeftSecondLook *self);
/* The search has found other best designs since. */
gboolean             weft_second_look_is_dated     (WeftSecondLook *self);

G_END_DECLS
