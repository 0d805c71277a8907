/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a design was tried, as its run has recorded it. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* @path: of a run; @seq: an event about a proposal, such as its result. */
void  weft_search_reason_async  (const char          *path,
                                 guint64              seq,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             data);
/* (transfer full), or NULL with an error */
char *weft_search_reason_finish (GAsyncResult        *result,
                                 GError             **error);

G_END_DECLS
