/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work on the main thread that somebody waits for: how far it is, and how Ctrl+C stops it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct
{
  GCancellable *cancellable; /* for the work */
  GThread *thread;
  int ended; /* atomic */
} WeftCliWatch;

/* From here on SIGINT and SIGTERM cancel; the second of them ends the program. */
void weft_cli_watch_begin (WeftCliWatch *self);
/* Takes the line of progress away too. */
void weft_cli_watch_end   (WeftCliWatch *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WeftCliWatch, weft_cli_watch_end)

G_END_DECLS
