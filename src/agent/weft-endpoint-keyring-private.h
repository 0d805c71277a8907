/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys in the keyring of the session, by URL. Never blocks: a locked keyring may ask its user. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

void     weft_keyring_lookup_async  (const char *url, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
/* (transfer full) (nullable): to be wiped. NULL without error when there is none, or the keyring stays locked. */
char    *weft_keyring_lookup_finish (GAsyncResult *result, GError **error);
/* @key NULL takes it out. */
void     weft_keyring_store_async   (const char *url, const char *key, GCancellable *cancellable, GAsyncReadyCallback callback, gpointer data);
gboolean weft_keyring_store_finish  (GAsyncResult *result, GError **error);

G_END_DECLS
