/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lock of a run: RUN.lock beside RUN.weft-run. The system frees it however its holder ends. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int      weft_trail_lock_take    (const char *path, GError **error);
void     weft_trail_lock_release (int fd, const char *path);
gboolean weft_trail_lock_is_held (const char *path);

G_END_DECLS
