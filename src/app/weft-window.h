/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: header bar, tabs of designs and comparisons, and a start page when there are
 * none. */
#pragma once

#include <adwaita.h>

#include "app/recovery/weft-recoveries.h"
#include "app/weft-session.h"
#include "app/weft-state.h"

G_BEGIN_DECLS

#define WEFT_TYPE_WINDOW (weft_window_get_type ())
G_DECLARE_FINAL_TYPE (WeftWindow, weft_window, WEFT, WINDOW, AdwApplicationWindow)

WeftWindow  *weft_window_new          (GtkApplication  *app,
                                       WeftEngine      *engine);
void         weft_window_restore      (WeftWindow      *self,
                                       const WeftState *state,
                                       gboolean         files);
void         weft_window_set_recoveries (WeftWindow    *self,
                                         WeftRecoveries *recoveries);
void         weft_window_open_file    (WeftWindow      *self,
                                       GFile           *file);
void         weft_window_open_pattern (WeftWindow      *self,
                                       GFile           *file);
void         weft_window_show_session (WeftWindow      *self,
                                       WeftSession     *session);
void         weft_window_compare      (WeftWindow      *self,
                                       WeftSession     *a,
                                       WeftSession     *b);
void         weft_window_compare_profiles (WeftWindow  *self,
                                       WeftSession     *session,
                                       const char      *first,
                                       const char      *second);
void         weft_window_show_error   (WeftWindow      *self,
                                       const char      *title,
                                       const char      *message);
WeftSession *weft_window_get_session  (WeftWindow      *self);
/* A menu of the other open designs, each of which activates @action with its position. (transfer full) */
GMenu       *weft_window_list_tabs    (WeftWindow      *self,
                                       const char      *action);
/* (nullable) (transfer none): NULL when there is no design at the position. */
WeftSession *weft_window_get_nth_session (WeftWindow   *self,
                                       int              position);
GtkWidget   *weft_window_get_page     (WeftWindow      *self);

G_END_DECLS
