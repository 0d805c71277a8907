/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unpacks gzip files of several members, which RFC 1952 (section 2.2) allows and block-wise packers write: GLib's own
 * converter ends with the first one. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define WEFT_TYPE_GUNZIP (weft_gunzip_get_type ())
G_DECLARE_FINAL_TYPE (WeftGunzip, weft_gunzip, WEFT, GUNZIP, GObject)

/* (transfer full) */
GConverter *weft_gunzip_new (void);

/* Whether bytes are the beginning of a member. */
gboolean weft_gunzip_begins (const void *bytes, gsize n_bytes);

/* @stream as it is, or unpacked when it begins with a member. NULL when its beginning cannot be read. (transfer full) */
GInputStream *weft_gunzip_stream (GInputStream *stream, GCancellable *cancellable, GError **error);

G_END_DECLS
