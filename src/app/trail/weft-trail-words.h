/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the trail's pages say times, scores and the state of a run. */
#pragma once

#include <gtk/gtk.h>

#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* (transfer full): in the user's zone, "11:02:03"; what was given when it is no time. */
char       *weft_trail_words_time   (const char *time);
char       *weft_trail_words_minute (const char *time); /* "11:02" */
char       *weft_trail_words_moment (const char *time); /* with the day and six digits of the second */
char       *weft_trail_words_score  (double      score);
const char *weft_trail_words_status (const char *status);
const char *weft_trail_status_icon  (const char *status);
/* Scrolls the list so that a row is in view, once it has its place. */
void        weft_trail_scroll_to    (GtkWidget  *list,
                                     guint       position);

G_END_DECLS
