/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The audit page: runs, what happened in them, whether that can be trusted, and why the best design was accepted. */
#pragma once

#include <adwaita.h>

#include "app/weft-session.h"

G_BEGIN_DECLS

#define WEFT_TYPE_TRAIL_PAGE (weft_trail_page_get_type ())
G_DECLARE_FINAL_TYPE (WeftTrailPage, weft_trail_page, WEFT, TRAIL_PAGE, GtkWidget)

GtkWidget  *weft_trail_page_new      (WeftSession   *session);
/* Shows the run at @path, now or when it comes into the list. */
void        weft_trail_page_show_run (WeftTrailPage *self,
                                      const char    *path);
/* The same, with one of its events chosen. */
void        weft_trail_page_show_event (WeftTrailPage *self,
                                        const char    *path,
                                        guint64        seq);
void        weft_trail_page_export   (WeftTrailPage *self,
                                      GFile         *file);
void        weft_trail_page_import   (WeftTrailPage *self,
                                      GFile         *file);

G_END_DECLS
