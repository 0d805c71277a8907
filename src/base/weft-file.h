/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving whole files so that a crash, a kill or a full disk never harms the old one:
 * write beside, fsync, rename, fsync the folder. */
#pragma once

#include <gio/gio.h>

#include "base/weft-types.h"

G_BEGIN_DECLS

/* Largest file that weft_file_read() takes. */
#define WEFT_FILE_MAX_BYTES (64 * 1024 * 1024)

/* Reads a regular file of at most @max_bytes. Errors (G_IO_ERROR) name the file and say what it is
 * instead (a folder, unreadable, too large, not there). (transfer full) */
WEFT_API char     *weft_file_read (const char *path,
                                   gsize       max_bytes,
                                   gsize      *length,
                                   GError    **error);

/* The same of a pipe or a character device, to the end of what is written there. (transfer full) */
WEFT_API char     *weft_file_read_stream (const char *path,
                                          gsize       max_bytes,
                                          gsize      *length,
                                          GError    **error);

/* Writes @text (@length bytes, -1 for a C string) to @path atomically, keeping the old file's
 * permissions and following a symbolic link to its target. With @backup the old content stays as
 * PATH~. On any error the old file is untouched, no temporary file stays and the message names the
 * file and the reason ("No space left on device"). */
WEFT_API gboolean  weft_file_save (const char *path,
                                   const char *text,
                                   gssize      length,
                                   gboolean    backup,
                                   GError    **error);

G_END_DECLS
