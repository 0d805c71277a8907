/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events of one run that pass a filter, while the run may still be written. All reading is in workers. No widgets. */
#pragma once

#include "app/trail/weft-event-list.h"

G_BEGIN_DECLS

#define WEFT_TYPE_RUN_FOLLOWER (weft_run_follower_get_type ())
/* Properties "events" (another list, after another filter), "kinds" (kinds and actors) and "state" (the rest) notify. */
G_DECLARE_FINAL_TYPE (WeftRunFollower, weft_run_follower, WEFT, RUN_FOLLOWER, GObject)

WeftRunFollower   *weft_run_follower_new          (const char            *path);
const char        *weft_run_follower_get_path     (WeftRunFollower       *self);
WeftEventList     *weft_run_follower_get_events   (WeftRunFollower       *self); /* (nullable): not read yet */
guint64            weft_run_follower_get_n_events (WeftRunFollower       *self); /* with those that do not pass */
gboolean           weft_run_follower_get_written  (WeftRunFollower       *self);
gboolean           weft_run_follower_get_filtered (WeftRunFollower       *self);
const char        *weft_run_follower_get_failure  (WeftRunFollower       *self); /* (nullable) */
const char *const *weft_run_follower_get_kinds    (WeftRunFollower       *self); /* (nullable) */
const char *const *weft_run_follower_get_actors   (WeftRunFollower       *self); /* (nullable) */
/* Strings are copied; NULL or "" does not matter. */
void               weft_run_follower_set_filter   (WeftRunFollower       *self,
                                                   const WeftTrailFilter *filter);
/* Looks for new events only while somebody looks at them. */
void               weft_run_follower_set_active   (WeftRunFollower       *self,
                                                   gboolean               active);

G_END_DECLS
