/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the trail's page has done in a worker: writing and reading archives. */
#pragma once

#include "trail/weft-trail.h"

G_BEGIN_DECLS

/* Writes the run at @path to the archive @file. */
void     weft_trail_export_async  (const char           *path,
                                   const char           *file,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
gboolean weft_trail_export_finish (GAsyncResult         *result,
                                   GError              **error);
/* Makes a run in @folder of the archive @file. */
void     weft_trail_import_async  (const char           *file,
                                   const char           *folder,
                                   GCancellable         *cancellable,
                                   GAsyncReadyCallback   callback,
                                   gpointer              user_data);
char    *weft_trail_import_finish (GAsyncResult         *result,
                                   GError              **error); /* (transfer full): path of the run */

G_END_DECLS
