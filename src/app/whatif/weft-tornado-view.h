/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which inputs the answer depends on: each alone, or all together. */
#pragma once

#include <gtk/gtk.h>

#include "app/weft-message-bar.h"
#include "app/whatif/weft-tornado-area.h"
#include "app/whatif/weft-whatif-job.h"

G_BEGIN_DECLS

/* Properties "order": "alone" or "together"; "show-values". Actions "tornado.order", "tornado.values",
 * "tornado.export" ("png", "svg", "pdf", "csv"). */
#define WEFT_TYPE_TORNADO_VIEW (weft_tornado_view_get_type ())
G_DECLARE_FINAL_TYPE (WeftTornadoView, weft_tornado_view, WEFT, TORNADO_VIEW, GtkWidget)

void             weft_tornado_view_bind      (WeftTornadoView *self,
                                              WeftWhatifJob   *job,
                                              WeftMessageBar  *bar);
void             weft_tornado_view_update    (WeftTornadoView *self);
WeftTornadoArea *weft_tornado_view_get_area  (WeftTornadoView *self);
const char      *weft_tornado_view_get_words (WeftTornadoView *self);
/* By the suffix of @path: .png, .svg, .pdf or .csv. */
gboolean         weft_tornado_view_export_to (WeftTornadoView *self,
                                              const char      *path,
                                              GError         **error);

G_END_DECLS
