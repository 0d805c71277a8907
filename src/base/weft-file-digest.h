/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file holds, in 64 characters, so that somebody who reads it later knows whether it is still the same. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* SHA-256 of a regular file's bytes, of any length, in lower-case hexadecimal. Errors (G_IO_ERROR) name the file.
 * (transfer full) */
WEFT_API char *weft_file_digest (const char    *path,
                                 GCancellable  *cancellable,
                                 GError       **error);

G_END_DECLS
